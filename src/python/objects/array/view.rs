//! An array: a window of one or two dimensions on items that other arrays may show too.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, RwLock};

use num_complex::Complex64;

use super::data::each_kind;
use crate::python::core::value::{Array, Data, Range as Ranks, Value, read, write};

impl Array {
    /// Items row by row; the sizes multiply to their number.
    pub fn new(data: Data, shape: Vec<usize>) -> Self {
        let strides = if let [_, columns] = shape[..] { [columns as isize, 1] } else { [1, 0] };
        Array { cell: Arc::new(RwLock::new(Arc::new(data))), offset: 0, shape, strides }
    }

    pub fn flat(data: Data) -> Self {
        let shape = vec![data.len()];
        Array::new(data, shape)
    }

    pub fn of(items: Vec<Value>, shape: Vec<usize>) -> Self {
        Array::new(Data::of(items), shape)
    }

    pub fn reals(items: impl IntoIterator<Item = f64>) -> Self {
        Array::flat(Data::Real(items.into_iter().collect()))
    }

    pub fn integers(items: impl IntoIterator<Item = i64>) -> Self {
        Array::flat(Data::Integer(items.into_iter().collect()))
    }

    pub fn ranks(items: impl IntoIterator<Item = usize>) -> Self {
        Array::integers(items.into_iter().map(|i| i as i64))
    }

    pub fn value(self) -> Value {
        Value::Array(Arc::new(RwLock::new(self)))
    }

    /// The items as they are now.
    pub fn data(&self) -> Arc<Data> {
        read(&self.cell).clone()
    }

    /// Gives the storage the items it had, for all its views.
    pub fn put_back(&self, data: Arc<Data>) {
        *write(&self.cell) = data;
    }

    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A copy that shares nothing.
    pub fn copy(&self) -> Array {
        Array::new(self.dense(), self.shape.clone())
    }

    /// The items row by row, copied.
    pub fn dense(&self) -> Data {
        let data = self.data();
        each_kind!(&*data, items => self.part(items).into_owned())
    }

    /// The places of the items, where they follow each other.
    pub(super) fn run(&self) -> Option<Range<usize>> {
        let count = self.len();
        let follows = match self.shape[..] {
            [rows, columns] => {
                (columns < 2 || self.strides[1] == 1) && (rows < 2 || self.strides[0] == columns as isize)
            }
            _ => count < 2 || self.strides[0] == 1,
        };
        (follows || count == 0).then(|| if count == 0 { 0..0 } else { self.offset..self.offset + count })
    }

    /// Places of the items in the storage, row by row.
    pub fn places(&self) -> impl Iterator<Item = usize> + '_ {
        let (rows, columns) = if let [rows, columns] = self.shape[..] { (rows, columns) } else { (1, self.len()) };
        let (down, along) =
            if self.shape.len() == 2 { (self.strides[0], self.strides[1]) } else { (0, self.strides[0]) };
        let place = move |row: usize, column: usize| {
            (self.offset as isize + row as isize * down + column as isize * along) as usize
        };
        (0..rows).flat_map(move |row| (0..columns).map(move |column| place(row, column)))
    }

    fn place(&self, rank: usize) -> usize {
        let (row, column) =
            if let [_, columns] = self.shape[..] { (rank / columns, rank % columns) } else { (rank, 0) };
        (self.offset as isize + row as isize * self.strides[0] + column as isize * self.strides[1]) as usize
    }

    pub(super) fn places_of<'a>(&'a self, ranks: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
        ranks.iter().map(|rank| self.place(*rank))
    }

    /// The item of a rank, row by row.
    pub fn at(&self, rank: usize) -> Value {
        read(&self.cell).get(self.place(rank))
    }

    pub fn values(&self) -> Vec<Value> {
        let data = self.data();
        self.places().map(|at| data.get(at)).collect()
    }

    /// The shown part of items of one kind.
    pub fn part<'a, T: Clone>(&self, items: &'a [T]) -> Cow<'a, [T]> {
        match self.run() {
            Some(range) => Cow::Borrowed(&items[range]),
            None => Cow::Owned(self.places().map(|at| items[at].clone()).collect()),
        }
    }

    /// Logicals; `None` for another kind.
    pub fn as_logicals<'a>(&self, data: &'a Data) -> Option<Cow<'a, [bool]>> {
        if let Data::Logical(items) = data { Some(self.part(items)) } else { None }
    }

    /// Integers, of logicals too.
    pub fn as_integers<'a>(&self, data: &'a Data) -> Option<Cow<'a, [i64]>> {
        match data {
            Data::Integer(items) => Some(self.part(items)),
            Data::Logical(items) => Some(self.part(items).iter().map(|b| i64::from(*b)).collect()),
            _ => None,
        }
    }

    /// Reals, of integers and logicals too.
    pub fn as_reals<'a>(&self, data: &'a Data) -> Option<Cow<'a, [f64]>> {
        match data {
            Data::Real(items) => Some(self.part(items)),
            Data::Integer(items) => Some(self.part(items).iter().map(|i| *i as f64).collect()),
            Data::Logical(items) => Some(self.part(items).iter().map(|b| f64::from(u8::from(*b))).collect()),
            _ => None,
        }
    }

    /// Complex numbers, of all other numbers too.
    pub fn as_complexes<'a>(&self, data: &'a Data) -> Option<Cow<'a, [Complex64]>> {
        match data {
            Data::Complex(items) => Some(self.part(items)),
            other => {
                let reals = self.as_reals(other)?;
                Some(reals.iter().map(|x| Complex64::new(*x, 0.0)).collect())
            }
        }
    }

    /// The item of a row of one dimension, the row of a matrix.
    pub fn entry(&self, rank: usize) -> Value {
        if self.shape.len() == 1 { self.at(rank) } else { self.row(rank).value() }
    }

    pub fn row(&self, rank: usize) -> Array {
        Array {
            cell: self.cell.clone(),
            offset: (self.offset as isize + rank as isize * self.strides[0]) as usize,
            shape: self.shape[1..].to_vec(),
            strides: [self.strides[1], 0],
        }
    }

    /// Numbers of a one-dimensional array, rows of another.
    pub fn entries(&self) -> Vec<Value> {
        if self.shape.len() == 1 { self.values() } else { (0..self.shape[0]).map(|i| self.entry(i)).collect() }
    }

    pub fn transposed(&self) -> Array {
        let [rows, columns] = self.shape[..] else { return self.clone() };
        let shape = vec![columns, rows];
        Array { cell: self.cell.clone(), offset: self.offset, shape, strides: [self.strides[1], self.strides[0]] }
    }

    /// The entries of a range along an axis.
    pub fn along(&self, axis: usize, range: Ranks) -> Array {
        self.cut(axis, usize::try_from(range.start).unwrap_or(0), range.step, range.len())
    }

    /// Every `step`th entry along an axis.
    fn cut(&self, axis: usize, start: usize, step: i64, count: usize) -> Array {
        let mut cut = self.clone();
        if count > 0 {
            cut.offset = (self.offset as isize + start as isize * self.strides[axis]) as usize;
        }
        cut.strides[axis] = self.strides[axis] * step as isize;
        cut.shape[axis] = count;
        cut
    }

    /// One column as a row of one dimension.
    pub(super) fn column(&self, rank: usize) -> Array {
        self.transposed().row(rank)
    }

    /// Items in another shape; a view where they follow each other.
    pub fn reshaped(&self, shape: Vec<usize>) -> Array {
        if self.run().is_none() {
            return Array::new(self.dense(), shape);
        }
        let strides = if let [_, columns] = shape[..] { [columns as isize, 1] } else { [1, 0] };
        Array { cell: self.cell.clone(), offset: self.offset, shape, strides }
    }

    /// Shown as a larger shape: an axis of one entry repeats it.
    pub(super) fn spread(&self, shape: &[usize]) -> Array {
        let mut wide = self.clone();
        if shape.len() == 2 && self.shape.len() == 1 {
            wide.strides = [0, self.strides[0]];
            wide.shape.insert(0, 1);
        }
        for axis in 0..shape.len() {
            if wide.shape[axis] != shape[axis] {
                wide.strides[axis] = 0;
            }
        }
        wide.shape = shape.to_vec();
        wide
    }

    /// Whether the array shows its whole storage in order.
    pub(super) fn is_whole(&self, data: &Data) -> bool {
        self.run() == Some(0..data.len())
    }

    /// Lists, nested for two dimensions.
    pub fn to_list(&self) -> Value {
        match self.shape.len() {
            2 => Value::list((0..self.shape[0]).map(|i| self.row(i).to_list()).collect()),
            _ => Value::list(self.values()),
        }
    }
}

/// The shape two arrays have together: an axis of one entry goes with any.
pub(super) fn common_shape(a: &[usize], b: &[usize]) -> Option<Vec<usize>> {
    if a.len() < b.len() {
        return common_shape(b, a);
    }
    let mut shape = a.to_vec();
    let skipped = a.len() - b.len();
    for (i, size) in b.iter().enumerate() {
        let own = &mut shape[skipped + i];
        if *own == 1 {
            *own = *size;
        } else if *size != 1 && *size != *own {
            return None;
        }
    }
    Some(shape)
}
