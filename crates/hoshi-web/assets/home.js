// The start page: a new game, a record to open.

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (byId("new-game"));
const openForm = /** @type {HTMLFormElement} */ (byId("open"));

/** @param {string} name @returns {HTMLInputElement} */
const field = (name) => /** @type {any} */ (form.elements.namedItem(name));

function choose() {
  const how = field("how").value;
  for (const label of form.querySelectorAll("[data-for]")) {
    /** @type {HTMLElement} */ (label).hidden = !label.getAttribute("data-for")?.split(" ").includes(how);
  }
}

/** The last choice is the default. */
function restore() {
  const choice = JSON.parse(byId("new").dataset.choice ?? "{}");
  for (const name of ["size", "opponent", "color", "rules", "komi", "time", "handicap"]) {
    const input = field(name);
    const value = String(choice[name] ?? "");
    const isThere = input instanceof HTMLInputElement || [...input.options].some((option) => option.value === value);
    if (isThere && value) input.value = value;
  }
  field("how").value = choice.how === "link" ? "link" : "bot";
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
    error.textContent = "The server does not answer.";
  }
  return null;
}

/** Goes to a board with its keys. @param {any} answer */
function go(answer) {
  const keys = Object.fromEntries(answer.keys);
  const token = keys[answer.you];
  sessionStorage.setItem(`hoshi-${answer.id}`, JSON.stringify({ token, keys }));
  // A problem is solved before it is looked through.
  location.href = answer.problem ? `/g/${answer.id}/view` : `/g/${answer.id}#${token}`;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const data = Object.fromEntries(new FormData(form));
  const choice = { ...data, handicap: Number(data.handicap) || 0, help: "help" in data, listed: "listed" in data };
  const answer = await post("/api/new", JSON.stringify(choice), byId("new-error"));
  if (answer) go(answer);
});
form.addEventListener("change", choose);

/** @param {File} file */
async function openFile(file) {
  if (file.size > 1 << 20) {
    byId("open-error").textContent = "The file is larger than 1 MB.";
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
  const answer = await post("/api/open", JSON.stringify({ text }), byId("open-error"));
  if (answer) go(answer);
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) openFile(file);
});

for (const link of document.querySelectorAll("#unfinished + ul a")) {
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    const name = decodeURIComponent(/** @type {HTMLAnchorElement} */ (link).pathname.slice("/history/".length));
    const answer = await post("/api/open", JSON.stringify({ continue: name }), byId("new-error"));
    if (answer) go(answer);
  });
}

restore();
choose();
