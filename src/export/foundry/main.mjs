// The module's hooks: preset, settings, chat command, buttons, and the window in the sidebar of cards.

import { COMMAND, DECK, ID, NAME, WORDS } from "./deck.mjs";
import { listen } from "./authority.mjs";
import { addButtons, askLine, commandText, drawCard, report } from "./chat.mjs";
import { Engine } from "./engine.mjs";
import { button } from "./forms.mjs";

/** @type {Promise<Engine> | null} */
let loading = null;

/** The engine, loaded when it is first needed. */
function engine() {
  loading ??= Promise.all([file("engine.wasm"), file("texts.json")]).then(async ([module, texts]) =>
    Engine.load(await module.arrayBuffer(), await texts.json()));
  return loading;
}

/** A file of the module. @param {string} name */
async function file(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

/** @type {import("./window.mjs").AskWindow | null} */
let shown = null;

/** Opens the window. */
async function open() {
  // It extends a class that exists only once the game runs.
  const { AskWindow } = await import("./window.mjs");
  shown ??= new AskWindow(await engine());
  await shown.render({ force: true });
}

Hooks.once("init", () => {
  CONFIG.Cards.presets[ID] = { type: "deck", label: NAME, src: DECK };
  listen();
  game.settings?.register(ID, "players", {
    name: WORDS.players, hint: WORDS.players_hint, scope: "world", config: true, type: Boolean, default: true,
  });
  game.settings?.register(ID, "command", {
    name: WORDS.command, hint: WORDS.command_hint.replaceAll("{command}", COMMAND), scope: "world", config: true, type: String, default: COMMAND,
  });
});

Hooks.on("chatMessage", (_log, message) => {
  const line = commandText(message);
  if (line === null) return;
  const act = line === "" ? open() : line === "draw" ? drawCard() : engine().then((engine) => askLine(engine, line));
  act.catch(report);
  return false;
});

Hooks.on("renderChatMessageHTML", (message, html) => {
  if (message.flags[ID]?.follow?.length) engine().then((engine) => addButtons(engine, message, html)).catch(report);
});

Hooks.on("renderCardsDirectory", (_directory, html) => {
  if (html.querySelector(`[data-open="${ID}"]`)) return;
  const opening = button(WORDS.open, () => open().catch(report), { "data-open": ID });
  html.querySelector(".header-actions")?.append(opening);
});
