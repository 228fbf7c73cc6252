//! What goes to the standard streams, whoever reads them.

use std::io::Write;
use std::sync::OnceLock;
use std::time::Duration;

use super::live_lines::stands;
use super::silence::silent;

/// How long words of the end may wait for a reader.
const LONGEST_WAIT: Duration = Duration::from_millis(20);

/// Writes, adding the end of line when it lacks. A closed pipe is no error of the study; whether all arrived is
/// returned.
pub fn to_stdout(text: &str) -> bool {
    stream_to_stdout(|out| write_line(out, text))
}

/// Writes a text piece by piece to standard output, without adding an end of line; returns whether all arrived.
pub fn stream_to_stdout(pieces: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> bool {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if silent() {
        return true;
    }
    match pieces(&mut out).and_then(|()| out.flush()) {
        Ok(()) => true,
        Err(error) => {
            if error.kind() != std::io::ErrorKind::BrokenPipe {
                let _ = LOST.set(error.to_string());
            }
            false
        }
    }
}

/// Writes, on a line of its own. A standard error that nobody takes is no error of the study.
pub fn to_stderr(text: &str) {
    let mut out = std::io::stderr().lock();
    if silent() {
        return;
    }
    if stands() {
        let _ = out.write_all(b"\n");
    }
    let _ = write_line(&mut out, text);
}

pub(super) fn write_line(out: &mut dyn Write, text: &str) -> std::io::Result<()> {
    out.write_all(text.as_bytes())?;
    if !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// The first output that did not reach the standard output, other than one whose reader has gone.
pub(super) static LOST: OnceLock<String> = OnceLock::new();

/// Does what may wait for ever: the other end of a pipe may not read, while this program holds its own.
pub fn without_waiting(work: impl FnOnce() + Send + 'static) {
    let (sender, receiver) = std::sync::mpsc::channel();
    let done = move || {
        work();
        let _ = sender.send(());
    };
    if std::thread::Builder::new().stack_size(256 << 10).spawn(done).is_ok() {
        let _ = receiver.recv_timeout(LONGEST_WAIT);
    }
}
