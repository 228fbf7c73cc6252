//! Tabulated functions: points, rules, and their value by either evaluation rule (see [`super::Grid`]).

use super::{Extension, Grid, GridPlace, Interpolation, SignalFault};

/// Points with strictly increasing abscissae, and the rules between and beyond them.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub abscissae: Vec<f64>,
    pub ordinates: Vec<f64>,
    /// Rules of the abscissa and of the ordinate.
    pub interpolation: (Interpolation, Interpolation),
    pub left: Extension,
    pub right: Extension,
}

impl Table {
    /// Straight lines between the points, nothing beyond them.
    pub fn linear(abscissae: Vec<f64>, ordinates: Vec<f64>) -> Self {
        Table {
            abscissae,
            ordinates,
            interpolation: (Interpolation::Linear, Interpolation::Linear),
            left: Extension::Excluded,
            right: Extension::Excluded,
        }
    }

    /// Table with these rules over other points.
    pub fn with_points(&self, abscissae: Vec<f64>, ordinates: Vec<f64>) -> Self {
        Table { abscissae, ordinates, interpolation: self.interpolation, left: self.left, right: self.right }
    }

    /// Value by the solver rule. `cursor` is a hint (the bracket of the last call): with it a call costs a
    /// few nanoseconds while `x` advances, and the value does not depend on it. Fails as [`Grid::solver_place`] does.
    #[inline(always)]
    pub fn evaluate(&self, x: f64, cursor: &mut usize) -> Result<f64, SignalFault> {
        match self.near(x, cursor) {
            Some(value) => Ok(value),
            None => self.evaluate_anywhere(x, cursor),
        }
    }

    #[inline(never)]
    fn evaluate_anywhere(&self, x: f64, cursor: &mut usize) -> Result<f64, SignalFault> {
        let grid = self.grid();
        let place = grid.solver_place(x, cursor)?;
        self.at(&grid, x, place)
    }

    /// The value when `x` is in the bracket of the last call of a linear table, or in one of the next three:
    /// most calls of a time loop.
    #[inline(always)]
    fn near(&self, x: f64, cursor: &mut usize) -> Option<f64> {
        if self.interpolation != (Interpolation::Linear, Interpolation::Linear) {
            return None;
        }
        let (xs, mut a) = (&self.abscissae, *cursor);
        let last = (a + 4).min(xs.len().saturating_sub(1));
        if a >= last || x < xs[a] {
            return None;
        }
        while x >= xs[a + 1] {
            a += 1;
            if a == last {
                return None;
            }
        }
        let (y_a, y_b) = (*self.ordinates.get(a)?, *self.ordinates.get(a + 1)?);
        *cursor = a;
        // What is not a number is nowhere.
        if x < xs[a + 1] { Some(y_a + (x - xs[a]) * (y_b - y_a) / (xs[a + 1] - xs[a])) } else { None }
    }

    /// Value by the command rule. Fails as [`Grid::command_place`] does.
    pub fn evaluate_command(&self, x: f64) -> Result<f64, SignalFault> {
        let mut nowhere = usize::MAX;
        self.evaluate_command_near(x, &mut nowhere)
    }

    /// Value by the command rule, searched from a hint `below` (see [`Grid::command_place_near`]): a call costs a few
    /// nanoseconds while `x` advances, and the value does not depend on the hint.
    pub fn evaluate_command_near(&self, x: f64, below: &mut usize) -> Result<f64, SignalFault> {
        let grid = self.grid();
        let place = grid.command_place_near(x, below)?;
        self.at(&grid, x, place)
    }

    /// Values by the command rule at many places. Fails as [`Grid::command_place`] does.
    pub fn evaluate_command_at(&self, places: &[f64]) -> Result<Vec<f64>, SignalFault> {
        let mut below = 0;
        places.iter().map(|x| self.evaluate_command_near(*x, &mut below)).collect()
    }

    /// The abscissae of the table, with the rules of interpolation and extension.
    pub fn grid(&self) -> Grid<'_> {
        Grid { abscissae: &self.abscissae, interpolation: self.interpolation, left: self.left, right: self.right }
    }

    fn at(&self, grid: &Grid<'_>, x: f64, place: GridPlace) -> Result<f64, SignalFault> {
        match place {
            GridPlace::Node(i) => Ok(self.ordinates[i]),
            GridPlace::Line(line) => grid.on_line(x, line, self.ordinates[line.a], self.ordinates[line.b]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Interpolation::{Linear as Lin, Logarithmic as Log};
    use proptest::prelude::*;

    fn table(interpolation: (Interpolation, Interpolation), ends: Extension) -> Table {
        let points = Table::linear(vec![1.0, 2.0, 4.0], vec![2.0, 8.0, 1.0]);
        Table { interpolation, left: ends, right: ends, ..points }
    }

    fn solver(t: &Table, x: f64) -> Result<f64, SignalFault> {
        t.evaluate(x, &mut 0)
    }

    fn close(value: Result<f64, SignalFault>, expected: f64) {
        let value = value.expect("a value");
        assert!((value - expected).abs() <= 1e-14 * expected.abs().max(1.0), "{value} instead of {expected}");
    }

    #[test]
    fn each_pair_of_rules_gives_its_closed_form_inside() {
        let x = 3.0f64;
        let forms = [
            ((Lin, Lin), 8.0 + (x - 2.0) * (1.0 - 8.0) / 2.0),
            ((Lin, Log), 8.0 * 0.125f64.powf(0.5)),
            ((Log, Lin), 8.0 - 7.0 * (1.5f64).ln() / 2f64.ln()),
            ((Log, Log), 8.0 * 1.5f64.powf(-3.0)),
        ];
        for (rules, expected) in forms {
            let t = table(rules, Extension::Excluded);
            close(solver(&t, x), expected);
            close(t.evaluate_command(x), expected);
        }
    }

    #[test]
    fn ends_of_an_excluded_table_for_both_rules() {
        for rules in [(Lin, Lin), (Lin, Log), (Log, Lin), (Log, Log)] {
            let t = table(rules, Extension::Excluded);
            // Solver rule: 2^-26 of the end step, 1 on the left and 2 on the right.
            let e = 2f64.powi(-26);
            close(solver(&t, 1.0), 2.0);
            close(solver(&t, 1.0 - 0.99 * e), 2.0);
            assert!(matches!(solver(&t, 1.0 - 1.01 * e), Err(SignalFault::Outside { .. })));
            close(solver(&t, 4.0 + 1.98 * e), 1.0);
            assert!(matches!(solver(&t, 4.0 + 2.02 * e), Err(SignalFault::Outside { .. })));
            // Command rule: one millionth of the end step.
            close(t.evaluate_command(1.0 - 0.99e-6), 2.0);
            assert!(matches!(t.evaluate_command(1.0 - 1.01e-6), Err(SignalFault::Outside { .. })));
            close(t.evaluate_command(4.0 + 1.99e-6), 1.0);
            assert!(matches!(t.evaluate_command(4.0 + 2.01e-6), Err(SignalFault::Outside { .. })));
        }
    }

    #[test]
    fn constant_extension_keeps_the_end_values() {
        for rules in [(Lin, Lin), (Log, Log)] {
            let t = table(rules, Extension::Constant);
            for x in [-5.0, 0.999, 1.0] {
                close(solver(&t, x), 2.0);
                close(t.evaluate_command(x), 2.0);
            }
            for x in [4.0, 4.001, 1e9] {
                close(solver(&t, x), 1.0);
                close(t.evaluate_command(x), 1.0);
            }
        }
    }

    #[test]
    fn linear_extension_is_straight_for_solvers_and_follows_the_rule_in_commands() {
        let t = table((Log, Log), Extension::Linear);
        close(solver(&t, 0.5), 2.0 - 0.5 * 6.0);
        close(solver(&t, 6.0), 1.0 + 2.0 * -3.5);
        // log-log through (1, 2) and (2, 8): y = 2 x^2; through (2, 8) and (4, 1): y = 8 (x/2)^-3.
        close(t.evaluate_command(0.5), 0.5);
        close(t.evaluate_command(6.0), 8.0 / 27.0);
        let straight = table((Lin, Lin), Extension::Linear);
        close(straight.evaluate_command(0.5), -1.0);
        close(straight.evaluate_command(6.0), -6.0);
    }

    #[test]
    fn commands_snap_to_nodes_and_solvers_do_not() {
        let t = table((Lin, Lin), Extension::Excluded);
        assert_eq!(t.evaluate_command(2.0 + 1e-6), Ok(8.0));
        assert_eq!(t.evaluate_command(2.0 - 0.9e-6), Ok(8.0));
        close(solver(&t, 2.0 + 1e-6), 8.0 - 3.5e-6);
        close(solver(&t, 2.0 - 0.9e-6), 8.0 - 5.4e-6);
        assert!(t.evaluate_command(2.0 + 2.1e-6).is_ok_and(|y| y < 8.0));
    }

    #[test]
    fn one_point_tables() {
        let t = Table::linear(vec![2.0], vec![7.0]);
        assert_eq!(solver(&t, 2.0), Ok(7.0));
        assert_eq!(solver(&t, 2.0 + 2e-8), Ok(7.0));
        assert!(solver(&t, 2.1).is_err() && solver(&t, 0.0).is_err());
        assert_eq!(t.evaluate_command(2.0 + 1.9e-6), Ok(7.0));
        assert!(t.evaluate_command(2.0 + 2.1e-6).is_err());
        let open = Table { right: Extension::Linear, ..t };
        assert_eq!((solver(&open, 9.0), open.evaluate_command(9.0)), (Ok(7.0), Ok(7.0)));
        assert!(solver(&open, 1.0).is_err() && open.evaluate_command(1.0).is_err());
        let origin = Table::linear(vec![0.0], vec![7.0]);
        assert_eq!((solver(&origin, 0.0), origin.evaluate_command(0.0)), (Ok(7.0), Ok(7.0)));
    }

    #[test]
    fn tabulated_only_and_logarithms_of_nothing() {
        let t = table((Interpolation::None, Interpolation::None), Extension::Excluded);
        assert_eq!((solver(&t, 2.0), t.evaluate_command(2.0 + 1e-7)), (Ok(8.0), Ok(8.0)));
        assert_eq!(solver(&t, 3.0), Err(SignalFault::NotTabulated { x: 3.0 }));
        assert_eq!(t.evaluate_command(3.0), Err(SignalFault::NotTabulated { x: 3.0 }));
        let zero = Table { interpolation: (Lin, Log), ..Table::linear(vec![0.0, 1.0], vec![0.0, 1.0]) };
        assert_eq!(solver(&zero, 0.5), Err(SignalFault::NotPositive { value: 0.0 }));
        assert_eq!(zero.evaluate_command(0.5), Err(SignalFault::NotPositive { value: 0.0 }));
        let tiny = Table { interpolation: (Lin, Log), ..Table::linear(vec![0.0, 1.0], vec![1e-20, 1e-20]) };
        assert_eq!(solver(&tiny, 0.5), Err(SignalFault::NotPositive { value: 1e-20 }));
        assert!(tiny.evaluate_command(0.5).is_ok_and(|y| (y / 1e-20 - 1.0).abs() < 1e-13));
        assert!(matches!(solver(&zero, f64::NAN), Err(SignalFault::NotFinite { .. })));
        assert!(matches!(zero.evaluate_command(f64::NAN), Err(SignalFault::NotFinite { .. })));
    }

    proptest! {
        /// For all tables, points and cursors, the value does not depend on the cursor.
        #[test]
        fn the_cursor_changes_nothing(
            steps in proptest::collection::vec(0.01f64..2.0, 1..40),
            points in proptest::collection::vec(0.0f64..1.0, 1..40),
            start in 0usize..60,
        ) {
            let mut x = -1.0;
            let abscissae: Vec<f64> = std::iter::once(x).chain(steps.iter().map(|h| { x += h; x })).collect();
            let ordinates = abscissae.iter().map(|x| x * x).collect();
            let t = Table::linear(abscissae, ordinates);
            let (mut cursor, mut below) = (start, start);
            for p in points {
                let at = -1.0 + p * (x + 1.0);
                prop_assert_eq!(t.evaluate(at, &mut cursor), t.evaluate(at, &mut 0));
                prop_assert_eq!(t.evaluate_command_near(at, &mut below), t.evaluate_command(at));
                let node = t.abscissae[below % t.abscissae.len()];
                prop_assert_eq!(t.evaluate_command_near(node, &mut below), t.evaluate_command(node));
            }
        }
    }
}
