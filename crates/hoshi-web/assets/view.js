// What all viewers share: a record to walk through or a problem to solve. It needs no server: all positions are in the
// data. A page adds what is its own: `viewer.js`, `file.js`, `learn.js`, `problems.js`.

import { ARROWS } from "./arrows.js";
import { Board } from "./board.js";
import { button, byId, iconButton, keepFocus, make } from "./dom.js";
import { Game } from "./record.js";
import { Solve } from "./solve.js";
import { Tree } from "./tree.js";
import { words } from "./words-viewer.js";

const ui = {
  title: byId("title"), games: byId("games"), line: byId("line"), walk: byId("walk"), players: byId("players"),
  state: byId("state"), task: byId("task"), comment: byId("comment"), tree: byId("tree"), actions: byId("actions"),
  about: byId("about"), notes: byId("notes"), polite: byId("polite"),
};
/** @typedef {{ games: import("./record.js").GameData[], cut?: boolean, hints?: string[] }} Data */
/** What a page has of its own. `has` and `go` lead to another game, `place` says which it is; `says` is about the last
 * try, `tried` hears what came of one, `helped` that the solver was shown something; `finish` is done with Enter when
 * there is nothing to solve; `key` names the game in the address (none if it is empty); with `plain` there are few buttons.
 * @typedef {{ actions?: () => Node[], title?: () => string, place?: () => string, has?: (by: number) => boolean,
 *   go?: (by: number) => unknown, says?: (verdict: string) => string | undefined, comment?: () => string,
 *   tried?: (isRight: boolean) => void, helped?: () => void, score?: () => string, notes?: () => string[],
 *   finish?: () => void, drawn?: () => void, key?: string, plain?: boolean, last?: string, next?: string }} Own */

const page = document.body.dataset;
const isFile = page.what === "file";
/** @type {Data} */
let data = { games: [] };
/** @type {Own} */
let own = {};
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let nth = 0;
let look = { turn: 0, swap: false };
/** @type {Game} */
let game;
/** @type {Solve | null} */
let solve = null;
/** What the last try came to, and where that was. */
let [verdict, tried] = ["", ""];
/** A point that is shown as a hint. */
let hint = -1;
/** The answer of the record that is to come. */
let waiting = 0;

const board = new Board(byId("board"), { play, look: hover });
const tree = new Tree(ui.tree, words.tree, { go: (path) => to(game.find(path)) });

/** @param {string} text */
export function speak(text) {
  ui.polite.textContent = "";
  ui.polite.textContent = text;
}

/** @param {string} text */
export function tell(text) {
  ui.line.textContent = text;
  speak(text);
}

/** To a node of this game. @param {number} index */
function to(index) {
  const before = game.at;
  forget();
  solve = null;
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
  const parts = played ? [words.spoken(words.sides[played.color], game.nameAt(played.at), taken)] : [stateText()];
  const comment = own.comment?.() ?? game.nodes[game.at].c;
  if (comment) parts.push(comment);
  return parts.join(". ");
}

// The board.

function drawBoard() {
  const node = game.nodes[game.at];
  const s = game.snapshot();
  const names = (/** @type {number[]} */ points) => points.map((point) => game.nameAt(game.turned(point)));
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
  if (choices.length) s.node.next = choices.map((at) => ({ color: solve?.solver, at: game.nameAt(at) }));
  const here = game.here();
  const seen = new Set(here.seen);
  const hidden = [];
  if (seen.size) for (let point = 0; point < game.cells.length; point++) if (!seen.has(point)) hidden.push(point);
  board.draw(s, {
    owners,
    letters: solve ? choices.length > 0 : s.node.next.length > 1,
    candidates: hint >= 0 ? [game.nameAt(hint)] : [],
    lines: pairs(node.LN), arrows: pairs(node.AR), dim: names(here.dim), hidden: names(hidden),
  });
  board.preview(null, null, [], s);
}

/** @param {string | null} at */
function hover(at) {
  const isOpen = at !== null && solve && !solve.isOver && !waiting && !game.cells[game.pointAt(at)];
  board.preview(isOpen ? at : null, solve?.solver ?? null, [], /** @type {any} */ (game));
}

/** @param {string} at */
function play(at) {
  const point = game.pointAt(at);
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
  settle(solve.play(point), game.nameAt(point));
}

/** @param {import("./solve.js").Verdict} found @param {string} at */
function settle(found, at) {
  if (found === "occupied" && !own.says) return tell(words.occupied);
  verdict = found;
  tried = at;
  if (found === "right" || found === "wrong") own.tried?.(found === "right");
  const isTurn = found === "on" && solve?.game.turn !== solve?.solver;
  if (isTurn) {
    waiting = window.setTimeout(() => {
      waiting = 0;
      if (solve) settle(solve.answer(), "");
    }, calm.matches ? 0 : 350);
  }
  draw();
  if (["unknown", "not-this", "forced", "occupied"].includes(found)) board.refuse(at);
  speak(isTurn ? verdictText() : [at ? "" : spoken(), verdictText()].filter(Boolean).join(" "));
}

/** What the last try came to, in words. */
function verdictText() {
  return verdict && (own.says?.(verdict) ?? words.problem.said[verdict] ?? words.problem.unknown(tried));
}

function startProblem() {
  forget();
  solve = new Solve(game);
  ui.line.textContent = "";
  draw();
  speak([own.place ? `${own.place()}, ${titleOf()}` : "", words.problem.toPlay(words.sides[solve.solver]), own.comment?.() ?? game.nodes[game.at].c].filter(Boolean).join(". "));
}

/** Forgets the last try, and an answer to it that is to come. */
function forget() {
  clearTimeout(waiting);
  [waiting, verdict, hint] = [0, "", -1];
}

/** To a node that a solver is not to know yet. @param {number} index */
function reveal(index) {
  own.helped?.();
  to(index);
}

function showHint() {
  if (!solve || waiting) return;
  const at = solve.hint();
  if (at === null) return tell(words.problem.noHint);
  own.helped?.();
  if (at < 0 || hint === at) return attempt(at);
  hint = at;
  tell(words.problem.hint(game.nameAt(at)));
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
  const kind = verdict === "right" ? "good" : verdict === "wrong" ? "bad" : "";
  const list = [
    make("p", { className: "to-play" }, make("span", { className: `dot ${solve.solver}`, ariaHidden: "true" }), p.toPlay(words.sides[solve.solver])),
    make("p", { className: `verdict ${kind}`, textContent: verdictText() }),
  ];
  const isLeft = solve.isOver && has(1);
  const buttons = [button(p.restart, startProblem, solve.isOver && (verdict !== "right" || !isLeft) ? "main" : "")];
  if (!solve.isOver && solve.canPass) buttons.unshift(button(p.pass, () => attempt(-1)));
  if (!solve.isOver) buttons.push(button(p.hintButton, showHint));
  if (!own.plain && game.at !== solve.start) buttons.push(button(p.back, () => { forget(); solve?.back(); draw(); }));
  if (!own.plain) buttons.push(button(p.solution, () => solve && reveal(solve.solution())));
  if (isLeft) buttons.unshift(button(own.next ?? p.next, onward, verdict === "right" ? "main" : ""));
  list.push(make("div", { className: "buttons" }, ...buttons));
  if (!own.plain) list.push(make("div", { className: "buttons small" }, button(p.turn, () => relook({ turn: (look.turn + 1) % 8 })), button(p.swap, () => relook({ swap: !look.swap }))));
  if (own.score) list.push(make("p", { className: "score quiet", textContent: own.score() }));
  keepFocus(ui.task, list);
}

// The words beside the board.

function titleOf() {
  const { black, white, about, problem } = game.data;
  if (own.title) return own.title();
  if (page.title) return page.title;
  if (black || white) return `${black || words.sides.black} – ${white || words.sides.white}`;
  return about?.[0] ?? (problem ? words.viewer.problem : words.viewer.record);
}

function stateText() {
  const played = game.played(game.at);
  const { number } = game.here();
  if (played) return words.moveAt(number, words.sides[played.color], game.nameAt(played.at));
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
  const comment = own.comment?.() ?? node.c ?? "";
  ui.comment.replaceChildren(...(node.name ? [make("strong", { textContent: node.name }), "\n"] : []), comment);
  ui.comment.hidden = !comment && !node.name;
  ui.comment.scrollTop = 0;
  const terms = [];
  if (rules || !problem) terms.push(words.terms(rules ?? "", komi, handicap ?? 0));
  if (result && !isEnd && !problem) terms.push(resultText(result));
  const shown = (about ?? []).filter((text) => text !== title);
  ui.about.replaceChildren(...[...shown, ...terms].map((text) => make("li", { textContent: text })));
  const notes = [...(node.no ?? []), ...(data.cut ? [words.viewer.cut] : []), ...(own.notes?.() ?? [])];
  ui.notes.replaceChildren(...notes.map((text) => make("li", { textContent: text })));
}

export function drawActions() {
  const list = [];
  if (game.data.problem && !solve) list.push(button(words.problem.solve, startProblem, "main"));
  keepFocus(ui.actions, [...list, ...(own.actions?.() ?? [])]);
}

function drawGames() {
  ui.games.hidden = data.games.length < 2 && !own.place;
  if (ui.games.hidden) return;
  const one = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ by) => {
    const made = button(sign, () => go(by));
    made.setAttribute("aria-label", label);
    if (!has(by)) made.setAttribute("aria-disabled", "true");
    return made;
  };
  const place = own.place?.() ?? words.viewer.nth(nth + 1, data.games.length);
  keepFocus(ui.games, [one("‹", own.last ?? words.viewer.lastGame, -1), make("span", { textContent: place }), one("›", own.next ?? words.viewer.nextGame, 1)]);
}

export function draw() {
  drawGames();
  drawBoard();
  drawPlayers();
  drawWords();
  drawTask();
  drawWalk();
  drawActions();
  if (solve) ui.tree.hidden = true;
  else tree.draw(game.nodes, game.path());
  own.drawn?.();
}

/** Whether there is a game so many after this one. @param {number} by */
function has(by) {
  return own.has?.(by) ?? Boolean(data.games[nth + by]);
}

/** To the game so many after this one. @param {number} by */
async function go(by) {
  if (own.go) await own.go(by);
  else if (has(by)) openGame(nth + by);
}

/** From a problem that is over to the next one; whoever came by keys is on its board. */
export async function onward() {
  await go(1);
  if (isByKeys) board.rove(board.focus.x, board.focus.y, true);
}

/** Games in place of those that were shown; one of them is opened. @param {Data} games @param {number} number */
export function put(games, number) {
  data = games;
  openGame(number);
}

/** Which game is shown, and the path of its node. */
export const here = () => ({ nth, path: game.path() });

/** Another game of the file. @param {number} number */
export function openGame(number) {
  nth = Math.max(0, Math.min(data.games.length - 1, number));
  game = new Game(data.games[nth], look);
  if (game.data.problem) startProblem();
  else to(game.end());
  remember();
}

// The address follows the position: behind `?` on a server, behind `#` in a file.

/** What the address says of the position. */
function asked() {
  return new URLSearchParams((isFile ? location.hash : location.search).slice(1));
}

let remembering = 0;
function remember() {
  // Browsers refuse an address that changes too often.
  clearTimeout(remembering);
  remembering = window.setTimeout(() => {
    const { number } = game.here();
    const isNumbered = game.isMain() && game.numbered(number) === game.at;
    const place = [isNumbered ? `move=${number}` : `at=${game.path().join(".")}`];
    if (solve || own.key !== undefined) place.pop();
    if (nth && own.key !== "") place.unshift(`${own.key ?? "game"}=${nth + 1}`);
    const rest = isFile ? [] : location.search.slice(1).split("&").filter((part) => part && !/^(move|at|game|step)=/.test(part));
    history.replaceState(null, "", (isFile ? "#" : "?") + [...rest, ...place].join("&"));
  }, 250);
}

/** Goes where the address says. @param {boolean} isFirst */
function follow(isFirst) {
  const wanted = asked();
  const number = Math.max(0, Math.min(data.games.length - 1, (Math.trunc(Number(wanted.get(own.key || "game") ?? page.game)) || 1) - 1));
  if (isFirst || number !== nth) {
    nth = number;
    game = new Game(data.games[nth], look);
  }
  const [move, path] = [wanted.get("move") ?? page.move ?? null, wanted.get("at") ?? page.at ?? null];
  if (path !== null) to(game.find(path.split(".").filter(Boolean).map(Number)));
  else if (move !== null) to(game.numbered(Number(move) || 0));
  else if (game.data.problem) startProblem();
  else to(game.end());
}

let isPointing = false;
/** Whether the last thing that was pressed is a key. */
let isByKeys = false;
document.addEventListener("pointerdown", () => { isByKeys = false; }, true);
// Before the board sees it: a reader who clicked there still walks by the arrow keys. One who came by Tab moves on the grid.
document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  isByKeys = true;
  if (event.key === "Tab") isPointing = false;
  if (!game || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || target.matches("input, textarea, select, summary, .tree, #comment")) return;
  const isOnBoard = target.matches(".cell") && !isPointing;
  const way = { ArrowLeft: () => game.step(-1), ArrowRight: () => game.step(1), Home: () => 0, End: () => game.end(), PageUp: () => game.step(-10),
    PageDown: () => game.step(10), ArrowUp: () => game.sibling(-1), ArrowDown: () => game.sibling(1) }[event.key];
  const key = { ",": () => game.step(-1), ".": () => game.step(1) }[event.key];
  const another = { n: 1, b: -1 }[event.key];
  if (another) return void go(another);
  // Enter on the board, or nowhere, goes on when there is nothing to play.
  const isFree = event.key === "Enter" && !event.repeat && (target.matches(".cell") || target === document.body);
  const after = isFree && (solve ? solve.isOver && (own.go || has(1)) && onward : own.finish);
  if (after) {
    event.preventDefault();
    event.stopPropagation();
    return void after();
  }
  if (solve) {
    const turns = { m: () => relook({ turn: (look.turn + 1) % 8 }), x: () => relook({ swap: !look.swap }) };
    const act = { h: showHint, r: startProblem, p: () => attempt(-1), ...(own.plain ? {} : turns) }[event.key];
    if (act) act();
    else if (key && !own.plain) reveal(key());
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
  if (game && !solve && Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y)) to(game.step(x < 0 ? 1 : -1));
});

window.addEventListener("hashchange", () => { if (isFile) follow(false); });

for (const [element, label] of /** @type {[HTMLElement, string][]} */ ([[ui.walk, words.viewer.walk], [ui.comment, words.viewer.comment], [ui.task, words.viewer.problem]])) {
  element.setAttribute("aria-label", label);
}

/** Shows games. @param {Data} games @param {Own} more */
export function start(games, more) {
  [data, own] = [games, more];
  follow(true);
}

/** What a page without games has of its own until it has some: see `put`. @param {Own} more */
export function prepare(more) {
  own = more;
}
