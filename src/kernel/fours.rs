//! Four numbers at a time, for loops whose body is longer than a sum of products.
//!
//! What [`wide`](super::simd::wide) compiles is written with numbers, and the compiler finds out which go together. In long bodies
//! it finds pairs, or none. Loops that take [`Fours`] name the registers: on processors with AVX four numbers are one of them.
//! Nothing is fused and sums of four are added up in one order, so that all processors give the same bits.

use super::simd::Work;
#[cfg(target_arch = "x86_64")]
use super::simd::is_narrow;

/// Operations of one processor on four numbers.
pub trait Fours: Copy {
    type Four: Copy;

    fn splat(self, x: f64) -> Self::Four;
    fn load(self, x: &[f64; 4]) -> Self::Four;
    fn store(self, a: Self::Four, x: &mut [f64; 4]);
    fn add(self, a: Self::Four, b: Self::Four) -> Self::Four;
    fn sub(self, a: Self::Four, b: Self::Four) -> Self::Four;
    fn mul(self, a: Self::Four, b: Self::Four) -> Self::Four;
    /// `a` where `a < b`, else `b`.
    fn lower(self, a: Self::Four, b: Self::Four) -> Self::Four;
    /// 1 where `a < 0`, else 0.
    fn below_zero(self, a: Self::Four) -> Self::Four;
    /// `(a0 + a2) + (a1 + a3)`.
    fn total(self, a: Self::Four) -> f64;
    /// The lower of `lower(a0, a2)` and `lower(a1, a3)`.
    fn lowest(self, a: Self::Four) -> f64;
}

/// Work that is compiled for each kind of [`Fours`]: its `run` is `#[inline(always)]`.
pub trait FourWork {
    type Output;

    fn run<F: Fours>(self, fours: F) -> Self::Output;
}

/// Runs work with registers of four where this processor has them.
#[inline(always)]
pub fn run<W: FourWork>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if !is_narrow()
        && let Some(fours) = pulp::x86::V3::try_new()
    {
        let work = avx::Wide { fours, work };
        // Twice as many registers.
        return match pulp::x86::V4::try_new() {
            Some(more) => more.vectorize(work),
            None => fours.vectorize(work),
        };
    }
    Plainly(work).call()
}

/// Numbers in arrays: what the compiler makes of them.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

struct Plainly<W>(W);

impl<W: FourWork> Work for Plainly<W> {
    type Output = W::Output;

    #[inline(always)]
    fn call(self) -> W::Output {
        self.0.run(Plain)
    }
}

#[inline(always)]
fn each(a: [f64; 4], b: [f64; 4], f: impl Fn(f64, f64) -> f64) -> [f64; 4] {
    [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])]
}

#[inline(always)]
fn least(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

impl Fours for Plain {
    type Four = [f64; 4];

    #[inline(always)]
    fn splat(self, x: f64) -> [f64; 4] {
        [x; 4]
    }

    #[inline(always)]
    fn load(self, x: &[f64; 4]) -> [f64; 4] {
        *x
    }

    #[inline(always)]
    fn store(self, a: [f64; 4], x: &mut [f64; 4]) {
        *x = a;
    }

    #[inline(always)]
    fn add(self, a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
        each(a, b, |a, b| a + b)
    }

    #[inline(always)]
    fn sub(self, a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
        each(a, b, |a, b| a - b)
    }

    #[inline(always)]
    fn mul(self, a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
        each(a, b, |a, b| a * b)
    }

    #[inline(always)]
    fn lower(self, a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
        each(a, b, least)
    }

    #[inline(always)]
    fn below_zero(self, a: [f64; 4]) -> [f64; 4] {
        each(a, a, |a, _| if a < 0.0 { 1.0 } else { 0.0 })
    }

    #[inline(always)]
    fn total(self, a: [f64; 4]) -> f64 {
        (a[0] + a[2]) + (a[1] + a[3])
    }

    #[inline(always)]
    fn lowest(self, a: [f64; 4]) -> f64 {
        least(least(a[0], a[2]), least(a[1], a[3]))
    }
}

#[cfg(target_arch = "x86_64")]
mod avx {
    //! Registers of four numbers.

    use super::{FourWork, Fours, least};
    use pulp::x86::V3;
    use pulp::{NullaryFnOnce, Simd, cast, f64x2, f64x4};

    /// Work to be run with the registers of x86-64-v3 (AVX2, FMA).
    pub struct Wide<W> {
        pub fours: V3,
        pub work: W,
    }

    impl<W: FourWork> NullaryFnOnce for Wide<W> {
        type Output = W::Output;

        #[inline(always)]
        fn call(self) -> W::Output {
            self.work.run(self.fours)
        }
    }

    impl Fours for V3 {
        type Four = f64x4;

        #[inline(always)]
        fn splat(self, x: f64) -> f64x4 {
            Simd::splat_f64s(self, x)
        }

        #[inline(always)]
        fn load(self, x: &[f64; 4]) -> f64x4 {
            cast(*x)
        }

        #[inline(always)]
        fn store(self, a: f64x4, x: &mut [f64; 4]) {
            *x = cast(a);
        }

        #[inline(always)]
        fn add(self, a: f64x4, b: f64x4) -> f64x4 {
            Simd::add_f64s(self, a, b)
        }

        #[inline(always)]
        fn sub(self, a: f64x4, b: f64x4) -> f64x4 {
            Simd::sub_f64s(self, a, b)
        }

        #[inline(always)]
        fn mul(self, a: f64x4, b: f64x4) -> f64x4 {
            Simd::mul_f64s(self, a, b)
        }

        #[inline(always)]
        fn lower(self, a: f64x4, b: f64x4) -> f64x4 {
            Simd::min_f64s(self, a, b)
        }

        #[inline(always)]
        fn below_zero(self, a: f64x4) -> f64x4 {
            let (zero, one) = (Simd::splat_f64s(self, 0.0), Simd::splat_f64s(self, 1.0));
            Simd::select_f64s(self, Simd::less_than_f64s(self, a, zero), one, zero)
        }

        #[inline(always)]
        fn total(self, a: f64x4) -> f64 {
            let [low, high]: [f64x2; 2] = cast(a);
            let f64x2(even, odd) = self.add_f64x2(low, high);
            even + odd
        }

        #[inline(always)]
        fn lowest(self, a: f64x4) -> f64 {
            let [low, high]: [f64x2; 2] = cast(a);
            let (f64x2(a0, a1), f64x2(a2, a3)) = (low, high);
            least(least(a0, a2), least(a1, a3))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All operations on some numbers.
    struct Sample<'a>(&'a [[f64; 4]]);

    impl FourWork for Sample<'_> {
        type Output = Vec<f64>;

        #[inline(always)]
        fn run<F: Fours>(self, f: F) -> Vec<f64> {
            let mut found = Vec::new();
            for pair in self.0.windows(2) {
                let (a, b) = (f.load(&pair[0]), f.load(&pair[1]));
                let tenth = f.splat(0.1);
                for four in
                    [f.add(a, f.mul(tenth, b)), f.sub(a, b), f.lower(a, b), f.lower(b, f.splat(0.0)), f.below_zero(a)]
                {
                    let mut numbers = [0.0; 4];
                    f.store(four, &mut numbers);
                    found.extend(numbers);
                    found.extend([f.total(four), f.lowest(four)]);
                }
            }
            found
        }
    }

    #[test]
    fn all_registers_give_the_same_bits() {
        let sample: Vec<[f64; 4]> = (0..50)
            .map(|i| [0, 1, 2, 3].map(|j| libm::sin(f64::from(i * i + 7 * j)) / (1.0 + f64::from(i % 7))))
            .chain([[0.0, -0.0, f64::NAN, f64::INFINITY], [-0.0, 0.0, 1.0, -1.0], [f64::NAN, 2.0, f64::NAN, 1.0]])
            .collect();
        let bits = |values: Vec<f64>| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        let (here, plain) = (bits(run(Sample(&sample))), bits(Sample(&sample).run(Plain)));
        assert_eq!(here.len(), plain.len());
        for (i, (a, b)) in here.iter().zip(&plain).enumerate() {
            let (a, b) = (f64::from_bits(*a), f64::from_bits(*b));
            // Which of two NaNs a sum takes is not said.
            assert!(a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(), "{i}: {a} and {b}");
        }
    }
}
