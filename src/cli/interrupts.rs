//! Ctrl-C and its like: the first stops a run cleanly, the second at once.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::source::{Disk, Stop, World, remove_temporaries};

/// Signals that come so soon after the first one are the same one: `timeout` sends it to the process, then to its group.
const SAME_SIGNAL: Duration = Duration::from_secs(2);

/// The first Ctrl-C (SIGTERM, SIGHUP: the same) stops the run cleanly, the second one at once. A run of `several` studies
/// writes its reports first, unless the second comes a while after.
pub(super) fn stop_on_interrupt(world: &Arc<Disk>, several: bool) {
    let world = world.clone();
    let mut first: Option<Instant> = None;
    // Without a handler Ctrl-C still ends the program, only less cleanly.
    let _ = ctrlc::set_handler(move || {
        let since = *first.get_or_insert_with(Instant::now);
        if several && since.elapsed() < SAME_SIGNAL {
            world.cancel(Stop::Asked);
        } else if world.stop().is_some_and(|why| why != Stop::Changed) {
            remove_temporaries();
            std::process::exit(130);
        }
        world.cancel(Stop::Asked);
    });
}
