//! Memory the program may use, and whether there is room for what is about to be asked. Figures come from the system
//! where it gives them (Linux); elsewhere only a limit that was set counts.

use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The option that sets the limit, which every message about memory names.
pub const OPTION: &str = "--max-memory";

/// Requests below this are not looked at.
const SMALL: u64 = 16 << 20;
/// Part of the free memory that is taken when no limit is given.
const SHARE: f64 = 0.9;

/// Bytes; 0: none was set.
static LIMIT: AtomicU64 = AtomicU64::new(0);

/// Memory that is not there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shortage {
    pub asked: u64,
    pub left: u64,
    pub limit: u64,
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (asked, left, limit) = (shown(self.asked), shown(self.left), shown(self.limit));
        write!(f, "it needs {asked} of memory and {left} of {limit} are left ({OPTION} sets the limit)")
    }
}

impl std::error::Error for Shortage {}

/// `512 MB`, `1.5 GB`
pub fn shown(bytes: u64) -> String {
    let megabytes = bytes as f64 / 1e6;
    if megabytes < 999.5 { format!("{megabytes:.0} MB") } else { format!("{:.1} GB", megabytes / 1e3) }
}

/// Sets the limit in bytes.
pub fn set_limit(bytes: u64) {
    LIMIT.store(bytes.max(1), Ordering::Relaxed);
}

/// The limit that was set.
pub fn limit_set() -> Option<u64> {
    Some(LIMIT.load(Ordering::Relaxed)).filter(|limit| *limit > 0)
}

/// The limit set, or nine tenths of what was free when the program was first asked.
pub fn limit() -> u64 {
    static FREE: OnceLock<u64> = OnceLock::new();
    match LIMIT.load(Ordering::Relaxed) {
        0 => *FREE.get_or_init(|| free().map_or(u64::MAX, |free| (free as f64 * SHARE) as u64 + used().resident)),
        set => set,
    }
}

/// What the program occupies, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Used {
    /// Addresses, those reserved and never touched included.
    pub addresses: u64,
    pub resident: u64,
}

pub fn used() -> Used {
    used_by("self")
}

/// Resident bytes of another process; 0 where the system does not say.
pub fn resident_of(process: u32) -> u64 {
    used_by(&process.to_string()).resident
}

fn used_by(process: &str) -> Used {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let mut pages = text.split_whitespace().map(|word| word.parse::<u64>().unwrap_or(0) * PAGE);
    Used { addresses: pages.next().unwrap_or(0), resident: pages.next().unwrap_or(0) }
}

/// Whether there is room for so many bytes beside what is there.
pub fn ask(bytes: u64) -> Result<(), Shortage> {
    if bytes < SMALL {
        return Ok(());
    }
    let (used, limit) = (used(), limit());
    let mut left = limit.saturating_sub(used.resident);
    if let Some(most) = most_addresses() {
        left = left.min(most.saturating_sub(used.addresses));
    }
    if bytes <= left { Ok(()) } else { Err(Shortage { asked: bytes, left, limit }) }
}

/// Room for `count` items of `size` bytes.
pub fn ask_items(count: usize, size: usize) -> Result<(), Shortage> {
    ask((count as u64).saturating_mul(size as u64))
}

/// A quarter of the memory that is free now, for what is kept only to save time.
pub fn quarter() -> u64 {
    // Where the system does not say.
    const SOME: u64 = 1 << 30;
    match limit() {
        u64::MAX => SOME / 4,
        limit => limit.saturating_sub(used().resident) / 4,
    }
}

/// Memory nobody uses, within what the program's group of processes may have.
fn free() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
    let free = line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024;
    let number = |path: &str| std::fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let group = |most: &str, now: &str| Some(number(most)?.saturating_sub(number(now)?));
    let version_2 = group("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current");
    let version_1 = group("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes");
    Some(free.min(version_2.or(version_1).unwrap_or(u64::MAX)))
}

/// `ulimit -v`, in bytes.
pub fn most_addresses() -> Option<u64> {
    static MOST: OnceLock<Option<u64>> = OnceLock::new();
    *MOST.get_or_init(|| {
        let text = std::fs::read_to_string("/proc/self/limits").ok()?;
        let line = text.lines().find(|line| line.starts_with("Max address space"))?;
        line.split_whitespace().nth(3)?.parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_there_is_refused_with_its_size() {
        assert_eq!(ask(1000), Ok(()));
        let refused = ask_items(100_000_000_000, 48).unwrap_err();
        assert_eq!(refused.asked, 4_800_000_000_000);
        assert!(refused.to_string().contains("4800.0 GB"), "{refused}");
        assert!(ask_items(usize::MAX, 48).is_err());
    }
}
