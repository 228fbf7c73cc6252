//! How far all runs of one kind are: a study with loops makes many independent runs of one operator, which end one after the
//! other on several threads. Each has a line of its own; this is the sum, weighed by time steps where the calls tell them.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::cli::words::duration;
use crate::study::events::PlannedNode;

/// Operators of a study by their command.
#[derive(Debug, Default)]
pub struct OverallProgress {
    commands: BTreeMap<String, BTreeMap<usize, Node>>,
}

/// One operator, planned, under way or ended.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    steps: Option<f64>,
    share: f64,
    since: Option<Instant>,
    /// Seconds it took, once it has ended.
    took: Option<f64>,
}

/// The command of a node's title, `RUN = DYNA_GLISSEMENT`.
pub fn command(title: &str) -> &str {
    title.rsplit(' ').next().unwrap_or(title)
}

impl OverallProgress {
    /// More nodes are going to run.
    pub fn plan(&mut self, nodes: &[PlannedNode<'_>]) {
        for planned in nodes {
            let command = match self.commands.get_mut(planned.command) {
                Some(command) => command,
                None => self.commands.entry(planned.command.to_string()).or_default(),
            };
            command.insert(planned.node, Node { steps: planned.steps, ..Node::default() });
        }
    }

    pub fn start(&mut self, command: &str, node: usize) {
        if let Some(node) = self.node(command, node) {
            node.since = Some(Instant::now());
        }
    }

    /// A node has told its share.
    pub fn advance(&mut self, command: &str, node: usize, share: f64) {
        if let Some(node) = self.node(command, node) {
            node.share = share;
        }
    }

    pub fn end(&mut self, command: &str, node: usize) {
        if let Some(node) = self.node(command, node) {
            node.took = Some(node.since.map_or(0.0, |since| since.elapsed().as_secs_f64()));
        }
    }

    fn node(&mut self, command: &str, node: usize) -> Option<&mut Node> {
        self.commands.get_mut(command)?.get_mut(&node)
    }

    /// Share done of all runs of a command, and what to say; `None` when there is only one.
    pub fn state(&self, command: &str) -> Option<(f64, String)> {
        let nodes = self.commands.get(command).filter(|nodes| nodes.len() > 1)?;
        let runs: Vec<Run> = nodes.values().map(Run::of).collect();
        let ended = runs.iter().filter(|run| run.ended).count();
        let rest = rest(&runs).map_or(String::new(), |rest| format!(", about {} left", duration(rest)));
        Some((share(&runs), format!("{ended} of {} done{rest}", runs.len())))
    }
}

/// A run as it stands now.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    steps: Option<f64>,
    /// Seconds since it started; 0 while it waits.
    busy: f64,
    /// From 0, while it waits or has not told, to 1.
    share: f64,
    under_way: bool,
    ended: bool,
}

impl Run {
    fn of(node: &Node) -> Run {
        let ended = node.took.is_some();
        let busy = node.took.or_else(|| node.since.map(|since| since.elapsed().as_secs_f64())).unwrap_or(0.0);
        let share = if ended { 1.0 } else { node.share };
        Run { steps: node.steps, busy, share, under_way: !ended && node.since.is_some(), ended }
    }

    /// Seconds it takes in all, as far as it has told.
    fn whole(&self) -> Option<f64> {
        (self.share > 0.0).then(|| self.busy / self.share)
    }
}

/// Sizes of the runs, to compare them: steps, otherwise seconds, otherwise one each.
fn weights(runs: &[Run]) -> Vec<f64> {
    if runs.iter().all(|run| run.steps.is_some()) {
        return runs.iter().filter_map(|run| run.steps).collect();
    }
    let told: Vec<f64> = runs.iter().filter_map(Run::whole).collect();
    let mean = told.iter().fold(0.0, |sum, seconds| sum + seconds) / told.len() as f64;
    if !(mean.is_finite() && mean > 0.0) {
        return vec![1.0; runs.len()];
    }
    runs.iter().map(|run| run.whole().unwrap_or(mean)).collect()
}

/// Share done of all.
fn share(runs: &[Run]) -> f64 {
    let weights = weights(runs);
    let sum = |part: &dyn Fn(&Run) -> f64| runs.iter().zip(&weights).fold(0.0, |sum, (run, w)| sum + w * part(run));
    (sum(&|run| run.share) / sum(&|_| 1.0)).clamp(0.0, 1.0)
}

/// Seconds until all have ended; `None` while a run that is under way has not told how far it is.
fn rest(runs: &[Run]) -> Option<f64> {
    let under_way: Vec<&Run> = runs.iter().filter(|run| run.under_way).collect();
    if under_way.is_empty() || under_way.iter().any(|run| run.share <= 0.0) {
        return None;
    }
    let weights = weights(runs);
    let both = || runs.iter().zip(&weights);
    // Seconds per weight of those that have told.
    let done = both().fold(0.0, |sum, (run, weight)| sum + weight * run.share);
    let pace = runs.iter().filter(|run| run.share > 0.0).fold(0.0, |sum, run| sum + run.busy) / done;
    let waiting = both().filter(|(run, _)| run.share <= 0.0).fold(0.0, |sum, (_, weight)| sum + weight * pace);
    let own = under_way.iter().filter_map(|run| Some(run.whole()? - run.busy));
    let (all, longest) = own.fold((waiting, 0.0_f64), |(sum, most), rest| (sum + rest, most.max(rest)));
    let seconds = (all / under_way.len() as f64).max(longest);
    seconds.is_finite().then_some(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(steps: impl Into<Option<f64>>, busy: f64) -> Run {
        Run { steps: steps.into(), busy, share: 1.0, ended: true, under_way: false }
    }

    fn under_way(steps: impl Into<Option<f64>>, busy: f64, share: f64) -> Run {
        Run { steps: steps.into(), busy, share, ended: false, under_way: true }
    }

    fn waiting(steps: impl Into<Option<f64>>) -> Run {
        Run { steps: steps.into(), ..Run::default() }
    }

    #[test]
    fn a_short_run_that_has_ended_does_not_count_for_half() {
        // 70 thousand steps have ended, 1 % of 300 million is done after 1.3 s.
        let runs = [ended(7e4, 0.04), under_way(3e8, 1.3, 0.01)];
        assert!((share(&runs) - 0.0102).abs() < 1e-4, "{}", share(&runs));
        let rest = rest(&runs).unwrap();
        assert!((rest - 128.7).abs() < 1e-9, "{rest}");
        // The same where no call tells its steps.
        let runs = [ended(None, 0.04), under_way(None, 1.3, 0.01)];
        assert!((share(&runs) - 1.34 / 130.04).abs() < 1e-12, "{}", share(&runs));
    }

    #[test]
    fn nothing_is_guessed_while_a_run_has_not_told_its_share() {
        assert_eq!(rest(&[ended(None, 3.0), under_way(None, 9.0, 0.0)]), None);
        assert_eq!(rest(&[under_way(2e5, 1.0, 0.3), under_way(2e5, 1.0, 0.0), waiting(2e5)]), None);
        assert_eq!(rest(&[ended(1e5, 3.0), waiting(1e5)]), None);
        assert_eq!(share(&[under_way(None, 2.0, 0.0), waiting(None), ended(None, 0.0)]), 1.0 / 3.0);
    }

    #[test]
    fn runs_that_wait_are_shared_by_those_that_run() {
        // Two at a time, 7 s each: 3.5 s of each are left, then five wait for two.
        let mut runs = vec![under_way(1.1e5, 3.5, 0.5); 2];
        runs.extend([waiting(1.1e5); 4]);
        assert!((rest(&runs).unwrap() - 17.5).abs() < 1e-9);
        // A large one counts for its steps.
        let runs = [under_way(1e5, 3.0, 0.3), waiting(9e5)];
        assert!((rest(&runs).unwrap() - 97.0).abs() < 1e-9);
        assert!((share(&runs) - 0.03).abs() < 1e-12);
    }

    #[test]
    fn one_run_alone_has_no_sum() {
        let planned = |node, command| PlannedNode { node, command, steps: None };
        let mut overall = OverallProgress::default();
        overall.plan(&[planned(3, "DYNA_GLISSEMENT"), planned(4, "DYNA_GLISSEMENT"), planned(5, "POST_GLISSEMENT")]);
        overall.plan(&[planned(7, "DYNA_GLISSEMENT"), planned(8, "DYNA_GLISSEMENT")]);
        overall.start("DYNA_GLISSEMENT", 3);
        overall.end(command("RUN = DYNA_GLISSEMENT"), 3);
        overall.start("DYNA_GLISSEMENT", 4);
        assert_eq!(overall.state("POST_GLISSEMENT"), None);
        assert!(overall.state("DYNA_GLISSEMENT").unwrap().1.starts_with("1 of 4 done"));
        assert_eq!(overall.state("LIRE_MAILLAGE"), None);
    }
}
