// Shared by the sessions on the site: a plain static server, a browser, downloads.
"use strict";
const { createServer } = require("node:http");
const { existsSync, mkdirSync, readFileSync, renameSync, statSync } = require("node:fs");
const { extname, join, normalize } = require("node:path");
const puppeteer = require("puppeteer-core");

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".gz": "application/gzip" };

/** Serves a folder as a plain static host does; returns the address and a function that ends the server. */
function serve(folder) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname).replace(/\/$/, "/index.html");
    const file = join(folder, path);
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({
    address: `http://127.0.0.1:${server.address().port}/`,
    stop: () => new Promise((done) => { server.closeAllConnections(); server.close(done); }),
  })));
}

/** Opens a browser on the site, runs `session` and prints the findings as JSON. */
async function open(folder, chromium, out, found, session) {
  Object.assign(found, { messages: [], requests: [], axe: [], widths: [] });
  const server = await serve(folder);
  const browser = await puppeteer.launch({ executablePath: chromium, timeout: 120000, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const tab = await browser.newPage();
    tab.setDefaultTimeout(300000);
    tab.on("console", (message) => found.messages.push(message.text()));
    tab.on("pageerror", (error) => found.messages.push(error.stack));
    tab.on("request", (request) => found.requests.push(request.url()));
    mkdirSync(out, { recursive: true });
    const client = await browser.target().createCDPSession();
    await client.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: out, eventsEnabled: true });
    await session({ tab, browser, client, server, address: server.address });
  } catch (error) {
    process.stderr.write(`${error.stack}\n${JSON.stringify(found.messages)}\n`);
    process.exitCode = 1;
  } finally {
    await browser.close();
    await server.stop().catch(() => {});
  }
  found.requests = found.requests.filter((url) => !url.startsWith("blob:") && !url.startsWith(server.address));
  process.stdout.write(JSON.stringify(found));
}

/** Clicks and returns the path of the file that is downloaded, renamed to `name` in `out`. */
async function downloaded(client, out, name, click) {
  const file = new Promise((resolve, reject) => {
    let offered = null;
    client.on("Browser.downloadWillBegin", (event) => { offered = event.suggestedFilename; });
    client.on("Browser.downloadProgress", (event) => {
      if (event.state === "completed") resolve(offered);
      if (event.state === "canceled") reject(new Error("the download was cancelled"));
    });
  });
  await click();
  const offered = await file;
  client.removeAllListeners();
  renameSync(join(out, offered), join(out, name));
  return offered;
}

/** Begins a project of a preset, or of a file, and waits for its first card. */
async function begin(tab, address, { preset, file }) {
  await tab.goto(address);
  const begun = file ? tab.waitForSelector("#file").then((input) => input.uploadFile(file))
    : tab.waitForSelector(`[data-preset='${preset}']`).then(() => press(tab, `[data-preset='${preset}']`));
  await Promise.all([tab.waitForNavigation(), begun]);
  await tab.waitForFunction(() => document.querySelector("#card img"));
}

/** Presses a button by the keyboard, which finds it while the page around it moves. */
async function press(tab, selector) {
  await tab.focus(selector);
  await tab.keyboard.press("Enter");
}

/** Waits until the deck of the last edit is shown and stored. */
async function searched(tab) {
  await tab.waitForFunction(() => edits.waiting.length === 0 && !edits.flying && site.deck !== null && !asking, { timeout: 300000 });
  await tab.evaluate(() => site.final);
}

module.exports = { begin, downloaded, open, press, searched };
