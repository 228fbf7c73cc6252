//! Contacts that never closed, and contacts that are closed before anything has moved, a line each: wrong units, axes, origins and
//! gaps show there first.

use crate::kernel::transient::ModalRun;
use crate::operators::Context;
use crate::verdict::significant;

/// Says which contacts stayed open in a run, and how near the nearest of them came.
pub(super) fn tell(context: &mut Context<'_>, run: &ModalRun) {
    let gaps = run.open.iter().map(|contact| (contact.rank + 1, contact.smallest_gap(&run.archive.variables)));
    let gaps: Vec<(usize, f64)> = gaps.filter(|(_, gap)| *gap > 0.0 && gap.is_finite()).collect();
    let kept = run.open.iter().any(|contact| contact.is_seen_in_kept_states());
    let every = !kept || run.archive.len() as u64 >= run.statistics.steps;
    if let Some(line) = sentence(&gaps, every) {
        context.say(line);
    }
}

/// Says which contacts are closed at the start, and how far; not where the run goes on from another.
pub(super) fn tell_closed(context: &mut Context<'_>, run: &ModalRun) {
    let closed: Vec<(usize, f64, f64)> = run.closed.iter().map(|c| (c.rank + 1, c.depth, c.force)).collect();
    if let Some(line) = at_start(&closed) {
        context.say(line);
    }
}

/// `contacts 2, 4-6 are closed at the start (contact 5 the deepest, by 0.2 m, 35 N)`, from number, depth and force of each.
fn at_start(closed: &[(usize, f64, f64)]) -> Option<String> {
    let (deepest, depth, force) = closed.iter().copied().reduce(|a, b| if b.1 > a.1 { b } else { a })?;
    let depth = significant(depth, 3);
    let force = if force == 0.0 { None } else { Some(format!("{} N", significant(force, 3))) };
    Some(match closed {
        [_] => {
            let force = force.map_or(String::new(), |force| format!(" ({force})"));
            format!("contact {deepest} is closed by {depth} m at the start{force}")
        }
        _ => {
            let numbers: Vec<usize> = closed.iter().map(|(number, ..)| *number).collect();
            let (numbers, force) = (ranges(&numbers), force.map_or(String::new(), |force| format!(", {force}")));
            format!("contacts {numbers} are closed at the start (contact {deepest} the deepest, by {depth} m{force})")
        }
    })
}

/// `contacts 1, 3-5 never closed (smallest gap 0.2 m, contact 3)`; `every`: all states are kept.
fn sentence(gaps: &[(usize, f64)], every: bool) -> Option<String> {
    let (nearest, gap) = gaps.iter().copied().reduce(|a, b| if b.1 < a.1 { b } else { a })?;
    let smallest = if every { "smallest gap" } else { "smallest gap in the kept states" };
    let gap = significant(gap, 3);
    Some(match gaps {
        [(number, _)] => format!("contact {number} never closed ({smallest} {gap} m)"),
        _ => {
            let numbers: Vec<usize> = gaps.iter().map(|(number, _)| *number).collect();
            format!("contacts {} never closed ({smallest} {gap} m, contact {nearest})", ranges(&numbers))
        }
    })
}

/// Increasing numbers, neighbours as ranges: `1, 3-5`.
fn ranges(numbers: &[usize]) -> String {
    let groups = numbers.chunk_by(|a, b| a + 1 == *b);
    let text = groups.map(|group| match group {
        [one] => one.to_string(),
        [first, second] => format!("{first}, {second}"),
        _ => format!("{}-{}", group[0], group[group.len() - 1]),
    });
    text.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::{at_start, sentence};

    #[test]
    fn neighbours_are_grouped_and_the_nearest_is_named() {
        let gaps = [(1, 49.8), (3, 0.31), (4, 0.7), (5, 2.0), (8, 1.1), (9, 1.3)];
        let all = "contacts 1, 3-5, 8, 9 never closed (smallest gap 0.31 m, contact 3)";
        assert_eq!(sentence(&gaps, true).as_deref(), Some(all));
        let one = "contact 7 never closed (smallest gap in the kept states 0.013 m)";
        assert_eq!(sentence(&[(7, 0.013)], false).as_deref(), Some(one));
        assert_eq!(sentence(&[], true), None);
    }

    #[test]
    fn contacts_closed_at_the_start_are_told_with_the_deepest() {
        let one = "contact 2 is closed by 49.5 m at the start (4.95e3 N)";
        assert_eq!(at_start(&[(2, 49.5, 4950.0)]).as_deref(), Some(one));
        assert_eq!(at_start(&[(3, 0.7, 0.0)]).as_deref(), Some("contact 3 is closed by 0.7 m at the start"));
        let all = "contacts 1, 4-6 are closed at the start (contact 5 the deepest, by 0.31 m, 21.7 N)";
        let closed = [(1, 0.2, 14.0), (4, 0.1, 7.0), (5, 0.31, 21.7), (6, 0.01, 0.7)];
        assert_eq!((at_start(&closed).as_deref(), at_start(&[])), (Some(all), None));
    }
}
