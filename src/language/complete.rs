//! Completion: operators, keywords that fit, values they may have, groups of the meshes, components, attributes, names of
//! the study. Most come with a sentence on what they mean.

use super::call::{CursorPlace, Frame, place};
use super::offered::{COMPONENTS, Name, Word, counted, own_names};
use crate::catalogue::{Constant, Keyword, Named, Simple, Status, Type, command, fitting, names};
use crate::concepts::{Concept, Handle};
use crate::python::methods;
use crate::study::is_built;

/// Operators offered with their gloss: each has a file to be read.
const MOST_GLOSSED: usize = 12;

/// Where what is typed starts that the words offered replace, and the words. `text` ends at the cursor.
pub fn complete(text: &str, session: &[Name]) -> (usize, Vec<Word>) {
    let place = place(text);
    let start = place.quote.unwrap_or(place.word);
    let prefix = text.get(start..).unwrap_or("");
    let found = match (place.frames.last(), place.quote) {
        (_, Some(_)) => in_quotes(&place, session),
        _ if text[..start].trim_end().ends_with('.') => attributes(text[..start].trim_end(), session),
        (Some(frame), None) if frame.keyword.is_none() && !frame.name.is_empty() => {
            let mut keywords = keywords(&place, session, false);
            keywords.sort_by_key(|(_, keyword)| keyword.status != Status::Mandatory);
            match keywords.is_empty() {
                false => keywords.into_iter().map(of_keyword).collect(),
                true => own_names(session),
            }
        }
        (Some(_), None) => values(&place, session),
        (None, None) if prefix.is_empty() => Vec::new(),
        (None, None) => {
            // Names first: they are few.
            let mut found = own_names(session);
            found.extend(operators(prefix));
            found
        }
    };
    (start, starting_with(prefix, found))
}

/// A keyword with its `=`, and the brackets or quotes that its value needs.
fn of_keyword((name, keyword): (&str, &Keyword)) -> Word {
    let snippet = match keyword.simple() {
        None => Some(format!("{name}=_F($1)")),
        Some(simple) if simple.types.iter().all(|t| matches!(t, Type::Text | Type::Name(_))) => {
            Some(format!("{name}=\"$1\""))
        }
        Some(_) => None,
    };
    Word { snippet, ..Word::new(format!("{name}="), keyword.gloss) }
}

fn operators(prefix: &str) -> Vec<Word> {
    let names: Vec<&str> = names().filter(|name| name.starts_with(prefix) && is_built(name)).collect();
    let gloss = |name: &str| match command(name) {
        Some(operator) if names.len() <= MOST_GLOSSED => operator.gloss.to_string(),
        _ => String::new(),
    };
    names.iter().map(|name| Word::new(format!("{name}("), gloss(name))).collect()
}

/// Methods of the concept that stands before a point at the end of `text`: the object itself is not evaluated for that.
fn attributes(text: &str, session: &[Name]) -> Vec<Word> {
    let before = text.trim_end_matches('.');
    let from = before
        .rfind(|c: char| !c.is_alphanumeric() && c != '_')
        .map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
    let handle = session.iter().find(|(name, _)| *name == before[from..]).and_then(|(_, handle)| handle.as_ref());
    handle
        .map(|handle| methods(handle).into_iter().map(|name| Word::plain(format!("{name}("))).collect())
        .unwrap_or_default()
}

/// Those of some words that begin so, each once.
pub fn starting_with(prefix: &str, words: Vec<Word>) -> Vec<Word> {
    let mut words: Vec<Word> = words.into_iter().filter(|word| word.text.starts_with(prefix)).collect();
    let mut seen = std::collections::BTreeSet::new();
    words.retain(|word| seen.insert(word.text.clone()));
    words
}

/// The call around the cursor: its frame, and the frame of the factor keyword in it with the keyword's name.
pub fn call<'p, 't>(place: &'p CursorPlace<'t>) -> Option<(&'p Frame<'t>, Option<(&'t str, &'p Frame<'t>)>)> {
    let rank = place.frames.iter().rposition(|frame| !frame.name.is_empty() && frame.name != "_F")?;
    let command = place.frames.get(rank)?;
    let factor = place.frames.get(rank + 1..)?.iter().rfind(|frame| frame.name == "_F");
    Some((command, factor.and_then(|frame| Some((command.keyword?, frame)))))
}

/// The operator and the factor keyword around the end of a text.
pub fn call_at(text: &str) -> Option<(String, Option<String>)> {
    let place = place(text);
    let (command, factor) = call(&place)?;
    Some((command.name.to_string(), factor.map(|(name, _)| name.to_string())))
}

fn keywords(place: &CursorPlace<'_>, session: &[Name], all: bool) -> Vec<(&'static str, &'static Keyword)> {
    let Some((command, factor)) = call(place) else { return Vec::new() };
    let concept = |name: &str| session.iter().find(|(n, _)| n == name).and_then(|(_, handle)| handle.clone());
    let arguments = command.arguments(&concept);
    let inner = factor.map(|(name, frame)| (name, frame.arguments(&concept)));
    fitting(command.name, &arguments, inner.as_ref().map(|(name, given)| (*name, given.as_slice())), all)
}

/// The keyword whose value is being written, if the catalogue knows it.
fn wanted(place: &CursorPlace<'_>, session: &[Name]) -> Option<&'static Keyword> {
    let (command, factor) = call(place)?;
    let name = factor.map_or(command, |(_, frame)| frame).keyword?;
    keywords(place, session, true).into_iter().find(|(n, _)| *n == name).map(|(_, keyword)| keyword)
}

fn in_quotes(place: &CursorPlace<'_>, session: &[Name]) -> Vec<Word> {
    let found = wanted(place, session).and_then(Keyword::simple).map(texts).unwrap_or_default();
    if found.is_empty() { of_the_model(place, session) } else { found }
}

/// Names that the keyword under way asks for and the catalogue cannot know: groups of the meshes of the session, components.
fn of_the_model(place: &CursorPlace<'_>, session: &[Name]) -> Vec<Word> {
    let keyword = call(place).and_then(|(call, factor)| {
        let written = factor.map_or(call, |(_, frame)| frame).keyword?;
        command(call.name)?.keyword(factor.map(|(name, _)| name), written)
    });
    let Some(named) = keyword.and_then(Keyword::names) else { return Vec::new() };
    let meshes = session.iter().filter_map(|(_, handle)| match handle.as_ref()?.get()? {
        Concept::Mesh(value) => Some(value.mesh.clone()),
        _ => None,
    });
    let tables = session.iter().filter_map(|(_, handle)| match handle.as_ref()?.get()? {
        Concept::Table(table) => Some(table),
        _ => None,
    });
    let group = |(name, of): (&String, &Vec<usize>), what| Word::new(name.clone(), counted(of.len(), what));
    match named {
        Named::NodeGroup => {
            meshes.flat_map(|mesh| mesh.node_groups.iter().map(|of| group(of, "node")).collect::<Vec<_>>()).collect()
        }
        Named::CellGroup => {
            meshes.flat_map(|mesh| mesh.cell_groups.iter().map(|of| group(of, "cell")).collect::<Vec<_>>()).collect()
        }
        Named::Component => COMPONENTS.iter().map(|(name, gloss)| Word::new(*name, *gloss)).collect(),
        Named::Column => {
            let columns = tables.flat_map(|table| &table.columns);
            columns.map(|column| Word::new(column.name.clone(), "column")).collect()
        }
        Named::Node | Named::Cell => Vec::new(),
    }
}

fn texts(simple: &Simple) -> Vec<Word> {
    let text = |value: &Constant| match value {
        Constant::Text(text) => Some(text.to_string()),
        _ => None,
    };
    let refused: Vec<String> = simple.unsupported.iter().filter_map(text).collect();
    let meaning = |text: &str| simple.meanings.of(text).unwrap_or_default();
    let offered = simple.into.iter().filter_map(text).filter(|text| !refused.contains(text));
    offered.map(|text| Word::new(text.clone(), meaning(&text))).collect()
}

fn quoted(words: Vec<Word>) -> Vec<Word> {
    words.into_iter().map(|word| Word { text: format!("'{}'", word.text), ..word }).collect()
}

fn values(place: &CursorPlace<'_>, session: &[Name]) -> Vec<Word> {
    let Some(keyword) = wanted(place, session) else { return own_names(session) };
    let Some(simple) = keyword.simple() else { return vec![Word::plain("_F(")] };
    let mut found = quoted(texts(simple));
    if !found.is_empty() {
        return found;
    }
    let fits = |handle: &Option<Handle>| match handle {
        Some(handle) => simple.types.iter().any(|t| match t {
            Type::Concept(kind) => handle.is_a(kind),
            Type::Any => true,
            _ => false,
        }),
        // Numbers and texts have names too.
        None => simple.types.iter().any(|t| !matches!(t, Type::Concept(_) | Type::New)),
    };
    found.extend(quoted(of_the_model(place, session)));
    let names = session.iter().filter(|(_, handle)| fits(handle));
    found.extend(names.map(|(name, handle)| Word::new(name.clone(), handle.as_ref().map_or("", |h| &*h.kind))));
    if simple.types.contains(&Type::New) {
        found.push(Word::plain("CO('"));
    }
    if simple.types.contains(&Type::Logical) {
        found.extend([Word::plain("True"), Word::plain("False")]);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> Vec<Name> {
        let concept = |id, name: &str, kind: &str| (name.to_string(), Some(Handle::new(id, kind)));
        vec![
            concept(1, "MESH", "maillage_sdaster"),
            concept(2, "MODEL", "modele_sdaster"),
            concept(3, "MODES", "mode_meca"),
            ("MASS".to_string(), None),
        ]
    }

    fn offered(text: &str) -> Vec<String> {
        complete(text, &session()).1.into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn operators_and_names_at_the_start() {
        assert!(offered("X = DYNA_V").contains(&"DYNA_VIBRA(".to_string()));
        assert!(offered("MO").starts_with(&["MODEL".to_string(), "MODES".to_string()]));
        assert!(offered("").is_empty() && offered("MASS.").is_empty() && offered("x.").is_empty());
        assert!(
            offered("MODES.LIST").contains(&"LIST_PARA(".to_string())
                && offered("3 + MESH.getC") == ["getCells(", "getCoordinates("]
        );
        assert_eq!(complete("é = MES", &session()), (5, vec![Word::new("MESH", "maillage_sdaster")]));
    }

    #[test]
    fn keywords_that_fit_and_are_not_given() {
        let found = offered("X = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE',\n  ");
        assert!(found.contains(&"COMPORTEMENT=".to_string()) && !found.contains(&"TYPE_CALCUL=".to_string()));
        let found = offered("X = DYNA_VIBRA(TYPE_CALCUL='HARM', BASE_CALCUL='GENE', ");
        assert!(!found.contains(&"COMPORTEMENT=".to_string()), "{found:?}");
        let found = offered("AFFE_MODELE(MAILLAGE=MESH, AFFE=(_F(TOUT='OUI', PHEN");
        assert_eq!(found, ["PHENOMENE="]);
        assert_eq!(offered("AFFE_MODELE(MAILLAGE=MESH, AFF"), ["AFFE="]);
        // A function of the study, unknown words: names.
        assert_eq!(offered("print(MES"), ["MESH"]);
        assert_eq!(offered("NOTHING(a=MES"), ["MESH"]);
    }

    #[test]
    fn values_of_a_keyword() {
        assert_eq!(offered("AFFE_MODELE(MAILLAGE="), ["MESH"]);
        assert_eq!(offered("AFFE_MODELE(AFFE="), ["_F("]);
        assert_eq!(offered("AFFE_MODELE(AFFE=_F(PHENOMENE="), ["'MECANIQUE'"]);
        assert_eq!(offered("AFFE_MODELE(AFFE=_F(PHENOMENE=\"MEC"), ["MECANIQUE"]);
        let schemes =
            complete("DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', SCHEMA_TEMPS=_F(SCHEMA='ITM", &session()).1;
        assert!(schemes[0].gloss.starts_with("Each mode exact"), "{schemes:?}");
        assert_eq!(offered("POST_RELEVE_T(ACTION=_F(NOM_CMP='DR"), ["DRX", "DRY", "DRZ"]);
        let kinds = offered("AFFE_MODELE(AFFE=_F(PHENOMENE='MECANIQUE', MODELISATION='DIS_T");
        assert_eq!(kinds, ["DIS_T", "DIS_TR"]);
        assert!(offered("DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', SCHEMA_TEMPS=_F(SCHEMA='RUNGE").len() > 1);
    }

    proptest::proptest! {
        #[test]
        fn no_text_panics(pieces in proptest::collection::vec(0..PIECES.len(), 0..30)) {
            let text: String = pieces.iter().map(|&piece| PIECES[piece]).collect();
            let (start, _) = complete(&text, &session());
            proptest::prop_assert!(text.is_char_boundary(start));
            crate::syntax::ending(&text);
        }
    }

    const PIECES: &[&str] = &[
        "DYNA_VIBRA(",
        "_F(",
        "AFFE=",
        "TYPE_CALCUL='TRAN'",
        "MESH",
        ":plot ",
        ":",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        "=",
        "==",
        "'",
        "\"",
        "'''",
        "\\",
        "\n",
        "\r\n",
        " ",
        "\t",
        "é",
        "\u{3000}",
        "#",
        ".",
        "1.5e",
        "if x:",
        "    ",
        "**",
        "\u{10ffff}",
        "\0",
    ];

    #[test]
    fn nothing_typed_panics() {
        let text = "X = DYNA_VIBRA(é='ü\\\"', \"\"\"b\"\"\", A==1, [({)]}, # ü\n _F(B='\\é', C=(1, 2), **d), =, ,=)\t\u{2028}:'";
        for (at, _) in text.char_indices() {
            complete(&text[..at], &session());
            complete(&text[at..], &session());
        }
    }
}
