// The steps for beginners: the viewer with a problem for each step, and a first game at the end.

import { button, byId, make } from "./dom.js";
import { go, post } from "./open.js";
import { always } from "./stored.js";
import { here, openGame, start, tell } from "./view.js";
import { words } from "./words-learn.js";

const NAME = "hoshi-learn";
/** @type {import("./view.js").Data} */
const data = JSON.parse(byId("data").textContent ?? "");
const hints = data.hints ?? [];
const count = data.games.length;
const titles = data.games.map((game) => game.about?.[0] ?? "");
const texts = data.games.map((game) => game.nodes[0].c ?? "");
if (matchMedia("(any-pointer: coarse)").matches) texts[0] += ` ${words.touch}`;

/** How far the visitor came. @type {{ at: number, done: number[] }} */
const kept = always.get(NAME, { at: 0, done: [] });
const done = new Set(Array.isArray(kept.done) ? kept.done : []);

const list = make("ol", { id: "steps" });
const box = make("nav", { className: "card" }, make("h2", { textContent: words.steps, id: "steps-heading" }), list);
box.setAttribute("aria-labelledby", "steps-heading");
byId("notes").before(box);
byId("games").setAttribute("aria-label", words.step);

function drawSteps() {
  const { nth } = here();
  always.set(NAME, { at: nth, done: [...done] });
  list.replaceChildren(...titles.map((title, at) => {
    const link = make("a", { href: `?step=${at + 1}`, textContent: title });
    link.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      openGame(at);
      /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"))?.focus();
    });
    if (at === nth) link.setAttribute("aria-current", "step");
    const one = make("li", { className: done.has(at) ? "done" : "" }, link);
    if (done.has(at)) one.append(make("span", { className: "hidden", textContent: `, ${words.done}` }));
    return one;
  }));
}

/** @param {string} verdict */
function says(verdict) {
  const { nth } = here();
  const { nodes } = data.games[nth];
  if (verdict === "right" || verdict === "over") return nodes[nodes.length - 1].c;
  return verdict === "on" ? words.on : hints[nth];
}

/** Whether a game is being started: until its page is there. */
let isStarting = false;
// Back from the game by the browser's own button, the page may be as it was left.
window.addEventListener("pageshow", () => { isStarting = false; });

async function firstGame() {
  if (isStarting) return;
  isStarting = true;
  const answer = await post("/api/new", document.body.dataset.start, tell, words.noServer);
  if (!answer) return void (isStarting = false);
  done.add(count - 1);
  drawSteps();
  go(answer);
}

const isLast = () => here().nth + 1 === count;

if (!new URLSearchParams(location.search).has("step") && kept.at > 0 && kept.at < count) {
  history.replaceState(null, "", `?step=${kept.at + 1}`);
}
start(data, {
  key: "step", plain: true, last: words.last, next: words.next, says,
  place: () => words.place(here().nth + 1, count),
  title: () => titles[here().nth],
  comment: () => texts[here().nth],
  tried: () => done.add(here().nth),
  actions: () => (isLast() ? [button(words.first, firstGame, "main")] : []),
  finish: () => { if (isLast()) firstGame(); },
  drawn: drawSteps,
});
