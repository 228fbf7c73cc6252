//! The log of the server: one line per message, with the time since its start.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use crate::cli::sandbox;
use crate::source::World;

/// Where lines go, if anywhere.
pub struct Log {
    file: Option<File>,
    start: Instant,
}

impl Log {
    pub fn open(path: Option<&Path>, disk: &dyn World) -> std::io::Result<Log> {
        let open = |path: &Path| {
            sandbox::beside(path, disk).write(path, b"")?;
            File::options().append(true).open(path)
        };
        Ok(Log { file: path.map(open).transpose()?, start: Instant::now() })
    }

    /// Writes a line; a log that cannot be written does not end the server.
    pub fn line(&mut self, text: &str) {
        if let Some(file) = &mut self.file {
            let _ = writeln!(file, "{:9.3} s  {text}", self.start.elapsed().as_secs_f64());
        }
    }
}
