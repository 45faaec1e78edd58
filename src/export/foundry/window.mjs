// The window: a form for a question, and buttons that draw a card or take the one drawn.

import { COMMAND, ID, NAME, POLICY, WORDS } from "./deck.mjs";
import { about, asked, button, formOf, make, questionForm, say, start } from "./forms.mjs";
import { ask, drawCard, report } from "./chat.mjs";
import { endOfRound } from "./authority.mjs";
import { findDeck, lastCard } from "./stacks.mjs";
import { createDeck } from "./world.mjs";

/** @typedef {import("./engine.mjs").Engine} Engine */

export class AskWindow extends foundry.applications.api.ApplicationV2 {
  static DEFAULT_OPTIONS = {
    id: ID,
    classes: ["actiondeck-window"],
    window: { title: NAME, icon: "fa-solid fa-cards", resizable: true },
    position: { width: 460 },
  };

  /** @param {Engine} engine */
  constructor(engine) {
    super();
    this.engine = engine;
    start(engine);
    this.form = about().first;
  }

  async _renderHTML() {
    return make("div", { class: "actiondeck" }, findDeck() ? this.#parts() : this.#empty());
  }

  /** @param {HTMLElement} result @param {HTMLElement} content */
  _replaceHTML(result, content) {
    content.replaceChildren(result);
  }

  /** A world without a deck. */
  #empty() {
    return [make("p", {}, WORDS.no_deck), game.user?.isGM && this.#button(WORDS.create, () => createDeck())];
  }

  #parts() {
    const form = questionForm(this.form, false, (/** @type {string} */ next) => {
      this.form = next;
      this.render();
    }, () => {});
    const last = lastCard();
    const { card } = formOf(this.form);
    const { awaited } = this.engine.run([{ do: "before", asked: this.#question() }]);
    const buttons = make("div", { class: "follow" }, [
      this.#button(card === null ? say("answer") : WORDS.draw_and_ask, () => this.#ask([])),
      last && card !== null && awaited === 1
        && this.#button(WORDS.ask_last.replace("{card}", String(last.number)), () => this.#ask([last])),
      this.#button(WORDS.draw, drawCard),
      POLICY.time === "end-of-round" && this.#button(WORDS.end_of_round, endOfRound),
    ]);
    const note = WORDS.command_note.replaceAll("{command}", game.settings?.get(ID, "command") || COMMAND);
    return [form, buttons, make("p", { class: "note" }, note)];
  }

  /** The question with the values of the form. */
  #question() {
    return asked(formOf(this.form), false);
  }

  /** Asks the question of the form. @param {import("./exchange.mjs").DrawnCard[]} given */
  #ask(given) {
    return ask(this.engine, { do: "ask", asked: this.#question(), cards: given.map((card) => String(card.number)) }, given);
  }

  /** @param {string} text @param {() => Promise<unknown>} act */
  #button(text, act) {
    const made = button(text, async () => {
      made.disabled = true;
      await act().catch(report);
      await this.render();
    });
    return made;
  }
}
