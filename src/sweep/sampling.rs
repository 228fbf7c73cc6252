//! Points that fill the unit cube evenly.
//!
//! Latin hypercube (McKay, Beckman, Conover 1979): each axis is cut into as many slices as there are points, and each
//! slice holds one. Sobol sequence: direction numbers of Joe and Kuo (2008), points in the order of the Gray code, moved by a
//! digital shift that the seed gives.

/// Primitive polynomials (degree, coefficients) and initial direction numbers, from the second dimension on.
const DIRECTIONS: &[(u32, u32, &[u32])] = &[
    (1, 0, &[1]),
    (2, 1, &[1, 3]),
    (3, 1, &[1, 3, 1]),
    (3, 2, &[1, 1, 1]),
    (4, 1, &[1, 1, 3, 3]),
    (4, 4, &[1, 3, 5, 13]),
    (5, 2, &[1, 1, 5, 5, 17]),
    (5, 4, &[1, 1, 5, 5, 5]),
    (5, 7, &[1, 1, 7, 11, 19]),
    (5, 11, &[1, 1, 5, 1, 1]),
    (5, 13, &[1, 1, 1, 3, 11]),
    (5, 14, &[1, 3, 5, 5, 31]),
    (6, 1, &[1, 3, 3, 9, 7, 49]),
    (6, 13, &[1, 1, 1, 15, 21, 21]),
    (6, 16, &[1, 3, 1, 13, 27, 49]),
    (6, 19, &[1, 1, 1, 15, 7, 5]),
    (6, 22, &[1, 3, 1, 15, 13, 25]),
    (6, 25, &[1, 1, 5, 5, 19, 61]),
    (7, 1, &[1, 3, 7, 11, 23, 15, 103]),
];

/// Bits of a coordinate.
const BITS: u32 = 32;

/// Random numbers of 64 bits (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// In [0, 1).
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}

/// `count` points of `size` coordinates in [0, 1), one after the other.
pub fn latin_hypercube(size: usize, count: usize, seed: u64) -> Vec<f64> {
    let mut random = Random(seed);
    let mut points = vec![0.0; size * count];
    for axis in 0..size {
        let mut slices: Vec<usize> = (0..count).collect();
        for i in (1..count).rev() {
            slices.swap(i, random.below(i + 1));
        }
        for (point, slice) in points.chunks_mut(size).zip(slices) {
            point[axis] = (slice as f64 + random.unit()) / count as f64;
        }
    }
    points
}

/// The first `count` points; fails beyond the dimensions that are tabulated.
pub fn sobol(size: usize, count: usize, seed: u64) -> Result<Vec<f64>, String> {
    if size > DIRECTIONS.len() + 1 {
        return Err(format!("a Sobol sequence has at most {} ranges here, {size} are given", DIRECTIONS.len() + 1));
    }
    let mut random = Random(seed);
    let directions: Vec<Vec<u32>> = (0..size).map(directions).collect();
    let shifts: Vec<u32> = (0..size).map(|_| if seed == 0 { 0 } else { random.next() as u32 }).collect();
    let mut state = vec![0u32; size];
    let mut points = Vec::with_capacity(size * count);
    for i in 0..count {
        if i > 0 {
            // The bit in which two neighbours of the Gray code differ.
            let bit = i.trailing_zeros() as usize;
            state.iter_mut().zip(&directions).for_each(|(x, v)| *x ^= v[bit.min(BITS as usize - 1)]);
        }
        let unit = |(x, shift): (&u32, &u32)| f64::from(x ^ shift) / (1u64 << BITS) as f64;
        points.extend(state.iter().zip(&shifts).map(unit));
    }
    Ok(points)
}

fn directions(axis: usize) -> Vec<u32> {
    let mut v: Vec<u32> = Vec::with_capacity(BITS as usize);
    let Some((degree, polynomial, first)) = axis.checked_sub(1).map(|rank| DIRECTIONS[rank]) else {
        return (1..=BITS).map(|i| 1 << (BITS - i)).collect();
    };
    for i in 0..BITS as usize {
        let s = degree as usize;
        v.push(if i < s {
            first[i] << (BITS - 1 - i as u32)
        } else {
            let mut x = v[i - s] ^ (v[i - s] >> degree);
            for k in 1..s {
                if polynomial >> (s - 1 - k) & 1 == 1 {
                    x ^= v[i - k];
                }
            }
            x
        });
    }
    v
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_slice_of_a_latin_hypercube_holds_one_point() {
        for seed in [0, 1, 20_261_122] {
            let points = latin_hypercube(3, 100, seed);
            for axis in 0..3 {
                let mut slices: Vec<usize> = points.chunks(3).map(|p| (p[axis] * 100.0) as usize).collect();
                slices.sort_unstable();
                assert!(slices.into_iter().eq(0..100));
            }
        }
        assert_ne!(latin_hypercube(2, 10, 1), latin_hypercube(2, 10, 2));
    }

    #[test]
    fn a_sobol_sequence_starts_as_published() {
        let points = sobol(3, 5, 0).unwrap();
        let points: Vec<&[f64]> = points.chunks(3).collect();
        assert_eq!(points[0], [0.0, 0.0, 0.0]);
        assert_eq!(points[1], [0.5, 0.5, 0.5]);
        assert_eq!(points[2], [0.75, 0.25, 0.25]);
        assert_eq!(points[3], [0.25, 0.75, 0.75]);
        assert_eq!(points[4], [0.375, 0.375, 0.625]);
    }

    #[test]
    fn every_interval_of_a_power_of_two_holds_as_many_points_in_each_dimension() {
        for seed in [0, 7] {
            let points = sobol(DIRECTIONS.len() + 1, 256, seed).unwrap();
            for axis in 0..=DIRECTIONS.len() {
                let mut slices: Vec<usize> =
                    points.chunks(DIRECTIONS.len() + 1).map(|p| (p[axis] * 256.0) as usize).collect();
                slices.sort_unstable();
                assert!(slices.into_iter().eq(0..256), "dimension {}", axis + 1);
            }
        }
        assert!(sobol(DIRECTIONS.len() + 2, 4, 0).is_err());
    }
}
