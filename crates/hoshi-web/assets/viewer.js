// The viewer: a record to walk through or a problem to solve. It needs no server: all positions are in the page, in the
// element `data`. A page of the server adds what can be done there (`data-open`, `data-continue`).

import { ARROWS } from "./arrows.js";
import { Board } from "./board.js";
import { button, byId, iconButton, keepFocus, make } from "./dom.js";
import { keep, post } from "./open.js";
import { nameOf, placeOf } from "./points.js";
import { Game } from "./record.js";
import { Solve } from "./solve.js";
import { Tree } from "./tree.js";
import { words } from "./words-viewer.js";

const ui = {
  title: byId("title"), games: byId("games"), line: byId("line"), walk: byId("walk"), players: byId("players"),
  state: byId("state"), task: byId("task"), comment: byId("comment"), tree: byId("tree"), actions: byId("actions"),
  about: byId("about"), notes: byId("notes"), polite: byId("polite"),
};
const page = document.body.dataset;
/** @type {{ games: import("./record.js").GameData[], cut?: boolean }} */
const data = JSON.parse(byId("data").textContent ?? "");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let nth = 0;
let look = { turn: 0, swap: false };
let game = new Game(data.games[0]);
/** @type {Solve | null} */
let solve = null;
/** What the last try came to. */
let verdict = "";
/** A point that is shown as a hint. */
let hint = -1;
/** The answer of the record that is to come. */
let waiting = 0;

const board = new Board(byId("board"), { play, look: hover });
const tree = new Tree(ui.tree, words.tree, { go: (path) => to(game.find(path)) });

/** @param {string} text */
function speak(text) {
  ui.polite.textContent = "";
  ui.polite.textContent = text;
}

/** @param {string} text */
function tell(text) {
  ui.line.textContent = text;
  speak(text);
}

/** @param {number} point */
function nameAt(point) {
  return point < 0 ? words.pass : nameOf(point % game.width, Math.floor(point / game.width), game.height);
}

/** @param {string} at */
function pointAt(at) {
  const place = placeOf(at, game);
  return place ? place.y * game.width + place.x : -1;
}

/** To a node of this game. @param {number} index */
function to(index) {
  clearTimeout(waiting);
  waiting = 0;
  const before = game.at;
  if (solve) leaveProblem();
  game.go(index);
  if (game.at !== before) speak(spoken());
  ui.line.textContent = "";
  draw();
  remember();
}

/** What is said of the node. */
function spoken() {
  const played = game.played(game.at);
  const taken = (game.nodes[game.at].d ?? []).filter((change) => change % 3 === 0).length;
  const parts = played ? [words.spoken(words.sides[played.color], nameAt(played.at), taken)] : [stateText()];
  const comment = game.nodes[game.at].c;
  if (comment) parts.push(comment);
  return parts.join(". ");
}

// The board.

/** The position in the form of the live board. */
function snapshot() {
  const rows = [];
  for (let y = 0; y < game.height; y++) {
    let row = "";
    for (let x = 0; x < game.width; x++) row += ".XO"[game.cells[y * game.width + x]];
    rows.push(row);
  }
  const node = game.nodes[game.at];
  const played = game.played(game.at);
  const markup = [];
  for (const [key, kind] of KINDS) {
    for (const point of node[key] ?? []) markup.push({ kind, at: nameAt(game.turned(point)) });
  }
  for (const [point, text] of node.LB ?? []) markup.push({ kind: "label", at: nameAt(game.turned(point)), text });
  const next = game.children[game.at].map((child) => {
    const move = game.played(child);
    return move ? { color: move.color, at: nameAt(move.at) } : null;
  });
  const ko = node.ko === undefined ? [] : [{ at: nameAt(game.turned(node.ko)), rule: "ko" }];
  const moves = played ? [{ color: played.color, at: nameAt(played.at) }] : [];
  return /** @type {any} */ ({ width: game.width, height: game.height, position: { rows, forbidden: ko, takes: [] }, moves, node: { markup, next },
    marking: null, result: null });
}
/** @type {["TR" | "SQ" | "CR" | "MA" | "SL", string][]} */
const KINDS = [["TR", "triangle"], ["SQ", "square"], ["CR", "circle"], ["MA", "cross"], ["SL", "selected"]];

function drawBoard() {
  const node = game.nodes[game.at];
  const s = snapshot();
  const names = (/** @type {number[]} */ points) => points.map((point) => nameAt(game.turned(point)));
  const pairs = (/** @type {[number, number][] | undefined} */ all) => (all ?? []).map((pair) => names(pair));
  /** @type {string[] | null} */
  let owners = null;
  if (node.TB || node.TW) {
    const signs = [...game.cells].map(() => ".");
    for (const point of node.TB ?? []) signs[game.turned(point)] = game.look.swap ? "o" : "x";
    for (const point of node.TW ?? []) signs[game.turned(point)] = game.look.swap ? "x" : "o";
    owners = s.position.rows.map((/** @type {string} */ _, /** @type {number} */ y) => signs.slice(y * game.width, (y + 1) * game.width).join(""));
  }
  const choices = solve?.choices() ?? [];
  if (choices.length) s.node.next = choices.map((at) => ({ color: solve?.solver, at: nameAt(at) }));
  const here = game.here();
  const seen = new Set(here.seen);
  const hidden = [];
  if (seen.size) for (let point = 0; point < game.cells.length; point++) if (!seen.has(point)) hidden.push(point);
  board.draw(s, {
    owners,
    letters: solve ? choices.length > 0 : s.node.next.length > 1,
    candidates: hint >= 0 ? [nameAt(hint)] : [],
    lines: pairs(node.LN), arrows: pairs(node.AR), dim: names(here.dim), hidden: names(hidden),
  });
  board.preview(null, null, [], s);
}

/** @param {string | null} at */
function hover(at) {
  const isOpen = at !== null && solve && !solve.isOver && !waiting && !game.cells[pointAt(at)];
  board.preview(isOpen ? at : null, solve?.solver ?? null, [], /** @type {any} */ (game));
}

/** @param {string} at */
function play(at) {
  const point = pointAt(at);
  if (solve) return attempt(point);
  const child = game.children[game.at].find((child) => game.played(child)?.at === point);
  if (child !== undefined) return to(child);
  // A stone leads back to its move.
  if (!game.cells[point]) return tell(words.viewer.noFreePlay);
  for (let n = game.line.length - 1; n >= 0; n--) {
    if (game.played(game.line[n].index)?.at === point) return to(game.line[n].index);
  }
}

// Problems.

/** @param {number} point */
function attempt(point) {
  if (!solve || waiting) return;
  hint = -1;
  settle(solve.play(point), nameAt(point));
}

/** @param {import("./solve.js").Verdict} found @param {string} at */
function settle(found, at) {
  if (found === "occupied") return tell(words.occupied);
  verdict = found;
  const p = words.problem;
  const isTurn = found === "on" && solve?.game.turn !== solve?.solver;
  if (isTurn) {
    waiting = window.setTimeout(() => {
      waiting = 0;
      if (solve) settle(solve.answer(), "");
    }, calm.matches ? 0 : 350);
  }
  const text = { "on": p.on, "right": p.right, "wrong": p.wrong, "not-this": p.notThis, "unknown": p.unknown(at), "forced": p.forced, "over": p.over }[found];
  draw();
  speak(isTurn ? p.on : [at ? "" : spoken(), text].filter(Boolean).join(" "));
}

function startProblem() {
  clearTimeout(waiting);
  waiting = 0;
  solve = new Solve(game);
  [verdict, hint] = ["", -1];
  ui.line.textContent = "";
  draw();
  speak([words.problem.toPlay(words.sides[solve.solver]), game.nodes[game.at].c ?? ""].join(". "));
}

function leaveProblem() {
  solve = null;
  [verdict, hint] = ["", -1];
}

function showHint() {
  if (!solve || waiting) return;
  const at = solve.hint();
  if (at < 0) return tell(words.problem.noHint);
  if (hint === at) return attempt(at);
  hint = at;
  tell(words.problem.hint(nameAt(at)));
  draw();
}

/** Turns the board or exchanges the colours; the problem starts again. @param {Partial<typeof look>} change */
function relook(change) {
  look = { ...look, ...change };
  const [at, isSolving] = [game.at, solve !== null];
  game = new Game(data.games[nth], look);
  if (isSolving) return startProblem();
  game.go(at);
  draw();
}

function drawTask() {
  ui.task.hidden = !solve;
  document.body.classList.toggle("solving", Boolean(solve));
  if (!solve) return;
  const p = words.problem;
  const text = { "": "", "on": p.on, "right": p.right, "wrong": p.wrong, "not-this": p.notThis, "unknown": p.unknown(""), "forced": p.forced, "over": p.over }[verdict];
  const kind = verdict === "right" ? "good" : verdict === "wrong" ? "bad" : "";
  const list = [
    make("p", { className: "to-play" }, make("span", { className: `dot ${solve.solver}`, ariaHidden: "true" }), p.toPlay(words.sides[solve.solver])),
    make("p", { className: `verdict ${kind}`, textContent: text ?? "" }),
  ];
  const isLeft = solve.isOver && nth + 1 < data.games.length;
  const buttons = [button(p.restart, startProblem, solve.isOver && (verdict !== "right" || !isLeft) ? "main" : "")];
  if (!solve.isOver) buttons.push(button(p.hintButton, showHint));
  if (game.at !== solve.start) buttons.push(button(p.back, () => { clearTimeout(waiting); waiting = 0; solve?.back(); [verdict, hint] = ["", -1]; draw(); }));
  buttons.push(button(p.solution, () => { if (solve) to(solve.solution()); }));
  if (isLeft) buttons.unshift(button(p.next, () => openGame(nth + 1), verdict === "right" ? "main" : ""));
  list.push(make("div", { className: "buttons" }, ...buttons));
  list.push(make("div", { className: "buttons small" }, button(p.turn, () => relook({ turn: (look.turn + 1) % 8 })), button(p.swap, () => relook({ swap: !look.swap }))));
  keepFocus(ui.task, list);
}

// The words beside the board.

function titleOf() {
  const { black, white, about, problem } = game.data;
  if (page.title) return page.title;
  if (black || white) return `${black || words.sides.black} – ${white || words.sides.white}`;
  return about?.[0] ?? (problem ? words.viewer.problem : words.viewer.record);
}

function stateText() {
  const played = game.played(game.at);
  const { number } = game.here();
  if (played) return words.moveAt(number, words.sides[played.color], nameAt(played.at));
  return number ? words.move(number) : words.start;
}

/** @param {string} result */
function resultText(result) {
  if (result === "?") return words.viewer.unknownResult;
  return /^([BW]\+|0$|Void$)/.test(result) ? words.result(result) : result;
}

function drawPlayers() {
  const { black, white } = game.data;
  const names = game.look.swap ? { black: white, white: black } : { black, white };
  const card = (/** @type {"black" | "white"} */ side) => make("div", { className: "player" },
    make("span", { className: `dot ${side}`, ariaHidden: "true" }),
    make("span", { className: "name", textContent: names[side] || words.sides[side] }),
    make("span", { className: "quiet", textContent: words.captured(game.captures[side]) }));
  ui.players.replaceChildren(card("black"), card("white"));
}

function drawWalk() {
  const w = words.walk;
  const isFork = game.sibling(1) !== game.at;
  const one = (/** @type {string} */ picture, /** @type {string} */ label, /** @type {number} */ target) => {
    const made = iconButton(ARROWS[picture], label, () => to(target));
    if (target === game.at) made.setAttribute("aria-disabled", "true");
    return made;
  };
  const all = [one("first", w.first, 0), one("back10", w.back10, game.step(-10)), one("back", w.back, game.step(-1)), one("next", w.next, game.step(1)),
    one("next10", w.next10, game.step(10)), one("last", w.last, game.end())];
  if (isFork) all.push(one("variation", w.variation, game.sibling(1)));
  keepFocus(ui.walk, all);
}

function drawWords() {
  const { about, rules, komi, handicap, result, problem } = game.data;
  const title = titleOf();
  ui.title.textContent = title;
  document.title = title;
  const isEnd = result && game.isMain() && !game.children[game.at].length;
  ui.state.textContent = isEnd ? `${stateText()}. ${resultText(result)}` : stateText();
  ui.state.hidden = Boolean(solve);
  const node = game.nodes[game.at];
  ui.comment.replaceChildren(...(node.name ? [make("strong", { textContent: node.name }), "\n"] : []), node.c ?? "");
  ui.comment.hidden = !node.c && !node.name;
  ui.comment.scrollTop = 0;
  const terms = [];
  if (rules || !problem) terms.push(words.terms(rules ?? "", komi, handicap ?? 0));
  if (result && !isEnd && !problem) terms.push(resultText(result));
  const shown = (about ?? []).filter((text) => text !== title);
  ui.about.replaceChildren(...[...shown, ...terms].map((text) => make("li", { textContent: text })));
  const notes = [...(node.no ?? []), ...(data.cut ? [words.viewer.cut] : [])];
  ui.notes.replaceChildren(...notes.map((text) => make("li", { textContent: text })));
}

function drawActions() {
  const list = [];
  if (game.data.problem && !solve) list.push(button(words.problem.solve, startProblem, "main"));
  if (page.continue !== undefined) list.push(button(words.viewer.continue, () => openBoard({ continue: page.continue }), "main"));
  if (page.board) list.push(button(words.viewer.review, () => { location.href = page.board ?? "/"; }));
  if (page.open) list.push(button(words.viewer.review, () => openBoard(JSON.parse(page.open ?? "{}"))));
  if (page.remove) list.push(...deleting());
  keepFocus(ui.actions, list);
}

/** @returns {Node[]} */
function deleting() {
  const v = words.viewer;
  const ask = (/** @type {boolean} */ isAsked) => () => { isDeleting = isAsked; drawActions(); if (isAsked) speak(v.reallyRemove); };
  if (!isDeleting) return [button(v.remove, ask(true))];
  return [make("p", { textContent: v.reallyRemove }), button(v.yes, remove, "main"), button(v.no, ask(false))];
}

function drawGames() {
  ui.games.hidden = data.games.length < 2;
  if (ui.games.hidden) return;
  const one = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ by) => {
    const made = button(sign, () => openGame(nth + by));
    made.setAttribute("aria-label", label);
    made.disabled = nth + by < 0 || nth + by >= data.games.length;
    return made;
  };
  ui.games.replaceChildren(one("‹", words.viewer.lastGame, -1), make("span", { textContent: words.viewer.nth(nth + 1, data.games.length) }), one("›", words.viewer.nextGame, 1));
}

function draw() {
  drawBoard();
  drawPlayers();
  drawWords();
  drawTask();
  drawWalk();
  drawActions();
  if (solve) ui.tree.hidden = true;
  else tree.draw(game.nodes, game.path());
}

/** Another game of the file. @param {number} number */
function openGame(number) {
  nth = Math.max(0, Math.min(data.games.length - 1, number));
  game = new Game(data.games[nth], look);
  drawGames();
  leaveProblem();
  if (game.data.problem) startProblem();
  else to(game.end());
  remember();
}

/** Opens a board of the server. @param {any} wanted */
async function openBoard(wanted) {
  const isRecord = !("continue" in wanted);
  const answer = await post("/api/open", JSON.stringify(isRecord ? { ...wanted, game: nth } : wanted), tell, words.noServer);
  if (!answer) return;
  const token = keep(answer);
  if (isRecord) await walkThere(answer.id, token, game.path());
  location.href = `/g/${answer.id}#${token}`;
}

/** Whether the reader is asked about deleting the game. */
let isDeleting = false;

/** Moves a game of the history to the trash, when the reader says yes. */
async function remove() {
  const answer = await post("/api/delete", JSON.stringify({ name: page.remove }), tell, words.noServer);
  if (answer) location.href = "/#games";
}

/** Walks a board of the server to a node, so that the review begins where the reader is. @param {string} id @param {string} token @param {number[]} path */
function walkThere(id, token, path) {
  return new Promise((done) => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/g/${id}/socket`);
    socket.onopen = () => {
      socket.send(JSON.stringify({ hello: { token } }));
      socket.send(JSON.stringify({ n: 1, do: { type: "walk", step: "path", path: path.join(".") } }));
    };
    socket.onmessage = ({ data: text }) => { if (/^{"(ack|no)"/.test(text)) socket.close(); };
    socket.onclose = done;
  });
}

// The address follows the position: behind `?` on a server, behind `#` in a file.

/** What the address says of the position. */
function asked() {
  const text = page.what === "file" ? location.hash.slice(1) : location.search.slice(1);
  return new URLSearchParams(text);
}

let remembering = 0;
function remember() {
  // Browsers refuse an address that changes too often.
  clearTimeout(remembering);
  remembering = window.setTimeout(() => {
    const { number } = game.here();
    const isNumbered = game.isMain() && game.numbered(number) === game.at;
    const place = [isNumbered ? `move=${number}` : `at=${game.path().join(".")}`];
    if (nth) place.unshift(`game=${nth + 1}`);
    const mark = page.what === "file" ? "#" : "?";
    const rest = page.what === "file" ? [] : location.search.slice(1).split("&").filter((part) => part && !/^(move|at|game)=/.test(part));
    history.replaceState(null, "", mark + [...rest, ...(solve ? [] : place)].join("&"));
  }, 250);
}

/** Goes where the address says. @param {boolean} isFirst */
function follow(isFirst) {
  const wanted = asked();
  const number = Math.max(0, Math.min(data.games.length - 1, (Number(wanted.get("game") ?? page.game) || 1) - 1));
  if (isFirst || number !== nth) {
    nth = number;
    game = new Game(data.games[nth], look);
    drawGames();
  }
  const [move, path] = [wanted.get("move") ?? page.move ?? null, wanted.get("at") ?? page.at ?? null];
  if (path !== null) to(game.find(path.split(".").filter(Boolean).map(Number)));
  else if (move !== null) to(game.numbered(Number(move) || 0));
  else if (game.data.problem) startProblem();
  else to(game.end());
}

let isPointing = false;
// Before the board sees it: a reader who clicked there still walks by the arrow keys. One who came by Tab moves on the grid.
document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.key === "Tab") isPointing = false;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || target.matches("input, textarea, select, .tree, #comment")) return;
  const isOnBoard = target.matches(".cell") && !isPointing;
  const way = { ArrowLeft: () => game.step(-1), ArrowRight: () => game.step(1), Home: () => 0, End: () => game.end(), PageUp: () => game.step(-10),
    PageDown: () => game.step(10), ArrowUp: () => game.sibling(-1), ArrowDown: () => game.sibling(1) }[event.key];
  const key = { ",": () => game.step(-1), ".": () => game.step(1) }[event.key];
  if (solve) {
    const act = { h: showHint, r: startProblem, m: () => relook({ turn: (look.turn + 1) % 8 }), x: () => relook({ swap: !look.swap }) }[event.key];
    if (act) act();
    else if (key) to(key());
    return;
  }
  if (way && !isOnBoard) {
    event.preventDefault();
    event.stopPropagation();
    to(way());
  } else if (key) {
    to(key());
  }
}, true);
byId("board").addEventListener("pointerdown", () => { isPointing = true; });

// A swipe over the board walks.
let touched = { x: 0, y: 0 };
byId("board").addEventListener("touchstart", (event) => {
  touched = { x: event.touches[0].clientX, y: event.touches[0].clientY };
}, { passive: true });
byId("board").addEventListener("touchend", (event) => {
  const [x, y] = [event.changedTouches[0].clientX - touched.x, event.changedTouches[0].clientY - touched.y];
  if (!solve && Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y)) to(game.step(x < 0 ? 1 : -1));
});

window.addEventListener("hashchange", () => { if (page.what === "file") follow(false); });

for (const [element, label] of /** @type {[HTMLElement, string][]} */ ([[ui.walk, words.viewer.walk], [ui.comment, words.viewer.comment], [ui.task, words.viewer.problem]])) {
  element.setAttribute("aria-label", label);
}
follow(true);
