//! What the benches share: the processor's clock of one thread, and the best rate of several samples.

use std::time::Instant;

/// Seconds this thread has had the processor, so that what else runs on the machine does not count; elapsed time since
/// `origin` where the system does not tell.
pub fn clock(origin: Instant) -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    match text.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()) {
        Some(ns) => ns * 1e-9,
        None => origin.elapsed().as_secs_f64(),
    }
}

/// Best of some samples, in steps per second: each sample long enough for a clock that advances by 4 ms.
#[allow(dead_code, reason = "not every bench counts steps")]
pub fn rate(samples: usize, steps: u64, mut work: impl FnMut()) -> f64 {
    let origin = Instant::now();
    let mut once = || {
        let start = clock(origin);
        work();
        steps as f64 / (clock(origin) - start)
    };
    (0..samples).map(|_| once()).fold(0.0, f64::max)
}
