// Answers as chat messages, with buttons for what may follow.

import { COMMAND, ID, WORDS } from "./deck.mjs";
import { answerBox, button, make, say } from "./forms.mjs";
import { answer, followUps, step, stepOf } from "./exchange.mjs";
import { drawCards, isAllowed } from "./authority.mjs";

/** @typedef {import("./engine.mjs").Engine} Engine */
/** @typedef {import("./engine.mjs").Reply} Reply */
/** @typedef {import("./engine.mjs").Request} Request */
/** @typedef {import("./exchange.mjs").DrawnCard} DrawnCard */
/** @typedef {import("./exchange.mjs").FollowUp} FollowUp */

/** Shows an error to the present user. @param {unknown} error */
export const report = (error) => ui.notifications?.error(error instanceof Error ? error.message : String(error));

/** The content of a message. @param {Reply | null} reply @param {DrawnCard[]} cards */
function content(reply, cards) {
  const pictures = cards.map(({ number, image, text }) => make("img", { src: image, alt: text, "data-card": number }));
  return make("div", { class: "actiondeck" }, make("div", { class: "cards" }, pictures), reply && answerBox(reply)).outerHTML;
}

/**
 * Shows an exchange in the chat, in a message of its own or in place of an earlier one.
 * @param {{ steps: Request[], reply: Reply | null, cards: DrawnCard[] }} exchange
 * @param {ChatMessage.Implementation} [message]
 */
async function show({ steps, reply, cards }, message) {
  const follow = reply ? followUps(reply) : [];
  const data = { content: content(reply, cards), flags: { [ID]: { steps, cards, follow } } };
  if (message?.isOwner) return message.update(data);
  const visible = ChatMessage.implementation.applyRollMode({ ...data, speaker: ChatMessage.implementation.getSpeaker() }, "roll");
  return ChatMessage.implementation.create(visible);
}

/**
 * Asks a question and shows the answer. The cards that it waits for are drawn.
 * @param {Engine} engine
 * @param {Request} question With the numbers of the cards that are `given`.
 * @param {DrawnCard[]} [given]
 */
export async function ask(engine, question, given = []) {
  await show(await continued(engine, [question], given));
}

/**
 * The exchange of these steps, with the cards drawn for them after those of before.
 * @param {Engine} engine
 * @param {Request[]} steps
 * @param {DrawnCard[]} before
 */
async function continued(engine, steps, before) {
  if (!isAllowed()) throw new Error(WORDS.restricted);
  const exchange = await answer(engine, steps, drawCards);
  if (exchange.reply.errors) throw new Error(exchange.reply.errors.join("\n"));
  return { ...exchange, cards: [...before, ...exchange.cards] };
}

/** Draws a card and shows it without a question. */
export async function drawCard() {
  if (!isAllowed()) throw new Error(WORDS.restricted);
  await show({ steps: [], reply: null, cards: await drawCards(1) });
}

/**
 * Continues the exchange of a message.
 * @param {Engine} engine
 * @param {ChatMessage.Implementation} message
 * @param {FollowUp} followUp
 */
async function follow(engine, message, followUp) {
  const { steps = [], cards = [] } = message.flags[ID] ?? {};
  const drawn = followUp.card ? await drawCards(1) : [];
  await show(await continued(engine, [...steps, stepOf(followUp, drawn[0])], [...cards, ...drawn]), message);
}

/**
 * Adds the buttons of a message when it is drawn.
 * @param {Engine} engine
 * @param {ChatMessage.Implementation} message
 * @param {HTMLElement} html
 */
export function addButtons(engine, message, html) {
  const box = html.querySelector(".actiondeck");
  const ways = message.flags[ID]?.follow ?? [];
  if (!box || ways.length === 0 || !isAllowed()) return;
  const buttons = ways.map((way) => {
    const text = !way.card ? way.line : way.of === null ? WORDS.follow_up : say("follow_up_of", { card: way.of });
    return button(text, async () => {
      for (const one of buttons) one.disabled = true;
      await follow(engine, message, way).catch(report);
      for (const one of buttons) one.disabled = false;
    });
  });
  box.append(make("div", { class: "follow" }, buttons));
}

/** The text after the command, or `null` for another message. @param {string} message */
export function commandText(message) {
  const command = game.settings?.get(ID, "command") || COMMAND;
  const text = message.trim();
  if (text !== command && !text.startsWith(`${command} `)) return null;
  return text.slice(command.length).trim();
}

/** Asks the question of a line, such as `check 3d8 tn 9`. @param {Engine} engine @param {string} line */
export const askLine = (engine, line) => ask(engine, step(line));
