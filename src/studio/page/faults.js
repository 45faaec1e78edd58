// Faults of the spec: the list, and the fields of the form that they concern.
"use strict";

/** The places of the faults shown last, so that the page scrolls only to a new one. */
let faultsShown = "";

/** The faults of the spec, and why no deck can be made from it. */
const allFaults = () => [...(app.state?.faults ?? []), ...(app.failed ? [app.failed] : [])];

function showFaults() {
  const faults = allFaults();
  const own = (fault) => fault.file === app.state.name && fault.line;
  const rows = faults.map((_, at) => rowAt(app.state.places[at]));
  const list = faults.map((fault, at) => make("li", {},
    own(fault) ? button(`line ${fault.line}`, () => goTo(fault.line)) : fault.line ? `${fault.file}, line ${fault.line}: ` : null,
    rows[at] ? button("field", () => goToField(app.state.places[at]), { "aria-label": `Field ${labelOf(rows[at])}` }) : null,
    fault.message, fault.accepted ? make("small", {}, ` Accepted: ${fault.accepted}.`) : null));
  const stamp = JSON.stringify([faults, rows.map((row) => row !== null)]);
  markFields(faults, rows);
  if (stamp === faultsShown) return;
  faultsShown = stamp;
  byId("faults").replaceChildren(...(faults.length === 0 ? [] : [make("strong", {}, counted(faults.length, "fault")), make("ul", {}, list)]));
  const first = rows.find((row) => row !== null);
  if (first && !byId("form").hidden) reveal(first);
}

/** The row of the value at a path, or of a value in the table at it. */
function rowAt(path) {
  if (!path) return null;
  const rows = [...document.querySelectorAll("#form [data-field]")];
  const isAt = (row, own = JSON.parse(row.dataset.field)) => path.every((step, at) => own[at] === step);
  return rows.find((row) => row.dataset.field === JSON.stringify(path)) ?? rows.find((row) => isAt(row)) ?? null;
}

const labelOf = (row) => row.querySelector("label")?.textContent ?? "";

/** Marks the fields with faults; their controls are described by the messages. */
function markFields(faults, rows) {
  const messages = new Map();
  rows.forEach((row, at) => { if (row) messages.set(row, [...(messages.get(row) ?? []), faults[at].message]); });
  for (const row of document.querySelectorAll("#form .faulty")) if (!messages.has(row)) unmark(row);
  for (const [row, list] of messages) {
    const note = row.querySelector(".fault-note") ?? make("p", { class: "fault-note wide", id: freshId() });
    note.textContent = list.join("; ");
    row.classList.add("faulty");
    row.append(note);
    for (const control of row.querySelectorAll("input, select")) {
      control.setAttribute("aria-invalid", "true");
      control.setAttribute("aria-describedby", note.id);
    }
  }
}

function unmark(row) {
  row.classList.remove("faulty");
  row.querySelector(".fault-note")?.remove();
  for (const control of row.querySelectorAll("input, select")) {
    control.removeAttribute("aria-invalid");
    control.removeAttribute("aria-describedby");
  }
}

/** Opens the section of a row and scrolls to it, if it is not in view. */
function reveal(row) {
  for (let part = row.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  row.scrollIntoView({ block: "nearest", behavior: isCalm ? "auto" : "smooth" });
}

function goToField(path) {
  asText(false);
  const row = rowAt(path);
  if (!row) return;
  reveal(row);
  row.querySelector("input, select")?.focus({ preventScroll: true });
}
