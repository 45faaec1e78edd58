// The transport of the page: HTTP to the program that serves it. The token is in the address of the page.
"use strict";

const addressOf = (path) => `.${path}`;

const transport = {
  /** Sends a request; `body` is JSON. Returns the status and the JSON of the response. */
  async send(method, path, body) {
    const options = method === "POST" ? { method, headers: { "Content-Type": "application/json" }, body } : {};
    const response = await fetch(addressOf(path), options);
    return { status: response.status, answer: await response.json().catch(() => null) };
  },
  /** The address of a picture. */
  picture: async (path) => addressOf(path),
  /** The address of the last archive. */
  archive: () => addressOf("/archive"),
  /** Calls `heard` with every event, and `lost` when the studio does not answer. */
  listen(heard, lost) {
    const source = new EventSource(addressOf("/events"));
    source.onmessage = (event) => heard(JSON.parse(event.data));
    source.onerror = lost;
  },
};
