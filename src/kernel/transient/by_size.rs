//! Loops over coordinates compiled apart: once for one coordinate, once for any number.
//!
//! A second way for speed: `benches/README.md` has what it gives.

/// Calls a function of the number of coordinates, its first argument, such that the compiler knows it where it is 1.
macro_rules! by_size {
    ($size:expr, $this:ident.$method:ident($($argument:expr),*)) => {
        match $size {
            1 => $this.$method(1, $($argument),*),
            n => $this.$method(n, $($argument),*),
        }
    };
}

/// Calls a method as `by_size` does; where there are several coordinates, with registers as wide as the processor's.
macro_rules! by_size_and_width {
    ($size:expr, $this:ident.$method:ident($($argument:expr),*)) => {
        match $size {
            1 => $this.$method(1, $($argument),*),
            n => $crate::simd::wide(
                #[inline(always)]
                || $this.$method(n, $($argument),*),
            ),
        }
    };
}

pub(super) use {by_size, by_size_and_width};
