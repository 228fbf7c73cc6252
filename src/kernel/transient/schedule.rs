//! Which instants are reached exactly and which states are kept.
//!
//! `L` is the list of imposed instants, strictly increasing, its last element always the final instant;
//! besides, every `P`-th step is kept when there is a period.

/// Imposed instants and period.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    pub start: f64,
    pub end: f64,
    /// Nominal step (s).
    pub step: f64,
    /// Keep every `period`-th step; `None`: only the imposed instants.
    pub period: Option<u64>,
    /// `L`
    pub imposed: Vec<f64>,
}

/// An instant that cannot be imposed.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ScheduleFault {
    #[error("the instant {instant} lies outside [{start}, {end}]")]
    Outside { instant: f64, start: f64, end: f64 },
    #[error("the instant {instant} does not come after {previous}")]
    NotIncreasing { instant: f64, previous: f64 },
    #[error("the end {end} does not come after the start {start}")]
    Empty { start: f64, end: f64 },
}

impl Schedule {
    /// From `start` to `end` by `step`; `instants` as the user gave them. Fails where the end does not come after the
    /// start, or an instant is out of order.
    pub fn new(start: f64, end: f64, step: f64, period: Option<u64>, instants: &[f64]) -> Result<Self, ScheduleFault> {
        if end.partial_cmp(&start) != Some(std::cmp::Ordering::Greater) {
            return Err(ScheduleFault::Empty { start, end });
        }
        let near = |a: f64, b: f64| (a - b).abs() <= f64::EPSILON * a.abs().max(b.abs()).max(1.0);
        let mut imposed: Vec<f64> = Vec::with_capacity(instants.len() + 1);
        for (rank, &instant) in instants.iter().enumerate() {
            if rank > 0 && instant.partial_cmp(&instants[rank - 1]) != Some(std::cmp::Ordering::Greater) {
                return Err(ScheduleFault::NotIncreasing { instant, previous: instants[rank - 1] });
            }
            if near(instant, start) {
                continue;
            }
            if !(instant > start && (instant < end || near(instant, end))) {
                return Err(ScheduleFault::Outside { instant, start, end });
            }
            imposed.push(instant);
        }
        match imposed.last() {
            Some(&last) if near(last, end) => {}
            _ => imposed.push(end),
        }
        Ok(Schedule { start, end, step, period, imposed })
    }

    /// Number of states a run of constant step keeps, the initial one included.
    pub fn planned(&self) -> usize {
        let eps = f64::EPSILON;
        let duration = self.end - self.start;
        // Without a period, no multiple of it falls inside the run.
        let spacing = self.period.map_or(f64::INFINITY, |p| p as f64 * self.step);
        let regular = if spacing > duration {
            0.0
        } else {
            ((self.end + eps * (1.0 + (duration / spacing).round()) - self.start) / spacing).floor()
        };
        let extra = self.imposed.iter().filter(|&&x| {
            let offset = x - self.start;
            if spacing > duration {
                return true;
            }
            let rank = (offset / self.step).floor();
            let rest = libm::fmod(offset, spacing).min((offset - spacing).abs());
            rest > rank * eps && (rest - spacing).abs() > rank * eps
        });
        1 + regular as usize + extra.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planned_counts_follow_the_period_and_the_imposed_instants() {
        let count =
            |end, step, period, instants: &[f64]| Schedule::new(0.0, end, step, period, instants).map(|s| s.planned());
        assert_eq!(count(1.0, 0.1, Some(1), &[]), Ok(11));
        assert_eq!(count(1.0, 0.1, Some(3), &[]), Ok(5));
        assert_eq!(count(1.0, 0.25, Some(1), &[0.3, 0.5]), Ok(6));
        assert_eq!(count(1.0, 0.1, None, &[0.35]), Ok(3));
        assert_eq!(count(12.0, 1e-4, Some(1), &[]), Ok(120_001));
    }

    #[test]
    fn instants_outside_or_out_of_order_are_refused() {
        let of = |instants: &[f64]| Schedule::new(0.0, 1.0, 0.1, None, instants);
        assert_eq!(of(&[0.0, 0.4]).map(|s| s.imposed), Ok(vec![0.4, 1.0]));
        assert!(matches!(of(&[0.4, 0.3]), Err(ScheduleFault::NotIncreasing { .. })));
        assert!(matches!(of(&[1.4]), Err(ScheduleFault::Outside { .. })));
        assert!(matches!(Schedule::new(1.0, 1.0, 0.1, None, &[]), Err(ScheduleFault::Empty { .. })));
    }
}
