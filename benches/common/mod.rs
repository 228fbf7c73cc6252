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

/// Bytes per second at which the machine writes memory that it has not given before: arrays as long as those of the columns of a
/// run, all of which stay.
#[allow(dead_code, reason = "not every bench keeps states")]
pub fn new_memory_rate(samples: usize) -> f64 {
    const NUMBERS: usize = 1 << 13;
    const ARRAYS: usize = 1 << 10;
    let mut arrays = Vec::new();
    rate(samples, (8 * NUMBERS * ARRAYS) as u64, || {
        arrays.extend((0..ARRAYS).map(|_| std::hint::black_box(vec![0.7_f64; NUMBERS])));
    })
}
