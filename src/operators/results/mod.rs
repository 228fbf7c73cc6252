//! Parts of a result: a generalised vector at one instant (RECU_GENE), its parameters as a table (RECU_TABLE),
//! a copy restricted to some states (EXTR_RESU), a result made of fields (CREA_RESU), vectors in other axes (MODI_REPERE).
//!
//! ```text
//! Q = RECU_GENE(RESU_GENE=TRAN, INST=0.5, NOM_CHAM='DEPL')
//! PARA = RECU_TABLE(CO=MODES, NOM_PARA=('FREQ', 'AMOR_REDUIT'))
//! FEW = EXTR_RESU(RESULTAT=DYN, ARCHIVAGE=_F(PAS_ARCH=10))
//! ```

mod calc_cham_elem;
pub(in crate::operators) mod crea_champ;
mod crea_resu;
pub(in crate::operators) mod element_fields;
mod extr_resu;
mod from_med;
mod lire_champ;
mod lire_resu;
mod modi_repere;
pub(in crate::operators) mod motion;
mod parameters;
pub(in crate::operators) mod post_elem;
mod proj_champ;
pub(in crate::operators) mod recu_fonction;
pub(in crate::operators) mod restitution;
mod state;

pub(in crate::operators) use calc_cham_elem::CALC_CHAM_ELEM;
pub(in crate::operators) use crea_champ::CREA_CHAMP;
pub(in crate::operators) use element_fields::CALC_CHAMP;
pub(in crate::operators) use lire_champ::LIRE_CHAMP;
pub(in crate::operators) use lire_resu::LIRE_RESU;
pub(in crate::operators) use post_elem::POST_ELEM;
pub(in crate::operators) use proj_champ::PROJ_CHAMP;
pub(in crate::operators) use recu_fonction::RECU_FONCTION;
pub(in crate::operators) use restitution::{POST_GENE_PHYS, REST_BASE_PHYS, REST_GENE_PHYS, REST_SOUS_STRUC};

use super::{Check, Operator};

pub(super) const CREA_RESU: Operator = Operator { name: "CREA_RESU", run: crea_resu::run, check: Check::Rehearsed };
pub(super) const EXTR_RESU: Operator = Operator { name: "EXTR_RESU", run: extr_resu::run, check: Check::Rehearsed };
pub(super) const MODI_REPERE: Operator =
    Operator { name: "MODI_REPERE", run: modi_repere::run, check: Check::Rehearsed };
pub(super) const RECU_GENE: Operator = Operator { name: "RECU_GENE", run: state::run, check: Check::Rehearsed };
pub(super) const RECU_TABLE: Operator = Operator { name: "RECU_TABLE", run: parameters::run, check: Check::Small };
