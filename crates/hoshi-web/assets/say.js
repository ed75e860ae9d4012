// Typed words and keys: everything on a board page can be done by either alone.

import { toggleMute } from "./actions.js";
import { clocksInWords } from "./clock.js";
import { answer } from "./ears.js";
import { askEstimate, dropQuestion, leap, page, pass, redo, resign, send, tell, ui, walk } from "./page.js";
import { discardDraft } from "./review.js";
import { placeOf } from "./points.js";
import { words } from "./words-game.js";

/** What a word does. @typedef {(s: import("./state.js").Snapshot, rest: string) => void} Deed */

/** @type {Record<string, Deed>} */
const DEEDS = {
  pass,
  undo: () => void send({ type: "undo" }),
  redo: () => void redo(),
  correct: (s, rest) => {
    const [number, at = ""] = rest.split(/\s+/);
    if (!/^\d+$/.test(number) || (at !== "pass" && !placeOf(at, s))) return tell(words.ears.correctHow);
    send({ type: "correct", number: Number(number), at: at === "pass" ? at : at.toUpperCase() });
  },
  resign,
  accept: (s) => void (s.marking ? send({ type: "accept", revision: s.marking.revision }) : s.offer ? send({ type: "answer", grant: true }) : tell(words.ears.noAccept)),
  agree: () => void send({ type: "answer", grant: true }),
  decline: () => void send({ type: "answer", grant: false }),
  resume: (s) => void send({ type: "resume", ...(page.you === "both" ? { color: s.position.turn } : {}) }),
  review: () => void send({ type: "review" }),
  play: () => void send({ type: "play_on" }),
  estimate: () => void askEstimate(),
  next: () => void walk({ step: "next" }),
  back: () => void walk({ step: "back" }),
  start: () => void walk({ step: "first" }),
  end: () => void walk({ step: "last" }),
  move: (_, rest) => void walk({ step: "number", number: Number(rest) || 0 }),
  mute: toggleMute,
  score: (s) => tell(s.result ? words.result(s.result.result) : s.marking ? words.now(words.result(s.marking.result)) : words.ears.noScore, false),
  clock: () => tell(clocksInWords() ?? words.ears.noClock, false),
};

/** Listens to the line for moves and to the keyboard. @param {(at: string) => void} play */
export function listen(play) {
  /** @param {string} text */
  function say(text) {
    const s = page.link?.state;
    const word = text.trim();
    if (!s || !word) return;
    if (placeOf(word, s)) return play(word.toUpperCase());
    const [first, ...rest] = word.toLowerCase().split(/\s+/);
    if (page.asking && (first === "yes" || first === "y")) return page.asking.yes();
    if (page.asking && (first === "no" || first === "n")) return dropQuestion();
    const deed = Object.hasOwn(DEEDS, first) ? DEEDS[first] : null;
    if (deed) return deed(s, rest.join(" "));
    const said = answer(s, word);
    tell(said ?? (/^[a-z]{1,2}\d+$/i.test(word) ? words.ears.noPoint(word.toUpperCase()) : words.ears.unknown(word)), said === null);
  }

  ui.sayForm.addEventListener("submit", (event) => {
    event.preventDefault();
    say(ui.say.value);
    ui.say.value = "";
  });

  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const s = page.link?.state;
    if (!s || target.matches("input, textarea, select")) return;
    const isButton = target.matches("button, a, summary");
    /** @type {Record<string, () => void>} */
    const keys = {
      m: toggleMute,
      Escape: () => (page.asking ? dropQuestion() : discardDraft()),
      "/": () => ui.say.focus(),
    };
    if (page.mayHelp) keys.e = askEstimate;
    if (s.mode === "play") Object.assign(keys, { p: pass, u: () => send({ type: "undo" }) });
    if (s.mode === "review") {
      Object.assign(keys, {
        ",": () => walk({ step: "back" }), ".": () => walk({ step: "next" }),
        ArrowLeft: () => walk({ step: "back" }), ArrowRight: () => walk({ step: "next" }),
        Home: () => walk({ step: "first" }), End: () => walk({ step: "last" }),
        ArrowUp: () => walk({ step: "sibling", by: -1 }), ArrowDown: () => walk({ step: "sibling", by: 1 }),
        PageUp: () => leap(-10), PageDown: () => leap(10),
      });
    }
    if (isButton && (event.key === "Enter" || event.key === " ")) return;
    const deed = Object.hasOwn(keys, event.key) ? keys[event.key] : null;
    if (!deed) return;
    event.preventDefault();
    deed();
  });
}
