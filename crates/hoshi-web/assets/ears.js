// What can be asked in words, and what is answered: the terminal's words for ears.

import { column, nameOf, placeOf } from "./points.js";
import { words } from "./words-game.js";

/** @typedef {import("./state.js").Snapshot} Snapshot */

/** The block on a point. @param {Snapshot} s @param {number} x @param {number} y */
export function block(s, x, y) {
  const rows = s.position.rows;
  const color = rows[y][x];
  const [stones, liberties] = [new Set([`${x},${y}`]), new Set()];
  const todo = [[x, y]];
  for (let next = todo.pop(); next; next = todo.pop()) {
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const [u, v] = [next[0] + dx, next[1] + dy];
      if (u < 0 || v < 0 || u >= s.width || v >= s.height) continue;
      const key = `${u},${v}`;
      if (rows[v][u] === ".") liberties.add(key);
      else if (rows[v][u] === color && !stones.has(key)) {
        stones.add(key);
        todo.push([u, v]);
      }
    }
  }
  const names = (/** @type {Set<string>} */ set) =>
    [...set].map((key) => key.split(",").map(Number)).sort((a, b) => a[0] - b[0] || b[1] - a[1])
      .map(([u, v]) => nameOf(u, v, s.height));
  return { color: words.sides[color === "X" ? "black" : "white"], stones: names(stones), liberties: names(liberties) };
}

/** Every block in atari. @param {Snapshot} s */
export function inAtari(s) {
  const seen = new Set();
  const found = [];
  for (let y = 0; y < s.height; y++) {
    for (let x = 0; x < s.width; x++) {
      if (s.position.rows[y][x] === "." || seen.has(nameOf(x, y, s.height))) continue;
      const group = block(s, x, y);
      group.stones.forEach((name) => seen.add(name));
      if (group.liberties.length === 1) found.push(words.ears.inAtari(group.color, group.stones, group.liberties[0]));
    }
  }
  return found;
}

/** What stands on some points, with runs of empty ones left out. @param {Snapshot} s @param {[number, number][]} points */
function stonesOn(s, points) {
  const named = points.filter(([x, y]) => s.position.rows[y][x] !== ".")
    .map(([x, y]) => `${nameOf(x, y, s.height)} ${words.sides[s.position.rows[y][x] === "X" ? "black" : "white"]}`);
  return named.join(", ") || words.ears.nothing;
}

/** Answers a question about the board; null if the text is none. @param {Snapshot} s @param {string} text */
export function answer(s, text) {
  const [word, what = ""] = text.trim().toLowerCase().split(/\s+/, 2);
  const at = placeOf(what, s);
  const ears = words.ears;
  switch (word) {
    case "help": case "?": return ears.help;
    case "last": {
      const last = s.moves[s.moves.length - 1];
      return last ? words.spoken(words.sides[last.color], last.at, 0) : ears.noLast;
    }
    case "board": {
      const of = (/** @type {string} */ stone) => {
        const all = [];
        for (let y = 0; y < s.height; y++) {
          for (let x = 0; x < s.width; x++) if (s.position.rows[y][x] === stone) all.push(nameOf(x, y, s.height));
        }
        return all.join(" ");
      };
      return ears.boardOf(of("X"), of("O"));
    }
    case "row": {
      const y = s.height - Number(what);
      if (!(y >= 0 && y < s.height)) return ears.noLine(word, what);
      return stonesOn(s, Array.from({ length: s.width }, (_, x) => [x, y]));
    }
    case "column": {
      const x = Array.from({ length: s.width }, (_, x) => column(x)).indexOf(what.toUpperCase());
      if (x < 0) return ears.noLine(word, what);
      return stonesOn(s, Array.from({ length: s.height }, (_, y) => [x, y]));
    }
    case "group": {
      if (!at) return ears.noPoint(what);
      if (s.position.rows[at.y][at.x] === ".") return ears.noStone(what.toUpperCase());
      const { color, stones, liberties } = block(s, at.x, at.y);
      return ears.group(color, stones, liberties);
    }
    case "around": {
      if (!at) return ears.noPoint(what);
      /** @type {[number, number][]} */
      const near = [];
      for (let y = Math.max(0, at.y - 2); y <= Math.min(s.height - 1, at.y + 2); y++) {
        for (let x = Math.max(0, at.x - 2); x <= Math.min(s.width - 1, at.x + 2); x++) near.push([x, y]);
      }
      return stonesOn(s, near);
    }
    case "atari": return ears.atari(inAtari(s));
    default: return null;
  }
}
