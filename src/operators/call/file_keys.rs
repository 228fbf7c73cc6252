//! What stands for a file, whichever of its names a call or the study's Python uses: two names of one file are one resource.

use std::path::PathBuf;

use super::plain_path::plain;
use super::suffixes::SUFFIXES;
use super::units::Units;

impl Units {
    /// What stands for the files that a unit may read or write, whatever other names they have; nothing for the log.
    pub fn keys_of_unit(&self, unit: i64) -> Vec<PathBuf> {
        let fort = [self.fort(unit), self.folder.join(format!("fort.{unit}"))];
        match self.file_bound(unit) {
            Some(path) => {
                let mut keys = vec![path];
                if let Some(beside) = self.beside_bound(unit) {
                    keys.extend([beside, self.numbered(unit)]);
                    keys.extend(fort);
                }
                self.keys(keys)
            }
            None if matches!(unit, 6 | 8) => Vec::new(),
            None => {
                let own = self.folder.join(format!("{}.{unit}", self.stem));
                self.keys([self.numbered(unit), own].into_iter().chain(fort))
            }
        }
    }

    /// Keys of the files that a name given in the study may mean, whatever other names they have.
    pub fn keys_of_name(&self, name: &str) -> Vec<PathBuf> {
        let mut keys = vec![self.output.join(name), self.folder.join(name)];
        if let Some(unit) = Units::unit_of_name(name) {
            keys.extend(self.files_of_fort(unit));
        }
        self.keys(keys)
    }

    /// Each file once: without its format (`<stem>.40.svg` is `<stem>.40`), the way to it made plain.
    fn keys(&self, paths: impl IntoIterator<Item = PathBuf>) -> Vec<PathBuf> {
        let mut keys: Vec<PathBuf> = paths.into_iter().map(|path| self.without_format(plain(&path))).collect();
        keys.sort();
        keys.dedup();
        keys
    }

    fn without_format(&self, path: PathBuf) -> PathBuf {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let numbered = name.rsplit_once('.').and_then(|(rest, suffix)| {
            let unit = rest.strip_prefix(&*self.stem)?.strip_prefix('.')?;
            (SUFFIXES.contains(&suffix) && unit.parse::<i64>().is_ok()).then(|| rest.to_string())
        });
        numbered.map_or(path.clone(), |name| path.with_file_name(name))
    }
}
