"""Matrices of one beam in its local frame, unknowns u v w rx ry rz at each end: bending from a flexibility integrated by
Gauss points, mass from shape functions, literal tables where the reference is a table (mass of offsets, geometric stiffness)."""
import numpy as np

S, W = np.polynomial.legendre.leggauss(40)
S, W = (S + 1.) / 2., W / 2.
ORDERS = {'HOMOTHETIQUE': dict(A=2, S=2, IZ=4, IY=4, JX=4), 'AFFINE': dict(A=1, S=1, IZ=3, IY=1, JX=3), 'CONSTANT': dict(A=1, S=1, IZ=1, IY=1, JX=1)}


def along(q1, q2, n):
    """Values at the Gauss points of a quantity that goes from q1 to q2 with order n."""
    return q1 * (1. + ((q2 / q1)**(1. / n) - 1.) * S)**n


class Beam:
    """`one`, `two`: sections at the ends (dicts A IY IZ JX AY AZ JG EY EZ IYR2 IZR2); EY, EZ as under CARA."""

    def __init__(self, kind, length, one, two, taper, young, nu, rho):
        self.kind, self.L, self.one, self.two, self.taper = kind, length, one, two, taper
        self.E, self.G, self.nu, self.rho = young, young / (2. * (1. + nu)), nu, rho
        self.order = ORDERS[taper]
        if kind == 'POU_D_E':
            self.one, self.two = dict(one, AY=0., AZ=0.), dict(two, AY=0., AZ=0.)

    def integral(self, name):
        """1 / integral of 1/q: what stands for q in a stiffness in series."""
        return 1. / (W @ (1. / along(self.one[name], self.two[name], self.order[name])))

    def mean(self, name):
        return (self.one[name] + self.two[name]) / 2.

    def shear_area(self, name):
        """Reduced area of the plane of AY or AZ; None without shear."""
        a1, a2 = self.one[name], self.two[name]
        if a1 == 0. and a2 == 0.:
            return None
        return 1. / (W @ (1. / along(self.one['A'] / (a1 or 1.), self.two['A'] / (a2 or 1.), self.order['S'])))

    def bending(self, inertia, shear):
        """Stiffness on (deflection 1, rotation 1, deflection 2, rotation 2), rotation = slope."""
        stiff = self.E * along(self.one[inertia], self.two[inertia], self.order[inertia])
        arm, L = (1. - S) * self.L, self.L
        area = self.shear_area(shear)
        f11 = L * (W @ (arm**2 / stiff)) + (L / (self.G * area) if area else 0.)
        f12, f22 = L * (W @ (arm / stiff)), L * (W @ (1. / stiff))
        ends = np.array([[-1., 0.], [-L, -1.], [1., 0.], [0., 1.]])
        return ends @ np.linalg.inv(np.array([[f11, f12], [f12, f22]])) @ ends.T

    def offset(self):
        """The map to the torsion centre: v_C = v + EZ rx, w_C = w - EY rx."""
        t = np.eye(12)
        for k in (0, 6):
            t[k + 1, k + 3], t[k + 2, k + 3] = self.mean('EZ'), -self.mean('EY')
        return t

    def stiffness_at_centre(self):
        k = np.zeros((12, 12))
        pair = np.array([[1., -1.], [-1., 1.]]) / self.L
        put(k, (0, 6), self.E * self.integral('A') * pair)
        put(k, (3, 9), self.G * self.integral('JX') * pair)
        put(k, (1, 5, 7, 11), self.bending('IZ', 'AY'))
        put(k, (2, 4, 8, 10), flip(self.bending('IY', 'AZ')))
        return k

    def stiffness(self):
        t = self.offset()
        return t.T @ self.stiffness_at_centre() @ t

    def area_of_mass(self):
        a1, a2 = self.one['A'], self.two['A']
        return (a1 + a2 + np.sqrt(a1 * a2)) / 3. if self.taper == 'HOMOTHETIQUE' else (a1 + a2) / 2.

    def mass_of_bending(self, inertia, shear):
        """Integrals of the shape functions of a beam of constant mean section, with rotary inertia when it shears."""
        area, L = self.shear_area(shear), self.L
        euler = 0. in [q[n] for q in (self.one, self.two) for n in ('AY', 'AZ')]
        phi = 0. if euler else 12. * self.E * self.mean(inertia) / (self.G * area * L**2)
        s, c = S, 1. / (1. + phi)
        v = c * np.array([1. - 3. * s**2 + 2. * s**3 + phi * (1. - s), L * (s - 2. * s**2 + s**3 + phi / 2. * (s - s**2)),
                          3. * s**2 - 2. * s**3 + phi * s, L * (-s**2 + s**3 + phi / 2. * (s**2 - s))])
        r = c * np.array([6. * (s**2 - s) / L, 1. - 4. * s + 3. * s**2 + phi * (1. - s), 6. * (s - s**2) / L, 3. * s**2 - 2. * s + phi * s])
        m = self.rho * self.area_of_mass() * L * (v * W) @ v.T
        return m if euler else m + self.rho * self.mean(inertia) * L * (r * W) @ r.T

    def mass(self):
        m, L = np.zeros((12, 12)), self.L
        pair = np.array([[2., 1.], [1., 2.]]) / 6.
        put(m, (0, 6), self.rho * self.area_of_mass() * L * pair)
        put(m, (3, 9), self.rho * L * (self.mean('IY') + self.mean('IZ')) * pair)
        put(m, (1, 5, 7, 11), self.mass_of_bending('IZ', 'AY'))
        put(m, (2, 4, 8, 10), flip(self.mass_of_bending('IY', 'AZ')))
        ey, ez, t = -self.mean('EY'), -self.mean('EZ'), self.rho * self.area_of_mass() * L
        if ey or ez:
            o = np.zeros((12, 12))
            o[3, 3] = o[9, 9] = t * (ey**2 + ez**2) / 3.
            o[3, 9] = t * (ey**2 + ez**2) / 6.
            o[1, 3] = o[7, 9] = -7. * ez * t / 20.
            o[1, 9] = o[3, 7] = -3. * ez * t / 20.
            o[3, 5], o[9, 11], o[3, 11], o[5, 9] = -ez * t * L / 20., ez * t * L / 20., ez * t * L / 30., -ez * t * L / 30.
            o[2, 3] = o[8, 9] = -7. * ey * t / 20.
            o[2, 9] = o[3, 8] = -3. * ey * t / 20.
            o[3, 4], o[9, 10], o[3, 10], o[4, 9] = ey * t * L / 20., -ey * t * L / 20., -ey * t * L / 30., ey * t * L / 30.
            c = self.offset()
            m = c.T @ (m + np.triu(o) + np.triu(o, 1).T) @ c
        return m

    def lumped_mass(self):
        one, two, L, rho = self.one, self.two, self.L, self.rho
        if self.taper == 'HOMOTHETIQUE':
            ends = rho * L * (5. * one['A'] + two['A']) / 12., rho * L * (one['A'] + 5. * two['A']) / 12.
            twist = rho * L * (one['IY'] + two['IY'] + one['IZ'] + two['IZ']) / 4.
        else:
            ends, twist = (rho * L * one['A'] / 2.,) * 2, rho * L * (one['IY'] + one['IZ']) / 2.
        turn = [sum(ends) * L**2 / 105. + rho * L * (one[n] + two[n]) / 15. for n in ('IY', 'IZ')]
        return np.diag([ends[0]] * 3 + [twist] + turn + [ends[1]] * 3 + [twist] + turn)

    def gyroscopic_terms(self):
        """Terms a, b, d, e of both matrices of rotation."""
        polar, area, L = self.mean('IY') + self.mean('IZ'), self.mean('A'), self.L
        ay, az = self.mean('AY'), self.mean('AZ')
        phi = 12. * polar * (1. + self.nu) * (2. / (ay + az)) / (area * L**2) if self.kind != 'POU_D_E' and ay + az else 0.
        c = self.rho * polar / (30. * L * (1. + phi)**2)
        return 36. * c, (3. - 15. * phi) * c * L, (4. + 5. * phi + 10. * phi**2) * c * L**2, (1. + 5. * phi - 5. * phi**2) * c * L**2

    def spin_up(self):
        """RIGI_GYRO; its last three rows stand at theta_x1, theta_y1 and u2, as in the reference."""
        a, b, d, e = self.gyroscopic_terms()
        r = np.zeros((12, 12))
        for row, values in ((1, (-a, b, a, b)), (3, (-b, d, b, -e)), (4, (a, -b, -a, -b)), (6, (-b, -e, b, d))):
            r[row, [2, 4, 8, 10]] = values
        return r

    def gyroscopic(self):
        a, b, d, e = self.gyroscopic_terms()
        g = np.zeros((12, 12))
        for i, j, v in ((2, 3, a), (2, 5, -b), (2, 9, -a), (2, 11, -b), (3, 6, -b), (3, 8, a), (3, 12, -b), (5, 6, d), (5, 8, -b), (5, 12, -e),
                        (6, 9, -b), (6, 11, e), (8, 9, a), (8, 11, b), (9, 12, b), (11, 12, d)):
            g[i - 1, j - 1], g[j - 1, i - 1] = v, -v
        return g

    def line_load(self, q):
        """Nodal forces of a uniform load (local components per unit length)."""
        L, f = self.L, np.zeros(12)
        f[0:3] = f[6:9] = np.asarray(q) * L / 2.
        f[5], f[11], f[4], f[10] = q[1] * L**2 / 12., -q[1] * L**2 / 12., -q[2] * L**2 / 12., q[2] * L**2 / 12.
        return f

    def points(self, u):
        """SIEF at the three points: node 1, half sum, node 2."""
        r = self.stiffness() @ u
        return np.array([-r[:6], (r[6:] - r[:6]) / 2., r[6:]])

    def internal(self, points):
        """Nodal forces of the stresses at the points."""
        return np.concatenate([-points[0], points[2]])

    def geometric(self, points):
        (n1, vy1, vz1, _, my1, mz1), (n2, vy2, vz2, _, my2, mz2) = points[0][:6], points[2][:6]
        n, L = (n1 + n2) / 2., self.L
        i2 = (self.mean('IY') + self.mean('IZ')) / self.mean('A')
        ey, ez = -self.mean('EY'), -self.mean('EZ')
        g = np.zeros((12, 12))
        for i, j, v in (
                (2, 2, 1.2 * n / L), (2, 4, -my1 / L), (2, 6, n / 10), (2, 8, -1.2 * n / L), (2, 10, my2 / L), (2, 12, n / 10),
                (3, 3, 1.2 * n / L), (3, 4, -mz1 / L), (3, 5, -n / 10), (3, 9, -1.2 * n / L), (3, 10, mz2 / L), (3, 11, -n / 10),
                (4, 4, i2 * n / L), (4, 5, -L * vy2 / 6 + mz1 / 2), (4, 6, -L * vz2 / 6 - my1 / 2), (4, 8, my1 / L), (4, 9, mz1 / L),
                (4, 10, -i2 * n / L), (4, 11, L * vy2 / 6), (4, 12, L * vz2 / 6), (5, 5, 2 * L * n / 15), (5, 9, n / 10), (5, 10, L * vy2 / 6),
                (5, 11, -L * n / 30), (6, 6, 2 * L * n / 15), (6, 8, -n / 10), (6, 10, L * vz2 / 6), (6, 12, -L * n / 30),
                (8, 8, 1.2 * n / L), (8, 10, -my2 / L), (8, 12, -n / 10), (9, 9, 1.2 * n / L), (9, 10, -mz2 / L), (9, 11, n / 10),
                (10, 10, i2 * n / L), (10, 11, -L * vy2 / 6 - mz2 / 2), (10, 12, -L * vz2 / 6 + my2 / 2), (11, 11, 2 * L * n / 15), (12, 12, 2 * L * n / 15),
                (2, 4, n * ez / L), (2, 10, -n * ez / L), (3, 4, -n * ey / L), (3, 10, n * ey / L), (4, 8, -n * ez / L), (4, 9, n * ey / L),
                (8, 10, n * ez / L), (9, 10, -n * ey / L), (4, 4, (2 * mz1 * ey - 2 * my1 * ez + n * (ey**2 + ez**2)) / L),
                (4, 10, -((mz1 + mz2) * ey - (my1 + my2) * ez + n * (ey**2 + ez**2)) / L), (10, 10, (2 * mz2 * ey - 2 * my2 * ez + n * (ey**2 + ez**2)) / L)):
            g[i - 1, j - 1] += v
        t = self.offset()
        return t.T @ (np.triu(g) + np.triu(g, 1).T) @ t


def put(target, places, block):
    target[np.ix_(places, places)] += block


def flip(block):
    """Signs of the plane x z, where the rotation is minus the slope."""
    sign = np.array([1., -1., 1., -1.])
    return block * np.outer(sign, sign)
