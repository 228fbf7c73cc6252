//! Operators: what each command reads and runs. One file a family; registration is the list in
//! [`find`].

pub mod contacts;
mod context;
mod obstacle;
mod places;

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
const OPERATORS: &[Operator] = &[obstacle::DEFI_OBSTACLE];

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
