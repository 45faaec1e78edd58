// The page as a whole: parts, colours, start.

const ALL_PARTS = [["look", say("cards"), lookPart], ["play", say("play"), playPart], ["people", say("people"), peoplePart], ["log", say("log"), logPart]];
/** The parts of the page: in a game without wounds, participants are omitted. */
const parts = () => ALL_PARTS.filter(([id]) => id !== "people" || about.places.length > 0);
const LOOKS = [["", say("look_device"), "◐"], ["light", say("look_light"), "☀"], ["dark", say("look_dark"), "☾"]];

let partShown = "look";

function show(id) {
  partShown = id;
  for (const tab of byId("tabs").children) {
    if (tab.dataset.part === id) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  parts().find(([own]) => own === id)[2](byId("main"));
}

function setLook(name) {
  const [look, words, sign] = LOOKS.find(([own]) => own === name) ?? LOOKS[0];
  document.documentElement.dataset.look = look;
  byId("look").textContent = sign;
  byId("look").setAttribute("aria-label", say("look", { look: words }));
}

/** The card in the page's address, from the code on a card: `#card=34`. */
function cardOfAddress() {
  const [, number] = /^#card=(\d{1,3})$/.exec(location.hash) ?? [];
  return number !== undefined && isCard(number) ? Number(number) : null;
}

async function begin() {
  const main = byId("main");
  try {
    await engine.start();
  } catch (error) {
    main.replaceChildren(make("p", { class: "answer bad" }, say("cannot_run", { message: error.message })));
    return;
  }
  about = engine.ask({ do: "about" });
  byId("deck").textContent = about.deck.name;
  kept.name(about);
  const resumed = kept.load();
  // The session may be of another game.
  about = engine.ask({ do: "about" });
  state = engine.ask({ do: "state" }).state;
  [looked.form, played.form] = [about.first, about.first];
  kept.loadForm();
  if (!about.questions.includes(played.form)) played.form = about.first;
  played.reply = lastReply();
  byId("tabs").replaceChildren(...parts().map(([id, label]) => button(label, () => { show(id); scrollTo(0, 0); }, { "data-part": id })));
  let look = "";
  try {
    look = localStorage.getItem("actiondeck-companion/look") ?? "";
  } catch { /* nothing is kept here */ }
  setLook(look);
  byId("look").addEventListener("click", () => {
    const place = LOOKS.findIndex(([own]) => own === document.documentElement.dataset.look);
    const [next, words] = LOOKS[(place + 1) % LOOKS.length];
    setLook(next);
    tell(say("look_note", { look: words }));
    try {
      localStorage.setItem("actiondeck-companion/look", next);
    } catch { /* nothing is kept here */ }
  });
  // Another window of this page took a step.
  addEventListener("storage", (event) => {
    if (event.key === kept.key && event.newValue) {
      kept.load();
      state = engine.ask({ do: "state" }).state;
      show(partShown);
    }
  });
  looked.card = cardOfAddress();
  show(state.table.steps > 0 && looked.card === null ? "play" : "look");
  // The next card is scanned while the page is open.
  addEventListener("hashchange", () => {
    const card = cardOfAddress();
    if (card !== null) {
      Object.assign(looked, { card, then: "" });
      show("look");
    }
  });
  if (resumed?.errors) tell(resumed.errors.join(" "), true);
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

begin();
