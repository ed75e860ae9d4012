// The steps for beginners, and problems one after another: by keyboard, by touch, with what the browser keeps and where it
// refuses to.

import { Buffer } from "node:buffer";
import fs from "node:fs";
import path from "node:path";

import { assert, axe, point, reads, stands } from "./harness.mjs";

/** A problem whose right move is B9; A9 is wrong. @param {string} text */
const problem = (text) => `(;GM[1]SZ[9]AB[ab][bb][cb][ca]AW[ac][bc][cc][dc][db][da]C[${text}](;B[ba]C[RIGHT])(;B[aa];W[ba]C[Dead]))`;
const GAME = "(;GM[1]SZ[9]PB[Ann]PW[Bob];B[ee];W[cc])";
/** A right move of each step, by the keyboard. */
const MOVES = ["C3", "D3", "D3", "B5", "D3", "D2", "A5", "D4", "B1", "B6"];

/** Moves the focus on the board by the arrow keys. @param {any} page @param {string} at */
async function walk(page, at) {
  for (let n = 0; n < 40; n++) {
    const [x, y, wantedX, wantedY] = await page.evaluate((name) => {
      const place = (/** @type {Element | null} */ cell) => [Number(cell?.getAttribute("data-x")), Number(cell?.getAttribute("data-y"))];
      return [...place(document.activeElement), ...place(document.querySelector(`[aria-label^="${name}, "]`))];
    }, at);
    if (x === wantedX && y === wantedY) return;
    await page.keyboard.press(x < wantedX ? "ArrowRight" : x > wantedX ? "ArrowLeft" : y < wantedY ? "ArrowDown" : "ArrowUp");
  }
  throw new Error(`the focus does not come to ${at}`);
}

/** Tabs to the board. @param {any} page */
async function toBoard(page) {
  for (let n = 0; n < 20; n++) {
    if (await page.evaluate(() => document.activeElement?.matches(".cell"))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not come to the board");
}

/** Files as an input takes them. @param {Record<string, string | Buffer>} texts */
const files = (texts) => Object.entries(texts).map(([name, text]) => ({ name, mimeType: "application/x-go-sgf", buffer: Buffer.from(text) }));

/** Writes a folder of records; its path. @param {any} server @param {Record<string, string | Buffer>} texts */
function folder(server, texts) {
  const place = path.join(server.home, "problems");
  for (const [name, text] of Object.entries(texts)) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), text);
  }
  return place;
}

export const tests = {
  "the steps are done by the keyboard alone, to a first game": async ({ server, browser }) => {
    const page = await browser.page();
    await page.goto(server.origin);
    await page.getByRole("link", { name: "New to Go?" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/learn$/);
    await reads(page, "#title", "Stones and points");
    await axe(page, "the first step");
    await toBoard(page);
    for (const [nth, at] of MOVES.entries()) {
      await reads(page, "#games", `${nth + 1} of 12`);
      await reads(page, "#polite", `${nth + 1} of 12, `);
      if (nth === 3) {
        // A wrong move is answered by the step's own hint, and nothing is played.
        await walk(page, "E1");
        await page.keyboard.press("Enter");
        await reads(page, ".verdict", "The stone at A5 has one liberty left, beside it.");
        await reads(page, "#polite", "The stone at A5 has one liberty left");
        await stands(page, "E1", "empty");
      }
      await walk(page, at);
      await page.keyboard.press("Enter");
      await stands(page, at, "Black, last move");
      await page.locator(".verdict.good").waitFor();
      if (nth === 3) {
        await reads(page, ".verdict", "Two black stones were enough.");
        await reads(page, "#polite", "Two black stones were enough.");
        // What is asked for is still there.
        await reads(page, "#comment", "Capture the stone in the corner.");
        await axe(page, "a step that is done");
      }
      await page.keyboard.press("Enter");
    }
    await reads(page, "#title", "The end");
    await page.waitForURL(/\/learn\?step=11$/);
    await page.keyboard.press("p");
    await reads(page, ".verdict.good", "You have 10 stones and 10 points");
    await page.keyboard.press("Enter");
    await reads(page, "#title", "A first game");
    await axe(page, "the last step");
    // The browser knows how far it came.
    await page.goto(`${server.origin}/learn`);
    await reads(page, "#title", "A first game");
    assert.equal(await page.locator("#steps .done").count(), 11);
    await page.locator("#steps a[aria-current=step]").focus();
    await page.keyboard.press("Shift+Tab");
    await toBoard(page);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/g\/[0-9a-f]+/);
    await stands(page, "E5", "empty");
    assert.equal(await page.locator(".cell").count(), 25);
    await reads(page, "#players", "hoshi bot:1");
  },

  "two quick presses begin one first game, and a step is a whole number": async ({ server, browser }) => {
    const page = await browser.page();
    await page.goto(`${server.origin}/learn?step=2.5`);
    await reads(page, "#title", "Liberties");
    await page.goto(`${server.origin}/learn?step=12`);
    await reads(page, "#title", "A first game");
    let asked = 0;
    page.on("request", (/** @type {any} */ request) => { asked += Number(request.url().endsWith("/api/new")); });
    await page.getByRole("button", { name: "Start the first game" }).dblclick();
    await page.waitForURL(/\/g\/[0-9a-f]+/);
    await stands(page, "E5", "empty");
    assert.equal(asked, 1);
  },

  "a step has a link, and works by touch where nothing is kept": async ({ server, browser }) => {
    const page = await browser.page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await page.addInitScript(() => {
      for (const name of ["getItem", "setItem"]) Object.defineProperty(Storage.prototype, name, { value() { throw new Error("refused"); } });
    });
    await page.goto(`${server.origin}/learn?step=11`);
    await reads(page, "#title", "The end");
    assert(!(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)), "wider than the screen");
    await page.getByRole("button", { name: "Pass" }).tap();
    await reads(page, ".verdict.good", "20. White has 9 and 7");
    await page.getByRole("link", { name: "Stones and points" }).tap();
    await reads(page, "#comment", "tap the point twice");
    await page.getByRole("link", { name: "Two eyes" }).tap();
    await reads(page, "#title", "Two eyes");
    await page.waitForURL(/step=9$/);
    // The first tap shows the point, the second one plays.
    await point(page, "B1").tap();
    await page.locator(".loupe").waitFor();
    await point(page, "B1").tap();
    await reads(page, ".verdict.good", "Now A1 and C1 are two eyes.");
    await page.getByRole("button", { name: "Next step" }).first().tap();
    await reads(page, "#title", "The vital point");
    await page.getByRole("button", { name: "Hint" }).tap();
    await page.locator(".candidate").waitFor();
  },

  "the board of a step can be played on a phone on its side": async ({ server, browser }) => {
    for (const [width, height] of [[667, 375], [568, 320], [390, 500]]) {
      const page = await browser.page({ viewport: { width, height }, hasTouch: true, isMobile: true });
      await page.goto(`${server.origin}/learn`);
      await reads(page, "#title", "Stones and points");
      const wide = await page.locator(".go-board").evaluate((/** @type {Element} */ board) => board.getBoundingClientRect().width);
      assert(wide >= 200, `${wide} px at ${width}x${height}`);
      assert(!(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)), `wider than ${width} px`);
    }
  },

  "a folder of problems keeps its score": async ({ server, browser }) => {
    const page = await browser.page();
    await page.goto(server.origin);
    const chinese = Buffer.concat([Buffer.from("(;CA[GB2312]SZ[9]AB[ab]AW[ac]C["), Buffer.from([0xba, 0xda, 0xcf, 0xc8]), Buffer.from("];B[aa])")]);
    await page.locator("#problem-folder").setInputFiles(folder(server, {
      "10.sgf": problem("ten"), "2.sgf": problem("two"), "1.sgf": problem("one"), "3.sgf": "Dear Sir", "sub/b.sgf": problem("below"), "sub/z.sgf": "Dear Sir", "4.SGF": chinese, "read me.txt": "x",
    }));
    await page.waitForURL(/\/problems$/);
    await reads(page, "#title", /^1\.sgf$/);
    await reads(page, "#games", "1 of 7");
    await reads(page, ".score", "No problem tried yet");
    await axe(page, "a series of problems");
    // Solved: the score, and Enter leads on.
    await toBoard(page);
    await walk(page, "B9");
    await page.keyboard.press("Enter");
    await reads(page, ".verdict.good", "Right");
    await reads(page, ".score", "1 of 1 solved on the first try");
    await page.keyboard.press("Enter");
    await reads(page, "#title", /^2\.sgf$/);
    await reads(page, "#polite", "2 of 7, 2.sgf. Black to play. two");
    // Missed: a later try does not change it.
    await walk(page, "A9");
    await page.keyboard.press("Enter");
    await reads(page, ".verdict.bad", "Wrong");
    await reads(page, ".score", "1 of 2 solved on the first try");
    await page.keyboard.press("r");
    await walk(page, "B9");
    await page.keyboard.press("Enter");
    await reads(page, ".verdict.good", "Right");
    await reads(page, ".score", "1 of 2 solved on the first try");
    await page.reload();
    await reads(page, "#title", /^2\.sgf$/);
    await reads(page, ".score", "1 of 2 solved on the first try");
    await point(page, "B9").click();
    await reads(page, ".verdict.good", "Right");
    await reads(page, ".score", "1 of 2 solved on the first try");
    // What cannot be read is named and left out; any charset is read.
    await page.getByRole("button", { name: "Next problem" }).last().click();
    await reads(page, "#title", /^4\.SGF$/);
    await reads(page, "#comment", "黑先");
    await reads(page, "#games", "3 of 6");
    await reads(page, "#notes", /Not read: 3\.sgf: unrecognised format.*[^.]\.( |$)/);
    // A hint is no try of one's own.
    await page.getByRole("button", { name: "Hint" }).click();
    await reads(page, ".score", "1 of 3 solved on the first try");
    await page.keyboard.press("n");
    await reads(page, "#title", /^10\.sgf$/);
    await page.keyboard.press("n");
    await reads(page, "#title", /^sub\/b\.sgf$/);
    await page.keyboard.press("n");
    await reads(page, "#line", "This was the last problem.");
    await reads(page, "#games", "5 of 5");
    await reads(page, "#notes", "1 other file could not be read either.");
    assert(await page.getByRole("button", { name: "Next problem" }).first().isDisabled());
    await page.keyboard.press("b");
    await reads(page, "#title", /^10\.sgf$/);
    // A new visit begins with the first problem that has no score.
    const other = await page.context().newPage();
    await other.goto(server.origin);
    await other.getByRole("link", { name: "Continue: 7 files" }).click();
    await reads(other, "#title", /^10\.sgf$/);
    await reads(other, ".score", "1 of 3 solved on the first try");
    // Other files in their place.
    await other.locator("summary").click();
    await other.locator("#problem-files").setInputFiles(files({ "x.sgf": problem("another") + GAME }));
    await reads(other, "#comment", "another");
    await reads(other, "#games", "1 of 2");
    await reads(other, ".score", "No problem tried yet");
  },

  "files that another tab put there are not taken for one's own": async ({ server, browser }) => {
    const page = await browser.page();
    await page.goto(`${server.origin}/problems`);
    await page.locator("#problem-files").setInputFiles(files({ "a.sgf": problem("a"), "b.sgf": problem("b") }));
    await reads(page, "#title", /^a\.sgf$/);
    const other = await page.context().newPage();
    await other.goto(`${server.origin}/problems`);
    await other.locator("summary").click();
    await other.locator("#problem-files").setInputFiles(files({ "x.sgf": problem("x"), "y.sgf": problem("y") }));
    await reads(other, "#title", /^x\.sgf$/);
    await page.getByRole("button", { name: "Next problem" }).first().click();
    await reads(page, "#line", "These files are no longer in the browser. Choose them again.");
    await reads(page, "#title", /^a\.sgf$/);
    await point(page, "B9").click();
    await reads(page, ".score", "1 of 1 solved");
    // Nor is a database that fails a server that does.
    await other.evaluate(() => Object.defineProperty(window, "indexedDB", { get() { throw new DOMException("lost", "UnknownError"); } }));
    await other.getByRole("button", { name: "Next problem" }).first().click();
    await reads(other, "#line", "These files are no longer in the browser. Choose them again.");
  },

  "one thing is done after another, and nothing is scored in between": async ({ server, browser }) => {
    const page = await browser.page();
    /** @type {(() => void) | null} */
    let release = null;
    let isHeld = false;
    let body = "";
    await page.route("**/api/problems", async (/** @type {any} */ route) => {
      if (isHeld) await new Promise((done) => { release = () => done(undefined); });
      if (body) await route.fulfill({ contentType: "application/json", body });
      else await route.continue();
    });
    const held = async () => { while (!release) await page.waitForTimeout(20); };
    const scores = () => page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem("hoshi-problems") ?? "{}")).sort());
    await page.goto(`${server.origin}/problems`);
    await page.locator("#problem-files").setInputFiles(files({ "a.sgf": problem("a"), "b.sgf": problem("b") }));
    await reads(page, "#title", /^a\.sgf$/);
    // Other files are chosen while the next problem is on its way, and while theirs is, the old one is not there.
    isHeld = true;
    await page.getByRole("button", { name: "Next problem" }).first().click();
    await held();
    await page.locator("summary").click();
    await page.locator("#problem-files").setInputFiles(files({ "x.sgf": problem("x"), "y.sgf": problem("y") }));
    let next = release;
    release = null;
    next?.();
    await held();
    await page.locator(".choosing").waitFor();
    assert(!(await page.locator("#board").isVisible()) && !(await page.locator("#task").isVisible()), "the old problem is still there");
    for (const key of ["h", "h", "n"]) await page.evaluate((/** @type {string} */ key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })), key);
    assert.deepEqual(await scores(), []);
    isHeld = false;
    next = release;
    next?.();
    await reads(page, "#title", /^x\.sgf$/);
    await point(page, "B9").click();
    await reads(page, ".score", "1 of 1 solved");
    assert((await scores()).every((name) => name.startsWith("x.sgf")));
    // An answer that makes no sense stops nothing for good.
    body = '{"games":[{}]}';
    await page.getByRole("button", { name: "Next problem" }).first().click();
    while (!browser.faults.length) await page.waitForTimeout(20);
    browser.faults.length = 0;
    body = "";
    await page.keyboard.press("b");
    await reads(page, "#comment", /^x$/);
  },

  "what shows the answer is no try of one's own, and Enter goes on to the last problem": async ({ server, browser }) => {
    const page = await browser.page();
    await page.goto(`${server.origin}/problems`);
    await page.locator("#problem-files").setInputFiles(files({ "a.sgf": problem("a"), "b.sgf": problem("b"), "c.sgf": problem("c") }));
    await reads(page, "#title", /^a\.sgf$/);
    await page.locator("#comment").click();
    await page.locator("#title").click();
    await page.keyboard.press(".");
    await stands(page, "B9", "Black, last move");
    await page.getByRole("button", { name: "Solve" }).click();
    await reads(page, ".score", "0 of 1 solved");
    await page.keyboard.press("n");
    await reads(page, "#title", /^b\.sgf$/);
    await page.getByRole("button", { name: "Solution" }).click();
    await stands(page, "B9", "Black, last move");
    // The button went with the problem.
    await page.waitForFunction(() => document.activeElement === document.body);
    await page.keyboard.press("Enter");
    await reads(page, "#title", /^c\.sgf$/);
    await reads(page, ".score", "0 of 2 solved");
    assert(await page.evaluate(() => document.activeElement?.matches(".cell")), "the focus is on the board");
    await walk(page, "B9");
    await page.keyboard.press("Enter");
    await reads(page, ".score", "1 of 3 solved");
    await page.keyboard.press("Enter");
    await reads(page, "#line", "This was the last problem.");
    await page.keyboard.press("b");
    await reads(page, "#title", /^b\.sgf$/);
    // The button that leads to the last one keeps the focus.
    await page.locator("#games").getByRole("button", { name: "Next problem" }).focus();
    await page.keyboard.press("Space");
    await reads(page, "#title", /^c\.sgf$/);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Next problem");
    await page.keyboard.press("Space");
    await reads(page, "#line", "This was the last problem.");
  },

  "where the storage is full, scores are kept in mind": async ({ server, browser }) => {
    const page = await browser.page();
    await page.goto(`${server.origin}/problems`);
    await page.locator("#problem-files").setInputFiles(files({ "a.sgf": problem("a"), "b.sgf": problem("b"), "c.sgf": problem("c") }));
    for (const [nth, name] of ["a.sgf", "b.sgf", "c.sgf"].entries()) {
      await reads(page, "#title", name);
      await point(page, "B9").click();
      await reads(page, ".score", `${nth + 1} of ${nth + 1} solved`);
      // The first score is the last one that fits.
      await page.evaluate(() => Object.defineProperty(Storage.prototype, "setItem", { value() { throw new DOMException("full", "QuotaExceededError"); } }));
      if (nth < 2) await page.locator("#task").getByRole("button", { name: "Next problem" }).click();
    }
  },

  "where the browser keeps no secrets, a game and a record open all the same": async ({ server, browser }) => {
    const page = await browser.page();
    await page.addInitScript(() => {
      for (const kind of ["localStorage", "sessionStorage"]) Object.defineProperty(window, kind, { get() { throw new DOMException("refused", "SecurityError"); } });
    });
    await page.goto(server.origin);
    await page.locator("#new-game button[type=submit]").click();
    await page.waitForURL(/\/g\/[0-9a-f]+/);
    await page.locator(".go-board").waitFor();
    await page.goto(server.origin);
    await page.locator("#open-text").fill(GAME);
    await page.locator("#open button[type=submit]").click();
    await page.waitForURL(/\/g\/[0-9a-f]+/);
    await reads(page, "#title", "Ann – Bob");
    await page.locator(".go-board").waitFor();
  },

  "a collection that was pasted is solved as a whole": async ({ server, browser }) => {
    const page = await browser.page();
    await page.goto(server.origin);
    await page.locator("#open-text").fill(GAME + GAME);
    await page.locator("#open button[type=submit]").click();
    await reads(page, "#open-games", "This record has 2 games.");
    assert.equal(await page.getByRole("button", { name: "Solve them all" }).count(), 0);
    await page.locator("#open-text").fill(problem("first") + problem("second") + problem("third"));
    await page.locator("#open button[type=submit]").click();
    await reads(page, "#open-games", "This record has 3 problems.");
    await axe(page, "a collection of problems");
    await page.getByRole("button", { name: "Solve them all" }).click();
    await page.waitForURL(/\/problems$/);
    await reads(page, "#games", "1 of 3");
    await reads(page, "#title", "pasted record");
    for (const [nth, text] of ["first", "second", "third"].entries()) {
      await reads(page, "#comment", text);
      await point(page, nth === 1 ? "A9" : "B9").click();
      await reads(page, ".score", `${nth ? nth : 1} of ${nth + 1} solved on the first try`);
      if (nth < 2) await page.locator("#task").getByRole("button", { name: "Next problem" }).click();
    }
    await axe(page, "a series that is done");
  },

  "several files that are dropped are a series, and one is a record": async ({ server, browser }) => {
    const page = await browser.page();
    await page.goto(server.origin);
    const drop = (/** @type {Record<string, string>} */ texts) => page.evaluate((texts) => {
      const dataTransfer = new DataTransfer();
      for (const [name, text] of Object.entries(texts)) dataTransfer.items.add(new File([text], name));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, texts);
    await drop({ "game.sgf": GAME });
    await page.waitForURL(/\/g\/[0-9a-f]+/);
    await page.goto(server.origin);
    await drop({ "b.sgf": problem("b"), "a.sgf": problem("a"), "large.sgf": " ".repeat(2 ** 20 + 1) });
    await page.waitForURL(/\/problems$/);
    await reads(page, "#title", /^a\.sgf$/);
    await reads(page, "#games", "1 of 2");
    await reads(page, "#notes", "Not read: large.sgf: It is larger than 1 MB.");
    await point(page, "B9").click();
    await reads(page, ".score", "1 of 1 solved");
    // Of a folder, what cannot be opened is named, and the rest is there. A file of this name and another size is another one.
    await page.evaluate((text) => {
      const entry = (/** @type {string} */ name, /** @type {boolean} */ isFine) => ({
        isDirectory: false, fullPath: `/${name}`,
        file: (/** @type {any} */ yes, /** @type {any} */ no) => (isFine ? yes(new File([text], name)) : no(new DOMException("gone", "NotFoundError"))),
      });
      let all = [entry("bad.sgf", false), entry("a.sgf", true)];
      const folder = { isDirectory: true, fullPath: "/", createReader: () => ({ readEntries: (/** @type {any} */ yes) => { yes(all); all = []; } }) };
      const event = new Event("drop", { bubbles: true, cancelable: true });
      Object.defineProperty(event, "dataTransfer", { value: { files: [], items: [{ webkitGetAsEntry: () => folder }] } });
      document.body.dispatchEvent(event);
    }, problem("another of this name"));
    await reads(page, "#comment", "another of this name");
    await reads(page, "#notes", "Not read: bad.sgf: It cannot be opened.");
    await reads(page, ".score", "No problem tried yet");
  },

  "where the browser keeps no files, problems are chosen on their page": async ({ server, browser }) => {
    const page = await browser.page();
    await page.addInitScript(() => {
      Object.defineProperty(window, "indexedDB", { get() { throw new DOMException("refused", "SecurityError"); } });
      Object.defineProperty(window, "localStorage", { get() { throw new DOMException("refused", "SecurityError"); } });
    });
    await page.goto(`${server.origin}/problems`);
    await reads(page, "#problems-heading", "Problems");
    await axe(page, "the page of problems without a file");
    await page.locator("#problem-files").setInputFiles(files({ "a.sgf": problem("a"), "b.sgf": problem("b") }));
    await reads(page, "#title", /^a\.sgf$/);
    await point(page, "B9").click();
    await reads(page, ".score", "1 of 1 solved on the first try");
    await page.locator("#task").getByRole("button", { name: "Next problem" }).click();
    await reads(page, "#title", /^b\.sgf$/);
    // None of them can be read: that is said, and others can be chosen.
    await page.locator("summary").click();
    await page.locator("#problem-files").setInputFiles(files({ "c.sgf": "Dear Sir" }));
    await reads(page, "#problems-error", "None of these files has a problem that can be read. Not read: c.sgf: unrecognised format");
    assert(await page.locator("#choose-files").isVisible());
  },
};
