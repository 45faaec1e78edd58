// A foreign page, open in the browser of the designer at another port of the same machine, which the
// browser counts as the same site; records what its server receives from the studio.
// Usage: NODE_PATH=… node strangers.cjs ADDRESS CHROMIUM
"use strict";
const { createServer } = require("node:http");
const { open, settled } = require("./page.cjs");

const [address, chromium] = process.argv.slice(2);
const found = { heard: [] };

/** In the foreign page: the result of each way to reach the studio. */
async function reach(studio) {
  const came = {};
  const tried = async (name, way) => { came[name] = await way().catch(() => "refused"); };
  const loaded = (element) => new Promise((resolve, reject) => {
    element.onload = () => resolve("loaded");
    element.onerror = () => reject(new Error("refused"));
    document.body.append(element);
  });
  const edit = JSON.stringify({ revision: 1, edit: { text: "stolen" } });
  await tried("read", async () => (await (await fetch(`${studio}project`, { credentials: "include" })).text()));
  await tried("edit", async () => (await fetch(`${studio}edit`, { method: "POST", credentials: "include", headers: { "Content-Type": "application/json" }, body: edit })).status);
  await tried("face", () => loaded(Object.assign(new Image(), { src: `${studio}face?card=7` })));
  await tried("script", () => loaded(Object.assign(document.createElement("script"), { src: `${studio}studio.js` })));
  await tried("news", () => new Promise((resolve, reject) => {
    const source = new EventSource(`${studio}events`, { withCredentials: true });
    source.onopen = () => resolve("heard");
    source.onerror = () => { source.close(); reject(new Error("refused")); };
  }));
  // Requests without CORS preflight, such as forms.
  for (const kind of ["text/plain", "application/x-www-form-urlencoded"]) {
    await fetch(`${studio}edit`, { method: "POST", mode: "no-cors", credentials: "include", headers: { "Content-Type": kind }, body: edit }).catch(() => null);
  }
  const frame = document.createElement("iframe");
  await loaded(Object.assign(frame, { src: studio })).catch(() => null);
  return came;
}

/** Navigates from the studio's page to the foreign one in every way that a user or a script can. */
async function leave(tab, stranger) {
  const browser = tab.browser();
  const opened = new Promise((resolve) => browser.once("targetcreated", resolve));
  await tab.evaluate((url) => { open(url); }, `${stranger}opened`);
  const popup = await (await opened).page();
  await popup.waitForFunction(() => document.title === "Foreign page");
  await popup.close();
  for (const [way, go] of [
    ["linked", (url) => { const link = document.createElement("a"); link.href = url; document.body.append(link); link.click(); }],
    ["moved", (url) => { location.href = url; }],
  ]) {
    const gone = tab.waitForNavigation();
    await tab.evaluate(go, stranger + way);
    await gone;
    await tab.goto(address);
    await settled(tab);
  }
  await tab.goto(`${stranger}typed`);
  await tab.goto(address);
  await settled(tab);
}

open(address, chromium, found, async (tab) => {
  await settled(tab);
  const server = createServer((request, response) => {
    found.heard.push({ url: request.url, headers: request.rawHeaders });
    response.setHeader("Content-Type", "text/html");
    response.end("<!doctype html><title>Foreign page</title><p>hello");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stranger = `http://127.0.0.1:${server.address().port}/`;
  const other = await tab.browser().newPage();
  await other.goto(stranger);
  found.cookies = (await other.cookies(address)).length;
  // The foreign page knows the port, which every program of the machine can find out.
  const studio = `${new URL(address).origin}/`;
  found.came = await other.evaluate(reach, studio);
  found.frames = other.frames().slice(1).map((frame) => frame.url());
  await other.close();
  await leave(tab, stranger);
  server.close();
  // Requests of the tab to the foreign server are not requests of the page.
  found.requests = found.requests.filter((url) => !url.startsWith(stranger));
  found.after = await tab.evaluate(async () => {
    const { revision, unsaved } = await get("/project");
    return { revision, unsaved };
  });
});
