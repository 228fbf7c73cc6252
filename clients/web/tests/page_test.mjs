// The page in Chromium, without a window: node clients/web/tests/page_test.mjs FOLDER [PICTURES]
//
// FOLDER is what scripts/web.sh wrote; where it has stickslip.html, that is opened from the disk too. PICTURES is a folder for
// pictures of the page. Code 3: there is no Chromium here.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join, normalize, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Chromium } from "./chromium.mjs";

const [folder, pictures] = process.argv.slice(2);
const program = (process.env.PATH ?? "").split(":").flatMap((path) => ["chromium", "chromium-browser", "google-chrome"].map((name) => join(path, name))).find((path) => existsSync(path));
if (!program) {
  console.error("!!!! SKIPPED: the page in a browser: no chromium here (apt-get install chromium) !!!!");
  process.exit(3);
}
if (pictures) mkdirSync(pictures, { recursive: true });

const kinds = { html: "text/html", js: "text/javascript", css: "text/css", json: "application/json", wasm: "application/wasm" };
const server = createServer((request, response) => {
  const path = new URL(request.url, "http://localhost").pathname;
  const file = join(folder, normalize(path === "/" ? "/index.html" : path));
  const found = existsSync(file) && statSync(file).isFile();
  response.writeHead(found ? 200 : 404, { "content-type": kinds[file.split(".").pop()] ?? "text/plain" });
  response.end(found ? readFileSync(file) : "");
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const origin = `http://127.0.0.1:${server.address().port}/`;

const browser = await Chromium.open(program);
const status = "document.getElementById('status').textContent";
const text = "[...document.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\\n')";
const ready = `/operators?, (nothing wrong|\\d+ warning)/.test(${status})`;
const rows = (kind) => `document.querySelectorAll('#verdicts tr.${kind}').length`;
const look = async (name) => pictures && browser.picture(join(pictures, `${name}.png`));
const said = (what) => console.log(`page: ${what}`);
const CONTROL = 2;

async function chosen(example) {
  await browser.value(`(() => { const list = document.getElementById('examples'); list.value = ${JSON.stringify(example)}; list.dispatchEvent(new Event('change')); document.getElementById('status').textContent = ''; })()`);
  await browser.until(`document.getElementById('examples').value === ${JSON.stringify(example)} && ${ready}`);
}
async function atStart(words) {
  await browser.value("document.querySelector('.cm-content').focus()");
  await browser.key("Home", CONTROL);
  await browser.type(words);
}
async function undo() {
  for (let k = 0; k < 6; k++) await browser.key("z", CONTROL, "KeyZ");
}

let failure;
try {
  let start = performance.now();
  await browser.go(origin);
  await browser.until(ready);
  said(`first answer after ${((performance.now() - start) / 1e3).toFixed(2)} s`);
  start = performance.now();
  await browser.go(origin);
  await browser.until(ready);
  said(`again, from its cache: ${((performance.now() - start) / 1e3).toFixed(2)} s`);
  const stems = await browser.value("[...document.querySelectorAll('#examples option')].map((option) => option.textContent)");
  assert.ok(stems.includes("rubbing_shoe \u2013 A shoe of 1 kg rubs on a support that shakes along X with the acceleration a0 sin(2 pi t)") && stems.length > 15, stems.join());
  assert.ok(stems.every((one) => one.includes(" \u2013 ")), stems.join());
  await chosen("rubbing_shoe");

  // A mistake is underlined, told, and mended.
  await atStart("WRONG = LIRE_MAILAGE(UNITE=20)\n");
  await browser.until("document.querySelector('.cm-lintRange-error')");
  const told = await browser.until("document.querySelector('#problems .error')?.innerText");
  assert.match(told, /LIRE_MAILAGE/);
  assert.match(told, /LIRE_MAILLAGE/);
  await browser.point(".cm-lintRange-error");
  const shown = await browser.until("document.querySelector('.cm-tooltip-lint')?.innerText", 5);
  assert.match(shown, /did you mean LIRE_MAILLAGE/);
  await look("mistake");
  await browser.click(".cm-tooltip-lint .cm-diagnosticAction");
  await browser.until(`${text}.startsWith("WRONG = LIRE_MAILLAGE(UNITE=20)") && !document.querySelector('.cm-lintRange-error')`);
  await undo();
  await browser.until(`!${text}.includes("WRONG") && ${ready}`);
  said(`a mistake is underlined: ${told.replaceAll("\n", " ")}`);

  // A keyword is completed, with its quotes.
  await atStart("M2 = LIRE_MAILLAGE(FOR");
  await browser.send("Input.dispatchKeyEvent", { type: "keyDown", key: " ", code: "Space", modifiers: CONTROL, windowsVirtualKeyCode: 32 });
  const offered = await browser.until("document.querySelector('.cm-tooltip-autocomplete')?.innerText", 10);
  assert.match(offered, /FORMAT/);
  await new Promise((done) => setTimeout(done, 200));
  await look("completion");
  await browser.key("Tab");
  await browser.until(`${text}.startsWith('M2 = LIRE_MAILLAGE(FORMAT=')`, 5);
  await browser.key("Escape");
  await undo();
  await browser.until(`!${text}.includes("M2 = ") && ${ready}`);
  said("a keyword is completed");

  // What stands under the mouse is explained.
  await browser.value("(() => { const node = [...document.querySelectorAll('.cm-line')].find((line) => /LIRE_MAILLAGE/.test(line.textContent)); const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT); while (walk.nextNode()) { const at = walk.currentNode.data.indexOf('LIRE_MAILLAGE'); if (at < 0) continue; const range = document.createRange(); range.setStart(walk.currentNode, at); range.setEnd(walk.currentNode, at + 13); const r = range.getBoundingClientRect(); window.place = { x: r.x + r.width / 2, y: r.y + r.height / 2 }; } })()");
  const { x, y } = await browser.value("window.place");
  await browser.send("Input.dispatchMouseEvent", { type: "mouseMoved", x: x - 2, y });
  await browser.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
  assert.match(await browser.until("document.querySelector('.cm-tooltip-hover .markdown')?.innerText", 10), /LIRE_MAILLAGE/);
  await look("meaning");
  await browser.send("Input.dispatchMouseEvent", { type: "mouseMoved", x: 1200, y: 700 });

  // The shoe runs: its assertions hold, and there is a chart.
  start = performance.now();
  await browser.click("#run");
  await browser.until("!document.getElementById('progress').hidden", 5);
  await browser.until(`${rows("ok")} > 0`, 180);
  const [held, failed] = [await browser.value(rows("ok")), await browser.value(rows("nook"))];
  assert.deepEqual([held, failed], [35, 0]);
  said(`the shoe runs in ${((performance.now() - start) / 1e3).toFixed(2)} s: ${held} green rows`);
  assert.ok(!/analytique|source_externe/i.test(await browser.value("document.getElementById('verdicts').innerText")));
  await look("verdicts");
  await browser.scheme("dark");
  await look("dark");
  await browser.click("#tab-charts");
  assert.ok((await browser.value("document.querySelectorAll('#charts svg').length")) > 0);
  await look("charts_dark");
  await browser.scheme("light");
  await look("charts");
  await browser.click("#tab-graph");
  await browser.until("document.querySelector('#graph svg')");
  // All of the graph is seen; a click shows a part of it in its own size, and another one all of it again.
  const wide = "document.querySelector('#graph svg').getBoundingClientRect().width";
  const fitted = await browser.value(wide);
  assert.ok(fitted <= (await browser.value("document.getElementById('graph').clientWidth")), `${fitted}`);
  await look("graph");
  await browser.click("#graph .scroll");
  assert.ok((await browser.value(wide)) > fitted);
  await look("graph_large");
  await browser.click("#graph .scroll");
  assert.equal(await browser.value(wide), fitted);
  await browser.click("#tab-names");
  assert.match(await browser.value("document.getElementById('names').innerText"), /T_FIN\s+float, 12\.0/);
  await look("names_closed");
  await browser.value("document.querySelectorAll('#names details').forEach((one) => (one.open = true))");
  await browser.until("document.querySelector('#names svg')", 5);
  await look("names");
  await browser.click("#tab-log");
  await look("log");
  assert.ok(await browser.value("document.querySelector('#log pre').scrollWidth <= document.getElementById('log').clientWidth"), "lines of the log are cut");
  await browser.click("#tab-verdicts");

  // Another screen.
  await browser.size(400, 800);
  await look("narrow");
  assert.ok(await browser.value("document.documentElement.scrollWidth <= 400"), "the page scrolls sideways");
  await browser.value("document.getElementById('right').scrollIntoView()");
  await look("narrow_verdicts");
  const cells = await browser.value("[...document.querySelectorAll('#verdicts td')].map((cell) => cell.getBoundingClientRect().right)");
  assert.ok(cells.length >= 35 * 7 && cells.every((right) => right > 0 && right <= 400), "a number of a verdict is off the screen");
  await browser.size(1280, 800);

  // Results of a text before are told as such, and what was written stays one click away: after another example, and another day.
  assert.equal(await browser.value("document.body.classList.contains('aged')"), false);
  await atStart("# mine 0.7\n");
  await browser.until("document.body.classList.contains('aged')", 5);
  await browser.until(ready);
  await chosen("first_steps");
  assert.ok(!(await browser.value(text)).includes("# mine"));
  await browser.click("#back");
  await browser.until(`${text}.startsWith("# mine 0.7") && ${ready}`);
  await browser.value("sessionStorage.clear()");
  await browser.go("about:blank");
  await browser.go(origin);
  await browser.until(`!document.getElementById('back').hidden && ${ready}`);
  await browser.click("#back");
  await browser.until(`${text}.startsWith("# mine 0.7") && ${ready}`);
  await chosen("rubbing_shoe");
  await browser.click("#run");
  await browser.until(`${rows("ok")} === 35`, 180);
  said("a text comes back after an example and in another window");

  // A loop without end is told while it is typed, as what it is: nothing was run.
  await atStart("while True:\n    y = 1.3\n\n");
  const endless = await browser.until("/given up/.test(document.getElementById('problems').innerText) && document.getElementById('problems').innerText", 60);
  assert.match(endless, /the check was given up after 2 s/);
  assert.doesNotMatch(endless, /max-time|run was|files/);
  await undo();
  await browser.until(`!${text}.includes("while True") && ${ready}`);
  said("a loop without end is told while it is typed");

  // The study is in the address.
  await atStart("# shared\n");
  await browser.until(ready);
  await browser.click("#share");
  await browser.until("location.hash.length > 100");
  const address = await browser.value("location.href");
  await browser.value("sessionStorage.clear()");
  await browser.go(address);
  await browser.until(`${text}.startsWith("# shared") && ${ready}`);
  await browser.click("#run");
  await browser.until(`${rows("ok")} === 35`, 180);
  said(`a shared address of ${address.length} letters opens and runs`);

  // A study that never ends is stopped, and the page goes on.
  await atStart("x = 0\nwhile True:\n    x = x + 1\n\n");
  await browser.click("#run");
  await new Promise((done) => setTimeout(done, 1500));
  assert.match(await browser.value(status), /running/);
  await look("running");
  await browser.key(".", CONTROL, "Period");
  await browser.until(`${status}.startsWith("stopped")`, 5);
  await chosen("first_steps");
  await browser.click("#run");
  await browser.until(`${rows("ok")} > 0 && ${rows("nook")} === 0`, 60);
  said("a run without end is stopped, and the next one runs");

  // One that fails.
  await browser.value("document.querySelector('.cm-content').focus()");
  await browser.key("End", CONTROL);
  await chosen("rubbing_shoe");
  await browser.value("document.querySelector('.cm-content').focus()");
  await browser.key("Home", CONTROL);
  await atStart("def f(n):\n    return f(n + 1)\n\nx = f(0)\n");
  await browser.click("#run");
  await browser.until("document.querySelector('#verdicts .summary.nook')", 60);
  await look("error");
  said(`calls without end: ${(await browser.value("document.querySelector('#verdicts').innerText")).split("\n").slice(0, 3).join(" ")}`);

  // Formatting is one change.
  await chosen("first_steps");
  await atStart("x=1\n");
  await browser.click("#format");
  await browser.until(`${text}.startsWith("x = 1")`, 5);

  const away = browser.requests.filter((address) => !address.startsWith(origin) && !/^(blob|data|about):/.test(address));
  assert.deepEqual(away, [], "requests leave the page");
  said(`${browser.requests.length} requests, none leaves the page`);

  const single = join(folder, "stickslip.html");
  if (existsSync(single)) {
    browser.requests.length = 0;
    await browser.go(`${pathToFileURL(resolve(single))}#example=rubbing_shoe`);
    await browser.until(ready);
    await browser.click("#run");
    await browser.until(`${rows("ok")} === 35`, 180);
    assert.ok(browser.requests.every((address) => /^(file|blob|data|about):/.test(address)), browser.requests.join());
    said("one file, opened from the disk, runs the shoe");
  }
  assert.deepEqual(browser.errors, []);
} catch (error) {
  failure = error;
  await look("failure").catch(() => {});
  console.error(browser.errors.join("\n"));
}
await browser.close();
server.close();
if (failure) throw failure;
said("all is well");
