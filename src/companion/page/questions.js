// The questions: forms laid out from the fields that the engine describes. This file does not depend on particular questions.

/** Deck, game and questions as described by the engine, once it runs. */
let about = null;
/** The state of the table. */
let state = null;

/** The values of a card. */
const sheet = (number) => engine.ask({ do: "look", asked: { question: `${about.game} card`, card: number } }).answer;

/** The chosen values of each question, kept while the page is open. */
const chosen = {};
/** The dice, shared by all questions. */
const shared = {};
/** Who acts, and who is the target. */
const parties = { who: "", at: "" };

const person = (name) => state.people.find((one) => one.who === name);
const character = (name) => about.characters.find((one) => one.name === name);
/** All participants. */
const names = () => [...new Set([...about.characters.map((one) => one.name), ...state.people.map((one) => one.who)])].sort();

const formOf = (name) => about.forms.find((form) => form.name === name) ?? about.forms.find((form) => form.name === about.first);
const words = () => [...new Set(about.forms.map((form) => form.word))];
const formsOf = (word) => about.forms.filter((form) => form.word === word);
/** The label of a question among those of the same word. */
const purposeOf = (form) => form.purpose ?? form.word;

/** Whether a value is not empty. */
const isGiven = (value) => value !== undefined && value !== null && value !== "" && value !== false && !(Array.isArray(value) && value.length === 0);
/** Whether cards for this field come from the pile or the players, not from the form. */
const isDrawn = (field) => field.card !== undefined && field.card !== "named";
const isShared = (field) => field.kind === "dice" && field.name === "dice";

/** The values chosen for a question. A character who acts has dice of their own for each question. */
function ownOf(form, together) {
  const own = { ...(chosen[form.name] ??= {}) };
  if (!(together && parties.who) && shared.dice !== undefined && form.fields.some(isShared)) own.dice = shared.dice;
  return own;
}

function choose(form, field, value) {
  if (isShared(field)) shared.dice = value;
  (chosen[form.name] ??= {})[field.name] = value;
}

/** Changes a participant: known facts replace the values chosen for the previous one. */
function chooseParty(key, name) {
  parties[key] = name;
  for (const form of about.forms) {
    for (const field of form.fields) if (field.fact === key && chosen[form.name]) delete chosen[form.name][field.name];
  }
}

/** A question in the form of the log, with these values. */
function record(form, values, together) {
  const question = { question: form.name };
  if (together && parties.who) question.as = parties.who;
  if (together && parties.at && form.target) question.at = parties.at;
  for (const [name, value] of Object.entries(values)) if (isGiven(value)) question[name] = value;
  return question;
}

/** The values that the table fills in if a form omits them. */
const filledIn = (form, together) => (together ? engine.ask({ do: "before", asked: record(form, ownOf(form, true), true) }).filled ?? {} : {});

/** The values of a form: those chosen, else those of its example without another source. */
function valuesOf(form, filled, together) {
  const own = ownOf(form, together);
  const given = (name) => isGiven(own[name]) || name in filled;
  const named = form.fields.filter((field) => given(field.name));
  const values = {};
  for (const field of form.fields) {
    if (field.name in own) values[field.name] = own[field.name];
    else if (field.name in filled || !(field.name in form.example)) continue;
    else if (field.excludes.some(given) || named.some((one) => one.excludes.includes(field.name))) continue;
    else if (Array.isArray(field.required) && field.required.some(given)) continue;
    else values[field.name] = form.example[field.name];
  }
  return values;
}

/** The present question of a form. */
const asked = (form, together) => record(form, valuesOf(form, filledIn(form, together), together), together);

// --- fields -----------------------------------------------------------------------------------------

const cells = () => {
  const { columns, rows } = about.effect;
  return Array.from({ length: rows }, (_, row) => columns.map((die) => `(${row + 1})${die.slice(1)}`)).flat();
};

/** Dice: a skill of the character who acts, or level and die. */
function diceField(name, value, change, who) {
  const box = make("div", { class: "pool" });
  const checks = character(who)?.checks ?? [];
  const fill = () => {
    const isSkill = checks.some(([own]) => own === value);
    const [, level, die] = /^(\d+)(d\d+)$/.exec(value ?? "") ?? [null, Math.min(3, about.cause.rows), about.usual?.dice.replace(/^\d+/, "") ?? about.cause.columns[0]];
    const set = (next, redraw) => {
      value = next;
      change(next);
      if (redraw) fill();
    };
    box.replaceChildren(
      ...(checks.length === 0 ? [] : [select(say("skill"), [["", say("by_dice")], ...checks.map(([own, dice]) => [own, `${own} ${diceSaid(dice)}`])], isSkill ? value : "",
        (next) => set(next || `${level}${die}`, true))]),
      ...(isSkill ? [] : [
        chips(say("die_field"), about.cause.columns.map((one) => [one, diceSaid(one)]), die, (next) => set(`${/^\d+/.exec(value ?? "")?.[0] ?? level}${next}`)),
        ...(about.cause.rows > 1 ? [chips(say("level"), Array.from({ length: about.cause.rows }, (_, row) => [row + 1, row + 1]), level,
          (next) => set(`${next}${/d\d+$/.exec(value ?? "")?.[0] ?? die}`))] : [])]));
  };
  if (name !== "dice") box.append(make("p", { class: "quiet" }, label(name)));
  const own = make("div");
  fill();
  own.append(box);
  return name === "dice" ? own : make("fieldset", { class: "chips" }, make("legend", {}, label(name)), own);
}

/** The choices of a field: values and labels. */
function choicesOf(field) {
  switch (field.kind) {
    case "choice": return field.choices.map(([name]) => named(name));
    case "weapon": return about.weapons.map((name) => [name, name]);
    case "person": return names().map((name) => [name, name]);
    case "cell": return cells().map((cell) => [cell, cell]);
    case "die": return [...new Set([...about.cause.columns, ...about.effect.columns])].map((die) => [die, diceSaid(die)]);
    case "element": return about.elements.map((id) => [id, printed(id)]);
    case "place": return about.places.map((place) => named(place));
    default: return null;
  }
}

/** A field as described by the engine. `change` is called with every new value. */
function fieldOf(field, value, change, who = "") {
  const text = label(field.name);
  if (field.kind === "flag") return manyChips("", [[field.name, text]], value ? [field.name] : [], (on) => change(on.length > 0));
  if (field.kind === "dice" && !field.many) return diceField(field.name, value, change, who);
  if (field.kind === "number" && !field.many) return stepper(text, value ?? field.default, field.low, field.high, change, Math.min(field.high, Math.max(field.low, 0)));
  const choices = choicesOf(field);
  if (choices !== null && choices.length > 0) {
    if (field.many) return manyChips(text, choices, [value ?? []].flat().map(String), change);
    const shown = value ?? field.default ?? "";
    const list = isGiven(shown) && !choices.some(([own]) => own === String(shown)) ? [...choices, [shown, String(shown)]] : choices;
    if (field.kind === "choice" && list.length <= 6 && isGiven(shown)) return chips(text, list, shown, change);
    return select(text, field.required === true ? list : [["", "…"], ...list], shown, change);
  }
  const parts = (typed) => (field.many ? typed.split(/[\s,]+/).filter(Boolean) : typed.trim());
  return line(text, [value ?? field.default ?? ""].flat().join(" "), (typed) => change(parts(typed)), {}, make("span", { lang: "en" }, field.help));
}

/** The fields of a form: the common ones, and the others in a collapsed group. */
function formFields(form, together, changed) {
  const filled = filledIn(form, together);
  const shown = { ...filled, ...valuesOf(form, filled, together) };
  const fields = form.fields.filter((field) => !isDrawn(field));
  const isUsual = (field) => field.name in shown || field.required === true || (field.positional && !field.many) || field.trailing;
  const element = (field) => fieldOf(field, shown[field.name], (value) => { choose(form, field, value); changed(); }, together ? parties.who : "");
  const others = fields.filter((field) => !isUsual(field));
  return [...fields.filter(isUsual).map(element),
    others.length > 0 ? make("details", { class: "others" }, make("summary", {}, say("more")), others.map(element)) : null];
}

/** A form for a question: its word, its purpose, who asks, and its fields. `changed` is called on every change. */
function questionForm(name, together, chooseForm, changed) {
  const form = formOf(name);
  const siblings = formsOf(form.word);
  const labels = (forms) => forms.map((one) => named(one.name, purposeOf(one)));
  const box = make("div", { class: "question" },
    chips(say("question"), words().map((word) => named(word)), form.word, (word) => chooseForm(formsOf(word)[0].name, word)));
  if (siblings.length > 1) {
    box.append(siblings.length > 6 ? select(label(form.word), labels(siblings), form.name, chooseForm)
      : chips(label(form.word), labels(siblings), form.name, chooseForm));
  }
  box.append(make("small", { class: "help", lang: "en" }, form.help));
  if (together && names().length > 0 && form.card !== "shown" && form.card !== null) {
    const actors = [["", say("no_actor")], ...names().map((one) => [one, one])];
    const again = (key) => (one) => { chooseParty(key, one); chooseForm(form.name); };
    box.append(make("div", { class: "pair" },
      select(say("who_acts"), actors, parties.who, again("who")),
      form.target ? select(say("at_whom"), actors, parties.at, again("at")) : ""));
  }
  box.append(...formFields(form, together, changed).filter(Boolean));
  return box;
}
