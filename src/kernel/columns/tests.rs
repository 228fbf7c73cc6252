//! Rows come back as they were, however they are kept.

use super::*;
use proptest::prelude::*;

proptest! {
    #[test]
    fn rows_come_back(rows in proptest::collection::vec([0u8..2, 0u8..3, 0u8..1], 0..40), cut in 0usize..40) {
        let rows: Vec<[f64; 3]> = rows.iter().map(|row| row.map(|x| f64::from(x) - 0.0)).collect();
        let columns = Columns::from_rows(3, rows.as_flattened());
        prop_assert_eq!(columns.len(), rows.len());
        let mut joined = columns.head(cut);
        prop_assert_eq!(joined.len(), cut.min(rows.len()));
        joined.append(&columns);
        let expected = rows.iter().take(cut).chain(&rows);
        for (k, row) in expected.enumerate() {
            prop_assert_eq!(joined.row(k), row.to_vec());
            for (i, x) in row.iter().enumerate() {
                prop_assert_eq!(joined.column(i, 0..joined.len()).at(k), *x);
            }
        }
        prop_assert!(columns.kept() <= 3 + 2 * rows.len());
    }
}

#[test]
fn equal_columns_are_kept_once_until_they_part() {
    let number = |k: usize| (k / 50) as f64;
    let row = |k: usize| [number(k), 7.0, number(k), if k < 300 { number(k) } else { -1.0 }];
    let mut columns = Columns::new(4, 0);
    (0..400).for_each(|k| columns.push(&row(k)));
    columns.settle();
    assert_eq!(columns.kept(), 4 + 2 * 400);
    assert!((0..400).all(|k| columns.row(k) == row(k)));
    // Cut before the first change, and continued otherwise.
    let mut other = columns.head(40);
    let goes_on = |k: usize| [0.0, 7.0, if k < 128 { 3.0 } else { number(k) }, number(k)];
    (40..400).for_each(|k| other.push(&goes_on(k)));
    other.settle();
    assert!((40..400).all(|k| other.row(k) == goes_on(k)));
    for (i, column) in columns.apart().into_iter().enumerate() {
        let numbers = column.into_numbers();
        assert!((0..400).all(|k| numbers[k] == row(k)[i]));
    }
}

#[test]
fn the_sign_of_zero_is_kept() {
    let columns = Columns::from_rows(1, &[0.0, -0.0]);
    assert!(columns.at(0, 0).is_sign_positive() && columns.at(1, 0).is_sign_negative());
}
