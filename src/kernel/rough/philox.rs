//! A counter-based generator: Philox 4x32 with ten rounds (Salmon, Moraes, Dror, Shaw 2011). The numbers of a
//! counter depend on the seed and on the counter alone, whatever was drawn before and by how many threads.

/// Four words for a counter and a key.
fn philox(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    for _ in 0..10 {
        let first = u64::from(counter[0]) * 0xD251_1F53;
        let second = u64::from(counter[2]) * 0xCD9E_8D57;
        counter = [
            (second >> 32) as u32 ^ counter[1] ^ key[0],
            second as u32,
            (first >> 32) as u32 ^ counter[3] ^ key[1],
            first as u32,
        ];
        key = [key[0].wrapping_add(0x9E37_79B9), key[1].wrapping_add(0xBB67_AE85)];
    }
    counter
}

/// The pair of independent normal numbers of rank `pair` of the seed (Box and Muller 1958), mean 0, variance 1.
pub fn normal_pair(seed: i64, pair: u64) -> (f64, f64) {
    let seed = seed as u64;
    let words = philox([pair as u32, (pair >> 32) as u32, 0, 0], [seed as u32, (seed >> 32) as u32]);
    let uniform = |high: u32, low: u32| {
        let bits = (u64::from(high) << 32 | u64::from(low)) >> 11;
        // The middle of one of 2^53 intervals: never 0.
        (bits as f64 + 0.5) / 9_007_199_254_740_992.0
    };
    let radius = libm::sqrt(-2.0 * libm::log(uniform(words[0], words[1])));
    let (sine, cosine) = super::shapes::turned(2.0 * uniform(words[2], words[3]));
    (radius * cosine, radius * sine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_reference_generator() {
        assert_eq!(philox([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        let all = u32::MAX;
        assert_eq!(philox([all; 4], [all; 2]), [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
    }

    #[test]
    fn normal_numbers_have_their_moments() {
        let numbers: Vec<f64> = (0..50_000).flat_map(|i| <[f64; 2]>::from(normal_pair(7, i))).collect();
        let moment = |p: i32| numbers.iter().map(|x| x.powi(p)).sum::<f64>() / numbers.len() as f64;
        assert!(moment(1).abs() < 0.012 && (moment(2) - 1.0).abs() < 0.018);
        assert!(moment(3).abs() < 0.05 && (moment(4) - 3.0).abs() < 0.13);
    }
}
