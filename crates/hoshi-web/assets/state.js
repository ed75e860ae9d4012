// The game as the server tells it: a snapshot, and events that are applied to it. Nothing here knows the rules.

import { placeOf } from "./points.js";
import { words } from "./words-game.js";

/** @typedef {{ v: number, seq: number, width: number, height: number, rules: string, komi: string, handicap: number,
 *   mode: string, phase: string, position: any, moves: {color: string, at: string}[], node: any, seats: any,
 *   clock: any, offer: any, undo: string, placing: any, marking: any, result: any, demonstration: boolean,
 *   recording: any }} Snapshot */

/** Applies an event. Returns false if one is missing before it. @param {Snapshot} s @param {any} e */
export function apply(s, e) {
  if (e.seq <= s.seq) return true;
  if (e.seq !== s.seq + 1) return false;
  s.seq = e.seq;
  switch (e.type) {
    case "played": {
      setStone(s, e.at, e.color === "black" ? "X" : "O");
      for (const at of e.captured) setStone(s, at, ".");
      s.moves.push({ color: e.color, at: e.at });
      const { number, turn, captures, ko, forbidden, takes, repeats } = e;
      Object.assign(s.position, { number, turn, captures, ko, forbidden, takes, repeats });
      s.node = e.node ?? { comment: "", markup: [], next: [], path: "" };
      break;
    }
    case "moved": {
      const { mode, phase, position, moves, node, placing, marking, result, demonstration, komi, handicap } = e;
      Object.assign(s, { mode, phase, position, moves, node, placing, marking, result, demonstration, komi, handicap });
      break;
    }
    case "marking":
      s.phase = "marking";
      s.marking = e.marking;
      break;
    case "ended":
      s.phase = "over";
      s.marking = null;
      Object.assign(s.position, { turn: null, forbidden: [], takes: [] });
      s.result = e.result;
      break;
    case "node": s.node = e.node; break;
    case "seat": s.seats[e.color] = e.seat; break;
    case "thinking": s.seats[e.color].thinking = e.thinking; break;
    case "clock": s.clock = e.clock; break;
    case "offered": s.offer = e.offer; break;
    case "closed": s.offer = null; break;
    case "recording": s.recording = e.recording; break;
    case "opinion": case "note": break;
    default: return false;
  }
  return true;
}

/** @param {Snapshot} s @param {string} at @param {string} stone */
function setStone(s, at, stone) {
  const p = placeOf(at, s);
  if (!p) return;
  const row = s.position.rows[p.y];
  s.position.rows[p.y] = row.slice(0, p.x) + stone + row.slice(p.x + 1);
}

/** What a clock shows some milliseconds later. @param {any} limit @param {{left: number, overtime: number | null}} face @param {number} ms */
export function faceAfter(limit, face, ms) {
  if (!limit) return null;
  let { left, overtime } = face;
  left -= ms;
  if (limit.kind === "absolute" || limit.kind === "fischer") return { left: Math.max(0, left), overtime: null };
  if (limit.kind === "canadian") {
    if (overtime === null && left < 0) { left += limit.period; overtime = limit.moves; }
    return { left: Math.max(0, left), overtime };
  }
  if (overtime === null && left < 0) { overtime = limit.periods; left += limit.period; }
  while (overtime !== null && left < 0 && overtime > 1) { overtime -= 1; left += limit.period; }
  return { left: Math.max(0, left), overtime };
}

/** So often the connection is looked at, in milliseconds. */
const LOOK = 1000;
/** After this silence the server is asked whether it is there; sooner if it owes an answer. */
const QUIET = 10_000;
const OWED = 3000;
/** Without an answer in this time, the connection is dead. The browser itself would notice after many minutes. */
const DEAD = 6000;

/** The bytes of the longest message that the server takes. A longer one ends the connection. */
const LONGEST = 17 * 1024;

/** A connection to a board: it comes back by itself, and sends again what was not answered. */
export class Link {
  /** @param {string} id @param {string | null} token @param {Record<string, (message: any) => void>} on @param {string | null} [guest] */
  constructor(id, token, on, guest = null) {
    this.id = id;
    this.token = token;
    /** The secret by which a page that follows is known again in a lesson. */
    this.guest = guest;
    this.on = on;
    this.page = sessionPage();
    this.n = 0;
    /** @type {{n: number, text: string, number: number, done: (answer: any) => void}[]} */
    this.pending = [];
    /** @type {Snapshot | null} */
    this.state = null;
    this.epoch = null;
    this.pause = 500;
    this.offset = 0;
    this.closed = false;
    /** Why the server refused the last connection, in its words. */
    this.why = "";
    /** When something was heard, and since when the server owes a sign of life; 0 if it owes none. */
    this.heard = 0;
    this.asked = 0;
    /** The pause before the next connection. @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    this.open();
    setInterval(() => this.check(), LOOK);
    // Often the browser knows first. Without a network this machine's own server is still there: it is asked.
    for (const change of ["online", "offline"]) window.addEventListener(change, () => this.probe());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.probe(); });
  }

  open() {
    this.resends = true;
    clearTimeout(this.retry);
    this.retry = undefined;
    // A connection that does not come about is dead too.
    this.asked = performance.now();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/g/${this.id}/socket`);
    this.socket = socket;
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.asked = performance.now();
      const since = this.state ? this.state.seq : null;
      socket.send(JSON.stringify({ hello: { token: this.token, page: this.page, epoch: this.epoch, since, guest: this.guest } }));
    };
    socket.onmessage = (event) => {
      this.heard = performance.now();
      this.asked = 0;
      this.hear(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (!wasOpen && !this.closed) this.isThere();
      this.comeBack();
    };
  }

  /** The connection is gone: there will be another one, after a pause. */
  comeBack() {
    if (this.closed) return;
    this.asked = 0;
    this.on.lost({ why: this.why });
    const wait = this.pause * (0.5 + Math.random());
    this.pause = Math.min(this.pause * 2, 15000);
    this.retry = setTimeout(() => this.open(), wait);
  }

  /** Notices a connection that is dead: nothing comes any more, and nobody says so. */
  check() {
    const { socket } = this;
    if (this.closed || this.retry !== undefined || !socket) return;
    const now = performance.now();
    if (this.asked && now - this.asked >= DEAD) {
      // Its end would be heard of only when the network is back.
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
      this.comeBack();
    } else if (!this.asked && now - this.heard >= (this.pending.length ? OWED : QUIET)) {
      this.probe();
    }
  }

  /** Asks for a sign of life, or connects at once instead of after the pause. */
  probe() {
    if (this.closed) return;
    if (this.retry !== undefined) return this.open();
    if (this.asked || this.socket?.readyState !== WebSocket.OPEN) return;
    this.asked = performance.now();
    this.say({ ping: true });
  }

  /** @param {any} message */
  hear(message) {
    const kind = Object.keys(message)[0];
    const body = message[kind];
    switch (kind) {
      case "welcome":
        this.isNew = this.epoch !== null && this.epoch !== body.epoch;
        this.epoch = body.epoch;
        this.why = "";
        this.offset = performance.now() - body.now;
        this.on.welcome(body);
        break;
      case "snapshot":
        // An older one that was overtaken by events says nothing new.
        if (this.state && !this.isNew && body.seq < this.state.seq) break;
        this.state = body;
        this.on.changed({ events: [], whole: true });
        this.resend();
        break;
      case "events": {
        if (!this.state) return;
        for (const event of body) {
          if (!apply(this.state, event)) {
            this.say({ since: this.state.seq });
            return;
          }
        }
        this.on.changed({ events: body, whole: false });
        this.resend();
        break;
      }
      case "ack": case "no": case "answer": case "estimate": {
        const at = this.pending.findIndex((one) => one.n === body.n);
        if (at < 0) {
          if (kind === "no") this.on.refused(body);
          return;
        }
        const [one] = this.pending.splice(at, 1);
        one.done({ kind, ...body });
        break;
      }
      // The same address opens the board again.
      case "closed": this.socket?.close(); break;
      case "greet": case "links": case "hints": case "rematch": case "lesson": this.on[kind]?.(body); break;
    }
  }

  /** After a connection that was refused: whether the board still exists, and else why it is not shown. */
  async isThere() {
    const found = await fetch(`/g/${this.id}`, { headers: { accept: "application/json" } }).catch(() => null);
    if (found?.status === 404) {
      this.closed = true;
      return this.on.closed({});
    }
    this.why = !found || found.ok ? "" : (await found.json().catch(() => null))?.error ?? "";
    if (this.why && !this.closed && this.socket?.readyState !== WebSocket.OPEN) this.on.lost({ why: this.why });
  }

  /** After a new connection: what was not answered is sent again, unless the server was started anew and has it. */
  resend() {
    this.pause = 500;
    if (!this.resends) return;
    this.resends = false;
    const number = this.state ? this.state.position.number : 0;
    for (const one of [...this.pending]) {
      if (this.isNew && one.number !== number) {
        this.pending.splice(this.pending.indexOf(one), 1);
        one.done({ kind: "ack", n: one.n, seq: 0 });
      } else {
        this.socket?.send(one.text);
      }
    }
  }

  /** Leaves the board. It is done when the server has let go of the socket, or does not answer. */
  leave() {
    const { socket } = this;
    this.closed = true;
    return new Promise((done) => {
      if (!socket || socket.readyState > WebSocket.OPEN) return done(null);
      socket.onclose = done;
      setTimeout(done, 500);
      socket.close();
    });
  }

  /** Whether what is done now reaches the server at once. */
  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN && !this.resends;
  }

  /** @param {any} message */
  say(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Sends something that is answered. @param {any} body @returns {Promise<any>} */
  request(body) {
    const n = ++this.n;
    const text = JSON.stringify({ n, ...body });
    if (new TextEncoder().encode(text).length > LONGEST) return Promise.resolve({ kind: "no", n, code: "too_long", text: words.tooLong });
    return new Promise((done) => {
      this.pending.push({ n, text, number: this.state?.position.number ?? 0, done });
      if (this.isOpen) this.socket?.send(text);
    });
  }

  /** @param {any} command */
  do(command) {
    return this.request({ do: command });
  }
}

/** A name for this page, by which the server finds its last answers again. */
function sessionPage() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
