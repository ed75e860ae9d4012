// Games between people by link, through real pages: the whole way, with everything that can go wrong on it.

import { Wire, assert, axe, click, newGame, point, reads, stands, type } from "./harness.mjs";

/** Plays when it is this page's turn. */
async function plays(page, at, color) {
  await reads(page, "#state", "Your move");
  await click(page, at, color);
}

/** Passes when it is this page's turn, and says yes to the question. */
async function passes(page, question) {
  await reads(page, "#state", "Your move");
  await page.getByRole("button", { name: "Pass" }).click();
  await reads(page, "#question", question);
  await page.getByRole("button", { name: "Yes" }).click();
}

export const tests = {
  async "two play by link, a third watches; undo, a lost connection, a killed server, a dispute, the count"({ server, browser }) {
    const black = await browser.page();
    const wire = await new Wire(server).open();
    const white = await browser.page();
    const watcher = await browser.page();

    // Black chooses on the start page, and sends the link.
    await black.goto(server.origin);
    await black.getByLabel("A friend, by link").check();
    await black.getByLabel("5", { exact: true }).check();
    await black.locator("summary").click();
    await black.locator("[name=komi]").fill("0.5");
    await black.getByRole("button", { name: "Start" }).click();
    const link = await black.getByLabel("Send this link to your friend").inputValue();
    const watch = await black.getByLabel("A link to watch").inputValue();
    assert.match(link, /^http:\/\/localhost:\d+\/g\/[\w-]+#[\w-]{20,}$/);
    assert(!watch.includes("#"));
    await axe(black, "a game that waits for a friend");

    await white.goto(link.replace(server.origin, wire.origin));
    await watcher.goto(watch);
    await reads(white, "#state", "Black to move");
    await reads(watcher, "#state", "Black to move");
    assert.equal(await watcher.locator("#actions button").count(), 0);

    await plays(black, "C3", "Black");
    await stands(white, "C3", "Black, last move");
    await stands(watcher, "C3", "Black, last move");
    await plays(white, "B3", "White");
    await stands(black, "B3", "White, last move");

    // Whose turn it is not, is told so, and nothing happens.
    await point(white, "A1").click();
    await reads(white, "#line", "It is not your turn.");
    await point(watcher, "A1").click();
    await reads(watcher, "#line", "You are watching.");

    // A move is taken back when the other side agrees.
    await plays(black, "D1", "Black");
    await black.getByRole("button", { name: "Take back" }).click();
    await reads(white, "#question", "Black asks to take back D1.");
    await axe(white, "a question");
    await white.getByRole("button", { name: "Agree" }).click();
    await stands(black, "D1", "empty");
    await stands(watcher, "D1", "empty");

    // White's connection is lost; Black plays meanwhile; nothing is lost and nobody reloads.
    wire.cut();
    await reads(white, "#banner", "connection is lost");
    await reads(black, "#players", "away");
    await plays(black, "C2", "Black");
    wire.mend();
    await stands(white, "C2", "Black, last move");
    await white.locator("#banner").waitFor({ state: "hidden" });
    await plays(white, "B2", "White");
    await stands(black, "B2", "White");

    // The server is killed and started anew: the same links, the same pages.
    await server.kill();
    await reads(black, "#banner", "connection is lost");
    // A move that is made meanwhile is not lost, and whoever made it is told so.
    await point(black, "C4").click();
    await reads(black, "#line", "Not sent yet");
    await server.start();
    await black.locator("#banner").waitFor({ state: "hidden" });
    await white.locator("#banner").waitFor({ state: "hidden" });
    await stands(black, "B2", "White");
    await stands(black, "C4", "Black, last move");
    await stands(white, "C4", "Black, last move");
    assert.equal(await black.locator("#line").innerText(), "");
    await plays(white, "B4", "White");
    await plays(black, "C5", "Black");
    await plays(white, "B5", "White");
    await plays(black, "C1", "Black");
    await plays(white, "B1", "White");
    await stands(black, "B1", "White");
    await plays(black, "D4", "Black");
    // A dead stone in Black's part.
    await plays(white, "E2", "White");
    await stands(black, "E2", "White");

    // Passing asks once; the other side is told in large letters; the second pass says what it means.
    await passes(black, "Pass this turn?");
    await reads(white, "#shout", "Black passed");
    await reads(white, "#state", "Black passed");
    await passes(white, "This ends play; count now?");

    // White says that the stone is alive, Black that it is dead: they play on, and count again.
    for (const page of [black, white, watcher]) {
      await reads(page, "#state", "Mark the dead stones");
      await reads(page, ".count", "Total");
    }
    await axe(black, "marking dead stones");
    if ((await point(white, "E2").getAttribute("aria-label")).includes("dead")) await point(white, "E2").click();
    await black.locator('[aria-label="E2, White"]').waitFor({ state: "attached" });
    await black.getByRole("button", { name: "Play on" }).click();
    for (const page of [black, white]) await reads(page, "#state", /to move|Your move/);
    if ((await white.locator("#state").innerText()).includes("Your move")) await passes(white, "?");
    // Three moves, to which White passes, take the stone off the board, whatever anybody says about it.
    await plays(black, "E1", "Black");
    await passes(white, "Pass this turn?");
    await plays(black, "E3", "Black");
    await passes(white, "Pass this turn?");
    await plays(black, "D2", "Black");
    await stands(white, "E2", "empty");
    await passes(white, "Pass this turn?");
    await passes(black, "This ends play; count now?");
    for (const page of [black, white]) {
      await reads(page, "#state", "Mark the dead stones");
      await reads(page, ".count", "Total");
    }
    await black.getByRole("button", { name: "Accept" }).click();
    await reads(white, "#state", "Black has accepted");
    await white.getByRole("button", { name: "Accept" }).click();
    for (const page of [black, white, watcher]) await reads(page, "#state", "Black wins by 4.5 points.");
    await axe(white, "a game that is over");
    await axe(watcher, "a game that was watched");

    // The record is what everybody saw.
    const [record] = server.games();
    assert.match(record, /RE\[B\+4\.5\]/);
    assert.match(record, /;B\[cc\];W\[bc\];B\[cd\];W\[bd\]/);
    wire.close();
  },

  async "marks that change are named, whoever accepted waits, and after a resumption no pass is left over"({ server, browser }) {
    const [black, white, watcher] = [await browser.page(), await browser.page(), await browser.page()];
    const { id, keys } = await newGame(black, server.origin, { how: "link" });
    await black.goto(`${server.origin}/g/${id}#${keys.black}`);
    await white.goto(`${server.origin}/g/${id}#${keys.white}`);
    await watcher.goto(`${server.origin}/g/${id}`);
    await plays(black, "C3", "Black");
    await plays(white, "A1", "White");
    await passes(black, "Pass this turn?");
    await passes(white, "This ends play; count now?");
    await reads(watcher, "#state", "The players mark the dead stones");
    for (const page of [black, white]) await reads(page, ".count", "Total");
    // Nobody is to move.
    assert.equal(await black.locator(".player.turn").count(), 0);
    await black.getByRole("button", { name: "Accept" }).click();
    await reads(black, "#state", "You have accepted");
    assert.equal(await black.getByRole("button", { name: "Accept" }).count(), 0);
    await point(white, "A1").click();
    await reads(black, "#line", "White changed the marks: A1.");
    await black.getByRole("button", { name: "Accept" }).waitFor();
    await black.getByRole("button", { name: "Play on" }).click();
    for (const page of [black, white]) await reads(page, "#state", /to move|Your move/);
    assert(!(await black.locator("#state").innerText()).includes("passed"));
    const [first, second] = (await black.locator("#state").innerText()).includes("Your move") ? [black, white] : [white, black];
    await passes(first, "Pass this turn?");
    await passes(second, "This ends play; count now?");
    await reads(black, "#state", "Mark the dead stones");
  },

  async "between people nobody is helped until the game is over"({ server, browser }) {
    const black = await browser.page();
    const { id, keys } = await newGame(black, server.origin, { how: "link" });
    await black.goto(`${server.origin}/g/${id}#${keys.black}`);
    await reads(black, "#state", "Your move");
    assert.equal(await black.getByRole("button", { name: "Estimate" }).count(), 0);
    await type(black, "estimate");
    await reads(black, "#line", "no hints and no estimates");
    await type(black, "C3");
    await stands(black, "C3", "Black");
    await type(black, "resign");
    await type(black, "yes");
    await reads(black, "#state", "White wins by resignation.");
    await black.getByRole("button", { name: "Estimate" }).waitFor();
    await black.getByRole("button", { name: "Review" }).click();
    await reads(black, "#state", "Move 1");
  },

  async "hints are allowed when the friend agrees, and not before"({ server, browser }) {
    const [black, white] = [await browser.page(), await browser.page()];
    const { id, keys } = await newGame(black, server.origin, { how: "link", help: true });
    await black.goto(`${server.origin}/g/${id}#${keys.black}`);
    await reads(black, ".notice", "They are allowed when your opponent agrees.");
    assert.equal(await black.getByRole("button", { name: "Estimate" }).count(), 0);
    await white.goto(`${server.origin}/g/${id}#${keys.white}`);
    await reads(white, ".notice", "Black would like hints");
    await axe(white, "a question about hints");
    await white.getByRole("button", { name: "Agree" }).click();
    for (const page of [black, white]) {
      await page.getByRole("button", { name: "Estimate" }).waitFor();
      await reads(page, "#terms", "Hints are allowed in this game");
      assert.equal(await page.getByRole("region", { name: "Hints" }).count(), 0);
    }
  },

  async "names and comments are text, never markup"({ server, browser }) {
    const page = await browser.page();
    const evil = '<img src="https://example.com/x" onerror="window.hurt = 1">';
    const sgf = `(;GM[1]SZ[5]PB[${evil}]PW[<b>W</b>]C[${evil}];B[cc]LB[aa:<i>]C[<script>window.hurt = 1</script>])`;
    await page.goto(server.origin);
    await page.locator("#open-text").fill(sgf);
    await page.locator("#open button[type=submit]").click();
    await page.locator(".go-board").waitFor();
    await reads(page, "#players", evil);
    await reads(page, "#title", "<b>W</b>");
    assert.equal(await page.evaluate(() => window.hurt), undefined);
    assert.equal(await page.locator("#players img, #players b, #title b").count(), 0);
  },
};
