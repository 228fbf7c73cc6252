//! Delay line: what leaves the contact comes back after one echo time, reflected by the top of the slab.
//!
//! Time is counted in cells: an echo time is exactly `cells` of them, so that what comes back has the place in its cell that
//! it left with. A cell holds one piece, or several when events or kinks of the data fall inside; each piece is straight.

use std::collections::VecDeque;

/// A straight piece that ends at `end` of its cell (0 to 1) and starts where the one before ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    pub end: f64,
    pub first: f64,
    pub last: f64,
}

/// Pieces that a cell may hold in any line; beyond, two that lie close to one straight line are joined.
const MOST_IN_CELL: usize = 12;
/// Pieces that a line of few cells may hold in all, shared by its cells.
const MOST_IN_LINE: usize = 1024;

/// The straight line closest to two pieces, of which the first starts at `start`, and the integral of the square of what is lost. It
/// keeps the integral of both, so that displacements go on as they were, and wins neither energy nor height.
fn joined(start: f64, a: Piece, b: Piece) -> (f64, Piece) {
    let (first, second) = (a.end - start, b.end - a.end);
    let length = first + second;
    if !(length > 0.0) {
        return (0.0, Piece { end: b.end, first: a.first, last: b.last });
    }
    let (p, q) = (first / length, second / length);
    let means = (0.5 * (a.first + a.last), 0.5 * (b.first + b.last));
    let mean = p * means.0 + q * means.1;
    // First moment about the middle, for a length of 1: middles of the pieces lie at -q/2 and p/2.
    let moment = 0.5 * p * q * (means.1 - means.0) + (p * p * (a.last - a.first) + q * q * (b.last - b.first)) / 12.0;
    let values = [a.first, a.last, b.first, b.last];
    // Within the values that are there, too.
    let (low, high) = values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (v.min(l), v.max(h)));
    let room = (high - mean).min(mean - low).max(0.0);
    let half = (6.0 * moment).clamp(-room, room);
    let at = |x: f64| mean + half * (2.0 * x - 1.0);
    let square = |length: f64, from: f64, to: f64| length * (from * from + from * to + to * to) / 3.0;
    let loss = square(first, a.first - at(0.0), a.last - at(p)) + square(second, b.first - at(p), b.last - at(1.0));
    (loss, Piece { end: b.end, first: mean - half, last: mean + half })
}

/// Delay line of a wave: piecewise linear values over one echo time, in cells of time.
#[derive(Clone, Debug)]
pub struct Line {
    pub cells: usize,
    /// From the oldest; one echo time in all.
    pieces: VecDeque<Piece>,
    /// Start of the oldest piece in its cell.
    start: f64,
    /// Pieces of the cell that is being written.
    open: usize,
    /// Greatest number of pieces in a cell.
    most: usize,
    /// Pieces joined because a cell had too many.
    pub joined: u64,
}

impl Line {
    /// An empty line of so many cells.
    pub fn new(cells: usize) -> Line {
        let most = MOST_IN_CELL.max(MOST_IN_LINE / cells.max(1));
        Line { cells, pieces: VecDeque::with_capacity(cells + 64), start: 0.0, open: 0, most, joined: 0 }
    }

    /// Adds what leaves the contact.
    #[inline]
    pub fn push(&mut self, piece: Piece) {
        self.pieces.push_back(piece);
        if piece.end >= 1.0 {
            self.open = 0;
        } else {
            self.open += 1;
            if self.open >= self.most {
                self.thin();
            }
        }
    }

    /// Joins the two neighbours of the open cell that lie closest to one straight line.
    fn thin(&mut self) {
        let n = self.pieces.len();
        let first = n - self.open;
        let mut start = 0.0;
        let mut best = (f64::INFINITY, first, self.pieces[first]);
        for i in first..n - 1 {
            let (a, b) = (self.pieces[i], self.pieces[i + 1]);
            let (loss, line) = joined(start, a, b);
            if loss < best.0 {
                best = (loss, i, line);
            }
            start = a.end;
        }
        self.pieces[best.1] = best.2;
        self.pieces.remove(best.1 + 1);
        self.open -= 1;
        self.joined += 1;
    }

    /// End of the oldest piece in its cell.
    #[inline]
    pub fn oldest_end(&self) -> f64 {
        self.pieces.front().map_or(1.0, |p| p.end)
    }

    /// The oldest values up to `end` of the cell, which are given back; `end` is not beyond the oldest piece.
    #[inline]
    pub fn take(&mut self, end: f64) -> (f64, f64) {
        let Some(front) = self.pieces.front_mut() else { return (f64::NAN, f64::NAN) };
        if end >= front.end {
            let values = (front.first, front.last);
            self.start = if front.end >= 1.0 { 0.0 } else { front.end };
            self.pieces.pop_front();
            return values;
        }
        let share = (end - self.start) / (front.end - self.start);
        let middle = front.first + (front.last - front.first) * share;
        let values = (front.first, middle);
        front.first = middle;
        self.start = end;
        values
    }

    /// The oldest pieces, as many as lie side by side in memory; none within a cell. Those that are a whole cell end at 1.
    pub fn whole_cells(&self) -> &[Piece] {
        if self.start > 0.0 { &[] } else { self.pieces.as_slices().0 }
    }

    /// Takes as many of the oldest pieces as there are new ones, all of them whole cells, and adds these.
    pub fn replace(&mut self, new: &[Piece]) {
        self.pieces.drain(..new.len());
        self.pieces.extend(new);
    }

    /// Pieces from the oldest on, as (start, end, first, last) with times in cells counted from the present, of which
    /// `place` is the position in its cell, and shifted by one echo time: from 0 to `cells`.
    pub fn ahead(&self, place: f64) -> impl Iterator<Item = (f64, f64, f64, f64)> {
        let mut cell = 0.0;
        let mut start = self.start;
        self.pieces.iter().map(move |piece| {
            let span = (cell + start - place, cell + piece.end - place, piece.first, piece.last);
            start = piece.end;
            if piece.end >= 1.0 {
                (cell, start) = (cell + 1.0, 0.0);
            }
            span
        })
    }

    /// Pieces from the oldest on, with times in cells counted backwards from the present: from `-cells` to 0.
    pub fn behind(&self, place: f64) -> impl Iterator<Item = (f64, f64, f64, f64)> {
        let cells = self.cells as f64;
        self.ahead(place).map(move |(a, b, first, last)| (a - cells, b - cells, first, last))
    }
}
