// What the parts of a board page share: the connection, who this page is, what is being asked, and how to speak.

import { byId, make } from "./dom.js";
import { words } from "./words-game.js";

/** @typedef {import("./state.js").Snapshot} Snapshot */

export const ui = {
  banner: byId("banner"), title: byId("title"), line: byId("line"), players: byId("players"), state: byId("state"),
  question: byId("question"), actions: byId("actions"), review: byId("review"), walk: byId("walk"), tools: byId("tools"),
  tree: byId("tree"), comment: byId("comment"), note: /** @type {HTMLTextAreaElement} */ (byId("note")), noteBox: byId("note-box"),
  thoughts: byId("thoughts"), moves: byId("moves"), share: byId("share"), terms: byId("terms"), record: byId("record"),
  shout: byId("shout"), polite: byId("polite"), assertive: byId("assertive"), say: /** @type {HTMLInputElement} */ (byId("say")),
  sayForm: byId("say-form"),
};

/** @typedef {{ link: import("./state.js").Link, you: string, watching: string, mayHelp: boolean, bonus: string, hints: boolean, links: boolean, canRedo: boolean, nodeName: string, estimate: any, score: any,
 *   captured: string[], asking: { ask: string, yes: () => void } | null, id: string, isReview: boolean,
 *   keys: Record<string, string>, redraw: () => void }} Page */

/** @type {Page} */
export const page = {
  link: /** @type {any} */ (null),
  /** `black`, `white`, `both` or `spectator`. */
  you: "spectator",
  /** What a spectator is told who tries to play. */
  watching: words.watching,
  mayHelp: false,
  /** What White gets for handicap stones. */
  bonus: "",
  /** Whether two people agreed on hints and estimates. */
  hints: false,
  /** Whether the links of this game work after a restart of the server. */
  links: true,
  /** Whether a move was taken back, as far as this page has seen. */
  canRedo: false,
  /** The name of the node that is shown in a review. */
  nodeName: "",
  /** What the bot thinks of this position, if it was asked. */
  estimate: null,
  /** The count as the marks stand, while dead stones are marked. */
  score: null,
  /** The points that the last move emptied. */
  captured: [],
  asking: null,
  /** The name of this board at the server. */
  id: "",
  /** Whether this board is a copy of a record, which nobody records. */
  isReview: false,
  /** The secrets of the seats that this page knows. */
  keys: {},
  redraw: () => {},
};

/** Speaks to screen readers. A new element each time: the same text twice is said twice.
 * @param {string} text @param {boolean} [now] */
export function speak(text, now = false) {
  const region = now ? ui.assertive : ui.polite;
  region.replaceChildren(make("span", { textContent: text }));
}

/** A line under the board: an answer, or what went wrong; no dialog. @param {string} text @param {boolean} [isWrong] */
export function tell(text, isWrong = true) {
  ui.line.textContent = text;
  ui.line.classList.toggle("bad", isWrong);
  speak(text, isWrong);
}

/** Large, over the board, for a moment. @param {string} text */
export function shout(text) {
  ui.shout.replaceChildren(make("span", { textContent: text }));
}

/** @param {string} text */
export function banner(text) {
  ui.banner.textContent = text;
  ui.banner.hidden = !text;
}

/** @param {any} command */
export async function send(command) {
  if (!page.link.isOpen) tell(words.later, false);
  const answer = await page.link.do(command);
  if (answer.kind === "no") tell(answer.text);
  else if (ui.line.textContent === words.later) ui.line.textContent = "";
  return answer.kind === "ack";
}

/** @param {any} step */
export async function walk(step) {
  if (page.you === "spectator") return void tell(page.watching);
  return send({ type: "walk", ...step });
}

/** Some moves forward or back along this line. @param {number} by */
export function leap(by) {
  const s = page.link.state;
  if (!s) return;
  if (by < 0 || page.you === "spectator") return walk({ step: "number", number: Math.max(0, s.position.number + by) });
  // The end of the line may be nearer: then that is where it leads.
  return page.link.do({ type: "walk", step: "number", number: s.position.number + by })
    .then((answer) => (answer.kind === "no" ? walk({ step: "last" }) : true));
}

/** What had the focus before a question took it. @type {HTMLElement | SVGElement | null} */
let before = null;

/** Asks once before something that cannot be taken back. @param {string} ask @param {() => void} yes */
export function confirm(ask, yes) {
  before = /** @type {any} */ (document.activeElement);
  page.asking = { ask, yes: () => { dropQuestion(); yes(); } };
  speak(ask, true);
  page.redraw();
  /** @type {HTMLElement | null} */ (ui.question.querySelector("button"))?.focus();
}

/** Ends a question; the focus returns to where it was. */
export function dropQuestion() {
  const had = ui.question.contains(document.activeElement);
  page.asking = null;
  page.redraw();
  if (had && before?.isConnected) before.focus();
}

/** Whether this page may change the record under review. */
export function mayEdit() {
  return page.link?.state?.mode === "review" && page.you !== "spectator";
}

/** Whose stone this page would play now. */
export function ownColor() {
  const s = page.link?.state;
  const you = page.you;
  if (!s) return null;
  const turn = s.position.turn;
  if (s.mode === "review") {
    if (you === "spectator") return null;
    const last = s.moves[s.moves.length - 1];
    return turn ?? (last?.color === "black" ? "white" : "black");
  }
  if (s.phase === "over" || s.phase === "marking" || !turn) return null;
  if (s.phase === "placing") return you === "black" || you === "both" ? "black" : null;
  if (s.demonstration) return you === "spectator" ? null : turn;
  if (you === "both") return s.seats[turn].program ? null : turn;
  return you === turn ? turn : null;
}

/** @param {Snapshot} s */
export function resignation(s) {
  const people = ["black", "white"].filter((side) => !s.seats[side].program);
  return page.you === "both" && people.length === 2 ? { type: "resign", color: s.position.turn } : { type: "resign" };
}

/** Whether the last move is a pass that still counts: two passes end play, and if it is resumed, none of them does.
 * @param {Snapshot} s */
export function hasJustPassed(s) {
  const last = s.moves.findLastIndex(({ at }) => at !== "pass");
  return (s.moves.length - 1 - last) % 2 === 1;
}

export function resign() {
  const s = page.link.state;
  if (s) confirm(words.reallyResign, () => send(resignation(s)));
}

export function pass() {
  const s = page.link.state;
  if (!s) return;
  if (!ownColor()) return tell(page.you === "spectator" ? page.watching : words.notYourTurn);
  if (s.mode === "review") return void send({ type: "play", at: "pass" });
  confirm(hasJustPassed(s) ? words.secondPass : words.reallyPass, () => send({ type: "play", at: "pass" }));
}

/** Plays a move again that was taken back. */
export async function redo() {
  if (await send({ type: "redo" })) return;
  page.canRedo = false;
  page.redraw();
}

/** Asks for an estimate, or hides the one that is shown. */
export async function askEstimate() {
  if (page.estimate) {
    page.estimate = null;
    return page.redraw();
  }
  const seq = page.link.state?.seq;
  tell(words.estimatingNow, false);
  const answer = await page.link.request({ estimate: true });
  if (answer.kind === "no") return tell(answer.text);
  // The board may have moved on meanwhile.
  if (page.link.state?.seq !== seq) return;
  page.estimate = answer;
  tell(words.estimate(answer.score, answer.black), false);
  page.redraw();
}
