//! The impacts of a contact one by one, and the histogram of their largest forces.

use super::history::{ContactHistory, rest_step};

/// One impact: rebounds that follow each other closely.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Impact {
    /// Time of the largest force (s).
    pub instant: f64,
    pub max_force: f64,
    /// Integral of the normal force (N s).
    pub impulse: f64,
    pub duration: f64,
    /// Normal velocity at the first sample in contact; negative when approaching.
    pub velocity: f64,
    pub rebounds: i64,
}

/// All impacts of a window.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImpactSummary {
    /// Those that ended within the window.
    pub impacts: Vec<Impact>,
    /// The last one looked at, complete or not; zeros if there was none.
    pub last: Impact,
    /// Largest force, unfinished impact included.
    pub max_force: f64,
    pub mean_force: f64,
    pub force_deviation: f64,
    /// An impulse has the weight of an end: the contact presses at the first or at the last sample.
    pub presses_at_ends: bool,
}

/// Impacts of the samples of `history` above `threshold` (N); flights shorter than `rest` (s) do not
/// separate impacts. As Code_Aster has it, the force at the first and at the last sample weighs half its instant in the impulse, in
/// place of half a step.
pub fn impacts(history: &ContactHistory<'_>, threshold: f64, rest: f64) -> ImpactSummary {
    let t = history.times();
    let n = t.len();
    let h = rest_step(t);
    let wait = if h > 0.0 { (rest / h).round() as usize } else { 0 };
    let closed = |i: usize| history.normal_force(i).abs() > threshold;
    let mut summary = ImpactSummary::default();
    let (mut start, mut touching) = (None, false);
    for i in 0..n {
        let impact = &mut summary.last;
        if !closed(i) {
            if touching {
                impact.rebounds += 1;
            }
            touching = false;
            if let Some(first) = start
                && !(i..=(i + wait).min(n - 1)).any(closed)
            {
                let first: usize = first;
                impact.duration = t[i] - t[first];
                summary.impacts.push(*impact);
                start = None;
            }
            continue;
        }
        if start.is_none() {
            start = Some(i);
            *impact = Impact { velocity: history.normal_velocity(i), ..Impact::default() };
        }
        let force = history.normal_force(i);
        let at_end = i == 0 || i == n - 1;
        let width = if at_end { t[i] } else { t[i + 1] - t[i - 1] };
        impact.impulse += force * width / 2.0;
        // A shock that goes on at the last sample is given only where there is no other.
        summary.presses_at_ends |= i == 0 || (at_end && summary.impacts.is_empty());
        if force >= impact.max_force {
            impact.max_force = force;
            impact.instant = t[i];
        }
        summary.max_force = summary.max_force.max(force);
        touching = true;
    }
    summarise(&mut summary);
    summary
}

fn summarise(summary: &mut ImpactSummary) {
    let n = summary.impacts.len() as f64;
    if n == 0.0 {
        return;
    }
    let forces = || summary.impacts.iter().map(|i| i.max_force);
    let mean = forces().sum::<f64>() / n;
    let square = forces().map(|f| f * f).sum::<f64>() / n;
    summary.mean_force = mean;
    summary.force_deviation = (square - mean * mean).abs().sqrt();
}

/// One class of a histogram.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ImpactClass {
    pub from: f64,
    pub to: f64,
    /// Share of the impacts.
    pub probability: f64,
}

/// Histogram of the largest forces in `count` equal classes.
pub fn classes(impacts: &[Impact], count: usize) -> Vec<ImpactClass> {
    let count = if count == 0 { 10 } else { count };
    let mut classes = vec![ImpactClass::default(); count];
    let forces = || impacts.iter().map(|i| i.max_force);
    let (Some(low), Some(high)) = (forces().reduce(f64::min), forces().reduce(f64::max)) else { return classes };
    let width = (high - low) / count as f64;
    for (j, class) in classes.iter_mut().enumerate() {
        class.from = if j == 0 { low } else { low + j as f64 * width };
        class.to = low + (j + 1) as f64 * width;
    }
    for force in forces() {
        let class = if width == 0.0 { 0 } else { (((force - low) / width).floor() as usize).min(count - 1) };
        classes[class].probability += 1.0;
    }
    for class in &mut classes {
        class.probability /= impacts.len() as f64;
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::Columns;

    fn summary(force: &[f64], rest: f64) -> ImpactSummary {
        let times: Vec<f64> = (0..force.len()).map(|k| 1.0 + k as f64).collect();
        let mut variables = vec![0.0; 20 * force.len()];
        for (k, f) in force.iter().enumerate() {
            variables[20 * k] = *f;
            variables[20 * k + 9] = -(k as f64);
        }
        impacts(&ContactHistory::stop(&times, &Columns::from_rows(20, &variables), 0), 0.5, rest)
    }

    #[test]
    fn impulse_maximum_and_duration_of_each_impact() {
        let force = [0.0, 2.0, 4.0, 4.0, 0.0, 3.0, 0.0, 0.0, 0.0, 6.0, 0.0, 0.0, 1.0];
        let found = summary(&force, 1.0);
        let first = Impact { instant: 4.0, max_force: 4.0, impulse: 13.0, duration: 5.0, velocity: -1.0, rebounds: 2 };
        let second = Impact { instant: 10.0, max_force: 6.0, impulse: 6.0, duration: 1.0, velocity: -9.0, rebounds: 1 };
        assert_eq!(found.impacts, [first, second]);
        assert_eq!((found.max_force, found.mean_force, found.force_deviation), (6.0, 5.0, 1.0));
        // Without rest the first impact falls in two; the one under way at the end does not count.
        assert_eq!(summary(&force, 0.0).impacts.len(), 3);
        assert_eq!(summary(&[0.0, 1.0], 0.0).last.impulse, 1.0);
        assert!(!found.presses_at_ends);
        // Under way at the first sample, 1 s: 7 weighs half of 1 s; under way at the end.
        let begun = summary(&[7.0, 3.0, 0.0, 0.0], 0.0);
        assert!(begun.presses_at_ends && begun.impacts[0].impulse == 7.0 * 0.5 + 3.0);
        assert!(summary(&[0.0, 1.0], 0.0).presses_at_ends);
    }

    #[test]
    fn the_largest_force_falls_in_the_last_class() {
        let impact = |max_force| Impact { max_force, ..Impact::default() };
        let found = classes(&[impact(1.0), impact(2.0), impact(3.0), impact(5.0)], 2);
        assert_eq!(found[0], ImpactClass { from: 1.0, to: 3.0, probability: 0.5 });
        assert_eq!(found[1], ImpactClass { from: 3.0, to: 5.0, probability: 0.5 });
        assert_eq!(classes(&[], 3), [ImpactClass::default(); 3]);
        assert_eq!(classes(&[impact(2.0)], 2)[0].probability, 1.0);
    }
}
