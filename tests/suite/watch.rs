//! A study that is changed and run again: what is taken over, and that nothing of it differs from a fresh run.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::program::{root, scratch};
use stickslip::api::{Event, Limits, Names, Observer, Report, Shared, State, Study};

/// A study in memory: its command file and its mesh.
#[derive(Clone)]
struct Text {
    study: String,
    mesh: Option<Vec<u8>>,
}

impl Text {
    fn of(folder: &Path, stem: &str) -> Self {
        let study = std::fs::read_to_string(folder.join(format!("{stem}.comm"))).unwrap();
        Text { study, mesh: std::fs::read(folder.join(format!("{stem}.mail"))).ok() }
    }

    /// Runs it and tells all that is seen of it.
    fn run(&self, shared: Option<&Arc<Shared>>, threads: usize) -> (Report, String) {
        let files = self.mesh.iter().map(|mesh| ("case.mail", mesh.as_slice()));
        let study = Study::of_text("case.comm", &self.study, files).unwrap().threads(threads).keep_states(true);
        let study = shared.iter().fold(study, |study, shared| study.sharing((*shared).clone()));
        let seen = Seen::default();
        let report = study.run_observed(&seen);
        let mut text = seen.0.into_inner().unwrap();
        for found in &report.diagnostics {
            writeln!(text, "{}", found.json(&report.sources)).unwrap();
        }
        for verdict in &report.verdicts {
            writeln!(text, "{verdict:?}").unwrap();
        }
        writeln!(text, "{:?} {:?} {:?}", report.states, report.files, report.unknown).unwrap();
        for name in report.names() {
            writeln!(text, "{name} = {}", told(&report, &name)).unwrap();
        }
        (report, text)
    }

    fn fresh(&self) -> String {
        self.run(None, 1).1
    }
}

/// The value of a name with all its digits, where it has numbers to show.
fn told(report: &Report, name: &str) -> String {
    if let Ok(curve) = report.function(name) {
        return format!("{curve:?}");
    }
    if let Ok(table) = report.table(name) {
        return format!("{table:?}");
    }
    match report.modes(name) {
        Ok(modes) => format!("{:?}", (0..modes.len()).map(|rank| modes.frequency(rank)).collect::<Vec<_>>()),
        Err(_) => format!("{:?}", report.number(name).ok()),
    }
}

/// What happens in the order of the study.
#[derive(Default)]
struct Seen(Mutex<String>);

impl Observer for Seen {
    fn see(&self, event: Event<'_>) {
        let mut text = self.0.lock().unwrap();
        match event {
            Event::Text(said) => text.push_str(said),
            Event::Diagnostic(found, sources) => writeln!(text, "{}", found.json(sources)).unwrap(),
            Event::Verdict(record) => writeln!(text, "{record:?}").unwrap(),
            _ => {}
        }
    }
}

fn shared_of_session() -> Arc<Shared> {
    Arc::new(Shared::new(Limits::of_session()))
}

/// Titles of the operators that ran.
fn ran(report: &Report) -> Vec<String> {
    let nodes = report.graph.nodes.iter().zip(&report.states).enumerate();
    nodes
        .filter(|(rank, (_, state))| **state == State::Done && !report.taken.contains(rank))
        .map(|(_, (node, _))| node.title())
        .collect()
}

/// Numbers at random, the same at each run.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }
}

/// Places of numbers with a point in a text.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let end = at + bytes[at..].iter().take_while(|b| b.is_ascii_digit() || **b == b'.').count();
        let word = at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || b"_\"'".contains(&bytes[at - 1]));
        if end > at + 2 && !word && text[at..end].matches('.').count() == 1 {
            found.push((at, end));
        }
        at = end.max(at + 1);
    }
    found
}

/// Ends of lines after which a statement may stand.
fn gaps(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut at = 0;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for pair in lines.windows(2) {
        at += pair[0].len();
        let closes = matches!(pair[0].trim_end().chars().last(), Some(')'));
        let starts = pair[1].starts_with(|c: char| c.is_ascii_uppercase());
        if closes && starts && !pair[0].starts_with(' ') {
            ends.push(at);
        }
    }
    ends
}

/// One edit at random.
fn edit(text: &mut Text, random: &mut Random, count: usize) {
    let study = &mut text.study;
    match random.below(8) {
        0 => study.insert_str(0, "# a remark\n"),
        1..=3 => {
            let places = numbers(study);
            if !places.is_empty() {
                let (start, end) = places[random.below(places.len())];
                let value: f64 = study[start..end].parse().unwrap();
                let new = [value * 1.3, value * 0.7, value + 0.01][random.below(3)];
                study.replace_range(start..end, &format!("{new:?}"));
            }
        }
        4 => {
            let places = gaps(study);
            if !places.is_empty() {
                let new = format!("EDIT{count} = DEFI_CONSTANTE(VALE={count}.7)\n");
                study.insert_str(places[random.below(places.len())], &new);
            }
        }
        5 => {
            let names: Vec<String> = study
                .lines()
                .filter_map(|line| line.split_once(" = ").map(|(name, _)| name))
                .filter(|name| name.chars().all(|c| c.is_ascii_uppercase()) && name.len() > 1)
                .map(str::to_string)
                .collect();
            if !names.is_empty() {
                let name = &names[random.below(names.len())];
                let is_word = |c: char| c.is_alphanumeric() || "_\"'".contains(c);
                let mut new = String::new();
                for (at, part) in study.split(name.as_str()).enumerate() {
                    if at > 0 {
                        let joined = new.ends_with(is_word) || part.starts_with(is_word);
                        new += &if joined { name.clone() } else { format!("{name}X") };
                    }
                    new += part;
                }
                *study = new;
            }
        }
        6 => {
            if let Some(mesh) = &mut text.mesh {
                let at = mesh.iter().position(|b| *b == b'\n').map_or(0, |at| at + 1);
                mesh.splice(at..at, b"% a remark\n".iter().copied());
            }
        }
        _ => {
            let places = gaps(study);
            if !places.is_empty() {
                study.insert_str(places[random.below(places.len())], "\n# a remark\n\n");
            }
        }
    }
}

/// Cases whose runs take little, in several wings.
const CASES: &[&str] = &[
    "contact/limits",
    "fields/work",
    "former/names",
    "functions/formulas",
    "functions/from_surface",
    "meshes/refined",
    "model/conductors",
    "model/joined",
    "modes/asked_in_lists",
    "modes/buckling_line",
    "modes/counts",
    "nets/buckling_01",
    "response/harmonic_vector",
    "response/held_by_springs",
    "slab/statistics",
    "tables/columns_and_sums",
    "tables/extremes",
    "tables/python_inside",
    "transient/caught_divergence",
    "transient/massless",
];

#[test]
fn two_hundred_edits_give_what_fresh_runs_give() {
    let mut random = Random(20_261_126);
    let (mut edits, mut taken, mut held) = (0, 0, 0);
    for case in CASES {
        let path = root().join("tests/cases").join(case);
        let original = Text::of(path.parent().unwrap(), path.file_name().unwrap().to_str().unwrap());
        let (mut text, shared) = (original.clone(), shared_of_session());
        let (first, seen) = text.run(Some(&shared), 1);
        assert!(first.error().is_none(), "{case}: {seen}");
        assert_eq!(seen, text.fresh(), "{case}");
        for count in 0..200_usize.div_ceil(CASES.len()) {
            let before = text.clone();
            edit(&mut text, &mut random, count);
            let (report, seen) = text.run(Some(&shared), 1 + count % 2);
            assert_eq!(seen, text.fresh(), "{case}, edit {count}:\n{}", text.study);
            edits += 1;
            taken += report.taken.len();
            held += usize::from(report.error().is_none());
            // What cannot be run is taken back, as a user does.
            if report.error().is_some() {
                text = before;
            }
        }
    }
    assert!(edits >= 200 && held > 100 && taken > 1000, "{edits} edits, {held} that run, {taken} results taken over");
}

#[test]
fn a_change_of_the_shoe_reruns_what_depends_on_it() {
    let folder = root().join("examples/rubbing_shoe");
    let text = Text::of(&folder, "rubbing_shoe");
    let shared = shared_of_session();
    let (first, seen) = text.run(Some(&shared), 1);
    assert!(first.taken.is_empty() && first.error().is_none() && first.failed_assertions() == 0, "{seen}");
    let what_ran = |study: String| {
        let new = Text { study, ..text.clone() };
        let (report, told) = new.run(Some(&shared), 1);
        assert!(report.error().is_none(), "{told}");
        ran(&report)
    };
    // What writes a file runs again.
    let picture = "IMPR_FONCTION".to_string();
    assert_eq!(what_ran(format!("# a remark\n{}", text.study)), std::slice::from_ref(&picture));
    let with_assertion = |value: f64| {
        let assertion = format!(
            "TEST_FONCTION(VALEUR=_F(FONCTION=V_SHOE, NOM_PARA=\"INST\", VALE_PARA=0.7, VALE_CALC={value:?}))\n\nFIN()"
        );
        text.study.replace("\nFIN()", &assertion)
    };
    assert_eq!(what_ran(with_assertion(0.7)), [picture.clone(), "TEST_FONCTION".to_string()]);
    assert_eq!(what_ran(with_assertion(1.3)), [picture, "TEST_FONCTION".to_string()]);
    // A damping: the transient and what reads it.
    let (text, shared) = (short_shoe("0.7"), shared_of_session());
    let damped = Text { study: text.study.replace("AMOR_REDUIT=0.0", "AMOR_REDUIT=0.013"), ..text.clone() };
    assert!(ran(&text.run(Some(&shared), 2).0).len() > 10);
    let (report, told) = damped.run(Some(&shared), 2);
    assert_eq!(told, damped.fresh());
    assert_eq!(ran(&report), ["RUN = DYNA_VIBRA", "ALL_WEAR = POST_DYNA_MODA_T", "WEAR = CALC_TABLE"]);
}

/// A point of a branch of cycles is taken up without the branch.
#[test]
fn a_cycle_that_starts_on_a_branch_leaves_the_branch_as_it_was() {
    let text = Text::of(&root().join("tests/cases/cycles"), "two_masses");
    let shared = shared_of_session();
    let (first, seen) = text.run(Some(&shared), 1);
    assert!(first.error().is_none() && ran(&first).contains(&"BRANCH = CALC_CYCLE".to_string()), "{seen}");
    let study =
        text.study.replace("ETAT_INIT=_F(CYCLE=BRANCH, NUME_ORDRE=1)", "ETAT_INIT=_F(CYCLE=BRANCH, NUME_ORDRE=2)");
    assert_ne!(study, text.study);
    let other = Text { study, ..text };
    let (report, told) = other.run(Some(&shared), 1);
    assert_eq!(told, other.fresh());
    // Once in each of three scales.
    assert_eq!(ran(&report), ["AGAIN = CALC_CYCLE", "TEST_TABLE"].repeat(3));
}

/// The rubbing shoe for a short while.
fn short_shoe(end: &str) -> Text {
    let text = Text::of(&root().join("examples/rubbing_shoe"), "campaign");
    let mesh = std::fs::read(root().join("examples/rubbing_shoe/rubbing_shoe.mail")).ok();
    let study = text.study.replace("T_FIN = 8.0", &format!("T_FIN = {end}"));
    let study = study.replace("INST_INIT=4.0, INST_FIN=8.0", &format!("INST_INIT=0.0, INST_FIN={end}"));
    Text { study: study.split("def exact").next().unwrap().to_string() + "FIN()\n", mesh }
}

#[test]
fn states_are_kept_as_long_as_there_is_room() {
    let transient = vec!["RUN = DYNA_VIBRA".to_string()];
    let (first, second) = (short_shoe("0.7"), short_shoe("0.8"));
    let ran_again = |text: &Text, shared: &Arc<Shared>| {
        let (report, seen) = text.run(Some(shared), 1);
        assert_eq!(seen, text.fresh());
        ran(&report)
    };
    let reader = |text: &Text| {
        let more = "MORE = RECU_FONCTION(RESU_GENE=RUN, NOM_CHAM=\"DEPL\", NOM_CMP=\"DX\", GROUP_NO=\"SHOE\")\nFIN()";
        Text { study: text.study.replace("FIN()", more), ..text.clone() }
    };
    let (report, _) = first.run(None, 1);
    let made = report.graph.nodes.iter().find(|node| node.title() == transient[0]).unwrap();
    let bytes = made.call.result.as_ref().unwrap().get().unwrap().bytes() as u64;
    assert!((70_000..1_000_000).contains(&bytes), "{bytes}");
    // Without room for states: what reads them is taken over all the same.
    let little = Arc::new(Shared::new(Limits { bytes: bytes * 3 / 4, ..Limits::of_session() }));
    assert!(ran_again(&first, &little).len() > 10);
    assert_eq!(ran_again(&first, &little), transient);
    // A run after which nobody asks for values needs none of the states, unless a reader is new.
    let lasting = |text: &Text| {
        let files = text.mesh.iter().map(|mesh| ("case.mail", mesh.as_slice()));
        let study = Study::of_text("case.comm", &text.study, files).unwrap().sharing(little.clone());
        let report = study.run();
        assert!(report.error().is_none());
        ran(&report)
    };
    assert!(lasting(&first).is_empty());
    assert_eq!(lasting(&reader(&first)), ["RUN = DYNA_VIBRA", "MORE = RECU_FONCTION"]);
    assert!(lasting(&reader(&first)).is_empty());
    // With room for those of one run: the last one stays.
    let one = Arc::new(Shared::new(Limits { bytes: bytes * 3 / 2, ..Limits::of_session() }));
    assert!(ran_again(&first, &one).len() > 10);
    assert!(ran_again(&first, &one).is_empty());
    assert!(ran_again(&second, &one).contains(&transient[0]));
    assert!(ran_again(&second, &one).is_empty());
    assert!(ran_again(&first, &one).contains(&transient[0]));
    // A reader that is new takes them.
    assert_eq!(ran_again(&reader(&first), &one), ["MORE = RECU_FONCTION"]);
    // A campaign keeps no states.
    let campaign = Arc::new(Shared::new(Limits::of_campaign()));
    ran_again(&first, &campaign);
    assert_eq!(ran_again(&first, &campaign), transient);
}

#[test]
fn messages_move_with_their_call() {
    let text = short_shoe("0.7");
    let study = text.study.replace("AMOR_REDUIT=0.0", "AMOR_REDUIT=1.3");
    let (first, shared) = (Text { study, ..text }, shared_of_session());
    let (report, seen) = first.run(Some(&shared), 1);
    assert!(report.diagnostics.iter().any(|d| d.code == "N312" && d.span.is_some()), "{seen}");
    let study = first.study.replace("AMOR_MODAL=_F(AMOR_REDUIT=1.3)", "AMOR_MODAL=  _F(\n  AMOR_REDUIT  =1.3)");
    let moved = Text { study: format!("# é\n\n{study}"), ..first.clone() };
    let (report, told) = moved.run(Some(&shared), 1);
    assert_eq!(told, moved.fresh());
    assert!(ran(&report).is_empty() && told != seen, "{:?}", ran(&report));
}

#[test]
fn what_cannot_be_compared_runs_again() {
    let study = |inside: &str, written: &str| Text {
        study: format!(
            "DEBUT()\ndef g(t):\n    return {inside} * t\n\n\nF = FORMULE(VALE=\"g(INST)\", NOM_PARA=\"INST\", g=g)\n\
             H = CALC_FONC_INTERP(FONCTION=F, VALE_PARA=(0.0, 0.7), NOM_PARA=\"INST\")\n\
             T = CREA_TABLE(LISTE=(_F(PARA=\"X\", LISTE_R=(0.7, 1.3)), _F(PARA=\"Y\", LISTE_R=(1.0, 2.0))))\n\
             IMPR_FONCTION(UNITE=41, FORMAT=\"TABLEAU\", COURBE=_F(FONCTION=H))\n\
             U = LIRE_FONCTION(UNITE=41, NOM_PARA=\"INST\")\n\
             with open(\"values.txt\", \"w\") as file:\n    file.write(\"0.0 {written}\\n0.7 {written}\\n\")\n\n\
             DEFI_FICHIER(UNITE=42, FICHIER=\"values.txt\", ACCES=\"OLD\")\n\
             L = LIRE_FONCTION(UNITE=42, NOM_PARA=\"INST\")\nFIN()\n"
        ),
        mesh: None,
    };
    let shared = shared_of_session();
    for (inside, written) in [("0.7", "1.3"), ("1.3", "1.3"), ("1.3", "2.6"), ("1.3", "2.6")] {
        let text = study(inside, written);
        let (report, seen) = text.run(Some(&shared), 1);
        assert!(report.error().is_none(), "{seen}");
        assert_eq!(seen, text.fresh());
        let again = ["F = FORMULE", "H = CALC_FONC_INTERP", "IMPR_FONCTION", "U = LIRE_FONCTION", "L = LIRE_FONCTION"];
        let now = ran(&report);
        assert!(again.iter().all(|title| now.iter().any(|ran| ran == title)), "{now:?}");
    }
}

/// A program that watches a study; its lines.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_stickslip"))
            .arg("watch")
            .args(arguments)
            .current_dir(folder)
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Watching { child, lines }
    }

    /// The lines of a round, the last of which tells the verdict.
    fn round(&self) -> Vec<String> {
        let mut round = Vec::new();
        loop {
            round.push(self.lines.recv_timeout(Duration::from_secs(60)).expect("a line within a minute"));
            if ["OK  ", "FAILED  ", "ERROR  "].iter().any(|word| round[round.len() - 1].starts_with(word)) {
                return round;
            }
        }
    }
}

fn study(folder: &Path, expected: &str, damping: f64) -> PathBuf {
    let text = format!(
        "DEBUT()\nF = DEFI_FONCTION(NOM_PARA=\"INST\", VALE=(0.0, 0.7, 1.0, 1.3))\n\
         G = CALC_FONCTION(COMB=_F(FONCTION=F, COEF={damping:?}))\n\
         TEST_FONCTION(VALEUR=_F(NOM_PARA=\"INST\", FONCTION=F, VALE_PARA=0.5, VALE_CALC={expected}))\n\
         TEST_FONCTION(VALEUR=_F(NOM_PARA=\"INST\", FONCTION=G, VALE_PARA=0.5, VALE_CALC=1.3))\nFIN()\n"
    );
    let path = folder.join("study.comm");
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn the_program_runs_a_study_when_it_changes() {
    let folder = scratch("watched");
    let path = study(&folder, "1.0", 1.3);
    let mut watching = Watching::start(&folder, &["study.comm", "--rounds", "5"]);
    let first = watching.round();
    assert!(first.last().unwrap().starts_with("OK  2 assertions held, 4 operators run"), "{first:#?}");
    // One assertion that is changed is run alone, and told first.
    study(&folder, "1.1", 1.3);
    let second = watching.round();
    assert_eq!(second[..3], ["", "--- study.comm has changed", "1 verdict changed"], "{second:#?}");
    assert!(second.contains(&"taken over: 3 operators; run: TEST_FONCTION (line 4)".to_string()), "{second:#?}");
    assert!(second.last().unwrap().starts_with("FAILED  1 "), "{second:#?}");
    // A factor is changed: what reads it runs.
    study(&folder, "1.0", 1.4);
    let third = watching.round();
    assert!(third.contains(&"2 verdicts changed".to_string()), "{third:#?}");
    let ran = "taken over: 2 operators; run: G = CALC_FONCTION (line 3), TEST_FONCTION (line 5)";
    assert!(third.contains(&ran.to_string()), "{third:#?}");
    // A mistake, and what was there before.
    std::fs::write(&path, "DEBUT()\nF = DEFI_FONCTION(\nFIN()\n").unwrap();
    assert!(watching.round().last().unwrap().starts_with("ERROR  "));
    study(&folder, "1.0", 1.3);
    let last = watching.round();
    assert!(last.contains(&"taken over: 4 operators; run: nothing".to_string()), "{last:#?}");
    assert_eq!(watching.child.wait().unwrap().code(), Some(0));
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_the_watch() {
    let folder = scratch("watched_until");
    study(&folder, "1.1", 1.3);
    let mut watching = Watching::start(&folder, &["study.comm"]);
    watching.round();
    let killed = Command::new("kill").args(["-INT", &watching.child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(watching.child.wait().unwrap().code(), Some(1));
    study(&folder, "1.0", 1.3);
    let checked = Watching::start(&folder, &["study.comm", "--check", "--rounds", "1"]).round();
    assert!(checked[0].starts_with("OK  0 errors"), "{checked:?}");
}

#[test]
fn a_round_is_given_up_when_its_study_changes() {
    let folder = scratch("watched_loop");
    std::fs::write(folder.join("study.comm"), "DEBUT()\nn = 0\nwhile True:\n    n = n + 1\nFIN()\n").unwrap();
    let mut watching = Watching::start(&folder, &["study.comm", "--rounds", "2"]);
    // A round that never ends by itself: it is under way once it has been given some time.
    std::thread::sleep(Duration::from_millis(600));
    study(&folder, "1.0", 1.3);
    let first = watching.round();
    assert!(first.last().unwrap().starts_with("ERROR  1 error, nothing run"), "{first:#?}");
    let second = watching.round();
    assert!(second.last().unwrap().starts_with("OK  2 assertions held"), "{second:#?}");
    // The round that was given up says nothing of the study.
    assert_eq!(watching.child.wait().unwrap().code(), Some(0));
}

#[test]
#[cfg(unix)]
fn another_content_of_the_same_size_and_date_is_run() {
    let folder = scratch("watched_date");
    let path = study(&folder, "1.0", 1.3);
    let date = std::fs::metadata(&path).unwrap().modified().unwrap();
    let watching = Watching::start(&folder, &["study.comm", "--rounds", "2"]);
    watching.round();
    let other = scratch("watched_date_other");
    study(&other, "1.1", 1.3);
    // As `cp -p` and `rsync -t` do.
    let copied = std::fs::copy(other.join("study.comm"), &path).unwrap();
    std::fs::File::options().write(true).open(&path).unwrap().set_modified(date).unwrap();
    assert_eq!(copied, std::fs::metadata(&path).unwrap().len());
    assert!(watching.round().last().unwrap().starts_with("FAILED  1 "));
}
