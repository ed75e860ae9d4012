// Reads hoshi's files with @sabaki/sgf, and compares them with the list beside them: the same
// games, nodes, moves, stones and texts. The argument is the folder; exit code 1 if anything differs.

const fs = require('fs')
const path = require('path')
const sgf = require('@sabaki/sgf')

const KEYS = ['B', 'W', 'AB', 'SZ']
const TEXTS = ['C', 'PB', 'PW']

const folder = process.argv[2]
const fromHex = (hex) => Buffer.from(hex, 'hex').toString('utf8')

// It drops every CR, and treats only LF as white space.
const plain = (text) => text.replace(/\s+/gu, '')

const files = []
for (const line of fs.readFileSync(path.join(folder, 'list.txt'), 'ascii').split('\n')) {
  const [word, first, second] = line.split(' ')
  const game = () => files.at(-1).games.at(-1)
  if (word === 'file') files.push({name: first, games: []})
  else if (word === 'game') files.at(-1).games.push({nodes: Number(first), values: [], texts: []})
  else if (word === 'value') game().values.push(`${first} ${plain(fromHex(second))}`)
  else if (word === 'text') game().texts.push(`${first} ${plain(fromHex(second))}`)
}

function read(name) {
  const roots = sgf.parseBuffer(fs.readFileSync(path.join(folder, name)))
  return roots.map((root) => {
    const game = {nodes: 0, values: [], texts: []}
    const waiting = [root]
    while (waiting.length > 0) {
      const node = waiting.pop()
      game.nodes += 1
      for (const [keys, into] of [[KEYS, game.values], [TEXTS, game.texts]]) {
        for (const key of keys) {
          for (const value of node.data[key] || []) into.push(`${key} ${plain(value)}`)
        }
      }
      waiting.push(...[...node.children].reverse())
    }
    return game
  })
}

const wrong = []
let total = 0
for (const {name, games} of files) {
  let found
  try {
    found = read(name)
  } catch (error) {
    wrong.push(`${name}: @sabaki/sgf refuses it: ${error.message}`)
    continue
  }
  if (found.length !== games.length) {
    wrong.push(`${name}: ${found.length} games, not ${games.length}`)
    continue
  }
  games.forEach((wanted, number) => {
    const game = found[number]
    total += game.nodes
    // Texts are listed for files in UTF-8 only.
    if (wanted.texts.length === 0) game.texts = []
    for (const what of ['nodes', 'values', 'texts']) {
      const [here, there] = [JSON.stringify(game[what]), JSON.stringify(wanted[what])]
      if (here !== there) {
        wrong.push(`${name}: game ${number}: ${what}: ${here.slice(0, 300)}, not ${there.slice(0, 300)}`)
      }
    }
  })
}
console.log(`counted: ${files.length} files with ${total} nodes read by @sabaki/sgf`)
if (wrong.length > 0) {
  console.log(wrong.slice(0, 40).join('\n'))
  console.log(`${wrong.length} differences`)
}
process.exit(wrong.length > 0 || files.length === 0 ? 1 : 0)
