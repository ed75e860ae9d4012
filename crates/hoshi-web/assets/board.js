// The board: an SVG that is drawn from a snapshot, and over it a grid of points for pointers, keyboards and
// screen readers. It knows no rules: what a point means is asked of the page.

import { column, nameOf, placeOf } from "./points.js";
import { words } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/** What is drawn besides the position.
 * @typedef {{ owners?: string[] | null, ownership?: number[] | null, letters?: boolean, candidates?: string[],
 *   captured?: string[], lines?: string[][], arrows?: string[][], dim?: string[], hidden?: string[] }} More */

/** @param {string} name @param {Record<string, string | number>} [attributes] @param {Element} [parent] */
function shape(name, attributes = {}, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent?.append(element);
  return element;
}

/** Star points, as on a wooden board. @param {number} width @param {number} height */
export function stars(width, height) {
  const lines = (/** @type {number} */ n) => {
    const edge = n >= 13 ? 3 : n >= 7 ? 2 : 0;
    if (!edge) return n % 2 && n >= 5 ? [(n - 1) / 2] : [];
    const all = [edge, n - 1 - edge];
    if (n % 2) all.push((n - 1) / 2);
    return all;
  };
  const [xs, ys] = [lines(width), lines(height)];
  const mid = (/** @type {number} */ v, /** @type {number} */ n) => v === (n - 1) / 2;
  const all = [];
  for (const x of xs) {
    for (const y of ys) {
      const sides = Number(mid(x, width)) + Number(mid(y, height));
      if (sides === 1 && (width < 15 || height < 15)) continue;
      all.push({ x, y });
    }
  }
  return all;
}

/** @type {Record<string, (x: number, y: number) => string>} */
const SHAPES = {
  circle: (x, y) => `M${x - 0.24} ${y}a.24 .24 0 1 0 .48 0a.24 .24 0 1 0 -.48 0`,
  square: (x, y) => `M${x - 0.2} ${y - 0.2}h.4v.4h-.4z`,
  triangle: (x, y) => `M${x} ${y - 0.28}l.25 .42h-.5z`,
  cross: (x, y) => `M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4`,
  selected: (x, y) => `M${x - 0.12} ${y - 0.12}h.24v.24h-.24z`,
};

export class Board {
  /** `touch` says whether a tap shows a point first, and what is to be said of it then.
   * @param {HTMLElement} host
   * @param {{ play: (at: string) => void, look: (at: string | null) => void, touch?: (at: string) => boolean }} on */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.key = "";
    this.rows = "";
    this.width = 0;
    this.height = 0;
    this.focus = { x: 0, y: 0 };
    /** The point that was tapped once. @type {string | null} */
    this.tapped = null;
    /** The point that is pointed at. @type {string | null} */
    this.looked = null;
    /** @type {Element[][]} */
    this.cells = [];
    /** @type {Map<string, Element>} */
    this.drawn = new Map();
    this.stones = shape("g");
    this.over = shape("g");
    this.ghost = shape("g");
    this.flash = shape("g");
    /** @type {Element | null} */
    this.loupe = null;
    this.pointer = "mouse";
    // Not on the picture: a browser lets the Tab key stop at an SVG element that listens for the focus.
    host.addEventListener("focusin", (event) => {
      const point = this.at(event);
      if (point) this.rove(point.x, point.y, false);
    });
    host.addEventListener("focusout", () => this.look(null));
  }

  /** Builds the parts that do not change. @param {number} width @param {number} height */
  build(width, height) {
    if (this.key === `${width}x${height}`) return;
    this.key = `${width}x${height}`;
    this.width = width;
    this.height = height;
    this.focus = { x: Math.floor(width / 2), y: Math.floor(height / 2) };
    // Room for the coordinates above and on the left, and for half a stone on the other sides.
    const [w, h] = [width + 0.7, height + 0.66];
    const svg = shape("svg", { viewBox: `-1.08 -1.04 ${w} ${h}`, role: "grid", "aria-label": words.grid, class: "go-board",
      "aria-rowcount": height, "aria-colcount": width });
    // Where the width of the stage is set as well.
    (this.host.parentElement ?? this.host).style.setProperty("--board-ratio", String(w / h));
    // A small board is drawn large; its coordinates need not be.
    // On a very large one there is room between the lines only for the eye of a needle: what fits the margin.
    const longest = Math.max(width, height);
    this.host.style.setProperty("--coordinate", `${longest > 25 && longest < 100 ? 0.48 : Math.min(0.33, 0.15 + longest * 0.011)}px`);
    const defs = shape("defs", {}, svg);
    for (const [id, ...tones] of [["black", "#5d5d5f", "#26262a", "#08080a"], ["white", "#ffffff", "#f1eee8", "#c9c4b8"]]) {
      const gradient = shape("radialGradient", { id: `stone-${id}`, cx: "36%", cy: "30%", r: "78%" }, defs);
      tones.forEach((tone, nth) => shape("stop", { offset: [0, 0.45, 1][nth], "stop-color": tone }, gradient));
    }
    const drawing = shape("g", { id: "go-drawing", "aria-hidden": "true" }, svg);
    shape("rect", { x: -1.08, y: -1.04, width: w, height: h, rx: 0.12, class: "wood" }, drawing);
    let lines = "";
    for (let x = 0; x < width; x++) lines += `M${x} 0V${height - 1}`;
    for (let y = 0; y < height; y++) lines += `M0 ${y}H${width - 1}`;
    shape("path", { d: lines, class: "lines" }, drawing);
    shape("rect", { x: 0, y: 0, width: width - 1, height: height - 1, class: "lines edge" }, drawing);
    for (const { x, y } of stars(width, height)) shape("circle", { cx: x, cy: y, r: 0.09, class: "star" }, drawing);
    for (let x = 0; x < width; x++) shape("text", { x, y: -0.64, class: "coordinate" }, drawing).textContent = column(x);
    for (let y = 0; y < height; y++) {
      shape("text", { x: -0.75, y: y + 0.1, class: "coordinate" }, drawing).textContent = String(height - y);
    }
    this.stones = shape("g", {}, drawing);
    this.over = shape("g", {}, drawing);
    this.ghost = shape("g", {}, drawing);
    this.flash = shape("g", {}, drawing);
    const grid = shape("g", { role: "rowgroup" }, svg);
    this.cells = [];
    for (let y = 0; y < height; y++) {
      const row = shape("g", { role: "row", "aria-rowindex": y + 1 }, grid);
      const cells = [];
      for (let x = 0; x < width; x++) {
        cells.push(shape("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1, role: "gridcell", tabindex: "-1",
          class: "cell", "aria-colindex": x + 1, "data-x": x, "data-y": y }, row));
      }
      this.cells.push(cells);
    }
    this.listen(svg);
    this.host.replaceChildren(svg);
    this.loupe = null;
    this.cells[this.focus.y][this.focus.x].setAttribute("tabindex", "0");
    this.drawn = new Map();
  }

  /** The point that an event is about. @param {Event} event */
  at(event) {
    const cell = /** @type {Element} */ (event.target);
    const [x, y] = [cell.getAttribute("data-x"), cell.getAttribute("data-y")];
    return x === null || y === null ? null : { x: Number(x), y: Number(y), name: nameOf(Number(x), Number(y), this.height) };
  }

  /** @param {Element} svg */
  listen(svg) {
    svg.addEventListener("pointerdown", (event) => { this.pointer = /** @type {PointerEvent} */ (event).pointerType; });
    // A pointer does not take the focus: arrow keys go on doing what they did. Whoever has it is left, as by any click.
    svg.addEventListener("mousedown", (event) => {
      event.preventDefault();
      const active = /** @type {HTMLElement | null} */ (document.activeElement);
      if (active && !this.host.contains(active)) active.blur();
    });
    svg.addEventListener("pointermove", (event) => {
      if (/** @type {PointerEvent} */ (event).pointerType === "mouse") this.look(this.at(event)?.name ?? null);
    });
    svg.addEventListener("pointerleave", (event) => {
      if (/** @type {PointerEvent} */ (event).pointerType === "mouse") this.look(null);
    });
    svg.addEventListener("click", (event) => {
      const point = this.at(event);
      if (!point) return;
      const { x, y, name } = point;
      // On touch the first tap shows the point, magnified, and the second one plays.
      if (this.pointer === "touch" && this.tapped !== name && (this.on.touch?.(name) ?? true)) {
        this.tapped = name;
        this.look(name);
        this.magnify(x, y);
        return;
      }
      this.untap();
      // A finger does not hover: nothing is pointed at any more, else a ghost would come back when the point is empty again.
      if (this.pointer === "touch") this.look(null);
      this.cells[this.focus.y][this.focus.x].setAttribute("tabindex", "-1");
      this.focus = { x, y };
      this.cells[y][x].setAttribute("tabindex", "0");
      this.on.play(name);
    });
    svg.addEventListener("keydown", (event) => this.keydown(/** @type {KeyboardEvent} */ (event)));
  }

  /** @param {KeyboardEvent} event */
  keydown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { x, y } = this.focus;
    /** @type {Record<string, [number, number]>} */
    const moves = {
      ArrowLeft: [x - 1, y], ArrowRight: [x + 1, y], ArrowUp: [x, y - 1], ArrowDown: [x, y + 1],
      Home: [0, y], End: [this.width - 1, y], PageUp: [x, 0], PageDown: [x, this.height - 1],
    };
    const move = moves[event.key];
    if (move) {
      this.rove(move[0], move[1], true);
    } else if (event.key === "Enter" || event.key === " ") {
      this.on.play(nameOf(x, y, this.height));
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the focus. @param {number} x @param {number} y @param {boolean} really */
  rove(x, y, really) {
    x = Math.max(0, Math.min(this.width - 1, x));
    y = Math.max(0, Math.min(this.height - 1, y));
    this.cells[this.focus.y][this.focus.x].setAttribute("tabindex", "-1");
    this.focus = { x, y };
    const cell = /** @type {SVGElement} */ (this.cells[y][x]);
    cell.setAttribute("tabindex", "0");
    if (really) cell.focus();
    this.look(nameOf(x, y, this.height));
  }

  /** @param {string | null} at */
  look(at) {
    if (at === this.looked) return;
    this.looked = at;
    this.on.look(at);
  }

  /** Asks anew what is to be shown of the point that is pointed at: the position has changed. */
  lookAgain() {
    if (this.looked) this.on.look(this.looked);
  }

  /** Shows the surroundings of a point magnified, away from the finger. @param {number} x @param {number} y */
  magnify(x, y) {
    this.loupe?.remove();
    // Half again as large as the board at least: a small board is large already.
    const reach = Math.min(2.3, 0.147 * Math.max(this.width, this.height));
    const svg = shape("svg", { viewBox: `${x - reach} ${y - reach} ${2 * reach} ${2 * reach}`, "aria-hidden": "true",
      class: `loupe ${x < (this.width - 1) / 2 ? "right" : "left"} ${y < (this.height - 1) / 2 ? "low" : "high"}` });
    shape("use", { href: "#go-drawing" }, svg);
    shape("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1, class: "aim" }, svg);
    this.host.append(svg);
    this.loupe = svg;
  }

  untap() {
    this.tapped = null;
    this.loupe?.remove();
    this.loupe = null;
  }

  /** Marks a point for a moment: nothing can be played there. @param {string} at */
  refuse(at) {
    const p = placeOf(at, this);
    if (!p) return;
    const mark = shape("path", { d: SHAPES.cross(p.x, p.y), class: "refused" });
    this.flash.replaceChildren(mark);
    setTimeout(() => mark.remove(), 900);
  }

  /** Draws a position. @param {import("./state.js").Snapshot} s @param {More} more */
  draw(s, more) {
    this.build(s.width, s.height);
    const rows = s.position.rows.join("/");
    if (rows !== this.rows) this.untap();
    this.rows = rows;
    const last = s.moves.length ? s.moves[s.moves.length - 1] : null;
    const dead = new Set(s.marking?.dead ?? s.result?.score?.dead ?? []);
    const wanted = new Map();
    for (let y = 0; y < s.height; y++) {
      for (let x = 0; x < s.width; x++) {
        const stone = s.position.rows[y][x];
        if (stone !== ".") wanted.set(`${stone}${x},${y}`, { x, y, stone, faint: dead.has(nameOf(x, y, s.height)) });
      }
    }
    for (const [key, element] of this.drawn) {
      if (wanted.has(key)) continue;
      this.drawn.delete(key);
      element.classList.add("gone");
      setTimeout(() => element.remove(), 160);
    }
    for (const [key, { x, y, stone, faint }] of wanted) {
      let element = this.drawn.get(key);
      if (!element) {
        element = shape("g", { class: `stone ${stone === "X" ? "black" : "white"}` }, this.stones);
        shape("circle", { cx: x + 0.03, cy: y + 0.05, r: 0.475, class: "shade" }, element);
        shape("circle", { cx: x, cy: y, r: 0.475 }, element);
        this.drawn.set(key, element);
      }
      element.classList.toggle("faint", faint);
    }
    this.name(s, more, last, dead);
    this.drawOver(s, more, last);
  }

  /** Says of each point what is on it. @param {any} s @param {More} more @param {any} last @param {Set<string>} dead */
  name(s, more, last, dead) {
    const seki = new Set(s.marking?.seki ?? s.result?.score?.seki ?? []);
    /** @type {Map<string, string[]>} */
    const notes = new Map();
    const note = (/** @type {string} */ at, /** @type {string} */ text) => notes.set(at, [...(notes.get(at) ?? []), text]);
    for (const at of dead) note(at, words.dead);
    for (const at of seki) note(at, words.seki);
    for (const { at, rule } of s.position.forbidden) if (rule !== "suicide") note(at, words.koPoint);
    for (const at of more.captured ?? []) note(at, words.taken);
    for (const { at, kind, text } of s.node.markup) note(at, kind === "label" ? `${words.marks.label} ${text}` : words.marks[kind] ?? kind);
    if (more.letters) this.variations(s, (at, letter) => note(at, words.variation(letter)));
    (more.candidates ?? []).forEach((at, nth) => note(at, words.candidate(nth + 1)));
    if (last) note(last.at, words.last);
    for (let y = 0; y < s.height; y++) {
      for (let x = 0; x < s.width; x++) {
        const stone = s.position.rows[y][x];
        const at = nameOf(x, y, s.height);
        const owner = more.owners?.[y]?.[x];
        const state = [stone === "." ? words.empty : words.sides[stone === "X" ? "black" : "white"], ...(notes.get(at) ?? [])];
        if (owner === "x" || owner === "o") state.push(words.territoryOf(words.sides[owner === "x" ? "black" : "white"]));
        const label = `${at}, ${state.join(", ")}`;
        const cell = this.cells[y][x];
        if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      }
    }
  }

  /** The moves that follow, each with its letter. @param {any} s @param {(at: string, letter: string) => void} each */
  variations(s, each) {
    s.node.next.forEach((/** @type {any} */ next, /** @type {number} */ nth) => {
      const p = next && next.at !== "pass" ? placeOf(next.at, s) : null;
      if (p && s.position.rows[p.y][p.x] === ".") each(next.at, String.fromCharCode(97 + (nth % 26)));
    });
  }

  /** @param {import("./state.js").Snapshot} s @param {More} more @param {any} last */
  drawOver(s, more, last) {
    const over = document.createDocumentFragment();
    const stoneAt = (/** @type {{x: number, y: number}} */ p) => s.position.rows[p.y][p.x];
    const tone = (/** @type {{x: number, y: number}} */ p) => (stoneAt(p) === "." ? "on-wood" : stoneAt(p) === "X" ? "on-black" : "on-white");
    const add = (/** @type {string} */ name, /** @type {any} */ attributes, /** @type {string} */ text = "") => {
      const element = shape(name, attributes);
      if (text) element.textContent = text;
      over.append(element);
    };
    const place = (/** @type {string} */ name) => placeOf(name, s);
    for (let y = 0; y < s.height; y++) {
      for (let x = 0; x < s.width; x++) {
        const owner = more.owners?.[y]?.[x];
        const value = more.ownership ? more.ownership[y * s.width + x] : 0;
        const isOwned = owner === "x" || owner === "o";
        if (!isOwned && Math.abs(value) <= 150) continue;
        const side = isOwned ? 0.3 : 0.06 + (Math.abs(value) / 1000) * 0.34;
        const of = owner === "x" || (!isOwned && value > 0) ? "black" : "white";
        add("rect", { x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 0.03, class: `territory ${of}` });
      }
    }
    for (const at of more.captured ?? []) {
      const p = place(at);
      if (p && stoneAt(p) === ".") add("circle", { cx: p.x, cy: p.y, r: 0.3, class: "captured" });
    }
    const shown = last && last.at !== "pass" ? place(last.at) : null;
    const marked = new Set(s.node.markup.map((/** @type {any} */ mark) => mark.at));
    if (shown && stoneAt(shown) !== "." && !marked.has(last.at)) {
      add("circle", { cx: shown.x, cy: shown.y, r: 0.22, class: `last ${tone(shown)}` });
    }
    for (const { at, rule } of s.position.forbidden) {
      const p = place(at);
      if (p && rule !== "suicide") add("rect", { x: p.x - 0.2, y: p.y - 0.2, width: 0.4, height: 0.4, class: "ko" });
    }
    if (more.letters) {
      this.variations(s, (at, letter) => {
        const p = marked.has(at) ? null : place(at);
        if (!p) return;
        add("circle", { cx: p.x, cy: p.y, r: 0.38, class: "blank" });
        add("text", { x: p.x, y: p.y + 0.16, class: "letter" }, letter);
      });
    }
    for (const mark of s.node.markup) {
      const p = place(mark.at);
      if (!p) continue;
      if (mark.kind === "label") {
        const text = [...mark.text].slice(0, 4).join("");
        if (stoneAt(p) === ".") add("circle", { cx: p.x, cy: p.y, r: 0.4, class: "blank" });
        add("text", { x: p.x, y: p.y + 0.2, class: `label ${tone(p)}${text.length > 2 ? " long" : ""}` }, text);
      } else {
        add("path", { d: SHAPES[mark.kind]?.(p.x, p.y) ?? "", class: `mark ${mark.kind} ${tone(p)}` });
      }
    }
    for (const [names, kind] of /** @type {[string[] | undefined, string][]} */ ([[more.dim, "veil dim"], [more.hidden, "veil"]])) {
      for (const name of names ?? []) {
        const p = place(name);
        if (p) add("rect", { x: p.x - 0.5, y: p.y - 0.5, width: 1, height: 1, class: kind });
      }
    }
    for (const [pairs, isArrow] of /** @type {[string[][] | undefined, boolean][]} */ ([[more.lines, false], [more.arrows, true]])) {
      for (const pair of pairs ?? []) {
        const [from, to] = pair.map(place);
        if (!from || !to) continue;
        let d = `M${from.x} ${from.y}L${to.x} ${to.y}`;
        if (isArrow) {
          const angle = Math.atan2(to.y - from.y, to.x - from.x);
          for (const side of [2.6, -2.6]) d += `M${to.x} ${to.y}l${(0.4 * Math.cos(angle + side)).toFixed(3)} ${(0.4 * Math.sin(angle + side)).toFixed(3)}`;
        }
        add("path", { d, class: "casing" });
        add("path", { d, class: "arrow" });
      }
    }
    (more.candidates ?? []).forEach((at, nth) => {
      const p = at === "pass" ? null : place(at);
      if (!p || stoneAt(p) !== ".") return;
      add("circle", { cx: p.x, cy: p.y, r: 0.42, class: `candidate${nth ? "" : " best"}` });
      add("text", { x: p.x, y: p.y + 0.18, class: "candidate-number" }, String(nth + 1));
    });
    this.over.replaceChildren(over);
  }

  /** A stone that could be played, and what it would take; another mark if a tool says so.
   * @param {string | null} at @param {string | null} color @param {string[]} takes @param {{width: number, height: number}} s */
  preview(at, color, takes, s) {
    const ghost = document.createDocumentFragment();
    const p = at ? placeOf(at, s) : null;
    if (p && (color === "black" || color === "white")) {
      const stone = shape("g", { class: `stone ghost ${color}` });
      shape("circle", { cx: p.x, cy: p.y, r: 0.475 }, stone);
      ghost.append(stone);
      for (const name of takes) {
        const q = placeOf(name, s);
        if (q) ghost.append(shape("path", { d: SHAPES.cross(q.x, q.y), class: "taken" }));
      }
    } else if (p && color) {
      ghost.append(shape("path", { d: (SHAPES[color] ?? SHAPES.selected)(p.x, p.y), class: "mark ghost" }));
    }
    this.ghost.replaceChildren(ghost);
  }
}
