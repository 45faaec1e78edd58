// A designer's session on the page of the studio.
// Usage: NODE_PATH=… node session.cjs ADDRESS CHROMIUM; prints the findings as JSON. PICTURES names a
// folder for pictures of the page.
"use strict";
const { judge, open, picture, settled } = require("./page.cjs");

const [address, chromium] = process.argv.slice(2);
const found = { slider: [], curves: [], keyboard: [] };

const clickButton = (tab, text, within = "body") => tab.evaluate((text, within) => {
  const one = [...document.querySelectorAll(`${within} button`)].find((other) => other.textContent === text && !other.disabled);
  if (!one) throw new Error(`no button ${text}`);
  one.click();
}, text, within);

const count = (tab) => tab.evaluate(() => app.state.form.find((section) => section.title === "penetration").fields.find((field) => field.label === "0").value);
const curve = (tab) => tab.evaluate(() => document.querySelector("#curves path.deck").getAttribute("d"));
const cell = "[data-key='34 cause_d6_1']";

/** Moves the slider of a value by keys. */
async function slide(tab, path, key, times) {
  const slider = `input[type=range][data-path='${JSON.stringify(path)}']`;
  await tab.$eval(slider, (one) => { one.closest("details").open = true; });
  await tab.focus(slider);
  for (let step = 0; step < times; step++) await tab.keyboard.press(key);
}

async function tune(tab) {
  found.slider.push(await count(tab));
  await slide(tab, ["penetration", "0"], "ArrowRight", 6);
  await settled(tab);
  found.slider.push(await count(tab));
  // A drag sends many values and is one undo step.
  await tab.evaluate(() => {
    const slider = document.querySelector("input[type=range][data-path='[\"penetration\",\"0\"]']");
    for (const value of [40, 45, 50, 54]) {
      slider.value = value;
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    }
    slider.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await settled(tab);
  found.slider.push(await count(tab));
  while (await tab.evaluate(() => app.state.undo > 0)) {
    const undo = await tab.evaluate(() => app.state.undo);
    await tab.click("#undo");
    await tab.waitForFunction((undo) => app.state.undo < undo, {}, undo);
  }
  await settled(tab);
  found.slider.push(await count(tab));
  await clickButton(tab, "Checks d8", "#curves");
  found.curves.push(await curve(tab));
  await clickButton(tab, "Checks d6", "#curves");
  await slide(tab, ["cause", "exceptional", "d8", 0], "ArrowLeft", 1);
  await tab.waitForFunction(() => app.figures.stage === "preview", { timeout: 60000, polling: 5 });
  found.sketched = await tab.evaluate(() => document.querySelector("#verdict .verdict").textContent);
  found.edit_to_curves_ms = await tab.evaluate(() => app.drawn_at - app.edited_at);
  await tab.waitForFunction(() => app.faced_at > app.edited_at, { timeout: 60000, polling: 5 });
  found.edit_to_faces_ms = await tab.evaluate(() => app.faced_at - app.edited_at);
  await settled(tab);
  found.curves.push(await curve(tab));
  await picture(tab, "tuned");
}

async function pin(tab) {
  await tab.waitForSelector(cell);
  await tab.click(cell);
  await tab.waitForFunction((cell) => document.querySelector(cell)?.getAttribute("aria-pressed") === "true", { timeout: 60000 }, cell);
  await settled(tab);
  found.pinned = await tab.evaluate((cell) => document.querySelector(cell).getAttribute("aria-label"), cell);
  await picture(tab, "pinned");
}

async function look(tab) {
  await clickButton(tab, "Joint error in cards", "#map");
  const box = await (await tab.$("canvas.map")).boundingBox();
  await tab.evaluate(() => document.querySelector("canvas.map").scrollIntoView());
  await tab.evaluate(({ width, height }) => {
    const canvas = document.querySelector("canvas.map");
    const { left, top } = canvas.getBoundingClientRect();
    canvas.dispatchEvent(new MouseEvent("click", { clientX: left + width * 0.02, clientY: top + height * 0.98, bubbles: true }));
  }, box);
  found.map = await tab.evaluate(() => document.getElementById("pair").textContent);
  found.compared = await tab.evaluate(() => document.querySelector("#compare p").textContent);
}

async function mend(tab) {
  await tab.click("#as-text");
  await tab.evaluate(() => {
    const source = document.getElementById("source");
    source.value = source.value.replace("rows = 3", "rows = 33");
    source.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await tab.waitForFunction(() => app.state.faults.length > 0);
  await judge(tab, "fault", found);
  await tab.click("#faults button");
  found.fault = await tab.evaluate(() => {
    const source = document.getElementById("source");
    return [document.querySelector("#faults button").textContent, source.value.slice(source.selectionStart, source.selectionEnd)];
  });
  found.verdict_of_faults = await tab.evaluate(() => document.querySelector("#verdict .verdict").textContent);
  await tab.click("#undo");
  await tab.waitForFunction(() => app.state.faults.length === 0 && document.getElementById("source").value.includes("rows = 3\n"));
  await settled(tab);
  // A valid spec whose cards cannot be drawn.
  await tab.evaluate(() => {
    const source = document.getElementById("source");
    source.value = source.value.replace("Salt Road", "The road of salt, sand and silence from the last well of the hills to the first harbour");
    source.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await tab.waitForSelector("#card .worse", { timeout: 60000 });
  found.undrawn = await tab.evaluate(() => document.querySelector("#card .worse").textContent);
  await judge(tab, "undrawn", found);
  await tab.click("#undo");
  await tab.click("#as-form");
  await settled(tab);
  // The browser logs refused requests of the studio too.
  found.messages = found.messages.filter((message) => !message.includes("status of 422"));
}

/** Checks that Tab reaches every control once, without focus traps. */
async function byKeyboard(tab) {
  await tab.evaluate(() => { document.activeElement.blur(); scrollTo(0, 0); });
  const wanted = ["#undo, #look", "#as-text", "#form summary", "#form input[type=range]", "#curves button", "#divider", "#card-number", cell, "#gallery button", "#map select", "#compare button", "#print", "#export"];
  const reached = new Set();
  for (let step = 0; step < 400 && reached.size < wanted.length; step++) {
    await tab.keyboard.press("Tab");
    for (const one of await tab.evaluate((wanted) => wanted.filter((selector) => document.activeElement.matches(selector)), wanted)) reached.add(one);
  }
  found.keyboard.push(...wanted.map((one) => reached.has(one) || one));
  await tab.focus(cell);
  await tab.keyboard.press("Enter");
  await tab.waitForFunction((cell) => document.querySelector(cell)?.getAttribute("aria-pressed") === "false", { timeout: 60000 }, cell);
  await tab.keyboard.down("Control");
  await tab.keyboard.press("z");
  await tab.keyboard.up("Control");
  await tab.waitForFunction((cell) => document.querySelector(cell)?.getAttribute("aria-pressed") === "true", { timeout: 60000 }, cell);
  await settled(tab);
}

async function finish(tab) {
  const asked = new Promise((resolve) => tab.once("dialog", async (dialog) => { resolve(dialog.type()); await dialog.dismiss(); }));
  await tab.close({ runBeforeUnload: true });
  found.leaving = await asked;
  await tab.keyboard.down("Control");
  await tab.keyboard.press("s");
  await tab.keyboard.up("Control");
  await tab.waitForFunction(() => !app.state.unsaved);
  await tab.select("#target", "dxf");
  await tab.click("#export");
  const link = await tab.waitForSelector("#progress a", { timeout: 120000 });
  found.archive = await tab.evaluate(async (link) => {
    const bytes = new Uint8Array(await (await fetch(link.href)).arrayBuffer());
    return String.fromCharCode(...bytes.slice(0, 2));
  }, link);
}

open(address, chromium, found, async (tab) => {
  await settled(tab);
  found.address = await tab.evaluate(() => location.href);
  found.first_paint_ms = await tab.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
  await judge(tab, "opened", found);
  await tune(tab);
  await pin(tab);
  await look(tab);
  await mend(tab);
  await byKeyboard(tab);
  for (const scheme of ["light", "dark"]) {
    await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    for (const width of [1024, 400]) {
      await tab.setViewport({ width, height: 800 });
      await judge(tab, `${scheme} ${width}`, found);
    }
  }
  await finish(tab);
});
