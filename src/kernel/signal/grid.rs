//! Where a point falls among the abscissae of a tabulated function, and what follows from it.
//!
//! Two evaluation rules coexist in the command language. They agree to rounding inside the table and
//! differ at its ends, next to the nodes, and for logarithmic extension.
//!
//! * The *solver rule* (functions used inside operators). Let e = sqrt(2^-52). Left of the first point:
//!   EXCLU accepts a distance of e times the first step, LINEAIRE is the straight line through the first two
//!   points whatever the interpolation; right of the last point likewise; inside, the bracket
//!   x_i <= x < x_{i+1} and the declared interpolation, no snapping to nodes.
//! * The *command rule* (`f(t)` in a study, formulas, assertions). A point within one millionth of a step of a
//!   node takes the node's value; LINEAIRE follows the declared interpolation.
//!
//! Logarithms come from `libm`, so values are the same on every machine.

use num_complex::Complex64;

use super::{Extension, Interpolation, SignalFault};

/// Solvers refuse the logarithm of anything below 2^-52, commands of anything that is not positive.
const SOLVER_FLOOR: f64 = f64::EPSILON;
const COMMAND_FLOOR: f64 = f64::from_bits(1);
/// sqrt(2^-52) = 2^-26.
const SOLVER_TOLERANCE: f64 = 1.0 / 67_108_864.0;
const COMMAND_TOLERANCE: f64 = 1.0e-6;

/// Abscissae (strictly increasing) and the rules between and beyond them.
#[derive(Clone, Copy, Debug)]
pub struct Grid<'a> {
    pub abscissae: &'a [f64],
    pub interpolation: (Interpolation, Interpolation),
    pub left: Extension,
    pub right: Extension,
}

/// Place of a point among the nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GridPlace {
    /// It takes the value of this node.
    Node(usize),
    /// On the line through two nodes.
    Line(Line),
}

/// The line through nodes `a` and `b`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    pub a: usize,
    pub b: usize,
    /// The least number whose logarithm is accepted by the declared interpolation; `None` for the
    /// straight line, whatever was declared.
    floor: Option<f64>,
}

impl Grid<'_> {
    /// Place of `x` by the solver rule. `cursor` is the bracket of the last call: a hint only. Fails outside of the
    /// abscissae where the extension is excluded, and between them without interpolation.
    pub fn solver_place(&self, x: f64, cursor: &mut usize) -> Result<GridPlace, SignalFault> {
        let xs = self.abscissae;
        let n = xs.len();
        if x.is_nan() || n == 0 {
            return Err(SignalFault::NotFinite { x });
        }
        if n == 1 {
            return self.solver_single(x);
        }
        if x <= xs[0] {
            let near = (xs[0] - x).abs() <= SOLVER_TOLERANCE * (xs[0] - xs[1]).abs();
            return self.beyond(self.left, near, x, 0, GridPlace::Line(Line { a: 0, b: 1, floor: None }));
        }
        if x >= xs[n - 1] {
            let near = (xs[n - 1] - x).abs() <= SOLVER_TOLERANCE * (xs[n - 1] - xs[n - 2]).abs();
            return self.beyond(self.right, near, x, n - 1, GridPlace::Line(Line { a: n - 2, b: n - 1, floor: None }));
        }
        let a = bracket(xs, x, cursor);
        if !self.is_tabulated_only() {
            return Ok(GridPlace::Line(Line { a, b: a + 1, floor: Some(SOLVER_FLOOR) }));
        }
        let reach = SOLVER_TOLERANCE * (xs[a + 1] - xs[a]);
        match x {
            x if x - xs[a] <= reach => Ok(GridPlace::Node(a)),
            x if xs[a + 1] - x <= reach => Ok(GridPlace::Node(a + 1)),
            x => Err(SignalFault::NotTabulated { x }),
        }
    }

    /// Place of `x` by the command rule. Fails outside of the abscissae where the extension is excluded, and between
    /// them without interpolation.
    pub fn command_place(&self, x: f64) -> Result<GridPlace, SignalFault> {
        let mut nowhere = usize::MAX;
        self.command_place_near(x, &mut nowhere)
    }

    /// Place of `x` by the command rule, searched from a hint: `below`, the number of nodes below the last place. Places that
    /// advance are found at once.
    pub fn command_place_near(&self, x: f64, below: &mut usize) -> Result<GridPlace, SignalFault> {
        let xs = self.abscissae;
        let n = xs.len();
        if x.is_nan() || n == 0 {
            return Err(SignalFault::NotFinite { x });
        }
        if n == 1 {
            let near = (x - xs[0]).abs() <= COMMAND_TOLERANCE * xs[0].abs();
            let rule = if x < xs[0] { self.left } else { self.right };
            let open = near || rule != Extension::Excluded;
            return if open { Ok(GridPlace::Node(0)) } else { Err(self.outside(x)) };
        }
        *below = nodes_below(xs, x, *below);
        let below = *below;
        if below == 0 {
            let near = (x - xs[0]).abs() <= COMMAND_TOLERANCE * (xs[1] - xs[0]);
            let line = GridPlace::Line(Line { a: 0, b: 1, floor: Some(COMMAND_FLOOR) });
            return if near { Ok(GridPlace::Node(0)) } else { self.beyond(self.left, false, x, 0, line) };
        }
        if below == n {
            let near = (x - xs[n - 1]).abs() <= COMMAND_TOLERANCE * (xs[n - 1] - xs[n - 2]);
            let line = GridPlace::Line(Line { a: n - 1, b: n - 2, floor: Some(COMMAND_FLOOR) });
            return if near { Ok(GridPlace::Node(n - 1)) } else { self.beyond(self.right, false, x, n - 1, line) };
        }
        let (a, b) = (below - 1, below);
        let reach = COMMAND_TOLERANCE * (xs[b] - xs[a]).abs();
        if (x - xs[a]).abs() < reach {
            return Ok(GridPlace::Node(a));
        }
        if (x - xs[b]).abs() < reach {
            return Ok(GridPlace::Node(b));
        }
        if self.is_tabulated_only() {
            return Err(SignalFault::NotTabulated { x });
        }
        Ok(GridPlace::Line(Line { a, b, floor: Some(COMMAND_FLOOR) }))
    }

    /// Real value at `x` on a line whose ends have the ordinates `y_a` and `y_b`. Fails where a logarithmic rule meets
    /// a value that is not positive.
    pub fn on_line(&self, x: f64, line: Line, y_a: f64, y_b: f64) -> Result<f64, SignalFault> {
        if let Some(floor) = line.floor
            && self.interpolation.1 == Interpolation::Logarithmic
        {
            let (t, span) = self.fraction(x, line)?;
            let (l_a, l_b) = (logarithm(y_a, floor)?, logarithm(y_b, floor)?);
            return Ok(libm::exp(l_a + t * (l_b - l_a) / span));
        }
        let (t, span) = self.fraction(x, line)?;
        Ok(y_a + t * (y_b - y_a) / span)
    }

    /// Complex value at `x` on a line, always linear in the ordinates. Fails where a logarithmic rule meets an abscissa that is
    /// not positive.
    pub fn on_complex_line(
        &self,
        x: f64,
        line: Line,
        y_a: Complex64,
        y_b: Complex64,
    ) -> Result<Complex64, SignalFault> {
        let (t, span) = self.fraction(x, line)?;
        Ok(y_a + (y_b - y_a) * t / span)
    }

    /// Distance from node `a` to `x`, and from `a` to `b`, on the scale of the abscissae.
    fn fraction(&self, x: f64, line: Line) -> Result<(f64, f64), SignalFault> {
        let (x_a, x_b) = (self.abscissae[line.a], self.abscissae[line.b]);
        match line.floor {
            Some(floor) if self.interpolation.0 == Interpolation::Logarithmic => {
                let l_a = logarithm(x_a, floor)?;
                Ok((logarithm(x, floor)? - l_a, logarithm(x_b, floor)? - l_a))
            }
            _ => Ok((x - x_a, x_b - x_a)),
        }
    }

    fn is_tabulated_only(&self) -> bool {
        self.interpolation.0 == Interpolation::None || self.interpolation.1 == Interpolation::None
    }

    fn solver_single(&self, x: f64) -> Result<GridPlace, SignalFault> {
        let node = self.abscissae[0];
        let open = (x == 0.0 && node.abs() <= SOLVER_TOLERANCE)
            || (x < node && self.left != Extension::Excluded)
            || (x > node && self.right != Extension::Excluded)
            || ((node - x) / x).abs() <= SOLVER_TOLERANCE;
        if open { Ok(GridPlace::Node(0)) } else { Err(self.outside(x)) }
    }

    fn beyond(
        &self,
        rule: Extension,
        near: bool,
        x: f64,
        node: usize,
        line: GridPlace,
    ) -> Result<GridPlace, SignalFault> {
        match rule {
            Extension::Excluded if near => Ok(GridPlace::Node(node)),
            Extension::Excluded => Err(self.outside(x)),
            Extension::Constant => Ok(GridPlace::Node(node)),
            Extension::Linear => Ok(line),
        }
    }

    fn outside(&self, x: f64) -> SignalFault {
        let ends = (self.abscissae.first(), self.abscissae.last());
        SignalFault::Outside { x, first: *ends.0.unwrap_or(&f64::NAN), last: *ends.1.unwrap_or(&f64::NAN) }
    }
}

/// The `i` with `xs[i] <= x < xs[i + 1]`, for an `x` strictly inside. Unique, so whatever the hint;
/// immediate when `x` stays in the bracket of the last call or moves to the next one.
fn bracket(xs: &[f64], x: f64, cursor: &mut usize) -> usize {
    let hint = *cursor;
    if hint + 1 < xs.len() && xs[hint] <= x {
        if x < xs[hint + 1] {
            return hint;
        }
        if hint + 2 < xs.len() && x < xs[hint + 2] {
            *cursor = hint + 1;
            return hint + 1;
        }
    }
    *cursor = xs.partition_point(|&node| node <= x).clamp(1, xs.len() - 1) - 1;
    *cursor
}

/// Number of nodes below `x`. Unique, so whatever the hint.
fn nodes_below(xs: &[f64], x: f64, hint: usize) -> usize {
    const NEAR: usize = 4;
    if hint <= xs.len() && (hint == 0 || xs[hint - 1] < x) {
        let near = xs[hint..].iter().take(NEAR).take_while(|node| **node < x).count();
        if near < NEAR {
            return hint + near;
        }
    }
    xs.partition_point(|&node| node < x)
}

fn logarithm(value: f64, floor: f64) -> Result<f64, SignalFault> {
    if value < floor { Err(SignalFault::NotPositive { value }) } else { Ok(libm::log(value)) }
}
