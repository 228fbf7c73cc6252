//! Time from the start of the process to the verdict of `examples/first_steps`.
//!
//! Run with `cargo bench --bench startup`; it starts the program built with the same profile.
#![allow(clippy::unwrap_used)]

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const RUNS: usize = 40;

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
}
