//! The same code for wider registers.
//!
//! A program for all machines may use what the oldest of them has: two numbers at a time. [`wide`] compiles what it
//! is given a second time, for processors that take four (AVX), and asks once which of the two may run. Nothing but
//! the width differs: sums are written in eight parts (see [`super::interaction`]), and no product is fused with a
//! sum, so that both give the same bits.

use std::sync::atomic::{AtomicBool, Ordering};

/// Work compiled for each width: a closure, or a type whose `call` is `#[inline(always)]` where the body is so long that
/// the compiler would leave it out of line, and so narrow.
pub use pulp::NullaryFnOnce as Work;

/// Whether wider registers are left alone although the processor has them.
static NARROW: AtomicBool = AtomicBool::new(false);

/// From now on only registers that all processors have are used: the same bits, more slowly.
pub fn stay_narrow() {
    NARROW.store(true, Ordering::Relaxed);
}

/// Runs `work` as it was compiled for this processor: itself and what is inlined in it.
#[inline(always)]
pub fn wide<R>(work: impl Work<Output = R>) -> R {
    let arch = if NARROW.load(Ordering::Relaxed) { pulp::Arch::Scalar } else { pulp::Arch::new() };
    arch.dispatch(work)
}

#[cfg(test)]
mod tests {
    use super::wide;

    #[test]
    fn both_ways_give_the_same_bits() {
        let x: Vec<f64> = (1..60).map(|i| 1.0 / f64::from(i)).collect();
        let sums = || {
            let mut parts = [0.0; 8];
            for (i, x) in x.iter().enumerate() {
                parts[i % 8] += 0.1 * x + x * x;
            }
            parts
        };
        assert_eq!(wide(sums), sums());
    }
}
