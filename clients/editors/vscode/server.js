// A small client of the language server protocol: starts `stickslip lsp`, sends requests, hands notifications on.
const vscode = require("vscode");
const { spawn } = require("child_process");

const LANGUAGE = "comm";

class Server {
  /// `told` has a function for each notification of the server that the extension shows.
  constructor(output, told) {
    const settings = vscode.workspace.getConfiguration("stickslip");
    const log = settings.get("log");
    this.output = output;
    this.told = told;
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
      initializationOptions: { runWith: true, output: true, hints: settings.get("hints") },
      capabilities: {
        general: { positionEncodings: ["utf-16"] },
        textDocument: { completion: { completionItem: { snippetSupport: true } } },
        window: { workDoneProgress: true },
        workspace: { codeLens: { refreshSupport: true }, inlayHint: { refreshSupport: true } },
      },
    }).then((result) => {
      this.tell("initialized", {});
      return result.capabilities;
    });
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
    if (method) {
      this.told[method]?.(params);
      // A request of the server: it only wants to know that it has arrived.
      if (id !== undefined) this.send({ id, result: null });
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
  }

  /// A command of the server; `argument` is the address of a study or an object with it.
  command(name, argument) {
    return this.ask("workspace/executeCommand", { command: name, arguments: [argument] });
  }
}

module.exports = { LANGUAGE, Server };
