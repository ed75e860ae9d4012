// How pages look where people ask for more contrast or for the colours of their system, on paper, and on large screens.

import { Buffer } from "node:buffer";

import { assert, axe, click, newGame, openRecord, point, reads, stands } from "./harness.mjs";

const RECORD = "(;GM[1]SZ[19]PB[Ann]PW[Bob]C[A comment.];B[pd];W[dd](;B[pq];W[dq])(;B[qq]))";
const ADDRESS = "/game/19x19,Q16b,D4w,Q3b,D16w";

/** A live game with two stones. @param {any} page @param {any} server */
async function live(page, server) {
  const { id, keys } = await newGame(page, server.origin, { size: "9" });
  await page.goto(`${server.origin}/g/${id}#${keys.both}`);
  await reads(page, "#state", "Black to move");
  await click(page, "E5", "Black");
  await click(page, "C3", "White");
}

/** Shows each page with a board: a live game, a review, the viewer. @param {any} page @param {any} server @param {(what: string) => Promise<void>} look */
async function eachBoard(page, server, look) {
  await live(page, server);
  await look("live");
  await openRecord(page, server.origin, RECORD);
  await reads(page, "#players", "Ann");
  await page.keyboard.press("End");
  await stands(page, "D3", "White, last move");
  await page.locator("#tree .current").waitFor();
  await look("review");
  await page.goto(server.origin + ADDRESS);
  await page.locator(".go-board").waitFor();
  await look("viewer");
}

/** The computed style of the first element of a selector. @param {any} page @param {string} selector @param {string} property */
const style = (page, selector, property) => page.locator(selector).first().evaluate((element, name) => getComputedStyle(element)[name], property);

export const tests = {
  async "with more contrast all is black on white, or white on black"({ server, browser }) {
    for (const [colorScheme, ground, ink] of [["light", "rgb(255, 255, 255)", "rgb(0, 0, 0)"], ["dark", "rgb(0, 0, 0)", "rgb(255, 255, 255)"]]) {
      const page = await browser.page({ contrast: "more", colorScheme });
      await eachBoard(page, server, async (what) => {
        assert.deepEqual([await style(page, "body", "backgroundColor"), await style(page, "body", "color")], [ground, ink], what);
        assert.equal(await style(page, "#board .lines", "stroke"), "rgb(0, 0, 0)", `the lines of the board: ${what}`);
      });
      await axe(page, "the viewer with more contrast");
    }
  },

  async "with forced colours the stones are black and white, and what is chosen is seen"({ server, browser }) {
    const page = await browser.page({ forcedColors: "active" });
    await eachBoard(page, server, async (what) => {
      const [black, white] = await page.evaluate(() => [".stone.black > circle:last-child", ".stone.white > circle:last-child"]
        .map((stone) => document.querySelector(stone)).map((stone) => stone && getComputedStyle(stone).fill));
      assert.deepEqual([black, white], ['url("#stone-black")', 'url("#stone-white")'], what);
      assert.notEqual(await style(page, ".dot.black", "backgroundImage"), "none", `the stones of the players: ${what}`);
    });
    await openRecord(page, server.origin, RECORD);
    const [chosen, other] = [await style(page, ".tool[aria-pressed=true]", "backgroundColor"), await style(page, ".tool[aria-pressed=false]", "backgroundColor")];
    assert.notEqual(chosen, other, "the tool in hand");
    await page.goto(server.origin);
    assert.notEqual(await style(page, ".segments input:checked + span", "backgroundColor"), await style(page, ".segments input:not(:checked) + span", "backgroundColor"));
    await axe(page, "the start page with forced colours");
  },

  async "on paper there is the board and what is said about it, and nothing to press"({ server, browser }) {
    const page = await browser.page();
    await eachBoard(page, server, async (what) => {
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      const pressed = page.locator("button:not(.name), .button, summary, input, select, .tree, .skip, .home-link");
      const shown = [];
      for (const one of await pressed.all()) if (await one.isVisible()) shown.push(await one.evaluate((element) => element.outerHTML.slice(0, 80)));
      assert.deepEqual(shown.filter((one) => !one.includes("class=\"skip")), [], `shown on paper: ${what}`);
      assert(await page.locator(".go-board").isVisible() && await page.locator("#players").isVisible(), what);
      assert.deepEqual([await style(page, "body", "backgroundColor"), await style(page, "body", "color")], ["rgb(255, 255, 255)", "rgb(0, 0, 0)"], what);
      // One page, with the whole board on it.
      const paper = await page.pdf({ format: "A4" });
      assert.equal(Buffer.from(paper).toString("latin1").match(/\/Type\s*\/Page\b/g)?.length, 1, `pages of paper: ${what}`);
      await page.emulateMedia({ media: null, colorScheme: null });
    });
  },

  async "on a screen of 3840x2160 the board is large, and all letters with it"({ server, browser }) {
    const page = await browser.page({ viewport: { width: 3840, height: 2160 } });
    await eachBoard(page, server, async (what) => {
      const box = await page.locator(".go-board").boundingBox();
      assert(box.x >= 0 && box.y >= 0 && box.x + box.width <= 3840 && box.y + box.height <= 2160, `${what}: it fits: ${JSON.stringify(box)}`);
      assert(box.height >= 1750, `${what}: it is large: ${JSON.stringify(box)}`);
      for (const selector of ["#state", ".player .name", "button"]) {
        const size = parseFloat(await style(page, selector, "fontSize"));
        assert(size >= 20, `${what}: ${selector} has letters of ${size} pixels`);
      }
      const isScrolled = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight);
      assert(!isScrolled, `${what}: nothing is outside`);
    });
    const node = await page.locator("#tree circle.node").first().boundingBox();
    assert(node.width >= 24, `a stone of the tree: ${JSON.stringify(node)}`);
  },

  async "on a phone nothing is wider than the screen, and the board is as wide as it"({ server, browser }) {
    const page = await browser.page({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    await page.goto(server.origin);
    assert(!(await isWide()), "the start page");
    await openRecord(page, server.origin, RECORD);
    await reads(page, "#players", "Ann");
    await stands(page, "T19", "empty");
    const board = await page.locator(".go-board").boundingBox();
    assert(board.width >= 360 && board.y + board.height <= 844, JSON.stringify(board));
    assert(!(await isWide()), "a review");
    assert(await point(page, "A1").isVisible());
  },

  async "on a phone on its side the players are beside the board, and a long name leaves room for the rest"({ server, browser }) {
    const page = await browser.page({ viewport: { width: 667, height: 375 }, isMobile: true, hasTouch: true });
    await openRecord(page, server.origin, `(;GM[1]SZ[19]PB[${"A club with a long name ".repeat(9)}]PW[Bob];B[pd])`);
    await reads(page, "#players", "Bob");
    const [board, players, state] = [await page.locator(".go-board").boundingBox(), await page.locator("#players").boundingBox(), await page.locator("#state").boundingBox()];
    assert(board.height >= 250 && board.y + board.height <= 375, JSON.stringify(board));
    assert(players.x >= board.x + board.width, JSON.stringify(players));
    assert(state.y + state.height <= 375, JSON.stringify(state));
  },

  async "a board that is higher than wide, or wider than high, fits the window"({ server, browser }) {
    const page = await browser.page();
    for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
      await page.setViewportSize(viewport);
      for (const size of ["3x9", "9x19", "19x9"]) {
        const { id, keys } = await newGame(page, server.origin, { size });
        await page.goto(`${server.origin}/g/${id}#${keys.both}`);
        await stands(page, "A1", "empty");
        const [board, [width, height]] = [await page.locator(".go-board").boundingBox(), size.split("x").map(Number)];
        assert(board.y + board.height <= viewport.height && board.width <= viewport.width, `${size}: ${JSON.stringify(board)}`);
        assert(Math.abs(board.width / board.height - (width + 0.7) / (height + 0.66)) < 0.02, `${size}: ${JSON.stringify(board)}`);
      }
    }
  },

  async "nothing moves when the last period begins"({ server, browser }) {
    const page = await browser.page();
    const { id, keys } = await newGame(page, server.origin, { time: "1s+1x20s" });
    await page.goto(`${server.origin}/g/${id}#${keys.both}`);
    await click(page, "C3", "Black");
    const top = async () => (await page.locator("#state").boundingBox()).y;
    const before = await top();
    await reads(page, "#clock-white", "last period");
    assert.equal(await top(), before);
  },
};
