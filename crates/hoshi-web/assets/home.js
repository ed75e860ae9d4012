// The start page: a new game, a game to continue, a record to open.

import { byId } from "./dom.js";
import { words } from "./words.js";

const form = /** @type {HTMLFormElement} */ (byId("new-game"));
const openForm = /** @type {HTMLFormElement} */ (byId("open"));

/** A field, or a group of radio buttons. @param {string} name @returns {any} */
const field = (name) => form.elements.namedItem(name);

/** Shows the fields that belong to the choice: `data-when="how=bot,link"`. */
function choose() {
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
  for (const name of ["size", "color", "rules", "komi", "time", "handicap"]) {
    if (choice[name] !== undefined && choice[name] !== "") set(name, String(choice[name]));
  }
  const opponents = /** @type {HTMLOptionElement[]} */ ([...field("opponent").options]);
  if (opponents.some((option) => option.value === choice.opponent)) field("opponent").value = choice.opponent;
  // Between people, the program does not remember whether it was by link; this browser does.
  const kept = localStorage.getItem("hoshi-how");
  field("how").value = choice.how === "link" && kept === "here" ? "here" : choice.how === "link" ? "link" : "bot";
}

/** @param {string} address @param {any} body @param {HTMLElement} error @param {string} [type] */
async function post(address, body, error, type = "application/json") {
  error.textContent = "";
  try {
    const response = await fetch(address, { method: "POST", headers: { "content-type": type }, body });
    const answer = await response.json();
    if (response.ok) return answer;
    error.textContent = answer.error;
  } catch {
    error.textContent = words.noServer;
  }
  return null;
}

/** Goes to a board with its keys. @param {any} answer */
function go(answer) {
  const keys = Object.fromEntries(answer.keys);
  const token = keys[answer.you];
  sessionStorage.setItem(`hoshi-${answer.id}`, JSON.stringify({ token, keys, notes: answer.notes }));
  // A problem is solved before it is looked through.
  location.href = answer.problem ? `/g/${answer.id}/view` : `/g/${answer.id}#${token}`;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const data = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
  const { other_size, other_time, ...rest } = data;
  const choice = {
    ...rest,
    size: data.size === "other" ? other_size.replaceAll(/\s/g, "").replace("×", "x") : data.size,
    time: data.time === "other" ? other_time : data.time,
    handicap: Number(data.handicap) || 0, help: "help" in data, listed: "listed" in data,
  };
  localStorage.setItem("hoshi-how", data.how);
  const answer = await post("/api/new", JSON.stringify(choice), byId("new-error"));
  if (answer) go(answer);
});
form.addEventListener("change", choose);

/** @param {File} file */
async function openFile(file) {
  if (file.size > 1 << 20) {
    byId("open-error").textContent = words.tooLarge;
    return;
  }
  const answer = await post("/api/upload", await file.arrayBuffer(), byId("open-error"), "application/octet-stream");
  if (answer) go(answer);
}

openForm.addEventListener("submit", async (event) => {
  event.preventDefault();
  const file = /** @type {HTMLInputElement} */ (openForm.elements.namedItem("file")).files?.[0];
  const text = /** @type {HTMLTextAreaElement} */ (openForm.elements.namedItem("text")).value.trim();
  if (file) return openFile(file);
  if (!text) return;
  const answer = await post("/api/open", JSON.stringify({ text: inAddress(text) }), byId("open-error"));
  if (answer) go(answer);
});

/** The game in an address of a board such as `/g/ID?game=...`. @param {string} text */
function inAddress(text) {
  const found = /\/g\/[^?\s]*\?game=([^&#\s]*)&?([^#\s]*)/.exec(text);
  return found ? `/game/${found[1]}${found[2] ? `?${found[2]}` : ""}` : text;
}

let depth = 0;
document.addEventListener("dragenter", () => document.body.classList.toggle("dropping", ++depth > 0));
document.addEventListener("dragleave", () => document.body.classList.toggle("dropping", --depth > 0));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  depth = 0;
  document.body.classList.remove("dropping");
  const file = event.dataTransfer?.files[0];
  if (file) openFile(file);
});

for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-continue] a"))) {
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    const name = decodeURIComponent(link.pathname.slice("/history/".length));
    const answer = await post("/api/open", JSON.stringify({ continue: name }), byId("new-error"));
    if (answer) go(answer);
    else byId("new-error").scrollIntoView({ block: "center" });
  });
}

restore();
choose();
