// Where a visitor chooses problems: on the start page, and on the page where they are solved.

import { byId, make } from "./dom.js";
import { chosenIn, droppedIn, keepFiles, read } from "./files.js";
import { words } from "./words-problems.js";

/** @typedef {import("./files.js").Chosen} Chosen */
/** @typedef {import("./files.js").Files} Files */

/** Opens files as problems: keeps them, and goes to their page. @param {Chosen[]} chosen */
export async function openProblems(chosen) {
  const error = byId("problems-error");
  error.textContent = chosen.length ? "" : words.noFiles;
  if (!chosen.length) return error.scrollIntoView({ block: "center" });
  const { list, bytes } = await read(chosen, words);
  try {
    await keepFiles(list, bytes);
    location.href = "/problems";
  } catch {
    error.replaceChildren(words.notStored, " ", make("a", { href: "/problems", textContent: words.toProblems }));
    error.scrollIntoView({ block: "center" });
  }
}

/** Listens to the buttons and to what is dropped. `open` gets files to solve, `one` a single file.
 * @param {(chosen: Chosen[]) => unknown} open @param {(file: File) => unknown} [one] */
export function choose(open, one) {
  for (const [name, id] of [["choose-files", "problem-files"], ["choose-folder", "problem-folder"]]) {
    const input = /** @type {HTMLInputElement} */ (byId(id));
    byId(name).addEventListener("click", () => input.click());
    input.addEventListener("change", () => {
      const chosen = chosenIn(input);
      // So that the same files can be chosen again.
      input.value = "";
      open(chosen);
    });
  }
  byId("choose-folder").hidden = !("webkitdirectory" in HTMLInputElement.prototype);
  let depth = 0;
  document.addEventListener("dragenter", () => document.body.classList.toggle("dropping", ++depth > 0));
  document.addEventListener("dragleave", () => document.body.classList.toggle("dropping", --depth > 0));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    depth = 0;
    document.body.classList.remove("dropping");
    if (!event.dataTransfer) return;
    const file = event.dataTransfer.files[0];
    const { files, isSeries } = await droppedIn(event.dataTransfer);
    if (one && !isSeries) return file && one(file);
    if (files.length || isSeries) open(files);
  });
}
