// The table: people with their wounds, hands and penalties, the piles, the log, the session's file.

/** Does something at the table and draws the part anew. */
function deed(request, again, said) {
  if (took(engine.ask(request))) {
    if (said) tell(said);
    again();
    return true;
  }
  return false;
}

function peoplePart(main) {
  const again = () => {
    const open = [...main.querySelectorAll("details[open]")].map((one) => one.dataset.key);
    const focus = document.activeElement?.dataset?.key;
    peoplePart(main);
    for (const key of open) main.querySelector(`details[data-key="${CSS.escape(key ?? "")}"]`)?.setAttribute("open", "");
    if (focus) main.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
  };
  const fresh = { who: "", ct: 12, name: "" };
  const unknown = about.characters.filter((one) => !person(one.name)?.state);
  const add = () => {
    const who = (fresh.who || fresh.name).trim();
    const ct = fresh.who ? character(fresh.who).ct : fresh.ct;
    if (typeof ct !== "number") return tell("CT is a whole number from 0 to 65535.", true);
    deed({ do: "introduce", who, ct }, again, `${who} is at the table`);
  };
  const name = make("div");
  const fill = () => name.replaceChildren(...(fresh.who ? [] : [
    line("Name", fresh.name, (text) => { fresh.name = text; }),
    stepper("CT at full health", fresh.ct, 0, 65535, (value) => { fresh.ct = value; }, 12),
  ]));
  fill();
  main.replaceChildren(
    make("div", { class: "people" }, state.people.map((one) => personCard(one, again))),
    part("Somebody joins", select("Who", [["", "a new name"], ...unknown.map((one) => [one.name, one.name])], "", (who) => { fresh.who = who; fill(); }),
      name, button("To the table", add, { class: "go wide", "data-key": "join" })));
}

function personCard(one, again) {
  const { who } = one;
  const wound = { place: "torso", wounds: 1, ct: 0 };
  const key = (name) => ({ "data-key": `${who} ${name}` });
  const hurt = () => deed({ do: "hurt", who, hit: `${wound.place}:${wound.wounds ?? 0}+${wound.ct ?? 0}` }, again, `${who} is hurt`);
  const healed = one.state?.places ?? [];
  const places = healed.map(({ part: place, level }) =>
    button(`Heal one: ${place.replace("-", " ")}${level ? ` (${level.wounds})` : ""}`, () => deed({ do: "heal", who, place: place.replace("-", " ") }, again), key(`heal ${place}`)));
  const facts = { ...one.facts };
  const drawn = { count: 3, cards: "" };
  const hand = () => {
    const cards = drawn.cards.split(/[ ,]+/).filter(Boolean).map(Number);
    deed(isVirtual() ? { do: "hand", who, count: drawn.count ?? 0 } : { do: "hand", who, cards }, again, `${who} draws`);
  };
  const know = () => {
    const told = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined && value !== "" && value !== false));
    deed({ do: "know", who, facts: told }, again, `put down for ${who}`);
  };
  const set = (name) => (value) => { facts[name] = value; };
  return part(who,
    make("p", { class: one.worst > 0 ? "state hurt" : "state" }, one.told.length > 0 ? one.told.join(". ") : "wounds are not kept"),
    one.hand.cards.length > 0 ? make("div", { class: "hand" }, make("p", {}, "Holds"), one.hand.cards.map((card) =>
      button(`${card.number}: ${card.playing_card}`, () => deed({ do: "lay-down", who, card: card.number }, again, `${who} plays ${card.number}`), key(`card ${card.number}`)))) : null,
    one.state ? make("details", key("wounds"), make("summary", {}, "Wounds"),
      select("Where", PLACES, wound.place, (place) => { wound.place = place; }),
      make("div", { class: "pair" }, stepper("Wounds", wound.wounds, 0, 99, (value) => { wound.wounds = value; }),
        stepper("CT", wound.ct, 0, 999, (value) => { wound.ct = value; })),
      make("div", { class: "steps" }, button("Hurt", hurt, { class: "go", ...key("hurt") }), ...places,
        button("All CT back", () => deed({ do: "rest", who }, again), key("rest")),
        one.state.bleeding_per_round > 0 ? button("A round of bleeding", () => deed({ do: "bleed", who, rounds: 1 }, again), key("bleed")) : null)) : null,
    make("details", key("hand"), make("summary", {}, "Initiative hand"),
      isVirtual() ? stepper("Cards", drawn.count, 0, 54, (value) => { drawn.count = value; }, 3)
        : line("Numbers of the cards drawn", drawn.cards, (text) => { drawn.cards = text; }, { inputmode: "numeric" }, "such as 3 14 51"),
      button("Draw the hand", hand, key("draw hand"))),
    make("details", key("facts"), make("summary", {}, "What counts for them"),
      select("Weapon in hand", [["", "none"], ...about.weapons.map((weapon) => [weapon.name, weapon.name])], facts.weapon ?? "", set("weapon")),
      stepper("Penalty besides wounds", facts.penalty, -99, 99, set("penalty"), 0),
      stepper("Distance to whoever attacks, metres", facts.distance_m, 0, 65535, set("distance_m"), 8),
      stepper("Dodge score", facts.dodge, 0, 99, set("dodge"), 2),
      manyChips("Stance", [["prone", "lies"]], facts.prone ? ["prone"] : [], (on) => { facts.prone = on.length > 0; }),
      manyChips("Behind cover", PLACES, facts.covered ?? [], (covered) => { facts.covered = covered; }),
      stepper("Armour of the cover", facts.cover, -99, 99, set("cover"), 2),
      button("Put it down", know, { class: "go", ...key("know") })));
}

function logPart(main) {
  const again = () => {
    const focus = document.activeElement?.dataset?.key;
    logPart(main);
    if (focus) main.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
  };
  const { table } = state;
  const holding = new Set();
  const hands = state.people.filter((one) => one.hand.cards.length > 0);
  const piles = [
    ["Round", table.round], ["To draw", table.pile],
    ["Discarded", table.discard.length === 0 ? "none" : [...table.discard].reverse().join(", ")],
    ["Drawn by", isVirtual() ? `this page, seed ${table.draws.seed}` : "you, with printed cards"],
  ];
  const { steps } = engine.ask({ do: "log", steps: 200 });
  const undo = () => {
    const reply = engine.ask({ do: "undo", steps: 1 });
    played.reply = null;
    if (took(reply)) {
      tell(`taken back: ${reply.undone.join(", ")}`);
      again();
    }
  };
  main.replaceChildren(make("div", { class: "columns" },
    make("div", {},
      part("Table", make("dl", {}, piles.map(([name, value]) => [make("dt", {}, name), make("dd", {}, String(value))])),
        table.shuffle_at_end_of_round ? make("p", { class: "notice" }, "Card 53 came up: the deck is shuffled at the end of the round.") : null,
        hands.length > 0 ? manyChips("Hold their cards over", hands.map((one) => [one.who, one.who]), [], (who) => {
          holding.clear();
          who.forEach((name) => holding.add(name));
        }) : null,
        make("div", { class: "steps" },
          button("End the round", () => deed({ do: "round", hold: [...holding] }, again, "the next round begins"), { "data-key": "round" }),
          button("Shuffle", () => deed({ do: "shuffle" }, again, "shuffled"), { "data-key": "shuffle" }),
          isVirtual() ? button("Draw a card", () => deed({ do: "draw", count: 1 }, again), { "data-key": "draw" }) : null)),
      sessionPart(again)),
    part("Log", button("Undo the last step", undo, { disabled: steps.length === 0, "data-key": "undo" }),
      make("ol", { class: "log", reversed: true }, [...steps].reverse().map((step) => make("li", { value: step.step },
        make("b", {}, step.line), step.shuffled.length > 0 ? make("p", {}, "shuffled") : null,
        step.explanation.map((text) => make("p", {}, text))))))));
}

function sessionPart(again) {
  const file = make("input", { type: "file", id: freshId(), accept: ".json,.jsonl,.txt,application/json" });
  file.addEventListener("change", async () => {
    const [chosenFile] = file.files;
    if (!chosenFile) return;
    const reply = engine.ask({ do: "import", name: chosenFile.name, text: await chosenFile.text() });
    file.value = "";
    if (took(reply)) {
      played.reply = null;
      tell(reply.torn ? "The last line had no end: a step without an answer, left out." : `${chosenFile.name}: ${state.table.steps} steps`);
      again();
    }
  });
  const save = () => {
    const { text } = engine.ask({ do: "export" });
    const url = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
    const link = make("a", { href: url, download: "session.json" });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  };
  const start = (draws) => {
    if (state.table.steps > 0 && !confirm("The session kept here ends. Go on?")) return;
    played.reply = null;
    deed({ do: "start", draws }, again, "a new session");
  };
  const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];
  return part("Session",
    make("p", { class: "quiet" }, "Kept in this browser. The file is the one that actiondeck play reads and writes."),
    make("div", { class: "steps" },
      button("Save the file", save, { "data-key": "save" }),
      button("New, with printed cards", () => start({ mode: "physical" }), { "data-key": "physical" }),
      button("New, this page draws", () => start({ mode: "virtual", seed: seed() }), { "data-key": "virtual" })),
    make("div", { class: "field" }, make("label", { for: file.id }, "Go on with a file"), file));
}
