//! Code compiled again for wider registers.
//!
//! A program for all machines may use what the oldest of them has: two numbers at a time. [`wide`] compiles what it
//! is given a second time, for processors that take four (AVX), and asks once which of the two may run. Nothing but
//! the width differs: sums are written in eight parts (see [`super::interaction`]), and no product is fused with a
//! sum, so that both give the same bits.
//!
//! A second way for speed: `benches/README.md` has what it gives.

use std::sync::atomic::{AtomicBool, Ordering};

/// Work compiled for each width: a type whose `call` is `#[inline(always)]`.
pub use pulp::NullaryFnOnce as Work;

/// True where wider registers are left alone although the processor has them.
static NARROW: AtomicBool = AtomicBool::new(false);

/// From now on only registers that all processors have are used: the same bits, more slowly.
pub fn stay_narrow() {
    NARROW.store(true, Ordering::Relaxed);
}

/// Tells whether only registers that all processors have are used.
pub fn is_narrow() -> bool {
    NARROW.load(Ordering::Relaxed)
}

/// Runs a closure as it was compiled for this processor: itself, if it is `#[inline(always)]`, and what is inlined in it.
#[inline(always)]
pub fn wide<R>(body: impl FnMut() -> R) -> R {
    wide_work(Body(body))
}

/// A closure called by reference. Called by value it goes through a function made by the compiler, which nothing can
/// ask to be inlined: left out of line, it is narrow.
struct Body<F>(F);

impl<R, F: FnMut() -> R> Work for Body<F> {
    type Output = R;

    #[inline(always)]
    fn call(mut self) -> R {
        (self.0)()
    }
}

/// [`wide`] for work that has a type of its own.
#[inline(always)]
pub fn wide_work<R>(work: impl Work<Output = R>) -> R {
    #[cfg(target_arch = "x86_64")]
    if !is_narrow()
        && let Some(wide) = pulp::x86::V3::try_new()
    {
        return wide.vectorize(work);
    }
    work.call()
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
