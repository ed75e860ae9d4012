// The tree of variations as a picture: stones on lines, a column for each move. Only what is in view is drawn, so that
// a record with thousands of nodes costs no more than a small one.

const SPACE = "http://www.w3.org/2000/svg";
/** The distance between two columns, and between two rows, where letters have their usual 16 pixels. */
const CELL = 26;
const RADIUS = 8.5;

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** A node: its parent (usually the node before it), the colour that moved, and whether there is something to read.
 * @typedef {{ p?: number, b?: number, w?: number, n?: number, c?: any }} TreeNode */

/** Where the nodes are: the first child stays in the row of its parent, the others go below what is there.
 * @param {TreeNode[]} nodes */
export function arrange(nodes) {
  const parent = nodes.map((node, index) => node.p ?? index - 1);
  /** @type {number[][]} */
  const children = nodes.map(() => []);
  nodes.forEach((_, index) => { if (index) children[parent[index]].push(index); });
  const column = new Int32Array(nodes.length);
  const row = new Int32Array(nodes.length);
  const number = new Int32Array(nodes.length);
  /** The first free row of each column. @type {number[]} */
  const free = [];
  nodes.forEach((node, index) => {
    const above = parent[index];
    number[index] = node.n ?? (above >= 0 ? number[above] : 0) + Number(node.b !== undefined || node.w !== undefined);
    column[index] = above >= 0 ? column[above] + 1 : 0;
    if (above >= 0 && children[above][0] === index) {
      row[index] = row[above];
      return;
    }
    // A line needs a row that is free from its fork to its end.
    let length = 1;
    for (let at = index; children[at].length; at = children[at][0]) length++;
    const first = Math.max(0, column[index] - 1);
    let place = above >= 0 ? row[above] + 1 : 0;
    for (let at = first; at < column[index] + length; at++) place = Math.max(place, free[at] ?? 0);
    for (let at = first; at < column[index] + length; at++) free[at] = place + 1;
    row[index] = place;
  });
  return { parent, children, column, row, number };
}

export class Tree {
  /** @param {HTMLElement} host @param {string} label what the tree is called @param {{ go: (path: number[]) => void }} on */
  constructor(host, label, on) {
    this.host = host;
    this.on = on;
    /** @type {TreeNode[]} */
    this.nodes = [];
    this.at = 0;
    host.classList.add("tree");
    host.tabIndex = 0;
    host.setAttribute("role", "group");
    host.setAttribute("aria-label", label);
    this.svg = shape("svg", { "aria-hidden": "true" });
    host.replaceChildren(this.svg);
    host.addEventListener("scroll", () => this.later());
    this.svg.addEventListener("click", (event) => {
      const box = this.svg.getBoundingClientRect();
      const { clientX, clientY } = /** @type {MouseEvent} */ (event);
      const found = this.cells.get(this.key(Math.floor((clientX - box.left) / this.cell), Math.floor((clientY - box.top) / this.cell)));
      if (found !== undefined) this.on.go(this.path(found));
    });
    host.addEventListener("keydown", (event) => this.keydown(event));
    if (typeof ResizeObserver !== "undefined") new ResizeObserver(() => this.later()).observe(host);
    /** That distance in pixels: a large window has large letters. */
    this.cell = CELL;
    /** @type {Map<number, number>} */
    this.cells = new Map();
    this.arranged = arrange([]);
  }

  /** @param {number} column @param {number} row */
  key(column, row) {
    return column * 131072 + row;
  }

  /** Shows these nodes, and marks the one at a path. The same array means the same tree.
   * @param {TreeNode[]} nodes @param {number[]} path */
  draw(nodes, path) {
    if (nodes !== this.nodes) {
      this.nodes = nodes;
      this.arranged = arrange(nodes);
      this.measure();
    }
    let at = 0;
    for (const nth of path) at = this.arranged.children[at]?.[nth] ?? at;
    this.at = at;
    this.host.hidden = nodes.length < 2;
    if (this.host.hidden) return;
    this.show();
    this.paint();
  }

  /** What depends on the whole tree. */
  measure() {
    const { column, row, parent } = this.arranged;
    this.cells = new Map();
    /** By column: the vertical lines below a fork, as first and last row. @type {Map<number, [number, number][]>} */
    this.stems = new Map();
    let [wide, high] = [0, 0];
    for (let at = 0; at < this.nodes.length; at++) {
      this.cells.set(this.key(column[at], row[at]), at);
      wide = Math.max(wide, column[at]);
      high = Math.max(high, row[at]);
      const above = parent[at];
      if (above >= 0 && row[at] > row[above]) {
        const all = this.stems.get(column[above]) ?? [];
        all.push([row[above], row[at]]);
        this.stems.set(column[above], all);
      }
    }
    this.columns = wide + 1;
    this.rows = high + 1;
    this.svg.setAttribute("viewBox", `0 0 ${this.columns * CELL} ${this.rows * CELL}`);
    this.fit();
  }

  /** Makes the picture as large as the letters of the page want it. */
  fit() {
    this.cell = (CELL * parseFloat(getComputedStyle(document.documentElement).fontSize)) / 16;
    this.svg.setAttribute("width", String((this.columns ?? 0) * this.cell));
    this.svg.setAttribute("height", String((this.rows ?? 0) * this.cell));
  }

  /** Scrolls the current node into view, and no further than it must. */
  show() {
    const { host, cell } = this;
    const [x, y] = [this.arranged.column[this.at] * cell, this.arranged.row[this.at] * cell];
    const margin = Math.min(3 * cell, host.clientWidth / 3);
    if (x - margin < host.scrollLeft) host.scrollLeft = x - margin;
    else if (x + cell + margin > host.scrollLeft + host.clientWidth) host.scrollLeft = x + cell + margin - host.clientWidth;
    if (y < host.scrollTop) host.scrollTop = y;
    else if (y + cell > host.scrollTop + host.clientHeight) host.scrollTop = y + cell - host.clientHeight;
  }

  later() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.fit();
      this.paint();
    });
  }

  /** Draws what is in view. */
  paint() {
    const { host, nodes, cell } = this;
    const { row, parent, number } = this.arranged;
    if (!nodes.length) return;
    const first = Math.max(0, Math.floor(host.scrollLeft / cell) - 1);
    const last = Math.ceil((host.scrollLeft + (host.clientWidth || 600)) / cell) + 1;
    const top = Math.max(0, Math.floor(host.scrollTop / cell) - 1);
    const bottom = Math.ceil((host.scrollTop + (host.clientHeight || 200)) / cell) + 1;
    const middle = (/** @type {number} */ n) => n * CELL + CELL / 2;
    const line = new Set();
    for (let at = this.at; at >= 0; at = parent[at]) line.add(at);
    let [ways, own] = ["", ""];
    const stones = document.createDocumentFragment();
    for (let x = first; x <= last; x++) {
      for (const [from, to] of this.stems?.get(x) ?? []) {
        const [a, b] = [Math.max(from, top), Math.min(to - 1, bottom)];
        if (a < b) ways += `M${middle(x)} ${middle(a)}V${middle(b)}`;
      }
      for (let y = top; y <= bottom; y++) {
        const at = this.cells.get(this.key(x, y));
        if (at === undefined) continue;
        const above = parent[at];
        if (above >= 0) {
          const way = row[above] === y ? `M${middle(x - 1)} ${middle(y)}H${middle(x)}` : `M${middle(x - 1)} ${middle(y - 1)}L${middle(x)} ${middle(y)}`;
          if (line.has(at)) own += way;
          else ways += way;
        }
        this.stone(stones, at, middle(x), middle(y), number[at], line.has(at));
      }
    }
    this.svg.replaceChildren(shape("path", { d: ways, class: "way" }), shape("path", { d: own, class: "way own" }), stones);
  }

  /** @param {DocumentFragment} into @param {number} at @param {number} x @param {number} y @param {number} number @param {boolean} isOwn */
  stone(into, at, x, y, number, isOwn) {
    const node = this.nodes[at];
    const kind = node.b !== undefined ? "black" : node.w !== undefined ? "white" : "no-move";
    if (at === this.at) into.append(shape("circle", { cx: x, cy: y, r: RADIUS + 3, class: "current" }));
    into.append(kind === "no-move" ? shape("rect", { x: x - 5, y: y - 5, width: 10, height: 10, rx: 2, class: "node no-move" })
      : shape("circle", { cx: x, cy: y, r: RADIUS, class: `node ${kind}${isOwn ? " own" : ""}` }));
    if (kind !== "no-move") {
      const text = shape("text", { x, y: y + 3, class: `number ${kind}` });
      text.textContent = String(number);
      into.append(text);
    }
    if (node.c) into.append(shape("circle", { cx: x + RADIUS - 1, cy: y - RADIUS + 1, r: 3, class: "has-comment" }));
  }

  /** @param {number} index */
  path(index) {
    const { parent, children } = this.arranged;
    const path = [];
    for (let at = index; parent[at] >= 0; at = parent[at]) path.push(children[parent[at]].indexOf(at));
    return path.reverse();
  }

  /** @param {KeyboardEvent} event */
  keydown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { parent, children, column, row } = this.arranged;
    let to = -1;
    if (event.key === "ArrowLeft") to = parent[this.at];
    else if (event.key === "ArrowRight") to = children[this.at][0] ?? -1;
    else if (event.key === "Home") to = 0;
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      // The nearest node of this column above or below.
      const by = event.key === "ArrowUp" ? -1 : 1;
      let best = Infinity;
      for (let at = 0; at < this.nodes.length; at++) {
        const far = (row[at] - row[this.at]) * by;
        if (column[at] === column[this.at] && far > 0 && far < best) [best, to] = [far, at];
      }
    } else return;
    event.preventDefault();
    event.stopPropagation();
    if (to >= 0) this.on.go(this.path(to));
  }
}
