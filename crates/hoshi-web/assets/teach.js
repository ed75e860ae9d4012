// Teaching, in a game against a program: a move that lost much is named and can be taken back, and after two wins or two
// losses the next game is offered. The server judges; this page asks after each move of its person.

import { button, make } from "./dom.js";
import { go, post } from "./open.js";
import { page, send, speak, tell, ui } from "./page.js";
import { words } from "./words-game.js";

/** @typedef {{ number: number, at: string, points: number, better: string }} Loss */

const teaches = document.body.dataset.teach !== undefined;
const section = make("section", { className: "notice", hidden: true });
section.setAttribute("aria-label", words.teach.title);
/** The last move that lost much. @type {Loss | null} */
let loss = null;
/** The game to play next. @type {any} */
let next = null;
let shown = "";

/** Asks what a move of a person lost. @param {any} played */
export async function judge({ number, color }) {
  const s = page.link.state;
  if (!teaches || page.you !== "both" || !s || s.mode !== "play" || s.demonstration || s.seats[color].program) return;
  const response = await fetch(`/g/${page.id}/loss/${number}`).catch(() => null);
  const found = response?.ok ? await response.json() : null;
  if (!found) return;
  loss = found;
  page.redraw();
}

/** Asks for the next game when one against a program is over. */
export async function askNext() {
  next = null;
  const s = page.link.state;
  if (page.you !== "both" || !s?.recording.file || !(s.seats.black.program || s.seats.white.program)) return;
  const response = await fetch(`/g/${page.id}/next`).catch(() => null);
  next = response?.ok ? await response.json() : null;
  page.redraw();
}

async function playNext() {
  const answer = await post("/api/new", JSON.stringify(next.choice), tell, words.noServer);
  if (answer) go(answer);
}

/** What is to be said at the position that is shown, and what can be done about it. @param {import("./state.js").Snapshot} s
 * @returns {[string, Node[]]} */
function word(s) {
  const t = words.teach;
  if (s.mode !== "play") return ["", []];
  if (next && s.result) return [t.next(next.is_harder, next.name), [button(t.playNext(next.name), playNext, "main")]];
  // The move may have been taken back meanwhile, or be long ago.
  const isRecent = loss && s.phase === "playing" && s.moves.length <= loss.number + 1 && s.moves[loss.number - 1]?.at === loss.at;
  if (!loss || !isRecent) return ["", []];
  return [t.loss(loss.at, loss.points, loss.better), s.undo === "never" ? [] : [
    button(t.takeBack, () => { loss = null; send({ type: "undo" }); }, "main"), button(t.leave, () => { loss = null; page.redraw(); })]];
}

/** @param {import("./state.js").Snapshot} s */
export function drawTeaching(s) {
  const [text, buttons] = word(s);
  if (text === shown) return;
  shown = text;
  if (!section.isConnected) ui.actions.before(section);
  section.hidden = !text;
  section.replaceChildren(make("p", { textContent: text }), make("div", { className: "row" }, ...buttons));
  if (text) speak(text, true);
}
