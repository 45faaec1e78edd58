// The card beside the form; clicking a cell pins it.
"use strict";

const cards = {
  open: 34, sheet: null, chosen: null, reached: null, stamp: null, drawn: null,
  /** The size of every card; a poker card until one is drawn. */
  size: { trim_mm: [63.5, 88.9], bleed_mm: 3.175 },
};

/** The cells of a card, or why it cannot be drawn. */
const fetchSheet = (card = cards.open, of = "now") => get(`/card?card=${card}&of=${of}`).catch((error) => ({ card, why: error.message }));

const stampOf = ({ revision, stage, look }) => `${revision}-${stage}-${look}`;

/** Redraws the card if its deck changed. */
async function showCard(fetching = null) {
  const { numbers: [first, last], theme_faults, drawn_by, deck } = app.figures;
  if (theme_faults) {
    cards.stamp = null;
    byId("card").replaceChildren(make("div", {}, make("p", {}, "No card can be drawn:"), make("ul", {}, theme_faults.map((fault) => make("li", {}, [fault.file, fault.line, fault.message].filter((part) => part).join(": "))))));
    return;
  }
  if (cards.open < first || cards.open > last) cards.open = first;
  const stamp = stampOf(app.figures);
  if (cards.stamp === stamp && cards.drawn === cards.open) return;
  const card = cards.open;
  let sheet = await fetching;
  // A pending response is used only if deck and card are still the same; else it is requested again.
  if (sheet?.card !== card || sheet.edition !== deck.edition) sheet = await fetchSheet(card);
  const image = sheet.why ? null : await loaded(card, stamp);
  if (stampOf(app.figures) !== stamp || cards.open !== card) return;
  Object.assign(cards, { stamp, drawn: card, sheet });
  if (!sheet.why) cards.size = sheet;
  const number = make("input", { type: "number", min: first, max: last, step: 1, class: "go-number", id: "card-number", "data-key": "number" });
  number.value = card;
  number.addEventListener("change", () => {
    const to = number.valueAsNumber;
    if (!Number.isInteger(to) || to < first || to > last) return tell(`Cards have the numbers ${first} to ${last}.`, true);
    openCard(to);
  });
  const turn = (by) => openCard((card - first + by + last - first + 1) % (last - first + 1) + first);
  byId("beside-head").textContent = `Card ${card}`;
  keptFocus(byId("card"), [
    sheet.why ? make("p", { class: "worse" }, `It cannot be drawn: ${sheet.why}`) : face(sheet, image),
    make("div", { class: "row turn" },
      button("‹", () => turn(-1), { "aria-label": "Previous card", "data-key": "previous" }),
      make("label", { for: "card-number", class: "hearing" }, "Card"), number,
      button("›", () => turn(1), { "aria-label": "Next card", "data-key": "next" }),
      make("small", {}, `Drawn in ${drawn_by}. A click on a cell pins it.`)),
    make("div", { id: "cell" }),
  ]);
  showCell();
  app.faced_at = performance.now();
}

/** Opens a card beside the form. */
async function openCard(card) {
  cards.open = card;
  await showCard();
  markOpen();
  if (!compared.chosen) await showPair();
}

/** Loads the picture before it is shown, to avoid flicker. */
async function loaded(card, stamp, of = "now") {
  const image = make("img", { alt: `Card ${card}` });
  await loadPicture(image, `/face?card=${card}&of=${of}&stamp=${stamp}`).catch(() => tell(`Card ${card} cannot be drawn.`, true));
  return image;
}

const nameOf = (field) => field.replace(/^(cause|effect)_(d\d+)_(\d+)$/, "$1 $2 row $3").replaceAll("_", " ");

const percentOf = (part, whole) => `${(100 * part / whole).toFixed(3)}%`;

/** A picture without its bleed. */
function trimmed({ trim_mm: [width, height], bleed_mm: bleed }, image) {
  const box = make("div", { class: "card" }, image);
  box.style.aspectRatio = `${width} / ${height}`;
  Object.assign(image.style, {
    width: percentOf(width + 2 * bleed, width), height: percentOf(height + 2 * bleed, height),
    left: percentOf(-bleed, width), top: percentOf(-bleed, height),
  });
  return box;
}

/** Puts an element on the place of a cell, which is at least `least` millimetres wide and high. */
function place(element, { trim_mm: [width, height] }, [left, top, right, bottom], least) {
  const [x, y] = [Math.max(0, (least - (right - left)) / 2), Math.max(0, (least - (bottom - top)) / 2)];
  Object.assign(element.style, { left: percentOf(left - x, width), top: percentOf(top - y, height), width: percentOf(right - left + 2 * x, width), height: percentOf(bottom - top + 2 * y, height) });
  return element;
}

/** A card whose cells can be pinned. Tab reaches one cell, arrow keys move to the next. */
function face(sheet, image) {
  const box = trimmed(sheet, image);
  const shownCells = sheet.cells.filter((cell) => cell.place_mm);
  const first = shownCells.find((cell) => cell.field === cards.reached) ?? shownCells[0];
  for (const cell of shownCells) {
    const one = button("", () => pinOrFree(sheet.card, cell), {
      "aria-pressed": String(cell.pinned), "data-key": `${sheet.card} ${cell.field}`, title: nameOf(cell.field), tabindex: cell === first ? "0" : "-1",
      "aria-label": `${nameOf(cell.field)} on card ${sheet.card}: ${cell.text === "" ? "blank" : cell.text}, ${cell.pinned ? "pinned" : "not pinned"}`,
    });
    one.addEventListener("focus", () => {
      cards.reached = cell.field;
      for (const other of box.querySelectorAll("button")) other.tabIndex = other === one ? 0 : -1;
    });
    // A minimum size of touch targets.
    box.append(place(one, sheet, cell.place_mm, 3.6));
  }
  Object.entries({ role: "group", "aria-label": `Cells of card ${sheet.card}; arrow keys move between them` }).forEach(([key, value]) => box.setAttribute(key, value));
  box.addEventListener("keydown", moveCell);
  return box;
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Moves the focus to the nearest cell in the direction of an arrow key. */
function moveCell(event) {
  const direction = ARROWS[event.key];
  const here = document.activeElement;
  if (!direction || !here.matches(".card button")) return;
  event.preventDefault();
  const middle = (one) => [one.offsetLeft + one.offsetWidth / 2, one.offsetTop + one.offsetHeight / 2];
  const [x, y] = middle(here);
  const near = [...event.currentTarget.querySelectorAll("button")].filter((one) => one !== here).map((one) => {
    const [dx, dy] = [middle(one)[0] - x, middle(one)[1] - y];
    const along = dx * direction[0] + dy * direction[1];
    // Cells in the same row or column come first.
    return { one, along, far: along + 3 * Math.abs(dx * direction[1] + dy * direction[0]) };
  }).filter(({ along }) => along > 1).sort((a, b) => a.far - b.far);
  near[0]?.one.focus();
}

function pinOrFree(card, cell) {
  const change = cell.pinned ? { unpin: { card, field: cell.field } } : { pin: { card, field: cell.field, value: cell.text } };
  cards.chosen = { card, field: cell.field };
  tell(`${nameOf(cell.field)} on card ${card} ${cell.pinned ? "is free again" : `stays ${cell.text === "" ? "blank" : cell.text}`}.`);
  edit(`pin ${card} ${cell.field}`, change);
}

/** The cell that was clicked last, for pinning another value. */
function showCell() {
  const { chosen, sheet } = cards;
  const cell = chosen && sheet?.card === chosen.card ? sheet.cells?.find((one) => one.field === chosen.field) : null;
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
