// One module of the engine: requests in, answers out, one after another.
"use strict";

const STEPS = ["searching", "making", "checking"];
/** The least time between two reports of progress, in milliseconds. */
const REPORT_EVERY = 100;

let calls = null;
let entry = "";
let current = 0;
let reported = 0;

/** Called by the engine; most calls are too frequent to be shown. */
function progress(step, done, of) {
  const now = performance.now();
  if (now - reported < REPORT_EVERY && done !== of) return;
  reported = now;
  postMessage({ id: current, progress: { step: STEPS[step], done, of } });
}

function start({ module, name }) {
  // Crates that can also run in a page name functions of JavaScript, which the engine does not call.
  const absent = () => { throw new Error("the engine called a function of a page"); };
  const imports = { host: { progress } };
  for (const { module: from, name: what } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[what] ??= absent;
  calls = new WebAssembly.Instance(module, imports).exports;
  entry = name;
}

const bytesAt = (start, length) => new Uint8Array(calls.memory.buffer, start, length);

function answer({ id, request }) {
  current = id;
  const text = new TextEncoder().encode(JSON.stringify(request));
  const room = calls.room(text.length);
  bytesAt(room, text.length).set(text);
  calls[entry]();
  const head = JSON.parse(new TextDecoder().decode(bytesAt(calls.head(), calls.head_length())));
  const body = bytesAt(calls.body(), calls.body_length()).slice();
  postMessage({ id, head, body }, [body.buffer]);
}

onmessage = ({ data }) => {
  try {
    if (data.module) start(data);
    else answer(data);
  } catch (error) {
    // A trap leaves the module in an unknown state: the page starts another worker.
    postMessage({ id: data.id ?? 0, trap: String(error.message ?? error) });
  }
};
