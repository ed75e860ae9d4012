// A lesson: the leader's board is everybody's board. The leader hands control to one who follows and takes it back;
// those who follow raise a hand.

import { button, keepFocus, make } from "./dom.js";
import { page, speak, tell, ui } from "./page.js";
import { linkField } from "./share.js";
import { words } from "./words-game.js";

/** @typedef {{ number: number, name: string, asks: boolean, here: boolean }} Guest */
/** @typedef {{ open: boolean, you: string, number?: number, holder: Guest | null, guests?: Guest[] }} Lesson */

const section = make("section", { className: "notice lesson", hidden: true });
section.setAttribute("aria-label", words.lesson.title);
/** @type {Lesson | null} */
let lesson = null;
/** Who this page is by its secret alone. */
let own = "spectator";
let hasRaised = false;
const start = button(words.lesson.start, () => wish("start"));

let guest = "";

/** The name that was chosen once, or that is chosen now; nothing where nothing may be kept. @param {string} [chosen] */
function keptName(chosen) {
  try {
    if (chosen !== undefined) localStorage.setItem("hoshi-name", chosen);
    return localStorage.getItem("hoshi-name") ?? "";
  } catch {
    return "";
  }
}

/** A secret by which the server knows this tab again in a lesson. */
export function guestKey() {
  if (guest) return guest;
  guest = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    guest = sessionStorage.getItem("hoshi-guest") ?? guest;
    sessionStorage.setItem("hoshi-guest", guest);
  } catch {
    // After a reload it is another one.
  }
  return guest;
}

/** The server has said who this page is. @param {string} you */
export function enterLesson(you) {
  own = you;
}

/** What the server says about the lesson. @param {Lesson} told */
export function showLesson(told) {
  const before = lesson;
  lesson = told;
  if (!section.isConnected) ui.actions.after(section);
  if (!start.isConnected) ui.share.append(start);
  // Whoever has control does what the leader could, and the leader follows meanwhile.
  page.you = told.you === "holder" ? "both" : told.you === "leader" && told.holder ? "spectator" : own;
  page.watching = !told.open ? words.watching : told.holder ? words.lesson.held(told.holder.name, told.holder.here) : words.lesson.following;
  if (told.you === "holder" && before?.you !== "holder") tell(words.lesson.yours, false);
  else if (before?.open && !told.open) tell(words.lesson.ended, false);
  else if (before?.you === "holder" && told.you !== "holder") tell(words.lesson.over, false);
  draw();
  page.redraw();
  // A name that was chosen once is the name in every lesson.
  const name = keptName();
  if (told.open && !before?.open && told.you === "guest" && name) wish({ name });
}

/** @param {any} wish */
async function wish(wish) {
  const answer = await page.link.request({ lesson: wish });
  if (answer.kind === "no") tell(answer.text);
}

function draw() {
  if (!lesson) return;
  const w = words.lesson;
  const nodes = [];
  const isLeader = lesson.you === "leader";
  const hasControl = lesson.you === "holder" || isLeader;
  section.hidden = !lesson.open;
  start.hidden = lesson.open || !isLeader;
  if (!lesson.open) return;
  const state = lesson.you === "holder" ? w.yours : lesson.holder ? w.held(lesson.holder.name, lesson.holder.here) : isLeader ? w.leading : w.following;
  nodes.push(make("h2", { textContent: w.title }), make("p", { textContent: state }));
  if (lesson.you === "guest" || lesson.you === "holder") nodes.push(nameForm());
  if (lesson.you === "guest") {
    const raise = button(hasRaised ? w.lower : w.raise, () => { hasRaised = !hasRaised; wish({ ask: hasRaised }); draw(); });
    nodes.push(make("div", { className: "row" }, raise));
  } else {
    hasRaised = false;
  }
  if (hasControl && lesson.guests?.length) {
    const items = lesson.guests.filter((guest) => guest.number !== lesson?.holder?.number && guest.number !== lesson?.number).map((guest) =>
      make("li", {}, make("span", { textContent: guest.asks ? w.asks(guest.name) : guest.name }), " ",
        button(w.hand(guest.name), () => wish({ hand: guest.number }), guest.asks ? "main" : "")));
    if (items.length) nodes.push(make("ul", {}, ...items));
  } else if (isLeader) {
    nodes.push(make("p", { className: "quiet", textContent: w.nobody }));
  }
  if (isLeader) nodes.push(linkField());
  const last = [];
  if (isLeader && lesson.holder) last.push(button(w.take, () => wish("take"), "main"));
  if (lesson.you === "holder") last.push(button(w.giveBack, () => wish("take"), "main"));
  if (isLeader) last.push(button(w.end, () => wish("end")));
  if (last.length) nodes.push(make("div", { className: "row" }, ...last));
  keepFocus(section, nodes);
  for (const guest of lesson.guests ?? []) {
    if (hasControl && guest.asks && !hands.has(guest.number)) speak(w.asks(guest.name));
    if (guest.asks) hands.add(guest.number);
    else hands.delete(guest.number);
  }
}

/** Those whose hands are known to be raised. @type {Set<number>} */
const hands = new Set();
/** The same one all the time: somebody may be typing in it. @type {HTMLElement | null} */
let form = null;

function nameForm() {
  form ??= makeForm();
  return form;
}

function makeForm() {
  const input = make("input", { value: keptName(), maxLength: 40, autocomplete: "nickname" });
  const form = make("form", { className: "name" }, make("label", {}, `${words.lesson.name} `, input), " ", make("button", { type: "submit", textContent: words.lesson.setName }));
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    keptName(input.value);
    input.blur();
    wish({ name: input.value });
  });
  return form;
}
