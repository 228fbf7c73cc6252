//! Verdicts that changed between two runs.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::verdict::{Kind, Record};

/// An assertion wherever it stands: its command, what it tests, against what, and its rank among those alike.
type Name = (Arc<str>, String, bool, usize);

/// The verdicts of a run.
#[derive(Default)]
pub struct Verdicts {
    all: Vec<(Name, Arc<Record>)>,
}

impl Verdicts {
    pub fn of(records: &[Arc<Record>]) -> Self {
        let mut seen: BTreeMap<(Arc<str>, String, bool), usize> = BTreeMap::new();
        let named = records.iter().map(|record| {
            let name = (record.command.clone(), record.label.to_string(), record.kind == Kind::Reference);
            let count = seen.entry(name.clone()).or_default();
            *count += 1;
            ((name.0, name.1, name.2, *count), record.clone())
        });
        Verdicts { all: named.collect() }
    }

    /// Those that are new or not as they were.
    pub fn changed(&self, before: &Verdicts) -> Vec<Arc<Record>> {
        let known: BTreeMap<&Name, &Arc<Record>> = before.all.iter().map(|(name, record)| (name, record)).collect();
        let is_same = |name: &Name, now: &Record| {
            known.get(name).is_some_and(|then| {
                (then.passed, &then.computed, &then.expected, then.tolerance)
                    == (now.passed, &now.computed, &now.expected, now.tolerance)
            })
        };
        self.all.iter().filter(|(name, now)| !is_same(name, now)).map(|(_, record)| record.clone()).collect()
    }

    /// Those that fail.
    pub fn failed(&self) -> Vec<Arc<Record>> {
        self.all.iter().map(|(_, record)| record.clone()).filter(|record| record.passed == Some(false)).collect()
    }

    /// How many of an earlier run are gone.
    pub fn gone(&self, before: &Verdicts) -> usize {
        let now: std::collections::BTreeSet<&Name> = self.all.iter().map(|(name, _)| name).collect();
        before.all.iter().filter(|(name, _)| !now.contains(name)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::{Compared, Criterion};

    fn record(line: usize, label: &str, computed: f64, passed: bool) -> Arc<Record> {
        Arc::new(Record {
            command: "TEST_FONCTION".into(),
            file: "shoe.comm".into(),
            line,
            label: label.into(),
            kind: Kind::Regression,
            reference: "NON_DEFINI".into(),
            expected: Compared::Real(0.7),
            computed: Compared::Real(computed),
            error: None,
            tolerance: 1e-6,
            criterion: Criterion::Relative,
            passed: Some(passed),
        })
    }

    #[test]
    fn an_assertion_is_the_same_on_another_line() {
        let before = Verdicts::of(&[record(3, "V", 0.7, true), record(4, "V", 0.7, true), record(5, "W", 0.7, true)]);
        let now = Verdicts::of(&[record(7, "V", 0.7, true), record(8, "V", 1.3, false)]);
        let changed = now.changed(&before);
        assert_eq!(changed.iter().map(|r| r.line).collect::<Vec<_>>(), [8]);
        assert_eq!((now.failed().len(), now.gone(&before)), (1, 1));
        assert!(before.changed(&before).is_empty());
    }
}
