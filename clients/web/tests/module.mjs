// The module in node: requests in, answers out, as the page's worker does it.

import { readFileSync } from "node:fs";

const decoder = new TextDecoder();

export class Module {
  constructor(file) {
    this.compiled = new WebAssembly.Module(readFileSync(file));
    const imports = WebAssembly.Module.imports(this.compiled).map(({ module, name }) => `${module}.${name}`);
    if (imports.join() !== "env.now_ms") throw new Error(`the module imports ${imports.join(", ")}`);
    this.begin();
  }

  begin() {
    this.progress = [];
    const now_ms = () => {
      const said = this.exports && this.read(this.exports.said());
      if (said && said !== this.progress.at(-1)) this.progress.push(said);
      return Date.now();
    };
    this.exports = new WebAssembly.Instance(this.compiled, { env: { now_ms } }).exports;
  }

  get bytes() {
    return this.exports.memory.buffer.byteLength;
  }

  read(address) {
    const length = new DataView(this.exports.memory.buffer).getUint32(address, true);
    return decoder.decode(new Uint8Array(this.exports.memory.buffer, address + 4, length));
  }

  // The answer to a request as it is written; an object or a text.
  answer(request) {
    const bytes = new TextEncoder().encode(typeof request === "string" ? request : JSON.stringify(request));
    const address = this.exports.take(bytes.length);
    new Uint8Array(this.exports.memory.buffer, address, bytes.length).set(bytes);
    const answer = this.exports.call(address, bytes.length);
    const text = this.read(answer);
    this.exports.give(answer);
    return text;
  }

  ask(request) {
    return JSON.parse(this.answer(request));
  }
}
