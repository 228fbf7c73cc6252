//! What Tab offers: commands of the REPL, operators, keywords that fit, values they may have, names of the session.

use super::call::{Frame, Place, place};
use super::commands::COMMANDS;
use crate::catalogue::{Keyword, Simple, Type, Value, fitting, names};
use crate::concepts::Handle;
use crate::study::is_built;

/// A name of the session; its concept if it is one.
pub type Name = (String, Option<Handle>);

/// Where what is typed starts that the words offered replace, and the words. `text` ends at the cursor.
pub fn complete(text: &str, session: &[Name]) -> (usize, Vec<String>) {
    if text.trim_start().starts_with(':') {
        return of_command(text, session);
    }
    let place = place(text);
    let start = place.quote.unwrap_or(place.word);
    let prefix = text.get(start..).unwrap_or("");
    let found = match (place.frames.last(), place.quote) {
        (_, Some(_)) => in_quotes(&place, session),
        // An attribute: its object is not evaluated for that.
        _ if text[..start].trim_end().ends_with('.') => Vec::new(),
        (Some(frame), None) if frame.keyword.is_none() && !frame.name.is_empty() => {
            let keywords = keywords(&place, session, false);
            match keywords.is_empty() {
                false => keywords.into_iter().map(|(name, _)| format!("{name}=")).collect(),
                true => own_names(session),
            }
        }
        (Some(_), None) => values(&place, session),
        (None, None) => {
            // Names first: they are few.
            let mut found = own_names(session);
            found.extend(names().filter(|name| is_built(name)).map(|name| format!("{name}(")));
            if prefix.is_empty() { Vec::new() } else { found }
        }
    };
    (start, starting_with(prefix, found))
}

fn starting_with(prefix: &str, words: Vec<String>) -> Vec<String> {
    let mut words: Vec<String> = words.into_iter().filter(|word| word.starts_with(prefix)).collect();
    let mut seen = std::collections::BTreeSet::new();
    words.retain(|word| seen.insert(word.clone()));
    words
}

fn own_names(session: &[Name]) -> Vec<String> {
    session.iter().map(|(name, _)| name.clone()).collect()
}

fn of_command(text: &str, session: &[Name]) -> (usize, Vec<String>) {
    let start =
        text.rfind(char::is_whitespace).map_or(0, |at| at + text[at..].chars().next().map_or(0, char::len_utf8));
    let prefix = &text[start..];
    let words = match text.split_whitespace().next().unwrap_or("") {
        _ if prefix.starts_with(':') => COMMANDS
            .iter()
            .map(|(name, rest, _)| if rest.is_empty() { name.to_string() } else { format!("{name} ") })
            .collect(),
        ":doc" => names().map(str::to_string).collect(),
        ":plot" => own_names(session),
        ":time" => vec!["on".to_string(), "off".to_string()],
        _ => Vec::new(),
    };
    (start, starting_with(prefix, words))
}

/// The call around the cursor: its frame, and the frame of the factor keyword in it with the keyword's name.
fn call<'p, 't>(place: &'p Place<'t>) -> Option<(&'p Frame<'t>, Option<(&'t str, &'p Frame<'t>)>)> {
    let rank = place.frames.iter().rposition(|frame| !frame.name.is_empty() && frame.name != "_F")?;
    let command = place.frames.get(rank)?;
    let factor = place.frames.get(rank + 1..)?.iter().rfind(|frame| frame.name == "_F");
    Some((command, factor.and_then(|frame| Some((command.keyword?, frame)))))
}

fn keywords(place: &Place<'_>, session: &[Name], all: bool) -> Vec<(&'static str, &'static Keyword)> {
    let Some((command, factor)) = call(place) else { return Vec::new() };
    let concept = |name: &str| session.iter().find(|(n, _)| n == name).and_then(|(_, handle)| handle.clone());
    let arguments = command.arguments(&concept);
    let inner = factor.map(|(name, frame)| (name, frame.arguments(&concept)));
    fitting(command.name, &arguments, inner.as_ref().map(|(name, given)| (*name, given.as_slice())), all)
}

/// The keyword whose value is being written, if the catalogue knows it.
fn wanted(place: &Place<'_>, session: &[Name]) -> Option<&'static Keyword> {
    let (command, factor) = call(place)?;
    let name = factor.map_or(command, |(_, frame)| frame).keyword?;
    keywords(place, session, true).into_iter().find(|(n, _)| *n == name).map(|(_, keyword)| keyword)
}

fn in_quotes(place: &Place<'_>, session: &[Name]) -> Vec<String> {
    wanted(place, session).and_then(Keyword::simple).map(texts).unwrap_or_default()
}

fn texts(simple: &Simple) -> Vec<String> {
    let text = |value: &Value| match value {
        Value::Text(text) => Some(text.to_string()),
        _ => None,
    };
    let refused: Vec<String> = simple.unsupported.iter().filter_map(text).collect();
    simple.into.iter().filter_map(text).filter(|text| !refused.contains(text)).collect()
}

fn values(place: &Place<'_>, session: &[Name]) -> Vec<String> {
    let Some(keyword) = wanted(place, session) else { return own_names(session) };
    let Some(simple) = keyword.simple() else { return vec!["_F(".to_string()] };
    let mut found: Vec<String> = texts(simple).into_iter().map(|text| format!("'{text}'")).collect();
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
    found.extend(session.iter().filter(|(_, handle)| fits(handle)).map(|(name, _)| name.clone()));
    if simple.types.contains(&Type::New) {
        found.push("CO('".to_string());
    }
    if simple.types.contains(&Type::Logical) {
        found.extend(["True".to_string(), "False".to_string()]);
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
        complete(text, &session()).1
    }

    #[test]
    fn operators_and_names_at_the_start() {
        assert!(offered("X = DYNA_V").contains(&"DYNA_VIBRA(".to_string()));
        assert!(offered("MO").starts_with(&["MODEL".to_string(), "MODES".to_string()]));
        assert!(offered("").is_empty() && offered("MODES.").is_empty());
        assert_eq!(complete("é = MES", &session()), (5, vec!["MESH".to_string()]));
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
        assert_eq!(complete("AFFE_MODELE(AFFE=_F(PHENOMENE=\"MEC", &session()), (31, vec!["MECANIQUE".to_string()]));
        let kinds = offered("AFFE_MODELE(AFFE=_F(PHENOMENE='MECANIQUE', MODELISATION='DIS_T");
        assert_eq!(kinds, ["DIS_T", "DIS_TR"]);
        assert!(offered("DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', SCHEMA_TEMPS=_F(SCHEMA='RUNGE").len() > 1);
    }

    #[test]
    fn commands_of_the_repl() {
        assert_eq!((offered(":na"), offered(":pl")), (vec![":names".to_string()], vec![":plot ".to_string()]));
        assert_eq!(offered(":plot MODE"), ["MODEL", "MODES"]);
        assert_eq!(offered(":doc DYNA_VIB"), ["DYNA_VIBRA"]);
        assert!(offered(":save \u{3000}é").is_empty());
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
            complete(&format!(":{}", &text[at..]), &session());
        }
    }
}
