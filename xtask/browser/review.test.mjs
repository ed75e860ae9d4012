// Records under review: walking, variations, markup, set-up stones, comments; and the start page's history.

import { assert, axe, newGame, openRecord, point, reads, stands, type } from "./harness.mjs";

const RECORD = "(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[Shusaku]PW[Genan]KM[0]C[The start];B[ee]TR[ee]C[The ear-reddening move];W[cc](;B[gg];W[gc])(;B[cg]))";

/** The record as it is now. */
const sgf = (page) => page.evaluate(async () => (await fetch(`${location.pathname}/game.sgf`)).text());

/** Waits until the record has a text. */
async function records(page, wanted) {
  await page.waitForFunction(async (text) => (await (await fetch(`${location.pathname}/game.sgf`)).text()).includes(text), wanted);
}

export const tests = {
  async "a record is walked by keys, buttons and letters"({ server, browser }) {
    const page = await browser.page();
    await openRecord(page, server.origin, RECORD);
    await reads(page, "#title", "Shusaku – Genan");
    await page.keyboard.press("Home");
    await reads(page, "#state", "Move 0");
    await page.keyboard.press("ArrowRight");
    await stands(page, "E5", "Black, triangle, last move");
    await page.keyboard.press("ArrowRight");
    // Both moves that follow have their letters.
    await stands(page, "G3", "empty, variation a");
    await stands(page, "C3", "empty, variation b");
    await axe(page, "a review");
    await point(page, "C3").click();
    await stands(page, "C3", "Black, last move");
    await page.keyboard.press("ArrowUp");
    await stands(page, "G3", "Black, last move");
    await page.keyboard.press("End");
    await reads(page, "#state", "Move 4");
    await page.keyboard.press("PageUp");
    await reads(page, "#state", "Move 0");
    await page.keyboard.press("PageDown");
    await reads(page, "#state", "Move 4");
    await page.getByRole("button", { name: "First move" }).click();
    await reads(page, "#state", "Move 0");
  },

  async "comments, markup, set-up stones and variations are edited and saved"({ server, browser }) {
    const page = await browser.page();
    await openRecord(page, server.origin, RECORD);
    await page.keyboard.press("Home");
    await reads(page, "#state", "Move 0");
    await page.keyboard.press("ArrowRight");
    await reads(page, "#state", "Move 1");
    assert.equal(await page.locator("#note").inputValue(), "The ear-reddening move");
    await page.locator("#note").fill("A quiet move.");
    // Leaving the field saves it.
    await page.getByRole("button", { name: "Triangle", exact: true }).click();
    await records(page, "C[A quiet move.]");
    await point(page, "E5").click();
    await stands(page, "E5", "Black, last move");
    for (const [tool, at, what] of [["Square", "A1", "square"], ["Circle", "B1", "circle"], ["Cross", "C1", "cross"], ["Letters", "D1", "label A"],
      ["Letters", "E1", "label B"], ["Numbers", "F1", "label 1"]]) {
      await page.getByRole("button", { name: tool, exact: true }).click();
      await point(page, at).click();
      await stands(page, at, `empty, ${what}`);
    }
    await page.getByRole("button", { name: "A label of your own" }).click();
    await page.getByRole("textbox", { name: "Label" }).fill("Hane");
    await point(page, "G1").click();
    await stands(page, "G1", "empty, label Hane");
    await axe(page, "editing");
    for (const part of ["SQ[ai]", "CR[bi]", "MA[ci]", "[di:A]", "[ei:B]", "[fi:1]", "[gi:Hane]"]) await records(page, part);

    // Stones that are set up go into the record together.
    await page.getByRole("button", { name: "Set up white stones" }).click();
    await point(page, "J9").click();
    await point(page, "J8").click();
    await page.getByRole("button", { name: "Set up black stones" }).click();
    await point(page, "A9").click();
    await reads(page, "#draft", "3 points changed.");
    await page.locator("#draft-turn").selectOption("white");
    await page.getByRole("button", { name: "Place them" }).click();
    await records(page, "AW[ia");
    await records(page, "PL[W]");
    await stands(page, "A9", "Black");

    // A variation of one's own, made the main line, then deleted.
    await page.getByRole("button", { name: "Play moves and variations" }).click();
    await point(page, "C3").click();
    await stands(page, "C3", "White, last move");
    await page.getByRole("button", { name: "Make main line" }).click();
    await page.waitForFunction(async () => {
      const text = await (await fetch(`${location.pathname}/game.sgf`)).text();
      return text.indexOf("W[cg]") < text.indexOf("W[cc]");
    });
    await page.getByRole("button", { name: "Delete" }).click();
    await reads(page, "#question", "Delete this move and everything after it?");
    await page.getByRole("button", { name: "Yes" }).click();
    await stands(page, "C3", "empty");
    assert(!(await sgf(page)).includes("W[cg]"));
  },

  async "a comment that is being typed stays with its move when somebody else goes on"({ server, browser }) {
    const page = await browser.page();
    await openRecord(page, server.origin, RECORD);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await reads(page, "#state", "Move 1");
    const address = await page.evaluate(() => `${location.pathname}#${JSON.parse(sessionStorage.getItem(`hoshi-${document.body.dataset.name}`)).token}`);
    const other = await browser.page();
    await other.goto(server.origin + address);
    await reads(other, "#state", "Move 1");
    await page.locator("#note").fill("A loud move.");
    await other.keyboard.press("ArrowRight");
    await reads(page, "#state", "Move 2");
    assert.equal(await page.locator("#note").inputValue(), "A loud move.");
    await page.locator("#note").press("Control+Enter");
    await records(page, "C[A loud move.];W[cc](");
    // Then the field is that of the move that is shown.
    await page.waitForFunction(() => document.querySelector("#note").value === "");
  },

  async "a variation that is made while the tree is fetched is in it too"({ server, browser }) {
    const page = await browser.page();
    await openRecord(page, server.origin, RECORD);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await reads(page, "#state", "Move 2");
    const threes = page.locator("#tree .number", { hasText: "3" });
    await threes.nth(1).waitFor({ state: "attached" });
    let fetched, release;
    const isFetched = new Promise((done) => { fetched = done; });
    const isReleased = new Promise((done) => { release = done; });
    await page.route("**/tree", async (route) => {
      const response = await route.fetch();
      fetched();
      await isReleased;
      await route.fulfill({ response });
    });
    await point(page, "A1").click();
    await stands(page, "A1", "Black, last move");
    await isFetched;
    await page.keyboard.press("ArrowLeft");
    await reads(page, "#state", "Move 2");
    await point(page, "B1").click();
    await stands(page, "B1", "Black, last move");
    release();
    await threes.nth(3).waitFor({ state: "attached" });
  },

  async "a comment that is too long is refused in words, stays in its field, and cuts no connection"({ server, browser }) {
    const page = await browser.page();
    await openRecord(page, server.origin, RECORD);
    await page.keyboard.press("Home");
    await reads(page, "#state", "Move 0");
    await page.evaluate(() => {
      window.lost = 0;
      const banner = document.getElementById("banner");
      new MutationObserver(() => { if (banner.textContent.includes("lost")) window.lost += 1; }).observe(banner, { childList: true, characterData: true, subtree: true });
    });
    const save = async (text) => {
      await page.locator("#note").fill(text);
      await page.locator("#note").press("Control+Enter");
    };
    // 12,000 characters of three bytes each.
    await save("棋".repeat(12_000));
    await reads(page, "#line", "17 kB at most");
    assert.equal(await page.locator("#note").inputValue(), "棋".repeat(12_000));
    await save("棋".repeat(5_000));
    await reads(page, "#line", "The comment is saved.");
    await records(page, `C[${"棋".repeat(5_000)}]`);
    await page.keyboard.press("ArrowRight");
    await reads(page, "#state", "Move 1");
    assert.equal(await page.evaluate(() => window.lost), 0);
  },

  async "a review is saved as a file, a picture and an address"({ server, browser }) {
    const page = await browser.page();
    await openRecord(page, server.origin, RECORD);
    await page.locator("#share-box summary").click();
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download SGF" }).click()]);
    assert.equal(file.suggestedFilename(), "game.sgf");
    await page.keyboard.press("Escape");
    const [picture] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Save as picture" }).click()]);
    assert.equal(picture.suggestedFilename(), "board.png");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const [name, wanted] of [["Copy SGF", /^\(;GM\[1\]/], ["Copy SGN", /^9x9 E5b C7w G3b G7w/], ["Copy link to the game", /\/game\/9x9,E5b,C7w,G3b,G7w/],
      ["Copy link to this position", /move=\d$/]]) {
      await page.getByRole("button", { name }).click();
      // The clipboard takes a text some time after it was told so.
      await page.waitForFunction(async (text) => new RegExp(text).test(await navigator.clipboard.readText()), wanted.source);
    }
  },

  async "the history is listed with pictures, filtered and opened; an unfinished game goes on"({ server, browser }) {
    const page = await browser.page();
    for (const [black, end] of [["Honinbo", "resign"], ["Inoue", "leave"]]) {
      const { id, keys } = await newGame(page, server.origin, { black, white: "Guest" });
      await page.goto(`${server.origin}/g/${id}#${keys.both}`);
      await reads(page, "#state", "Black to move");
      await type(page, "C3");
      await stands(page, "C3", "Black");
      if (end === "resign") {
        await type(page, "resign");
        await type(page, "yes");
        await reads(page, "#state", "Black wins by resignation.");
      }
    }
    // The server closes what nobody looks at only after a while; a new one finds both games.
    await page.goto("about:blank");
    await server.kill();
    await server.start();
    await page.goto(server.origin);
    await axe(page, "the start page with games");
    await reads(page, "[data-continue]", "Inoue – Guest");
    await reads(page, "section:has(#games)", "Honinbo – Guest");
    await page.waitForFunction(() => [...document.querySelectorAll(".games img")].every((img) => img.complete && img.naturalWidth > 0));
    await page.getByLabel("Filter the games").fill("honinbo b+r");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.waitForURL(/filter=honinbo/);
    await reads(page, "section:has(#games)", "Honinbo – Guest");
    assert.equal(await page.locator(".games li").count(), 1);
    await page.getByLabel("Filter the games").fill("nobody");
    await page.keyboard.press("Enter");
    await reads(page, "section:has(#games)", "No game has these words.");
    await page.goto(server.origin);
    await page.locator("[data-continue] a").click();
    await stands(page, "C3", "Black");
    await reads(page, "#state", "White to move");
    await type(page, "B3");
    await stands(page, "B3", "White");
    assert.equal(server.games().length, 2);
  },

  async "an estimate is of the node that is shown, also of the first one"({ server, browser }) {
    const page = await browser.page();
    await openRecord(page, server.origin, "(;SZ[5]KM[0]PB[Ann]PW[Bob];B[cc])");
    await reads(page, "#state", "Move 0");
    await page.getByRole("button", { name: "Estimate" }).click();
    await reads(page, "#thoughts", "C3 wins");
  },

  async "a handicap or a clock of the last game is seen when the next one is chosen"({ server, browser }) {
    const page = await browser.page();
    await newGame(page, server.origin, { size: "9", rules: "japanese" });
    await page.goto(server.origin);
    assert.equal(await page.getByLabel("Handicap").isVisible(), false);
    await newGame(page, server.origin, { size: "9", rules: "japanese", handicap: 2 });
    await page.goto(server.origin);
    assert.equal(await page.getByLabel("Handicap").inputValue(), "2");
    assert(await page.getByLabel("Handicap").isVisible());
  },

  async "a game that was left for the start page is continued there"({ server, browser }) {
    const page = await browser.page();
    await page.goto(server.origin);
    await page.getByLabel("5", { exact: true }).check();
    await page.getByLabel("Tell me about my big mistakes").check();
    await page.getByRole("button", { name: "Start" }).click();
    await reads(page, "#state", "Your move");
    await type(page, "C3");
    await reads(page, "#moves", /2[A-E]\d/);
    await page.getByRole("link", { name: "hoshi" }).click();
    await page.locator("[data-continue] a").click();
    await page.waitForURL(/\/g\//);
    await stands(page, "C3", "Black");
    await reads(page, "#state", "Your move");
    assert.equal(await page.locator("body[data-teach]").count(), 1, "it teaches as before");
    await type(page, "pass");
    await type(page, "yes");
    await reads(page, "#moves", /4([A-E]\d|pass)/);
    assert.equal(server.games().length, 1);
  },

  async "a game is deleted and restored"({ server, browser }) {
    const page = await browser.page();
    const { id, keys } = await newGame(page, server.origin, { black: "Honinbo", white: "Guest" });
    await page.goto(`${server.origin}/g/${id}#${keys.both}`);
    await reads(page, "#state", "Black to move");
    await type(page, "C3");
    await stands(page, "C3", "Black");
    await type(page, "resign");
    await type(page, "yes");
    await reads(page, "#state", "Black wins by resignation.");
    await page.goto(server.origin);
    assert.equal(await page.getByRole("link", { name: "Trash" }).count(), 0);
    // The result is in words, and is found as records have it too.
    await reads(page, ".games", "Black wins by resignation");
    await page.goto(`${server.origin}/?filter=B%2BR`);
    await page.getByRole("link", { name: "Honinbo" }).click();
    await stands(page, "C3", "Black");
    await page.getByRole("button", { name: "Delete" }).click();
    await axe(page, "a game that may be deleted");
    await page.getByRole("button", { name: "No" }).click();
    assert.equal(server.games().length, 1);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Yes" }).click();
    await reads(page, "section:has(#games)", "Games appear here");
    assert.equal(server.games().length, 0);
    await page.getByRole("link", { name: "Trash" }).click();
    await reads(page, "li", "Honinbo – Guest");
    await axe(page, "the trash");
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("button", { name: "Restored" }).waitFor();
    assert.equal(server.games().length, 1);
    await page.goto(`${server.origin}/trash`);
    await reads(page, "p", "The trash is empty.");
    // A name that is not in the trash opens nothing.
    const status = await page.evaluate(async () => (await fetch("/api/restore", { method: "POST", headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "../config.toml" }) })).status);
    assert.equal(status, 404);
  },

  async "pages that do not exist say so"({ server, browser }) {
    const page = await browser.page();
    await page.goto(`${server.origin}/g/AAAAAAAAAAAAAAAAAAAAAA`);
    await reads(page, "h1", "No such game");
    await axe(page, "a page that says something");
    await page.goto(`${server.origin}/game/9x9,nonsense`);
    await reads(page, "h1", "Not a game");
    await page.goto(`${server.origin}/nowhere`);
    await reads(page, "h1", "Page not found");
  },

  async "what a record draws is on the board, and its nodes have names"({ server, browser }) {
    const page = await browser.page();
    const drawn = "(;GM[1]SZ[9]N[The opening];B[ee]N[The ear]AR[ee:gg]LN[aa:ca]TB[ab][bb]TW[hh]DD[ai:ci]SL[cc];W[cc](;B[gg])(;B[gc]VW[aa:ci]))";
    await openRecord(page, server.origin, drawn);
    await reads(page, "#state", "The opening");
    await page.keyboard.press("ArrowRight");
    await reads(page, "#state", "The ear");
    await stands(page, "C7", "empty, selected");
    await stands(page, "A8", "empty, Black's point");
    await stands(page, "H2", "empty, White's point");
    const counts = () => page.evaluate(() => [".arrow", ".veil.dim", ".veil:not(.dim)", ".territory"].map((kind) => document.querySelectorAll(`#go-drawing ${kind}`).length));
    assert.deepEqual(await counts(), [2, 3, 0, 3]);
    // What is dimmed stays so, the rest does not; and of the other branch only a part is seen.
    await page.keyboard.press("ArrowRight");
    await stands(page, "C7", "White, last move");
    assert.deepEqual(await counts(), [0, 3, 0, 0]);
    await point(page, "G7").click();
    await stands(page, "G7", "Black, last move");
    assert.deepEqual(await counts(), [0, 3, 54, 0]);
    // A new variation is in the tree at once.
    await page.keyboard.press("ArrowLeft");
    await point(page, "A1").click();
    await stands(page, "A1", "Black, last move");
    await page.locator("#tree .number", { hasText: "3" }).nth(2).waitFor({ state: "attached" });
  },

  async "of a record with several games one is chosen"({ server, browser }) {
    const page = await browser.page();
    await page.goto(server.origin);
    const games = "(;GM[1]SZ[9]PB[Ann]PW[Bob];B[ee])(;GM[1]SZ[7]PB[Carl]PW[<i>];B[dd])";
    await page.locator("#open-text").fill(games);
    await page.locator("#open button[type=submit]").click();
    await reads(page, "#open-games", "This record has 2 games");
    await axe(page, "a choice of games");
    await page.getByRole("button", { name: "2. Carl - <i>, 7x7" }).click();
    await reads(page, "#title", "Carl – <i>");
    // A file likewise.
    await page.goto(server.origin);
    await page.locator("#open [type=file]").setInputFiles({ name: "two.sgf", mimeType: "text/plain", buffer: Buffer.from(games) });
    await page.locator("#open button[type=submit]").click();
    await page.getByRole("button", { name: "1. Ann - Bob, 9x9" }).click();
    await reads(page, "#title", "Ann – Bob");
  },

  async "a move is redone by a button and corrected by words where one page has both seats"({ server, browser }) {
    const page = await browser.page();
    const { id, keys } = await newGame(page, server.origin, {});
    await page.goto(`${server.origin}/g/${id}#${keys.both}`);
    await reads(page, "#state", "Black to move");
    for (const [at, color] of [["C3", "Black"], ["B2", "White"]]) {
      await type(page, at);
      await stands(page, at, color);
    }
    assert.equal(await page.getByRole("button", { name: "Redo" }).count(), 0);
    await type(page, "undo");
    await stands(page, "B2", "empty");
    await page.getByRole("button", { name: "Redo" }).click();
    await stands(page, "B2", "White");
    await type(page, "correct 1 D4");
    await stands(page, "D4", "Black");
    await stands(page, "C3", "empty");
    await type(page, "correct D4");
    await reads(page, "#line", "correct 12 D4");
    // By link, a player alone does neither, and is told why.
    const game = await newGame(page, server.origin, { how: "link" });
    await page.goto(`${server.origin}/g/${game.id}#${game.keys.black}`);
    await reads(page, "#state", "Your move");
    await type(page, "C3");
    await stands(page, "C3", "Black");
    await type(page, "redo");
    await reads(page, "#line", "not redone in this game");
    await type(page, "correct 1 D4");
    await reads(page, "#line", "cannot do that alone");
  },
};
