//! Contact points in modal coordinates.
//!
//! Each point has three rows: row 0 along the axis that the surface stops, rows 1 and 2 along the two others (in the
//! plane of the obstacle, then along its normal NORM_OBST). Forces on the coordinates are these rows times the local
//! forces; `W = rows M^-1 rows^T` is the Delassus operator of all points.

use super::exchange::VARIABLES;
use super::round::Round;
use crate::interaction::{ContactPoint, PointMotion, Surface};
use crate::transient::exact::obstruction::Obstruction;
use crate::transient::matrix::dot;
use crate::transient::system::System;

/// One point.
#[derive(Clone, Debug)]
pub struct Point {
    /// Local axes of rows 0, 1 and 2.
    pub axes: [usize; 3],
    pub rest: [f64; 3],
    /// `gap = offset + sign u`; two surfaces face each other where `half_gap` is given.
    pub sign: f64,
    pub offset: f64,
    pub half_gap: Option<f64>,
    /// A circle, whose normal turns with the point.
    pub round: Option<Round>,
    /// `k_n`, `c_n`.
    pub stiffness: f64,
    pub damping: f64,
    pub restitution: Option<f64>,
    pub mu_static: f64,
    pub mu_dynamic: f64,
    /// Those of rows 1 and 2 along which friction acts.
    pub along: [bool; 2],
    /// Both rows were parallel and are one now: its direction in the original rows.
    pub turned: Option<[f64; 2]>,
    /// Row 0 moves at all.
    pub moves: bool,
    pub(super) motion: PointMotion,
    node_1: Option<PointMotion>,
}

impl Point {
    /// Gap at displacement `u` along row 0, and the sign of the normal.
    #[inline(always)]
    pub fn gap(&self, u: f64) -> (f64, f64) {
        let position = self.rest[0] + u;
        match self.half_gap {
            Some(half_gap) => {
                let sign = if position.is_sign_negative() { 1.0 } else { -1.0 };
                (half_gap + sign * position, sign)
            }
            None => (self.offset + self.sign * position, self.sign),
        }
    }

    /// Gap at displacement `u` along row 0 to the side whose normal has the sign `sign`.
    #[inline(always)]
    pub fn gap_on(&self, sign: f64, u: f64) -> f64 {
        self.half_gap.unwrap_or(self.offset) + sign * (self.rest[0] + u)
    }

    /// Components along the tangents of results from those along rows 1 and 2, under a normal of this sign.
    #[inline(always)]
    pub fn tangents(&self, normal: f64, x: [f64; 2]) -> [f64; 2] {
        let x = self.turned.map_or(x, |d| [d[0] * x[0], d[1] * x[0]]);
        // The first tangent is (0, -s, c) for the normal (0, c, s).
        let sign = if self.axes[0] == 1 { normal } else { -normal };
        [sign * x[0], x[1]]
    }
}

/// All points.
#[derive(Clone, Debug)]
pub struct Contacts {
    pub size: usize,
    /// Supports, and one more whose velocity is [`Contacts::belt`] where surfaces move.
    pub supports: usize,
    /// Largest velocity of a surface that moves under its contact (m/s).
    pub belt: Option<f64>,
    pub points: Vec<Point>,
    pub(super) rows: Vec<f64>,
    pub(super) inverse: Vec<f64>,
    pub delassus: Vec<f64>,
    pub(super) support_rows: Vec<f64>,
    /// Rows y and z of round points times the inverse of the mass, point after point.
    pub(super) fixed_inverse: Vec<f64>,
    /// Rows that are not all zeros.
    pub present: Vec<bool>,
}

impl Contacts {
    /// The contacts with their rows, and the Delassus operator for the mass of `system`. Fails where a circle has no
    /// radius.
    pub fn new(points: Vec<ContactPoint>, supports: usize, system: &mut System) -> Result<Contacts, Obstruction> {
        let size = system.size();
        let count = points.len();
        let speeds = points.iter().flat_map(|point| point.entrainment).fold(0.0_f64, |a, w| a.max(w.abs()));
        let belt = (speeds > 0.0).then_some(speeds);
        let supports = supports + usize::from(belt.is_some());
        let mut contacts = Contacts {
            size,
            supports,
            belt,
            points: Vec::with_capacity(count),
            rows: vec![0.0; 3 * count * size],
            inverse: vec![0.0; 3 * count * size],
            delassus: vec![0.0; 9 * count * count],
            support_rows: vec![0.0; 3 * count * supports],
            fixed_inverse: Vec::new(),
            present: vec![false; 3 * count],
        };
        for (rank, point) in points.into_iter().enumerate() {
            contacts.add(rank, point)?;
        }
        for r in 0..3 * count {
            let row = &contacts.rows[r * size..(r + 1) * size];
            contacts.present[r] = row.iter().any(|x| *x != 0.0);
            let inverse = &mut contacts.inverse[r * size..(r + 1) * size];
            inverse.copy_from_slice(row);
            system.solve_mass(inverse);
        }
        for i in 0..3 * count {
            for j in 0..3 * count {
                contacts.delassus[i * 3 * count + j] = dot(contacts.row(i), contacts.inverse(j));
            }
        }
        contacts.fix_inverses();
        Ok(contacts)
    }

    /// Keeps the inverses of the rows that turn.
    fn fix_inverses(&mut self) {
        if self.points.iter().any(|point| point.round.is_some()) {
            let width = 3 * self.size;
            self.fixed_inverse =
                self.inverse.chunks_exact(width).flat_map(|rows| &rows[..width / 3 * 2]).copied().collect();
        }
    }

    fn add(&mut self, rank: usize, point: ContactPoint) -> Result<(), Obstruction> {
        let round = Round::of(&point.surface);
        let (axis, sign, offset, half_gap) = match point.surface {
            Surface::Between { axis, half_gap } => (axis, 1.0, half_gap, Some(half_gap)),
            Surface::OneSide { axis, normal, thickness } => (axis, normal, -thickness, None),
            Surface::Inside { radius } => (1, 1.0, radius, None),
            Surface::Outside { radius } => (1, 1.0, -radius, None),
        };
        if round.is_some_and(|round| !(round.radius > 0.0)) {
            return Err(Obstruction::NoClearance { rank });
        }
        let axes = [axis, 3 - axis, 0];
        let (size, supports) = (self.size, self.supports);
        for (k, &local) in axes.iter().enumerate() {
            let row = 3 * rank + k;
            let given = &point.motion.rows[local];
            if !given.is_empty() {
                self.rows[row * size..(row + 1) * size].copy_from_slice(given);
            }
            let given = &point.motion.supports[local];
            self.support_rows[row * supports..row * supports + given.len()].copy_from_slice(given);
            if let Some(belt) = self.belt.filter(|_| k > 0 && !(k == 1 && round.is_some())) {
                self.support_rows[(row + 1) * supports - 1] = -point.entrainment[local] / belt;
            }
        }
        let rubs = point.mu_static.abs() > f64::EPSILON || point.mu_dynamic.abs() > f64::EPSILON;
        let moves = |contacts: &Contacts, k: usize| {
            contacts.row(3 * rank + k).iter().chain(contacts.support_row(3 * rank + k)).any(|x| *x != 0.0)
        };
        let in_plane = moves(self, 1) || (round.is_some() && moves(self, 0));
        let mut along = [rubs && in_plane, rubs && moves(self, 2) && !point.one_direction];
        let turned = if along == [true, true] && round.is_none() { self.merge(rank) } else { None };
        if turned.is_some() {
            along[1] = false;
        }
        let stiffness = if point.restitution.is_some() { 0.0 } else { point.stiffness };
        self.points.push(Point {
            axes,
            rest: axes.map(|axis| point.motion.rest[axis]),
            sign,
            offset,
            half_gap,
            round,
            stiffness,
            damping: point.damping,
            restitution: point.restitution,
            mu_static: point.mu_static,
            mu_dynamic: point.mu_dynamic,
            along,
            turned,
            moves: moves(self, 0) || (round.is_some() && moves(self, 1)),
            motion: point.motion,
            node_1: point.node_1,
        });
        Ok(())
    }

    /// Two tangents that move in proportion are one.
    fn merge(&mut self, rank: usize) -> Option<[f64; 2]> {
        let numbers = |contacts: &Contacts, k: usize| -> Vec<f64> {
            contacts.row(3 * rank + k).iter().chain(contacts.support_row(3 * rank + k)).copied().collect()
        };
        let (a, b) = (numbers(self, 1), numbers(self, 2));
        let (aa, ab, bb) = (dot(&a, &a), dot(&a, &b), dot(&b, &b));
        if aa * bb - ab * ab > 1e-24 * aa * bb {
            return None;
        }
        let length = (aa + bb).sqrt();
        let direction = [aa.sqrt() / length, bb.sqrt() / length * ab.signum()];
        let (size, supports) = (self.size, self.supports);
        for (values, width) in [(&mut self.rows, size), (&mut self.support_rows, supports)] {
            let (first, second) = values[(3 * rank + 1) * width..(3 * rank + 3) * width].split_at_mut(width);
            for (x, y) in first.iter_mut().zip(second) {
                (*x, *y) = (direction[0] * *x + direction[1] * *y, 0.0);
            }
        }
        Some(direction)
    }

    /// Row `r` of relative motion: `3 point + k`.
    #[inline]
    pub fn row(&self, r: usize) -> &[f64] {
        &self.rows[r * self.size..(r + 1) * self.size]
    }

    /// Row `r` of relative motion times the inverse of the mass.
    #[inline]
    pub fn inverse(&self, r: usize) -> &[f64] {
        &self.inverse[r * self.size..(r + 1) * self.size]
    }

    /// Coefficients of row `r`, one per support.
    pub fn support_row(&self, r: usize) -> &[f64] {
        &self.support_rows[r * self.supports..(r + 1) * self.supports]
    }

    /// Relative motion along row `r`: of the coordinates and of the supports.
    #[inline]
    pub fn along(&self, r: usize, coordinates: &[f64], supports: &[f64]) -> f64 {
        let own = if self.present[r] { product(self.row(r), coordinates) } else { 0.0 };
        if supports.is_empty() { own } else { own + dot(self.support_row(r), supports) }
    }

    /// Two motions along row `r`, each of coordinates and supports.
    #[inline(always)]
    pub fn along_both(&self, r: usize, first: (&[f64], &[f64]), second: (&[f64], &[f64])) -> [f64; 2] {
        let own = if self.present[r] { products(self.row(r), first.0, second.0) } else { [0.0; 2] };
        if first.1.is_empty() {
            return own;
        }
        let row = self.support_row(r);
        [own[0] + dot(row, first.1), own[1] + dot(row, second.1)]
    }

    /// Velocity of the surface of a point along its row `k`, 1 or 2 (m/s).
    pub fn surface_velocity(&self, point: usize, k: usize) -> f64 {
        self.belt.map_or(0.0, |belt| -belt * self.support_rows[(3 * point + k + 1) * self.supports - 1])
    }

    /// Replaces it.
    pub fn set_surface_velocity(&mut self, point: usize, k: usize, velocity: f64) {
        if let Some(belt) = self.belt {
            self.support_rows[(3 * point + k + 1) * self.supports - 1] = -velocity / belt;
        }
    }

    /// Gap of a point at displacement `u` along row 0, and the sign of its normal.
    #[inline]
    pub fn gap(&self, point: usize, u: f64) -> (f64, f64) {
        self.points[point].gap(u)
    }

    /// Gap of a point at displacement `u` along row 0 to the side whose normal has the sign `sign`.
    #[inline(always)]
    pub fn gap_on(&self, point: usize, sign: f64, u: f64) -> f64 {
        self.points[point].gap_on(sign, u)
    }

    /// Writes the internal variables that follow from the motion: positions, velocities, stick. `closed` is the sign of
    /// the normal of a closed contact, and whether it sticks.
    pub fn describe(
        &self,
        rank: usize,
        q: &[f64],
        v: &[f64],
        supports: (&[f64], &[f64]),
        closed: Option<(f64, bool)>,
        out: &mut [f64],
    ) {
        let point = &self.points[rank];
        let position = |motion: &PointMotion| {
            std::array::from_fn(|k| {
                let own = if motion.rows[k].is_empty() { 0.0 } else { product(&motion.rows[k], q) };
                motion.rest[k] + own + dot(&motion.supports[k], supports.0)
            })
        };
        let u: [f64; 3] = position(&point.motion);
        let first: [f64; 3] = point.node_1.as_ref().map_or(u, position);
        out[..VARIABLES].fill(0.0);
        out[3..6].copy_from_slice(&first);
        if point.node_1.is_some() {
            for k in 0..3 {
                out[6 + k] = first[k] - u[k];
            }
        }
        out[15..18].copy_from_slice(&u);
        let Some((normal, sticks)) = closed else { return };
        // Velocities along the normal and the tangents of now: those of a circle turned since its rows were taken.
        let turned = point.round.map(|round| {
            let velocity = |k: usize| {
                let own = if point.motion.rows[k].is_empty() { 0.0 } else { product(&point.motion.rows[k], v) };
                own + dot(&point.motion.supports[k], supports.1)
            };
            let ([c, s], y, z) = (round.normal([u[1], u[2]]), velocity(1), velocity(2));
            [c * y + s * z, c * z - s * y]
        });
        out[9] = turned.map_or_else(|| normal * self.along(3 * rank, v, supports.1), |[normal, _]| normal);
        if point.mu_static.abs() > f64::EPSILON || point.mu_dynamic.abs() > f64::EPSILON {
            let own = |k: usize| match turned {
                _ if sticks => 0.0,
                Some([_, tangential]) if k == 1 => tangential,
                _ => self.along(3 * rank + k, v, supports.1),
            };
            let vt = self.tangents(rank, normal, [own(1), own(2)]);
            (out[10], out[11], out[18], out[19]) = (vt[0], vt[1], vt[0], vt[1]);
            out[12] = if sticks { 1.0 } else { 0.0 };
        }
    }

    /// Components along the tangents of results from those along rows 1 and 2.
    pub fn tangents(&self, rank: usize, normal: f64, x: [f64; 2]) -> [f64; 2] {
        self.points[rank].tangents(normal, x)
    }
}

/// Scalar products of a row with two vectors.
#[inline(always)]
fn products(row: &[f64], x: &[f64], y: &[f64]) -> [f64; 2] {
    if let ([a], [x], [y]) = (row, x, y) { [a * x, a * y] } else { [dot(row, x), dot(row, y)] }
}

/// A scalar product; one coordinate is frequent.
#[inline]
pub fn product(a: &[f64], b: &[f64]) -> f64 {
    if let ([a], [b]) = (a, b) { a * b } else { dot(a, b) }
}
