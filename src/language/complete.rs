//! Completion: operators, keywords that fit, values they may have, groups of the meshes, components, attributes, names of
//! the study. Most come with a sentence on what they mean.

use super::call::{CursorPlace, call, place};
use super::members;
use super::offered::{COMPONENTS, Name, Word, counted, handle_of, own_names};
use crate::catalogue::{Constant, Keyword, Named, RawValue, Simple, Status, Type, command, fitting, names};
use crate::concepts::{Concept, Handle};
use crate::study::is_built;

/// Operators offered with their gloss: each has a file to be read.
const MOST_GLOSSED: usize = 12;

/// Where what is typed starts that the words offered replace, and the words. `text` ends at the cursor.
pub fn complete(text: &str, session: &[Name]) -> (usize, Vec<Word>) {
    let place = place(text);
    if let Some((start, found)) = members::imported(text, &place).or_else(|| members::of_formula(text, &place, session))
    {
        return (start, starting_with(text.get(start..).unwrap_or(""), found));
    }
    let start = place.quote.unwrap_or(place.word);
    let prefix = text.get(start..).unwrap_or("");
    let found = match (place.frames.last(), place.quote) {
        (_, Some(_)) => in_quotes(&place, session),
        _ if text[..start].trim_end().ends_with('.') => members::attributes(text[..start].trim_end(), session),
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

/// Those of some words that begin so, each once.
pub fn starting_with(prefix: &str, words: Vec<Word>) -> Vec<Word> {
    let mut words: Vec<Word> = words.into_iter().filter(|word| word.text.starts_with(prefix)).collect();
    let mut seen = std::collections::BTreeSet::new();
    words.retain(|word| seen.insert(word.text.clone()));
    words
}

/// The operator and the factor keyword around the end of a text.
pub fn call_at(text: &str) -> Option<(String, Option<String>)> {
    let place = place(text);
    let (command, factor) = call(&place)?;
    Some((command.name.to_string(), factor.map(|(name, _)| name.to_string())))
}

fn keywords(place: &CursorPlace<'_>, session: &[Name], all: bool) -> Vec<(&'static str, &'static Keyword)> {
    let Some((command, factor)) = call(place) else { return Vec::new() };
    let concept = |name: &str| handle_of(session, name);
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
    let meshes = session.iter().filter_map(|known| match known.concept()? {
        Concept::Mesh(value) => Some(value.mesh.clone()),
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
        Named::Column => columns(place, session),
        Named::Node | Named::Cell => Vec::new(),
    }
}

/// Columns of the tables that the call names, or of all tables where it names none that is known.
fn columns(place: &CursorPlace<'_>, session: &[Name]) -> Vec<Word> {
    let concept = |name: &str| handle_of(session, name);
    let arguments = call(place).map(|(command, _)| command.arguments(&concept)).unwrap_or_default();
    let given = |known: &Name| {
        let is_it = |value: &RawValue| matches!(value, RawValue::Concept(handle) if handle.name() == known.name);
        arguments.iter().any(|argument| is_it(&argument.value))
    };
    let of = |known: &Name| match known.concept() {
        Some(Concept::Table(table)) => table.columns.iter().map(|column| column.name.clone()).collect(),
        _ => known.columns.clone(),
    };
    let asked: Vec<String> = session.iter().filter(|known| given(known)).flat_map(of).collect();
    let found = if asked.is_empty() { session.iter().flat_map(of).collect() } else { asked };
    found.into_iter().map(|name| Word::new(name, "column")).collect()
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
    let fits = |handle: Option<&Handle>| match handle {
        Some(handle) => simple.types.iter().any(|t| match t {
            Type::Concept(kind) => handle.is_a(kind),
            Type::Any => true,
            _ => false,
        }),
        // Numbers and texts have names too.
        None => simple.types.iter().any(|t| !matches!(t, Type::Concept(_) | Type::New)),
    };
    found.extend(quoted(of_the_model(place, session)));
    let names = session.iter().filter(|known| fits(known.handle()));
    found.extend(names.map(|known| Word::new(known.name.clone(), known.gloss())));
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
    use crate::python::{Value, module};

    fn session() -> Vec<Name> {
        let concept = |id, name: &str, kind: &str| Name::new(name, Some(Value::Concept(Handle::new(id, kind))));
        let table = Name { columns: vec!["DX".to_string(), "WEAR".to_string()], ..concept(4, "TAB", "table_sdaster") };
        let module = |name: &str, of: &str| Name::new(name, module(of).map(Value::Module));
        vec![
            concept(1, "MESH", "maillage_sdaster"),
            concept(2, "MODEL", "modele_sdaster"),
            concept(3, "MODES", "mode_meca"),
            Name::new("MASS", Some(Value::Real(1.7))),
            table,
            concept(5, "LAW", "formule"),
            module("np", "numpy"),
        ]
    }

    fn offered(text: &str) -> Vec<String> {
        complete(text, &session()).1.into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn operators_and_names_at_the_start() {
        assert!(offered("X = DYNA_V").contains(&"DYNA_VIBRA(".to_string()));
        assert!(offered("MO").starts_with(&["MODEL".to_string(), "MODES".to_string()]));
        assert!(offered("").is_empty() && offered("x.").is_empty());
        assert!(
            offered("MODES.LIST").contains(&"LIST_PARA(".to_string())
                && offered("3 + MESH.getC") == ["getCells(", "getCoordinates("]
        );
        assert_eq!(complete("é = MES", &session()), (5, vec![Word::new("MESH", "maillage_sdaster")]));
    }

    #[test]
    fn columns_words_of_formulas_members_and_modules() {
        assert_eq!(offered("TEST_TABLE(TABLE=TAB, NOM_PARA=\""), ["DX", "WEAR"]);
        assert_eq!(offered("TEST_TABLE(FILTRE=_F(NOM_PARA='W"), ["WEAR"]);
        let text = "L = FORMULE(NOM_PARA=('INST', 'X'), k=MASS, VALE='k*";
        let found = complete(text, &session());
        let words: Vec<&str> = found.1.iter().map(|word| word.text.as_str()).collect();
        assert_eq!((found.0, &words[..4]), (text.len(), &["INST", "X", "k", "MASS"][..]), "{words:?}");
        assert!(words.contains(&"LAW(") && words.contains(&"sqrt(") && !words.contains(&"MESH"), "{words:?}");
        assert_eq!(offered("L = FORMULE(NOM_PARA=('INST', 'X'), VALE='2*si"), ["sin(", "sinh("]);
        assert_eq!(offered("FORMULE(NOM_PARA='INST', VALE='INST', f='si"), [""; 0]);
        let table = offered("TAB.EXTR_TABLE().");
        assert!(table.contains(&"Renomme(".to_string()) && table.contains(&"rows".to_string()), "{table:?}");
        assert!(offered("x = F.Ordo().arg").starts_with(&["argmax(".to_string(), "argmin(".to_string()]));
        assert!(offered("'a b'.sp").is_empty() && offered("str(3).spl") == ["split(", "splitlines("]);
        assert!(offered("np.lin").contains(&"linspace(".to_string()) && offered("np.linalg.no") == ["norm("]);
        assert_eq!((offered("from ma"), offered("import numpy.l")), (vec!["math".into()], vec!["numpy.linalg".into()]));
        assert_eq!(offered("y = 1\nfrom math import sq"), ["sqrt"]);
        assert!(offered("from numpy import cos, linsp") == ["linspace"] && offered("from nothing import a").is_empty());
        let glosses = complete("np.sqr", &session()).1;
        assert_eq!(glosses[0].gloss, "Square root.");
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
