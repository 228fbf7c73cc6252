//! Behaviour of an element: a law, its parallel spring, and what the two make of nodal motion: forces of both points
//! and the matrix of the element, in local axes.
//!
//! The law starts from the assigned matrix `K`; a named stiffness `k_i` replaces the diagonal entry (with two nodes
//! the entries `(i, i)`, `(i, i+n)`, `(i+n, i)`, `(i+n, i+n)` become `k_i, -k_i, -k_i, k_i`), which gives `K'`. Forces
//! of components without a law are `S- + K' du`; with two nodes point 1 holds `S- - (K' du)_1` and point 2
//! `S- + (K' du)_2`: forces carried by the element, positive in tension. The parallel spring (KP, KT1, KT2) adds
//! `k u` with the total relative displacement, and its stiffness.

use std::sync::Arc;

use super::cash_karp::LocalControl;
use super::fault::LawFault;
use super::law::{Answer, Ask, Law, Local, Others};
use super::layout::Layout;

/// A law as an element uses it.
#[derive(Clone, Debug)]
pub struct Behaviour {
    pub law: Arc<dyn Law>,
    /// KP, KT1, KT2 (N/m).
    pub parallel: [f64; 3],
    /// RESI_INTE and ITER_INTE_MAXI.
    pub control: LocalControl,
}

/// One evaluation: the same for all elements.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub ask: Ask,
    /// See [`Local::counter`].
    pub counter: u32,
    pub dynamic: bool,
    /// `t-` and `t+` (s).
    pub times: [f64; 2],
}

/// An element at one evaluation. Nodal values stand node after node in local axes; those of dynamics and of moving
/// supports may be empty, which means zeros.
#[derive(Clone, Copy, Debug)]
pub struct Element<'a> {
    pub layout: Layout,
    /// Displacements at `t-` and their increments since then; the latter are not read in [`Ask::Tangent`].
    pub before: &'a [f64],
    pub increment: &'a [f64],
    /// Present estimate of the velocities.
    pub velocity: &'a [f64],
    /// Driving displacements at `t-` (read for parallel springs only) and `t+`, driving velocities at `t+`.
    pub driving_before: &'a [f64],
    pub driving: &'a [f64],
    pub driving_velocity: &'a [f64],
    /// `S-`: point after point.
    pub stored: &'a [f64],
    /// Assigned stiffness matrix, row by row.
    pub stiffness: &'a [f64],
    /// See [`Local::rest`], [`Local::frame`], [`Local::temperature`], [`Local::irradiation`].
    pub rest: [f64; 3],
    pub frame: [[f64; 3]; 3],
    pub temperature: Option<[f64; 2]>,
    pub irradiation: Option<[f64; 2]>,
}

/// Places that the answer is written to.
#[derive(Debug)]
pub struct Response<'a> {
    /// `S+`: point after point, `layout.size()` values.
    pub forces: &'a mut [f64],
    /// Memory of `t+`: one point (the points of an element hold the same).
    pub memory: &'a mut [f64],
    /// Matrix, row by row, `layout.size()` squared values; not written (and may be empty) in [`Ask::Forces`].
    pub matrix: &'a mut [f64],
}

impl Behaviour {
    /// True where forces are `S- + K du` and the matrix is `K` at all times.
    pub fn is_linear(&self) -> bool {
        self.parallel == [0.0; 3] && self.law.is_linear()
    }

    /// Evaluates the law of `element` from the memory `from`. Fails as the law does.
    pub fn respond(
        &self,
        step: &Step,
        element: &Element<'_>,
        from: &[f64],
        to: &mut Response<'_>,
    ) -> Result<(), LawFault> {
        let Layout { two_nodes, rotations, plane } = element.layout;
        match (two_nodes, rotations, plane) {
            (false, false, false) => self.respond_in::<false, false, false>(step, element, from, to),
            (false, false, true) => self.respond_in::<false, false, true>(step, element, from, to),
            (false, true, false) => self.respond_in::<false, true, false>(step, element, from, to),
            (false, true, true) => self.respond_in::<false, true, true>(step, element, from, to),
            (true, false, false) => self.respond_in::<true, false, false>(step, element, from, to),
            (true, false, true) => self.respond_in::<true, false, true>(step, element, from, to),
            (true, true, false) => self.respond_in::<true, true, false>(step, element, from, to),
            (true, true, true) => self.respond_in::<true, true, true>(step, element, from, to),
        }
    }

    /// [`Behaviour::respond`] for one layout: what is known when it is compiled needs no loop, and numbers stay in registers.
    #[inline(never)]
    fn respond_in<const TWO_NODES: bool, const ROTATIONS: bool, const PLANE: bool>(
        &self,
        step: &Step,
        element: &Element<'_>,
        from: &[f64],
        to: &mut Response<'_>,
    ) -> Result<(), LawFault> {
        let layout = Layout { two_nodes: TWO_NODES, rotations: ROTATIONS, plane: PLANE };
        let (local, drives) = self.local(layout, step, element);
        to.memory.copy_from_slice(from);
        // Not by `?`: an answer is long, and stays where it is.
        match &self.law.respond(&local, from, to.memory) {
            Ok(answer) => {
                self.write_forces(&local, layout, element, answer, drives[1], to.forces);
                if step.ask != Ask::Forces {
                    self.write_matrix(layout, element, answer, to.matrix);
                }
                Ok(())
            }
            Err(fault) => Err(fault.clone()),
        }
    }

    /// Adds to the local damping matrix the dashpots of contact, by the state of the last `matrix` of the element.
    pub fn add_dashpots(&self, layout: Layout, matrix: &[f64], damping: &mut [f64]) {
        let Some(dashpot) = self.law.dashpot().filter(|dashpot| dashpot.stiffness != 0.0) else { return };
        if layout.plane {
            return;
        }
        let indicator = (matrix[0] - self.parallel[0]) / dashpot.stiffness;
        let values = [dashpot.normal, dashpot.tangential, dashpot.tangential];
        for (i, c) in values.into_iter().enumerate() {
            add_pair(layout, damping, i, i, indicator * c);
        }
    }

    /// The motion as the law sees it, and the parallel forces at `t-` and `t+`. In place: what it gives is long.
    #[inline(always)]
    fn local(&self, layout: Layout, step: &Step, element: &Element<'_>) -> (Local, [[f64; 3]; 2]) {
        let before = layout.relative(element.before);
        let increment = if step.ask == Ask::Tangent { [0.0; 6] } else { layout.relative(element.increment) };
        let driving = layout.relative(element.driving);
        let driving_before = layout.relative(element.driving_before);
        let spring = |u: [f64; 6], d: [f64; 6]| -> [f64; 3] {
            std::array::from_fn(|i| if self.parallel[i] == 0.0 { 0.0 } else { self.parallel[i] * (u[i] + d[i]) })
        };
        let after: [f64; 6] = std::array::from_fn(|i| before[i] + increment[i]);
        let parallel = [spring(before, driving_before), spring(after, driving)];
        let n = layout.per_node();
        let (mut stored, mut stiffness) = ([[0.0; 6]; 2], [0.0; 6]);
        for (i, slot) in layout.slots().iter().enumerate() {
            let spring = parallel[0].get(*slot).copied().unwrap_or(0.0);
            let last = if layout.two_nodes { n + i } else { i };
            stored[0][*slot] = element.stored[i] - spring;
            stored[1][*slot] = element.stored[last] - spring;
            stiffness[*slot] = element.stiffness[i * layout.size() + i];
        }
        let local = Local {
            ask: step.ask,
            counter: step.counter,
            dynamic: step.dynamic,
            times: step.times,
            before,
            increment,
            velocity: layout.relative(element.velocity),
            driving,
            driving_velocity: layout.relative(element.driving_velocity),
            stored,
            stiffness,
            layout,
            rest: element.rest,
            frame: element.frame,
            temperature: element.temperature,
            irradiation: element.irradiation,
            control: self.control,
        };
        (local, parallel)
    }

    /// Writes the forces of the points.
    #[inline(always)]
    fn write_forces(
        &self,
        local: &Local,
        layout: Layout,
        element: &Element<'_>,
        answer: &Answer,
        parallel: [f64; 3],
        out: &mut [f64],
    ) {
        let n = layout.per_node();
        for point in 0..layout.nodes() {
            let sign = if layout.two_nodes && point == 0 { -1.0 } else { 1.0 };
            for (i, slot) in layout.slots().iter().enumerate() {
                let force = answer.forces[*slot].unwrap_or_else(|| {
                    let row = point * n + i;
                    let elastic = || sign * elastic_row(layout, element, answer, row, local.ask);
                    match answer.others {
                        Others::Elastic => local.stored[point][*slot] + elastic(),
                        Others::Fresh => elastic(),
                        Others::Unloaded | Others::Nothing => 0.0,
                    }
                });
                out[point * n + i] = force + parallel.get(*slot).copied().unwrap_or(0.0);
            }
        }
    }

    /// Writes the matrix.
    #[inline(always)]
    fn write_matrix(&self, layout: Layout, element: &Element<'_>, answer: &Answer, out: &mut [f64]) {
        let (size, n) = (layout.size(), layout.per_node());
        for (row, out) in out.chunks_exact_mut(size).enumerate() {
            let (i, first) = if row < n { (row, true) } else { (row - n, false) };
            for (column, out) in out.iter_mut().enumerate() {
                let (j, same) = if column < n { (column, first) } else { (column - n, !first) };
                *out = entry(layout, answer, (i, j, same), element.stiffness[row * size + column]);
            }
        }
        if let Some(diagonal) = answer.global_diagonal {
            write_global_diagonal(element, diagonal, out);
        }
        for (i, k) in self.parallel.iter().enumerate().take(layout.translations()) {
            add_pair(layout, out, i, i, *k);
        }
    }
}

/// Replaces the diagonal of the translations of a matrix by `diagonal` in global axes; their other terms there stay.
fn write_global_diagonal(element: &Element<'_>, diagonal: [f64; 3], out: &mut [f64]) {
    let (layout, frame) = (element.layout, &element.frame);
    let (n, size, t) = (layout.per_node(), layout.size(), layout.translations());
    for (a, b) in (0..layout.nodes()).flat_map(|a| (0..layout.nodes()).map(move |b| (a, b))) {
        let sign = if a == b { 1.0 } else { -1.0 };
        let place = |i: usize, j: usize| (a * n + i) * size + b * n + j;
        // What the diagonal changes by along each global axis.
        let change: [f64; 3] = std::array::from_fn(|axis| {
            let pairs = (0..t).flat_map(|i| (0..t).map(move |j| (i, j)));
            let own = pairs.fold(0.0, |sum, (i, j)| sum + frame[i][axis] * out[place(i, j)] * frame[j][axis]);
            sign * diagonal[axis] - own
        });
        for (i, j) in (0..t).flat_map(|i| (0..t).map(move |j| (i, j))) {
            out[place(i, j)] += (0..3).fold(0.0, |sum, axis| sum + frame[i][axis] * change[axis] * frame[j][axis]);
        }
    }
}

/// Row `row` of `K' du`.
fn elastic_row(layout: Layout, element: &Element<'_>, answer: &Answer, row: usize, ask: Ask) -> f64 {
    if ask == Ask::Tangent {
        return 0.0;
    }
    let mut sum = 0.0;
    for column in 0..layout.size() {
        // The free extension moves both ends, by half each.
        let free = match column {
            0 => -0.5 * answer.free_extension,
            _ if column == layout.per_node() => 0.5 * answer.free_extension,
            _ => 0.0,
        };
        let (n, own) = (layout.per_node(), element.stiffness[row * layout.size() + column]);
        let place = (row % n, column % n, row / n == column / n);
        sum += entry(layout, answer, place, own) * (element.increment[column] - free);
    }
    sum
}

/// Entry of `K'` between components `i` and `j` of one node or, not `same`, of both, where the assigned matrix has `own`.
#[inline(always)]
fn entry(layout: Layout, answer: &Answer, (i, j, same): (usize, usize, bool), own: f64) -> f64 {
    let sign = if same { 1.0 } else { -1.0 };
    let (a, b) = (layout.slots()[i], layout.slots()[j]);
    if let Some(block) = &answer.block
        && a < 3
        && b < 3
    {
        return sign * block[a][b];
    }
    if i == j
        && let Some(k) = answer.stiffnesses[a]
    {
        return sign * k;
    }
    if answer.others == Others::Nothing { 0.0 } else { own }
}

/// Adds `k` between relative components `i` and `j`.
#[inline(always)]
fn add_pair(layout: Layout, matrix: &mut [f64], i: usize, j: usize, k: f64) {
    let (n, size) = (layout.per_node(), layout.size());
    for (a, b) in (0..layout.nodes()).flat_map(|a| (0..layout.nodes()).map(move |b| (a, b))) {
        let sign = if a == b { 1.0 } else { -1.0 };
        matrix[(a * n + i) * size + b * n + j] += sign * k;
    }
}

/// Forces of the points of a linear element, `S- + K du` (point 1 of two: `S- - (K du)_1`), from those `stored` and the increments
/// of its unknowns in local axes.
pub fn linear_forces(layout: Layout, stiffness: &[f64], increment: &[f64], stored: &[f64], forces: &mut [f64]) {
    let first = if layout.two_nodes { layout.per_node() } else { 0 };
    for (i, (row, force)) in stiffness.chunks_exact(increment.len()).zip(forces).enumerate() {
        let elastic = row.iter().zip(increment).fold(0.0, |sum, (k, d)| sum + k * d);
        *force = if i < first { stored[i] - elastic } else { stored[i] + elastic };
    }
}

/// Nodal forces of the element from the forces of its points: node 1 receives `-S`, node 2 `+S`, one node `+S`.
pub fn nodal_forces(layout: Layout, points: &[f64], out: &mut [f64]) {
    let n = if layout.two_nodes { layout.per_node() } else { 0 };
    for (i, (out, s)) in out.iter_mut().zip(points).enumerate() {
        *out = if i < n { -s } else { *s };
    }
}
