// Prints decks in a browser and saves their projects, for comparison with the program.
// Usage: NODE_PATH=… node digests.cjs SITE CHROMIUM OUT PRESET:SEED…; a PRESET may be an archive in OUT
"use strict";
const { join } = require("node:path");
const { begin, downloaded, open, press, searched } = require("./site.cjs");

const [folder, chromium, out, ...decks] = process.argv.slice(2);
const found = { search_ms: [], print_ms: [] };

open(folder, chromium, out, found, async ({ tab, client, address }) => {
  for (const deck of decks) {
    const [preset, seed] = deck.split(":");
    await begin(tab, address, preset.endsWith(".zip") ? { file: join(out, preset) } : { preset });
    const edited = Date.now();
    await tab.evaluate((seed) => edit("seed", { value: { path: ["seed"], to: seed } }), Number(seed));
    await searched(tab);
    found.search_ms.push(Date.now() - edited);
    await tab.evaluate(() => { byId("print-png").checked = true; });
    const ordered = Date.now();
    await press(tab, "#print");
    await tab.waitForSelector("#archive, #progress .worse");
    found.print_ms.push(Date.now() - ordered);
    await downloaded(client, out, `${preset}-${seed}.zip`, () => press(tab, "#archive"));
    await downloaded(client, out, `${preset}-${seed}-project.zip`, () => press(tab, "#save-project"));
  }
});
