// The viewer as a page of the server: what can be done with the record beside looking at it.

import { button, byId, make } from "./dom.js";
import { keep, post } from "./open.js";
import { drawActions, here, speak, start, tell } from "./view.js";
import { words } from "./words-viewer.js";

const page = document.body.dataset;

/** @returns {Node[]} */
function actions() {
  const list = [];
  if (page.continue !== undefined) list.push(button(words.viewer.continue, () => openBoard({ continue: page.continue }), "main"));
  if (page.board) list.push(button(words.viewer.review, () => { location.href = page.board ?? "/"; }));
  if (page.open) list.push(button(words.viewer.review, () => openBoard(JSON.parse(page.open ?? "{}"))));
  if (page.remove) list.push(...deleting());
  return list;
}

/** @returns {Node[]} */
function deleting() {
  const v = words.viewer;
  const ask = (/** @type {boolean} */ isAsked) => () => { isDeleting = isAsked; drawActions(); if (isAsked) speak(v.reallyRemove); };
  if (!isDeleting) return [button(v.remove, ask(true))];
  return [make("p", { textContent: v.reallyRemove }), button(v.yes, remove, "main"), button(v.no, ask(false))];
}

/** Opens a board of the server. @param {any} wanted */
async function openBoard(wanted) {
  const isRecord = !("continue" in wanted);
  const { nth, path } = here();
  const answer = await post("/api/open", JSON.stringify(isRecord ? { ...wanted, game: nth } : wanted), tell, words.noServer);
  if (!answer) return;
  const token = keep(answer);
  if (isRecord) await walkThere(answer.id, token, path);
  location.href = `/g/${answer.id}#${token}`;
}

/** Whether the reader is asked about deleting the game. */
let isDeleting = false;

/** Moves a game of the history to the trash, when the reader says yes. */
async function remove() {
  const answer = await post("/api/delete", JSON.stringify({ name: page.remove }), tell, words.noServer);
  if (answer) location.href = "/#games";
}

/** Walks a board of the server to a node, so that the review begins where the reader is. @param {string} id @param {string} token @param {number[]} path */
function walkThere(id, token, path) {
  return new Promise((done) => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/g/${id}/socket`);
    socket.onopen = () => {
      socket.send(JSON.stringify({ hello: { token } }));
      socket.send(JSON.stringify({ n: 1, do: { type: "walk", step: "path", path: path.join(".") } }));
    };
    socket.onmessage = ({ data: text }) => { if (/^{"(ack|no)"/.test(text)) socket.close(); };
    socket.onclose = done;
  });
}

start(JSON.parse(byId("data").textContent ?? ""), { actions });
