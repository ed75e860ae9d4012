// The tools of a review: markup, stones that are set up, comments, variations.

import { button, iconButton, make } from "./dom.js";
import { knows, marksAt } from "./marks.js";
import { confirm, mayEdit, ownColor, page, send, tell, ui, walk } from "./page.js";
import { column, placeOf } from "./points.js";
import { words } from "./words-game.js";

/** @typedef {import("./state.js").Snapshot} Snapshot */
/** @typedef {"play" | "black" | "white" | "empty" | "triangle" | "square" | "circle" | "cross" | "letter" | "number" | "text"} Tool */

/** @type {Tool[]} */
const TOOLS = ["play", "black", "white", "empty", "triangle", "square", "circle", "cross", "letter", "number", "text"];
/** Small pictures of the tools; letters stand for themselves. @type {Record<string, string>} */
const ICONS = {
  play: "M8.5 10a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M4.5 16a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0",
  black: "M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0", white: "M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0",
  empty: "M12 3v18M3 12h18", triangle: "M12 4l8.5 15h-17z", square: "M5 5h14v14h-14z",
  circle: "M5 12a7 7 0 1 0 14 0a7 7 0 1 0-14 0", cross: "M5 5l14 14M19 5l-14 14",
};

/** @type {Record<string, string>} */
const SIGNS = { letter: "A", number: "1", text: "Ab" };

/** @type {Tool} */
let tool = "play";
/** Stones that are being set up, until they are placed or discarded: points and `X`, `O` or `.`. @type {Map<string, string>} */
const draft = new Map();
/** @type {"" | "black" | "white"} */
let draftTurn = "";
let isBuilt = false;

/** The position with the stones that are being set up. @param {Snapshot} s @returns {Snapshot} */
export function withDraft(s) {
  if (!draft.size) return s;
  const rows = s.position.rows.map((/** @type {string} */ row) => [...row]);
  for (const [at, stone] of draft) {
    const p = placeOf(at, s);
    if (p) rows[p.y][p.x] = stone;
  }
  return { ...s, position: { ...s.position, rows: rows.map((/** @type {string[]} */ row) => row.join("")), forbidden: [] } };
}

/** What a point would look like with the tool in hand: a colour, or the kind of a mark. */
export function toolPreview() {
  if (!mayEdit() || tool === "play") return null;
  if (tool === "letter" || tool === "number" || tool === "text" || tool === "empty") return "selected";
  return tool;
}

/** Uses the tool on a point. Returns false if it is that for playing. @param {string} at */
export function useTool(at) {
  const s = page.link.state;
  if (!s || !mayEdit() || tool === "play") return false;
  if (tool === "black" || tool === "white" || tool === "empty") setUp(s, at);
  else mark(s, at);
  return true;
}

/** @param {Snapshot} s @param {string} at */
function setUp(s, at) {
  const p = placeOf(at, s);
  if (!p) return;
  const there = withDraft(s).position.rows[p.y][p.x];
  const wanted = tool === "black" ? "X" : tool === "white" ? "O" : ".";
  const next = there === wanted ? "." : wanted;
  if (next === s.position.rows[p.y][p.x]) draft.delete(at);
  else draft.set(at, next);
  tell(`${at} ${next === "." ? words.empty : words.sides[next === "X" ? "black" : "white"]}`, false);
  page.redraw();
}

function placeDraft() {
  const [stones, empty] = [/** @type {any[]} */ ([]), /** @type {string[]} */ ([])];
  for (const [at, stone] of draft) {
    if (stone === ".") empty.push(at);
    else stones.push({ color: stone === "X" ? "black" : "white", at });
  }
  const turn = draftTurn;
  discardDraft();
  return send({ type: "set_up", stones, empty, ...(turn ? { turn } : {}) });
}

export function discardDraft() {
  draft.clear();
  draftTurn = "";
  page.redraw();
}

/** @param {Snapshot} s @param {string} at */
function mark(s, at) {
  const here = s.node.markup.filter((/** @type {any} */ one) => one.at === at);
  const others = s.node.markup.filter((/** @type {any} */ one) => one.at !== at);
  const isLabel = tool === "letter" || tool === "number" || tool === "text";
  const kind = isLabel ? "label" : tool;
  const text = isLabel ? label(s) : "";
  const isSame = here.some((/** @type {any} */ one) => one.kind === kind && (!isLabel || tool !== "text" || one.text === text));
  const marks = isSame ? others : [...others, { at, kind, ...(text ? { text } : {}) }];
  send({ type: "markup", marks });
  tell(`${at} ${isSame ? words.empty : isLabel ? text : words.marks[kind]}`, false);
}

/** The next letter or number that is free, or the text of one's own. @param {Snapshot} s */
function label(s) {
  if (tool === "text") return /** @type {HTMLInputElement | null} */ (document.getElementById("label-text"))?.value.trim() || "A";
  const used = new Set(s.node.markup.filter((/** @type {any} */ one) => one.kind === "label").map((/** @type {any} */ one) => one.text));
  const name = (/** @type {number} */ n) => (tool === "number" ? String(n + 1) : column(n));
  for (let n = 0; ; n++) if (!used.has(name(n))) return name(n);
}

function build() {
  isBuilt = true;
  const t = words.tools;
  const tools = TOOLS.map((name) => {
    const one = iconButton(ICONS[name] ?? "", t[name], () => {
      tool = name;
      page.redraw();
      if (name === "text") document.getElementById("label-text")?.focus();
    }, `tool tool-${name}`);
    // The sign comes from the stylesheet: it is a picture, and the name of the button is another.
    if (!ICONS[name]) {
      one.replaceChildren();
      one.dataset.sign = SIGNS[name];
    }
    one.dataset.tool = name;
    return one;
  });
  const text = make("input", { id: "label-text", value: "A", maxLength: 12, size: 6, ariaLabel: t.labelText });
  const turn = make("select", { id: "draft-turn", ariaLabel: t.turn }, ...["", "black", "white"].map((side) =>
    make("option", { value: side, textContent: side ? words.toMove(words.sides[side]) : t.sameTurn })));
  turn.onchange = () => { draftTurn = turn.value; };
  const draftBar = make("div", { id: "draft", hidden: true }, make("span", { id: "draft-count" }), turn,
    button(t.done, placeDraft, "main"), button(t.discard, discardDraft));
  const edits = make("div", { className: "edits" },
    button(t.promote, () => send({ type: "promote" })),
    button(t.remove, () => confirm(words.reallyRemove(page.link.state?.position.number ?? 0), () => send({ type: "remove" })), "danger"));
  const bar = make("div", { className: "toolbar", role: "toolbar", ariaLabel: t.group }, ...tools);
  bar.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const nth = tools.indexOf(/** @type {any} */ (document.activeElement));
    if (!step || nth < 0) return;
    event.preventDefault();
    event.stopPropagation();
    tools[(nth + step + tools.length) % tools.length].focus();
  });
  ui.tools.replaceChildren(bar, text, draftBar, edits);
}

/** @param {Snapshot} s */
export function drawReview(s) {
  const isWalking = s.mode === "review";
  const edits = mayEdit();
  ui.review.hidden = !isWalking;
  // Whoever follows is led.
  ui.walk.hidden = !edits;
  if (!edits && draft.size) draft.clear();
  ui.tools.hidden = !edits;
  drawComment(s);
  if (!isWalking) return;
  if (edits && !isBuilt) build();
  if (edits) {
    for (const one of ui.tools.querySelectorAll(".tool")) {
      const isChosen = /** @type {HTMLElement} */ (one).dataset.tool === tool;
      one.setAttribute("aria-pressed", String(isChosen));
      one.setAttribute("tabindex", isChosen ? "0" : "-1");
    }
    const text = document.getElementById("label-text");
    if (text) text.hidden = tool !== "text";
    const bar = document.getElementById("draft");
    const count = document.getElementById("draft-count");
    if (bar) bar.hidden = draft.size === 0;
    if (count) count.textContent = words.tools.setUp(draft.size);
  }
  drawTree(s);
}

// The comment: read by all, written by whoever may.

/** The comment as the server knows it, and where it belongs: for this page, and as a step that leads there.
 * @type {{ path: string, text: string, on: any }} */
let known = { path: "", text: "", on: null };

/** Whether this page may write the comment of the position that is shown. */
function mayComment() {
  const s = page.link?.state;
  if (!s || mayEdit()) return Boolean(s);
  // While a game is played, a comment is for two at one screen, who note down what they say.
  return page.you === "both" && s.mode === "play" && s.moves.length > 0 && !s.demonstration && !s.seats.black.program && !s.seats.white.program;
}

/** @param {Snapshot} s */
function drawComment(s) {
  const writes = mayComment();
  ui.noteBox.hidden = !writes;
  ui.comment.hidden = writes || !s.node.comment;
  ui.comment.textContent = s.node.comment;
  if (!writes) return;
  const path = `${s.mode} ${s.node.path} ${s.position.number}`;
  // What is being typed stays with its move, wherever the board goes meanwhile.
  const isTyping = document.activeElement === ui.note && ui.note.value !== known.text;
  if (isTyping || (path === known.path && known.text === s.node.comment)) return;
  const on = s.mode === "review" ? { step: "path", path: s.node.path } : { step: "number", number: s.moves.length };
  known = { path, text: s.node.comment, on };
  ui.note.value = s.node.comment;
}

ui.note.addEventListener("change", async () => {
  if (!mayComment() || ui.note.value === known.text) return;
  const [text, written, before] = [ui.note.value, known, known.text];
  written.text = text;
  if (await send({ type: "comment", text, on: written.on })) {
    tell(words.commentSaved, false);
    // The board may be elsewhere by now.
    return page.redraw();
  }
  // What was refused stays in the field, to be made shorter.
  if (written.text === text) written.text = before;
});
ui.note.addEventListener("keydown", (event) => {
  if (event.key === "Escape" || (event.key === "Enter" && event.ctrlKey)) ui.note.blur();
});

// The tree of variations, loaded when it is first needed.

/** @type {Promise<import("./tree.js").Tree> | null} */
let tree = null;
/** @type {any} */
let nodes = null;
/** The event after which the nodes were fetched. */
let fetched = -1;
let isFetching = false;
/** Whether the tree was to be drawn meanwhile. */
let wasSkipped = false;
/** The last event that changed the tree, as far as this page can tell. */
let changed = 0;

/** What the record draws at the position that is shown. @param {Snapshot} s */
export const recordMarks = (s) => marksAt(nodes, s);

/** Notes that the tree is not as it was. @param {number} seq */
export function treeChanged(seq) {
  changed = seq;
}

/** @param {Snapshot} s */
async function drawTree(s) {
  tree ??= import("./tree.js").then(({ Tree }) => new Tree(ui.tree, words.tree, { go: (path) => walk({ step: "path", path: path.join(".") }) }));
  const shown = await tree;
  if (!nodes || changed > fetched || !knows(nodes, s.node)) {
    if (isFetching) {
      wasSkipped = true;
      return;
    }
    [isFetching, wasSkipped, fetched] = [true, false, changed];
    const response = await fetch(`/g/${page.id}/tree`).catch(() => null);
    if (response?.ok) nodes = await response.json();
    isFetching = false;
    if (wasSkipped) return page.redraw();
    // The board shows what is drawn there.
    if (response?.ok && page.link.state && knows(nodes, page.link.state.node)) return page.redraw();
  }
  if (nodes && page.link.state === s) shown.draw(nodes, s.node.path.split(".").filter(Boolean).map(Number));
}

/** Whose stone a click would play, for the ghost under the pointer. */
export function ghostColor() {
  return toolPreview() ?? ownColor();
}
