// The extension for VS Code, run under node with a stand-in for the editor's own module: it is activated, a study is opened,
// changed, run, its charts are shown, its tests are run. Prints a line for each thing that is seen.
//   node vscode.js EXTENSION PROGRAM FOLDER
const Module = require("module");
const fs = require("fs");
const path = require("path");
const { fileURLToPath, pathToFileURL } = require("url");

const [extension, program, folder] = process.argv.slice(2).map((word) => path.resolve(word));
const say = (what, text) => console.log(`${what}: ${text}`);
const check = (condition, what) => {
  if (condition) return;
  console.log(`failed: ${what}`);
  process.exit(1);
};

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}
class Range {
  constructor(...words) {
    const [start, end] = words.length === 4 ? [new Position(words[0], words[1]), new Position(words[2], words[3])] : words;
    Object.assign(this, { start, end });
  }
}
class Uri {
  static parse(text) {
    return Object.assign(new Uri(), { text });
  }
  static file(name) {
    return Uri.parse(pathToFileURL(name).href);
  }
  get fsPath() {
    return fileURLToPath(this.text);
  }
  toString() {
    return this.text;
  }
}
class EventEmitter {
  constructor() {
    this.listeners = [];
    this.event = (listener) => (this.listeners.push(listener), { dispose() {} });
  }
  fire(value) {
    this.listeners.forEach((listener) => listener(value));
  }
}
// Classes that only hold what they are made with.
const holder = (...names) =>
  class {
    constructor(...values) {
      names.forEach((name, rank) => (this[name] = values[rank]));
    }
  };

const seen = { messages: [], panels: [], diagnostics: new Map(), providers: {}, commands: {}, progress: [], output: "" };
const events = {};
const on = (name) => (listener) => ((events[name] = listener), { dispose() {} });
const provider = (name) => (language, made) => ((seen.providers[name] = made), { dispose() {} });
const settings = { path: program, log: "", hints: { found: true } };
const documents = [];
const items = new Map();

const vscode = {
  Position, Range, Uri, EventEmitter,
  Location: holder("uri", "range"),
  Diagnostic: holder("range", "message", "severity"),
  DiagnosticRelatedInformation: holder("location", "message"),
  CompletionItem: holder("label", "kind"),
  SnippetString: holder("value"),
  MarkdownString: holder("value"),
  Hover: holder("contents", "range"),
  TextEdit: holder("range", "newText"),
  CodeLens: holder("range", "command"),
  InlayHint: holder("position", "label"),
  DocumentLink: holder("range", "target"),
  DocumentSymbol: holder("name", "detail", "kind", "range", "selectionRange"),
  SymbolInformation: holder("name", "kind", "containerName", "location"),
  SelectionRange: holder("range", "parent"),
  FoldingRange: holder("start", "end", "kind"),
  CodeAction: holder("title", "kind"),
  SemanticTokens: holder("data"),
  SemanticTokensLegend: holder("tokenTypes", "tokenModifiers"),
  SignatureHelp: holder(),
  SignatureInformation: holder("label", "documentation"),
  ParameterInformation: holder("label", "documentation"),
  DocumentHighlight: holder("range", "kind"),
  TestTag: holder("id"),
  TestMessage: holder("message"),
  WorkspaceEdit: class {
    constructor() {
      this.changes = new Map();
    }
    set(uri, list) {
      this.changes.set(uri.toString(), list);
    }
  },
  CodeActionKind: { Empty: { append: (value) => ({ value }) } },
  FoldingRangeKind: { Comment: 1 },
  ViewColumn: { Beside: 2 },
  ProgressLocation: { Notification: 15 },
  TestRunProfileKind: { Run: 1 },
  languages: {
    createDiagnosticCollection: () => ({
      set: (uri, list) => seen.diagnostics.set(uri.toString(), list),
      clear: () => seen.diagnostics.clear(),
    }),
  },
  window: {
    createOutputChannel: () => ({ append: (text) => (seen.output += text), appendLine() {}, show() {} }),
    createWebviewPanel: (kind, title) => {
      const panel = { title, webview: {}, onDidDispose() {} };
      seen.panels.push(panel);
      return panel;
    },
    withProgress: (options, work) => {
      seen.progress.push(options.title);
      return work({ report: ({ message }) => seen.progress.push(message) }, { onCancellationRequested() {} });
    },
    showInputBox: async () => "é=0.7",
  },
  workspace: {
    workspaceFolders: [{ uri: Uri.file(folder) }],
    textDocuments: documents,
    getConfiguration: () => ({ get: (name) => settings[name] }),
    createFileSystemWatcher: () => ({ onDidCreate: on("created"), onDidChange: on("changedFile"), onDidDelete: on("deleted") }),
    saveAll: async () => true,
  },
  commands: { registerCommand: (name, work) => ((seen.commands[name] = work), { dispose() {} }) },
  tests: {
    createTestController: () => ({
      items: { replace: (list) => (items.clear(), list.forEach((i) => items.set(i.id, i))), forEach: (f) => items.forEach(f) },
      createTestItem: (id, label, uri) => ({ id, label, uri }),
      createRunProfile: (label, kind, work) => (seen.work = work),
      createTestRun: () => seen.run,
    }),
  },
};
for (const name of ["Error", "Warning", "Information"]) {
  vscode.window[`show${name}Message`] = (text) => seen.messages.push(`${name} ${text}`);
}
for (const name of ["Open", "Change", "Save", "Close"]) vscode.workspace[`onDid${name}TextDocument`] = on(name);
vscode.workspace.onDidChangeConfiguration = on("configuration");
for (const name of [
  "Hover", "CompletionItem", "SignatureHelp", "Definition", "TypeDefinition", "Reference", "DocumentHighlight", "Rename",
  "DocumentSymbol", "FoldingRange", "DocumentSemanticTokens", "CodeActions", "DocumentFormattingEdit",
  "DocumentRangeFormattingEdit", "OnTypeFormattingEdit", "CodeLens", "InlayHints", "DocumentLink",
  "SelectionRange",
]) {
  vscode.languages[`register${name}Provider`] = provider(name);
}
vscode.languages.registerWorkspaceSymbolProvider = (made) => provider("WorkspaceSymbol")(null, made);

const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

const wait = async (condition, what) => {
  for (let n = 0; n < 1000; n += 1) {
    if (condition()) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  check(false, what);
};

function document(name) {
  const file = path.join(folder, name);
  const uri = Uri.file(file);
  const text = { value: fs.readFileSync(file, "utf8") };
  return { uri, languageId: "comm", version: 1, isDirty: false, fileName: file, text, getText: () => text.value };
}

async function main() {
  // What package.json promises is there.
  const contributes = JSON.parse(fs.readFileSync(path.join(extension, "package.json"), "utf8")).contributes;
  const { activate, deactivate } = require(path.join(extension, "extension.js"));
  await activate({ subscriptions: [] });
  for (const { command } of contributes.commands) check(seen.commands[command], `${command} is not registered`);
  const known = contributes.commands.map(({ command }) => command);
  const used = [...Object.values(contributes.menus).flat(), ...contributes.keybindings].map(({ command }) => command);
  check(used.every((command) => known.includes(command)), `menus name other commands: ${used}`);
  const wanted = [...fs.readFileSync(path.join(extension, "server.js"), "utf8").matchAll(/get\("(\w+)"\)/g)].map((m) => m[1]);
  check(wanted.every((name) => contributes.configuration.properties[`stickslip.${name}`]), `settings: ${wanted}`);
  say("commands", known.length);
  say("providers", Object.keys(seen.providers).length);

  const study = document("s.comm");
  const uri = study.uri.toString();
  documents.push(study);
  vscode.window.activeTextEditor = { document: study };
  await events.Open(study);
  await wait(() => seen.diagnostics.get(uri)?.length > 0, "no diagnostics");
  const [found] = seen.diagnostics.get(uri);
  say("diagnostic", `${found.range.start.line}:${found.range.start.character} ${found.code} ${found.message.split("\n")[0]}`);
  const actions = await seen.providers.CodeActions.provideCodeActions(study, found.range, {});
  say("action", actions[0].title);

  // The fix, as the editor applies it.
  const [[edit]] = [...actions[0].edit.changes.values()];
  study.version = 2;
  const lines = study.text.value.split("\n");
  const row = lines[edit.range.start.line];
  lines[edit.range.start.line] = row.slice(0, edit.range.start.character) + edit.newText + row.slice(edit.range.end.character);
  study.text.value = lines.join("\n");
  fs.writeFileSync(study.fileName, study.text.value);
  events.Change({ document: study, contentChanges: [{ range: edit.range, text: edit.newText }] });
  events.Save(study);
  await wait(() => seen.diagnostics.get(uri)?.every((found) => !found.code.startsWith?.("C")), "diagnostics stay");

  const at = (word, shift) => {
    const line = lines.findIndex((text) => text.includes(word));
    return new Position(line, lines[line].indexOf(word) + shift);
  };
  const hover = await seen.providers.Hover.provideHover(study, at("DEFI_CONSTANTE", 2));
  say("hover", hover.contents.value.split("\n")[0].trim());
  const offered = await seen.providers.CompletionItem.provideCompletionItems(study, at("TEST_FONCTION(", 14));
  const factor = offered.find(({ label }) => label === "VALEUR");
  say("offered", `${factor.label} inserts ${factor.insertText.value}`);
  const renamed = await seen.providers.Rename.provideRenameEdits(study, at("é = 1.3", 0), "K");
  const symbols = await seen.providers.WorkspaceSymbol.provideWorkspaceSymbols("g");
  say("symbols", symbols.map(({ name, containerName }) => `${name} of ${containerName}`));
  const [selected] = await seen.providers.SelectionRange.provideSelectionRanges(study, [at("JUSQU_A=0.7", 9)]);
  let around = 0;
  for (let one = selected; one; one = one.parent) around += 1;
  say("selected", `${selected.range.start.character} to ${selected.range.end.character}, ${around > 3}`);
  say("renamed", [...renamed.changes.values()][0].length);

  const lenses = async () => (await seen.providers.CodeLens.provideCodeLenses(study)).map(({ command }) => command.title);
  say("lenses", await lenses());
  const result = await seen.commands["stickslip.run"]();
  say("run", `${result.status}, ${result.held} held, ${result.failed} failed`);
  say("lenses", await lenses());
  const whole = new Range(0, 0, 99, 0);
  const hints = await seen.providers.InlayHints.provideInlayHints(study, whole);
  say("hints", hints.map(({ label }) => label));
  say("printed", seen.output.includes("printed by the study"));
  say("progress", seen.progress[0]);
  say("message", seen.messages[0].replace(/, [\d.]+ m?s$/, ""));
  await seen.commands["stickslip.chart"](uri);
  await seen.commands["stickslip.graph"](uri);
  for (const { title, webview } of seen.panels) {
    say("panel", `${title}, ${webview.html.match(/<img src="data:image\/svg\+xml;base64,/g).length} picture`);
    const svg = Buffer.from(webview.html.match(/base64,([^"]+)/)[1], "base64").toString();
    check(svg.includes("<svg") && svg.trim().endsWith("</svg>"), "no picture");
  }
  const other = await seen.commands["stickslip.runWith"](uri);
  say("run with é=0.7", `${other.status}, ${other.failed} failed`);

  // The test explorer.
  const results = [];
  const note = (what) => (item, messages) => {
    const list = [].concat(messages || []).filter((m) => m.message);
    results.push(`${item.label} ${what}${list.map((m) => ` line ${m.location.range.start.line + 1}: ${m.message}`).join("")}`);
  };
  seen.run = { enqueued() {}, started() {}, appendOutput() {}, end: () => results.push("end") };
  for (const what of ["passed", "failed", "errored", "skipped"]) seen.run[what] = note(what);
  say("tests", [...items.values()].map(({ label }) => label));
  await seen.work({}, { isCancellationRequested: false, onCancellationRequested() {} });
  results.forEach((line) => say("test", line));
  await deactivate();
  say("ended", "0");
}

main().then(
  () => process.exit(0),
  (error) => {
    console.log(`failed: ${error.stack}`);
    process.exit(1);
  },
);
