// The verdict: every figure with its limit and its last change.
"use strict";

/** Figures that the search optimises, which are meaningless for a preview. */
const SEARCHED = new Set(["increment_r", "increment_error", "increment_joint", "worst_r", "rms_r", "joint_worst", "joint_rms", "draw_memory", "counting_leak", "noticed_after"]);
const UNITS = { cards: "cards", correlation: "r", sigma: "σ", ratio: "× dice", draws: "draws", bits: "bits", faults: "" };
const VERDICTS = { holds: "holds", "falls-short": "falls short", noted: "" };

/** The value compared with the limit and with other decks: the size of a correlation. */
const sizeOf = (unit, value) => unit === "correlation" ? Math.abs(amount(value)) : amount(value);

/** The change of a figure from an earlier deck, and whether it is large enough to be shown. */
function changeOf(unit, old, now, places) {
  const by = sizeOf(unit, now) - sizeOf(unit, old);
  return { by, moved: Math.abs(by) >= 0.0005, words: `${by > 0 ? "+" : ""}${shown(by, places)}` };
}

const places = (figure) => figure.unit === "faults" || figure.unit === "draws" ? 0 : 3;

function showVerdict() {
  const { figures } = app;
  const isPreview = figures.stage === "preview";
  const isRough = figures.rough.length > 0;
  const earlier = new Map((app.reference?.figures ?? []).map((figure) => [figure.id, figure]));
  const row = (figure) => {
    const open = isPreview && SEARCHED.has(figure.id);
    const now = amount(figure.achieved);
    const old = earlier.get(figure.id);
    const { by, moved, words } = changeOf(figure.unit, old && !open ? old.achieved : figure.achieved, figure.achieved, places(figure));
    return make("tr", {},
      make("td", {}, figure.title),
      make("td", {}, open ? "…" : `${shown(now, places(figure))} ${UNITS[figure.unit]}`),
      make("td", { class: moved && figure.limit ? (by > 0 ? "worse" : "better") : "" }, moved ? words : "–"),
      make("td", {}, figure.limit === null ? "" : shown(amount(figure.limit), places(figure))),
      make("td", { class: open || isRough ? "quiet" : figure.verdict === "falls-short" ? "worse" : "" }, open ? "searching" : isRough ? "quick figure" : VERDICTS[figure.verdict]));
  };
  const table = (rows) => scrollTable("Figures", ["Figure", "Now", "Change", "Limit", "Verdict"], rows);
  const judged = figures.figures.filter((figure) => figure.limit !== null);
  const noted = figures.figures.filter((figure) => figure.limit === null);
  const short = judged.filter((figure) => figure.verdict === "falls-short");
  const open = document.querySelector("#verdict details")?.open;
  // With faults all of it belongs to an earlier spec.
  const isStale = allFaults().length > 0;
  byId("result").classList.toggle("stale", isStale);
  byId("beside").classList.toggle("stale", isStale);
  keptFocus(byId("verdict"), [
    isStale ? make("p", { class: "verdict searching" }, "The spec has faults: this is the last valid deck")
      : isPreview ? make("p", { class: "verdict searching" }, isRough ? `Searching: approximate odds for ${figures.rough.join(", ")}, the rest follows` : "Searching: the odds are final, the dependence follows")
      : make("p", { class: `verdict ${short.length > 0 ? "short" : ""}` }, short.length > 0 ? figures.sentence : "The deck holds"),
    figures.faults.length > 0 ? make("ul", {}, figures.faults.map((fault) => make("li", {}, fault.message))) : null,
    table(judged.map(row)),
    make("p", { class: "quiet" }, "Changes of correlations are those of their size, without the sign."),
    make("details", { open }, make("summary", { "data-key": "noted" }, "Figures without a limit"), table(noted.map(row))),
  ]);
}

/** Bar charts of the cards for each value of an element. */
function showElements() {
  // A part that is blank on every card is not shown.
  const shownOnes = app.figures.counts.filter(({ values }) => values.some(([value]) => value !== ""));
  const plots = shownOnes.map(({ field, values }) => {
    const most = Math.max(...values.map(([, cards]) => cards), 1);
    const [width, height, foot] = [220, 96, 18];
    const step = width / values.length;
    // A text that is wider than its bar is cut.
    const room = Math.max(3, Math.floor(step / 6.5));
    const name = (value) => value === "" ? "–" : Number.isNaN(Number(value)) && value.length > room ? `${value.slice(0, room - 1)}…` : value.replace("-", "−");
    const longest = Math.max(...values.map(([value]) => name(value).length));
    const every = Math.ceil((longest * 6.5 + 3) / step);
    const bars = values.map(([value, cards], at) => [
      drawn("rect", { class: "bar", x: at * step + 1, width: Math.max(step - 2, 1), y: height - foot - cards / most * 60, height: cards / most * 60 }),
      step >= 11 ? drawn("text", { x: (at + 0.5) * step, y: height - foot - cards / most * 60 - 3, "text-anchor": "middle" }, String(cards)) : null,
      at % every === 0 ? drawn("text", { class: "quiet", x: (at + 0.5) * step, y: height - 5, "text-anchor": "middle" }, name(value)) : null,
    ]);
    const description = values.map(([value, cards]) => `${value === "" ? "blank" : value} on ${cards}`).join(", ");
    return make("figure", {}, make("h3", {}, field.replaceAll("_", " ")),
      drawn("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Cards of ${field}: ${description}` }, bars));
  });
  byId("elements").replaceChildren(make("div", { class: "plots" }, plots));
}
