// Questions: the form, the preview before the draw, and the answer.

/** The picture of a card with its values in words. */
function cardShown(number) {
  const { playing_card: name } = sheet(number);
  const picture = make("img", { class: "face", alt: say("picture", { number, name: playingCard(name) }) });
  faces.of(number).then((url) => { picture.src = url; });
  return picture;
}

/** The legend of stars in the cause grid. */
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
  /** The values of a part of the card, if the deck has it. */
  const values = (part, ...pairs) => (about.parts.includes(part) ? pairs : []);
  const rows = [
    ...values("rank", [say("playing_card"), playingCard(card.playing_card)]),
    ...values("toggle", [say("toggle"), { yes: say("yes"), no: say("no") }[card.toggle] ?? card.toggle]),
    ...values("hit", [say("places"), card.hit.map(({ standard, location }) => (standard ? say("standard", { location: printed(location) }) : printed(location))).join(", ")]),
    ...values("burst", ...card.burst.map((one) => [say("burst_of", { shots: one.shots }), say("burst_hits", { hits: one.hits })])),
    ...values("penetration", [say("penetration"), card.penetration > 0 ? `+${card.penetration}` : String(card.penetration)]),
    ...values("scatter", [say("scatter"), say("hour", { hour: card.scatter })]),
    ...values("failure", [say("failure"), card.failure ?? say("none")]),
    ...values("unintended", [say("unintended"), card.unintended]),
    ...card.extras.map((one) => [printed(one.id), one.value === null || one.value === undefined ? say("none") : printed(one.value)]),
  ];
  return make("details", {}, make("summary", {}, say("values", { number })),
    make("div", { class: "tables" }, grid(say("cause"), card.cause, about.cause.rows),
      about.parts.includes("effect") ? grid(say("effect"), card.effect, about.effect.rows) : null,
      make("dl", {}, rows.map(([name, value]) => [make("dt", {}, name), make("dd", {}, String(value))]))),
    make("p", {}, legend(card.cause)));
}

/** The numbers of all cards of the deck. */
const allCards = () => {
  const [first, last] = about.numbers;
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
};

/** Whether a text is the number of a card. */
const isCard = (text) => /^\d{1,3}$/.test(text) && allCards().includes(Number(text));

/** A field for the number of a card, and buttons for all numbers. Those in `out` cannot be drawn. */
function cardPicker(label, take, out = []) {
  const input = make("input", { type: "text", inputmode: "numeric", id: freshId(), autocomplete: "off", maxlength: 3, class: "number" });
  const grid = make("div", { class: "numbers" });
  const number = () => {
    const text = input.value.trim();
    if (!isCard(text)) {
      const [first, last] = about.numbers;
      tell(say("no_card", { number: text || say("nothing"), first, last }), true);
      input.focus();
      return;
    }
    input.value = "";
    take(Number(text));
  };
  const fill = () => {
    if (grid.childElementCount > 0) return;
    grid.append(...allCards().map((card) =>
      button(String(card), () => take(card), { disabled: out.includes(card), "aria-label": say("card_number", { number: card }) })));
  };
  const form = make("form", { class: "pick", onsubmit: (event) => { event.preventDefault(); number(); } },
    make("label", { for: input.id }, label), input, make("button", { type: "submit", class: "go" }, "OK"));
  return make("div", {}, form, make("details", { class: "tap", ontoggle: fill }, make("summary", {}, say("tap")), grid));
}

// --- looking up cards -----------------------------------------------------------

const looked = { card: null, form: "", then: "" };

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
    const question = asked(formOf(looked.form), false);
    const before = engine.ask({ do: "before", asked: question, whole: true });
    const then = looked.then.split(/[ ,+]+/).filter(Boolean);
    // Further numbers are follow-up cards, or the other cards of a question that reads several.
    const cards = before.awaited > 1 ? [looked.card, ...then].map(String) : [[looked.card, ...then].join("+")];
    const reply = engine.ask({ do: "look", asked: question, cards: before.awaited > 0 ? cards : [] });
    answer.replaceChildren(answerBox(reply), reply.errors ? "" : beforeBox(before));
  };
  const choose = (name, focus = name) => {
    looked.form = name;
    if (looked.card === null) return update();
    form.replaceChildren(questionForm(name, false, (next, word) => choose(next, word ?? next), update));
    focusChip(form, focus);
    then.replaceChildren(formOf(name).card === "drawn"
      ? line(say("follow_ups"), looked.then, (text) => { looked.then = text; update(); }, { inputmode: "numeric" }, say("follow_ups_note"))
      : "");
    update();
  };
  const take = (card) => {
    looked.card = card;
    looked.then = "";
    fill();
    choose(looked.form, "");
    tell(say("card_named", { number: card, name: playingCard(sheet(card).playing_card) }), "heard");
    if (isNarrow()) shown.scrollIntoView();
  };
  main.replaceChildren(make("div", { class: "columns" },
    part(say("card"), cardPicker(say("number"), take), shown), part(say("question"), form, answer, then)));
  fill();
  choose(looked.form, "");
}

/** Keeps the focus on the choice of the question. */
function focusChip(box, value) {
  if (value) (box.querySelector(`input[type=radio][value="${CSS.escape(value)}"]`) ?? box.querySelector(".question > .field select"))?.focus();
}

/** Whether the parts are stacked vertically. */
const isNarrow = () => matchMedia("(max-width: 59.99rem)").matches;

// --- drawing cards ----------------------------------------------------------------

const played = { form: "", reply: null };

const isVirtual = () => state.table.draws.mode === "virtual";

/** Applies a reply of the engine: the state of the table, and the session to save. */
function took(reply) {
  if (reply.errors) {
    tell(reply.errors.join(" "), true);
    return false;
  }
  if (reply.state) {
    const before = state.table.pile;
    state = reply.state;
    if (reply.kind && state.table.pile > before) {
      setTimeout(() => tell(before === 0 ? say("shuffled_empty") : say("shuffled_before")));
    }
    kept.save();
  }
  return true;
}

/** The cards of a question with their follow-up cards. */
function cardsOf({ asked, cards }) {
  const chains = Object.values(asked).flat().filter((value) => typeof value === "string" && /^\d+(\+\d+)+$/.test(value));
  const all = [...cards, ...chains.flatMap((chain) => chain.split("+")), ...[asked.then ?? []].flat()];
  return [...new Set(all.map(Number))];
}

/** The answer to the last question, restored after a reload, or the question that waits for its cards. */
function lastReply() {
  const { waiting } = state.table;
  if (waiting) return { explanation: [waiting.question] };
  if (!state.last) return null;
  const reply = engine.ask({ do: "last" });
  return reply.errors ? null : reply;
}

function playPart(main) {
  const form = make("div");
  const before = make("div");
  const draw = make("div", { class: "draw" });
  const again = make("div");
  const held = make("div", { class: "steps" });
  const result = make("div", { class: "live" });
  /** The cards drawn so far for a question that takes several, and their number. */
  let pending = [];
  let awaited = 1;

  const current = () => formOf(played.form);
  const update = () => {
    const reply = engine.ask({ do: "before", asked: asked(current(), true) });
    awaited = Math.max(1, reply.awaited ?? 1);
    before.replaceChildren(beforeBox(reply));
    fillHeld();
    kept.saveForm();
  };
  /** A button for each card of the hand of the acting character, with the result it would give. */
  const fillHeld = () => {
    const isOne = current().card === "drawn" && awaited === 1;
    const cards = isOne ? person(parties.who)?.hand.cards ?? [] : [];
    held.replaceChildren(...cards.map(({ number }) => {
      const { verdict } = engine.ask({ do: "look", asked: asked(current(), true), cards: [String(number)] });
      const result = verdict ? `: ${verdictSaid(verdict)}` : "";
      return button(say("use_held", { card: number }) + result, () => ask(number));
    }));
  };
  const answered = (reply) => {
    if (took(reply)) {
      played.reply = reply;
      pending = [];
      tell(reply.verdict ? verdictSaid(reply.verdict) : reply.explanation[0] ?? "", "heard");
      choose(played.form, "");
      showResult();
      if (isNarrow()) result.scrollIntoView();
    } else {
      pending = [];
      fillDraw();
    }
  };
  const ask = (...cards) => answered(engine.ask({ do: "ask", asked: asked(current(), true), cards: cards.map(String) }));
  const send = (text) => answered(engine.ask({ do: "line", line: text }));
  const take = (card) => {
    pending.push(card);
    if (pending.length >= awaited) return ask(...pending);
    fillDraw();
    draw.querySelector("input")?.focus();
  };

  const fillDraw = () => {
    const { card } = current();
    const last = state.last?.cards ?? [];
    draw.replaceChildren();
    again.replaceChildren();
    if (card === null) return draw.append(button(say("answer"), () => ask(), { class: "go wide" }));
    const count = awaited > 1 ? ` ${pending.length + 1}/${awaited}` : "";
    const reads = card === "read";
    if (reads) draw.append(...last.map((one) => button(say("read_on", { card: one }), () => ask(one), { class: "go wide" })));
    if (!reads || last.length === 0) {
      draw.append(isVirtual() && card !== "shown" ? button(say("draw"), () => (reads ? ask("draw") : ask()), { class: "go wide", id: "draw" })
        : cardPicker(say("came_up") + count, take, card === "shown" ? [] : [...state.out_of_reach, ...pending]));
    }
    if (card === "drawn" && awaited === 1 && last.length > 0) {
      again.append(button(say("same_again", { card: last[0] }), () => answered(engine.ask({ do: "ask", again: true, asked: asked(current(), true) })), { class: "wide" }));
    }
  };

  const showResult = () => {
    const { waiting } = state.table;
    const { reply } = played;
    if (!reply) return result.replaceChildren(make("p", { class: "quiet" }, say("set_question")));
    const last = state.last;
    const steps = make("div", { class: "steps" });
    const picker = (text, act) => (isVirtual() ? button(text, () => act(""), { class: "go" }) : cardPicker(text, (card) => act(` ${card}`), state.out_of_reach));
    if (waiting) {
      steps.append(isVirtual() ? button(say("draw"), () => send("draw"), { class: "go" }) : line(say("came_up"), "", () => {}, { inputmode: "numeric", onchange: (event) => send(event.target.value) }, say("hand_note")));
    }
    for (const of of reply.chains ?? []) {
      steps.append(picker(of === null ? say("follow_up") : say("follow_up_of", { card: of }), (card) => send(`then${card}${of === null ? "" : ` of ${of}`}`)));
    }
    if (!state.applied) {
      for (const offer of reply.offers ?? []) steps.append(button(`${offer.spent}: ${offer.buys}`, () => send(`spend ${offer.spent}`), { lang: "en" }));
      if (last?.asked.location_bumps) steps.append(button(say("no_bumps"), () => send("spend 0")));
      if (reply.deals?.length > 0) steps.append(applying(last, reply.deals));
    }
    const isOwn = (text) => /^(then|apply|spend)\b/.test(text) || /\b(CARD|NAME|DICE|WOUNDS)\b/.test(text);
    for (const next of (reply.next ?? []).filter((text) => !isOwn(text))) steps.append(button(next, () => send(next), { lang: "en" }));
    const { steps: count } = state.table;
    if (count > 0) steps.append(button(say("undo"), () => { if (took(engine.ask({ do: "line", line: "undo" }))) { played.reply = lastReply(); choose(played.form, ""); showResult(); } }));
    const cards = last && !waiting ? cardsOf(last) : [];
    result.replaceChildren(answerBox(reply, steps), make("div", { class: "fan" }, cards.map((card) => cardShown(card))), ...cards.map((card) => cardTables(card)));
  };

  const applying = (last, deals) => {
    let who = last?.asked.at ?? deals[0].target ?? "";
    const take = () => {
      const reply = engine.ask({ do: "line", line: deals.every((one) => one.target) ? "apply" : `apply ${quoted(who)}` });
      if (took(reply)) {
        tell(say("participant_state", { who, state: person(who)?.words[0] ?? say("state_hurt") }));
        played.reply = { ...played.reply, deals: [], next: reply.next };
        choose(played.form, "");
        showResult();
      }
    };
    return make("div", { class: "apply" },
      select(say("who_is_hurt"), [["", say("choose")], ...names().map((name) => [name, name])], who, (name) => { who = name; }),
      button(say("take_wounds"), take, { class: "go", id: "apply" }));
  };

  const choose = (name, focus = name) => {
    if (name !== played.form) pending = [];
    played.form = name;
    form.replaceChildren(questionForm(name, true, (next, word) => choose(next, word ?? next), update));
    focusChip(form, focus);
    update();
    fillDraw();
  };

  main.replaceChildren(make("div", { class: "columns" },
    part(say("before_draw"), form, before, held, again, draw), part(say("after_draw"), result)));
  choose(played.form, "");
  showResult();
}
