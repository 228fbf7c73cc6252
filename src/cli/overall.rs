//! How far all runs of one kind are: a study with loops makes many independent runs of one operator, which end one after the
//! other on several threads. Each has a bar of its own; this is the sum.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::cli::words::duration;

/// Operators of a study by their command.
#[derive(Debug, Default)]
pub struct Overall {
    commands: BTreeMap<String, Count>,
}

#[derive(Debug, Default)]
struct Count {
    planned: usize,
    ended: usize,
    since: Option<Instant>,
}

/// The command of a node's title, `RUN = DYNA_GLISSEMENT`.
pub fn command(title: &str) -> &str {
    title.rsplit(' ').next().unwrap_or(title)
}

impl Overall {
    /// More nodes are going to run.
    pub fn plan(&mut self, commands: &[(&str, usize)]) {
        for (command, number) in commands {
            self.commands.entry((*command).to_string()).or_default().planned += number;
        }
    }

    pub fn start(&mut self, command: &str) {
        if let Some(count) = self.commands.get_mut(command) {
            count.since.get_or_insert_with(Instant::now);
        }
    }

    pub fn end(&mut self, command: &str) {
        if let Some(count) = self.commands.get_mut(command) {
            count.ended += 1;
        }
    }

    /// Share done of all runs of a command, `under_way` being the sum of the shares of those that run, and what to say;
    /// `None` when there is only one.
    pub fn state(&self, command: &str, under_way: f64) -> Option<(f64, String)> {
        let count = self.commands.get(command).filter(|count| count.planned > 1)?;
        let elapsed = count.since.map_or(Duration::ZERO, |since| since.elapsed());
        Some(said(count.ended, count.planned, under_way, elapsed))
    }
}

fn said(ended: usize, planned: usize, under_way: f64, elapsed: Duration) -> (f64, String) {
    let share = ((ended as f64 + under_way) / planned as f64).clamp(0.0, 1.0);
    let left = elapsed.as_secs_f64() * (1.0 - share) / share;
    // The first runs say little about the others.
    let rest = if share > 0.02 { format!(", about {} left", duration(left)) } else { String::new() };
    (share, format!("{ended} of {planned} done{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_counts_what_ended_and_what_runs() {
        assert_eq!(said(10, 42, 0.5, Duration::from_secs(21)), (0.25, "10 of 42 done, about 63.0 s left".to_string()));
        assert_eq!(said(0, 42, 0.0, Duration::ZERO), (0.0, "0 of 42 done".to_string()));
        assert_eq!(said(42, 42, 0.0, Duration::from_secs(9)).0, 1.0);
    }

    #[test]
    fn one_run_alone_has_no_sum() {
        let mut overall = Overall::default();
        overall.plan(&[("DYNA_GLISSEMENT", 2), ("POST_GLISSEMENT", 1)]);
        overall.plan(&[("DYNA_GLISSEMENT", 2)]);
        overall.start("DYNA_GLISSEMENT");
        overall.end(command("RUN = DYNA_GLISSEMENT"));
        assert_eq!(overall.state("POST_GLISSEMENT", 0.3), None);
        assert_eq!(overall.state("DYNA_GLISSEMENT", 1.0).map(|s| s.0), Some(0.5));
        assert_eq!(overall.state("LIRE_MAILLAGE", 1.0), None);
    }
}
