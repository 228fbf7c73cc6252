#!/usr/bin/env python3
"""Damaged inputs against the program: nothing may panic, abort, hang, leave files behind or end with a wrong exit code.

usage: run.py BINARY SCRATCH COUNT [SEED [KIND,... [FORMAT]]]      kinds: tokens, files, programs (all three when absent); FORMAT: the only
one of damaged files (ASTER, GMSH, IDEAS, MED)

Inputs come from the cases and examples. `stickslip test` runs a hundred of them, in a sandbox and under limits; one in
forty runs alone too, and must end with the exit code of its line. What ends badly is kept in SCRATCH/bad. Exit code 1 if any.
"""
import collections, contextlib, glob, io, math, os, random, re, resource, shutil, signal, subprocess, sys, time, warnings

sys.dont_write_bytecode = True
import files, tokens
from programs import HEAD, Programs

BATCH, PROGRAMS, LONGEST = 100, 20, 30
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIMITS = ["--sandbox", "--max-memory", "2G"]
LINE = re.compile(r"^(NO_TEST|NOOK|ERR|OK|TIME|MEMORY) +(\S+\.(?:comm|export))(.*)$")
CODES = {"OK": 0, "NO_TEST": 0, "NOOK": 1, "ERR": 2, "TIME": 2, "MEMORY": 2}
BROKEN = ("internal error", "panicked", "overflowed its stack", "memory allocation of", " R001 ")


class Damage:
    def __init__(self, binary, scratch, seed, form=None):
        self.binary, self.scratch, self.random = os.path.abspath(binary), os.path.abspath(scratch), random.Random(seed)
        self.ends, self.bad, self.different = collections.Counter(), [], 0
        os.makedirs(self.scratch, exist_ok=True)
        found = [p for folder in ("tests/cases", "examples") for p in glob.glob(f"{ROOT}/{folder}/**/*", recursive=True)]
        small = sorted(p for p in found if os.path.isfile(p) and os.path.getsize(p) < 100_000)
        self.studies = [p for p in small if p.endswith(".comm") and os.path.getsize(p) < 12_000]
        of = {p: files.FORMATS.get(os.path.splitext(p)[1]) for p in small}
        self.meshes = [p for p in small if of[p] and of[p] == (form or of[p])]
        self.beside = collections.defaultdict(list)
        for path in small:
            self.beside[os.path.splitext(path)[0]].append(path)

    def call(self, arguments, folder, seconds):
        """Exit code and output; 124 when it had to be ended."""
        try:
            done = subprocess.run([self.binary, *arguments], cwd=folder, capture_output=True, stdin=subprocess.DEVNULL, timeout=seconds)
            return done.returncode, (done.stdout + done.stderr).decode(errors="replace")
        except subprocess.TimeoutExpired as late:
            return 124, ((late.stdout or b"") + (late.stderr or b"")).decode(errors="replace")

    def damaged_study(self, folder, stem):
        """A study with its side files; its text is damaged, or one of them."""
        source = self.random.choice(self.studies)
        rest = [p for p in self.beside[os.path.splitext(source)[0]] if p != source and not p.endswith(".export")]
        hit = self.random.choice(rest) if rest and self.random.random() < 0.2 else source
        for path in rest:
            data = open(path, "rb").read()
            with open(f"{folder}/{stem}{os.path.splitext(path)[1]}", "wb") as out:
                out.write(files.damaged(data, self.random) if path == hit else data)
        text = open(source, encoding="utf-8", errors="surrogateescape").read()
        if hit == source:
            text = tokens.damaged(text, open(self.random.choice(self.studies), encoding="utf-8", errors="replace").read(), self.random)
        with open(f"{folder}/{stem}.comm", "w", encoding="utf-8", errors="surrogateescape") as out:
            out.write(text)

    def damaged_file(self, folder, stem):
        source = self.random.choice(self.meshes)
        kind = os.path.splitext(source)[1]
        with open(f"{folder}/{stem}{kind}", "wb") as out:
            out.write(files.damaged(open(source, "rb").read(), self.random))
        with open(f"{folder}/{stem}.comm", "w") as out:
            out.write(self.random.choice(files.readers(files.FORMATS[kind])) % files.FORMATS[kind])
        profile = f"F comm {stem}.comm D 1\nF libr {stem}{kind} D 20\n".encode()
        with open(f"{folder}/{stem}.export", "wb") as out:
            out.write(files.damaged(profile, self.random) if self.random.random() < 0.05 else profile)

    def keep(self, folder, stem, why):
        kept = f"{self.scratch}/bad/{len(self.bad)}"
        os.makedirs(kept, exist_ok=True)
        for path in glob.glob(f"{folder}/{stem}.*"):
            shutil.copy(path, kept)
        self.bad.append(f"{kept}/{stem}: {why}")
        print("BAD", self.bad[-1], flush=True)

    def alone(self, folder, stem, expected):
        target = f"{stem}.export" if os.path.exists(f"{folder}/{stem}.export") else f"{stem}.comm"
        code, text = self.call(["run", target, "--max-time", str(LONGEST), "--output", f"{folder}/out", *LIMITS], folder, 2 * LONGEST)
        if code not in (0, 1, 2) or (expected is not None and code != expected) or any(word in text for word in BROKEN):
            self.keep(folder, stem, f"exit code {code}, {expected} is expected; {text[-200:]!r}")
            return False
        return True

    def batch(self, make, count):
        folder = f"{self.scratch}/batch"
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        stems = [f"s{rank:03}" for rank in range(count)]
        for stem in stems:
            make(folder, stem)
        before = set(os.listdir(folder))
        code, text = self.call(["test", ".", "-j", "1", "--max-time", str(LONGEST), *LIMITS], folder, LONGEST * count)
        lines = {}
        for line in text.splitlines():
            if found := LINE.match(line):
                lines[os.path.splitext(os.path.basename(found[2]))[0]] = (found[1], found[3])
        whole = code in (0, 1, 2) and not any(word in text for word in BROKEN)
        for stem in stems:
            word, why = lines.get(stem, (None, ""))
            if word is None or not whole:
                # Which of them it was, only a run of its own can tell.
                found = self.alone(folder, stem, None)
                self.ends["alone " + ("fine" if found else "bad")] += 1
                whole = whole or not found
                continue
            self.ends[word] += 1
            if " R001 " in why:
                self.keep(folder, stem, why)
            elif self.random.random() < 0.025 and word != "TIME":
                self.alone(folder, stem, CODES[word])
        if not whole:
            self.keep(folder, "s*", f"the whole batch: exit code {code}; {text[-300:]!r}")
        left = {name for name in set(os.listdir(folder)) - before if name not in ("out", ".stickslip")}
        if left:
            self.keep(folder, "s*", f"files left behind: {sorted(left)}")

    def programs(self, count):
        """Programs run by CPython and by the program."""
        writer, texts = Programs(self.random), {}
        while len(texts) < count:
            text = writer.program(len(texts))
            with contextlib.suppress(SyntaxError), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                texts[len(texts)] = (text, compile(HEAD + text, "p", "exec"))
        folder = f"{self.scratch}/programs"
        os.makedirs(folder, exist_ok=True)
        with open(f"{folder}/p.comm", "w") as out:
            out.write("DEBUT()\n" + HEAD + "".join(text for text, _ in texts.values()) + "FIN()\n")
        code, found = self.call(["run", "p.comm", "--max-time", str(LONGEST), *LIMITS], folder, 2 * LONGEST)
        self.ends[f"programs, exit code {code}"] += count
        if code not in (0, 1, 2) or any(word in found for word in BROKEN):
            return self.keep(folder, "p", f"exit code {code}; {found[-200:]!r}")
        parts = dict(zip(*[iter(re.split(r"^# (\d+)$", found, flags=re.M)[1:])] * 2))
        for rank, (_, compiled) in texts.items() if code == 0 else ():
            out = io.StringIO()
            # Some would take CPython for ever, or all memory.
            signal.alarm(10)
            try:
                with contextlib.redirect_stdout(out), warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    exec(compiled, {})
            except (Late, MemoryError):
                self.ends["too long for CPython"] += 1
                continue
            finally:
                signal.alarm(0)
            expected, mine = (t.split("\n") for t in (out.getvalue().split("\n", 1)[1].strip(), parts.get(str(rank), "").strip()))
            mine = [line for line in mine if line[:1] in "=!"]
            # Integers have 64 bits, sequences and texts a largest size.
            limited = any("OverflowError" in line or "MemoryError" in line for line in expected + mine)
            if not limited and not alike(expected, mine):
                self.different += 1
                pair = next(((a, b) for a, b in zip(expected, mine) if a != b), (expected[-1:], mine[-1:]))
                print("DIFFERENT", *(str(text)[:100] for text in pair), flush=True)


NUMBER = re.compile(r"(\d+\.?\d*(?:e[-+]?\d+)?)")


def alike(mine, other):
    """The same text; powers come from another library than CPython's, and may differ in their last digit."""
    mine, other = (NUMBER.split("\n".join(lines)) for lines in (mine, other))
    near = lambda a, b: a == b or math.isclose(float(a), float(b), rel_tol=1e-15)
    return mine[::2] == other[::2] and len(mine) == len(other) and all(map(near, mine[1::2], other[1::2]))


class Late(BaseException):
    """A program that catches all exceptions must not catch this one."""


def late(*_):
    raise Late


def main():
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    signal.signal(signal.SIGALRM, late)
    binary, scratch, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    kinds = sys.argv[5].split(",") if len(sys.argv) > 5 else ["tokens", "files", "programs"]
    damage = Damage(binary, scratch, int(sys.argv[4]) if len(sys.argv) > 4 else 1, *sys.argv[6:7])
    start, done = time.time(), 0
    while done < count:
        kind = kinds[done // BATCH % len(kinds)]
        some = min(BATCH, count - done)
        if kind == "programs":
            for first in range(0, some, PROGRAMS):
                damage.programs(min(PROGRAMS, some - first))
        else:
            damage.batch(damage.damaged_study if kind == "tokens" else damage.damaged_file, some)
        done += some
        print(f"{done} inputs, {time.time() - start:.0f} s, {len(damage.bad)} bad", flush=True)
    print(f"{done} inputs in {time.time() - start:.0f} s: {len(damage.bad)} ended badly, {damage.different} printed something else; ends:")
    for end, times in sorted(damage.ends.items()):
        print(f"  {times:7} {end}")
    sys.exit(1 if damage.bad else 0)


if __name__ == "__main__":
    main()
