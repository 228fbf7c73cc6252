//! Studies of former versions: how one is recognised ([`Signs`]), and what follows from its age ([`Age`]).
//!
//! A study of version 15 (November 2020) or before is recognised by keywords, values and commands that only those versions
//! had. Then words for nodes and cells are names of the mesh file, and NUME_ORDRE of TEST_RESU(GENE) counts stored states.
//! Where a former version computed other figures, today's rules hold unless the user asks for those of 2020.

mod age;
mod rules;
mod signs;
pub mod upgrade;
pub mod walk;
mod words;

pub use age::{Age, Kind, Request, Sign};
pub use rules::default_scheme;
pub use signs::Signs;
pub use words::explained;
