//! Whole cells at once, where nothing happens: the pressure, the foundation and the top keep their values, and the contact
//! sticks or stays on one straight stretch of its relation, in one tangential direction. What a cell does then is a few sums
//! and products.

use super::line::Piece;
use super::record::{SlabRun, SlabState};
use super::tangential::Tangential;

/// Action on the contact while it does not change.
#[derive(Clone, Copy, Debug)]
pub struct Quiet {
    /// Pressure (Pa), speeds of the foundation and of the top (m/s).
    pub pressure: f64,
    pub base: f64,
    pub top: f64,
    /// Whole cells for which this holds.
    pub cells: usize,
}

/// Most cells between two changes of the delay line.
const CHUNK: usize = 512;

impl<const D: usize> Tangential<D> {
    /// Goes on over cells without event, from the start of a cell; returns how many: fewer than asked for where something
    /// happens in the next one, or where it has kinks.
    pub fn sweep(&mut self, quiet: &Quiet, archive: u64, run: &mut SlabRun) -> usize {
        let mut done = 0;
        while done < quiet.cells {
            let most = (quiet.cells - done).min(CHUNK);
            let count = self.chunk(quiet, most, archive, run);
            done += count;
            if count < most {
                break;
            }
        }
        done
    }

    fn chunk(&mut self, quiet: &Quiet, most: usize, archive: u64, run: &mut SlabRun) -> usize {
        let (z, dt, base, top) = (self.impedance, self.dt, quiet.base, quiet.top);
        let k = quiet.pressure / z;
        let Some(branch) = self.branch(k) else { return 0 };
        let mut written = std::mem::take(&mut self.swept);
        written.resize(CHUNK, Piece { end: 1.0, first: 0.0, last: 0.0 });
        let shift = 2.0 * top - base;
        // Over both ends of each cell: sums of s and b, six times the integral of (b - s) s.
        let (mut slips, mut forces, mut work) = (0.0, 0.0, 0.0);
        let (mut count, mut last) = (0, (self.last.0[0], self.slip.speed));
        let way = &self.ways[0];
        let from = way.displacement;
        let mut to_archive = (archive - self.cell % archive) % archive;
        for (piece, out) in way.line.whole_cells().iter().zip(&mut written[..most]) {
            let b = (shift - piece.first, shift - piece.last);
            if !(piece.end >= 1.0 && branch.holds(b.0) && branch.holds(b.1)) {
                break;
            }
            let s = (branch.slip(b.0), branch.slip(b.1));
            if to_archive == 0 {
                to_archive = archive;
                run.states.push(SlabState {
                    time: dt * (self.cell + count as u64) as f64,
                    slip: s.0,
                    displacement: from + dt * (0.5 * slips + base * count as f64),
                    velocity: s.0 + base,
                    shear: z * (b.0 - s.0),
                    pressure: quiet.pressure,
                    gap: 0.0,
                    solutions: self.law.solutions(k, b.0) as u32,
                    distance: self.distance + dt * 0.5 * slips.abs(),
                    work: self.friction + dt * z * work / 6.0,
                });
            }
            to_archive -= 1;
            slips += s.0 + s.1;
            forces += b.0 + b.1;
            work += (b.0 - s.0) * (2.0 * s.0 + s.1) + (b.1 - s.1) * (s.0 + 2.0 * s.1);
            // 2 w_t - p, with p = b + base
            (out.first, out.last) = (2.0 * s.0 - b.0 + base, 2.0 * s.1 - b.1 + base);
            last = (b.1, s.1);
            count += 1;
        }
        if count > 0 {
            let cells = count as f64;
            self.ways[0].displacement += dt * (0.5 * slips + base * cells);
            self.distance += dt * 0.5 * slips.abs();
            self.friction += dt * z * work / 6.0;
            self.work_base -= dt * z * 0.5 * (forces - slips) * base;
            // The top takes top - q, with q = 2 top - base - b.
            self.work_top += dt * z * (0.5 * forces + cells * (base - top)) * top;
            self.stuck += if self.slip.stick { dt * cells } else { 0.0 };
            self.slip.speed = last.1;
            self.last = ([last.0; D], k);
            self.ways[0].base_speed = base;
            self.cell += count as u64;
            self.ways[0].line.replace(&written[..count]);
        }
        self.swept = written;
        count
    }

    /// The straight part of the relation that the contact is on.
    fn branch(&self, k: f64) -> Option<Branch> {
        if self.slip.stick {
            let bound = k * self.law.mu(0.0);
            return Some(Branch { low: -bound, high: bound, start: 0.0, inverse: 0.0 });
        }
        let side = if self.slip.speed < 0.0 { -1.0 } else { 1.0 };
        let (low, high, speed, value, inverse) = self.law.straight(k, side * self.slip.speed)?;
        let (low, high) = if side < 0.0 { (-high, -low) } else { (low, high) };
        Some(Branch { low, high, start: side * (speed - value * inverse), inverse })
    }
}

/// `s = start + b inverse` for `b` from `low` to `high`. The ends belong to the branch.
struct Branch {
    low: f64,
    high: f64,
    start: f64,
    inverse: f64,
}

impl Branch {
    #[inline]
    fn holds(&self, b: f64) -> bool {
        b >= self.low && b <= self.high
    }

    #[inline]
    fn slip(&self, b: f64) -> f64 {
        self.start + b * self.inverse
    }
}
