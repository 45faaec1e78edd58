// Two decks side by side: the one kept as before and the present one, with faces, odds and figures.
"use strict";

/** The differences shown, and the compared card; `null` follows the card beside the form. */
const compared = { difference: null, chosen: null };

async function showComparison() {
  const { figures, before } = app;
  if (!before || figures.stage === "preview") {
    if (!byId("compare").hasChildNodes()) byId("compare").replaceChildren(make("p", { class: "quiet" }, "The changes appear here when the search is done."));
    return;
  }
  const difference = await get("/comparison");
  compared.difference = difference;
  const cells = difference.cards.reduce((sum, card) => sum + card.cells.length, 0);
  const keep = button("Keep this deck as before", async () => {
    await post("/keep");
    app.before = await get("/figures?of=before");
    tell("Changes are now shown relative to this deck.");
    showCurves();
    showComparison();
  }, { "data-key": "keep" });
  keptFocus(byId("compare"), [
    make("p", { class: "row" }, difference.identical ? `Edition ${difference.new.edition}: the same cards as before.`
      : `Edition ${difference.old.edition} became ${difference.new.edition}: ${counted(cells, "cell")} on ${counted(difference.cards.length, "card")}, ${counted(difference.distributions.length, "field")} with other counts.`),
    make("div", { class: "row" }, keep),
    ...(difference.identical ? [] : [
      make("h3", {}, "Cards"), chooseCard(difference), make("div", { id: "pair-of-cards" }),
      make("h3", {}, "Odds"), make("div", { id: "pair-of-odds" }),
      make("h3", {}, "Figures"), figuresOfBoth(difference.figures),
    ]),
  ]);
  if (difference.identical) return;
  showOddsOfBoth();
  await showPair();
}

/** The list of cards: those that changed, with the number of cells. */
function chooseCard({ cards: changed }) {
  const cellsOf = new Map(changed.map((card) => [card.number, card.cells.length]));
  const [first, last] = [Math.min(app.figures.numbers[0], app.before.numbers[0]), Math.max(app.figures.numbers[1], app.before.numbers[1])];
  const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const list = make("select", { id: "compared-card", "data-key": "compared-card" },
    make("option", { value: "" }, "Card beside the form"),
    numbers.map((card) => make("option", { value: card }, `Card ${card}: ${cellsOf.has(card) ? `${counted(cellsOf.get(card), "cell")} changed` : "the same"}`)));
  const choose = (card) => {
    compared.chosen = card;
    list.value = card ?? "";
    showPair();
  };
  list.value = compared.chosen ?? "";
  list.addEventListener("change", () => choose(list.value === "" ? null : Number(list.value)));
  const next = () => {
    const now = comparedCard();
    choose((changed.find((card) => card.number > now) ?? changed[0]).number);
  };
  return make("div", { class: "row" }, make("label", { for: "compared-card" }, "Compared card"), list,
    changed.length > 0 ? button("Next changed card", next, { "data-key": "next-changed" }) : null);
}

const comparedCard = () => compared.chosen ?? cards.open;

/** The faces of one card in both decks, with the changed cells marked. */
async function showPair() {
  const place = document.getElementById("pair-of-cards");
  if (!place || !compared.difference) return;
  const card = comparedCard();
  const change = compared.difference.cards.find((one) => one.number === card);
  const faces = await Promise.all([["before", app.before], ["now", app.figures]].map(async ([of, figures]) => {
    const sheet = await fetchSheet(card, of);
    const image = sheet.why ? null : await loaded(card, `${figures.deck.digest}-${figures.look}`, of);
    return make("figure", {}, make("h4", {}, `Card ${card} ${of}`), sheet.why ? make("p", { class: "quiet" }, sheet.why) : withChanges(sheet, image, change));
  }));
  if (card !== comparedCard() || !place.isConnected) return;
  place.replaceChildren(make("div", { class: "pair" }, faces),
    change ? make("details", {}, make("summary", {}, `${counted(change.cells.length, "cell")} of card ${card} changed`), make("ul", {}, change.cells.map((cell) => make("li", {}, `${nameOf(cell.field)}: ${cell.old || "blank"} became ${cell.new || "blank"}`))))
      : make("p", { class: "quiet" }, `Card ${card} is the same in both decks.`));
}

function withChanges(sheet, image, change) {
  const box = trimmed(sheet, image);
  const fields = new Set((change?.cells ?? []).map((cell) => cell.field));
  for (const cell of sheet.cells) if (cell.place_mm && fields.has(cell.field)) box.append(place(make("span", { class: "changed" }), sheet, cell.place_mm, 3));
  return box;
}

/** The odds of both decks beside each other, for the column chosen above. */
function showOddsOfBoth() {
  const at = document.getElementById("pair-of-odds");
  if (!at || !curvesOf) return;
  const list = make("select", { id: "compared-column" }, columns().map(([which, label]) => make("option", { value: which }, label)));
  list.value = curvesOf;
  list.addEventListener("change", () => {
    chooseCurves(list.value);
    byId("compared-column").focus();
  });
  const [old, now] = [app.before, app.figures].map((figures) => new Map(stairs(figures, curvesOf)));
  const labels = [...new Set([...old.keys(), ...now.keys()])];
  const side = (map, label, of) => map.has(label) ? plot([label, map.get(label)], null, of) : make("p", { class: "quiet" }, `${label}: not in this deck`);
  at.replaceChildren(
    make("div", { class: "row" }, make("label", { for: "compared-column" }, "Column"), list),
    ...labels.map((label) => make("div", { class: "pair" }, side(old, label, "before"), side(now, label, "now"))));
}

/** The figures of both decks. A change of a correlation is that of its size. */
function figuresOfBoth(figures) {
  const row = (figure) => {
    const { by, moved, words } = changeOf(figure.unit, figure.old, figure.new, places(figure));
    const limit = (value) => value === null ? "" : shown(amount(value), places(figure));
    return make("tr", {},
      make("td", {}, figure.title),
      make("td", { class: figure.old_verdict === "falls-short" ? "worse" : "" }, shown(amount(figure.old), places(figure))),
      make("td", { class: figure.new_verdict === "falls-short" ? "worse" : "" }, shown(amount(figure.new), places(figure))),
      make("td", { class: moved && figure.new_limit !== null ? (by > 0 ? "worse" : "better") : "" }, moved ? words : "–"),
      make("td", {}, limit(figure.old_limit) === limit(figure.new_limit) ? limit(figure.new_limit) : `${limit(figure.old_limit) || "–"}, now ${limit(figure.new_limit) || "–"}`));
  };
  const table = (label, list) => scrollTable(label, ["Figure", "Before", "Now", "Change", "Limit"], list.map(row));
  const isJudged = (figure) => figure.old_limit !== null || figure.new_limit !== null;
  return [table("Figures of both decks", figures.filter(isJudged)),
    make("details", {}, make("summary", { "data-key": "other-figures" }, "Figures without a limit, of both decks"), table("Other figures of both decks", figures.filter((figure) => !isJudged(figure))))];
}
