//! The response of modes to a random excitation: a matrix of 50 x 50 at 4,000 frequencies, beside NumPy.
//!
//! Columns: rows of the matrix, frequencies, milliseconds (the fastest of five), microseconds per frequency, and the time of
//! `spectra.py` (the same product by `matmul` over all frequencies) over ours, the median of five pairs run one after the other,
//! where `python3` (or the program named by STICKSLIP_PYTHON) has NumPy. The cost is linear in the frequencies: the last column
//! but one says so. Times are those of processors where the system tells them (Linux), so that other programs count little.
//!
//! Run with `cargo bench --bench spectra`; a number after `--` is that of threads.
#![allow(clippy::unwrap_used)]

use std::hint::black_box;
use std::process::Command;
use std::sync::LazyLock;
use std::time::Instant;

use num_complex::Complex64;
use stickslip::kernel::random::{Motion, Oscillator, Spectra, modal_response};

fn excitation(n: usize, points: usize) -> Spectra {
    let frequencies: Vec<f64> = (0..points).map(|k| k as f64 * (40.0 / points as f64) + 1e-3).collect();
    let turned = |i: usize, r: usize| {
        let angle = 0.3 * ((i + 1) * (r + 1)) as f64;
        Complex64::new(libm::cos(angle), libm::sin(angle))
    };
    let base = |i: usize, j: usize| (0..3).fold(Complex64::ZERO, |s, r| s + turned(i, r) * turned(j, r).conj());
    let term = |(i, j): (usize, usize)| {
        let own = if i == j { 1.0 } else { 0.0 };
        frequencies.iter().map(|f| base(i, j) * (1.0 + f / 40.0) + own).collect()
    };
    let terms = Spectra::pairs(n).map(term).collect();
    Spectra { size: n, frequencies, terms }
}

fn main() {
    let threads = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    println!(
        "{threads} thread(s)\n{:>6} {:>12} {:>10} {:>14} {:>12}",
        "rows", "frequencies", "ms", "us/frequency", "numpy/ours"
    );
    for (n, points) in [(50, 1_000), (50, 2_000), (50, 4_000), (10, 4_000)] {
        let given = excitation(n, points);
        let modes: Vec<Oscillator> =
            (0..n).map(|k| Oscillator { frequency: 1.0 + 0.7 * k as f64, damping: 0.02 }).collect();
        let shares: Vec<f64> = (0..n * n).map(|k| libm::sin(0.7 * ((k / n + 1) * (k % n + 1)) as f64) / 3.0).collect();
        let motion = Motion { response: 0, imposed: None };
        let mut best = f64::INFINITY;
        let mut ratios = Vec::new();
        for _ in 0..5 {
            let start = processor();
            let response = black_box(pool.install(|| modal_response(&given, &modes, &shares, motion)));
            let own = processor() - start;
            best = best.min(own);
            let density: Vec<f64> = response.terms[0].iter().map(|z| z.re).collect();
            let variance = 0.5 * stickslip::kernel::random::moment(&given.frequencies, &density, 0);
            ratios.extend(numpy(n, points, variance, threads).map(|seconds| seconds / own));
        }
        ratios.sort_by(f64::total_cmp);
        let ratio = ratios.get(ratios.len() / 2).map_or("-".to_string(), |ratio| format!("{ratio:.2}"));
        println!("{n:>6} {points:>12} {:>10.1} {:>14.2} {ratio:>12}", best * 1e3, best * 1e6 / points as f64);
    }
}

/// Seconds that processors have worked for this program; those since the start where the system does not tell.
fn processor() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let tasks = std::fs::read_dir("/proc/self/task").ok();
    let worked = |task: std::fs::DirEntry| {
        let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<f64>().ok()
    };
    let all = tasks.map(|tasks| tasks.flatten().filter_map(worked).sum::<f64>()).filter(|total| *total > 0.0);
    all.map_or_else(|| START.elapsed().as_secs_f64(), |nanoseconds| nanoseconds * 1e-9)
}

/// Seconds of the same with NumPy; `None` where it cannot run. Fails where the two disagree.
fn numpy(n: usize, points: usize, variance: f64, threads: usize) -> Option<f64> {
    let program = std::env::var("STICKSLIP_PYTHON").unwrap_or("python3".into());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/spectra.py");
    let mut command = Command::new(program);
    command.arg(script).args([n.to_string(), points.to_string()]);
    for name in ["OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"] {
        command.env(name, threads.to_string());
    }
    let text = String::from_utf8(command.output().ok()?.stdout).ok()?;
    let mut words = text.split_whitespace().map(|word| word.parse::<f64>());
    let (found, seconds) = (words.next()?.ok()?, words.next()?.ok()?);
    assert!((found / variance - 1.0).abs() < 1e-10, "{found} and {variance}");
    Some(seconds)
}
