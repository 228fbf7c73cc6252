//! Renames: which names may be changed, to what, and where.

use super::document::Document;
use super::format::is_keyword;
use super::occurrences::{Occurrence, Role};
use crate::catalogue::command;
use crate::source::Span;

/// The name at a place that can be renamed, with its place.
pub fn renamable(document: &Document, offset: usize) -> Result<&Occurrence, String> {
    let found = document.names.at(offset).ok_or("there is no name here")?;
    let own = document.names.same(found).any(|other| other.role == Role::Defines);
    if !own && (command(&found.name).is_some() || found.name == "_F" || found.name == "CO") {
        return Err(format!("{} is a command of the language", found.name));
    }
    Ok(found)
}

/// Whether a name can become another: a sentence when it cannot.
pub fn refusal(document: &Document, new: &str) -> Option<String> {
    let letters = |c: char| c.is_alphanumeric() || c == '_';
    if new.is_empty() || !new.chars().all(letters) || new.starts_with(|c: char| c.is_numeric()) {
        return Some(format!("'{new}' is not a name: letters, digits and _, not beginning with a digit"));
    }
    if is_keyword(new) || matches!(new, "None" | "True" | "False") {
        return Some(format!("'{new}' is a word of the language"));
    }
    if command(new).is_some() || matches!(new, "_F" | "CO") {
        return Some(format!("'{new}' is a command of the language"));
    }
    if document.names.occurrences.iter().any(|other| other.name == new) {
        return Some(format!("'{new}' is a name of this study already"));
    }
    if let Some(built) = document.names.built.first() {
        let place = document.source.line_column(built.start as usize);
        return Some(format!(
            "names are built while the study runs, in line {}: what else would have to change is not known",
            place.line
        ));
    }
    None
}

/// Places of the name of the module `name`, or of the one at a place of this text.
pub fn places(document: &Document, name: &str, at: Option<&Occurrence>) -> Vec<Span> {
    let same = |other: &&Occurrence| match at {
        Some(found) => other.name == found.name && other.scope == found.scope,
        None => other.name == name && other.scope == 0,
    };
    let mut spans: Vec<Span> = document.names.occurrences.iter().filter(same).map(|other| other.span).collect();
    spans.dedup();
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn renames_reach_texts_and_refuse_what_they_cannot_see() {
        let text = "T = DYNA_VIBRA(TABLE=CO('W'))\nf = DEFI_CONSTANTE(VALE=1.0)\nV = FORMULE(NOM_PARA='X', VALE='f(X)*2', f=f)\nDETRUIRE(NOM=W)\n";
        let document = Document::new(Path::new("a.comm"), text.to_string());
        let found = renamable(&document, text.find("W'").unwrap()).unwrap();
        assert_eq!(places(&document, "", Some(found)).len(), 2);
        assert!(refusal(&document, "U").is_none());
        for (new, why) in
            [("V", "already"), ("2x", "not a name"), ("for", "a word"), ("FORMULE", "a command"), ("", "not a name")]
        {
            assert!(refusal(&document, new).unwrap().contains(why), "{new}");
        }
        assert!(renamable(&document, text.find("DYNA").unwrap()).is_err());
        let built = Document::new(Path::new("a.comm"), "x = 1\nglobals()['y'] = x\n".to_string());
        assert!(renamable(&built, 0).is_ok());
        assert!(refusal(&built, "z").unwrap().contains("in line 2"));
    }
}
