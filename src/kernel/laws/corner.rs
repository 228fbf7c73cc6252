//! Corner contact of two nodes in a plane of the global axes (DIS_CHOC, CONTACT='COIN_2D').
//!
//! In the mesh exactly one global component of `X2 - X1` is within its PRECISION: the normal of the plane. With `l` the
//! present `X2 - X1` and `s` its signs in the mesh, the nodes touch where `s_a l_a <= 0` and `s_b l_b <= 0`; the
//! smaller of `|l_a|`, `|l_b|` is the active direction `c` (`a` on a tie): force `kn l_c` along `c`. The matrix then is the
//! assigned one in global axes with `kn` on the diagonal along `c` and 0 along the two others; what it has between two
//! directions stays, though no force comes of it: one more correction is needed than with the exact tangent.

use super::fault::{LawFault, SpecFault};
use super::law::{Answer, Local, Others, X, Y, Z};
use super::parameters::Parameters;

/// Corner contact.
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    /// PRECISION (m), per global axis.
    pub precision: [f64; 3],
}

impl Corner {
    /// PRECISION of a material.
    pub fn new(parameters: &Parameters) -> Result<Corner, SpecFault> {
        match parameters.lists.get("PRECISION").map(Vec::as_slice) {
            Some([x, y, z]) => Ok(Corner { precision: [*x, *y, *z] }),
            _ => Err(SpecFault::Missing("PRECISION")),
        }
    }

    /// The two axes of the plane, from the distance of the nodes in the mesh.
    fn axes(&self, rest: [f64; 3]) -> Result<[usize; 2], LawFault> {
        let near = |i: usize| rest[i].abs() <= self.precision[i];
        match [near(0), near(1), near(2)] {
            [true, false, false] => Ok([1, 2]),
            [false, true, false] => Ok([0, 2]),
            [false, false, true] => Ok([0, 1]),
            other => Err(LawFault::Corner(other.iter().filter(|near| **near).count())),
        }
    }

    /// Force and matrix; writes state (V4), signed distances (V5, V6) and force (V7).
    pub fn respond(&self, local: &Local, stiffness: f64, to: &mut [f64]) -> Result<Answer, LawFault> {
        let global = |v: [f64; 3]| -> [f64; 3] {
            std::array::from_fn(|i| (0..3).map(|axis| local.frame[axis][i] * v[axis]).sum())
        };
        let rest = global(local.rest);
        let moved = global([X, Y, Z].map(|i| local.displacement(i)));
        let [a, b] = self.axes(rest)?;
        let signed = [a, b].map(|i| if rest[i] < 0.0 { -(rest[i] + moved[i]) } else { rest[i] + moved[i] });
        let mut answer = Answer::ELASTIC.others(Others::Nothing);
        let mut force = [0.0; 3];
        to[3..7].copy_from_slice(&[2.0, signed[0], signed[1], 0.0]);
        if signed[0] <= 0.0 && signed[1] <= 0.0 {
            let c = if signed[0].abs() <= signed[1].abs() { a } else { b };
            let direction: [f64; 3] = std::array::from_fn(|axis| local.frame[axis][c]);
            let f = stiffness * (rest[c] + moved[c]);
            force = direction.map(|x| f * x);
            let diagonal = std::array::from_fn(|axis| if axis == c { stiffness } else { 0.0 });
            answer = Answer { global_diagonal: Some(diagonal), ..Answer::ELASTIC.others(Others::Unloaded) };
            (to[3], to[if c == a { 5 } else { 4 }]) = (0.0, 0.0);
            to[6] = force[X];
        }
        for (slot, force) in answer.forces.iter_mut().zip(force) {
            *slot = Some(force);
        }
        Ok(answer)
    }
}
