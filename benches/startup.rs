//! Time from the start of the process to the verdict of `examples/first_steps`.
//!
//! Run with `cargo bench --bench startup`; it starts the program built with the same profile.
#![allow(clippy::unwrap_used)]

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const RUNS: usize = 40;
const ROUNDS: usize = 5;
/// Processor time from start to verdict that is aimed at.
const LIMIT_MS: f64 = 4.0;

fn main() {
    let program = env!("CARGO_BIN_EXE_stickslip");
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/first_steps");
    let time = |arguments: &[&str]| -> (Duration, Duration) {
        let mut times: Vec<Duration> = (0..RUNS)
            .map(|_| {
                let start = Instant::now();
                let status = Command::new(program)
                    .args(arguments)
                    .current_dir(root)
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .status()
                    .unwrap();
                let elapsed = start.elapsed();
                assert!(status.success(), "{arguments:?} ended with {status}");
                elapsed
            })
            .collect();
        times.sort();
        (times[0], times[RUNS / 2])
    };
    let (best_empty, empty) = time(&["--version"]);
    let (best, median) = time(&["run", "first_steps.comm", "--quiet"]);
    let ms = |d: Duration| d.as_secs_f64() * 1e3;
    println!("process alone      best {:6.2} ms   median {:6.2} ms", ms(best_empty), ms(empty));
    println!("start to verdict   best {:6.2} ms   median {:6.2} ms", ms(best), ms(median));
    println!("ratio of medians   {:.2}", ms(median) / ms(empty));
    // Ended children are counted in hundredths of a second: all runs of a round together.
    let round = || {
        let before = children_seconds()?;
        time(&["run", "first_steps.comm", "--quiet"]);
        Some((children_seconds()? - before) * 1e3 / RUNS as f64)
    };
    if let Some(processor) = (0..ROUNDS).filter_map(|_| round()).reduce(f64::min) {
        println!(
            "start to verdict   {processor:6.2} ms of processor time   limit {LIMIT_MS} ms   ratio {:.2}",
            processor / LIMIT_MS
        );
    }
}

/// Processor seconds of children that have ended; `None` where the system does not tell.
fn children_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut fields = text.rsplit(')').next()?.split_whitespace().skip(13);
    Some(0.01 * (fields.next()?.parse::<f64>().ok()? + fields.next()?.parse::<f64>().ok()?))
}
