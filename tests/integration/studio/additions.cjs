// A deck of one's own, made in the form of the studio: a column, elements, texts, a pin, and their removal.
// Usage: NODE_PATH=… node additions.cjs ADDRESS CHROMIUM; prints the findings as JSON. PICTURES names a folder
// for pictures of the page.
"use strict";
const { judge, open, settled } = require("./page.cjs");

const [address, chromium] = process.argv.slice(2);
const found = { focused: [], faults: [] };

const idle = (tab) => tab.waitForFunction(() => edits.waiting.length === 0 && !edits.flying && !app.state.reading, { timeout: 60000 });

/** Adds something to a section: chooses it, fills in what is asked, and presses Enter in the last field. */
async function add(tab, title, label, entries) {
  const group = await tab.evaluateHandle((title, label) => {
    const section = [...document.querySelectorAll("#form details")].find((one) => one.dataset.title === title);
    section.open = true;
    const group = section.querySelector(".add");
    const select = group.querySelector(":scope > .field > select");
    if (select) {
      select.selectedIndex = [...select.options].findIndex((option) => option.textContent === label);
      if (select.selectedIndex < 0) throw new Error(`${title} has no ${label}`);
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
    return group;
  }, title, label);
  const inputs = await group.$$(":scope > div:not(.field) :is(input, select)");
  for (const [at, entry] of entries.entries()) {
    await inputs[at].evaluate((input) => { input.value = ""; });
    await inputs[at].type(entry);
  }
  const revision = await tab.evaluate(() => app.state.revision);
  if (inputs.length > 0) await inputs.at(-1).press("Enter");
  else await (await group.$("button")).press("Enter");
  await tab.waitForFunction((revision) => app.state.revision > revision, { timeout: 60000 }, revision);
  await idle(tab);
  found.focused.push(await tab.evaluate(() => document.activeElement.closest("[data-field]")?.dataset.field ?? null));
  found.faults.push(...await tab.evaluate(() => app.state.faults.map((fault) => fault.message)));
}

open(address, chromium, found, async (tab) => {
  await settled(tab);
  found.open = await tab.evaluate(() => [...document.querySelectorAll("#form details[open] > summary")].map((one) => one.textContent));
  found.labels = await tab.evaluate(() => [...document.querySelectorAll("#form summary")].map((one) => one.textContent));
  await add(tab, "cause", "Column", ["d20"]);
  await add(tab, "+", "Element: a table", ["Sky", "blue, grey"]);
  await add(tab, "element[0].counts", "Value", ["black"]);
  await add(tab, "+", "Element: dice", ["Mood", "2d6"]);
  await add(tab, "", "Version", ["1.0"]);
  await add(tab, "", "Credit", ["Ada Example"]);
  await add(tab, "+", "Shuffle: when few cards are left", ["18"]);
  await tab.evaluate(() => { [...document.querySelectorAll("#form details")].find((one) => one.dataset.title === "pins").open = true; });
  await tab.waitForSelector("#pin-card");
  await tab.evaluate(() => { document.getElementById("pin-card").value = 7; });
  await tab.select("#pin-field", "cause_d20_1");
  await tab.type("#pin-value", "20");
  await tab.keyboard.press("Enter");
  await tab.waitForFunction(() => app.state.pins?.list.length === 1, { timeout: 60000 });
  await idle(tab);
  await judge(tab, "added", found);
  // Removal by keyboard: the version, and the first column.
  for (const path of [["version"], ["cause", "columns", 0]]) {
    await tab.evaluate((path) => { document.querySelector(`[data-field='${JSON.stringify(path)}']`).closest("details").open = true; }, path);
    await tab.focus(`[data-field='${JSON.stringify(path)}'] .remove`);
    found.remove = await tab.evaluate(() => document.activeElement.getAttribute("aria-label"));
    const revision = await tab.evaluate(() => app.state.revision);
    await tab.keyboard.press("Enter");
    await tab.waitForFunction((revision) => app.state.revision > revision, { timeout: 60000 }, revision);
    await idle(tab);
    found.faults.push(...await tab.evaluate(() => app.state.faults.map((fault) => fault.message)));
  }
  await tab.setViewport({ width: 360, height: 740 });
  await judge(tab, "narrow", found);
  await tab.click("#save");
  await tab.waitForFunction(() => !app.state.unsaved, { timeout: 60000 });
});
