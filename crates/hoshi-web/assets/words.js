// The words that all boards share. Those of a live board are in words-game.js, those of the viewer in words-viewer.js,
// those of the start page in words-home.js, and those that the server writes in words-pages.json: another language is
// another set of these files.

/** @param {number} count @param {string} one @param {string} [many] */
export const plural = (count, one, many) => `${count} ${count === 1 ? one : many ?? one + "s"}`;

/** @type {Record<string, string>} */
const sides = { black: "Black", white: "White", both: "Both", spectator: "A visitor" };
/** @type {Record<string, string>} */
const walk = {
  group: "Walk through the game", first: "First move", back10: "Ten moves back", back: "Back", next: "Forward",
  next10: "Ten moves forward", last: "Last move", variation: "Next variation",
};
/** @type {Record<string, string>} */
const marks = { circle: "circle", square: "square", triangle: "triangle", cross: "cross", selected: "selected", label: "label" };

/** @type {Record<string, string>} */
const rulesets = {
  chinese: "Chinese", japanese: "Japanese", korean: "Korean", aga: "AGA", "new-zealand": "New Zealand",
  "tromp-taylor": "Tromp-Taylor", ing: "Ing", simple: "Simple",
};

export const words = {
  sides,
  marks,
  walk,
  grid: "Go board",
  tree: "Tree of variations: arrow keys walk through it",
  empty: "empty",
  occupied: "There is a stone.",
  last: "last move",
  koPoint: "ko",
  dead: "dead",
  seki: "in seki",
  taken: "just captured",
  territoryOf: (/** @type {string} */ side) => `${side}'s point`,
  variation: (/** @type {string} */ letter) => `variation ${letter}`,
  candidate: (/** @type {number} */ nth) => `candidate ${nth}`,
  captured: (/** @type {number} */ n) => `${n} captured`,
  move: (/** @type {number} */ n) => `Move ${n}`,
  moveAt: (/** @type {number} */ n, /** @type {string} */ side, /** @type {string} */ at) => `Move ${n}: ${side} ${at}`,
  pass: "pass",
  spoken: (/** @type {string} */ side, /** @type {string} */ at, /** @type {number} */ taken) =>
    `${side} ${at === "pass" ? "passes" : at}${taken ? `, captures ${plural(taken, "stone")}` : ""}`,
  result(/** @type {string} */ result) {
    if (result === "0") return "The game is a draw.";
    if (result === "Void") return "The game has no result.";
    const side = result[0] === "B" ? "Black" : "White";
    const how = result.slice(2);
    if (how === "R") return `${side} wins by resignation.`;
    if (how === "T") return `${side} wins on time.`;
    if (how === "F") return `${side} wins by forfeit.`;
    return how ? `${side} wins by ${how} ${how === "1" ? "point" : "points"}.` : `${side} wins.`;
  },
  rules(/** @type {string} */ text) {
    const [name, ...rest] = text.split(",");
    if (name.startsWith("capture=")) return `Capture ${plural(Number(name.slice(8)), "stone")}`;
    return `${rulesets[name] ?? name} rules${rest.length ? ` (${rest.join(", ")})` : ""}`;
  },
  noServer: "The server does not answer.",
};
