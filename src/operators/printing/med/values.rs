//! What is written of one state.

use crate::io::med::{Localisation, Support};

/// Values of one state on entities of one kind.
#[derive(Clone)]
pub(super) struct Values {
    pub support: Support,
    /// None where all of them have values, in order.
    pub numbers: Option<Vec<i64>>,
    pub points: usize,
    pub localisation: Option<Localisation>,
    pub values: Vec<f64>,
    /// A component that some entity lacks is 0 there.
    pub lacking: bool,
}
