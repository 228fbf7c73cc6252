#!/usr/bin/env python3
"""Compares the reports of two programs on all studies, byte for byte.

    scripts/same_bits.py OLD NEW [PATTERN] [--jobs N]

OLD and NEW are programs, or folders of reports that a program left (`--keep FOLDER` keeps those of OLD). Studies are
those of tests/cases whose path holds PATTERN; each runs in a copy of its folder. Durations are left out of the comparison,
and so are texts that name the copy. Ends with 1 where a report differs.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CASES = Path(__file__).resolve().parent.parent / "tests" / "cases"


def without_durations(value):
    if isinstance(value, dict):
        return {k: without_durations(v) for k, v in value.items() if not k.endswith("_s")}
    if isinstance(value, list):
        return [without_durations(v) for v in value]
    return value


def reports(source, studies, jobs, keep):
    """Text of the report of each study: from a folder, or by running a program."""
    if source.is_dir():
        return {s: (source / s).with_suffix(".json").read_text() for s in studies}
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "cases"
        shutil.copytree(CASES, copy)

        def run(study):
            out = (Path(scratch) / "reports" / study).with_suffix(".json")
            out.parent.mkdir(parents=True, exist_ok=True)
            command = [source.resolve(), "run", copy / study, "--quiet", "--threads", "1", "--json", out]
            try:
                subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=600)
                text = json.dumps(without_durations(json.loads(out.read_text())), indent=1, sort_keys=True)
            except (subprocess.TimeoutExpired, FileNotFoundError) as fault:
                text = f"no report: {type(fault).__name__}"
            return study, text.replace(str(copy), "CASES")

        with ThreadPoolExecutor(jobs) as pool:
            found = dict(pool.map(run, studies))
    if keep:
        for study, text in found.items():
            file = (keep / study).with_suffix(".json")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("pattern", nargs="?", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    studies = sorted(p.relative_to(CASES) for p in CASES.rglob("*.comm"))
    studies = [s for s in studies if given.pattern in str(s)]
    old = reports(given.old, studies, given.jobs, given.keep)
    new = reports(given.new, studies, given.jobs, None)
    different = [s for s in studies if old[s] != new[s]]
    for study in different:
        print(f"different: {study}")
    silent = sum(text.startswith("no report") for text in old.values())
    print(f"{len(studies) - len(different)} of {len(studies)} reports are the same; {silent} without a report")
    return 1 if different or not studies else 0


if __name__ == "__main__":
    sys.exit(main())
