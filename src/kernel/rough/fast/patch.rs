//! Contact on a patch of neighbouring nodes, with the deflections as polynomials.
//!
//! With eta = (i - centre)/32, u = sum c_j eta^j, c = A U, A_jk = psi_k^(j)(centre) (32 chi)^j/j!. The smoothed value between
//! nodes is a polynomial too, of coefficients T c, T_ij = C(j, i) 32^(i - j) mu_(j - i), mu_m = sum_r N_r (r - 1)^m. Both bodies have
//! their centre at the same pair of nodes, so that one polynomial per pass gives the gaps. The moments of the forces, sum f eta^j,
//! give the modal forces by the transposes.

use super::super::modes::{LANES, Modes, State};
use super::super::nodes::{dot, mixed};
use super::super::problem::{Problem, Shift};
use super::super::segments::cubic;
use super::surface::Surface;
use super::waves::Waves;

/// Nodes of a patch.
pub(super) const LONGEST: usize = 24;
/// Nodes per unit of eta.
const UNIT: f64 = 32.0;

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
    centre: usize,
    centre_top: usize,
    moments: [[f64; 6]; 2],
    /// Travel of the gaps (see [`touch`]) up to which each group of nodes is known to be free of contact.
    wake: [f64; LONGEST / LANES],
}

/// What a step on the patches gives.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub nodes: u64,
    /// Sum of the pressures of all slaves (N/m²), negative.
    pub pressure: f64,
    pub smallest: f64,
    pub digest: u64,
}

impl Patch {
    pub fn new(modes: &Modes) -> Patch {
        Patch {
            first: 0,
            count: 0,
            bottom: [0.0; LONGEST + 8],
            top: [0.0; LONGEST + 8],
            far: [0.0; LONGEST],
            eta: [0.0; LONGEST],
            rows: [vec![0.0; 6 * modes.width[0]], vec![0.0; 6 * modes.width[1]]],
            centre: usize::MAX,
            centre_top: usize::MAX,
            moments: [[0.0; 6]; 2],
            wake: [f64::NEG_INFINITY; LONGEST / LANES],
        }
    }

    /// Places the patch on bottom nodes; all masters of its nodes are inside both bodies.
    pub fn place(
        &mut self,
        problem: &Problem,
        modes: &Modes,
        surfaces: &[Surface; 2],
        waves: &mut [Waves; 2],
        shift: Shift,
        (first, count): (usize, usize),
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
        if centre != self.centre {
            waves[0].rows(&problem.beams[0].shapes, centre, UNIT, &mut self.rows[0], modes.width[0]);
            self.centre = centre;
        }
        // The centre of the top may lie outside of it by some nodes: shapes continue there.
        let centre_top = centre.wrapping_sub(q);
        if centre_top != self.centre_top {
            waves[1].rows(&problem.beams[1].shapes, centre_top, UNIT, &mut self.rows[1], modes.width[1]);
            self.centre_top = centre_top;
        }
    }
}

/// T for the smoothed value at `part` ahead of the nodes; `mirror` for the value as much behind.
#[inline(always)]
fn smoothing<const N: usize>(part: f64, mirror: bool) -> [[f64; N]; N] {
    let weights = cubic(part);
    let mut matrix = [[0.0; N]; N];
    let mut mean = [0.0; N];
    for (m, mean) in mean.iter_mut().enumerate() {
        for (r, weight) in weights.iter().enumerate() {
            let offset = if mirror { 1.0 - r as f64 } else { r as f64 - 1.0 } / UNIT;
            let mut power = 1.0;
            for _ in 0..m {
                power *= offset;
            }
            *mean += weight * power;
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
pub(super) fn touch<const N1: usize, const N2: usize>(
    problem: &Problem,
    modes: &Modes,
    patches: &mut [Patch],
    state: &mut State,
    n: u64,
    stiffness: f64,
    travel: f64,
) -> Touch {
    let shift = problem.shift(n);
    let (ahead, back) = (smoothing::<N1>(shift.part, false), smoothing::<N2>(shift.part, true));
    let (w_ahead, w_back) = (cubic(shift.part), cubic(1.0 - shift.part));
    let mut touch = Touch { nodes: 0, pressure: 0.0, smallest: f64::INFINITY, digest: 0 };
    for patch in patches.iter_mut() {
        patch.moments[0][0] = f64::NAN;
        let groups = patch.count.div_ceil(LANES);
        let first = patch.wake[..groups].iter().fold(f64::INFINITY, |a: f64, b| if *b < a { *b } else { a });
        if first > travel {
            touch.smallest = touch.smallest.min(first - travel);
            continue;
        }
        let mut c1 = [0.0; N1];
        let mut c2 = [0.0; N2];
        let (u1, u2) = (&state.u[..modes.width[0]], &state.u[modes.first[1]..][..modes.width[1]]);
        for (j, c) in c1.iter_mut().enumerate() {
            *c = dot(&patch.rows[0][j * modes.width[0]..][..modes.width[0]], u1);
        }
        for (j, c) in c2.iter_mut().enumerate() {
            *c = dot(&patch.rows[1][j * modes.width[1]..][..modes.width[1]], u2);
        }
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
        let mut smallest = f64::INFINITY;
        let mut touching = [0.0; LANES];
        let mut moments = [[[0.0; LANES]; N1]; 2];
        for group in 0..groups {
            let t = group * LANES;
            if patch.wake[group] > travel {
                smallest = smallest.min(patch.wake[group] - travel);
                continue;
            }
            let mut lowest = [0.0; LANES];
            let eta: &[f64; LANES] = lanes(&patch.eta, t);
            let far: &[f64; LANES] = lanes(&patch.far, t);
            let bottom = [
                lanes(&patch.bottom, t),
                lanes(&patch.bottom, t + 1),
                lanes(&patch.bottom, t + 2),
                lanes(&patch.bottom, t + 3),
            ];
            let top =
                [lanes(&patch.top, t), lanes(&patch.top, t + 1), lanes(&patch.top, t + 2), lanes(&patch.top, t + 3)];
            let (mut f_a, mut f_b) = ([0.0; LANES], [0.0; LANES]);
            for lane in 0..LANES {
                let x = eta[lane];
                let (mut p, mut q) = (a[N1 - 1], b[N1 - 1]);
                for j in (0..N1 - 1).rev() {
                    p = p * x + a[j];
                    q = q * x + b[j];
                }
                let under = w_back[0] * top[0][lane]
                    + w_back[1] * top[1][lane]
                    + w_back[2] * top[2][lane]
                    + w_back[3] * top[3][lane];
                let over = w_ahead[0] * bottom[0][lane]
                    + w_ahead[1] * bottom[1][lane]
                    + w_ahead[2] * bottom[2][lane]
                    + w_ahead[3] * bottom[3][lane];
                p = p - bottom[1][lane] - under + far[lane];
                q = q - top[2][lane] - over + far[lane];
                lowest[lane] = if p < q { p } else { q };
                touching[lane] += if p < 0.0 { 1.0 } else { 0.0 };
                touching[lane] += if q < 0.0 { 1.0 } else { 0.0 };
                f_a[lane] = if p < 0.0 { stiffness * p } else { 0.0 };
                f_b[lane] = if q < 0.0 { stiffness * q } else { 0.0 };
            }
            let (low, high) = (lowest[0].min(lowest[1]), lowest[2].min(lowest[3]));
            let least = low.min(high);
            smallest = smallest.min(least);
            patch.wake[group] = travel + least * (1.0 - 1e-9);
            if least >= 0.0 {
                continue;
            }
            for lane in 0..LANES {
                let (mut p, mut q) = (f_a[lane], f_b[lane]);
                for j in 0..N1 {
                    moments[0][j][lane] += p;
                    moments[1][j][lane] += q;
                    p *= eta[lane];
                    q *= eta[lane];
                }
            }
            if DIGEST {
                for lane in 0..LANES {
                    for (pass, f) in [f_a[lane], f_b[lane]].into_iter().enumerate() {
                        if f < 0.0 {
                            let slave = patch.first + t + lane - if pass == 1 { shift.whole } else { 0 };
                            touch.digest = mixed(touch.digest, n, pass, slave);
                        }
                    }
                }
            }
        }
        touch.smallest = touch.smallest.min(smallest);
        if smallest < 0.0 {
            touch.nodes += ((touching[0] + touching[2]) + (touching[1] + touching[3])) as u64;
            let sum = |parts: &[f64; LANES]| (parts[0] + parts[2]) + (parts[1] + parts[3]);
            let (mut m_a, mut m_b) = ([0.0; N1], [0.0; N1]);
            for j in 0..N1 {
                (m_a[j], m_b[j]) = (sum(&moments[0][j]), sum(&moments[1][j]));
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
        state.force.fill(0.0);
        for patch in patches.iter().filter(|patch| !patch.moments[0][0].is_nan()) {
            spread::<N1>(&mut state.force[..modes.width[0]], &patch.rows[0], &patch.moments[0]);
            spread::<N2>(&mut state.force[modes.first[1]..][..modes.width[1]], &patch.rows[1], &patch.moments[1]);
        }
    }
    touch
}

/// Tests compare the contacts of both methods one by one.
const DIGEST: bool = cfg!(test);

/// force += A^T moments.
#[inline(always)]
fn spread<const N: usize>(force: &mut [f64], rows: &[f64], moments: &[f64; 6]) {
    let width = force.len();
    // A loop: the closures of `array::from_fn` would stay out of line, and narrow.
    let mut parts: [&[f64]; N] = [&[]; N];
    for j in 0..N {
        parts[j] = &rows[j * width..(j + 1) * width];
    }
    for k in 0..width {
        let mut sum = force[k];
        for j in 0..N {
            sum += parts[j][k] * moments[j];
        }
        force[k] = sum;
    }
}

#[inline(always)]
fn lanes(values: &[f64], at: usize) -> &[f64; LANES] {
    values[at..].first_chunk().unwrap_or(&[0.0; LANES])
}
