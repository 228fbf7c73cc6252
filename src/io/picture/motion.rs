//! Motion of the nodes of a drawing: modes and instants as phases of an animation.

use super::projection;
use crate::io::grid::Grid;

/// Displacement of each point (m, or the unit of a mode).
pub type Shape = Vec<[f64; 3]>;

/// What a drawing shows of the grid.
#[derive(Clone, Debug, PartialEq)]
pub enum Motion {
    Rest,
    Still(Shape),
    /// There and back, `re cos(wt) - im sin(wt)`; the second part is empty for a real mode.
    Swing(Shape, Shape),
    /// One shape after the other, at even distances in time.
    Film(Vec<Shape>),
}

/// Share of the size of the structure that the largest displacement takes.
const SHARE: f64 = 0.12;

/// Phases of a complex mode that are drawn.
pub(super) const PHASES: usize = 24;

impl Motion {
    /// All displacements that are reached.
    fn shapes(&self) -> Vec<&Shape> {
        match self {
            Motion::Rest => Vec::new(),
            Motion::Still(shape) => vec![shape],
            Motion::Swing(re, im) => vec![re, im],
            Motion::Film(shapes) => shapes.iter().collect(),
        }
    }

    /// The shapes drawn one after the other; the first alone in a drawing that does not move.
    pub(super) fn frames(&self) -> Vec<Shape> {
        match self {
            Motion::Rest => Vec::new(),
            Motion::Still(shape) => vec![shape.clone()],
            Motion::Swing(re, im) if im.is_empty() => {
                let back = re.iter().map(|u| u.map(|x| -x)).collect();
                vec![re.clone(), back, re.clone()]
            }
            Motion::Swing(re, im) => (0..=PHASES).map(|k| phase(re, im, k % PHASES)).collect(),
            Motion::Film(shapes) => shapes.clone(),
        }
    }
}

fn phase(re: &Shape, im: &Shape, rank: usize) -> Shape {
    let angle = std::f64::consts::TAU * rank as f64 / PHASES as f64;
    let (c, s) = (libm::cos(angle), libm::sin(angle));
    re.iter().zip(im).map(|(a, b)| std::array::from_fn(|i| c * a[i] - s * b[i])).collect()
}

/// Largest displacement.
pub(super) fn largest(motion: &Motion) -> f64 {
    let norm = |u: &[f64; 3]| libm::sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    let all = motion.shapes().into_iter().flatten().map(norm);
    all.filter(|x| x.is_finite()).fold(0.0, f64::max)
}

/// Four digits of a number.
pub(super) fn short(x: f64) -> String {
    let rounded: f64 = format!("{x:.3e}").parse().unwrap_or(x);
    if rounded == 0.0 || (1e-4..1e6).contains(&rounded.abs()) { format!("{rounded}") } else { format!("{rounded:e}") }
}

/// The amplification of a motion: 1, 2 or 5 times a power of ten, 1 when nothing moves.
pub fn amplification(grid: &Grid, motion: &Motion) -> f64 {
    let (most, size) = (largest(motion), projection::size(&grid.points));
    if most <= 0.0 {
        return 1.0;
    }
    let wanted = if size > 0.0 { SHARE * size / most } else { 1.0 / most };
    let power = libm::pow(10.0, libm::floor(libm::log10(wanted)));
    [5.0, 2.0, 1.0].into_iter().map(|f| f * power).find(|f| *f <= wanted * (1.0 + 1e-9)).unwrap_or(power)
}

/// Places of the points under an amplified displacement.
pub fn displaced(grid: &Grid, shape: &Shape, factor: f64) -> Vec<[f64; 3]> {
    let moved = |(p, u): (&[f64; 3], &[f64; 3])| std::array::from_fn(|i| p[i] + factor * u[i]);
    grid.points.iter().zip(shape).map(moved).collect()
}
