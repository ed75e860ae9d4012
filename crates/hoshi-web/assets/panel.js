// The panel beside the board: players, what is to be done, the count, the moves.

import { tick } from "./clock.js";
import { button, make } from "./dom.js";
import { dropQuestion, hasJustPassed, ownColor, page, send, speak, ui, walk } from "./page.js";
import { words } from "./words-game.js";

/** @typedef {import("./state.js").Snapshot} Snapshot */

/** What the bot thinks, in words and as a bar. */
export function drawThoughts() {
  const estimate = page.estimate;
  ui.thoughts.hidden = !estimate;
  if (!estimate) return ui.thoughts.replaceChildren();
  const bar = make("div", { className: "bar", ariaHidden: "true" }, make("span"));
  bar.style.setProperty("--black", `${estimate.black}%`);
  const rows = estimate.moves.slice(0, 5).map((/** @type {[string, string]} */ [at, worth]) =>
    make("li", {}, make("strong", { textContent: at }), ` ${worth}`));
  ui.thoughts.replaceChildren(make("p", { textContent: words.estimate(estimate.score, estimate.black) }), bar, make("ol", {}, ...rows));
}

/** @param {Snapshot} s */
export function drawPlayers(s) {
  const card = (/** @type {"black" | "white"} */ side) => {
    const seat = s.seats[side];
    // While dead stones are marked, nobody is to move.
    const isTurn = s.position.turn === side && (s.phase === "playing" || s.phase === "placing") && s.mode === "play";
    const isPerson = !seat.program && s.mode === "play";
    const quiet = [words.captured(s.position.captures[side])];
    if (seat.thinking) quiet.push("…");
    if (isPerson && page.you !== "both") quiet.push(page.you === side ? words.you : seat.present ? words.here : words.away);
    const parts = [
      make("span", { className: `dot ${side}`, ariaHidden: "true" }),
      playerName(side, seat.name || words.sides[side], isPerson && (page.you === side || page.you === "both")),
      make("span", { className: "clock", id: `clock-${side}` }),
      make("span", { className: "quiet", textContent: quiet.join(" · ") }),
    ];
    if (seat.fault) parts.push(make("span", { className: "bad fault", textContent: seat.fault }));
    return make("div", { className: isTurn ? "player turn" : "player" }, ...parts);
  };
  if (ui.players.contains(document.activeElement) && document.activeElement instanceof HTMLInputElement) return;
  // Drawn anew with each event: the focus stays on the same name, which may have changed.
  const names = () => /** @type {HTMLElement[]} */ ([...ui.players.querySelectorAll("button")]);
  const held = names().indexOf(/** @type {HTMLElement} */ (document.activeElement));
  ui.players.replaceChildren(card("black"), card("white"));
  names()[held]?.focus();
  tick();
}

/** A name; one's own can be changed by choosing it. @param {"black" | "white"} side @param {string} name @param {boolean} isOwn */
function playerName(side, name, isOwn) {
  if (!isOwn) return make("span", { className: "name", textContent: name, title: name, dir: "auto" });
  const one = button(name, () => {
    const input = make("input", { className: "name", value: name, maxLength: 60, ariaLabel: words.nameOf(words.sides[side]) });
    const done = (/** @type {boolean} */ isWanted, /** @type {boolean} */ byKey) => {
      // An element that is taken out of the page loses the focus: that is not another answer.
      input.onblur = null;
      const text = input.value.trim();
      input.replaceWith(one);
      if (byKey) one.focus();
      if (isWanted && text && text !== name) send({ type: "name", color: side, name: text });
      page.redraw();
    };
    input.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      // The rest of the same key press would press the button that gets the focus.
      event.preventDefault();
      done(event.key === "Enter", true);
    };
    input.onblur = () => done(true, false);
    one.replaceWith(input);
    input.select();
  }, "name");
  one.title = `${name}: ${words.actions.rename}`;
  one.dir = "auto";
  return one;
}

/** Whether one person plays against a program. @param {Snapshot} s */
const isAlone = (s) => Boolean(s.seats.black.program) !== Boolean(s.seats.white.program);

/** @param {Snapshot} s */
export function stateText(s) {
  if (s.mode === "review") {
    const last = s.moves[s.moves.length - 1];
    return last ? words.moveAt(s.position.number, words.sides[last.color], last.at) : words.move(0);
  }
  if (s.result) return words.result(s.result.result);
  if (s.demonstration) return words.demonstration;
  if (s.phase === "placing") return words.placing(s.placing.stone, s.placing.of);
  if (s.phase === "marking") return s.marking.waiting ? words.estimating : page.you === "spectator" ? words.markingWatched : words.marking;
  const turn = s.position.turn;
  if (!turn) return "";
  if (s.seats[turn].thinking) return words.thinking(words.sides[turn]);
  // Two at one screen are told the colour.
  return ownColor() && (page.you !== "both" || isAlone(s)) ? words.yourMove : words.toMove(words.sides[turn]);
}

/** Whether the side to move has no point left. @param {Snapshot} s */
export function onlyPassIsLeft(s) {
  if (s.phase !== "playing" || s.mode !== "play") return false;
  const empty = s.position.rows.join("").split(".").length - 1;
  return empty === s.position.forbidden.length;
}

/** @param {Snapshot} s */
export function drawState(s) {
  ui.state.replaceChildren(stateText(s));
  const last = s.moves[s.moves.length - 1];
  const wasPass = s.phase === "playing" && s.mode === "play" && hasJustPassed(s);
  ui.state.classList.toggle("loud", wasPass || (Boolean(s.result) && s.mode === "play"));
  if (wasPass) ui.state.prepend(make("strong", { textContent: `${words.passed(words.sides[last.color])}. ` }));
  const more = (/** @type {string} */ text) => ui.state.append(make("span", { className: "more", textContent: text }));
  if (page.nodeName) more(page.nodeName);
  if (onlyPassIsLeft(s)) more(words.onlyPass);
  if (s.clock?.paused && s.phase === "playing" && s.mode === "play") more(words.paused);
  if (s.mode === "play" && s.phase === "marking" && !s.marking.waiting) {
    if (page.you !== "spectator") more(words.markingHow);
    const { accepted, dispute } = s.marking;
    for (const side of ["black", "white"]) if (accepted[side]) more(page.you === side ? words.acceptedOwn : words.accepted(words.sides[side]));
    if (dispute) more(words.dispute(words.sides[dispute.by], dispute.alive, dispute.dead));
    if (page.score) ui.state.append(countTable(page.score, s.marking.result));
  }
  if (s.result?.score && s.mode === "play") ui.state.append(countTable(s.result.score, ""));
  drawQuestion(s);
}

let asked = "";

/** What waits for an answer: from this page, or from the other side. @param {Snapshot} s */
function drawQuestion(s) {
  const nodes = [];
  let key = "";
  if (page.asking) {
    key = page.asking.ask;
    nodes.push(make("p", { textContent: page.asking.ask }), button(words.yes, page.asking.yes, "main"), button(words.no, dropQuestion));
  } else if (s.offer) {
    const side = words.sides[s.offer.by];
    const mine = page.you === s.offer.by;
    const text = s.offer.offer === "undo" ? (mine ? words.undoAsking : words.undoAsked(side, s.offer.at)) : words.resultAsked(side, s.offer.result);
    key = text;
    nodes.push(make("p", { textContent: text }));
    if (mine) nodes.push(button(words.actions.withdraw, () => send({ type: "withdraw" })));
    else if (page.you !== "spectator") {
      nodes.push(button(words.grant, () => send({ type: "answer", grant: true }), "main"), button(words.decline, () => send({ type: "answer", grant: false })));
      if (key !== asked) speak(text, true);
    }
  }
  // Drawn anew only when it is another one, so that the button under a finger or the focus stays.
  if (key === asked && !ui.question.hidden === nodes.length > 0) return;
  asked = key;
  ui.question.hidden = nodes.length === 0;
  ui.question.replaceChildren(...nodes);
}

/** @param {any} score @param {string} result */
function countTable(score, result) {
  /** @type {([string, string] | null)[]} */
  const rows = [
    score.area ? ["area", "stones"] : null, ["territory", "territory"], score.area ? null : ["captures", "captures"],
    score.area ? null : ["dead", "dead"], ["komi", "komi"], ["bonus", "bonus"], ["total", "total"],
  ];
  const shown = rows.flatMap((row) => (row ? [[words.count[row[0]], score.sides.black[row[1]], score.sides.white[row[1]]]] : []))
    .filter(([, black, white]) => ![black, white].every((value) => Number(value) === 0));
  const head = make("tr", {}, make("td"), ...["black", "white"].map((side) => make("th", { scope: "col", textContent: words.sides[side] })));
  const lines = shown.map(([label, black, white]) =>
    make("tr", {}, make("th", { scope: "row", textContent: label }), make("td", { textContent: black }), make("td", { textContent: white })));
  const table = make("table", { className: "count" }, head, ...lines);
  if (result) table.prepend(make("caption", { textContent: words.now(words.result(result)) }));
  return table;
}

/** @type {any[]} */
let listed = [];

/** The moves, each added when it is made: a list of 300 is not built anew with every move. @param {Snapshot} s */
export function drawMoves(s) {
  const isWalking = s.mode === "review";
  let same = 0;
  while (same < listed.length && same < s.moves.length && listed[same].at === s.moves[same].at && listed[same].color === s.moves[same].color) same++;
  while (ui.moves.children.length > same) ui.moves.lastElementChild?.remove();
  for (let nth = same; nth < s.moves.length; nth++) {
    const { color, at } = s.moves[nth];
    ui.moves.append(make("li", { className: color, title: words.moveAt(nth + 1, words.sides[color], at) },
      make("span", { className: "nth", textContent: String(nth + 1) }), at));
  }
  listed = s.moves.map((move) => ({ ...move }));
  ui.moves.classList.toggle("walkable", isWalking);
  if (same !== s.moves.length || s.moves.length === 0) ui.moves.scrollTop = ui.moves.scrollHeight;
}

ui.moves.addEventListener("click", (event) => {
  const item = /** @type {Element} */ (event.target).closest("li");
  if (item && page.link?.state?.mode === "review") walk({ step: "number", number: [...ui.moves.children].indexOf(item) + 1 });
});

/** The rules, komi and handicap, which are always visible; and whether the game is safe. @param {Snapshot} s */
export function drawTerms(s) {
  const terms = [words.size(s.width, s.height), words.rules(s.rules), words.komi(s.komi)];
  if (s.handicap >= 2) {
    terms.push(words.handicap(s.handicap));
    if (page.bonus) terms.push(words.bonus(page.bonus));
  }
  const limits = s.clock ? [...new Set([s.clock.limit.black, s.clock.limit.white].map((limit) => (limit ? words.time(limit) : "")).filter(Boolean))] : [];
  terms.push(...limits);
  if (page.hints) terms.push(words.hintsAllowed);
  ui.terms.textContent = terms.join(" · ");
  const { saved, file, why } = s.recording;
  ui.record.textContent = saved === "never" ? words.never : saved === "no" ? words.unsaved(why ?? "") : file ? words.saved(file) : words.notYet;
  if (!page.links) ui.record.textContent += ` ${words.linksAtRisk}`;
  ui.record.classList.toggle("bad", saved === "no" || !page.links);
}
