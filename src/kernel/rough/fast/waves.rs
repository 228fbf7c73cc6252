//! Derivatives of the shapes at nodes, for the polynomials of patches. Those of a pinned beam come from a table of sines and
//! cosines at every 64th node and the addition of angles; others are evaluated.

use super::super::modes::Modes;
use super::super::problem::SlidingProblem;
use super::super::shapes::{Shapes, Support, turned};
use crate::lanes::Lanes;

const APART: usize = 64;
const FINE: usize = 4;

#[derive(Clone, Debug)]
pub(super) struct Waves {
    spacing: f64,
    count: usize,
    width: usize,
    /// Size of the unit of the polynomials (m).
    size: f64,
    /// Factors that make the row of each further order, per mode.
    factors: [Vec<f64>; 5],
    /// Sine and cosine rows at every 64th node; at the nodes 0, 4 ... 60.
    coarse: Vec<f64>,
    fine: Vec<f64>,
}

impl Waves {
    /// Tables of the modal shapes of one body (0: base, 1: slider), for polynomials of so many nodes per unit.
    pub fn new(problem: &SlidingProblem, modes: &Modes, body: usize, unit: f64) -> Waves {
        let shapes = &problem.beams[body].shapes;
        let (count, width) = (modes.count[body], modes.width[body]);
        let nodes = problem.heights[body].len();
        let angle = |k: usize, node: usize| turned((k + 1) as f64 * (node as f64 * problem.spacing / shapes.length));
        let table = |places: usize, apart: usize| {
            let mut rows = vec![0.0; 2 * places * width];
            for (i, row) in rows.chunks_exact_mut(2 * width).enumerate() {
                for k in 0..count {
                    (row[k], row[width + k]) = angle(k, i * apart);
                }
            }
            rows
        };
        let size = unit * problem.spacing;
        let mut factors = [(); 5].map(|()| vec![0.0; width]);
        for k in 0..count {
            let step = shapes.wave_numbers[k] * size;
            let square = step * step;
            let [f1, f2, f3, f4, f5] = &mut factors;
            (f1[k], f2[k], f3[k]) = (step, -square / 2.0, -square / 6.0);
            (f4[k], f5[k]) = (-square / 12.0, -square / 20.0);
        }
        let pinned = shapes.support == Support::Pinned;
        Waves {
            spacing: problem.spacing,
            count,
            width,
            size,
            factors,
            coarse: if pinned { table(nodes / APART + 1, APART) } else { Vec::new() },
            fine: if pinned { table(APART / FINE, FINE) } else { Vec::new() },
        }
    }

    /// Rows j = 0..orders of psi_k^(j)(x) (unit chi)^j / j!, `unit` as given at the start, at a node that is a multiple of four (any
    /// node when not pinned).
    #[inline(always)]
    pub fn rows<L: Lanes<4>>(&self, lanes: L, shapes: &Shapes, node: usize, rows: &mut [f64], orders: usize) {
        let width = self.width;
        if self.coarse.is_empty() || !node.is_multiple_of(FINE) || node / APART * 2 * width >= self.coarse.len() {
            return self.evaluated(shapes, node, rows, orders);
        }
        let (s, c) = self.coarse[node / APART * 2 * width..][..2 * width].split_at(width);
        let (ds, dc) = self.fine[node % APART / FINE * 2 * width..][..2 * width].split_at(width);
        let norm = lanes.splat(libm::sqrt(2.0 / shapes.length));
        let mut rows = rows.chunks_exact_mut(width).map(|row| row.as_chunks_mut().0);
        let (Some(r0), Some(r1), Some(r2), Some(r3), Some(r4), Some(r5)) =
            (rows.next(), rows.next(), rows.next(), rows.next(), rows.next(), rows.next())
        else {
            return;
        };
        let parts = |row: &[f64], k: usize| lanes.load(&row.as_chunks().0[k]);
        for k in 0..width / 4 {
            let (s, c, ds, dc) = (parts(s, k), parts(c, k), parts(ds, k), parts(dc, k));
            let sine = lanes.add(lanes.multiply(s, dc), lanes.multiply(c, ds));
            let cosine = lanes.subtract(lanes.multiply(c, dc), lanes.multiply(s, ds));
            let [f1, f2, f3, f4, f5] = &self.factors;
            let even = lanes.multiply(norm, sine);
            let odd = lanes.multiply(lanes.multiply(norm, cosine), parts(f1, k));
            lanes.store(even, &mut r0[k]);
            lanes.store(odd, &mut r1[k]);
            let even = lanes.multiply(even, parts(f2, k));
            lanes.store(even, &mut r2[k]);
            if orders > 3 {
                let odd = lanes.multiply(odd, parts(f3, k));
                lanes.store(odd, &mut r3[k]);
                if orders > 4 {
                    lanes.store(lanes.multiply(even, parts(f4, k)), &mut r4[k]);
                    lanes.store(lanes.multiply(odd, parts(f5, k)), &mut r5[k]);
                }
            }
        }
    }

    /// Rows of a node from the shapes themselves.
    fn evaluated(&self, shapes: &Shapes, node: usize, rows: &mut [f64], orders: usize) {
        // Signed: a centre may lie before the start.
        let x = (node as isize) as f64 * self.spacing;
        for k in 0..self.count {
            let mut factor = 1.0;
            for order in 0..orders {
                rows[order * self.width + k] = shapes.derivative(k, order, x) * factor;
                factor *= self.size / (order + 1) as f64;
            }
        }
    }
}
