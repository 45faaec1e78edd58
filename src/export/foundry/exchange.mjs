// An exchange: a question, its cards and what followed, as steps that any client can run again.

/** @typedef {import("./engine.mjs").Engine} Engine */
/** @typedef {import("./engine.mjs").Reply} Reply */
/** @typedef {import("./engine.mjs").Request} Request */

/**
 * A card that was drawn, with its picture and its values as text.
 * @typedef {{ number: number, image: string, text: string }} DrawnCard
 */
/**
 * What may follow an answer. A follow-up card is added to `line` before it is sent.
 * @typedef {{ line: string, card: boolean, of: number | null }} FollowUp
 */

/** @param {string} line @returns {Request} */
export const step = (line) => ({ do: "line", line });

/** The number of cards that a question waits for. @param {Reply} reply */
export const awaited = (reply) => (reply.state?.table.waiting ? reply.awaited ?? 1 : 0);

/** Commands that read several values from players, and words for values that they choose. */
const CHOSEN = /^(then|apply|spend)\b|\b(CARD|NAME|DICE|WOUNDS)\b/;

/** What may follow a reply. @param {Reply} reply @returns {FollowUp[]} */
export function followUps(reply) {
  const chains = (reply.chains ?? []).map((of) => ({ line: "then", card: true, of }));
  const lines = (reply.next ?? []).filter((line) => !CHOSEN.test(line));
  return [...chains, ...lines.map((line) => ({ line, card: false, of: null }))];
}

/**
 * Runs steps, and draws the cards for which the last one waits. Nothing is drawn for an invalid step.
 * @param {Engine} engine
 * @param {Request[]} steps
 * @param {(count: number) => Promise<DrawnCard[]>} draw
 * @returns {Promise<{ steps: Request[], reply: Reply, cards: DrawnCard[] }>}
 */
export async function answer(engine, steps, draw) {
  const cards = /** @type {DrawnCard[]} */ ([]);
  let reply = engine.run(steps);
  while (!reply.errors && awaited(reply) > 0) {
    const drawn = await draw(awaited(reply));
    cards.push(...drawn);
    steps = [...steps, step(drawn.map((card) => card.number).join(" "))];
    reply = engine.run(steps);
  }
  return { steps, reply, cards };
}

/** The step of a follow-up with its card, if it takes one. @param {FollowUp} followUp @param {DrawnCard} [card] */
export const stepOf = (followUp, card) =>
  step([followUp.line, card?.number, followUp.of === null ? null : `of ${followUp.of}`].filter((part) => part !== null && part !== undefined).join(" "));
