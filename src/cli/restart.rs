//! A campaign outlives the program that runs it: memory that the system refuses to one case, or a case that looks at no limit,
//! ends the program; another one takes its place and goes on with the other cases.

use std::sync::Arc;

use super::limits;
use super::sandbox::within;
use crate::cli::streams::to_stderr;
use crate::source::{Disk, memory};

#[cfg(not(unix))]
use crate::cli::codes::WRONG;
use crate::sweep::{LimitReached, Plan, Readings, UnderWay, Wanted, give_up};

/// A campaign goes on in a program of its own when this one has to end.
pub struct Restart {
    pub plan: Arc<Plan>,
    pub under_way: Arc<UnderWay>,
    /// What the program read.
    pub readings: Arc<Readings>,
    pub wanted: Wanted,
}

impl limits::Survivor for Restart {
    /// Where one case ran, it is to blame: it becomes a row with its error. Where several ran, each of them is run alone.
    fn ending(&self, code: &'static str, why: &str) {
        let ranks = match (code, self.overdue_rank()) {
            ("R005", _) => self.under_way.ranks(),
            ("R006", Some(rank)) => vec![rank],
            // What the user stopped ends.
            _ => return,
        };
        let time = self.wanted.time.filter(|_| code == "R006").map(|time| LimitReached::Time(time.as_secs_f64()));
        let limit = time.unwrap_or_else(|| LimitReached::Memory(memory::limit()));
        let world = Disk::default();
        let world = within(&[&self.plan.folder], &world);
        let blamed = if let [rank] = ranks[..] {
            give_up(&self.plan, rank, (why.to_string(), limit), &self.readings, &world)
        } else {
            !ranks.is_empty()
        };
        if !blamed {
            return;
        }
        let alone: Vec<String> = ranks.iter().map(usize::to_string).collect();
        let given: Vec<std::ffi::OsString> = std::env::args_os().skip(1).collect();
        // What another program before this one added.
        let last = given.iter().position(|word| word == "--alone" || word == "--since").unwrap_or(given.len());
        let Ok(program) = std::env::current_exe() else { return };
        let mut next = std::process::Command::new(program);
        next.args(&given[..last]);
        // What this program ran again is not run again by the next one.
        next.args(["--since", &self.wanted.since.to_string()]);
        if alone.len() > 1 {
            next.args(["--alone", &alone.join(",")]);
        } else {
            next.args(given[last..].iter().skip_while(|word| *word != "--alone"));
        }
        replace(next);
    }

    fn overdue(&self) -> bool {
        self.overdue_rank().is_some()
    }
}

impl Restart {
    fn overdue_rank(&self) -> Option<usize> {
        self.under_way.overdue(self.wanted.time?.saturating_add(limits::LATENESS))
    }
}

/// Runs a program in the place of this one; comes back when it cannot be started.
#[cfg(unix)]
fn replace(mut next: std::process::Command) {
    use std::os::unix::process::CommandExt;
    let error = next.exec();
    to_stderr(&format!("the campaign cannot go on by itself: {error}; run it again"));
}

#[cfg(not(unix))]
fn replace(mut next: std::process::Command) {
    match next.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(i32::from(WRONG))),
        Err(error) => to_stderr(&format!("the campaign cannot go on by itself: {error}; run it again")),
    }
}
