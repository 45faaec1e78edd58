// Draws with the module's stacks until its policy shuffles, and prints the piles as JSON. usage: policy.mjs MODULE COUNT
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, count] = process.argv.slice(2);
globalThis.DOMParser = class {
  parseFromString() { return { querySelectorAll: () => [] }; }
};

/** A stack of cards, as the module uses it. */
class Stack {
  constructor(data) {
    Object.assign(this, { id: `stack${stacks.length}`, flags: {}, cards: new Map(), ...data });
    stacks.push(this);
  }
  get availableCards() { return [...this.cards.values()].filter((card) => !card.drawn); }
  getFlag(scope, key) { return this.flags[scope]?.[key]; }
  async setFlag(scope, key, value) { (this.flags[scope] ??= {})[key] = value; }
  async pass(to, ids) {
    for (const id of ids) {
      const card = this.cards.get(id);
      card.drawn = this.type === "deck";
      if (card.drawn) to.cards.set(id, card);
      else this.cards.delete(id);
    }
  }
  async shuffle() { shuffles += 1; }
}
class Cards extends Map {
  map(work) { return [...this.values()].map(work); }
  get contents() { return [...this.values()]; }
}

const stacks = [];
let shuffles = 0;
globalThis.game = { cards: { get contents() { return stacks; } } };
globalThis.Cards = { implementation: { create: async (data) => new Stack({ ...data, cards: new Cards() }) } };

const { ID } = await import(pathToFileURL(path.join(folder, "deck.mjs")).href);
const { draw, endRound } = await import(pathToFileURL(path.join(folder, "stacks.mjs")).href);
const card = (value) => ({ id: `card${value}`, name: `card ${value}`, value, sort: value, drawn: false, faces: [{ img: "", text: "" }], getFlag: () => undefined });
const deck = new Stack({ type: "deck", name: "deck", flags: { [ID]: { edition: "E" } }, cards: new Cards() });
for (let value = 0; value < 54; value += 1) deck.cards.set(`card${value}`, card(value));

const rounds = [];
const record = (result) => rounds.push({ notes: result.notes, left: deck.availableCards.length, shuffles });
record(await endRound());
record(await draw(Number(count)));
record(await draw(1));
record(await endRound());
record(await endRound());
console.log(JSON.stringify(rounds));
