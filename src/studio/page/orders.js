// Print and export jobs: start, progress, download of the archive.
"use strict";

const TARGETS = [["tts", "Tabletop Simulator"], ["foundry", "Foundry VTT"], ["pcio", "PlayingCards.io"], ["vtt", "VirtualTabletop.io"], ["cgs", "Card Game Simulator"], ["ttpg", "Tabletop Playground"], ["images", "Pictures"], ["order-xml", "MakePlayingCards order"], ["dxf", "Cut lines, DXF"], ["svg-cut", "Cut lines, SVG"]];

function showOrders() {
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
  const target = make("select", { id: "target" }, TARGETS.map(([name, label]) => make("option", { value: name }, label)));
  byId("orders").replaceChildren(
    make("div", { class: "row" }, kinds.map(([, box, label]) => [box, label]),
      button("Print", () => order({ print: Object.fromEntries(kinds.map(([kind, box]) => [kind, box.checked])) }), { class: "go", id: "print" })),
    make("div", { class: "row" }, make("label", { for: "target" }, "Export for"), target, button("Export", () => order({ export: target.value }), { class: "go", id: "export" })),
    make("div", { id: "progress", role: "status", "aria-live": "polite" }));
}

const STEPS = { making: ["Files made", "made"], checking: ["Files checked", "checked"] };

function showProgress(order) {
  const place = byId("progress");
  if (!place || !order) return;
  const link = (text) => [make("a", { href: transport.archive(), download: order.name }, text), ` (${shown(order.bytes / 1e6, 1)} MB)`];
  if (order.state === "working") {
    const [label, done] = STEPS[order.step];
    const bar = make("progress", { "aria-label": label, ...(order.of > 0 ? { max: order.of, value: order.done } : {}) });
    place.replaceChildren(make("div", { class: "bar-line" }, bar, make("span", {}, order.of > 0 ? `${order.done} of ${order.of} ${done}` : "at work")));
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
