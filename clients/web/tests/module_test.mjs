// Tests of the module in node, beside the native program:
//
//     node clients/web/tests/module_test.mjs MODULE.wasm PROGRAM [--times] [--quick] [EXAMPLE...]
//
// Each example (all, or those named) is run by both: every assertion, diagnostic and file must be the same, to the last bit. Then the
// memory of the module, wrong requests and nesting are looked at. `--times` prints how long both take, for optimised builds;
// `--quick` leaves deep nesting out, for builds that are not: their frames are larger.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { studies } from "../page/examples.mjs";
import { Module } from "./module.mjs";

const [file, program, ...rest] = process.argv.slice(2);
const times = rest.includes("--times");
const quick = rest.includes("--quick");
const wanted = rest.filter((word) => !word.startsWith("--"));
const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const examples = studies(join(root, "examples"));
const chosen = examples.filter((one) => !wanted.length || wanted.includes(one.id) || wanted.includes(`${one.folder}/${one.stem}`));
assert.ok(chosen.length >= Math.max(1, wanted.length), `no such example: ${wanted}`);
const bytes = readFileSync(file);
console.log(`module ${(bytes.length / 1e6).toFixed(2)} MB, ${(gzipSync(bytes, { level: 9 }).length / 1e6).toFixed(2)} MB compressed`);

const request = (example, fields) => ({ name: example.name, text: example.text, files: example.files, ...fields });

// The native report, and the files that the study wrote.
function native(example) {
  const folder = mkdtempSync(join(tmpdir(), "stickslip-web-"));
  for (const [name, text] of Object.entries({ [example.name]: example.text, ...example.files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const profile = Object.keys(example.files).find((name) => name.endsWith(".export"));
  const study = join(folder, profile ?? example.name);
  const start = performance.now();
  let text;
  try {
    text = execFileSync(program, ["run", "--json", "-", "--threads", "1", study], { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 28 });
  } catch (error) {
    text = error.stdout;
  }
  const seconds = (performance.now() - start) / 1e3;
  const report = JSON.parse(text);
  const written = report.files.map(({ path }) => readFileSync(path).toString("base64"));
  rmSync(folder, { recursive: true });
  return { report, written, seconds };
}

const stem = ({ path, bytes }) => ({ path: path.split("/").pop(), bytes });
let numbers = 0;
for (const example of chosen) {
  const module = new Module(file);
  const start = performance.now();
  const here = module.ask(request(example, { do: "run" }));
  const seconds = (performance.now() - start) / 1e3;
  const there = native(example);
  const id = `${example.folder}/${example.stem}`;
  assert.deepEqual(here.tests, there.report.tests, id);
  assert.deepEqual(here.diagnostics, there.report.diagnostics, id);
  assert.deepEqual([here.study, here.status, here.not_run], [there.report.study, there.report.status, there.report.not_run], id);
  // What a study draws of its own clock is another each time.
  const timed = /^import time$/m.test(example.text);
  if (!timed) assert.deepEqual(here.files.map(stem), there.report.files.map(stem), id);
  here.written.forEach(({ path, base64 }, rank) => assert.ok(timed || base64 === there.written[rank], `${id}: ${path} has other bytes`));
  assert.ok(here.tests.length > 0 && here.tests.every((test) => test.passed !== false), `${id}: ${JSON.stringify(here.error)}`);
  numbers += here.tests.length;
  const compared = times ? `, ${seconds.toFixed(2)} s against ${there.seconds.toFixed(2)} s native (${(seconds / there.seconds).toFixed(2)} times)` : "";
  console.log(`same: ${id}: ${here.tests.length} assertions, ${here.written.length} files${compared}, ${(module.bytes / 1e6).toFixed(0)} MB`);
}
console.log(`${chosen.length} examples, ${numbers} assertions: the same bits`);

// Memory is given back.
const shoe = examples.find((one) => one.id === "rubbing_shoe");
const module = new Module(file);
const sizes = [];
let last;
for (let k = 0; k < (times ? 10 : 4); k++) {
  const text = module.answer(request(shoe, { do: "run", pictures: true })).replace(/"wall_s":[^,]*/, "");
  assert.ok(last === undefined || last === text, "a run is not like the one before");
  last = text;
  module.ask(request(shoe, { do: "check" }));
  sizes.push(module.bytes);
}
console.log(`memory after each run of the shoe: ${sizes.map((size) => (size / 1e6).toFixed(0)).join(" ")} MB`);
assert.ok(module.progress.length > 2, "a run says how far it is");
// Arrays that wait for the next run are not of the same sizes in each: their places settle within some runs. The states of one run,
// left behind, would be a hundred megabytes.
const settled = sizes[1] * 1.02;
assert.ok(sizes.at(-1) <= settled, "memory grows");
for (let k = 0; k < (times ? 200 : 20); k++) {
  module.ask(request(shoe, { do: "complete", at: 400 + k }));
  module.ask(request(shoe, { do: "hover", at: 400 + k }));
}
assert.ok(module.bytes <= settled, "memory grows by completion");

// What cannot be answered is said, and the module goes on.
for (const wrong of ["", "{", "[]", '{"do":1}', '{"do":"dance"}', '{"do":"run","files":{"a":1}}', '{"do":"graph","text":"X = ("}']) {
  assert.equal(typeof JSON.parse(module.answer(wrong)).error, "string", wrong);
}
assert.equal(typeof JSON.parse(module.read(module.exports.call(12, 3))).error, "string", "an address that was never taken");
for (const text of ["\0", "X = (", "😀 = 1", "\ufeffx = 1", "def f(:\n", "F".repeat(100000), "while True:\n    x = 1\n".replace("True", "False")]) {
  for (const what of ["check", "run", "format", "lint", "complete", "hover", "graph"]) {
    const answer = module.ask({ do: what, text, at: 3 });
    assert.equal(typeof answer, "object", what);
  }
}

// As deep as the interpreter allows: an error of the study, never the end of the module.
const deep = {
  "calls without end": "def f(n):\n    return f(n + 1)\n\nx = f(0)\n",
  "expressions in calls": "def f(n):\n    return [(((1 + (2 * f(n + 1)))))]\n\nx = f(0)\n",
  "brackets": `x = ${"(".repeat(90)}1${")".repeat(90)}\n`,
  "too many brackets": `x = ${"(".repeat(3000)}1${")".repeat(3000)}\n`,
  "blocks": Array.from({ length: 99 }, (_, k) => `${" ".repeat(k)}if True:\n`).join("") + `${" ".repeat(99)}x = 1\n`,
  "a list in itself": "x = []\nfor i in range(5000):\n    x = [x]\n\nprint(x == x, len(str(x)))\n",
};
for (const [name, text] of Object.entries(quick ? {} : deep)) {
  for (const what of ["check", "run", "format", "lint"]) {
    try {
      assert.equal(typeof module.ask({ do: what, text }), "object");
    } catch (error) {
      // A text without end of brackets is beyond the stack of some: the worker of the page is then made anew.
      assert.ok(error instanceof RangeError && name === "too many brackets", `${name}: ${what}: ${error} ${module.read(module.exports.said())}`);
      module.begin();
    }
  }
}
console.log(quick ? "wrong requests are answered" : "wrong requests and deep nesting are answered");
