//! The outside world as the program sees it: files and cancellation, behind one trait so that
//! tests, editors and sandboxes can give another.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::clock::Instant;
use super::forwarding::as_beneath;
use super::output::Pieces;
use super::stamp::Stamp;
use super::stop::{Flag, Stop};

pub trait World: Send + Sync {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
    /// Writes a whole file piece by piece: a reader never sees half of it. Links are followed; devices and pipes are
    /// written to.
    fn write_pieces(&self, path: &Path, pieces: Pieces<'_>) -> io::Result<()>;
    /// Writes a whole file from bytes that are there already.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.write_pieces(path, &mut |out| out.write_all(bytes))
    }
    fn exists(&self, path: &Path) -> bool;
    /// Names of what lies in a folder, in order.
    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        Err(io::Error::new(io::ErrorKind::NotFound, format!("no folder {}", folder.display())))
    }
    /// Makes a folder in one that is there, unless it is there itself.
    fn make_folder(&self, path: &Path) -> io::Result<()> {
        let _ = path;
        Ok(())
    }
    /// Says why a study may not read and write there, be there a file or not.
    fn may_touch(&self, path: &Path) -> io::Result<()> {
        let _ = path;
        Ok(())
    }
    /// Notes that what was read of a file before is used again.
    fn used(&self, path: &Path) {
        let _ = path;
    }
    /// Size and time of a file, where it has them.
    fn stamp(&self, path: &Path) -> Option<Stamp> {
        let _ = path;
        None
    }
    /// Whether studies stay in their folders.
    fn is_sandbox(&self) -> bool {
        false
    }
    /// Flag that is not 0 once there is a reason to stop, for code without a world at hand.
    fn flag(&self) -> Option<Flag> {
        None
    }
    /// Why to stop, once there is a reason.
    fn stop(&self) -> Option<Stop> {
        None
    }
    /// True once there is a reason to stop (Ctrl-C, a limit); long loops look at it between steps.
    fn cancelled(&self) -> bool {
        self.stop().is_some()
    }
}

/// The real file system.
#[derive(Debug, Default)]
pub struct Disk {
    /// Rank of the reason in [`REASONS`], counted from 1.
    stop: Flag,
    /// Studies stay in their folders, and a file with several names is not written through.
    sandbox: bool,
}

const REASONS: [Stop; 4] = [Stop::Asked, Stop::Memory, Stop::Time, Stop::Changed];

/// Counted from 1.
fn rank(why: Stop) -> u8 {
    REASONS.iter().position(|reason| *reason == why).map_or(1, |rank| rank as u8 + 1)
}

impl Disk {
    /// The file system of a sandbox: a file that has other names loses the one written to, so that what stands under the
    /// others, perhaps elsewhere, stays.
    pub fn of_sandbox() -> Self {
        Disk { sandbox: true, ..Disk::default() }
    }

    /// The first reason counts, but for a change of a file.
    pub fn cancel(&self, why: Stop) {
        for before in [0, rank(Stop::Changed)] {
            let _ = self.stop.compare_exchange(before, rank(why), Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// What follows a run that was stopped by a change may run; false when it was not.
    pub fn resume_after_change(&self) -> bool {
        self.stop.compare_exchange(rank(Stop::Changed), 0, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// All of a device or a pipe, unless there is no end to it.
    fn read_stream(&self, mut file: std::fs::File) -> io::Result<Vec<u8>> {
        let (mut bytes, mut piece) = (Vec::new(), vec![0; 1 << 16]);
        loop {
            match file.read(&mut piece)? {
                0 => return unpacked(bytes),
                count => bytes.extend_from_slice(&piece[..count]),
            }
            if bytes.len() > MOST_STREAMED {
                let message = format!("it is no file, and does not end after {} MB", MOST_STREAMED >> 20);
                return Err(io::Error::other(message));
            }
            if self.cancelled() {
                return Err(io::Error::new(io::ErrorKind::ConnectionAborted, "stopped while it was read"));
            }
        }
    }

    /// What follows a cancelled run may run.
    pub fn resume(&self) {
        self.stop.store(0, Ordering::Relaxed);
    }
}

impl World for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let file = std::fs::File::open(path)?;
        if file.metadata()?.is_file() {
            return unpacked(std::fs::read(path)?);
        }
        self.read_stream(file)
    }

    fn write_pieces(&self, path: &Path, pieces: Pieces<'_>) -> io::Result<()> {
        // The folder of results that the command language knows is always there.
        if let Some(folder) = path.parent().filter(|folder| folder.ends_with("REPE_OUT")) {
            std::fs::create_dir_all(folder)?;
        }
        super::output::write(path, pieces, self.sandbox, &|| self.cancelled())
    }

    fn exists(&self, path: &Path) -> bool {
        path.is_file()
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        let entries = std::fs::read_dir(folder)?.flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        Ok(names)
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        if path.is_dir() { Ok(()) } else { std::fs::create_dir(path) }
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        Stamp::of(path)
    }

    fn is_sandbox(&self) -> bool {
        self.sandbox
    }

    fn flag(&self) -> Option<Flag> {
        Some(self.stop.clone())
    }

    fn stop(&self) -> Option<Stop> {
        REASONS.get(usize::from(self.stop.load(Ordering::Relaxed)).wrapping_sub(1)).copied()
    }
}

/// Another world for at most a while.
pub struct Limited<'w> {
    world: &'w dyn World,
    end: Option<Instant>,
}

impl<'w> Limited<'w> {
    /// `time`: how long, without limit when absent.
    pub fn new(world: &'w dyn World, time: Option<Duration>) -> Self {
        Limited { world, end: time.and_then(|time| Instant::now().checked_add(time)) }
    }
}

impl World for Limited<'_> {
    as_beneath!(read write_pieces exists list make_folder may_touch used stamp is_sandbox flag);

    fn stop(&self) -> Option<Stop> {
        self.world.stop().or_else(|| self.end.filter(|end| Instant::now() > *end).map(|_| Stop::Time))
    }
}

/// How a gzip file starts.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Most bytes read of a device or a pipe.
const MOST_STREAMED: usize = 256 << 20;

/// Most bytes that a compressed file may hold.
const MOST_UNPACKED: u64 = 1 << 30;

/// What a compressed file (flag `C` of a profile) holds; any other file as it is.
fn unpacked(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    if !bytes.starts_with(&GZIP) {
        return Ok(bytes);
    }
    let mut content = Vec::new();
    let mut packed = flate2::read::MultiGzDecoder::new(bytes.as_slice());
    (&mut packed).take(MOST_UNPACKED).read_to_end(&mut content)?;
    if content.len() as u64 == MOST_UNPACKED && packed.read(&mut [0])? > 0 {
        let message = format!("it is compressed and holds more than {} MB: unpack it first", MOST_UNPACKED >> 20);
        return Err(io::Error::other(message));
    }
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

    fn write_pieces(&self, path: &Path, pieces: Pieces<'_>) -> io::Result<()> {
        let mut bytes = Vec::new();
        pieces(&mut bytes)?;
        let mut files = self.files.lock().map_err(|_| io::Error::other("poisoned"))?;
        files.insert(path.to_path_buf(), bytes);
        Ok(())
    }

    fn exists(&self, path: &Path) -> bool {
        self.files.lock().is_ok_and(|f| f.contains_key(path))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        let files = self.files.lock().map_err(|_| io::Error::other("poisoned"))?;
        let inside = files.keys().filter_map(|path| path.strip_prefix(folder).ok()?.components().next());
        let names: BTreeSet<String> = inside.map(|name| name.as_os_str().to_string_lossy().into_owned()).collect();
        Ok(names.into_iter().collect())
    }
}
