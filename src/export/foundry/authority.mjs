// Requests to the client of the game master, which alone draws cards, one request after the other.

import { ID, WORDS } from "./deck.mjs";
import { draw, endRound } from "./stacks.mjs";

/** @typedef {import("./exchange.mjs").DrawnCard} DrawnCard */
/** @typedef {{ cards: DrawnCard[], notes: string[], error?: string }} Result */

const QUERY = /** @type {const} */ (`${ID}.request`);
/** How long a player waits for the game master's client, in milliseconds. */
const TIMEOUT = 30_000;

/** Whether players may draw and ask, or the game master only. */
const isOpen = () => game.settings?.get(ID, "players") ?? true;
/** Whether the present user may draw and ask. */
export const isAllowed = () => isOpen() || game.user?.isGM === true;

let last = Promise.resolve();

/** Does the work when all earlier work is done. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
function inTurn(work) {
  const result = last.then(work);
  last = result.then(() => {}, () => {});
  return result;
}

/** What the game master's client does on request. */
const ACTIONS = { draw, endRound };

/**
 * Does what a user requests, if this user may.
 * @param {{ user: string | null, action: keyof typeof ACTIONS, count: number }} request
 * @returns {Promise<Result>}
 */
async function perform({ user, action, count }) {
  if (!isOpen() && !game.users?.get(user ?? "")?.isGM) return { cards: [], notes: [], error: WORDS.restricted };
  try {
    return await inTurn(() => ACTIONS[action](count));
  } catch (error) {
    return { cards: [], notes: [], error: /** @type {Error} */ (error).message };
  }
}

/** Registers the request. Each client must do so before the game starts. */
export function listen() {
  CONFIG.queries[QUERY] = perform;
}

/**
 * Has the game master's client act, and shows what else happened.
 * @param {keyof typeof ACTIONS} action
 * @param {number} count Of cards, of a draw.
 */
async function request(action, count) {
  const master = game.users?.activeGM;
  if (!master) throw new Error(WORDS.no_gm);
  const data = { user: game.user?.id ?? null, action, count };
  const result = await (master.isSelf ? perform(data) : master.query(QUERY, data, { timeout: TIMEOUT }));
  if (result.error) throw new Error(result.error);
  for (const note of result.notes) ui.notifications?.info(note);
  return result.cards;
}

/** Draws cards onto the discard pile. @param {number} count */
export const drawCards = (count) => request("draw", count);
/** Shuffles if a shuffle is due. */
export const endOfRound = () => request("endRound", 0);
