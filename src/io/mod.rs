//! Files: meshes in, tables, curves and charts out.

pub mod chart;
pub mod columns;
pub mod numbers;
pub mod mail;
