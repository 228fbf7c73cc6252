"""Random programs in the Python of studies. CPython runs them too: both must print the same, kinds of errors included."""


class Programs:
    """Writes programs whose names a, b, s, l, t, d hold numbers, a text, a list, a tuple and a dictionary."""

    NUMBERS = "0 1 -1 2 3 7 10 -5 0.5 -0.25 1.5 1e10 3.7 -2. 100 True False 123456789 1e-7 0.1 2.5e16 1e22 -0.0".split()
    TEXTS = ["''", "'a'", "'abc'", "'Hello World'", "'x,y,z'", "' pad '", "'1.5'", "'42'", "'AbC'", "'a b  c'", "'é'", "'-7'"]
    FORMATS = "d 5d 05d +d .2f 8.3f e .3e g .4g 10 <8 >8 ^9 08.2f .0f +.1e x o b % -6d *^7 .1% #x 010.4g".split()
    METHODS = """upper() lower() strip() split() split(',') replace('a','b') startswith('a') endswith('c') ljust(6) rjust(6)
        center(7) center(8) zfill(5) find('b') count('a') title() capitalize() isdigit() splitlines() lstrip() isalpha()
        rfind('a') partition(',') swapcase()""".split()

    def __init__(self, random):
        self.random, self.pick = random, random.choice

    def atom(self):
        return self.pick([self.pick(self.NUMBERS), self.pick(self.TEXTS), "a", "b", "s", "l", "t", "d"])

    def expression(self, depth):
        if depth <= 0:
            return self.atom()
        e, pick = (lambda: self.expression(depth - 1)), self.pick
        return self.random.choice([
            lambda: f"({e()} {pick(['+', '-', '*', '/', '//', '%'])} {e()})",
            lambda: f"({pick(self.NUMBERS)} ** {pick(['0', '1', '2', '3', '-1', '0.5', '-0.5'])})",
            lambda: f"({e()} {pick(['<', '<=', '==', '!=', '>', '>=', 'in', 'not in'])} {e()})",
            lambda: f"({e()} {pick(['and', 'or'])} {e()})",
            lambda: f"(not {e()})",
            lambda: f"({e()} if {e()} else {e()})",
            lambda: f"[{e()}, {e()}]",
            lambda: f"({e()}, {e()},)",
            lambda: f"[{e()} for x in {pick(['range(3)', 'l', 't', 's', 'd'])}]",
            lambda: f"{pick(['abs', 'len', 'str', 'repr', 'int', 'float', 'bool', 'list', 'tuple', 'sorted', 'sum', 'min', 'max', 'round'])}({e()})",
            lambda: f"{pick('lts')}[{pick(['0', '-1', '1', '1:', ':2', '::-1', '::2', '-2:', '1:-1', '5'])}]",
            lambda: f"d.get({self.atom()}, {e()})",
            lambda: f"{pick(['s'] + self.TEXTS)}.{pick(self.METHODS)}",
            lambda: f"'%{pick(['d', '5d', '05d', '.2f', '8.3e', 'g', 's', 'r', '-6s', '+d', 'x', '10.4f', '.3g'])}' % ({e()},)",
            lambda: f"'{{:{pick(self.FORMATS)}}}'.format({e()})",
            lambda: f"(lambda x, y={self.atom()}: {pick(['x', '(x, y)', '[y, x]'])})({e()})",
            lambda: f"list({pick(['zip(l, t)', 'enumerate(l)', 'map(str, l)', 'reversed(t)', 'range(1, 9, 3)'])})",
            lambda: f"divmod({e()}, {e()})",
            lambda: f"{{x: {e()} for x in {pick(['range(2)', 't', 's'])}}}",
        ])()

    def block(self, indent, depth, count):
        lines, pad, pick, e = [], "    " * indent, self.pick, self.expression
        for _ in range(count):
            how = self.random.randrange(9)
            if how < 2:
                lines.append(f"{pad}{pick('ab')} = {e(2)}")
            elif how == 2:
                lines.append(f"{pad}{pick('ab')} {pick(['+=', '-=', '*=', '//='])} {e(1)}")
            elif how == 3:
                lines.append(f"{pad}l.{pick(['append(%s)' % e(1), 'insert(0, %s)' % e(1), 'pop()', 'reverse()', 'extend(t)'])}")
            elif how == 4:
                lines.append(f"{pad}d[{self.atom()}] = {e(1)}")
            elif how == 5 and depth:
                lines += [f"{pad}for x in {pick(['l[:3]', 't', 'range(3)', 's', 'd'])}:"] + self.block(indent + 1, depth - 1, 2)
            elif how == 6 and depth:
                lines += [f"{pad}if {e(2)}:"] + self.block(indent + 1, depth - 1, 1) + [f"{pad}else:"] + self.block(indent + 1, depth - 1, 1)
            elif how == 7 and depth:
                lines += [f"{pad}try:"] + self.block(indent + 1, depth - 1, 2) + [f"{pad}except Exception as e:", f"{pad}    show(type(e).__name__)"]
            else:
                lines.append(f"{pad}show({e(3)})")
        return lines

    def program(self, rank):
        head = [f"def p{rank}():", f"    a = {self.pick(self.NUMBERS)}", f"    b = {self.pick(self.NUMBERS)}",
                f"    s = {self.pick(self.TEXTS)}", "    l = [3, 1, 2]", "    t = (1, 2.5, 'z')", "    d = {'a': 1, 2: 'b'}"]
        tail = ["    show([a, b, l, d])", f"print('#', {rank})", "try:", f"    p{rank}()", "except Exception as e:", "    print('! raised', type(e).__name__)"]
        return "\n".join(head + self.block(1, 2, self.random.randrange(3, 8)) + tail) + "\n"


HEAD = "def show(x):\n    print('=', repr(x))\n"
