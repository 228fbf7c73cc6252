//! No call that goes through time allocates in its steps: twice as many steps make as many allocations. Studies beside this file run every
//! scheme with every law and every option of archiving. Names come from the catalogue, so that one without a row in a study fails.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::{Arc, Mutex};

use stickslip::api::{Event, Limits, Observer, Shared, Study};
use stickslip::catalogue::{Constant, Effect, Level, Shape, Simple, command};
use stickslip::kernel::schemes::SCHEMES;

use super::count;

/// Allocations of each node of a study that has ended, or those of its thread before it began.
#[derive(Default)]
struct Counts {
    begun: Mutex<BTreeMap<usize, usize>>,
    made: Mutex<BTreeMap<usize, usize>>,
    /// Texts of progress, which a slow machine shows more of.
    told: Mutex<BTreeMap<usize, usize>>,
    said: Mutex<String>,
}

impl Observer for Counts {
    fn see(&self, event: Event<'_>) {
        let now = count();
        match event {
            Event::Started { node, .. } => {
                let mut begun = self.begun.lock().unwrap();
                begun.insert(node, 0);
                // What this took is not the node's.
                begun.insert(node, count());
            }
            Event::Ended { node } => {
                let before = self.begun.lock().unwrap()[&node];
                self.made.lock().unwrap().insert(node, now - before);
            }
            Event::Progress { node, .. } => *self.told.lock().unwrap().entry(node).or_default() += 1,
            Event::Text(text) => self.said.lock().unwrap().push_str(text),
            Event::Diagnostic(diagnostic, _) => writeln!(self.said.lock().unwrap(), "{}", diagnostic.message).unwrap(),
            _ => {}
        }
    }
}

/// The factor keyword `name` of a level, wherever its blocks are.
fn factors<'l>(level: &'l Level, name: &str) -> Vec<&'l Level> {
    let own = level.find(name).and_then(|keyword| match &keyword.shape {
        Shape::Factor(inner) => Some(&**inner),
        Shape::Simple(_) => None,
    });
    own.into_iter().chain(level.blocks.iter().flat_map(|block| factors(&block.level, name))).collect()
}

/// Texts that a simple keyword takes.
fn texts(simple: &Simple) -> Vec<String> {
    let computed = simple.into.iter().filter(|value| !simple.unsupported.contains(value));
    computed.filter_map(|value| if let Constant::Text(text) = value { Some(text.to_string()) } else { None }).collect()
}

/// Texts that the keyword `name` of a level takes, in whichever block.
fn allowed(level: &Level, name: &str) -> Vec<String> {
    let own = level.find(name).filter(|keyword| keyword.effect == Effect::Used).map(|keyword| match &keyword.shape {
        Shape::Simple(simple) => texts(simple),
        Shape::Factor(_) => Vec::new(),
    });
    own.into_iter().flatten().chain(level.blocks.iter().flat_map(|block| allowed(&block.level, name))).collect()
}

/// Texts of `FACTOR/KEYWORD` of a command.
fn of_catalogue(name: &str, factor: &str, keyword: &str) -> BTreeSet<String> {
    let level = &command(name).unwrap().level;
    factors(level, factor).into_iter().flat_map(|inner| allowed(inner, keyword)).collect()
}

/// Keywords that choose the states that a command keeps.
fn archiving(name: &str) -> BTreeSet<String> {
    let used = |inner: &&Level| -> Vec<String> {
        let used = inner.keywords.iter().filter(|(_, keyword)| keyword.effect == Effect::Used);
        used.map(|(name, _)| name.to_string()).collect()
    };
    factors(&command(name).unwrap().level, "ARCHIVAGE").iter().flat_map(used).collect()
}

/// Names as a tuple of the Python of studies.
fn tuple(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    names.into_iter().map(|name| format!("'{}', ", name.as_ref())).collect()
}

/// A study with the files it reads, and the names that it takes from the catalogue.
struct Table<'t> {
    text: &'t str,
    files: Vec<(&'t str, String)>,
    names: String,
    steps: usize,
    /// Allocations that a kept state may take: its fields.
    per_state: usize,
}

impl Table<'_> {
    /// Allocations and texts of progress of each call with a title, by this title.
    fn run(&self, steps: usize) -> BTreeMap<String, [usize; 2]> {
        let counts = Counts::default();
        let files = self.files.iter().map(|(name, text)| (*name, text.as_bytes()));
        let study = Study::of_text("a.comm", &format!("{}STEPS = {steps}\n{}", self.names, self.text), files).unwrap();
        // With results to share and one thread, the thread of the study runs all nodes.
        let report = study.sharing(Arc::new(Shared::new(Limits::of_session()))).run_observed(&counts);
        let said = counts.said.into_inner().unwrap();
        assert!(report.error().is_none(), "{:?}\n{said}", report.diagnostics);
        assert!(!said.contains("never closed (smallest gap 0"), "{said}");
        let (made, told) = (counts.made.into_inner().unwrap(), counts.told.into_inner().unwrap());
        let title = |node: usize| report.graph.nodes[node].call.text_if_given("TITRE").filter(|t| !t.is_empty());
        let row = |(node, made)| Some((title(node)?.to_string(), [made, told.get(&node).copied().unwrap_or(0)]));
        made.into_iter().filter_map(row).collect()
    }

    /// Twice as many steps allocate no more, except where more states are kept.
    fn hold(&self) {
        let [short, long] = [self.steps, 2 * self.steps].map(|steps| self.run(steps));
        let mut found = String::new();
        for (title, [made, _]) in &short {
            let [made_in_long, told] = long[title];
            let more = made_in_long.saturating_sub(*made);
            // Lists with an entry per step or event double when they are full; arrays of states are taken from those that other tests left.
            let mut allowed = 12 + self.steps / 50 + 100 * told;
            if title.contains("implicit") {
                // Each new set of closed contacts has its own modes, and each change a critical point: an eigenproblem, singular values.
                allowed += 5 * self.steps;
            } else if title.ends_with("every state") {
                allowed += 60 + self.per_state * self.steps;
            }
            if more > allowed {
                writeln!(found, "{title}: {made} allocations in {} steps, {more} more in twice as many", self.steps)
                    .unwrap();
            }
        }
        assert!(found.is_empty() && short.len() > 50, "{} runs\n{found}", short.len());
    }
}

/// A chain of nodes along X, with masses and springs between them.
fn chain(nodes: usize) -> String {
    let mut text = "COOR_3D\n".to_string();
    let all = 1..=nodes;
    all.clone().for_each(|n| writeln!(text, "N{n} {} 0. 0.", 0.6 * (n - 1) as f64).unwrap());
    text += "FINSF\nPOI1\n";
    all.clone().skip(1).for_each(|n| writeln!(text, "P{n} N{n}").unwrap());
    text += "FINSF\nSEG2\n";
    all.clone().skip(1).for_each(|n| writeln!(text, "S{n} N{} N{n}", n - 1).unwrap());
    text += "FINSF\n";
    let list = |letter: char, from: usize| all.clone().skip(from).map(|n| format!("{letter}{n}\n")).collect::<String>();
    for (kind, name, members) in [
        ("MA", "LINK", "S2\n".to_string()),
        ("MA", "CHAIN", list('S', 1)),
        ("MA", "HEAD", "P2\n".to_string()),
        ("MA", "MASSES", list('P', 2)),
        ("NO", "FEET", "N1\n".to_string()),
        ("NO", "HEAD", "N2\n".to_string()),
        ("NO", "MASSES", list('N', 2)),
    ] {
        write!(text, "GROUP_{kind} NOM={name}\n{members}FINSF\n").unwrap();
    }
    text + "FIN\n"
}

#[test]
fn transients_on_modes_do_not_allocate_in_their_steps() {
    let modal = SCHEMES.iter().filter(|info| info.modal.is_some());
    let names = format!(
        "SCHEMES = ({})\nRIGID = ({})\nRELATIONS = ({})\nOPTIONS = [{}]\n",
        tuple(modal.clone().map(|info| info.name)),
        tuple(modal.filter(|info| info.is_exact).map(|info| info.name)),
        tuple(of_catalogue("DYNA_VIBRA", "COMPORTEMENT", "RELATION")),
        tuple(archiving("DYNA_VIBRA")),
    );
    let files = vec![("a.mail", include_str!("modal.mail").to_string())];
    Table { text: include_str!("modal.comm"), files, names, steps: 500, per_state: 0 }.hold();
}

#[test]
fn transients_on_physical_unknowns_do_not_allocate_in_their_steps() {
    let physical = SCHEMES.iter().filter(|info| info.physical.is_some());
    let (schemes, options) = (tuple(physical.map(|info| info.name)), tuple(archiving("DYNA_VIBRA")));
    let names = format!("SCHEMES = ({schemes})\nOPTIONS = [{options}]\n");
    Table { text: include_str!("physical.comm"), files: vec![("a.mail", chain(5))], names, steps: 100, per_state: 6 }
        .hold();
}

#[test]
fn nonlinear_runs_do_not_allocate_in_their_steps() {
    let name = "MECA_NON_LINE";
    let names = format!(
        "SCHEMES = ({})\nRELATIONS = ({})\nOPTIONS = [{}]\n",
        tuple(of_catalogue(name, "SCHEMA_TEMPS", "SCHEMA")),
        tuple(of_catalogue(name, "COMPORTEMENT", "RELATION")),
        tuple(archiving(name)),
    );
    let files = vec![("fort.20", chain(2)), ("fort.21", chain(106))];
    Table { text: include_str!("elements.comm"), files, names, steps: 30, per_state: 70 }.hold();
}
