// Runs every `*.test.mjs` beside it, one after another, against the program that cargo built, in Debian's Chromium.
// `node run.mjs WORD` runs the tests whose name has the word. The last line is `N passed, N failed`.

import fs from "node:fs";
import path from "node:path";

import { Browser, Server } from "./harness.mjs";

const word = process.argv[2] ?? "";
const folder = import.meta.dirname;
const files = fs.readdirSync(folder).filter((name) => name.endsWith(".test.mjs")).sort();
let [passed, failed] = [0, 0];
const browser = await new Browser().start();
for (const file of files) {
  const { tests } = await import(path.join(folder, file));
  for (const [name, test] of Object.entries(tests)) {
    if (!`${file} ${name}`.includes(word)) continue;
    const server = await new Server().start();
    try {
      await test({ server, browser });
      if (browser.strays.length) throw new Error(`requests left the machine: ${browser.strays.join(" ")}`);
      if (browser.faults.length) throw new Error(`errors in the page: ${browser.faults.join("\n")}`);
      passed += 1;
      console.log(`ok      ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${name}\n${error.stack}`);
      for (const context of browser.browser.contexts()) {
        for (const page of context.pages()) {
          const text = await page.evaluate(() => document.body.innerText).catch(() => "(closed)");
          console.log(`  at ${page.url().split("#")[0]}:\n    ${text.split("\n").slice(0, 30).join("\n    ")}`);
        }
      }
    }
    for (const context of browser.browser.contexts()) await context.close();
    browser.strays.length = 0;
    browser.faults.length = 0;
    await server.stop();
  }
}
await browser.stop();
console.log(`test result: ${failed ? "FAILED" : "ok"}. ${passed} passed; ${failed} failed`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed || !passed ? 1 : 0;
