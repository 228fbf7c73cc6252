//! One level of keywords after the other: those that are written, those that are absent.

use super::checker::{Checker, LevelPlace};
use super::level::Active;
use super::{keyword, spellings};
use crate::catalogue::call::{Given, Keywords};
use crate::catalogue::schema::{Keyword, Level, Shape, Status};
use crate::catalogue::values::Value;
use crate::catalogue::words;
use crate::diag::Diagnostic;
use crate::source::Span;

impl Checker<'_> {
    /// Checks all that is written at one level and returns its keywords.
    pub(super) fn level(
        &mut self,
        active: &Active<'_>,
        schema: &'static Level,
        path: &str,
        span: Option<Span>,
    ) -> Keywords {
        let place = LevelPlace { path, span };
        let unknown_names = self.names(active, schema, place);
        let mut keywords = Keywords::new(span);
        for &(name, keyword) in &active.keywords {
            match active.written(name) {
                Some(argument) => self.keyword(active, &mut keywords, name, keyword, argument, place),
                None => self.absent(active, &mut keywords, name, keyword, &unknown_names, place),
            }
        }
        for &(argument, old) in &active.former {
            if active.keyword(&argument.name).is_none() {
                self.keyword(active, &mut keywords, old.name, &old.keyword, argument, place);
                self.forms.push(spellings::form_of(self.command, &self.raw.command, old, argument));
            }
        }
        for old in &active.former_defaults {
            if active.keyword(old.name).is_none() && active.stand_in(old.name).is_none() {
                let values = old.keyword.default().iter().map(|&v| v.into()).collect();
                keyword::put(&mut keywords, old.name, &old.keyword, values, None);
            }
        }
        for (name, values) in &active.set {
            let values: Vec<Value> = values.iter().map(|&v| v.into()).collect();
            keywords.insert(name, Given { values: values.into(), span: None });
        }
        self.rules(active, &unknown_names, place);
        keywords.close();
        keywords
    }

    /// A keyword that is not written: its default, or an error when it is mandatory.
    fn absent(
        &mut self,
        active: &Active<'_>,
        keywords: &mut Keywords,
        name: &'static str,
        keyword: &'static Keyword,
        unknown_names: &[&str],
        place: LevelPlace<'_>,
    ) {
        match (&keyword.shape, keyword.status) {
            (Shape::Simple(_), Status::Defaulted | Status::Hidden)
                if !keyword.default().is_empty()
                // Rules and old keywords that stand for this one count it as given.
                && active.stand_in(name).is_none() =>
            {
                let values = keyword.default().iter().map(|&v| v.into()).collect();
                keyword::put(keywords, name, keyword, values, None);
            }
            (Shape::Factor(level), Status::Defaulted) => {
                let below = Active::new(self.command, level, &[], Some(name), Some(active), false);
                let path = keyword::occurrence_path(name, 0, 1);
                let occurrence = self.level(&below, level, &path, None).occurrence(name, 0, 1);
                keyword::put_factor(keywords, name, keyword, vec![occurrence]);
            }
            (_, Status::Mandatory) if active.stand_in(name).is_none() && !unknown_names.contains(&name) => {
                self.missing(name, keyword, place);
            }
            _ => {}
        }
    }

    fn missing(&mut self, name: &str, keyword: &'static Keyword, place: LevelPlace<'_>) {
        let shown = words::glossed(name, keyword.gloss);
        let message = format!("{} needs {shown}", self.level_name(place.path));
        let help = match &keyword.shape {
            Shape::Factor(_) => format!("add {name}=_F(...)"),
            Shape::Simple(simple) if !simple.into.is_empty() => {
                format!("add {name}={}", words::allowed(simple))
            }
            Shape::Simple(simple) => format!("add {name}=..., {}", words::wanted(keyword, simple)),
        };
        let place = place.span.filter(|_| !place.path.is_empty()).unwrap_or(self.raw.name_span);
        self.report(Diagnostic::error("C003", message).at(place).label(format!("{name} is missing")).help(help));
    }
}
