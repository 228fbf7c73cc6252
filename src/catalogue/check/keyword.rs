//! One written keyword: effect, type, number of values or occurrences, allowed values, range,
//! validators; then its typed values go to the operator.

use super::checker::{Checker, LevelPlace};
use super::conditions::{is, items, same};
use super::level::{Active, is_empty};
use super::result;
use super::values::{self, Misfit, Read};
use crate::catalogue::call::{Given, Keywords};
use crate::catalogue::check::equality::same_value;
use crate::catalogue::raw::{RawArgument, RawValue};
use crate::catalogue::schema::{Constant, Effect, Keyword, Level, Range, Shape, Simple, Status, Type, Validator};
use crate::catalogue::values::{NewConcept, Value};
use crate::catalogue::{suggest, words};
use crate::concepts::Handle;
use crate::diag::{Diagnostic, Fix, did_you_mean};
use crate::source::Span;

/// Gives values to the operator. What has no bearing counts as read.
pub(super) fn put(
    keywords: &mut Keywords,
    name: &'static str,
    keyword: &Keyword,
    values: Vec<Value>,
    span: Option<Span>,
) {
    keywords.insert(name, Given { values: values.into(), span });
    if keyword.effect == Effect::None {
        keywords.note_read(name);
    }
}

pub(super) fn put_factor(keywords: &mut Keywords, name: &'static str, keyword: &Keyword, occurrences: Vec<Keywords>) {
    keywords.insert_factor(name, occurrences);
    if keyword.effect == Effect::None {
        keywords.note_read(name);
    }
}

/// `EXCIT` when it stands alone, `EXCIT[2]` among several.
pub(super) fn occurrence_path(name: &str, rank: usize, of: usize) -> String {
    if of <= 1 { name.to_string() } else { format!("{name}[{}]", rank + 1) }
}

/// `COMPORTEMENT/RIGI_NOR (normal stiffness)`: a keyword at the head of a message, which most calls have no need of.
#[derive(Clone, Copy)]
struct Shown<'a>(LevelPlace<'a>, &'a str, &'a Keyword);

impl std::fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Shown(place, name, keyword) = self;
        let path = if place.path.is_empty() { (*name).to_string() } else { format!("{}/{name}", place.path) };
        f.write_str(&words::glossed(&path, keyword.gloss))
    }
}

impl Checker<'_> {
    pub(super) fn keyword(
        &mut self,
        active: &Active<'_>,
        keywords: &mut Keywords,
        name: &'static str,
        keyword: &'static Keyword,
        argument: &RawArgument,
        place: LevelPlace<'_>,
    ) {
        if is_empty(&argument.value) {
            if keyword.status == Status::Mandatory {
                self.empty(name, keyword, argument, place);
            }
            return;
        }
        if keyword.effect == Effect::Unsupported {
            let message = format!("{} is not computed here", Shown(place, name, keyword));
            let help = match &keyword.instead {
                Some(instead) => instead.to_string(),
                None => {
                    format!("the language has {name}, this program does not: remove it, or write the study without it")
                }
            };
            let missing = format!("{name} of {}", self.level_name(place.path.split('[').next().unwrap_or_default()));
            self.report(
                Diagnostic::error("C011", message).at(argument.span).label("not supported").help(help).missing(missing),
            );
            return;
        }
        match &keyword.shape {
            Shape::Simple(simple) => self.simple(active, keywords, (name, keyword, simple), argument, place),
            Shape::Factor(level) => self.factor(active, keywords, (name, keyword, level), argument, place),
        }
    }

    fn empty(&mut self, name: &str, keyword: &Keyword, argument: &RawArgument, place: LevelPlace<'_>) {
        let what = if keyword.factor().is_some() { "occurrence" } else { "value" };
        let wanted = words::count(keyword.min, keyword.max, what);
        let message = format!("{} needs {wanted}; found none", Shown(place, name, keyword));
        self.report(Diagnostic::error("C008", message).at(argument.value_span).label("empty list"));
    }

    fn factor(
        &mut self,
        active: &Active<'_>,
        keywords: &mut Keywords,
        (name, keyword, level): (&'static str, &'static Keyword, &'static Level),
        argument: &RawArgument,
        place: LevelPlace<'_>,
    ) {
        let written = match &argument.value {
            RawValue::List(list) => list.iter().map(|(v, s)| (v, *s)).collect(),
            one => vec![(one, argument.value_span)],
        };
        let mut occurrences = Vec::with_capacity(written.len());
        let number = written.len();
        for (rank, (value, span)) in written.into_iter().enumerate() {
            match value {
                RawValue::Factor(arguments, span) => {
                    let below = Active::new(self.command, level, arguments, Some(name), Some(active), false);
                    let path = occurrence_path(name, rank, number);
                    occurrences.push(self.level(&below, level, &path, Some(*span)).occurrence(name, rank, number));
                }
                RawValue::Unknown => self.unknown = true,
                other => {
                    let shown = Shown(place, name, keyword);
                    let message = format!("{shown} must be a group of keywords; found {}", words::found(other));
                    let help = format!("write {name}=_F(KEYWORD=value, ...)");
                    self.report(Diagnostic::error("C004", message).at(span).label("not _F(...)").help(help));
                    return;
                }
            }
        }
        let sure = !matches!(argument.value, RawValue::Unknown);
        if sure && (number < keyword.min || keyword.max.is_some_and(|max| number > max)) {
            let wanted = words::count(keyword.min, keyword.max, "occurrence");
            let message = format!("{} needs {wanted}; found {number}", Shown(place, name, keyword));
            self.report(
                Diagnostic::error("C008", message).at(argument.value_span).label(format!("{number} occurrences")),
            );
        }
        put_factor(keywords, name, keyword, occurrences);
    }

    fn simple(
        &mut self,
        active: &Active<'_>,
        keywords: &mut Keywords,
        (name, keyword, simple): (&'static str, &'static Keyword, &'static Simple),
        argument: &RawArgument,
        place: LevelPlace<'_>,
    ) {
        let reading = match values::read(&argument.value, argument.value_span, &simple.types) {
            Ok(reading) => reading,
            Err(misfit) => return self.misfit(name, keyword, simple, &misfit, place),
        };
        self.unknown |= reading.unknown;
        let mut typed = Vec::with_capacity(reading.values.len());
        let mut spans = Vec::with_capacity(reading.values.len());
        for (value, span) in reading.values {
            typed.push(match value {
                Read::Value(value) => value,
                Read::New(new) => self.create(active, new, name, span, place),
            });
            spans.push(span);
        }
        let shown = Shown(place, name, keyword);
        if !reading.unknown && (typed.len() < keyword.min || keyword.max.is_some_and(|max| typed.len() > max)) {
            let wanted = words::count(keyword.min, keyword.max, "value");
            let message = format!("{shown} needs {wanted}; found {}", typed.len());
            let given = words::count(typed.len(), Some(typed.len()), "value");
            let error = Diagnostic::error("C008", message).at(argument.value_span).label(given);
            self.report(match split_by_commas(&typed, keyword.max) {
                Some(meant) => error.help(format!("decimals use a point: ({meant})")),
                None => error,
            });
        }
        let mut legal = true;
        for (value, span) in typed.iter().zip(&spans) {
            legal &= self.one_value(simple, value, *span, shown);
        }
        if legal && !reading.unknown {
            self.series(simple, &typed, &spans, argument.value_span, shown);
        }
        put(keywords, name, keyword, typed, Some(argument.value_span));
    }

    /// A value of the wrong type.
    fn misfit(&mut self, name: &str, keyword: &Keyword, simple: &Simple, misfit: &Misfit<'_>, place: LevelPlace<'_>) {
        let wanted = words::types(&simple.types);
        let found = match misfit.nested {
            true => "a list within the list".to_string(),
            false => words::found(misfit.value),
        };
        let message = format!("{} must be {wanted}; found {found}", Shown(place, name, keyword));
        let mut diagnostic = Diagnostic::error("C004", message).at(misfit.span).label("wrong type");
        let of_a_group = keyword.instead.filter(|_| matches!(misfit.value, RawValue::Factor(..)));
        if let Some(help) = of_a_group.map(str::to_string).or_else(|| remedy(misfit.value, simple, name)) {
            diagnostic = diagnostic.help(help);
        }
        self.report(diagnostic);
    }

    /// Allowed values and range of one value; false when it was reported.
    fn one_value(&mut self, simple: &Simple, value: &Value, span: Span, shown: Shown<'_>) -> bool {
        let Shown(_, _, keyword) = shown;
        if simple.unsupported.iter().any(|v| is(value, v)) {
            let message = format!("{shown}: {} is not computed here", words::value(value));
            let left: Vec<String> = simple
                .into
                .iter()
                .filter(|v| !simple.unsupported.iter().any(|u| same(u, v)))
                .map(words::constant)
                .collect();
            let help = match left.as_slice() {
                _ if keyword.instead.is_some() => keyword.instead.unwrap_or_default().to_string(),
                [] => "the language has this value, this program does not".to_string(),
                left => {
                    format!("the language has this value, this program does not; it has {}", words::one_of(left, "and"))
                }
            };
            let missing = self.missing_value(shown, value);
            self.report(Diagnostic::error("C012", message).at(span).label("not supported").help(help).missing(missing));
            return false;
        }
        let text = value.as_text();
        if let Some((_, instead)) = simple.gone.iter().find(|(old, _)| text.as_deref().map(str::trim_end) == Some(*old))
        {
            if let Some(today) = instead.strip_prefix("Today: ") {
                let message = format!("{shown} cannot be {}, a name of former versions", words::value(value));
                self.report(Diagnostic::error("C005", message).at(span).label(format!("today {today}")));
                return false;
            }
            let message = format!("{shown}: {}, of version 15, is not computed here", words::value(value));
            let missing = self.missing_value(shown, value);
            let error = Diagnostic::error("C012", message).at(span).label("not supported").help(instead.to_string());
            self.report(error.missing(missing));
            return false;
        }
        if !simple.into.is_empty() && !simple.into.iter().any(|v| is(value, v)) {
            let near = value.as_text().and_then(|text| {
                let texts = simple.into.iter().filter_map(|allowed| match allowed {
                    Constant::Text(text) => Some(text.trim_end()),
                    _ => None,
                });
                suggest::nearest(&text, texts).map(str::to_string)
            });
            let message = format!("{shown} cannot be {}", words::value(value));
            let explained = words::explained(simple, value.as_text().as_deref());
            let word = value.as_text();
            let fix = near.as_ref().zip(word.as_deref()).map(|(near, word)| Fix::word(span, word.trim_end(), near));
            let help = match near {
                Some(near) => format!("{} {explained}", did_you_mean(&suggest::quoted(&near))),
                None => explained,
            };
            self.report(Diagnostic::error("C005", message).at(span).label("not allowed").help(help).fix(fix));
            return false;
        }
        match (&simple.range, value.as_real()) {
            (Some(range), Some(x)) if !within(range, x) => {
                let message = format!("{shown} is {}, out of its range", words::value(value));
                let help = format!("it must be {}", words::range(range));
                self.report(Diagnostic::error("C006", message).at(span).label("out of range").help(help));
                false
            }
            _ => true,
        }
    }

    /// `MODELISATION='3D' of AFFE_MODELE`: a value that is not computed here.
    fn missing_value(&self, shown: Shown<'_>, value: &Value) -> String {
        let shown = shown.to_string();
        let path = shown.split(' ').next().unwrap_or_default();
        let keyword = path.rsplit('/').next().unwrap_or_default();
        format!("{keyword}={} of {}", words::value(value), self.raw.command)
    }

    /// Conditions on all the values of a keyword.
    fn series(&mut self, simple: &Simple, typed: &[Value], spans: &[Span], whole: Span, shown: Shown<'_>) {
        for validator in &simple.validators {
            let Err(culprit) = judge(validator, typed) else { continue };
            let span = culprit.and_then(|rank| spans.get(rank).copied()).unwrap_or(whole);
            let message = match culprit.and_then(|rank| typed.get(rank)) {
                Some(value) => format!(
                    "{shown}: {} breaks the condition that {}",
                    words::value(value),
                    words::validator(validator)
                ),
                None => format!("{shown}: {}", words::validator(validator)),
            };
            self.report(Diagnostic::error("C007", message).at(span).label("not allowed here"));
        }
    }

    fn create(&mut self, active: &Active<'_>, new: &str, name: &str, span: Span, place: LevelPlace<'_>) -> Value {
        if self.created.iter().any(|(known, _)| **known == *new) {
            let message = format!("{} makes {new} twice", self.raw.command);
            let help = format!("CO('{new}') stands before in this call: give each concept a name of its own");
            self.report(Diagnostic::error("C014", message).at(span).label("second concept of that name").help(help));
        }
        let factor = place.path.split('[').next().filter(|f| !f.is_empty());
        let path = factor.map_or(name.to_string(), |f| format!("{f}/{name}"));
        let output = self.command.outputs.iter().find(|o| *o.path == *path);
        let kind = output.and_then(|o| result::type_of(&o.result, active)).unwrap_or_else(|| "any_concept".into());
        let handle = Handle::new((self.next_id)(), kind);
        handle.set_name(new);
        self.created.push((new.into(), handle.clone()));
        Value::New(Box::new(NewConcept { name: new.into(), handle }))
    }
}

/// Twice as many integers as there may be values: decimal commas, as they are meant.
fn split_by_commas(values: &[Value], most: Option<usize>) -> Option<String> {
    let integers: Vec<i64> = values
        .iter()
        .map(|value| value.as_real().filter(|x| x.fract() == 0.0).map(|x| x as i64))
        .collect::<Option<_>>()?;
    let (pairs, rest) = integers.as_chunks::<2>();
    let fits = most == Some(pairs.len()) && rest.is_empty() && pairs.iter().all(|[_, decimals]| *decimals >= 0);
    fits.then(|| pairs.iter().map(|[whole, decimals]| format!("{whole}.{decimals}")).collect::<Vec<_>>().join(", "))
}

/// Advice about a value of the wrong type, where there is something better than the list of types.
fn remedy(value: &RawValue, simple: &Simple, name: &str) -> Option<String> {
    let takes = |kind: &str| simple.types.iter().any(|t| matches!(t, Type::Concept(k) if *k == kind));
    let numbers = items(value).all(|v| matches!(v, RawValue::Integer(_) | RawValue::Real(_)));
    match value {
        _ if numbers && takes("listr8_sdaster") => {
            Some(format!("make the list with DEFI_LIST_REEL and give its name to {name}"))
        }
        _ if numbers && takes("listis_sdaster") => {
            Some(format!("make the list with DEFI_LIST_ENTI and give its name to {name}"))
        }
        _ if numbers && takes("fonction_sdaster") => {
            Some(format!("make a function with DEFI_CONSTANTE or DEFI_FONCTION and give its name to {name}"))
        }
        RawValue::Concept(handle) if handle.is_a("dyna_gene") && takes("resultat_sdaster") && name == "RESULTAT" => {
            Some(format!("a result on modes is given to RESU_GENE: RESU_GENE={}", handle.name()))
        }
        RawValue::Concept(handle) if handle.is_a("matr_asse") && takes("matr_asse_gene_r") => {
            Some(format!("PROJ_BASE projects {} on modes: give the matrix that it makes", handle.name()))
        }
        RawValue::Concept(handle) if handle.is_a("cham_no_sdaster") && takes("vect_asse_gene") => {
            Some(format!("PROJ_BASE projects {} on modes: give the vector that it makes", handle.name()))
        }
        RawValue::Text(t) if simple.types.iter().any(|t| matches!(t, Type::Concept(_))) => {
            Some(format!("a concept is given by its name without quotes: {name}={}", t.trim_end()))
        }
        RawValue::Text(t) if simple.types.contains(&Type::Real) && t.trim().parse::<f64>().is_ok() => {
            Some(format!("write the number without quotes: {name}={}", t.trim()))
        }
        RawValue::Factor(..) => Some(format!("{name} takes a value: {name}=...")),
        _ => None,
    }
}

fn within(range: &Range, x: f64) -> bool {
    let low = range.min.is_none_or(|min| if range.min_exclusive { x > min } else { x >= min });
    let high = range.max.is_none_or(|max| if range.max_exclusive { x < max } else { x <= max });
    low && high
}

/// `Err` with the rank of the value that breaks the condition, if one does alone.
fn judge(validator: &Validator, values: &[Value]) -> Result<(), Option<usize>> {
    let has = |wanted: &Constant| values.iter().any(|v| is(v, wanted));
    let rank_of = |test: &dyn Fn(usize) -> bool| (0..values.len()).find(|&i| test(i));
    let verdict = |fine: bool| if fine { Ok(()) } else { Err(None) };
    let culprit = |rank: Option<usize>| rank.map_or(Ok(()), |rank| Err(Some(rank)));
    match validator {
        Validator::NoRepeat => culprit(rank_of(&|i| values[..i].iter().any(|v| same_value(v, &values[i])))),
        Validator::TextLength(min, max) => {
            culprit(rank_of(&|i| values[i].as_text().is_some_and(|t| !(*min..=*max).contains(&t.chars().count()))))
        }
        Validator::Increasing => culprit(rank_of(&|i| i > 0 && values[i].as_real() < values[i - 1].as_real())),
        Validator::Decreasing => culprit(rank_of(&|i| i > 0 && values[i].as_real() > values[i - 1].as_real())),
        Validator::NotEqualTo(v) => culprit(rank_of(&|i| is(&values[i], v))),
        Validator::AtMostOneStartingWith(start) => {
            let starting = |v: &Value| v.as_text().is_some_and(|t| t.starts_with(start));
            verdict(values.iter().filter(|v| starting(v)).count() <= 1)
        }
        Validator::AnyOf(list) => verdict(list.iter().any(|v| judge(v, values).is_ok())),
        Validator::Together(list) => verdict(list.iter().all(has) || !list.iter().any(has)),
        Validator::NoneOf(list) => verdict(!list.iter().any(has)),
        Validator::Contains(list) => verdict(list.iter().all(has)),
    }
}
