// What this browser keeps for the pages of hoshi. It may refuse to: then nothing is kept, and all else works.

/** What was kept under a name, or the other value. @template T @param {Storage | null} place @param {string} name @param {T} other @returns {T} */
function read(place, name, other) {
  try {
    return JSON.parse(place?.getItem(name) ?? "null") ?? other;
  } catch {
    return other;
  }
}

/** @param {Storage | null} place @param {string} name @param {any} value */
function write(place, name, value) {
  try {
    place?.setItem(name, JSON.stringify(value));
  } catch {
    // Refused, or full.
  }
}

/** A kind of storage; even to name it may be refused. @param {"localStorage" | "sessionStorage"} kind */
function storage(kind) {
  const place = () => {
    try {
      return window[kind];
    } catch {
      return null;
    }
  };
  return {
    /** @template T @param {string} name @param {T} other @returns {T} */
    get: (name, other) => read(place(), name, other),
    /** @param {string} name @param {any} value */
    set: (name, value) => write(place(), name, value),
  };
}

/** For good. */
export const always = storage("localStorage");
/** As long as this tab is open. */
export const here = storage("sessionStorage");
