//! Friction laws that depend on the slip speed, and the relation at the contact that they give.
//!
//! With `k = P/Z` (pressure over impedance), `b = p - v` (incoming characteristic minus speed of the foundation) and slip
//! speed `s`, the contact solves
//!
//! ```text
//! b in Phi(s) = s + k mu(|s|) Sgn(s),    Sgn(0) = [-1, 1]
//! ```
//!
//! Where `Phi` decreases, `b` has several solutions. All functions here take the magnitude `s >= 0` and `y = |b|` on that
//! side; [`settle`](Law::settle) joins both sides and the stick point. The solution followed is that of the perfect delay
//! criterion: it is also the limit of a contact with a small mass, whose slip speed runs from where it is, in the direction
//! of `b - Phi(s)`, to the first equilibrium.

use super::polyline::Polyline;

/// Friction coefficient as a function of the slip speed (m/s).
#[derive(Clone, Debug)]
pub enum Law {
    Coulomb {
        mu: f64,
    },
    /// Straight between points: linear with a floor, tables, sampled formulas.
    Polyline(Polyline),
    /// `dynamic + (fixed - dynamic) exp(-s/speed)`.
    Exponential {
        fixed: f64,
        dynamic: f64,
        speed: f64,
    },
    /// `dynamic + (fixed - dynamic) / (1 + s/speed)`.
    Rational {
        fixed: f64,
        dynamic: f64,
        speed: f64,
    },
}

/// SlabState of the contact: slip speed, and whether it sticks (then the speed is 0).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slip {
    pub speed: f64,
    pub stick: bool,
}

impl Slip {
    /// The state of stick.
    pub const STICK: Slip = Slip { speed: 0.0, stick: true };

    /// Slip at a speed (m/s).
    pub fn at(speed: f64) -> Slip {
        // No negative zero.
        Slip { speed: speed + 0.0, stick: false }
    }
}

impl Law {
    /// Linear law `max(dynamic, fixed - slope s)`.
    pub fn linear(fixed: f64, dynamic: f64, slope: f64) -> Law {
        let knee = (fixed - dynamic) / slope;
        match (slope > 0.0, fixed > dynamic) {
            _ if slope == 0.0 => Law::Coulomb { mu: fixed.max(dynamic) },
            // Weakening down to the floor.
            (true, true) => Law::Polyline(Polyline::new(vec![0.0, knee], vec![fixed, dynamic], Some(0.0))),
            (true, false) => Law::Coulomb { mu: dynamic },
            // Strengthening, at once or from the end of the floor on.
            (false, true) => Law::Polyline(Polyline::new(vec![0.0], vec![fixed], Some(-slope))),
            (false, false) if knee > 0.0 => {
                Law::Polyline(Polyline::new(vec![0.0, knee], vec![dynamic, dynamic], Some(-slope)))
            }
            (false, false) => Law::Polyline(Polyline::new(vec![0.0], vec![fixed], Some(-slope))),
        }
    }

    /// Coefficient at a slip speed `s >= 0`; NaN where the law has no value.
    #[inline]
    pub fn mu(&self, s: f64) -> f64 {
        match self {
            Law::Coulomb { mu } => *mu,
            Law::Polyline(line) => line.value(s),
            Law::Exponential { fixed, dynamic, speed } => dynamic + (fixed - dynamic) * libm::exp(-s / speed),
            Law::Rational { fixed, dynamic, speed } => dynamic + (fixed - dynamic) / (1.0 + s / speed),
        }
    }

    /// Steepest weakening `max(-mu')` (s/m), at least 0.
    pub fn steepest(&self) -> f64 {
        match self {
            Law::Coulomb { .. } => 0.0,
            Law::Polyline(line) => line.steepest(),
            Law::Exponential { fixed, dynamic, speed } | Law::Rational { fixed, dynamic, speed } => {
                ((fixed - dynamic) / speed).max(0.0)
            }
        }
    }

    /// Derivative of the smooth laws.
    fn slope(&self, s: f64) -> f64 {
        match self {
            Law::Exponential { fixed, dynamic, speed } => -(fixed - dynamic) / speed * libm::exp(-s / speed),
            Law::Rational { fixed, dynamic, speed } => {
                -(fixed - dynamic) / (speed * (1.0 + s / speed) * (1.0 + s / speed))
            }
            _ => 0.0,
        }
    }

    /// `Phi(s) = s + k mu(s)` at the slip speed `s` (m/s).
    #[inline]
    pub fn phi(&self, k: f64, s: f64) -> f64 {
        s + k * self.mu(s)
    }

    /// Slip speed at which `Phi` of a smooth law has its minimum; 0 when it increases throughout.
    fn fold(&self, k: f64) -> f64 {
        let number = k * self.steepest();
        if !(number > 1.0) {
            return 0.0;
        }
        match self {
            Law::Exponential { speed, .. } => speed * libm::log(number),
            Law::Rational { speed, .. } => speed * (libm::sqrt(number) - 1.0),
            _ => 0.0,
        }
    }

    /// The stretch of speeds around `s` on which `Phi` increases; above, it may have no end.
    pub fn edges(&self, k: f64, s: f64) -> (f64, f64) {
        match self {
            Law::Coulomb { .. } => (0.0, f64::INFINITY),
            Law::Polyline(line) => line.edges(k, s),
            _ => (self.fold(k).min(s), f64::INFINITY),
        }
    }

    /// The straight stretch of `Phi` around a slip speed `s > 0`, where it increases: (`y` at its ends, a speed, `Phi` there,
    /// inverse of the slope).
    pub fn straight(&self, k: f64, s: f64) -> Option<(f64, f64, f64, f64, f64)> {
        match self {
            _ if !(s > 0.0) => None,
            Law::Coulomb { mu } => Some((k * mu, f64::INFINITY, 0.0, k * mu, 1.0)),
            Law::Polyline(line) => line.straight(k, s),
            _ => None,
        }
    }

    /// Tells whether `Phi` increases between two speeds.
    pub fn increases(&self, k: f64, a: f64, b: f64) -> bool {
        let (low, high) = (a.min(b), a.max(b));
        match self {
            Law::Coulomb { .. } => true,
            Law::Polyline(line) => line.increases(k, low, high),
            _ => low == high || low >= self.fold(k) * (1.0 - 1e-9),
        }
    }

    /// First speed above `low`, up to `high`, at which `Phi` turns from rising to falling or back.
    pub fn turn_between(&self, k: f64, low: f64, high: f64) -> Option<f64> {
        match self {
            Law::Coulomb { .. } => None,
            Law::Polyline(line) => line.turn_between(k, low, high),
            _ => Some(self.fold(k)).filter(|fold| *fold > low && *fold <= high),
        }
    }

    /// Smallest speed from `s` on at which `Phi` reaches `y`; NaN beyond the end of the law.
    #[inline]
    pub fn rise(&self, k: f64, s: f64, y: f64) -> f64 {
        match self {
            Law::Coulomb { mu } => (y - k * mu).max(s),
            Law::Polyline(line) => line.rise(k, s, y),
            _ => {
                if self.phi(k, s) >= y {
                    return s;
                }
                // Phi may fall first. A coefficient is not negative: the root is at most y.
                let low = self.fold(k).max(s);
                self.root(k, low, y.max(low), y)
            }
        }
    }

    /// Greatest speed up to `s` at which `Phi` is `y` or below; `None` when it is above on all of `[0, s]`.
    #[inline]
    pub fn fall(&self, k: f64, s: f64, y: f64) -> Option<f64> {
        match self {
            Law::Coulomb { mu } => {
                let target = y - k * mu;
                (target >= 0.0).then(|| target.min(s))
            }
            Law::Polyline(line) => line.fall(k, s, y),
            _ => {
                if self.phi(k, s) <= y {
                    return Some(s);
                }
                let fold = self.fold(k).min(s);
                if self.phi(k, fold) <= y {
                    return Some(self.root(k, fold, s, y));
                }
                // Below the fold Phi falls with s: it is above its minimum there.
                None
            }
        }
    }

    /// Number of slip speeds above 0 that solve `Phi(s) = y`.
    pub fn count(&self, k: f64, y: f64) -> usize {
        match self {
            Law::Coulomb { mu } => usize::from(y > k * mu),
            Law::Polyline(line) => line.count(k, y),
            _ => {
                let (stick, fold) = (k * self.mu(0.0), self.fold(k));
                if fold == 0.0 || y > stick {
                    return usize::from(y > stick);
                }
                if y > self.phi(k, fold) { 2 } else { 0 }
            }
        }
    }

    /// Number of solutions of the relation at the contact, stick included.
    pub fn solutions(&self, k: f64, b: f64) -> usize {
        if k == 0.0 {
            return 1;
        }
        usize::from(b.abs() <= k * self.mu(0.0)) + self.count(k, b.abs())
    }

    /// Root of `Phi(s) = y` of a smooth law between two speeds where `Phi` increases: Newton, kept in a bracket.
    fn root(&self, k: f64, mut low: f64, mut high: f64, y: f64) -> f64 {
        let mut s = high;
        for _ in 0..100 {
            let residual = self.phi(k, s) - y;
            if residual > 0.0 {
                high = s;
            } else {
                low = s;
            }
            let newton = s - residual / (1.0 + k * self.slope(s));
            let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
            if (next - s).abs() <= 1e-16 * s.abs() || next == s {
                return next;
            }
            s = next;
        }
        s
    }

    /// The slip that follows from `from` when the relation is that of `k` and `b`: the first equilibrium met on the way.
    pub fn settle(&self, from: Slip, k: f64, b: f64) -> Slip {
        let stick = k * self.mu(0.0);
        let side = if from.speed < 0.0 || (from.speed == 0.0 && b < 0.0) { -1.0 } else { 1.0 };
        let (s, y) = (side * from.speed, side * b);
        if s > 0.0 {
            if y >= self.phi(k, s) {
                return Slip::at(side * self.rise(k, s, y));
            }
            match self.fall(k, s, y) {
                Some(speed) if speed > 0.0 => return Slip::at(side * speed),
                _ => {}
            }
        }
        if b.abs() <= stick && (stick > 0.0 || from.stick) {
            return Slip::STICK;
        }
        let side = if b < 0.0 { -1.0 } else { 1.0 };
        Slip::at(side * self.rise(k, 0.0, b.abs()))
    }

    /// Tells whether going from one slip speed to another changes the branch of the relation.
    pub fn changes_branch(&self, k: f64, from: f64, to: f64) -> bool {
        if from * to < 0.0 {
            return !self.increases(k, 0.0, from.abs()) || !self.increases(k, 0.0, to.abs());
        }
        !self.increases(k, from.abs(), to.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laws() -> Vec<Law> {
        vec![
            Law::Coulomb { mu: 0.4 },
            Law::linear(0.5, 0.2, 0.4),
            Law::linear(0.3, 0.0, -0.1),
            Law::linear(0.1, 0.3, -0.2),
            Law::Exponential { fixed: 0.5, dynamic: 0.3, speed: 0.4 },
            Law::Rational { fixed: 0.5, dynamic: 0.2, speed: 0.1 },
        ]
    }

    #[test]
    fn what_settles_solves_the_relation() {
        for law in laws() {
            for k in [0.0, 0.3, 1.0, 5.0, 40.0] {
                for from in [-3.0, -0.2, 0.0, 0.05, 1.0, 7.0] {
                    for b in [-8.0, -1.3, -0.1, 0.0, 0.2, 0.9, 4.0, 30.0] {
                        let slip = law.settle(Slip { speed: from, stick: from == 0.0 }, k, b);
                        let s = slip.speed;
                        if slip.stick {
                            assert!(s == 0.0 && f64::abs(b) <= k * law.mu(0.0));
                        } else {
                            let phi = s + k * law.mu(s.abs()) * if s < 0.0 { -1.0 } else { 1.0 };
                            assert!((phi - b).abs() < 1e-12 * (1.0 + b.abs()) || s == 0.0, "{law:?} {k} {b}: {s}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn stick_stays_up_to_its_end_and_slip_down_to_its_fold() {
        // Phi(s) = s + max(1 - 2 s, 1/2): fold at s = 1/4, Phi = 3/4.
        let law = Law::linear(1.0, 0.5, 2.0);
        assert_eq!(law.settle(Slip::STICK, 1.0, 0.99), Slip::STICK);
        assert_eq!(law.settle(Slip::STICK, 1.0, 1.1), Slip::at(0.6000000000000001));
        assert_eq!(law.settle(Slip::at(0.6), 1.0, 0.8), Slip::at(0.30000000000000004));
        assert_eq!(law.settle(Slip::at(0.6), 1.0, 0.74), Slip::STICK);
        let counts: Vec<usize> = [0.7, 0.8, 1.0, 1.1, -0.9].iter().map(|b| law.solutions(1.0, *b)).collect();
        assert_eq!(counts, [1, 3, 3, 1, 3]);
        assert!(law.changes_branch(1.0, 0.0, 0.5) && !law.changes_branch(1.0, 0.3, 0.5));
        assert!(!law.changes_branch(0.4, 0.0, 0.5));
    }
}
