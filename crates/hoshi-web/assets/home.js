// The start page: a new game, a game to continue, a record to open.

import { choose, openProblems } from "./chooser.js";
import { button, byId, make } from "./dom.js";
import { keptFiles, named } from "./files.js";
import { go, post } from "./open.js";
import { words as problemWords } from "./words-problems.js";
import { always } from "./stored.js";
import { words } from "./words-home.js";

const form = /** @type {HTMLFormElement} */ (byId("new-game"));
const openForm = /** @type {HTMLFormElement} */ (byId("open"));

/** A field, or a group of radio buttons. @param {string} name @returns {any} */
const field = (name) => form.elements.namedItem(name);

/** Shows the fields that belong to the choice: `data-when="how=bot,link"`. */
function showFields() {
  for (const label of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-when]"))) {
    const [name, values] = (label.dataset.when ?? "").split("=");
    label.hidden = !values.split(",").includes(field(name).value);
  }
}

/** Sets a field to a value; what is not among the choices goes to the field for others. @param {string} name @param {string} value */
function set(name, value) {
  const input = field(name);
  input.value = value;
  const other = field(`other_${name}`);
  if (input.value !== value && other) {
    input.value = "other";
    other.value = value;
  }
}

/** The last choice is the default. */
function restore() {
  const choice = JSON.parse(byId("new").dataset.choice ?? "{}");
  field("teach").checked = Boolean(choice.teach);
  for (const name of ["size", "color", "rules", "komi", "time", "handicap"]) {
    if (choice[name] !== undefined && choice[name] !== "") set(name, String(choice[name]));
  }
  const opponents = /** @type {HTMLOptionElement[]} */ ([...field("opponent").options]);
  if (opponents.some((option) => option.value === choice.opponent)) field("opponent").value = choice.opponent;
  // What the last game had and most have not is seen before the next one begins.
  const more = form.querySelector("details");
  if (more) more.open = Number(field("handicap").value) > 0 || field("time").value !== "none";
  // Between people, the program does not remember whether it was by link; this browser does.
  const kept = always.get("hoshi-how", choice.how);
  field("how").value = choice.how === "link" && kept === "here" ? "here" : choice.how === "link" ? "link" : "bot";
}

/** Asks for a board and goes there; what goes wrong is said in this element.
 * @param {string} address @param {any} body @param {string} error @param {string} [type] */
async function openBoard(address, body, error, type) {
  byId(error).textContent = "";
  const answer = await post(address, body, (why) => { byId(error).textContent = why; }, words.noServer, type);
  if (answer?.id) go(answer);
  return answer;
}

/** Opens a record; if it has several games, one is to be chosen, or all of them are solved.
 * @param {string} address @param {(game?: number) => any} body @param {import("./files.js").Chosen} file @param {string} [type] */
async function openGames(address, body, file, type) {
  const isFile = type !== undefined;
  const list = byId("open-games");
  list.hidden = true;
  const answer = await openBoard(address, body(), "open-error", type);
  if (!answer?.games) return;
  const open = (/** @type {number} */ nth) => openBoard(isFile ? `${address}?game=${nth}` : address, body(nth), "open-error", type);
  const count = answer.games.length + answer.more;
  const all = answer.problems ? [button(problemWords.solveAll(count), () => openProblems([file]), "main")] : [];
  const games = answer.games.map((/** @type {string} */ about, /** @type {number} */ nth) => make("li", {}, button(`${nth + 1}. ${about}`, () => open(nth))));
  const more = answer.more ? [make("p", { className: "quiet", textContent: words.moreGames(answer.more) })] : [];
  list.replaceChildren(make("p", { textContent: answer.problems ? words.chooseProblem(count) : words.chooseGame(count), tabIndex: -1 }), ...all, make("ol", {}, ...games), ...more);
  list.hidden = false;
  /** @type {HTMLElement} */ (list.firstElementChild).focus();
  list.scrollIntoView({ block: "nearest" });
}

/** @param {SubmitEvent} event */
async function start(event) {
  event.preventDefault();
  const data = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
  const { other_size, other_time, ...rest } = data;
  const choice = {
    ...rest,
    size: data.size === "other" ? other_size.replaceAll(/\s/g, "").replace("×", "x") : data.size,
    time: data.time === "other" ? other_time : data.time,
    handicap: Number(data.handicap) || 0, help: "help" in data, teach: "teach" in data, listed: "listed" in data,
  };
  always.set("hoshi-how", data.how);
  await openBoard("/api/new", JSON.stringify(choice), "new-error");
}

/** @param {File} file */
async function openFile(file) {
  if (file.size > 1 << 20) {
    byId("open-error").textContent = words.tooLarge;
    return;
  }
  const bytes = await file.arrayBuffer();
  await openGames("/api/upload", () => bytes, { path: file.name, file }, "application/octet-stream");
}

/** @param {SubmitEvent} event */
async function openRecord(event) {
  event.preventDefault();
  const file = /** @type {HTMLInputElement} */ (openForm.elements.namedItem("file")).files?.[0];
  const text = /** @type {HTMLTextAreaElement} */ (openForm.elements.namedItem("text")).value.trim();
  if (file) return openFile(file);
  if (!text) return;
  const all = { path: named(text, problemWords.pasted), file: new Blob([text]) };
  await openGames("/api/open", (game) => JSON.stringify({ text: inAddress(text), game }), all);
}

/** The game in an address of a board such as `/g/ID?game=...`. @param {string} text */
function inAddress(text) {
  const found = /\/g\/[^?\s]*\?game=([^&#\s]*)&?([^#\s]*)/.exec(text);
  return found ? `/game/${found[1]}${found[2] ? `?${found[2]}` : ""}` : text;
}

for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-continue] a"))) {
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    const name = decodeURIComponent(link.pathname.slice("/history/".length));
    const answer = await openBoard("/api/open", JSON.stringify({ continue: name }), "new-error");
    if (!answer) byId("new-error").scrollIntoView({ block: "center" });
  });
}

for (const one of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-restore]"))) {
  one.addEventListener("click", async () => {
    const body = JSON.stringify({ name: one.dataset.restore });
    const answer = await post("/api/restore", body, (why) => { byId("trash-error").textContent = why; }, words.noServer);
    if (!answer) return;
    // Said where the button was, so that the focus stays and nothing jumps.
    one.textContent = words.restored;
    one.disabled = true;
  });
}

if (form) {
  form.addEventListener("submit", start);
  form.addEventListener("change", showFields);
  openForm.addEventListener("submit", openRecord);
  restore();
  showFields();
  choose(openProblems, openFile);
  keptFiles().then((kept) => {
    if (!kept?.files.length) return;
    byId("problems-kept").textContent = problemWords.continue(kept.files.length);
    byId("problems-kept").hidden = false;
  });
}
