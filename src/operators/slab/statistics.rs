//! Statistics of a run over a window of time: share of stick, cycles between ends of stick.

use crate::kernel::slab::{Event, Nature, SlabRun};

/// Statistics between two instants; `None` where there are fewer than two ends of stick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Statistics {
    /// Share of time in stick.
    pub stick: f64,
    /// Mean time between two ends of stick (s), slip distance (m) and friction work (J/m2) in that time.
    pub cycle: Option<(f64, f64, f64)>,
}

/// The slip speed leaves 0.
fn ends_stick(event: &Event) -> bool {
    matches!(event.nature, Nature::Slip | Nature::Jump) && event.before == 0.0 && !event.sticks
}

pub(super) fn of(run: &SlabRun, first: f64, last: f64) -> Statistics {
    let (mut sticks, mut from, mut time) = (run.starts_stuck, first, 0.0);
    for event in &run.events {
        if event.time > last {
            break;
        }
        if event.time > first {
            time += if sticks { event.time - from } else { 0.0 };
            from = event.time;
        }
        sticks = event.sticks;
    }
    time += if sticks { last - from } else { 0.0 };
    let inside = |e: &&Event| e.time >= first && e.time <= last && ends_stick(e);
    let mut ends = run.events.iter().filter(inside);
    let begin = ends.next();
    let (count, end) = ends.fold((0, None), |(n, _), event| (n + 1, Some(event)));
    let cycle = begin.zip(end).map(|(a, b)| {
        let n = f64::from(count);
        ((b.time - a.time) / n, (b.distance - a.distance) / n, (b.work - a.work) / n)
    });
    let stick = if last > first { time / (last - first) } else { f64::from(u8::from(sticks)) };
    Statistics { stick, cycle }
}
