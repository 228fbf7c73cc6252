//! The signs of age in the text of a study: keywords, values and commands that only former versions had, or that only
//! today's language has (`grammar/former.json`).

use std::collections::BTreeMap;
use std::sync::OnceLock;

use indexmap::IndexSet;

use super::age::{Age, Kind, Request, Sign};
use super::walk;
use crate::catalogue::{self, Keyword, Named, RECONSTRUCTED};
use crate::source::Span;
use crate::syntax::{Argument, Statement, StatementKind};

/// The signs found in the texts of a study, and the words it uses for nodes and cells.
#[derive(Clone, Debug, Default)]
pub struct Signs {
    former: Option<Sign>,
    today: Option<Sign>,
    nodes: IndexSet<String>,
    cells: IndexSet<String>,
}

impl Signs {
    /// Reads one more text of the study.
    pub fn read(&mut self, text: &[Statement]) {
        walk::statements(text, &mut |statement| {
            if let StatementKind::FromImport { module, names } = &statement.kind
                && module == "numpy"
                && names.iter().any(|(name, _)| &**name == "math")
            {
                self.found(true, "`from numpy import math`".into(), statement.span);
            }
        });
        walk::expressions(text, &mut |expression| {
            if let Some((command, arguments)) = walk::call(expression) {
                self.call(command, arguments, expression.span);
            }
        });
    }

    /// The age of the study: as the user says, else by the signs. A sign of today wins over any other.
    pub fn age(&self, request: Option<Request>) -> Age {
        let (kind, sign) = match (request, &self.today, &self.former) {
            (Some(Request::Former), ..) => (Kind::Former, None),
            (Some(Request::Today), ..) => (Kind::Today, None),
            (None, Some(sign), _) => (Kind::Today, Some(sign.clone())),
            (None, None, Some(sign)) => (Kind::Former, Some(sign.clone())),
            (None, None, None) => (Kind::Undecided, None),
        };
        let follows_rules = request == Some(Request::Former);
        let [nodes, cells] = [&self.nodes, &self.cells].map(|words| words.iter().cloned().collect());
        Age { kind, sign, follows_rules, nodes, cells }
    }

    fn found(&mut self, former: bool, what: String, span: Span) {
        let sign = if former { &mut self.former } else { &mut self.today };
        if sign.is_none() {
            *sign = Some(Sign { what, span });
        }
    }

    fn call(&mut self, command: &str, arguments: &[Argument], span: Span) {
        let data = data();
        if data.commands_gone.iter().any(|c| c == command) || RECONSTRUCTED.contains(&command) {
            self.found(true, command.to_string(), span);
        } else if data.commands_new.iter().any(|c| c == command) {
            self.found(false, command.to_string(), span);
        }
        let facts = data.commands.get(command);
        for argument in arguments {
            let Some((name, span)) = &argument.name else { continue };
            if command == "DEBUT" && name == "CODE" {
                let is_factor = !walk::occurrences(&argument.value).is_empty();
                if is_factor || !walk::words(&argument.value).is_empty() {
                    let form = if is_factor { "CODE=_F(...)" } else { "CODE as a text" };
                    self.found(is_factor, format!("{form} in DEBUT"), *span);
                }
                continue;
            }
            self.keyword(command, name, *span, argument, facts);
            for inner in walk::occurrences(&argument.value).into_iter().flatten() {
                if let Some((below, span)) = &inner.name {
                    self.keyword(command, &format!("{name}/{below}"), *span, inner, facts);
                }
            }
        }
    }

    fn keyword(&mut self, command: &str, path: &str, span: Span, argument: &Argument, facts: Option<&Facts>) {
        let (factor, name) = path.split_once('/').map_or((None, path), |(factor, name)| (Some(factor), name));
        let place = |name: &str| match factor {
            Some(factor) => format!("{name} in {factor} of {command}"),
            None => format!("{name} in {command}"),
        };
        let words = walk::words(&argument.value);
        let keyword = catalogue::command(command).and_then(|command| command.keyword(factor, name));
        match keyword.and_then(Keyword::names) {
            Some(Named::Node) => self.nodes.extend(words.iter().map(ToString::to_string)),
            Some(Named::Cell) => self.cells.extend(words.iter().map(ToString::to_string)),
            _ => {}
        }
        let listed = |list: &[String]| list.iter().any(|p| p == path);
        if let Some(facts) = facts {
            if listed(&facts.gone) {
                self.found(true, place(name), span);
            }
            if listed(&facts.new) {
                self.found(false, place(name), span);
            }
        }
        if path.starts_with("SOLVEUR/") && listed(&data().solver.new) {
            self.found(false, place(name), span);
        }
        for (former, values) in [
            (true, facts.and_then(|f| f.values_gone.get(path))),
            (false, facts.and_then(|f| f.values_new.get(path))),
            (false, data().solver.values_new.get(path)),
        ] {
            if let Some(word) = values.and_then(|v| words.iter().find(|w| v.iter().any(|x| x == *w))) {
                self.found(former, place(&format!("{name}='{word}'")), span);
            }
        }
    }
}

/// Commands that former versions had, and today's language has not.
pub(super) fn commands_gone() -> impl Iterator<Item = &'static str> {
    data().commands_gone.iter().map(String::as_str).chain(RECONSTRUCTED)
}

/// Paths of the keywords of a command that version 15 had, and today's language has not.
pub(super) fn keywords_gone(command: &str) -> impl Iterator<Item = &'static str> {
    data().commands.get(command).into_iter().flat_map(|facts| facts.gone.iter().map(String::as_str))
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    commands_gone: Vec<String>,
    commands_new: Vec<String>,
    solver: Facts,
    commands: BTreeMap<String, Facts>,
}

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Facts {
    gone: Vec<String>,
    new: Vec<String>,
    values_gone: BTreeMap<String, Vec<String>>,
    values_new: BTreeMap<String, Vec<String>>,
}

fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(|| {
        let read = serde_json::from_str(include_str!("../../grammar/former.json"));
        read.unwrap_or(Data {
            commands_gone: Vec::new(),
            commands_new: Vec::new(),
            solver: Facts::default(),
            commands: BTreeMap::new(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, SourceFile};
    use crate::syntax;

    fn signs(text: &str) -> Signs {
        let file = SourceFile::new("t.comm", None, text.into());
        let mut signs = Signs::default();
        signs.read(&syntax::parse(FileId(0), &file).statements);
        signs
    }

    fn kind(text: &str) -> Kind {
        signs(text).age(None).kind
    }

    #[test]
    fn the_data_file_is_read() {
        let data = data();
        assert!(data.commands.len() > 40);
        assert!(data.commands["TEST_RESU"].gone.iter().any(|path| path == "RESU/NOEUD"));
    }

    #[test]
    fn each_row_of_the_signs() {
        assert_eq!(kind("DEBUT(CODE=_F(NIV_PUB_WEB='INTERNET'))"), Kind::Former);
        assert_eq!(kind("DEBUT(CODE='OUI')"), Kind::Today);
        assert_eq!(kind("POURSUITE()"), Kind::Former);
        assert_eq!(kind("if 1:\n  TEST_RESU(RESU=(_F(NOEUD='N1'),))"), Kind::Former);
        assert_eq!(kind("D = DYNA_VIBRA(COMPORTEMENT=_F(RELATION='YACS'))"), Kind::Former);
        assert_eq!(kind("D = DYNA_VIBRA(COMPORTEMENT=_F(RELATION='FLAMBAGE', FNOR_CRIT=1.))"), Kind::Former);
        assert_eq!(kind("D = DYNA_VIBRA(SCHEMA_TEMPS=_F(SCHEMA='TRBDF2'))"), Kind::Today);
        assert_eq!(kind("MODE_ITER_SIMULT()"), Kind::Former);
        assert_eq!(kind("from numpy import math"), Kind::Former);
        assert_eq!(kind("DEBUT()\nX = DEFI_GROUP(CREA_GROUP_NO=_F(NOEUD='N5'))"), Kind::Undecided);
    }

    #[test]
    fn a_sign_of_today_wins_and_the_user_over_both() {
        let both = signs("DEBUT(CODE=_F())\nS = CALC_MODES(SOLVEUR=_F(NB_RHS=2))");
        assert_eq!(both.age(None).kind, Kind::Today);
        let asked = both.age(Some(Request::Former));
        assert!(asked.is_former() && asked.follows_rules);
        assert_eq!(signs("POURSUITE()").age(Some(Request::Today)).kind, Kind::Today);
    }

    #[test]
    fn words_for_nodes_and_cells_are_gathered() {
        let found = signs(
            "TEST_RESU(RESU=_F(NOEUD=('N1', 'P4'), MAILLE='M2', NOEUD_CMP=('N7', 'DX')))\n\
             D = DYNA_VIBRA(COMPORTEMENT=_F(NOEUD_1='N1'))",
        );
        let age = found.age(None);
        assert_eq!((age.nodes.join(" "), age.cells.join(" ")), ("N1 P4".into(), "M2".into()));
    }
}
