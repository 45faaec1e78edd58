// The faces of chosen cards; clicking a cell pins it.
"use strict";

const cards = { shown: [34, 7], sheets: new Map(), chosen: null };

/** The cells of the shown cards, or why one cannot be drawn. */
const fetchSheets = () => Promise.all(cards.shown.map((card) => get(`/card?card=${card}`).catch((error) => ({ card, why: error.message }))));

/** Redraws faces whose deck changed. */
async function showCards(fetching = fetchSheets()) {
  if (app.figures.theme_faults) {
    byId("cards").replaceChildren(make("p", {}, "No card can be drawn:"), make("ul", {}, app.figures.theme_faults.map((fault) => make("li", {}, [fault.file, fault.line, fault.message].filter((part) => part).join(": ")))));
    return;
  }
  const stampOf = ({ revision, stage, look }) => `${revision}-${stage}-${look}`;
  const stamp = stampOf(app.figures);
  if (cards.stamp === stamp && cards.drawn?.join() === cards.shown.join()) return;
  let sheets = await fetching;
  // A pending response is used only if deck and cards are still the same; else it is requested again.
  const isOf = (edition) => sheets.length === cards.shown.length && sheets.every((sheet, at) => sheet.card === cards.shown[at] && sheet.edition === edition);
  if (!isOf(app.figures.deck.edition)) sheets = await fetchSheets();
  const pictures = await Promise.all(sheets.map((sheet) => sheet.why ? null : picture(sheet.card, stamp)));
  if (stampOf(app.figures) !== stamp) return;
  Object.assign(cards, { stamp, drawn: [...cards.shown], sheets: new Map(sheets.filter((sheet) => !sheet.why).map((sheet) => [sheet.card, sheet])) });
  const number = make("input", { type: "number", min: app.figures.numbers[0], max: app.figures.numbers[1], step: 1, class: "go-number", id: "card-number", "data-key": "number" });
  number.value = document.getElementById("card-number")?.value ?? "";
  const add = () => {
    const card = number.valueAsNumber;
    const [first, last] = app.figures.numbers;
    if (!Number.isInteger(card) || card < first || card > last) return tell(`Cards have the numbers ${first} to ${last}.`, true);
    cards.shown = [card, ...cards.shown.filter((one) => one !== card)].slice(0, 6);
    showCards();
  };
  number.addEventListener("keydown", (event) => { if (event.key === "Enter") add(); });
  keptFocus(byId("cards"), [
    make("div", { class: "row" }, make("label", { for: "card-number" }, "Card"), number, button("Show", add, { "data-key": "show" }), make("small", {}, `drawn in ${app.figures.drawn_by}; a click on a cell pins it there`)),
    make("div", { class: "sheets" }, sheets.map((sheet, at) => make("div", {},
      make("div", { class: "row" }, make("h3", {}, `Card ${sheet.card}`),
        cards.shown.length > 1 ? button("Hide", () => { cards.shown = cards.shown.filter((one) => one !== sheet.card); showCards(); }, { "aria-label": `Hide card ${sheet.card}`, "data-key": `hide ${sheet.card}` }) : null),
      sheet.why ? make("p", { class: "worse" }, `It cannot be drawn: ${sheet.why}`) : face(sheet, pictures[at])))),
    make("div", { id: "cell" }),
  ]);
  showCell();
  app.faced_at = performance.now();
}

/** Loads the picture before it is shown, to avoid flicker. */
async function picture(card, stamp) {
  const image = make("img", { src: await transport.picture(`/face?card=${card}&of=now&stamp=${stamp}`), alt: `Card ${card}` });
  await image.decode().catch(() => tell(`Card ${card} cannot be drawn.`, true));
  return image;
}

const nameOf = (field) => field.replace(/^(cause|effect)_(d\d+)_(\d+)$/, "$1 $2 row $3").replaceAll("_", " ");

function face(sheet, image) {
  const [width, height] = sheet.trim_mm;
  const percent = (part, whole) => `${(100 * part / whole).toFixed(3)}%`;
  const box = make("div", { class: "card" }, image);
  box.style.aspectRatio = `${width} / ${height}`;
  Object.assign(image.style, {
    width: percent(width + 2 * sheet.bleed_mm, width), height: percent(height + 2 * sheet.bleed_mm, height),
    left: percent(-sheet.bleed_mm, width), top: percent(-sheet.bleed_mm, height),
  });
  for (const cell of sheet.cells.filter((cell) => cell.place_mm)) {
    const [left, top, right, bottom] = cell.place_mm;
    // A minimum size of touch targets.
    const [x, y] = [Math.max(0, (3.6 - (right - left)) / 2), Math.max(0, (3.6 - (bottom - top)) / 2)];
    const one = button("", () => pinOrFree(sheet.card, cell), {
      "aria-pressed": String(cell.pinned), "data-key": `${sheet.card} ${cell.field}`, title: nameOf(cell.field),
      "aria-label": `${nameOf(cell.field)} on card ${sheet.card}: ${cell.text === "" ? "blank" : cell.text}, ${cell.pinned ? "pinned" : "not pinned"}`,
    });
    Object.assign(one.style, { left: percent(left - x, width), top: percent(top - y, height), width: percent(right - left + 2 * x, width), height: percent(bottom - top + 2 * y, height) });
    box.append(one);
  }
  return box;
}

function pinOrFree(card, cell) {
  const change = cell.pinned ? { unpin: { card, field: cell.field } } : { pin: { card, field: cell.field, value: cell.text } };
  cards.chosen = { card, field: cell.field };
  tell(`${nameOf(cell.field)} on card ${card} ${cell.pinned ? "is free again" : `stays ${cell.text === "" ? "blank" : cell.text}`}.`);
  edit(`pin ${card} ${cell.field}`, change);
}

/** The cell that was clicked last, for pinning another value. */
function showCell() {
  const { chosen } = cards;
  const cell = chosen && cards.sheets.get(chosen.card)?.cells.find((one) => one.field === chosen.field);
  if (!cell) return byId("cell")?.replaceChildren();
  const id = freshId();
  const value = make("input", { id, type: "text", class: "go-number", autocomplete: "off", "data-key": "cell" });
  value.value = cell.text;
  const pin = () => edit(`pin ${chosen.card} ${chosen.field}`, { pin: { card: chosen.card, field: chosen.field, value: value.value } });
  value.addEventListener("keydown", (event) => { if (event.key === "Enter") pin(); });
  byId("cell").replaceChildren(make("div", { class: "row" },
    make("label", { for: id }, `${nameOf(chosen.field)} on card ${chosen.card}`), value, button("Pin this value", pin),
    cell.pinned ? button("Free it", () => pinOrFree(chosen.card, cell)) : null));
}
