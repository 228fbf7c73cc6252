//! Files: meshes in, tables, curves and charts out.

pub mod chart;
pub mod columns;
pub mod mail;
pub mod med;
pub mod numbers;
pub mod text_table;
