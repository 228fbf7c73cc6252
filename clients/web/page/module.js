// The module in its workers: one that knows the language, one that runs studies and can be ended.

import workerText from "worker-text";

let compiled;
let workerAddress;

// The compiled module: from the page itself where it is inlined, otherwise from beside it.
export async function load() {
  const inlined = document.getElementById("module");
  if (inlined) {
    const packed = Uint8Array.from(atob(inlined.textContent.trim()), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    compiled = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  } else {
    const response = await fetch("stickslip.wasm");
    if (!response.ok) throw new Error(`stickslip.wasm: ${response.status} ${response.statusText}`);
    compiled = await WebAssembly.compile(await response.arrayBuffer());
  }
  workerAddress = URL.createObjectURL(new Blob([workerText], { type: "text/javascript" }));
}

export class Service {
  #worker = null;
  #waiting = new Map();
  #last = 0;

  start() {
    this.#worker = new Worker(workerAddress);
    this.#worker.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.id);
      if (!waiting) return;
      if (data.progress) return waiting.progress?.(data.progress);
      this.#waiting.delete(data.id);
      waiting.resolve(data.answer);
    };
    this.#worker.onerror = (event) => this.#end({ error: `the worker failed: ${event.message}` });
    this.#worker.postMessage({ module: compiled });
  }

  // The answer to a request; `progress` sees how far it is.
  ask(request, progress) {
    if (!this.#worker) this.start();
    const id = ++this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, { resolve, progress });
      this.#worker.postMessage({ id, request });
    });
  }

  // Ends the worker, and makes a new one.
  stop() {
    this.#end({ stopped: true });
    this.start();
  }

  #end(answer) {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    waiting.forEach(({ resolve }) => resolve(answer));
  }
}
