//! POST_ELEM: mass, centre and inertia of parts of a structure, energies of its states, work of its forces.
//!
//! ```python
//! T = POST_ELEM(MODELE=MODEL, CHAM_MATER=MATER, CARA_ELEM=CARA, MASS_INER=_F(TOUT="OUI"))
//! E = POST_ELEM(RESULTAT=RUN, MODELE=MODEL, CHAM_MATER=MATER, CARA_ELEM=CARA, ENER_CIN=_F(GROUP_MA="BEAM"))
//! ```
//!
//! One row a part: LIEU its name (that of the mesh for the whole), ENTITE what it is. The other forms (integrals over surfaces and volumes, damage,
//! sections described by a mesh) concern elements this program does not have, and are refused by name.

mod command;
mod energy;
mod mass;
mod parts;
mod work;

pub(in crate::operators) use command::POST_ELEM;
