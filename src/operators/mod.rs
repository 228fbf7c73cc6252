//! Operators: what each command reads and runs. One file a family; registration is the list in
//! [`find`].

mod contact_statistics;
pub mod contacts;
mod context;
mod formula;
mod functions;
mod lists;
mod modes;
mod obstacle;
mod places;
mod projection;
#[cfg(test)]
mod testing;
mod transient;

pub use context::{Context, Message, Units, set_result};

use crate::catalogue::{Call, CallError};

/// What an operator gives back. On an error, concepts already set are kept (a transient that
/// diverges keeps the states archived before).
pub type Outcome = Result<(), CallError>;

/// One operator. `run` reads the call, computes, and sets `call.result` and the concepts asked for
/// with `CO`.
pub struct Operator {
    pub name: &'static str,
    pub run: fn(&Call, &mut Context<'_>) -> Outcome,
}

/// All operators that are built, in alphabetical order. A command of the catalogue that is not here
/// is refused by name before anything runs.
const OPERATORS: &[Operator] = &[
    functions::CALC_FONC_INTERP,
    Operator { name: "CALC_MODES", run: modes::calc_modes },
    functions::DEFI_CONSTANTE,
    functions::DEFI_FONCTION,
    lists::DEFI_LIST_ENTI,
    lists::DEFI_LIST_REEL,
    functions::DEFI_NAPPE,
    obstacle::DEFI_OBSTACLE,
    transient::DYNA_TRAN_MODAL,
    transient::DYNA_VIBRA,
    formula::FORMULE,
    Operator { name: "MACRO_PROJ_BASE", run: projection::macro_proj_base },
    Operator { name: "NUME_DDL_GENE", run: projection::nume_ddl_gene },
    contact_statistics::POST_DYNA_MODA_T,
    Operator { name: "PROJ_BASE", run: projection::proj_base },
    Operator { name: "PROJ_MATR_BASE", run: projection::proj_matr_base },
    Operator { name: "PROJ_VECT_BASE", run: projection::proj_vect_base },
];

pub fn find(name: &str) -> Option<&'static Operator> {
    OPERATORS.binary_search_by(|o| o.name.cmp(name)).ok().map(|i| &OPERATORS[i])
}

#[cfg(test)]
mod tests {
    #[test]
    fn operators_are_in_alphabetical_order() {
        assert!(super::OPERATORS.windows(2).all(|w| w[0].name < w[1].name));
    }
}
