//! Text that operators write to logical units.
//!
//! Unit 8 (the listing) and unit 6 (messages) are the study's log unless a file is bound to them. Another unit
//! is the file bound to it, or `<stem>.<unit>` among the results. The first call that writes a unit replaces
//! the file, the following ones append.

use std::path::{Path, PathBuf};

use super::context::Context;
use super::suffixes::with_suffix;
use super::units::Units;
use crate::catalogue::{CallError, Keywords};

impl Units {
    /// The file a unit writes to; `None` for the log.
    pub fn output_file(&self, unit: i64) -> Option<PathBuf> {
        match self.file_bound(unit) {
            Some(bound) => Some(self.beside_bound(unit).unwrap_or(bound)),
            None if matches!(unit, 6 | 8) => None,
            None => Some(self.freed.get(&unit).cloned().unwrap_or_else(|| self.numbered(unit))),
        }
    }

    /// File a unit writes to; one named by its number alone gets a suffix that tells its format, as in `<stem>.40.svg`.
    pub fn output_file_as(&self, unit: i64, suffix: &str) -> Option<PathBuf> {
        let path = self.output_file(unit)?;
        if suffix.is_empty() || path != self.numbered(unit) { Some(path) } else { Some(with_suffix(&path, suffix)) }
    }
}

impl Context<'_> {
    /// Appends text to the unit of a keyword.
    pub fn print(&mut self, keywords: &Keywords, keyword: &str, unit: i64, text: &str) -> Result<(), CallError> {
        match self.units.output_file(unit) {
            None => {
                self.say(text.trim_end_matches('\n'));
                Ok(())
            }
            Some(path) => self.append(keywords, keyword, path, text.as_bytes(), false),
        }
    }

    /// Appends to the unit of a keyword what `write` writes there, without a copy.
    pub fn print_with(
        &mut self,
        keywords: &Keywords,
        keyword: &str,
        unit: i64,
        write: &dyn Fn(&mut Vec<u8>),
    ) -> Result<(), CallError> {
        match self.units.output_file(unit) {
            None => {
                let mut text = Vec::new();
                write(&mut text);
                self.say(String::from_utf8_lossy(&text).trim_end_matches('\n'));
                Ok(())
            }
            Some(path) => self.written(keywords, keyword, path, write),
        }
    }

    /// Appends text of a format to the unit of a keyword.
    pub fn print_as(
        &mut self,
        keywords: &Keywords,
        keyword: &str,
        (unit, suffix): (i64, &str),
        text: &str,
    ) -> Result<(), CallError> {
        match self.units.output_file_as(unit, suffix) {
            None => self.print(keywords, keyword, unit, text),
            Some(path) => self.append(keywords, keyword, path, text.as_bytes(), false),
        }
    }

    /// Appends to a file named otherwise than by its unit.
    pub fn append_to(
        &mut self,
        keywords: &Keywords,
        keyword: &str,
        path: PathBuf,
        bytes: &[u8],
    ) -> Result<(), CallError> {
        self.append(keywords, keyword, path, bytes, false)
    }

    /// Makes `bytes` the whole content of a file (a chart, an archive).
    pub fn replace_file(
        &mut self,
        keywords: &Keywords,
        keyword: &str,
        path: PathBuf,
        bytes: &[u8],
    ) -> Result<(), CallError> {
        self.append(keywords, keyword, path, bytes, true)
    }

    /// Writes a file that later calls do not add to (one state of a series). Its content is not kept.
    pub fn write_alone(&self, keywords: &Keywords, keyword: &str, path: &Path, bytes: &[u8]) -> Result<(), CallError> {
        self.world.write(path, bytes).map_err(|fault| not_written(keywords, keyword, path, &fault))
    }

    /// Writes a whole file of the unit: later calls know that it is of this run.
    pub fn write_whole(&self, keywords: &Keywords, keyword: &str, path: &Path, bytes: &[u8]) -> Result<(), CallError> {
        if let Ok(mut written) = self.units.written.lock() {
            written.entry(path.to_path_buf()).or_default();
        }
        self.write_alone(keywords, keyword, path, bytes)
    }

    /// Makes the folder of such files.
    pub fn make_folder(&self, keywords: &Keywords, keyword: &str, path: &Path) -> Result<(), CallError> {
        self.world.make_folder(path).map_err(|fault| not_written(keywords, keyword, path, &fault))
    }

    fn append(
        &mut self,
        keywords: &Keywords,
        keyword: &str,
        path: PathBuf,
        bytes: &[u8],
        whole: bool,
    ) -> Result<(), CallError> {
        self.written(keywords, keyword, path, &|content| {
            if whole {
                content.clear();
            }
            content.extend_from_slice(bytes);
        })
    }

    fn written(
        &mut self,
        keywords: &Keywords,
        keyword: &str,
        path: PathBuf,
        write: &dyn Fn(&mut Vec<u8>),
    ) -> Result<(), CallError> {
        // One writer at a time, so that the file always holds what the map says.
        let Ok(mut written) = self.units.written.lock() else {
            return Err(keywords.error(keyword, "I601", "another call stopped while it wrote to a unit"));
        };
        let content = written.entry(path.clone()).or_default();
        let begins_anew = std::mem::take(&mut content.is_past) && !content.bytes.is_empty();
        if begins_anew {
            content.bytes.clear();
        }
        write(&mut content.bytes);
        self.world.write(&path, &content.bytes).map_err(|fault| not_written(keywords, keyword, &path, &fault))?;
        drop(written);
        if begins_anew {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            self.say(format!("{name} begins anew: an earlier text of the session wrote it\n"));
        }
        Ok(())
    }
}

fn not_written(keywords: &Keywords, keyword: &str, path: &Path, fault: &std::io::Error) -> CallError {
    let mut error = keywords.error(keyword, "I601", format!("{} cannot be written: {fault}", path.display()));
    error.help = Some("the folder must exist and be writable".into());
    error
}
