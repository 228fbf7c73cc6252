//! Eight or four numbers at a time: eight for loops that multiply rows, four for loops whose body is longer than a sum of products.
//!
//! What [`wide`](super::simd::wide) compiles is written with numbers, and the compiler finds out which go together. It
//! does so well for registers of four, badly for registers of eight and in long bodies. Loops that take [`Lanes`] name the registers
//! instead: on processors with registers of eight (AVX-512) eight numbers are one of them, on those with registers of four (AVX2) two.
//! Products are not fused with sums, each part is added up by itself and parts are added up in one order, so that all
//! give the same bits.
//!
//! A second way for speed: `benches/README.md` has what it gives.

#[cfg(target_arch = "x86_64")]
mod registers;

#[cfg(target_arch = "x86_64")]
use super::simd::is_narrow;

/// Registers of processors for `N` numbers.
pub trait Registers<const N: usize> {
    /// Those of processors with registers of eight.
    #[cfg(target_arch = "x86_64")]
    fn long(lanes: pulp::x86::V4) -> impl Lanes<N>;

    /// Those of processors with registers of four.
    #[cfg(target_arch = "x86_64")]
    fn short(lanes: pulp::x86::V3) -> impl Lanes<N>;
}

/// The processors this program is made for.
pub struct Processor;

#[cfg(not(target_arch = "x86_64"))]
impl<const N: usize> Registers<N> for Processor {}

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

/// Operations of one processor on `N` numbers, eight or four.
pub trait Lanes<const N: usize = 8>: Copy {
    /// The numbers under way.
    type Parts: Copy;
    /// Registers hold eight numbers: four rows at a time keep them busy, two otherwise.
    const LONG: bool;

    fn splat(self, x: f64) -> Self::Parts;
    fn load(self, x: &[f64; N]) -> Self::Parts;
    fn store(self, parts: Self::Parts, x: &mut [f64; N]);
    fn add(self, a: Self::Parts, b: Self::Parts) -> Self::Parts;
    fn subtract(self, a: Self::Parts, b: Self::Parts) -> Self::Parts;
    fn multiply(self, a: Self::Parts, b: Self::Parts) -> Self::Parts;
    /// The larger of each two; the second where one is not a number.
    fn larger(self, a: Self::Parts, b: Self::Parts) -> Self::Parts;
    /// The lower of each two; the second where one is not a number.
    fn lower(self, a: Self::Parts, b: Self::Parts) -> Self::Parts;
    /// 1 where a number is below 0, else 0.
    fn below_zero(self, parts: Self::Parts) -> Self::Parts;
    /// A bit for each number above 0.
    fn above_zero(self, parts: Self::Parts) -> u32;
    /// The parts added up by halves: `((0 + 4) + (2 + 6)) + ((1 + 5) + (3 + 7))`, `(0 + 2) + (1 + 3)`.
    fn total(self, parts: Self::Parts) -> f64;
    /// The lowest of the parts, by halves as well.
    fn lowest(self, parts: Self::Parts) -> f64;
    /// Runs a closure, which is `#[inline(always)]`, as compiled for this processor.
    fn apart<R>(self, body: impl FnMut() -> R) -> R;

    #[inline(always)]
    fn zero(self) -> Self::Parts {
        self.splat(0.0)
    }

    /// Adds the products with some numbers, each to its part.
    #[inline(always)]
    fn accumulate(self, parts: &mut Self::Parts, a: &[f64; N], b: &[f64; N]) {
        *parts = self.add(*parts, self.multiply(self.load(a), self.load(b)));
    }

    /// Adds `f a`.
    #[inline(always)]
    fn add_scaled(self, parts: &mut Self::Parts, f: f64, a: &[f64; N]) {
        *parts = self.add(*parts, self.multiply(self.splat(f), self.load(a)));
    }
}

/// Work that is compiled for each kind of [`Lanes`]: its `run` is `#[inline(always)]`.
pub trait LaneWork<const N: usize = 8> {
    type Output;

    fn run<L: Lanes<N>>(self, lanes: L) -> Self::Output;
}

/// Runs work with the longest registers that this processor has.
#[inline(always)]
pub fn run<const N: usize, W: LaneWork<N>>(work: W) -> W::Output
where
    Processor: Registers<N>,
{
    #[cfg(target_arch = "x86_64")]
    if !is_narrow() {
        if let Some(lanes) = pulp::x86::V4::try_new() {
            return lanes.vectorize(registers::Named::<N, _, _> { lanes: Processor::long(lanes), work });
        }
        if let Some(lanes) = pulp::x86::V3::try_new() {
            return lanes.vectorize(registers::Named::<N, _, _> { lanes: Processor::short(lanes), work });
        }
    }
    work.run(Plain)
}

/// Numbers in arrays: what the compiler makes of them.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

/// Two arrays, number by number.
#[inline(always)]
fn each<const N: usize>(mut a: [f64; N], b: [f64; N], f: impl Fn(f64, f64) -> f64) -> [f64; N] {
    for k in 0..N {
        a[k] = f(a[k], b[k]);
    }
    a
}

/// All numbers joined by halves.
#[inline(always)]
fn by_halves<const N: usize>(mut a: [f64; N], f: impl Fn(f64, f64) -> f64) -> f64 {
    let mut half = N / 2;
    while half > 0 {
        for k in 0..half {
            a[k] = f(a[k], a[k + half]);
        }
        half /= 2;
    }
    a[0]
}

#[inline(always)]
fn lower(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

impl<const N: usize> Lanes<N> for Plain {
    type Parts = [f64; N];
    const LONG: bool = false;

    #[inline(always)]
    fn splat(self, x: f64) -> [f64; N] {
        [x; N]
    }

    #[inline(always)]
    fn load(self, x: &[f64; N]) -> [f64; N] {
        *x
    }

    #[inline(always)]
    fn store(self, parts: [f64; N], x: &mut [f64; N]) {
        *x = parts;
    }

    #[inline(always)]
    fn add(self, a: [f64; N], b: [f64; N]) -> [f64; N] {
        each(a, b, |a, b| a + b)
    }

    #[inline(always)]
    fn subtract(self, a: [f64; N], b: [f64; N]) -> [f64; N] {
        each(a, b, |a, b| a - b)
    }

    #[inline(always)]
    fn multiply(self, a: [f64; N], b: [f64; N]) -> [f64; N] {
        each(a, b, |a, b| a * b)
    }

    #[inline(always)]
    fn larger(self, a: [f64; N], b: [f64; N]) -> [f64; N] {
        each(a, b, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    fn lower(self, a: [f64; N], b: [f64; N]) -> [f64; N] {
        each(a, b, lower)
    }

    #[inline(always)]
    fn below_zero(self, parts: [f64; N]) -> [f64; N] {
        each(parts, parts, |a, _| if a < 0.0 { 1.0 } else { 0.0 })
    }

    #[inline(always)]
    fn above_zero(self, parts: [f64; N]) -> u32 {
        (0..N).map(|k| u32::from(parts[k] > 0.0) << k).sum()
    }

    #[inline(always)]
    fn total(self, parts: [f64; N]) -> f64 {
        by_halves(parts, |a, b| a + b)
    }

    #[inline(always)]
    fn lowest(self, parts: [f64; N]) -> f64 {
        by_halves(parts, lower)
    }

    #[inline(always)]
    fn apart<R>(self, mut body: impl FnMut() -> R) -> R {
        body()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All operations on some numbers, with whatever registers there are.
    #[derive(Clone, Copy)]
    struct Sample<'a, const N: usize>(&'a [[f64; N]]);

    impl<const N: usize> LaneWork<N> for Sample<'_, N> {
        type Output = Vec<f64>;

        #[inline(always)]
        fn run<L: Lanes<N>>(self, lanes: L) -> Vec<f64> {
            let mut found = Vec::new();
            for pair in self.0.windows(2) {
                let (a, b) = (lanes.load(&pair[0]), lanes.load(&pair[1]));
                let (mut sum, mut scaled) = (a, b);
                lanes.accumulate(&mut sum, &pair[0], &pair[1]);
                lanes.add_scaled(&mut scaled, 0.1, &pair[0]);
                let (lower, larger) = (lanes.lower(a, b), lanes.larger(a, b));
                for parts in [sum, scaled, lanes.subtract(a, b), lower, larger, lanes.below_zero(a), lanes.zero()] {
                    let mut numbers = [0.0; N];
                    lanes.store(parts, &mut numbers);
                    found.extend(numbers);
                    found.extend([lanes.total(parts), lanes.lowest(parts), f64::from(lanes.above_zero(parts))]);
                }
            }
            found
        }
    }

    fn compare<const N: usize>()
    where
        Processor: Registers<N>,
    {
        let mut sample: Vec<[f64; N]> = (0..50)
            .map(|i| std::array::from_fn(|j| libm::sin((i * i + 7 * j) as f64) / (1.0 + (i % 7) as f64)))
            .collect();
        let special = [0.0, -0.0, f64::NAN, f64::INFINITY, -0.0, 0.0, 1.0, -1.0, f64::NAN, 2.0, f64::NAN];
        sample.extend((0..4).map(|i| std::array::from_fn(|j| special[i + j])));
        let work = Sample(&sample);
        let plain = work.run(Plain);
        let mut found = vec![run(work)];
        #[cfg(target_arch = "x86_64")]
        found.extend(
            pulp::x86::V3::try_new()
                .map(|lanes| lanes.vectorize(registers::Named { lanes: Processor::short(lanes), work })),
        );
        for here in found {
            assert_eq!(here.len(), plain.len());
            for (i, (a, b)) in here.iter().zip(&plain).enumerate() {
                // Which of two NaNs a sum takes is not said.
                assert!(a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(), "{i}: {a} and {b}");
            }
        }
    }

    #[test]
    fn all_registers_give_the_same_bits() {
        compare::<4>();
        compare::<8>();
        let [x, y] = [|i: usize| 1.0 / (3.0 + i as f64), |i: usize| 0.7 - 0.3 * i as f64]
            .map(|f: fn(usize) -> f64| std::array::from_fn(f));
        let mut parts = Lanes::<8>::load(Plain, &y);
        Lanes::<8>::accumulate(Plain, &mut parts, &x, &y);
        let sum: f64 = x.iter().zip(&y).map(|(x, y)| y + x * y).sum();
        assert!((Lanes::<8>::total(Plain, parts) - sum).abs() < 1e-14);
    }
}
