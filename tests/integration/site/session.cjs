// A user's session on the site: keyboard, storage, links, print, report, companion, offline, faults of the engine.
// Usage: NODE_PATH=… node session.cjs SITE CHROMIUM OUT; prints the findings as JSON. PICTURES names a folder for
// pictures of the pages.
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { begin, downloaded, open, press, searched } = require("./site.cjs");
const { judge } = require("../studio/page.cjs");

const [folder, chromium, out] = process.argv.slice(2);
const found = {};

const text = (tab, selector) => tab.evaluate((selector) => document.querySelector(selector)?.textContent ?? "", selector);
const spec = (tab) => tab.evaluate(() => app.state.text);
const edited = async (tab, seed) => {
  await tab.evaluate((seed) => edit("seed", { value: { path: ["seed"], to: seed } }), seed);
  await searched(tab);
};
const SIZES = [["desktop", { width: 1440, height: 900 }], ["phone", { width: 390, height: 844 }]];

async function looked(tab, name) {
  for (const [size, viewport] of SIZES) {
    await tab.setViewport(viewport);
    await judge(tab, `${name}-${size}`, found);
  }
  // Text of twice the size.
  await tab.evaluate(() => { document.documentElement.style.fontSize = "200%"; });
  await judge(tab, `${name}-large`, found);
  await tab.evaluate(() => { document.documentElement.style.fontSize = ""; });
  await tab.setViewport(SIZES[0][1]);
}

open(folder, chromium, out, found, async ({ tab, browser, client, server, address }) => {
  // The start page: the first card, and a preset chosen by keys alone.
  await tab.setViewport(SIZES[0][1]);
  await tab.goto(address);
  await tab.waitForFunction(() => document.documentElement.dataset.ready);
  found.first_card_ms = await tab.evaluate(() => Number(document.documentElement.dataset.ready));
  await tab.waitForFunction(() => [...document.querySelectorAll("#presets img")].every((image) => image.src));
  await looked(tab, "start");
  await tab.focus("#count");
  await tab.keyboard.type("60");
  for (let at = 0; at < 30 && await tab.evaluate(() => document.activeElement.dataset.preset !== "true-dice"); at++) await tab.keyboard.press("Tab");
  await Promise.all([tab.waitForNavigation(), tab.keyboard.press("Enter")]);
  await tab.waitForFunction(() => document.querySelector("#card img"));
  found.studio_card_ms = await tab.evaluate(() => Math.round(performance.now()));
  found.keyboard = (await spec(tab)).includes("cards = 60");
  await searched(tab);
  await looked(tab, "studio");

  // A fault is shown at its line, and nothing is printed of it.
  const good = await spec(tab);
  await tab.evaluate((text) => edit("text", { text }), good.replace("cards = 60", "cards = 600"));
  await tab.waitForSelector("#faults li");
  found.fault = (await text(tab, "#faults")).includes("line ");
  await tab.evaluate((text) => edit("text", { text }), good);
  await edited(tab, 77);

  // What is stored is opened again without a search.
  await tab.reload();
  await tab.waitForFunction(() => app.figures?.stage === "settled");
  found.reload = (await spec(tab)).includes("seed = 77") && await tab.evaluate(() => site.deck !== null);

  // A link holds the changes.
  await press(tab, "#copy-link");
  await tab.waitForFunction(() => byId("link").value !== "");
  const link = await tab.evaluate(() => byId("link").value);
  found.link_characters = link.length;
  const other = await browser.newPage();
  await other.goto(link);
  await other.waitForFunction(() => app.state !== null);
  found.link = await spec(other) === await spec(tab);
  await other.close();

  // A saved project opens from its file.
  await downloaded(client, out, "project.zip", () => press(tab, "#save-project"));
  const saved = await spec(tab);
  await begin(tab, address, { file: join(out, "project.zip") });
  found.archive = await spec(tab) === saved;
  await searched(tab);

  // Print is cancelled, then made for a vendor.
  await tab.evaluate(() => { byId("print-png").checked = true; });
  await press(tab, "#print");
  await tab.waitForSelector("[data-key=cancel]");
  await press(tab, "[data-key=cancel]");
  await tab.waitForSelector("#progress .worse");
  found.cancelled = (await text(tab, "#progress")).includes("cancelled");
  await tab.select("#print-layout", "vendor makeplayingcards");
  await tab.select("#print-theme", "west");
  await press(tab, "#print");
  await tab.waitForSelector("#archive");
  found.vendor = (await downloaded(client, out, "vendor.zip", () => press(tab, "#archive"))).startsWith("actiondeck-");
  found.vendor_files = readFileSync(join(out, "vendor.zip"), "latin1").split("makeplayingcards/").length;

  // A damaged link, and an archive without a spec.
  const wrong = await browser.newPage();
  await wrong.goto(`${address}studio.html#project=${link.slice(-60)}`);
  await wrong.waitForFunction(() => byId("stage").textContent !== "");
  const refusals = [await text(wrong, "#stage")];
  await wrong.goto(address);
  await (await wrong.waitForSelector("#file")).uploadFile(join(out, "vendor.zip"));
  await wrong.waitForFunction(() => byId("news").textContent !== "");
  refusals.push(await text(wrong, "#news"));
  await wrong.close();
  found.refusals = refusals[0].includes("the link is damaged") && refusals[1].includes("the archive has no deck.toml");

  // The report and the companion run under their own policies.
  for (const [kind, selector] of [["report", "h1"], ["companion", "#tabs button"]]) {
    await press(tab, `#make-${kind}`);
    await tab.waitForSelector(`#open-${kind}`);
    const opening = new Promise((resolve) => browser.once("targetcreated", (target) => resolve(target.page())));
    await press(tab, `#open-${kind}`);
    const page = await opening;
    page.on("pageerror", (error) => found.messages.push(error.stack));
    await page.waitForSelector(selector);
    found[kind] = (await page.evaluate(() => document.title)).includes("True Dice");
    await page.close();
  }

  // Without a network.
  await server.stop();
  await tab.reload();
  await tab.waitForFunction(() => app.figures !== null && document.querySelector("#card img"));
  found.offline = true;

  // The engine stops, and starts again with what is stored.
  await searched(tab);
  await tab.evaluate(() => {
    get("/figures").catch(() => {});
    setTimeout(() => designer.heard({ trap: "unreachable" }));
  });
  await tab.waitForFunction(() => app.state.revision === 1);
  await searched(tab);
  const kept = await spec(tab);
  await edited(tab, 78);
  found.trap = kept.includes("seed = 77") && (await spec(tab)).includes("seed = 78");

  // The browser stores nothing more.
  await tab.evaluate(() => { Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }; });
  await edited(tab, 79);
  found.refused_storage = await tab.evaluate(async () => site.isRefused && (await get("/project")).unsaved);

  // Texts of a spec are shown as texts.
  const name = "<img src=x onerror=document.title=1><script>document.title=2</script>";
  await tab.evaluate((name) => edit("name", { value: { path: ["name"], to: name } }), name);
  await searched(tab);
  found.inert = await tab.evaluate(() => !["1", "2"].includes(document.title)) && (await spec(tab)).includes("onerror");
  tab.removeAllListeners("dialog");
  tab.on("dialog", (dialog) => dialog.accept());
});
