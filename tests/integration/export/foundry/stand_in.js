// A stand-in for what the module uses of Foundry, as documented for version 13: hooks, documents, settings, users,
// queries, windows and the chat. The documents are on the server (`play.cjs`), which sends them to every client.

/** Calls of the server, and its documents. */
let world = { stacks: [], messages: [], settings: {}, users: [], self: "" };

class Collection extends Map {
  get contents() { return [...this.values()]; }
  map(work) { return this.contents.map(work); }
  static of(documents) { return new Collection(documents.map((one) => [one.id, one])); }
}

class Document {
  constructor(data) { Object.assign(this, structuredClone(data), { id: data._id }); }
  getFlag(scope, key) { return this.flags?.[scope]?.[key]; }
}

class CardStandIn extends Document {}

class CardsStandIn extends Document {
  constructor(data) {
    super(data);
    this.cards = Collection.of(data.cards.map((card) => new CardStandIn(card)));
  }
  static get implementation() { return CardsStandIn; }
  static async create(data) { return new CardsStandIn(await server("createStack", data)); }
  get availableCards() { return this.cards.contents.filter((card) => this.type !== "deck" || !card.drawn); }
  async setFlag(scope, key, value) { return this.#take(await server("setFlag", { id: this.id, scope, key, value })); }
  async pass(to, ids, { updateData = {} } = {}) {
    const [own, other] = await server("pass", { from: this.id, to: to.id, ids, updateData });
    this.#take(own);
    to.#take(other);
  }
  async shuffle() { return this.#take(await server("shuffle", { id: this.id })); }
  #take(data) {
    Object.assign(this, new CardsStandIn(data));
    return this;
  }
}

class ChatMessageStandIn extends Document {
  static get implementation() { return ChatMessageStandIn; }
  static getSpeaker() { return { alias: world.self }; }
  static applyRollMode(data) { return data; }
  static async create(data) { return new ChatMessageStandIn(await server("createMessage", { ...data, author: world.self })); }
  get isOwner() { return this.author === world.self || game.user.isGM; }
  async update(changes) { return server("updateMessage", { id: this.id, changes, user: world.self }); }
}

class ApplicationStandIn {
  async render() {
    const { classes = [], id } = this.constructor.DEFAULT_OPTIONS;
    let frame = document.getElementById(id);
    if (!frame) {
      frame = document.createElement("section");
      frame.id = id;
      frame.className = classes.join(" ");
      document.body.append(frame);
    }
    this._replaceHTML(await this._renderHTML({}, {}), frame, {});
  }
}

const listeners = new Map();
const notes = [];
const note = (kind) => (text) => { notes.push(`${kind}: ${text}`); };

Object.assign(window, {
  Cards: CardsStandIn,
  ChatMessage: ChatMessageStandIn,
  CONFIG: { Cards: { presets: {} }, queries: {} },
  Hooks: {
    on: (name, listener) => { listeners.set(name, [...(listeners.get(name) ?? []), listener]); },
    once: (name, listener) => window.Hooks.on(name, listener),
    call: (name, ...values) => (listeners.get(name) ?? []).every((listener) => listener(...values) !== false),
  },
  foundry: {
    applications: {
      api: { ApplicationV2: ApplicationStandIn },
      apps: { FilePicker: { implementation: {
        createDirectory: (_source, path) => server("createDirectory", { path }),
        upload: async (_source, path, file) => {
          const bytes = new Uint8Array(await file.arrayBuffer());
          return server("upload", { path: `${path}/${file.name}`, bytes: Array.from(bytes) });
        },
      } } },
    },
  },
  game: {
    world: { id: "dust" },
    get user() { return this.users.get(world.self); },
    get cards() { return Collection.of(world.stacks.map((stack) => new CardsStandIn(stack))); },
    users: null,
    settings: {
      defaults: {},
      register(scope, key, { default: value }) { this.defaults[`${scope}.${key}`] = value; },
      get(scope, key) { return world.settings[`${scope}.${key}`] ?? this.defaults[`${scope}.${key}`]; },
    },
  },
  ui: { notifications: { info: note("info"), warn: note("warn"), error: note("error") } },
});

/** A user of the world. */
class User {
  constructor(data) { Object.assign(this, data); }
  get isSelf() { return this.id === world.self; }
  query(name, data) { return server("query", { user: this.id, name, data }); }
}

/** Takes the documents from the server and draws the chat. */
window.update = (documents) => {
  world = documents;
  const users = Collection.of(world.users.map((user) => new User({ ...user, _id: user.id })));
  users.activeGM = users.contents.find((user) => user.isGM && user.active) ?? null;
  game.users = Object.assign(new Collection(world.users.map((user) => [user.id, new User(user)])), { activeGM: users.activeGM && new User(users.activeGM) });
  const chat = document.getElementById("chat");
  chat.replaceChildren(...world.messages.map((data) => {
    const html = document.createElement("li");
    html.innerHTML = data.content;
    Hooks.call("renderChatMessageHTML", new ChatMessageStandIn(data), html, {});
    return html;
  }));
};

/** Answers a query of another user. */
window.answerQuery = (name, data) => CONFIG.queries[name](data, {});
/** What a user types in the chat. */
window.type = (text) => Hooks.call("chatMessage", {}, text, {});
window.notes = notes;

/** Starts the game. */
window.begin = async (module, documents) => {
  if (module) await import(module);
  update(documents);
  Hooks.call("init");
  update(documents);
  Hooks.call("renderCardsDirectory", {}, document.getElementById("cards"), {});
};
