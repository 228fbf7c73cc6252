//! Studies: evaluation, the operation graph, execution.

pub mod python;
