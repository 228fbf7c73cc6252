//! Projection on a basis of shapes: NUME_DDL_GENE, PROJ_MATR_BASE, PROJ_VECT_BASE, and PROJ_BASE which
//! does all at once (MACRO_PROJ_BASE in older studies).
//!
//! ```text
//! PROJ_BASE(BASE=MODES, STOCKAGE='DIAG',
//!           MATR_ASSE_GENE=(_F(MATRICE=CO('KGEN'), MATR_ASSE=STIFF), _F(MATRICE=CO('MGEN'), MATR_ASSE=MASS)),
//!           VECT_ASSE_GENE=_F(VECTEUR=CO('FGEN'), TYPE_VECT='FORC', VECT_ASSE=FORCE))
//! ```
//!
//! Numerics: `kernel::modal::projection`. Forces are projected as `Φᵀ f`; displacements, velocities and
//! accelerations by Euclidean least squares, whatever the mass.

mod basis;
mod laid;
mod matrix;
mod numbering;
mod result;
mod vector;

pub use matrix::sparse;

use crate::operators::{Check, Operator};

pub const MACRO_PROJ_BASE: Operator =
    Operator { name: "MACRO_PROJ_BASE", run: basis::macro_proj_base, check: Check::Small };
pub const NUME_DDL_GENE: Operator =
    Operator { name: "NUME_DDL_GENE", run: numbering::nume_ddl_gene, check: Check::Small };
pub const PROJ_BASE: Operator = Operator { name: "PROJ_BASE", run: basis::proj_base, check: Check::Small };
pub const PROJ_MATR_BASE: Operator =
    Operator { name: "PROJ_MATR_BASE", run: matrix::proj_matr_base, check: Check::Small };
pub const PROJ_VECT_BASE: Operator =
    Operator { name: "PROJ_VECT_BASE", run: vector::proj_vect_base, check: Check::Small };
