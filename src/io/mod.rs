//! Files: meshes in, tables, curves and charts out.

pub mod chart;
pub mod mail;
