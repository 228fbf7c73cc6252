//! Registers of x86-64-v4 (AVX-512) and x86-64-v3 (AVX2).

use super::{LaneWork, Lanes, Processor, Registers, lower};
use pulp::x86::{V3, V4};
use pulp::{NullaryFnOnce, cast, f64x2, f64x4, f64x8};

impl Registers<8> for Processor {
    fn long(lanes: V4) -> impl Lanes<8> {
        lanes
    }

    fn short(lanes: V3) -> impl Lanes<8> {
        lanes
    }
}

/// Processors with registers of eight have twice as many of four.
impl Registers<4> for Processor {
    fn long(lanes: V4) -> impl Lanes<4> {
        *lanes
    }

    fn short(lanes: V3) -> impl Lanes<4> {
        lanes
    }
}

/// Work to be run with the registers of a processor.
pub struct Named<const N: usize, L, W> {
    pub lanes: L,
    pub work: W,
}

impl<const N: usize, L: Lanes<N>, W: LaneWork<N>> NullaryFnOnce for Named<N, L, W> {
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

/// An operation on numbers that are one register.
macro_rules! one {
    ($($part:ident),+ => $operation:expr) => {
        $operation
    };
}

/// An operation on numbers that are two registers.
macro_rules! two {
    ($($part:ident),+ => $operation:expr) => {
        [
            {
                $(let $part = $part[0];)+
                $operation
            },
            {
                $(let $part = $part[1];)+
                $operation
            },
        ]
    };
}

/// [`Lanes`] of numbers that are one or two registers, by the names of the operations on a register.
macro_rules! lanes {
    (
        $processor:ty, $n:literal as $parts:ty, $long:literal, $each:ident,
        [$add:ident, $subtract:ident, $multiply:ident, $larger:ident, $lower:ident, $below:ident, $select:ident]
        $($rest:tt)*
    ) => {
        impl Lanes<$n> for $processor {
            type Parts = $parts;
            const LONG: bool = $long;

            #[inline(always)]
            fn load(self, x: &[f64; $n]) -> $parts {
                cast(*x)
            }

            #[inline(always)]
            fn store(self, parts: $parts, x: &mut [f64; $n]) {
                *x = cast(parts);
            }

            #[inline(always)]
            fn add(self, a: $parts, b: $parts) -> $parts {
                $each!(a, b => self.$add(a, b))
            }

            #[inline(always)]
            fn subtract(self, a: $parts, b: $parts) -> $parts {
                $each!(a, b => self.$subtract(a, b))
            }

            #[inline(always)]
            fn multiply(self, a: $parts, b: $parts) -> $parts {
                $each!(a, b => self.$multiply(a, b))
            }

            #[inline(always)]
            fn larger(self, a: $parts, b: $parts) -> $parts {
                $each!(a, b => self.$larger(a, b))
            }

            #[inline(always)]
            fn lower(self, a: $parts, b: $parts) -> $parts {
                $each!(a, b => self.$lower(a, b))
            }

            #[inline(always)]
            fn below_zero(self, parts: $parts) -> $parts {
                let (zero, one) = (Lanes::<$n>::splat(self, 0.0), Lanes::<$n>::splat(self, 1.0));
                $each!(parts, zero, one => self.$select(self.$below(parts, zero), one, zero))
            }

            #[inline(always)]
            fn apart<R>(self, body: impl FnMut() -> R) -> R {
                self.vectorize(Body(body))
            }

            $($rest)*
        }
    };
}

lanes! {
    V4, 8 as f64x8, true, one,
    [add_f64x8, sub_f64x8, mul_f64x8, max_f64x8, min_f64x8, cmp_lt_f64x8, select_f64x8]

    #[inline(always)]
    fn splat(self, x: f64) -> f64x8 {
        self.splat_f64x8(x)
    }

    #[inline(always)]
    fn above_zero(self, parts: f64x8) -> u32 {
        u32::from(self.cmp_gt_f64x8(parts, self.splat_f64x8(0.0)).0)
    }

    #[inline(always)]
    fn total(self, parts: f64x8) -> f64 {
        let [low, high]: [f64x4; 2] = cast(parts);
        Lanes::<4>::total(*self, self.add_f64x4(low, high))
    }

    #[inline(always)]
    fn lowest(self, parts: f64x8) -> f64 {
        let [low, high]: [f64x4; 2] = cast(parts);
        Lanes::<4>::lowest(*self, self.min_f64x4(low, high))
    }
}

lanes! {
    V3, 8 as [f64x4; 2], false, two,
    [add_f64x4, sub_f64x4, mul_f64x4, max_f64x4, min_f64x4, cmp_lt_f64x4, select_f64x4]

    #[inline(always)]
    fn splat(self, x: f64) -> [f64x4; 2] {
        [self.splat_f64x4(x); 2]
    }

    #[inline(always)]
    fn above_zero(self, [low, high]: [f64x4; 2]) -> u32 {
        Lanes::<4>::above_zero(self, low) | Lanes::<4>::above_zero(self, high) << 4
    }

    #[inline(always)]
    fn total(self, [low, high]: [f64x4; 2]) -> f64 {
        Lanes::<4>::total(self, self.add_f64x4(low, high))
    }

    #[inline(always)]
    fn lowest(self, [low, high]: [f64x4; 2]) -> f64 {
        Lanes::<4>::lowest(self, self.min_f64x4(low, high))
    }
}

lanes! {
    V3, 4 as f64x4, false, one,
    [add_f64x4, sub_f64x4, mul_f64x4, max_f64x4, min_f64x4, cmp_lt_f64x4, select_f64x4]

    #[inline(always)]
    fn splat(self, x: f64) -> f64x4 {
        self.splat_f64x4(x)
    }

    #[inline(always)]
    fn above_zero(self, parts: f64x4) -> u32 {
        self.avx._mm256_movemask_pd(cast(self.cmp_gt_f64x4(parts, self.splat_f64x4(0.0)))).cast_unsigned()
    }

    #[inline(always)]
    fn total(self, parts: f64x4) -> f64 {
        let [low, high]: [f64x2; 2] = cast(parts);
        let f64x2(even, odd) = self.add_f64x2(low, high);
        even + odd
    }

    #[inline(always)]
    fn lowest(self, f64x4(a0, a1, a2, a3): f64x4) -> f64 {
        lower(lower(a0, a2), lower(a1, a3))
    }
}
