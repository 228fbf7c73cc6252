// Builds the page into a folder: node build.mjs FOLDER [--single]. The module, stickslip.wasm, is there already.

import { build } from "esbuild";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { studies } from "./examples.mjs";

const page = dirname(fileURLToPath(import.meta.url));
const root = join(page, "../../..");
const [folder, ...options] = process.argv.slice(2);
const single = options.includes("--single");
mkdirSync(folder, { recursive: true });

const common = { bundle: true, minify: true, format: "iife", target: "es2022", legalComments: "none", write: false, absWorkingDir: page };
const worker = (await build({ ...common, entryPoints: ["worker.js"] })).outputFiles[0].text;
const workerText = {
  name: "worker-text",
  setup(built) {
    built.onResolve({ filter: /^worker-text$/ }, () => ({ path: "worker-text", namespace: "worker-text" }));
    built.onLoad({ filter: /.*/, namespace: "worker-text" }, () => ({ contents: worker, loader: "text" }));
  },
};
const bundle = await build({ ...common, format: "esm", metafile: true, entryPoints: ["main.js"], plugins: [workerText] });
const script = bundle.outputFiles[0].text;
const style = (await build({ ...common, bundle: false, loader: { ".css": "css" }, entryPoints: ["style.css"] })).outputFiles[0].text;

const examples = studies(join(root, "examples"));
const list = examples.map(({ id, stem, title, folder }) => ({ id, stem, title, folder }));

// Who wrote what is in the page: the crates of the module, the packages of the editor.
const packages = [...new Set(Object.keys(bundle.metafile.inputs).map((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]))].filter(Boolean).sort();
const licence = (name) => `${name}\n\n${readFileSync(join(page, "node_modules", name, "LICENSE"), "utf8")}`;
const notices = [readFileSync(join(root, "NOTICES"), "utf8"), "Packages of the page for browsers", ...packages.map(licence)].join("\n\n");

const html = readFileSync(join(page, "index.html"), "utf8");
const policy = (scripts, styles) =>
  `default-src 'none'; script-src ${scripts} 'wasm-unsafe-eval' blob:; worker-src blob:; style-src ${styles} 'unsafe-inline'; img-src data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'`;
const filled = (parts) => Object.entries(parts).reduce((text, [mark, part]) => text.replace(mark, () => part), html);
const inScript = (text) => text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
if (single) {
  const module = gzipSync(readFileSync(join(folder, "stickslip.wasm")), { level: 9 }).toString("base64");
  const inlined = (name, data) => `<script type="application/json" id="${name}-data">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
  const all = [inlined("examples", list), ...examples.map((one) => inlined(`examples/${one.folder}/${one.stem}`, one))].join("\n");
  const data = `${all}\n<script type="text/plain" id="notices">${inScript(notices)}</script>\n<script type="text/plain" id="module">${module}</script>`;
  writeFileSync(join(folder, "stickslip.html"), filled({
    "{{policy}}": policy("'unsafe-inline'", ""),
    "<!-- style -->": `<style>${style}</style>`,
    "<!-- script -->": `${data}\n<script type="module">${inScript(script)}</script>`,
  }));
} else {
  writeFileSync(join(folder, "main.js"), script);
  writeFileSync(join(folder, "NOTICES.txt"), notices);
  writeFileSync(join(folder, "style.css"), style);
  writeFileSync(join(folder, "examples.json"), JSON.stringify(list));
  for (const one of examples) {
    mkdirSync(join(folder, "examples", one.folder), { recursive: true });
    writeFileSync(join(folder, "examples", one.folder, `${one.stem}.json`), JSON.stringify(one));
  }
  writeFileSync(join(folder, "index.html"), filled({
    "{{policy}}": policy("'self'", "'self'"),
    "<!-- style -->": `<link rel="stylesheet" href="style.css" />`,
    "<!-- script -->": `<script type="module" src="main.js"></script>`,
  }));
}
