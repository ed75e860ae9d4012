// Problems one after another: the viewer with the files that this browser keeps. A file is read by the server when its
// turn comes.

import { choose } from "./chooser.js";
import { byId, make } from "./dom.js";
import { keepFiles, keepList, keptBytes, keptFiles, read } from "./files.js";
import { Series } from "./series.js";
import { always, here } from "./stored.js";
import { draw, onward, openGame, prepare, put, tell } from "./view.js";
import { words } from "./words-problems.js";

const SCORES = "hoshi-problems";
const PLACE = "hoshi-place";
/** What is known of the files that are kept. @type {import("./files.js").Files} */
let list = { id: "", files: [], more: 0 };
/** The bytes, if this browser keeps none. @type {ArrayBuffer[] | null} */
let own = null;
let series = new Series(list, {}, []);
/** What is being done, and whether that is anything. @type {Promise<unknown>} */
let work = Promise.resolve();
let isBusy = false;
/** Whether a problem of these files is shown. */
let isShown = false;
const heading = document.title;

/** Does one thing after another, so that no answer comes in between. @param {() => Promise<unknown>} task */
function alone(task) {
  const mine = work.then(async () => {
    isBusy = true;
    try {
      await task();
    } finally {
      isBusy = false;
    }
  });
  work = mine.catch(() => {});
  return mine;
}

/** Nothing is known of a file now, and nothing changes. @param {string} why */
function failed(why) {
  if (isShown) tell(why);
  else offer(why);
}

/** Shows where problems are chosen, and nothing else. @param {string} [why] */
function offer(why = "") {
  isShown = false;
  other.open = true;
  document.body.classList.add("choosing");
  document.title = byId("title").textContent = heading;
  byId("problems-error").textContent = why;
}

/** Reads a file; null if it cannot be read, which is noted, or if nothing can be said now. @param {number} nth */
async function load(nth) {
  const file = series.files[nth];
  const body = own?.[nth] ?? await keptBytes(list, nth);
  if (!body) return void failed(words.gone);
  try {
    const response = await fetch("/api/problems", { method: "POST", headers: { "content-type": "application/octet-stream" }, body });
    const answer = await response.json();
    if (response.ok) file.games = answer.games.length;
    else if (response.status === 422 || response.status === 413) file.why = answer.error;
    else return void failed(answer.error);
    keepList(list);
    return response.ok ? answer : null;
  } catch {
    return void failed(words.noServer);
  }
}

/** Shows a problem; false if its file cannot be read, and nothing changes if that is not known. @param {number} file @param {number} game */
async function show(file, game) {
  const data = await load(file);
  if (data === null) return false;
  if (data === undefined) return true;
  document.body.classList.remove("choosing");
  [isShown, other.open] = [false, false];
  [series.file, series.game] = [file, Math.max(0, Math.min(game, data.games.length - 1))];
  put(data, series.game);
  isShown = true;
  remember();
  return true;
}

function remember() {
  here.set(PLACE, { id: list.id, file: series.file, game: series.game, tried: [...series.tried] });
}

/** To the next problem or the previous one; files that cannot be read are left out. @param {number} by */
function go(by) {
  if (!isBusy && !document.body.classList.contains("choosing")) return alone(() => walk(by));
}

/** @param {number} by */
async function walk(by) {
  const game = series.game + by;
  if (game >= 0 && game < (series.files[series.file].games ?? 1)) {
    series.game = game;
    openGame(game);
    return remember();
  }
  let file = series.beside(by);
  while (file >= 0 && !(await show(file, by > 0 ? 0 : Infinity))) file = series.beside(by);
  if (file >= 0) return;
  // The files there were not known to be unreadable.
  draw();
  tell(by > 0 ? words.isLast : words.isFirst);
}

/** @param {boolean} isSolved */
function score(isSolved) {
  if (!isShown) return;
  // Another tab may have added some, and a full storage keeps none of this one.
  series.scores = { ...series.scores, ...always.get(SCORES, {}) };
  series.score(isSolved);
  always.set(SCORES, series.scores);
  remember();
}

function notes() {
  const unread = series.files.map((file, nth) => ({ ...file, name: series.title(nth) })).filter((file) => file.why !== undefined);
  const all = list.more ? [words.leftOut(list.more)] : [];
  return unread.length ? [words.unread(unread[0].name, unread[0].why ?? "", unread.length - 1), ...all] : all;
}

/** Begins with the files of the list: where this tab was, or with the first problem without a score. */
async function begin() {
  const place = here.get(PLACE, { id: "", file: 0, game: 0, tried: [] });
  const isHere = place.id === list.id;
  series = new Series(list, always.get(SCORES, {}), isHere ? place.tried : []);
  if (isHere && series.files[place.file] && await show(place.file, place.game)) return;
  for (let next = series.firstNew(); next; next = series.firstNew(next.file)) {
    if (next.isOpen ? await load(next.file) === undefined : await show(next.file, next.game)) return;
  }
  // Each has a score.
  for (let file = 0; file < series.files.length; file++) {
    if (series.files[file].why === undefined && await show(file, 0)) return;
  }
  offer([words.none, ...notes()].join(" "));
}

/** Other files, which need not be kept. @param {import("./files.js").Chosen[]} chosen */
async function open(chosen) {
  byId("problems-error").textContent = chosen.length ? "" : words.noFiles;
  if (!chosen.length) return;
  // The problem that was shown is of other files.
  offer();
  const made = await read(chosen, words);
  list = made.list;
  try {
    await keepFiles(list, made.bytes);
    own = null;
  } catch {
    own = made.bytes;
  }
  await begin();
}

const other = make("details", {}, make("summary", { textContent: words.others }));
byId("problems-card").before(other);
other.append(byId("problems-card"));

prepare({
  key: "", last: words.last, next: words.next, go,
  has: (by) => series.has(by),
  title() {
    const { nth, of } = series.place();
    const isLong = (series.files[series.file].games ?? 1) > 1 && of > 1;
    return isLong ? words.inFile(series.title(), nth, of) : series.title();
  },
  place() {
    const { nth, of } = series.place();
    const games = series.files[series.file].games ?? 1;
    return games > 1 ? words.place(series.game + 1, games) : words.place(nth, of);
  },
  tried: score,
  helped: () => score(false),
  finish: onward,
  score() {
    const { solved, tried } = series.tally();
    return words.score(solved, tried);
  },
  notes,
});
byId("games").setAttribute("aria-label", words.problem);
choose((chosen) => alone(() => open(chosen)));
alone(async () => {
  const kept = await keptFiles();
  if (!kept?.files.length) return offer();
  list = kept;
  await begin();
});
