//! The legend of a chart: one row when the names fit, columns under one another otherwise.

use super::text::width;

/// Line sample, the space after it, and the space between entries.
const SAMPLE: f64 = 30.0;
const GAP: f64 = 20.0;

/// Rank and abscissa of each named curve, row by row, between `left` and `right`.
pub(super) fn rows<N: AsRef<str>>(names: &[N], left: f64, right: f64) -> Vec<Vec<(usize, f64)>> {
    let shown: Vec<(usize, f64)> = names
        .iter()
        .map(AsRef::as_ref)
        .enumerate()
        .filter(|(_, name)| !name.is_empty())
        .map(|(rank, name)| (rank, SAMPLE + width(name, 12.0) + GAP))
        .collect();
    let widest = shown.iter().fold(0.0f64, |w, (_, width)| w.max(*width));
    let total = shown.iter().fold(-GAP, |sum, (_, width)| sum + width);
    if total <= right - left {
        let place = |x: &mut f64, (rank, width): &(usize, f64)| {
            let here = *x;
            *x += width;
            Some((*rank, here))
        };
        let row: Vec<(usize, f64)> = shown.iter().scan(left, place).collect();
        return if row.is_empty() { Vec::new() } else { vec![row] };
    }
    let columns = (((right - left + GAP) / widest) as usize).max(1);
    let place = |(column, (rank, _)): (usize, &(usize, f64))| (*rank, left + column as f64 * widest);
    shown.chunks(columns).map(|row| row.iter().enumerate().map(place).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_fit_stand_in_a_row_and_others_in_columns() {
        let one = rows(&["support", "", "shoe"], 76.0, 736.0);
        assert_eq!(one.len(), 1);
        assert_eq!(one[0].iter().map(|e| e.0).collect::<Vec<_>>(), [0, 2]);
        assert!(one[0][1].1 > 76.0 + 30.0 + 7.0 * 6.0);
        let long = vec!["stiffness 100 kN/m, friction 0.3"; 5];
        let grid = rows(&long, 76.0, 736.0);
        assert_eq!(grid.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 1]);
        assert_eq!(grid[0][1].1, grid[1][1].1);
        assert!(rows(&["", ""], 0.0, 100.0).is_empty());
        // A name wider than the chart still gets its row.
        assert_eq!(rows(&["x".repeat(200).as_str(), "y"], 0.0, 600.0).len(), 2);
    }
}
