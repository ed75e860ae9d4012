// Another game between the same two people: each side says what it wants, and both pages go to the new game when
// both want the same. The secret of this page's link opens the new game too; no secret is sent.

import { button, make } from "./dom.js";
import { page, speak, ui } from "./page.js";
import { words } from "./words.js";

/** @typedef {{ handicaps: number[], swaps: boolean, black: number | null, white: number | null, next?: string, you?: string }} Rematch */

const section = make("section", { className: "rematch", hidden: true });
section.setAttribute("aria-label", words.rematch.title);

/** What the server says about another game. @param {Rematch} rematch */
export function showRematch(rematch) {
  if (!section.isConnected) ui.share.before(section);
  const { you } = page;
  const isSeated = you === "black" || you === "white";
  const other = you === "black" ? "white" : "black";
  const nodes = [];
  if (rematch.next) {
    const address = `/g/${rematch.next}${isSeated && page.link.token ? `#${page.link.token}` : ""}`;
    const text = isSeated ? words.rematch.begun(words.sides[rematch.you ?? you]) : words.rematch.watch;
    nodes.push(make("p", {}, make("a", { href: address, className: "main", textContent: text })));
    speak(text, true);
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
    const wish = (/** @type {any} */ what) => page.link.request({ rematch: what });
    const list = rematch.handicaps.filter((stones) => stones !== mine).map((stones) =>
      button(words.rematch.offer(words.rematch.terms(stones, rematch.swaps)), () => wish({ handicap: stones }), stones === theirs ? "main" : ""));
    if (mine !== null || theirs !== null) list.push(button(mine !== null ? words.actions.withdraw : words.decline, () => wish("decline")));
    nodes.push(make("p", {}, ...list));
  }
  section.hidden = nodes.length === 0;
  section.replaceChildren(...nodes);
}
