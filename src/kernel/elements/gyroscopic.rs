//! Gyroscopic matrices of rotors, for a unit speed about the local x axis.
//!
//! `MECA_GYRO` multiplies Ω and the velocity; `RIGI_GYRO` multiplies dΩ/dt and the displacement. Beams use the
//! polar inertia `Ip = IY + IZ` and the shear parameter `φ = 12 Ip (1 + ν) s / (A L²)`, `s = 2 / (AY + AZ)`.

use super::{Beam, SquareMatrix};

struct Coefficients {
    a: f64,
    b: f64,
    d: f64,
    e: f64,
}

/// `s` is the inverse of the mean shear coefficient, as the reference has it.
fn coefficients(beam: &Beam) -> Coefficients {
    // Arithmetic means of the ends, for sections that vary.
    let s = &beam.section.mean_of_ends();
    let l = beam.length;
    let polar = s.iy + s.iz;
    let inverse = if s.ay + s.az == 0.0 { 0.0 } else { 2.0 / (s.ay + s.az) };
    let phi = 12.0 * polar * (1.0 + beam.material.poisson) * inverse / (s.area * l * l);
    let c = beam.material.density * polar / (30.0 * l * (1.0 + phi) * (1.0 + phi));
    Coefficients {
        a: 36.0 * c,
        b: (3.0 - 15.0 * phi) * c * l,
        d: (4.0 + 5.0 * phi + 10.0 * phi * phi) * c * l * l,
        e: (1.0 + 5.0 * phi - 5.0 * phi * phi) * c * l * l,
    }
}

/// Skew matrix of a beam in local axes (12 × 12).
pub fn beam_gyroscopy(beam: &Beam) -> SquareMatrix {
    let Coefficients { a, b, d, e } = coefficients(beam);
    let upper = [
        (2, 3, a),
        (2, 5, -b),
        (2, 9, -a),
        (2, 11, -b),
        (3, 6, -b),
        (3, 8, a),
        (3, 12, -b),
        (5, 6, d),
        (5, 8, -b),
        (5, 12, -e),
        (6, 9, -b),
        (6, 11, e),
        (8, 9, a),
        (8, 11, b),
        (9, 12, b),
        (11, 12, d),
    ];
    let mut matrix = SquareMatrix::zeros(12);
    for (i, j, value) in upper {
        matrix.set(i - 1, j - 1, value);
        matrix.set(j - 1, i - 1, -value);
    }
    matrix
}

/// Matrix of the angular acceleration of a beam in local axes. Rows are where the reference stores them
/// (v1, θx1, θy1, u2), not where they belong (v1, θz1, v2, θz2): figures of run-ups depend on it.
pub fn beam_spin_up(beam: &Beam) -> SquareMatrix {
    let Coefficients { a, b, d, e } = coefficients(beam);
    let columns = [3, 5, 9, 11];
    let rows = [(2, [-a, b, a, b]), (4, [-b, d, b, -e]), (5, [a, -b, -a, -b]), (7, [-b, -e, b, d])];
    let mut matrix = SquareMatrix::zeros(12);
    for (row, values) in rows {
        for (column, value) in columns.into_iter().zip(values) {
            matrix.set(row - 1, column - 1, value);
        }
    }
    matrix
}

/// Matrix of the angular acceleration of a disc (a discrete element with rotations on one node) of polar inertia `ix`, in
/// local axes: the couple about z of a rotation about y.
pub fn disc_spin_up(ix: f64) -> SquareMatrix {
    let mut matrix = SquareMatrix::zeros(6);
    matrix.set(5, 4, ix);
    matrix
}

/// Skew matrix of a disc (a discrete element with rotations on one node) of polar inertia `ix`, in local axes.
pub fn disc_gyroscopy(ix: f64) -> SquareMatrix {
    let mut matrix = SquareMatrix::zeros(6);
    matrix.set(4, 5, ix);
    matrix.set(5, 4, -ix);
    matrix
}
