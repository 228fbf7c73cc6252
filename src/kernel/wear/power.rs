//! Wear power, the mean of `w = N |v_t|` (W): Archard's convention, without the friction coefficient.
//!
//! ```text
//! P_b = 1 / (2 (t_L - t_1)) sum over k = 1..L-1 that do not stick of (w_{k+1} + w_k) (t_{k+1} - t_k)
//! ```
//!
//! over a block of L samples. An interval that starts in a stick state wears nothing, which keeps elastic
//! micro-slip of the tangential spring out.

use super::history::Samples;

/// Wear power of one block (W).
pub(super) fn block_power(block: &Samples<'_>) -> f64 {
    let n = block.times.len();
    if n < 2 {
        return 0.0;
    }
    let w = |k: usize| block.normal_force.at(k).abs() * block.sliding_speed(k);
    let mut sum = 0.0;
    let mut left = w(0);
    for k in 0..n - 1 {
        let right = w(k + 1);
        if block.sticks.at(k) == 0.0 {
            sum += (right + left) * (block.times[k + 1] - block.times[k]);
        }
        left = right;
    }
    let duration = block.times[n - 1] - block.times[0];
    if duration > 0.0 { sum / 2.0 / duration } else { 0.0 }
}

/// Mean wear power over `blocks` blocks of a history (W).
pub fn wear_power(history: &super::ContactHistory<'_>, blocks: usize) -> f64 {
    let blocks = blocks.max(1);
    let count = history.times().len() / blocks;
    let mut sum = 0.0;
    for b in 0..blocks {
        sum += block_power(&history.block(b * count, count));
    }
    sum / blocks as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::Column;
    use crate::wear::history::Lane;

    #[test]
    fn sticking_intervals_wear_nothing_and_count_in_the_duration() {
        let zero = Column::Constant(0.0);
        let block = Samples {
            times: &[0.0, 1.0, 2.0, 4.0],
            signals: [0; 7].map(|_| Lane::Stored(zero)),
            normal_force: Column::Values(&[2.0, 2.0, 2.0, 4.0]),
            velocities: [Column::Values(&[1.0, -3.0, 5.0, 0.5]), zero],
            sticks: Column::Values(&[0.0, 1.0, 0.0, 0.0]),
        };
        // (6 + 2)/2 * 1 on the first, nothing on the second, (2 + 10)/2 * 2 on the third; over 4 s.
        assert_eq!(block_power(&block), (4.0 + 12.0) / 4.0);
    }
}
