//! Whether kept states are enough for wear: how many of them slide between two reversals of sliding, and whether
//! something slides that the law of the contact keeps no speed of.

use super::history::ContactHistory;

/// Part of the largest `N |v_t|` below which a state says nothing about sliding.
const NEGLIGIBLE: f64 = 0.01;

/// Sampling of the sliding of a contact by its kept states.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SlidingSamples {
    /// States that slide under load.
    pub states: usize,
    /// Times that sliding turns back from one of them to the next.
    pub reversals: usize,
}

/// Counts the states that slide and the reversals between them.
pub fn sliding_samples(contact: &ContactHistory<'_>) -> SlidingSamples {
    let count = contact.times().len();
    let rate = |k: usize| contact.normal_force(k).abs() * contact.sliding_speed(k);
    let largest = (0..count).map(rate).fold(0.0, f64::max);
    let mut found = SlidingSamples::default();
    let mut before: Option<[f64; 2]> = None;
    for k in (0..count).filter(|&k| !contact.sticks(k) && rate(k) > NEGLIGIBLE * largest) {
        let now = contact.sliding_velocity(k);
        found.states += 1;
        found.reversals += usize::from(before.is_some_and(|old| old[0] * now[0] + old[1] * now[1] < 0.0));
        before = Some(now);
    }
    found
}

/// Way along the obstacle while the contact was pressed (m), and the way in all directions: what the normal velocity does
/// not account for is sliding, whatever the law of the contact keeps.
pub fn pressed_way(contact: &ContactHistory<'_>) -> (f64, f64) {
    let (mut along, mut all) = (0.0, 0.0);
    for k in 1..contact.times().len() {
        if contact.normal_force(k - 1) == 0.0 || contact.normal_force(k) == 0.0 {
            continue;
        }
        let (a, b) = (contact.position(k - 1), contact.position(k));
        let square: f64 = a.iter().zip(b).map(|(a, b)| (b - a) * (b - a)).sum();
        let step = contact.times()[k] - contact.times()[k - 1];
        let normal = 0.5 * (contact.normal_velocity(k - 1) + contact.normal_velocity(k)) * step;
        along += (square - normal * normal).max(0.0).sqrt();
        all += square.sqrt();
    }
    (along, all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::Columns;

    /// A stop pressed by 2 N that slides at `cos(t)` along local y, `n` states in each of 4 periods.
    fn states(n: usize, friction: bool) -> (Vec<f64>, Columns) {
        let times: Vec<f64> = (0..4 * n).map(|k| k as f64 * std::f64::consts::TAU / n as f64).collect();
        let mut columns = Columns::new(20, 4 * n);
        for t in &times {
            let mut row = [0.0; 20];
            row[0] = 2.0;
            row[4] = libm::sin(*t);
            row[10] = if friction { libm::cos(*t) } else { 0.0 };
            columns.push(&row);
        }
        columns.settle();
        (times, columns)
    }

    #[test]
    fn states_and_reversals_are_counted() {
        let (times, columns) = states(16, true);
        let found = sliding_samples(&ContactHistory::stop(&times, &columns, 0));
        // cos is null at two of 16 states of a period, and changes its sign twice.
        assert_eq!(found, SlidingSamples { states: 56, reversals: 8 });
        let (times, columns) = states(16, false);
        let contact = ContactHistory::stop(&times, &columns, 0);
        assert_eq!(sliding_samples(&contact), SlidingSamples::default());
        let (along, all) = pressed_way(&contact);
        // Sine goes up and down four times, but for the last interval of the last period.
        assert!((along - (16.0 - libm::sin(std::f64::consts::TAU / 16.0))).abs() < 1e-12 && along == all, "{along}");
    }
}
