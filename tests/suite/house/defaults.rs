//! Defaults live in the catalogue only.
//!
//! Operators read a keyword that is mandatory or has a default with `real("JEU")?`, and one that may be absent with
//! `real_if_given("PAS")`. The sources are read for fallbacks that repeat a default, and for values that are taken for
//! granted where the catalogue promises none.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use stickslip::catalogue::{Command, Constant, Keyword, Level, Shape, Status, command, names};

use super::{is_test, sources};
use crate::program::root;

const SHARED: &str = "read for several levels, some without the keyword";
const FORMER: &str = "read for today's form and for a former one, whose keyword has no default";

/// Fallbacks that repeat a default of one level and are needed for another; the list may only become shorter.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("call/access.rs", "PRECISION", SHARED),
    ("contact/post_usure/inputs.rs", "NB_BLOC", SHARED),
    ("contact/post_usure/inputs.rs", "INST_INIT", SHARED),
    ("contact/post_usure/instants.rs", "COEF_INST", SHARED),
    ("contact/relations.rs", "AMOR_NOR", FORMER),
    ("contact/relations.rs", "DIST_1", FORMER),
    ("contact/relations.rs", "DIST_2", FORMER),
    ("contact/relations.rs", "VITE_ROTA", FORMER),
    ("contact/relations.rs", "ITER_INTE_MAXI", FORMER),
    ("contact/relations.rs", "RESI_INTE", FORMER),
    ("functions/info_fonction/deviation.rs", "METHODE", FORMER),
    ("functions/info_fonction/inputs.rs", "PRECISION", FORMER),
    ("functions/info_fonction/seismic.rs", "RATIO", FORMER),
    ("functions/info_fonction/seismic.rs", "FREQ_PAS", FORMER),
    ("functions/oscillators.rs", "NORME", SHARED),
    ("modes/extr_mode.rs", "CRIT_EXTR", SHARED),
    ("modes/request.rs", "PREC_SHIFT", FORMER),
    ("printing/curves.rs", "TRI", SHARED),
    ("response/structural/schemes.rs", "SCHEMA", FORMER),
    ("response/transient/excitation.rs", "COEF_MULT", FORMER),
    ("response/transient/initial.rs", "PRECISION", FORMER),
    ("response/transient/schemes.rs", "METHODE", FORMER),
    ("response/transient/schemes.rs", "TOLERANCE", FORMER),
    ("response/transient/schemes.rs", "ALPHA", FORMER),
    ("response/transient/schemes.rs", "BETA", FORMER),
    ("response/transient/schemes.rs", "GAMMA", FORMER),
    ("results/crea_resu.rs", "NOM_CHAM", SHARED),
    ("results/crea_resu.rs", "PRECISION", SHARED),
    ("results/element_fields/excitation.rs", "PHAS_DEG", SHARED),
    ("results/element_fields/excitation.rs", "PUIS_PULS", SHARED),
    ("results/post_elem/energy.rs", "OPTION", SHARED),
    ("results/state.rs", "NOM_CHAM", SHARED),
    ("tables/filter.rs", "PRECISION", SHARED),
    ("tables/select.rs", "PRECISION", SHARED),
];

const KINDS: [&str; 4] = ["real", "integer", "complex", "text"];

/// A read of a keyword named in the text: its kind, its name, and what follows.
struct Read<'t> {
    kind: &'static str,
    name: &'t str,
    after: &'t str,
}

fn reads<'t>(text: &'t str, suffix: &str) -> Vec<Read<'t>> {
    let mut found = Vec::new();
    for kind in KINDS {
        let start = format!(".{kind}{suffix}(\"");
        for (at, _) in text.match_indices(&start) {
            let rest = &text[at + start.len()..];
            if let Some((name, after)) = rest.split_once('"')
                && let Some(after) = after.strip_prefix(')')
            {
                found.push(Read { kind, name, after: after.trim_start() });
            }
        }
    }
    found
}

/// The literal of `.unwrap_or(1.0)`, `.unwrap_or_else(|| "N".into())` or `.map_or("N".into(), ...)`.
fn fallback(after: &str) -> Option<Constant> {
    let rest = [".unwrap_or(", ".unwrap_or_else(|| ", ".map_or("].iter().find_map(|start| after.strip_prefix(start))?;
    if let Some(text) = rest.strip_prefix('"') {
        return Some(Constant::Text(Box::leak(text.split('"').next()?.to_string().into_boxed_str())));
    }
    let literal = rest.split([')', ',']).next()?.replace('_', "");
    literal.parse().ok().map(Constant::Real)
}

fn is_same(default: &[Constant], literal: Constant) -> bool {
    match (default, literal) {
        ([Constant::Real(a)], Constant::Real(b)) => *a == b,
        ([Constant::Integer(a)], Constant::Real(b)) => *a as f64 == b,
        ([Constant::Text(a)], Constant::Text(b)) => *a == b,
        _ => false,
    }
}

/// All simple keywords of a command by name, in all levels and blocks.
fn keywords(command: &'static Command) -> BTreeMap<&'static str, Vec<&'static Keyword>> {
    fn walk(level: &'static Level, all: &mut BTreeMap<&'static str, Vec<&'static Keyword>>) {
        for (name, keyword) in &level.keywords {
            match &keyword.shape {
                Shape::Simple(_) => all.entry(name).or_default().push(keyword),
                Shape::Factor(level) => walk(level, all),
            }
        }
        level.blocks.iter().for_each(|block| walk(&block.level, all));
    }
    let mut all = BTreeMap::new();
    walk(&command.level, &mut all);
    all
}

/// The commands that a file runs: those it registers, or those of its folder, or of the one above.
fn commands_of(file: &Path, registered: &BTreeMap<PathBuf, BTreeSet<String>>, top: &Path) -> BTreeSet<String> {
    if let Some(own) = registered.get(file) {
        return own.clone();
    }
    let mut folder = file.parent().unwrap();
    while folder.starts_with(top) {
        let inside = registered.iter().filter(|(file, _)| file.starts_with(folder));
        let all: BTreeSet<String> = inside.flat_map(|(_, names)| names.iter().cloned()).collect();
        if !all.is_empty() {
            return all;
        }
        folder = folder.parent().unwrap();
    }
    BTreeSet::new()
}

struct Sources {
    top: PathBuf,
    texts: Vec<(PathBuf, String)>,
    registered: BTreeMap<PathBuf, BTreeSet<String>>,
    catalogue: BTreeMap<&'static str, BTreeMap<&'static str, Vec<&'static Keyword>>>,
}

fn read_all() -> Sources {
    let top = root().join("src/operators");
    let files = sources(&top).into_iter().filter(|file| !is_test(file) && !file.ends_with("testing.rs"));
    let own = |file: PathBuf| {
        let text = std::fs::read_to_string(&file).unwrap();
        let own = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("").to_string();
        (file, own)
    };
    let texts: Vec<_> = files.map(own).collect();
    let mut registered = BTreeMap::new();
    for (file, text) in &texts {
        let named = text.split("name: \"").skip(1).filter_map(|rest| rest.split('"').next());
        let commands: BTreeSet<String> = named.filter(|name| command(name).is_some()).map(str::to_string).collect();
        if !commands.is_empty() {
            registered.insert(file.clone(), commands);
        }
    }
    let catalogue = names().filter_map(|name| Some((name, keywords(command(name)?)))).collect();
    Sources { top, texts, registered, catalogue }
}

impl Sources {
    /// What the catalogue says of a keyword that a file reads: in its commands, or else in all.
    fn described(&self, file: &Path, name: &str) -> Vec<&'static Keyword> {
        let commands = commands_of(file, &self.registered, &self.top);
        let own = commands.iter().filter_map(|command| self.catalogue.get(command.as_str())?.get(name));
        let own: Vec<_> = own.flatten().copied().collect();
        if !own.is_empty() {
            return own;
        }
        self.catalogue.values().filter_map(|all| all.get(name)).flatten().copied().collect()
    }
}

#[test]
fn no_operator_repeats_a_default_of_the_catalogue() {
    let sources = read_all();
    let (mut repeated, mut needed) = (Vec::new(), BTreeSet::new());
    for (file, text) in &sources.texts {
        let place = file.strip_prefix(&sources.top).unwrap().to_string_lossy().to_string();
        for Read { name, after, .. } in reads(text, "_if_given") {
            let Some(literal) = fallback(after) else { continue };
            if !sources.described(file, name).iter().any(|keyword| is_same(keyword.default(), literal)) {
                continue;
            }
            match ALLOWED.iter().find(|(file, keyword, _)| *file == place && *keyword == name) {
                Some(known) => drop(needed.insert(*known)),
                None => repeated.push(format!("{place}: {name} {literal:?}")),
            }
        }
    }
    assert!(repeated.is_empty(), "the catalogue has the default, read with `?` and no fallback: {repeated:#?}");
    let stale: Vec<_> = ALLOWED.iter().filter(|known| !needed.contains(*known)).collect();
    assert!(stale.is_empty(), "no longer there, take it off the list: {stale:#?}");
}

#[test]
fn values_taken_for_granted_are_promised_by_the_catalogue() {
    let sources = read_all();
    let (mut bare, mut count) = (Vec::new(), 0);
    for (file, text) in &sources.texts {
        for Read { kind, name, after } in reads(text, "") {
            count += 1;
            if [".unwrap_or", ".map_or", ".ok()", ".is_"].iter().any(|start| after.starts_with(start)) {
                bare.push(format!("{}: {kind}(\"{name}\") drops the error", file.display()));
            }
            let promised = |keyword: &&Keyword| keyword.status == Status::Mandatory || !keyword.default().is_empty();
            if !sources.described(file, name).iter().any(promised) {
                bare.push(format!("{}: {kind}(\"{name}\")", file.strip_prefix(&sources.top).unwrap().display()));
            }
        }
    }
    assert!(count > 80, "only {count} reads found");
    assert!(bare.is_empty(), "optional in the catalogue, read with `_if_given`: {bare:#?}");
}
