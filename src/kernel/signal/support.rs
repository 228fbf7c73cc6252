//! The abscissae on which two functions are combined.
//!
//! To the left, the function that starts first gives the bound when the other one extends that far,
//! otherwise the other one gives it; to the right likewise. The result inherits the extension of the function
//! that gives the bound. The nodes of both functions inside the bounds are kept.

use super::{Extension, Table};

/// Abscissae common to two functions, and the extensions that go with them.
#[derive(Clone, Debug, PartialEq)]
pub struct Support {
    pub abscissae: Vec<f64>,
    pub left: Extension,
    pub right: Extension,
}

/// Contribution of one function.
#[derive(Clone, Copy, Debug)]
pub struct Domain<'a> {
    pub abscissae: &'a [f64],
    pub left: Extension,
    pub right: Extension,
}

impl Table {
    /// The abscissae of the table, and its rules beyond them.
    pub fn domain(&self) -> Domain<'_> {
        Domain { abscissae: &self.abscissae, left: self.left, right: self.right }
    }
}

/// The support of two functions; `None` when they have no abscissa in common.
pub fn common_support(f: Domain<'_>, g: Domain<'_>) -> Option<Support> {
    let (f_first, f_last) = (*f.abscissae.first()?, *f.abscissae.last()?);
    let (g_first, g_last) = (*g.abscissae.first()?, *g.abscissae.last()?);
    let (low, left) = bound(f_first < g_first, f_first == g_first, (f_first, f.left), (g_first, g.left));
    let (high, right) = bound(f_last > g_last, f_last == g_last, (f_last, f.right), (g_last, g.right));
    if low > high {
        return None;
    }
    let abscissae = union([f.abscissae, g.abscissae].into_iter());
    let mut abscissae: Vec<f64> = abscissae.into_iter().map(|x| x.clamp(low, high)).collect();
    abscissae.dedup();
    Some(Support { abscissae, left, right })
}

/// The extensions of the support of two functions that have the same abscissae: these are the support, and each function
/// takes the values of its nodes there. `None` for other functions.
pub fn same_support(f: Domain<'_>, g: Domain<'_>) -> Option<(Extension, Extension)> {
    let ends = |f: f64, g: f64, rules: (Extension, Extension)| bound(false, true, (f, rules.0), (g, rules.1)).1;
    let (first, last) = (*f.abscissae.first()?, *f.abscissae.last()?);
    // Steps that are no multiple of the least number have a millionth.
    let advances = |x: &[f64]| x[1] - x[0] > 1e-300;
    if !same_bits(f.abscissae, g.abscissae) || !f.abscissae.windows(2).all(advances) {
        return None;
    }
    Some((ends(first, first, (f.left, g.left)), ends(last, last, (f.right, g.right))))
}

/// All abscissae of several lists, each once, in order.
pub fn union<'a>(lists: impl Iterator<Item = &'a [f64]>) -> Vec<f64> {
    let lists: Vec<&[f64]> = lists.collect();
    // The same list several times over is its own union.
    if let Some((first, others)) = lists.split_first()
        && others.iter().all(|other| same_bits(first, other))
        && first.windows(2).all(|x| x[0] < x[1])
    {
        return first.to_vec();
    }
    let mut all: Vec<f64> = lists.into_iter().flatten().copied().collect();
    all.sort_by(f64::total_cmp);
    all.dedup();
    all
}

fn same_bits(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.to_bits() == y.to_bits())
}

/// The bound on one side: `f` reaches further, or neither does.
fn bound(f_further: bool, equal: bool, f: (f64, Extension), g: (f64, Extension)) -> (f64, Extension) {
    if equal {
        return if f.1 == Extension::Excluded { f } else { g };
    }
    let (further, other) = if f_further { (f, g) } else { (g, f) };
    if other.1 == Extension::Excluded { other } else { further }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Extension::{Constant, Excluded, Linear};

    #[test]
    fn an_excluded_extension_cuts_and_an_open_one_lets_pass() {
        let f = Domain { abscissae: &[0.0, 2.0, 4.0], left: Constant, right: Linear };
        let g = Domain { abscissae: &[1.0, 2.0, 3.0], left: Excluded, right: Constant };
        let support = common_support(f, g).unwrap();
        assert_eq!(support, Support { abscissae: vec![1.0, 2.0, 3.0, 4.0], left: Excluded, right: Linear });
        assert_eq!(common_support(g, f), Some(support));
    }

    #[test]
    fn equal_ends_and_disjoint_functions() {
        let f = Domain { abscissae: &[0.0, 1.0], left: Constant, right: Excluded };
        let g = Domain { abscissae: &[0.0, 1.0], left: Linear, right: Constant };
        let support = common_support(f, g).unwrap();
        assert_eq!((support.left, support.right), (Linear, Excluded));
        let far = Domain { abscissae: &[5.0, 6.0], left: Excluded, right: Excluded };
        assert_eq!(common_support(f, far), None);
    }
}
