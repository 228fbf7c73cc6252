// Connects VS Code with `stickslip lsp`. Plain JavaScript without packages: a small client of the language server protocol
// that hands requests of the editor on and shows diagnostics.
const vscode = require("vscode");
const { spawn } = require("child_process");

const LANGUAGE = "comm";
let server = null;

class Server {
  constructor(context) {
    const settings = vscode.workspace.getConfiguration("stickslip");
    const log = settings.get("log");
    this.output = vscode.window.createOutputChannel("stickslip");
    this.shown = vscode.languages.createDiagnosticCollection("stickslip");
    this.waiting = new Map();
    this.next = 0;
    this.buffer = Buffer.alloc(0);
    this.child = spawn(settings.get("path"), ["lsp"].concat(log ? ["--log", log] : []));
    this.child.on("error", (error) => {
      vscode.window.showErrorMessage(`stickslip cannot be started: ${error.message}. Set stickslip.path to the program.`);
    });
    this.child.on("exit", () => this.waiting.forEach(({ reject }) => reject(new Error("the server has ended"))));
    this.child.stderr.on("data", (data) => this.output.append(data.toString()));
    this.child.stdin.on("error", () => {});
    this.child.stdout.on("data", (data) => this.read(data));
    this.ready = this.ask("initialize", {
      processId: process.pid,
      capabilities: { general: { positionEncodings: ["utf-16"] } },
    }).then((result) => {
      this.tell("initialized", {});
      return result.capabilities;
    });
    context.subscriptions.push(this.shown, this.output);
  }

  read(data) {
    this.buffer = Buffer.concat([this.buffer, data]);
    for (;;) {
      const end = this.buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/Content-Length: *(\d+)/i.exec(this.buffer.subarray(0, end).toString())[1]);
      if (this.buffer.length < end + 4 + length) return;
      const message = JSON.parse(this.buffer.subarray(end + 4, end + 4 + length).toString());
      this.buffer = this.buffer.subarray(end + 4 + length);
      this.take(message);
    }
  }

  take(message) {
    const { id, method, params } = message;
    if (method === "textDocument/publishDiagnostics") {
      this.shown.set(vscode.Uri.parse(params.uri), params.diagnostics.map(diagnostic));
    } else if (this.waiting.has(id)) {
      const { resolve, reject } = this.waiting.get(id);
      this.waiting.delete(id);
      message.error ? reject(new Error(message.error.message)) : resolve(message.result);
    }
  }

  send(message) {
    const text = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.child.stdin.write(`Content-Length: ${text.length}\r\n\r\n`);
    this.child.stdin.write(text);
  }

  tell(method, params) {
    this.send({ method, params });
  }

  ask(method, params) {
    const id = ++this.next;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  /// A request about a document, once the server is ready.
  async about(method, document, more) {
    await this.ready;
    return this.ask(method, { textDocument: { uri: document.uri.toString() }, ...more });
  }

  async open(document) {
    if (document.languageId !== LANGUAGE) return;
    await this.ready;
    const { version } = document;
    const text = document.getText();
    this.tell("textDocument/didOpen", {
      textDocument: { uri: document.uri.toString(), languageId: LANGUAGE, version, text },
    });
  }

  async end() {
    await this.ask("shutdown", null).catch(() => {});
    this.tell("exit", null);
    this.shown.clear();
  }
}

const range = (r) => new vscode.Range(r.start.line, r.start.character, r.end.line, r.end.character);
const place = (position) => ({ position: { line: position.line, character: position.character } });
const spot = (l) => new vscode.Location(vscode.Uri.parse(l.uri), range(l.range));
const edits = (list) => list.map((e) => new vscode.TextEdit(range(e.range), e.newText));

function diagnostic(found) {
  const made = new vscode.Diagnostic(range(found.range), found.message, found.severity - 1);
  made.code = found.code;
  made.source = found.source;
  made.relatedInformation = (found.relatedInformation || []).map(
    (r) => new vscode.DiagnosticRelatedInformation(spot(r.location), r.message),
  );
  return made;
}

function item(found) {
  const made = new vscode.CompletionItem(found.label, found.kind - 1);
  Object.assign(made, { detail: found.detail, filterText: found.filterText, sortText: found.sortText });
  made.range = range(found.textEdit.range);
  made.insertText = found.textEdit.newText;
  made.found = found;
  return made;
}

function symbol(found) {
  const made = new vscode.DocumentSymbol(
    found.name, found.detail, found.kind - 1, range(found.range), range(found.selectionRange),
  );
  made.children = found.children.map(symbol);
  return made;
}

function providers(context, kinds) {
  const on = vscode.languages;
  const ask = (...words) => server.about(...words);
  const legend = new vscode.SemanticTokensLegend(kinds.tokenTypes, kinds.tokenModifiers);
  context.subscriptions.push(
    on.registerHoverProvider(LANGUAGE, {
      async provideHover(document, position) {
        const found = await ask("textDocument/hover", document, place(position));
        return found && new vscode.Hover(new vscode.MarkdownString(found.contents.value), range(found.range));
      },
    }),
    on.registerCompletionItemProvider(
      LANGUAGE,
      {
        async provideCompletionItems(document, position) {
          return (await ask("textDocument/completion", document, place(position))).items.map(item);
        },
        async resolveCompletionItem(made) {
          const full = await server.ask("completionItem/resolve", made.found);
          if (full.documentation) made.documentation = new vscode.MarkdownString(full.documentation.value);
          return made;
        },
      },
      "(", ",", "=", "'", '"', ".", " ",
    ),
    on.registerSignatureHelpProvider(
      LANGUAGE,
      {
        async provideSignatureHelp(document, position) {
          const found = await ask("textDocument/signatureHelp", document, place(position));
          if (!found) return null;
          const help = new vscode.SignatureHelp();
          help.signatures = found.signatures.map((s) => {
            const made = new vscode.SignatureInformation(s.label, s.documentation);
            made.parameters = s.parameters.map((p) => new vscode.ParameterInformation(p.label, p.documentation));
            made.activeParameter = s.activeParameter;
            return made;
          });
          help.activeSignature = 0;
          help.activeParameter = found.signatures[0].activeParameter ?? -1;
          return help;
        },
      },
      "(", ",",
    ),
    on.registerDefinitionProvider(LANGUAGE, {
      async provideDefinition(document, position) {
        const found = await ask("textDocument/definition", document, place(position));
        return found && spot(found);
      },
    }),
    on.registerReferenceProvider(LANGUAGE, {
      async provideReferences(document, position, context_) {
        const more = { ...place(position), context: { includeDeclaration: context_.includeDeclaration } };
        return (await ask("textDocument/references", document, more)).map(spot);
      },
    }),
    on.registerDocumentHighlightProvider(LANGUAGE, {
      async provideDocumentHighlights(document, position) {
        const found = await ask("textDocument/documentHighlight", document, place(position));
        return found.map((h) => new vscode.DocumentHighlight(range(h.range), h.kind - 1));
      },
    }),
    on.registerRenameProvider(LANGUAGE, {
      async prepareRename(document, position) {
        const found = await ask("textDocument/prepareRename", document, place(position));
        return { range: range(found.range), placeholder: found.placeholder };
      },
      async provideRenameEdits(document, position, newName) {
        const found = await ask("textDocument/rename", document, { ...place(position), newName });
        const edit = new vscode.WorkspaceEdit();
        Object.entries(found.changes).forEach(([uri, list]) => edit.set(vscode.Uri.parse(uri), edits(list)));
        return edit;
      },
    }),
    on.registerDocumentSymbolProvider(LANGUAGE, {
      async provideDocumentSymbols(document) {
        return (await ask("textDocument/documentSymbol", document)).map(symbol);
      },
    }),
    on.registerFoldingRangeProvider(LANGUAGE, {
      async provideFoldingRanges(document) {
        const found = await ask("textDocument/foldingRange", document);
        const kind = (fold) => (fold.kind === "comment" ? vscode.FoldingRangeKind.Comment : undefined);
        return found.map((fold) => new vscode.FoldingRange(fold.startLine, fold.endLine, kind(fold)));
      },
    }),
    on.registerDocumentSemanticTokensProvider(
      LANGUAGE,
      {
        async provideDocumentSemanticTokens(document) {
          const found = await ask("textDocument/semanticTokens/full", document);
          return new vscode.SemanticTokens(new Uint32Array(found.data));
        },
      },
      legend,
    ),
    on.registerCodeActionsProvider(LANGUAGE, {
      async provideCodeActions(document, asked, { only }) {
        const context_ = { diagnostics: [], ...(only ? { only: [only.value] } : {}) };
        const found = await ask("textDocument/codeAction", document, { range: asked, context: context_ });
        return found.map((a) => {
          const made = new vscode.CodeAction(a.title, vscode.CodeActionKind.Empty.append(a.kind));
          made.edit = new vscode.WorkspaceEdit();
          Object.entries(a.edit.changes).forEach(([uri, list]) => made.edit.set(vscode.Uri.parse(uri), edits(list)));
          made.isPreferred = a.isPreferred;
          return made;
        });
      },
    }),
    on.registerDocumentFormattingEditProvider(LANGUAGE, {
      async provideDocumentFormattingEdits(document) {
        return edits(await ask("textDocument/formatting", document));
      },
    }),
    on.registerDocumentRangeFormattingEditProvider(LANGUAGE, {
      async provideDocumentRangeFormattingEdits(document, asked) {
        return edits(await ask("textDocument/rangeFormatting", document, { range: asked }));
      },
    }),
  );
}

async function start(context) {
  server = new Server(context);
  const capabilities = await server.ready;
  vscode.workspace.textDocuments.forEach((document) => server.open(document));
  return capabilities;
}

async function activate(context) {
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument((document) => server.open(document)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.languageId !== LANGUAGE || contentChanges.length === 0) return;
      server.tell("textDocument/didChange", {
        textDocument: { uri: document.uri.toString(), version: document.version },
        contentChanges: contentChanges.map((c) => ({ range: c.range, text: c.text })),
      });
    }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (document.languageId !== LANGUAGE) return;
      server.tell("textDocument/didSave", { textDocument: { uri: document.uri.toString() } });
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (document.languageId !== LANGUAGE) return;
      server.tell("textDocument/didClose", { textDocument: { uri: document.uri.toString() } });
    }),
    vscode.commands.registerCommand("stickslip.run", async () => {
      const document = vscode.window.activeTextEditor?.document;
      if (!document || document.languageId !== LANGUAGE) return;
      await document.save();
      const program = vscode.workspace.getConfiguration("stickslip").get("path");
      const shell = new vscode.ShellExecution(program, ["run", document.fileName]);
      const scope = vscode.TaskScope.Workspace;
      vscode.tasks.executeTask(new vscode.Task({ type: "stickslip" }, scope, "run", "stickslip", shell));
    }),
    vscode.commands.registerCommand("stickslip.restart", async () => {
      await server.end();
      await start(context);
    }),
  );
  const capabilities = await start(context);
  providers(context, capabilities.semanticTokensProvider.legend);
}

function deactivate() {
  return server?.end();
}

module.exports = { activate, deactivate };
