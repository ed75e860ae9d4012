// Several people at one board: another game after the first, and lessons.

import { assert, axe, click, newGame, openRecord, point, reads, stands, type } from "./harness.mjs";

/** Two pages at a game by link that one of them has resigned. */
async function finished(server, browser, choice) {
  const black = await browser.page();
  const { id, keys } = await newGame(black, server.origin, { how: "link", ...choice });
  const white = await browser.page();
  await black.goto(`${server.origin}/g/${id}#${keys.black}`);
  await white.goto(`${server.origin}/g/${id}#${keys.white}`);
  const [first, other] = choice.handicap ? [white, black] : [black, white];
  await reads(first, "#state", "Your move");
  await type(first, "C2");
  await stands(other, "C2", choice.handicap ? "White" : "Black");
  await type(other, "resign");
  await type(other, "yes");
  for (const page of [black, white]) await reads(page, "#state", "by resignation.");
  return { id, keys, black, white };
}

const again = (page) => page.getByRole("region", { name: "Another game" });

export const tests = {
  async "a board that is not opened at the moment says why, and comes by itself"({ server, browser }) {
    const page = await browser.page();
    const { id, keys } = await newGame(page, server.origin, { how: "link" });
    await page.goto(`${server.origin}/g/${id}#${keys.black}`);
    await stands(page, "C3", "empty");
    const why = "You have four games against programs open here.";
    await page.route(`**/g/${id}`, (route) => route.fulfill({ status: 429, json: { error: why } }));
    await server.kill();
    await reads(page, "#banner", why);
    await server.start();
    await page.locator("#banner").waitFor({ state: "hidden" });
  },

  async "the question about hints is not there after the end"({ server, browser }) {
    const [black, white] = [await browser.page(), await browser.page()];
    const { id, keys } = await newGame(black, server.origin, { how: "link", help: true });
    await black.goto(`${server.origin}/g/${id}#${keys.black}`);
    await white.goto(`${server.origin}/g/${id}#${keys.white}`);
    const question = white.locator(".notice", { hasText: "Black would like hints" });
    await question.waitFor({ state: "visible" });
    await type(black, "C3");
    await stands(white, "C3", "Black, last move");
    await black.getByRole("button", { name: "Resign" }).click();
    await black.locator("#question").getByRole("button").first().click();
    await question.waitFor({ state: "hidden" });
  },

  async "another game: colours are swapped, the links stay, and watchers are shown the way"({ server, browser }) {
    const { id, keys, black, white } = await finished(server, browser, {});
    const watcher = await browser.page();
    await watcher.goto(`${server.origin}/g/${id}`);
    await reads(watcher, "#state", "by resignation.");
    await axe(black, "a game that may be played again");
    // An offer can be withdrawn, declined, and accepted.
    await black.getByRole("button", { name: "Play again with colours swapped" }).click();
    await reads(black, "[aria-label='Another game']", "Waiting for an answer");
    await reads(white, "[aria-label='Another game']", "Black wants to play again");
    await axe(white, "an offer of another game");
    await black.getByRole("button", { name: "Withdraw" }).click();
    await again(white).getByText("wants to play again").waitFor({ state: "detached" });
    await white.getByRole("button", { name: "Play again with colours swapped" }).click();
    await reads(black, "[aria-label='Another game']", "White wants to play again");
    await black.getByRole("button", { name: "Decline" }).click();
    await again(white).getByText("Waiting").waitFor({ state: "detached" });
    await white.getByRole("button", { name: "Play again with colours swapped" }).click();
    await reads(black, "[aria-label='Another game']", "White wants to play again");
    await black.getByRole("button", { name: "Play again with colours swapped" }).click();
    // Both pages go there, with the secrets that they have; White of the first game has Black now.
    const there = (page) => page.waitForURL((url) => url.pathname.startsWith("/g/") && !url.pathname.endsWith(id));
    await there(black);
    await there(white);
    assert.equal(new URL(black.url()).hash, `#${keys.black}`);
    await reads(white, "#state", "Your move");
    await click(white, "D4", "Black");
    await stands(black, "D4", "Black");
    await reads(black, "#state", "Your move");
    // A watcher chooses.
    await axe(watcher, "a game after which another one was begun");
    await watcher.getByRole("link", { name: "Watch the next game" }).click();
    await stands(watcher, "D4", "Black");
    // The old link leads to the new game, and does not go there by itself.
    await server.kill();
    await server.start();
    await watcher.goto(`${server.origin}/g/${id}#${keys.black}`);
    await watcher.getByRole("link", { name: "you play White" }).click();
    await stands(watcher, "D4", "Black");
    await reads(watcher, "#players", "you");
  },

  async "another game with a handicap keeps the colours and offers one stone more or less"({ server, browser }) {
    const { id, black, white } = await finished(server, browser, { handicap: 2, size: "9" });
    for (const stones of [1, 2, 3]) await black.getByRole("button", { name: `Play again with handicap ${stones}` }).waitFor();
    await black.getByRole("button", { name: "Play again with handicap 3" }).click();
    await reads(white, "[aria-label='Another game']", "Black wants to play again with handicap 3.");
    await white.getByRole("button", { name: "Play again with handicap 3" }).click();
    for (const page of [black, white]) await page.waitForURL((url) => !url.pathname.endsWith(id));
    await reads(white, "#terms", "handicap 3");
    await reads(white, "#state", "Your move");
  },

  async "the four greetings are heard by all, and everybody reads what was agreed on"({ server, browser }) {
    const [black, white, watcher] = [await browser.page(), await browser.page(), await browser.page()];
    const { id, keys } = await newGame(black, server.origin, { how: "link", help: true });
    await black.goto(`${server.origin}/g/${id}#${keys.black}`);
    await white.goto(`${server.origin}/g/${id}#${keys.white}`);
    await watcher.goto(`${server.origin}/g/${id}`);
    // Before the first move.
    await white.getByRole("button", { name: "Agree" }).click();
    for (const page of [black, white, watcher]) await reads(page, "#terms", "Hints are allowed in this game");
    await axe(white, "a game with greetings");
    const greet = (page, text) => page.getByRole("group", { name: "Greetings" }).getByRole("button", { name: text, exact: true }).click();
    for (const text of ["Hello", "Good game", "Well played", "Thank you"]) {
      await greet(black, text);
      for (const page of [black, white, watcher]) await reads(page, "#line", `Black: ${text}`);
    }
    await greet(white, "Hello");
    for (const page of [black, watcher]) await reads(page, "#line", "White: Hello");
    // Whoever watches has nothing to say.
    assert.equal(await watcher.getByRole("group", { name: "Greetings" }).count(), 0);
  },

  async "Black places a free handicap"({ server, browser }) {
    const [black, white] = [await browser.page(), await browser.page()];
    const { id, keys } = await newGame(black, server.origin, { how: "link", size: "9", rules: "new-zealand", komi: "", handicap: 2 });
    await black.goto(`${server.origin}/g/${id}#${keys.black}`);
    await white.goto(`${server.origin}/g/${id}#${keys.white}`);
    for (const page of [black, white]) await reads(page, "#state", "Black places handicap stone 1 of 2");
    await point(white, "E5").click();
    await reads(white, "#line", "It is not your turn.");
    await click(black, "C3", "Black");
    for (const page of [black, white]) await reads(page, "#state", "Black places handicap stone 2 of 2");
    await axe(black, "a handicap that is placed");
    await click(black, "G7", "Black");
    await reads(white, "#state", "Your move");
    await reads(white, "#terms", "handicap 2");
    await click(white, "E5", "White");
    await stands(black, "E5", "White, last move");
    assert.match(server.games()[0], /HA\[2\].*AB\[cg\]\[gc\].*;W\[ee\]/s);
  },

  async "a lesson: all follow the leader, one is given control, and it comes back"({ server, browser }) {
    const leader = await browser.page();
    await openRecord(leader, server.origin, "(;SZ[9]PB[Ann]PW[Bob];B[ee];W[cc]C[Look here];B[gg])");
    await leader.locator("#share-box summary").click();
    await leader.getByRole("button", { name: "Start a lesson" }).click();
    const box = leader.getByRole("region", { name: "Lesson" });
    await reads(leader, "[aria-label=Lesson]", "Nobody has come yet");
    await axe(leader, "a lesson that waits for guests");
    const link = await box.getByLabel("A link to watch").inputValue();
    const [one, two] = [await browser.page(), await browser.page({ viewport: { width: 390, height: 844 } })];
    await one.goto(link);
    await two.goto(link);
    await reads(one, "[aria-label=Lesson]", "You follow the leader's board.");
    await reads(two, "[aria-label=Lesson]", "You follow");
    // A beamer follows too, and is nobody to hand control to.
    const beamer = await browser.page();
    await beamer.goto(`${link}?view=projector`);
    await reads(beamer, "#players", "Ann");
    const wide = await two.evaluate(() => document.documentElement.scrollWidth);
    assert(wide <= 390, `a lesson on a phone is ${wide} wide`);

    // All boards are the leader's; those who follow change nothing.
    await leader.keyboard.press("Home");
    await reads(one, "#state", "Move 0");
    await leader.keyboard.press("ArrowRight");
    await leader.keyboard.press("ArrowRight");
    await stands(two, "C7", "White, last move");
    await reads(two, "#comment", "Look here");
    await point(one, "A1").click();
    await reads(one, "#line", "You follow the leader's board.");
    assert.equal(await one.getByRole("group", { name: "Walk through the game" }).isVisible(), false);

    // A name, a raised hand, control.
    await one.getByLabel("Your name").fill("Cho");
    await one.getByRole("button", { name: "Set" }).click();
    await box.getByRole("button", { name: "Hand over to Cho" }).waitFor();
    await one.getByRole("button", { name: "Raise your hand" }).click();
    await reads(leader, "[aria-label=Lesson]", "Cho raises a hand");
    await reads(leader, "#polite", "Cho raises a hand");
    assert.equal(await box.getByRole("button", { name: /^Hand over/ }).count(), 2);
    await axe(leader, "a lesson with guests");
    await axe(one, "a lesson that is followed");
    await box.getByRole("button", { name: "Hand over to Cho" }).click();
    await reads(one, "[aria-label=Lesson]", "You have control of the board.");
    await reads(two, "[aria-label=Lesson]", "Cho has control.");
    await axe(one, "a guest who has control");
    await click(one, "G7", "Black");
    await stands(leader, "G7", "Black, last move");
    await stands(two, "G7", "Black, last move");
    await point(leader, "A1").click();
    await reads(leader, "#line", "Cho has control.");

    // A reload keeps control; the leader takes it back.
    await one.reload();
    await reads(one, "[aria-label=Lesson]", "You have control of the board.");
    await box.getByRole("button", { name: "Take control back" }).click();
    await reads(one, "[aria-label=Lesson]", "You follow the leader's board.");
    await click(leader, "C3", "White");
    await stands(one, "C3", "White, last move");
    // Whoever has control gives it back.
    await box.getByRole("button", { name: "Hand over to Guest 2" }).click();
    await two.getByRole("button", { name: "Give control back" }).click();
    await reads(leader, "[aria-label=Lesson]", "You lead");
    await box.getByRole("button", { name: "End the lesson" }).click();
    await reads(two, "#line", "The lesson is over.");
    await two.getByRole("region", { name: "Lesson" }).waitFor({ state: "hidden" });
  },
};
