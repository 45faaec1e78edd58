// What the form adds and removes: keys, columns, elements, values and pins.
"use strict";

/** Sends an edit that changes the fields of the form, then moves the focus: to the first new control, or else to the
 * summary of the section. */
async function restructure(change, title) {
  const before = new Set(controls.keys());
  // Of two additions none replaces the other.
  const { revision } = app.state;
  await edit(freshId(), change);
  // What is refused stays to be corrected.
  if (app.state.revision === revision) return;
  const added = [...controls.keys()].find((path) => !before.has(path));
  const control = added && document.querySelector(`#form [data-field='${CSS.escape(added)}'] :is(input, select, button)`);
  const section = [...document.querySelectorAll("#form details")].find((one) => one.dataset.title === title);
  if (control) control.closest("details").open = true;
  (control ?? section?.querySelector("summary"))?.focus();
}

/** Whether a slider is being dragged, as that of the rows, which other fields follow: a new form would end the drag, so it
 * is drawn afterwards. */
function isHeld(form) {
  const slider = document.querySelector("#form input[type=range]:active");
  if (!slider) return false;
  for (const section of form) for (const field of section.fields) controls.get(JSON.stringify(field.path))?.(field.value);
  slider.addEventListener("change", () => setTimeout(() => showForm(app.state.form)), { once: true });
  return true;
}

/** Returns a function that moves the focus to the control of a new form that had it in the present one. */
function focusOfForm() {
  const active = document.activeElement;
  const path = active.closest("#form [data-field]")?.dataset.field;
  if (!path) return () => {};
  const kind = active.matches("input") ? `input[type=${active.type}]` : active.localName;
  return () => document.querySelector(`#form [data-field='${CSS.escape(path)}'] ${kind}`)?.focus({ preventScroll: true });
}

/** Gives an input a list of suggestions, which is returned; `null` if there are none. */
function suggest(input, names = []) {
  if (names.length === 0) return null;
  const id = freshId();
  input.setAttribute("list", id);
  return make("datalist", { id }, names.map((name) => make("option", { value: name })));
}

/** The control for a text that is entered before something is added. */
function inputOf(input, id, submit) {
  if (input.kind === "choice") return make("select", { id, class: "wide" }, input.choices.map((choice) => make("option", { value: choice, selected: choice === input.value }, choice)));
  const number = input.kind === "number";
  const control = make("input", {
    id, class: "wide", type: number ? "number" : "text", autocomplete: "off", value: input.value,
    placeholder: input.example ? `such as ${input.example}` : null,
    step: number ? (input.whole ? 1 : "any") : null, min: number ? input.low : null, max: number ? input.high : null,
  });
  control.addEventListener("keydown", (event) => { if (event.key === "Enter") submit(); });
  return [control, suggest(control, input.suggestions)];
}

/** The controls that add something to a section. */
function additionsOf(section) {
  if (section.additions.length === 0) return null;
  const about = make("p", { class: "quiet" });
  const fields = make("div");
  const add = button("Add", () => submit(), { class: "go" });
  let chosen = null;
  let inputs = [];
  const submit = () => {
    const entries = inputs.map((id) => byId(id).value);
    restructure({ add: { path: chosen.path, entries } }, section.title);
  };
  const choose = (addition) => {
    chosen = addition;
    about.textContent = addition.about;
    add.setAttribute("aria-label", `Add to ${section.label}: ${addition.label}`);
    inputs = addition.inputs.map(() => freshId());
    fields.replaceChildren(...addition.inputs.map((input, at) => make("div", { class: "field" },
      make("label", { for: inputs[at] }, input.label), inputOf(input, inputs[at], submit))));
  };
  choose(section.additions[0]);
  const id = freshId();
  const what = section.additions.length === 1 ? make("strong", {}, `Add: ${section.additions[0].label}`)
    : make("div", { class: "field" }, make("label", { for: id }, "Add"),
      make("select", { id, class: "wide", onchange: (event) => choose(section.additions[event.target.selectedIndex]) },
        section.additions.map((addition, at) => make("option", { value: at }, addition.label))));
  return make("div", { class: "add", role: "group", "aria-label": `Add to ${section.label}` }, what, about, fields, add);
}

/** A field with a button that removes it, if it can be removed. */
function removableField(field, section) {
  const key = JSON.stringify(field.path);
  const row = field.kind === "fixed" ? fixedField(field, key) : fieldOf(field);
  row.dataset.field = key;
  row.append(suggest(row.querySelector("input"), field.suggestions) ?? "");
  if (!field.removable) return row;
  const name = field.kind === "fixed" ? `${field.label}, ${field.value}` : field.label;
  row.classList.add("removable");
  row.append(button("×", () => restructure({ remove: { path: field.path } }, section.title), {
    class: "remove", "aria-label": `Remove ${name} from ${section.label}`, title: "Remove",
  }));
  return row;
}

/** A name that is not changed but removed and added, such as a column. */
function fixedField(field, key) {
  const value = make("strong", { class: "wide" }, field.value);
  controls.set(key, (now) => { value.textContent = now; });
  return make("div", { class: "field" }, make("span", { class: "name", title: field.about || undefined }, field.label), value);
}

/** The button that removes a whole section. */
const removeSection = (section) => !section.removable ? null
  : button(`Remove “${section.label}”`, () => restructure({ remove: { path: section.path } }, "+"));

/** What distinguishes two forms beside their fields. */
const additionShape = (section) => [section.removable, section.fields.map((field) => field.removable), section.additions.map((addition) => [addition.path, addition.inputs.map((input) => input.choices)])];

// The pins

const MOST_PINS = 60;
let allPins = false;

/** The section of the pins. It is filled when it is opened, because a deck may have hundreds. */
function pinSection() {
  const body = make("div", { id: "pins" });
  const section = make("details", { "data-title": "pins" }, make("summary", { id: "pins-head" }, "Pinned cells"), body);
  section.addEventListener("toggle", showPins);
  return section;
}

function showPins() {
  const body = byId("pins");
  if (!body) return;
  const { pins } = app.state;
  byId("pins-head").textContent = pins ? `Pinned cells: ${pins.list.length}` : "Pinned cells";
  if (!body.parentElement.open) return;
  if (!pins) {
    keptFocus(body, [make("p", { class: "quiet" }, "Cells can be pinned when the spec has no faults.")]);
    return;
  }
  const shown = allPins ? pins.list : pins.list.slice(0, MOST_PINS);
  const old = (id, usual) => byId(id)?.value ?? usual;
  const kept = { card: old("pin-card", pins.cards[0]), field: old("pin-field", pins.fields[0]), value: old("pin-value", "") };
  const submit = () => {
    const card = byId("pin-card").valueAsNumber;
    if (!Number.isInteger(card) || card < pins.cards[0] || card > pins.cards[1]) return tell(`Cards have the numbers ${pins.cards[0]} to ${pins.cards[1]}.`, true);
    const field = byId("pin-field").value;
    edit(`pin ${card} ${field}`, { pin: { card, field, value: byId("pin-value").value } });
  };
  const row = (id, label, control) => make("div", { class: "field" }, make("label", { for: id }, label), control);
  const value = make("input", { id: "pin-value", type: "text", class: "wide", autocomplete: "off", "data-key": "pin-value", value: kept.value });
  value.addEventListener("keydown", (event) => { if (event.key === "Enter") submit(); });
  keptFocus(body, [
    make("p", { class: "quiet" }, "A pinned cell shows its value on its card in every deck of this spec. A click on a cell of a card pins it too."),
    make("ul", { class: "pins" }, shown.map(([card, field, value], at) => {
      const text = `${card.startsWith("*") ? `some card, ${card.slice(1)}` : `Card ${card}`}: ${nameOf(field)}: ${value === "" ? "blank" : value}`;
      return make("li", {}, text, button("×", () => edit(freshId(), { remove: { path: ["pins", at] } }).then(() => byId("pins-head").focus()),
        { class: "remove", "aria-label": `Remove the pin, ${text}`, title: "Remove" }));
    })),
    shown.length < pins.list.length ? button(`Show all ${pins.list.length}`, () => { allPins = true; showPins(); }, { "data-key": "pins-all" }) : null,
    make("div", { class: "add", role: "group", "aria-label": "Add a pin" }, make("strong", {}, "Add: pin"),
      row("pin-card", "Card", make("input", { id: "pin-card", type: "number", class: "wide", step: 1, min: pins.cards[0], max: pins.cards[1], value: kept.card, "data-key": "pin-card" })),
      row("pin-field", "Cell", make("select", { id: "pin-field", class: "wide", "data-key": "pin-field" }, pins.fields.map((field) => make("option", { value: field, selected: field === kept.field }, nameOf(field))))),
      row("pin-value", "Value", value),
      button("Add", submit, { class: "go", "aria-label": "Add the pin", "data-key": "pin-add" })),
  ]);
}
