// The panel beside the board: players, what is to be done, the count, the moves.

import { tick } from "./clock.js";
import { button, make } from "./dom.js";
import { dropQuestion, ownColor, page, send, ui, walk } from "./page.js";
import { words } from "./words.js";

export function thoughts() {
  if (!page.estimate) return [];
  const rows = page.estimate.moves.slice(0, 5).map((/** @type {[string, string]} */ [at, worth], /** @type {number} */ nth) =>
    make("li", { textContent: `${nth + 1}. ${at}: ${worth}` }));
  return [make("p", { textContent: words.estimate(page.estimate.score, page.estimate.black) }), make("ul", {}, ...rows)];
}

/** @param {any} s */
export function drawPlayers(s) {
  const card = (/** @type {"black" | "white"} */ side) => {
    const seat = s.seats[side];
    const name = seat.name || words.sides[side];
    const isTurn = s.position.turn === side && s.phase !== "over" && s.mode === "play";
    const parts = [
      make("span", { className: `dot ${side}`, ariaHidden: "true" }),
      make("span", { className: "name", textContent: name }),
      make("span", { className: "clock", id: `clock-${side}` }),
      make("span", { className: "quiet", textContent: words.captured(s.position.captures[side]) }),
    ];
    if (!seat.program && s.mode === "play" && Object.keys(page.keys).length !== 1) {
      parts.push(make("span", { className: "quiet", textContent: seat.present ? words.here : words.away }));
    }
    if (seat.fault) parts.push(make("span", { className: "bad", textContent: seat.fault }));
    return make("div", { className: isTurn ? "player turn" : "player" }, ...parts);
  };
  ui.players.replaceChildren(card("black"), card("white"));
  tick();
}

/** @param {any} s */
export function stateText(s) {
  if (s.mode === "review") return s.position.number ? words.move(s.position.number) : words.start;
  if (s.result) return words.result(s.result.result);
  if (s.demonstration) return words.demonstration;
  if (s.phase === "placing") return words.placing(s.placing.stone, s.placing.of);
  if (s.phase === "marking") {
    if (s.marking.waiting) return words.estimating;
    const done = ["black", "white"].find((side) => s.marking.accepted[side]);
    return `${words.marking}: ${s.marking.result}${done ? `. ${words.accepted(words.sides[done])}` : ""}`;
  }
  const turn = s.position.turn;
  if (!turn) return "";
  if (s.seats[turn].thinking) return words.thinking(words.sides[turn]);
  return ownColor() && page.you !== "both" ? words.yourMove : words.toMove(words.sides[turn]);
}

/** @param {any} s */
export function drawState(s) {
  ui.state.replaceChildren(stateText(s));
  const last = s.moves[s.moves.length - 1];
  const wasPass = s.phase === "playing" && s.mode === "play" && last?.at === "pass";
  ui.state.classList.toggle("loud", wasPass || Boolean(s.result));
  if (wasPass) ui.state.prepend(make("strong", { textContent: `${words.passed(words.sides[last.color])}. ` }));
  if (s.result?.score && s.mode === "play") ui.state.append(countTable(s.result.score));
  const nodes = [];
  if (page.asking) {
    nodes.push(make("p", { textContent: page.asking.ask }), button(words.yes, page.asking.yes, "main"), button(words.no, dropQuestion));
  } else if (s.offer) {
    const side = words.sides[s.offer.by];
    const mine = page.you === s.offer.by;
    const text = s.offer.offer === "undo" ? (mine ? words.undoAsking : words.undoAsked(side, s.offer.at)) : words.resultAsked(side, s.offer.result);
    nodes.push(make("p", { textContent: text }));
    if (mine) nodes.push(button(words.actions.withdraw, () => send({ type: "withdraw" })));
    else if (page.you !== "spectator") {
      nodes.push(button(words.grant, () => send({ type: "answer", grant: true }), "main"), button(words.decline, () => send({ type: "answer", grant: false })));
    }
  }
  ui.question.hidden = nodes.length === 0;
  ui.question.replaceChildren(...nodes);
}

/** @param {any} score */
function countTable(score) {
  const rows = [
    score.area ? ["area", "stones"] : null, ["territory", "territory"], score.area ? null : ["captures", "captures"],
    score.area ? null : ["dead", "dead"], ["komi", "komi"], ["bonus", "bonus"], ["total", "total"],
  ];
  const shown = rows.filter((row) => row !== null)
    .map(([label, field]) => [words.count[label], score.sides.black[field], score.sides.white[field]])
    .filter(([, black, white]) => ![black, white].every((value) => Number(value) === 0));
  const head = make("tr", {}, make("td"), make("th", { scope: "col", textContent: "Black" }), make("th", { scope: "col", textContent: "White" }));
  const lines = shown.map(([label, black, white]) =>
    make("tr", {}, make("th", { scope: "row", textContent: label }), make("td", { textContent: black }), make("td", { textContent: white })));
  return make("table", { className: "count" }, head, ...lines);
}

/** @param {any} s */
export function drawMoves(s) {
  const isWalking = s.mode === "review";
  const items = s.moves.map((/** @type {any} */ move, /** @type {number} */ nth) => {
    const item = make("li", { className: move.color, value: nth + 1 }, move.at);
    if (isWalking) item.onclick = () => walk({ step: "number", number: nth + 1 });
    return item;
  });
  ui.moves.replaceChildren(...items);
  ui.moves.scrollTop = ui.moves.scrollHeight;
}
