// The deck of a world, with pictures of its own, so that its cards stay whole without the module.

import { DECK, ID, WORDS } from "./deck.mjs";

/** The folder of a world for the pictures. */
const folder = () => `worlds/${game.world?.id}/${ID}`;

/** Copies a picture of the module into the world and returns its path there. @param {string} address */
async function copy(address) {
  const { FilePicker } = foundry.applications.apps;
  const name = address.split("/").at(-1) ?? address;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const file = new File([await response.blob()], name, { type: "image/png" });
  const result = await FilePicker.implementation.upload("data", folder(), file, {}, { notify: false });
  return (result && "path" in result && result.path) || `${folder()}/${name}`;
}

/** Creates the deck of this module in the world, with copies of its pictures, and shuffles it at the first draw. */
export async function createDeck() {
  const { FilePicker } = foundry.applications.apps;
  const response = await fetch(DECK);
  if (!response.ok) throw new Error(`${DECK}: ${response.status}`);
  const { _id, _key, ...deck } = await response.json();
  // It may exist from an earlier deck.
  await FilePicker.implementation.createDirectory("data", folder()).catch(() => {});
  /** @type {Map<string, Promise<string>>} */
  const copies = new Map();
  const copied = (/** @type {string} */ address) => {
    const copying = copies.get(address) ?? copy(address);
    copies.set(address, copying);
    return copying;
  };
  deck.img = await copied(deck.img);
  for (const card of deck.cards) {
    delete card._key;
    card.back.img = await copied(card.back.img);
    for (const face of card.faces) face.img = await copied(face.img);
  }
  const created = await Cards.implementation.create(deck, { keepEmbeddedIds: true });
  ui.notifications?.info(WORDS.created.replace("{deck}", created?.name ?? ""));
  return created;
}
