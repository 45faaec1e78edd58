// Opens a companion page from its file in a headless browser and plays a fight on it by clicks.
// Usage: NODE_PATH=… node fight.cjs PAGE CHROMIUM; prints the observations as JSON.
"use strict";
const puppeteer = require("puppeteer-core");
const { readFileSync } = require("node:fs");

const [page, chromium] = process.argv.slice(2);
const address = `file://${page}`;
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const found = { messages: [], requests: [], ready_ms: [], question_ms: 0, fight_ms: 0, axe: [], widths: [], answers: [], grey: [] };

/** Opens a tab of this size and colour scheme, which records console messages and requests. */
async function open(browser, width, height, scheme) {
  const tab = await browser.newPage();
  tab.on("console", (message) => found.messages.push(message.text()));
  tab.on("pageerror", (error) => found.messages.push(error.message));
  tab.on("request", (request) => found.requests.push(request.url()));
  await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }, { name: "prefers-reduced-motion", value: "reduce" }]);
  await tab.setViewport({ width, height, hasTouch: width < 600, isMobile: width < 600 });
  await tab.goto(address);
  await tab.waitForFunction(() => document.documentElement.dataset.ready);
  found.ready_ms.push(Number(await tab.evaluate(() => document.documentElement.dataset.ready)));
  return tab;
}

/** Finds controls by the text of their label or button. */
const clickLabel = (tab, text, within = "main") => tab.evaluate((text, within) => {
  const label = [...document.querySelectorAll(`${within} label`)].find((one) => one.textContent === text);
  if (!label) throw new Error(`no label ${text}`);
  label.click();
}, text, within);
const clickButton = (tab, text) => tab.evaluate((text) => {
  const one = [...document.querySelectorAll("main button")].find((other) => other.textContent.startsWith(text) && !other.disabled);
  if (!one) throw new Error(`no button ${text}`);
  one.click();
}, text);
const choose = async (tab, label, value) => {
  const id = await tab.evaluate((label) => [...document.querySelectorAll("main label")].find((one) => one.textContent === label).htmlFor, label);
  await tab.select(`#${id}`, value);
};
const fill = async (tab, label, value) => {
  const id = await tab.evaluate((label) => [...document.querySelectorAll("main label")].find((one) => one.textContent === label).htmlFor, label);
  await tab.evaluate((id, value) => {
    const input = document.getElementById(id);
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, id, value);
};
/** Selects a question by its name: its word, then its description. */
const question = (tab, name) => tab.evaluate((name) => {
  const word = name.split(" ")[1];
  document.querySelector(`.question input[value="${word}"]`).click();
  const chip = document.querySelector(`.question input[value="${name}"]`);
  if (chip) return chip.click();
  const list = [...document.querySelectorAll(".question select")].find((one) => [...one.options].some((option) => option.value === name));
  if (!list) return;
  list.value = name;
  list.dispatchEvent(new Event("change"));
}, name);
const part = (tab, name) => tab.click(`#tabs [data-part=${name}]`);
const verdict = (tab) => tab.evaluate(() => [...document.querySelectorAll(".answer p")].map((line) => line.textContent));

/** Types the number of a drawn card. */
async function card(tab, label, number) {
  await fill(tab, label, String(number));
  const id = await tab.evaluate((label) => [...document.querySelectorAll("main label")].find((one) => one.textContent === label).htmlFor, label);
  await tab.focus(`#${id}`);
  await tab.keyboard.press("Enter");
  const answer = await verdict(tab);
  found.answers.push(answer);
  return answer;
}

/** Runs axe on the page and records its violations. */
async function judge(tab, name) {
  await tab.evaluate(axe);
  const { violations } = await tab.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }));
  for (const { id, nodes } of violations) found.axe.push(`${name}: ${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
  found.widths.push(await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth));
}

/** At double text size: elements wider than the screen, the height of the header, and the end of the tabs. */
async function enlarged(tab) {
  await tab.evaluate(() => { document.documentElement.style.fontSize = "212.5%"; });
  for (const name of ["look", "people", "log", "play"]) {
    await part(tab, name);
    found.widths.push(await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth));
  }
  found.large = await tab.evaluate(() => ({
    header: document.querySelector("header").getBoundingClientRect().height / innerHeight,
    tabs: [...document.querySelectorAll("#tabs button")].every((one) => {
      const { left, right, bottom } = one.getBoundingClientRect();
      return left >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1 && one.scrollWidth <= one.clientWidth;
    }),
  }));
  await tab.evaluate(() => { document.documentElement.style.fontSize = ""; });
  await question(tab, "west attack");
  await tab.evaluate(() => scrollTo(0, 0));
  found.card_field = await tab.evaluate(() => document.querySelector(".draw input.number").getBoundingClientRect().bottom / innerHeight);
}

/** A fight of two characters with printed cards. */
async function fight(tab) {
  const start = performance.now();
  await part(tab, "play");
  await question(tab, "west attack");
  await choose(tab, "Who acts", "example gunfighter");
  await choose(tab, "At whom", "example brute");
  await fill(tab, "Distance, metres", "12");
  await fill(tab, "Bumps: up, or down below 0", "0");
  found.before = await tab.evaluate(() => document.querySelector(".before").textContent);
  for (const number of [50, 34, 7]) {
    const answer = await card(tab, "Card that came up", number);
    if (await tab.$("#apply")) await tab.click("#apply");
    if (answer.some((line) => line.includes("may go on")) && number === 34) {
      await card(tab, "Follow-up card", 11);
    }
  }
  await question(tab, "west attack blow");
  await choose(tab, "Who acts", "example brute");
  await choose(tab, "At whom", "example gunfighter");
  await choose(tab, "Called", "head");
  await card(tab, "Card that came up", 44);
  if (await tab.$("#apply")) await tab.click("#apply");
  // A reload keeps the question and the open step.
  const open = await verdict(tab);
  await tab.reload();
  await tab.waitForFunction(() => document.documentElement.dataset.ready);
  await part(tab, "play");
  found.reloaded = [open, await verdict(tab), await tab.evaluate(() => document.querySelectorAll(".question select")[0].value)];
  await question(tab, "west hurt stun");
  await choose(tab, "Who acts", "example brute");
  await card(tab, "Card that came up", 20);
  await question(tab, "west check");
  await choose(tab, "Who acts", "");
  await clickLabel(tab, "d8");
  await clickLabel(tab, "2");
  await fill(tab, "Target number", "5");
  await card(tab, "Card that came up", 3);
  await question(tab, "west read location");
  await clickButton(tab, "Read on card");
  found.answers.push(await verdict(tab));
  await question(tab, "west check for surprise");
  await clickLabel(tab, "expects danger");
  await card(tab, "Card that came up", 25);
  await question(tab, "west attack throw");
  await choose(tab, "Strength", "d8");
  await card(tab, "Card that came up", 26);
  await question(tab, "west contest");
  await card(tab, "Card that came up 1/2", 12);
  await card(tab, "Card that came up 2/2", 37);
  await question(tab, "west read effect");
  await card(tab, "Card that came up", 41);
  await part(tab, "people");
  await tab.evaluate(() => { for (const one of document.querySelectorAll("details")) one.open = true; });
  await clickButton(tab, "Hurt");
  // A hand of two cards, of which one is used in a check.
  await tab.evaluate(() => { for (const one of document.querySelectorAll("details")) one.open = true; });
  const holder = await tab.evaluate(() => document.querySelector(".people h2").textContent);
  await fill(tab, "Numbers of the cards drawn", "5 6");
  await clickLabel(tab, "Keep all cards");
  await clickButton(tab, "Draw the hand");
  await part(tab, "play");
  await question(tab, "west check");
  await choose(tab, "Who acts", holder);
  found.held = await tab.evaluate(() => [...document.querySelectorAll("main button")].map((one) => one.textContent).filter((text) => text.includes("of the hand")));
  await judge(tab, "hand");
  await clickButton(tab, "Use card 5 of the hand");
  found.used = await verdict(tab);
  await part(tab, "log");
  await clickButton(tab, "Undo");
  await clickButton(tab, "End the round");
  await clickButton(tab, "Shuffle");
  found.fight_ms = performance.now() - start;
  found.log = await tab.evaluate(() => document.querySelectorAll(".log li").length);
  found.session = await tab.evaluate(() => Object.entries(localStorage).find(([, text]) => text.startsWith("{\"format\":\"actiondeck-session"))?.[1]);
}

/** A check made with the keyboard alone. */
async function byKeyboard(tab) {
  await tab.evaluate(() => { document.activeElement.blur(); scrollTo(0, 0); });
  const reach = async (test) => {
    for (let step = 0; step < 80; step++) {
      await tab.keyboard.press("Tab");
      if (await tab.evaluate(test)) return step;
    }
    throw new Error(`the keyboard does not reach ${test}`);
  };
  await reach(() => document.activeElement.textContent === "Cards");
  await tab.keyboard.press("Enter");
  await reach(() => document.activeElement.inputMode === "numeric" && document.activeElement.classList.contains("number"));
  await tab.keyboard.type("34");
  await tab.keyboard.press("Enter");
  await reach(() => document.activeElement.type === "radio" && document.activeElement.closest("fieldset").querySelector("legend").textContent === "Die");
  // The selected die is d6; the next one to the right is d8.
  await tab.keyboard.press("ArrowRight");
  await reach(() => document.activeElement.closest(".stepper") !== null && document.activeElement.tagName === "INPUT");
  await tab.keyboard.press("Backspace");
  await tab.keyboard.type("9");
  found.keyboard = await verdict(tab);
}

/** Returns the share of an element's pixels that an action changes in greyscale. */
async function seenInGrey(tab, element, change) {
  await tab.emulateVisionDeficiency("achromatopsia");
  const picture = async () => {
    await tab.evaluate(() => document.activeElement.blur());
    return (await tab.$(element)).screenshot({ encoding: "base64" });
  };
  const before = await picture();
  await tab.evaluate(change);
  const after = await picture();
  await tab.emulateVisionDeficiency("none");
  const other = await tab.browser().newPage();
  const share = await other.evaluate(async (pictures) => {
    const [one, two] = await Promise.all(pictures.map(async (picture) => {
      const image = new Image();
      image.src = `data:image/png;base64,${picture}`;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, canvas.width, canvas.height).data;
    }));
    let differing = 0;
    for (let place = 0; place < one.length; place += 4) differing += Math.abs(one[place] - two[place]) > 48;
    return (4 * differing) / one.length;
  }, [before, after]);
  await other.close();
  return share;
}

/** Selected, current and invalid controls in greyscale. */
async function inGrey(tab) {
  const chip = (tab) => tab.evaluate(() => [...document.querySelectorAll("main label")].find((one) => one.textContent === "d6").id ||= "grey-chip");
  found.grey.push(["chip", await seenInGrey(tab, `#${await chip(tab)}`, () => document.getElementById("grey-chip").click())]);
  found.grey.push(["tab", await seenInGrey(tab, "#tabs [data-part=people]", () => document.querySelector("#tabs [data-part=people]").click())]);
  await part(tab, "look");
  await fill(tab, "Number", "99");
  await clickButton(tab, "OK");
  found.wrong = await tab.evaluate(() => document.getElementById("news").textContent);
}

(async () => {
  const browser = await puppeteer.launch({ executablePath: chromium, timeout: 120000, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    for (const scheme of ["light", "dark"]) {
      const tab = await open(browser, 320, 640, scheme);
      await tab.evaluate(() => localStorage.clear());
      await tab.reload();
      await tab.waitForFunction(() => document.documentElement.dataset.ready);
      await fill(tab, "Number", "34");
      await clickButton(tab, "OK");
      await judge(tab, `${scheme} cards`);
      found.question_ms = Math.max(found.question_ms, await tab.evaluate(() => {
        const input = [...document.querySelectorAll(".stepper input")][0];
        const start = performance.now();
        for (let tn = 1; tn <= 20; tn++) {
          input.value = String(tn);
          input.dispatchEvent(new Event("input", { bubbles: true }));
        }
        return (performance.now() - start) / 20;
      }));
      await inGrey(tab);
      if (scheme === "light") {
        await enlarged(tab);
        await fight(tab);
      }
      for (const name of ["play", "people", "log"]) {
        await part(tab, name);
        await judge(tab, `${scheme} ${name}`);
      }
      if (scheme === "light") {
        await tab.reload();
        await tab.waitForFunction(() => document.documentElement.dataset.ready);
        await part(tab, "log");
        found.kept = await tab.evaluate(() => document.querySelectorAll(".log li").length);
      }
      await tab.close();
    }
    const scanned = await browser.newPage();
    await scanned.goto(`${address}#card=7`);
    await scanned.waitForFunction(() => document.documentElement.dataset.ready);
    const shown = () => scanned.evaluate(() => document.querySelector("main img.face").alt);
    found.scanned = [await shown()];
    await scanned.evaluate(() => { location.hash = "#card=34"; });
    await scanned.waitForFunction(() => document.querySelector("main img.face").alt.startsWith("Card 34,"));
    found.scanned.push(await shown());
    await scanned.close();
    const tab = await open(browser, 1280, 800, "light");
    await byKeyboard(tab);
    await judge(tab, "wide");
    // The browser must report this request as blocked.
    tab.removeAllListeners("console");
    found.network = await tab.evaluate(() => fetch("https://example.org/").then(() => "open", () => "shut"));
    await tab.close();
  } finally {
    await browser.close();
  }
  process.stdout.write(JSON.stringify(found));
})().catch((error) => {
  process.stderr.write(`${error.stack}\n${JSON.stringify(found.messages)}\n`);
  process.exit(1);
});
