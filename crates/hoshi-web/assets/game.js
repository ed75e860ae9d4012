// A page with a board: a live game, a game of the history, or a game that lies in the address.

import { Board } from "./board.js";
import { answer } from "./ears.js";
import * as sound from "./sound.js";
import { Link, faceAfter, placeOf } from "./state.js";
import { words } from "./words.js";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const body = document.body;
const ui = {
  banner: byId("banner"), title: byId("title"), line: byId("line"), players: byId("players"), state: byId("state"),
  question: byId("question"), actions: byId("actions"), walk: byId("walk"), comment: byId("comment"),
  thoughts: byId("thoughts"), moves: byId("moves"), share: byId("share"), terms: byId("terms"), record: byId("record"),
  polite: byId("polite"), assertive: byId("assertive"), say: /** @type {HTMLInputElement} */ (byId("say")),
  sayForm: byId("say-form"),
};

/** @type {Link} */
let link;
let you = "spectator";
let mayHelp = false;
/** @type {any} */
let estimate = null;
/** @type {{ ask: string, yes: () => void } | null} */
let asking = null;
/** The name of this board at the server. */
let id = "";
let isReview = false;
/** @type {Record<string, string>} */
let keys = {};

const board = new Board(byId("board"), { play, look });

/** @param {string} text @param {boolean} [now] */
function speak(text, now = false) {
  const region = now ? ui.assertive : ui.polite;
  region.textContent = "";
  region.textContent = text;
}

/** A line under the board for a moment: what went wrong, and no dialog. @param {string} text */
function tell(text) {
  ui.line.textContent = text;
  speak(text, true);
}

/** @param {string} tag @param {any} [properties] @param {(Node | string)[]} children */
function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** @param {string} label @param {() => void} click @param {string} [kind] */
function button(label, click, kind = "") {
  return make("button", { type: "button", textContent: label, className: kind, onclick: click });
}

/** @param {any} command */
async function send(command) {
  const answer = await link.do(command);
  if (answer.kind === "no") tell(answer.text);
  return answer.kind === "ack";
}

/** Whose stone this page would play now. */
function ownColor() {
  const s = link.state;
  if (!s || s.phase === "over" || s.phase === "marking") return null;
  if (s.phase === "placing") return you === "black" || you === "both" ? "black" : null;
  const turn = s.position.turn;
  if (!turn) return null;
  if (isReview || s.mode === "review" || s.demonstration) return you === "spectator" ? null : turn;
  if (you === "both") return s.seats[turn].program ? null : turn;
  return you === turn ? turn : null;
}

/** @param {string} at */
function play(at) {
  const s = link.state;
  if (!s) return;
  const place = placeOf(at, s);
  if (s.phase === "marking") {
    if (!place || s.position.rows[place.y][place.x] === ".") return tell(words.ears.noStone(at));
    const status = s.marking.dead.includes(at) ? (s.rules.startsWith("japanese") ? "seki" : "alive") : s.marking.seki.includes(at) ? "alive" : "dead";
    send({ type: "mark", points: [at], status });
    return;
  }
  const why = reason(at);
  if (why) return tell(why);
  ui.line.textContent = "";
  asking = null;
  send({ type: "play", at });
}

/** Why a point cannot be played. @param {string} at */
function reason(at) {
  const s = link.state;
  if (!s) return words.connecting;
  if (you === "spectator") return words.watching;
  if (s.phase === "over" && s.mode !== "review") return words.over;
  if (!ownColor()) return words.notYourTurn;
  const place = placeOf(at, s);
  if (!place) return words.ears.noPoint(at);
  if (s.position.rows[place.y][place.x] !== ".") return words.occupied;
  const forbidden = s.position.forbidden.find((/** @type {any} */ f) => f.at === at);
  if (!forbidden) return null;
  if (forbidden.rule === "ko") return words.ko;
  return forbidden.rule === "superko" ? words.superko(forbidden.repeats) : words.suicide;
}

/** @param {string | null} at */
function look(at) {
  const s = link?.state;
  if (!s) return;
  const color = ownColor();
  if (!at || !color || s.phase === "marking") {
    board.preview(null, null, [], s);
    return;
  }
  const why = reason(at);
  const takes = s.position.takes.find((/** @type {any} */ t) => t.at === at)?.stones ?? [];
  board.preview(why ? null : at, color, takes, s);
  ui.line.textContent = why && why !== words.occupied ? why : takes.length ? `${at}: ${words.takes(takes.length)}` : at;
}

/** Asks once before something that cannot be taken back. @param {string} ask @param {() => void} yes */
function confirm(ask, yes) {
  asking = { ask, yes: () => { asking = null; yes(); draw(); } };
  speak(ask, true);
  draw();
  /** @type {HTMLElement | null} */ (ui.question.querySelector("button"))?.focus();
}

function pass() {
  const s = link.state;
  if (!s) return;
  if (!ownColor()) return tell(you === "spectator" ? words.watching : words.notYourTurn);
  const isSecond = s.moves.length > 0 && s.moves[s.moves.length - 1].at === "pass";
  confirm(isSecond ? words.secondPass : words.reallyPass, () => send({ type: "play", at: "pass" }));
}

async function askEstimate() {
  const answer = await link.request({ estimate: true });
  if (answer.kind === "no") return tell(answer.text);
  estimate = answer;
  speak(words.estimate(answer.score, answer.black));
  draw();
}

// Drawing.

function draw() {
  const s = link.state;
  if (!s) return;
  const isWalking = s.mode === "review";
  const owners = s.result?.score?.owners ?? null;
  board.draw(s, {
    owners: s.phase === "over" && !isWalking ? owners : null,
    ownership: estimate?.owners ?? null,
    letters: isWalking,
    candidates: estimate?.moves.slice(0, 5).map((/** @type {any} */ move) => move[0]) ?? [],
  });
  drawPlayers(s);
  drawState(s);
  drawActions(s, isWalking);
  drawMoves(s);
  ui.terms.textContent = words.terms(s.rules, s.komi, s.handicap);
  const { saved, file, why } = s.recording;
  ui.record.textContent = saved === "never" ? words.never : saved === "no" ? words.unsaved(why ?? "") : file ? words.saved(file) : "";
  ui.record.classList.toggle("bad", saved === "no");
  ui.comment.textContent = s.node.comment;
  ui.comment.hidden = !s.node.comment;
  ui.thoughts.replaceChildren(...thoughts());
}

function thoughts() {
  if (!estimate) return [];
  const rows = estimate.moves.slice(0, 5).map((/** @type {[string, string]} */ [at, worth], /** @type {number} */ nth) =>
    make("li", { textContent: `${nth + 1}. ${at}: ${worth}` }));
  return [make("p", { textContent: words.estimate(estimate.score, estimate.black) }), make("ul", {}, ...rows)];
}

/** @param {any} s */
function drawPlayers(s) {
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
    if (!seat.program && s.mode === "play" && Object.keys(keys).length !== 1) {
      parts.push(make("span", { className: "quiet", textContent: seat.present ? words.here : words.away }));
    }
    if (seat.fault) parts.push(make("span", { className: "bad", textContent: seat.fault }));
    return make("div", { className: isTurn ? "player turn" : "player" }, ...parts);
  };
  ui.players.replaceChildren(card("black"), card("white"));
  tick();
}

/** @param {any} s */
function stateText(s) {
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
  return ownColor() && you !== "both" ? words.yourMove : words.toMove(words.sides[turn]);
}

/** @param {any} s */
function drawState(s) {
  ui.state.replaceChildren(stateText(s));
  const last = s.moves[s.moves.length - 1];
  const wasPass = s.phase === "playing" && s.mode === "play" && last?.at === "pass";
  ui.state.classList.toggle("loud", wasPass || Boolean(s.result));
  if (wasPass) ui.state.prepend(make("strong", { textContent: `${words.passed(words.sides[last.color])}. ` }));
  if (s.result?.score && s.mode === "play") ui.state.append(countTable(s.result.score));
  const nodes = [];
  if (asking) {
    nodes.push(make("p", { textContent: asking.ask }), button(words.yes, asking.yes, "main"), button(words.no, () => { asking = null; draw(); }));
  } else if (s.offer) {
    const side = words.sides[s.offer.by];
    const mine = you === s.offer.by;
    const text = s.offer.offer === "undo" ? (mine ? words.undoAsking : words.undoAsked(side, s.offer.at)) : words.resultAsked(side, s.offer.result);
    nodes.push(make("p", { textContent: text }));
    if (mine) nodes.push(button(words.actions.withdraw, () => send({ type: "withdraw" })));
    else if (you !== "spectator") {
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

/** @param {any} s @param {boolean} isWalking */
function drawActions(s, isWalking) {
  const a = words.actions;
  const list = [];
  const mine = you !== "spectator";
  if (mine && !isWalking) {
    if (s.phase === "playing") list.push(button(a.pass, pass));
    if (["playing", "placing", "marking"].includes(s.phase) || s.result) list.push(button(a.undo, () => send({ type: "undo" })));
    if (s.phase === "playing") list.push(button(a.resign, () => confirm(words.reallyResign, () => send(resignation(s)))));
    if (s.phase === "marking") {
      list.unshift(button(a.accept, () => send({ type: "accept", revision: s.marking.revision }), "main"));
      list.push(button(a.resume, () => send({ type: "resume" })));
      if (s.marking.dispute) list.push(button(a.demonstrate, () => send({ type: "demonstrate" })));
    }
    if (s.demonstration) list.push(button(a.settle, () => send({ type: "settle" })));
    if (["black", "white"].some((side) => s.seats[side].thinking)) list.push(button(a.stop, () => send({ type: "stop" })));
    if (["black", "white"].some((side) => s.seats[side].fault)) list.push(button(a.restart, () => send({ type: "restart" }), "main"));
    if (s.clock && s.phase === "playing" && you === "both") {
      list.push(s.clock.paused ? button(a.unpause, () => send({ type: "unpause" })) : button(a.pause, () => send({ type: "pause" })));
    }
    if (s.result && you === "both") list.push(button(a.review, () => send({ type: "review" })));
  }
  if (isWalking && !isReview && mine) list.push(button(a.playOn, () => send({ type: "play_on" })));
  if (mayHelp && s.phase !== "marking") list.push(button(a.estimate, askEstimate));
  if (s.result) list.push(button(a.rematch, () => { location.href = "/#new"; }));
  list.push(button(sound.muted() ? a.unmute : a.mute, () => { sound.toggleMute(); draw(); }));
  ui.actions.replaceChildren(...list);
  ui.walk.hidden = !isWalking;
  if (isWalking) {
    const w = words.walk;
    ui.walk.replaceChildren(
      labelled("|◀", w.first, { step: "first" }), labelled("◀", w.back, { step: "back" }),
      labelled("▶", w.next, { step: "next" }), labelled("▶|", w.last, { step: "last" }),
      labelled("▼", w.variation, { step: "sibling", by: 1 }),
    );
  }
}

/** @param {string} sign @param {string} label @param {any} step */
function labelled(sign, label, step) {
  const one = button(sign, () => walk(step));
  one.setAttribute("aria-label", label);
  one.title = label;
  return one;
}

/** @param {any} step */
function walk(step) {
  return send({ type: "walk", ...step });
}

/** @param {any} s */
function resignation(s) {
  const people = ["black", "white"].filter((side) => !s.seats[side].program);
  return you === "both" && people.length === 2 ? { type: "resign", color: s.position.turn } : { type: "resign" };
}

/** @param {any} s */
function drawMoves(s) {
  const isWalking = s.mode === "review";
  const items = s.moves.map((/** @type {any} */ move, /** @type {number} */ nth) => {
    const item = make("li", { className: move.color, value: nth + 1 }, move.at);
    if (isWalking) item.onclick = () => walk({ step: "number", number: nth + 1 });
    return item;
  });
  ui.moves.replaceChildren(...items);
  ui.moves.scrollTop = ui.moves.scrollHeight;
}

// Clocks run here between the words of the server.

/** @param {any} limit @param {any} face */
function clockText(limit, face) {
  if (!limit || !face) return "";
  const seconds = Math.ceil(face.left / 1000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (face.overtime === null) return time;
  if (limit.kind === "byo_yomi" && face.overtime === 1) return `${time} ${words.lastPeriod}`;
  return `${time} (${face.overtime})`;
}

let beeped = -1;
function tick() {
  const s = link?.state;
  if (!s?.clock) return;
  const { limit, faces, at, running, paused } = s.clock;
  for (const side of /** @type {const} */ (["black", "white"])) {
    const place = document.getElementById(`clock-${side}`);
    if (!place) continue;
    const gone = running === side && !paused ? Math.max(0, performance.now() - link.offset - at) : 0;
    const face = faceAfter(limit[side], faces[side], gone);
    place.textContent = clockText(limit[side], face);
    const isLast = face && (face.overtime === 1 || (face.overtime === null && ["absolute", "fischer"].includes(limit[side]?.kind)));
    const seconds = face ? Math.ceil(face.left / 1000) : 99;
    place.classList.toggle("urgent", Boolean(isLast && seconds <= 10));
    if (running === side && !paused && isLast && side === ownColor() && (seconds === 10 || seconds <= 5) && seconds !== beeped) {
      beeped = seconds;
      sound.beep();
    }
  }
}
setInterval(tick, 200);

// What the server says.

/** @param {any[]} events */
function announce(events) {
  for (const event of events) {
    if (event.type === "played") {
      speak(words.spoken(words.sides[event.color], event.at, event.captured.length));
      if (event.captured.length) sound.capture();
      else if (event.at !== "pass") sound.click();
      estimate = null;
      ui.line.textContent = "";
    } else if (event.type === "moved") {
      estimate = null;
    } else if (event.type === "ended") {
      speak(words.result(event.result.result), true);
    } else if (event.type === "note") {
      tell(event.text);
    } else if (event.type === "closed" && event.how === "declined") {
      tell(words.declined);
    }
  }
}

/** @param {string} text */
function banner(text) {
  ui.banner.textContent = text;
  ui.banner.hidden = !text;
}

/** @param {string} name @param {string | null} token */
function connect(name, token) {
  id = name;
  banner(words.connecting);
  link = new Link(name, token, {
    welcome(welcome) {
      you = welcome.you;
      mayHelp = welcome.help;
    },
    changed({ events, whole }) {
      banner("");
      const s = link.state;
      if (whole && s) {
        isReview = s.mode === "review" && s.recording.saved === "never";
        document.title = `${s.seats.black.name || "Black"} – ${s.seats.white.name || "White"} – hoshi`;
        ui.title.textContent = `${s.seats.black.name || "Black"} – ${s.seats.white.name || "White"}`;
        drawShare();
      }
      if (s?.result || s?.mode === "review") mayHelp = true;
      announce(events);
      draw();
    },
    lost: () => banner(words.lost),
    closed: () => banner(words.closed),
    refused: (no) => tell(no.text),
    greet: ({ by, greet }) => tell(words.greeted(words.sides[by] ?? by, words.greetings[greet])),
  });
}

function drawShare() {
  const nodes = [];
  const field = (/** @type {string} */ label, /** @type {string} */ text) => {
    const input = /** @type {HTMLInputElement} */ (make("input", { readOnly: true, value: text }));
    input.setAttribute("aria-label", label);
    return make("p", { className: "share" }, make("span", { textContent: label }), input, button(words.copy, () => copy(text, input)));
  };
  const address = `${location.origin}/g/${id}`;
  if (body.dataset.what === "game") {
    const other = you === "black" ? "white" : "black";
    if (you !== "both" && keys[other]) nodes.push(field(words.links.friend, `${address}#${keys[other]}`));
    nodes.push(field(words.links.watch, address));
    if (you === "black" || you === "white") {
      const greet = words.greetings.map((text, nth) => button(text, () => link.say({ greet: nth })));
      nodes.push(make("p", { className: "greetings" }, ...greet));
    }
  }
  nodes.push(make("p", {},
    make("a", { href: `/g/${id}/game.sgf`, download: "", textContent: words.download }), " ",
    button(words.copySgf, () => fetchText(`/g/${id}/game.sgf`)),
    button(words.copySgn, () => fetchText(`/g/${id}/line/sgn`)),
    button(words.copyLink, () => fetchText(`/g/${id}/line/link`))));
  ui.share.replaceChildren(...nodes);
}

/** @param {string} address */
async function fetchText(address) {
  const response = await fetch(address);
  const text = await response.text();
  if (response.ok) copy(text, null);
  else tell(JSON.parse(text).error ?? text);
}

/** @param {string} text @param {HTMLInputElement | null} input */
async function copy(text, input) {
  try {
    await navigator.clipboard.writeText(text);
    tell(words.copied);
  } catch {
    input?.select();
    tell(words.notCopied);
  }
}

// Words and keys.

/** @param {string} text */
function say(text) {
  const s = link.state;
  const word = text.trim();
  if (!s || !word) return;
  const place = placeOf(word, s);
  if (place) return play(word.toUpperCase());
  const lower = word.toLowerCase();
  if (asking && (lower === "yes" || lower === "y")) return asking.yes();
  if (asking && (lower === "no" || lower === "n")) { asking = null; return draw(); }
  if (lower === "pass") return pass();
  if (lower === "undo") return void send({ type: "undo" });
  if (lower === "redo") return void send({ type: "redo" });
  if (lower === "resign") return confirm(words.reallyResign, () => send(resignation(s)));
  if (lower === "accept" && s.marking) return void send({ type: "accept", revision: s.marking.revision });
  if (lower === "resume") return void send({ type: "resume" });
  if (lower === "estimate") return void askEstimate();
  if (lower === "score") return tell(s.result ? words.result(s.result.result) : s.marking?.result ?? stateText(s));
  if (lower === "clock") {
    const texts = ["black", "white"].map((side) => `${words.sides[side]} ${document.getElementById(`clock-${side}`)?.textContent}`);
    return tell(s.clock ? texts.join(", ") : words.ears.noClock);
  }
  tell(answer(s, word) ?? words.ears.unknown(word));
}

ui.sayForm.addEventListener("submit", (event) => {
  event.preventDefault();
  say(ui.say.value);
  ui.say.value = "";
});

document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, textarea, select")) return;
  const s = link?.state;
  if (!s) return;
  if (event.key === "m") { sound.toggleMute(); return draw(); }
  if (event.key === "p" && s.mode === "play") return pass();
  if (event.key === "u" && s.mode === "play") return void send({ type: "undo" });
  if (event.key === "e" && mayHelp) return void askEstimate();
  if (event.key === "Escape" && asking) { asking = null; return draw(); }
  if (s.mode !== "review" || target.matches("rect")) return;
  const step = { ArrowLeft: { step: "back" }, ArrowRight: { step: "next" }, Home: { step: "first" }, End: { step: "last" },
    ArrowUp: { step: "sibling", by: -1 }, ArrowDown: { step: "sibling", by: 1 } }[event.key];
  if (step) { event.preventDefault(); walk(step); }
});

// The start.

/** @param {any} wanted */
async function openRecord(wanted) {
  const response = await fetch("/api/open", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wanted) });
  const answer = await response.json();
  if (!response.ok) return banner(answer.error);
  keys = Object.fromEntries(answer.keys);
  connect(answer.id, keys.both);
  if (answer.notes.length) tell(`${words.notes}: ${answer.notes.join("; ")}`);
}

const what = body.dataset.what;
if (what === "game") {
  const name = body.dataset.name ?? "";
  const stored = JSON.parse(sessionStorage.getItem(`hoshi-${name}`) ?? "null");
  keys = stored?.keys ?? {};
  connect(name, location.hash.slice(1) || stored?.token || null);
} else if (what === "history") {
  openRecord({ history: body.dataset.name });
} else {
  const shown = new URLSearchParams(location.search).get("move");
  const query = location.search.slice(1).split("&").filter((part) => part && !part.startsWith("move=")).join("&");
  openRecord({ text: location.pathname + (query ? `?${query}` : "") }).then(() => {
    walk(shown ? { step: "number", number: Number(shown) } : { step: "last" });
  });
}
