// The clocks: they run here between the words of the server.

import { ownColor, page } from "./page.js";
import * as sound from "./sound.js";
import { faceAfter } from "./state.js";
import { words } from "./words.js";

/** @param {any} limit @param {any} face */
function clockText(limit, face) {
  if (!limit || !face) return "";
  const seconds = Math.ceil(face.left / 1000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (face.overtime === null) return time;
  if (limit.kind === "byo_yomi" && face.overtime === 1) return `${time} ${words.lastPeriod}`;
  return `${time} (${face.overtime})`;
}

let beeped = -1;

export function tick() {
  const s = page.link?.state;
  if (!s?.clock) return;
  const { limit, faces, at, running, paused } = s.clock;
  for (const side of /** @type {const} */ (["black", "white"])) {
    const place = document.getElementById(`clock-${side}`);
    if (!place) continue;
    const gone = running === side && !paused ? Math.max(0, performance.now() - page.link.offset - at) : 0;
    const face = faceAfter(limit[side], faces[side], gone);
    place.textContent = clockText(limit[side], face);
    const isLast = face && (face.overtime === 1 || (face.overtime === null && ["absolute", "fischer"].includes(limit[side]?.kind)));
    const seconds = face ? Math.ceil(face.left / 1000) : 99;
    place.classList.toggle("urgent", Boolean(isLast && seconds <= 10));
    if (running === side && !paused && isLast && side === ownColor() && (seconds === 10 || seconds <= 5) && seconds !== beeped) {
      beeped = seconds;
      sound.beep();
    }
  }
}
setInterval(tick, 200);
