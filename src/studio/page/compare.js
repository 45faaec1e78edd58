// Compares the deck kept as before with the present one.
"use strict";

async function showComparison() {
  const { figures, before } = app;
  const keep = button("Keep this deck as before", async () => {
    await post("/keep");
    app.before = await get("/figures?of=before");
    tell("Changes are now shown relative to this deck.");
    showCurves();
    showComparison();
  }, { "data-key": "keep", disabled: figures.stage === "preview" });
  if (!before || figures.stage === "preview") {
    if (!byId("compare").hasChildNodes()) byId("compare").replaceChildren(make("p", { class: "quiet" }, "The changes appear here when the search is done."));
    return;
  }
  const difference = await get("/comparison");
  const cells = difference.cards.reduce((sum, card) => sum + card.cells.length, 0);
  const moved = difference.figures.filter((figure) => figure.changed);
  const places = (figure) => figure.unit === "faults" || figure.unit === "draws" ? 0 : 3;
  const number = cards.shown[0];
  const change = difference.cards.find((card) => card.number === number);
  keptFocus(byId("compare"), [
    make("p", { class: "row" }, difference.identical ? `Edition ${difference.new.edition}: the same cards as before.`
      : `Edition ${difference.old.edition} became ${difference.new.edition}: ${counted(cells, "cell")} on ${counted(difference.cards.length, "card")}, ${counted(difference.distributions.length, "field")} with other counts.`),
    make("div", { class: "row" }, keep),
    moved.length > 0 ? make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Figures before and after" }, make("table", {},
      make("thead", {}, make("tr", {}, ["Figure", "Before", "After", "Limit"].map((name) => make("th", { scope: "col" }, name)))),
      make("tbody", {}, moved.map((figure) => make("tr", {},
        make("td", {}, figure.title), make("td", {}, shown(amount(figure.old), places(figure))),
        make("td", { class: figure.new_verdict === "falls-short" ? "worse" : "" }, shown(amount(figure.new), places(figure))),
        make("td", {}, figure.new_limit === null ? "" : shown(amount(figure.new_limit), places(figure)))))))) : null,
    difference.identical ? null : make("div", { class: "sheets" }, [["before", "before"], ["now", "now"]].map(([of, label]) => make("figure", {},
      make("h3", {}, `Card ${number} ${label}`), plain(number, of)))),
    change ? make("details", {}, make("summary", { "data-key": "cells" }, `${counted(change.cells.length, "cell")} of card ${number} changed`), make("ul", {}, change.cells.map((cell) => make("li", {}, `${nameOf(cell.field)}: ${cell.old || "blank"} became ${cell.new || "blank"}`)))) : null,
  ]);
}

/** A face without clickable cells. */
function plain(card, of) {
  const sheet = cards.sheets.get(card);
  if (!sheet) return null;
  const image = make("img", { alt: `Card ${card} ${of}` });
  const stamp = `${(of === "before" ? app.before : app.figures).deck.digest}-${app.figures.look}`;
  transport.picture(`/face?card=${card}&of=${of}&stamp=${stamp}`).then((address) => { image.src = address; });
  return face({ ...sheet, cells: [] }, image);
}
