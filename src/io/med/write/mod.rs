//! MED files written: a [`Document`] takes meshes, fields and parameters one after the other, and gives its bytes.
//!
//! ```text
//! /INFOS_GENERALES                        MAJ MIN REL: version of the layout
//! /ENS_MAA/<mesh>/<no step>/NOE           COO, FAM; MAI/<type>: NOD, FAM, NUM
//! /FAS/<mesh>/NOEUD/<family>              NUM > 0, GRO/NOM; ELEME/<family>: NUM < 0; FAMILLE_ZERO
//! /PROFILS/<name>/PFL                     numbers of the nodes, or of the cells of a type, that have values
//! /GAUSS/<name>                           points of cells: COO of the reference cell, GAU, VAL
//! /CHA/<field>/<step>/<entities>/<profile>/CO     all values of the first component, then of the second ...
//! /NUM_DATA/<name>/<step>                 VAL: a parameter of a result
//! ```

mod document;
mod families;
mod fields;
mod lists;
mod mesh;
mod support;
#[cfg(test)]
mod tests;

pub use document::{Document, Version};
pub use families::Family;
pub use fields::{Localisation, Part, Refusal};
pub use support::{Step, Support};
