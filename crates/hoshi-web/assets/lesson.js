// A lesson: the leader's board is everybody's board. The leader hands control to one who follows and takes it back;
// those who follow raise a hand.

import { button, make } from "./dom.js";
import { page, speak, tell, ui } from "./page.js";
import { words } from "./words.js";

/** @typedef {{ number: number, name: string, asks: boolean, here: boolean }} Guest */
/** @typedef {{ open: boolean, you: string, number?: number, holder: Guest | null, guests?: Guest[] }} Lesson */

const section = make("section", { className: "lesson", hidden: true });
section.setAttribute("aria-label", words.lesson.title);
/** @type {Lesson | null} */
let lesson = null;
/** Who this page is by its secret alone. */
let own = "spectator";
let hasRaised = false;

/** A secret by which the server knows this tab again in a lesson. */
export function guestKey() {
  const name = "hoshi-guest";
  const kept = sessionStorage.getItem(name);
  if (kept) return kept;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem(name, made);
  return made;
}

/** The server has said who this page is. @param {string} you */
export function enterLesson(you) {
  own = you;
}

/** What the server says about the lesson. @param {Lesson} told */
export function showLesson(told) {
  const before = lesson;
  lesson = told;
  if (!section.isConnected) ui.share.before(section);
  // Whoever has control does what the leader could, and the leader follows meanwhile.
  page.you = told.you === "holder" ? "both" : told.you === "leader" && told.holder ? "spectator" : own;
  if (told.you === "holder" && before?.you !== "holder") tell(words.lesson.yours);
  else if (before?.you === "holder" && told.you !== "holder") tell(words.lesson.over);
  draw();
  page.redraw();
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
  section.hidden = !lesson.open && !isLeader;
  if (!lesson.open) {
    section.replaceChildren(button(w.start, () => wish("start")));
    return;
  }
  const state = lesson.you === "holder" ? w.yours : lesson.holder ? w.held(lesson.holder.name, lesson.holder.here) : isLeader ? w.leading : w.following;
  nodes.push(make("h2", { textContent: w.title }), make("p", { textContent: state }));
  if (lesson.you === "guest" || lesson.you === "holder") nodes.push(nameForm());
  if (lesson.you === "guest") {
    const raise = button(hasRaised ? w.lower : w.raise, () => { hasRaised = !hasRaised; wish({ ask: hasRaised }); draw(); });
    raise.setAttribute("aria-pressed", String(hasRaised));
    nodes.push(raise);
  } else {
    hasRaised = false;
  }
  if (hasControl && lesson.guests?.length) {
    const items = lesson.guests.filter((guest) => guest.number !== lesson?.holder?.number && guest.number !== lesson?.number).map((guest) =>
      make("li", {}, make("span", { textContent: guest.asks ? w.asks(guest.name) : guest.name }), " ",
        button(w.hand, () => wish({ hand: guest.number }), guest.asks ? "main" : "")));
    if (items.length) nodes.push(make("ul", {}, ...items));
  } else if (isLeader) {
    nodes.push(make("p", { className: "quiet", textContent: w.nobody }));
  }
  if (isLeader && lesson.holder) nodes.push(button(w.take, () => wish("take"), "main"));
  if (lesson.you === "holder") nodes.push(button(w.giveBack, () => wish("take"), "main"));
  if (isLeader) nodes.push(button(w.end, () => wish("end")));
  // Somebody may be typing a name.
  const typed = section.contains(document.activeElement) ? document.activeElement : null;
  if (typed instanceof HTMLInputElement) return;
  section.replaceChildren(...nodes);
  const raised = lesson.guests?.find((guest) => guest.asks);
  if (raised && hasControl) speak(w.asks(raised.name));
}

function nameForm() {
  const input = make("input", { value: localStorage.getItem("hoshi-name") ?? "", maxLength: 40, autocomplete: "nickname" });
  const form = make("form", { className: "name" }, make("label", {}, `${words.lesson.name} `, input), " ", make("button", { type: "submit", textContent: words.lesson.setName }));
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    localStorage.setItem("hoshi-name", input.value);
    input.blur();
    wish({ name: input.value });
  });
  return form;
}
