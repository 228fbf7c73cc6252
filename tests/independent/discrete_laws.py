"""Laws of discrete elements, each from its own equations. `respond(motion, memory)` gives the forces that the law names, by slot (0 x, 1 y, 2 z,
3 4 5 rotations), and its memory at the end of the step. Laws that are differential equations are integrated by scipy at 1e-11."""
import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq


def integrate(rates, y, dt, scale):
    found = solve_ivp(rates, (0.0, dt), y, method='DOP853', rtol=1e-11, atol=1e-11 * np.asarray(scale))
    return found.y[:, -1]


def first_root(function, start, end, parts=64):
    """The first instant at which `function` becomes positive; None if it does not."""
    last, before = start, function(start)
    for t in np.linspace(start, end, parts + 1)[1:]:
        now = function(t)
        if before <= 0.0 < now:
            return brentq(function, last, t, xtol=1e-14 * end, rtol=1e-14)
        last, before = t, now
    return None


class Law:
    first_evaluation = False
    length = 1.0

    def start(self):
        return None


class Contact(Law):
    """DIS_CONTACT: compression, dashpot, Coulomb friction with a tangential stiffness."""
    first_evaluation = True

    def __init__(self, kn, kt, mu, cn, gap, length):
        self.kn, self.kt, self.mu, self.cn, self.gap, self.length = kn, kt, mu, cn, gap, length

    def start(self):
        return np.zeros(5), np.zeros(2)

    def is_open(self, u, element):
        return u[0] + self.gap > 0.0

    def respond(self, m, memory):
        (*friction, wx, wy, wz), slip = memory
        w_old, dt = np.array([wx, wy, wz]), m['dt']
        u_rate, w_rate = m['du'][:3] / dt, (m['w'][:3] - w_old) / dt
        approach = w_rate[0] if m['dynamic'] else u_rate[0]
        start, end = m['u'][0] + self.gap, m['u'][0] + m['du'][0] + self.gap
        # The part of the step that is spent in contact: the motion is uniform.
        if start <= 0.0 and end <= 0.0:
            first, last = 0.0, dt
        elif start > 0.0 and end > 0.0:
            first = last = 0.0
        else:
            crossing = dt * start / (start - end)
            first, last = (crossing, dt) if end <= 0.0 else (0.0, crossing)
        rubs = self.kt > 0.0 and self.mu > 0.0

        fx, q, slide = m['S'][0], np.array(friction), np.array(slip)
        fx_rate = self.kn * u_rate[0] + self.cn * w_rate[0]
        if last > first and not rubs:
            fx += (last - first) * (fx_rate if approach < 0.0 or fx < 0.0 else 0.0)
        elif last > first:
            fx, q, slide = self.rub(last - first, fx, q, slide, fx_rate, u_rate)
        tangential = [m['S'][i] + m['K'][i] * m['du'][i] + q[i - 1] - friction[i - 1] for i in (1, 2)]
        return {0: 0.0 if end > 0.0 else fx, 1: tangential[0], 2: tangential[1]}, (np.array([*q, *m['w'][:3]]), slide)

    def rub(self, span, fx, q, slide, fx_rate, u_rate):
        """Stick until the cone is met, then slip while the slip goes on."""
        t, v = 0.0, u_rate[1:]

        while t < span:
            size, left = np.hypot(*q), span - t
            over = size - self.mu * abs(fx)
            growth = self.kn * (self.mu if fx > 0.0 else -self.mu) * u_rate[0]
            if over >= -1e-12 * self.mu * abs(fx) and size > 0.0 and q @ v / size - growth / self.kt >= 0.0:
                # The size of the friction force is linear in time, and its angle to the motion has a closed form.
                speed, grown = np.hypot(*v), max(size + growth * left, 1e-300)
                power = self.kt * speed * left / size if abs(grown - size) < 1e-12 * size else self.kt * speed / growth * np.log(grown / size)
                if speed == 0.0:
                    return fx + fx_rate * left, q * grown / size, slide - q * (grown / size - 1.0) / self.kt
                along, across = np.array(v) / speed, np.array([-v[1], v[0]]) / speed
                angle = 2.0 * np.arctan(np.tan(0.5 * np.arctan2(q @ across, q @ along)) * np.exp(-power))
                new = grown * (np.cos(angle) * along + np.sin(angle) * across)
                return fx + fx_rate * left, new, slide + v * left - (new - q) / self.kt
            # Stuck inside of the cone, or where the motion leads back into it.
            def slips(s):
                q_s, f_s = q + self.kt * v * s, abs(fx + fx_rate * s)
                size = max(np.hypot(*q_s), 1e-300)
                return min(size - self.mu * f_s, self.kt * (q_s @ v / size - growth / self.kt) * span)
            stuck = first_root(slips, 0.0, left)
            s = span - t if stuck is None else max(stuck, 1e-12 * span)
            fx, q, t = fx + fx_rate * s, q + self.kt * v * s, t + s
        return fx, q, slide


class PenaltyContact(Law):
    """DIS_CHOC: the same physics by return to the cone of Coulomb."""

    def __init__(self, kn, kt, mu, gap, length):
        self.kn, self.kt, self.mu, self.gap, self.length = kn, kt, mu, gap, length

    def start(self):
        return np.zeros(2)

    def respond(self, m, memory):
        u = m['u'] + m['du']
        d = u[0] + self.gap
        if d > 0.0:
            # Two nodes along local x: the tangential position is the displacement.
            return {0: 0.0, 1: 0.0, 2: 0.0}, u[1:3].copy()
        fx = self.kn * d
        if self.mu == 0.0:
            return {0: fx, 1: m['K'][1] * u[1], 2: m['K'][2] * u[2]}, memory
        t = self.kt * (u[1:3] - memory)
        size, bound = np.hypot(*t), self.mu * abs(fx)
        anchor = memory
        if size > bound:
            anchor = memory + (1.0 - bound / size) * t / self.kt
            t = self.kt * (u[1:3] - anchor)
        return {0: fx, 1: t[0], 2: t[1]}, anchor


class Zener(Law):
    """DIS_VISC."""

    def __init__(self, s1, k2, s3, c, a, length):
        self.s1, self.k2, self.s3, self.c, self.a, self.length = s1, k2, s3, c, a, length

    def start(self):
        return 0.0

    def respond(self, m, memory):
        rate, d = m['du'][0] / m['dt'], self.s1 + self.s3 + self.k2 * self.s1 * self.s3

        def rates(t, y):
            e = m['u'][0] + rate * t
            x = (y[0] * (1.0 + self.k2 * self.s1) - self.k2 * e) / self.c
            flow = np.sign(x) * abs(x)**(1.0 / self.a)
            return [(rate * (1.0 + self.k2 * self.s3) - flow) / d, flow]
        y = integrate(rates, [m['S'][0], memory], m['dt'], [self.length / d, self.length])
        return {0: y[0]}, y[1]


class PlasticLink(Law):
    """DIS_ECRO_TRAC, along the axis or in the normal plane; the threshold is a curve of the cumulated plastic displacement."""

    def __init__(self, points, axes, kinematic, length):
        self.x, self.f = np.array(points).T
        self.k = self.f[1] / self.x[1]
        self.p, self.axes, self.kinematic, self.length = self.x[1:] - self.f[1:] / self.k, axes, kinematic, length

    def start(self):
        return 0.0, np.zeros(len(self.axes))

    def threshold(self, p):
        if self.kinematic:
            return self.f[1], (self.f[2] - self.f[1]) / (self.p[1] - self.p[0])
        i = min(max(np.searchsorted(self.p, p, side='right'), 1), len(self.p) - 1)
        slope = (self.f[i + 1] - self.f[i]) / (self.p[i] - self.p[i - 1])
        return self.f[i] + slope * (p - self.p[i - 1]), slope

    def respond(self, m, memory):
        n = len(self.axes)
        v, force = m['du'][self.axes] / m['dt'], m['S'][self.axes]
        p, back = memory
        # Elastic until the threshold is met: the first root of |g + k v t| = R.
        g, r = force - back, self.threshold(p)[0]
        a, b, c = self.k**2 * (v @ v), self.k * (g @ v), g @ g - r**2
        dt = m['dt']
        if c >= 0.0 and b > 0.0:
            t = 0.0
        else:
            t = (-b + np.sqrt(max(b * b - a * min(c, 0.0), 0.0))) / a if a > 0.0 else dt
        t = min(t, dt)
        y = np.array([*(force + self.k * v * t), p, *back])
        if t < dt:
            def rates(_, y):
                g = y[:n] - y[n + 1:]
                size, slope = np.sqrt(g @ g), self.threshold(y[n])[1]
                flow = max(self.k * (g @ v) / (size * (self.k + slope)), 0.0)
                up = flow * g / size
                return np.array([*(self.k * (v - up)), flow, *(slope * up if self.kinematic else 0.0 * up)])
            y = integrate(rates, y, dt - t, [self.f[1]] * n + [self.x[1]] + [self.f[1]] * n)
        return {axis: y[i] for i, axis in enumerate(self.axes)}, (y[n], y[n + 1:])


class KinematicHardening(Law):
    """DIS_ECRO_CINE: {slot: (Y, slope, bound or None, power)}."""

    def __init__(self, parts, length):
        self.parts, self.length = parts, length

    def start(self):
        return {slot: (0.0, 0.0) for slot in self.parts}

    def respond(self, m, memory):
        forces, after = {}, {}
        for slot, (y, slope, bound, power) in self.parts.items():
            def back(a):
                return slope * a if bound is None else slope * a / (1.0 + (slope * abs(a) / bound)**power)**(1.0 / power)
            up, a = memory[slot]
            ke, u, du = m['K'][slot], m['u'][slot], m['du'][slot]
            old, new = ke * (u - up), ke * (u + du - up)
            change = new - old
            if du != 0.0 and abs(new - back(a)) > y:
                s = 1.0 if du >= 0.0 else -1.0
                da = du - s * (y - s * (old - back(a))) / ke
                x = back(a + da)
                up, a = up + da - s * abs(x - back(a)) / ke, a + da
                change = s * abs(ke * (u + du - up) - old)
            forces[slot], after[slot] = m['S'][slot] + change, (up, a)
        return forces, after


class TwoSlopes(Law):
    """DIS_BILI_ELAS: {slot: (first, last, limit)}."""

    def __init__(self, parts, length):
        self.parts, self.length = parts, length

    def respond(self, m, memory):
        forces = {}
        for slot, (first, last, limit) in self.parts.items():
            u = m['u'][slot] + m['du'][slot]
            us = limit / first
            forces[slot] = first * u if abs(u) <= us else np.sign(u) * (limit + last * (abs(u) - us))
        return forces, memory


class ElasticShock(Law):
    """CHOC_ELAS_TRAC."""

    def __init__(self, points, gap, length):
        (self.x, self.f), self.gap, self.length = np.array(points).T, gap, length

    def respond(self, m, memory):
        push = -(m['u'][0] + m['du'][0] + self.gap)
        if push < 0.0:
            return {0: 0.0}, memory
        beyond = max(push - self.x[-1], 0.0) * (self.f[-1] - self.f[-2]) / (self.x[-1] - self.x[-2])
        return {0: -(np.interp(push, self.x, self.f) + beyond)}, memory


class StepDashpot(Law):
    """DASHPOT: K times the increment of the step."""

    def __init__(self, length):
        self.length = length

    def respond(self, m, memory):
        return {slot: k * m['du'][slot] for slot, k in enumerate(m['K'])}, memory


class BucklingStop(Law):
    """CHOC_ENDO: threshold, stiffness and dashpot of the cumulated plasticity."""
    first_evaluation = True

    def __init__(self, x, f, k, a, included, gap, length):
        self.f, self.k, self.a, self.included, self.gap, self.length = map(np.array, (f, k, a, included, gap, length))
        self.p = np.round(np.array(x) - self.f / self.k, 10)
        self.p[0] = -self.p[2]

    def start(self):
        return 0.0, 0.0, 0.0

    def is_open(self, u, element):
        # Its matrix is stiff even when it is open.
        return False

    def at(self, values, p):
        i = min(max(np.searchsorted(self.p, p, side='right'), 1), len(self.p) - 1)
        slope = (values[i] - values[i - 1]) / (self.p[i] - self.p[i - 1])
        return values[i - 1] + slope * (p - self.p[i - 1]), slope

    def respond(self, m, memory):
        cumulated, plastic, w_old = memory
        u_rate, w_rate = m['du'][0] / m['dt'], (m['w'][0] - w_old) / m['dt']

        a_of = lambda big: self.at(self.a, big)[0]

        def trial(t, big, p):
            k, a = self.at(self.k, big)[0], a_of(big) if self.included else 0.0
            return k * (m['u'][0] + u_rate * t + self.gap - p) - a * abs(w_old + w_rate * t)

        def plastic_rates(t, y):
            force, big, p = y
            e, w = m['u'][0] + u_rate * t + self.gap - p, w_old + w_rate * t
            (s, ds), (k, dk), (a, da) = (self.at(v, big) for v in (self.f, self.k, self.a))
            sw, sf = -1.0 if w < 0.0 else 1.0, -1.0 if k * e - (a * abs(w) if self.included else 0.0) < 0.0 else 1.0
            num = sf * (k * u_rate - a * sw * w_rate)
            den = ds + k - sf * dk * e + sf * da * abs(w)
            flow = max(num / den, 0.0)
            return [k * (u_rate - sf * flow) + dk * e * flow - a * sw * w_rate - da * abs(w) * flow, flow, sf * flow]

        dt, t, force, big, p = m['dt'], 0.0, m['S'][0], cumulated, plastic
        sign = lambda s: -1.0 if w_old + w_rate * s < 0.0 else 1.0
        turn = -w_old / w_rate if w_rate != 0.0 else -1.0
        cuts = sorted([0.0, dt] + [s for s in (turn, (p - self.gap - m['u'][0]) / u_rate if u_rate else -1.0) if 0.0 < s < dt])
        for start, end in zip(cuts, cuts[1:]):
            t = start
            while t < end:
                middle = 0.5 * (t + end)
                if m['u'][0] + u_rate * middle + self.gap - p > 0.0:
                    break
                bound = self.at(self.f, big)[0]
                over = abs(trial(t, big, p)) - bound
                if over >= -1e-11 * bound and plastic_rates(min(t + 1e-9 * dt, end), [force, big, p])[1] > 0.0:
                    y, here = np.array([force, big, p]), t
                    # The tables have corners: one part after the other.
                    corner = self.p[min(np.searchsorted(self.p, big, side='right'), len(self.p) - 1)]
                    meets = lambda _, y: y[1] - corner
                    meets.terminal, meets.direction = True, 1.0
                    found = solve_ivp(plastic_rates, (t, end), y, method='DOP853', rtol=1e-11, atol=1e-11 * np.array([self.f[1], self.length, self.length]),
                                      events=meets if big < corner else None)
                    force, big, p = found.y[:, -1]
                    t = found.t[-1]
                    big = max(big, corner) if found.status == 1 else big
                    continue
                met = first_root(lambda s: abs(trial(s, big, p)) - bound, t if over < 0.0 else min(t + 1e-9 * dt, end), end)
                until = end if met is None else max(met, t + 1e-12 * dt)
                k, a = self.at(self.k, big)[0], a_of(big)
                rate = k * u_rate - a * sign(0.5 * (t + until)) * w_rate
                # No pull is stored.
                force += 0.0 if force >= 0.0 and rate > 0.0 else rate * (until - t)
                if rate > 0.0 and force > 0.0:
                    force = 0.0
                t = until
        return {0: min(0.0, force)}, (big, p, m['w'][0])


class BucklingPenalty(Law):
    """CHOC_ENDO_PENA."""

    def __init__(self, x, f, k, a, included, gap, length):
        self.x, self.f, self.k, self.a, self.included, self.gap, self.length = np.array(x), f, k, a, included, gap, length

    def start(self):
        return 0.0, 0.0

    def respond(self, m, memory):
        deepest, residue = memory
        e, w = m['u'][0] + m['du'][0] + self.gap, m['w'][0]
        deepest = min(deepest, e)
        s, bound, k, c = np.interp(-e, self.x, self.f), *(np.interp(-deepest, self.x, v) for v in (self.f, self.k, self.a))
        ci, co = (c, 0.0) if self.included else (0.0, c)
        force = 0.0
        if e - residue <= 0.0:
            if abs(k * (e - residue)) > bound:
                residue = e + bound / k
            f = k * (e - residue) + ci * w
            if abs(f) >= s:
                force = -s + co * w
            elif f + co * w <= 0.0:
                force = f + co * w
        return {slot: force if slot == 0 else 0.0 for slot in range(3)}, (deepest, residue)


class Arm(Law):
    """ARME."""

    def __init__(self, kye, dle, kyp, dlp, kyg):
        self.kye, self.dle, self.kyp, self.dlp, self.kyg, self.length = kye, dle, kyp, dlp, kyg, dlp

    def start(self):
        return 0.0

    def respond(self, m, v):
        uy, dy, most = m['u'][1], m['du'][1], self.dlp - self.dle
        s, size, k = abs(m['S'][1]), abs(m['u'][1] + m['du'][1]), self.kyg
        plastic, elastic = self.kye * self.dle + self.kyp * v, self.kye * abs(dy)
        if dy == 0.0 or dy * uy < 0.0:
            k, v = (self.kye, v) if v < most else (self.kyg, most)
        elif v >= most:
            v = most
        elif s < plastic or v == 0.0:
            if s + elastic < plastic:
                k = self.kye
            elif size < self.dlp:
                v = abs(size - self.dle)
                k = (self.kye * self.dle + self.kyp * v - s) / abs(dy)
            else:
                v = most
                k = (self.kye * self.dle - s + self.kyp * most + self.kyg * abs(size - self.dlp)) / abs(dy)
        elif size < self.dlp:
            v, k = abs(size - self.dle), self.kyp
        else:
            k, v = (self.kyp * abs(most - v) + self.kyg * abs(size - self.dlp)) / abs(dy), most
        return {1: m['S'][1] + k * dy}, v


class GridToRod(Law):
    """DIS_GRICRA."""

    def __init__(self, kn, kt, eta, turn, mu, force, angles, slopes):
        self.kn, self.kt, self.h, self.turn, self.mu, self.force = kn, kt / 4.0, kt / 4.0 * eta / (1.0 - eta), turn, mu, force / 4.0
        self.angles, self.length = angles, 1e-3
        p1, p2, p3, p4 = slopes
        self.theta, self.phi, self.theta_2, self.phi_2 = (p2 - p3 + p4) / 2.0, (p1 - p2) / 2.0, p4 / 2.0, (p3 - p4) / 2.0

    def start(self):
        return np.zeros(5)

    def respond(self, m, memory):
        u = m['u'] + m['du']
        cumulated, pad, pads, other, friction = memory
        n = -self.force + self.kn * u[0]
        r, bound = friction + self.kt * m['du'][1], self.mu * self.force + self.h * cumulated
        if abs(r) > bound:
            cumulated += (abs(r) - bound) / (self.h + self.kt)
            r = np.sign(r) * (self.mu * self.force + self.h * cumulated)
        a1, a2, a3 = self.angles
        theta, phi, chi = u[5], u[3], u[4]
        mz = self.theta * theta if abs(theta) <= a2 else np.sign(theta) * (self.theta * a2 + self.theta_2 * (abs(theta) - a2))
        f = phi - pad
        if abs(f) >= a1 + self.turn * pads:
            dp = (abs(f) - a1 - self.turn * pads) / (1.0 + self.turn * np.sign(f))
            pads, pad = pads + dp, pad + dp * np.sign(f)
        f = phi - other
        if abs(f) >= a3:
            other += (abs(f) - a3) * np.sign(f)
        mx = self.phi * (phi - pad) + self.phi_2 * (phi - other)
        return {0: n, 1: r, 2: 0.0, 3: mx, 4: self.phi * chi, 5: mz}, np.array([cumulated, pad, pads, other, r])


class Stud(Law):
    """DIS_GOUJ2E_PLAS: local y hardens along a curve of stress and strain."""

    def __init__(self, points):
        self.x, self.f = np.array(points).T
        self.e, self.length = self.f[0] / self.x[0], self.x[0]
        self.p = self.x - self.f / self.e

    def start(self):
        return 0.0

    def curve(self, p):
        i = min(max(np.searchsorted(self.p, p, side='right'), 1), len(self.p) - 1)
        slope = (self.f[i] - self.f[i - 1]) / (self.p[i] - self.p[i - 1])
        return self.f[i - 1] + slope * (p - self.p[i - 1])

    def respond(self, m, p):
        trial = m['S'][1] + self.e * m['du'][1]
        if abs(trial) <= self.curve(p):
            return {1: trial}, p
        low, high = 0.0, abs(trial) / self.e
        for _ in range(200):
            dp = 0.5 * (low + high)
            low, high = (dp, high) if abs(trial) - self.e * dp > self.curve(p + dp) else (low, dp)
        return {1: np.sign(trial) * self.curve(p + dp)}, p + dp
