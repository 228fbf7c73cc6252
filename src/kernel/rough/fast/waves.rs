//! Derivatives of the shapes at nodes, for the polynomials of patches. Those of a pinned beam come from a table of sines and
//! cosines at every 64th node and the addition of angles; others are evaluated.

use super::super::modes::Modes;
use super::super::problem::SlidingProblem;
use super::super::shapes::{Shapes, Support, turned};

const APART: usize = 64;
const FINE: usize = 4;

#[derive(Clone, Debug)]
pub(super) struct Waves {
    spacing: f64,
    count: usize,
    width: usize,
    /// Sine and cosine rows at every 64th node; at the nodes 0, 4 ... 60.
    coarse: Vec<f64>,
    fine: Vec<f64>,
}

impl Waves {
    /// Tables of the modal shapes of one body (0: base, 1: slider).
    pub fn new(problem: &SlidingProblem, modes: &Modes, body: usize) -> Waves {
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
        let pinned = shapes.support == Support::Pinned;
        Waves {
            spacing: problem.spacing,
            count,
            width,
            coarse: if pinned { table(nodes / APART + 1, APART) } else { Vec::new() },
            fine: if pinned { table(APART / FINE, FINE) } else { Vec::new() },
        }
    }

    /// Rows j = 0..5 of psi_k^(j)(x) (unit chi)^j / j! at a node that is a multiple of four (any node when not pinned).
    pub fn rows(&mut self, shapes: &Shapes, node: usize, unit: f64, rows: &mut [f64], width: usize) {
        let size = unit * self.spacing;
        if self.coarse.is_empty() || !node.is_multiple_of(FINE) || node / APART * 2 * self.width >= self.coarse.len() {
            // Signed: a centre may lie before the start.
            let x = (node as isize) as f64 * self.spacing;
            for k in 0..self.count {
                let mut factor = 1.0;
                for order in 0..6 {
                    rows[order * width + k] = shapes.derivative(k, order, x) * factor;
                    factor *= size / (order + 1) as f64;
                }
            }
            return;
        }
        let coarse = &self.coarse[node / APART * 2 * self.width..][..2 * self.width];
        let fine = &self.fine[node % APART / FINE * 2 * self.width..][..2 * self.width];
        let norm = libm::sqrt(2.0 / shapes.length);
        for k in 0..self.count {
            let (s, c) = (coarse[k], coarse[self.width + k]);
            let (ds, dc) = (fine[k], fine[self.width + k]);
            let (sine, cosine) = (s * dc + c * ds, c * dc - s * ds);
            let step = shapes.wave_numbers[k] * size;
            let (mut even, mut odd) = (norm * sine, norm * cosine * step);
            let square = step * step;
            rows[k] = even;
            rows[width + k] = odd;
            even *= -square / 2.0;
            odd *= -square / 6.0;
            rows[2 * width + k] = even;
            rows[3 * width + k] = odd;
            rows[4 * width + k] = even * (-square / 12.0);
            rows[5 * width + k] = odd * (-square / 20.0);
        }
    }
}
