// A page with a board: a live game, or a record under review.

import { buildWalk, drawActions, drawMute } from "./actions.js";
import { Board } from "./board.js";
import { byId } from "./dom.js";
import { inAtari } from "./ears.js";
import { banner, ownColor, page, send, shout, speak, tell, ui } from "./page.js";
import { drawMoves, drawPlayers, drawState, drawTerms, drawThoughts, onlyPassIsLeft, stateText } from "./panel.js";
import { drawReview, ghostColor, recordMarks, treeChanged, useTool, withDraft } from "./review.js";
import { enterLesson, guestKey, showLesson } from "./lesson.js";
import { drawHints, showHints } from "./hints.js";
import { showRematch } from "./rematch.js";
import { listen } from "./say.js";
import { drawInvite, drawShare, follow } from "./share.js";
import * as sound from "./sound.js";
import { placeOf } from "./points.js";
import { Link } from "./state.js";
import { askNext, drawTeaching, judge } from "./teach.js";
import { words } from "./words-game.js";

const body = document.body;
const board = new Board(byId("board"), { play, look, touch: (at) => canShow(at) });

/** @param {string} at */
function play(at) {
  const s = page.link.state;
  if (!s) return;
  const place = placeOf(at, s);
  if (!place) return tell(words.ears.noPoint(at));
  if (useTool(at)) return;
  if (s.phase === "marking" && s.mode === "play") {
    if (page.you === "spectator") return tell(page.watching);
    if (s.position.rows[place.y][place.x] === ".") return refuse(at, words.ears.noStone(at));
    const isTerritory = page.score && !page.score.area;
    const status = s.marking.dead.includes(at) ? (isTerritory ? "seki" : "alive") : s.marking.seki.includes(at) ? "alive" : "dead";
    send({ type: "mark", points: [at], status });
    return;
  }
  const why = reason(at);
  if (why) return refuse(at, why);
  ui.line.textContent = "";
  page.asking = null;
  send({ type: "play", at });
}

/** One line and a brief mark: the cursor stays. @param {string} at @param {string} why */
function refuse(at, why) {
  board.refuse(at);
  tell(why);
}

/** Why a point cannot be played. @param {string} at */
function reason(at) {
  const s = page.link.state;
  if (!s) return words.connecting;
  if (page.you === "spectator") return page.watching;
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

/** Whether a first tap on a point has something to show. @param {string} at */
function canShow(at) {
  const s = page.link.state;
  if (!s || page.you === "spectator" || !ghostColor()) return false;
  return s.phase === "marking" && s.mode === "play" ? false : !reason(at);
}

/** What a stone on a point would do: shown, not played. @param {string | null} at */
function look(at) {
  const s = page.link?.state;
  if (!s) return;
  const color = ghostColor();
  if (!at || !color || (s.phase === "marking" && s.mode === "play")) return board.preview(null, null, [], s);
  if (color !== ownColor()) return board.preview(at, color, [], s);
  const why = reason(at);
  const takes = s.position.takes.find((/** @type {any} */ t) => t.at === at)?.stones ?? [];
  board.preview(why ? null : at, color, takes, s);
  ui.line.classList.remove("bad");
  ui.line.textContent = why === words.occupied ? "" : why ?? (takes.length ? words.takes(at, takes.length) : board.tapped === at ? words.tapAgain(at) : at);
}

// Drawing.

function draw() {
  const s = page.link.state;
  if (!s) return;
  const isWalking = s.mode === "review";
  const owners = s.phase === "over" ? s.result?.score?.owners : s.phase === "marking" ? page.score?.owners : null;
  const marks = isWalking ? recordMarks(s) : null;
  page.nodeName = marks?.name ?? "";
  board.draw(withDraft(s), {
    owners: (isWalking ? marks?.owners : owners) ?? null,
    lines: marks?.lines, arrows: marks?.arrows, dim: marks?.dim, hidden: marks?.hidden,
    ownership: page.estimate?.owners ?? null,
    letters: isWalking,
    candidates: page.estimate?.moves.slice(0, 5).map((/** @type {any} */ move) => move[0]) ?? [],
    captured: page.captured,
  });
  board.lookAgain();
  body.classList.toggle("reviewing", isWalking);
  drawPlayers(s);
  drawState(s);
  drawActions(s);
  drawReview(s);
  drawMoves(s);
  drawTerms(s);
  drawThoughts();
  drawTeaching(s);
  drawHints(s);
  drawInvite(s);
}
page.redraw = draw;
listen(play);
buildWalk();
drawMute();
const isProjector = new URLSearchParams(location.search).get("view") === "projector";
body.classList.toggle("projector", isProjector);

// What the server says.

/** The blocks that were in atari before the last events. @type {string[]} */
let ataris = [];

/** @param {any[]} events */
function announce(events) {
  const s = page.link.state;
  if (!s) return;
  for (const event of events) {
    if (event.type === "played") {
      page.captured = event.captured;
      const now = inAtari(s);
      const fresh = now.filter((one) => !ataris.includes(one));
      ataris = now;
      const isOwn = page.you === event.color || (page.you === "both" && !s.seats[event.color].program && s.seats[event.color === "black" ? "white" : "black"].program);
      speak(words.spoken(words.sides[event.color], event.at, event.captured.length) + (fresh.length ? words.newAtari(fresh) : ""));
      judge(event);
      if (event.captured.length) sound.capture();
      else if (event.at !== "pass") sound.click();
      if (event.at === "pass" && !isOwn && s.mode === "play") {
        shout(words.passed(words.sides[event.color]));
        speak(words.passed(words.sides[event.color]), true);
      }
      page.estimate = null;
      page.asking = null;
      ui.line.textContent = "";
      if (onlyPassIsLeft(s) && ownColor()) speak(words.onlyPass, true);
      page.canRedo = false;
    } else if (event.type === "moved") {
      page.canRedo = event.why === "undo" || (event.why === "redo" && page.canRedo);
      page.estimate = null;
      page.captured = [];
      page.asking = null;
      if (event.why === "undo") tell(words.undone(s.position.number), false);
      else if (event.why === "resume") tell(words.resumed, false);
      else if (event.why === "walk" && event.moves.length) {
        const last = event.moves[event.moves.length - 1];
        speak([words.moveAt(event.position.number, words.sides[last.color], last.at), recordMarks(s)?.name, event.node.comment].filter(Boolean).join(". "));
      }
    } else if (event.type === "marking") {
      const { by, changed, marking } = event;
      // An acceptance ends with each change, and whoever had accepted is told why.
      if ((by === "black" || by === "white") && by !== page.you && page.you !== "both" && changed.length) tell(words.remarked(words.sides[by], changed), false);
      speak(`${stateText(s)}. ${words.markedDead(marking.dead)}`);
    } else if (event.type === "ended") {
      shout(words.result(event.result.result));
      speak(words.result(event.result.result), true);
      askNext();
    } else if (event.type === "note") {
      tell(event.text, false);
    } else if (event.type === "closed" && event.how === "declined") {
      tell(words.declined);
    }
  }
}

/** The count as the marks stand, asked anew with every change of them. */
async function askScore() {
  const s = page.link.state;
  if (s?.phase !== "marking" || s.mode !== "play" || s.marking.waiting) {
    page.score = null;
    return;
  }
  const revision = s.marking.revision;
  if (page.score?.revision === revision) return;
  const answer = await page.link.request({ ask: { type: "score" } });
  if (answer.kind !== "answer" || answer.answer?.type !== "score" || page.link.state?.marking?.revision !== revision) return;
  page.score = { ...answer.answer.score, revision };
  draw();
}

/** @param {string} name @param {string | null} token */
function connect(name, token) {
  page.id = name;
  banner(words.connecting);
  page.link = new Link(name, token, {
    welcome(welcome) {
      page.you = welcome.you;
      enterLesson(welcome.you);
      page.mayHelp = welcome.help;
      page.bonus = welcome.bonus ?? "";
      page.hints = welcome.hints;
      // The server says at once if it is not so.
      page.links = true;
    },
    changed({ events, whole }) {
      banner("");
      const s = page.link.state;
      if (!s) return;
      if (whole) {
        page.isReview = s.mode === "review" && s.recording.saved === "never";
        page.captured = [];
        page.score = null;
        page.canRedo = false;
        ataris = inAtari(s);
      }
      if (whole || events.some((/** @type {any} */ event) => event.type === "seat" || event.type === "moved")) {
        const title = `${s.seats.black.name || words.sides.black} – ${s.seats.white.name || words.sides.white}`;
        document.title = `${title} – hoshi`;
        ui.title.textContent = title;
      }
      if (whole) drawShare();
      if (whole && s.result) askNext();
      // A copy may be one of a game that goes on.
      if (s.result && s.mode === "play" && s.recording.saved !== "never") page.mayHelp = true;
      // A step changes no tree; whether it made a new node is seen by the node.
      const isStep = (/** @type {any} */ event) => event.type === "moved" && event.why === "walk";
      if (whole || events.some((/** @type {any} */ event) => event.type !== "clock" && event.type !== "thinking" && !isStep(event))) treeChanged(s.seq);
      announce(events);
      askScore();
      draw();
      follow();
    },
    lost: ({ why }) => banner(why || words.lost),
    closed: () => banner(words.closed),
    refused: (no) => tell(no.text),
    greet: ({ by, greet }) => tell(words.greeted(words.sides[by] ?? by, words.greetings[greet]), false),
    links: (kept) => {
      page.links = kept;
      if (!kept) tell(words.linksAtRisk);
      draw();
    },
    hints: showHints,
    rematch: showRematch,
    lesson: showLesson,
    // A beamer follows a lesson and is nobody to hand control to.
  }, isProjector ? null : guestKey());
}

// The start page lists what was left: the board is left before that page is asked for.
document.querySelector(".home-link")?.addEventListener("click", async (event) => {
  const { button, ctrlKey, metaKey, shiftKey } = /** @type {MouseEvent} */ (event);
  if (button || ctrlKey || metaKey || shiftKey) return;
  event.preventDefault();
  await page.link?.leave();
  location.href = "/";
});
// Back from the start page by the browser's own button, the page may be as it was left.
window.addEventListener("pageshow", (event) => { if (event.persisted && page.link?.closed) location.reload(); });

/** What this page knows of a board from the page that made it. @param {string} name */
function stored(name) {
  try {
    return JSON.parse(sessionStorage.getItem(`hoshi-${name}`) ?? "null");
  } catch {
    return null;
  }
}

const name = body.dataset.name ?? "";
const known = stored(name);
page.keys = known?.keys ?? {};
connect(name, location.hash.slice(1) || known?.token || null);
if (known?.notes?.length) tell(`${words.notes}: ${known.notes.join("; ")}`, false);
