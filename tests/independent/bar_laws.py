"""Laws of bars: stress from strain; the element hands relative displacements, `area` and `span` turn them into strains and forces."""
import numpy as np
from discrete_laws import Law


class Bar(Law):
    def __init__(self, area, span, e):
        self.area, self.span, self.e, self.length = area, span, e, 1e-3 * span

    def respond(self, m, memory):
        stress, memory = self.stress(m['S'][0] / self.area, m['du'][0] / self.span, memory)
        return {0: self.area * stress, 1: 0.0, 2: 0.0}, memory


class Isotropic(Bar):
    """VMIS_ISOT_LINE, VMIS_ISOT_TRAC: the threshold is a curve of the plastic strain, solved by halving."""

    def __init__(self, area, span, e, threshold):
        super().__init__(area, span, e)
        self.threshold = threshold

    def start(self):
        return 0.0

    def stress(self, old, de, p):
        trial = old + self.e * de
        if abs(trial) <= self.threshold(p):
            return trial, p
        low, high = 0.0, abs(trial) / self.e
        for _ in range(100):
            dp = 0.5 * (low + high)
            low, high = (dp, high) if abs(trial) - self.e * dp > self.threshold(p + dp) else (low, dp)
        return np.sign(trial) * self.threshold(p + dp), p + dp


def line(e, sy, et):
    return lambda p: sy + e * et / (e - et) * p


def curve(e, points):
    x, f = np.array(points).T
    p = x - f / e
    return lambda q: float(np.interp(q, p, f)) + max(q - p[-1], 0.0) * (f[-1] - f[-2]) / (p[-1] - p[-2])


class Kinematic(Bar):
    """VMIS_CINE_LINE."""

    def __init__(self, area, span, e, sy, et):
        super().__init__(area, span, e)
        self.sy, self.h = sy, e * et / (e - et)

    def start(self):
        return 0.0

    def stress(self, old, de, x):
        s = old + self.e * de - x
        if abs(s) <= self.sy:
            return s + x, x
        x += self.h * (abs(s) - self.sy) / (self.e + self.h) * np.sign(s)
        return x + self.sy * np.sign(s), x


class Reinforcement(Bar):
    """PINTO_MENEGOTTO."""

    def __init__(self, area, span, e, sy, eu, su, eh, slender, a):
        super().__init__(area, span, e)
        self.sy, self.eu, self.su, self.eh, self.slender = sy, eu, su, eh, slender
        self.r0, self.a1, self.a2, self.a6, self.c, self.a = 20.0, 18.5, 0.15, 620.0, 0.5, a

    def start(self):
        return dict(older=0.0, last=0.0, turned=0.0, e=0.0, de=0.0, cycles=False, yields=False, buckles=False)

    def stress(self, old, de, memory):
        m = dict(memory)
        e, ey, fresh = m['e'] + de, self.sy / self.e, False
        m.update(e=e, de=de)
        if not m['cycles']:
            trial = old + self.e * de
            if m['yields'] and old * de < 0.0:
                if abs(m['last'] - e) < self.sy / (3.0 * self.e):
                    return trial, m
                m.update(cycles=True, older=-ey if old > 0.0 else ey, last=memory['e'], turned=old)
                fresh = True
            else:
                if abs(trial) <= self.sy:
                    return trial, m
                m['yields'] = True
                if abs(e) <= self.eh:
                    return self.sy * np.sign(trial), m
                bound = self.su - (self.su - self.sy) * ((self.eu - abs(e)) / (self.eu - self.eh))**4 if abs(e) < self.eu else self.su
                return (trial if abs(trial) <= bound else np.sign(trial) * bound), m
        elif memory['de'] * de < 0.0:
            m.update(older=m['last'], last=memory['e'], turned=old)
        return self.branch(e, de, m, fresh), m

    def branch(self, e, de, m, fresh):
        big, sy, ey = self.e, self.sy, self.sy / self.e
        hard = (self.su - sy) / (self.eu - ey)
        b, er, sr, older = hard / big, m['last'], m['turned'], m['older']
        b0 = b
        if de >= 0.0:
            start = (big * er - sr + sy - hard * ey) / (big - hard)
            if self.slender > 5.0 and m['buckles'] and not fresh:
                a5 = 1.0 + (5.0 - self.slender) / 7.5
                soft = big * (a5 + (1.0 - a5) * np.exp(-self.a6 * (older - start)**2))
                start, b0 = (soft * er - sr + sy - hard * ey) / (soft - hard), b * big / soft
            s0 = sy + hard * (start - ey)
        else:
            start = (big * er - sr - sy + hard * ey) / (big - hard)
            s0 = -sy + hard * (start + ey)
            if self.slender > 5.0:
                m['buckles'] = True
                limit = sy - 4.0 * sy / self.slender
                b0 = self.a * (5.0 - self.slender) * np.exp((er - older) * b * big / limit)
                g = (11.0 - self.slender) / (10.0 * (np.exp(self.c * self.slender) - 1.0))
                s0 -= g * b * big * (b - b0) / (1.0 - b0)
        t, x = (e - er) / (start - er), (older - start) / (start - er)
        r = self.r0 - self.a1 * x / (self.a2 + x)
        return sr + (s0 - sr) * (b0 * t + (1.0 - b0) * t / (1.0 + t**r)**(1.0 / r)) if t else sr
