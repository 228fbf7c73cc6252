// The test explorer: the studies of the folder as `stickslip test --list` names them; each runs in a process of its own, and
// assertions that fail are shown at their lines.
const vscode = require("vscode");
const { execFile, spawn } = require("child_process");
const path = require("path");
const readline = require("readline");

const program = () => vscode.workspace.getConfiguration("stickslip").get("path");

/// Studies of a folder: paths from it, with their labels.
function list(folder) {
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, maxBuffer: 1 << 28 };
    execFile(program(), ["test", "--list", "--format", "json", "."], options, (error, text, said) => {
      // Code 5: there is none.
      if (error && error.code !== 5) reject(new Error(said || error.message));
      else resolve(error ? [] : JSON.parse(text).studies);
    });
  });
}

/// Runs one study and tells each of its events; the exit code.
function follow(file, token, tell) {
  return new Promise((resolve, reject) => {
    const child = spawn(program(), ["run", file, "--json", "-", "--events", "--with-parent"], { cwd: path.dirname(file) });
    token.onCancellationRequested(() => child.stdin.end());
    child.on("error", reject);
    child.stderr.resume();
    readline.createInterface({ input: child.stdout }).on("line", (line) => tell(JSON.parse(line)));
    child.on("close", resolve);
  });
}

/// The place of a line of a file beside the study.
function spot(item, file, line) {
  const name = file ? path.join(path.dirname(item.uri.fsPath), path.basename(file)) : item.uri.fsPath;
  const at = new vscode.Position(Math.max(0, (line || 1) - 1), 0);
  return new vscode.Location(vscode.Uri.file(name), new vscode.Range(at, at));
}

async function runOne(run, item, token) {
  run.started(item);
  const start = Date.now();
  const messages = [];
  let judged = 0;
  const say = (text) => run.appendOutput(`${text.replace(/\r?\n/g, "\r\n")}\r\n`, undefined, item);
  const code = await follow(item.uri.fsPath, token, (event) => {
    if (event.event === "text") say(event.text);
    if (event.event === "verdict" && event.passed !== null) judged += 1;
    if (event.event === "verdict" && event.passed === false) {
      const message = new vscode.TestMessage(`${event.label}: found ${event.computed}, expected ${event.expected}`);
      message.expectedOutput = String(event.expected);
      message.actualOutput = String(event.computed);
      message.location = spot(item, event.file, event.line);
      messages.push(message);
    }
    if (event.event === "diagnostic" && event.severity === "error") {
      const message = new vscode.TestMessage(`${event.code}: ${event.message}`);
      message.location = spot(item, event.file, event.line);
      messages.push(message);
    }
  });
  const took = Date.now() - start;
  if (token.isCancellationRequested) run.skipped(item);
  else if (code === 0 && judged > 0) run.passed(item, took);
  else if (code === 0) run.skipped(item);
  else if (code === 1) run.failed(item, messages, took);
  else run.errored(item, messages.length > 0 ? messages : new vscode.TestMessage(`the run ended with code ${code}`), took);
}

/// The controller of all studies below the folders of the window.
function studies(context) {
  const controller = vscode.tests.createTestController("stickslip", "Studies");
  context.subscriptions.push(controller);

  async function refresh() {
    const items = [];
    for (const folder of vscode.workspace.workspaceFolders || []) {
      for (const { study, labels } of await list(folder.uri.fsPath)) {
        const file = path.join(folder.uri.fsPath, study);
        const item = controller.createTestItem(file, study, vscode.Uri.file(file));
        item.description = labels.join(" ");
        item.tags = labels.map((label) => new vscode.TestTag(label));
        items.push(item);
      }
    }
    controller.items.replace(items);
  }
  controller.refreshHandler = refresh;
  controller.resolveHandler = (item) => (item ? undefined : refresh());

  const work = async (request, token) => {
    const run = controller.createTestRun(request);
    const all = [];
    controller.items.forEach((item) => all.push(item));
    const left = (request.include || all).filter((item) => !(request.exclude || []).includes(item));
    left.forEach((item) => run.enqueued(item));
    for (const item of left) {
      if (token.isCancellationRequested) run.skipped(item);
      else await runOne(run, item, token);
    }
    run.end();
  };
  controller.createRunProfile("Run", vscode.TestRunProfileKind.Run, work, true);
  return { controller, refresh };
}

module.exports = { studies };
