//! Frequencies at which a modal response is computed.

use num_complex::Complex64;

use super::response::Oscillator;

/// Frequencies close together around the modes.
#[derive(Clone, Debug)]
pub struct AroundModes<'m> {
    pub modes: &'m [Oscillator],
    /// Points of each mode between 0 and twice its frequency.
    pub points: usize,
    /// Further frequencies (Hz).
    pub others: &'m [f64],
    /// Longest gap up to twice the highest frequency (Hz); a hundredth of that when absent.
    pub step: Option<f64>,
}

impl AroundModes<'_> {
    /// The frequencies, increasing. A point inserted in a gap may fall on its end, which is then there twice.
    pub fn frequencies(&self) -> Vec<f64> {
        let mut found: Vec<f64> = self.others.to_vec();
        for mode in self.modes {
            found.extend(circle(mode, self.points));
            found.push(if mode.damping > 0.0 { mode.frequency } else { 0.0 });
        }
        found.sort_by(f64::total_cmp);
        found.dedup();
        let end = 2.0 * self.modes.iter().fold(0.0, |top: f64, mode| top.max(mode.frequency));
        let step = self.step.unwrap_or(end / 100.0);
        let mut inserted = Vec::new();
        for pair in found.windows(2).filter(|pair| pair[1] - pair[0] > step && pair[1] <= end) {
            let count = ((pair[1] - pair[0]) / step) as usize;
            inserted.extend((1..=count).map(|k| pair[0] + k as f64 * step));
        }
        found.extend(inserted);
        found.sort_by(f64::total_cmp);
        found
    }
}

/// Points between 0 and twice the frequency of a mode, equally spaced in the angle seen from the centre of its resonance circle.
fn circle(mode: &Oscillator, count: usize) -> Vec<f64> {
    let share = |k: usize| k as f64 / (count.max(2) - 1) as f64;
    if !(mode.damping > 0.0) {
        return (0..count).map(|k| 2.0 * mode.frequency * share(k)).collect();
    }
    let (first, last) = (angle(0.0, mode.damping), angle(2.0, mode.damping));
    let at = |k: usize| mode.frequency * ratio(first + (last - first) * share(k), mode.damping);
    (0..count).map(at).collect()
}

/// Frequency ratio of an angle. The angle is not monotone in the ratio: which root is found depends on the bisection.
fn ratio(wanted: f64, damping: f64) -> f64 {
    let (mut a, mut b) = (0.0_f64, 2.0);
    loop {
        let c = (a + b) / 2.0;
        if (c - a).abs() < 1e-6 {
            return c;
        }
        if angle(c, damping) >= wanted { a = c } else { b = c }
    }
}

/// Angle of `(h - h0)/i`, h the amplification and h0 the centre of its circle, by the rule of the reference: half a turn is added
/// on the left, where a whole one would make it continuous.
fn angle(x: f64, damping: f64) -> f64 {
    use std::f64::consts::PI;
    let amplification = Complex64::new(1.0, 0.0) / Complex64::new(1.0 - x * x, 2.0 * damping * x);
    let centre = Complex64::new(1.0, 0.0) / Complex64::new(0.0, 4.0 * damping);
    let z = (amplification - centre) / Complex64::new(0.0, 1.0);
    let turned = libm::atan2(z.im, z.re);
    match (z.re.total_cmp(&0.0), z.im > 0.0) {
        (std::cmp::Ordering::Greater, true) => turned,
        (std::cmp::Ordering::Greater, false) => turned + 2.0 * PI,
        (std::cmp::Ordering::Less, _) if z.re != 0.0 => turned + PI,
        (_, true) => PI / 2.0,
        (_, false) if z.im < 0.0 => 1.5 * PI,
        _ => 0.0,
    }
}

/// `first + k step` up to `last`, which replaces the last point.
pub fn equal_steps(first: f64, last: f64, step: f64) -> Vec<f64> {
    let count = ((last - first) / step + 1e-6) as usize + 1;
    let mut points: Vec<f64> = (0..count).map(|k| first + step * k as f64).collect();
    points[count - 1] = last;
    points
}
