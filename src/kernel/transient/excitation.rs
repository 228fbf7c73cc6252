//! Prescribed generalised forces: `f(t) = sum_i g_i(t) F_i`, in the order of definition.

mod impulse;
mod known;
mod order;

use super::ahead::{Ahead, Means};
use super::fault::TransientFault;
use super::matrix::copy;
use crate::lanes::Lanes;
use crate::signal::{Expansion, Signal, SignalExpander, SignalFault};

/// Coordinate or coordinates on which a term acts.
#[derive(Clone, Debug)]
pub enum Direction {
    /// Generalised vector `F`, one value per coordinate.
    Vector(Vec<f64>),
    /// One coordinate (rank from 0), unit value.
    Coordinate(usize),
}

/// One term of the sum.
#[derive(Clone, Debug)]
pub enum Term {
    /// `g(t) F`
    Scaled { signal: Signal, direction: Direction },
    /// A history of generalised vectors, read as forces: linear between instants, times `scale`.
    History { instants: Vec<f64>, values: Vec<f64>, scale: f64 },
}

/// The sum, arranged for the time loop: the leading constant terms are added once.
#[derive(Clone, Debug)]
pub struct Excitation {
    constant: Vec<f64>,
    /// Rank in the order of definition, term, memory of the last bracket.
    varying: Vec<(usize, Term, usize)>,
    /// Values of formulas at the instants to come.
    ahead: Ahead,
    /// Means of formulas over the steps to come.
    means: Means,
}

impl Excitation {
    /// `size` coordinates; terms in the order of definition.
    pub fn new(size: usize, terms: Vec<Term>) -> Self {
        let mut excitation = Excitation {
            constant: vec![0.0; size],
            varying: Vec::new(),
            ahead: Ahead::default(),
            means: Means::default(),
        };
        for (rank, term) in terms.into_iter().enumerate() {
            match &term {
                Term::Scaled { signal: Signal::Constant(g), direction } if excitation.varying.is_empty() => {
                    add(&mut excitation.constant, *g, direction);
                }
                _ => excitation.varying.push((rank, term, 0)),
            }
        }
        let formula = |term: &Term| matches!(term, Term::Scaled { signal: Signal::Formula(_), .. });
        if excitation.varying.iter().any(|(_, term, _)| formula(term)) {
            excitation.ahead = Ahead::new(excitation.varying.len());
            excitation.means = Means::new(excitation.varying.len());
        }
        excitation
    }

    /// No force on `size` coordinates.
    pub fn none(size: usize) -> Self {
        Excitation::new(size, Vec::new())
    }

    /// Series that [`Excitation::expand`] keeps between its calls.
    pub fn expanders(&self) -> Vec<SignalExpander> {
        vec![SignalExpander::default(); self.varying.len()]
    }

    /// Writes the Taylor coefficients of the force about `t` (s): `size` numbers per order in `force`. `series` is
    /// room for one signal. `longest` (s) and `tolerance` bound what has no series. Fails where a term has no value.
    pub fn expand(
        &mut self,
        t: f64,
        longest: f64,
        tolerance: f64,
        expanders: &mut [SignalExpander],
        series: &mut [f64],
        force: &mut [f64],
    ) -> Result<Expansion, TransientFault> {
        let n = self.constant.len();
        force.fill(0.0);
        copy(&self.constant, &mut force[..n]);
        let mut whole = Expansion { until: f64::INFINITY, fitted: false };
        for ((rank, term, cursor), expander) in self.varying.iter_mut().zip(expanders) {
            let fault = |source| TransientFault::Excitation { term: *rank, time: t, source };
            match term {
                Term::Scaled { signal, direction } => {
                    let part = expander.expand(signal, t, longest, tolerance, series).map_err(fault)?;
                    whole.until = whole.until.min(part.until);
                    whole.fitted |= part.fitted;
                    for (g, force) in series.iter().zip(force.chunks_exact_mut(n)) {
                        if *g != 0.0 {
                            add(force, *g, direction);
                        }
                    }
                }
                Term::History { instants, values, scale } => {
                    let (now, next) = force.split_at_mut(n);
                    add_history(instants, values, *scale, t, cursor, now).map_err(fault)?;
                    if instants.len() < 2 {
                        continue;
                    }
                    // An instant that is one of the history within rounding belongs to what follows it.
                    let i = bracket(instants, t + 4.0 * f64::EPSILON * t.abs(), *cursor);
                    let (t0, t1) = (instants[i], instants[i + 1]);
                    for ((f, a), b) in next.iter_mut().zip(&values[i * n..(i + 1) * n]).zip(&values[(i + 1) * n..]) {
                        *f += *scale * (b - a) / (t1 - t0);
                    }
                    let slack = if i + 2 == instants.len() { 1e-9 * t1.abs() } else { 0.0 };
                    whole.until = whole.until.min(t1 + slack);
                }
            }
        }
        Ok(whole)
    }

    /// Writes the force at time `t` (s). Fails where a term has no value.
    #[inline(always)]
    pub fn evaluate(&mut self, t: f64, force: &mut [f64]) -> Result<(), TransientFault> {
        copy(&self.constant, force);
        if self.varying.is_empty() { Ok(()) } else { self.add_varying(t, force) }
    }

    /// Writes the force at the end of a step of length `step` (s): where steps follow each other evenly, formulas are evaluated
    /// for several instants at a time. Fails where a term has no value.
    #[inline(always)]
    pub fn evaluate_after<L: Lanes>(
        &mut self,
        lanes: L,
        t: f64,
        step: f64,
        force: &mut [f64],
    ) -> Result<(), TransientFault> {
        copy(&self.constant, force);
        if self.varying.is_empty() {
            return Ok(());
        }
        let signals = self.varying.iter().map(|(_, term, _)| signal_of(term));
        match self.ahead.place(t, step, signals) {
            Some(place) => self.add_known(lanes, t, place, force),
            None => self.add_varying(t, force),
        }
    }

    #[inline(always)]
    fn add_varying(&mut self, t: f64, force: &mut [f64]) -> Result<(), TransientFault> {
        self.varying.iter_mut().try_for_each(|term| add_term(term, t, None, force))
    }
}

fn signal_of(term: &Term) -> Option<&Signal> {
    match term {
        Term::Scaled { signal, .. } => Some(signal),
        Term::History { .. } => None,
    }
}

/// Adds a term, whose factor at `t` may be known.
#[inline(always)]
fn add_term(
    (rank, term, cursor): &mut (usize, Term, usize),
    t: f64,
    known: Option<f64>,
    force: &mut [f64],
) -> Result<(), TransientFault> {
    let fault = |source| TransientFault::Excitation { term: *rank, time: t, source };
    match term {
        Term::Scaled { signal, direction } => {
            let g = match known {
                Some(g) => g,
                None => signal.evaluate(t, cursor).map_err(fault)?,
            };
            if !g.is_finite() {
                return Err(fault(SignalFault::NotFinite { x: t }));
            }
            add(force, g, direction);
        }
        Term::History { instants, values, scale } => {
            add_history(instants, values, *scale, t, cursor, force).map_err(fault)?;
        }
    }
    Ok(())
}

#[inline(always)]
fn add(force: &mut [f64], g: f64, direction: &Direction) {
    match direction {
        Direction::Vector(vector) => {
            if let ([f], [x]) = (&mut *force, vector.as_slice()) {
                *f += g * x;
                return;
            }
            for (f, x) in force.iter_mut().zip(vector) {
                *f += g * x;
            }
        }
        Direction::Coordinate(j) => force[*j] += g,
    }
}

/// Bounds are widened by a relative 1e-9 of the last instant, so that a run that ends where the history
/// ends is not stopped by the rounding of its clock.
fn add_history(
    instants: &[f64],
    values: &[f64],
    scale: f64,
    t: f64,
    cursor: &mut usize,
    force: &mut [f64],
) -> Result<(), SignalFault> {
    let outside = |first, last| SignalFault::Outside { x: t, first, last };
    let (Some(&first), Some(&last)) = (instants.first(), instants.last()) else {
        return Err(outside(f64::NAN, f64::NAN));
    };
    let slack = 1e-9 * last.abs().max(first.abs());
    if !(t >= first - slack && t <= last + slack) {
        return Err(outside(first, last));
    }
    let n = force.len();
    let here = |i: usize| &values[i * n..(i + 1) * n];
    if instants.len() == 1 {
        for (f, d) in force.iter_mut().zip(here(0)) {
            *f += scale * d;
        }
        return Ok(());
    }
    let i = bracket(instants, t, *cursor);
    *cursor = i;
    let (t0, t1) = (instants[i], instants[i + 1]);
    let fraction = ((t - t0) / (t1 - t0)).clamp(0.0, 1.0);
    for ((f, a), b) in force.iter_mut().zip(here(i)).zip(here(i + 1)) {
        *f += scale * (a + fraction * (b - a));
    }
    Ok(())
}

/// Rank `i` with `x_i <= x < x_(i+1)`, kept between the first and the last interval.
fn bracket(abscissae: &[f64], x: f64, start: usize) -> usize {
    let last = abscissae.len() - 2;
    let guess = start.min(last);
    for i in guess..=(guess + 1).min(last) {
        if abscissae[i] <= x && x < abscissae[i + 1] {
            return i;
        }
    }
    abscissae.partition_point(|&a| a <= x).saturating_sub(1).min(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_and_coordinates_add_up_in_order() {
        let constant = |g, direction| Term::Scaled { signal: Signal::Constant(g), direction };
        let mut e = Excitation::new(
            2,
            vec![constant(2.0, Direction::Vector(vec![1.0, -1.0])), constant(0.5, Direction::Coordinate(1))],
        );
        let mut f = [9.0; 2];
        e.evaluate(0.0, &mut f).unwrap();
        assert_eq!(f, [2.0, -1.5]);
    }

    #[test]
    fn a_history_is_linear_between_its_instants_and_refused_beyond() {
        let term = Term::History { instants: vec![0.0, 1.0, 3.0], values: vec![0.0, 2.0, 6.0], scale: 0.5 };
        let mut e = Excitation::new(1, vec![term]);
        let mut f = [0.0];
        for (t, expected) in [(0.5, 0.5), (3.0, 3.0), (2.0, 2.0), (0.0, 0.0)] {
            e.evaluate(t, &mut f).unwrap();
            assert_eq!(f[0], expected, "t = {t}");
        }
        assert!(matches!(e.evaluate(3.1, &mut f), Err(TransientFault::Excitation { term: 0, .. })));
    }

    /// `t^7` is integrated exactly by four points, whether the step was foreseen or not, and as often as it is asked for.
    #[test]
    fn the_impulse_of_a_step_is_the_integral_of_the_force() {
        use crate::signal::program::{Binary, Builder, Scalar};
        let mut b = Builder::new("INST**7", vec!["INST".into()], false);
        b.argument(0);
        b.constant(Scalar::Real(7.0));
        b.binary(Binary::Power);
        let signal = Signal::Formula(b.finish());
        let power = Term::Scaled { signal, direction: Direction::Vector(vec![1.3, 0.0]) };
        let constant = Term::Scaled { signal: Signal::Constant(0.7), direction: Direction::Coordinate(1) };
        let history = Term::History { instants: vec![0.0, 9.0], values: vec![0.0, 0.0, 0.0, 1.8], scale: 0.5 };
        let mut e = Excitation::new(2, vec![constant, power, history]);
        let (mut t, mut impulse) = (0.3, [0.0; 2]);
        let mut again = [0.0; 2];
        for h in [0.7, 0.7, 0.7, 0.13, 0.7] {
            e.impulse(t, h, &mut impulse).unwrap();
            e.impulse(t, h, &mut again).unwrap();
            assert_eq!(impulse, again);
            let end = t + h;
            let exact = [1.3 * (end.powi(8) - t.powi(8)) / 8.0, 0.7 * h + 0.05 * (end * end - t * t)];
            for (found, exact) in impulse.iter().zip(exact) {
                assert!((found / exact - 1.0).abs() < 1e-13, "{t}: {found} for {exact}");
            }
            t += h;
        }
    }

    #[test]
    fn formulas_evaluated_ahead_give_the_same_forces() {
        use crate::lanes::Plain;
        use crate::signal::program::{Binary, Builder, Scalar, Unary};
        let formula = |function| {
            let mut b = Builder::new("1/f(31*INST)", vec!["INST".into()], false);
            b.constant(Scalar::Real(1.0));
            b.constant(Scalar::Real(31.0));
            b.argument(0);
            b.binary(Binary::Multiply);
            b.unary(function);
            b.binary(Binary::Divide);
            Term::Scaled { signal: Signal::Formula(b.finish()), direction: Direction::Vector(vec![1.0, -2.0]) }
        };
        let history = Term::History { instants: vec![0.0, 9.0], values: vec![0.0, 1.0, 2.0, 3.0], scale: 1.0 };
        let mut ahead = Excitation::new(2, vec![formula(Unary::Cos), history, formula(Unary::Exp)]);
        let mut plain = ahead.clone();
        let (mut f, mut g, mut t) = ([0.0; 2], [0.0; 2], 0.1);
        for k in 0..200 {
            // The step changes now and then, and instants come twice.
            let step = if k % 61 < 40 { 1e-3 } else { 2.7e-3 };
            t = if k % 23 == 5 { t } else { t + step };
            ahead.evaluate_after(Plain, t, step, &mut f).unwrap();
            plain.evaluate(t, &mut g).unwrap();
            assert_eq!(f, g, "{k}");
        }
        assert!(ahead.ahead.values().iter().any(Option::is_some));
    }
}
