// A record that the server or `hoshi draw` worked out: nodes with the points that change on the board. Nothing here
// knows the rules; a position is the sum of the changes from the root.

import { nameOf, placeOf } from "./points.js";
import { words } from "./words.js";

/** @typedef {{ p?: number, b?: number, w?: number, d?: number[], x?: [number, number], t?: string, n?: number,
 *   ko?: number, name?: string, c?: string, no?: string[], v?: string, TR?: number[], SQ?: number[], CR?: number[],
 *   MA?: number[], SL?: number[], TB?: number[], TW?: number[], LB?: [number, string][], AR?: [number, number][],
 *   LN?: [number, number][], DD?: number[], VW?: number[] }} NodeData */
/** @typedef {{ width: number, height: number, black?: string, white?: string, about?: string[], rules?: string,
 *   komi: string, handicap?: number, result?: string, problem?: { solver: string, start: number },
 *   nodes: NodeData[] }} GameData */
/** @typedef {{ color: "black" | "white", at: number }} Played */

/** @type {["TR" | "SQ" | "CR" | "MA" | "SL", string][]} */
const KINDS = [["TR", "triangle"], ["SQ", "square"], ["CR", "circle"], ["MA", "cross"], ["SL", "selected"]];

/** How a board is shown: turned or reflected in one of eight ways, and with the colours exchanged.
 * @typedef {{ turn: number, swap: boolean }} Look */

export class Game {
  /** @param {GameData} data @param {Look} [look] */
  constructor(data, look = { turn: 0, swap: false }) {
    this.data = data;
    this.nodes = data.nodes;
    this.look = look;
    const isAside = (look.turn & 4) !== 0;
    this.width = isAside ? data.height : data.width;
    this.height = isAside ? data.width : data.height;
    /** @type {number[]} */
    this.parent = [];
    /** @type {number[][]} */
    this.children = [];
    /** The child by which each node was last left. @type {number[]} */
    this.chosen = [];
    this.nodes.forEach((node, index) => {
      const parent = node.p ?? index - 1;
      this.parent.push(parent);
      this.children.push([]);
      if (index) this.children[parent].push(index);
    });
    this.cells = new Uint8Array(this.width * this.height);
    this.at = -1;
    /** The nodes from the root to this one, with what each of them changed and how it stands. @type {any[]} */
    this.line = [];
    this.enter(0);
  }

  /** A point of the record as it is shown. @param {number} point */
  turned(point) {
    const { width, height } = this.data;
    let x = point % width;
    let y = (point - x) / width;
    if (this.look.turn & 1) x = width - 1 - x;
    if (this.look.turn & 2) y = height - 1 - y;
    return this.look.turn & 4 ? x * this.width + y : y * this.width + x;
  }

  /** @param {"black" | "white"} side @returns {"black" | "white"} */
  side(side) {
    return (side === "black") === this.look.swap ? "white" : "black";
  }

  /** The move of a node as it is shown; at -1 it is a pass. @param {number} index @returns {Played | null} */
  played(index) {
    const node = this.nodes[index];
    const at = node.b ?? node.w;
    if (at === undefined) return null;
    return { color: this.side(node.b === undefined ? "white" : "black"), at: at < 0 ? -1 : this.turned(at) };
  }

  /** To a child of the current node, or to the root. @param {number} index */
  enter(index) {
    const node = this.nodes[index];
    const above = this.line[this.line.length - 1];
    const isMove = node.b !== undefined || node.w !== undefined;
    let changes = node.d;
    if (!changes) {
      changes = [];
      if ((node.b ?? -1) >= 0) changes.push(3 * Number(node.b) + 1);
      if ((node.w ?? -1) >= 0) changes.push(3 * Number(node.w) + 2);
    }
    const before = changes.map((change) => {
      const at = this.turned(Math.floor(change / 3));
      const state = change % 3;
      const was = this.cells[at];
      this.cells[at] = state && this.look.swap ? 3 - state : state;
      return [at, was];
    });
    const turn = node.t ?? (isMove ? (node.b === undefined ? "b" : "w") : above?.turn ?? "b");
    this.line.push({ index, before, turn, captures: node.x ?? above?.captures ?? [0, 0],
      number: node.n ?? (above?.number ?? 0) + Number(isMove), dim: node.DD ?? above?.dim ?? [], seen: node.VW ?? above?.seen ?? [] });
    if (this.at >= 0) this.chosen[this.at] = index;
    this.at = index;
  }

  /** To the parent. */
  leave() {
    if (this.line.length < 2) return;
    for (const [at, was] of this.line.pop().before) this.cells[at] = was;
    this.at = this.line[this.line.length - 1].index;
  }

  /** To any node. @param {number} index */
  go(index) {
    const way = [];
    for (let at = index; at >= 0; at = this.parent[at]) way.push(at);
    way.reverse();
    let shared = 0;
    while (shared < way.length && shared < this.line.length && this.line[shared].index === way[shared]) shared++;
    while (this.line.length > shared) this.leave();
    for (const at of way.slice(shared)) this.enter(at);
  }

  /** The child that comes next: where the reader came from, else the first. @param {number} [index] */
  next(index = this.at) {
    return this.chosen[index] ?? this.children[index][0] ?? -1;
  }

  /** The last node of the line through this one. */
  end() {
    let at = this.at;
    while (this.next(at) >= 0) at = this.next(at);
    return at;
  }

  /** The nth node after or before this one on its line. @param {number} by */
  step(by) {
    let at = this.at;
    for (let n = 0; n < Math.abs(by); n++) {
      const to = by > 0 ? this.next(at) : this.parent[at];
      if (to < 0) break;
      at = to;
    }
    return at;
  }

  /** The next or last variation beside this one. @param {number} by */
  sibling(by) {
    // The nearest fork above: in the middle of a variation the whole variation is changed.
    for (let at = this.at; this.parent[at] >= 0; at = this.parent[at]) {
      const all = this.children[this.parent[at]];
      if (all.length > 1) return all[(all.indexOf(at) + by + all.length) % all.length];
    }
    return this.at;
  }

  /** The path of a node: the number of each child from the root. @param {number} [index] */
  path(index = this.at) {
    const path = [];
    for (let at = index; this.parent[at] >= 0; at = this.parent[at]) path.push(this.children[this.parent[at]].indexOf(at));
    return path.reverse();
  }

  /** The node of a path, as far as there is one. @param {number[]} path */
  find(path) {
    let at = 0;
    for (const nth of path) at = this.children[at][nth] ?? at;
    return at;
  }

  /** The node of the main line after so many moves, or its last. @param {number} number */
  numbered(number) {
    let at = 0;
    let count = 0;
    for (let next = 0; next !== undefined; next = this.children[next][0]) {
      const node = this.nodes[next];
      count = node.n ?? count + Number(node.b !== undefined || node.w !== undefined);
      if (count > number) break;
      at = next;
    }
    return at;
  }

  /** Whether a node is on the main line. @param {number} [index] */
  isMain(index = this.at) {
    for (let at = index; this.parent[at] >= 0; at = this.parent[at]) {
      if (this.children[this.parent[at]][0] !== at) return false;
    }
    return true;
  }

  /** How it stands here. */
  here() {
    return this.line[this.line.length - 1];
  }

  /** @returns {"black" | "white"} */
  get turn() {
    return this.side(this.here().turn === "b" ? "black" : "white");
  }

  /** Stones captured by each side. */
  get captures() {
    const [black, white] = this.here().captures;
    return this.look.swap ? { black: white, white: black } : { black, white };
  }

  /** The name of a point as it is shown, or of a pass (-1). @param {number} point */
  nameAt(point) {
    return point < 0 ? words.pass : nameOf(point % this.width, Math.floor(point / this.width), this.height);
  }

  /** The point of this name. @param {string} at */
  pointAt(at) {
    const place = placeOf(at, this);
    return place ? place.y * this.width + place.x : -1;
  }

  /** The position in the form that the board draws: that of a live board. */
  snapshot() {
    const rows = [];
    for (let y = 0; y < this.height; y++) {
      let row = "";
      for (let x = 0; x < this.width; x++) row += ".XO"[this.cells[y * this.width + x]];
      rows.push(row);
    }
    const node = this.nodes[this.at];
    const played = this.played(this.at);
    const markup = [];
    for (const [key, kind] of KINDS) {
      for (const point of node[key] ?? []) markup.push({ kind, at: this.nameAt(this.turned(point)) });
    }
    for (const [point, text] of node.LB ?? []) markup.push({ kind: "label", at: this.nameAt(this.turned(point)), text });
    const next = this.children[this.at].map((child) => {
      const move = this.played(child);
      return move ? { color: move.color, at: this.nameAt(move.at) } : null;
    });
    const ko = node.ko === undefined ? [] : [{ at: this.nameAt(this.turned(node.ko)), rule: "ko" }];
    const moves = played ? [{ color: played.color, at: this.nameAt(played.at) }] : [];
    return /** @type {any} */ ({ width: this.width, height: this.height, position: { rows, forbidden: ko, takes: [] }, moves, node: { markup, next },
      marking: null, result: null });
  }
}
