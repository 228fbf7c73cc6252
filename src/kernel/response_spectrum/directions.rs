//! Combination over supports, groups of supports and directions, component by component.

/// Rule by which responses that are neither modes nor directions add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cumulation {
    /// Algebraic sum.
    Linear,
    /// Root of the sum of squares.
    Quadratic,
    /// Sum of absolute values.
    Absolute,
}

impl Cumulation {
    /// `responses` have one length, `size`.
    pub fn apply(self, size: usize, responses: &[&[f64]]) -> Vec<f64> {
        let at = |k: usize| {
            let values = responses.iter().map(|r| r[k]);
            match self {
                Cumulation::Linear => values.sum(),
                Cumulation::Quadratic => values.map(|x| x * x).sum::<f64>().sqrt(),
                Cumulation::Absolute => values.map(f64::abs).sum(),
            }
        };
        (0..size).map(at).collect()
    }
}

/// Rule by which the responses to the directions of the ground add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirectionRule {
    Quadratic,
    Absolute,
    /// One direction in full with 40 per cent of the others, in the worst arrangement and signs.
    Newmark,
}

/// Share of the directions that do not lead.
const MINOR: f64 = 0.4;

impl DirectionRule {
    /// Up to three responses of one length, `size`; their signs do not count.
    pub fn apply(self, size: usize, responses: &[&[f64]]) -> Vec<f64> {
        let worst = |k: usize| {
            let largest = responses.iter().map(|r| r[k].abs()).fold(0.0, f64::max);
            let total: f64 = responses.iter().map(|r| r[k].abs()).sum();
            (1.0 - MINOR) * largest + MINOR * total
        };
        match self {
            DirectionRule::Quadratic => Cumulation::Quadratic.apply(size, responses),
            DirectionRule::Absolute => Cumulation::Absolute.apply(size, responses),
            DirectionRule::Newmark => (0..size).map(worst).collect(),
        }
    }
}

/// The signed combinations of Newmark's rule: each direction leads in turn, the others follow in circular order;
/// the sign of the leading one changes most slowly, + before -. Two, 8 or 24 for one, two or three directions.
pub fn newmark_cases(responses: &[&[f64]]) -> Vec<Vec<f64>> {
    let count = responses.len();
    let size = responses.first().map_or(0, |r| r.len());
    let mut cases = Vec::new();
    for leading in 0..count {
        for signs in 0..1_usize << count {
            let mut case = vec![0.0; size];
            for rank in 0..count {
                let share = if rank == 0 { 1.0 } else { MINOR };
                let sign = if signs >> (count - 1 - rank) & 1 == 0 { share } else { -share };
                let response = responses[(leading + rank) % count];
                case.iter_mut().zip(response).for_each(|(c, r)| *c += sign * r);
            }
            cases.push(case);
        }
    }
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newmark_takes_the_worst_of_its_cases() {
        let (x, y, z) = ([1.0, -2.0], [3.0, 1.0], [2.0, 0.5]);
        let responses: [&[f64]; 3] = [&x, &y, &z];
        let cases = newmark_cases(&responses);
        assert_eq!(cases.len(), 24);
        let expected = [(0, 1.0 + 0.4 * 5.0), (1, 1.0 + 0.4 * 3.0 - 0.4 * 2.0), (8, 3.0 + 0.4 * 3.0)];
        assert!(expected.iter().all(|&(case, value)| (cases[case][0] - value).abs() < 1e-15));
        assert!((cases[0][1] - (-2.0 + 0.4 * 1.5)).abs() < 1e-15);
        let worst = DirectionRule::Newmark.apply(2, &responses);
        for k in 0..2 {
            let top = cases.iter().map(|c| c[k]).fold(0.0, f64::max);
            assert!((worst[k] - top).abs() < 1e-15);
        }
        assert_eq!(newmark_cases(&responses[..1]), [vec![1.0, -2.0], vec![-1.0, 2.0]]);
        assert_eq!(newmark_cases(&responses[..2]).len(), 8);
    }

    #[test]
    fn sums_keep_or_lose_signs() {
        let responses: [&[f64]; 2] = [&[3.0], &[-4.0]];
        assert_eq!(Cumulation::Linear.apply(1, &responses), [-1.0]);
        assert_eq!(Cumulation::Quadratic.apply(1, &responses), [5.0]);
        assert_eq!(DirectionRule::Absolute.apply(1, &responses), [7.0]);
    }
}
