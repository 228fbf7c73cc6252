"""Structures of discrete elements and bars with a law, solved apart from the program: own frames, own sums, own Newton's method with matrices
from differences, mean acceleration of Newmark. The laws are in discrete_laws.py and bar_laws.py."""
import numpy as np


def frame(x, y=None, roll=0.0):
    """Local axes as rows from the direction of a segment and its roll (degrees), or from three nautical angles (degrees)."""
    if y is None:
        d = np.asarray(x, float) / np.linalg.norm(x)
        a, b, g = np.arctan2(d[1], d[0]), -np.arcsin(d[2]), np.radians(roll)
    else:
        a, b, g = np.radians([x, *y])
    turn = lambda i, j, t: np.array([[np.cos(t) if r == c and r in (i, j) else float(r == c) if r == c else
                                      np.sin(t) if (r, c) == (i, j) else -np.sin(t) if (r, c) == (j, i) else 0.0 for c in range(3)] for r in range(3)])
    return turn(1, 2, g) @ turn(2, 0, b) @ turn(0, 1, a)


class Element:
    """A law between unknowns: `first` and `second` are lists of ranks (empty: the ground)."""

    def __init__(self, law, axes, first, second, stiffness, rest=(0.0, 0.0, 0.0)):
        self.law, self.first, self.second = law, first, second
        size = 6 if max(len(first), len(second)) == 6 else len(axes)
        self.axes = np.kron(np.eye(2), axes) if size == 6 else axes
        self.stiffness, self.rest = np.asarray(stiffness, float), np.asarray(rest, float)
        self.force, self.memory, self.size = np.zeros(size), law.start(), size

    def relative(self, u):
        out = np.zeros(self.size)
        if self.second:
            out += u[self.second]
        if self.first:
            out -= u[self.first]
        return self.axes @ out

    def answer(self, before, du, velocity, times, dynamic):
        """Force of the law and its memory; what it does not name is elastic, by increments."""
        force = self.force + self.stiffness * du
        named, memory = self.law.respond(dict(
            u=before, du=du, w=velocity, dt=times[1] - times[0], dynamic=dynamic, S=self.force, K=self.stiffness, rest=self.rest), self.memory)
        for slot, value in named.items():
            force[slot] = value
        return force, memory

    def add(self, force, out):
        pull = self.axes.T @ force
        if self.second:
            out[self.second] += pull
        if self.first:
            out[self.first] -= pull


def difference(element, before, du, velocity, rate, times, dynamic, force):
    """Matrix of an element by differences along its local axes; velocities move with the displacement."""
    size = len(du)
    matrix = np.zeros((size, size))
    for slot in range(size):
        step = 1e-6 * element.law.length
        moved, faster = du.copy(), velocity.copy()
        moved[slot] += step
        faster[slot] += rate * step
        matrix[:, slot] = (element.answer(before, moved, faster, times, dynamic)[0] - force) / step
    return matrix


class Structure:
    def __init__(self, size, springs, masses, elements):
        self.springs, self.masses, self.elements = np.diag(springs), np.diag(masses), elements
        self.u = np.zeros(size)
        self.v, self.a = np.zeros(size), np.zeros(size)

    def run(self, times, load, dynamic):
        """Yields the displacement and the forces of the elements at the end of each step."""
        for start, end in zip(times, times[1:]):
            self.step(start, end, load(end), dynamic)
            yield self.u.copy(), [e.force.copy() for e in self.elements]

    def step(self, start, end, load, dynamic):
        dt = end - start
        if dynamic and self.elements[0].law.first_evaluation and all(e.law.is_open(e.relative(self.u), e) for e in self.elements):
            # The first evaluation gives no force, and the matrix had none: the step is accepted there, and the memory stays.
            matrix = self.springs + 4.0 / dt**2 * self.masses
            right = load + self.masses @ (4.0 / dt**2 * self.u + 4.0 / dt * self.v + self.a)
            self.take(np.linalg.solve(matrix, right), dt, True)
            for e in self.elements:
                e.force = np.zeros(e.size)
            return
        rate = 2.0 / dt if dynamic else 0.0
        u, answers = self.u.copy(), None

        def residual(u):
            velocity = rate * (u - self.u) - self.v if dynamic else np.zeros_like(u)
            right = load - self.springs @ u
            if dynamic:
                right -= self.masses @ (4.0 / dt**2 * (u - self.u) - 4.0 / dt * self.v - self.a)
            answers = []
            for e in self.elements:
                answer = e.answer(e.relative(self.u), e.relative(u - self.u), e.relative(velocity), (start, end), dynamic)
                inner = np.zeros_like(u)
                e.add(answer[0], inner)
                right -= inner
                answers.append((answer, e.relative(velocity)))
            return right, answers

        right, answers = residual(u)
        scale = np.abs(load).max() + max(np.abs(a[0][0]).max() for a in answers) + np.abs(right).max() + 1e-300
        for _ in range(200):
            if np.abs(right).max() <= 1e-12 * scale:
                break
            matrix = self.springs + (4.0 / dt**2 * self.masses if dynamic else 0.0)
            for e, (answer, velocity) in zip(self.elements, answers):
                local = difference(e, e.relative(self.u), e.relative(u - self.u), velocity, rate, (start, end), dynamic, answer[0])
                whole = e.axes.T @ local @ e.axes
                for rows, sign in ((e.second, 1.0), (e.first, -1.0)):
                    for columns, other in ((e.second, 1.0), (e.first, -1.0)):
                        if rows and columns:
                            matrix[np.ix_(rows, columns)] += sign * other * whole
            move = np.linalg.solve(matrix, right)
            size, part = np.abs(right).max(), 1.0
            for _ in range(12):
                tried = residual(u + part * move)
                if np.abs(tried[0]).max() < size * (1.0 - 0.1 * part):
                    break
                part *= 0.5
            u, (right, answers) = u + part * move, tried
        else:
            raise RuntimeError('no equilibrium: %.3g of %.3g' % (np.abs(right).max(), scale))
        for e, (answer, _) in zip(self.elements, answers):
            e.force, e.memory = answer
        self.take(u, dt, dynamic)

    def take(self, u, dt, dynamic):
        if dynamic:
            a = 4.0 / dt**2 * (u - self.u) - 4.0 / dt * self.v - self.a
            self.v = 2.0 / dt * (u - self.u) - self.v
            self.a = a
        self.u = u
