// Print and export jobs: start, progress, download of the archive.
"use strict";

const TARGETS = [["tts", "Tabletop Simulator"], ["foundry", "Foundry VTT"], ["pcio", "PlayingCards.io"], ["vtt", "VirtualTabletop.io"], ["cgs", "Card Game Simulator"], ["ttpg", "Tabletop Playground"], ["images", "Pictures"], ["order-xml", "MakePlayingCards order"], ["dxf", "Cut lines, DXF"], ["svg-cut", "Cut lines, SVG"]];

/** A labelled choice; the first option is what the spec names. */
function printChoice(id, label, options) {
  const select = make("select", { id: `print-${id}` }, make("option", { value: "" }, "as in the spec"), options);
  return { select, field: make("div", { class: "row" }, make("label", { for: select.id }, label), select) };
}

const named = (name, label = name) => make("option", { value: name }, label);

async function showOrders() {
  const order = async (body) => {
    try {
      await post("/order", body);
    } catch (error) {
      tell(error.message, true);
    }
  };
  const kinds = [["pdf", "PDF of the sheets", true], ["png", "PNG of each card", false], ["svg", "SVG", false]].map(([kind, label, on]) => {
    const box = make("input", { type: "checkbox", id: `print-${kind}` });
    box.checked = on;
    return [kind, box, make("label", { for: `print-${kind}` }, label)];
  });
  const { themes, languages, sizes, sheets, vendors } = await get("/choices");
  const theme = printChoice("theme", "Theme", themes.map((name) => named(name)));
  const language = printChoice("language", "Language", languages.map((name) => named(name)));
  const size = printChoice("size", "Card size", sizes.map((name) => named(name)));
  const layout = printChoice("layout", "Sheet or vendor", [
    make("optgroup", { label: "Sheets" }, sheets.map((name) => named(`sheet ${name}`, name))),
    make("optgroup", { label: "Vendors" }, vendors.map(([name, title]) => named(`vendor ${name}`, title))),
  ]);
  const extras = printChoice("extras", "Extra cards", [named("none"), named("all", "all of the theme")]);
  const print = async () => {
    const [kind, name] = layout.select.value.split(" ");
    const wanted = extras.select.value;
    order({ print: {
      ...Object.fromEntries(kinds.map(([kind, box]) => [kind, box.checked])),
      theme: theme.select.value || null, language: language.select.value || null, size: size.select.value || null,
      layout: kind ? { [kind]: name } : null,
      extras: wanted === "all" ? (await get("/choices")).extras : wanted === "none" ? [] : null,
    } });
  };
  const target = make("select", { id: "target" }, TARGETS.map(([name, label]) => named(name, label)));
  byId("orders").replaceChildren(
    make("div", { class: "choices" }, [theme, language, size, layout, extras].map(({ field }) => field)),
    make("div", { class: "row" }, kinds.map(([, box, label]) => [box, label]), button("Print", print, { class: "go", id: "print" })),
    make("div", { class: "row" }, make("label", { for: "target" }, "Export for"), target, button("Export", () => order({ export: target.value }), { class: "go", id: "export" })),
    make("div", { id: "progress", role: "status", "aria-live": "polite" }));
}

const STEPS = { searching: ["Moves of the search", "of the search done"], making: ["Files made", "of the files made"], checking: ["Files checked", "of the files checked"] };

function showProgress(order) {
  const place = byId("progress");
  if (!place || !order) return;
  const link = (text) => [make("a", { href: transport.archive(), download: order.name, id: "archive" }, text), ` (${shown(order.bytes / 1e6, 1)} MB)`];
  if (order.state === "working") {
    const [label, done] = STEPS[order.step];
    const bar = make("progress", { "aria-label": label, ...(order.of > 0 ? { max: order.of, value: order.done } : {}) });
    keptFocus(place, [
      make("div", { class: "bar-line" }, bar, make("span", {}, order.of > 0 ? `${Math.floor(100 * order.done / order.of)} % ${done}` : "at work")),
      transport.cancel ? button("Cancel", transport.cancel, { "data-key": "cancel" }) : null,
    ]);
  } else if (order.state === "ready") {
    place.replaceChildren(...link(`Download ${order.name}`));
  } else if (order.state === "refused") {
    place.replaceChildren(
      make("p", { class: "worse" }, "Not fit for print: preflight refuses these files."),
      make("pre", { class: "findings", tabindex: 0, role: "region", "aria-label": "What preflight found" }, order.findings),
      make("p", {}, link(`Download ${order.name} to look at them`)));
  } else {
    place.replaceChildren(make("p", { class: "worse" }, `Nothing was made: ${order.why}`));
  }
}
