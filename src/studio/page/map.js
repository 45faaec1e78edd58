// The heat map of the dependence between readings of one card.
"use strict";

const pair = { one: null, other: null, by: "r" };

function showMap() {
  const { readings, r, joint, most_tied } = app.figures.dependence;
  const isPreview = app.figures.stage === "preview";
  if (!readings.includes(pair.one)) pair.one = most_tied[0]?.one ?? readings[0];
  if (!readings.includes(pair.other)) pair.other = most_tied[0]?.other ?? readings.at(-1);
  const canvas = make("canvas", { class: "map", role: "img", "aria-label": `Heat map of ${readings.length} readings: the darker, the more two depend on each other. The strongest are listed below.` });
  paintMap(canvas, readings, pair.by === "r" ? r : joint);
  canvas.addEventListener("click", (event) => {
    const box = canvas.getBoundingClientRect();
    const at = (place, size) => Math.min(readings.length - 1, Math.max(0, Math.floor(place / size * readings.length)));
    Object.assign(pair, { one: readings[at(event.clientX - box.left, box.width)], other: readings[at(event.clientY - box.top, box.height)] });
    showMap();
  });
  const select = (which, label) => {
    const id = freshId();
    const list = make("select", { id, "data-key": which, onchange: () => { pair[which] = list.value; showMap(); } }, readings.map((name) => make("option", { value: name }, name)));
    list.value = pair[which];
    return make("div", {}, make("label", { for: id }, label), " ", list);
  };
  const by = (which, label) => button(label, () => { pair.by = which; showMap(); }, { "aria-pressed": String(pair.by === which), "data-key": which });
  keptFocus(byId("map"), [
    isPreview ? make("p", { class: "quiet row" }, "The search is not done: the cells are still in random order.") : null,
    make("div", { class: "row", role: "group", "aria-label": "What is shown" }, by("r", "Correlation r"), by("joint", "Joint error in cards")),
    make("div", { class: "map-side" },
      make("div", { class: "map-box" }, labels(readings, "across"), labels(readings, "down"), canvas),
      make("p", { class: "scale" }, "independent", make("i", { "aria-hidden": "true" }), `${pair.by === "r" ? "r 0.1" : "5 cards"} or more; dull: not read together`),
      make("div", { class: "row" }, select("one", "Reading"), select("other", "with")),
      make("p", { id: "pair" }, ofPair(readings, r, joint)),
      make("details", {}, make("summary", { "data-key": "tied" }, "The strongest pairs"), make("ol", {}, most_tied.slice(0, 10).map((tied) => make("li", {}, `${tied.one} with ${tied.other}: r ${shown(amount(tied.r))}, ${shown(amount(tied.joint), 2)} cards`))))),
  ]);
}

function ofPair(readings, r, joint) {
  const places = [readings.indexOf(pair.one), readings.indexOf(pair.other)];
  const [low, high] = [Math.min(...places), Math.max(...places)];
  const value = low === high ? null : r[high][low];
  if (value === null || value === undefined) return `${pair.one} and ${pair.other} are not read together.`;
  return `${pair.one} with ${pair.other}: r ${shown(value)}, at most ${shown(joint[high][low], 2)} cards from independent.`;
}

/** The order of readings along a side of the map: columns of checks, columns of effects, the rest. */
function labels(readings, side) {
  const groupOf = (name) => /^\d+(d\d+)$/.exec(name)?.[1] ?? (/^\(\d+\)\D*(\d+)/.exec(name) ? `(${/^\(\d+\)\D*(\d+)/.exec(name)[1]})` : "other");
  const groups = [];
  readings.forEach((name, at) => {
    const group = groupOf(name);
    if (groups.at(-1)?.group === group) groups.at(-1).end = at + 1;
    else groups.push({ group, start: at, end: at + 1 });
  });
  const percent = (places) => `${(100 * places / readings.length).toFixed(2)}%`;
  return make("div", { class: side, "aria-hidden": "true" }, groups.map(({ group, start, end }) => {
    const label = make("span", {}, group);
    Object.assign(label.style, side === "across" ? { left: percent(start), width: percent(end - start) } : { top: percent(start), height: percent(end - start) });
    return label;
  }));
}

/** From the background to full colour at the default limits: |r| 0.1 or 5 cards. */
function paintMap(canvas, readings, values) {
  const style = getComputedStyle(document.documentElement);
  const rgb = (name) => style.getPropertyValue(name).trim().replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3").match(/[0-9a-f]{2}/gi).map((part) => parseInt(part, 16));
  const [low, high, none] = [rgb("--low"), rgb("--high"), rgb("--ground")];
  const size = Math.max(8, Math.round(600 / readings.length));
  canvas.width = canvas.height = readings.length * size;
  const context = canvas.getContext("2d");
  const top = pair.by === "r" ? 0.1 : 5;
  readings.forEach((_, j) => readings.forEach((_, i) => {
    const value = i === j ? null : values[Math.max(i, j)][Math.min(i, j)];
    const share = Math.min(1, Math.abs(value) / top);
    const colour = value === null ? none : low.map((part, at) => Math.round(part + (high[at] - part) * share));
    context.fillStyle = `rgb(${colour.join(" ")})`;
    context.fillRect(i * size, j * size, size, size);
  }));
  const [i, j] = [readings.indexOf(pair.one), readings.indexOf(pair.other)];
  context.strokeStyle = style.getPropertyValue("--text");
  context.lineWidth = 2;
  for (const [x, y] of [[i, j], [j, i]]) context.strokeRect(x * size + 1, y * size + 1, size - 2, size - 2);
}
