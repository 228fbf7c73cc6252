//! Which rows count: those whose inputs are as they are now, of one build of the program, and not ended by a limit that is higher now.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::rc::Rc;
use std::time::Duration;

use super::case::{LimitReached, Row};
use super::inputs::{Marks, Now};
use super::store::Store;
use crate::source::memory;

/// Free memory differs a little from one moment to the next: without a limit set, more than this part more is more.
const MORE_MEMORY: f64 = 1.1;

/// The rows of a table, and the cases that have none for a reason.
#[derive(Debug, Default)]
pub struct Results {
    pub rows: BTreeMap<String, Row>,
    /// Of cases that have only rows computed from something else: what differs.
    pub stale: BTreeMap<String, Rc<Vec<String>>>,
    /// Rows by the build that computed them.
    pub builds: BTreeMap<String, usize>,
}

impl Results {
    /// Of some cases, given by their keys. Of several rows of a case, one of this build of the program goes before others, a result before
    /// an error and that before a limit. `now`: what is there; without it the rows must agree with one another.
    pub fn of(store: &Store<'_>, keys: &BTreeSet<String>, now: Option<Now<'_>>) -> io::Result<Results> {
        let mut results = Results::default();
        let mut best: BTreeMap<String, (Row, u128)> = BTreeMap::new();
        let mut stale = Newest::default();
        let judged = Judged::new(now);
        store.each(&mut |row, marks, since| {
            if !keys.contains(&row.key) {
                return;
            }
            let differing = judged.differing(&row.inputs, marks);
            if !differing.is_empty() {
                stale.put(row.key, since, differing);
                return;
            }
            let rank = |(row, since): (&Row, u128)| (row.build == crate::source::build(), worth(row), since);
            let is_better = |(old, then): &(Row, u128)| rank((old, *then)).cmp(&rank((&row, since))) == Ordering::Less;
            if best.get(&row.key).is_none_or(is_better) {
                best.insert(row.key.clone(), (row, since));
            }
        })?;
        results.stale = stale.all().filter(|(key, _)| !best.contains_key(key)).collect();
        for (row, _) in best.values() {
            *results.builds.entry(row.build.clone()).or_default() += 1;
        }
        results.rows = best.into_iter().map(|(key, (row, _))| (key, row)).collect();
        Ok(results)
    }

    /// All that differs, each thing once, with the number of cases.
    pub fn differing(&self) -> Vec<(String, usize)> {
        let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
        self.stale.values().flat_map(|names| names.iter()).for_each(|name| *counts.entry(name).or_default() += 1);
        counts.into_iter().map(|(name, count)| (name.clone(), count)).collect()
    }
}

/// What the newest row of each case says.
struct Newest<T>(BTreeMap<String, (u128, T)>);

impl<T> Default for Newest<T> {
    fn default() -> Self {
        Newest(BTreeMap::new())
    }
}

impl<T> Newest<T> {
    /// Of one process the last row counts.
    fn put(&mut self, key: String, since: u128, said: T) {
        if self.0.get(&key).is_none_or(|(then, _)| *then <= since) {
            self.0.insert(key, (since, said));
        }
    }

    fn all(self) -> impl Iterator<Item = (String, T)> {
        self.0.into_iter().map(|(key, (_, said))| (key, said))
    }
}

fn worth(row: &Row) -> u8 {
    match (row.limit, row.status.as_str()) {
        (Some(_), _) => 0,
        (None, "error") => 1,
        _ => 2,
    }
}

/// Sets of marks, each compared once.
struct Judged<'n> {
    now: Option<RefCell<Now<'n>>>,
    known: RefCell<BTreeMap<String, Rc<Vec<String>>>>,
    /// Where nothing is there to compare with: the first mark of each thing.
    first: RefCell<Marks>,
}

impl<'n> Judged<'n> {
    fn new(now: Option<Now<'n>>) -> Self {
        Judged { now: now.map(RefCell::new), known: RefCell::default(), first: RefCell::default() }
    }

    fn differing(&self, inputs: &str, marks: &Marks) -> Rc<Vec<String>> {
        if let Some(known) = self.known.borrow().get(inputs) {
            return known.clone();
        }
        let names = Rc::new(match &self.now {
            Some(now) => now.borrow_mut().differing(marks),
            None => self.against_the_first(marks),
        });
        self.known.borrow_mut().insert(inputs.to_string(), names.clone());
        names
    }

    fn against_the_first(&self, marks: &Marks) -> Vec<String> {
        let mut first = self.first.borrow_mut();
        let mut other =
            |(name, mark): &(&String, &String)| first.entry((*name).clone()).or_insert((*mark).clone()) != *mark;
        marks.iter().filter(|pair| other(pair)).map(|(name, _)| name.clone()).collect()
    }
}

/// What is run again although it has a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// Cases in error, those that a limit ended among them
    Error,
    /// Cases that a limit of time or memory ended
    Limit,
    /// All cases
    All,
}

/// What a row must be for its case to be left out.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    pub again: Option<Again>,
    /// Rows written after this moment are not asked for again.
    pub since: u128,
    /// Longest time per case.
    pub time: Option<Duration>,
}

impl Wanted {
    fn again(&self, row: &Row) -> bool {
        match self.again {
            Some(Again::All) => true,
            Some(Again::Error) => row.status == "error",
            Some(Again::Limit) => row.limit.is_some(),
            None => false,
        }
    }

    /// Whether there is more now than a case had that a limit ended.
    fn has_more(&self, limit: LimitReached) -> bool {
        match limit {
            LimitReached::Time(had) => self.time.is_none_or(|time| time.as_secs_f64() > had),
            LimitReached::Memory(had) => match memory::limit_set() {
                Some(now) => now > had,
                None => memory::limit() as f64 > MORE_MEMORY * had as f64,
            },
        }
    }
}

/// The cases that need not be run, and why others are run again.
#[derive(Debug, Default)]
pub struct Standing {
    pub done: BTreeSet<String>,
    /// What differs from the newest row of a case, and the limits, with the cases they concern.
    pub again: BTreeMap<String, BTreeSet<String>>,
}

impl Standing {
    pub fn of(store: &Store<'_>, keys: &BTreeSet<String>, now: Now<'_>, wanted: Wanted) -> io::Result<Standing> {
        let mut standing = Standing::default();
        let mut again = Newest::default();
        let judged = Judged::new(Some(now));
        store.each(&mut |row, marks, since| {
            if !keys.contains(&row.key) {
                return;
            }
            let differing = judged.differing(&row.inputs, marks);
            let mut why = differing.to_vec();
            if row.build != crate::source::build() {
                why.push("the program".to_string());
            }
            if row.limit.is_some_and(|limit| wanted.has_more(limit)) {
                why.push("a limit".to_string());
            }
            if since < wanted.since && wanted.again(&row) {
                why.push("--again".to_string());
            }
            if why.is_empty() {
                standing.done.insert(row.key);
            } else {
                again.put(row.key, since, why);
            }
        })?;
        for (key, why) in again.all().filter(|(key, _)| !standing.done.contains(key)) {
            for reason in why {
                standing.again.entry(reason).or_default().insert(key.clone());
            }
        }
        Ok(standing)
    }
}
