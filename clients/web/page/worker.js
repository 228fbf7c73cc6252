// Holds the module and answers requests, one after the other. The page ends this worker to stop a run.

let module, exports, page;
const decoder = new TextDecoder();
const encoder = new TextEncoder();
const BETWEEN = 100; // ms between two reports of progress
let told = 0;
let current = null;
let before = ""; // what the call before said last

// The module asks for the time while it works: then it may be seen how far it is.
function now_ms() {
  const now = Date.now();
  if (exports && current !== null && now - told >= BETWEEN) {
    const said = read(page.said);
    if (said && said !== before) {
      told = now;
      postMessage({ id: current, progress: JSON.parse(said) });
    }
  }
  return now;
}

function read(address) {
  const length = new DataView(exports.memory.buffer).getUint32(address, true);
  return length ? decoder.decode(new Uint8Array(exports.memory.buffer, address + 4, length)) : "";
}

function instantiate() {
  exports = new WebAssembly.Instance(module, { env: { now_ms } }).exports;
  page = { said: exports.said() };
}

function ask(request) {
  const bytes = encoder.encode(JSON.stringify(request));
  const address = exports.take(bytes.length);
  new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
  const answer = exports.call(address, bytes.length);
  const text = read(answer);
  exports.give(answer);
  return JSON.parse(text);
}

// Why the module ended, from its last words; then it is made anew.
function trapped(error) {
  let why = error instanceof RangeError ? "the study is nested too deeply for this browser" : String(error.message || error);
  try {
    const said = JSON.parse(read(page.said) || "{}");
    if (said.panic) why = said.panic;
  } catch {
    // The words are not whole.
  }
  instantiate();
  return { error: `the module failed and was started again: ${why}`, trapped: true };
}

onmessage = ({ data }) => {
  if (data.module) {
    module = data.module;
    instantiate();
    postMessage({ ready: true });
    return;
  }
  current = data.id;
  before = read(page.said);
  let answer;
  try {
    answer = ask(data.request);
  } catch (error) {
    answer = trapped(error);
  }
  current = null;
  postMessage({ id: data.id, answer });
};
