// The engine: modules, workers that run them, and the project in the browser's storage.
"use strict";

const modules = new Map();

/** The compiled module of a part of the engine, loaded once. */
function moduleOf(name) {
  if (!modules.has(name)) {
    const loading = loadModule(name);
    modules.set(name, loading);
    // A failed download can be tried again.
    loading.catch(() => modules.delete(name));
  }
  return modules.get(name);
}

async function loadModule(name) {
  const response = await fetch(`${name}.wasm.gz`);
  if (!response.ok) throw new Error(`${name}.wasm.gz cannot be loaded: ${response.status}`);
  const packed = new Uint8Array(await response.arrayBuffer());
  // Some hosts declare the packing, so that the browser has unpacked it already.
  const isPacked = packed[0] === 0x1f && packed[1] === 0x8b;
  const unpacked = isPacked ? new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer() : packed;
  return WebAssembly.compile(await unpacked);
}

/** A request that the engine refused. */
class EngineRefusal extends Error {
  constructor(faults) {
    super(faults.map((fault) => (fault.line ? `${fault.file}, line ${fault.line}: ` : "") + describedFault(fault)).join(". "));
  }
}

/** The engine ended during a request: memory ran out, or it has a fault. */
class EngineTrap extends Error {
  constructor(why) {
    super(`The engine stopped (${why}). Nothing saved is lost.`);
  }
}

/** The request was cancelled. */
class Cancelled extends Error {
  constructor() {
    super("cancelled");
  }
}

/** A worker with one part of the engine, `design` or `print`. It is started by the first request, after those of `prepare`. */
class Engine {
  constructor(name, prepare = () => []) {
    this.name = name;
    this.prepare = prepare;
    this.worker = null;
    this.pending = new Map();
    this.count = 0;
  }

  async start() {
    const module = await moduleOf(this.name);
    const worker = new Worker("worker.js");
    worker.onmessage = ({ data }) => this.heard(data);
    worker.onerror = (event) => this.heard({ trap: event.message || "the worker cannot be started" });
    worker.postMessage({ module, name: this.name });
    for (const request of this.prepare()) worker.postMessage({ id: 0, request });
    return worker;
  }

  heard({ id, head, body, progress, trap }) {
    if (trap !== undefined) return this.end(new EngineTrap(trap));
    const request = this.pending.get(id);
    if (progress) return request?.progress?.(progress);
    if (!this.pending.delete(id)) return;
    if (head.status === 422 && head.faults) request.reject(new EngineRefusal(head.faults));
    else request.resolve({ head, body });
  }

  /** Sends a request and returns head and body of the answer. */
  async ask(request, progress) {
    const starting = this.worker ??= this.start();
    const worker = await starting.catch((error) => {
      if (this.worker === starting) this.worker = null;
      throw error;
    });
    if (this.worker !== starting) throw new Cancelled();
    return new Promise((resolve, reject) => {
      const id = ++this.count;
      this.pending.set(id, { resolve, reject, progress });
      worker.postMessage({ id, request });
    });
  }

  /** Ends the worker and cancels its requests; the next request starts another one. */
  end(error = new Cancelled()) {
    this.worker?.then((worker) => worker.terminate(), () => {});
    this.worker = null;
    const pending = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of pending) reject(error);
  }
}

const KEY = "actiondeck/project";

/** The last project, in the browser's storage. */
const store = {
  /** The project, with the deck of its texts if the search was done; `null` if there is none. */
  read() {
    try {
      return JSON.parse(localStorage.getItem(KEY));
    } catch {
      return null;
    }
  },
  /** Stores the project, and returns whether the browser keeps it. */
  write(stored) {
    try {
      localStorage.setItem(KEY, JSON.stringify(stored));
      return true;
    } catch {
      return false;
    }
  },
};

/** Lets the service worker load what works without a network; after the first card, which does not wait for it. */
const keepOffline = () => navigator.serviceWorker?.register("service.js").catch(() => {});

/** An action whose error is shown. */
const guarded = (action) => (...given) => action(...given).catch((error) => tell(error.message, true));

/** Offers bytes as a file. */
function download(name, bytes, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
