// The clocks: they run here between the words of the server, and stop where it says.

import { make } from "./dom.js";
import { ownColor, page, speak } from "./page.js";
import * as sound from "./sound.js";
import { faceAfter } from "./state.js";
import { words } from "./words-game.js";

/** The time, and what is said about it. @param {any} limit @param {any} face @returns {[string, string]} */
function clockText(limit, face) {
  if (!limit || !face) return ["", ""];
  const seconds = Math.ceil(face.left / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  const time = hours ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  if (face.overtime === null) return [time, ""];
  // Time for each move alone has no periods to speak of.
  const isForMove = limit.main === 0 && limit.periods === 1;
  if (isForMove) return [time, ""];
  if (limit.kind === "byo_yomi" && face.overtime === 1) return [time, words.lastPeriod];
  return [`${time} (${face.overtime})`, ""];
}

let beeped = -1;

/** What both clocks show, in words; nothing without clocks. */
export function clocksInWords() {
  const texts = ["black", "white"].map((side) => `${words.sides[side]} ${document.getElementById(`clock-${side}`)?.textContent}`);
  return page.link?.state?.clock ? texts.join(", ") : null;
}

export function tick() {
  const s = page.link?.state;
  if (!s?.clock) return;
  const { limit, faces, at, running, paused } = s.clock;
  for (const side of /** @type {const} */ (["black", "white"])) {
    const place = document.getElementById(`clock-${side}`);
    if (!place) continue;
    const isRunning = running === side && !paused;
    const gone = isRunning ? Math.max(0, performance.now() - page.link.offset - at) : 0;
    const face = faceAfter(limit[side], faces[side], gone);
    const [time, note] = clockText(limit[side], face);
    const text = note ? `${time} ${note}` : time;
    if (place.textContent !== text) place.replaceChildren(...(note ? [`${time} `, make("small", { textContent: note })] : [time]));
    const kind = limit[side]?.kind;
    const isLast = Boolean(face) && (kind === "byo_yomi" ? face?.overtime === 1 : kind === "canadian" ? face?.overtime !== null : true);
    const seconds = face ? Math.ceil(face.left / 1000) : 99;
    place.classList.toggle("urgent", isLast && seconds <= 10);
    // The bell rings only when nothing comes after this time.
    if (!isRunning || !isLast || side !== ownColor() || seconds === beeped || (seconds !== 10 && seconds > 5) || seconds < 1) continue;
    beeped = seconds;
    sound.beep(seconds <= 5);
    if (seconds === 10 || seconds === 5) speak(words.secondsLeft(seconds), true);
  }
}
setInterval(tick, 200);
