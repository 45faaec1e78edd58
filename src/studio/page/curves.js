// Odds compared with dice: for each reading of a column, the number of cards that reach a number.
"use strict";

let curvesOf = null;

const columns = () => {
  const sides = (list) => [...new Set(list.map((table) => table.sides))];
  return [
    ...sides(app.figures.checks).map((side) => [`check ${side}`, `Checks d${side}`]),
    ...sides(app.figures.effects).map((side) => [`effect ${side}`, `Effects d${side}`]),
  ];
};

function chooseCurves(which) {
  if (curvesOf === which) return;
  curvesOf = which;
  if (!app.figures) return;
  showCurves();
  showOddsOfBoth();
}

/** The tables of a selection: [label, stairs]. */
function stairs(figures, which) {
  const [kind, sides] = which.split(" ");
  const own = (list) => list.filter((table) => String(table.sides) === sides);
  return kind === "check" ? own(figures.checks).filter((table) => table.level !== undefined).map((table) => [`${table.level}d${sides}`, table.stairs])
    : own(figures.effects).map((cell) => [`(${cell.row})${sides}`, cell.stairs]);
}

const deckSize = ({ numbers: [first, last] }) => last - first + 1;

/** The plot of a reading; `of` names its deck if two are compared. */
function plot([label, now], before, of = "") {
  const [width, height, left, foot, head] = [240, 132, 22, 18, 6];
  const all = deckSize(of === "before" ? app.before : app.figures);
  // Numbers that neither cards nor dice reach with a relevant share are omitted.
  let count = now.cards.length;
  while (count > 3 && now.cards[count - 1] === 0 && now.dice[count - 1] < 0.4) count -= 1;
  const x = (at) => left + (at + 0.5) * (width - left - 4) / count;
  const y = (cards) => head + (1 - cards / all) * (height - head - foot);
  const path = (list) => list.slice(0, count).map((cards, at) => `${at === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(cards).toFixed(1)}`).join("");
  const every = Math.ceil(count / 9);
  const worst = `largest error ${shown(amount(now.error))} cards at ${now.worst_at}`;
  return make("figure", {},
    make(of ? "h4" : "h3", {}, `${label} ${of}`.trim(), make("small", {}, ` ${worst}`)),
    drawn("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${label}${of ? ` ${of}` : ""}: cards of ${all} that reach ${now.from} and up: ${now.cards.slice(0, count).join(", ")}; ${worst}` },
      [0, all / 2, all].map((cards) => [drawn("path", { class: "axis", d: `M${left} ${y(cards)}H${width}`, "stroke-width": cards === 0 ? 1.2 : 0.4 }), drawn("text", { class: "quiet", x: left - 4, y: y(cards) + 4, "text-anchor": "end" }, String(cards))]),
      Array.from({ length: count }, (_, at) => at % every === 0 ? drawn("text", { class: "quiet", x: x(at), y: height - 4, "text-anchor": "middle" }, String(now.from + at)) : null),
      drawn("path", { class: "dice", d: path(now.dice) }),
      before ? drawn("path", { class: "before", d: path(before.cards) }) : null,
      drawn("path", { class: "deck", d: path(now.cards) }),
      now.cards.slice(0, count).map((cards, at) => drawn("circle", { class: "dot", cx: x(at).toFixed(1), cy: y(cards).toFixed(1), r: 2.4 }))));
}

function showCurves() {
  const choices = columns();
  if (!choices.some(([which]) => which === curvesOf)) curvesOf = choices.find(([which]) => which === "check 6")?.[0] ?? choices[0][0];
  const earlier = app.before && app.before.deck.digest !== app.figures.deck.digest ? new Map(stairs(app.before, curvesOf)) : null;
  const [kind, sides] = curvesOf.split(" ");
  const isQuick = kind === "check" && app.figures.rough.includes(`d${sides}`);
  keptFocus(byId("curves"), [
    make("div", { class: "row", role: "group", "aria-label": "Column" }, choices.map(([which, label]) => button(label, () => chooseCurves(which), { "aria-pressed": String(which === curvesOf), "data-key": which }))),
    make("p", { class: "quiet row" }, `Dots and line: cards of the deck. Dashed: dice.${earlier ? " Dotted: the deck before." : ""}${isQuick ? " Quick figures: a check may still move by a card or two." : ""}`),
    make("div", { class: "plots" }, stairs(app.figures, curvesOf).map(([label, now]) => plot([label, now], earlier?.get(label)))),
  ]);
  app.drawn_at = performance.now();
}
