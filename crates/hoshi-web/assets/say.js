// Typed words and keys.

import { answer } from "./ears.js";
import { stateText } from "./panel.js";
import { askEstimate, confirm, dropQuestion, page, pass, resignation, send, tell, ui, walk } from "./page.js";
import * as sound from "./sound.js";
import { placeOf } from "./state.js";
import { words } from "./words.js";

/** Listens to the line for moves and to the keyboard. @param {(at: string) => void} play */
export function listen(play) {
  /** @param {string} text */
  function say(text) {
    const s = page.link.state;
    const word = text.trim();
    if (!s || !word) return;
    const place = placeOf(word, s);
    if (place) return play(word.toUpperCase());
    const lower = word.toLowerCase();
    if (page.asking && (lower === "yes" || lower === "y")) return page.asking.yes();
    if (page.asking && (lower === "no" || lower === "n")) return dropQuestion();
    if (lower === "pass") return pass();
    if (lower === "undo") return void send({ type: "undo" });
    if (lower === "redo") return void send({ type: "redo" });
    if (lower === "resign") return confirm(words.reallyResign, () => send(resignation(s)));
    if (lower === "accept" && s.marking) return void send({ type: "accept", revision: s.marking.revision });
    if (lower === "resume") return void send({ type: "resume" });
    if (lower === "estimate") return void askEstimate();
    if (lower === "score") return tell(s.result ? words.result(s.result.result) : s.marking?.result ?? stateText(s));
    if (lower === "clock") {
      const texts = ["black", "white"].map((side) => `${words.sides[side]} ${document.getElementById(`clock-${side}`)?.textContent}`);
      return tell(s.clock ? texts.join(", ") : words.ears.noClock);
    }
    tell(answer(s, word) ?? words.ears.unknown(word));
  }

  ui.sayForm.addEventListener("submit", (event) => {
    event.preventDefault();
    say(ui.say.value);
    ui.say.value = "";
  });

  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, textarea, select")) return;
    const s = page.link?.state;
    if (!s) return;
    if (event.key === "m") { sound.toggleMute(); return page.redraw(); }
    if (event.key === "p" && s.mode === "play") return pass();
    if (event.key === "u" && s.mode === "play") return void send({ type: "undo" });
    if (event.key === "e" && page.mayHelp) return void askEstimate();
    if (event.key === "Escape" && page.asking) return dropQuestion();
    if (s.mode !== "review" || target.matches("rect")) return;
    const step = { ArrowLeft: { step: "back" }, ArrowRight: { step: "next" }, Home: { step: "first" }, End: { step: "last" },
      ArrowUp: { step: "sibling", by: -1 }, ArrowDown: { step: "sibling", by: 1 } }[event.key];
    if (step) { event.preventDefault(); walk(step); }
  });
}
