//! Energies of elements: `½ vᵀ M v` and `½ uᵀ K u`, and for beams the share of each way they deform.
//!
//! A mode has the energies of its largest velocity and of its largest displacement. The energy of a complex
//! (harmonic) state is that of its amplitudes, `½ u* K u`.

use super::elements::Element;
use super::states::{State, Vector};
use crate::kernel::elements::SquareMatrix;

/// Energy of one element (J).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Energy {
    pub total: f64,
    /// Beams: traction, torsion, bending about y, bending about z.
    pub parts: Option<[f64; 4]>,
}

/// Local unknowns of a node of a beam that each way of deforming moves (the seventh, of warping, with torsion).
const WAYS: [&[usize]; 4] = [&[0], &[3, 6], &[2, 4], &[1, 5]];

pub fn potential_energy(element: &Element, state: &State) -> Option<Energy> {
    Some(energy(element, element.stiffness.as_ref()?, &state.displacement))
}

pub fn kinetic_energy(element: &Element, state: &State) -> Option<Energy> {
    Some(energy(element, element.mass.as_ref()?, state.velocity.as_ref()?))
}

fn energy(element: &Element, matrix: &SquareMatrix, vector: &Vector) -> Energy {
    let mut sum = Energy { total: 0.0, parts: element.modelisation.is_beam().then_some([0.0; 4]) };
    for imaginary in [false, true] {
        if imaginary && !vector.is_complex() {
            continue;
        }
        let u = element.local(vector, imaginary);
        sum.total += half_product(matrix, &u);
        if let Some(parts) = &mut sum.parts {
            for (part, way) in parts.iter_mut().zip(WAYS) {
                let width = u.len() / 2;
                let only: Vec<f64> =
                    (0..u.len()).map(|i| if way.contains(&(i % width)) { u[i] } else { 0.0 }).collect();
                *part += half_product(matrix, &only);
            }
        }
    }
    sum
}

fn half_product(matrix: &SquareMatrix, u: &[f64]) -> f64 {
    0.5 * matrix.multiply(u).iter().zip(u).map(|(f, u)| f * u).sum::<f64>()
}
