//! Mass, damping and stiffness of the generalised problem: `M a + C v + K q = f`.
//!
//! Each matrix is *diagonal* or *full* by its storage, whatever its terms. The diagonal gives the
//! pulsations `w_i = sqrt(|k_i / m_i|)` in all cases. A mode without mass (a static shape added to the
//! basis) is given `w_i = 1e-6` and critical damping, which leaves it practically still.
//!
//! Diagonal damping is kept per unit mass, `c_i = C_ii / m_i` or `2 xi_i w_i`:
//!
//! * all diagonal: `a_i = f_i/m_i - (k_i/m_i) q_i - c_i v_i`;
//! * mass diagonal, others mixed: `a_i = (f_i - (K q)_i - (C v)_i) / m_i` with `(C v)_i = m_i c_i v_i`
//!   for diagonal damping;
//! * full mass: `M a = f - K q - C v`, with `(C v)_i = c_i (M v)_i` for diagonal damping.

mod forces;
mod input;

use input::check;

use super::links::LinkedMatrices;
use super::matrix::{Factors, Square, reorder};
use super::rotation::Rotation;
use crate::transient::system::input::NO_MASS;

pub use input::{Coefficients, Damping, SystemFault};

/// Pulsation (rad/s) given to a mode without mass.
const STILL: f64 = 1e-6;

/// The matrices, ready for the time loop.
#[derive(Clone, Debug)]
pub struct System {
    /// Diagonal terms; masses are never zero.
    pub mass: Vec<f64>,
    pub stiffness: Vec<f64>,
    /// Damping per unit mass (1/s).
    pub damping: Vec<f64>,
    /// `w_i` (rad/s)
    pub pulsation: Vec<f64>,
    /// `1 / m_i`: a product costs a step a third of what a division does.
    inverse_mass: Vec<f64>,
    /// `k_i / m_i`
    ratio: Vec<f64>,
    pub(super) full_mass: Option<(Square, Factors)>,
    pub(super) full_stiffness: Option<Square>,
    pub(super) full_damping: Option<Square>,
    rotation: Option<Rotation>,
    /// The damping of a rotor is `M diag(c)` where `diag(c) M` is another matrix.
    pub scaled_columns: bool,
    diagonal: bool,
    /// `1/m`, `k/m` and `c/m` where there is one coordinate and nothing changes.
    one: Option<[f64; 3]>,
    /// Grows each time the matrices change; schemes that keep factors look at it.
    pub version: u64,
    product: Vec<f64>,
}

impl System {
    /// The system of these matrices, with the rotation of a rotor if there is one. Fails where their sizes differ or
    /// a mass is negative or singular.
    pub fn new(
        mass: Coefficients,
        stiffness: Coefficients,
        damping: Damping,
        rotation: Option<Rotation>,
    ) -> Result<Self, SystemFault> {
        check(&mass, &stiffness, &damping)?;
        Self::checked(mass, stiffness, damping, rotation)
    }

    /// Matrices completed with the multipliers of links ([`LinkedMatrices`]): full, the mass not positive. Fails where
    /// the sizes differ or a term is not finite.
    pub fn linked(matrices: LinkedMatrices) -> Result<Self, SystemFault> {
        let LinkedMatrices { mass, damping, stiffness, is_multiplier } = matrices;
        let full = Coefficients::Full;
        let damping = damping.map_or(Damping::None, |c| Damping::Matrix(full(c)));
        let mut system = Self::checked(full(mass), full(stiffness), damping, None)?;
        // A multiplier counts in no estimate of periods or of critical damping.
        for i in (0..system.size()).filter(|&i| is_multiplier[i]) {
            (system.mass[i], system.stiffness[i], system.damping[i], system.pulsation[i]) =
                (f64::MIN_POSITIVE, 0.0, 0.0, 0.0);
        }
        Ok(system)
    }

    fn checked(
        mass: Coefficients,
        stiffness: Coefficients,
        damping: Damping,
        rotation: Option<Rotation>,
    ) -> Result<Self, SystemFault> {
        let size = mass.size();
        let (mut m, mut k) = (mass.diagonal(), stiffness.diagonal());
        let massless: Vec<bool> = m.iter().map(|m| m.abs() <= NO_MASS).collect();
        let mut w: Vec<f64> = m.iter().zip(&k).map(|(m, k)| (k / m).abs().sqrt()).collect();
        for i in (0..size).filter(|&i| massless[i]) {
            w[i] = STILL;
            (m[i], k[i]) = if k[i].abs() > NO_MASS { (k[i] / (STILL * STILL), k[i]) } else { (1.0, STILL * STILL) };
        }
        let mut c: Vec<f64> = match &damping {
            Damping::None => vec![0.0; size],
            Damping::Reduced(xi) => w.iter().zip(xi).map(|(w, xi)| 2.0 * xi * w).collect(),
            Damping::Matrix(matrix) => matrix.diagonal().iter().zip(&m).map(|(c, m)| c / m).collect(),
        };
        for i in (0..size).filter(|&i| massless[i]) {
            c[i] = 2.0 * w[i];
        }
        let full_mass = match mass.full() {
            Some(matrix) => {
                let factors = Factors::of(&matrix).map_err(SystemFault::SingularMass)?;
                Some((matrix, factors))
            }
            None => None,
        };
        let full_damping = match damping {
            Damping::Matrix(matrix) => matrix.full(),
            _ => None,
        };
        let mut system = System {
            inverse_mass: m.iter().map(|m| 1.0 / m).collect(),
            ratio: k.iter().zip(&m).map(|(k, m)| k / m).collect(),
            mass: m,
            stiffness: k,
            damping: c,
            pulsation: w,
            full_mass,
            full_stiffness: stiffness.full(),
            full_damping,
            rotation: None,
            scaled_columns: false,
            diagonal: false,
            one: None,
            version: 0,
            product: vec![0.0; size],
        };
        if let Some(rotation) = rotation {
            system.rotate(rotation)?;
        }
        system.note_storage();
        Ok(system)
    }

    fn rotate(&mut self, mut rotation: Rotation) -> Result<(), SystemFault> {
        let Some(stiffness) = self.full_stiffness.as_ref().filter(|_| self.full_mass.is_some()) else {
            return Err(SystemFault::RotationNeedsFull);
        };
        // Damping per unit mass scales the columns of the mass here, its rows elsewhere: a kept slip.
        let mass = self.full_mass.as_ref().map(|(mass, _)| mass);
        let term = |i, j| match (&self.full_damping, mass) {
            (None, Some(mass)) => mass.at(i, j) * self.damping[j],
            _ => self.damping_term(i, j),
        };
        let damping = Square::from_fn(self.size(), term);
        self.scaled_columns = self.full_damping.is_none()
            && (0..self.size()).any(|i| (0..i).any(|j| damping.at(i, j) != self.damping_term(i, j)));
        rotation.set_rest(damping.clone(), stiffness.clone());
        self.full_damping = Some(damping);
        self.rotation = Some(rotation);
        Ok(())
    }

    /// Number of coordinates.
    pub fn size(&self) -> usize {
        self.mass.len()
    }

    /// True where all three matrices are diagonal.
    pub fn is_diagonal(&self) -> bool {
        self.diagonal
    }

    fn note_storage(&mut self) {
        self.diagonal = self.mass_and_stiffness_are_diagonal() && self.full_damping.is_none();
        self.one = match (self.inverse_mass.as_slice(), self.ratio.as_slice(), self.damping.as_slice()) {
            ([m], [r], [c]) if self.diagonal => Some([*m, *r, *c]),
            _ => None,
        };
    }

    /// True where mass and stiffness are stored as diagonals.
    pub fn mass_and_stiffness_are_diagonal(&self) -> bool {
        self.full_mass.is_none() && self.full_stiffness.is_none()
    }

    /// Puts stiffness and damping in full storage.
    pub fn fill(&mut self) {
        let size = self.size();
        let damping = Square::from_fn(size, |i, j| self.damping_term(i, j));
        let stiffness = Square::from_fn(size, |i, j| self.stiffness_term(i, j));
        (self.full_damping, self.full_stiffness) = (Some(damping), Some(stiffness));
        self.note_storage();
    }

    /// Forgets the off-diagonal terms of a full damping matrix.
    pub fn keep_diagonal_damping(&mut self) {
        self.full_damping = None;
        self.note_storage();
    }

    /// Gives all modes the damping ratio `xi`, per unit mass.
    pub fn set_reduced_damping(&mut self, xi: f64) {
        self.full_damping = None;
        for (c, w) in self.damping.iter_mut().zip(&self.pulsation) {
            *c = 2.0 * xi * w;
        }
        self.version += 1;
        self.note_storage();
    }

    /// Puts the coordinates in this order (for each place its coordinate); all matrices are diagonal.
    pub(super) fn reorder(&mut self, order: &[usize]) {
        let System { mass, stiffness, damping, pulsation, inverse_mass, ratio, .. } = self;
        for diagonal in [mass, stiffness, damping, pulsation, inverse_mass, ratio] {
            reorder(diagonal, order);
        }
        self.version += 1;
    }

    /// True for a rotor whose speed varies.
    pub fn varies(&self) -> bool {
        self.rotation.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mode_without_mass_is_made_heavy_and_critically_damped() {
        let diagonal = |x: &[f64]| Coefficients::Diagonal(x.to_vec());
        let s = System::new(diagonal(&[1.0, 0.0, 0.0]), diagonal(&[4.0, 9.0, 0.0]), Damping::None, None).unwrap();
        assert_eq!(s.pulsation, [2.0, 1e-6, 1e-6]);
        assert_eq!(s.damping, [0.0, 2e-6, 2e-6]);
        assert_eq!((s.mass[1], s.mass[2]), (9.0 / (1e-6 * 1e-6), 1.0));
    }

    #[test]
    fn full_and_diagonal_storage_give_the_same_acceleration() {
        let diagonal = |x: &[f64]| Coefficients::Diagonal(x.to_vec());
        let full = |x: &[f64]| Coefficients::Full(Square::from_fn(x.len(), |i, j| if i == j { x[i] } else { 0.0 }));
        let (m, k, c) = ([2.0, 3.0], [50.0, 700.0], [0.3, 0.7]);
        let (q, v, f) = ([0.1, -0.2], [0.4, 0.5], [3.0, -1.0]);
        let mut reference = [0.0; 2];
        System::new(diagonal(&m), diagonal(&k), Damping::Matrix(diagonal(&c)), None).unwrap().acceleration(
            &q,
            &v,
            &f,
            &mut reference,
        );
        for (mass, stiffness, damping) in [
            (full(&m), full(&k), full(&c)),
            (diagonal(&m), full(&k), diagonal(&c)),
            (full(&m), diagonal(&k), diagonal(&c)),
            (diagonal(&m), diagonal(&k), full(&c)),
        ] {
            let mut a = [0.0; 2];
            let mut system = System::new(mass, stiffness, Damping::Matrix(damping), None).unwrap();
            system.acceleration(&q, &v, &f, &mut a);
            assert!(a.iter().zip(reference).all(|(a, b)| (a - b).abs() <= 1e-14 * b.abs()), "{a:?} {reference:?}");
        }
    }
}
