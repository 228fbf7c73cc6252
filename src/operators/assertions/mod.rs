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
mod file;
mod function;
mod generalized;
mod result;
mod table;
#[cfg(test)]
mod tests;

use super::Operator;

pub const TEST_FICHIER: Operator = Operator { name: "TEST_FICHIER", run: file::run };
pub const TEST_FONCTION: Operator = Operator { name: "TEST_FONCTION", run: function::run };
pub const TEST_RESU: Operator = Operator { name: "TEST_RESU", run: result::run };
pub const TEST_TABLE: Operator = Operator { name: "TEST_TABLE", run: table::run };
