// The HTML reports in a browser that enforces their Content Security Policy.
// Usage: NODE_PATH=… node report_pages.cjs CHROMIUM PAGE…; prints what was seen of each page as JSON.
"use strict";
const puppeteer = require("puppeteer-core");

/** Returns what a page shows, and whether an injected script, style or remote picture took effect. */
const seen = async () => {
  const body = document.body;
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.getBoundingClientRect().width > 10).length;
  const style = { width: getComputedStyle(body).maxWidth, font: getComputedStyle(body).fontFamily };
  const data = Object.assign(new Image(), { src: "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" });
  await data.decode().catch(() => null);
  const blocked = [];
  addEventListener("securitypolicyviolation", (event) => blocked.push(event.effectiveDirective));
  const script = document.createElement("script");
  script.textContent = "window.injected = true";
  const sheet = document.createElement("style");
  sheet.textContent = "body { max-width: 1px }";
  const picture = Object.assign(new Image(), { src: "https://example.invalid/x.png" });
  body.append(script, sheet, picture);
  await new Promise((resolve) => setTimeout(resolve, 200));
  return { style, data: data.naturalWidth === 1, svgs: shown("svg"), texts: shown("pre"), tables: shown("table"), injected: window.injected ?? false, narrowed: getComputedStyle(body).maxWidth === "1px", blocked };
};

(async () => {
  const [chromium, ...pages] = process.argv.slice(2);
  const browser = await puppeteer.launch({ executablePath: chromium, timeout: 120000, args: ["--no-sandbox", "--disable-gpu"] });
  const found = [];
  for (const page of pages) {
    const tab = await browser.newPage();
    const messages = [];
    tab.on("console", (message) => messages.push(message.text()));
    await tab.goto(`file://${page}`);
    const before = [...messages];
    found.push({ page, messages: before, ...(await tab.evaluate(seen)) });
  }
  await browser.close();
  process.stdout.write(JSON.stringify(found));
})();
