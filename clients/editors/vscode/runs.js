// Runs of studies: progress with a button that stops them, what they print, their charts and their graph in panels.
const vscode = require("vscode");
const fs = require("fs");
const path = require("path");
const { LANGUAGE } = require("./server");

/// Shows pictures of a study beside it: SVG as it is, files as they stand on the disk.
class Panels {
  constructor() {
    this.open = new Map();
  }

  show(title, pictures, asked) {
    let panel = this.open.get(title);
    if (!panel && !asked) return;
    if (!panel) {
      panel = vscode.window.createWebviewPanel("stickslip", title, vscode.ViewColumn.Beside, { enableScripts: false });
      this.open.set(title, panel);
      panel.onDidDispose(() => this.open.delete(title));
    }
    const figure = ({ name, source }) => `<figure><img src="${source}" alt="${escape(name)}"><figcaption>${escape(name)}</figcaption></figure>`;
    const style = "body{background:#fff;color:#222;font-family:sans-serif}figure{margin:1em 0}img{max-width:100%}";
    const rule = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
    panel.webview.html = `<!DOCTYPE html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${rule}">
<style>${style}</style></head><body>${pictures.map(figure).join("\n")}</body></html>`;
  }
}

const escape = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/// A picture as an address that holds all of it.
function picture(name, bytes) {
  const kind = name.endsWith(".png") ? "image/png" : "image/svg+xml";
  return { name, source: `data:${kind};base64,${Buffer.from(bytes).toString("base64")}` };
}

function pictures(uris) {
  const files = uris.map((uri) => vscode.Uri.parse(uri).fsPath).filter((file) => fs.existsSync(file));
  return files.map((file) => picture(path.basename(file), fs.readFileSync(file)));
}

/// The study that a command is about: the one that it names, or that of the window.
function named(argument) {
  if (typeof argument === "string") return argument;
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === LANGUAGE ? document.uri.toString() : null;
}

/// Commands of the extension; `server` gives the server of the moment.
function commands(context, server, panels, output) {
  const progress = new Map();

  async function run(uri, set) {
    if (!uri) return null;
    const document = vscode.workspace.textDocuments.find((d) => d.uri.toString() === uri);
    // A run reads the disk.
    await vscode.workspace.saveAll(false);
    if (document?.isDirty) return null;
    try {
      const result = await server().command("stickslip.run", set ? { uri, set } : uri);
      const charts = (await server().command("stickslip.chart", uri)).files;
      panels.show(title("Charts", uri), pictures(charts), false);
      return result;
    } catch (error) {
      vscode.window.showWarningMessage(`stickslip: ${error.message}`);
      return null;
    }
  }

  const title = (what, uri) => `${what} of ${path.basename(vscode.Uri.parse(uri).fsPath)}`;
  const on = (name, work) => context.subscriptions.push(vscode.commands.registerCommand(name, work));
  on("stickslip.run", (argument) => run(named(argument)));
  on("stickslip.runWith", async (argument) => {
    const prompt = "Values of variables, such as MU=0.3 V=1.7";
    const text = await vscode.window.showInputBox({ prompt, placeHolder: "NAME=VALUE ..." });
    return text ? run(named(argument), text.trim().split(/\s+/)) : null;
  });
  on("stickslip.stop", (argument) => named(argument) && server().command("stickslip.stop", named(argument)));
  on("stickslip.graph", async (argument) => {
    const uri = named(argument);
    if (!uri) return;
    const { svg } = await server().command("stickslip.graph", uri);
    panels.show(title("Graph", uri), [picture("graph.svg", svg)], true);
  });
  on("stickslip.chart", async (argument) => {
    const uri = named(argument);
    if (!uri) return;
    const { files } = await server().command("stickslip.chart", uri);
    if (files.length === 0) vscode.window.showInformationMessage("stickslip: no run of this study has written a picture yet");
    else panels.show(title("Charts", uri), pictures(files), true);
  });
  on("stickslip.explain", (argument) => argument !== undefined && server().command("stickslip.explain", argument));
  on("stickslip.output", () => output.show());

  /// What the server tells of runs.
  return {
    "window/showMessage": ({ type, message }) => {
      const show = { 1: "showErrorMessage", 2: "showWarningMessage" }[type] || "showInformationMessage";
      vscode.window[show](`stickslip: ${message}`);
    },
    "stickslip/output": ({ text }) => output.append(text.endsWith("\n") ? text : `${text}\n`),
    "$/progress": ({ token, value }) => {
      if (value.kind === "begin") {
        const options = { location: vscode.ProgressLocation.Notification, title: value.title, cancellable: true };
        vscode.window.withProgress(options, (report, cancelled) => {
          cancelled.onCancellationRequested(() => server().tell("window/workDoneProgress/cancel", { token }));
          return new Promise((done) => progress.set(token, { report, done }));
        });
      } else if (value.kind === "report") {
        progress.get(token)?.report.report({ message: value.message });
      } else {
        progress.get(token)?.done();
        progress.delete(token);
      }
    },
  };
}

module.exports = { Panels, commands };
