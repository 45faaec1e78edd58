// Plays a scene with the module in two browsers, and prints what happened as JSON.
//
// usage: play.cjs FOLDER CHROMIUM   FOLDER holds the module's folder
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");
const puppeteer = require("puppeteer-core");

const [folder, chromium] = process.argv.slice(2);
const id = fs.readdirSync(folder).find((name) => name.startsWith("actiondeck-"));
const TYPES = { ".mjs": "text/javascript", ".js": "text/javascript", ".json": "application/json", ".wasm": "application/wasm", ".png": "image/png", ".css": "text/css" };
const PAGE = `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/modules/${id}/style.css">
  <aside id="cards"><div class="header-actions"></div></aside><ol id="chat"></ol><script src="/stand_in.js"></script>`;

const state = { stacks: [], messages: [], settings: {}, users: [
  { id: "gm", isGM: true, active: false }, { id: "ann", isGM: false, active: false }, { id: "bob", isGM: false, active: false },
] };
const uploads = new Map();
const clients = new Map();
let made = 0;

const stack = (one) => state.stacks.find((stack) => stack._id === one);
const calls = {
  createStack(data) {
    const stack = { flags: {}, cards: [], ...data, _id: `stack${++made}` };
    state.stacks.push(stack);
    return stack;
  },
  setFlag({ id, scope, key, value }) {
    const one = stack(id);
    one.flags[scope] = { ...one.flags[scope], [key]: value };
    return one;
  },
  // A card that leaves its deck stays there as drawn; one that returns is no longer drawn.
  pass({ from, to, ids, updateData }) {
    const [own, other] = [stack(from), stack(to)];
    for (const id of ids) {
      const card = own.cards.find((card) => card._id === id);
      if (!card || (own.type === "deck" && card.drawn)) throw new Error(`card ${id} is not there`);
      if (own.type === "deck") {
        card.drawn = true;
        const flags = { ...card.flags };
        for (const [scope, values] of Object.entries(updateData.flags ?? {})) flags[scope] = { ...flags[scope], ...values };
        other.cards.push({ ...card, ...updateData, flags });
      } else {
        own.cards = own.cards.filter((card) => card._id !== id);
        other.cards.find((card) => card._id === id).drawn = false;
      }
    }
    return [own, other];
  },
  // The first card comes to the top, the others follow backwards.
  shuffle({ id }) {
    const { cards } = stack(id);
    cards.forEach((card) => { card.sort = card.value === 0 ? 0 : 1000 - card.value; });
    return stack(id);
  },
  createMessage(data) {
    const message = { ...data, _id: `message${++made}` };
    state.messages.push(message);
    return message;
  },
  updateMessage({ id, changes, user }) {
    const message = state.messages.find((message) => message._id === id);
    if (message.author !== user && user !== "gm") throw new Error("not the author");
    Object.assign(message, changes);
    return message;
  },
  createDirectory() {},
  upload({ path, bytes }) {
    uploads.set(`/${path}`, Buffer.from(bytes));
    return { path };
  },
  query({ user, name, data }) {
    const page = clients.get(user);
    if (!page) throw new Error("not connected");
    return page.evaluate((name, data) => window.answerQuery(name, data), name, data);
  },
};

async function broadcast() {
  for (const [self, page] of clients) await page.evaluate((documents) => window.update(documents), { ...state, self });
}

async function main() {
  const server = http.createServer((request, response) => {
    const place = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const files = place === "/stand_in.js" ? path.join(__dirname, "stand_in.js") : path.join(folder, place.replace("/modules/", ""));
    if (place === "/") return response.setHeader("content-type", "text/html").end(PAGE);
    const bytes = uploads.get(place) ?? (fs.existsSync(files) ? fs.readFileSync(files) : null);
    if (!bytes) return response.writeHead(404).end();
    return response.setHeader("content-type", TYPES[path.extname(place)] ?? "text/plain").end(bytes);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const address = `http://127.0.0.1:${server.address().port}/`;
  const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox"] });
  const user = (id) => state.users.find((user) => user.id === id);

  async function join(self, module = `/modules/${id}/main.mjs`) {
    const page = await browser.newPage();
    page.on("pageerror", (error) => { throw error; });
    await page.exposeFunction("server", async (name, data) => {
      const result = structuredClone(await calls[name](data));
      if (name !== "query") await broadcast();
      return result;
    });
    await page.goto(address);
    user(self).active = true;
    await page.evaluate((module, documents) => window.begin(module, documents), module, { ...state, self });
    clients.set(self, page);
    await broadcast();
    return page;
  }
  async function leave(self) {
    const page = clients.get(self);
    clients.delete(self);
    user(self).active = false;
    await page.close();
    await broadcast();
  }
  /** Waits until something is true on a page. */
  const until = (page, test, ...values) => page.waitForFunction(test, { timeout: 90000, polling: 50 }, ...values).catch(async () => {
    const found = await page.evaluate(() => `${window.notes.join("\n")}\n${document.body.innerText}`);
    throw new Error(`waited in vain for ${test}: ${found}`);
  });
  const noted = (page, count) => until(page, (count) => window.notes.length >= count, count);
  const notes = (page) => page.evaluate(() => window.notes.splice(0));
  /** Waits until a page shows this number of messages. */
  const shows = (page, count) => until(page, (count) => document.querySelectorAll("#chat li").length >= count, count);
  const type = (page, text) => page.evaluate((text) => window.type(text), text);
  /** Presses the last button with this text as soon as there is one: a redraw of the chat removes it for a moment. */
  const press = (page, text) => until(page, (text) => {
    const button = [...document.querySelectorAll("button")].findLast((button) => button.textContent === text);
    button?.click();
    return button !== undefined;
  }, text);
  const hasButton = (page, text) => until(page, (text) => [...document.querySelectorAll("button")].some((one) => one.textContent === text), text);
  const seen = (page) => page.evaluate(() => [...document.querySelectorAll("#chat li")].map((one) => ({
    cards: [...one.querySelectorAll("img")].map((image) => Number(image.dataset.card)),
    alt: [...one.querySelectorAll("img")].map((image) => image.alt),
    lines: [...one.querySelectorAll("p")].map((line) => line.textContent),
    buttons: [...one.querySelectorAll("button")].map((button) => button.textContent),
  })));
  const words = JSON.parse(/WORDS = (.*);/.exec(fs.readFileSync(path.join(folder, id, "deck.mjs"), "utf8"))[1]);
  const scene = {};

  // A world without the deck, and without a game master.
  const ann = await join("ann");
  await type(ann, "/card check 3d10 tn 8");
  await noted(ann, 1);
  scene.withoutMaster = await notes(ann);
  const gm = await join("gm");
  await type(ann, "/card check 3d10 tn 8");
  await noted(ann, 1);
  scene.withoutDeck = await notes(ann);
  scene.leftToFoundry = await type(ann, "/roll 1d6");

  // The game master creates the deck in the window.
  await press(gm, words.open);
  await press(gm, words.create);
  await noted(gm, 1);
  scene.created = await notes(gm);
  scene.images = state.stacks[0].cards.flatMap((card) => [card.back.img, card.faces[0].img]);
  scene.uploaded = [...uploads.keys()];

  // A player asks; an invalid question draws nothing.
  await type(ann, "/card chek 3d10");
  await noted(ann, 1);
  scene.invalid = await notes(ann);
  await type(ann, "/card check 3d10 tn 8");
  await shows(ann, 1);
  await hasButton(ann, words.follow_up);
  scene.answered = await seen(ann);

  // Both draw at the same time.
  await Promise.all([type(ann, "/card draw"), type(gm, "/card draw"), type(ann, "/card read toggle")]);
  await shows(gm, 4);
  scene.together = (await seen(gm)).slice(1).map((one) => one.cards[0]).sort((one, other) => one - other);

  // A reload keeps the chat, its buttons and the piles.
  await hasButton(ann, words.follow_up);
  const before = await seen(ann);
  await leave("ann");
  const again = await join("ann");
  await hasButton(again, words.follow_up);
  scene.kept = JSON.stringify(before) === JSON.stringify(await seen(again));
  await press(again, words.follow_up);
  await until(again, () => document.querySelectorAll("#chat li:first-child img").length === 2);
  scene.afterReload = { notes: await notes(again), seen: (await seen(again))[0] };

  // The window: a question of the form, with a new card and with the last one.
  await press(again, words.open);
  await press(again, words.draw_and_ask);
  await shows(again, 5);
  const [{ cards: [last] }] = (await seen(again)).slice(-1);
  await press(again, words.ask_last.replace("{card}", String(last)));
  await shows(again, 6);
  scene.form = (await seen(again)).slice(-2);

  // The deck is restricted.
  state.settings[`${id}.players`] = false;
  await broadcast();
  await type(again, "/card draw");
  await noted(again, 1);
  scene.restricted = await notes(again);
  state.settings[`${id}.players`] = true;
  state.settings[`${id}.command`] = "/deck";
  await broadcast();
  scene.otherCommand = await type(again, "/card draw");

  // All cards are drawn, then the discard pile is shuffled in.
  const drawn = state.stacks[1].cards.length;
  for (let count = drawn; count <= state.stacks[0].cards.length; count += 1) {
    const shown = state.messages.length;
    await type(again, "/deck draw");
    await shows(again, shown + 1);
  }
  scene.shuffled = { notes: await notes(again), pile: state.stacks[1].cards.length };

  // Without the game master, and without the module.
  await leave("gm");
  await type(again, "/deck draw");
  await noted(again, 1);
  scene.masterLeft = await notes(again);
  fs.renameSync(path.join(folder, id), path.join(folder, `${id}.removed`));
  await join("bob", null);
  const pictures = scene.images.map((image) => fetch(new URL(image, address)).then((response) => response.ok));
  scene.withoutModule = (await Promise.all(pictures)).every((ok) => ok);
  fs.renameSync(path.join(folder, `${id}.removed`), path.join(folder, id));

  console.log(JSON.stringify(scene));
  await browser.close();
  server.close();
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
