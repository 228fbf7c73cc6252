//! Studies on several workers, each study in a process of its own; this thread watches over time and memory, shows verdicts as
//! they come, and ends what runs when the user stops it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::child::{Table, late, locked, run};
use super::choice::Choice;
use super::select::Study;
use super::shown::Shower;
use crate::cli::codes::WRONG;
use crate::source::{World, memory};
use crate::verdict::{Ending, StudyResult};

/// Between two looks at the processes.
const BETWEEN_LOOKS: Duration = Duration::from_millis(30);
/// Time processes have to end once they were killed.
const PATIENCE: Duration = Duration::from_secs(5);

/// Runs the studies; `so_far` sees the results, in the order of the studies, each time one has ended.
pub fn run_all(
    studies: &[Study],
    choice: &Choice,
    world: &dyn World,
    so_far: &mut dyn FnMut(&[StudyResult]),
) -> Vec<StudyResult> {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let jobs = choice.jobs.unwrap_or(cores).max(1);
    // A study has all threads for itself when there are few.
    let threads = (jobs / studies.len().max(1)).max(1);
    let (next, full, table) = (AtomicUsize::new(0), AtomicBool::new(false), Table::default());
    let (sender, ended) = channel();
    let mut results: Vec<StudyResult> =
        studies.iter().map(|study| StudyResult::new(&study.name, Ending::NotRun)).collect();
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(studies.len()) {
            let (sender, next, full, table) = (sender.clone(), &next, &full, &table);
            scope.spawn(move || {
                while !full.load(Ordering::Relaxed) {
                    let rank = next.fetch_add(1, Ordering::Relaxed);
                    let Some(study) = studies.get(rank) else { return };
                    let result = run(study, rank, threads, choice, table);
                    full.fetch_or(choice.fail_fast && !choice.passes(result.ending), Ordering::Relaxed);
                    if sender.send((rank, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let watch = Watch { studies, choice, world, full: &full, table: &table };
        watch.see(&ended, &mut results, so_far);
    });
    for (result, study) in results.iter_mut().zip(studies) {
        result.labels.clone_from(&study.labels);
    }
    results
}

struct Watch<'w> {
    studies: &'w [Study],
    choice: &'w Choice,
    world: &'w dyn World,
    /// No study is started any more.
    full: &'w AtomicBool,
    table: &'w Table,
}

impl Watch<'_> {
    fn see(
        &self,
        ended: &Receiver<(usize, StudyResult)>,
        results: &mut [StudyResult],
        so_far: &mut dyn FnMut(&[StudyResult]),
    ) {
        let mut shower = Shower::new(self.studies, self.choice);
        let mut stopped: Option<Instant> = None;
        loop {
            match ended.recv_timeout(BETWEEN_LOOKS) {
                Ok((rank, result)) => {
                    shower.show(&result);
                    results[rank] = result;
                    so_far(results);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.world.cancelled() {
                self.full.store(true, Ordering::Relaxed);
                locked(self.table).iter_mut().for_each(|running| running.kill(Ending::Stopped, "stopped".to_string()));
                let since = *stopped.get_or_insert_with(Instant::now);
                if since.elapsed() > PATIENCE {
                    // A process that cannot be ended keeps nobody waiting: the reports are written, then all ends.
                    so_far(results);
                    crate::source::remove_temporaries();
                    std::process::exit(i32::from(WRONG));
                }
            }
            self.end_the_late();
            self.end_the_largest();
            shower.progress(&locked(self.table));
        }
        shower.finish();
    }

    /// Studies end by themselves at their limit; those that do not are ended.
    fn end_the_late(&self) {
        let now = Instant::now();
        for running in locked(self.table).iter_mut().filter(|running| running.ends.is_some_and(|end| now > end)) {
            let why = late(&self.studies[running.rank]);
            running.kill(Ending::Time, why);
        }
    }

    /// Each study keeps to its own limit; together they may still be too many.
    fn end_the_largest(&self) {
        let mut running = locked(self.table);
        if running.len() < 2 || memory::limit_set().is_some() {
            return;
        }
        let sizes: Vec<u64> = running.iter().map(|running| running.resident()).collect();
        let (sum, limit) = (sizes.iter().sum::<u64>(), memory::limit());
        if sum <= limit || running.iter().any(|running| running.is_killed()) {
            return;
        }
        if let Some((rank, size)) = sizes.iter().enumerate().max_by_key(|(_, size)| **size) {
            let (size, sum, limit) = (memory::shown(*size), memory::shown(sum), memory::shown(limit));
            let why =
                format!("ended at {size} of memory: all studies under way use {sum}, the limit is {limit} (-j 1)");
            running[rank].kill(Ending::Memory, why);
        }
    }
}
