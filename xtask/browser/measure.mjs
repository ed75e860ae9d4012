// The pages measured: what a browser loads of each, compressed, and how soon the board of the viewer is ready, beside a
// page with WGo.js, in turn, from the same server on this machine. `cargo xtask bench web` starts it.
//
// Ready: from the start of the navigation until the frame is painted in which the board is drawn and the record loaded.
// The pages of hoshi and WGo hold the same record in themselves and open with its first position, as WGo does; hoshi's page
// that opens with the last position, as it does by itself, is measured beside them.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import zlib from "node:zlib";

const require = createRequire(import.meta.url);
const { chromium } = require("playwright-core");
const [program, rounds, isJson] = [process.argv[2], Number(process.argv[3] ?? 30), process.argv.includes("--json")];
const home = fs.mkdtempSync(path.join(os.tmpdir(), "hoshi-measure-"));
const env = { PATH: process.env.PATH, HOME: home, USER: "Ann", NO_COLOR: "1", HOSHI_HISTORY: path.join(home, "history"), HOSHI_CONFIG: path.join(home, "config.toml"), HOSHI_LOG: path.join(home, "log") };

/** A game of 250 moves without a capture: every fifth point stays empty, and every stone has one beside it. */
function record() {
  const letters = "abcdefghijklmnopqrs";
  const isFree = (/** @type {number} */ x, /** @type {number} */ y) => x >= 0 && y >= 0 && x < 19 && y < 19 && (x + 2 * y) % 5 === 0;
  const points = [];
  for (let y = 0; y < 19; y++) {
    for (let x = 0; x < 19; x++) {
      const hasLiberty = isFree(x - 1, y) || isFree(x + 1, y) || isFree(x, y - 1) || isFree(x, y + 1);
      if (!isFree(x, y) && hasLiberty) points.push(letters[x] + letters[y]);
    }
  }
  let [state, moves] = [17, ""];
  for (let n = 0; n < 250; n++) {
    state = (state * 1103515245 + 12345) % 2147483648;
    const [at] = points.splice(state % points.length, 1);
    moves += `;${n % 2 ? "W" : "B"}[${at}]`;
  }
  return `(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[Ann]BR[3d]PW[Bob]WR[3d]KM[6.5]RU[Japanese]RE[W+R]DT[2026-01-02]${moves})`;
}

const sgf = record();
fs.writeFileSync(path.join(home, "game.sgf"), sgf);
execFileSync(program, ["draw", path.join(home, "game.sgf"), "-o", path.join(home, "game.html")], { env });
execFileSync(program, ["draw", path.join(home, "game.sgf"), "-o", path.join(home, "start.html"), "--move", "0"], { env });
const wgo = path.dirname(require.resolve("wgo"));
const wgoPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>WGo</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="style.css"></head><body><div id="board" style="max-width:800px"></div><script src="index.js"></script>
<script>window.player = new WGo.SimplePlayer(document.getElementById("board"), { sgf: ${JSON.stringify(sgf)} });</script></body></html>`;
/** @type {Record<string, [string, Buffer]>} */
const files = {
  "/game.html": ["text/html; charset=utf-8", fs.readFileSync(path.join(home, "game.html"))],
  "/start.html": ["text/html; charset=utf-8", fs.readFileSync(path.join(home, "start.html"))],
  "/wgo.html": ["text/html; charset=utf-8", Buffer.from(wgoPage)],
  "/index.js": ["text/javascript", fs.readFileSync(path.join(wgo, "index.js"))],
  "/style.css": ["text/css", fs.readFileSync(path.join(wgo, "style.css"))],
};
const packed = Object.fromEntries(Object.entries(files).map(([name, [type, bytes]]) => [name, [type, zlib.gzipSync(bytes, { level: 9 })]]));
const server = http.createServer((request, response) => {
  const found = packed[new URL(request.url ?? "/", "http://x").pathname];
  if (!found) return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": found[0], "content-encoding": "gzip", "cache-control": "no-store" }).end(found[1]);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const browser = await chromium.launch({ executablePath: process.env.HOSHI_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });

/** Notes when the board of either page is drawn with so many stones, and the frame after it is painted. */
function watch(count) {
  const isReady = () => {
    const ours = document.querySelector(".go-board");
    // The words beside the board are drawn after it.
    if (ours) return ours.querySelectorAll(".stone").length >= count && Boolean(document.getElementById("state")?.textContent);
    return Boolean(window.player?.rootNode.children.length) && document.querySelectorAll("#board svg line").length >= 38;
  };
  const look = () => {
    if (!isReady()) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => { window.readyAt = performance.now(); };
      channel.port2.postMessage(null);
    });
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", look);
}

/** One load of a page in a profile of its own, without a cache. @param {string} address @param {number} stones */
async function load(address, stones) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watch, stones);
  await page.goto(address);
  await page.waitForFunction(() => window.readyAt);
  const at = await page.evaluate(() => window.readyAt);
  await context.close();
  return at;
}

const median = (/** @type {number[]} */ all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
const times = { hoshi: [], wgo: [], end: [] };
// The first rounds warm the machine up and do not count.
for (let n = -2; n < rounds; n++) {
  for (const [name, address, stones] of [["hoshi", "/start.html", 0], ["wgo", "/wgo.html", 0], ["end", "/game.html", 250]]) {
    const at = await load(origin + address, stones);
    if (n >= 0) times[name].push(at);
  }
}

/** The bytes of all answers to a page, as they are sent, without their heads. @param {string} address @param {string} shows */
async function weigh(address, shows) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const requests = [];
  page.on("requestfinished", (request) => requests.push(request));
  await page.goto(address);
  await page.locator(shows).first().waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  let bytes = 0;
  for (const request of requests) if (!request.url().startsWith("data:")) bytes += (await request.sizes()).responseBodySize;
  await context.close();
  return { bytes, requests: requests.length };
}

const serving = spawn(program, ["serve", "--listen", "127.0.0.1:0"], { cwd: home, env, stdio: ["ignore", "ignore", "pipe"] });
const [said] = await once(readline.createInterface({ input: serving.stderr }), "line");
const hoshi = `http://localhost:${/localhost:(\d+)/.exec(said)[1]}`;
const post = async (/** @type {string} */ where, /** @type {any} */ body) =>
  (await fetch(hoshi + where, { method: "POST", headers: { "content-type": "application/json", origin: hoshi }, body: JSON.stringify(body) })).json();
const live = await post("/api/new", { how: "here", opponent: "human", color: "black", size: "19", rules: "japanese", komi: "6.5", time: "10m+5x30s", handicap: 0 });
const review = await post("/api/open", { text: sgf });
const key = (/** @type {any} */ board) => `/g/${board.id}#${Object.fromEntries(board.keys)[board.you]}`;
const link = (await (await fetch(`${hoshi}/g/${review.id}/line/link`)).text()).trim().replace(/^https?:\/\/[^/]*/, "");
const weights = {
  "viewer, one file with its record": { bytes: packed["/game.html"][1].length, requests: 1 },
  "viewer, game in its address": await weigh(hoshi + link, ".go-board .stone"),
  "live board": await weigh(hoshi + key(live), ".go-board"),
  "review board": await weigh(hoshi + key(review), ".go-board"),
  "WGo 3, with the same record": { bytes: packed["/wgo.html"][1].length + packed["/index.js"][1].length + packed["/style.css"][1].length, requests: 3 },
};
serving.kill();
await browser.close();
server.close();
fs.rmSync(home, { recursive: true, force: true });

const [ours, theirs, end] = [median(times.hoshi), median(times.wgo), median(times.end)];
if (isJson) {
  console.log(JSON.stringify({ ready: { hoshi_ms: ours, wgo_ms: theirs, hoshi_at_the_end_ms: end, ratio: ours / theirs, rounds }, bytes: weights }));
} else {
  console.log(`board ready, median of ${rounds} loads in turn: from the start of the navigation until the painted frame in which the`);
  console.log("board is drawn and the record of 250 moves loaded; sent compressed by one server on this machine, nothing cached");
  console.log(`  hoshi                 ${ours.toFixed(1)} ms  (${Math.min(...times.hoshi).toFixed(1)} to ${Math.max(...times.hoshi).toFixed(1)})`);
  console.log(`  WGo 3.0.0-alpha.10    ${theirs.toFixed(1)} ms  (${Math.min(...times.wgo).toFixed(1)} to ${Math.max(...times.wgo).toFixed(1)})`);
  console.log(`  hoshi, last position  ${end.toFixed(1)} ms`);
  console.log(`  ratio                 ${(ours / theirs).toFixed(2)}  (must 1.5, goal 0.9)`);
  console.log("\nbytes that the browser loads for a page, compressed, without heads of answers; in brackets: requests");
  const limits = { "viewer, one file with its record": "must 40 kB, goal 25", "viewer, game in its address": "must 40 kB, goal 25", "live board": "must 60 kB, goal 40", "review board": "must 60 kB, goal 40" };
  for (const [name, { bytes, requests }] of Object.entries(weights)) {
    console.log(`  ${name.padEnd(34)}${(bytes / 1000).toFixed(1).padStart(6)} kB  (${requests})  ${limits[name] ?? ""}`);
  }
}
