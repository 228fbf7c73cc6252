//! How long the contact keeps its branch on a piece where the relation changes along straight lines, and the state after it.

use super::law::{Law, Slip};
use super::vector::size;

/// Relation at the contact on a piece, at both ends: `b`, and `k`, the pressure over the impedance (m/s).
#[derive(Clone, Copy, Debug)]
pub struct Relation<const D: usize> {
    pub b: ([f64; D], [f64; D]),
    pub k: (f64, f64),
}

/// SlabState at the end of the branch (a share of the piece, 1 when it holds to its end), and the state after it.
pub type Followed = (Slip, f64, Option<Slip>);

/// Value at a share of the way between two ends.
pub fn between(ends: (f64, f64), x: f64) -> f64 {
    ends.0 + (ends.1 - ends.0) * x
}

/// Share at which a straight line from `first` to `last` passes 0.
fn root(first: f64, last: f64) -> f64 {
    first / (first - last)
}

/// Share between two at which `f`, 0 or below at the first and above at the second, leaves 0.
fn passage((mut low, mut high): (f64, f64), f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if !(middle > low && middle < high) {
            break;
        }
        if f(middle) <= 0.0 { low = middle } else { high = middle }
    }
    high
}

impl<const D: usize> Relation<D> {
    /// `b` at a share of the piece.
    pub fn at(&self, x: f64) -> [f64; D] {
        std::array::from_fn(|i| between((self.b.0[i], self.b.1[i]), x))
    }

    fn size(&self, x: f64) -> f64 {
        size(self.at(x))
    }

    /// Share at which the size of `b` is smallest, on the whole line.
    fn nearest(&self) -> f64 {
        let way: [f64; D] = std::array::from_fn(|i| self.b.1[i] - self.b.0[i]);
        let square: f64 = way.iter().map(|x| x * x).sum();
        let back: f64 = way.iter().zip(&self.b.0).map(|(x, y)| x * y).sum();
        if square > 0.0 { -back / square } else { 1.0 }
    }

    /// Follows the branch of `slip` from the share `x` of the piece on.
    pub fn follow(&self, law: &Law, slip: Slip, x: f64) -> Followed {
        if slip.stick {
            return self.hold(law, x);
        }
        if D > 1 {
            return self.turn(law, slip, x);
        }
        let (b, k, s) = ((self.b.0[0], self.b.1[0]), self.k, slip.speed);
        let sign = if s != 0.0 {
            s
        } else if between(b, x) != 0.0 {
            between(b, x)
        } else {
            b.1
        };
        let side = if sign < 0.0 { -1.0 } else { 1.0 };
        if k.0 == k.1 {
            follow_slip(law, k.0, side * s, side, (side * b.0, side * b.1), x)
        } else {
            self.search(law, slip, x, 1.0)
        }
    }

    /// Stick, up to where the force exceeds its bound: the size of `b` is convex along the piece.
    fn hold(&self, law: &Law, x: f64) -> Followed {
        let bound = law.mu(0.0);
        let stick = (self.k.0 * bound, self.k.1 * bound);
        let (first, last) = (size(self.b.0), size(self.b.1));
        if last.abs() <= stick.1 {
            return (Slip::STICK, 1.0, None);
        }
        if D > 1 {
            let until = passage((x, 1.0), |at| self.size(at) - between(stick, at));
            return (Slip::STICK, until, Some(leave(law, between(self.k, until), 1.0)));
        }
        let side = if last < 0.0 { -1.0 } else { 1.0 };
        let until = root(side * first - stick.0, side * last - stick.1).clamp(x, 1.0);
        (Slip::STICK, until, Some(leave(law, between(self.k, until), side)))
    }

    /// Slip in two directions: the size of `b` falls to its smallest, then rises.
    fn turn(&self, law: &Law, slip: Slip, x: f64) -> Followed {
        let lowest = self.nearest();
        let falls = lowest > x + 1e-12;
        let end = if falls && lowest < 1.0 - 1e-12 { lowest } else { 1.0 };
        if self.k.0 != self.k.1 {
            return self.search(law, slip, x, end);
        }
        let (k, s) = (self.k.0, slip.speed);
        let (low, high) = law.edges(k, s);
        let bottom = law.phi(k, low);
        if falls && self.size(end) < bottom {
            let until = passage((x, end), |at| bottom - self.size(at));
            return (Slip::at(low), until, Some(below(law, k, low, bottom, 1.0)));
        }
        if bottom == 0.0 && falls && end < 1.0 && self.size(end) < 1e-9 * self.size(x).max(self.size(1.0)) {
            // Without friction at rest the slip passes through 0 and turns there.
            return (Slip::at(0.0), end, Some(Slip::at(0.0)));
        }
        let last = self.size(1.0);
        if high.is_finite() {
            let peak = law.phi(k, high);
            if last > peak {
                let until = passage((x.max(lowest.min(1.0)), 1.0), |at| self.size(at) - peak);
                return (Slip::at(high), until, Some(Slip::at(law.rise(k, high, peak * (1.0 + 1e-14)))));
            }
        }
        (Slip::at(along(law, k, s, low, last)), 1.0, None)
    }

    /// Slip while the pressure changes: the last share up to `end` at which the branch still holds, by bisection.
    fn search(&self, law: &Law, slip: Slip, x: f64, end: f64) -> Followed {
        let k = self.k;
        let state = |at: f64| law.settle(slip, between(k, at), self.size(at));
        let s = slip.speed;
        let holds = |at: f64, after: Slip| {
            !after.stick && after.speed * s >= 0.0 && !law.changes_branch(between(k, at), s, after.speed)
        };
        let last = state(end);
        // Without friction the slip speed passes through 0 freely.
        if holds(end, last) || (k.1 == 0.0 && !last.stick && k.0 == 0.0) {
            return (last, end, None);
        }
        let (mut low, mut high) = (x, end);
        for _ in 0..80 {
            let middle = 0.5 * (low + high);
            if !(middle > low && middle < high) {
                break;
            }
            if holds(middle, state(middle)) { low = middle } else { high = middle }
        }
        let (before, after) = (state(low), state(high));
        if !holds(low, before) {
            // The branch ends at once.
            return (slip, x, Some(after));
        }
        (before, high, Some(after))
    }
}

/// Out of stick to the side of the force: along the branch when it goes on, else to the next.
fn leave(law: &Law, k: f64, side: f64) -> Slip {
    if law.edges(k, 0.0).1 > 0.0 {
        return Slip::at(side * 0.0);
    }
    Slip::at(side * law.rise(k, 0.0, k * law.mu(0.0) * (1.0 + 1e-14)))
}

/// The state after the lower end of a branch of slip.
fn below(law: &Law, k: f64, low: f64, bottom: f64, side: f64) -> Slip {
    if low > 0.0 {
        match law.fall(k, low, bottom * (1.0 - 1e-14)) {
            Some(speed) if speed > 0.0 => Slip::at(side * speed),
            _ => Slip::STICK,
        }
    } else if bottom > 0.0 {
        Slip::STICK
    } else {
        Slip::at(-side * 0.0)
    }
}

/// Slip speed at `y` on the branch of `s`, which starts at `low`.
fn along(law: &Law, k: f64, s: f64, low: f64, y: f64) -> f64 {
    if y >= law.phi(k, s) { law.rise(k, s, y) } else { law.fall(k, s, y).unwrap_or(low) }
}

/// Slip in one direction under a constant pressure.
fn follow_slip(law: &Law, k: f64, s: f64, side: f64, y: (f64, f64), x: f64) -> Followed {
    let (low, high) = law.edges(k, s);
    let bottom = law.phi(k, low);
    if y.1 < bottom {
        let until = root(y.0 - bottom, y.1 - bottom).clamp(x, 1.0);
        return (Slip::at(side * low), until, Some(below(law, k, low, bottom, side)));
    }
    if high.is_finite() {
        let peak = law.phi(k, high);
        if y.1 > peak {
            let until = root(y.0 - peak, y.1 - peak).clamp(x, 1.0);
            let after = law.rise(k, high, peak * (1.0 + 1e-14));
            return (Slip::at(side * high), until, Some(Slip::at(side * after)));
        }
    }
    (Slip::at(side * along(law, k, s, low, y.1)), 1.0, None)
}
