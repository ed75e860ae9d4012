// Hints between two people by link: whoever made the game asks for them, and the other one agrees or does not.

import { button, keepFocus, make } from "./dom.js";
import { page, speak, tell, ui } from "./page.js";
import { words } from "./words-game.js";

const section = make("section", { className: "notice", hidden: true });
section.setAttribute("aria-label", words.hints.title);

/** Whether this page has something to say about hints, and whether the game is over, so that it need not. */
let [isOpen, isOver] = [false, false];

/** Nothing is asked after the end, until a result is taken back. @param {import("./state.js").Snapshot} s */
export function drawHints(s) {
  if (s.mode === "play") isOver = Boolean(s.result);
  section.hidden = !isOpen || isOver;
}

/** @param {boolean} agrees */
async function say(agrees) {
  const answer = await page.link.request({ hints: agrees });
  if (answer.kind === "no") tell(answer.text);
}

/** What the server says about hints. @param {{ asked: string | null, allowed: boolean }} hints */
export function showHints({ asked, allowed }) {
  if (!section.isConnected) ui.actions.before(section);
  const isSeated = page.you === "black" || page.you === "white";
  const wasOpen = isOpen;
  isOpen = Boolean(asked) && isSeated;
  if (allowed && !page.hints) {
    page.hints = page.mayHelp = true;
    tell(`${words.hintsAllowed}.`, false);
  } else if (wasOpen && !asked && !allowed) {
    tell(words.hints.declined, false);
  }
  page.redraw();
  section.hidden = !isOpen || isOver;
  if (section.hidden || !asked) return;
  const isMine = asked === page.you;
  const text = isMine ? words.hints.asking : words.hints.asked(words.sides[asked]);
  const buttons = isMine
    ? [button(words.actions.withdraw, () => say(false))]
    : [button(words.grant, () => say(true), "main"), button(words.decline, () => say(false))];
  keepFocus(section, [make("p", { textContent: text }), make("div", { className: "row" }, ...buttons)]);
  if (!isMine) speak(text);
}
