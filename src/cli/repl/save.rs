//! `:save`: the inputs that held, as a study that `run` accepts. What a study given at the start holds comes first; a
//! profile beside the file names the files that are read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::talk::Talk;
use crate::api::{LAST, each_value};
use crate::catalogue::Value;
use crate::syntax::{ExpressionKind, Statement, StatementKind, parse};

/// Extensions of meshes, in the order they are looked for beside a study.
const MESHES: &[&str] = &["mail", "mmed", "med", "unv", "msh"];

pub fn save(talk: &mut Talk<'_>, file: &Path, replaces: bool) -> Result<(), String> {
    let text = study(talk);
    let name = file.to_string_lossy();
    if file.extension().is_none_or(|e| e != "comm") {
        return Err(format!("{name} is no name of a study: write :save FILE.comm"));
    }
    let files = files_read(talk);
    let profile = file.with_extension("export");
    let written = if files.is_empty() { vec![file] } else { vec![file, &profile] };
    // What this session wrote, it may write again.
    if let Some(there) =
        written.iter().find(|path| !replaces && talk.world.exists(path) && !talk.saved.contains(**path))
    {
        return Err(format!("{} is there already; :save! {name} replaces it", there.display()));
    }
    talk.write(&name, text.as_bytes())?;
    talk.saved.extend(written.iter().map(|path| path.to_path_buf()));
    if files.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = files.iter().filter_map(|(unit, path)| line(*unit, path, file, talk)).collect();
    let own = file.file_name().unwrap_or_default().to_string_lossy().to_string();
    talk.write(&profile.to_string_lossy(), format!("F comm {own} D 1\n{}", lines.concat()).as_bytes())
}

fn study(talk: &Talk<'_>) -> String {
    let mut parts: Vec<String> = Vec::new();
    if talk.study_held {
        let is_command_file = |path: &Option<PathBuf>| path.as_ref().is_some_and(|p| talk.project.commands.contains(p));
        for (id, source) in talk.session.sources().iter().filter(|(_, f)| is_command_file(&f.path)) {
            let parsed = parse(id, source);
            let end = parsed.statements.iter().find(|s| calls(s, &["FIN"])).map(|s| s.span.range().start);
            parts.push(source.text.get(..end.unwrap_or(source.text.len())).unwrap_or("").to_string());
        }
    }
    parts.extend(typed(&talk.held));
    let begins = talk.study_held
        || talk.held.iter().any(|(statements, _)| statements.iter().any(|s| calls(s, &["DEBUT", "POURSUITE"])));
    let mut out = if begins { String::new() } else { "DEBUT()\n".to_string() };
    for part in parts {
        out.push_str(&part);
        if !part.ends_with('\n') {
            out.push('\n');
        }
    }
    out + "FIN()\n"
}

/// The texts of inputs. A study ends where FIN stands, a session does not; a study has no `_`: the value that an input calls so gets
/// that name where it is made.
fn typed(held: &[(Vec<Statement>, String)]) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for (statements, text) in held {
        if uses_last(text)
            && let Some(rank) = texts.len().checked_sub(1)
            && let Some((before, _)) = held.get(rank)
            && let Some(last) = before.last().filter(|s| matches!(s.kind, StatementKind::Expression(_)))
        {
            texts[rank].insert_str(last.span.range().start, &format!("{LAST} = "));
        }
        let end = statements.iter().find(|s| calls(s, &["FIN"])).map(|s| s.span.range().start);
        texts.push(text.get(..end.unwrap_or(text.len())).unwrap_or("").to_string());
    }
    texts
}

/// Whether `_` stands in a text as a word.
fn uses_last(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == LAST)
}

/// Whether a statement is a call of one of the commands.
fn calls(statement: &Statement, commands: &[&str]) -> bool {
    let StatementKind::Expression(expression) = &statement.kind else { return false };
    let ExpressionKind::Call { function, .. } = &expression.kind else { return false };
    matches!(&function.kind, ExpressionKind::Name(name) if commands.contains(&name.as_str()))
}

/// Files that the saved study has to find: those bound to units at the start, and those that operators read.
fn files_read(talk: &Talk<'_>) -> BTreeMap<i64, PathBuf> {
    let mut files = talk.project.units.clone();
    for node in talk.session.graph().nodes.iter().filter(|node| node.call.command.starts_with("LIRE_")) {
        each_value(&node.call.keywords, &mut |(_, name), value| {
            if let ("UNITE", Value::Integer(unit)) = (name, value)
                && let Ok(path) = node.units.resolve(*unit, MESHES, talk.world)
            {
                files.entry(*unit).or_insert(path);
            }
        });
    }
    files
}

/// A line of the profile; none for a path that a profile cannot hold.
fn line(unit: i64, path: &Path, file: &Path, talk: &Talk<'_>) -> Option<String> {
    let kind = path.extension().map_or("libr".to_string(), |e| e.to_string_lossy().to_string());
    let kind = if MESHES.contains(&kind.as_str()) { kind } else { "libr".to_string() };
    let beside = path.parent() == file.parent();
    let path = if beside { path.file_name()?.into() } else { std::path::absolute(path).ok()? };
    let flag = if talk.world.exists(&path) || beside { "D" } else { "R" };
    let name = path.to_str().filter(|name| !name.contains(char::is_whitespace))?;
    Some(format!("F {kind} {name} {flag} {unit}\n"))
}
