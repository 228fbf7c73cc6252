//! Pieces shared by the two delay lines: forced instants, data of the top, what the lines hold at the start, fields.

use super::course::Course;
use super::fault::SlabFault;
use super::line::{Line, Piece};
use crate::signal::SignalFault;

/// Instants nearer to one another than this (s) are one: a small share of the time step `dt` (s), or the rounding of `time` (s).
pub fn tolerance(dt: f64, time: f64) -> f64 {
    (1e-9 * dt).max(4.0 * f64::EPSILON * time.abs())
}

/// Instants that no piece may step over, in order.
#[derive(Clone, Debug)]
pub struct Breaks(pub Vec<f64>);

impl Breaks {
    /// The first instant after `time` (s) at which something changes; infinite where there is none.
    pub fn after(&self, time: f64) -> f64 {
        self.0.iter().copied().find(|t| *t > time).unwrap_or(f64::INFINITY)
    }
}

/// Share of a piece at which an event lies: an end of what is left of it, when it is there but for rounding.
#[inline]
pub fn snapped(until: f64, from: f64) -> f64 {
    if until > 1.0 - 1e-12 {
        1.0
    } else if until < from + 1e-12 {
        from
    } else {
        until
    }
}

/// Motion of the top that reaches the base between `a` and `b`: values, or slopes of a displacement; nothing before
/// `half`. Fails where the motion of the top has no value.
#[inline]
pub fn reflected(top: &mut Course, half: f64, a: f64, b: f64, slope: bool) -> Result<(f64, f64), SignalFault> {
    if 0.5 * (a + b) < half {
        Ok((0.0, 0.0))
    } else if slope {
        top.slope_on(a - half, b - half)
    } else {
        top.on(a - half, b - half)
    }
}

/// Delay line of a slab from its displacement and velocity over the height.
///
/// Downwards travels `velocity + c slope`, upwards `velocity - c slope`; the line holds the second, and the first as if the
/// top at rest had sent it back. Errors name the keyword of what has no value.
pub fn line_at_start(
    cells: usize,
    height: f64,
    speed: f64,
    displacement: (&mut Course, &'static str),
    velocity: (&mut Course, &'static str),
) -> Result<Line, SlabFault> {
    let mut line = Line::new(cells);
    let (displacement, velocity) = (displacement, velocity);
    let per_cell = 2.0 * height / cells as f64;
    // Distances along the path of the wave: from the top side `2 H` down to the contact 0.
    let mut kinks: Vec<f64> = vec![height];
    for x in displacement.0.knots().iter().chain(velocity.0.knots()).filter(|x| **x > 0.0 && **x < height) {
        kinks.extend([*x, 2.0 * height - *x]);
    }
    kinks.sort_by(|a, b| b.total_cmp(a));
    let mut next = 0;
    for cell in 0..cells {
        let far = 2.0 * height - cell as f64 * per_cell;
        let near = if cell + 1 == cells { 0.0 } else { far - per_cell };
        let mut from = far;
        loop {
            while next < kinks.len() && kinks[next] >= from - 1e-9 * per_cell {
                next += 1;
            }
            let to = kinks.get(next).copied().filter(|k| *k > near + 1e-9 * per_cell).unwrap_or(near);
            let (upper, sign) = if 0.5 * (from + to) > height { (true, -1.0) } else { (false, 1.0) };
            let place = |s: f64| if upper { (2.0 * height - s).clamp(0.0, height) } else { s.clamp(0.0, height) };
            let (a, b) = (place(from), place(to));
            let v = velocity.0.on(a, b).map_err(SlabFault::data(velocity.1, a))?;
            let slope = displacement.0.slope_on(a.min(b), a.max(b)).map_err(SlabFault::data(displacement.1, a))?;
            let slope = if upper { slope } else { (slope.1, slope.0) };
            let value = |v: f64, slope: f64| sign * v - speed * slope;
            let end = if to == near { 1.0 } else { (far - to) / per_cell };
            line.push(Piece { end, first: value(v.0, slope.0), last: value(v.1, slope.1) });
            if to == near {
                break;
            }
            from = to;
        }
    }
    Ok(line)
}

/// A function of the distance to the contact, straight on pieces (start, end, first, last).
pub struct Stretch(pub Vec<(f64, f64, f64, f64)>);

impl Stretch {
    /// Value at `x`, and integral from 0.
    pub fn at(&self, x: f64) -> (f64, f64) {
        let mut sum = 0.0;
        let mut value = 0.0;
        for (start, end, first, last) in &self.0 {
            let share = if *end > *start { ((x - start) / (end - start)).clamp(0.0, 1.0) } else { 1.0 };
            value = first + (last - first) * share;
            sum += (end.min(x) - start) * 0.5 * (first + value);
            if *end >= x {
                break;
            }
        }
        (value, sum)
    }
}

/// Waves that travel down and up in a slab at one instant, as functions of the height.
pub struct Waves {
    pub down: Stretch,
    pub up: Stretch,
}

impl Waves {
    /// The waves when the line stands at `place` of its cell, at `time`. What comes back from the top in the next half echo
    /// is computed with its motion `top`, so that its work is given back too (divided by the impedance). Fails where
    /// that motion has no value.
    #[allow(clippy::too_many_arguments)]
    pub fn of(
        line: &Line,
        place: f64,
        time: f64,
        dt: f64,
        height: f64,
        top: &mut Course,
        half: f64,
        slope: bool,
    ) -> Result<(Waves, f64), SignalFault> {
        let (per_cell, limit) = (2.0 * height / line.cells as f64, 0.5 * line.cells as f64);
        let (mut down, mut work) = (Vec::new(), 0.0);
        let sign = if slope { -1.0 } else { 1.0 };
        for (a, b, first, last) in line.ahead(place) {
            if a >= limit - 1e-9 {
                break;
            }
            // Cut at the kinks of the top's motion and at the top itself.
            let (mut from, mut y) = (a, first);
            let stop = if b > limit - 1e-9 { limit } else { b };
            while from < stop - 1e-12 {
                let now = time + from * dt;
                let tolerance = tolerance(dt, now);
                let mut kink = top.knot_after(now + tolerance - half) + half;
                if now + tolerance < half {
                    kink = kink.min(half);
                }
                let cut = (kink - time) / dt;
                let to = if cut < stop - 1e-9 { cut } else { stop };
                let q = (y, first + (last - first) * ((to - a) / (b - a)).min(1.0));
                let w = reflected(top, half, now, time + to * dt, slope)?;
                let w = (sign * w.0, sign * w.1);
                down.push((from * per_cell, to * per_cell, 2.0 * w.0 - q.0, 2.0 * w.1 - q.1));
                let middle = 0.5 * (w.0 + w.1);
                let power = |w: f64, q: f64| (w - q) * w;
                let six = power(w.0, q.0) + 4.0 * power(middle, 0.5 * (q.0 + q.1)) + power(w.1, q.1);
                work += (to - from) * dt * six / 6.0;
                (from, y) = (to, q.1);
            }
        }
        let mut up: Vec<(f64, f64, f64, f64)> = line
            .behind(place)
            .filter(|(_, b, ..)| *b > -limit + 1e-9)
            .map(|(a, b, first, last)| (-b * per_cell, -a * per_cell, last, first))
            .collect();
        up.reverse();
        if let Some(piece) = up.last_mut() {
            // The oldest piece may reach beyond the top.
            let share = ((height - piece.0) / (piece.1 - piece.0)).min(1.0);
            piece.3 = piece.2 + (piece.3 - piece.2) * share;
            piece.1 = piece.1.min(height);
        }
        Ok((Waves { down: Stretch(down), up: Stretch(up) }, work))
    }

    /// Kinetic and elastic energy per area, divided by the density; slope is `(down - up) / (2 c)`, velocity `(down + up) / 2`.
    pub fn energies(&self) -> (f64, f64) {
        let (mut kinetic, mut elastic) = (0.0, 0.0);
        let (mut i, mut j, mut from) = (0, 0, 0.0);
        while let (Some(a), Some(b)) = (self.down.0.get(i), self.up.0.get(j)) {
            // Pieces as short as rounding may lie apart by it: nothing is drawn beyond their ends.
            let to = a.1.min(b.1).max(from);
            let value = |p: &(f64, f64, f64, f64), x: f64| {
                if p.1 > p.0 { p.2 + (p.3 - p.2) * ((x - p.0) / (p.1 - p.0)).clamp(0.0, 1.0) } else { p.3 }
            };
            let ends = [value(a, from), value(a, to), value(b, from), value(b, to)];
            let (v, e) = ([ends[0] + ends[2], ends[1] + ends[3]], [ends[0] - ends[2], ends[1] - ends[3]]);
            let square = |y: [f64; 2]| (y[0] * y[0] + y[0] * y[1] + y[1] * y[1]) / 3.0;
            kinetic += (to - from) * square(v) / 8.0;
            elastic += (to - from) * square(e) / 8.0;
            from = to;
            i += usize::from(a.1 <= to);
            j += usize::from(b.1 <= to);
        }
        (kinetic, elastic)
    }
}
