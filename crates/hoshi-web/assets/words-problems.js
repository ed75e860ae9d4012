// The words for problems: where they are chosen, and where they are solved.

/** @param {number} count @param {string} one */
const plural = (count, one) => `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;

export const words = {
  noServer: "The server does not answer.",
  noFiles: "There are no SGF files in this folder.",
  notStored: "This browser cannot store the files. Choose them on the Problems page:",
  gone: "These files are no longer in the browser. Choose them again.",
  toProblems: "Problems",
  unreadable: "It cannot be opened.",
  tooLarge: "It is larger than 1 MB.",
  continue: (/** @type {number} */ files) => `Continue: ${plural(files, "file")}`,
  solveAll: (/** @type {number} */ n) => `Solve them all, one after another (${n.toLocaleString("en")})`,
  pasted: "pasted record",
  place: (/** @type {number} */ n, /** @type {number} */ of) => `${n} of ${of}`,
  inFile: (/** @type {string} */ name, /** @type {number} */ n, /** @type {number} */ of) => `${name}, file ${n} of ${of}`,
  problem: "Problem",
  isFirst: "This is the first problem.",
  isLast: "This was the last problem.",
  last: "Previous problem",
  next: "Next problem",
  score: (/** @type {number} */ solved, /** @type {number} */ of) => (of ? `${solved} of ${of} solved on the first try` : "No problem tried yet"),
  unread: (/** @type {string} */ name, /** @type {string} */ why, /** @type {number} */ more) =>
    `Not read: ${name}: ${why.replace(/\.$/, "")}.${more ? ` ${plural(more, "other file")} could not be read either.` : ""}`,
  leftOut: (/** @type {number} */ n) => `${plural(n, "file")} ${n === 1 ? "was" : "were"} left out. The limit is 2,000 files and 20 MB.`,
  none: "None of these files has a problem that can be read.",
  others: "Choose other problems",
};
