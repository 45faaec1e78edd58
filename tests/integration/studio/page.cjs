// Shared by the browser sessions: opens the page, waits for it, takes pictures and runs the checks.
"use strict";
const puppeteer = require("puppeteer-core");
const { readFileSync } = require("node:fs");

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Waits until the deck of the last edit is shown. */
const settled = (tab) => tab.waitForFunction(
  () => app.state !== null && document.documentElement.dataset.stage === `${app.state.revision} settled` && edits.waiting.length === 0 && !edits.flying && !asking,
  { timeout: 120000 });

/** Saves a picture of the page in the folder PICTURES, if set. */
const picture = async (tab, name) => {
  if (process.env.PICTURES) await tab.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true });
};

/** Runs axe, and finds elements wider than the page. */
async function judge(tab, name, found) {
  await tab.evaluate(axe);
  const { violations } = await tab.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }));
  // Cells can be pinned in the form as well, which the rule accepts as an equivalent control.
  const isCell = (node) => /data-key="\d+ [a-z]/.test(node.html);
  const judged = violations.map(({ id, nodes }) => ({ id, nodes: id === "target-size" ? nodes.filter((node) => !isCell(node)) : nodes }));
  for (const { id, nodes } of judged.filter(({ nodes }) => nodes.length > 0)) found.axe.push(`${name}: ${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`).join(" | ")}`);
  found.widths.push(await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth));
  await picture(tab, name);
}

/** Opens the page, runs `session` on it and prints the findings as JSON. */
async function open(address, chromium, found, session) {
  Object.assign(found, { messages: [], requests: [], axe: [], widths: [] });
  const browser = await puppeteer.launch({ executablePath: chromium, timeout: 120000, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    // The start of the browser does not count as time of the page.
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
  // Pictures have blob addresses.
  found.requests = found.requests.filter((url) => !url.startsWith("blob:"));
  process.stdout.write(JSON.stringify(found));
}

module.exports = { judge, open, picture, settled };
