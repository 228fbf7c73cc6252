//! The catalogue the program carries, in the compact form; a command is read from it when it is first met.

use std::sync::OnceLock;

use super::data::compact::{Compact, Reader};
use super::schema::Command;

/// The description of a command; `None` for a name the catalogue does not have.
pub fn command(name: &str) -> Option<&'static Command> {
    let rank = INDEX.binary_search_by(|(n, _)| (*n).cmp(name)).ok()?;
    let start = INDEX[rank].1;
    Some(READ[rank].get_or_init(|| Command::read(&mut Reader::new(BYTES.get(start..).unwrap_or_default(), TEXTS))))
}

/// All commands, in alphabetical order.
pub fn names() -> impl Iterator<Item = &'static str> {
    INDEX.iter().map(|(name, _)| *name)
}

/// Commands the language has dropped since; studies that call one are read as they were then.
pub const RECONSTRUCTED: [&str; 10] = [
    "DYNA_LINE_HARM",
    "DYNA_LINE_TRAN",
    "DYNA_TRAN_MODAL",
    "MACRO_MATR_ASSE",
    "MACRO_MODE_MECA",
    "MACRO_PROJ_BASE",
    "MODE_ITER_INV",
    "MODE_ITER_SIMULT",
    "PRE_GMSH",
    "REST_BASE_PHYS",
];

/// Names of the commands in alphabetical order, and where each begins in [`BYTES`]. Generated with the two below by
/// `build.rs` from `grammar/commands/`.
const INDEX: &[(&str, usize)] = include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));
static BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/catalogue.bin"));
static TEXTS: &str = include_str!(concat!(env!("OUT_DIR"), "/catalogue.txt"));

static READ: [OnceLock<Command>; INDEX.len()] = [const { OnceLock::new() }; INDEX.len()];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::data;

    /// The compact form says what the files say.
    #[test]
    fn every_command_is_what_its_file_says() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../grammar/commands");
        assert_eq!(INDEX.len(), std::fs::read_dir(folder).unwrap().count());
        let mut shared = data::shared::Shared::default();
        for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../grammar/fragments")).unwrap() {
            let path = entry.unwrap().path();
            shared.add(path.file_stem().unwrap().to_str().unwrap(), &std::fs::read_to_string(&path).unwrap()).unwrap();
        }
        let meanings = concat!(env!("CARGO_MANIFEST_DIR"), "/../../grammar/values.json");
        let mut meanings = data::values::Table::read(&std::fs::read_to_string(meanings).unwrap()).unwrap();
        for name in names() {
            let text = std::fs::read_to_string(format!("{folder}/{name}.json")).unwrap();
            let mut file = shared.command(&text).unwrap();
            meanings.explain(name, &mut file);
            assert!(format!("{:?}", command(name).unwrap()) == format!("{file:?}"), "{name}");
        }
    }

    #[test]
    fn former_commands_are_listed() {
        let old = |name: &&str| command(name).is_some_and(|c| c.reconstructed);
        assert_eq!(names().filter(old).collect::<Vec<_>>(), RECONSTRUCTED);
    }

    #[test]
    fn names_are_in_alphabetical_order() {
        assert!(INDEX.windows(2).all(|w| w[0].0 < w[1].0));
    }
}
