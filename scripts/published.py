"""The table of examples/README.md: published figures beside those of the examples.

    python3 scripts/published.py                 writes examples/README.md from scripts/published.json
    python3 scripts/published.py --check         says whether both agree (status 1 when they do not)
    python3 scripts/published.py --run BINARY [SOURCE ...]   runs the studies (of some sources), keeps figures and pictures, writes the page

`scripts/published.json` has the rows: source, figure or table, study (with the settings of its run), the LEGENDE of the assertion that
holds the figure, the published figure and a factor to its unit; `ours` is what the run found.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROWS = ROOT / "scripts" / "published.json"
PAGE = ROOT / "examples" / "README.md"


def digits(value):
    """A figure with six significant digits."""
    text = f"{value:.6g}"
    return text.replace("e-0", "e-").replace("e+0", "e")


def page(data):
    """The text of examples/README.md."""
    lines = ["# The examples", ""]
    lines += [f"* [{name}]({name}/README.md): {what}" for name, what in data["examples"].items()]
    lines += ["", "## Published figures", "", *data["text"], ""]
    for source in data["sources"]:
        lines += [f"### {source['title']}", "", source["reference"], ""]
        lines += ["| figure or table | study | what | ours | published | difference |", "| --- | --- | --- | --- | --- | --- |"]
        for row in source["rows"]:
            ours, published = row["ours"], row["published"]
            if isinstance(published, list):
                low, high = published
                away = min(ours - low, 0.0) + max(ours - high, 0.0)
                shown, difference = f"{digits(low)} to {digits(high)}", "inside" if away == 0.0 else f"{away:.2g}"
            elif published == 0.0:
                shown, difference = "0", digits(ours)
            else:
                shown, difference = digits(published), f"{100.0 * (ours / published - 1.0):.2g} %"
            what = f"{row['what']} ({row['unit']})" if row.get("unit") else row["what"]
            study = f"[{pathlib.PurePath(row['study']).stem}]({row['study']})"
            lines.append(f"| {row['item']} | {study} | {what} | {digits(ours)} | {shown} | {difference} |")
        lines += [""] + [f"{note}" for note in source.get("notes", [])] + ([""] if source.get("notes") else [])
    lines += ["## Settings of the runs", "", "`python3 scripts/published.py --run target/release/stickslip` makes the table:", ""]
    lines += [f"    stickslip run {' '.join(['examples/' + study, *settings])}" for study, settings in data["runs"].items()]
    return "\n".join(lines) + "\n"


def found(report, label):
    """The figure of the assertion with a label in the JSON report of a run."""
    names = [test for test in report["tests"] if test["label"] == label or test["label"].endswith(", " + label)]
    if not names:
        raise SystemExit(f"{report['study']}: no assertion is called {label!r}")
    return names[0]["computed"]


def run(binary, data, wanted):
    """Runs the studies in a folder of their own and keeps their figures."""
    with tempfile.TemporaryDirectory() as scratch:
        reports = {}
        for source in data["sources"]:
            if wanted and source["title"] not in wanted:
                continue
            for row in source["rows"]:
                study = row["study"]
                if study not in reports:
                    path = (ROOT / "examples" / study).resolve()
                    target = pathlib.Path(scratch) / path.parent.name
                    if not target.exists():
                        subprocess.run(["cp", "-r", str(path.parent), str(target)], check=True)
                    report = target / (path.stem + ".json")
                    print(study, flush=True)
                    command = [str(binary), "run", path.name, "--quiet", "--json", str(report), *data["runs"].get(study, [])]
                    subprocess.run(command, cwd=target, check=True)
                    reports[study] = json.loads(report.read_text())
                    for picture in target.glob("*.svg"):
                        shown = path.parent / "pictures" / picture.name
                        if shown.exists():
                            shown.write_bytes(picture.read_bytes())
                row["ours"] = found(reports[study], row["label"]) * row.get("factor", 1.0)
    ROWS.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")


def main(arguments):
    data = json.loads(ROWS.read_text())
    if arguments[:1] == ["--run"]:
        run(pathlib.Path(arguments[1]).resolve(), data, arguments[2:])
    text = page(data)
    if arguments[:1] == ["--check"]:
        if not PAGE.exists() or PAGE.read_text() != text:
            raise SystemExit("examples/README.md is not what scripts/published.py writes from scripts/published.json")
        return
    PAGE.write_text(text)


if __name__ == "__main__":
    main(sys.argv[1:])
