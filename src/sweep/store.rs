//! What the processes of a campaign found. Each process appends lines to a file of its own below `results/`: rows, and before the
//! first row that needs it each set of marks of what was read. A line is believed only when it is whole and its check sum
//! holds, so a process may be killed at any moment.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use super::case::Row;
use super::inputs::Marks;
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
    /// Of the rows of all cases, absent where there is none.
    pub fn of(rows: &[Option<&Row>]) -> Self {
        let mut tally = Tally { cases: rows.len(), ..Tally::default() };
        for row in rows.iter().flatten() {
            match row.status.as_str() {
                "ok" => tally.ok += 1,
                "failed" => tally.failed += 1,
                _ => tally.error += 1,
            }
        }
        tally
    }

    pub fn left(&self) -> usize {
        self.cases - self.ok - self.failed - self.error
    }
}

impl<'w> Store<'w> {
    /// The results of the campaign in `folder`.
    pub fn of(folder: &Path, world: &'w dyn World) -> Self {
        Store { folder: folder.join(FOLDER), world }
    }

    /// Hands over all rows, each with the marks of what it read and the moment when its process began to write. Files that
    /// cannot be read now are an error: their cases would seem lost.
    pub fn each(&self, take: &mut dyn FnMut(Row, &Marks, u128)) -> io::Result<()> {
        self.world.may_touch(&self.folder)?;
        let entries = match std::fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.map(|e| e.path())).collect::<io::Result<_>>()?;
        files.retain(|path| path.extension().is_some_and(|e| e == EXTENSION));
        files.sort();
        for path in files {
            self.world.may_touch(&path)?;
            let mut lines = BufReader::new(File::open(&path)?);
            let (since, mut sets, mut line) =
                (since(&path), BTreeMap::from([(String::new(), Marks::new())]), Vec::new());
            while lines.read_until(b'\n', &mut line)? > 0 {
                match checked(&line) {
                    Some(Line::Marks { inputs, files }) => drop(sets.insert(inputs, files)),
                    Some(Line::Row(row)) => {
                        if let Some(marks) = sets.get(&row.inputs) {
                            take(*row, marks, since);
                        }
                    }
                    None => {}
                }
                line.clear();
            }
        }
        Ok(())
    }

    /// Opens a file for the results of this process.
    pub fn writer(&self) -> io::Result<Writer> {
        self.world.may_touch(&self.folder)?;
        std::fs::create_dir_all(&self.folder)?;
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let host: String = host.trim().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        let name = format!("{host}-{}-{}.{EXTENSION}", std::process::id(), moment());
        let file = OpenOptions::new().append(true).create_new(true).open(self.folder.join(name))?;
        Ok(Writer { file: Mutex::new((file, BTreeSet::new())) })
    }
}

/// This moment, as names of files have it (ns since 1970).
pub fn moment() -> u128 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_nanos()
}

fn since(path: &Path) -> u128 {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    name.rsplit('-').next().and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// A line of a file of results.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Marks { inputs: String, files: Marks },
    Row(Box<Row>),
}

/// Appends results, from any thread.
pub struct Writer {
    /// The file, and the sets of marks that are in it.
    file: Mutex<(File, BTreeSet<String>)>,
}

impl Writer {
    /// In one call of the system, so that lines are whole even when the process ends next.
    pub fn add(&self, row: Row, marks: &Marks) -> io::Result<()> {
        let files = serde_json::to_string(marks).map_err(io::Error::other)?;
        let inputs = check_sum(files.as_bytes());
        let row = serde_json::to_string(&Row { inputs: inputs.clone(), ..row }).map_err(io::Error::other)?;
        let mut file = self.file.lock().map_err(|_| io::Error::other("a thread that wrote results ended badly"))?;
        let (file, known) = &mut *file;
        let mut lines = String::new();
        if known.insert(inputs.clone()) {
            lines += &lined(&format!("{{\"inputs\":\"{inputs}\",\"files\":{files}}}"));
        }
        lines += &lined(&row);
        // After half a line (a full disk) the next one starts on its own.
        file.write_all(lines.as_bytes()).inspect_err(|_| {
            known.clear();
            let _ = file.write_all(b"\n");
        })
    }
}

fn lined(text: &str) -> String {
    format!("{} {text}\n", check_sum(text.as_bytes()))
}

fn check_sum(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..SUM].to_string()
}

fn checked(line: &[u8]) -> Option<Line> {
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
        let marks: Marks = [("s.comm".to_string(), "0123".to_string())].into();
        let rows = || {
            let mut count = 0;
            store.each(&mut |_, read, _| count += usize::from(*read == marks)).unwrap();
            count
        };
        let row = |key: &str| Row { key: key.into(), status: "ok".into(), ..Row::default() };
        writer.add(row("a"), &marks).unwrap();
        writer.add(row("b"), &marks).unwrap();
        drop(writer);
        let path = std::fs::read_dir(folder.join("results")).unwrap().next().unwrap().unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let ends: Vec<usize> = (1..=bytes.len()).filter(|end| bytes[end - 1] == b'\n').collect();
        let second = ends[1];
        assert_eq!((ends.len(), rows()), (3, 2));
        for cut in 0..=bytes.len() {
            std::fs::write(&path, &bytes[..cut]).unwrap();
            let whole = usize::from(cut >= second) + usize::from(cut == bytes.len());
            assert_eq!(rows(), whole, "cut at {cut}");
        }
        for bit in 0..8 * second {
            let mut damaged = bytes[..second].to_vec();
            damaged[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, &damaged).unwrap();
            assert_eq!(rows(), 0, "bit {bit}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
