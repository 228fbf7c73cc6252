//! What the processes of a campaign found. Each process appends lines to a file of its own below `results/`; a line is
//! believed only when it is whole and its check sum holds, so a process may be killed at any moment.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::case::Row;
use crate::source::World;

const FOLDER: &str = "results";
const EXTENSION: &str = "rows";
/// Characters of the check sum at the start of a line.
const SUM: usize = 16;

pub struct Store<'w> {
    folder: PathBuf,
    /// Says which files may be touched.
    world: &'w dyn World,
}

/// How many cases of a plan ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub cases: usize,
    pub ok: usize,
    pub failed: usize,
    pub error: usize,
}

impl Tally {
    pub fn left(&self) -> usize {
        self.cases - self.ok - self.failed - self.error
    }
}

impl<'w> Store<'w> {
    /// The results of the campaign in `folder`.
    pub fn of(folder: &Path, world: &'w dyn World) -> Self {
        Store { folder: folder.join(FOLDER), world }
    }

    /// All results by the key of their case. Files that cannot be read now are an error: their cases would seem lost.
    pub fn rows(&self) -> io::Result<BTreeMap<String, Row>> {
        let mut rows = BTreeMap::new();
        self.world.may_touch(&self.folder)?;
        let entries = match std::fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(rows),
            Err(error) => return Err(error),
        };
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.map(|e| e.path())).collect::<io::Result<_>>()?;
        files.retain(|path| path.extension().is_some_and(|e| e == EXTENSION));
        files.sort();
        for path in files {
            self.world.may_touch(&path)?;
            let bytes = std::fs::read(&path)?;
            for line in bytes.split_inclusive(|byte| *byte == b'\n') {
                if let Some(row) = checked(line) {
                    rows.insert(row.key.clone(), row);
                }
            }
        }
        Ok(rows)
    }

    /// Opens a file for the results of this process.
    pub fn writer(&self) -> io::Result<Writer> {
        self.world.may_touch(&self.folder)?;
        std::fs::create_dir_all(&self.folder)?;
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let host: String = host.trim().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let name = format!("{host}-{}-{}.{EXTENSION}", std::process::id(), since.as_nanos());
        let file = OpenOptions::new().append(true).create_new(true).open(self.folder.join(name))?;
        Ok(Writer { file: Mutex::new(file) })
    }
}

/// Appends results, from any thread.
pub struct Writer {
    file: Mutex<File>,
}

impl Writer {
    /// In one call of the system, so that a line is whole even when the process ends next.
    pub fn add(&self, row: &Row) -> io::Result<()> {
        let text = serde_json::to_string(row).map_err(io::Error::other)?;
        let line = format!("{} {text}\n", check_sum(text.as_bytes()));
        let mut file = self.file.lock().map_err(|_| io::Error::other("a thread that wrote results ended badly"))?;
        // After half a line (a full disk) the next one starts on its own.
        file.write_all(line.as_bytes()).inspect_err(|_| {
            let _ = file.write_all(b"\n");
        })
    }
}

fn check_sum(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..SUM].to_string()
}

fn checked(line: &[u8]) -> Option<Row> {
    let line = line.strip_suffix(b"\n")?;
    let (sum, text) = (line.get(..SUM)?, line.get(SUM + 1..)?);
    if line[SUM] != b' ' || check_sum(text).as_bytes() != sum {
        return None;
    }
    serde_json::from_slice(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_lines_are_believed() {
        let folder = std::env::temp_dir().join(format!("stickslip_store_{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let disk = crate::source::Disk::default();
        let store = Store::of(&folder, &disk);
        let writer = store.writer().unwrap();
        let row = |key: &str| Row { key: key.into(), status: "ok".into(), ..Row::default() };
        writer.add(&row("a")).unwrap();
        writer.add(&row("b")).unwrap();
        drop(writer);
        let path = std::fs::read_dir(folder.join("results")).unwrap().next().unwrap().unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let first = bytes.iter().position(|b| *b == b'\n').unwrap() + 1;
        for cut in 0..=bytes.len() {
            std::fs::write(&path, &bytes[..cut]).unwrap();
            let whole = usize::from(cut >= first) + usize::from(cut == bytes.len());
            assert_eq!(store.rows().unwrap().len(), whole, "cut at {cut}");
        }
        for bit in 0..8 * first {
            let mut damaged = bytes[..first].to_vec();
            damaged[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, &damaged).unwrap();
            assert!(store.rows().unwrap().is_empty(), "bit {bit}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
