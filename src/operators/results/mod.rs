//! Parts of a result: a generalised vector at one instant (RECU_GENE), its parameters as a table (RECU_TABLE),
//! a copy restricted to some states (EXTR_RESU), a result made of fields (CREA_RESU), vectors in other axes (MODI_REPERE).
//!
//! ```text
//! Q = RECU_GENE(RESU_GENE=TRAN, INST=0.5, NOM_CHAM='DEPL')
//! PARA = RECU_TABLE(CO=MODES, NOM_PARA=('FREQ', 'AMOR_REDUIT'))
//! FEW = EXTR_RESU(RESULTAT=DYN, ARCHIVAGE=_F(PAS_ARCH=10))
//! ```

mod creation;
mod frames;
mod parameters;
mod restriction;
mod state;

use super::Operator;

pub(super) const CREA_RESU: Operator = Operator { name: "CREA_RESU", run: creation::run };
pub(super) const EXTR_RESU: Operator = Operator { name: "EXTR_RESU", run: restriction::run };
pub(super) const MODI_REPERE: Operator = Operator { name: "MODI_REPERE", run: frames::run };
pub(super) const RECU_GENE: Operator = Operator { name: "RECU_GENE", run: state::run };
pub(super) const RECU_TABLE: Operator = Operator { name: "RECU_TABLE", run: parameters::run };
