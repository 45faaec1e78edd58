// The engine of lookups: a WebAssembly module without imports, with texts in and out through its memory.

/** @typedef {{ do: string, [key: string]: unknown }} Request */
/**
 * A reply of the engine. `errors` say why a request had no effect.
 * @typedef {object} Reply
 * @property {string[]} [errors]
 * @property {string | null} [verdict]
 * @property {string[]} [explanation]
 * @property {(number | null)[]} [chains] The first card of each chain that a further card continues.
 * @property {string[]} [next] Lines that may follow.
 * @property {number} [awaited] The number of cards that the question waits for.
 * @property {{ table: { waiting: object | null }, last: { cards: string[] } | null }} [state]
 */

export class Engine {
  /** @param {any} calls The exports of the module. */
  constructor(calls) {
    this.calls = calls;
  }

  /**
   * An engine of these texts: `deck`, and optionally `rules`, `weapons` and `characters`.
   * @param {BufferSource} module
   * @param {object} texts
   */
  static async load(module, texts) {
    const { instance } = await WebAssembly.instantiate(module, {});
    const engine = new Engine(instance.exports);
    const refusal = engine.pass("load", texts);
    if (refusal) throw new Error(JSON.parse(refusal).errors.join("\n"));
    return engine;
  }

  /** @param {"load" | "call"} name @param {object} value */
  pass(name, value) {
    const { memory, room, reply } = this.calls;
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    // The memory may move while it makes room.
    const place = room(bytes.length);
    new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
    const length = this.calls[name]();
    return new TextDecoder().decode(new Uint8Array(memory.buffer, reply(), length));
  }

  /** @param {Request} request @returns {Reply} */
  ask(request) {
    return JSON.parse(this.pass("call", request));
  }

  /**
   * Runs the steps of an exchange in a session of its own, and returns the last reply, or the first with errors.
   * @param {Request[]} steps
   */
  run(steps) {
    let reply = this.ask({ do: "start", draws: { mode: "physical" } });
    for (const step of steps) {
      reply = this.ask(step);
      if (reply.errors) break;
    }
    return reply;
  }
}
