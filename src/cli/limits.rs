//! Limits of memory and time: how they are written, and the watch over them, which has the last word.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::cli::codes::WRONG;
use crate::cli::streams::to_stderr;
use crate::cli::streams::without_waiting;
use crate::source::place::Place;
use crate::source::{Disk, Stop, World, guard, memory, place};

/// Between two looks at the memory used.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
/// Looks after which a run that was told to stop and does not is ended.
const PATIENCE: usize = 150;
/// Part of the limit beyond it at which the program ends at once.
const BEYOND: u64 = 4;
/// How long a study may take to stop by itself.
const GRACE: Duration = Duration::from_millis(350);
/// Below this a limit of addresses is no measure of what is used: stacks are reserved, not used.
const SMALL_ADDRESS_SPACE: u64 = 1 << 30;

/// `4G`, `500M`, `2.5GB`, bytes without unit.
pub fn bytes(text: &str) -> Result<u64, String> {
    let text = text.trim().to_uppercase();
    let text = text.strip_suffix('B').unwrap_or(&text);
    let units = [("K", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12)];
    quantity(text, &units).map(|bytes| bytes as u64).ok_or_else(|| "give a size such as 500M or 4G".to_string())
}

/// `90`, `90s`, `10m`, `2h`
pub fn seconds(text: &str) -> Result<Duration, String> {
    let units = [("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let time = quantity(text.trim(), &units).and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "give a time such as 90, 10m or 2h".to_string())
}

fn quantity(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let (number, factor) =
        units.iter().find_map(|(unit, factor)| Some((text.strip_suffix(unit)?, *factor))).unwrap_or((text, 1.0));
    let value = number.trim().parse::<f64>().ok()? * factor;
    (value > 0.0 && value.is_finite()).then_some(value)
}

/// What the watch looks at besides memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watched {
    /// The program ends when a study does not that was told to stop; a session goes on.
    pub ends: bool,
    /// Longest time, where the program runs one study.
    pub time: Option<Duration>,
}

/// What a program that runs many cases does when it has to end: it may go on without the case to blame.
pub trait Survivor: Send + Sync {
    /// Told why; does not come back when the program goes on.
    fn ending(&self, code: &'static str, why: &str);
    /// Whether a case has run for longer than it may, and does not look at its limit.
    fn overdue(&self) -> bool;
}

static SURVIVOR: OnceLock<Box<dyn Survivor>> = OnceLock::new();

/// Has `survivor` told when the program has to end.
pub fn tell(survivor: Box<dyn Survivor>) {
    // One campaign per program.
    let _ = SURVIVOR.set(survivor);
}

/// How long after its limit of time a case may go on.
pub const LATENESS: Duration = GRACE;

/// Stops what runs in `world` when the program uses more memory than it may, and ends the program where being told to
/// stop has no effect.
pub fn watch(world: &Arc<Disk>, watched: Watched) {
    let world = world.clone();
    let (limit, addresses) = (memory::limit(), memory::most_addresses().filter(|most| *most > SMALL_ADDRESS_SPACE));
    guard::arm();
    let start = Instant::now();
    let look = move || {
        let mut late = 0;
        let mut asked: Option<Instant> = None;
        loop {
            std::thread::sleep(BETWEEN_LOOKS);
            if let Some(refused) = guard::refused() {
                let size = match refused.bytes {
                    0..1_000_000 => "memory has ended: a little more is".to_string(),
                    bytes => format!("{} more of memory are", memory::shown(bytes)),
                };
                end(&world, "R005", &format!("{size} needed and not there (--max-memory)"), refused.place);
            }
            if watched.ends && world.stop() == Some(Stop::Asked) {
                if asked.get_or_insert_with(Instant::now).elapsed() > GRACE {
                    end(
                        &world,
                        "R002",
                        "the run was stopped; files already written are complete, what was under way is lost",
                        None,
                    );
                }
            } else {
                asked = None;
            }
            if SURVIVOR.get().is_some_and(|survivor| survivor.overdue()) {
                end(&world, "R006", "the run was stopped: it takes longer than it may (--max-time)", None);
            }
            if watched.ends && watched.time.is_some_and(|time| start.elapsed() > time + GRACE) {
                end(&world, "R006", "the run was stopped: it takes longer than it may (--max-time)", None);
            }
            let used = memory::used();
            let full = addresses.is_some_and(|most| used.addresses > most / 16 * 15);
            if used.resident <= limit && !full {
                late = 0;
                continue;
            }
            world.cancel(Stop::Memory);
            late += 1;
            if late > PATIENCE || used.resident > limit.saturating_add(limit / BEYOND) {
                let (used, limit) = (memory::shown(used.resident), memory::shown(limit));
                end(&world, "R005", &format!("{used} of memory are used, the limit is {limit} (--max-memory)"), None);
            }
        }
    };
    // Without the watch the system's own limits remain.
    let _ = std::thread::Builder::new().name("memory".into()).spawn(look);
}

/// Ends the program, with its last words.
fn end(world: &Disk, code: &'static str, why: &str, place: Option<Place>) -> ! {
    let place = place.and_then(place::line_of);
    let at = place.as_ref().map_or(String::new(), |(file, line)| format!(" at {file}:{line}"));
    if let Some(survivor) = SURVIVOR.get() {
        survivor.ending(code, &format!("{code}{at}: {why}"));
    }
    let message = format!("ended{at}: {why} [{code}]");
    without_waiting(move || to_stderr(&message));
    crate::cli::report_on_abort::write_report_on_abort(code, why, place, world);
    crate::source::remove_temporaries();
    std::process::exit(i32::from(WRONG));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_are_read() {
        assert_eq!(bytes("500M"), Ok(500_000_000));
        assert_eq!(bytes("2.5gb"), Ok(2_500_000_000));
        assert_eq!(bytes("1000"), Ok(1000));
        assert!(["", "M", "-1G", "nan", "lots"].iter().all(|text| bytes(text).is_err()));
        assert_eq!(seconds("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(seconds("2h"), Ok(Duration::from_secs(7200)));
        assert!(["", "0", "1e300h", "inf"].iter().all(|text| seconds(text).is_err()));
    }
}
