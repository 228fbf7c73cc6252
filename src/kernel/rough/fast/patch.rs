//! Contact on a patch of neighbouring nodes, with the deflections as polynomials.
//!
//! With eta = (i - centre)/32, u = sum c_j eta^j, c = A U, A_jk = psi_k^(j)(centre) (32 chi)^j/j!. The smoothed value between
//! nodes is a polynomial too, of coefficients T c, T_ij = C(j, i) 32^(i - j) mu_(j - i), mu_m = sum_r N_r (r - 1)^m. Both bodies have
//! their centre at the same pair of nodes, so that one polynomial per pass gives the gaps. The moments of the forces, sum f eta^j,
//! give the modal forces by the transposes.

use super::super::modes::{BeamState, LANES, Modes};
use super::super::nodes::mixed;
use super::super::problem::{Shift, SlidingProblem};
use super::super::segments::cubic;
use super::rows::{products, splats, spread};
use super::surface::Surface;
use super::waves::Waves;
use crate::lanes::Lanes;

/// Nodes of a patch.
pub(super) const LONGEST: usize = 24;
/// Nodes per unit of eta.
pub(super) const UNIT: f64 = 32.0;

/// One patch; `N` coefficients for each body.
#[derive(Clone, Debug)]
pub(super) struct Patch {
    pub first: usize,
    pub count: usize,
    /// Heights of the bottom from node first - 1 on, of the top from its node first - q - 2 on.
    bottom: [f64; LONGEST + 8],
    top: [f64; LONGEST + 8],
    /// 0 at a node of the patch, far away beyond its end.
    far: [f64; LONGEST],
    eta: [f64; LONGEST],
    /// Rows A of each body.
    rows: [Vec<f64>; 2],
    /// Node of the centre and orders of the rows, of each body.
    centre: (usize, usize),
    centre_top: (usize, usize),
    moments: [[f64; 6]; 2],
    /// Travel of the gaps (see [`touch`]) up to which each group of nodes is known to be free of contact.
    wake: [f64; LONGEST / LANES],
}

/// Contact found by a step on the patches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub nodes: u64,
    /// Sum of the pressures of all slaves (N/m²), negative.
    pub pressure: f64,
    pub smallest: f64,
    pub digest: u64,
}

impl Patch {
    /// An empty patch for these modes.
    pub fn new(modes: &Modes) -> Patch {
        Patch {
            first: 0,
            count: 0,
            bottom: [0.0; LONGEST + 8],
            top: [0.0; LONGEST + 8],
            far: [0.0; LONGEST],
            eta: [0.0; LONGEST],
            rows: [vec![0.0; 6 * modes.width[0]], vec![0.0; 6 * modes.width[1]]],
            centre: (usize::MAX, 0),
            centre_top: (usize::MAX, 0),
            moments: [[0.0; 6]; 2],
            wake: [f64::NEG_INFINITY; LONGEST / LANES],
        }
    }

    /// Places the patch on bottom nodes, with so many orders of each body; all masters of its nodes are inside both bodies.
    #[inline(always)]
    pub fn place<L: Lanes<4>>(
        &mut self,
        lanes: L,
        problem: &SlidingProblem,
        surfaces: &[Surface; 2],
        waves: &[Waves; 2],
        shift: Shift,
        (first, count, orders): (usize, usize, [usize; 2]),
    ) {
        let q = shift.whole;
        (self.first, self.count) = (first, count);
        self.wake.fill(f64::NEG_INFINITY);
        let nodes = count.next_multiple_of(LANES);
        let copy = |into: &mut [f64], from: &[f64], start: usize| {
            for (t, level) in into.iter_mut().take(nodes + 4).enumerate() {
                *level = from[(start + t).min(from.len() - 1)];
            }
        };
        copy(&mut self.bottom, &surfaces[0].heights, first - 1);
        copy(&mut self.top, &surfaces[1].heights, first - q - 2);
        let centre = (first + count / 2) & !3;
        for t in 0..nodes {
            self.far[t] = if t < count { 0.0 } else { 1e300 };
            self.eta[t] = ((first + t) as f64 - centre as f64) / UNIT;
        }
        // Rows of more orders hold those of fewer.
        if centre != self.centre.0 || orders[0] > self.centre.1 {
            waves[0].rows(lanes, &problem.beams[0].shapes, centre, &mut self.rows[0], orders[0]);
            self.centre = (centre, orders[0]);
        }
        // The centre of the top may lie outside of it by some nodes: shapes continue there.
        let centre_top = centre.wrapping_sub(q);
        if centre_top != self.centre_top.0 || orders[1] > self.centre_top.1 {
            waves[1].rows(lanes, &problem.beams[1].shapes, centre_top, &mut self.rows[1], orders[1]);
            self.centre_top = (centre_top, orders[1]);
        }
    }
}

/// ((r - 1)/32)^m for the four masters r, and with the sign of the value behind.
const POWERS: [[[f64; 6]; 4]; 2] = {
    let mut powers = [[[1.0; 6]; 4]; 2];
    let mut r = 0;
    while r < 4 {
        let offset = (r as f64 - 1.0) / UNIT;
        let mut m = 1;
        while m < 6 {
            powers[0][r][m] = powers[0][r][m - 1] * offset;
            powers[1][r][m] = powers[1][r][m - 1] * -offset;
            m += 1;
        }
        r += 1;
    }
    powers
};

/// T for the smoothed value at `part` ahead of the nodes, of the weights `weights`; `mirror` for the value as much behind.
#[inline(always)]
fn smoothing<const N: usize>(weights: &[f64; 4], mirror: bool) -> [[f64; N]; N] {
    let powers = &POWERS[usize::from(mirror)];
    let mut matrix = [[0.0; N]; N];
    let mut mean = [0.0; N];
    for m in 0..N {
        for r in 0..4 {
            mean[m] += weights[r] * powers[r][m];
        }
    }
    const CHOOSE: [[f64; 6]; 6] = [
        [1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
        [0.0, 1.0, 2.0, 3.0, 4.0, 5.0],
        [0.0, 0.0, 1.0, 3.0, 6.0, 10.0],
        [0.0, 0.0, 0.0, 1.0, 4.0, 10.0],
        [0.0, 0.0, 0.0, 0.0, 1.0, 5.0],
        [0.0, 0.0, 0.0, 0.0, 0.0, 1.0],
    ];
    for i in 0..N {
        for j in i..N {
            matrix[i][j] = CHOOSE[i][j] * mean[j - i];
        }
    }
    matrix
}

/// Contact of all patches at step `n`: gaps, moments, and with contact the modal forces in `state.force`. `N1`, `N2`
/// coefficients for the bottom and the top. `travel` is a bound of the way that any gap has made since the patches were
/// placed: a group of nodes sleeps until it exceeds its smallest gap.
#[inline(always)]
pub(super) fn touch<L: Lanes<4>, const N1: usize, const N2: usize>(
    lanes: L,
    problem: &SlidingProblem,
    modes: &Modes,
    patches: &mut [Patch],
    state: &mut BeamState,
    (n, shift, travel): (u64, Shift, f64),
    stiffness: f64,
) -> Touch {
    let mut touch = Touch { nodes: 0, pressure: 0.0, smallest: f64::INFINITY, digest: 0 };
    let wakes = |patch: &Patch| {
        let groups = patch.count.div_ceil(LANES);
        patch.wake[..groups].iter().fold(f64::INFINITY, |a: f64, b| if *b < a { *b } else { a })
    };
    let first = patches.iter().map(wakes).fold(f64::INFINITY, |a: f64, b| if b < a { b } else { a });
    if first > travel {
        touch.smallest = first - travel;
        return touch;
    }
    let (w_ahead, w_back) = (cubic(shift.part), cubic(1.0 - shift.part));
    let (ahead, back) = (smoothing::<N1>(&w_ahead, false), smoothing::<N2>(&w_ahead, true));
    let (zero, stiff) = (lanes.splat(0.0), lanes.splat(stiffness));
    let (shares_ahead, shares_back): ([L::Parts; 4], [L::Parts; 4]) = (splats(lanes, &w_ahead), splats(lanes, &w_back));
    for patch in patches.iter_mut() {
        patch.moments[0][0] = f64::NAN;
        let groups = patch.count.div_ceil(LANES);
        let first = wakes(patch);
        if first > travel {
            touch.smallest = touch.smallest.min(first - travel);
            continue;
        }
        let (u1, u2) = (&state.u[..modes.width[0]], &state.u[modes.first[1]..][..modes.width[1]]);
        let c1: [f64; N1] = products(lanes, &patch.rows[0], u1);
        let c2: [f64; N2] = products(lanes, &patch.rows[1], u2);
        // One polynomial per pass: clearance less both deflections.
        let (mut a, mut b) = ([0.0; N1], [0.0; N1]);
        for i in 0..N1 {
            a[i] = -c1[i];
            for j in i..N1 {
                b[i] -= ahead[i][j] * c1[j];
            }
        }
        for i in 0..N2 {
            b[i] -= c2[i];
            for j in i..N2 {
                a[i] -= back[i][j] * c2[j];
            }
        }
        a[0] += problem.clearance;
        b[0] += problem.clearance;
        let (a, b): ([L::Parts; N1], [L::Parts; N1]) = (splats(lanes, &a), splats(lanes, &b));
        let mut smallest = f64::INFINITY;
        let mut touching = zero;
        let mut moments = [[zero; N1]; 2];
        for group in 0..groups {
            let t = group * LANES;
            if patch.wake[group] > travel {
                smallest = smallest.min(patch.wake[group] - travel);
                continue;
            }
            let (x, far) = (lanes.load(group_at(&patch.eta, t)), lanes.load(group_at(&patch.far, t)));
            let (bottom, top) = (shifted(lanes, &patch.bottom, t), shifted(lanes, &patch.top, t));
            let (mut p, mut q) = (a[N1 - 1], b[N1 - 1]);
            for j in (0..N1 - 1).rev() {
                p = lanes.add(lanes.multiply(p, x), a[j]);
                q = lanes.add(lanes.multiply(q, x), b[j]);
            }
            let mut under = lanes.multiply(shares_back[0], top[0]);
            let mut over = lanes.multiply(shares_ahead[0], bottom[0]);
            for r in 1..4 {
                under = lanes.add(under, lanes.multiply(shares_back[r], top[r]));
                over = lanes.add(over, lanes.multiply(shares_ahead[r], bottom[r]));
            }
            p = lanes.add(lanes.subtract(lanes.subtract(p, bottom[1]), under), far);
            q = lanes.add(lanes.subtract(lanes.subtract(q, top[2]), over), far);
            let least = lanes.lowest(lanes.lower(p, q));
            smallest = if least < smallest { least } else { smallest };
            patch.wake[group] = travel + least * (1.0 - 1e-9);
            if least >= 0.0 {
                continue;
            }
            touching = lanes.add(touching, lanes.add(lanes.below_zero(p), lanes.below_zero(q)));
            let (mut f_a, mut f_b) =
                (lanes.multiply(stiff, lanes.lower(p, zero)), lanes.multiply(stiff, lanes.lower(q, zero)));
            if DIGEST {
                for (pass, f) in [f_a, f_b].into_iter().enumerate() {
                    let mut forces = [0.0; LANES];
                    lanes.store(f, &mut forces);
                    for (lane, f) in forces.into_iter().enumerate() {
                        if f < 0.0 {
                            let slave = patch.first + t + lane - if pass == 1 { shift.whole } else { 0 };
                            touch.digest = mixed(touch.digest, n, pass, slave);
                        }
                    }
                }
            }
            let [sums_a, sums_b] = &mut moments;
            for (sum_a, sum_b) in sums_a.iter_mut().zip(sums_b) {
                *sum_a = lanes.add(*sum_a, f_a);
                *sum_b = lanes.add(*sum_b, f_b);
                f_a = lanes.multiply(f_a, x);
                f_b = lanes.multiply(f_b, x);
            }
        }
        touch.smallest = touch.smallest.min(smallest);
        if smallest < 0.0 {
            touch.nodes += lanes.total(touching) as u64;
            let (mut m_a, mut m_b) = ([0.0; N1], [0.0; N1]);
            for j in 0..N1 {
                (m_a[j], m_b[j]) = (lanes.total(moments[0][j]), lanes.total(moments[1][j]));
            }
            touch.pressure += m_a[0] + m_b[0];
            patch.moments = [[0.0; 6]; 2];
            for j in 0..N1 {
                patch.moments[0][j] = m_a[j];
                for i in 0..=j {
                    patch.moments[0][j] += ahead[i][j] * m_b[i];
                }
                patch.moments[0][j] *= problem.spacing;
            }
            for j in 0..N2 {
                patch.moments[1][j] = m_b[j];
                for i in 0..=j {
                    patch.moments[1][j] += back[i][j] * m_a[i];
                }
                patch.moments[1][j] *= problem.spacing;
            }
        }
    }
    if touch.nodes > 0 {
        let (bottom, top) = state.force.split_at_mut(modes.first[1]);
        let mut others = false;
        for patch in patches.iter().filter(|patch| !patch.moments[0][0].is_nan()) {
            spread::<L, N1>(lanes, bottom, &patch.rows[0], &patch.moments[0], others);
            spread::<L, N2>(lanes, top, &patch.rows[1], &patch.moments[1], others);
            others = true;
        }
    }
    touch
}

/// Tests compare the contacts of both methods one by one.
const DIGEST: bool = cfg!(test);

#[inline(always)]
fn group_at(values: &[f64; LONGEST], at: usize) -> &[f64; LANES] {
    values[at..].first_chunk().unwrap_or(&[0.0; LANES])
}

/// Four numbers from `at`, `at + 1`, `at + 2`, `at + 3` on.
#[inline(always)]
fn shifted<L: Lanes<4>>(lanes: L, values: &[f64; LONGEST + 8], at: usize) -> [L::Parts; 4] {
    let window: &[f64; 7] = values[at..].first_chunk().unwrap_or(&[0.0; 7]);
    let mut parts = [lanes.splat(0.0); 4];
    for r in 0..4 {
        parts[r] = lanes.load(window[r..].first_chunk().unwrap_or(&[0.0; LANES]));
    }
    parts
}
