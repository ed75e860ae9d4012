// The buttons under the board: what can be done now.

import { button } from "./dom.js";
import { askEstimate, confirm, page, pass, resignation, send, ui, walk } from "./page.js";
import * as sound from "./sound.js";
import { words } from "./words.js";

/** @param {any} s @param {boolean} isWalking */
export function drawActions(s, isWalking) {
  const a = words.actions;
  const list = [];
  const mine = page.you !== "spectator";
  if (mine && !isWalking) {
    if (s.phase === "playing") list.push(button(a.pass, pass));
    if (["playing", "placing", "marking"].includes(s.phase) || s.result) list.push(button(a.undo, () => send({ type: "undo" })));
    if (s.phase === "playing") list.push(button(a.resign, () => confirm(words.reallyResign, () => send(resignation(s)))));
    if (s.phase === "marking") {
      list.unshift(button(a.accept, () => send({ type: "accept", revision: s.marking.revision }), "main"));
      list.push(button(a.resume, () => send({ type: "resume" })));
      if (s.marking.dispute) list.push(button(a.demonstrate, () => send({ type: "demonstrate" })));
    }
    if (s.demonstration) list.push(button(a.settle, () => send({ type: "settle" })));
    if (["black", "white"].some((side) => s.seats[side].thinking)) list.push(button(a.stop, () => send({ type: "stop" })));
    if (["black", "white"].some((side) => s.seats[side].fault)) list.push(button(a.restart, () => send({ type: "restart" }), "main"));
    if (s.clock && s.phase === "playing" && page.you === "both") {
      list.push(s.clock.paused ? button(a.unpause, () => send({ type: "unpause" })) : button(a.pause, () => send({ type: "pause" })));
    }
    if (s.result && page.you === "both") list.push(button(a.review, () => send({ type: "review" })));
  }
  if (isWalking && !page.isReview && mine) list.push(button(a.playOn, () => send({ type: "play_on" })));
  if (page.mayHelp && s.phase !== "marking") list.push(button(a.estimate, askEstimate));
  if (s.result) list.push(button(a.rematch, () => { location.href = "/#new"; }));
  list.push(button(sound.muted() ? a.unmute : a.mute, () => { sound.toggleMute(); page.redraw(); }));
  ui.actions.replaceChildren(...list);
  ui.walk.hidden = !isWalking;
  if (isWalking) {
    const w = words.walk;
    ui.walk.replaceChildren(
      labelled("|◀", w.first, { step: "first" }), labelled("◀", w.back, { step: "back" }),
      labelled("▶", w.next, { step: "next" }), labelled("▶|", w.last, { step: "last" }),
      labelled("▼", w.variation, { step: "sibling", by: 1 }),
    );
  }
}

/** @param {string} sign @param {string} label @param {any} step */
function labelled(sign, label, step) {
  const one = button(sign, () => walk(step));
  one.setAttribute("aria-label", label);
  one.title = label;
  return one;
}
