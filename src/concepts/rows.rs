//! The cells of a table, column by column: whole numbers and reals are contiguous, other columns are cell by cell.

use std::borrow::Cow;

use crate::concepts::cell::Cell;

/// Rows of a table, kept by column.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    count: usize,
    /// Each has `count` cells.
    columns: Vec<Cells>,
}

/// The cells of one column. All cells of a column of numbers are there.
#[derive(Clone, Debug)]
pub enum Cells {
    Integer(Vec<i64>),
    Real(Vec<f64>),
    Mixed(Vec<Cell>),
}

/// One row: a place in the columns.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    rows: &'a Rows,
    rank: usize,
}

impl Rows {
    /// Rows of columns that are equally long.
    pub fn of_columns(columns: Vec<Cells>) -> Rows {
        let count = columns.first().map_or(0, Cells::len);
        debug_assert!(columns.iter().all(|cells| cells.len() == count));
        Rows { count, columns }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.count
    }

    /// True without any row.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// All rows in their order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Row<'_>> + ExactSizeIterator + Clone {
        (0..self.count).map(|rank| Row { rows: self, rank })
    }

    /// The row of a rank from 0, if there is one.
    pub fn get(&self, rank: usize) -> Option<Row<'_>> {
        (rank < self.count).then_some(Row { rows: self, rank })
    }

    /// The cell of a row and a column that are there, ranks from 0.
    pub fn cell(&self, row: usize, column: usize) -> Cow<'_, Cell> {
        self.columns[column].get(row)
    }

    /// A column; one without cells where there is no row.
    pub fn column(&self, column: usize) -> &Cells {
        static NONE: Cells = Cells::Mixed(Vec::new());
        self.columns.get(column).unwrap_or(&NONE)
    }

    /// Appends a row; columns it has more than the rows before are empty in those.
    pub fn push(&mut self, row: impl IntoIterator<Item = Cell>) {
        let mut given = 0;
        for cell in row {
            if given == self.columns.len() {
                self.columns.push(Cells::empty(self.count));
            }
            self.columns[given].push(cell);
            given += 1;
        }
        self.columns[given..].iter_mut().for_each(|cells| cells.push(Cell::Empty));
        self.count += 1;
    }

    /// Writes the cell of a row and a column that are there, ranks from 0.
    pub fn set(&mut self, row: usize, column: usize, cell: Cell) {
        self.columns[column].set(row, cell);
    }

    /// A column after the others, empty where it is shorter.
    pub fn add_column(&mut self, mut cells: Cells) {
        if self.columns.is_empty() && self.count == 0 {
            self.count = cells.len();
        }
        (cells.len()..self.count).for_each(|_| cells.push(Cell::Empty));
        self.columns.push(cells);
    }

    /// Appends a column of empty cells.
    pub fn add_empty_column(&mut self) {
        self.columns.push(Cells::empty(self.count));
    }

    /// Puts `cells` in the place of a column, which is made when it is not there.
    pub fn replace_column(&mut self, column: usize, cells: Cells) {
        while self.columns.len() <= column {
            self.add_empty_column();
        }
        self.columns[column] = cells;
    }

    /// Some columns, in the order given.
    pub fn only(&self, columns: &[usize]) -> Rows {
        let columns = columns.iter().filter_map(|&c| self.columns.get(c).cloned()).collect();
        Rows { count: self.count, columns }
    }

    /// Some rows, in the order given.
    pub fn pick(&self, ranks: &[usize]) -> Rows {
        Rows { count: ranks.len(), columns: self.columns.iter().map(|cells| cells.pick(ranks)).collect() }
    }

    /// The rows that are marked, in order.
    pub fn keep(&self, marked: &[bool]) -> Rows {
        let count = marked.chunks(64).map(marked_of).sum();
        Rows { count, columns: self.columns.iter().map(|cells| cells.keep(marked, count)).collect() }
    }

    /// Keeps the rows for which `keeps` is true.
    pub fn retain(&mut self, mut keeps: impl FnMut(Row<'_>) -> bool) {
        let kept: Vec<usize> = self.iter().filter(|row| keeps(*row)).map(|row| row.rank).collect();
        if kept.len() < self.count {
            *self = self.pick(&kept);
        }
    }
}

impl<'a> Row<'a> {
    /// Its rank in the table, from 0.
    pub fn rank(self) -> usize {
        self.rank
    }

    /// The cell of a column that is there, rank from 0.
    pub fn cell(self, column: usize) -> Cow<'a, Cell> {
        self.rows.cell(self.rank, column)
    }

    /// The cell of a column (rank from 0), if there is one.
    pub fn get(self, column: usize) -> Option<Cow<'a, Cell>> {
        self.rows.columns.get(column).map(|cells| cells.get(self.rank))
    }

    /// The cells in the order of the columns.
    pub fn iter(self) -> impl Iterator<Item = Cow<'a, Cell>> {
        self.rows.columns.iter().map(move |cells| cells.get(self.rank))
    }

    /// The cells, copied.
    pub fn to_vec(self) -> Vec<Cell> {
        self.iter().map(Cow::into_owned).collect()
    }
}

impl Cells {
    fn empty(count: usize) -> Cells {
        Cells::Mixed(vec![Cell::Empty; count])
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        match self {
            Cells::Integer(cells) => cells.len(),
            Cells::Real(cells) => cells.len(),
            Cells::Mixed(cells) => cells.len(),
        }
    }

    /// True without any cell.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cell of a row that is there, rank from 0.
    pub fn get(&self, row: usize) -> Cow<'_, Cell> {
        match self {
            Cells::Integer(cells) => Cow::Owned(Cell::Integer(cells[row])),
            Cells::Real(cells) => Cow::Owned(Cell::Real(cells[row])),
            Cells::Mixed(cells) => Cow::Borrowed(&cells[row]),
        }
    }

    /// The cells in the order of the rows.
    pub fn iter(&self) -> impl Iterator<Item = Cow<'_, Cell>> {
        (0..self.len()).map(|row| self.get(row))
    }

    /// The number in a row, unless it is empty or of another kind.
    pub fn number(&self, row: usize) -> Option<f64> {
        match self {
            Cells::Integer(cells) => Some(cells[row] as f64),
            Cells::Real(cells) => Some(cells[row]),
            Cells::Mixed(cells) => match cells[row] {
                Cell::Integer(i) => Some(i as f64),
                Cell::Real(x) => Some(x),
                _ => None,
            },
        }
    }

    /// Appends a cell; the column changes its type where it must.
    pub fn push(&mut self, cell: Cell) {
        if self.is_empty() {
            *self = match cell {
                Cell::Integer(i) => Cells::Integer(vec![i]),
                Cell::Real(x) => Cells::Real(vec![x]),
                other => Cells::Mixed(vec![other]),
            };
            return;
        }
        match (&mut *self, cell) {
            (Cells::Integer(cells), Cell::Integer(i)) => cells.push(i),
            (Cells::Real(cells), Cell::Real(x)) => cells.push(x),
            (_, cell) => self.with_mixed(|cells| cells.push(cell)),
        }
    }

    fn set(&mut self, row: usize, cell: Cell) {
        match (&mut *self, cell) {
            (Cells::Integer(cells), Cell::Integer(i)) => cells[row] = i,
            (Cells::Real(cells), Cell::Real(x)) => cells[row] = x,
            (_, cell) => self.with_mixed(|cells| cells[row] = cell),
        }
    }

    /// Changes the cells one by one, whatever they are.
    fn with_mixed(&mut self, change: impl FnOnce(&mut Vec<Cell>)) {
        let mut cells = match std::mem::replace(self, Cells::Mixed(Vec::new())) {
            Cells::Integer(cells) => cells.into_iter().map(Cell::Integer).collect(),
            Cells::Real(cells) => cells.into_iter().map(Cell::Real).collect(),
            Cells::Mixed(cells) => cells,
        };
        change(&mut cells);
        *self = Cells::Mixed(cells);
    }

    fn pick(&self, ranks: &[usize]) -> Cells {
        match self {
            Cells::Integer(cells) => Cells::Integer(ranks.iter().map(|&rank| cells[rank]).collect()),
            Cells::Real(cells) => Cells::Real(ranks.iter().map(|&rank| cells[rank]).collect()),
            Cells::Mixed(cells) => ranks.iter().map(|&rank| cells[rank].clone()).collect(),
        }
    }

    /// The `count` cells that are marked.
    fn keep(&self, marked: &[bool], count: usize) -> Cells {
        match self {
            Cells::Integer(cells) => Cells::Integer(kept(cells, marked, count)),
            Cells::Real(cells) => Cells::Real(kept(cells, marked, count)),
            Cells::Mixed(cells) => {
                cells.iter().zip(marked).filter(|(_, kept)| **kept).map(|(c, _)| c.clone()).collect()
            }
        }
    }
}

/// The `count` numbers that are marked. Blocks of 64 that stay or go whole are copied or passed over at once; in the others each
/// number is written and its place taken by the next one unless it is marked.
fn kept<T: Copy + Default>(values: &[T], marked: &[bool], count: usize) -> Vec<T> {
    let mut found = vec![T::default(); count + 1];
    let mut end = 0;
    for (values, marks) in values.chunks(64).zip(marked.chunks(64)) {
        let here = marked_of(marks);
        if here == values.len() {
            found[end..end + here].copy_from_slice(values);
            end += here;
        } else if here > 0 {
            for (value, kept) in values.iter().zip(marks) {
                found[end] = *value;
                end += usize::from(*kept);
            }
        }
    }
    found.truncate(count);
    found
}

/// Number of marks that are set, of up to 255: sums of bytes, of which a register holds many.
fn marked_of(marks: &[bool]) -> usize {
    usize::from(marks.iter().map(|kept| u8::from(*kept)).sum::<u8>())
}

impl FromIterator<Cell> for Cells {
    fn from_iter<T: IntoIterator<Item = Cell>>(cells: T) -> Self {
        let mut made = Cells::empty(0);
        cells.into_iter().for_each(|cell| made.push(cell));
        made
    }
}

impl<R: IntoIterator<Item = Cell>> FromIterator<R> for Rows {
    fn from_iter<T: IntoIterator<Item = R>>(rows: T) -> Self {
        let mut made = Rows::default();
        made.extend(rows);
        made
    }
}

impl<R: IntoIterator<Item = Cell>> Extend<R> for Rows {
    fn extend<T: IntoIterator<Item = R>>(&mut self, rows: T) {
        rows.into_iter().for_each(|row| self.push(row));
    }
}

/// Compares cells, however they are stored.
impl PartialEq for Rows {
    fn eq(&self, other: &Self) -> bool {
        self.count == other.count && self.iter().zip(other.iter()).all(|(a, b)| a.iter().eq(b.iter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_keep_what_is_put_into_them() {
        let mut rows = Rows::default();
        rows.push([Cell::Real(1.5), Cell::Integer(3)]);
        rows.push([Cell::Real(-2.0), Cell::Integer(4)]);
        assert!(matches!((rows.column(0), rows.column(1)), (Cells::Real(_), Cells::Integer(_))));
        rows.push([Cell::Empty, Cell::Integer(5), Cell::Text("a".into())]);
        assert_eq!(rows.get(0).map(Row::to_vec), Some(vec![Cell::Real(1.5), Cell::Integer(3), Cell::Empty]));
        assert_eq!(rows.cell(2, 0).into_owned(), Cell::Empty);
        rows.set(2, 0, Cell::Real(9.0));
        rows.retain(|row| row.cell(1).into_owned() != Cell::Integer(3));
        assert_eq!(rows.len(), 2);
        assert_eq!(rows.pick(&[1]).get(0).map(Row::to_vec).unwrap()[0], Cell::Real(9.0));
        let same: Rows = rows.iter().map(Row::to_vec).collect();
        assert_eq!(same, rows);
        assert_eq!(rows.only(&[1]).get(1).map(Row::to_vec), Some(vec![Cell::Integer(5)]));
    }

    #[test]
    fn marked_rows_are_the_picked_ones() {
        let count = 391;
        let numbers: Vec<f64> = (0..count).map(|i| 0.7 + i as f64 * 1.3).collect();
        let texts = (0..count).map(|i| Cell::Text(i.to_string())).collect();
        let columns = vec![Cells::Real(numbers), Cells::Integer((5..count + 5).collect()), texts];
        let rows = Rows::of_columns(columns);
        let marks: [fn(i64) -> bool; 6] =
            [|_| true, |_| false, |i| i > 70, |i| i < 320, |i| i % 3 == 1, |i| (100..230).contains(&i) || i == 390];
        for marked in marks {
            let marked: Vec<bool> = (0..count).map(marked).collect();
            let ranks: Vec<usize> = (0..marked.len()).filter(|&i| marked[i]).collect();
            assert_eq!(rows.keep(&marked), rows.pick(&ranks));
        }
    }

    #[test]
    fn marked_rows_are_kept_in_order() {
        for count in [1usize, 7, 8, 9, 63, 64, 65, 300, 1000] {
            for kept in [0usize, 1, 3, 17] {
                let marked: Vec<bool> = (0..count).map(|i| kept > 0 && (i * i) % (kept + 2) < 2).collect();
                let reals = Cells::Real((0..count).map(|i| 0.7 * i as f64).collect());
                let rows = Rows::of_columns(vec![reals, Cells::Integer((0..count as i64).collect())]);
                let ranks: Vec<usize> = (0..count).filter(|i| marked[*i]).collect();
                assert_eq!(rows.keep(&marked), rows.pick(&ranks), "{count} {kept}");
            }
        }
    }
}
