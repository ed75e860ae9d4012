// Plays a game through @sabaki/gtp, the client of Sabaki, with the engine whose command is given, on both
// sides; brings it to other positions as Sabaki does; and analyses. Exit code 1 if anything is not as Sabaki
// expects it.

const assert = require('assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

const [path, ...args] = process.argv.slice(2)
const MOVES = 60

// As Sabaki reads a line of an analysis.
function candidates(line) {
  return line
    .split(/\s*info\s+/)
    .slice(1)
    .map((text) => text.trim())
    .map((text) => {
      const at = text.match(/pv\s+([^\s].*)?$/)
      assert(at, `there is no pv in ${text}`)
      const pv = at[1].trim().split(/\s+/)
      const keys = {pv}
      const head = text.slice(0, at.index).trim().split(/\s+/)
      for (let nth = 0; nth + 1 < head.length; nth += 2) keys[head[nth]] = head[nth + 1]
      return keys
    })
}

async function main() {
  const engine = new Controller(path, args)
  engine.start()
  const ask = async (name, ...args) => {
    const response = await engine.sendCommand({name, args: args.map(String)})
    assert(!response.error, `${name} ${args.join(' ')}: ${response.content}`)
    return response.content
  }

  assert.equal(await ask('protocol_version'), '2')
  const known = (await ask('list_commands')).split('\n')
  for (const name of ['genmove', 'undo', 'lz-analyze', 'kata-analyze', 'final_score']) {
    assert(known.includes(name), name)
  }
  const wrong = await engine.sendCommand({name: 'sing'})
  assert(wrong.error && wrong.content === 'unknown command', wrong.content)

  // A game.
  await ask('boardsize', 9)
  await ask('clear_board')
  await ask('komi', 7.5)
  const history = []
  let passes = 0
  while (passes < 2 && history.length < MOVES) {
    const color = history.length % 2 === 0 ? 'B' : 'W'
    const move = await ask('genmove', color)
    if (move === 'resign') break
    assert(/^([A-HJ][1-9]|pass)$/.test(move), move)
    passes = move === 'pass' ? passes + 1 : 0
    history.push({name: 'play', args: [color, move]})
  }
  assert(history.length > 1, 'a game has moves')
  assert(/^([BW]\+[0-9.]+|0)$/.test(await ask('final_score')), 'a score')
  const stones = await ask('list_stones', 'black')

  // Its positions, forwards and backwards, as when stepping through the game.
  const tracker = new ControllerStateTracker(engine)
  const state = (moves) => ({komi: 7.5, boardsize: [9, 9], history: history.slice(0, moves)})
  for (const moves of [1, history.length, Math.floor(history.length / 2), 0, history.length]) {
    await tracker.sync(state(moves))
  }
  assert.equal(await ask('list_stones', 'black'), stones)
  await tracker.sync({komi: 0, boardsize: [9, 7], history: [{name: 'play', args: ['B', 'J7']}]})
  assert.equal(await ask('list_stones', 'black'), 'J7')
  await tracker.sync({
    komi: 0.5,
    boardsize: [9, 9],
    history: [{name: 'set_free_handicap', args: ['C3', 'G7']}, {name: 'play', args: ['W', 'E5']}],
  })
  assert.equal((await ask('list_stones', 'black')).split(' ').sort().join(' '), 'C3 G7')

  // Analyses, each ended by the next command.
  for (const [name, more] of [['lz-analyze', []], ['kata-analyze', ['ownership', 'true']]]) {
    let first
    const seen = new Promise((resolve) => (first = resolve))
    const over = engine.sendCommand({name, args: ['B', '1', ...more]}, ({line}) => {
      if (line.includes('info move')) first(line)
    })
    const [line, ownership] = (await seen).split(/\s+ownership\s+/)
    const all = candidates(line)
    assert(all.length > 0)
    for (const {move, visits, winrate, pv} of all) {
      assert(/^([A-HJ][1-9]|pass)$/.test(move) && pv[0] === move, `${move} ${pv}`)
      assert(Number.isInteger(Number(visits)), visits)
      const most = name === 'lz-analyze' ? 10000 : 1
      assert(Number(winrate) >= 0 && Number(winrate) <= most, winrate)
      assert.equal(winrate.includes('.'), name === 'kata-analyze', winrate)
    }
    if (more.length > 0) assert.equal(ownership.trim().split(/\s+/).length, 81)
    assert.equal(await ask('protocol_version'), '2')
    assert(!(await over).error)
  }
  await engine.stop()
  console.log(`${history.length} moves, ${known.length} commands`)
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
