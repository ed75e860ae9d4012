// What the parts of a board page share: the connection, who this page is, what is being asked, and how to speak.

import { byId } from "./dom.js";
import { words } from "./words.js";

/** @typedef {import("./state.js").Snapshot} Snapshot */

export const ui = {
  banner: byId("banner"), title: byId("title"), line: byId("line"), players: byId("players"), state: byId("state"),
  question: byId("question"), actions: byId("actions"), walk: byId("walk"), comment: byId("comment"),
  thoughts: byId("thoughts"), moves: byId("moves"), share: byId("share"), terms: byId("terms"), record: byId("record"),
  polite: byId("polite"), assertive: byId("assertive"), say: /** @type {HTMLInputElement} */ (byId("say")),
  sayForm: byId("say-form"),
};

/** @typedef {{ link: import("./state.js").Link, you: string, mayHelp: boolean, estimate: any,
 *   asking: { ask: string, yes: () => void } | null, id: string, isReview: boolean, keys: Record<string, string>,
 *   redraw: () => void }} Page */

/** @type {Page} */
export const page = {
  link: /** @type {any} */ (null),
  /** `black`, `white`, `both` or `spectator`. */
  you: "spectator",
  mayHelp: false,
  estimate: null,
  asking: null,
  /** The name of this board at the server. */
  id: "",
  /** Whether this board is a copy of a record, which nobody records. */
  isReview: false,
  /** The secrets of the seats that this page knows. */
  keys: {},
  redraw: () => {},
};

/** @param {string} text @param {boolean} [now] */
export function speak(text, now = false) {
  const region = now ? ui.assertive : ui.polite;
  region.textContent = "";
  region.textContent = text;
}

/** A line under the board for a moment: what went wrong, and no dialog. @param {string} text */
export function tell(text) {
  ui.line.textContent = text;
  speak(text, true);
}

/** @param {string} text */
export function banner(text) {
  ui.banner.textContent = text;
  ui.banner.hidden = !text;
}

/** @param {any} command */
export async function send(command) {
  const answer = await page.link.do(command);
  if (answer.kind === "no") tell(answer.text);
  return answer.kind === "ack";
}

/** @param {any} step */
export function walk(step) {
  return send({ type: "walk", ...step });
}

/** Asks once before something that cannot be taken back. @param {string} ask @param {() => void} yes */
export function confirm(ask, yes) {
  page.asking = { ask, yes: () => { page.asking = null; yes(); page.redraw(); } };
  speak(ask, true);
  page.redraw();
  /** @type {HTMLElement | null} */ (ui.question.querySelector("button"))?.focus();
}

export function dropQuestion() {
  page.asking = null;
  page.redraw();
}

/** Whose stone this page would play now. */
export function ownColor() {
  const s = page.link?.state;
  const you = page.you;
  if (!s || s.phase === "over" || s.phase === "marking") return null;
  if (s.phase === "placing") return you === "black" || you === "both" ? "black" : null;
  const turn = s.position.turn;
  if (!turn) return null;
  if (page.isReview || s.mode === "review" || s.demonstration) return you === "spectator" ? null : turn;
  if (you === "both") return s.seats[turn].program ? null : turn;
  return you === turn ? turn : null;
}

/** @param {Snapshot} s */
export function resignation(s) {
  const people = ["black", "white"].filter((side) => !s.seats[side].program);
  return page.you === "both" && people.length === 2 ? { type: "resign", color: s.position.turn } : { type: "resign" };
}

export function pass() {
  const s = page.link.state;
  if (!s) return;
  if (!ownColor()) return tell(page.you === "spectator" ? words.watching : words.notYourTurn);
  const isSecond = s.moves.length > 0 && s.moves[s.moves.length - 1].at === "pass";
  confirm(isSecond ? words.secondPass : words.reallyPass, () => send({ type: "play", at: "pass" }));
}

export async function askEstimate() {
  const answer = await page.link.request({ estimate: true });
  if (answer.kind === "no") return tell(answer.text);
  page.estimate = answer;
  speak(words.estimate(answer.score, answer.black));
  page.redraw();
}
