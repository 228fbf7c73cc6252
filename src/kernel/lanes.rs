//! Eight numbers at a time, for the loops that multiply rows.
//!
//! What [`wide`](super::simd::wide) compiles is written with numbers, and the compiler finds out which go together. It
//! does so well for registers of four, and badly for registers of eight. Loops that take [`Lanes`] name the registers
//! instead: on processors with registers of eight (AVX-512) a block is one of them, on those with registers of four (AVX2) two.
//! Products are not fused with sums and each of the eight parts is added up by itself, so that all give the same bits.

#[cfg(target_arch = "x86_64")]
use super::simd::is_narrow;

/// Eight numbers, aligned as processors like it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(64))]
pub struct Block(pub [f64; 8]);

impl Block {
    /// True where all eight numbers are 0.
    pub fn is_zero(&self) -> bool {
        self.0 == [0.0; 8]
    }
}

/// Operations of one processor on eight numbers.
pub trait Lanes: Copy {
    /// Eight sums under way.
    type Parts: Copy;
    /// Registers hold eight numbers: four rows at a time keep them busy, two otherwise.
    const LONG: bool;

    fn zero(self) -> Self::Parts;
    fn load(self, x: &[f64; 8]) -> Self::Parts;
    fn store(self, parts: Self::Parts, x: &mut [f64; 8]);
    /// Adds the products with eight numbers, each to its part.
    fn accumulate(self, parts: &mut Self::Parts, a: &[f64; 8], b: &[f64; 8]);
    /// Adds `f a`.
    fn add_scaled(self, parts: &mut Self::Parts, f: f64, a: &[f64; 8]);
    fn add(self, a: Self::Parts, b: Self::Parts) -> Self::Parts;
    fn subtract(self, a: Self::Parts, b: Self::Parts) -> Self::Parts;
    fn multiply(self, a: Self::Parts, b: Self::Parts) -> Self::Parts;
    /// The larger of each two; the second where one is not a number.
    fn largest(self, a: Self::Parts, b: Self::Parts) -> Self::Parts;
    /// A bit for each number above 0.
    fn above_zero(self, parts: Self::Parts) -> u32;
    /// The eight parts added up: `((0 + 4) + (2 + 6)) + ((1 + 5) + (3 + 7))`.
    fn total(self, parts: Self::Parts) -> f64;
    /// Runs a closure, which is `#[inline(always)]`, as compiled for this processor.
    fn apart<R>(self, body: impl FnMut() -> R) -> R;
}

/// Work that is compiled for each kind of [`Lanes`]: its `run` is `#[inline(always)]`.
pub trait LaneWork {
    type Output;

    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// Runs work with the longest registers that this processor has.
#[inline(always)]
pub fn run<W: LaneWork>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if !is_narrow() {
        if let Some(lanes) = pulp::x86::V4::try_new() {
            return lanes.vectorize(named::Named { lanes, work });
        }
        if let Some(lanes) = pulp::x86::V3::try_new() {
            return lanes.vectorize(named::Named { lanes, work });
        }
    }
    work.run(Plain)
}

/// Numbers in arrays: what the compiler makes of them.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl Lanes for Plain {
    type Parts = Block;
    const LONG: bool = false;

    #[inline(always)]
    fn zero(self) -> Block {
        Block::default()
    }

    #[inline(always)]
    fn load(self, x: &[f64; 8]) -> Block {
        Block(*x)
    }

    #[inline(always)]
    fn store(self, parts: Block, x: &mut [f64; 8]) {
        *x = parts.0;
    }

    #[inline(always)]
    fn accumulate(self, parts: &mut Block, a: &[f64; 8], b: &[f64; 8]) {
        for k in 0..8 {
            parts.0[k] += a[k] * b[k];
        }
    }

    #[inline(always)]
    fn add_scaled(self, parts: &mut Block, f: f64, a: &[f64; 8]) {
        for k in 0..8 {
            parts.0[k] += f * a[k];
        }
    }

    #[inline(always)]
    fn add(self, a: Block, b: Block) -> Block {
        Block(std::array::from_fn(|k| a.0[k] + b.0[k]))
    }

    #[inline(always)]
    fn subtract(self, a: Block, b: Block) -> Block {
        Block(std::array::from_fn(|k| a.0[k] - b.0[k]))
    }

    #[inline(always)]
    fn multiply(self, a: Block, b: Block) -> Block {
        Block(std::array::from_fn(|k| a.0[k] * b.0[k]))
    }

    #[inline(always)]
    fn largest(self, a: Block, b: Block) -> Block {
        Block(std::array::from_fn(|k| if a.0[k] > b.0[k] { a.0[k] } else { b.0[k] }))
    }

    #[inline(always)]
    fn above_zero(self, Block(s): Block) -> u32 {
        (0..8).map(|k| u32::from(s[k] > 0.0) << k).sum()
    }

    #[inline(always)]
    fn total(self, Block(s): Block) -> f64 {
        ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
    }

    #[inline(always)]
    fn apart<R>(self, mut body: impl FnMut() -> R) -> R {
        body()
    }
}

#[cfg(target_arch = "x86_64")]
mod named {
    //! Registers of eight numbers, and of four.

    use super::{LaneWork, Lanes};
    use pulp::x86::{V3, V4};
    use pulp::{NullaryFnOnce, Simd, cast, f64x2, f64x4, f64x8};

    /// Work to be run with the registers of x86-64-v4 (AVX-512) or x86-64-v3 (AVX2).
    pub struct Named<L, W> {
        pub lanes: L,
        pub work: W,
    }

    impl<L: Lanes, W: LaneWork> NullaryFnOnce for Named<L, W> {
        type Output = W::Output;

        #[inline(always)]
        fn call(self) -> W::Output {
            self.work.run(self.lanes)
        }
    }

    struct Body<F>(F);

    impl<R, F: FnMut() -> R> NullaryFnOnce for Body<F> {
        type Output = R;

        #[inline(always)]
        fn call(mut self) -> R {
            (self.0)()
        }
    }

    impl Lanes for V4 {
        type Parts = f64x8;
        const LONG: bool = true;

        #[inline(always)]
        fn zero(self) -> f64x8 {
            Simd::splat_f64s(self, 0.0)
        }

        #[inline(always)]
        fn load(self, x: &[f64; 8]) -> f64x8 {
            cast(*x)
        }

        #[inline(always)]
        fn store(self, parts: f64x8, x: &mut [f64; 8]) {
            *x = cast(parts);
        }

        #[inline(always)]
        fn accumulate(self, parts: &mut f64x8, a: &[f64; 8], b: &[f64; 8]) {
            *parts = Simd::add_f64s(self, *parts, Simd::mul_f64s(self, cast(*a), cast(*b)));
        }

        #[inline(always)]
        fn add_scaled(self, parts: &mut f64x8, f: f64, a: &[f64; 8]) {
            *parts = Simd::add_f64s(self, *parts, Simd::mul_f64s(self, Simd::splat_f64s(self, f), cast(*a)));
        }

        #[inline(always)]
        fn add(self, a: f64x8, b: f64x8) -> f64x8 {
            Simd::add_f64s(self, a, b)
        }

        #[inline(always)]
        fn subtract(self, a: f64x8, b: f64x8) -> f64x8 {
            Simd::sub_f64s(self, a, b)
        }

        #[inline(always)]
        fn multiply(self, a: f64x8, b: f64x8) -> f64x8 {
            Simd::mul_f64s(self, a, b)
        }

        #[inline(always)]
        fn largest(self, a: f64x8, b: f64x8) -> f64x8 {
            Simd::max_f64s(self, a, b)
        }

        #[inline(always)]
        fn above_zero(self, parts: f64x8) -> u32 {
            u32::from(Simd::greater_than_f64s(self, parts, self.zero()).0)
        }

        #[inline(always)]
        fn total(self, parts: f64x8) -> f64 {
            let [low, high]: [f64x4; 2] = cast(parts);
            let [low, high]: [f64x2; 2] = cast(self.add_f64x4(low, high));
            let f64x2(even, odd) = self.add_f64x2(low, high);
            even + odd
        }

        #[inline(always)]
        fn apart<R>(self, body: impl FnMut() -> R) -> R {
            self.vectorize(Body(body))
        }
    }

    impl Lanes for V3 {
        type Parts = [f64x4; 2];
        const LONG: bool = false;

        #[inline(always)]
        fn zero(self) -> [f64x4; 2] {
            [Simd::splat_f64s(self, 0.0); 2]
        }

        #[inline(always)]
        fn load(self, x: &[f64; 8]) -> [f64x4; 2] {
            cast(*x)
        }

        #[inline(always)]
        fn store(self, parts: [f64x4; 2], x: &mut [f64; 8]) {
            *x = cast(parts);
        }

        #[inline(always)]
        fn accumulate(self, [low, high]: &mut [f64x4; 2], a: &[f64; 8], b: &[f64; 8]) {
            let ([a_low, a_high], [b_low, b_high]): ([f64x4; 2], [f64x4; 2]) = (cast(*a), cast(*b));
            *low = Simd::add_f64s(self, *low, Simd::mul_f64s(self, a_low, b_low));
            *high = Simd::add_f64s(self, *high, Simd::mul_f64s(self, a_high, b_high));
        }

        #[inline(always)]
        fn add_scaled(self, [low, high]: &mut [f64x4; 2], f: f64, a: &[f64; 8]) {
            let ([a_low, a_high], f): ([f64x4; 2], f64x4) = (cast(*a), Simd::splat_f64s(self, f));
            *low = Simd::add_f64s(self, *low, Simd::mul_f64s(self, f, a_low));
            *high = Simd::add_f64s(self, *high, Simd::mul_f64s(self, f, a_high));
        }

        #[inline(always)]
        fn add(self, [a, b]: [f64x4; 2], [c, d]: [f64x4; 2]) -> [f64x4; 2] {
            [Simd::add_f64s(self, a, c), Simd::add_f64s(self, b, d)]
        }

        #[inline(always)]
        fn subtract(self, [a, b]: [f64x4; 2], [c, d]: [f64x4; 2]) -> [f64x4; 2] {
            [Simd::sub_f64s(self, a, c), Simd::sub_f64s(self, b, d)]
        }

        #[inline(always)]
        fn multiply(self, [a, b]: [f64x4; 2], [c, d]: [f64x4; 2]) -> [f64x4; 2] {
            [Simd::mul_f64s(self, a, c), Simd::mul_f64s(self, b, d)]
        }

        #[inline(always)]
        fn largest(self, [a, b]: [f64x4; 2], [c, d]: [f64x4; 2]) -> [f64x4; 2] {
            [Simd::max_f64s(self, a, c), Simd::max_f64s(self, b, d)]
        }

        #[inline(always)]
        fn above_zero(self, parts: [f64x4; 2]) -> u32 {
            let zero = Simd::splat_f64s(self, 0.0);
            let bits = parts.map(
                #[inline(always)]
                |part| self.avx._mm256_movemask_pd(cast(Simd::greater_than_f64s(self, part, zero))).cast_unsigned(),
            );
            bits[0] | bits[1] << 4
        }

        #[inline(always)]
        fn total(self, [low, high]: [f64x4; 2]) -> f64 {
            let halves: [f64x2; 2] = cast(Simd::add_f64s(self, low, high));
            let pair = self.add_f64x2(halves[0], halves[1]);
            pair.0 + pair.1
        }

        #[inline(always)]
        fn apart<R>(self, body: impl FnMut() -> R) -> R {
            self.vectorize(Body(body))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sum, the numbers pushed, and which of some are positive, with whatever registers there are.
    struct Both([f64; 8], [f64; 8]);

    impl LaneWork for Both {
        type Output = (f64, [f64; 8], u32);

        fn run<L: Lanes>(self, lanes: L) -> Self::Output {
            let (mut parts, mut pushed) = (lanes.load(&self.1), lanes.load(&self.0));
            lanes.accumulate(&mut parts, &self.0, &self.1);
            lanes.add_scaled(&mut pushed, 0.1, &self.1);
            let mut numbers = [0.0; 8];
            lanes.store(pushed, &mut numbers);
            let apart = lanes.largest(lanes.multiply(parts, pushed), lanes.subtract(lanes.add(parts, pushed), parts));
            (lanes.total(parts), numbers, lanes.above_zero(lanes.subtract(apart, lanes.load(&[0.1; 8]))))
        }
    }

    #[test]
    fn all_lanes_give_the_same_bits() {
        let x = std::array::from_fn(|i| 1.0 / (3.0 + i as f64));
        let y = std::array::from_fn(|i| 0.7 - 0.3 * i as f64);
        assert_eq!(run(Both(x, y)), Both(x, y).run(Plain));
        #[cfg(target_arch = "x86_64")]
        if let Some(lanes) = pulp::x86::V3::try_new() {
            assert_eq!(lanes.vectorize(named::Named { lanes, work: Both(x, y) }), Both(x, y).run(Plain));
        }
        let sum: f64 = x.iter().zip(&y).map(|(x, y)| y + x * y).sum();
        assert!((run(Both(x, y)).0 - sum).abs() < 1e-14);
    }
}
