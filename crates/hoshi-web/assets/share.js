// Links to a board, its record to take away, and the game in the address bar.

import { button, make } from "./dom.js";
import { page, tell, ui } from "./page.js";
import { words } from "./words-game.js";

/** A text to be copied, with its label. @param {string} label @param {string} text @returns {HTMLElement} */
function field(label, text) {
  const input = make("input", { readOnly: true, value: text, ariaLabel: label });
  return make("p", { className: "share" }, make("span", { textContent: label }), input, button(words.copy, () => copy(text, input)));
}

/** The link for whoever watches. */
export const linkField = () => field(words.links.watch, `${location.origin}/g/${page.id}`);

/** The link for the friend: beside the board until the friend is there, then with the other links. @type {HTMLElement | null} */
let friend = null;
const invite = make("section", { className: "notice", hidden: true }, make("p", { className: "quiet", textContent: words.invite }));
invite.setAttribute("aria-label", words.inviteTitle);
const greetings = make("div", { className: "row greetings", role: "group", ariaLabel: words.greetGroup },
  ...words.greetings.map((text, nth) => button(text, () => page.link.say({ greet: nth }))));

let hasCome = false;

/** @param {import("./state.js").Snapshot} s */
export function drawInvite(s) {
  const { you } = page;
  const isSeated = you === "black" || you === "white";
  if (!invite.isConnected) ui.actions.before(invite);
  if (!greetings.isConnected) ui.actions.after(greetings);
  const other = you === "black" ? "white" : "black";
  // Whoever was there once has the link.
  hasCome ||= s.seats[other].present || s.moves.some(({ color }) => color === other);
  const waits = isSeated && friend !== null && !hasCome && s.phase !== "over";
  invite.hidden = !waits;
  greetings.hidden = !isSeated || waits || s.mode !== "play";
  if (!friend) return;
  if (waits && friend.parentElement !== invite) invite.prepend(friend);
  else if (!waits && friend.parentElement !== ui.share) ui.share.prepend(friend);
}

/** @type {Element[]} */
let drawn = [];

export function drawShare() {
  const nodes = [];
  const address = `${location.origin}/g/${page.id}`;
  const other = page.you === "black" ? "white" : "black";
  const isSeated = page.you === "black" || page.you === "white";
  friend?.remove();
  friend = isSeated && page.keys[other] ? field(words.links.friend, `${address}#${page.keys[other]}`) : null;
  if (friend) nodes.push(friend);
  nodes.push(linkField());
  const download = make("a", { className: "button", href: `/g/${page.id}/game.sgf`, download: "", textContent: words.download });
  const picture = make("a", { className: "button", download: "board.png", textContent: words.picture });
  // The position that is shown at the moment of the click.
  picture.onpointerenter = picture.onfocus = picture.onclick = () => { picture.href = pictureAddress(); };
  picture.href = pictureAddress();
  nodes.push(make("div", { className: "buttons" }, download, picture,
    button(words.copySgf, () => fetchText(`/g/${page.id}/game.sgf`)),
    button(words.copySgn, () => fetchText(`/g/${page.id}/line/sgn`)),
    button(words.copyLink, () => copyLink(false)),
    button(words.copyPosition, () => copyLink(true))));
  // What others have put there stays.
  for (const old of drawn) old.remove();
  drawn = nodes;
  ui.share.prepend(...nodes);
}

function pictureAddress() {
  const s = page.link.state;
  return `/g/${page.id}/board.png${s?.mode === "review" ? `?path=${s.node.path}` : ""}`;
}

/** The game as an address on this server; with the move that is shown, if wanted. @param {boolean} withMove */
async function gameAddress(withMove) {
  const response = await fetch(`/g/${page.id}/line/link`);
  if (!response.ok) throw new Error(JSON.parse(await response.text()).error);
  const text = await response.text();
  // A base of one's own may be set in the configuration.
  const address = new URL(text, location.origin);
  const number = page.link.state?.position.number ?? 0;
  return address.href + (withMove ? `${address.search ? "&" : "?"}move=${number}` : "");
}

/** @param {boolean} withMove */
async function copyLink(withMove) {
  try {
    copy(await gameAddress(withMove), null);
  } catch (error) {
    tell(/** @type {Error} */ (error).message);
  }
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
    tell(words.copied, false);
  } catch {
    if (!input) {
      // Without the right to the clipboard the text is shown, and selected.
      input = make("input", { readOnly: true, value: text, ariaLabel: words.notCopied });
      ui.share.prepend(/** @type {HTMLInputElement} */ (input));
    }
    input?.select();
    tell(words.notCopied, false);
  }
}

let followed = "";
let isFollowing = false;

/** The address bar holds the game of one screen, so that a bookmark of it is the game: `/g/ID?game=9x9,D4b&...`.
 * The live board stays at its address; where that is unknown, the server shows the game from the rest. */
export async function follow() {
  const s = page.link.state;
  if (!s || page.you !== "both" || isFollowing || document.body.classList.contains("projector")) return;
  const isMainLine = s.mode !== "review" || /^[0.]*$/.test(s.node.path);
  const key = `${s.mode} ${s.seq}`;
  if (key === followed) return;
  isFollowing = true;
  try {
    const link = new URL(await gameAddress(s.mode === "review" && isMainLine));
    const game = link.pathname.split("/game/")[1];
    const query = `?game=${game}${link.search ? `&${link.search.slice(1)}` : ""}`;
    if (query !== location.search) history.replaceState(history.state, "", `${location.pathname}${query}${location.hash}`);
  } catch {
    // A record that no address can hold, such as a board with stones set up: the address stays as it was.
  }
  followed = key;
  isFollowing = false;
  // What happened meanwhile is followed too.
  if (page.link.state && `${page.link.state.mode} ${page.link.state.seq}` !== key) follow();
}
