//! What POST_RELEVE_T says of a field over a set of nodes instead of node by node.
//!
//! * MOYENNE: along the line of nodes, `s` the distance walked from the first and `L` the whole, `f` taken linear
//!   between nodes: MOMENT_0 `1/L ∫ f ds`, MOMENT_1 `6/L² ∫ f (s - L/2) ds`, MINIMUM, MAXIMUM, and the values at both
//!   ends of the straight line of the same two moments, MOYE_INT `MOMENT_0 - MOMENT_1` and MOYE_EXT
//!   `MOMENT_0 + MOMENT_1`.
//! * MOYENNE_ARITH: the arithmetic mean over the nodes.

use crate::concepts::{Cell, ColumnType};

/// The values of a component at the nodes that have it.
pub(super) struct Line<'n> {
    pub component: &'n str,
    /// Node, distance from the first, value.
    pub points: Vec<(usize, f64, f64)>,
}

pub(super) fn averages(before: &Row, lines: &[Line]) -> Vec<Row> {
    let rows = ["MOMENT_0", "MOMENT_1", "MINIMUM", "MAXIMUM", "MOYE_INT", "MOYE_EXT"].iter().enumerate();
    let row = |(rank, quantity): (usize, &&str)| {
        let mut row = before.clone();
        row.push(("QUANTITE".to_string(), ColumnType::Text(16), Cell::Text(quantity.to_string())));
        for line in lines {
            let cell = moments(&line.points).map_or(Cell::Empty, |quantities| Cell::Real(quantities[rank]));
            row.push((line.component.to_string(), ColumnType::Real, cell));
        }
        row
    };
    rows.map(row).collect()
}

pub(super) fn means(before: &Row, lines: &[Line]) -> Vec<Row> {
    let row = |line: &Line| {
        let sum = line.points.iter().fold(0.0, |sum, (.., x)| sum + x);
        let mut row = before.clone();
        row.push(("CMP".to_string(), ColumnType::Text(8), Cell::Text(line.component.to_string())));
        row.push(("MOYENNE".to_string(), ColumnType::Real, Cell::Real(sum / line.points.len() as f64)));
        row
    };
    lines.iter().filter(|line| !line.points.is_empty()).map(row).collect()
}

fn moments(points: &[(usize, f64, f64)]) -> Option<[f64; 6]> {
    let (first, last) = (points.first()?, points.last()?);
    let length = last.1 - first.1;
    let (mut zeroth, mut moment) = (0.0, 0.0);
    for pair in points.windows(2) {
        let ((_, a, f), (_, b, g)) = (pair[0], pair[1]);
        let (left, right) = (a - first.1 - length / 2.0, b - first.1 - length / 2.0);
        zeroth += (b - a) * (f + g) / 2.0;
        // Simpson's rule is exact for a product of two straight lines.
        moment += (b - a) / 6.0 * (f * left + (f + g) * (left + right) + g * right);
    }
    let (zeroth, moment) =
        if length > 0.0 { (zeroth / length, 6.0 * moment / (length * length)) } else { (first.2, 0.0) };
    let least = points.iter().fold(f64::INFINITY, |m, p| m.min(p.2));
    let most = points.iter().fold(f64::NEG_INFINITY, |m, p| m.max(p.2));
    Some([zeroth, moment, least, most, zeroth - moment, zeroth + moment])
}

pub(super) type Row = Vec<(String, ColumnType, Cell)>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_straight_line_has_its_own_ends() {
        let points: Vec<_> = [0.0, 0.5, 2.0, 4.0].iter().map(|s| (0, *s, 3.0 - 0.5 * s)).collect();
        let [mean, bending, least, most, inner, outer] = moments(&points).unwrap();
        assert!((mean - 2.0).abs() < 1e-14 && (bending + 1.0).abs() < 1e-14);
        assert_eq!((least, most), (1.0, 3.0));
        assert!((inner - 3.0).abs() < 1e-14 && (outer - 1.0).abs() < 1e-14);
    }

    #[test]
    fn one_node_is_its_own_mean() {
        assert_eq!(moments(&[(4, 0.0, 7.0)]), Some([7.0, 0.0, 7.0, 7.0, 7.0, 7.0]));
        assert_eq!(moments(&[]), None);
    }
}
