//! Stiffnesses that a stiffer one hides: of a term 1e15 times smaller than the one it is added to, one digit of sixteen is left.
//!
//! That does no harm where the stiff element holds its node: the motion there is nothing. Where it moves with the stiff element
//! (a "rigid" spring between two nodes), the motion is governed by the digits that are lost.

use super::{ElementTerm, Numbering};

/// A diagonal term of an element beside one of another that is at least [`SPREAD`] times larger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HiddenTerm {
    /// Rank of the unknown.
    pub unknown: usize,
    /// Cell and term of the stiff element, and of the weak one (N/m, N m/rad).
    pub stiff: (usize, f64),
    pub weak: (usize, f64),
}

/// Smallest ratio that is looked at.
const SPREAD: f64 = 1e9;

/// Part of the largest term of an element below which one is rounding of its direction.
const ACROSS: f64 = 1e-20;

/// Part of the energy of a motion that may be lost without a word.
const LOST: f64 = 1e-6;

impl HiddenTerm {
    /// The term of a matrix that is `factor` times this one.
    pub fn scaled(&self, factor: f64) -> HiddenTerm {
        let of = |(cell, term): (usize, f64)| (cell, factor * term);
        HiddenTerm { unknown: self.unknown, stiff: of(self.stiff), weak: of(self.weak) }
    }

    /// Digits of the weak term that are lost, of sixteen.
    pub fn digits_lost(&self) -> u32 {
        libm::round(libm::log10(self.stiff.1 / self.weak.1)).clamp(0.0, 16.0) as u32
    }
}

/// Terms of element matrices that others hide, one for each unknown.
pub fn hidden_terms<'t>(numbering: &Numbering, terms: impl IntoIterator<Item = &'t ElementTerm>) -> Vec<HiddenTerm> {
    let mut ends: Vec<Option<HiddenTerm>> = vec![None; numbering.len()];
    for term in terms {
        let n = term.dofs.len();
        let largest = term.values.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        for (i, dof) in term.dofs.iter().enumerate() {
            let own = (term.cell, term.values.get(i * n + i).copied().unwrap_or(0.0).abs());
            let Some(unknown) = numbering.rank(dof.node, dof.component).filter(|_| own.1 > ACROSS * largest) else {
                continue;
            };
            let end = ends[unknown].get_or_insert(HiddenTerm { unknown, stiff: own, weak: own });
            if own.1 > end.stiff.1 {
                end.stiff = own;
            }
            if own.1 < end.weak.1 {
                end.weak = own;
            }
        }
    }
    ends.into_iter().flatten().filter(|end| end.stiff.1 >= SPREAD * end.weak.1).collect()
}

/// The hidden term that takes most of the digits of a motion `u` with the energy `uᵀ K u`; `None` where those that are lost do not
/// matter to it.
pub fn lost_digits<'h>(hidden: &'h [HiddenTerm], u: &[f64], energy: f64) -> Option<&'h HiddenTerm> {
    let share = |term: &&HiddenTerm| {
        let square = u.get(term.unknown).map_or(0.0, |u| u * u);
        let (stiff, weak) = (term.stiff.1 * square, term.weak.1 * square);
        // What the weak element holds counts, and rounding of the stiff one is not small beside it.
        let counts = weak > 1e-3 * energy.abs();
        if counts { f64::EPSILON * stiff / energy.abs().max(weak) } else { 0.0 }
    };
    hidden.iter().filter(|term| share(term) > LOST).max_by(|a, b| share(a).total_cmp(&share(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembly::{Component, Dof};

    #[test]
    fn a_weak_spring_is_hidden_where_it_moves_with_the_stiff_one() {
        let dof = |node| Dof { node, component: Component::Dx };
        let spring = |cell: usize, ends: &[usize], k: f64| ElementTerm {
            cell,
            dofs: ends.iter().map(|n| dof(*n)).collect(),
            values: if ends.len() == 2 { vec![k, -k, -k, k] } else { vec![k] },
            imaginary: Vec::new(),
            symmetric: true,
        };
        for scale in [1.0, 1e-6] {
            let terms =
                [spring(0, &[0], 730.0 * scale), spring(1, &[0, 1], 2e18 * scale), spring(2, &[1], 1.1 * scale)];
            let numbering = Numbering::new(vec![dof(0), dof(1)], 2);
            let hidden = hidden_terms(&numbering, &terms);
            assert_eq!(hidden.iter().map(|h| (h.unknown, h.weak.0)).collect::<Vec<_>>(), [(0, 0), (1, 2)]);
            // Both move: the weak springs carry the energy.
            let found = lost_digits(&hidden, &[0.7, 0.7], 731.1 * scale * 0.49).unwrap();
            assert_eq!((found.stiff.0, found.weak.0, found.digits_lost()), (1, 2, 16));
            // The stiff spring works: what it hides is nothing.
            assert_eq!(lost_digits(&hidden, &[0.7, -0.7], 4.0 * 2e18 * scale * 0.49), None);
        }
    }
}
