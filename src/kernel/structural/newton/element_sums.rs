//! Sums of element matrices into one sparse matrix, made again and again. An entry is summed anew, over all elements that
//! reach it, in their order, when one of these has another matrix than at the last sum: nothing is subtracted, and the bits
//! are those of a sum of everything.

use crate::assembly::SparseMatrix;
use crate::elements::BehavingElement;

/// The last sum, and the entries that differ from it.
#[derive(Clone, Debug)]
pub struct ElementSums {
    /// Start of the terms of each element; one more than elements.
    starts: Vec<usize>,
    /// Entry of the sparse matrix that each term is added to.
    entries: Vec<usize>,
    /// Terms of each entry, in the order of the elements: `terms[of[e]..of[e + 1]]`.
    of: Vec<usize>,
    terms: Vec<usize>,
    /// Element matrices of the last sum, where there was one.
    summed: Vec<f64>,
    is_summed: bool,
    /// Elements that the last look found changed, and entries changed since [`ElementSums::forget`].
    elements: Vec<usize>,
    changed: Vec<usize>,
    marked: Vec<bool>,
}

impl ElementSums {
    /// Sums of `elements` on `pattern`, which has all their terms.
    pub fn new(pattern: &SparseMatrix<f64>, elements: &[BehavingElement]) -> Self {
        let (mut starts, mut entries) = (vec![0], Vec::new());
        for element in elements {
            let places = element.ranks.iter().flat_map(|i| element.ranks.iter().map(move |j| pattern.place(*i, *j)));
            entries.extend(places.map(|place| place.unwrap_or(0)));
            starts.push(entries.len());
        }
        let (of, terms) = grouped(pattern.values().len(), &entries);
        ElementSums {
            summed: vec![0.0; entries.len()],
            is_summed: false,
            elements: Vec::with_capacity(elements.len()),
            changed: Vec::with_capacity(pattern.values().len()),
            marked: vec![false; pattern.values().len()],
            starts,
            entries,
            of,
            terms,
        }
    }

    /// Looks for elements whose matrix (in `values`, one after the other) is not that of the last look, among `varying`
    /// ones after the first look. Their ranks are those of [`ElementSums::elements`].
    pub fn look(&mut self, values: &[f64], varying: &[usize]) {
        self.elements.clear();
        if !self.is_summed {
            self.is_summed = true;
            self.summed.copy_from_slice(values);
            self.elements.extend(0..self.starts.len() - 1);
            self.changed.clear();
            self.changed.extend(0..self.marked.len());
            self.marked.fill(true);
            return;
        }
        for &element in varying {
            let range = self.starts[element]..self.starts[element + 1];
            if self.summed[range.clone()] == values[range.clone()] {
                continue;
            }
            self.summed[range.clone()].copy_from_slice(&values[range.clone()]);
            self.elements.push(element);
            for &entry in &self.entries[range] {
                if !self.marked[entry] {
                    self.marked[entry] = true;
                    self.changed.push(entry);
                }
            }
        }
    }

    /// Elements that the last look found changed.
    pub fn elements(&self) -> &[usize] {
        &self.elements
    }

    /// Terms of an element among those of all elements.
    pub fn terms(&self, element: usize) -> std::ops::Range<usize> {
        self.starts[element]..self.starts[element + 1]
    }

    /// Entries that have changed and are not forgotten.
    pub fn changed(&self) -> &[usize] {
        &self.changed
    }

    /// Forgets the changed entries: what follows from them is done.
    pub fn forget(&mut self) {
        self.changed.iter().for_each(|&entry| self.marked[entry] = false);
        self.changed.clear();
    }

    /// Writes the sums of the changed entries: `base` (zero where there is none) and then the terms in `values`.
    pub fn sum(&self, values: &[f64], base: Option<&[f64]>, target: &mut [f64]) {
        for &entry in &self.changed {
            let start = base.map_or(0.0, |base| base[entry]);
            let terms = &self.terms[self.of[entry]..self.of[entry + 1]];
            target[entry] = terms.iter().fold(start, |sum, &term| sum + values[term]);
        }
    }
}

/// Ranks of `keys` (below `size`) grouped by key, each group in its order: `ranks[starts[k]..starts[k + 1]]`.
pub(super) fn grouped(size: usize, keys: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let mut starts = vec![0; size + 1];
    keys.iter().for_each(|&key| starts[key + 1] += 1);
    for key in 0..size {
        starts[key + 1] += starts[key];
    }
    let (mut next, mut ranks) = (starts.clone(), vec![0; keys.len()]);
    for (rank, &key) in keys.iter().enumerate() {
        ranks[next[key]] = rank;
        next[key] += 1;
    }
    (starts, ranks)
}
