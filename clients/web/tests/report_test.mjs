// The page of a campaign in Chromium, without a window: node clients/web/tests/report_test.mjs PROGRAM [PICTURES]
//
// A campaign of a mass that comes to rest against friction is planned, run and reported by the program; its page is opened on a screen
// of 1280 and of 400 pixels. Code 3: there is no Chromium here.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Chromium } from "./chromium.mjs";

const [program, pictures] = process.argv.slice(2);
const chromium = (process.env.PATH ?? "").split(":").flatMap((path) => ["chromium", "chromium-browser", "google-chrome"].map((name) => join(path, name))).find((path) => existsSync(path));
if (!chromium) {
  console.error("!!!! SKIPPED: the page of a campaign: no chromium here (apt-get install chromium) !!!!");
  process.exit(3);
}
if (pictures) mkdirSync(pictures, { recursive: true });
const STUDY = `DEBUT()
K = 130.0
MU = 0.3
REST = 9.81 * MU * 1.7 / K
T = CREA_TABLE(LISTE=(_F(PARA="REST", LISTE_R=REST), _F(PARA="TURNS", LISTE_I=3)))
FIN()
`;
const folder = mkdtempSync(join(tmpdir(), "stickslip-report-"));
writeFileSync(join(folder, "rest.comm"), STUDY);
const stickslip = (...words) => execFileSync(resolve(program), ["sweep", ...words], { cwd: folder, stdio: "pipe" });
stickslip("plan", "rest.comm", "-o", "c", "--grid", "K=110:270:9", "--grid", "MU=0.1,0.3,0.7", "--collect", "T");
stickslip("run", "c", "-j", "1");
stickslip("report", "c", "-o", "page.html");

const browser = await Chromium.open(chromium);
let failure;
try {
  await browser.go(`${pathToFileURL(join(folder, "page.html"))}`);
  await browser.until("document.querySelector('#chart circle, #chart path, #chart line')");
  if (pictures) await browser.picture(join(pictures, "report.png"));
  await browser.size(400, 800);
  const of = (what) => browser.value(what);
  assert.ok(await of("document.documentElement.scrollWidth <= 400"), "the page scrolls sideways");
  // The charts keep their own size, and so do their letters; they scroll in their box.
  for (const id of ["chart", "map"]) {
    const [width, height, box] = await of(`(() => { const svg = document.getElementById('${id}'); const own = svg.getBoundingClientRect(); return [own.width, own.height, svg.parentElement.clientWidth]; })()`);
    assert.ok(width >= 900 && height >= 500 && box < 400, `${id}: ${width} by ${height} in ${box}`);
    const letters = await of(`document.querySelector('#${id} text').getBoundingClientRect().height`);
    assert.ok(letters > 9, `${id}: letters of ${letters} pixels`);
  }
  // Each choice stands in one line with its label.
  const lines = await of("[...document.querySelectorAll('label')].map((label) => label.getClientRects().length + label.offsetHeight / 100)");
  assert.ok(lines.every((line) => line < 1.4), lines.join());
  if (pictures) await browser.picture(join(pictures, "report_narrow.png"));
  assert.deepEqual(browser.errors, []);
} catch (error) {
  failure = error;
}
await browser.close();
rmSync(folder, { recursive: true, force: true });
if (failure) throw failure;
console.log("page of a campaign: all is well at 1280 and at 400 pixels");
