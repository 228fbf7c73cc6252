//! The TEST_ operators: comparisons of a study's results with expected values.
//!
//! ```text
//! TEST_TABLE(TABLE=WEAR, NOM_PARA="PUIS_USURE", VALE_CALC=15.2667,
//!            REFERENCE="ANALYTIQUE", VALE_REFE=15.26676, PRECISION=5.e-4)
//! ```
//!
//! VALE_CALC (tolerance TOLE_MACHINE) and VALE_REFE (tolerance PRECISION) each give one record. A failing
//! comparison does not stop the study; a place that does not exist does. The tolerance model is in
//! `verdict`.

mod expectation;
mod fields;
mod generalized;
mod places;
mod term;
mod test_fichier;
mod test_fonction;
mod test_resu;
mod test_table;
#[cfg(test)]
mod tests;

use super::{Check, Operator};

pub const TEST_FICHIER: Operator =
    Operator { name: "TEST_FICHIER", run: test_fichier::run, check: Check::KeywordsOnly };
pub const TEST_FONCTION: Operator = Operator { name: "TEST_FONCTION", run: test_fonction::run, check: Check::Small };
pub const TEST_RESU: Operator = Operator { name: "TEST_RESU", run: test_resu::run, check: Check::Small };
pub const TEST_TABLE: Operator = Operator { name: "TEST_TABLE", run: test_table::run, check: Check::Small };
