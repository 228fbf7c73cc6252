// The page: a study and its files, checked while they are written, run on request.

import { Editor } from "./editor.js";
import { Service, load } from "./module.js";
import { element } from "./markdown.js";
import * as results from "./results.js";
import { MOST, packed, unpacked } from "./share.js";
import * as texts from "./texts.js";
import { zip } from "./zip.js";

const PAUSE = 150; // ms between the last key and a check
const by = (id) => document.getElementById(id);
const language = new Service();
const runner = new Service();
let study = "study.comm"; // the command file that is checked and run
let found = []; // diagnostics of the last check
let running = null;
let pause = 0;
let version = 0;
let drawnVersion = -1;
let opened_ = ""; // the study as it was opened
let own = null; // number of the text under way, once its author has changed it

const isStudy = (name) => name.endsWith(".comm");
const say = (text) => (by("status").textContent = text);

const request = (fields) => {
  const files = editor.files;
  const text = files[study];
  delete files[study];
  return { name: study, text, files, ...fields };
};

// A question about the place in the file that is shown.
const ask = (fields) => {
  const files = editor.files;
  const name = editor.file;
  const text = files[name];
  delete files[name];
  return language.ask({ name, text, files, ...fields });
};

const keys = [
  { key: "Mod-Enter", run: () => (run(), true), preventDefault: true },
  { key: "Mod-.", run: () => (stop(), true), preventDefault: true },
  { key: "Shift-Alt-f", run: () => (format(), true), preventDefault: true },
  { key: "Mod-s", run: () => (download(), true), preventDefault: true },
];
const editor = new Editor(by("editor"), { ask, changed, keys, isStudy });

function changed() {
  version++;
  clearTimeout(pause);
  pause = setTimeout(check, PAUSE);
  results.age();
  const now = request({});
  if (JSON.stringify(now) !== opened_) texts.keep((own ??= Date.now()), now);
  try {
    sessionStorage.setItem("study", JSON.stringify({ hash: location.hash, ...now }));
  } catch {
    // The browser keeps nothing: the address can.
  }
}

async function check() {
  const asked = version;
  const answer = await language.ask(request({ do: "check" }));
  if (asked !== version || answer.stopped) return;
  found = (answer.studies?.[0]?.diagnostics ?? []).map(givenUp);
  editor.underline(found);
  problems(answer);
  if (results.shown() === "graph") graph();
}

// Nothing was run: a check that takes too long is told as what it is.
const givenUp = (one) =>
  one.code === "R006" ? { ...one, message: "the check was given up after 2 s", help: "a loop without end?" } : one;

// The list below the editor.
function problems(answer) {
  const errors = found.filter((one) => one.severity === "error").length;
  const count = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
  const rest = found.length - errors;
  const row = ({ severity, code, message, help, file, line, column }) => {
    const place = line ? `${file}:${line}` : (file ?? "");
    return element("button", { className: `problem ${severity}`, onclick: () => line && lead(file, line, column) },
      element("span", { className: "sign" }, { error: "●", warning: "▲" }[severity] ?? "○"), element("code", {}, code),
      element("span", { className: "said" }, message, help ? element("span", { className: "help" }, ` ${help}`) : ""), element("span", { className: "quiet" }, place));
  };
  by("problems").replaceChildren(...found.slice(0, 200).map(row));
  by("problems").hidden = !found.length;
  if (running) return;
  if (answer.error) say(answer.error);
  else if (errors) say(`${count(errors, "error")}${rest ? `, ${count(rest, "warning")}` : ""}`);
  else say(`${count(answer.studies[0].operators, "operator")}, ${rest ? count(rest, "warning") : "nothing wrong"}`);
}

function lead(file, line, column) {
  if (file && file !== editor.file && file in editor.files) choose(file);
  if (!file || file === editor.file) editor.lead(line, column);
}

async function run() {
  if (running) return;
  const start = performance.now();
  let words = "";
  const seconds = () => ((performance.now() - start) / 1e3).toFixed(1);
  const tick = () => say(`running, ${seconds()} s${words}`);
  running = setInterval(tick, 100);
  tick();
  busy(true);
  const answer = await runner.ask(request({ do: "run", pictures: true }), ({ title, fraction, text }) => {
    words = `: ${title}${fraction > 0 ? `, ${Math.floor(100 * fraction)} %` : ""}${text ? `, ${text}` : ""}`;
    by("bar").style.width = `${100 * fraction}%`;
    by("progress").classList.toggle("unknown", !(fraction > 0));
  });
  clearInterval(running);
  running = null;
  busy(false);
  if (answer.stopped) {
    say(`stopped after ${seconds()} s`);
    results.failed("The run was stopped.");
  } else if (answer.tests) {
    results.ran(answer, lead);
    if (results.shown() === "graph") results.show("verdicts");
    const count = (passed) => answer.tests.filter((test) => test.passed === passed).length;
    const [held, failed] = [count(true), count(false)];
    const words = held + failed ? `${held} of ${held + failed} assertions hold` : answer.error ? "not run to its end" : "no assertion was compared";
    const state = { ok: "OK", failed: "FAILED", error: "ERROR" }[answer.status];
    say(`${state}: ${words}, ${seconds()} s`);
  } else {
    say(answer.error ?? "no answer");
    results.failed(answer.error ?? "no answer");
  }
}

function busy(is) {
  by("run").disabled = is;
  by("stop").disabled = !is;
  by("progress").hidden = !is;
  by("progress").classList.add("unknown");
  by("bar").style.width = "0";
  document.body.classList.toggle("busy", is);
}

function stop() {
  if (running) runner.stop();
}

async function format() {
  const file = editor.file;
  const text = editor.text(file);
  if (!isStudy(file)) return;
  const answer = await language.ask({ do: "format", text });
  if (answer.error) return say(answer.error);
  if (editor.file !== file || editor.text(file) !== text) return;
  editor.replace(answer.text);
  const [line] = answer.unread ?? [];
  say(line ? `formatted, but for lines that cannot be read (line ${line})` : answer.text === text ? "formatted already" : "formatted");
  editor.view.focus();
}

async function share() {
  const text = await packed(request({}));
  if (text.length > MOST) return say(`the study is too large for an address (${Math.ceil(text.length / 1024)} kB of at most ${MOST >> 10}): use Download and send the file`);
  history.replaceState(null, "", `#${text}`);
  try {
    await navigator.clipboard.writeText(location.href);
    say(`the address of the study is copied (${text.length} letters)`);
  } catch {
    say("the address of this page holds the study: copy it from the address bar");
  }
}

function download() {
  const files = Object.entries(editor.files);
  const stem = study.replace(/\.comm$/, "");
  const [name, blob] = files.length === 1 ? [study, new Blob([files[0][1]], { type: "text/plain" })] : [`${stem}.zip`, zip(files)];
  const address = URL.createObjectURL(blob);
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
  say(`${name} saved`);
}

async function graph() {
  if (drawnVersion === version) return;
  drawnVersion = version;
  results.graph(await language.ask(request({ do: "graph" })));
}

// The files of the study, one button each.
function listed() {
  const names = Object.keys(editor.files);
  const tab = (name) => {
    const button = element("button", { role: "tab", className: "file", title: name, onclick: () => choose(name), "aria-selected": String(name === editor.file) }, name);
    if (name === study) return button;
    const close = element("button", { className: "close", title: `Take ${name} out`, "aria-label": `Take ${name} out`, onclick: () => drop(name) }, "×");
    return element("span", { className: "pair" }, button, close);
  };
  by("files").replaceChildren(...names.map(tab), element("button", { className: "add", title: "Add files: a study, meshes, tables", "aria-label": "Add files", onclick: () => by("picker").click() }, "+"));
}

function choose(name) {
  editor.show(name);
  // Another command file becomes the study.
  if (isStudy(name) && name !== study) {
    study = name;
    changed();
  }
  editor.underline(found);
  listed();
}

function drop(name) {
  editor.remove(name, study);
  listed();
  changed();
}

async function take(files) {
  const added = [];
  for (const file of files) {
    editor.add(file.name, await file.text());
    added.push(file.name);
  }
  const next = added.find(isStudy) ?? added[0];
  if (next) choose(next);
  listed();
  changed();
}

// The way back to the text that was under way before another was opened, or that this browser has from another time.
function offerBack() {
  const [last] = texts.all().filter((one) => one.id !== own);
  by("back").hidden = !last;
  if (!last) return;
  by("back").title = `${last.study.name}, changed ${new Date(last.when).toLocaleString()}`;
  by("back").onclick = () => {
    if (running) runner.stop();
    history.replaceState(null, "", location.pathname);
    by("examples").value = "";
    open(last.study, last.id);
  };
}

function open({ name, text, files = {} }, id = null) {
  study = name;
  own = id;
  found = [];
  editor.open({ [name]: text, ...files }, name);
  opened_ = JSON.stringify(request({}));
  listed();
  offerBack();
  results.show("verdicts");
  changed();
  results.clear();
  document.title = `${name} - stickslip`;
}

async function data(name) {
  const inlined = by(`${name}-data`);
  if (inlined) return JSON.parse(inlined.textContent);
  const response = await fetch(`${name}.json`);
  if (!response.ok) throw new Error(`${name}.json: ${response.status}`);
  return response.json();
}

let examples = [];
async function begin() {
  examples = await data("examples");
  for (const folder of new Set(examples.map((example) => example.folder))) {
    const own = examples.filter((example) => example.folder === folder);
    const option = ({ id, stem, title }) => element("option", { value: id, title }, title ? `${stem} \u2013 ${title}` : stem);
    by("examples").append(element("optgroup", { label: folder.replaceAll("_", " ") }, ...own.map(option)));
  }
  await opened();
}

function kept() {
  try {
    const before = JSON.parse(sessionStorage.getItem("study"));
    return before?.hash === location.hash ? before : null;
  } catch {
    return null;
  }
}

// Opens what this page held under its address before it was loaded again, what the address says, or the first steps.
async function opened() {
  const hash = location.hash.slice(1);
  by("examples").value = "";
  try {
    if (hash === "study") return open(await data("study"));
    const before = kept();
    if (before) return open(before);
    const [, wanted] = hash.match(/^example=(.+)$/) ?? [];
    if (wanted) return example(decodeURIComponent(wanted));
    if (hash) return open(await unpacked(hash));
  } catch {
    say("the address holds no study that can be read");
  }
  example("first_steps");
}

async function example(id) {
  const wanted = examples.find((one) => one.id === id || `${one.folder}/${one.stem}` === id) ?? examples[0];
  try {
    const study = await data(`examples/${wanted.folder}/${wanted.stem}`);
    by("examples").value = wanted.id;
    open(study);
  } catch (error) {
    say(`the example cannot be read: ${error.message}`);
  }
}

by("run").onclick = run;
by("stop").onclick = stop;
by("format").onclick = format;
by("share").onclick = share;
by("download").onclick = download;
by("picker").onchange = ({ target }) => (take(target.files), (target.value = ""));
by("examples").onchange = ({ target }) => {
  if (running) runner.stop();
  history.replaceState(null, "", `#example=${target.value}`);
  example(target.value);
};
window.onhashchange = opened;
document.ondragover = (event) => event.preventDefault();
document.ondrop = (event) => {
  if (!event.dataTransfer?.files.length) return;
  event.preventDefault();
  take(event.dataTransfer.files);
};
document.addEventListener("keydown", (event) => {
  const mod = event.ctrlKey || event.metaKey;
  const action = mod && { Enter: run, ".": stop, s: download }[event.key];
  if (!action || event.defaultPrevented) return;
  event.preventDefault();
  action();
});
results.wire((name) => {
  by(`tab-${name}`).classList.remove("marked");
  if (name === "graph") graph();
});

try {
  say("loading the module");
  await load();
  await begin();
} catch (error) {
  say(`the page cannot start: ${error.message}`);
}
