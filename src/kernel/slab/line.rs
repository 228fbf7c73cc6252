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

/// Greatest number of pieces in a cell; beyond, the one that changes least is joined to its neighbour.
const MOST: usize = 12;

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
    /// Pieces joined because a cell had too many.
    pub joined: u64,
}

impl Line {
    /// An empty line of so many cells.
    pub fn new(cells: usize) -> Line {
        Line { cells, pieces: VecDeque::with_capacity(cells + 64), start: 0.0, open: 0, joined: 0 }
    }

    /// Adds what leaves the contact.
    #[inline]
    pub fn push(&mut self, piece: Piece) {
        self.pieces.push_back(piece);
        if piece.end >= 1.0 {
            self.open = 0;
        } else {
            self.open += 1;
            if self.open >= MOST {
                self.thin();
            }
        }
    }

    /// Joins the two neighbours of the open cell whose straight line lies closest to both.
    fn thin(&mut self) {
        let n = self.pieces.len();
        let first = n - self.open;
        let cost = |i: usize| {
            let (a, b) = (self.pieces[i], self.pieces[i + 1]);
            (a.last - b.first).abs() + (a.last - 0.5 * (a.first + b.last)).abs()
        };
        let Some(i) = (first..n - 1).min_by(|i, j| cost(*i).total_cmp(&cost(*j))) else { return };
        let (a, b) = (self.pieces[i], self.pieces[i + 1]);
        self.pieces[i] = Piece { end: b.end, first: a.first, last: b.last };
        self.pieces.remove(i + 1);
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

    /// The same pieces with times counted from the present backwards: from `-cells` to 0.
    pub fn behind(&self, place: f64) -> impl Iterator<Item = (f64, f64, f64, f64)> {
        let cells = self.cells as f64;
        self.ahead(place).map(move |(a, b, first, last)| (a - cells, b - cells, first, last))
    }
}
