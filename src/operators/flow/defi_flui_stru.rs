//! DEFI_FLUI_STRU: a structure in a flow; FONC_FLUI_STRU: its coefficient of added mass as a function.
//!
//! ```text
//! FLOW = DEFI_FLUI_STRU(FAISCEAU_TRANS=_F(
//!     COUPLAGE='OUI', CARA_ELEM=CARA, PROF_VITE_FLUI=SPEED, PROF_RHO_F_INT=INSIDE, PROF_RHO_F_EXT=OUTSIDE, NOM_CMP='DY',
//!     TYPE_PAS='CARRE_LIGN', TYPE_RESEAU=12, UNITE_CD=70, UNITE_CK=71, PAS=1.5))
//! ```
//!
//! Each occurrence of FAISCEAU_TRANS is a zone of the tube with a flow of its own (`transverse`); FAISCEAU_AXIAL has parallel tubes in an
//! enclosure (`axial`).

use std::sync::Arc;

use super::{axial, transverse};
use crate::catalogue::Call;
use crate::concepts::{Concept, Function};
use crate::kernel::signal::{Extension, Signal, Table};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const DEFI_FLUI_STRU: Operator = Operator { name: "DEFI_FLUI_STRU", run, check: Check::Small };
pub(in crate::operators) const FONC_FLUI_STRU: Operator =
    Operator { name: "FONC_FLUI_STRU", run: added_mass, check: Check::Small };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    if !call.factor("FAISCEAU_AXIAL").is_empty() {
        return set_result(call, Concept::AxialFlow(Arc::new(axial::read(call, context)?)));
    }
    let flow = transverse::read(call, context)?;
    set_result(call, Concept::Flow(Arc::new(flow)))
}

fn added_mass(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let Some(Concept::Flow(flow)) = call.concept("TYPE_FLUI_STRU") else {
        let error = call.error("TYPE_FLUI_STRU", "R541", "only FAISCEAU_TRANS has a coefficient of added mass");
        return Err(Box::new(error.help("along a flow (FAISCEAU_AXIAL) the added mass is in CALC_FLUI_STRU")));
    };
    let Some(value) = flow.added_mass else {
        let error = call.error("TYPE_FLUI_STRU", "R541", "the configuration has no coefficient of added mass");
        return Err(Box::new(error.help("give COEF_MASS_AJOU, or TYPE_PAS and PAS, in DEFI_FLUI_STRU")));
    };
    let table =
        Table { left: Extension::Constant, right: Extension::Constant, ..Table::linear(vec![0.0], vec![value]) };
    let signal = Signal::Table(Arc::new(table));
    let function = Function { parameter: "ABSC".into(), result: "COEF_MASS_AJOU".into(), signal };
    set_result(call, Concept::Function(Arc::new(function)))
}
