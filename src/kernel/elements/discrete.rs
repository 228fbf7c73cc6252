//! Matrices of discrete elements: springs, masses, dampers on one node or between two.
//!
//! A code says what the values given mean: letter (`K` stiffness, `M` mass, `A` damping), unknowns (`T`
//! translations, `TR` with rotations), optional `D` (diagonal), nodes (`N` one, `L` two). With `nc` unknowns a
//! node (3 or 6 in space, 2 or 3 in the plane):
//!
//! * diagonal `K` and `A`: `nc` values `k`; `diag(k)` on one node, `[[d, -d], [-d, d]]` on two;
//! * diagonal `M`: a mass, the inertias of a body and the place of its centre (see [`point_mass`]);
//! * full, symmetric: the upper triangle column by column, `n(n+1)/2` values;
//! * full, not symmetric: all columns, `n²` values.

use thiserror::Error;

use super::{Frame, Modelisation, SquareMatrix};

/// Quantity of a discrete element, the first letter of its code: stiffness, mass or damping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Letter {
    Stiffness,
    Mass,
    Damping,
}

/// The parts of a code such as `K_TR_D_L`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiscreteCode {
    pub letter: Letter,
    pub rotations: bool,
    pub diagonal: bool,
    pub two_nodes: bool,
}

/// The matrix of one letter on one cell.
#[derive(Clone, Debug, PartialEq)]
pub struct DiscreteMatrix {
    pub matrix: SquareMatrix,
    /// In the local frame of the cell (else in global axes).
    pub local: bool,
    /// False when given as a full non-symmetric matrix.
    pub symmetric: bool,
    /// Hysteretic loss factor η: the complex stiffness is `(1 + iη) K`.
    pub loss_factor: f64,
}

/// Faults in the values of a discrete element.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum DiscreteFault {
    #[error("{expected} values are needed and {given} are given")]
    ValueCount { expected: usize, given: usize },
    #[error("value {rank} is {value}")]
    NotFinite { rank: usize, value: f64 },
    #[error("{what} is negative: {value}")]
    NegativeMass { what: &'static str, value: f64 },
}

impl DiscreteMatrix {
    /// In global axes; `angles` are those of the cell's frame.
    pub fn in_global(&self, angles: [f64; 3], modelisation: Modelisation) -> SquareMatrix {
        if !self.local {
            return self.matrix.clone();
        }
        self.matrix.to_global(&Frame::from_angles(angles), &self.blocks(modelisation))
    }

    /// In the frame of the cell.
    pub fn in_local(&self, angles: [f64; 3], modelisation: Modelisation) -> SquareMatrix {
        if self.local {
            return self.matrix.clone();
        }
        self.matrix.to_local(&Frame::from_angles(angles), &self.blocks(modelisation))
    }

    fn blocks(&self, modelisation: Modelisation) -> Vec<usize> {
        let node_size: usize = modelisation.blocks().iter().sum();
        Frame::blocks(modelisation.blocks(), self.matrix.size() / node_size)
    }
}

impl DiscreteCode {
    /// Reads a code such as `K_TR_D_L`; `None` where it is none.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut parts = name.split('_');
        let letter = match parts.next()? {
            "K" => Letter::Stiffness,
            "M" => Letter::Mass,
            "A" => Letter::Damping,
            _ => return None,
        };
        let rotations = match parts.next()? {
            "T" => false,
            "TR" => true,
            _ => return None,
        };
        let mut last = parts.next()?;
        let diagonal = last == "D";
        if diagonal {
            last = parts.next()?;
        }
        let two_nodes = match last {
            "N" => false,
            "L" => true,
            _ => return None,
        };
        parts.next().is_none().then_some(DiscreteCode { letter, rotations, diagonal, two_nodes })
    }

    /// Unknowns of a node.
    fn node_size(self, plane: bool) -> usize {
        match (plane, self.rotations) {
            (false, false) => 3,
            (false, true) => 6,
            (true, false) => 2,
            (true, true) => 3,
        }
    }

    /// Unknowns of the element, in the plane or in space.
    pub fn size(self, plane: bool) -> usize {
        self.node_size(plane) * if self.two_nodes { 2 } else { 1 }
    }

    /// Number of values that define its matrix: the triangle of a symmetric one, all terms of another, the terms of a
    /// diagonal, or a mass with its inertias.
    pub fn value_count(self, plane: bool, symmetric: bool) -> usize {
        let n = self.size(plane);
        match (self.diagonal, self.letter) {
            (false, _) if symmetric => n * (n + 1) / 2,
            (false, _) => n * n,
            (true, Letter::Mass) => match (self.rotations, self.two_nodes, plane) {
                (false, ..) => 1,
                (true, false, false) => 10,
                (true, false, true) => 4,
                (true, true, false) => 4,
                (true, true, true) => 2,
            },
            (true, _) => self.node_size(plane),
        }
    }

    /// The matrix, in the frame the values are given in. Fails where the number of values does not fit, or one of them
    /// is not allowed.
    pub fn matrix(self, plane: bool, symmetric: bool, values: &[f64]) -> Result<SquareMatrix, DiscreteFault> {
        let expected = self.value_count(plane, symmetric);
        if values.len() != expected {
            return Err(DiscreteFault::ValueCount { expected, given: values.len() });
        }
        if let Some((i, &value)) = values.iter().enumerate().find(|(_, v)| !v.is_finite()) {
            return Err(DiscreteFault::NotFinite { rank: i + 1, value });
        }
        let n = self.size(plane);
        if !self.diagonal {
            let matrix =
                if symmetric { SquareMatrix::from_triangle(n, values) } else { SquareMatrix::from_columns(n, values) };
            if self.letter == Letter::Mass {
                let negative = (0..n).map(|i| matrix.get(i, i)).find(|m| *m < 0.0);
                if let Some(value) = negative {
                    return Err(DiscreteFault::NegativeMass { what: "a diagonal term of the mass matrix", value });
                }
            }
            return Ok(matrix);
        }
        if self.letter != Letter::Mass {
            return Ok(if self.two_nodes { spring(values) } else { SquareMatrix::diagonal(values) });
        }
        not_negative("the mass", values[0])?;
        if !self.rotations {
            return Ok(SquareMatrix::diagonal(&vec![values[0]; n]));
        }
        let inertias = match (self.two_nodes, plane) {
            (_, true) => 1,
            (_, false) => 3,
        };
        for &value in &values[1..=inertias] {
            not_negative("a moment of inertia", value)?;
        }
        Ok(match (self.two_nodes, plane) {
            (true, false) => {
                let node = [values[0], values[0], values[0], values[1], values[2], values[3]];
                SquareMatrix::diagonal(&node.repeat(2))
            }
            (true, true) => SquareMatrix::diagonal(&[values[0], values[0], values[1]].repeat(2)),
            (false, false) => point_mass(values),
            (false, true) => plane_point_mass(values),
        })
    }
}

fn not_negative(what: &'static str, value: f64) -> Result<(), DiscreteFault> {
    if value < 0.0 { Err(DiscreteFault::NegativeMass { what, value }) } else { Ok(()) }
}

fn spring(k: &[f64]) -> SquareMatrix {
    let n = k.len();
    let mut matrix = SquareMatrix::diagonal(&k.repeat(2));
    for (i, &ki) in k.iter().enumerate() {
        matrix.set_symmetric(i, n + i, -ki);
    }
    matrix
}

/// A rigid body: mass, inertias about its centre (Ixx, Iyy, Izz, Ixy, Iyz, Ixz: terms of the matrix, signs
/// included) and the place `e` of the centre from the node.
fn point_mass(values: &[f64]) -> SquareMatrix {
    let &[m, ixx, iyy, izz, ixy, iyz, ixz, ex, ey, ez] = values else { return SquareMatrix::zeros(6) };
    let mut matrix = SquareMatrix::diagonal(&[
        m,
        m,
        m,
        ixx + m * (ey * ey + ez * ez),
        iyy + m * (ex * ex + ez * ez),
        izz + m * (ex * ex + ey * ey),
    ]);
    let terms = [
        (3, 1, -m * ez),
        (3, 2, m * ey),
        (4, 0, m * ez),
        (4, 2, -m * ex),
        (5, 0, -m * ey),
        (5, 1, m * ex),
        (3, 4, ixy - m * ex * ey),
        (4, 5, iyz - m * ey * ez),
        (3, 5, ixz - m * ex * ez),
    ];
    for (row, column, value) in terms {
        matrix.set_symmetric(row, column, value);
    }
    matrix
}

/// In the plane: mass, inertia, and a vector whose sign is, by the format, the opposite of the one of
/// [`point_mass`] (from the centre to the node).
fn plane_point_mass(values: &[f64]) -> SquareMatrix {
    let &[m, i, ex, ey] = values else { return SquareMatrix::zeros(3) };
    let mut matrix = SquareMatrix::diagonal(&[m, m, i + m * (ex * ex + ey * ey)]);
    matrix.set_symmetric(2, 0, m * ey);
    matrix.set_symmetric(2, 1, -m * ex);
    matrix
}

#[cfg(test)]
mod tests {
    use super::super::Frame;
    use super::*;

    fn code(name: &str) -> DiscreteCode {
        DiscreteCode::from_name(name).unwrap()
    }

    #[test]
    fn counts_of_values_are_those_of_the_format() {
        let space = [
            ("K_T_D_N", 3),
            ("A_T_D_L", 3),
            ("K_TR_D_N", 6),
            ("K_TR_D_L", 6),
            ("M_T_D_N", 1),
            ("M_T_D_L", 1),
            ("M_TR_D_N", 10),
            ("M_TR_D_L", 4),
            ("K_T_N", 6),
            ("M_T_L", 21),
            ("A_TR_N", 21),
            ("K_TR_L", 78),
        ];
        for (name, count) in space {
            assert_eq!(code(name).value_count(false, true), count, "{name}");
        }
        let plane = [
            ("K_T_D_N", 2),
            ("A_T_D_L", 2),
            ("K_TR_D_N", 3),
            ("M_T_D_N", 1),
            ("M_TR_D_N", 4),
            ("M_TR_D_L", 2),
            ("K_T_N", 3),
            ("M_T_L", 10),
            ("A_TR_N", 6),
            ("K_TR_L", 21),
        ];
        for (name, count) in plane {
            assert_eq!(code(name).value_count(true, true), count, "{name}");
        }
        assert_eq!(code("K_TR_L").value_count(false, false), 144);
        assert_eq!(code("K_T_L").value_count(true, false), 16);
        for wrong in ["K_T_D", "Q_T_N", "K_TT_N", "K_T_D_N_L", "K_T_X", ""] {
            assert_eq!(DiscreteCode::from_name(wrong), None);
        }
    }

    #[test]
    fn full_matrices_are_given_column_by_column() {
        let k = code("K_T_N").matrix(false, true, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
        assert_eq!(k.rows(), [1.0, 2.0, 4.0, 2.0, 3.0, 5.0, 4.0, 5.0, 6.0]);
        let a = code("A_T_N").matrix(true, false, &[1.0, 2.0, 3.0, 4.0]).unwrap();
        assert_eq!(a.rows(), [1.0, 3.0, 2.0, 4.0]);
    }

    #[test]
    fn springs_between_two_nodes_do_not_resist_a_translation() {
        let k = code("K_TR_D_L").matrix(false, true, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
        let rigid = [1.0, -2.0, 0.5, 0.1, 0.2, 0.3].repeat(2);
        assert!(k.multiply(&rigid).iter().all(|f| *f == 0.0));
        assert_eq!(k.get(8, 2), -3.0);
    }

    /// The kinetic energy of a rigid body is `m v(centre)² / 2 + ω·I·ω / 2`, with
    /// `v(centre) = v + ω × e`: an independent formula for the offset terms.
    #[test]
    fn point_mass_has_the_kinetic_energy_of_a_rigid_body() {
        let values = [38.0, 2.1, 3.4, 2.7, 0.2, -0.3, 0.25, 0.1, 0.04, -0.15];
        let m = code("M_TR_D_N").matrix(false, true, &values).unwrap();
        let motion = [0.3, -0.7, 1.1, 0.5, -0.2, 0.9];
        let [vx, vy, vz, wx, wy, wz] = motion;
        let [ex, ey, ez] = [0.1, 0.04, -0.15];
        let centre = [vx + wy * ez - wz * ey, vy + wz * ex - wx * ez, vz + wx * ey - wy * ex];
        let spin =
            2.1 * wx * wx + 3.4 * wy * wy + 2.7 * wz * wz + 2.0 * (0.2 * wx * wy - 0.3 * wy * wz + 0.25 * wx * wz);
        let expected = 38.0 * centre.iter().map(|c| c * c).sum::<f64>() + spin;
        let energy: f64 = m.multiply(&motion).iter().zip(motion).map(|(p, v)| p * v).sum();
        assert!((energy - expected).abs() < 1e-12 * expected);
    }

    #[test]
    fn negative_masses_are_faults() {
        let fault = code("M_T_D_N").matrix(false, true, &[-1.0]).unwrap_err();
        assert_eq!(fault, DiscreteFault::NegativeMass { what: "the mass", value: -1.0 });
        assert!(code("M_TR_D_L").matrix(true, true, &[1.0, -2.0]).is_err());
        assert!(code("M_T_N").matrix(true, true, &[1.0, 0.1, -2.0]).is_err());
        assert!(code("M_TR_D_N").matrix(true, true, &[1.0, 2.0, -0.1, -0.2]).is_ok());
        assert!(code("K_T_D_N").matrix(false, true, &[-1.0, 0.0, 0.0]).is_ok());
        assert!(code("K_T_D_N").matrix(false, true, &[f64::NAN, 0.0, 0.0]).is_err());
    }

    #[test]
    fn rotation_keeps_symmetry_and_trace_and_comes_back() {
        let m = code("K_TR_N").matrix(false, true, &(1..=21).map(f64::from).collect::<Vec<_>>()).unwrap();
        let frame = Frame::from_angles([0.3, -1.2, 0.7]);
        let global = m.to_global(&frame, &[3, 3]);
        assert!(global.is_symmetric());
        let trace = |x: &SquareMatrix| (0..6).map(|i| x.get(i, i)).sum::<f64>();
        assert!((trace(&global) - trace(&m)).abs() < 1e-12);
        let back = global.to_local(&frame, &[3, 3]);
        assert!(back.rows().iter().zip(m.rows()).all(|(a, b)| (a - b).abs() < 1e-12));
    }

    #[test]
    fn the_triangle_of_a_diagonal_read_by_columns_puts_its_terms_elsewhere() {
        let k = SquareMatrix::diagonal(&[4.0e5, 5.5e5, 3.2e5]);
        let misread = k.triangle_as_columns();
        // By hand: 4e5 0 5.5e5 | 0 0 3.2e5 | nothing.
        assert_eq!(misread.rows(), [4.0e5, 0.0, 0.0, 0.0, 0.0, 0.0, 5.5e5, 3.2e5, 0.0]);
        assert_eq!(misread.columns_as_triangle(), k);
    }
}
