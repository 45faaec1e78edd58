// Unit tests of the module's scripts with the real engine. usage: units.mjs MODULE
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const script = (name) => import(pathToFileURL(path.join(folder, name)).href);
const { Engine } = await script("engine.mjs");
const { answer, awaited, followUps, step, stepOf } = await script("exchange.mjs");
const texts = JSON.parse(fs.readFileSync(path.join(folder, "texts.json"), "utf8"));
const engine = await Engine.load(fs.readFileSync(path.join(folder, "engine.wasm")), texts);
await assert.rejects(Engine.load(fs.readFileSync(path.join(folder, "engine.wasm")), { deck: "{}" }));

/** Draws these cards, and no others. */
const drawing = (...numbers) => async (count) => {
  assert.ok(count <= numbers.length, `${count} cards of ${numbers}`);
  return numbers.splice(0, count).map((number) => ({ number, image: "", text: "" }));
};

// A check with its follow-up card.
const first = await answer(engine, [step("check 3d10 tn 8")], drawing(0));
assert.equal(first.reply.verdict, "success");
assert.deepEqual(first.cards.map((card) => card.number), [0]);
const [more] = followUps(first.reply);
assert.deepEqual(more, { line: "then", card: true, of: null });
const second = await answer(engine, [...first.steps, stepOf(more, { number: 53 })], drawing());
const { verdict } = engine.ask({ do: "look", asked: { question: "west check", dice: "3d10", tn: 8 }, cards: ["0+53"] });
assert.match(verdict, /^success/);
assert.equal(second.reply.verdict, verdict);
// Another client runs the same steps.
const other = await Engine.load(fs.readFileSync(path.join(folder, "engine.wasm")), texts);
assert.deepEqual(other.run(second.steps).explanation, second.reply.explanation);

// A contest waits for two cards, and each chain goes on by itself.
const contest = await answer(engine, [step("contest 3d10 3d8")], drawing(0, 48));
assert.deepEqual(contest.cards.map((card) => card.number), [0, 48]);
const ways = followUps(contest.reply).filter((way) => way.card);
for (const way of ways) assert.match(stepOf(way, { number: 20 }).line, /^then 20( of \d+)?$/);

// A given card is not drawn.
const asked = { do: "ask", asked: { question: "west check", dice: "3d10", tn: 8 }, cards: ["0"] };
const given = await answer(engine, [asked], drawing());
assert.deepEqual(given.reply.explanation, first.reply.explanation);

// Nothing is drawn for an invalid question.
const wrong = await answer(engine, [step("check 3d7")], drawing());
assert.equal(wrong.reply.errors.length, 1);
assert.equal(awaited(wrong.reply), 0);

// Lines with values that players choose are no buttons.
assert.deepEqual(followUps({ next: ["apply NAME", "spend 2", "then CARD", "hurt stun sid"], chains: [] }), [{ line: "hurt stun sid", card: false, of: null }]);
