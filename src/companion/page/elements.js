// Helpers for elements of the page and for translated texts.

/** The text with a key, its placeholders filled in. */
const say = (name, filled = {}) => SAID[name].replace(/\{(\w+)\}/g, (_, place) => filled[place] ?? "");
/** The printed form of a text of the deck. */
const printed = (text) => PRINTED[text] ?? text;
/** The name of a playing card from its rank and suit. */
const playingCard = (name) => {
  const [, rank, suit] = /^(\w+) of (\w+)$/.exec(name ?? "") ?? [];
  return rank ? say("suited", { rank: FIGURES[rank] ?? rank, suit: FIGURES[suit] ?? suit }) : FIGURES[name] ?? name;
};
/** Dice such as `3d10` as they are written in the language of the page. */
const diceSaid = (dice) => dice.replace("d", say("die"));

/** The key of a label. */
const labelKey = (name) => name.replace(/[ -]/g, "_");
/** The label of a field, a choice, a question or a place of the body. */
const labelText = (name) => LABELS[labelKey(name)] ?? printed(name).replace(/_/g, " ").replace(/^./, (first) => first.toUpperCase());
/** Whether the label is translated. */
const isSaid = (name) => labelKey(name) in LABELS || name in PRINTED;
/** The label as an element, marked as English if it is not translated. */
const label = (name) => (isSaid(name) ? labelText(name) : make("span", { lang: "en" }, labelText(name)));
/** A choice: its value, its label, and the language of the label. */
const named = (value, name = value) => [value, labelText(name), isSaid(name) ? null : "en"];
/** A verdict in the language of the page, phrase by phrase. */
const verdictSaid = (verdict) => verdict.split(/(: |, |; )/).map((phrase) => {
  const numbers = [];
  const key = phrase.replace(/(?<![\w])-?\d+/g, (number) => { numbers.push(number); return "{n}"; });
  const said = OUTCOMES[phrase] ?? OUTCOMES[key];
  return said === undefined ? printed(phrase) : said.replace(/\{n\}/g, () => numbers.shift() ?? "");
}).join("");

const byId = (id) => document.getElementById(id);

/** An element with its properties and children. `on…` are listeners, `class` and others attributes. */
function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else element.setAttribute(key, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const button = (text, onclick, properties = {}) => make("button", { type: "button", onclick, ...properties }, text);

/** A part of the page with a heading. */
const part = (title, ...children) => make("section", { class: "part" }, make("h2", {}, title), ...children);

let made = 0;
/** An id that no other element has. */
const freshId = () => `e${++made}`;

/** A labelled field; `control` gets an id. */
function labelled(label, control, note) {
  control.id = control.id || freshId();
  return make("div", { class: "field" }, make("label", { for: control.id }, label), control, note ? make("small", {}, note) : null);
}

/** A single choice, as chips of touch size. `choices` are [value, label]. */
function chips(legend, choices, value, choose) {
  const name = freshId();
  const inputs = choices.map(([own, text, lang]) => {
    const input = make("input", { type: "radio", name, value: own, id: freshId(), onchange: () => choose(own) });
    input.checked = String(own) === String(value);
    return [input, make("label", { for: input.id, lang }, text)];
  });
  return make("fieldset", { class: "chips" }, make("legend", {}, legend), make("div", {}, ...inputs));
}

/** A multiple choice, as chips. */
function manyChips(legend, choices, values, choose) {
  const taken = new Set(values);
  const inputs = choices.map(([own, text, lang]) => {
    const toggle = () => {
      if (taken.has(own)) taken.delete(own);
      else taken.add(own);
      choose(choices.map(([value]) => value).filter((value) => taken.has(value)));
    };
    const input = make("input", { type: "checkbox", id: freshId(), onchange: toggle });
    input.checked = taken.has(own);
    return [input, make("label", { for: input.id, lang }, text)];
  });
  return make("fieldset", { class: "chips" }, legend ? make("legend", {}, legend) : null, make("div", {}, ...inputs));
}

/** The text of a label. */
const spoken = (text) => text.textContent ?? text;

/** A whole number with buttons for minus and plus one; empty if `value` is undefined. */
function stepper(text, value, low, high, choose, from = low) {
  const input = make("input", { type: "text", inputmode: low < 0 ? "text" : "numeric", id: freshId(), autocomplete: "off" });
  input.value = value === undefined ? "" : String(value);
  const read = () => {
    const text = input.value.trim();
    choose(text === "" ? undefined : /^[-+]?\d+$/.test(text) ? Number(text) : text);
  };
  const step = (by) => () => {
    const now = /^[-+]?\d+$/.test(input.value.trim()) ? Number(input.value) + by : from;
    input.value = String(Math.min(high, Math.max(low, now)));
    read();
  };
  input.addEventListener("input", read);
  return make("div", { class: "field stepper" },
    make("label", { for: input.id }, text),
    make("div", {},
      button("−", step(-1), { "aria-label": say("one_less", { label: spoken(text) }) }),
      input,
      button("+", step(1), { "aria-label": say("one_more", { label: spoken(text) }) })));
}

/** A list to choose from. `choices` are [value, label]. */
function select(label, choices, value, choose, note) {
  const list = make("select", { onchange: () => choose(list.value) },
    ...choices.map(([own, text, lang]) => make("option", { value: own, lang, selected: String(own) === String(value) }, text)));
  return labelled(label, list, note);
}

/** A line of text. */
function line(label, value, choose, properties = {}, note) {
  const input = make("input", { type: "text", autocomplete: "off", ...properties });
  input.value = value ?? "";
  input.addEventListener("input", () => choose(input.value));
  return labelled(label, input, note);
}

/** Shows a message, for screen readers too; `how` is `bad`, or `heard` for what is visible elsewhere. */
function tell(text, how = "") {
  const news = byId("news");
  const bad = how === true || how === "bad";
  news.className = bad ? "bad" : how;
  news.textContent = text;
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => { news.textContent = ""; }, bad ? 12000 : 5000);
}
