// The spec on the left: its edits, and the form.
"use strict";

/** Edits that wait for a pending one; of several edits of one value only the last is kept. */
const edits = { waiting: [], flying: false };

/** Sends an edit. With `goesOn` it replaces the last one, as while a slider is dragged. */
function edit(key, change, goesOn = false) {
  if (!goesOn) app.reference = app.settled;
  if (gesture.key !== key) endGesture();
  const last = edits.waiting.at(-1);
  if (last?.key === key) Object.assign(last, { change });
  else edits.waiting.push({ key, change, goesOn });
  return fly();
}

async function fly() {
  if (edits.flying) return;
  edits.flying = true;
  try {
    while (edits.waiting.length > 0) {
      const { change, goesOn } = edits.waiting.shift();
      app.edited_at = performance.now();
      show(await post("/edit", { revision: app.state.revision, edit: change, goes_on: goesOn }));
    }
  } catch (error) {
    edits.waiting.length = 0;
    tell(error.message, true);
    if (error.status === 409) {
      tell("The spec was changed outside this page; this is the present version.", true);
      // Text typed into an older version would overwrite the present one.
      typedAt = -Infinity;
    }
    show(await get("/project"));
  } finally {
    edits.flying = false;
  }
}

/** Shows the project. */
function show(state) {
  const first = app.state === null;
  app.state = state;
  document.title = `${state.unsaved ? "• " : ""}${state.name}: studio`;
  byId("name").textContent = state.name;
  byId("undo").disabled = state.undo === 0;
  byId("redo").disabled = state.redo === 0;
  byId("save").disabled = !state.unsaved;
  byId("save").textContent = state.unsaved ? "Save" : "Saved";
  showForm(state.form);
  showText(state, first);
  showFaults();
  showOutside();
  showStage();
  // With faults it belongs to an earlier spec.
  if (app.figures) showVerdict();
}

// The form

/** The drawn controls, by path: functions that set a new value. */
let controls = new Map();
let shape = "";

function showForm(form) {
  const paths = JSON.stringify(form.map((section) => [section.title, additionShape(section), section.fields.map((field) => [field.path, field.kind, field.choices])]));
  if (paths === shape) {
    for (const section of form) for (const field of section.fields) controls.get(JSON.stringify(field.path))(field.value);
    for (const summary of document.querySelectorAll("#form summary[data-section]")) summary.textContent = form[summary.dataset.section].label;
    showPins();
    return;
  }
  if (isHeld(form)) return;
  const focused = focusOfForm();
  shape = paths;
  controls = new Map();
  const open = new Set([...document.querySelectorAll("#form details[open]")].map((one) => one.dataset.title));
  // The columns first, and what can be added.
  const isOpen = (title) => open.size > 0 ? open.has(title) : ["cause", "+"].includes(title);
  byId("form").replaceChildren(...form.map((section, at) => make("details", { "data-title": section.title, open: isOpen(section.title) },
    make("summary", { "data-section": at }, section.label),
    section.about ? make("p", { class: "quiet" }, section.about) : null,
    section.fields.map((field) => removableField(field, section)),
    additionsOf(section), removeSection(section))), ...(form.length > 0 ? [pinSection()] : []));
  showPins();
  focused();
}

function fieldOf(field) {
  const key = JSON.stringify(field.path);
  const id = freshId();
  const value = (to) => edit(key, { value: { path: field.path, to } });
  const label = make("label", { for: id, title: field.about || undefined }, field.label);
  if (field.kind === "flag") {
    const box = make("input", { type: "checkbox", id, onchange: () => value(box.checked) });
    controls.set(key, (now) => { box.checked = now; });
    box.checked = field.value;
    return make("div", { class: "field" }, label, box);
  }
  if (field.kind === "choice" || field.kind === "text") {
    const input = field.kind === "text" ? make("input", { type: "text", id, class: "wide", autocomplete: "off" })
      : make("select", { id, class: "wide" }, field.choices.map((choice) => make("option", { value: choice }, choice)));
    input.addEventListener("change", () => value(input.value));
    controls.set(key, (now) => { if (input !== document.activeElement || field.kind === "choice") input.value = now; });
    input.value = field.value;
    return make("div", { class: "field" }, label, input);
  }
  const isCount = field.kind === "count";
  const number = make("input", { type: "number", id, step: isCount || field.whole ? 1 : "any", min: isCount ? 0 : field.low, max: isCount ? field.most : field.high });
  const change = (to, goesOn) => {
    if (!Number.isFinite(to)) return;
    aim(field.path);
    edit(key, isCount ? { count: { path: field.path, to } } : { value: { path: field.path, to } }, goesOn);
  };
  number.addEventListener("change", () => change(number.valueAsNumber, continues(key)));
  number.addEventListener("blur", endGesture);
  let slider = null;
  if (isCount || (field.low !== null && field.high !== null && field.high - field.low <= 120)) {
    let held = false;
    slider = make("input", { type: "range", min: number.min, max: number.max, step: 1, "aria-label": `${field.label}, slider`, "data-path": key });
    slider.addEventListener("pointerdown", () => { endGesture(); held = true; });
    slider.addEventListener("input", () => {
      number.value = slider.value;
      change(slider.valueAsNumber, continues(key, held));
    });
    slider.addEventListener("change", () => { held = false; });
    slider.addEventListener("blur", endGesture);
  }
  controls.set(key, (now) => {
    if (number !== document.activeElement || slider === document.activeElement) number.value = now;
    if (slider && slider !== document.activeElement) slider.value = now;
  });
  number.value = field.value;
  if (slider) slider.value = field.value;
  else number.className = "wide";
  return make("div", { class: "field" }, label, slider, number);
}

/** Shows the odds of the edited column. */
function aim(path) {
  const die = path.find((step) => /^d\d+$/.test(step));
  if (die && path[0] === "cause") chooseCurves(`check ${die.slice(1)}`);
}
