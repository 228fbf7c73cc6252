//! IMPR_RESU, FORMAT='MED' (the default): meshes with their groups, results and fields, in one file for all the calls that name its unit.
//!
//! ```text
//! IMPR_RESU(UNITE=80, RESU=_F(RESULTAT=MODES, NOM_CHAM="DEPL"))         # beam.80.med: the mesh, the field MODES___DEPL
//! ```
//!
//! A file of this run is added to: meshes and fields that are there stay (`io::med::Document`); it is whole after each call. A file that
//! was there before the run is replaced.

mod cells;
mod fields;
mod mesh;
mod nodes;
mod request;
mod values;
mod writer;

pub(super) use writer::write;
