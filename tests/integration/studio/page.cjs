// What the sessions in the browser have in common: the page opened, asked when it is done, looked at, judged.
"use strict";
const puppeteer = require("puppeteer-core");
const { readFileSync } = require("node:fs");

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Waits until everything that was edited is searched and shown. */
const settled = (tab) => tab.waitForFunction(
  () => app.state !== null && document.documentElement.dataset.stage === `${app.state.revision} settled` && edits.waiting.length === 0 && !edits.flying && !asking,
  { timeout: 120000 });

/** Keeps a picture of the page in the folder PICTURES, if there is one. */
const picture = async (tab, name) => {
  if (process.env.PICTURES) await tab.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true });
};

/** Asks axe, and measures what runs over the side. */
async function judge(tab, name, found) {
  await tab.evaluate(axe);
  const { violations } = await tab.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }));
  for (const { id, nodes } of violations) found.axe.push(`${name}: ${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`).join(" | ")}`);
  found.widths.push(await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth));
  await picture(tab, name);
}

/** Opens the page, lets `session` do what it does with it, and prints what was found as JSON. */
async function open(address, chromium, found, session) {
  Object.assign(found, { messages: [], requests: [], axe: [], widths: [] });
  const browser = await puppeteer.launch({ executablePath: chromium, timeout: 120000, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    // A designer's browser runs already: what its start takes is not the page's.
    const other = await browser.newPage();
    await other.goto("data:text/html,<p>started");
    await new Promise((resolve) => setTimeout(resolve, 500));
    await other.close();
    const tab = await browser.newPage();
    tab.on("console", (message) => found.messages.push(message.text()));
    tab.on("pageerror", (error) => found.messages.push(error.stack));
    tab.on("request", (request) => found.requests.push(request.url()));
    await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
    await tab.setViewport({ width: 1024, height: 800 });
    await tab.goto(address);
    await session(tab);
  } catch (error) {
    process.stderr.write(`${error.stack}\n${JSON.stringify(found.messages)}\n`);
    process.exitCode = 1;
  } finally {
    await browser.close();
  }
  // Pictures that are kept for looking at have addresses of their own kind.
  found.requests = found.requests.filter((url) => !url.startsWith("blob:"));
  process.stdout.write(JSON.stringify(found));
}

module.exports = { judge, open, picture, settled };
