"""Damage to the text of studies: tokens exchanged, dropped, repeated, replaced by awkward ones, blocks and lines moved."""
import re

TOKEN = re.compile(
    r"#[^\n]*|'''.*?'''|\"\"\".*?\"\"\"|'[^'\n]*'|\"[^\"\n]*\"|\d+\.?\d*(?:[eE][-+]?\d+)?|\w+|\n[ \t]*|[ \t]+"
    r"|\*\*|//|==|<=|>=|!=|.", re.S)
NUMBERS = """0 0. -1 -1. 1 2 3 7 1e-300 1e300 -1e308 5e-324 1e-15 2**31 2**62 -2**63 10**15 10**7 100000 1j True None
    float('nan') float('inf') -float('inf')""".split()
TEXTS = ["''", "' '", "'OUI'", "'NON'", "'TOUT'", "'é'", "'a' * 300", "'\\x00'", "'../../x'", "'/dev/full'", "'RELATIF'",
         "'DX'", "'INST'", "'N1'", "'PLUS_PETITE'", "'\\n'", "'fort.20'", "'%s' % x"]
VALUES = ["()", "[]", "{}", "_F()", "(1,)", "(1., 2.)", "('a', 'b')", "[[]]", "lambda x: x", "CO('zz')", "print", "range(3)",
          "[None]", "[0.] * 100000", "(_F(),) * 3", "x", "len", "[x for x in range(9)]", "dict(a=1)"]
LINES = ["while True: pass", "x = [x]", "def f(x): return f(x)", "f(1)", "for i in range(10**9): y = i", "import numpy as np",
         "x = np.ones((10**5, 10**5))", "raise ValueError('x')", "try:", "    x = 1", "else:", "return", "del MESH",
         "DETRUIRE(NOM=MESH)", "FIN()", "DEBUT()", "assert False", "global x", "with open('x') as f: pass", "INCLUDE(UNITE=20)"]


def is_number(t):
    return t[0].isdigit()


def is_text(t):
    return t[0] in "'\""


def is_name(t):
    return re.match(r"[A-Za-z_]\w*$", t) is not None


def kind(t):
    return is_number(t), is_text(t), is_name(t), t.isspace()


def damaged(text, other, random):
    """The text with one to four changes; `other` is a text to take parts from."""
    tokens, spare = TOKEN.findall(text), TOKEN.findall(other)
    for _ in range(random.choice([1, 1, 1, 1, 2, 3, 4])):
        tokens = change(tokens, spare, random)
    return "".join(tokens)


def change(tokens, spare, random):
    solid = [i for i, t in enumerate(tokens) if not t.isspace() and t[0] != "#"]
    if not solid or not spare:
        return [t for t in tokens if t]
    at = random.choice(solid)
    values = [j for i, j in zip(solid, solid[1:]) if tokens[i] == "="]
    names = [i for i, j in zip(solid, solid[1:]) if is_name(tokens[i]) and tokens[j] == "="]
    how = random.randrange(13)
    if how in (0, 1):
        places = [i for i in solid if is_number(tokens[i])]
        if places:
            tokens[random.choice(places)] = random.choice(NUMBERS)
    elif how == 2:
        places = [i for i in solid if is_text(tokens[i])]
        if places:
            tokens[random.choice(places)] = random.choice(TEXTS)
    elif how == 3 and values:
        tokens[random.choice(values)] = random.choice(NUMBERS + TEXTS + VALUES)
    elif how == 4:
        del tokens[at]
    elif how == 5:
        tokens.insert(at, tokens[random.choice(solid)])
    elif how == 6:
        to = random.choice(solid)
        tokens[at], tokens[to] = tokens[to], tokens[at]
    elif how == 7:
        same = [t for t in spare if kind(t) == kind(tokens[at])]
        if same:
            tokens[at] = random.choice(same)
    elif how == 8 and names:
        start = end = random.choice(names)
        while end < len(tokens) and tokens[end] not in ",)":
            end += 1
        del tokens[start:end + (end < len(tokens) and tokens[end] == ",")]
    elif how == 9 and names:
        other = [a for a, b in zip(spare, spare[1:]) if is_name(a) and b == "="]
        if other:
            tokens[random.choice(names)] = random.choice(other)
    elif how == 10:
        # Part of the other study in the middle of this one.
        start = random.randrange(len(spare))
        tokens[at:at] = spare[start:start + random.choice([2, 10, 60])]
    elif how == 11:
        # Brackets, or the depth of a line.
        places = [i for i in solid if tokens[i] in "()[]{}"] or [at]
        tokens[random.choice(places)] = random.choice(["", "(", ")", "[", "]", "{", "((", "))", "\n    ", "\t", "\\\n", ";"])
    else:
        lines = "".join(tokens).split("\n")
        line = random.randrange(len(lines))
        what = random.randrange(4)
        if what == 0:
            lines.insert(random.randrange(len(lines) + 1), lines[line])
        elif what == 1:
            lines.insert(random.randrange(len(lines)), lines.pop(line))
        elif what == 2:
            lines.insert(line, random.choice(LINES))
        else:
            lines.pop(line)
        tokens = TOKEN.findall("\n".join(lines))
    return [t for t in tokens if t]
