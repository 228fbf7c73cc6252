// From requests of the editor to requests of the server, and from its answers to what the editor shows.
const vscode = require("vscode");
const { LANGUAGE } = require("./server");

const range = (r) => new vscode.Range(r.start.line, r.start.character, r.end.line, r.end.character);
const place = (position) => ({ position: { line: position.line, character: position.character } });
const spot = (l) => new vscode.Location(vscode.Uri.parse(l.uri), range(l.range));
const edits = (list) => list.map((e) => new vscode.TextEdit(range(e.range), e.newText));

function diagnostic(found) {
  const made = new vscode.Diagnostic(range(found.range), found.message, found.severity - 1);
  made.code = found.code;
  made.source = found.source;
  made.tags = found.tags;
  made.relatedInformation = (found.relatedInformation || []).map(
    (r) => new vscode.DiagnosticRelatedInformation(spot(r.location), r.message),
  );
  return made;
}

function item(found) {
  const made = new vscode.CompletionItem(found.label, found.kind - 1);
  Object.assign(made, { detail: found.detail, filterText: found.filterText, sortText: found.sortText });
  made.range = range(found.textEdit.range);
  const text = found.textEdit.newText;
  made.insertText = found.insertTextFormat === 2 ? new vscode.SnippetString(text) : text;
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

/// Hands the requests of the editor on. `server` gives the server of the moment; `changed` tells when lenses and hints change.
function providers(context, kinds, server, changed) {
  const on = vscode.languages;
  const ask = (...words) => server().about(...words);
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
          const full = await server().ask("completionItem/resolve", made.found);
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
    on.registerTypeDefinitionProvider(LANGUAGE, {
      async provideTypeDefinition(document, position) {
        const found = await ask("textDocument/typeDefinition", document, place(position));
        return found && spot(found);
      },
    }),
    on.registerCodeLensProvider(LANGUAGE, {
      onDidChangeCodeLenses: changed,
      async provideCodeLenses(document) {
        return (await ask("textDocument/codeLens", document)).map((l) => new vscode.CodeLens(range(l.range), l.command));
      },
    }),
    on.registerInlayHintsProvider(LANGUAGE, {
      onDidChangeInlayHints: changed,
      async provideInlayHints(document, asked) {
        return (await ask("textDocument/inlayHint", document, { range: asked })).map((h) => {
          const made = new vscode.InlayHint(new vscode.Position(h.position.line, h.position.character), h.label);
          return Object.assign(made, { tooltip: h.tooltip, paddingLeft: h.paddingLeft });
        });
      },
    }),
    on.registerDocumentLinkProvider(LANGUAGE, {
      async provideDocumentLinks(document) {
        return (await ask("textDocument/documentLink", document)).map((l) => {
          return Object.assign(new vscode.DocumentLink(range(l.range), vscode.Uri.parse(l.target)), { tooltip: l.tooltip });
        });
      },
    }),
    on.registerOnTypeFormattingEditProvider(
      LANGUAGE,
      {
        async provideOnTypeFormattingEdits(document, position, ch) {
          return edits(await ask("textDocument/onTypeFormatting", document, { ...place(position), ch }));
        },
      },
      "\n",
    ),
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
    on.registerWorkspaceSymbolProvider({
      async provideWorkspaceSymbols(query) {
        const found = await server().ask("workspace/symbol", { query });
        return found.map((s) => new vscode.SymbolInformation(s.name, s.kind - 1, s.containerName, spot(s.location)));
      },
    }),
    on.registerSelectionRangeProvider(LANGUAGE, {
      async provideSelectionRanges(document, positions) {
        const around = (s) => s && new vscode.SelectionRange(range(s.range), around(s.parent));
        return (await ask("textDocument/selectionRange", document, { positions })).map(around);
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
          if (a.edit) {
            made.edit = new vscode.WorkspaceEdit();
            Object.entries(a.edit.changes).forEach(([uri, list]) => made.edit.set(vscode.Uri.parse(uri), edits(list)));
          }
          made.command = a.command;
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

module.exports = { diagnostic, providers };
