// The deck and the discard pile among the card stacks of the world. Only the game master's client changes them.

import { ID, POLICY, WORDS } from "./deck.mjs";

/** @typedef {import("./exchange.mjs").DrawnCard} DrawnCard */

/** The newest deck of this module in the world. */
export const findDeck = () => game.cards?.contents.findLast((stack) => stack.type === "deck" && stack.getFlag(ID, "edition"));
const findPile = () => game.cards?.contents.findLast((stack) => stack.type === "pile" && stack.getFlag(ID, "pile"));

/** The place of a card in the discard pile, from 1; 0 for a card that was not drawn here. @param {Card.Implementation} card */
const placeOf = (card) => card.getFlag(ID, "place") ?? 0;
/** The place of the card on top of the discard pile. @param {Cards.Implementation} pile */
const topPlace = (pile) => Math.max(0, ...pile.cards.map(placeOf));

/** The card on top of the discard pile. @returns {DrawnCard | null} */
export function lastCard() {
  const pile = findPile();
  if (!pile) return null;
  const place = topPlace(pile);
  const top = pile.cards.contents.find((card) => placeOf(card) === place);
  return top ? describe(top) : null;
}

/** @param {Card.Implementation} card @returns {DrawnCard} */
function describe(card) {
  const [face] = card.faces;
  const text = new DOMParser().parseFromString(face?.text ?? "", "text/html");
  const lines = [...text.querySelectorAll("p")].map((line) => line.textContent);
  return { number: card.value ?? 0, image: face?.img ?? "", text: lines.join("; ") || card.name };
}

/** Puts the discard pile back into the deck and shuffles it. Cards in hands stay there. */
async function shuffle(/** @type {Cards.Implementation} */ deck, /** @type {Cards.Implementation} */ pile) {
  const ids = pile.cards.map((card) => card.id ?? "");
  if (ids.length > 0) await pile.pass(deck, ids, { chatNotification: false });
  await deck.shuffle({ chatNotification: false });
  await deck.setFlag(ID, "shuffled", true);
  await deck.setFlag(ID, "due", false);
}

/** Whether a card makes a shuffle due, with this number of cards left. @param {Card.Implementation} card @param {number} left */
function isDue(card, left) {
  if (POLICY.trigger === "sign") return card.getFlag(ID, "shuffle") === "sign";
  return POLICY.trigger === "cards-left" && left <= POLICY.cards;
}

/**
 * Draws cards onto the discard pile.
 * @param {number} count
 * @returns {Promise<{ cards: DrawnCard[], notes: string[] }>} The cards and what else happened.
 */
export async function draw(count) {
  const deck = findDeck();
  if (!deck) throw new Error(WORDS.no_deck);
  const pile = findPile() ?? (await Cards.implementation.create({ name: `${deck.name}: ${WORDS.discard_pile}`, type: "pile", flags: { [ID]: { pile: true } } }));
  if (!pile) throw new Error(WORDS.no_deck);
  const notes = /** @type {string[]} */ ([]);
  const cards = [];
  for (let place = 0; place < count; place += 1) {
    const available = () => deck.availableCards.toSorted((one, other) => one.sort - other.sort);
    const isEmpty = available().length === 0;
    const isLate = POLICY.time === "at-once" && deck.getFlag(ID, "due");
    if (isEmpty || isLate || !deck.getFlag(ID, "shuffled")) {
      if (isEmpty || isLate) notes.push(WORDS.shuffled);
      await shuffle(deck, pile);
    }
    const [top, ...left] = available();
    if (!top) throw new Error(WORDS.no_cards);
    const id = top.id ?? "";
    await deck.pass(pile, [id], { chatNotification: false, updateData: { face: 0, flags: { [ID]: { place: topPlace(pile) + 1 } } } });
    cards.push(describe(pile.cards.get(id) ?? top));
    if (isDue(top, left.length)) {
      await deck.setFlag(ID, "due", true);
      if (POLICY.time === "end-of-round") notes.push(WORDS.shuffle_at_end);
    }
  }
  return { cards, notes };
}

/** Shuffles at the end of a round if a shuffle is due. @returns {Promise<{ cards: DrawnCard[], notes: string[] }>} */
export async function endRound() {
  const [deck, pile] = [findDeck(), findPile()];
  if (!deck || !pile || !deck.getFlag(ID, "due")) return { cards: [], notes: [] };
  await shuffle(deck, pile);
  return { cards: [], notes: [WORDS.shuffled] };
}
