//! Runs the cases of a shard that have no result yet, several at a time. Each is evaluated on one thread; what does not
//! depend on the parameters is computed once per process.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::aside::Aside;
use super::case::{LimitReached, Row};
use super::inputs::{Marks, Now, Readings, join, of_called};
use super::plan::{Fault, Plan, fault};
use super::results::{Standing, Wanted};
use super::shard::Shard;
use super::store::{Store, Writer};
use super::timed::Timed;
use super::under_way::UnderWay;
use crate::python::{STACK_BYTES, literal};
use crate::source::{FileId, Instant, Stop, World, memory};
use crate::study::events::Silent;
use crate::study::{Limits, Macros, Options, Project, Report, RequestedMacros, Shared, evaluate_in_place};

/// What a campaign is run with.
pub struct Campaign<'c> {
    pub plan: &'c Plan,
    pub project: &'c Project,
    pub options: Options,
    pub world: &'c dyn World,
    /// Says which files of the campaign may be touched.
    pub results: &'c dyn World,
    /// What was read to open the study.
    pub opened: Marks,
    /// All that the process read.
    pub readings: &'c Readings,
    /// Longest processor time per case, and what is run again.
    pub wanted: Wanted,
    /// Cases that are run first, one at a time: another process had to end while it ran them together.
    pub alone: &'c [usize],
    /// The cases that run at each moment.
    pub under_way: &'c UnderWay,
    /// Lets the world go on after a case that used too much memory.
    pub resume: &'c (dyn Fn() + Sync),
    /// Told of each case that ends.
    pub progress: &'c (dyn Fn(&Progress) + Sync),
}

/// How far a run is.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    pub done: usize,
    pub all: usize,
    pub failed: usize,
    pub errors: usize,
    /// Time spent in evaluations, all threads together, and time beside them (s).
    pub evaluating_s: f64,
    pub beside_s: f64,
    /// Nodes taken from another case, and nodes run.
    pub taken: u64,
    pub made: u64,
    /// Time that making those taken again would have needed (s).
    pub saved_s: f64,
    pub stopped: bool,
    /// Cases that had a row and were run again: why, and how many.
    pub again: Vec<(String, usize)>,
}

/// Runs the cases of `shard` on `jobs` threads.
pub fn run(campaign: &Campaign<'_>, shard: Shard, jobs: usize) -> Result<Progress, Fault> {
    let store = Store::of(&campaign.plan.folder, campaign.results);
    let unreadable = |error: std::io::Error| {
        fault(
            format!("the results of the campaign cannot be read or written: {error}"),
            "see that the folder can be used",
        )
    };
    let Campaign { plan, world, .. } = campaign;
    let mut keys = std::collections::BTreeSet::new();
    let mut left: Vec<(usize, String)> = Vec::new();
    for rank in (0..plan.cases.len()).filter(|rank| shard.has(*rank)) {
        let key = plan.key(rank);
        if keys.insert(key.clone()) {
            left.push((rank, key));
        }
    }
    let now = Now::new(plan.study_folder(), *world, campaign.options.macros.clone());
    let standing = Standing::of(&store, &keys, now, campaign.wanted).map_err(unreadable)?;
    drop(keys);
    left.retain(|(_, key)| !standing.done.contains(key));
    let again = standing.again.into_iter().map(|(why, cases)| (why, cases.len())).collect();
    drop(standing.done);
    let progress = Mutex::new(Progress { all: left.len(), again, ..Progress::default() });
    if left.is_empty() {
        return Ok(progress.into_inner().unwrap_or_else(PoisonError::into_inner));
    }
    let work = Work {
        campaign,
        writer: store.writer().map_err(unreadable)?,
        shared: Arc::new(Shared::new(Limits::of_campaign())),
        progress,
        again: Mutex::default(),
        resumed: AtomicUsize::new(0),
        lost: AtomicBool::new(false),
    };
    let (alone, left): (Vec<_>, Vec<_>) = left.into_iter().partition(|(rank, _)| campaign.alone.contains(rank));
    work.all(&alone, 1)?;
    work.all(&left, jobs.clamp(1, left.len().max(1)))?;
    // Those that ran while memory ended: one at a time, so that the one to blame is known.
    let again = std::mem::take(&mut *work.again.lock().unwrap_or_else(PoisonError::into_inner));
    if !again.is_empty() && campaign.world.stop() != Some(Stop::Asked) {
        work.all(&again, 1)?;
    }
    if work.lost.load(Ordering::Relaxed) {
        return Err(fault("a result could not be written", "make room where the campaign is, then run again"));
    }
    let mut progress = work.progress.into_inner().unwrap_or_else(PoisonError::into_inner);
    progress.stopped = campaign.world.stop() == Some(Stop::Asked);
    (progress.taken, progress.made) = work.shared.counts();
    progress.saved_s = work.shared.saved_s();
    Ok(progress)
}

/// Whether a case ended because memory was not there, which others may have held.
fn is_short(report: &Report) -> bool {
    report.error().is_some_and(|error| error.code == "R005" || error.message.contains(memory::OPTION))
}

struct Work<'c> {
    campaign: &'c Campaign<'c>,
    writer: Writer,
    shared: Arc<Shared>,
    progress: Mutex<Progress>,
    /// Cases that were stopped because memory ended while others ran.
    again: Mutex<Vec<(usize, String)>>,
    /// How often cases went on after memory had ended.
    resumed: AtomicUsize,
    /// A result could not be written.
    lost: AtomicBool,
}

impl Work<'_> {
    /// The limit that ended a case, if one did.
    fn limit_of(&self, report: &Report) -> Option<LimitReached> {
        let time = self.campaign.wanted.time.filter(|_| report.error().is_some_and(|error| error.code == "R006"));
        let memory = is_short(report).then(memory::limit);
        time.map(|time| LimitReached::Time(time.as_secs_f64())).or(memory.map(LimitReached::Memory))
    }

    fn all(&self, cases: &[(usize, String)], jobs: usize) -> Result<(), Fault> {
        let next = AtomicUsize::new(0);
        let alone = jobs == 1;
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                let worker = || {
                    while let Some((rank, key)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if self.campaign.world.stop() == Some(Stop::Asked) || self.lost.load(Ordering::Relaxed) {
                            return;
                        }
                        let place = self.campaign.under_way.enter(*rank);
                        self.one(*rank, key, alone);
                        self.campaign.under_way.leave(place);
                    }
                };
                let thread = std::thread::Builder::new().name("case".into()).stack_size(STACK_BYTES);
                thread.spawn_scoped(scope, worker).map_err(|error| {
                    fault(format!("the threads of the campaign cannot be started: {error}"), "run fewer jobs (-j)")
                })?;
            }
            Ok(())
        })
    }

    fn one(&self, rank: usize, key: &str, alone: bool) {
        let Campaign { plan, project, options, world, wanted, .. } = self.campaign;
        let start = Instant::now();
        let values = plan.head.parameters.iter().zip(plan.cases.get(rank));
        let set = values.map(|(name, value)| (name.clone(), literal(FileId(u32::MAX), value))).collect();
        let called = options.macros.clone().map(|macros| Arc::new(RequestedMacros::new(macros)));
        let macros = called.clone().map(|called| called as Arc<dyn Macros>);
        let options = Options { threads: 1, set, macros, shared: Some(self.shared.clone()), ..options.clone() };
        let timed = Timed::new(*world, wanted.time);
        let aside = Aside::new(&timed, self.campaign.readings);
        let resumed = self.resumed.load(Ordering::SeqCst);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            evaluate_in_place(project, &options, &aside, &Silent)
        }));
        let (row, evaluating_s, memory) = match &outcome {
            // What the user stopped has no result.
            Ok(report) if report.stopped && world.stop() == Some(Stop::Asked) => return,
            Ok(report) => {
                let memory = (report.stopped && world.stop() == Some(Stop::Memory)) || !alone && is_short(report);
                let row = Row::of(key.to_string(), report, &plan.head.collect);
                (Row { limit: self.limit_of(report), ..row }, report.wall_s, memory)
            }
            Err(_) => (Row::broken(key.to_string(), "R001: internal error of the program".to_string()), 0.0, false),
        };
        drop(outcome);
        // Another case may have gone on before this one saw why it was stopped.
        let beside = !alone && self.resumed.load(Ordering::SeqCst) != resumed;
        if memory {
            self.resumed.fetch_add(1, Ordering::SeqCst);
            (self.campaign.resume)();
        }
        if !alone && (memory || beside) {
            self.again.lock().unwrap_or_else(PoisonError::into_inner).push((rank, key.to_string()));
            return;
        }
        let mut marks = self.campaign.opened.clone();
        let read = aside
            .marks(plan.study_folder())
            .into_iter()
            .chain(called.map(|called| of_called(&called)).unwrap_or_default());
        read.for_each(|(name, mark)| join(&mut marks, name, &mark));
        let status = plan.judged(&row.status);
        let (is_failed, is_error) = (status == "failed", status == "error");
        if self.writer.add(row, &marks).is_err() {
            self.lost.store(true, Ordering::Relaxed);
            return;
        }
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.done += 1;
        progress.failed += usize::from(is_failed);
        progress.errors += usize::from(is_error);
        progress.evaluating_s += evaluating_s;
        progress.beside_s += start.elapsed().as_secs_f64() - evaluating_s;
        (self.campaign.progress)(&progress);
    }
}
