//! Studies of the tree with some of their words in former spellings, chosen by a number: keywords and values that had other names,
//! `reuse` alone, names of nodes and cells in place of groups of one, signs of age.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use stickslip::api::{Disk, Study};
use stickslip::catalogue::{self, Constant, FormerSpelling, Keyword};
use stickslip::concepts::Concept;
use stickslip::source::{BorrowedOrShared, Edits, FileId, SourceFile, Span};
use stickslip::syntax::{self, Argument, Expression, ExpressionKind, StatementKind};

use crate::program::root;
use crate::studies::below;

/// Longest text of a study that is taken: short ones run in a moment.
const LONGEST: usize = 5_000;

/// A change of a text into a former form.
type Former = (Span, String);

pub struct Variants {
    studies: Vec<PathBuf>,
    /// Names of the nodes and cells that are alone in a group: of `NO_` and `MA_` with the group.
    alone: BTreeMap<PathBuf, BTreeMap<String, String>>,
}

impl Variants {
    /// The studies that stand alone with, perhaps, a mesh of their name.
    pub fn of_the_tree() -> Self {
        let mut studies = Vec::new();
        below(&root().join("tests/cases"), &["comm"], &mut studies);
        studies.retain(|path| {
            !path.with_extension("export").exists()
                && std::fs::read(path).is_ok_and(|text| {
                    let text = String::from_utf8_lossy(&text);
                    text.len() < LONGEST && !text.contains("import ") && !text.contains("open(")
                })
        });
        assert!(studies.len() > 100, "{} studies", studies.len());
        Variants { studies, alone: BTreeMap::new() }
    }

    /// The variant of a number, written into a folder with its mesh; none where the study has nothing to change.
    pub fn next(&mut self, number: u64, folder: &Path) -> Option<(String, String)> {
        let mut chance = Chance(number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let study = self.studies[chance.below(self.studies.len())].clone();
        let text = std::fs::read_to_string(&study).ok()?;
        let alone = self.alone.entry(study.clone()).or_insert_with(|| alone(&study));
        let mut ways = former_ways(&text, alone);
        if ways.is_empty() {
            return None;
        }
        let mut edits = Edits::default();
        for _ in 0..1 + chance.below(6) {
            let (span, new) = ways.swap_remove(chance.below(ways.len()));
            edits.replace(span, new);
            if ways.is_empty() {
                break;
            }
        }
        let text = edits.applied(&text);
        let own = study.file_stem()?.to_string_lossy().into_owned();
        let stem = format!("v{number}_{own}");
        for beside in std::fs::read_dir(study.parent()?).ok()?.flatten().map(|entry| entry.path()) {
            if beside.is_file() && beside.file_stem().is_some_and(|name| name.to_string_lossy() == own) {
                let extension = beside.extension()?.to_string_lossy().into_owned();
                std::fs::copy(&beside, folder.join(format!("{stem}.{extension}"))).ok()?;
            }
        }
        let name = format!("{stem}.comm");
        std::fs::write(folder.join(&name), &text).ok()?;
        Some((name, text))
    }
}

/// A generator of numbers.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % count.max(1) as u64) as usize
    }
}

/// The nodes and cells that are alone in a group of the meshes that a study reads, by the group.
fn alone(study: &Path) -> BTreeMap<String, String> {
    let disk = Disk::default();
    let mut found = BTreeMap::new();
    let Ok(study) = Study::in_world(study, None, BorrowedOrShared::Lent(&disk)) else { return found };
    let report = study.check();
    for handle in report.graph.nodes.iter().flat_map(|node| node.makes()) {
        let Some(Concept::Mesh(value)) = handle.get() else { continue };
        let mesh = &value.mesh;
        for (group, nodes) in &mesh.node_groups {
            if let [one] = nodes[..] {
                found.insert(format!("NO_{group}"), mesh.nodes[one].label.to_string());
            }
        }
        for (group, cells) in &mesh.cell_groups {
            if let [one] = cells[..] {
                found.insert(format!("MA_{group}"), mesh.cells[one].label.to_string());
            }
        }
    }
    found
}

/// All changes of a text that give a former form.
fn former_ways(text: &str, alone: &BTreeMap<String, String>) -> Vec<Former> {
    let file = SourceFile::new("v.comm", None, text.into());
    let statements = syntax::parse(FileId(0), &file).statements;
    let mut ways = Vec::new();
    syntax::each_statement(&statements, &mut |statement| {
        if let StatementKind::Import(_) = &statement.kind
            && text.get(statement.span.range()) == Some("import math")
        {
            ways.push((statement.span, "from numpy import math".to_string()));
        }
    });
    syntax::each_expression(&statements, &mut |expression| {
        let ExpressionKind::Call { function, arguments } = &expression.kind else { return };
        let ExpressionKind::Name(command) = &function.kind else { return };
        let Some(description) = catalogue::command(command) else { return };
        if command == "DEBUT" && arguments.is_empty() {
            ways.push((expression.span, "DEBUT(CODE=_F(NIV_PUB_WEB='INTERNET'))".into()));
            ways.push((expression.span, "POURSUITE()".into()));
        }
        if command == "FIN" && arguments.is_empty() {
            ways.push((expression.span, "FIN(FORMAT_HDF='OUI')".into()));
        }
        for spelling in &description.former_spellings {
            ways.extend(spelt(text, spelling, arguments));
        }
        let mut levels: Vec<(Option<&str>, &[Argument])> = vec![(None, arguments)];
        for argument in arguments {
            let Some((name, _)) = &argument.name else { continue };
            if description.level.find(name).and_then(Keyword::factor).is_some() {
                levels.extend(occurrences(&argument.value).into_iter().map(|inner| (Some(name.as_str()), inner)));
            }
        }
        for (factor, level) in levels {
            for argument in level {
                ways.extend(named(description, factor, argument, alone));
            }
        }
    });
    ways
}

/// `_F(...)`, alone or in a list.
fn occurrences(value: &Expression) -> Vec<&[Argument]> {
    match &value.kind {
        ExpressionKind::Call { function, arguments } => match &function.kind {
            ExpressionKind::Name(name) if name == "_F" => vec![arguments],
            _ => Vec::new(),
        },
        ExpressionKind::Tuple(items) | ExpressionKind::List(items) => items.iter().flat_map(occurrences).collect(),
        _ => Vec::new(),
    }
}

/// A keyword of today in its former spelling.
fn spelt(text: &str, spelling: &FormerSpelling, arguments: &[Argument]) -> Vec<Former> {
    let of = |argument: &Argument, name: &str| argument.name.as_ref().is_some_and(|(n, _)| n == name);
    let Some(new) = spelling.new else { return Vec::new() };
    let fits = !spelling.among && spelling.all.is_empty() && spelling.when.is_none() && !spelling.factor;
    if spelling.old == "reuse" {
        // `reuse` alone.
        let has_reuse = arguments.iter().any(|a| of(a, "reuse"));
        let twice = arguments.iter().find(|a| of(a, new)).filter(|_| has_reuse);
        return twice
            .map(|a| (a.span, "INFO=1".to_string()))
            .into_iter()
            .filter(|_| !arguments.iter().any(|a| of(a, "INFO")))
            .collect();
    }
    let words = |values: &[Constant]| match values {
        [Constant::Text(one)] => Some(format!("'{one}'")),
        [Constant::Integer(one)] => Some(one.to_string()),
        _ => None,
    };
    let old_value = spelling.value.as_ref().map(|value| words(std::slice::from_ref(value)));
    let change = |argument: &Argument, name: &str| -> Option<Former> {
        let value = text.get(argument.value.span.range())?;
        match (&spelling.new_value[..], &old_value) {
            ([], None) => Some((argument.span, format!("{name}={value}"))),
            (now, Some(Some(old))) if words(now)? == value.replace('"', "'") => {
                Some((argument.span, format!("{name}={old}")))
            }
            _ => None,
        }
    };
    match (new.split_once('/'), spelling.old.split_once('/')) {
        _ if !fits => Vec::new(),
        (None, None) => arguments.iter().filter(|a| of(a, new)).filter_map(|a| change(a, spelling.old)).collect(),
        (Some((home, now)), Some((factor, old))) if home == factor => {
            let inner = arguments.iter().filter(|a| of(a, factor)).flat_map(|a| occurrences(&a.value)).flatten();
            inner.filter(|a| of(a, now)).filter_map(|a| change(a, old)).collect()
        }
        (None, Some((factor, old))) if spelling.new_value.is_empty() && old_value.is_none() => {
            let own = arguments.iter().filter(|a| of(a, new));
            own.filter_map(|a| Some((a.span, format!("{factor}=_F({old}={})", text.get(a.value.span.range())?))))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// A group of one node or cell by the name of that.
fn named(
    description: &catalogue::Command,
    factor: Option<&str>,
    argument: &Argument,
    alone: &BTreeMap<String, String>,
) -> Option<Former> {
    let (name, _) = argument.name.as_ref()?;
    let ExpressionKind::Text(group) = &argument.value.kind else { return None };
    let (kind, old) = match name {
        name if name.contains("GROUP_NO") => ("NO", name.replace("GROUP_NO", "NOEUD")),
        name if name.contains("GROUP_MA") => ("MA", name.replace("GROUP_MA", "MAILLE")),
        _ => return None,
    };
    description.former(factor, &old)?;
    let label = alone.get(&format!("{kind}_{group}"))?;
    Some((argument.span, format!("{old}='{label}'")))
}
