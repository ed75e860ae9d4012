// The buttons under the board: what can be done now.

import { ARROWS } from "./arrows.js";
import { button, iconButton } from "./dom.js";
import { askEstimate, leap, page, pass, redo, resign, send, ui, walk } from "./page.js";
import * as sound from "./sound.js";
import { words } from "./words-game.js";

/** @typedef {[label: string, click: () => void, kind?: string]} Action */

/** What can be done now. @param {any} s @returns {Action[]} */
function actions(s) {
  const a = words.actions;
  const isWalking = s.mode === "review";
  const some = (/** @type {(seat: any) => boolean} */ holds) => holds(s.seats.black) || holds(s.seats.white);
  /** @type {Action[]} */
  const list = [];
  if (page.you !== "spectator" && !isWalking) {
    if (s.phase === "marking" && !s.marking.waiting && !s.marking.accepted[page.you]) list.push([a.accept, () => send({ type: "accept", revision: s.marking.revision }), "main"]);
    if (some((seat) => Boolean(seat.fault))) list.push([a.restart, () => send({ type: "restart" }), "main"]);
    if (s.demonstration) list.push([a.settle, () => send({ type: "settle" }), "main"]);
    if (s.phase === "playing") list.push([a.pass, pass]);
    // A result is taken back by either side, else each its own moves.
    const isOwn = (/** @type {any} */ { color }) => Boolean(s.result) || page.you === "both" || page.you === color;
    if ((s.moves.some(isOwn) || s.placing?.stone > 1) && s.undo !== "never") list.push([a.undo, () => send({ type: "undo" })]);
    // Where one page holds the seats of all people; elsewhere the move is played again.
    if (page.canRedo && page.you === "both" && s.phase !== "placing" && !s.demonstration) list.push([a.redo, redo]);
    if (s.phase === "playing" && !s.demonstration) list.push([a.resign, resign]);
    if (s.phase === "marking") {
      list.push([a.resume, () => send({ type: "resume", ...(page.you === "both" && !some((seat) => seat.program) ? { color: s.position.turn ?? "black" } : {}) })]);
      if (s.marking.dispute) list.push([a.demonstrate, () => send({ type: "demonstrate" })]);
    }
    if (s.clock && s.phase === "playing" && page.you === "both") {
      list.push(s.clock.paused ? [a.unpause, () => send({ type: "unpause" }), "main"] : [a.pause, () => send({ type: "pause" })]);
    }
    if (s.result || page.you === "both") {
      if (s.moves.length > 0 && s.phase !== "placing") list.push([a.review, () => send({ type: "review" }), s.result ? "main" : ""]);
    }
  }
  if (isWalking && !page.isReview && page.you !== "spectator") list.push([a.playOn, () => send({ type: "play_on" })]);
  if (page.mayHelp && (s.phase !== "marking" || isWalking)) list.push([page.estimate ? a.hideEstimate : a.estimate, askEstimate]);
  // The last one, for it comes and goes with each move: the others stay where they are.
  if (page.you !== "spectator" && !isWalking && some((seat) => seat.thinking)) list.push([a.stop, () => send({ type: "stop" })]);
  if (s.result && !isWalking) list.push([a.newGame, () => { location.href = "/#new"; }]);
  return list;
}

let shown = "";
/** @type {Action[]} */
let current = [];

/** Draws the buttons; the same buttons stay as they are, and with them the focus. @param {any} s */
export function drawActions(s) {
  current = actions(s);
  const key = current.map(([label, , kind]) => label + kind).join("|");
  if (key === shown) return;
  shown = key;
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const label = focused && ui.actions.contains(focused) ? focused.textContent : null;
  ui.actions.replaceChildren(...current.map(([text, , kind], nth) => button(text, () => current[nth]?.[1](), kind)));
  if (label !== null) {
    const again = [...ui.actions.children].find((one) => one.textContent === label) ?? ui.actions.firstElementChild;
    /** @type {HTMLElement | null} */ (again)?.focus();
  }
}

/** The buttons to walk through a record: the same ones all the time. */
export function buildWalk() {
  /** @type {Record<string, () => void>} */
  const steps = {
    first: () => walk({ step: "first" }), back10: () => leap(-10), back: () => walk({ step: "back" }), next: () => walk({ step: "next" }),
    next10: () => leap(10), last: () => walk({ step: "last" }), variation: () => walk({ step: "sibling", by: 1 }),
  };
  ui.walk.setAttribute("aria-label", words.walk.group);
  ui.walk.replaceChildren(...Object.entries(steps).map(([name, click]) => iconButton(ARROWS[name], words.walk[name], click)));
}

const mute = /** @type {HTMLButtonElement} */ (document.getElementById("mute"));

export function toggleMute() {
  sound.toggleMute();
  drawMute();
}

export function drawMute() {
  const label = sound.muted() ? words.actions.unmute : words.actions.mute;
  mute.setAttribute("aria-label", label);
  mute.title = `${label} (m)`;
  mute.setAttribute("aria-pressed", String(!sound.muted()));
}
mute.addEventListener("click", toggleMute);
