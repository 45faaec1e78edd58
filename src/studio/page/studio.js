// The page as a whole: start, events, buttons.
"use strict";

const app = { state: null, figures: null, failed: null, before: null, settled: null, reference: null, search: null, edited_at: 0, drawn_at: 0, faced_at: 0 };
const LOOKS = [["", "as the device has it", "◐"], ["light", "light", "☀"], ["dark", "dark", "☾"]];

function showStage() {
  const { state, figures, failed } = app;
  const words = failed ? failed.message
    : state?.reading ? "Reading the spec…"
    : state?.faults.length > 0 ? (figures ? "The spec has faults; the last valid deck is shown" : "The spec has faults; its deck is shown when they are corrected")
    : !figures || figures.revision !== state?.revision ? "Making a deck…"
    : app.search?.of > 0 ? `Searching… ${Math.floor(100 * app.search.done / app.search.of)} %`
    : app.search || figures.stage === "preview" ? "Searching…" : `Edition ${figures.deck.edition}`;
  if (byId("stage").textContent !== words) byId("stage").textContent = words;
}

let asking = false;
let asked = null;

/** Fetches the newest figures; during a request, later ones are merged into one. */
async function refresh(stamp) {
  asked = stamp;
  if (asking) return;
  asking = true;
  try {
    while (asked !== null) {
      asked = null;
      // Cells and figures are fetched in parallel, once the numbers of the cards are known.
      const sheet = app.figures ? fetchSheet() : undefined;
      app.figures = await get("/figures");
      if (app.figures.stage === "settled") {
        app.settled = app.figures;
        app.before ??= await get("/figures?of=before");
      }
      app.reference ??= app.settled;
      showStage();
      showCurves();
      showVerdict();
      await showCard(sheet);
      showElements();
      showMap();
      showGallery();
      await showComparison();
      document.documentElement.dataset.ready ??= String(Math.round(performance.now()));
      document.documentElement.dataset.stage = `${app.figures.revision} ${app.figures.stage}`;
    }
  } catch (error) {
    tell(error.message, true);
  } finally {
    asking = false;
  }
}

function listen() {
  let last = "";
  const heard = async (news) => {
    app.search = news.search;
    showProgress(news.order);
    if (JSON.stringify(app.failed) !== JSON.stringify(news.failed)) {
      app.failed = news.failed;
      if (app.state) showFaults();
      if (app.figures) showVerdict();
    }
    showStage();
    const isOld = app.state && ["revision", "reading", "outside"].some((key) => news[key] !== app.state[key]);
    if (isOld && !edits.flying) show(await get("/project"));
    const stamp = JSON.stringify(news.made);
    if (news.made && stamp !== last) {
      last = stamp;
      refresh(stamp);
    }
  };
  transport.listen(heard, () => {
    if (!app.leaving) tell("The studio does not answer. The text on this page is not lost: copy it before you close the page.", true);
  });
}

/** Undo, save and the like; returns whether it was done. */
async function step(path) {
  endGesture();
  try {
    app.reference = app.settled;
    // The typed line is now older than the state of the studio.
    if (path !== "/save") typedAt = -Infinity;
    show(await post(path));
    if (path === "/save") tell("Saved.");
    return true;
  } catch (error) {
    tell(error.message, true);
    // Another program saved: the bar offers its text.
    if (error.status === 409) show(await get("/project"));
    return false;
  }
}

function setLook(name) {
  const [look, words, sign] = LOOKS.find(([own]) => own === name) ?? LOOKS[0];
  document.documentElement.dataset.look = look;
  byId("look").textContent = sign;
  byId("look").setAttribute("aria-label", `Colours of the page: ${words}`);
  if (app.figures) showMap();
}

async function begin() {
  byId("undo").addEventListener("click", () => step("/undo"));
  byId("redo").addEventListener("click", () => step("/redo"));
  byId("save").addEventListener("click", () => step("/save"));
  byId("as-form").addEventListener("click", () => asText(false));
  byId("as-text").addEventListener("click", () => asText(true));
  byId("look").addEventListener("click", () => {
    const place = LOOKS.findIndex(([own]) => own === document.documentElement.dataset.look);
    const [next] = LOOKS[(place + 1) % LOOKS.length];
    setLook(next);
    localStorage.setItem("actiondeck-studio/look", next);
  });
  setLook(localStorage.getItem("actiondeck-studio/look") ?? "");
  // The map is a canvas, so it is redrawn when the colour scheme changes.
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { if (app.figures) showMap(); });
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const path = key === "s" ? "/save" : key === "y" || key === "z" && event.shiftKey ? "/redo" : key === "z" ? "/undo" : null;
    // A line being typed has its own undo.
    if (!path || path !== "/save" && event.target.matches("textarea, input[type=text], input[type=number]")) return;
    event.preventDefault();
    step(path);
  });
  addEventListener("beforeunload", (event) => {
    app.leaving = !app.state?.unsaved;
    // The browser asks for confirmation if there are unsaved edits.
    if (app.state?.unsaved) event.preventDefault();
  });
  beginLayout();
  show(await get("/project"));
  await showOrders();
  listen();
}

begin().catch((error) => tell(error.message, true));
