// The panels on the right: verdicts, charts and other files written, log, graph, names.

import { drawing } from "./drawings.js";
import { element } from "./markdown.js";

const panel = (name) => document.getElementById(name);
const empty = (text) => element("p", { className: "empty" }, text);
const tabs = ["verdicts", "charts", "log", "graph", "names"];

export function show(name) {
  for (const tab of tabs) {
    const button = panel(`tab-${tab}`);
    button.setAttribute("aria-selected", String(tab === name));
    button.tabIndex = tab === name ? 0 : -1;
    panel(tab).hidden = tab !== name;
  }
}

export const shown = () => tabs.find((tab) => !panel(tab).hidden);

// Tabs are chosen by the mouse, or with the arrows.
export function wire(chosen) {
  const pick = (name) => {
    show(name);
    chosen(name);
  };
  tabs.forEach((tab, rank) => {
    const button = panel(`tab-${tab}`);
    button.onclick = () => pick(tab);
    button.onkeydown = ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      const next = key === "Home" ? 0 : key === "End" ? tabs.length - 1 : step && (rank + step + tabs.length) % tabs.length;
      if (next === undefined) return;
      panel(`tab-${tabs[next]}`).focus();
      pick(tabs[next]);
    };
  });
}

// The text is another than the one whose results are shown.
export function age() {
  document.body.classList.add("aged");
}

export function clear() {
  document.body.classList.remove("aged");
  panel("verdicts").replaceChildren(empty("Run the study: its assertions and their verdicts stand here."));
  panel("charts").replaceChildren(empty("The charts and files that the study writes stand here."));
  panel("log").replaceChildren(empty("What the study prints stands here."));
  panel("names").replaceChildren(empty("The names of the study and what they stand for after a run."));
}

const number = (value) =>
  value === null || value === undefined ? "" : typeof value === "number" ? String(Number(value.toPrecision(6))) : typeof value === "object" ? JSON.stringify(value) : String(value);
const significant = (value) => (typeof value === "number" ? String(Number(value.toPrecision(3))) : number(value));

// Where the value comes from that an assertion compares with.
const sources = { ANALYTIQUE: "analytical", SOURCE_EXTERNE: "external source", AUTRE_ASTER: "another computation", NON_DEFINI: "reference" };
const source = (word) => sources[word] ?? word.toLowerCase().replaceAll("_", " ");

// The error of an assertion as its tolerance is meant: relative errors in percent.
function error(test, value) {
  if (value === null || value === undefined) return "";
  if (typeof value !== "number") return String(value);
  return test.criterion === "RELATIF" ? `${significant(100 * value)} %` : significant(value);
}

function verdicts(answer, lead) {
  const { tests = [] } = answer;
  const failed = tests.filter((test) => test.passed === false).length;
  const held = tests.filter((test) => test.passed === true).length;
  const words = [held && `${held} passed`, failed && `${failed} failed`, tests.length - held - failed && `${tests.length - held - failed} not compared`];
  const state = answer.status === "ok" ? "ok" : "nook";
  const title = { ok: "OK", failed: "FAILED", error: "ERROR" }[answer.status] ?? answer.status;
  const summary = element("p", { className: `summary ${state}` }, element("strong", {}, title), " ", words.filter(Boolean).join(", ") || (answer.error ? "the study was not run to its end" : "no assertion in the study"), ` · ${significant(answer.wall_s)} s`);
  const parts = [summary];
  if (answer.error) {
    const { message, help, file, line, column, code } = answer.error;
    const place = line ? element("button", { className: "place", onclick: () => lead(file, line, column) }, `${file}:${line}`) : "";
    parts.push(element("div", { className: "fault" }, element("p", {}, place, " ", element("code", {}, code), " ", message), help ? element("p", { className: "help" }, help) : ""));
  }
  if (tests.length) {
    const head = element("tr", {}, ...["", "Line", "Assertion", "Expected", "Found", "Error", "Allowed"].map((word, k) => element("th", { className: k > 2 ? "number" : "" }, word)));
    const row = (test) => {
      const state = test.passed === true ? "ok" : test.passed === false ? "nook" : "skipped";
      const mark = { ok: "✓", nook: "✗", skipped: "–" }[state];
      const word = { ok: "passed", nook: "failed", skipped: "not compared" }[state];
      return element(
        "tr", { className: state },
        element("td", { className: "mark", title: word, "aria-label": word }, mark),
        element("td", {}, element("button", { className: "place", title: `Go to line ${test.line}`, onclick: () => lead(test.file, test.line, 1) }, String(test.line))),
        element("td", { className: "label" }, test.label || test.command, element("span", { className: "quiet" }, ` ${test.kind === "reference" ? source(test.reference) : "former result"}`)),
        element("td", { className: "number", title: String(test.expected) }, number(test.expected)),
        element("td", { className: "number", title: String(test.computed) }, number(test.computed)),
        element("td", { className: "number" }, error(test, test.error)),
        element("td", { className: "number" }, error(test, test.tolerance)),
      );
    };
    parts.push(element("div", { className: "scroll" }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...tests.map(row)))));
  }
  panel("verdicts").replaceChildren(...parts);
}

const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

function download(path, mime, base64) {
  const address = URL.createObjectURL(new Blob([bytesOf(base64)], { type: mime }));
  const link = element("a", { href: address, download: path.split("/").pop() });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function size(bytes) {
  return bytes < 1000 ? `${bytes} bytes` : bytes < 1e6 ? `${(bytes / 1e3).toPrecision(3)} kB` : `${(bytes / 1e6).toPrecision(3)} MB`;
}

function charts(answer) {
  const written = answer.written ?? [];
  const parts = written.map(({ path, mime, base64 }) => {
    const save = element("button", { className: "place", title: `Save ${path}`, onclick: () => download(path, mime, base64) }, path.replace(/^\.\//, ""));
    const bytes = Math.floor((base64.length * 3) / 4);
    let content = null;
    if (mime === "image/svg+xml") content = drawing(new TextDecoder().decode(bytesOf(base64)));
    else if (mime === "image/png") content = element("img", { src: `data:${mime};base64,${base64}`, alt: path });
    else if (/^text\/(plain|csv)/.test(mime) && bytes < 100_000) {
      content = element("details", {}, element("summary", {}, "show"), element("pre", {}, new TextDecoder().decode(bytesOf(base64))));
    }
    const caption = element("figcaption", {}, save, " ", element("span", { className: "quiet" }, size(bytes)));
    return element("figure", { className: /^image/.test(mime) ? "chart" : "file" }, caption, content);
  });
  const order = (figure) => (figure.className === "chart" ? 0 : 1);
  parts.sort((a, b) => order(a) - order(b));
  panel("charts").replaceChildren(...(parts.length ? parts : [empty("The study wrote no file.")]));
  return parts.some((figure) => figure.className === "chart");
}

function names(answer) {
  const list = (answer.names ?? []).map(({ name, type, size = "", text, svg }) => {
    const drawn = element("div", { className: "value" }, element("pre", {}, text));
    const row = element("details", {}, element("summary", {}, element("code", {}, name), element("span", { className: "quiet" }, ` ${type}${size ? `, ${size}` : ""}`)), drawn);
    // A picture is made when it is looked at.
    row.ontoggle = () => svg && row.open && !drawn.querySelector("svg") && drawn.append(drawing(svg) ?? "");
    return row;
  });
  panel("names").replaceChildren(...(list.length ? list : [empty("The study has no names.")]));
}

export function graph(answer) {
  const svg = answer.svg && drawing(answer.svg);
  if (!svg) return panel("graph").replaceChildren(empty(answer.error ?? "There is no graph."));
  // It fits the panel; a click shows its letters in their own size at that place, the next one all of it again.
  const frame = element("div", { className: "scroll fitted", title: "Click: letters in their size, or the whole graph" }, svg);
  frame.onclick = ({ clientX, clientY }) => {
    const before = svg.getBoundingClientRect();
    const [x, y] = [(clientX - before.left) / before.width, (clientY - before.top) / before.height];
    frame.classList.toggle("fitted");
    const after = svg.getBoundingClientRect();
    frame.scrollLeft = x * after.width - frame.clientWidth / 2;
    panel("graph").scrollTop = y * after.height - panel("graph").clientHeight / 2;
  };
  panel("graph").replaceChildren(frame);
}

export function log(text) {
  panel("log").replaceChildren(text ? element("pre", {}, text) : empty("The study printed nothing."));
}

// Shows what came of a run.
export function ran(answer, lead) {
  document.body.classList.remove("aged");
  verdicts(answer, lead);
  const drew = charts(answer);
  log(answer.log);
  names(answer);
  panel("tab-charts").classList.toggle("marked", drew && shown() !== "charts");
}

// Shows a run without a report.
export function failed(words) {
  panel("verdicts").replaceChildren(element("p", { className: "summary nook" }, words));
}
