// The words of the page for beginners, beside those of the viewer. The steps themselves come from the server.

import { words as viewer } from "./words-viewer.js";

export const words = {
  noServer: viewer.noServer,
  step: "Step",
  steps: "All steps",
  place: (/** @type {number} */ n, /** @type {number} */ of) => `${n} of ${of}`,
  last: "Previous step",
  next: "Next step",
  touch: "On a touch screen, tap the point twice: the first tap shows it larger.",
  on: "Good. Go on.",
  done: "done",
  first: "Start the first game",
};
