"""Matrices of a beam whose sections warp, unknowns u v w rx ry rz g at each end (g: derivative of rx): torsion by integration
of cubic shapes, stresses at three Gauss points with the reference's slip of shear forces, geometric stiffness from its table."""
import numpy as np
from beams import S, W, Beam, put

SIX = (0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12)


def wide(block):
    """A matrix or vector of twelve unknowns among fourteen."""
    out = np.zeros((14,) * block.ndim, dtype=block.dtype)
    out[np.ix_(*[SIX] * block.ndim)] = block
    return out


class WarpingBeam(Beam):
    """A POU_D_TG, constant section."""

    def offset(self):
        return np.delete(np.delete(self.centre(), (6, 13), 0), (6, 13), 1)

    def centre(self):
        t = np.eye(14)
        for k in (0, 7):
            t[k + 1, k + 3], t[k + 2, k + 3] = self.one['EZ'], -self.one['EY']
        return t

    def stiffness(self):
        k = super().stiffness_at_centre()
        for i in (3, 9):
            for j in (3, 9):
                k[i, j] = 0.
        k, L, s = wide(k), self.L, S
        slope = np.array([(6. * s**2 - 6. * s) / L, 1. - 4. * s + 3. * s**2, (6. * s - 6. * s**2) / L, 3. * s**2 - 2. * s])
        bend = np.array([(12. * s - 6.) / L**2, (6. * s - 4.) / L, (6. - 12. * s) / L**2, (6. * s - 2.) / L])
        put(k, (3, 6, 10, 13), L * (self.G * self.one['JX'] * (slope * W) @ slope.T + self.E * self.one['JG'] * (bend * W) @ bend.T))
        t = self.centre()
        return t.T @ k @ t

    def mass(self):
        return wide(super().mass())

    def lumped_mass(self):
        return wide(super().lumped_mass())

    def gyroscopic(self):
        return wide(super().gyroscopic())

    def spin_up(self):
        return wide(super().spin_up())

    def line_load(self, q):
        return wide(super().line_load(q))

    def rows(self, k):
        """Rows B of the strains at abscissa k of (-1, 1), and the moduli of the seven forces (shear: the slip, a G A)."""
        q, L, e, g = self.one, self.L, self.E, self.G
        cy = 1. / (1. + 12. * e * q['IZ'] * q['AY'] / (g * q['A'] * L**2))
        cz = 1. / (1. + 12. * e * q['IY'] * q['AZ'] / (g * q['A'] * L**2))
        b = np.zeros((7, 14))
        b[0, 0], b[0, 7] = -1. / L, 1. / L
        b[1, [1, 8, 5, 12]] = (1. - cy) * np.array([-1. / L, 1. / L, -.5, -.5])
        b[2, [2, 9, 4, 11]] = (1. - cz) * np.array([-1. / L, 1. / L, .5, .5])
        b[3, [3, 10, 6, 13]] = 3. * (k**2 - 1.) / (2. * L), -3. * (k**2 - 1.) / (2. * L), (3. * k**2 - 2. * k - 1.) / 4., (3. * k**2 + 2. * k - 1.) / 4.
        b[4, [2, 9, 4, 11]] = -6. * cz * k / L**2, 6. * cz * k / L**2, (3. * cz * k - 1.) / L, (3. * cz * k + 1.) / L
        b[5, [1, 8, 5, 12]] = 6. * cy * k / L**2, -6. * cy * k / L**2, (3. * cy * k - 1.) / L, (3. * cy * k + 1.) / L
        b[6, [3, 10, 6, 13]] = 6. * k / L**2, -6. * k / L**2, (3. * k - 1.) / L, (3. * k + 1.) / L
        moduli = np.array([e * q['A'], q['AY'] * g * q['A'], q['AZ'] * g * q['A'], g * q['JX'], e * q['IY'], e * q['IZ'], e * q['JG']])
        return b, moduli

    def points(self, u):
        return np.array([m * (b @ u) for b, m in map(self.rows, (-np.sqrt(.6), 0., np.sqrt(.6)))])

    def internal(self, points):
        """Nodal forces of the stresses at the points."""
        f = sum(w * self.L / 2. * self.rows(k)[0].T @ p for w, k, p in zip((5. / 9., 8. / 9., 5. / 9.), (-np.sqrt(.6), 0., np.sqrt(.6)), points))
        ey, ez = -self.one['EY'], -self.one['EZ']
        for k in (0, 7):
            f[k + 3] += -ez * f[k + 1] + ey * f[k + 2]
        return f

    def geometric(self, points):
        q, L, root = self.one, self.L, np.sqrt(.6)
        n = points[2][0]
        a = points[1] + (points[0] - points[1]) / root
        b = points[1] - (points[0] - points[1]) / root
        ya, za, yb, zb = -a[4], -a[5], b[4], b[5]
        P, Q, p, qq = (ya - yb) / 2, (za - zb) / 2, (ya + yb) / L, (za + zb) / L
        ey, ez = -q['EY'], -q['EZ']
        r, s = -q['IYR2'] / q['IZ'] + 2 * ey, q['IZR2'] / q['IY'] - 2 * ez
        kap = n * ((q['IY'] + q['IZ']) / q['A'] + ey**2 + ez**2)
        h = (-(q['IYR2'] / q['IZ']) * qq + (q['IZR2'] / q['IY']) * p) / 2
        t44 = 1.2 * kap / L - 1.2 * (Q * r + P * s) / L - ey * qq + ez * p + h
        g = np.zeros((14, 14))
        for i, j, v in (
                (2, 2, 1.2 * n / L), (2, 4, 1.2 * n * ez / L + 1.2 * P / L + p / 2), (2, 6, n / 10), (2, 7, n * ez / 10 - yb / 10 + L * p / 10),
                (2, 9, -1.2 * n / L), (2, 11, -1.2 * n * ez / L - 1.2 * P / L + p / 2), (2, 13, n / 10), (2, 14, n * ez / 10 + ya / 10 - L * p / 10),
                (3, 3, 1.2 * n / L), (3, 4, -1.2 * n * ey / L + 1.2 * Q / L + qq / 2), (3, 5, -n / 10), (3, 7, -n * ey / 10 - zb / 10 + L * qq / 10),
                (3, 10, -1.2 * n / L), (3, 11, 1.2 * n * ey / L - 1.2 * Q / L + qq / 2), (3, 12, -n / 10), (3, 14, -n * ey / 10 + za / 10 - L * qq / 10),
                (4, 4, t44), (4, 5, n * ey / 10 + zb / 10 + L * qq / 10 - za / 2), (4, 6, n * ez / 10 - yb / 10 - L * p / 10 + ya / 2),
                (4, 7, kap / 10 + (zb * r + yb * s) / 10), (4, 9, -1.2 * n * ez / L - 1.2 * P / L - p / 2), (4, 10, 1.2 * n * ey / L - 1.2 * Q / L - qq / 2),
                (4, 11, -t44), (4, 12, n * ey / 10 - za / 10 - L * qq / 10), (4, 13, n * ez / 10 + ya / 10 + L * p / 10), (4, 14, kap / 10 - (ya * s + za * r) / 10),
                (5, 5, 2 * n * L / 15), (5, 7, 2 * L * n * ey / 15 - (3 * za - zb) * L / 30), (5, 10, n / 10), (5, 11, -n * ey / 10 - zb / 10 - L * qq / 10),
                (5, 12, -n * L / 30), (5, 14, -L * n * ey / 30 + Q * L / 30 + L**2 * qq / 60),
                (6, 6, 2 * n * L / 15), (6, 7, 2 * L * n * ez / 15 + (3 * ya - yb) * L / 30), (6, 9, -n / 10), (6, 11, -n * ez / 10 + yb / 10 + L * p / 10),
                (6, 13, -n * L / 30), (6, 14, -L * n * ez / 30 - P * L / 30 - L**2 * p / 60),
                (7, 7, 2 * kap * L / 15 - (3 * za - zb) * L * r / 30 - (3 * ya - yb) * L * s / 30), (7, 9, -n * ez / 10 + yb / 10 - L * p / 10),
                (7, 10, n * ey / 10 + zb / 10 - L * qq / 10), (7, 11, -kap / 10 - (yb * s + zb * r) / 10), (7, 12, -L * n * ey / 30 + Q * L / 30 - L**2 * qq / 60),
                (7, 13, -L * n * ez / 30 - P * L / 30 + L**2 * p / 60), (7, 14, -kap * L / 30 + (Q * r + P * s) * L / 30),
                (9, 9, 1.2 * n / L), (9, 11, 1.2 * n * ez / L + 1.2 * P / L - p / 2), (9, 13, -n / 10), (9, 14, -n * ez / 10 - ya / 10 + L * p / 10),
                (10, 10, 1.2 * n / L), (10, 11, -1.2 * n * ey / L + 1.2 * Q / L - qq / 2), (10, 12, n / 10), (10, 14, n * ey / 10 - za / 10 + L * qq / 10),
                (11, 11, 1.2 * kap / L - 1.2 * (Q * r + P * s) / L + ey * qq - ez * p - h), (11, 12, -n * ey / 10 + za / 10 + L * qq / 10 - zb / 2),
                (11, 13, -n * ez / 10 - ya / 10 - L * p / 10 + yb / 2), (11, 14, -kap / 10 + (za * r + ya * s) / 10), (12, 12, 2 * n * L / 15),
                (12, 14, 2 * L * n * ey / 15 - (za - 3 * zb) * L / 30), (13, 13, 2 * n * L / 15), (13, 14, 2 * L * n * ez / 15 + (ya - 3 * yb) * L / 30),
                (14, 14, 2 * kap * L / 15 - (za - 3 * zb) * r * L / 30 - (ya - 3 * yb) * s * L / 30)):
            g[i - 1, j - 1] = v
        t = self.centre()
        return t.T @ (np.triu(g) + np.triu(g, 1).T) @ t
