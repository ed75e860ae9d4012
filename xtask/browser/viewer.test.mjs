// The viewer: a page that `hoshi draw` wrote, opened from the disk; games in their address; problems.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { assert, axe, point, reads, stands } from "./harness.mjs";

const PROGRAM = process.env.HOSHI_PROGRAM ?? path.resolve(import.meta.dirname, "../../target/debug/hoshi");

const GAME = "(;SZ[9]PB[Ann]BR[3d]PW[Bob <b>]KM[6.5]RU[Japanese]RE[W+R]C[Welcome </script> & others];B[ee];W[ce]C[A calm move]TR[ee]LB[cc:1]"
  + "(;B[gg];W[gf]AR[gg:gf];B[fg])(;B[cc]C[Another way];W[cd];B[bd])(;B[aa];W[ba];B[];W[ab]C[One stone taken]))";
const PROBLEM = "(;SZ[7]AB[ab][bb][cb][ca]AW[ac][bc][cc][dc][db][da]C[Black lives]"
  + "(;B[ba]C[RIGHT])(;B[aa];W[ba]C[Dead])(;B[gg]C[NOTTHIS]))";

/** Writes a record and draws it as a page; the address of the page. @param {any} server @param {string} name @param {string} text @param {string[]} words */
function drawn(server, name, text, ...words) {
  const [record, page] = [".sgf", ".html"].map((ending) => path.join(server.home, name + ending));
  fs.writeFileSync(record, text);
  execFileSync(PROGRAM, ["draw", record, "-o", page, ...words], { env: { PATH: process.env.PATH, HOME: server.home } });
  return pathToFileURL(page).href;
}

export const tests = {
  "a page from the disk is walked through": async ({ server, browser }) => {
    const page = await browser.page();
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(drawn(server, "game", GAME));
    // It opens at the end of the main line, with the result.
    await stands(page, "F3", "Black, last move");
    await reads(page, "#state", "Move 5: Black F3. White wins by resignation.");
    await reads(page, "#title", "Ann 3d – Bob <b>");
    await axe(page, "the viewer");
    await page.keyboard.press("Home");
    await reads(page, "#comment", "Welcome </script> & others");
    await stands(page, "E5", "empty");
    await page.keyboard.press("ArrowRight");
    await stands(page, "E5", "Black");
    await page.keyboard.press("ArrowRight");
    await reads(page, "#comment", "A calm move");
    await stands(page, "E5", "Black, triangle");
    await page.waitForURL(/#move=2$/);
    // The variations: the next one by keyboard, one by a click on the board.
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await reads(page, "#comment", "Another way");
    await page.waitForURL(/#at=0\.0\.1$/);
    await page.keyboard.press("ArrowLeft");
    await point(page, "A9").click();
    await page.keyboard.press("End");
    await reads(page, "#comment", "One stone taken");
    await stands(page, "A9", "empty");
    await reads(page, ".player:last-child", "1 capture");
    // The tree, by a click.
    await page.locator("#tree svg").click({ position: { x: 13, y: 13 } });
    await reads(page, "#comment", "Welcome");
    // The board by keyboard: walking keys that the grid does not use.
    await point(page, "E5").focus();
    await page.keyboard.press(".");
    await stands(page, "E5", "Black");
    // A link to a position.
    await page.goto(`${page.url().split("#")[0]}#move=1`);
    await page.reload();
    await reads(page, "#state", "Move 1: Black E5");
    assert.deepEqual(asked.filter((url) => !url.startsWith("file:") && !url.startsWith("data:")), []);
  },

  "a page opens where it was told to": async ({ server, browser }) => {
    const page = await browser.page({ colorScheme: "dark" });
    await page.goto(drawn(server, "there", GAME, "--move", "1", "--theme", "paper", "--title", "A lesson"));
    await reads(page, "#state", "Move 1: Black E5");
    assert.equal(await page.title(), "A lesson");
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--wood").trim()), "#ffffff");
  },

  "a problem is tried, failed and solved": async ({ server, browser }) => {
    const page = await browser.page();
    await page.goto(drawn(server, "problems", PROBLEM + GAME + PROBLEM));
    await reads(page, ".to-play", "Black to play");
    await reads(page, "#comment", "Black lives");
    await reads(page, "#games", "1 of 3");
    await axe(page, "a problem");
    await point(page, "E1").click();
    await reads(page, ".verdict", "is not in the record");
    await point(page, "G1").click();
    await reads(page, ".verdict", "Not this");
    await point(page, "A7").click();
    await reads(page, ".verdict.bad", "Wrong");
    await reads(page, "#comment", "Dead");
    await page.getByRole("button", { name: "Start again" }).click();
    await stands(page, "A7", "empty");
    // The first hint shows the point, the second one plays it.
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".candidate").waitFor();
    await page.getByRole("button", { name: "Hint" }).click();
    await reads(page, ".verdict.good", "Right");
    await axe(page, "a problem that is solved");
    // Turned and with other colours it is another problem, by the keyboard alone.
    await page.keyboard.press("x");
    await reads(page, ".to-play", "White to play");
    await page.keyboard.press("m");
    await point(page, "F7").focus();
    await page.keyboard.press("Enter");
    await reads(page, ".verdict.good", "Right");
    await page.getByRole("button", { name: "Next problem" }).click();
    await reads(page, "#games", "2 of 3");
    await page.getByRole("button", { name: "Next game" }).click();
    await page.getByRole("button", { name: "Solution" }).click();
    await page.getByRole("button", { name: "Solve" }).waitFor();
    await page.locator("#tree .node").first().waitFor();
  },

  "a pass can be the answer, and Enter goes on to the next problem": async ({ server, browser }) => {
    const page = await browser.page();
    const pass = "(;SZ[5]AB[aa]AW[bb]C[Nothing is to be done](;B[]C[RIGHT])(;B[ab];W[ba]C[Too small]))";
    await page.goto(drawn(server, "pass", pass + pass + PROBLEM));
    await reads(page, "#games", "1 of 3");
    await page.getByRole("button", { name: "Pass" }).click();
    await reads(page, ".verdict.good", "Right");
    await page.keyboard.press("Enter");
    await reads(page, "#games", "2 of 3");
    // A move that the record does not have is crossed out for a moment.
    await point(page, "E1").click();
    await reads(page, ".verdict", "E1 is not in the record.");
    await page.keyboard.press("p");
    await reads(page, ".verdict.good", "Right");
    // The address says which problem it is.
    await page.waitForURL(/#game=2$/);
    await page.keyboard.press("n");
    await reads(page, "#comment", "Black lives");
    assert.equal(await page.getByRole("button", { name: "Pass" }).count(), 0);
    await page.keyboard.press("b");
    await reads(page, "#games", "2 of 3");
  },

  "a game in its address is a viewer at once": async ({ server, browser }) => {
    const page = await browser.page();
    await page.goto(`${server.origin}/game/9x9,E5b,G3w,C7b?komi=6.5&move=2`);
    await reads(page, "#state", "Move 2: White G3");
    await axe(page, "a game in its address");
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(/komi=6\.5&move=3$/);
    await page.getByRole("button", { name: "Review" }).click();
    await page.waitForURL(/\/g\/[0-9a-f]+/);
    await stands(page, "C7", "Black");
  },

  "a pasted problem is solved": async ({ server, browser }) => {
    const page = await browser.page();
    await page.goto(`${server.origin}/`);
    await page.locator("#open textarea").fill(PROBLEM);
    await page.locator("#open button[type=submit]").click();
    await page.waitForURL(/\/view$/);
    await point(page, "B7").click();
    await reads(page, ".verdict.good", "Right");
    await page.getByRole("button", { name: "Review" }).click();
    await page.waitForURL(/\/g\/[0-9a-f]+/);
    await stands(page, "A6", "Black");
  },

  "a phone shows all of it": async ({ server, browser }) => {
    const page = await browser.page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await page.goto(drawn(server, "phone", GAME));
    await stands(page, "F3", "Black");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert(wide <= 390, `${wide} pixels wide`);
    await page.getByRole("button", { name: "Back", exact: true }).tap();
    await reads(page, "#state", "Move 4");
  },
};
