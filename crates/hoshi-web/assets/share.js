// Links to a board, and its record to take away.

import { button, make } from "./dom.js";
import { page, tell, ui } from "./page.js";
import { words } from "./words.js";

export function drawShare() {
  const nodes = [];
  const field = (/** @type {string} */ label, /** @type {string} */ text) => {
    const input = /** @type {HTMLInputElement} */ (make("input", { readOnly: true, value: text }));
    input.setAttribute("aria-label", label);
    return make("p", { className: "share" }, make("span", { textContent: label }), input, button(words.copy, () => copy(text, input)));
  };
  const address = `${location.origin}/g/${page.id}`;
  if (document.body.dataset.what === "game") {
    const other = page.you === "black" ? "white" : "black";
    if (page.you !== "both" && page.keys[other]) nodes.push(field(words.links.friend, `${address}#${page.keys[other]}`));
    nodes.push(field(words.links.watch, address));
    if (page.you === "black" || page.you === "white") {
      const greet = words.greetings.map((text, nth) => button(text, () => page.link.say({ greet: nth })));
      nodes.push(make("p", { className: "greetings" }, ...greet));
    }
  }
  nodes.push(make("p", {},
    make("a", { href: `/g/${page.id}/game.sgf`, download: "", textContent: words.download }), " ",
    button(words.copySgf, () => fetchText(`/g/${page.id}/game.sgf`)),
    button(words.copySgn, () => fetchText(`/g/${page.id}/line/sgn`)),
    button(words.copyLink, () => fetchText(`/g/${page.id}/line/link`))));
  ui.share.replaceChildren(...nodes);
}

/** @param {string} address */
async function fetchText(address) {
  const response = await fetch(address);
  const text = await response.text();
  if (response.ok) copy(text, null);
  else tell(JSON.parse(text).error ?? text);
}

/** @param {string} text @param {HTMLInputElement | null} input */
async function copy(text, input) {
  try {
    await navigator.clipboard.writeText(text);
    tell(words.copied);
  } catch {
    input?.select();
    tell(words.notCopied);
  }
}
