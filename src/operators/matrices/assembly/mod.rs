//! From elements to matrices and vectors: CALC_MATR_ELEM, CALC_VECT_ELEM, NUME_DDL, ASSE_MATRICE, ASSE_VECTEUR, their
//! sum ASSEMBLAGE (MACRO_MATR_ASSE in old studies), and COMB_MATR_ASSE.
//!
//! ```python
//! ASSEMBLAGE(MODELE=MODEL, CARA_ELEM=CARA, CHARGE=CLAMP, NUME_DDL=CO("NUMBERS"),
//!            MATR_ASSE=(_F(MATRICE=CO("K"), OPTION="RIGI_MECA"), _F(MATRICE=CO("M"), OPTION="MASS_MECA")))
//! ```
//!
//! Matrices never hold constraints: the numbering carries the rows `A u = d`, and solvers eliminate them. A load
//! vector has a physical part (forces) and imposed values, one for each row.

mod body_force;
mod combination;
mod elementary;
mod expansion;
mod load_request;
mod load_rows;
mod load_vector;
mod macros;
mod material;
mod numbering;
mod rotation;
mod steps;

pub use crate::operators::matrices::assembly::load_request::LoadRequest;
pub use combination::COMB_MATR_ASSE;
pub use elementary::{Request as MatrixRequest, element_matrices};
pub use expansion::expansion;
pub use load_rows::LoadRows;
pub use load_vector::{EndMotion, element_loads, following_line_force, vector_field};
pub use macros::{ASSEMBLAGE, MACRO_MATR_ASSE};
pub use material::{elasticity, material_of, materials_at, no_property};
pub use numbering::number;
pub use steps::{ASSE_MATRICE, ASSE_VECTEUR, CALC_MATR_ELEM, CALC_VECT_ELEM, NUME_DDL};
pub use steps::{loads, materials, numbering as numbering_of, properties};
