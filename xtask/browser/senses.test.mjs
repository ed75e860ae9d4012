// What is seen and heard in passing: stones that fade, the last seconds, a network that is dead. The page's own clock
// is moved on; nothing here waits for time.

import { Wire, assert, click, newGame, point, reads, stands } from "./harness.mjs";

/** Notes how a stone that goes is faded out, in the moment when it begins to go. */
function noteFades() {
  window.fades = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!target.matches?.(".stone.gone")) continue;
      const { transitionProperty, transitionDuration, opacity } = getComputedStyle(target);
      window.fades.push({ transitionProperty, transitionDuration, opacity });
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["class"] });
}

/** Notes the tones instead of playing them. */
function noteTones() {
  window.tones = [];
  const node = { connect: (next) => next };
  window.AudioContext = class {
    currentTime = 0;
    destination = node;
    createGain() {
      return { ...node, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } };
    }
    createOscillator() {
      const frequency = { setValueAtTime: (pitch) => window.tones.push(pitch), exponentialRampToValueAtTime() {} };
      return { ...node, frequency, start() {}, stop() {} };
    }
  };
}

/** Notes when the page connects. */
function noteConnections() {
  window.connections = [];
  window.WebSocket = class extends window.WebSocket {
    constructor(...all) {
      super(...all);
      window.connections.push(performance.now());
    }
  };
}

export const tests = {
  async "captured stones fade in 150 ms, and at once where motion is reduced"({ server, browser }) {
    for (const reducedMotion of ["no-preference", "reduce"]) {
      const page = await browser.page({ reducedMotion });
      await page.addInitScript(noteFades);
      const { id, keys } = await newGame(page, server.origin, {});
      await page.goto(`${server.origin}/g/${id}#${keys.both}`);
      await reads(page, "#state", "Black to move");
      for (const [at, color] of [["B1", "Black"], ["A1", "White"], ["A2", "Black"]]) await click(page, at, color);
      await stands(page, "A1", "empty, just captured");
      await page.locator(".stone.gone").waitFor({ state: "detached" });
      const fades = await page.evaluate(() => window.fades);
      assert.equal(fades.length, 1);
      const [{ transitionProperty, transitionDuration, opacity }] = fades;
      if (reducedMotion === "reduce") assert.equal(opacity, "0", "it is gone at once");
      else assert.deepEqual([transitionProperty, transitionDuration], ["opacity", "0.15s"]);
    }
  },

  async "the last seconds are heard: at ten, and from five on; not when muted"({ server, browser }) {
    for (const isMuted of [false, true]) {
      const page = await browser.page();
      await page.addInitScript(noteTones);
      await page.clock.install();
      // Less than the silence after which a page believes that the network is dead: the server's clock is not moved on.
      const { id, keys } = await newGame(page, server.origin, { time: "12s" });
      await page.goto(`${server.origin}/g/${id}#${keys.both}`);
      await reads(page, "#state", "Black to move");
      if (isMuted) await page.keyboard.press("m");
      await reads(page, "body", "hoshi");
      assert.equal(await page.locator("#mute").getAttribute("aria-pressed"), String(!isMuted));
      await click(page, "C3", "Black");
      assert.deepEqual(await page.evaluate(() => window.tones.splice(0)), isMuted ? [] : [900]);
      // Each beep comes once, however often the clock is drawn.
      const heard = [];
      for (let nth = 0; nth < 60 && !(await page.locator("#clock-white", { hasText: /^0:00/ }).count()); nth += 1) {
        await page.clock.runFor(200);
        const seconds = await page.locator("#clock-white").textContent();
        for (const pitch of await page.evaluate(() => window.tones.splice(0))) heard.push(`${seconds} ${pitch}`);
      }
      const wanted = ["0:10 1000", "0:05 1500", "0:04 1500", "0:03 1500", "0:02 1500", "0:01 1500"];
      assert.deepEqual(heard, isMuted ? [] : wanted);
      await page.close();
    }
  },

  async "a network that is dead is noticed, and the page comes back by itself"({ server, browser }) {
    const wire = await new Wire(server).open();
    const [near, far] = [await browser.page(), await browser.page()];
    await near.addInitScript(noteConnections);
    await near.clock.install();
    const { id, keys } = await newGame(far, server.origin, { how: "link" });
    await near.goto(`${wire.origin}/g/${id}#${keys.black}`);
    await far.goto(`${server.origin}/g/${id}#${keys.white}`);
    await reads(near, "#state", "Your move");
    await click(near, "C3", "Black");
    await stands(far, "C3", "Black");
    // While all is well, silence is no reason to worry: the page asks, and is answered.
    for (let nth = 0; nth < 12; nth += 1) {
      await near.clock.runFor(1000);
      await near.evaluate(() => new Promise((done) => { fetch("/assets/none").then(done, done); }));
    }
    assert.equal(await near.evaluate(() => window.connections.length), 1);
    // Nothing comes through any more, and nobody says so.
    wire.freeze();
    await point(far, "D3").click();
    await stands(far, "D3", "White");
    await near.clock.runFor(20_000);
    await reads(near, "#banner", "connection is lost");
    // Again and again, after pauses that grow.
    for (let nth = 0; nth < 120; nth += 1) await near.clock.runFor(1000);
    const times = await near.evaluate(() => window.connections.slice(1));
    assert(times.length >= 4 && times.length <= 15, `${times.length} connections in two minutes`);
    assert(times.at(-1) - times.at(-2) > times[1] - times[0], `pauses grow: ${times}`);
    // The browser says when there is a network again; the page does not wait for the end of its pause.
    wire.thaw();
    await near.evaluate(() => window.dispatchEvent(new Event("online")));
    await stands(near, "D3", "White, last move");
    await near.locator("#banner").waitFor({ state: "hidden" });
    await click(near, "B3", "Black");
    await stands(far, "B3", "Black, last move");
    wire.close();
  },

  async "the first picture is there before any script"({ server, browser }) {
    const page = await browser.page({ javaScriptEnabled: false });
    const live = await browser.page();
    const { id, keys } = await newGame(live, server.origin, {});
    await live.goto(`${server.origin}/g/${id}#${keys.both}`);
    await reads(live, "#state", "Black to move");
    await click(live, "C3", "Black");
    await page.goto(`${server.origin}/g/${id}`);
    const boxes = [];
    for (const one of [page, live]) boxes.push(await one.locator("#board > svg").boundingBox());
    const [first, own] = boxes;
    assert(Math.abs(first.width - own.width) < 40 && Math.abs(first.y - own.y) < 20, `${JSON.stringify(boxes)}`);
    assert((await page.locator("#board circle").count()) > 0);
  },
};
