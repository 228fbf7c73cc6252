//! What a study asks of the machine around it and does not see: variables of the environment, arguments of a command line. A
//! default taken in their place is told.

use std::collections::BTreeMap;

use crate::diag::Diagnostic;
use crate::source::Span;
use crate::syntax::{
    Argument, CompareOperator, Expression, ExpressionKind, Statement, StatementKind, each_expression, each_statement,
};

/// What the texts of a study read so far ask for.
#[derive(Default)]
pub struct Outside {
    /// Variables of the environment by name, each where it is asked for first.
    variables: BTreeMap<String, Span>,
    /// The environment as a whole, or a variable whose name is computed.
    environment: Option<Span>,
    /// `sys.argv`
    arguments: Option<Span>,
    /// `from os import environ`
    imported: bool,
}

impl Outside {
    /// Reads one more text of the study.
    pub fn read(&mut self, text: &[Statement]) {
        // Places of the environment that are looked at, and need no second look.
        let mut known: Vec<Span> = Vec::new();
        each_statement(text, &mut |statement| match &statement.kind {
            StatementKind::FromImport { module, names } if module == "os" => {
                self.imported |= names.iter().any(|(name, _)| matches!(&**name, "environ" | "getenv" | "*"));
            }
            // What the study sets itself, it finds.
            StatementKind::Assign { targets, .. } => {
                let indexed = targets.iter().filter_map(|target| match &target.kind {
                    ExpressionKind::Index(object, _) => Some(object.span),
                    _ => None,
                });
                known.extend(indexed);
            }
            _ => {}
        });
        each_expression(text, &mut |expression| match &expression.kind {
            ExpressionKind::Call { function, arguments } => match &function.kind {
                ExpressionKind::Attribute(object, method)
                    if self.is_environment(object)
                        && matches!(method.as_str(), "get" | "pop" | "setdefault" | "has_key") =>
                {
                    known.push(object.span);
                    self.asks(arguments.first().map(|a: &Argument| &a.value), expression.span);
                }
                ExpressionKind::Attribute(_, name) if name == "getenv" => {
                    self.asks(arguments.first().map(|a| &a.value), expression.span);
                }
                ExpressionKind::Name(name) if name == "getenv" && self.imported => {
                    self.asks(arguments.first().map(|a| &a.value), expression.span);
                }
                _ => {}
            },
            ExpressionKind::Index(object, key) if self.is_environment(object) && !known.contains(&object.span) => {
                known.push(object.span);
                self.asks(Some(key), expression.span);
            }
            ExpressionKind::Compare(first, rest) => {
                let mut left = &**first;
                for (operator, right) in rest {
                    if matches!(operator, CompareOperator::In | CompareOperator::NotIn) && self.is_environment(right) {
                        known.push(right.span);
                        self.asks(Some(left), expression.span);
                    }
                    left = right;
                }
            }
            ExpressionKind::Attribute(object, name)
                if name == "argv" && matches!(&object.kind, ExpressionKind::Name(module) if module == "sys") =>
            {
                self.arguments.get_or_insert(expression.span);
            }
            _ if self.is_environment(expression) && !known.contains(&expression.span) => {
                self.environment.get_or_insert(expression.span);
            }
            _ => {}
        });
    }

    fn is_environment(&self, expression: &Expression) -> bool {
        match &expression.kind {
            ExpressionKind::Attribute(object, name) => {
                name == "environ" && matches!(object.kind, ExpressionKind::Name(_))
            }
            ExpressionKind::Name(name) => name == "environ" && self.imported,
            _ => false,
        }
    }

    fn asks(&mut self, key: Option<&Expression>, span: Span) {
        match key.map(|key| &key.kind) {
            Some(ExpressionKind::Text(name)) => _ = self.variables.entry(name.clone()).or_insert(span),
            _ => _ = self.environment.get_or_insert(span),
        }
    }

    /// The notes on what was asked for since the last time, and has another value outside; `passed` are the variables that the
    /// user lets in.
    pub fn notes(&mut self, passed: &[(String, String)], is_set: &dyn Fn(&str) -> bool) -> Vec<Diagnostic> {
        let mut notes = Vec::new();
        let mut note = |message: String, help: &str, span: Span| {
            notes.push(Diagnostic::note("G015", message).at(span).help(help));
        };
        let is_passed = |name: &str| passed.iter().any(|(own, _)| own == name);
        let asked = std::mem::take(&mut self.variables).into_iter();
        let unseen: Vec<(String, Span)> = asked.filter(|(name, _)| !is_passed(name) && is_set(name)).collect();
        if let Some((first, span)) = unseen.iter().min_by_key(|(_, span)| *span) {
            let names: Vec<&str> = unseen.iter().map(|(name, _)| name.as_str()).collect();
            let message = format!("variables of the environment are not seen, and these are set: {}", names.join(", "));
            note(message, &format!("`--env {first}` lets the study see it"), *span);
        }
        if let Some(span) = self.environment.take() {
            let seen = match passed {
                [] => "none".to_string(),
                passed => passed.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", "),
            };
            let message = format!("variables of the environment are not seen but for those of --env: {seen}");
            note(message, "`--env NAME` lets the study see one", span);
        }
        if let Some(span) = self.arguments.take() {
            let message = "a study has no command line: sys.argv holds one name".to_string();
            note(message, "`--set NAME=VALUE` sets a variable of the study", span);
        }
        notes
    }
}

/// Whether the environment of this program has a variable.
pub fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, SourceFile};
    use crate::syntax::parse;

    fn messages(text: &str, passed: &[(String, String)]) -> Vec<String> {
        let file = SourceFile::new("t.comm", None, text.into());
        let mut outside = Outside::default();
        outside.read(&parse(FileId(0), &file).statements);
        outside.notes(passed, &|name| matches!(name, "KIND" | "SEED")).into_iter().map(|note| note.message).collect()
    }

    #[test]
    fn variables_that_are_set_outside_are_told_wherever_they_are_asked_for() {
        for asked in [
            "import os\nx = os.environ.get('KIND', 'a')\n",
            "import os as o\ndef f():\n    return o.getenv('KIND')\n",
            "import os\ntry:\n    x = os.environ['KIND']\nexcept KeyError:\n    x = 1\n",
            "from os import environ\nif 'KIND' in environ and environ.get('NOT_THERE') is None:\n    x = 1\n",
            "from os import getenv\nx = [getenv('KIND') for i in range(3)]\n",
        ] {
            let said = messages(asked, &[]);
            assert_eq!(said, ["variables of the environment are not seen, and these are set: KIND"], "{asked}");
            assert!(messages(asked, &[("KIND".into(), "soft".into())]).is_empty(), "{asked}");
        }
        let both = messages("import os\nx = os.getenv('SEED', '7')\nfor v in os.environ:\n    y = os.getenv(v)\n", &[]);
        assert_eq!(both.len(), 2, "{both:?}");
        assert!(both[0].ends_with("SEED") && both[1].ends_with("none"), "{both:?}");
    }

    #[test]
    fn what_asks_for_nothing_is_not_told() {
        for quiet in [
            "import os\nos.environ['KIND'] = '3'\n",
            "import os\nx = os.getenv('NOT_THERE', 3)\n",
            "environ = {}\nx = environ.get('KIND')\n",
        ] {
            assert!(messages(quiet, &[]).is_empty(), "{quiet}");
        }
        assert_eq!(messages("import sys\nx = sys.argv[1:]\n", &[]).len(), 1);
    }
}
