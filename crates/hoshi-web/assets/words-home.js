// The words of the start page's script. What the page shows without it is in words-pages.json.

export const words = {
  noServer: "The server does not answer.",
  tooLarge: "The file is larger than 1 MB.",
  restored: "Restored",
  chooseGame: (/** @type {number} */ n) => `This record has ${n} games. Choose one:`,
  chooseProblem: (/** @type {number} */ n) => `This record has ${n} problems. Solve them all, or choose one:`,
  moreGames: (/** @type {number} */ n) => `${n} more are not listed.`,
};
