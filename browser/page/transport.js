// The transport of the studio's page: messages to workers of the engine.
"use strict";

/** After a trap it is started with the project as it was. */
const designer = new Engine("design", () => site.project ? [{ do: "open", project: site.project }] : []);
const searcher = new Engine("design");
const printer = new Engine("print");

const site = {
  /** Origin and files of the open project. */
  project: null,
  /** The last event of the studio. */
  event: null,
  /** The deck that `actiondeck build` would make of the present texts, once the search is done. */
  deck: null,
  /** Resolves with that deck; replaced by every edit. */
  final: null,
  /** The deck of the stored project. */
  kept: null,
  search: null,
  /** Why the engine stopped. */
  failed: null,
  order: null,
  /** Counts the edits: what an earlier one started is not shown. */
  turn: 0,
  heard: () => {},
  archive: null,
  /** Whether the browser refused to store the project. */
  isRefused: false,
};

function announce() {
  if (site.event) site.heard({ ...site.event, failed: site.failed ?? site.event.failed, search: site.search, order: site.order });
}

/** Stores the texts as they are now, with their deck if it is found. */
async function keepTexts() {
  const { head } = await designer.ask({ do: "texts" });
  site.project = { ...site.project, files: { ...site.project.files, ...head.files } };
  const isKept = store.write({ project: site.project, deck: head.deck === site.deck ? site.deck : null });
  if (!isKept && !site.isRefused) tell("This browser does not store the project: save it as a file before you close the page.", true);
  site.isRefused = !isKept;
}

/** Previews the present texts, then searches their deck: a quick one first, which is soon exact enough to look at. */
async function settle() {
  const turn = ++site.turn;
  searcher.end();
  // A stored deck is that of the stored texts.
  Object.assign(site, { deck: site.kept, kept: null, search: null });
  let resolve, reject;
  site.final = new Promise((...both) => { [resolve, reject] = both; });
  site.final.catch(() => {});
  site.failed = null;
  try {
    for await (const _ of steps()) if (turn !== site.turn) throw new Cancelled();
    resolve(site.deck);
  } catch (error) {
    reject(error);
    if (turn !== site.turn) return;
    site.search = null;
    if (error instanceof EngineTrap) {
      site.failed = { message: error.message };
      await callPage("GET", "/project");
    }
    announce();
  }
}

/** The steps from an edit to its deck; between two of them another edit may end them. */
async function* steps() {
  await keepTexts();
  yield;
  const { head } = await designer.ask({ do: "preview" });
  yield;
  const { revision, made } = site.event = head.event;
  announce();
  if (made?.[0] !== revision) throw new Error("the spec has faults");
  if (site.deck) await showDeck(revision, site.deck);
  else for (const effort of ["quick", "normal"]) {
    const { head: { deck } } = await searcher.ask({ do: "search", project: site.project, effort }, (at) => {
      site.search = at;
      announce();
    });
    yield;
    if (effort === "normal") Object.assign(site, { deck, search: null });
    await showDeck(revision, deck);
    yield;
  }
  searcher.end();
  await keepTexts();
}

async function showDeck(revision, deck) {
  const { head } = await designer.ask({ do: "settled", revision, deck });
  site.event = head.event;
  announce();
}

async function open(project) {
  site.project = project;
  const { head } = await designer.ask({ do: "open", project });
  if (!head.mismatch) return;
  site.kept = null;
  tell(`This project was ${head.mismatch}: its cards may differ.`, true);
}

/** Opens the project of the address, or the stored one. */
async function openFirst() {
  const link = new URLSearchParams(location.hash.slice(1)).get("project");
  if (link) {
    const { head } = await designer.ask({ do: "follow", link });
    history.replaceState(null, "", location.pathname);
    await open(head.project);
  } else {
    const stored = store.read();
    if (!stored?.project) return location.replace("index.html");
    site.kept = stored.deck ?? null;
    await open(stored.project);
  }
  await callPage("GET", "/project");
  settle();
}

async function callPage(method, target, body = "") {
  const { head, body: bytes } = await designer.ask({ do: "call", method, target, body });
  site.event = head.event;
  return { status: head.status, type: head.type, bytes };
}

const opened = openFirst();

/** A call of the page. After a trap the next one starts the engine again, without the edit that it did not survive. */
async function answerPage(method, target, body) {
  await opened;
  try {
    return await callPage(method, target, body);
  } catch (error) {
    if (!(error instanceof EngineTrap)) throw error;
    const again = await callPage("GET", "/project");
    settle();
    return method === "GET" ? callPage(method, target, body) : { ...again, status: 500, why: error.message };
  }
}

/** Cancels the present job of the printer, if there is one. */
let cancelJob = null;

/** Makes files of the deck once it is found, one job at a time; returns head and body of the answer. */
async function printed(wanted, progress) {
  if (cancelJob) throw new Error("files are being made");
  const cancelled = new Promise((_, reject) => { cancelJob = () => reject(new Cancelled()); });
  try {
    const deck = await Promise.race([site.final, cancelled]);
    return await Promise.race([printer.ask({ project: site.project, deck, wanted }, progress), cancelled]);
  } finally {
    cancelJob = null;
    // Its memory is free again.
    printer.end();
  }
}

/** Prints or exports the deck. */
function deliver(order) {
  if (cancelJob) return { status: 409, answer: { faults: [{ message: "files are being made" }] } };
  const show = (state) => {
    site.order = state;
    announce();
  };
  show({ state: "working", step: "searching", done: 0, of: 0 });
  printed({ order }, (at) => show({ state: "working", ...at })).then(({ head: { name, findings }, body }) => {
    if (site.archive) URL.revokeObjectURL(site.archive);
    site.archive = URL.createObjectURL(new Blob([body], { type: "application/zip" }));
    const file = { name, bytes: body.length };
    show(findings ? { state: "refused", ...file, findings } : { state: "ready", ...file });
  }, (error) => show({ state: "failed", why: error.message }));
  return { status: 202, answer: {} };
}

const transport = {
  async send(method, target, body) {
    if (target === "/order") return deliver(JSON.parse(body));
    const { status, bytes, why } = await answerPage(method, target, body);
    if (why) return { status, answer: { faults: [{ message: why }] } };
    const answer = JSON.parse(new TextDecoder().decode(bytes));
    if (method === "POST" && status < 300 && site.event.made?.[0] !== site.event.revision) settle();
    if (answer && "unsaved" in answer) answer.unsaved = site.isRefused;
    return { status, answer };
  },
  async picture(target) {
    const { type, bytes } = await answerPage("GET", target);
    return URL.createObjectURL(new Blob([bytes], { type }));
  },
  archive: () => site.archive,
  cancel: () => cancelJob?.(),
  listen(heard) {
    site.heard = heard;
    opened.then(announce);
  },
};
