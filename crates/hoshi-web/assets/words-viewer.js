// The words of the viewer, beside those that all boards share.

import { words as shared } from "./words.js";

export const words = {
  ...shared,
  start: "Start",
  terms: (/** @type {string} */ rules, /** @type {string} */ komi, /** @type {number} */ handicap) =>
    `${rules ? shared.rules(rules) : "Rules not named"}, komi ${komi}${handicap ? `, handicap ${handicap}` : ""}`,
  viewer: {
    record: "A game of Go",
    problem: "A problem",
    walk: "Walk through the record",
    comment: "Comment",
    unknownResult: "The result is unknown.",
    noFreePlay: "The record does not continue there.",
    nth: (/** @type {number} */ n, /** @type {number} */ of) => `${n} of ${of}`,
    lastGame: "Previous game",
    nextGame: "Next game",
    review: "Review",
    continue: "Continue the game",
    remove: "Delete",
    reallyRemove: "Move this game to the trash?",
    yes: "Yes",
    no: "No",
    cut: "The record is too large for a page; only its beginning is here.",
  },
  problem: {
    solve: "Solve",
    toPlay: (/** @type {string} */ side) => `${side} to play`,
    /** What a try came to. @type {Record<string, string>} */
    said: {
      on: "The record continues.",
      right: "Right!",
      wrong: "Wrong. Try again.",
      "not-this": "Not this: another move is asked for.",
      forced: "Choose one of the moves of the record.",
      over: "The problem is over; start again.",
      occupied: shared.occupied,
    },
    unknown: (/** @type {string} */ at) => `${at} is not in the record.`,
    hint: (/** @type {string} */ at) => `Hint: ${at}`,
    noHint: "No right move is left from here; start again.",
    hintButton: "Hint",
    solution: "Solution",
    restart: "Start again",
    back: "Take back",
    next: "Next problem",
    pass: "Pass",
    turn: "Turn the board",
    swap: "Swap colours",
  },
};
