//! Structures made of components: each is reduced to a basis of shapes, placed, and joined to others by its
//! interfaces.
//!
//! ```text
//! MAC = MACR_ELEM_DYNA(BASE_MODALE=BASE)
//! MODG = DEFI_MODELE_GENE(SOUS_STRUC=(_F(NOM='ONE', MACR_ELEM_DYNA=MAC, ANGL_NAUT=(0., 0., 0.), TRANS=(0., 0., 0.)), ...),
//!                         LIAISON=_F(SOUS_STRUC_1='ONE', INTERFACE_1='RIGHT', SOUS_STRUC_2='TWO', INTERFACE_2='LEFT'))
//! NUM = NUME_DDL_GENE(MODELE_GENE=MODG)
//! K = ASSE_MATR_GENE(NUME_DDL_GENE=NUM, OPTION='RIGI_GENE')
//! ```
//!
//! The coordinates of all the components are tied by the links; NUME_DDL_GENE eliminates them, whatever METHODE says,
//! and what follows (modes, transients, harmonic responses, second projections) works on the coordinates kept. Their
//! basis is made of shapes of the whole structure, in its axes, on a mesh that joins those of the components. Transients that
//! control their step are integrated with the multipliers of the links (`linked`), unless METHODE='ELIMINE'.

mod assembly;
mod element;
mod linked;
mod model;
mod numbering;
mod parts;
mod skeleton;

use crate::operators::{Check, Operator};

pub const ASSE_MATR_GENE: Operator =
    Operator { name: "ASSE_MATR_GENE", run: assembly::asse_matr_gene, check: Check::Rehearsed };
pub const ASSE_VECT_GENE: Operator =
    Operator { name: "ASSE_VECT_GENE", run: assembly::asse_vect_gene, check: Check::Rehearsed };
pub const DEFI_MODELE_GENE: Operator =
    Operator { name: "DEFI_MODELE_GENE", run: model::defi_modele_gene, check: Check::Rehearsed };
pub const DEFI_SQUELETTE: Operator =
    Operator { name: "DEFI_SQUELETTE", run: skeleton::defi_squelette, check: Check::Rehearsed };
pub const MACR_ELEM_DYNA: Operator =
    Operator { name: "MACR_ELEM_DYNA", run: element::macr_elem_dyna, check: Check::Rehearsed };

pub use linked::LinkedCoordinates;
pub use numbering::coupled_numbering;
pub use parts::{on_part, on_skeleton};
