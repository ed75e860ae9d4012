// The files that a visitor chooses to solve their problems. They stay in the browser, in its database; a file goes to the
// server when it is opened, and the server keeps nothing of it.

import { byName } from "./series.js";

/** At most so many files, and so many bytes of all of them and of one. */
const MOST_FILES = 2000;
const MOST_BYTES = 20 * 2 ** 20;
const MOST_OF_ONE = 2 ** 20;

/** A file with its path, such as `folder/2.sgf`; null if the browser cannot open it.
 * @typedef {{ path: string, file: Blob | null }} Chosen */
/** @typedef {import("./series.js").Files} Files */

/** What a request to the database comes to. @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @param {IDBTransactionMode} mode @returns {Promise<IDBObjectStore>} */
async function store(mode) {
  const opening = indexedDB.open("hoshi", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("problems");
  return (await done(opening)).transaction("problems", mode).objectStore("problems");
}

/** The list of the files that are kept, or null. @returns {Promise<Files | null>} */
export async function keptFiles() {
  try {
    return await done((await store("readonly")).get("list")) ?? null;
  } catch {
    return null;
  }
}

/** The bytes of a file of a list; null if they are not kept: a page in another tab may have put other files there.
 * @param {Files} list @param {number} nth @returns {Promise<ArrayBuffer | null>} */
export async function keptBytes(list, nth) {
  try {
    const place = await store("readonly");
    const [kept, bytes] = await Promise.all([done(place.get("list")), done(place.get(nth))]);
    return kept?.id === list.id ? bytes ?? null : null;
  } catch {
    return null;
  }
}

/** Notes what is known of the files. @param {Files} list */
export async function keepList(list) {
  try {
    // A page in another tab may have put other files there.
    const place = await store("readwrite");
    const kept = await done(place.get("list"));
    if (kept?.id === list.id) await done(place.put(list, "list"));
  } catch {
    // They are read again next time.
  }
}

/** Keeps files in place of those that were kept. @param {Files} list @param {ArrayBuffer[]} bytes */
export async function keepFiles(list, bytes) {
  const place = await store("readwrite");
  place.clear();
  bytes.forEach((one, nth) => place.put(one, nth));
  place.put(list, "list");
  await new Promise((resolve, reject) => {
    place.transaction.oncomplete = resolve;
    place.transaction.onabort = () => reject(place.transaction.error);
  });
}

/** Reads the files that were chosen, in the order of their names, as many as fit.
 * @param {Chosen[]} chosen @param {{ tooLarge: string, unreadable: string }} words */
export async function read(chosen, words) {
  const sorted = [...chosen].sort((a, b) => byName(a.path, b.path));
  /** @type {Files} */
  const list = { id: `${Date.now()}-${Math.random()}`, files: [], more: 0 };
  /** @type {ArrayBuffer[]} */
  const bytes = [];
  let left = MOST_BYTES;
  for (const { path, file } of sorted) {
    const size = file?.size ?? 0;
    const isLarge = size > MOST_OF_ONE;
    if (list.files.length === MOST_FILES || (!isLarge && size > left)) {
      list.more += 1;
      continue;
    }
    try {
      if (!file) throw new Error("not opened");
      bytes.push(isLarge ? new ArrayBuffer(0) : await file.arrayBuffer());
      list.files.push(isLarge ? { path, size, why: words.tooLarge } : { path, size });
      left -= isLarge ? 0 : size;
    } catch {
      bytes.push(new ArrayBuffer(0));
      list.files.push({ path, size, why: words.unreadable });
    }
  }
  return { list, bytes };
}

const isRecord = (/** @type {string} */ path) => /\.sgf$/i.test(path);

/** The files of an input: of a folder, the records in it. @param {HTMLInputElement} input @returns {Chosen[]} */
export function chosenIn(input) {
  const all = [...(input.files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  return input.webkitdirectory ? all.filter(({ path }) => isRecord(path)) : all;
}

/** All of a folder, which its reader tells in parts. @param {FileSystemDirectoryEntry} folder @returns {Promise<FileSystemEntry[]>} */
async function entriesOf(folder) {
  const reader = folder.createReader();
  const all = [];
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject); });
    if (!some.length) return all;
    all.push(...some);
  }
}

/** What was dropped: the files, and of folders the records in them. `isSeries` says that it is more than one file.
 * @param {DataTransfer} dropped @returns {Promise<{ files: Chosen[], isSeries: boolean }>} */
export async function droppedIn(dropped) {
  // Asked for at once: after the event nothing is in it.
  const plain = [...dropped.files].map((file) => ({ path: file.name, file }));
  const entries = [...dropped.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry !== null && entry !== undefined);
  const folders = entries.filter((entry) => entry.isDirectory);
  if (!folders.length) return { files: plain, isSeries: plain.length > 1 };
  /** @type {Chosen[]} */
  const files = [];
  const waiting = [...entries];
  while (waiting.length && files.length < 2 * MOST_FILES) {
    const entry = /** @type {FileSystemEntry} */ (waiting.shift());
    const path = entry.fullPath.replace(/^\//, "");
    // What cannot be opened is named among the files, and stops no other.
    try {
      if (entry.isDirectory) waiting.push(...await entriesOf(/** @type {FileSystemDirectoryEntry} */ (entry)));
      else if (isRecord(path)) files.push({ path, file: await new Promise((resolve, reject) => { /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject); }) });
    } catch {
      files.push({ path, file: null });
    }
  }
  return { files, isSeries: true };
}

/** A name for a text without one that tells it from others. @param {string} text @param {string} name */
export function named(text, name) {
  // FNV-1a: the cryptography of browsers is not there on plain HTTP.
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return `${name} ${hash.toString(16).padStart(8, "0")}`;
}
