// Another game between the same two people: each side says what it wants, and both pages go to the new game when
// both want the same. The secret of this page's link opens the new game too; no secret is sent.

import { button, keepFocus, make } from "./dom.js";
import { page, speak, tell, ui } from "./page.js";
import { words } from "./words-game.js";

/** @typedef {{ handicaps: number[], swaps: boolean, black: number | null, white: number | null, next?: string, you?: string }} Rematch */

const section = make("section", { className: "notice", hidden: true });
section.setAttribute("aria-label", words.rematch.title);
/** Whether this page has seen that no other game has begun. */
let hasWaited = false;

/** What the server says about another game. @param {Rematch} rematch */
export function showRematch(rematch) {
  if (!section.isConnected) ui.actions.after(section);
  const { you } = page;
  const isSeated = you === "black" || you === "white";
  const other = you === "black" ? "white" : "black";
  const nodes = [];
  if (rematch.next) {
    const address = `/g/${rematch.next}${isSeated && page.link.token ? `#${page.link.token}` : ""}`;
    const text = isSeated ? words.rematch.begun(words.sides[rematch.you ?? you]) : words.rematch.watch;
    nodes.push(make("a", { href: address, className: "button main", textContent: text }));
    speak(text, true);
    // Whoever comes later may have come to look at this game.
    if (isSeated && hasWaited) location.href = address;
  } else if (isSeated && rematch.handicaps.length) {
    const mine = rematch[you];
    const theirs = rematch[other];
    if (theirs !== null && theirs !== mine) {
      const text = words.rematch.asked(words.sides[other], words.rematch.terms(theirs, rematch.swaps));
      nodes.push(make("p", { textContent: text }));
      speak(text, true);
    } else if (mine !== null) {
      nodes.push(make("p", { textContent: words.rematch.asking(words.rematch.terms(mine, rematch.swaps)) }));
    }
    const wish = async (/** @type {any} */ what) => {
      const answer = await page.link.request({ rematch: what });
      if (answer.kind === "no") tell(answer.text);
    };
    const list = rematch.handicaps.filter((stones) => stones !== mine).map((stones) =>
      button(words.rematch.offer(words.rematch.terms(stones, rematch.swaps)), () => wish({ handicap: stones }), stones === theirs ? "main" : ""));
    if (mine !== null || theirs !== null) list.push(button(mine !== null ? words.actions.withdraw : words.decline, () => wish("decline")));
    nodes.push(make("div", { className: "row" }, ...list));
  }
  hasWaited ||= !rematch.next;
  section.hidden = nodes.length === 0;
  keepFocus(section, nodes);
}
