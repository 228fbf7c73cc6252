//! Contacts that never closed, in one line: wrong units, axes and gaps show there first.

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
    use super::sentence;

    #[test]
    fn neighbours_are_grouped_and_the_nearest_is_named() {
        let gaps = [(1, 49.8), (3, 0.31), (4, 0.7), (5, 2.0), (8, 1.1), (9, 1.3)];
        let all = "contacts 1, 3-5, 8, 9 never closed (smallest gap 0.31 m, contact 3)";
        assert_eq!(sentence(&gaps, true).as_deref(), Some(all));
        let one = "contact 7 never closed (smallest gap in the kept states 0.013 m)";
        assert_eq!(sentence(&[(7, 0.013)], false).as_deref(), Some(one));
        assert_eq!(sentence(&[], true), None);
    }
}
