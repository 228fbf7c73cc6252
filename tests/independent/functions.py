"""Functions and surfaces of studies: tables with their two evaluation rules, formulas."""
import math


def between(x, x1, x2, y1, y2, rule):
    """Linear or logarithmic in each of abscissa and ordinate."""
    fx, fy = (math.log if r == 'LOG' else float for r in rule)
    t = (fx(x) - fx(x1)) / (fx(x2) - fx(x1))
    y = fy(y1) + t * (fy(y2) - fy(y1))
    return math.exp(y) if rule[1] == 'LOG' else y


class Table:
    """DEFI_FONCTION: constant or linear beyond its ends."""

    def __init__(self, pairs, rule, left, right):
        self.x, self.y, self.rule, self.left, self.right = list(pairs[0::2]), list(pairs[1::2]), rule, left, right

    def __call__(self, x):
        if x <= self.x[0] or x >= self.x[-1]:
            low = x <= self.x[0]
            if x in (self.x[0], self.x[-1]) or (self.left if low else self.right) == 'CONSTANT':
                return self.y[0 if low else -1]
            k = 0 if low else len(self.x) - 2
        else:
            k = max(i for i in range(len(self.x)) if self.x[i] <= x)
        return between(x, self.x[k], self.x[k + 1], self.y[k], self.y[k + 1], self.rule)


class Surface:
    """DEFI_NAPPE: each neighbouring curve in frequency, then between the two in the parameter."""

    def __init__(self, values, curves, rule):
        self.values, self.curves, self.rule = values, curves, rule

    def __call__(self, parameter, x):
        v = self.values
        if parameter <= v[0]:
            return self.curves[0](x)
        if parameter >= v[-1]:
            return self.curves[-1](x)
        k = max(i for i in range(len(v)) if v[i] <= parameter)
        return between(parameter, v[k], v[k + 1], self.curves[k](x), self.curves[k + 1](x), self.rule)


class Formula:
    """FORMULE of named arguments, with the names a study gives it."""

    def __init__(self, names, text, known):
        self.names, self.code, self.known = names, compile(text, 'formula', 'eval'), known

    def __call__(self, *values):
        scope = {n: getattr(math, n) for n in dir(math) if not n.startswith('_')}
        return eval(self.code, {**scope, **self.known, **dict(zip(self.names, values))})
