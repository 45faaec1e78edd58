// Asking: the form of a question, what is known before the draw, and the answer.

/** The picture of a card with its values in words beside it. */
function cardShown(number) {
  const { playing_card: name } = sheet(number);
  const picture = make("img", { class: "face", alt: say("picture", { number, name: playingCard(name) }) });
  faces.of(number).then((url) => { picture.src = url; });
  return picture;
}

/** What a star in the cause grid means. */
function legend(columns) {
  const starred = columns.filter((column) => column.exceptional_rows.length > 0);
  if (starred.length > 0 && starred.every((column) => column.closed)) return say("highest");
  return say("exceptional");
}

/** The values of a card as tables. */
function cardTables(number) {
  const card = sheet(number);
  const grid = (name, columns, rows) => make("table", {},
    make("caption", {}, name),
    make("tr", {}, make("th", { scope: "col" }, say("row")), columns.map((column) => make("th", { scope: "col" }, diceSaid(column.die)))),
    Array.from({ length: rows }, (_, row) => make("tr", {}, make("th", { scope: "row" }, String(row + 1)),
      columns.map((column) => {
        const exceptional = column.exceptional_rows.includes(row + 1);
        return make("td", { class: exceptional ? "exceptional" : null }, `${FIGURES[column.cells[row]] ?? column.cells[row]}${exceptional ? "*" : ""}`);
      }))));
  const rows = [
    [say("playing_card"), playingCard(card.playing_card)], [say("toggle"), { yes: say("yes"), no: say("no") }[card.toggle] ?? card.toggle],
    [say("places"), card.hit.map(({ standard, location }) => (standard ? say("standard", { location: printed(location) }) : printed(location))).join(", ")],
    ...card.burst.map((one) => [say("burst_of", { shots: one.shots }), say("burst_hits", { hits: one.hits })]),
    [say("penetration"), card.penetration > 0 ? `+${card.penetration}` : String(card.penetration)],
    [say("scatter"), say("hour", { hour: card.scatter })], [say("failure"), card.failure ?? say("none")], [say("unintended"), card.unintended],
    ...card.extras.map((one) => [printed(one.id), one.value === null || one.value === undefined ? say("none") : printed(one.value)]),
  ];
  return make("details", {}, make("summary", {}, say("values", { number })),
    make("div", { class: "tables" }, grid(say("cause"), card.cause, about.cause.rows), grid(say("effect"), card.effect, about.effect.rows),
      make("dl", {}, rows.map(([name, value]) => [make("dt", {}, name), make("dd", {}, String(value))]))),
    make("p", {}, legend(card.cause)));
}

/** A field for the number of a card, and every number to tap. `out` cannot come up. */
function cardPicker(label, take, out = []) {
  const input = make("input", { type: "text", inputmode: "numeric", id: freshId(), autocomplete: "off", maxlength: 2, class: "number" });
  const grid = make("div", { class: "numbers" });
  const number = () => {
    const text = input.value.trim();
    if (!/^\d{1,2}$/.test(text) || Number(text) > 53) {
      tell(say("no_card", { number: text || say("nothing") }), true);
      input.focus();
      return;
    }
    input.value = "";
    take(Number(text));
  };
  const fill = () => {
    if (grid.childElementCount > 0) return;
    grid.append(...Array.from({ length: 54 }, (_, card) =>
      button(String(card), () => take(card), { disabled: out.includes(card), "aria-label": say("card_number", { number: card }) })));
  };
  const form = make("form", { class: "pick", onsubmit: (event) => { event.preventDefault(); number(); } },
    make("label", { for: input.id }, label), input, make("button", { type: "submit", class: "go" }, "OK"));
  return make("div", {}, form, make("details", { class: "tap", ontoggle: fill }, make("summary", {}, say("tap")), grid));
}

const percent = (chance) => `${chance.percent} %`;

/** The target number with its reasons and the odds, before a card is drawn. */
function beforeBox(reply) {
  if (reply.errors) return make("div", { class: "before bad" }, reply.errors.map((error) => make("p", {}, error)));
  if (!reply.tn && !reply.odds) return make("div");
  const odds = reply.odds?.lines[0];
  const bar = (name, chance) => make("div", { class: "odds" }, make("span", {}, name),
    make("meter", { min: 0, max: 100, value: Number(chance.percent), "aria-hidden": "true" }), make("b", {}, percent(chance)));
  return make("div", { class: "before" }, reply.tn ? make("p", { class: "tn" }, reply.tn) : null,
    odds ? [bar(say("one_card"), odds.one_card), bar(say("with_follow_ups"), odds.with_follow_ups),
      odds.true_dice ? bar(say("true_dice"), odds.true_dice) : null,
      make("small", {}, say("pile", { cards: reply.odds.cards, chance: percent(reply.odds.critical_failure) }))] : null);
}

/** What an answer says: what comes of it, `next`, and why. The library answers in English, on every page. */
function answerBox(reply, next = null) {
  if (reply.errors) return make("div", { class: "answer bad" }, reply.errors.map((error) => make("p", {}, error)));
  const lines = reply.explanation.filter((text) => text !== reply.tn);
  const first = reply.verdict ?? lines[0];
  return make("div", { class: "answer" }, make("p", { class: "verdict", lang: "en" }, first), next,
    reply.tn ? make("p", { lang: "en" }, reply.tn) : null,
    (reply.verdict ? lines.filter((line) => line !== reply.verdict) : lines.slice(1)).map((text) => make("p", { lang: "en" }, text)));
}

/** A form for one of the questions. `changed` hears of every change. */
function questionForm(id, together, chooseKind, changed) {
  const kind = kindOf(id);
  const values = valuesOf(kind);
  const kinds = kindsHere();
  const first = kinds.filter((one) => one.first);
  const others = kinds.filter((one) => !one.first);
  const box = make("div", { class: "question" },
    chips(say("question"), first.map((one) => [one.id, one.label]), id, chooseKind),
    select(say("another_question"), [["", "…"], ...others.map((one) => [one.id, one.label])], kind.first ? "" : id, (next) => next && chooseKind(next)));
  if (together) {
    const everybody = [["", say("nobody")], ...names().map((name) => [name, name])];
    const again = (key) => (name) => { parties[key] = name; prefill(kind); chooseKind(id); };
    box.append(make("div", { class: "pair" },
      kind.pool ? select(say("who_acts"), everybody, parties.who, again("who")) : "",
      kind.attacks ? select(say("at_whom"), everybody, parties.at, again("at")) : ""));
  }
  if (kind.pool) box.append(poolField(values, changed));
  for (const field of kind.fields) box.append(field(values, changed));
  return box;
}

// --- the part in which cards are looked up -----------------------------------------------------------

const looked = { card: null, kind: "check", then: "" };

function lookPart(main) {
  const shown = make("div", { class: "shown" });
  const form = make("div");
  const answer = make("div", { class: "live" });
  const then = make("div");
  const fill = () => {
    shown.replaceChildren();
    if (looked.card === null) return;
    shown.append(cardShown(looked.card), cardTables(looked.card));
  };
  const update = () => {
    if (looked.card === null) {
      return answer.replaceChildren(make("p", { class: "quiet" }, say("type_number")));
    }
    const kind = kindOf(looked.kind);
    const question = asked(kind, false);
    const then = looked.then.split(/[ ,+]+/).filter(Boolean);
    if (kind.card) question[kind.card] = [looked.card, ...then].join("+");
    else question.card = looked.card;
    if (kind.pool && !kind.card && then.length > 0) question.then = then;
    const before = kind.pool && !kind.card ? beforeBox(engine.ask({ do: "before", asked: question, whole: true })) : "";
    const reply = engine.ask({ do: "look", asked: question });
    answer.replaceChildren(answerBox(reply), reply.errors ? "" : before);
  };
  const choose = (id) => {
    looked.kind = id;
    if (looked.card === null) return update();
    const kind = kindOf(id);
    form.replaceChildren(questionForm(id, false, (next) => { choose(next); focusChip(form, next); }, update));
    then.replaceChildren(kind.pool
      ? line(say("follow_ups"), looked.then, (text) => { looked.then = text; update(); }, { inputmode: "numeric" }, say("follow_ups_note"))
      : "");
    update();
  };
  const take = (card) => {
    looked.card = card;
    looked.then = "";
    fill();
    choose(looked.kind);
    tell(say("card_named", { number: card, name: playingCard(sheet(card).playing_card) }), "heard");
    if (isNarrow()) shown.scrollIntoView();
  };
  main.replaceChildren(make("div", { class: "columns" },
    part(say("card"), cardPicker(say("number"), take), shown), part(say("question"), form, answer, then)));
  fill();
  choose(looked.kind);
}

/** The focus stays where the question was chosen. */
function focusChip(box, value) {
  (box.querySelector(`input[type=radio][value="${CSS.escape(value)}"]`) ?? box.querySelector(".question > .field select"))?.focus();
}

/** Whether the parts stand below each other. */
const isNarrow = () => matchMedia("(max-width: 59.99rem)").matches;

// --- the part in which cards are drawn ----------------------------------------------------------------

const played = { kind: "check", reply: null };

const isVirtual = () => state.table.draws.mode === "virtual";

/** Takes a reply of the engine: what it says of the table, and the session that is kept. */
function took(reply) {
  if (reply.errors) {
    tell(reply.errors.join(" "), true);
    return false;
  }
  if (reply.state) {
    const shuffled = reply.kind && reply.state.table.pile > state.table.pile;
    state = reply.state;
    if (shuffled) setTimeout(() => tell(say("shuffled_empty")));
    kept.save();
  }
  return true;
}

function playPart(main) {
  const form = make("div");
  const before = make("div");
  const draw = make("div", { class: "draw" });
  const result = make("div", { class: "live" });
  let usual = null;

  const question = () => asked(kindOf(played.kind), true);
  const update = () => {
    const kind = kindOf(played.kind);
    if (!kind.pool || kind.card) return before.replaceChildren();
    before.replaceChildren(beforeBox(engine.ask({ do: "before", asked: question() })));
  };
  const answered = (reply) => {
    if (took(reply)) {
      played.reply = reply;
      usual = null;
      tell(reply.verdict ?? reply.explanation[0], "heard");
      fillDraw();
      showResult();
      update();
      if (isNarrow()) result.scrollIntoView();
    }
  };
  const ask = (card) => answered(engine.ask({ do: "ask", asked: card === undefined ? question() : { ...question(), [kindOf(played.kind).card ?? "card"]: card } }));

  const fillDraw = () => {
    const kind = kindOf(played.kind);
    const last = state.last?.cards[0];
    draw.replaceChildren();
    if (kind.draws && isVirtual()) draw.append(button(say("draw"), () => ask(), { class: "go wide", id: "draw" }));
    if (kind.draws && !isVirtual()) draw.append(cardPicker(say("came_up"), ask, state.out_of_reach));
    if (!kind.draws && last !== undefined) draw.append(button(say("read_on", { card: last }), () => ask(), { class: "go wide" }));
    if (!kind.draws && last === undefined) draw.append(make("p", { class: "quiet" }, say("draw_first")));
    if (kind.draws && !kind.card && last !== undefined) {
      draw.append(button(say("same_again", { card: last }), () => answered(engine.ask({ do: "ask", again: true, asked: question() })), { class: "wide" }));
    }
  };

  const showResult = () => {
    const reply = played.reply;
    if (!reply) return result.replaceChildren();
    const last = state.last;
    const steps = make("div", { class: "steps" });
    for (const of of reply.chains) {
      const label = { active_cards: say("follow_up_active"), opponent_cards: say("follow_up_opponent") }[of] ?? say("follow_up");
      steps.append(isVirtual() ? button(label, () => answered(engine.ask({ do: "then", of })), { class: "go" })
        : cardPicker(label, (card) => answered(engine.ask({ do: "then", card, of })), state.out_of_reach));
    }
    const offers = reply.answer?.bumps_buy ?? [];
    for (const offer of offers) {
      const bought = { bumps: Math.abs(offer.bumps), location: printed(offer.location), wounds: offer.wounds, ct: offer.concussion };
      steps.append(button(offer.bumps > 0 ? say("bumps_up", bought) : say("bumps_down", bought), () => spend(offer.bumps)));
    }
    if (last?.asked.location_bumps && !state.applied) steps.append(button(say("no_bumps"), () => spend(0)));
    if (reply.deals.length > 0 && !state.applied) steps.append(applying(last));
    if (reply.kind === "attack" || reply.kind === "check") {
      steps.append(...["location", "damage", "failure"].filter((id) => reply.kind === "check" || id === "failure")
        .map((id) => button(kindOf(id).label, () => { choose(id); focusChip(form, id); })));
    }
    const sides = [last?.asked.active_cards, last?.asked.opponent_cards].filter((chain) => chain !== undefined).flatMap((chain) => String(chain).split("+").filter(Boolean));
    const cards = sides.length > 0 ? sides : last ? [...last.cards, ...(last.asked.then ?? [])] : [];
    result.replaceChildren(answerBox(reply, steps), make("div", { class: "fan" }, cards.map((card) => cardShown(Number(card)))),
      ...cards.map((card) => cardTables(Number(card))));
  };

  const spend = (bumps) => {
    const { cards: _, asked: last } = state.last;
    const { card: __, ...rest } = last;
    answered(engine.ask({ do: "ask", again: true, asked: { ...rest, location_bumps: bumps } }));
  };

  const applying = (last) => {
    let who = last.asked.at ?? "";
    const take = () => {
      const reply = engine.ask(who ? { do: "apply", who } : { do: "apply" });
      if (took(reply)) {
        tell(say("told", { who, state: person(who)?.told[0] ?? say("hurt_told") }));
        showResult();
        prefill(kindOf(played.kind));
      }
    };
    return make("div", { class: "apply" },
      select(say("who_is_hurt"), [["", say("choose")], ...names().map((name) => [name, name])], who, (name) => { who = name; }),
      button(say("take_wounds"), take, { class: "go", id: "apply" }));
  };

  const choose = (id) => {
    if (usual !== id) prefill(kindOf(id));
    usual = id;
    played.kind = id;
    form.replaceChildren(questionForm(id, true, (next) => { choose(next); focusChip(form, next); }, update));
    fillDraw();
    update();
  };

  main.replaceChildren(make("div", { class: "columns" },
    part(say("before_draw"), form, before, draw), part(say("after_draw"), result)));
  choose(played.kind);
  showResult();
  if (!played.reply) result.append(make("p", { class: "quiet" }, say("set_question")));
}
