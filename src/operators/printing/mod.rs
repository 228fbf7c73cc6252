//! Printing: tables and functions as aligned text, CSV, curves.
//!
//! Where it goes: unit 8 is the study's log; another unit is a file, and a file named `*.csv`, `*.npz` (functions), `*.svg` or
//! `*.png` gets that format whatever FORMAT says. FORMAT='CSV', 'NPZ', 'SVG' and 'PNG' are ours; XMGRACE with PILOTE='SVG' or
//! 'PNG' is a chart too.

mod asked;
mod axes;
mod curves;
mod drawings;
mod format;
mod grace;
mod impr_fonction;
mod impr_gene;
mod impr_resu;
mod impr_table;
mod internals;
mod med;
mod paths;
mod refusals;
mod states;
mod table_curves;
#[cfg(test)]
mod tests;
mod universal;
mod viewers;

pub(super) use impr_fonction::IMPR_FONCTION;
pub(super) use impr_gene::IMPR_GENE;
pub(super) use impr_resu::IMPR_RESU;
pub(super) use impr_table::IMPR_TABLE;
pub(super) use internals::{IMPR_CO, IMPR_MACR_ELEM, MACR_INFO_MAIL};
pub(super) use refusals::drawn_in_log;
