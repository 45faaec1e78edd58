// The questions: what each is called in the log of a session, and the fields it is asked by.

/** What the engine says of the deck, once it runs. */
let about = null;
/** The table as the engine shows it. */
let state = null;

/** What is printed on a card. */
const sheet = (number) => engine.ask({ do: "look", asked: { question: "west card", card: number } }).answer;

const PLACES = [
  ["head", say("head")], ["torso", say("torso")], ["left arm", say("left_arm")], ["right arm", say("right_arm")],
  ["left leg", say("left_leg")], ["right leg", say("right_leg")],
];

/** What was chosen for each question, kept while the page is open. */
const chosen = {};
/** Level, die, and the skill that stands for both. */
const pool = { die: "", level: 1, skill: "" };
/** Who asks, and whom it is about. */
const parties = { who: "", at: "" };

const person = (name) => state.people.find((one) => one.who === name);
const character = (name) => about.characters.find((one) => one.name === name);
/** Everybody with a name. */
const names = () => [...new Set([...about.characters.map((one) => one.name), ...state.people.map((one) => one.who)])].sort();
const weaponNamed = (name) => about.weapons.find((one) => one.name === name);
const reachesFar = (weapon) => weapon.range_m !== null || weapon.attributes.includes("thrown");

const cells = () => {
  const { columns, rows } = about.effect;
  return Array.from({ length: rows }, (_, row) => columns.map((die) => `(${row + 1})${die.slice(1)}`)).flat();
};

// --- fields -----------------------------------------------------------------------------------------

/** The dice of a check: a skill of whoever asks, or level and die. */
function poolField(values, changed) {
  const box = make("div", { class: "pool" });
  const checks = character(parties.who)?.checks ?? [];
  if (!checks.some(([name]) => name === pool.skill)) pool.skill = "";
  const fill = () => {
    const list = checks.length === 0 ? null
      : select(say("skill"), [["", say("by_dice")], ...checks.map(([name, dice]) => [name, `${name} ${diceSaid(dice)}`])], pool.skill, (name) => {
        pool.skill = name;
        fill();
        changed();
      });
    const own = pool.skill ? [] : [
      chips(say("die_field"), about.cause.columns.map((die) => [die, diceSaid(die)]), pool.die, (die) => { pool.die = die; changed(); }),
      chips(say("level"), Array.from({ length: about.cause.rows }, (_, row) => [row + 1, row + 1]), pool.level,
        (level) => { pool.level = Number(level); changed(); }),
    ];
    box.replaceChildren(...[list, ...own].filter(Boolean));
  };
  fill();
  return box;
}

const numberField = (key, label, low, high, from) => (values, changed) =>
  stepper(label, values[key], low, high, (value) => { values[key] = value; changed(); }, from);

const flagsField = (legend, flags) => (values, changed) =>
  manyChips(legend, flags, flags.map(([key]) => key).filter((key) => values[key]), (on) => {
    for (const [key] of flags) values[key] = on.includes(key);
    changed();
  });

const choiceField = (key, label, choices) => (values, changed) => {
  const list = typeof choices === "function" ? choices() : choices;
  values[key] ??= list[0]?.[0];
  return chips(label, list, values[key], (value) => { values[key] = value; changed(); });
};

const listField = (key, label, choices) => (values, changed) => {
  const list = choices();
  if (!list.some(([value]) => value === values[key])) values[key] = list[0]?.[0];
  return select(label, list, values[key], (value) => { values[key] = value; changed(); });
};

const textField = (key, label, note) => (values, changed) =>
  line(label, values[key], (value) => { values[key] = value; changed(); }, {}, note);

/** Less usual fields, folded away. */
const more = (...fields) => (values, changed) =>
  make("details", {}, make("summary", {}, say("more")), ...fields.map((field) => field(values, changed)));

const weaponField = (far) => (values, changed) => {
  const list = about.weapons.filter((weapon) => reachesFar(weapon) === far);
  const choices = [...list.map((weapon) => [weapon.name, weapon.name]), ["", say("another_weapon")]];
  if (!choices.some(([name]) => name === values.weapon)) values.weapon = choices[0][0];
  const box = make("div");
  const fill = () => {
    const own = values.weapon ? [] : [
      listField("dmg", say("damage_cell"), () => cells().map((cell) => [cell, cell]))(values, changed),
      far ? numberField("increment", say("increment"), 1, 65535, 8)(values, changed) : null,
    ];
    const bursts = weaponNamed(values.weapon)?.bursts ?? (far && !values.weapon ? about.bursts : []);
    if (!bursts.includes(Number(values.burst))) values.burst = 1;
    const burst = bursts.length === 0 ? null
      : chips(say("shots"), [[1, 1], ...bursts.map((shots) => [shots, shots])], values.burst, (shots) => { values.burst = Number(shots); changed(); });
    box.replaceChildren(...[
      select(say("weapon"), choices, values.weapon, (name) => { values.weapon = name; fill(); changed(); }),
      ...own, burst,
    ].filter(Boolean));
  };
  fill();
  return box;
};

const wounds = numberField("wounded", say("worst_wound"), 0, 5);
const penalty = numberField("penalty", say("penalties"), -99, 99, 0);
const size = textField("size", say("size"), say("size_note"));
const harm = choiceField("harm", say("hurts"), [["deadly", say("deadly")], ["brawling", say("brawling")], ["impact", say("impact")]]);
const cover = (values, changed) => {
  const armour = make("div");
  const fill = () => armour.replaceChildren(...(values.covered?.length > 0
    ? [numberField("cover", say("cover_armour_note"), -99, 99, 2)(values, changed)] : []));
  fill();
  return make("div", {}, manyChips(say("behind_cover"), PLACES, values.covered ?? [], (places) => {
    values.covered = places;
    values.cover = places.length > 0 ? values.cover ?? 2 : undefined;
    fill();
    changed();
  }), armour);
};
const covered = (values, changed) => manyChips(say("behind_cover"), PLACES, values.covered ?? [], (places) => { values.covered = places; changed(); });
const called = listField("called", say("called"), () => [["", say("nowhere")], ...PLACES, ["left hand", say("left_hand")], ["right hand", say("right_hand")]]);

/** The other side of a contest; its card is drawn where the page draws. */
const opponent = (values, changed) => make("div", {},
  listField("opponent_dice", say("opponent_dice"), () => about.cause.columns.flatMap((die) =>
    Array.from({ length: about.cause.rows }, (_, row) => [`${row + 1}${die}`, diceSaid(`${row + 1}${die}`)])))(values, changed),
  isVirtual() && partShown === "play" ? "" : textField("opponent_cards", say("opponent_card"), say("opponent_card_note"))(values, changed));

// --- kinds ------------------------------------------------------------------------------------------

/** Each: its name in the log, its label, how its card comes up, its fields and the usual values. */
const KINDS = [
  { id: "check", first: true, name: "west check", label: say("check"), draws: true, pool: true, usual: { tn: 7 },
    fields: [numberField("tn", say("target_number"), -99, 99, 7), more(wounds, penalty)] },
  { id: "shot", first: true, name: "west attack", label: say("shot"), draws: true, pool: true, attacks: true, skill: ["shooting"],
    usual: { distance: 8, size: "6" },
    fields: [weaponField(true), numberField("distance", say("distance"), 0, 65535, 8),
      choiceField("aim", say("aim"), [["snap", say("snap")], ["once", say("aimed")], ["twice", say("aimed_twice")]]),
      cover,
      more(choiceField("moving", say("moving"), [["still", say("still")], ["walk", say("walk")], ["run", say("run")]]), called, size,
        numberField("dodge", say("dodge_of"), 0, 99, 2),
        flagsField(say("also"), [["prone", say("target_lies")], ["mounted", say("mounted")], ["unseen", say("unseen")], ["point_blank", say("point_blank")], ["contact", say("in_contact")]]),
        numberField("rel", say("reliability"), 1, 13, 2), wounds, penalty)] },
  { id: "blow", first: true, name: "west attack blow", label: say("blow"), draws: true, pool: true, attacks: true, skill: ["fighting", "brawling"],
    usual: { skill: 1, size: "6" },
    fields: [weaponField(false), numberField("skill", say("fighting_level"), 0, 255, 1),
      flagsField(say("also"), [["armed", say("armed")], ["prone", say("target_lies")], ["height", say("from_above")], ["punch", say("punch")], ["kick", say("kick")]]),
      more(called, size, numberField("dodge", say("dodge_of"), 0, 99, 2), cover, wounds, penalty)] },
  { id: "effect", first: true, name: "west read effect", label: say("effect"), draws: true,
    fields: [listField("cell", say("cell"), () => cells().map((cell) => [cell, cell])), numberField("target", say("victory"), 1, 9999, 6)] },
  { id: "location", name: "west read location", label: say("place"),
    fields: [numberField("bumps", say("bumps_both"), -99, 99, 0),
      flagsField(say("moves"), [["punch", say("punch")], ["kick", say("kick")], ["height", say("from_above")], ["point_blank", say("point_blank")]]),
      more(flagsField(say("target"), [["prone", say("lies")]]), covered)] },
  { id: "damage", name: "west read damage", label: say("damage"), usual: { size: "6" },
    fields: [listField("cell", say("cell"), () => cells().map((cell) => [cell, cell])), size, numberField("bumps", say("damage_bumps"), 0, 99, 0), harm] },
  { id: "burst", name: "west read burst", label: say("burst"),
    fields: [choiceField("shots", say("shots"), () => about.bursts.map((shots) => [shots, shots]))] },
  { id: "penetration", name: "west read penetration", label: say("penetration"), usual: { pen: 0, armour: 2 },
    fields: [numberField("pen", say("weapon_pen"), -99, 99, 0), numberField("armour", say("armour"), -99, 99, 2), numberField("bumps", say("bumps"), 0, 99, 0)] },
  { id: "failure", name: "west read failure", label: say("failure"), usual: { rel: 2 },
    fields: [numberField("rel", say("reliability"), 1, 13, 2), flagsField(say("also"), [["fanned", say("fanned")]])] },
  { id: "stray", name: "west read unintended", label: say("stray"), usual: { missed: 1 },
    fields: [numberField("missed", say("missed"), 0, 9999, 1), flagsField(say("also"), [["contact", say("in_contact")]]),
      more(numberField("scatter", say("scatter_increments"), 0, 9999, 0))] },
  { id: "leap", name: "west read dodge", label: say("dodge"), fields: [flagsField(say("also"), [["blocked", say("blocked")]])] },
  { id: "toggle", name: "west read toggle", label: say("toggle"), draws: true, fields: [] },
  { id: "element", name: "west read element", label: say("element"), draws: true, has: () => about.elements.length > 0,
    fields: [listField("element", say("element"), () => about.elements.map((id) => [id, printed(id)]))] },
  { id: "contest", name: "west contest", label: say("contest"), draws: true, pool: true, card: "active_cards", dice: "active_dice", usual: { opponent_dice: "2d8" },
    fields: [opponent, more(wounds, numberField("penalty", say("penalties"), 0, 99, 0), numberField("opponent_penalty", say("opponent_penalty"), 0, 99, 0))] },
  { id: "throw", name: "west attack throw", label: say("throw"), draws: true, pool: true, skill: ["throwing"], usual: { distance: 8 },
    fields: [numberField("distance", say("distance"), 0, 65535, 8), textField("strength", say("strength"), say("strength_note")), more(wounds, penalty)] },
  { id: "surprise", name: "west check for surprise", label: say("surprise"), draws: true, pool: true, skill: ["acuity", "reflex"],
    fields: [flagsField(say("also"), [["expecting", say("expects")]]), more(wounds, penalty)] },
  { id: "initiative", first: true, name: "west initiative", label: say("initiative"), draws: true, pool: true, skill: ["reflex"], fields: [more(wounds, penalty)] },
  { id: "stun", name: "west hurt stun", label: say("stun"), draws: true, pool: true, skill: ["fortitude"], usual: { dealt: 1 },
    fields: [numberField("dealt", say("just_dealt"), 0, 99, 1), numberField("earlier", say("worst_before"), 0, 5), penalty] },
  { id: "recovery", name: "west hurt recovery", label: say("recovery"), draws: true, pool: true, skill: ["fortitude"], usual: { worst: 0 },
    fields: [numberField("worst", say("worst_now"), 0, 5, 0), penalty] },
  { id: "healing", name: "west hurt healing", label: say("healing"), draws: true, pool: true, skill: ["medicine"],
    fields: [choiceField("ailment", say("treated"), [["wind", say("wind")], ["scratched", say("scratched")], ["light", say("light")], ["heavy", say("heavy")], ["serious", say("serious")], ["critical", say("critical")]]), more(wounds, penalty)] },
];

const kindOf = (id) => KINDS.find((kind) => kind.id === id);
const kindsHere = () => KINDS.filter((kind) => (kind.has?.() ?? true) && (kind.id !== "burst" || about.bursts.length > 0));

/** What was chosen for a kind, with its usual values at first. */
const valuesOf = (kind) => (chosen[kind.id] ??= { ...kind.usual });

/** Whose wounds and penalties stand in the fields of a kind. */
const filledFor = {};

/** What the table knows goes into the fields, where it can be seen and changed. */
function prefill(kind) {
  const values = valuesOf(kind);
  if (filledFor[kind.id] && !parties.who) [values.wounded, values.penalty] = [];
  filledFor[kind.id] = parties.who;
  const who = person(parties.who);
  const listed = character(parties.who);
  const at = person(parties.at);
  if (kind.pool && listed) {
    const has = (name) => listed.checks.some(([own]) => own === name);
    const usual = kind.attacks && who?.facts.skill ? who.facts.skill : kind.skill?.find(has);
    if (usual && has(usual)) pool.skill = usual;
    else if (!has(pool.skill)) pool.skill = "";
  }
  if (parties.who) {
    if (kind.id === "stun" && who?.hurt) [values.dealt, values.earlier] = who.hurt;
    else if (kind.id === "recovery") values.worst = who?.worst ?? 0;
    else if (kind.pool) values.wounded = who?.worst || undefined;
    values.penalty = who?.facts.penalty;
    const weapon = weaponNamed(who?.facts.weapon);
    if (weapon && kind.attacks && reachesFar(weapon) === (kind.id === "shot")) values.weapon = weapon.name;
    if (kind.id === "shot") values.rel = who?.facts.rel;
  }
  if (parties.at && kind.attacks) {
    const facts = at?.facts ?? {};
    values.size = facts.size ?? character(parties.at)?.size ?? "6";
    if (facts.distance_m !== undefined && kind.id === "shot") values.distance = facts.distance_m;
    values.covered = facts.covered ?? [];
    values.cover = values.covered.length > 0 ? facts.cover ?? 0 : undefined;
    values.dodge = facts.dodge;
    values.prone = facts.prone ?? false;
    if (kind.id === "blow") {
      const level = (name) => character(parties.at)?.checks.find(([own]) => own === name)?.[1].split("d")[0];
      values.skill = facts.fighting ?? (Number(level("fighting") ?? level("brawling") ?? 1));
    }
  }
}

/** The question in the form of the log, without its card. */
function asked(kind, together) {
  const values = valuesOf(kind);
  const question = { question: kind.name };
  if (together && parties.who) question.as = parties.who;
  if (together && parties.at && kind.attacks) question.at = parties.at;
  if (kind.pool) question[kind.dice ?? "dice"] = pool.skill || `${pool.level}${pool.die}`;
  for (const [key, value] of Object.entries(values)) {
    const plain = value === undefined || value === "" || value === false || (Array.isArray(value) && value.length === 0);
    const idle = (key === "burst" && value === 1) || (["wounded", "penalty"].includes(key) && value === 0);
    const usual = { aim: "snap", moving: "still", harm: "deadly" }[key] === value;
    const other = values.weapon && ["dmg", "increment"].includes(key);
    const drawn = together && key === "opponent_cards" && isVirtual();
    if (!plain && !idle && !usual && !other && !drawn) question[key] = value;
  }
  if (kind.attacks) question.location_bumps = 0;
  return question;
}
