//! The outside world as the program sees it: files and cancellation, behind one trait so that
//! tests, editors and sandboxes can give another.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

pub trait World: Send + Sync {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
    /// Writes to a temporary name in the same folder, then renames: a reader never sees half a file.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    fn exists(&self, path: &Path) -> bool;
    /// True once the user asked to stop (Ctrl-C); long loops look at it between steps.
    fn cancelled(&self) -> bool {
        false
    }
}

/// The real file system.
#[derive(Debug, Default)]
pub struct Disk {
    stop: AtomicBool,
}

impl Disk {
    pub fn cancel(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// What follows a cancelled run may run.
    pub fn resume(&self) {
        self.stop.store(false, Ordering::Relaxed);
    }
}

impl World for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        unpacked(std::fs::read(path)?)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        let mut temporary = name.to_os_string();
        temporary.push(format!(".{}.part", std::process::id()));
        let temporary = path.with_file_name(temporary);
        // The folder of results that the command language knows is always there.
        if let Some(folder) = path.parent().filter(|folder| folder.ends_with("REPE_OUT")) {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&temporary, bytes)?;
        std::fs::rename(&temporary, path).inspect_err(|_| {
            let _ = std::fs::remove_file(&temporary);
        })
    }

    fn exists(&self, path: &Path) -> bool {
        path.is_file()
    }

    fn cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// How a gzip file starts.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// What a compressed file (flag `C` of a profile) holds; any other file as it is.
fn unpacked(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    if !bytes.starts_with(&GZIP) {
        return Ok(bytes);
    }
    let mut content = Vec::new();
    flate2::read::MultiGzDecoder::new(bytes.as_slice()).read_to_end(&mut content)?;
    Ok(content)
}

/// Files held in memory, for tests and for the examples of `stickslip explain`.
#[derive(Debug, Default)]
pub struct Memory {
    files: Mutex<BTreeMap<PathBuf, Vec<u8>>>,
}

impl Memory {
    pub fn with(files: impl IntoIterator<Item = (&'static str, &'static str)>) -> Self {
        let files = files.into_iter().map(|(p, t)| (PathBuf::from(p), t.as_bytes().to_vec())).collect();
        Memory { files: Mutex::new(files) }
    }
}

impl World for Memory {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let files = self.files.lock().map_err(|_| io::Error::other("poisoned"))?;
        files.get(path).cloned().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut files = self.files.lock().map_err(|_| io::Error::other("poisoned"))?;
        files.insert(path.to_path_buf(), bytes.to_vec());
        Ok(())
    }

    fn exists(&self, path: &Path) -> bool {
        self.files.lock().is_ok_and(|f| f.contains_key(path))
    }
}
