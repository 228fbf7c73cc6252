//! What a case read, and a mark of what was there: contents of files, files that were looked for and are absent,
//! macro-commands. A result counts as long as all marks are as they were.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::source::World;
use crate::study::{Macros, RequestedMacros};

/// Marks by the name of what was read: a path as seen from the study's folder, or `macro NAME`.
pub type Marks = BTreeMap<String, String>;

const ABSENT: &str = "absent";
/// It was looked for and found, and not read.
const PRESENT: &str = "present";
const UNREADABLE: &str = "unreadable";
/// It changed while the campaign read it: never what is there now.
const CHANGING: &str = "changing";
/// Before the name of a macro-command.
const MACRO: &str = "macro ";
/// Characters of a mark of a content.
const MARK: usize = 32;

fn of_bytes(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..MARK].to_string()
}

/// The mark of an attempt to read.
pub fn of_read(read: &io::Result<Vec<u8>>) -> String {
    match read {
        Ok(bytes) => of_bytes(bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => ABSENT.to_string(),
        Err(_) => UNREADABLE.to_string(),
    }
}

/// The mark of a look whether a file is there.
pub fn of_look(there: bool) -> &'static str {
    if there { PRESENT } else { ABSENT }
}

/// Adds a mark to those of the same thing.
pub fn join<K: Ord>(marks: &mut BTreeMap<K, String>, name: K, new: &str) {
    let mark = marks.entry(name).or_insert_with(|| new.to_string());
    if mark == PRESENT && new != ABSENT {
        *mark = new.to_string();
    } else if mark != new && (new != PRESENT || mark == ABSENT) {
        *mark = CHANGING.to_string();
    }
}

/// The name of a file in marks.
pub fn name_of(path: &Path, folder: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).to_string_lossy().into_owned()
}

/// All that a process read, with the marks found then: what one case read, another one may use.
#[derive(Debug, Default)]
pub struct Readings(Mutex<BTreeMap<PathBuf, String>>);

impl Readings {
    pub fn note(&self, path: &Path, mark: &str) {
        join(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner), path.to_path_buf(), mark);
    }

    /// The mark of a file that was read before.
    pub fn known(&self, path: &Path) -> String {
        let marks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        marks.get(path).map_or(CHANGING, String::as_str).to_string()
    }

    /// All of them; none while a thread holds them.
    pub fn all(&self, folder: &Path) -> Marks {
        let marks = self.0.try_lock().map(|marks| marks.clone()).unwrap_or_default();
        marks.into_iter().map(|(path, mark)| (name_of(&path, folder), mark)).collect()
    }
}

/// The marks of the macro-commands that a case asked for.
pub fn of_called(called: &RequestedMacros) -> Marks {
    called.asked().into_iter().map(|name| (format!("{MACRO}{name}"), of_macro(called, &name))).collect()
}

fn of_macro(macros: &dyn Macros, name: &str) -> String {
    macros.script(name).map_or(ABSENT.to_string(), |(_, text)| of_bytes(text.as_bytes()))
}

/// Compares marks with what is there now, each thing looked at once.
pub struct Now<'n> {
    folder: &'n Path,
    world: &'n dyn World,
    macros: Option<Arc<dyn Macros>>,
    marks: Marks,
    there: Marks,
}

impl<'n> Now<'n> {
    /// For a study in `folder`; without macro-commands when they cannot be read.
    pub fn new(folder: &'n Path, world: &'n dyn World, macros: Option<Arc<dyn Macros>>) -> Self {
        Now { folder, world, macros, marks: Marks::new(), there: Marks::new() }
    }

    /// The names of what is no longer as it was.
    pub fn differing(&mut self, marks: &Marks) -> Vec<String> {
        marks.iter().filter(|(name, mark)| !self.holds(name, mark)).map(|(name, _)| name.clone()).collect()
    }

    fn holds(&mut self, name: &str, mark: &str) -> bool {
        let path = self.folder.join(name);
        if mark == PRESENT || mark == ABSENT && !name.starts_with(MACRO) {
            let there = self.there.entry(name.to_string()).or_insert_with(|| of_look(self.world.exists(&path)).into());
            return there == mark;
        }
        let read = || match name.strip_prefix(MACRO) {
            Some(name) => self.macros.as_ref().map_or(UNREADABLE.into(), |macros| of_macro(&**macros, name)),
            None => of_read(&self.world.read(&path)),
        };
        mark != CHANGING && self.marks.entry(name.to_string()).or_insert_with(read) == mark
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Memory;

    fn joined(marks: &[&str]) -> String {
        let mut all = BTreeMap::new();
        marks.iter().for_each(|mark| join(&mut all, 0, mark));
        all[&0].clone()
    }

    #[test]
    fn what_changes_while_it_is_read_never_holds() {
        assert_eq!(joined(&[PRESENT, "a", PRESENT, "a"]), "a");
        assert_eq!(joined(&[ABSENT, ABSENT]), ABSENT);
        for marks in [&["a", "b"][..], &["a", "b", "a"], &[ABSENT, "a"], &["a", ABSENT], &[PRESENT, ABSENT, PRESENT]] {
            assert_eq!(joined(marks), CHANGING, "{marks:?}");
        }
    }

    #[test]
    fn marks_are_compared_with_what_is_there() {
        let world = Memory::with([("s/a.csv", "0.7"), ("s/b.csv", "1.3")]);
        let mark = |name: &str| of_read(&world.read(&Path::new("s").join(name)));
        let marks: Marks =
            [("a.csv", mark("a.csv")), ("b.csv", mark("a.csv")), ("c.csv", mark("c.csv")), ("d", PRESENT.into())]
                .map(|(name, mark)| (name.to_string(), mark))
                .into();
        assert_eq!(Now::new(Path::new("s"), &world, None).differing(&marks), ["b.csv", "d"]);
        let macros: Marks = [("macro X".to_string(), ABSENT.to_string())].into();
        assert_eq!(Now::new(Path::new("s"), &world, None).differing(&macros), ["macro X"]);
    }
}
