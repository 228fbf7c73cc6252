// Chromium without a window, driven through its DevTools by a pipe: two file descriptors, messages that end with a zero byte.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--disable-extensions", "--hide-scrollbars", "--remote-debugging-pipe",
];

export class Chromium {
  #last = 0;
  #waiting = new Map();
  #rest = "";
  requests = []; // addresses that the page asked for
  errors = []; // what went wrong in the page

  static async open(program, { width = 1280, height = 800 } = {}) {
    const browser = new Chromium();
    browser.folder = mkdtempSync(join(tmpdir(), "stickslip-chromium-"));
    browser.process = spawn(program, [...FLAGS, `--window-size=${width},${height}`, `--user-data-dir=${browser.folder}`, "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    browser.process.stdio[4].setEncoding("utf8").on("data", (text) => browser.#take(text));
    const { targetInfos } = await browser.#send("Target.getTargets");
    const { targetId } = targetInfos.find(({ type }) => type === "page");
    ({ sessionId: browser.session } = await browser.#send("Target.attachToTarget", { targetId, flatten: true }));
    for (const domain of ["Page", "Runtime", "Network", "Log"]) await browser.send(`${domain}.enable`);
    await browser.size(width, height);
    return browser;
  }

  #take(text) {
    const parts = (this.#rest + text).split("\0");
    this.#rest = parts.pop();
    for (const { id, result, error, method, params } of parts.map((part) => JSON.parse(part))) {
      if (id) {
        const { resolve, reject } = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (error) reject(new Error(error.message));
        else resolve(result);
      } else if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
      else if (method === "Runtime.exceptionThrown") this.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
      else if (method === "Log.entryAdded" && params.entry.level === "error") this.errors.push(`${params.entry.text} ${params.entry.url ?? ""}`);
    }
  }

  #send(method, params = {}, sessionId = undefined) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  send(method, params) {
    return this.#send(method, params, this.session);
  }

  async size(width, height) {
    await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
  }

  async scheme(value) {
    await this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
  }

  async go(address) {
    // A page with the same address up to # would only be told of the place.
    await this.send("Page.navigate", { url: "about:blank" });
    await this.send("Page.navigate", { url: address });
  }

  async value(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    return result.value;
  }

  // Waits until an expression is true, and gives its value.
  async until(expression, seconds = 60) {
    const end = Date.now() + 1000 * seconds;
    for (;;) {
      const value = await this.value(`(() => { const value = ${expression}; return value instanceof Node ? true : value; })()`).catch(() => undefined);
      if (value) return value;
      if (Date.now() > end) throw new Error(`not within ${seconds} s: ${expression}\n${await this.value("document.body.innerText")}\n${this.errors.join("\n")}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  type(text) {
    return this.send("Input.insertText", { text });
  }

  async key(key, modifiers = 0, code = key) {
    const windowsVirtualKeyCode = { Enter: 13, Tab: 9, Escape: 27, End: 35, Home: 36, ".": 190 }[key] ?? key.toUpperCase().charCodeAt(0);
    const text = key === "Enter" && !modifiers ? "\r" : undefined;
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", key, code, modifiers, windowsVirtualKeyCode, text });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key, code, modifiers, windowsVirtualKeyCode });
  }

  // Moves the mouse to the middle of an element.
  async point(selector) {
    const { x, y } = await this.value(`(() => { const r = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; })()`);
    await this.send("Input.dispatchMouseEvent", { type: "mouseMoved", x: x - 3, y });
    await this.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
  }

  async click(selector) {
    await this.value(`document.querySelector(${JSON.stringify(selector)}).click()`);
  }

  async picture(file) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    writeFileSync(file, Buffer.from(data, "base64"));
  }

  async close() {
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    await this.#send("Browser.close").catch(() => {});
    const late = setTimeout(() => this.process.kill("SIGKILL"), 5000);
    await ended;
    clearTimeout(late);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
