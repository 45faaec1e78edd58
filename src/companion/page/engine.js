// The engine: texts in and out of a WebAssembly module, and the session in the browser's storage.

/** The unpacked content of a data block of the page. */
async function unpacked(id) {
  const text = byId(id).textContent;
  const start = text.indexOf(" ") + 1;
  const bytes = new Uint8Array(Number(text.slice(0, start)));
  // Two letters hold 13 bits, the lowest first; 38, 45 and 60 are not letters.
  const value = (place) => {
    const letter = text.charCodeAt(place);
    return letter - 33 - (letter > 38) - (letter > 45) - (letter > 60);
  };
  for (let place = start, bits = 0, held = 0, next = 0; place < text.length; place += 2) {
    bits |= (value(place) + 91 * value(place + 1)) << held;
    for (held += 13; held >= 8 && next < bytes.length; held -= 8, bits >>>= 8) bytes[next++] = bits & 255;
  }
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const engine = {
  module: null,
  texts: null,
  calls: null,

  async start() {
    const [module, texts] = await Promise.all([unpacked("engine"), unpacked("texts")]);
    this.module = await WebAssembly.compile(module);
    this.texts = texts;
    await this.restart();
  },

  async restart() {
    this.calls = (await WebAssembly.instantiate(this.module, {})).exports;
    const refusal = this.pass("load", this.texts);
    if (refusal) throw new Error(JSON.parse(refusal).errors.join("\n"));
  },

  pass(name, bytes) {
    const { memory, room, reply } = this.calls;
    const place = room(bytes.length);
    new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
    const length = this.calls[name]();
    return new TextDecoder().decode(new Uint8Array(memory.buffer, reply(), length));
  },

  /** Sends a request; the reply has `errors` if it fails. */
  ask(request) {
    try {
      return JSON.parse(this.pass("call", new TextEncoder().encode(JSON.stringify(request))));
    } catch (error) {
      // A module that trapped may be in an inconsistent state.
      this.restart().then(() => kept.load()).catch(() => {});
      return { errors: [say("stopped", { message: error.message })] };
    }
  },
};

/** The storage of the session between visits of the page. */
const kept = {
  key: "",
  works: true,

  name(about) {
    this.key = `actiondeck-companion/${about.deck.name}/${about.deck.edition}`;
  },

  save() {
    const { text } = engine.ask({ do: "export" });
    try {
      localStorage.setItem(this.key, text);
      this.works = true;
    } catch {
      if (this.works) tell(say("keeps_nothing"), true);
      this.works = false;
    }
  },

  /** The present question, restored after a reload. */
  saveForm() {
    const form = { form: played.form, chosen, shared, parties };
    try {
      localStorage.setItem(`${this.key}/form`, JSON.stringify(form));
    } catch { /* nothing is kept here */ }
  },

  loadForm() {
    try {
      const form = JSON.parse(localStorage.getItem(`${this.key}/form`) ?? "null");
      if (!form) return;
      played.form = form.form;
      for (const [own, read] of [[chosen, form.chosen], [shared, form.shared], [parties, form.parties]]) Object.assign(own, read);
    } catch { /* nothing is kept here */ }
  },

  load() {
    let text = null;
    try {
      text = localStorage.getItem(this.key);
    } catch {
      this.works = false;
    }
    if (!text) return null;
    const reply = engine.ask({ do: "import", name: say("session_here"), text });
    // The next step overwrites it.
    if (reply.errors) localStorage.setItem(`${this.key}/damaged`, text);
    return reply;
  },
};

/** Unpacks the faces on first use. */
const faces = {
  coming: null,

  async of(number) {
    this.coming ??= unpacked("faces").then((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
    const { pieces, cards } = await this.coming;
    const [root, ...rest] = cards[number - about.numbers[0]].map((piece) => pieces[piece]);
    // The cut card: the view of a face begins at the corner of the bleed, whose places are negative.
    const cut = root.replace(/ (width|height)="[^"]*"/g, "").replace(/ viewBox="([^"]*)"/, (_, box) => {
      const [x, y, width, height] = box.split(/[ ,]+/).map(Number);
      return ` viewBox="0 0 ${width + 2 * x} ${height + 2 * y}"`;
    });
    return `data:image/svg+xml,${encodeURIComponent(cut + rest.join(""))}`;
  },
};
