// The editor: colours, completion, meanings under the mouse, underlined mistakes. It knows nothing of the language itself.

import { EditorState, Prec } from "@codemirror/state";
import {
  EditorView, crosshairCursor, drawSelection, dropCursor, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars,
  hoverTooltip, keymap, lineNumbers, rectangularSelection,
} from "@codemirror/view";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippet, startCompletion } from "@codemirror/autocomplete";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { mkPython } from "@codemirror/legacy-modes/mode/python";
import { tags } from "@lezer/highlight";
import { bytesBefore, placeOf, unitsBefore } from "./places.js";
import { markdown } from "./markdown.js";

const python = StreamLanguage.define(mkPython({ singleOperators: /^[+\-*/%&|^~<>!@=]/ }));
const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--string)" },
  { tag: tags.number, color: "var(--number)" },
  { tag: [tags.keyword, tags.operatorKeyword], color: "var(--keyword)" },
  { tag: [tags.bool, tags.null, tags.atom], color: "var(--number)" },
  { tag: [tags.standard(tags.variableName)], color: "var(--keyword)" },
]);

// Characters behind which words are offered without being asked for.
const OPENS = /[(,='"]$/;

// What the editor offers for a word of the module.
function offered({ text, gloss, snippet: template }, rank) {
  const label = text.replace(/[=(]$/, "").replace(/^['"]|['"]$/g, "");
  const type = text.endsWith("=") ? "property" : text.endsWith("(") ? "function" : /^['"]/.test(text) ? "constant" : "variable";
  const again = (view) => setTimeout(() => startCompletion(view), 0);
  const apply = (view, completion, from, to) => {
    if (template) snippet(template.replace(/[{}\\]/g, "\\$&").replace("$1", "${}"))(view, completion, from, to);
    else view.dispatch({ changes: { from, to, insert: text }, selection: { anchor: from + text.length }, userEvent: "input.complete" });
    if (text.endsWith("=") || text.endsWith("(")) again(view);
  };
  return { label, type, info: gloss || undefined, apply, boost: -Math.min(rank, 99) };
}

function completion(ask) {
  return async (context) => {
    const text = context.state.doc.toString();
    if (!context.explicit && !context.matchBefore(/[\w.]$|[(,=]\s*$|['"]$/)) return null;
    const answer = await ask({ do: "complete", at: bytesBefore(text, context.pos) });
    if (!answer?.offers?.length || context.aborted) return null;
    const from = unitsBefore(text, answer.from);
    const options = answer.offers.map(offered);
    return { from, options, validFor: /^['"]?[\w.]*$/, filter: true };
  };
}

function meaning(ask) {
  return hoverTooltip(async (view, position) => {
    const text = view.state.doc.toString();
    const answer = await ask({ do: "hover", at: bytesBefore(text, position) });
    if (!answer?.markdown) return null;
    const [pos, end] = [unitsBefore(text, answer.from), unitsBefore(text, answer.to)];
    return { pos, end, above: true, create: () => ({ dom: markdown(answer.markdown) }) };
  });
}

// The diagnostics of one file as the editor shows them, with the changes that mend them.
function underlined(doc, file, diagnostics) {
  const place = (line, column) => placeOf(doc, line, column);
  const shown = diagnostics.filter((found) => found.line && found.file === file);
  return shown.map((found) => {
    const from = place(found.line, found.column);
    const to = Math.max(place(found.end_line, found.end_column), Math.min(from + 1, doc.length));
    const actions = found.fixes.map(({ title, edits }) => ({
      name: title,
      apply: (view) => {
        const changes = edits.filter((edit) => edit.file === file).map((edit) => ({
          from: placeOf(view.state.doc, edit.line, edit.column),
          to: placeOf(view.state.doc, edit.end_line, edit.end_column),
          insert: edit.text,
        }));
        view.dispatch({ changes, userEvent: "input.fix" });
        view.focus();
      },
    }));
    const severity = { error: "error", warning: "warning" }[found.severity] ?? "info";
    const message = found.help ? `${found.message}\n${found.help}` : found.message;
    return { from, to, severity, message, source: found.code, actions };
  });
}

export class Editor {
  #states = new Map();
  #file = "";
  #options;

  // `ask` asks the module about the text; `changed` is told of changes; `keys` are shortcuts of the page.
  constructor(parent, { ask, changed, keys, isStudy }) {
    this.#options = { ask, changed, keys, isStudy };
    this.view = new EditorView({ parent });
  }

  #extensions(file) {
    const { ask, changed, keys, isStudy } = this.#options;
    const language = isStudy(file)
      ? [python, autocompletion({ override: [completion(ask)], maxRenderedOptions: 200, icons: false }), meaning(ask), lintGutter(), closeBrackets()]
      : [];
    const offers = EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      changed();
      const typed = update.transactions.some((transaction) => transaction.isUserEvent("input.type"));
      const head = update.state.selection.main.head;
      if (typed && isStudy(file) && OPENS.test(update.state.sliceDoc(Math.max(0, head - 1), head))) startCompletion(update.view);
    });
    return [
      Prec.highest(keymap.of([...keys, { key: "Tab", run: acceptCompletion }])),
      lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), foldGutter(), drawSelection(), dropCursor(),
      EditorState.allowMultipleSelections.of(true), indentOnInput(), indentUnit.of("    "), bracketMatching(), rectangularSelection(),
      crosshairCursor(), highlightActiveLine(), highlightSelectionMatches(), syntaxHighlighting(colours),
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ "aria-label": file, spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
      language, offers,
    ];
  }

  // Forgets all texts and takes others.
  open(files, first) {
    this.#states.clear();
    for (const [name, text] of Object.entries(files)) this.add(name, text);
    this.#file = "";
    this.show(first);
  }

  add(name, text) {
    this.#states.set(name, EditorState.create({ doc: text, extensions: this.#extensions(name) }));
    if (name === this.#file) this.view.setState(this.#states.get(name));
  }

  remove(name, next) {
    this.#states.delete(name);
    if (name === this.#file) {
      this.#file = "";
      this.show(next);
    }
  }

  show(name) {
    if (this.#file) this.#states.set(this.#file, this.view.state);
    this.#file = name;
    this.view.setState(this.#states.get(name));
  }

  get file() {
    return this.#file;
  }

  text(name) {
    return (name === this.#file ? this.view.state : this.#states.get(name)).doc.toString();
  }

  // The texts by name.
  get files() {
    return Object.fromEntries([...this.#states.keys()].map((name) => [name, this.text(name)]));
  }

  // Puts a text in place of another, as one change that can be taken back.
  replace(text) {
    const { state } = this.view;
    if (state.doc.toString() === text) return;
    const head = Math.min(state.selection.main.head, text.length);
    this.view.dispatch({ changes: { from: 0, to: state.doc.length, insert: text }, selection: { anchor: head }, userEvent: "input.format" });
  }

  underline(diagnostics) {
    this.view.dispatch(setDiagnostics(this.view.state, underlined(this.view.state.doc, this.#file, diagnostics)));
  }

  // Leads to a place of the file that is shown.
  lead(line, column) {
    const at = placeOf(this.view.state.doc, line, column);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }
}
