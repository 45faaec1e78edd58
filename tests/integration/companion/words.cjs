// Opens companion pages from their files in a headless browser and prints the texts of each as JSON.
// Usage: NODE_PATH=… node words.cjs CHROMIUM PAGE…
"use strict";
const puppeteer = require("puppeteer-core");

const [chromium, ...pages] = process.argv.slice(2);

/** The visible and accessible texts of labels, headings and buttons, without answers. */
const said = (tab) => tab.evaluate(async () => {
  // Closed details may be filled only when they open, which fires an event after this script.
  await Promise.all([...document.querySelectorAll("details:not([open])")].map((one) => new Promise((opened) => {
    one.addEventListener("toggle", opened, { once: true });
    one.open = true;
  })));
  const marks = "header *, nav *, h2, label, legend, summary, button, small, caption, th, dt, option, p.quiet, a.skip";
  const texts = [...document.querySelectorAll(marks)].filter((one) => !one.closest("[lang=en]:not(html)") && !one.closest(".before"))
    .map((one) => [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent).join(""));
  const heard = [...document.querySelectorAll("[aria-label], [alt]")].map((one) => one.getAttribute("aria-label") ?? one.alt);
  return [...texts, ...heard].map((text) => text.trim()).filter(Boolean);
});

(async () => {
  const browser = await puppeteer.launch({ executablePath: chromium, timeout: 120000, args: ["--no-sandbox"] });
  const found = [];
  for (const page of pages) {
    const tab = await browser.newPage();
    const messages = [];
    tab.on("pageerror", (error) => messages.push(error.message));
    await tab.goto(`file://${page}#card=34`);
    await tab.waitForFunction(() => document.documentElement.dataset.ready);
    const texts = await said(tab);
    let opens = null;
    const parts = await tab.evaluate(() => [...document.querySelectorAll("#tabs [data-part]")].map((one) => one.dataset.part));
    for (const part of parts.filter((part) => part !== "look")) {
      await tab.click(`#tabs [data-part=${part}]`);
      if (part === "play") {
        opens = await tab.evaluate(() => ({
          chosen: [...document.querySelectorAll(".question input:checked")].map((one) => one.value),
          list: document.querySelector(".question select")?.selectedOptions[0].textContent ?? null,
          before: document.querySelector(".before")?.textContent ?? "",
        }));
      }
      texts.push(...await said(tab));
      // Every question alone: each word and its description.
      const words = part === "play" ? await tab.evaluate(() => [...document.querySelector(".question > fieldset").querySelectorAll("input")].map((one) => one.value)) : [];
      for (const word of words) {
        const names = await tab.evaluate((word) => {
          document.querySelector(`.question input[value="${word}"]`).click();
          const values = [...document.querySelectorAll(".question input[type=radio], .question option")].map((one) => one.value);
          return values.filter((value) => value.includes(` ${word}`));
        }, word);
        for (const name of names.length > 0 ? names : [""]) {
          await tab.evaluate((name) => {
            const chip = name && document.querySelector(`.question input[value="${name}"]`);
            const list = [...document.querySelectorAll(".question select")].find((one) => [...one.options].some((option) => option.value === name));
            if (chip) chip.click();
            else if (name && list) {
              list.value = name;
              list.dispatchEvent(new Event("change"));
            }
          }, name);
          texts.push(...await said(tab));
        }
      }
    }
    const language = await tab.evaluate(() => document.documentElement.lang);
    found.push({ opens, language, title: await tab.title(), messages, texts: [...new Set(texts)] });
    await tab.close();
  }
  console.log(JSON.stringify(found));
  await browser.close();
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
