// A page with a board: a live game, a game of the history, or a game that lies in the address.

import { drawActions } from "./actions.js";
import { Board } from "./board.js";
import { byId } from "./dom.js";
import { banner, ownColor, page, send, speak, tell, ui, walk } from "./page.js";
import { drawMoves, drawPlayers, drawState, thoughts } from "./panel.js";
import { listen } from "./say.js";
import { drawShare } from "./share.js";
import * as sound from "./sound.js";
import { Link, placeOf } from "./state.js";
import { words } from "./words.js";

const body = document.body;
const board = new Board(byId("board"), { play, look });

/** @param {string} at */
function play(at) {
  const s = page.link.state;
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
  page.asking = null;
  send({ type: "play", at });
}

/** Why a point cannot be played. @param {string} at */
function reason(at) {
  const s = page.link.state;
  if (!s) return words.connecting;
  if (page.you === "spectator") return words.watching;
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
  const s = page.link?.state;
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

// Drawing.

function draw() {
  const s = page.link.state;
  if (!s) return;
  const isWalking = s.mode === "review";
  const owners = s.result?.score?.owners ?? null;
  board.draw(s, {
    owners: s.phase === "over" && !isWalking ? owners : null,
    ownership: page.estimate?.owners ?? null,
    letters: isWalking,
    candidates: page.estimate?.moves.slice(0, 5).map((/** @type {any} */ move) => move[0]) ?? [],
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
page.redraw = draw;
listen(play);

// What the server says.

/** @param {any[]} events */
function announce(events) {
  for (const event of events) {
    if (event.type === "played") {
      speak(words.spoken(words.sides[event.color], event.at, event.captured.length));
      if (event.captured.length) sound.capture();
      else if (event.at !== "pass") sound.click();
      page.estimate = null;
      ui.line.textContent = "";
    } else if (event.type === "moved") {
      page.estimate = null;
    } else if (event.type === "ended") {
      speak(words.result(event.result.result), true);
    } else if (event.type === "note") {
      tell(event.text);
    } else if (event.type === "closed" && event.how === "declined") {
      tell(words.declined);
    }
  }
}

/** @param {string} name @param {string | null} token */
function connect(name, token) {
  page.id = name;
  banner(words.connecting);
  page.link = new Link(name, token, {
    welcome(welcome) {
      page.you = welcome.you;
      page.mayHelp = welcome.help;
    },
    changed({ events, whole }) {
      banner("");
      const s = page.link.state;
      if (whole && s) {
        page.isReview = s.mode === "review" && s.recording.saved === "never";
        document.title = `${s.seats.black.name || "Black"} – ${s.seats.white.name || "White"} – hoshi`;
        ui.title.textContent = `${s.seats.black.name || "Black"} – ${s.seats.white.name || "White"}`;
        drawShare();
      }
      if (s?.result || s?.mode === "review") page.mayHelp = true;
      announce(events);
      draw();
    },
    lost: () => banner(words.lost),
    closed: () => banner(words.closed),
    refused: (no) => tell(no.text),
    greet: ({ by, greet }) => tell(words.greeted(words.sides[by] ?? by, words.greetings[greet])),
  });
}

// The start.

/** @param {any} wanted */
async function openRecord(wanted) {
  const response = await fetch("/api/open", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wanted) });
  const answer = await response.json();
  if (!response.ok) return banner(answer.error);
  page.keys = Object.fromEntries(answer.keys);
  connect(answer.id, page.keys.both);
  if (answer.notes.length) tell(`${words.notes}: ${answer.notes.join("; ")}`);
}

const what = body.dataset.what;
if (what === "game") {
  const name = body.dataset.name ?? "";
  const stored = JSON.parse(sessionStorage.getItem(`hoshi-${name}`) ?? "null");
  page.keys = stored?.keys ?? {};
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
