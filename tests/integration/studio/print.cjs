// Prints from the page of the studio with a theme that fails preflight, then with the corrected theme.
// Usage: NODE_PATH=… node print.cjs ADDRESS CHROMIUM FILE BAD GOOD; BAD in the theme's file FILE becomes GOOD.
"use strict";
const { readFileSync, writeFileSync } = require("node:fs");
const { judge, open, settled } = require("./page.cjs");

const [address, chromium, file, bad, good] = process.argv.slice(2);
const found = {};

/** Prints, and returns the final message of the page. */
async function print(tab) {
  await tab.click("#print");
  await tab.waitForFunction(() => document.querySelector("#progress progress") !== null);
  await tab.waitForFunction(() => document.querySelector("#progress a") !== null, { timeout: 300000 });
  return tab.evaluate(async () => {
    const bytes = new Uint8Array(await (await fetch(document.querySelector("#progress a").href)).arrayBuffer());
    const text = new TextDecoder("latin1").decode(bytes);
    return {
      message: document.getElementById("progress").innerText,
      findings: document.querySelector("#progress .findings")?.textContent ?? null,
      files: ["preflight.txt", ".pdf", "deck.json", "statistics.html"].filter((name) => text.includes(name)),
    };
  });
}

open(address, chromium, found, async (tab) => {
  await settled(tab);
  found.refused = await print(tab);
  await judge(tab, "refused", found);
  writeFileSync(file, readFileSync(file, "utf8").replace(bad, good));
  await tab.waitForFunction(() => app.figures.look > 0, { timeout: 60000 });
  await settled(tab);
  found.taken = await print(tab);
  await judge(tab, "taken", found);
});
