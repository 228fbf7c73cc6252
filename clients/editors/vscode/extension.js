// Connects VS Code with `stickslip`: the language server, runs, charts, tests. Plain JavaScript without packages.
const vscode = require("vscode");
const { LANGUAGE, Server } = require("./server");
const { diagnostic, providers } = require("./providers");
const { Panels, commands } = require("./runs");
const { studies } = require("./studies");

let server = null;

async function activate(context) {
  const output = vscode.window.createOutputChannel("stickslip");
  const shown = vscode.languages.createDiagnosticCollection("stickslip");
  const changed = new vscode.EventEmitter();
  context.subscriptions.push(output, shown, changed);
  const told = {
    ...commands(context, () => server, new Panels(), output),
    "textDocument/publishDiagnostics": ({ uri, diagnostics }) => shown.set(vscode.Uri.parse(uri), diagnostics.map(diagnostic)),
    "workspace/codeLens/refresh": () => changed.fire(),
    "workspace/inlayHint/refresh": () => changed.fire(),
  };
  const start = async () => {
    server = new Server(output, told);
    const capabilities = await server.ready;
    vscode.workspace.textDocuments.forEach((document) => server.open(document));
    return capabilities;
  };
  const about = (method, document, more) => {
    if (document.languageId !== LANGUAGE) return;
    server.tell(method, { textDocument: { uri: document.uri.toString(), version: document.version }, ...more });
  };
  const files = vscode.workspace.createFileSystemWatcher("**/*.{comm,export,mail,med,msh,unv,rhai}");
  const watched = (type) => (uri) => {
    server.tell("workspace/didChangeWatchedFiles", { changes: [{ uri: uri.toString(), type }] });
  };
  context.subscriptions.push(
    files,
    files.onDidCreate(watched(1)),
    files.onDidChange(watched(2)),
    files.onDidDelete(watched(3)),
    vscode.workspace.onDidOpenTextDocument((document) => server.open(document)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length === 0) return;
      const changes = contentChanges.map(({ range, text }) => ({ range, text }));
      about("textDocument/didChange", document, { contentChanges: changes });
    }),
    vscode.workspace.onDidSaveTextDocument((document) => about("textDocument/didSave", document)),
    vscode.workspace.onDidCloseTextDocument((document) => about("textDocument/didClose", document)),
    vscode.workspace.onDidChangeConfiguration(() => {
      const hints = vscode.workspace.getConfiguration("stickslip").get("hints");
      server.tell("workspace/didChangeConfiguration", { settings: { stickslip: { hints } } });
    }),
    vscode.commands.registerCommand("stickslip.restart", async () => {
      await server.end();
      shown.clear();
      await start();
    }),
  );
  const capabilities = await start();
  providers(context, capabilities.semanticTokensProvider.legend, () => server, changed.event);
  const { refresh } = studies(context);
  await refresh().catch((error) => output.appendLine(error.message));
}

function deactivate() {
  return server?.end();
}

module.exports = { activate, deactivate };
