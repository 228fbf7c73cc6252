//! Contact evaluated at nodes: displacements by rows of the modal tables, gaps and forces of both passes over ranges of
//! bottom nodes. The direct method gives one range, all that the slider covers; the fast one gives its candidates.

use super::modes::{BeamState, LANES, Modes};
use super::problem::{RESONATOR, SLIDER, Shift, Shocks, SlidingProblem};
use super::segments::{Facing, cubic, facing};
use super::shocks::ShockLog;

/// Bottom nodes `first..=last`; the top node l belongs to the bottom node l + whole shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeRange {
    pub first: usize,
    pub last: usize,
}

impl NodeRange {
    /// All the bottom nodes under the slider at step `n`.
    pub fn covered(problem: &SlidingProblem, n: u64) -> Self {
        let q = problem.shift(n).whole;
        let last = (q + problem.heights[1].len() - 1).min(problem.heights[0].len() - 1);
        NodeRange { first: q, last }
    }
}

/// Contact of one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contact {
    /// Total force on the slider (N/m), positive when the bodies push each other.
    pub force: f64,
    /// Slave nodes in contact, both passes.
    pub nodes: u64,
}

/// Tables and work arrays. Rows of a body: `width` numbers per node.
pub struct NodeContact {
    rows: [Vec<f64>; 2],
    /// Heights with the static deflection (m).
    heights: [Vec<f64>; 2],
    /// h + u of the last evaluation, where it was evaluated.
    level: [Vec<f64>; 2],
    /// Nodal forces of the step (N/m): pressure times the weight of the slave, shared among its masters; zero elsewhere.
    forces: [Vec<f64>; 2],
    /// The share of these that nodes carry as slaves; empty unless shocks of slaves are kept.
    own: [Vec<f64>; 2],
    /// Contact force of each observed point that is a node (N/m), positive when the bodies push each other.
    pub observed: Vec<f64>,
    /// A number that depends on every contact (step, pass, slave) met so far.
    pub digest: u64,
    /// Smallest gap of the last evaluation (m).
    pub smallest: f64,
    /// True where the row of a node is filled: rows are computed when first needed.
    known: [Vec<bool>; 2],
}

/// Heights of the nodes of a body with its deflection at rest under weight (m).
pub fn resting_heights(problem: &SlidingProblem, modes: &Modes, body: usize) -> Vec<f64> {
    let (shapes, first) = (&problem.beams[body].shapes, modes.first[body]);
    let sags: Vec<usize> = (0..modes.count[body]).filter(|k| modes.rest[first + k] != 0.0).collect();
    let at = |(node, h): (usize, &f64)| {
        let x = node as f64 * problem.spacing;
        sags.iter().fold(*h, |level, k| level + modes.rest[first + k] * shapes.value(*k, x))
    };
    problem.heights[body].iter().enumerate().map(at).collect()
}

impl NodeContact {
    /// Tables of the problem; no row is filled yet.
    pub fn new(problem: &SlidingProblem, modes: &Modes) -> NodeContact {
        let nodes = [0, 1].map(|b: usize| problem.heights[b].len());
        NodeContact {
            rows: [0, 1].map(|b: usize| vec![0.0; nodes[b] * modes.width[b]]),
            heights: [0, 1].map(|b| resting_heights(problem, modes, b)),
            level: nodes.map(|n| vec![0.0; n]),
            forces: nodes.map(|n| vec![0.0; n]),
            own: nodes.map(|n| vec![0.0; if problem.shocks == Shocks::Slaves { n } else { 0 }]),
            observed: vec![0.0; problem.observations.len()],
            digest: 0,
            smallest: f64::INFINITY,
            known: nodes.map(|n| vec![false; n]),
        }
    }

    /// Values of the shapes of a body at a node, padded.
    #[inline(always)]
    pub fn row(&self, modes: &Modes, body: usize, node: usize) -> &[f64] {
        let width = modes.width[body];
        &self.rows[body][node * width..(node + 1) * width]
    }

    /// h + u at the nodes `first..=last` of a body.
    #[inline(always)]
    fn lift(
        &mut self,
        problem: &SlidingProblem,
        modes: &Modes,
        body: usize,
        amplitudes: &[f64],
        first: usize,
        last: usize,
    ) {
        let width = modes.width[body];
        let amplitudes = &amplitudes[modes.first[body]..][..width];
        for node in first..=last {
            if !self.known[body][node] {
                self.fill(problem, modes, body, node);
            }
            let row = &self.rows[body][node * width..(node + 1) * width];
            self.level[body][node] = self.heights[body][node] + dot(row, amplitudes);
        }
    }

    /// Computes the row of a node.
    #[cold]
    fn fill(&mut self, problem: &SlidingProblem, modes: &Modes, body: usize, node: usize) {
        let (shapes, width) = (&problem.beams[body].shapes, modes.width[body]);
        let row = &mut self.rows[body][node * width..(node + 1) * width];
        let x = node as f64 * problem.spacing;
        (0..modes.count[body]).for_each(|k| row[k] = shapes.value(k, x));
        self.known[body][node] = true;
    }

    /// The gaps of the slaves of a range, given to `see(pass, slave node, masters, gap)`; pass 0 has bottom slaves.
    #[inline(always)]
    pub fn gaps(
        &mut self,
        problem: &SlidingProblem,
        modes: &Modes,
        amplitudes: &[f64],
        shift: Shift,
        range: NodeRange,
        mut see: impl FnMut(usize, usize, &Facing, f64),
    ) {
        let (n1, n2, q) = (self.heights[0].len(), self.heights[1].len(), shift.whole);
        let (first, last) = (range.first.max(q), range.last.min(n1 - 1).min(q + n2 - 1));
        if first > last {
            return;
        }
        self.lift(problem, modes, RESONATOR, amplitudes, first.saturating_sub(1), (last + 2).min(n1 - 1));
        self.lift(problem, modes, SLIDER, amplitudes, (first - q).saturating_sub(2), (last - q + 1).min(n2 - 1));
        let (back, ahead) = (1.0 - shift.part, shift.part);
        let (smooth_back, smooth_ahead) = (cubic(back), cubic(ahead));
        for i in first..=last {
            let l = i - q;
            for pass in 0..2 {
                let (slave, masters) = match pass {
                    0 if l >= 1 => (i, facing(l - 1, back, n2, &smooth_back)),
                    1 if i + 1 < n1 => (l, facing(i, ahead, n1, &smooth_ahead)),
                    _ => continue,
                };
                let gap = problem.clearance - self.level[pass][slave] - interpolated(&self.level[1 - pass], &masters);
                see(pass, slave, &masters, gap);
            }
        }
    }

    /// Penalty forces of the ranges at step `n`: fills `state.force`, says what touches.
    #[inline(always)]
    pub fn penalty(
        &mut self,
        problem: &SlidingProblem,
        modes: &Modes,
        state: &mut BeamState,
        n: u64,
        ranges: &[NodeRange],
        stiffness: f64,
    ) -> Contact {
        let shift = problem.shift(n);
        let mut contact = Contact::default();
        let (mut forces, mut own) = (std::mem::take(&mut self.forces), std::mem::take(&mut self.own));
        let mut digest = self.digest;
        let mut smallest = f64::INFINITY;
        for range in ranges {
            self.gaps(problem, modes, &state.u, shift, *range, |pass, slave, masters, gap| {
                smallest = smallest.min(gap);
                if gap < 0.0 {
                    let f = stiffness * gap * problem.weight_of(pass, slave);
                    load(&mut forces, &mut own, pass, slave, masters, f);
                    contact.nodes += 1;
                    digest = mixed(digest, n, pass, slave);
                }
            });
        }
        (self.forces, self.own, self.digest, self.smallest) = (forces, own, digest, smallest);
        state.force.fill(0.0);
        if contact.nodes > 0 {
            for range in ranges {
                contact.force += self.gather(problem, modes, &mut state.force, shift, *range);
            }
        }
        contact
    }

    /// Looks at the forces of the observed points that are nodes at step `n`: those found in this step, where it was evaluated
    /// node by node, otherwise (`stiffness` is given) those of the slaves around the point, evaluated anew.
    pub fn look(
        &mut self,
        problem: &SlidingProblem,
        modes: &Modes,
        amplitudes: &[f64],
        n: u64,
        stiffness: Option<f64>,
    ) {
        let mut observed = std::mem::take(&mut self.observed);
        for (point, force) in problem.observations.iter().zip(&mut observed) {
            let Some(node) = point.node(problem.spacing) else { continue };
            let Some(stiffness) = stiffness else {
                *force = -self.forces[point.body][node];
                continue;
            };
            let shift = problem.shift(n);
            let below = if point.body == SLIDER { node + shift.whole } else { node };
            let range = NodeRange { first: below.saturating_sub(3), last: below + 3 };
            let mut sum = 0.0;
            self.gaps(problem, modes, amplitudes, shift, range, |pass, slave, masters, gap| {
                let share = match () {
                    _ if gap >= 0.0 => 0.0,
                    _ if pass == point.body => f64::from(u8::from(slave == node)),
                    _ => node
                        .checked_sub(masters.first)
                        .filter(|r| *r < masters.count)
                        .map_or(0.0, |r| masters.weights[r]),
                };
                if share != 0.0 {
                    sum += share * stiffness * gap * problem.weight_of(pass, slave);
                }
            });
            *force = -sum;
        }
        self.observed = observed;
    }

    /// Puts the force `f` (N/m) on a slave and its reactions on the masters.
    pub fn load(&mut self, n: u64, pass: usize, slave: usize, masters: &Facing, f: f64) {
        load(&mut self.forces, &mut self.own, pass, slave, masters, f);
        self.digest = mixed(self.digest, n, pass, slave);
    }

    /// Adds the modal forces of the nodal ones around a range; gives the total on the slider. Nodal forces are left for
    /// [`NodeContact::release`].
    #[inline(always)]
    pub fn gather(
        &self,
        problem: &SlidingProblem,
        modes: &Modes,
        force: &mut [f64],
        shift: Shift,
        range: NodeRange,
    ) -> f64 {
        let mut total = 0.0;
        self.each_force(problem, &self.forces, shift, range, |body, node, f| {
            let row = self.row(modes, body, node);
            let force = &mut force[modes.first[body]..][..modes.width[body]];
            force.iter_mut().zip(row).for_each(|(sum, psi)| *sum += f * psi);
            if body == SLIDER {
                total -= f;
            }
        });
        total
    }

    /// Calls `see(body, node, force)` for the nodes with a force around a range.
    #[inline(always)]
    fn each_force(
        &self,
        problem: &SlidingProblem,
        forces: &[Vec<f64>; 2],
        shift: Shift,
        range: NodeRange,
        mut see: impl FnMut(usize, usize, f64),
    ) {
        for (body, (first, last)) in extents(&range, shift).into_iter().enumerate() {
            for node in first..=last.min(problem.heights[body].len() - 1) {
                let f = forces[body][node];
                if f != 0.0 {
                    see(body, node, f);
                }
            }
        }
    }

    /// Takes the nodal forces of step `n`, put on in the position `shift`, away; with a log, adds them to the shocks with the energy they give, `moved` being
    /// D + D' of all modes.
    pub fn release(
        &mut self,
        problem: &SlidingProblem,
        modes: &Modes,
        (n, shift): (u64, Shift),
        ranges: &[NodeRange],
        moved: Option<(&[f64], &mut ShockLog)>,
    ) {
        let mut found = moved;
        for range in ranges {
            if let Some((moved, log)) = &mut found {
                let forces = if problem.shocks == Shocks::Slaves { &self.own } else { &self.forces };
                self.each_force(problem, forces, shift, *range, |body, node, f| {
                    let row = self.row(modes, body, node);
                    let travel = 0.5 * dot(row, &moved[modes.first[body]..][..modes.width[body]]);
                    log.add(n, body, node, f / problem.weight_of(body, node), f * travel);
                });
            }
            for (body, (first, last)) in extents(range, shift).into_iter().enumerate() {
                let end = (last + 1).min(self.forces[body].len());
                if first < end {
                    self.forces[body][first..end].fill(0.0);
                    if let Some(own) = self.own[body].get_mut(first..end) {
                        own.fill(0.0);
                    }
                }
            }
        }
        if let Some((_, log)) = found {
            log.close(n);
        }
    }
}

/// First and last node of each body that contacts of a range may load.
#[inline(always)]
fn extents(range: &NodeRange, shift: Shift) -> [(usize, usize); 2] {
    let q = shift.whole;
    let top = ((range.first.max(q) - q).saturating_sub(2), (range.last + 1).saturating_sub(q));
    [(range.first.saturating_sub(1), range.last + 2), top]
}

/// Puts a force on a slave and its reactions on the masters.
#[inline(always)]
fn load(forces: &mut [Vec<f64>; 2], own: &mut [Vec<f64>; 2], pass: usize, slave: usize, masters: &Facing, f: f64) {
    forces[pass][slave] += f;
    if let Some(own) = own[pass].get_mut(slave) {
        *own += f;
    }
    for r in 0..masters.count {
        forces[1 - pass][masters.first + r] += masters.weights[r] * f;
    }
}

/// Sum of weighted levels of the masters.
#[inline(always)]
fn interpolated(level: &[f64], masters: &Facing) -> f64 {
    let mut sum = 0.0;
    for r in 0..masters.count {
        sum += masters.weights[r] * level[masters.first + r];
    }
    sum
}

/// Product of two rows of a multiple of [`LANES`] numbers, in [`LANES`] parts.
#[inline(always)]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut parts = [0.0; LANES];
    for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
        for lane in 0..LANES {
            parts[lane] += a[lane] * b[lane];
        }
    }
    (parts[0] + parts[2]) + (parts[1] + parts[3])
}

/// The digest after one more contact.
#[inline(always)]
pub fn mixed(digest: u64, n: u64, pass: usize, slave: usize) -> u64 {
    let contact =
        n.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ ((slave as u64) << 1 | pass as u64).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (contact ^ (contact >> 29)).wrapping_mul(0x94D0_49BB_1331_11EB);
    // A sum: contacts of one step may come in any order.
    digest.wrapping_add(mixed ^ (mixed >> 32))
}
