//! What a text names outside itself: logical units, groups of meshes, files; and where their files name them.

use super::document::Document;
use super::place::find;
use crate::catalogue::{Level, Named, Type, command};
use crate::former::walk;
use crate::source::Span;
use crate::syntax::{Argument, ExpressionKind};

/// Numbers of logical units in the calls of a text.
pub fn units(document: &Document) -> Vec<(Span, i64)> {
    let mut found = Vec::new();
    walk::expressions(&document.parsed().statements, &mut |expression| {
        let Some((name, arguments)) = walk::call(expression) else { return };
        if let Some(command) = command(name) {
            of_level(&command.level, arguments, &mut found);
        }
    });
    found
}

fn of_level(level: &Level, arguments: &[Argument], found: &mut Vec<(Span, i64)>) {
    for argument in arguments {
        let Some(keyword) = argument.name.as_ref().and_then(|(name, _)| level.find(name)) else { continue };
        if let Some(inner) = keyword.factor() {
            walk::occurrences(&argument.value).into_iter().for_each(|given| of_level(inner, given, found));
        }
        let is_unit = keyword.simple().is_some_and(|simple| simple.types.contains(&Type::Unit));
        if let (ExpressionKind::Integer(unit), true) = (&argument.value.kind, is_unit) {
            found.push((argument.value.span, *unit));
        }
    }
}

/// Texts of a document whose whole content is one of the given names of files.
pub fn named_files(document: &Document, names: &dyn Fn(&str) -> bool) -> Vec<(Span, String)> {
    let mut found = Vec::new();
    walk::expressions(&document.parsed().statements, &mut |expression| {
        if let ExpressionKind::Text(text) = &expression.kind
            && names(text)
        {
            found.push((expression.span, text.clone()));
        }
    });
    found
}

/// The name of a group of nodes or cells at a place, with the place of its text.
pub fn group_at(document: &Document, offset: usize) -> Option<(String, Span)> {
    let found = find(&document.parsed().statements, offset);
    let (operator, factor) = found.operator()?;
    let level = factor.map_or(operator, |(_, inner)| inner);
    let (name, _) = level.argument?.name.as_ref()?;
    let keyword = command(operator.name())?.keyword(factor.map(|(name, _)| name), name)?;
    let value = found.innermost?;
    match (&value.kind, keyword.names()?) {
        (ExpressionKind::Text(name), Named::NodeGroup | Named::CellGroup) => Some((name.clone(), value.span)),
        _ => None,
    }
}

/// The line of a mesh file, from 0, that begins a group; also the line of a group that gmsh names.
pub fn line_of_group(mesh: &str, group: &str) -> Option<usize> {
    let word = |line: &str| line.split(|c: char| c.is_whitespace() || c == '=').any(|word| word == group);
    let mut heads = false;
    for (rank, line) in mesh.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('%') {
            continue;
        }
        let begins = line.starts_with("GROUP_");
        if (begins || heads) && word(line) {
            return Some(rank);
        }
        heads = begins && line.split_whitespace().count() == 1;
    }
    mesh.lines().position(|line| line.trim_end().ends_with(&format!("\"{group}\"")))
}

/// The line of a profile, from 0, that binds a logical unit.
pub fn line_of_unit(profile: &str, unit: i64) -> Option<usize> {
    profile.lines().position(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.first() == Some(&"F") && words.get(4).and_then(|word| word.parse().ok()) == Some(unit)
    })
}

/// Names of files in a profile: byte ranges in its text.
pub fn files_of_profile(profile: &str) -> Vec<(std::ops::Range<usize>, String)> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in profile.split_inclusive('\n') {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["F", _, name, ..] = words.as_slice() {
            let at = start + (name.as_ptr() as usize - line.as_ptr() as usize);
            found.push((at..at + name.len(), name.to_string()));
        }
        start += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn units_groups_and_their_lines() {
        let text =
            "é = 1\nM = LIRE_MAILLAGE(UNITE=20)\nC = AFFE_CHAR_MECA(MODELE=M, DDL_IMPO=_F(GROUP_NO='WALL', DX=0.0))\n";
        let document = Document::new(Path::new("a.comm"), text.to_string());
        let found = units(&document);
        assert_eq!((&text[found[0].0.range()], found[0].1), ("20", 20));
        assert_eq!(group_at(&document, text.find("WALL").unwrap()).unwrap().0, "WALL");
        assert_eq!(group_at(&document, text.find("DX").unwrap()), None);
        let mesh = "TITRE\nWALL\nFINSF\nGROUP_NO\n  WALL N1 N2\nFINSF\nGROUP_MA NOM=SPRING\n M1\nFINSF\nFIN\n";
        assert_eq!((line_of_group(mesh, "WALL"), line_of_group(mesh, "SPRING")), (Some(4), Some(6)));
        assert_eq!(line_of_group(mesh, "M1"), None);
        assert_eq!(line_of_group("$PhysicalNames\n1\n0 1 \"TIP\"\n", "TIP"), Some(2));
        let profile = "P testlist a\nF comm s.comm D 1\nF mail  é.mail D 20\n";
        assert_eq!(line_of_unit(profile, 20), Some(2));
        let files = files_of_profile(profile);
        assert_eq!(&profile[files[1].0.clone()], "é.mail");
    }
}
