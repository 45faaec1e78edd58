// The table: people with their wounds, hands and penalties, the piles, the log, the session's file.

/** A word of a line, in quotes. */
const quoted = (word) => `'${String(word).replace(/'/g, "'\\''")}'`;

/** The shuffle that is due, in words. */
function shuffleWords({ because, at }) {
  const reason = {
    "black-joker": say("because_black_joker"),
    "sign": say("because_sign"),
    "cards-left": say("because_cards_left"),
  }[because];
  return at === "at-once" ? say("shuffle_at_once", { because: reason }) : say("shuffle_end_of_round", { because: reason });
}

/** Sends a line of `play` or another request, and redraws the part. */
function deed(request, again, said) {
  if (took(engine.ask(typeof request === "string" ? { do: "line", line: request } : request))) {
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
    if (typeof ct !== "number") return tell(say("ct_bad"), true);
    deed(`wound ${quoted(who)} ct ${ct}`, again, say("at_table", { who }));
  };
  const name = make("div");
  const fill = () => name.replaceChildren(...(fresh.who ? [] : [
    line(say("name"), fresh.name, (text) => { fresh.name = text; }),
    stepper(say("ct_full"), fresh.ct, 0, 65535, (value) => { fresh.ct = value; }, 12),
  ]));
  fill();
  main.replaceChildren(
    make("div", { class: "people" }, state.people.map((one) => personCard(one, again))),
    part(say("joins"), select(say("who"), [["", say("new_name")], ...unknown.map((one) => [one.name, one.name])], "", (who) => { fresh.who = who; fill(); }),
      name, button(say("to_table"), add, { class: "go wide", "data-key": "join" })));
}

/** A place of the body by its name in the log, or with a hyphen. */
const placeSaid = (name) => labelText(name);

function personCard(one, again) {
  const { who } = one;
  const wound = { place: "torso", wounds: 1, ct: 0 };
  const key = (name) => ({ "data-key": `${who} ${name}` });
  const hurt = () => deed(`wound ${quoted(who)} ${wound.place} ${wound.wounds ?? 0}+${wound.ct ?? 0}`, again, say("is_hurt", { who }));
  const healed = one.state?.places ?? [];
  const places = healed.map(({ part: place, level }) =>
    button(`${say("heal_one", { place: placeSaid(place) })}${level ? ` (${level.wounds})` : ""}`, () => deed(`heal ${quoted(who)} ${place.replace("-", " ")}`, again), key(`heal ${place}`)));
  /** The changed facts; undefined removes one. */
  const changes = {};
  const known = (name) => { const value = one.facts[name] ?? one.facts[`${name}_m`]; return value?.left ?? value; };
  // Without initiative, a hand is drawn to use its cards in questions.
  const drawn = { count: 3, cards: "", all: !words().includes("initiative") };
  const hand = () => {
    const cards = drawn.cards.split(/[ ,]+/).filter(Boolean).map(Number);
    deed(`hand ${quoted(who)} ${isVirtual() ? drawn.count ?? 0 : `cards ${cards.join(",")}`}${drawn.all ? " all" : ""}`, again, say("draws", { who }));
  };
  const know = () => {
    const given = about.facts.filter((field) => field.name in changes && isGiven(changes[field.name]));
    const gone = about.facts.filter((field) => field.name in changes && !isGiven(changes[field.name]) && known(field.name) !== undefined);
    const pair = (field) => (field.kind === "flag" ? field.name : `${field.name} ${quoted([changes[field.name]].flat().join(","))}`);
    const lines = [gone.length > 0 ? `unset ${quoted(who)} ${gone.map((field) => field.name).join(" ")}` : null,
      given.length > 0 ? `set ${quoted(who)} ${given.map(pair).join(" ")}` : null].filter(Boolean);
    if (lines.every((text) => took(engine.ask({ do: "line", line: text })))) tell(say("put_down_for", { who }));
    again();
  };
  return part(who,
    make("p", { class: one.state?.places.length > 0 ? "state hurt" : "state" }, one.words.length > 0 ? one.words.join(". ") : say("not_kept")),
    one.hand.cards.length > 0 ? make("div", { class: "hand" }, make("p", {}, say("holds")), one.hand.cards.map((card) =>
      button(`${card.number}: ${playingCard(card.playing_card)}`, () => deed(`act ${quoted(who)} ${card.number}`, again, say("plays", { who, card: card.number })), key(`card ${card.number}`)))) : null,
    one.state ? make("details", key("wounds"), make("summary", {}, say("wounds")),
      select(say("where"), about.places.map((place) => named(place)), wound.place, (place) => { wound.place = place; }),
      make("div", { class: "pair" }, stepper(say("wounds"), wound.wounds, 0, 99, (value) => { wound.wounds = value; }),
        stepper("CT", wound.ct, 0, 999, (value) => { wound.ct = value; })),
      make("div", { class: "steps" }, button(say("hurt"), hurt, { class: "go", ...key("hurt") }), ...places,
        button(say("all_ct"), () => deed(`rest ${quoted(who)}`, again), key("rest")),
        one.state.bleeding_per_round > 0 ? button(say("bleed"), () => deed(`bleed ${quoted(who)} 1`, again), key("bleed")) : null)) : null,
    make("details", key("hand"), make("summary", {}, say("hand")),
      isVirtual() ? stepper(say("cards"), drawn.count, 0, allCards().length, (value) => { drawn.count = value; }, 3)
        : line(say("hand_numbers"), drawn.cards, (text) => { drawn.cards = text; }, { inputmode: "numeric" }, say("hand_note")),
      words().includes("initiative") ? manyChips(null, [["all", say("keep_all")]], [], (chosen) => { drawn.all = chosen.length > 0; }) : null,
      button(say("draw_hand"), hand, key("draw hand"))),
    make("details", key("facts"), make("summary", {}, say("counts")),
      about.facts.map((field) => fieldOf(field, known(field.name), (value) => { changes[field.name] = value; }, who)),
      button(say("put_down"), know, { class: "go", ...key("know") })));
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
    [say("round"), table.round], [say("to_draw"), table.pile],
    [say("discarded"), table.discard.length === 0 ? say("none") : [...table.discard].reverse().join(", ")],
    [say("drawn_by"), isVirtual() ? say("this_page", { seed: table.draws.seed }) : say("printed")],
  ];
  const { steps } = engine.ask({ do: "log", steps: 200 });
  const undo = () => {
    const { line } = steps.at(-1);
    if (took(engine.ask({ do: "line", line: "undo" }))) {
      played.reply = lastReply();
      tell(say("taken_back", { lines: line }));
      again();
    }
  };
  main.replaceChildren(make("div", { class: "columns" },
    make("div", {},
      part(say("table"), make("dl", {}, piles.map(([name, value]) => [make("dt", {}, name), make("dd", {}, String(value))])),
        about.games.length > 1 ? select(say("game"), about.games.map(([game, title]) => [game, title, "en"]), about.game, (game) => {
          if (took(engine.ask({ do: "line", line: `game ${game}` }))) {
            about = engine.ask({ do: "about" });
            [looked.form, played.form] = [about.first, about.first];
            again();
          }
        }) : null,
        table.shuffle_due ? make("p", { class: "notice" }, shuffleWords(table.shuffle_due)) : null,
        hands.length > 0 ? manyChips(say("hold_over"), hands.map((one) => [one.who, one.who]), [], (who) => {
          holding.clear();
          who.forEach((name) => holding.add(name));
        }) : null,
        make("div", { class: "steps" },
          button(say("end_round"), () => deed(`round${[...holding].map((who) => ` hold ${quoted(who)}`).join("")}`, again, say("next_round")), { "data-key": "round" }),
          button(say("shuffle"), () => deed("shuffle", again, say("shuffled")), { "data-key": "shuffle" }),
          isVirtual() ? button(say("draw_card"), () => deed("draw", again), { "data-key": "draw" }) : null)),
      sessionPart(again)),
    part(say("log"), button(say("undo"), undo, { disabled: steps.length === 0, "data-key": "undo" }),
      make("ol", { class: "log", reversed: true }, [...steps].reverse().map((step) => make("li", { value: step.step },
        make("b", {}, step.line), step.shuffled.length > 0 ? make("p", {}, say("shuffled")) : null,
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
      about = engine.ask({ do: "about" });
      played.reply = lastReply();
      tell(reply.torn ? say("torn") : say("steps_read", { file: chosenFile.name, steps: state.table.steps }));
      again();
    }
  });
  const save = () => {
    const { text } = engine.ask({ do: "export" });
    const url = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
    const link = make("a", { href: url, download: SESSION_FILE });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  };
  const start = (draws) => {
    if (state.table.steps > 0 && !confirm(say("ends_session"))) return;
    played.reply = null;
    deed({ do: "start", draws }, again, say("new_session"));
  };
  const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];
  return part(say("session"),
    make("p", { class: "quiet" }, say("session_note")),
    make("div", { class: "steps" },
      button(say("save_file"), save, { "data-key": "save" }),
      button(say("new_printed"), () => start({ mode: "physical" }), { "data-key": "physical" }),
      button(say("new_virtual"), () => start({ mode: "virtual", seed: seed() }), { "data-key": "virtual" })),
    make("div", { class: "field" }, make("label", { for: file.id }, say("go_on_file")), file));
}
