//! One pass over the studies of the repository. Each is read and rehearsed once, for the judges of its text (errors, notes about
//! former versions, lints, layout), and run once, for those of its results (assertions, keywords that nothing reads, bits).
//! A folder is a test; a study dropped into it is picked up by itself.

mod folder;
mod pass;
mod run;
mod text;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::program::root;
pub use folder::below;
use pass::{AGREED, IDLE_LIST, NOTED, Pass, UNFORMATTED, pass};
pub use run::ran;

/// The folders, each a test of its name; another test compares them with the disk.
macro_rules! folders {
    ($(mod $top:ident in $path:literal: $($name:ident)*;)*) => {
        const FOLDERS: &[&str] = &[$($(concat!($path, "/", stringify!($name))),*),*];
        $(mod $top {
            $(#[test]
            fn $name() {
                super::holds(concat!($path, "/", stringify!($name)));
            })*
        })*
    };
}

folders! {
    mod cases in "tests/cases": contact cycles fields files flow former former_versions functions laws_nets linear meshes model
        modes nets nonlinear random response restitution rough shoe slab tables transient;
    mod examples in "examples": cycles eight_mass_chain elastic_slab exact_friction first_steps macros nonlinear
        response_spectra rough_sliding rubbing_shoe tube_in_flow;
    mod pages in "grammar": examples;
    mod texts in "tests": diagnostics;
}

fn holds(folder: &str) {
    let pass = pass(rank(folder));
    println!(
        "{folder}: {} studies run, {} assertions, {} rehearsed, {} lints, {} texts",
        pass.run, pass.assertions, pass.rehearsed, pass.lints, pass.texts
    );
    assert!(pass.failures.is_empty(), "{} in {folder}:\n{}", pass.failures.len(), pass.failures.join("\n\n"));
}

fn rank(folder: &str) -> usize {
    FOLDERS.iter().position(|known| *known == folder).unwrap()
}

/// The passes over all folders, those that no test has made yet on two threads.
fn all() -> Vec<&'static Pass> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let rank @ 0.. = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)
                    && rank < FOLDERS.len()
                {
                    pass(rank);
                }
            });
        }
    });
    (0..FOLDERS.len()).map(pass).collect()
}

#[test]
fn every_folder_of_studies_is_a_test() {
    let mut found: Vec<PathBuf> = Vec::new();
    for top in ["examples", "grammar/examples", "tests/cases", "tests/diagnostics"] {
        below(&root().join(top), &["comm", "export"], &mut found);
    }
    let is_listed = |file: &PathBuf| {
        let file = file.strip_prefix(root()).unwrap();
        let inside = |folder: &&&str| {
            if is_whole(folder) { file.starts_with(folder) } else { file.parent() == Some(Path::new(folder)) }
        };
        FOLDERS.iter().any(|folder| inside(&folder))
    };
    let lost: BTreeSet<_> = found.iter().filter(|file| !is_listed(file)).filter_map(|file| file.parent()).collect();
    assert!(lost.is_empty(), "folders with studies that the list in tests/suite/studies/mod.rs lacks: {lost:#?}");
    let empty: Vec<_> =
        FOLDERS.iter().filter(|folder| !found.iter().any(|f| f.starts_with(root().join(folder)))).collect();
    assert!(empty.is_empty(), "folders of the list without a study: {empty:?}");
}

/// Folders that are one test with all that is below them.
fn is_whole(folder: &str) -> bool {
    !folder.starts_with("tests/cases/") && !folder.starts_with("examples/")
}

#[test]
fn the_lists_of_what_is_agreed_on_name_nothing_else() {
    let all = all();
    let sum = |of: fn(&Pass) -> usize| all.iter().map(|pass| of(pass)).sum::<usize>();
    let (run, rehearsed, texts) = (sum(|p| p.run), sum(|p| p.rehearsed), sum(|p| p.texts));
    println!(
        "{run} studies run, {} assertions, {rehearsed} rehearsed, {} lints, {texts} texts",
        sum(|p| p.assertions),
        sum(|p| p.lints)
    );
    assert!(run > 300 && rehearsed > 500 && texts > 500);
    let idle = |count: usize, met: fn(&Pass) -> &BTreeSet<usize>| {
        (0..count).filter(|rank| !all.iter().any(|pass| met(pass).contains(rank))).collect::<Vec<_>>()
    };
    let unmet: Vec<_> = idle(AGREED.len(), |pass| &pass.agreed).into_iter().map(|i| &AGREED[i]).collect();
    assert!(unmet.is_empty(), "agreed on in lints_agreed.txt, and not found any more: {unmet:?}");
    let unmet: Vec<_> =
        idle(UNFORMATTED.len(), |pass| &pass.unformatted).into_iter().map(|i| &UNFORMATTED[i]).collect();
    assert!(unmet.is_empty(), "formatted, and listed in unformatted.txt as not: {unmet:?}");
    let unmet: Vec<_> = idle(NOTED.len(), |pass| &pass.noted).into_iter().map(|i| &NOTED[i]).collect();
    assert!(unmet.is_empty(), "listed in former_studies.txt, and without a note about former versions: {unmet:?}");
    let unmet: Vec<_> = idle(IDLE_LIST.len(), |pass| &pass.idle).into_iter().map(|i| &IDLE_LIST[i]).collect();
    assert!(unmet.is_empty(), "listed in idle.rs and read, or not there: {unmet:#?}");
}
