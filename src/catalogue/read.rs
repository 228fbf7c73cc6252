//! From the JSON text of one command to [`Command`].
//!
//! The structures here mirror the file format field by field; anything the format does not know is an
//! error, so that a misspelt key in a data file cannot pass.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use num_complex::Complex64;
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value as Json;

use super::call::Value;
use super::schema::{
    Block, Command, Comparison, Condition, Effect, Keyword, Legacy, Level, OldSpelling, Output, Range, ResultType,
    Reuse, ReusePolicy, Rule, Sentence, Shape, Simple, Status, Type, Validator,
};

/// Reads the text of one file of `grammar/commands/`, or of what a macro-command declares in the same form; the
/// error says what is wrong with the data.
pub fn command(text: &str) -> Result<Command, String> {
    let raw: RawCommand = serde_json::from_str(text).map_err(|e| e.to_string())?;
    raw.finish()
}

/// A JSON object in the order of the file.
struct Ordered<T>(Vec<(Box<str>, T)>);

impl<T> Default for Ordered<T> {
    fn default() -> Self {
        Ordered(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Ordered<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Vec<(Box<str>, T)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries: Self::Value = Vec::new();
                while let Some((name, value)) = map.next_entry::<Box<str>, T>()? {
                    if entries.iter().any(|(n, _)| *n == name) {
                        return Err(de::Error::custom(format!("{name} is given twice")));
                    }
                    entries.push((name, value));
                }
                Ok(entries)
            }
        }
        deserializer.deserialize_map(Entries(PhantomData)).map(Ordered)
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCommand {
    gloss: Box<str>,
    #[serde(rename = "kind")]
    _kind: Box<str>,
    source: Box<str>,
    versions: Option<Box<str>>,
    result: RawResult,
    reuse: RawReuse,
    #[serde(default)]
    rules: Vec<RawRule>,
    #[serde(default)]
    keywords: Ordered<RawKeyword>,
    #[serde(default)]
    blocks: Vec<RawBlock>,
    #[serde(default)]
    accepted_old_spellings: Vec<RawSpelling>,
    #[serde(default)]
    legacy_keywords: Ordered<RawKeyword>,
    #[serde(default)]
    other_versions: Ordered<RawKeyword>,
    #[serde(default)]
    known_but_not_described: Vec<Box<str>>,
    free_keywords: Option<Box<str>>,
    #[serde(default)]
    notes: Vec<Box<str>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBlock {
    when: RawCondition,
    #[serde(default)]
    rules: Vec<RawRule>,
    #[serde(default)]
    keywords: Ordered<RawKeyword>,
    #[serde(default)]
    blocks: Vec<RawBlock>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawKeyword {
    gloss: Box<str>,
    effect: Box<str>,
    kind: Box<str>,
    status: Box<str>,
    #[serde(rename = "type")]
    types: Option<Vec<Box<str>>>,
    default: Option<Json>,
    #[serde(default)]
    into: Vec<Json>,
    #[serde(default)]
    unsupported_values: Vec<Json>,
    #[serde(default)]
    gone_values: std::collections::BTreeMap<Box<str>, Box<str>>,
    #[serde(default)]
    meanings: std::collections::BTreeMap<Box<str>, Box<str>>,
    instead: Option<Box<str>>,
    min: Option<usize>,
    max: Option<Json>,
    range: Option<RawRange>,
    #[serde(default)]
    validators: Vec<RawValidator>,
    file: Option<Box<str>>,
    versions: Option<Box<str>>,
    #[serde(rename = "mandatory_in")]
    _mandatory_in: Option<Box<str>>,
    #[serde(default)]
    stands_for: Vec<Box<str>>,
    #[serde(default)]
    rules: Vec<RawRule>,
    #[serde(default)]
    keywords: Ordered<RawKeyword>,
    #[serde(default)]
    blocks: Vec<RawBlock>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRange {
    min: Option<f64>,
    max: Option<f64>,
    #[serde(default)]
    min_exclusive: bool,
    #[serde(default)]
    max_exclusive: bool,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum RawValidator {
    NoRepeat(#[expect(dead_code, reason = "only true makes sense")] bool),
    TextLength(usize, usize),
    Ordered(Box<str>),
    NotEqualTo(Json),
    AtMostOneStartingWith(Box<str>),
    AnyOf(Vec<RawValidator>),
    Together(Vec<Json>),
    NoneOf(Vec<Json>),
    Contains(Vec<Json>),
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRule {
    exactly_one_of: Option<Vec<Box<str>>>,
    at_least_one_of: Option<Vec<Box<str>>>,
    at_most_one_of: Option<Vec<Box<str>>>,
    all_or_none_of: Option<Vec<Box<str>>>,
    not_empty: Option<bool>,
    if_present: Option<Box<str>>,
    then_all_of: Option<Vec<Box<str>>>,
    then_none_of: Option<Vec<Box<str>>>,
    #[serde(default)]
    defaults: Ordered<Json>,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum RawCondition {
    If(Ordered<Vec<Json>>),
    Present(Box<str>),
    Absent(Box<str>),
    AnyPresent(Vec<Box<str>>),
    TypeOf(Ordered<Vec<Box<str>>>),
    Count { keyword: Box<str>, op: Box<str>, value: usize },
    All(Vec<RawCondition>),
    Any(Vec<RawCondition>),
    Not(Box<RawCondition>),
    Always(bool),
    Expr(Box<str>),
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawResult {
    /// A type, `null`, or another result.
    #[serde(rename = "type", default)]
    kind: Json,
    same_type_as: Option<Box<str>>,
    first_match: Option<Vec<RawMatch>>,
    /// `null` says that nothing is made, absence that every call has a match.
    #[serde(rename = "else", default, deserialize_with = "even_null")]
    otherwise: Option<Json>,
    #[serde(default)]
    outputs: Vec<RawOutput>,
    /// Remarks for the operator's author.
    #[serde(rename = "checks", default)]
    _checks: Vec<Box<str>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMatch {
    when: RawCondition,
    #[serde(rename = "type")]
    kind: Json,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawOutput {
    keyword: Box<str>,
    #[serde(rename = "type", default)]
    kind: Json,
    first_match: Option<Vec<RawMatch>>,
    /// `null` says that nothing is made, absence that every call has a match.
    #[serde(rename = "else", default, deserialize_with = "even_null")]
    otherwise: Option<Json>,
    #[serde(rename = "note")]
    _note: Option<Box<str>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawReuse {
    allowed: Box<str>,
    #[serde(default)]
    must_equal_one_of: Vec<Box<str>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSpelling {
    old: Box<str>,
    value: Option<Json>,
    #[serde(default)]
    factor: bool,
    #[serde(default)]
    among: bool,
    #[serde(default)]
    all: Vec<Json>,
    with: Option<Box<str>>,
    when: Option<(Box<str>, Box<str>)>,
    new: Option<Box<str>>,
    new_value: Option<Json>,
}

fn even_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(deserializer).map(Some)
}

impl RawCommand {
    fn finish(self) -> Result<Command, String> {
        let result =
            result_type(self.result.kind, self.result.same_type_as, self.result.first_match, self.result.otherwise)?;
        let output = |o: RawOutput| {
            Ok(Output { path: o.keyword, result: result_type(o.kind, None, o.first_match, o.otherwise)? })
        };
        let policy = match &*self.reuse.allowed {
            "no" => ReusePolicy::Refused,
            "optional" => ReusePolicy::Optional,
            "in place" => ReusePolicy::InPlace,
            other => return Err(format!("reuse {other}")),
        };
        let mut old_keywords = self.legacy_keywords.0;
        old_keywords.extend(self.other_versions.0);
        Ok(Command {
            gloss: self.gloss,
            reconstructed: &*self.source == "reconstructed",
            versions: self.versions,
            result,
            outputs: self.result.outputs.into_iter().map(output).collect::<Result<_, String>>()?,
            reuse: Reuse { policy, same_as: self.reuse.must_equal_one_of },
            level: level(self.rules, self.keywords, self.blocks)?,
            old_spellings: self.accepted_old_spellings.into_iter().map(old_spelling).collect::<Result<_, _>>()?,
            legacy: legacy(old_keywords)?,
            free_keywords: self.free_keywords,
            not_described: self.known_but_not_described,
            notes: self.notes,
        })
    }
}

fn level(rules: Vec<RawRule>, keywords: Ordered<RawKeyword>, blocks: Vec<RawBlock>) -> Result<Level, String> {
    let named = |(name, raw): (Box<str>, RawKeyword)| {
        let keyword = keyword(raw).map_err(|e| format!("{name}: {e}"))?;
        Ok((Arc::from(name), keyword))
    };
    let block = |b: RawBlock| Ok(Block { when: condition(b.when)?, level: level(b.rules, b.keywords, b.blocks)? });
    Ok(Level {
        rules: rules.into_iter().map(rule).collect::<Result<_, _>>()?,
        keywords: keywords.0.into_iter().map(named).collect::<Result<_, String>>()?,
        blocks: blocks.into_iter().map(block).collect::<Result<_, String>>()?,
    })
}

fn keyword(raw: RawKeyword) -> Result<Keyword, String> {
    let effect = match &*raw.effect {
        "used" => Effect::Used,
        "none" => Effect::None,
        "unsupported" => Effect::Unsupported,
        other => return Err(format!("effect {other}")),
    };
    let status = match &*raw.status {
        "mandatory" => Status::Mandatory,
        "optional" => Status::Optional,
        "defaulted" => Status::Defaulted,
        "hidden" => Status::Hidden,
        other => return Err(format!("status {other}")),
    };
    let max = match raw.max {
        None => Some(1),
        Some(Json::Number(n)) => Some(n.as_u64().ok_or("max")? as usize),
        Some(Json::String(s)) if s == "many" => None,
        Some(other) => return Err(format!("max {other}")),
    };
    let shape = match &*raw.kind {
        "simple" => {
            let types = raw.types.ok_or("no type")?;
            let into: Vec<Value> = raw.into.into_iter().map(value).collect::<Result<_, _>>()?;
            Shape::Simple(Box::new(Simple {
                types: types.iter().map(|t| value_type(t)).collect(),
                default: raw.default.map(values).transpose()?.unwrap_or_default(),
                meanings: meanings(raw.meanings, &into)?,
                into,
                gone: raw.gone_values.into_iter().collect(),
                unsupported: raw.unsupported_values.into_iter().map(value).collect::<Result<_, _>>()?,
                range: raw.range.map(|r| Range {
                    min: r.min,
                    max: r.max,
                    min_exclusive: r.min_exclusive,
                    max_exclusive: r.max_exclusive,
                }),
                validators: validators(raw.validators)?,
                written_file: raw.file.map(|f| &*f == "out"),
            }))
        }
        "factor" => Shape::Factor(Box::new(level(raw.rules, raw.keywords, raw.blocks)?)),
        other => return Err(format!("kind {other}")),
    };
    Ok(Keyword { gloss: raw.gloss, instead: raw.instead, effect, status, min: raw.min.unwrap_or(1), max, shape })
}

/// Old keywords come as flat paths; those of an old factor keyword become its level.
fn legacy(raw: Vec<(Box<str>, RawKeyword)>) -> Result<Vec<Legacy>, String> {
    let mut all: Vec<Legacy> = Vec::new();
    for (path, mut raw) in raw {
        let stands_for = std::mem::take(&mut raw.stands_for);
        let versions = raw.versions.take().unwrap_or_default();
        let keyword = keyword(raw).map_err(|e| format!("{path}: {e}"))?;
        let (factor, name) = match path.split_once('/') {
            Some((factor, name)) => (Some(factor), name),
            None => (None, &*path),
        };
        let parent = all.iter_mut().find(|l| l.factor.is_none() && Some(&*l.name) == factor);
        if let Some(Legacy { keyword: Keyword { shape: Shape::Factor(level), .. }, .. }) = parent {
            level.keywords.push((name.into(), keyword));
            continue;
        }
        all.push(Legacy { factor: factor.map(Into::into), name: name.into(), keyword, stands_for, versions });
    }
    Ok(all)
}

fn value_type(name: &str) -> Type {
    match name {
        "text" => Type::Text,
        "real" => Type::Real,
        "integer" => Type::Integer,
        "complex" => Type::Complex,
        "logical" => Type::Logical,
        "unit" => Type::Unit,
        "node_group" => Type::Name("name of a group of nodes"),
        "cell_group" => Type::Name("name of a group of cells"),
        "node" => Type::Name("name of a node"),
        "cell" => Type::Name("name of a cell"),
        "mesh_entity" => Type::Name("name of a node or a cell"),
        "new_concept" => Type::New,
        "any" => Type::Any,
        other => Type::Concept(other.into()),
    }
}

fn value(raw: Json) -> Result<Value, String> {
    match raw {
        Json::Bool(b) => Ok(Value::Logical(b)),
        Json::Number(n) => match n.as_i64() {
            Some(i) => Ok(Value::Integer(i)),
            None => n.as_f64().map(Value::Real).ok_or(format!("number {n}")),
        },
        Json::String(s) => Ok(Value::Text(s.into())),
        Json::Object(o) => {
            let parts = o.get("complex").and_then(Json::as_array).ok_or("value")?;
            let part = |i: usize| parts.get(i).and_then(Json::as_f64).ok_or("complex value");
            Ok(Value::Complex(Complex64::new(part(0)?, part(1)?)))
        }
        other => Err(format!("value {other}")),
    }
}

fn values(raw: Json) -> Result<Vec<Value>, String> {
    match raw {
        Json::Array(items) => items.into_iter().map(value).collect(),
        one => Ok(vec![value(one)?]),
    }
}

/// What allowed texts mean, in the order of the texts.
fn meanings(
    mut given: std::collections::BTreeMap<Box<str>, Box<str>>,
    into: &[Value],
) -> Result<Vec<(Box<str>, Box<str>)>, String> {
    let texts = into.iter().filter_map(|value| match value {
        Value::Text(text) => Some(text),
        _ => None,
    });
    let list = texts.filter_map(|text| given.remove_entry(&**text)).collect();
    match given.into_keys().next() {
        Some(stray) => Err(format!("a meaning of {stray}, which is not allowed")),
        None => Ok(list),
    }
}

fn validators(raw: Vec<RawValidator>) -> Result<Vec<Validator>, String> {
    let list = |items: Vec<Json>| items.into_iter().map(value).collect::<Result<Vec<_>, _>>();
    raw.into_iter()
        .map(|v| {
            Ok(match v {
                RawValidator::NoRepeat(_) => Validator::NoRepeat,
                RawValidator::TextLength(a, b) => Validator::TextLength(a, b),
                RawValidator::Ordered(o) if &*o == "increasing" => Validator::Increasing,
                RawValidator::Ordered(_) => Validator::Decreasing,
                RawValidator::NotEqualTo(v) => Validator::NotEqualTo(value(v)?),
                RawValidator::AtMostOneStartingWith(s) => Validator::AtMostOneStartingWith(s),
                RawValidator::AnyOf(inner) => Validator::AnyOf(validators(inner)?),
                RawValidator::Together(l) => Validator::Together(list(l)?),
                RawValidator::NoneOf(l) => Validator::NoneOf(list(l)?),
                RawValidator::Contains(l) => Validator::Contains(list(l)?),
            })
        })
        .collect()
}

fn rule(raw: RawRule) -> Result<Rule, String> {
    if let Some(names) = raw.exactly_one_of {
        let default = |(name, v): (Box<str>, Json)| Ok((Arc::from(name), values(v)?));
        return Ok(Rule::ExactlyOne(names, raw.defaults.0.into_iter().map(default).collect::<Result<_, String>>()?));
    }
    let listed = raw.at_least_one_of.map(Rule::AtLeastOne).or(raw.at_most_one_of.map(Rule::AtMostOne));
    if let Some(rule) = listed.or(raw.all_or_none_of.map(Rule::AllOrNone)) {
        return Ok(rule);
    }
    if raw.not_empty == Some(true) {
        return Ok(Rule::NotEmpty);
    }
    match (raw.if_present, raw.then_all_of, raw.then_none_of) {
        (Some(k), Some(all), None) => Ok(Rule::Requires(k, all)),
        (Some(k), None, Some(none)) => Ok(Rule::Excludes(k, none)),
        _ => Err("a rule of an unknown kind".into()),
    }
}

fn condition(raw: RawCondition) -> Result<Condition, String> {
    let list = |items: Vec<RawCondition>| items.into_iter().map(condition).collect::<Result<Vec<_>, _>>();
    Ok(match raw {
        RawCondition::If(entries) => {
            let entry =
                |(k, v): (Box<str>, Vec<Json>)| Ok((k, v.into_iter().map(value).collect::<Result<Vec<_>, String>>()?));
            Condition::If(entries.0.into_iter().map(entry).collect::<Result<_, String>>()?)
        }
        RawCondition::Present(k) => Condition::Present(k),
        RawCondition::Absent(k) => Condition::Absent(k),
        RawCondition::AnyPresent(l) => Condition::AnyPresent(l),
        RawCondition::TypeOf(entries) => Condition::TypeOf(entries.0),
        RawCondition::Count { keyword, op, value } => {
            let comparison = match &*op {
                "==" => Comparison::Equal,
                "!=" => Comparison::NotEqual,
                "<" => Comparison::Less,
                "<=" => Comparison::LessOrEqual,
                ">" => Comparison::Greater,
                ">=" => Comparison::GreaterOrEqual,
                other => return Err(format!("comparison {other}")),
            };
            Condition::Count(keyword, comparison, value)
        }
        RawCondition::All(l) => Condition::All(list(l)?),
        RawCondition::Any(l) => Condition::Any(list(l)?),
        RawCondition::Not(c) => Condition::Not(Box::new(condition(*c)?)),
        RawCondition::Always(b) => Condition::Always(b),
        RawCondition::Expr(text) => Condition::Sentence(sentence(&text)?),
    })
}

/// The sentences the data may use, word for word.
fn sentence(text: &str) -> Result<Sentence, String> {
    Ok(match text {
        "the absolute value of VALE_CALC (its first item when a list) is below 1e-16" => Sentence::TinyComputedValue,
        "CARA has one value, or two values that are equal from their third character on" => Sentence::SameKindOfCara,
        "TYPE_CHAM starts with 'CART_'" => Sentence::FieldTypeStartsWith("CART_"),
        "TYPE_CHAM starts with 'NOEU_'" => Sentence::FieldTypeStartsWith("NOEU_"),
        "TYPE_CHAM starts with 'EL'" => Sentence::FieldTypeStartsWith("EL"),
        "RELATION starts with 'META_' but not with 'META_LEMA_ANI'" => Sentence::MetallurgicalRelation,
        "the command is called with reuse" => Sentence::CalledWithReuse,
        "TABLE or any ACTION/TABLE is a table_fonction" => Sentence::AnyTableIs("table_fonction"),
        "TABLE or any ACTION/TABLE is a table_container" => Sentence::AnyTableIs("table_container"),
        "an off-diagonal term is asked for (NUME_ORDRE_J differs from NUME_ORDRE_I, or NOEUD_J from NOEUD_I, or NOM_CMP_J from NOM_CMP_I)" => {
            Sentence::OffDiagonalTerm
        }
        other => return Err(format!("unknown sentence: {other}")),
    })
}

fn result_type(
    kind: Json,
    same_type_as: Option<Box<str>>,
    first_match: Option<Vec<RawMatch>>,
    otherwise: Option<Json>,
) -> Result<ResultType, String> {
    if let Some(path) = same_type_as {
        return Ok(ResultType::SameAs(path));
    }
    let Some(matches) = first_match else { return plain_type(kind) };
    let cases = matches.into_iter().map(|m| Ok((condition(m.when)?, plain_type(m.kind)?)));
    let otherwise = otherwise.map(plain_type).transpose()?.map(Box::new);
    Ok(ResultType::FirstMatch(cases.collect::<Result<_, String>>()?, otherwise))
}

fn plain_type(kind: Json) -> Result<ResultType, String> {
    match kind {
        Json::Null => Ok(ResultType::Nothing),
        Json::String(name) => Ok(ResultType::Type(name.into())),
        Json::Object(o) => match o.get("same_type_as").and_then(Json::as_str) {
            Some(path) => Ok(ResultType::SameAs(path.into())),
            None => Err("result type".into()),
        },
        other => Err(format!("result type {other}")),
    }
}

fn old_spelling(raw: RawSpelling) -> Result<OldSpelling, String> {
    Ok(OldSpelling {
        old: raw.old,
        value: raw.value.map(value).transpose()?,
        factor: raw.factor,
        among: raw.among,
        all: raw.all.into_iter().map(value).collect::<Result<_, _>>()?,
        with: raw.with,
        when: raw.when,
        new: raw.new,
        new_value: raw.new_value.map(values).transpose()?.unwrap_or_default(),
    })
}
