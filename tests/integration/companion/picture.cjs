// Takes the README's picture of a companion page: a card, and the form of a check before the draw.
// Usage: NODE_PATH=… node picture.cjs PAGE CHROMIUM CARD; prints the texts seen and the picture (base64) as JSON.
"use strict";
const puppeteer = require("puppeteer-core");

const [page, chromium, card] = process.argv.slice(2);
const size = { width: 390, height: 844 };
const gap = 12;

(async () => {
  const browser = await puppeteer.launch({ executablePath: chromium, timeout: 120000, args: ["--no-sandbox"] });
  const tab = await browser.newPage();
  await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }, { name: "prefers-reduced-motion", value: "reduce" }]);
  await tab.setViewport({ ...size, deviceScaleFactor: 1, hasTouch: true, isMobile: true });
  await tab.goto(`file://${page}#card=${card}`);
  await tab.waitForFunction(() => document.documentElement.dataset.ready);
  const seen = { header: await tab.evaluate(() => document.querySelector("header").innerText), main: await tab.evaluate(() => document.querySelector("main").innerText) };
  const shots = [await tab.screenshot({ encoding: "base64" })];
  await tab.click("#tabs [data-part=play]");
  await tab.evaluate(() => scrollTo(0, 0));
  shots.push(await tab.screenshot({ encoding: "base64" }));
  const sheet = await browser.newPage();
  await sheet.setViewport({ width: 2 * size.width + gap, height: size.height, deviceScaleFactor: 1 });
  const image = (shot) => `<img src="data:image/png;base64,${shot}" style="display:block">`;
  await sheet.setContent(`<body style="margin:0;display:flex;gap:${gap}px">${shots.map(image).join("")}</body>`);
  const picture = await sheet.screenshot({ encoding: "base64" });
  console.log(JSON.stringify({ ...seen, picture }));
  await browser.close();
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
