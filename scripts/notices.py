#!/usr/bin/env python3
"""Writes NOTICES: who wrote what is in the program, and under which licences, from the lock file and the sources of the packages.

usage: scripts/notices.py [--check]      --check: exit code 1 when NOTICES is not what it would write

The packages are those that the lock file reaches from the dependencies of the program (not from those of its tests), as far as
their sources are here: `cargo fetch --target x86_64-unknown-linux-gnu --target x86_64-unknown-linux-musl` brings them. Of two licences to choose
from, the one that comes first in PREFERRED counts. A text that several packages have is written once; their copyright lines are kept.
"""
import os
import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
PREFERRED = ["MIT", "Apache-2.0", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Zlib", "BSL-1.0", "Unicode-3.0", "MPL-2.0+", "MPL-2.0", "Unlicense", "CC0-1.0", "0BSD"]
NAMES = re.compile(r"(licen[cs]e|copying|notice|unlicense|copyright)", re.I)
# What a file is called, or says at its start, for each licence.
SIGNS = {
    "MIT": "Permission is hereby granted, free of charge, to any",
    "Apache-2.0": "Apache License",
    "ISC": "Permission to use, copy, modify, and/or distribute",
    "BSD-2-Clause": "Redistributions in binary form",
    "BSD-3-Clause": "Neither the name",
    "Zlib": "This software is provided 'as-is'",
    "BSL-1.0": "Boost Software License",
    "Unicode-3.0": "UNICODE LICENSE V3",
    "MPL-2.0": "Mozilla Public License",
    "MPL-2.0+": "Mozilla Public License",
    "CC0-1.0": "CC0 1.0 Universal",
    "Unlicense": "This is free and unencumbered software",
}


def dependencies(manifest):
    """The packages a manifest of this project needs outside tests, on any system."""
    tables = [manifest.get("dependencies", {}), manifest.get("build-dependencies", {})]
    tables += [target.get("dependencies", {}) for target in manifest.get("target", {}).values()]
    return {name for table in tables for name in table}


def reached(lock):
    """All packages of the lock file that the program reaches."""
    packages = lock["package"]
    named = lambda text: [p for p in packages if p["name"] == text.split()[0] and (len(text.split()) < 2 or p["version"] == text.split()[1])]
    own = {"stickslip": "Cargo.toml", "stickslip-commit": "commit/Cargo.toml"}
    own |= {f"stickslip-{name}": f"src/{name}/Cargo.toml" for name in ("base", "kernel", "operators", "python")}
    wanted = [p for name in own for d in dependencies(tomllib.loads((ROOT / own[name]).read_text())) for p in named(d)]
    found = {}
    while wanted:
        package = wanted.pop()
        key = (package["name"], package["version"])
        if key in found or package["name"] in own:
            continue
        found[key] = package
        wanted += [p for text in package.get("dependencies", []) for p in named(text)]
    return sorted(found)


def chosen(expression):
    """The licences that hold, of an expression such as `(MIT OR Apache-2.0) AND Unicode-3.0`."""
    parts = re.split(r"\s+AND\s+", expression.replace("/", " OR "))
    options = [re.split(r"\s+OR\s+", part.strip("() ")) for part in parts]
    options = [[licence.split(" WITH ")[0] for licence in option] for option in options]
    return [min(o, key=lambda l: PREFERRED.index(l) if l in PREFERRED else len(PREFERRED)) for o in options]


def is_credit(line):
    if re.match(r"\(c\) you|copyright \[", line, re.I):
        return False
    return re.match(r"(\(c\)|©|copyright\b)", line, re.I) is not None and "notice" not in line.lower() and "license" not in line.lower()


def parts(text):
    """Copyright lines of a licence, and the rest of it."""
    lines = [line.strip() for line in text.replace("\r", "").replace("\f", "").split("\n")]
    credits = [line for line in lines if is_credit(line)]
    rest = [line for line in lines if not is_credit(line) and not re.match(r"(the )?mit license( \(mit\))?$|all rights reserved\.?$|bsd [23]-clause license$", line, re.I)]
    body = re.sub(r"\n{3,}", "\n\n", "\n".join(rest)).strip("\n= ")
    return credits, body


def licence_files(folder, licence):
    """The texts of a package that state a licence, or what it says besides (NOTICE)."""
    files = sorted(p for p in folder.rglob("*") if p.is_file() and NAMES.search(p.name) and p.suffix.lower() in ("", ".txt", ".md") and len(p.relative_to(folder).parts) <= 2)
    texts = [(p, p.read_text(errors="replace")) for p in files]
    sign = SIGNS.get(licence, licence)
    stated = [t for p, t in texts if sign in re.sub(r"\s+", " ", t)[:6000]]
    stated.sort(key=len)
    notices = [t for p, t in texts if p.name.upper().startswith("NOTICE")]
    return stated[:1] + notices


def main():
    registry = pathlib.Path(os.environ.get("CARGO_HOME", pathlib.Path.home() / ".cargo")) / "registry/src"
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())
    lines, texts, missing = [], {}, []
    for name, version in reached(lock):
        folder = next(iter(registry.glob(f"*/{name}-{version}")), None)
        if folder is None:
            missing.append(f"{name} {version}")
            continue
        package = tomllib.loads((folder / "Cargo.toml").read_text())["package"]
        licences = chosen(package.get("license", ""))
        lines.append(f"{name} {version} ({' AND '.join(licences)})")
        for licence in licences:
            found = licence_files(folder, licence)
            if not found:
                # The package names its licence and brings no text: its authors stand for the copyright line.
                lines += [f"    {author}" for author in package.get("authors", [])] or [f"    the authors of {name}, {package.get('repository', '')}"]
                texts.setdefault((licence, None), []).append(f"{name} {version}")
            if found and not any(parts(text)[0] for text in found):
                lines += [f"    {author}" for author in package.get("authors", [])]
            for text in found:
                credits, body = parts(text)
                lines += [f"    {line}" for line in credits if f"    {line}" not in lines[-30:]]
                key = re.sub(r"\W+", " ", body).lower().strip()
                texts.setdefault((licence, key), [body]).append(f"{name} {version}")
    for (licence, key), packages in list(texts.items()):
        if key is None:
            del texts[(licence, key)]
            same = [entry for entry in texts.items() if entry[0][0] == licence]
            if not same and licence in ("CC0-1.0", "0BSD", "Unlicense"):
                # They ask for no notice.
                continue
            if not same:
                sys.exit(f"no text of the licence {licence} for {', '.join(packages)}")
            max(same, key=lambda entry: len(entry[1]))[1].extend(packages)
    out = [
        "Third parties whose work is in this program, and the licences under which it is used.",
        "The program itself: LICENSE-MIT or LICENSE-APACHE. Made by scripts/notices.py from Cargo.lock.",
        "",
        f"== Packages ({sum(1 for line in lines if not line.startswith(' '))})",
        "",
        *lines,
        "",
        "== The language's library and the C library of the static program",
        "",
        "The Rust standard library (MIT): Copyright (c) The Rust Project Contributors",
        "musl libc (MIT): Copyright (c) 2005-2020 Rich Felker, et al.",
        "",
        "== Fonts (DejaVu Sans Condensed, regular and bold, version 2.37)",
        "",
        (ROOT / "fonts/LICENSE").read_text().strip(),
    ]
    for (licence, _), (body, *packages) in sorted(texts.items(), key=lambda entry: (entry[0][0], -len(entry[1]))):
        out += ["", f"== {licence}, for {', '.join(packages)}", "", body]
    text = "\n".join(out) + "\n"
    if missing:
        print(f"not here, and so in no archive made here: {', '.join(missing)}", file=sys.stderr)
    target = ROOT / "NOTICES"
    if "--check" in sys.argv:
        sys.exit(0 if target.exists() and target.read_text() == text else "NOTICES is not up to date: run scripts/notices.py")
    target.write_text(text)
    print(f"{target.name}: {len(lines)} lines of packages, {len(texts)} texts, {len(text)} bytes")


main()
