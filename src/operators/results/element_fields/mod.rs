//! Fields on elements, CALC_CHAMP: internal forces, stresses of beams, energies, nodal forces and reactions, on the
//! states of a result of any kind.
//!
//! ```python
//! MODES = CALC_CHAMP(reuse=MODES, RESULTAT=MODES, CONTRAINTE=("EFGE_ELNO", "SIPO_ELNO"), FORCE="REAC_NODA")
//! ```
//!
//! MODELE, CHAM_MATER and CARA_ELEM are those of the result when they are not given, and so are the loads (EXCIT).
//! A field computed on some cells only is added to what the result had on the others.

mod bar_strains;
mod calc_champ;
mod efforts;
mod elements;
mod energies;
mod excitation;
mod fields_of_state;
mod kept_forces;
mod reactions;
mod states;
mod store;
mod strains;
mod stresses;
mod user_field;

pub use crate::operators::results::element_fields::fields_of_state::static_forces;
pub use calc_champ::CALC_CHAMP;
pub use elements::Element;
pub use energies::{kinetic_energy, potential_energy};
pub use excitation::{applied_loads, has_lumped_mass};
pub use states::{Source, State};
pub use store::Store;
