// A page of somebody else, open in the browser of the designer, at another port of the same machine: to the
// browser that is the same site, so the studio's cookie goes along with all that it asks.
// Usage: NODE_PATH=… node strangers.cjs ADDRESS CHROMIUM
"use strict";
const { createServer } = require("node:http");
const { open, settled } = require("./page.cjs");

const [address, chromium] = process.argv.slice(2);
const found = {};

/** In the stranger's page: what comes of each way to reach the studio. */
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
  // What needs nobody's leave to be sent, as forms do not.
  for (const kind of ["text/plain", "application/x-www-form-urlencoded"]) {
    await fetch(`${studio}edit`, { method: "POST", mode: "no-cors", credentials: "include", headers: { "Content-Type": kind }, body: edit }).catch(() => null);
  }
  const frame = document.createElement("iframe");
  await loaded(Object.assign(frame, { src: studio })).catch(() => null);
  return came;
}

open(address, chromium, found, async (tab) => {
  await settled(tab);
  const studio = await tab.evaluate(() => location.href);
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end("<!doctype html><title>Somebody else</title><p>hello");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const other = await tab.browser().newPage();
  await other.goto(`http://127.0.0.1:${server.address().port}/`);
  found.cookies = (await other.cookies(studio)).length;
  found.came = await other.evaluate(reach, studio);
  found.frames = other.frames().slice(1).map((frame) => frame.url());
  await other.close();
  server.close();
  found.after = await tab.evaluate(async () => {
    const { revision, unsaved } = await (await fetch("/project")).json();
    return { revision, unsaved };
  });
});
