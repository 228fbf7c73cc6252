//! Files: meshes in, tables, curves and charts out.
