// The pages that the program writes of a campaign and of a test run, in Chromium without a window:
// node clients/web/tests/report_test.mjs PROGRAM [PICTURES]
//
// A campaign of a mass that comes to rest against friction is planned, run and reported by the program, and studies of which one fails
// are tested; the pages are opened on a screen of 1280 and of 400 pixels. Code 3: there is no Chromium here.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Chromium } from "./chromium.mjs";

const [program, pictures] = process.argv.slice(2);
const chromium = (process.env.PATH ?? "").split(":").flatMap((path) => ["chromium", "chromium-browser", "google-chrome"].map((name) => join(path, name))).find((path) => existsSync(path));
if (!chromium) {
  console.error("!!!! SKIPPED: pages of campaigns and tests: no chromium here (apt-get install chromium) !!!!");
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

const REBOUND = `DEBUT()
F = DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 1.7, 0.123456789012))
TEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=1.1, VALE_CALC=0.0799, LEGENDE="height of the second rebound at the stop"))
TEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=0.3, REFERENCE="SOURCE_EXTERNE", VALE_CALC=0.0217864921786, VALE_REFE=-1.23456789012e-107))
IMPR_FONCTION(FORMAT="SVG", UNITE=31, COURBE=_F(FONCTION=F))
FIN()
`;
const deck = join(folder, "deck");
mkdirSync(deck);
writeFileSync(join(deck, "rebound.comm"), REBOUND);
writeFileSync(join(deck, "name.comm"), "DEBUT()\nheight = of_a_name_that_nobody_has_given_before + 1\nFIN()\n");
spawnSync(resolve(program), ["test", deck, "--html", join(folder, "tested.html")], { cwd: folder });

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
  // A test run: on a narrow screen every number of every comparison is there, and each study says why over the whole width.
  await browser.size(1280, 800);
  await browser.go(`${pathToFileURL(join(folder, "tested.html"))}`);
  await browser.until("document.querySelector('table.all')");
  await of("document.querySelectorAll('details').forEach((details) => { details.open = true; })");
  if (pictures) await browser.picture(join(pictures, "tested.png"));
  await browser.size(400, 2400);
  assert.ok(await of("document.documentElement.scrollWidth <= 400"), "the page of a test run scrolls sideways");
  const cells = await of("[...document.querySelectorAll('table.all td')].map((cell) => cell.getBoundingClientRect().right)");
  assert.ok(cells.length >= 24 && cells.every((right) => right > 0 && right <= 400), cells.join());
  const widths = await of("[...document.querySelectorAll('.why')].map((why) => why.clientWidth)");
  assert.ok(widths.length === 2 && widths.every((width) => width > 300), widths.join());
  if (pictures) await browser.picture(join(pictures, "tested_narrow.png"));
  assert.deepEqual(browser.errors, []);
} catch (error) {
  failure = error;
}
await browser.close();
rmSync(folder, { recursive: true, force: true });
if (failure) throw failure;
console.log("pages of a campaign and of a test run: all is well at 1280 and at 400 pixels");
