//! Random numbers that are the same everywhere: Mersenne Twister 19937 (Matsumoto and Nishimura 1998), seeded by an
//! integer through its table of words and giving 53 bits, as Python's `random.Random(seed).random()` does.

const LENGTH: usize = 624;
const SHIFT: usize = 397;

/// A stream of uniform numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Generator {
    words: Vec<u32>,
    next: usize,
}

impl Generator {
    /// A generator that starts as Python's `random.seed(seed)` does.
    pub fn new(seed: i64) -> Generator {
        let size = seed.unsigned_abs();
        let key = if size >> 32 == 0 { vec![size as u32] } else { vec![size as u32, (size >> 32) as u32] };
        let mut words = vec![19_650_218u32; LENGTH];
        for i in 1..LENGTH {
            let before = words[i - 1] ^ (words[i - 1] >> 30);
            words[i] = 1_812_433_253u32.wrapping_mul(before).wrapping_add(i as u32);
        }
        let (mut i, mut j) = (1, 0);
        for _ in 0..LENGTH.max(key.len()) {
            let mixed = (words[i - 1] ^ (words[i - 1] >> 30)).wrapping_mul(1_664_525);
            words[i] = (words[i] ^ mixed).wrapping_add(key[j]).wrapping_add(j as u32);
            (i, j) = (i + 1, (j + 1) % key.len());
            if i == LENGTH {
                words[0] = words[LENGTH - 1];
                i = 1;
            }
        }
        for _ in 1..LENGTH {
            let mixed = (words[i - 1] ^ (words[i - 1] >> 30)).wrapping_mul(1_566_083_941);
            words[i] = (words[i] ^ mixed).wrapping_sub(i as u32);
            i += 1;
            if i == LENGTH {
                words[0] = words[LENGTH - 1];
                i = 1;
            }
        }
        words[0] = 0x8000_0000;
        Generator { words, next: LENGTH }
    }

    /// The next number, from 0 to below 1, a multiple of 2^-53.
    pub fn uniform(&mut self) -> f64 {
        let (high, low) = (self.word() >> 5, self.word() >> 6);
        (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0
    }

    fn word(&mut self) -> u32 {
        if self.next == LENGTH {
            self.turn();
        }
        let mut y = self.words[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }

    fn turn(&mut self) {
        for i in 0..LENGTH {
            let joined = (self.words[i] & 0x8000_0000) | (self.words[(i + 1) % LENGTH] & 0x7fff_ffff);
            let twist = if joined & 1 == 1 { 0x9908_b0df } else { 0 };
            self.words[i] = self.words[(i + SHIFT) % LENGTH] ^ (joined >> 1) ^ twist;
        }
        self.next = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_python() {
        for (seed, expected) in [
            (0, [0.8444218515250481, 0.7579544029403025, 0.420571580830845]),
            (1, [0.13436424411240122, 0.8474337369372327, 0.763774618976614]),
            (2025, [0.5577521702848538, 0.6458449128086305, 0.4776062141871701]),
            ((1 << 40) + 3, [0.21978710637116716, 0.5494687768352203, 0.09461190973523603]),
        ] {
            let mut generator = Generator::new(seed);
            assert_eq!(std::array::from_fn(|_| generator.uniform()), expected, "{seed}");
        }
    }
}
