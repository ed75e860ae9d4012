// What the tests in a real browser share: a server in a folder of its own, a browser, a wire that can be cut, and the
// watch over every request. Tests wait for content, never for time.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";

// The tools lie below the target folder; NODE_PATH names it, which only `require` reads.
const require = createRequire(import.meta.url);
const { chromium } = require("playwright-core");
const AXE = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Nothing here takes this long, unless it is broken. */
export const PATIENCE = Number(process.env.HOSHI_PATIENCE ?? 60_000);
const PROGRAM = process.env.HOSHI_PROGRAM ?? path.resolve(import.meta.dirname, "../../target/debug/hoshi");

/** A server with a home of its own, which can be killed and started again at the same port. */
export class Server {
  constructor() {
    this.home = fs.mkdtempSync(path.join(os.tmpdir(), "hoshi-browser-"));
    this.port = 0;
    this.child = null;
  }

  async start() {
    const env = {
      PATH: process.env.PATH, HOME: this.home, USER: "Ann", NO_COLOR: "1",
      HOSHI_HISTORY: path.join(this.home, "history"), HOSHI_CONFIG: path.join(this.home, "config.toml"), HOSHI_LOG: path.join(this.home, "log"),
    };
    const more = process.env.HOSHI_ASSETS ? ["--assets", process.env.HOSHI_ASSETS] : [];
    const child = spawn(PROGRAM, ["serve", "--listen", `127.0.0.1:${this.port}`, ...more], { cwd: this.home, env, stdio: ["ignore", "ignore", "pipe"] });
    this.child = child;
    const lines = readline.createInterface({ input: child.stderr });
    const [said] = await Promise.race([
      once(lines, "line"),
      once(child, "exit").then(() => { throw new Error("the server did not start"); }),
    ]);
    lines.on("line", () => {});
    const port = /localhost:(\d+)/.exec(said);
    assert(port, `the server says where it is: ${said}`);
    this.port = Number(port[1]);
    return this;
  }

  /** As a crash or a loss of power would end it. */
  async kill() {
    const child = this.child;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  async stop() {
    await this.kill();
    fs.rmSync(this.home, { recursive: true, force: true });
  }

  /** The records in the history. */
  games() {
    const folder = path.join(this.home, "history");
    if (!fs.existsSync(folder)) return [];
    return fs.readdirSync(folder).filter((name) => name.endsWith(".sgf")).map((name) => fs.readFileSync(path.join(folder, name), "utf8"));
  }

  get origin() {
    return `http://localhost:${this.port}`;
  }
}

/** A wire to the server that can be cut and mended: what a tunnel or a bad network does. */
export class Wire {
  constructor(server) {
    this.target = server;
    this.sockets = new Set();
    this.isCut = false;
    /** Ends that nothing comes out of while the wire is frozen. */
    this.frozen = null;
    this.listener = net.createServer((near) => {
      if (this.isCut) return near.destroy();
      if (this.frozen) return this.frozen.push(near.on("error", () => {}));
      const far = net.connect(server.port, "127.0.0.1");
      for (const [one, other] of [[near, far], [far, near]]) {
        this.sockets.add(one);
        one.on("error", () => other.destroy());
        one.on("close", () => { this.sockets.delete(one); other.destroy(); });
        one.pipe(other);
      }
    });
  }

  async open() {
    this.listener.listen(0, "127.0.0.1");
    await once(this.listener, "listening");
    return this;
  }

  get origin() {
    return `http://localhost:${this.listener.address().port}`;
  }

  cut() {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend() {
    this.isCut = false;
  }

  /** Nothing comes through any more, and neither end is told: what happens when a machine vanishes. */
  freeze() {
    this.frozen = [...this.sockets];
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  /** Things work again; the old connections are forgotten on the way. */
  thaw() {
    for (const socket of this.frozen ?? []) socket.destroy();
    this.frozen = null;
  }

  close() {
    this.thaw();
    this.cut();
    this.listener.close();
  }
}

/** The browser, and all that it asked for elsewhere. */
export class Browser {
  constructor() {
    this.strays = [];
    this.faults = [];
    this.browser = null;
  }

  async start() {
    const args = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--mute-audio"];
    this.browser = await chromium.launch({ executablePath: process.env.HOSHI_CHROMIUM ?? "/usr/bin/chromium", args });
    return this;
  }

  /** A page in a profile of its own, as on another machine. */
  async page(options = {}) {
    const context = await this.browser.newContext({ viewport: { width: 1200, height: 800 }, ...options });
    context.setDefaultTimeout(PATIENCE);
    context.on("request", (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (!["data:", "blob:", "about:", "file:"].includes(protocol) && hostname !== "localhost") this.strays.push(request.url());
    });
    const page = await context.newPage();
    page.on("websocket", (socket) => {
      if (new URL(socket.url()).hostname !== "localhost") this.strays.push(socket.url());
    });
    page.on("pageerror", (error) => this.faults.push(`${page.url()}: ${error.stack}`));
    page.on("console", (message) => {
      // A policy that forbids something, or a script that fails, says so here; refused connections are part of some tests.
      if (message.type() === "error" && !/Failed to load resource|WebSocket connection|ERR_/.test(message.text())) this.faults.push(`${page.url()}: ${message.text()}`);
    });
    return page;
  }

  async stop() {
    await this.browser?.close();
  }
}

/** What axe finds wrong with a page: nothing, in the light and in the dark. @param {any} page @param {string} what */
export async function axe(page, what) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    // Evaluated by the driver, which the page's policy does not bind.
    await page.evaluate(AXE);
    const found = await page.evaluate(async () => {
      const results = await window.axe.run(document, { resultTypes: ["violations"] });
      return results.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`);
    });
    assert.deepEqual(found, [], `axe on ${what} (${colorScheme})`);
  }
  await page.emulateMedia({ colorScheme: null });
}

/** A point of the board. @param {any} page @param {string} at */
export const point = (page, at) => page.locator(`[aria-label^="${at}, "]`);

/** Waits until a point is as it should be: `Black`, `White`, `empty`. @param {any} page @param {string} at @param {string} what */
export const stands = (page, at, what) => page.locator(`[aria-label^="${at}, ${what}"]`).waitFor({ state: "attached" });

/** Plays by the mouse, and waits until the stone is there. @param {any} page @param {string} at @param {string} color */
export async function click(page, at, color) {
  await point(page, at).click();
  await stands(page, at, color);
}

/** Waits for a text on the page. @param {any} page @param {string} selector @param {string | RegExp} text */
export const reads = (page, selector, text) => page.locator(selector).filter({ hasText: text }).first().waitFor({ state: "attached" });

/** Types into the line for moves. @param {any} page @param {string} text */
export async function type(page, text) {
  await page.locator("#say").fill(text);
  await page.locator("#say").press("Enter");
}

/** Opens a board by the API, as the start page does. @param {any} page @param {string} origin @param {any} choice */
export async function newGame(page, origin, choice) {
  await page.goto(`${origin}/`);
  const answer = await page.evaluate(async (body) => {
    const response = await fetch("/api/new", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    return response.json();
  }, { how: "here", opponent: "human", color: "black", size: "5", rules: "chinese", komi: "0.5", time: "none", handicap: 0, ...choice });
  assert(answer.id, JSON.stringify(answer));
  return { id: answer.id, keys: Object.fromEntries(answer.keys), you: answer.you };
}

/** Opens a text as a record under review. @param {any} page @param {string} origin @param {string} text */
export async function openRecord(page, origin, text) {
  await page.goto(`${origin}/`);
  await page.locator("#open-text").fill(text);
  await page.locator("#open button[type=submit]").click();
  await page.locator(".go-board").waitFor();
}

export { assert };
