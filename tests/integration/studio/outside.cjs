// The page while another program saves the spec, with sliders moved by keys, a fault, the gallery and the divider.
// Usage: NODE_PATH=… node outside.cjs ADDRESS CHROMIUM FILE; FILE is the spec. Prints the findings as JSON.
"use strict";
const { readFileSync, writeFileSync } = require("node:fs");
const { judge, open, settled } = require("./page.cjs");

const [address, chromium, file] = process.argv.slice(2);
const found = {};

const field = (path) => `#form [data-field='${JSON.stringify(path)}']`;
const text = (tab, selector) => tab.evaluate((selector) => document.querySelector(selector).innerText, selector);
const state = (tab) => tab.evaluate(() => ({ text: app.state.text, unsaved: app.state.unsaved, outside: app.state.outside, undo: app.state.undo }));

/** Saves the spec as another program. */
const saveOutside = (old, now) => writeFileSync(file, readFileSync(file, "utf8").replace(old, now));

/** Sets a number of the form as a user does. */
async function setNumber(tab, path, value) {
  await tab.evaluate((selector) => { document.querySelector(selector).closest("details").open = true; }, field(path));
  await tab.click(`${field(path)} input[type=number]`, { count: 3 });
  await tab.keyboard.type(String(value));
  await tab.keyboard.press("Enter");
  await tab.waitForFunction(() => edits.waiting.length === 0 && !edits.flying);
}

async function slide(tab) {
  const counts = () => tab.evaluate(() => ["-2", "-1", "0", "1", "2"].map((key) => document.querySelector(`#form [data-field='["penetration","${key}"]'] input[type=number]`).valueAsNumber));
  await tab.evaluate((selector) => { document.querySelector(selector).closest("details").open = true; }, field(["penetration", "2"]));
  await tab.focus(`${field(["penetration", "2"])} input[type=range]`);
  for (let step = 0; step < 10; step++) await tab.keyboard.press("ArrowRight");
  await tab.waitForFunction(() => edits.waiting.length === 0 && !edits.flying);
  found.slid = await counts();
  for (let step = 0; step < 10; step++) await tab.keyboard.press("ArrowLeft");
  await tab.waitForFunction(() => edits.waiting.length === 0 && !edits.flying);
  found.slid_back = await counts();
  found.unsaved_after_sliding = (await state(tab)).unsaved;
  await settled(tab);
}

async function follow(tab) {
  saveOutside("seed = 7", "seed = 8");
  await tab.waitForFunction(() => app.state.text.includes("seed = 8"), { timeout: 20000 });
  found.followed = { ...(await state(tab)), news: await text(tab, "#news") };
  await settled(tab);
}

async function decide(tab) {
  await setNumber(tab, ["seed"], 11);
  saveOutside("# a caravan", "# a caravan of salt");
  await tab.waitForSelector("#outside.filled", { timeout: 20000 });
  await tab.click("#show-difference");
  await tab.waitForSelector("#difference .line.theirs");
  await judge(tab, "bar", found);
  const lines = (side) => tab.evaluate((side) => [...document.querySelectorAll(`#difference .group .${side} > :last-child`)].map((line) => line.innerText), side);
  found.difference = { theirs: await lines("theirs"), mine: await lines("mine") };
  // Saving does not overwrite the file, and the bar stays.
  await tab.keyboard.down("Control");
  await tab.keyboard.press("s");
  await tab.keyboard.up("Control");
  await tab.waitForFunction(() => document.getElementById("news").classList.contains("bad"));
  found.bar = await text(tab, "#outside-news");
  found.kept_theirs = readFileSync(file, "utf8").includes("caravan of salt");
  await tab.click("#mine");
  await tab.waitForSelector("#outside:not(.filled)");
  found.mine = await state(tab);
  await tab.click("#save");
  await tab.waitForFunction(() => !app.state.unsaved);
  found.saved_mine = readFileSync(file, "utf8");
  await setNumber(tab, ["seed"], 12);
  saveOutside("# a caravan", "# a caravan of sand");
  await tab.waitForSelector("#theirs", { timeout: 20000 });
  await tab.click("#theirs");
  await tab.waitForFunction(() => app.state.text.includes("of sand"));
  found.theirs = await state(tab);
  await tab.click("#undo");
  await tab.waitForFunction(() => app.state.text.includes("seed = 12"));
  found.undone = await state(tab);
  await settled(tab);
}

async function fail(tab) {
  const rows = field(["cause", "rows"]);
  await tab.evaluate((rows) => { document.querySelector(rows).closest("details").open = true; }, rows);
  const top = () => tab.evaluate((rows) => Math.round(document.querySelector(rows).getBoundingClientRect().top), rows);
  await tab.evaluate((rows) => document.querySelector(rows).scrollIntoView({ block: "center" }), rows);
  const before = await top();
  await setNumber(tab, ["cause", "rows"], 33);
  await tab.waitForSelector(".faulty");
  const box = await tab.evaluate((rows) => {
    const [row, panel, faults] = [document.querySelector(rows), document.getElementById("spec"), document.getElementById("faults")].map((one) => one.getBoundingClientRect());
    return row.top >= panel.top && row.bottom <= Math.min(panel.bottom, faults.top);
  }, rows);
  found.fault = {
    moved: Math.abs(await top() - before), in_view: box,
    marked: await tab.evaluate(() => [...document.querySelectorAll(".faulty")].map((row) => row.dataset.field)),
    invalid: await tab.evaluate((rows) => document.querySelector(`${rows} input[type=number]`).getAttribute("aria-invalid"), rows),
    note: await text(tab, `${rows} .fault-note`),
    verdict: await text(tab, "#verdict .verdict"),
    grey: await tab.evaluate(() => {
      const quiet = getComputedStyle(document.querySelector("#verdict .quiet")).color;
      return [...document.querySelectorAll("#verdict .verdict, #verdict td")].every((part) => getComputedStyle(part).color === quiet);
    }),
  };
  await judge(tab, "fault", found);
  await setNumber(tab, ["cause", "rows"], 3);
  await tab.waitForFunction(() => document.querySelector(".faulty, .stale") === null);
  await settled(tab);
}

async function browse(tab) {
  await tab.evaluate(() => document.getElementById("gallery").scrollIntoView());
  await tab.waitForFunction(() => document.querySelectorAll("#gallery [data-card][data-stamp]").length > 8, { timeout: 60000 });
  await tab.focus("#gallery [tabindex='0']");
  for (const key of ["Home", "ArrowRight", "ArrowRight", "Enter"]) await tab.keyboard.press(key);
  await tab.waitForFunction(() => document.getElementById("beside-head").textContent === "Card 2");
  found.pair = await tab.evaluate(() => document.querySelectorAll("#pair-of-cards img, #pair-of-odds svg").length);
  await judge(tab, "gallery", found);
  const width = () => tab.evaluate(() => document.getElementById("spec").offsetWidth);
  const narrow = await width();
  await tab.focus("#divider");
  for (let step = 0; step < 5; step++) await tab.keyboard.press("ArrowRight");
  found.widened = await width() - narrow;
  await tab.click("#as-text");
  const heights = () => tab.evaluate(() => [...document.querySelectorAll("#lines span")].map((line) => line.getBoundingClientRect().height));
  const wrapped = await heights();
  await tab.click("#wrap");
  found.wraps = [Math.max(...wrapped) > Math.min(...wrapped) * 1.5, new Set((await heights()).map(Math.round)).size];
  await tab.click("#wrap");
  await judge(tab, "text", found);
  await tab.click("#as-form");
  // The card is in view beside the form, at the top and the end of the page.
  found.card_in_view = [];
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    await tab.setViewport({ width, height });
    for (const end of [false, true]) {
      await tab.evaluate((end) => scrollTo(0, end ? document.body.scrollHeight : 0), end);
      await new Promise((resolve) => setTimeout(resolve, 300));
      found.card_in_view.push(await tab.evaluate(() => {
        const { top, bottom, left, right } = document.querySelector("#card .card").getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
      }));
    }
    await judge(tab, `sides ${width}`, found);
  }
}

open(address, chromium, found, async (tab) => {
  await tab.setViewport({ width: 1440, height: 900 });
  await settled(tab);
  await slide(tab);
  await follow(tab);
  await decide(tab);
  await fail(tab);
  await browse(tab);
  // The browser logs the refused save too.
  found.messages = found.messages.filter((message) => !message.includes("status of 409"));
});
