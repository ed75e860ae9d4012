// Games at one screen: by the keyboard alone, by typed words alone, by touch, against the bot; and the address bar.

import { assert, axe, click, newGame, point, reads, stands, type } from "./harness.mjs";

/** Presses Tab until something has the focus. */
async function tabTo(page, selector) {
  for (let n = 0; n < 80; n++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not lead to ${selector}`);
}

/** Moves the focus on the board from one point to another by arrow keys. */
async function arrows(page, x, y) {
  for (const key of [...(x > 0 ? Array(x).fill("ArrowRight") : Array(-x).fill("ArrowLeft")), ...(y > 0 ? Array(y).fill("ArrowUp") : Array(-y).fill("ArrowDown"))]) {
    await page.keyboard.press(key);
  }
}

export const tests = {
  async "a whole game by the keyboard alone"({ server, browser }) {
    const page = await browser.page();
    await page.goto(server.origin);
    await axe(page, "the start page");
    await tabTo(page, "[name=how]");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await tabTo(page, "[name=size]");
    for (let n = 0; n < 3; n++) await page.keyboard.press("ArrowLeft");
    await tabTo(page, "#new-game summary");
    await page.keyboard.press("Enter");
    await tabTo(page, "[name=komi]");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("0.5");
    await page.keyboard.press("Enter");
    await reads(page, "#state", "Black to move");
    await tabTo(page, ".cell");
    // The focus begins in the middle. Black C3, White B3, Black C2, White B2.
    await page.keyboard.press("Enter");
    await stands(page, "C3", "Black");
    await arrows(page, -1, 0);
    await page.keyboard.press("Enter");
    await stands(page, "B3", "White");
    await arrows(page, 1, -1);
    await page.keyboard.press("Space");
    await stands(page, "C2", "Black");
    await page.keyboard.press("Enter");
    await reads(page, "#line", "There is a stone.");
    await arrows(page, -1, 0);
    await page.keyboard.press("Enter");
    await stands(page, "B2", "White");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "B2, White, last move");
    for (const [nth, question] of ["Pass this turn?", "This ends play; count now?"].entries()) {
      await page.keyboard.press("p");
      await reads(page, "#question", question);
      await page.keyboard.press("Enter");
      await page.locator("#moves li").filter({ hasText: "pass" }).nth(nth).waitFor();
    }
    await reads(page, ".count", "Total");
    await tabTo(page, "#actions button");
    await page.keyboard.press("Enter");
    await reads(page, "#state", /wins by|draw/);
    assert.equal(server.games().length, 1);
    assert.match(server.games()[0], /;B\[cc\];W\[bc\];B\[cd\];W\[bd\];B\[\];W\[\]/);
  },

  async "a whole game by typed words alone, and what is spoken"({ server, browser }) {
    const page = await browser.page();
    const { id, keys } = await newGame(page, server.origin, {});
    await page.goto(`${server.origin}/g/${id}#${keys.both}`);
    await reads(page, "#state", "Black to move");
    const say = async (text, polite) => {
      await type(page, text);
      if (polite) await reads(page, "#polite", polite);
    };
    await say("c3", "Black C3");
    await say("B3", "White B3");
    await say("c2", "Black C2");
    await say("last", "Black C2");
    await say("board", "Black: C3 C2. White: B3.");
    await say("row 3", "B3 White, C3 Black");
    await say("column C", "C3 Black, C2 Black");
    await say("group C3", "Black group of 2 stones: C2, C3. 5 liberties");
    await say("around A3", "B3 White");
    await say("clock", "There is no clock.");
    await say("atari", "Nothing is in atari.");
    await type(page, "Z9");
    await reads(page, "#assertive", "Z9 is not a point of this board.");
    await type(page, "nonsense");
    await reads(page, "#assertive", "not understood");
    await say("undo", "Taken back");
    await stands(page, "C2", "empty");
    await say("c2", "Black C2");
    await say("a1", "White A1");
    await say("b1", "Black B1. Atari: White A1, last liberty A2");
    await type(page, "pass");
    await reads(page, "#assertive", "Pass this turn?");
    await say("yes", "White passes");
    await say("a2", "Black A2, captures 1 stone");
    // White has passed once already.
    for (const nth of [1, 2]) {
      await type(page, "pass");
      await page.locator("#question").waitFor();
      await type(page, "yes");
      await page.locator("#moves li").filter({ hasText: "pass" }).nth(nth).waitFor();
    }
    await reads(page, ".count", "Total");
    await say("score", "As marked: Black wins");
    await type(page, "accept");
    await reads(page, "#assertive", "Black wins by");
    await type(page, "review");
    await reads(page, "#state", /Move \d+/);
    await say("start", "");
    await reads(page, "#state", "Move 0");
    await say("next", "Move 1: Black C3");
    await say("move 3", "Move 3: Black C2");
  },

  async "a name is changed by the keyboard; the focus stays, and nothing moves"({ server, browser }) {
    const page = await browser.page();
    const { id, keys } = await newGame(page, server.origin, {});
    await page.goto(`${server.origin}/g/${id}#${keys.both}`);
    const [name, top] = [page.locator(".player button.name").nth(1), async () => (await page.locator("#state").boundingBox()).y];
    await name.focus();
    const before = await top();
    await page.keyboard.press("Enter");
    assert.equal(await top(), before);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Dosaku");
    await page.keyboard.press("Enter");
    await reads(page, "#title", "Dosaku");
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Dosaku");
    // Neither does a move take it away, nor is the picture of the board a stop on the way.
    await point(page, "C3").dispatchEvent("click");
    await stands(page, "C3", "Black");
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Dosaku");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("role")), "gridcell");
  },

  async "ko, suicide and captures are shown before and after"({ server, browser }) {
    const page = await browser.page();
    const { id, keys } = await newGame(page, server.origin, {});
    await page.goto(`${server.origin}/g/${id}#${keys.both}`);
    await reads(page, "#state", "Black to move");
    for (const [at, color] of [["B3", "Black"], ["C3", "White"], ["A2", "Black"], ["D2", "White"], ["B1", "Black"], ["C1", "White"], ["C2", "Black"]]) {
      await click(page, at, color);
    }
    await point(page, "B2").hover();
    await reads(page, "#line", "B2 captures 1 stone");
    await page.locator(".taken").waitFor();
    await point(page, "A1").hover();
    await reads(page, "#line", "No liberties");
    await point(page, "A1").click();
    await page.locator(".refused").waitFor({ state: "attached" });
    await click(page, "B2", "White");
    await page.locator(".captured").waitFor({ state: "attached" });
    await stands(page, "C2", "empty, ko, just captured");
    await page.locator(".ko").waitFor({ state: "attached" });
    await point(page, "C2").click();
    await reads(page, "#line", "Ko: play elsewhere first.");
    await click(page, "E5", "Black");
    assert.equal(await page.locator(".captured, .ko").count(), 0);
  },

  async "on a phone a tap shows the point, magnified, and the second one plays"({ server, browser }) {
    const page = await browser.page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const { id, keys } = await newGame(page, server.origin, { size: "19" });
    await page.goto(`${server.origin}/g/${id}#${keys.both}`);
    await reads(page, "#state", "Black to move");
    await point(page, "Q4").tap();
    await page.locator(".loupe").waitFor();
    await reads(page, "#line", "Q4: tap again to play");
    await stands(page, "Q4", "empty");
    await point(page, "D4").tap();
    await reads(page, "#line", "D4: tap again to play");
    await point(page, "D4").tap();
    await stands(page, "D4", "Black");
    await stands(page, "Q4", "empty");
    await page.locator(".loupe").waitFor({ state: "detached" });
    const [width, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    assert(width <= inner, `the page is ${width} wide in a window of ${inner}`);
    await axe(page, "a game on a phone");
    // A finger does not hover: no ghost is left where it was.
    await page.getByRole("button", { name: "Take back" }).tap();
    await stands(page, "D4", "empty");
    assert.equal(await page.locator(".stone.ghost").count(), 0);
  },

  async "the address bar holds a game at one screen, and opens it where the board is unknown"({ server, browser }) {
    const page = await browser.page();
    const { id, keys } = await newGame(page, server.origin, { size: "9x7", rules: "japanese", komi: "6.5" });
    await page.goto(`${server.origin}/g/${id}#${keys.both}`);
    await reads(page, "#state", "Black to move");
    await click(page, "D4", "Black");
    await click(page, "E5", "White");
    await page.waitForURL(/game=9x7,D4b,E5w/);
    const address = page.url();
    assert(address.includes("rules=japanese") && address.includes("komi=6.5"), address);
    await page.reload();
    await stands(page, "E5", "White, last move");
    await click(page, "F4", "Black");
    // Another server does not know this board; the address is enough.
    const elsewhere = address.replace(`/g/${id}`, "/g/AAAAAAAAAAAAAAAAAAAAAA").split("#")[0];
    await page.goto(elsewhere);
    await page.waitForURL(/\/game\/9x7,D4b,E5w\?/);
    await stands(page, "D4", "Black");
    await stands(page, "E5", "White");
    await page.goto(`${server.origin}/game/9x9,D4b,E5w,F6b?komi=6.5&move=1`);
    await stands(page, "D4", "Black");
    await stands(page, "E5", "empty");
    await axe(page, "a game in its address");
  },

  async "the bot answers, estimates, and takes a move back"({ server, browser }) {
    const page = await browser.page();
    await page.goto(server.origin);
    await page.getByLabel("5", { exact: true }).check();
    await page.getByRole("button", { name: "Start" }).click();
    await reads(page, "#state", "Your move");
    await click(page, "C3", "Black");
    await reads(page, "#moves", /2[A-E]\d/);
    await page.getByRole("button", { name: "Estimate" }).click();
    await page.locator("#thoughts li").first().waitFor();
    await page.locator(".candidate").first().waitFor({ state: "attached" });
    await reads(page, "#thoughts", /(Black|White) leads by [\d.]+;|the game is even;/);
    await axe(page, "an estimate");
    await page.getByRole("button", { name: "Take back" }).click();
    await stands(page, "C3", "empty");
    await page.keyboard.press("m");
    await page.locator('#mute[aria-pressed="false"]').waitFor();
  },

  async "a big mistake is named and taken back; after two losses an easier game is offered"({ server, browser }) {
    const page = await browser.page();
    const teaching = page.getByRole("region", { name: "Teaching" });
    for (const nth of [1, 2]) {
      await page.goto(server.origin);
      await page.getByLabel("5", { exact: true }).check();
      await page.getByLabel("Opponent").selectOption("bot:2");
      if (nth === 1) await page.getByLabel("Tell me about my big mistakes").check();
      // The choice is kept.
      assert(await page.getByLabel("Tell me about my big mistakes").isChecked());
      await page.getByRole("button", { name: "Start" }).click();
      await reads(page, "#state", "Your move");
      await type(page, "A1");
      await reads(page, "[aria-label=Teaching]", /A1 loses about \d+ points; C3 was better\./);
      if (nth === 1) {
        await axe(page, "a word about a mistake");
        await teaching.getByRole("button", { name: "Take it back" }).click();
        await stands(page, "A1", "empty");
        await teaching.waitFor({ state: "hidden" });
        await type(page, "C3");
        await stands(page, "C3", "Black");
      } else {
        await teaching.getByRole("button", { name: "Leave it" }).click();
        await teaching.waitFor({ state: "hidden" });
        await stands(page, "A1", "Black");
      }
      await type(page, "resign");
      await type(page, "yes");
      await reads(page, "#state", "White wins by resignation.");
    }
    await reads(page, "[aria-label=Teaching]", "Two losses in a row. Try an easier game: bot:1.");
    await axe(page, "a game after two losses");
    await teaching.getByRole("button", { name: "Play bot:1" }).click();
    await reads(page, "#players", "bot:1");
    await reads(page, "#state", "Your move");
    assert.equal(await page.locator("body[data-teach]").count(), 1);
  },

  async "a projector shows the board, the names, the clocks and whose turn it is"({ server, browser }) {
    const page = await browser.page();
    const { id, keys } = await newGame(page, server.origin, { time: "10m+3x30s", how: "link" });
    const white = await browser.page();
    await white.goto(`${server.origin}/g/${id}#${keys.white}`);
    const black = await browser.page();
    await black.goto(`${server.origin}/g/${id}#${keys.black}`);
    await page.goto(`${server.origin}/g/${id}?view=projector`);
    await reads(page, "#clock-white", "10:00");
    await click(black, "C3", "Black");
    await stands(page, "C3", "Black");
    await reads(page, "#state", "White to move");
    await reads(page, "#terms", "10 min, then 3 periods of 30 s");
    for (const hidden of ["#say-form", "#moves", "#share-box", "#line"]) assert.equal(await page.locator(hidden).isVisible(), false, hidden);
    assert.equal(await page.locator("#players").isVisible(), true);
    await axe(page, "the projector view");
  },
};
