//! One round: the study is opened, run or checked, and what came of it is told.

use std::sync::Arc;

use super::arguments::Watch;
use super::verdicts::Verdicts;
use crate::api::{Event, Failure, Node, Observer, Report, Shared, State};
use crate::cli::codes::{HELD, WRONG};
use crate::cli::console::{Colour, Console, painted};
use crate::cli::options::{study as opened, threads};
use crate::cli::run::{code_of, last_line, make_folder, written};
use crate::cli::words::{count, duration};
use crate::source::World;
use crate::verdict::table;

/// Operators that are named one by one.
const MOST_NAMED: usize = 8;

/// What stays from one round to the next.
#[derive(Default)]
pub struct Rounds {
    shared: Option<Arc<Shared>>,
    before: Option<Verdicts>,
}

/// Shows what happens, but for the log, which would be the same again.
struct WithoutLog<'c>(&'c Console);

impl Observer for WithoutLog<'_> {
    fn see(&self, event: Event<'_>) {
        if !matches!(event, Event::Text(_)) {
            self.0.see(event);
        }
    }
}

impl Rounds {
    /// Rounds that take over from one another what `shared` holds.
    pub fn sharing(shared: Arc<Shared>) -> Self {
        Rounds { shared: Some(shared), before: None }
    }

    /// Does one round; gives its exit code.
    pub fn one(&mut self, asked: &Watch, console: &Console, world: &dyn World) -> u8 {
        let output = asked.output.as_deref();
        let study = make_folder(output)
            .map_err(|error| Failure::of(*error))
            .and_then(|()| opened(&asked.set, &asked.study, output, world));
        let study = match study {
            Ok(study) => study.threads(threads(asked.threads)),
            Err(failure) => {
                console.show(&failure.diagnostic, &failure.sources);
                return WRONG;
            }
        };
        if asked.check {
            let report = study.check();
            report.diagnostics.iter().for_each(|found| console.show(found, &report.sources));
            let errors = report.diagnostics.iter().filter(|d| d.is_error()).count();
            let (word, colour) = if errors == 0 { ("OK", Colour::Green) } else { ("ERROR", Colour::Red) };
            let took = duration(report.wall_s);
            console.say(&format!("{}  {}, {took}", painted(word, colour), count(errors, "error")));
            return if errors == 0 { HELD } else { WRONG };
        }
        let study = self.shared.iter().fold(study, |study, shared| study.sharing(shared.clone()));
        let observer = WithoutLog(console);
        let report = study.run_observed(if asked.log { console } else { &observer });
        let before = report.diagnostics.len() - report.shown;
        report.diagnostics[..before].iter().for_each(|found| console.show(found, &report.sources));
        self.tell(&report, console);
        code_of(&report)
    }

    /// The verdicts that changed, those that fail as before, what was taken over, what ran.
    fn tell(&mut self, report: &Report, console: &Console) {
        let now = Verdicts::of(&report.verdicts);
        let none = Verdicts::default();
        let before = self.before.as_ref().unwrap_or(&none);
        let mut shown = now.changed(before);
        let still = now.failed().into_iter().filter(|record| !shown.iter().any(|s| Arc::ptr_eq(s, record)));
        let still: Vec<_> = still.collect();
        let (changed, gone) = (shown.len(), now.gone(before));
        if self.before.is_some() {
            let gone = if gone > 0 { format!(", {gone} gone") } else { String::new() };
            console.say(&format!("{} changed{gone}", count(changed, "verdict")));
        }
        shown.extend(still);
        if !shown.is_empty() {
            table(&shown, |lines| console.say(lines));
        }
        written(report, console);
        if self.before.is_some() || !report.taken.is_empty() {
            console.say(&work(report));
        }
        console.say(&last_line(report, false));
        if report.error().is_none() {
            self.before = Some(now);
        }
    }
}

/// `taken over: 40 operators; run: TEST_TABLE (line 88)`
fn work(report: &Report) -> String {
    let ran = report.graph.nodes.iter().zip(&report.states).enumerate();
    let ran = ran.filter(|(rank, (_, state))| **state == State::Done && !report.taken.contains(rank));
    let ran: Vec<&Node> = ran.map(|(_, (node, _))| node).collect();
    let mut names: Vec<String> =
        ran.iter().take(MOST_NAMED).map(|node| format!("{} (line {})", node.title(), node.call.line)).collect();
    if ran.len() > MOST_NAMED {
        names.push(format!("{} more", ran.len() - MOST_NAMED));
    }
    let names = if names.is_empty() { "nothing".to_string() } else { names.join(", ") };
    format!("taken over: {}; run: {names}", count(report.taken.len(), "operator"))
}
