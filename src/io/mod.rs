//! Files: meshes in; tables, curves, charts, pictures and fields for other programs out.

pub mod arrays;
pub mod base64;
pub mod branch_chart;
pub mod chart;
pub mod columns;
pub mod comma_table;
pub mod found_numbers;
pub mod gmsh;
pub mod grid;
pub mod hdf5;
pub mod ideas;
pub mod listed_table;
pub mod mail;
pub mod med;
pub mod mesh_file;
pub mod numbers;
pub mod picture;
pub mod pixels;
pub mod records;
pub mod spectra_text;
pub mod text_table;
pub mod vtk;
