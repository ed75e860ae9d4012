// Points and their names: A1 is at the lower left, and the letter I is left out.

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** The name of a column, from 0. @param {number} x */
export function column(x) {
  const n = LETTERS.length;
  return x < n ? LETTERS[x] : LETTERS[Math.floor(x / n) - 1] + LETTERS[x % n];
}

/** @param {number} x @param {number} y @param {number} height */
export function nameOf(x, y, height) {
  return column(x) + (height - y);
}

/** The place of a point by its name. @param {string} name @param {{width: number, height: number}} size */
export function placeOf(name, size) {
  const found = /^([A-HJ-Z]{1,2})(\d{1,3})$/.exec(name.toUpperCase());
  if (!found) return null;
  const letters = found[1];
  let x = LETTERS.indexOf(letters[letters.length - 1]);
  if (letters.length === 2) x += (LETTERS.indexOf(letters[0]) + 1) * LETTERS.length;
  const y = size.height - Number(found[2]);
  return x >= 0 && x < size.width && y >= 0 && y < size.height ? { x, y } : null;
}
