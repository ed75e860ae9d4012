// The board: an SVG that is drawn from a snapshot, and a grid of points for keyboards and screen readers.

import { column, nameOf, placeOf } from "./points.js";
import { words } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Record<string, string | number>} [attributes] @param {Element} [parent] */
function make(name, attributes = {}, parent) {
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

export class Board {
  /** @param {HTMLElement} host @param {{ play: (at: string) => void, look: (at: string | null) => void }} on */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.key = "";
    this.focus = { x: 0, y: 0 };
    /** @type {string | null} */
    this.tapped = null;
  }

  /** Builds the parts that do not change. @param {number} width @param {number} height */
  build(width, height) {
    if (this.key === `${width}x${height}`) return;
    this.key = `${width}x${height}`;
    this.width = width;
    this.height = height;
    this.focus = { x: Math.floor(width / 2), y: Math.floor(height / 2) };
    const [w, h] = [width + 1, height + 1];
    const svg = make("svg", { viewBox: `-1.3 -1.3 ${w} ${h}`, role: "grid", "aria-label": "Go board", class: "go-board",
      "aria-rowcount": height, "aria-colcount": width });
    this.host.style.setProperty("--board-ratio", String(w / h));
    const defs = make("defs", {}, svg);
    for (const [id, light, dark] of [["black", "#666", "#0b0b0b"], ["white", "#fff", "#cfcbc2"]]) {
      const gradient = make("radialGradient", { id: `stone-${id}`, cx: "38%", cy: "32%", r: "75%" }, defs);
      make("stop", { offset: "0", "stop-color": light }, gradient);
      make("stop", { offset: "1", "stop-color": dark }, gradient);
    }
    const under = make("g", { "aria-hidden": "true" }, svg);
    make("rect", { x: -1.3, y: -1.3, width: w, height: h, rx: 0.15, class: "wood" }, under);
    let lines = "";
    for (let x = 0; x < width; x++) lines += `M${x} 0V${height - 1}`;
    for (let y = 0; y < height; y++) lines += `M0 ${y}H${width - 1}`;
    make("path", { d: lines, class: "lines" }, under);
    for (const { x, y } of stars(width, height)) make("circle", { cx: x, cy: y, r: 0.09, class: "star" }, under);
    for (let x = 0; x < width; x++) {
      const text = make("text", { x, y: -0.78, class: "coordinate" }, under);
      text.textContent = column(x);
    }
    for (let y = 0; y < height; y++) {
      const text = make("text", { x: -0.92, y: y + 0.1, class: "coordinate" }, under);
      text.textContent = String(height - y);
    }
    this.stones = make("g", { "aria-hidden": "true" }, svg);
    this.over = make("g", { "aria-hidden": "true" }, svg);
    this.ghost = make("g", { "aria-hidden": "true" }, svg);
    const grid = make("g", { role: "rowgroup" }, svg);
    /** @type {Element[][]} */
    this.cells = [];
    for (let y = 0; y < height; y++) {
      const row = make("g", { role: "row", "aria-rowindex": y + 1 }, grid);
      const cells = [];
      for (let x = 0; x < width; x++) {
        cells.push(make("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1, role: "gridcell", tabindex: "-1",
          class: "cell", "data-x": x, "data-y": y }, row));
      }
      this.cells.push(cells);
    }
    this.listen(svg);
    this.host.replaceChildren(svg);
    this.cells[this.focus.y][this.focus.x].setAttribute("tabindex", "0");
    /** @type {Map<string, Element>} */
    this.drawn = new Map();
  }

  /** @param {Element} svg */
  listen(svg) {
    const at = (/** @type {Event} */ event) => {
      const cell = /** @type {Element} */ (event.target);
      const [x, y] = [cell.getAttribute("data-x"), cell.getAttribute("data-y")];
      return x === null || y === null ? null : nameOf(Number(x), Number(y), this.height);
    };
    svg.addEventListener("pointermove", (event) => {
      if (/** @type {PointerEvent} */ (event).pointerType === "mouse") this.look(at(event));
    });
    svg.addEventListener("pointerleave", () => this.look(null));
    svg.addEventListener("click", (event) => {
      const name = at(event);
      if (!name) return;
      // On touch the first tap shows, and the second one plays.
      const isTouch = /** @type {PointerEvent} */ (event).pointerType === "touch";
      if (isTouch && this.tapped !== name) {
        this.tapped = name;
        this.look(name);
        return;
      }
      this.tapped = null;
      this.on.play(name);
    });
    svg.addEventListener("focusin", (event) => {
      const cell = /** @type {Element} */ (event.target);
      const [x, y] = [cell.getAttribute("data-x"), cell.getAttribute("data-y")];
      if (x !== null && y !== null) this.rove(Number(x), Number(y), false);
    });
    svg.addEventListener("keydown", (event) => this.keydown(/** @type {KeyboardEvent} */ (event)));
  }

  /** @param {KeyboardEvent} event */
  keydown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) {
      this.rove(this.focus.x + step[0], this.focus.y + step[1], true);
    } else if (event.key === "Home") {
      this.rove(0, this.focus.y, true);
    } else if (event.key === "End") {
      this.rove(this.width - 1, this.focus.y, true);
    } else if (event.key === "PageUp") {
      this.rove(this.focus.x, 0, true);
    } else if (event.key === "PageDown") {
      this.rove(this.focus.x, this.height - 1, true);
    } else if (event.key === "Enter" || event.key === " ") {
      this.on.play(nameOf(this.focus.x, this.focus.y, this.height));
    } else {
      return;
    }
    event.preventDefault();
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

  /** Draws a position. @param {import("./state.js").Snapshot} s @param {{ owners?: string[] | null, ownership?: number[] | null, letters?: boolean, candidates?: string[], lines?: string[][], arrows?: string[][], dim?: string[], hidden?: string[] }} more */
  draw(s, more) {
    this.build(s.width, s.height);
    const rows = s.position.rows;
    const dead = new Set(s.marking?.dead ?? s.result?.score?.dead ?? []);
    const seki = new Set(s.marking?.seki ?? s.result?.score?.seki ?? []);
    const last = s.moves.length ? s.moves[s.moves.length - 1] : null;
    const forbidden = new Map(s.position.forbidden.map((/** @type {any} */ f) => [f.at, f.rule]));
    const marks = new Map();
    for (const mark of s.node.markup) {
      marks.set(mark.at, [...(marks.get(mark.at) ?? []), mark.kind === "label" ? mark.text : /** @type {any} */ (words.marks)[mark.kind]]);
    }
    const wanted = new Map();
    for (let y = 0; y < s.height; y++) {
      for (let x = 0; x < s.width; x++) {
        const stone = rows[y][x];
        const name = nameOf(x, y, s.height);
        if (stone !== ".") wanted.set(`${stone}${x},${y}`, { x, y, stone, faint: dead.has(name) });
        const state = [stone === "." ? words.empty : words.sides[stone === "X" ? "black" : "white"]];
        if (dead.has(name)) state.push(words.dead);
        if (seki.has(name)) state.push(words.seki);
        if (last?.at === name) state.push(words.last);
        if (forbidden.get(name) === "ko") state.push(words.koPoint);
        state.push(...(marks.get(name) ?? []));
        const label = `${name}, ${state.join(", ")}`;
        const cell = this.cells[y][x];
        if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
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
        element = make("circle", { cx: x, cy: y, r: 0.475, class: `stone ${stone === "X" ? "black" : "white"}` }, this.stones);
        this.drawn.set(key, element);
      }
      element.classList.toggle("faint", faint);
    }
    this.drawOver(s, more, last);
  }

  /** @param {import("./state.js").Snapshot} s @param {any} more @param {any} last */
  drawOver(s, more, last) {
    const over = document.createDocumentFragment();
    const ink = (/** @type {number} */ x, /** @type {number} */ y) => (s.position.rows[y][x] === "X" ? "on-black" : "on-white");
    const add = (/** @type {string} */ name, /** @type {any} */ attributes, /** @type {string} */ text = "") => {
      const element = make(name, attributes);
      if (text) element.textContent = text;
      over.append(element);
    };
    for (let y = 0; y < s.height; y++) {
      for (let x = 0; x < s.width; x++) {
        const owner = more.owners?.[y]?.[x];
        const value = more.ownership ? more.ownership[y * s.width + x] : 0;
        if (owner === "x" || owner === "o") {
          add("rect", { x: x - 0.14, y: y - 0.14, width: 0.28, height: 0.28, class: `territory ${owner === "x" ? "black" : "white"}` });
        } else if (Math.abs(value) > 150) {
          const side = 0.05 + (Math.abs(value) / 1000) * 0.36;
          add("rect", { x: x - side / 2, y: y - side / 2, width: side, height: side, class: `territory ${value > 0 ? "black" : "white"}` });
        }
      }
    }
    const place = (/** @type {string} */ name) => placeOf(name, s);
    const shown = last && last.at !== "pass" ? place(last.at) : null;
    const marked = new Set(s.node.markup.map((/** @type {any} */ mark) => mark.at));
    if (shown && !marked.has(last.at)) {
      add("circle", { cx: shown.x, cy: shown.y, r: 0.22, class: `last ${ink(shown.x, shown.y)}` });
    }
    for (const { at, rule } of s.position.forbidden) {
      const p = place(at);
      if (p && rule !== "suicide") add("rect", { x: p.x - 0.2, y: p.y - 0.2, width: 0.4, height: 0.4, class: "ko" });
    }
    for (const mark of s.node.markup) {
      const p = place(mark.at);
      if (!p) continue;
      const stone = s.position.rows[p.y][p.x];
      const tone = stone === "." ? "on-wood" : ink(p.x, p.y);
      if (stone === "." && mark.kind === "label") add("circle", { cx: p.x, cy: p.y, r: 0.4, class: "blank" });
      if (mark.kind === "label") {
        add("text", { x: p.x, y: p.y + 0.2, class: `label ${tone}` }, mark.text.slice(0, 3));
      } else {
        add("path", { d: SHAPES[mark.kind]?.(p.x, p.y) ?? "", class: `mark ${tone}` });
      }
    }
    if (more.letters) {
      s.node.next.forEach((/** @type {any} */ next, /** @type {number} */ nth) => {
        const p = next && next.at !== "pass" ? place(next.at) : null;
        if (!p || s.position.rows[p.y][p.x] !== ".") return;
        add("circle", { cx: p.x, cy: p.y, r: 0.36, class: "blank" });
        add("text", { x: p.x, y: p.y + 0.2, class: "letter" }, String.fromCharCode(97 + (nth % 26)));
      });
    }
    for (const [names, kind] of [[more.dim, "veil dim"], [more.hidden, "veil"]]) {
      for (const name of names ?? []) {
        const p = place(name);
        if (p) add("rect", { x: p.x - 0.5, y: p.y - 0.5, width: 1, height: 1, class: kind });
      }
    }
    for (const [pairs, isArrow] of [[more.lines, false], [more.arrows, true]]) {
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
    (more.candidates ?? []).forEach((/** @type {string} */ at, /** @type {number} */ nth) => {
      const p = at === "pass" ? null : place(at);
      if (!p) return;
      add("circle", { cx: p.x, cy: p.y, r: 0.4, class: "candidate" });
      add("text", { x: p.x, y: p.y + 0.2, class: "candidate-number" }, String(nth + 1));
    });
    this.over.replaceChildren(over);
  }

  /** A stone that could be played, and what it would take. @param {string | null} at @param {string | null} color @param {string[]} takes @param {import("./state.js").Snapshot} s */
  preview(at, color, takes, s) {
    const ghost = document.createDocumentFragment();
    const p = at ? placeOf(at, s) : null;
    if (p && color) {
      ghost.append(make("circle", { cx: p.x, cy: p.y, r: 0.475, class: `stone ghost ${color}` }));
      for (const name of takes) {
        const q = placeOf(name, s);
        if (q) ghost.append(make("path", { d: SHAPES.cross(q.x, q.y), class: "taken" }));
      }
    }
    this.ghost?.replaceChildren(ghost);
  }
}

/** @type {Record<string, (x: number, y: number) => string>} */
const SHAPES = {
  circle: (x, y) => `M${x - 0.24} ${y}a.24 .24 0 1 0 .48 0a.24 .24 0 1 0 -.48 0`,
  square: (x, y) => `M${x - 0.2} ${y - 0.2}h.4v.4h-.4z`,
  triangle: (x, y) => `M${x} ${y - 0.28}l.25 .42h-.5z`,
  cross: (x, y) => `M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4`,
  selected: (x, y) => `M${x - 0.12} ${y - 0.12}h.24v.24h-.24z`,
};
