//! Limits of memory and time: how they are written, and the watch over the memory that is used.

use std::sync::Arc;
use std::time::Duration;

use super::console::to_stderr;
use super::run::WRONG;
use crate::source::{Disk, Stop, memory};

/// Between two looks at the memory used.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
/// Looks after which a run that was told to stop and does not is ended.
const PATIENCE: usize = 150;
/// Part of the limit beyond it at which the program ends at once.
const BEYOND: u64 = 4;

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

/// Stops what runs in `world` when the program uses more memory than it may; ends it when that has no effect.
pub fn watch(world: &Arc<Disk>) {
    let world = world.clone();
    let limit = memory::limit();
    let look = move || {
        let mut late = 0;
        loop {
            std::thread::sleep(BETWEEN_LOOKS);
            let used = memory::used().resident;
            if used <= limit {
                late = 0;
                continue;
            }
            world.cancel(Stop::Memory);
            late += 1;
            if late > PATIENCE || used > limit.saturating_add(limit / BEYOND) {
                let (used, limit) = (memory::shown(used), memory::shown(limit));
                let why = format!("ended: {used} of memory are used, the limit is {limit} (--max-memory)");
                to_stderr(&why);
                super::run::write_last_words(&why, &*world);
                std::process::exit(i32::from(WRONG));
            }
        }
    };
    // Without the watch the system's own limits remain.
    let _ = std::thread::Builder::new().name("memory".into()).spawn(look);
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
