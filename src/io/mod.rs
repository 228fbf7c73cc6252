//! Files: meshes in, tables, curves and charts out.

pub mod mail;
pub mod chart;
