//! Validators, rules, conditions and types of results: what the data says about values.

use serde_json::Value as Json;

use super::super::schema::{Comparison, Condition, ResultType, Rule, Sentence, Validator};
use super::constants::{all_kept, kept, value, values};
use super::format::{RawCondition, RawMatch, RawRule, RawValidator};

/// Validators of a keyword. The error says what cannot be read.
pub fn validators(raw: Vec<RawValidator>) -> Result<Vec<Validator>, String> {
    let list = |items: Vec<Json>| items.into_iter().map(value).collect::<Result<Vec<_>, _>>();
    raw.into_iter()
        .map(|v| {
            Ok(match v {
                RawValidator::NoRepeat(_) => Validator::NoRepeat,
                RawValidator::TextLength(a, b) => Validator::TextLength(a, b),
                RawValidator::Ordered(o) if &*o == "increasing" => Validator::Increasing,
                RawValidator::Ordered(_) => Validator::Decreasing,
                RawValidator::NotEqualTo(v) => Validator::NotEqualTo(value(v)?),
                RawValidator::AtMostOneStartingWith(s) => Validator::AtMostOneStartingWith(kept(s)),
                RawValidator::AnyOf(inner) => Validator::AnyOf(validators(inner)?),
                RawValidator::Together(l) => Validator::Together(list(l)?),
                RawValidator::NoneOf(l) => Validator::NoneOf(list(l)?),
                RawValidator::Contains(l) => Validator::Contains(list(l)?),
            })
        })
        .collect()
}

/// A rule between keywords. The error says what cannot be read.
pub fn rule(raw: RawRule) -> Result<Rule, String> {
    if let Some(names) = raw.exactly_one_of {
        let default = |(name, v): (Box<str>, Json)| Ok((kept(name), values(v)?));
        return Ok(Rule::ExactlyOne(
            all_kept(names),
            raw.defaults.0.into_iter().map(default).collect::<Result<_, String>>()?,
        ));
    }
    let listed = [
        (raw.at_least_one_of, Rule::AtLeastOne as fn(_) -> _),
        (raw.at_most_one_of, Rule::AtMostOne),
        (raw.all_or_none_of, Rule::AllOrNone),
    ];
    if let Some((names, rule)) = listed.into_iter().find_map(|(names, rule)| Some((names?, rule))) {
        return Ok(rule(all_kept(names)));
    }
    if raw.not_empty == Some(true) {
        return Ok(Rule::NotEmpty);
    }
    match (raw.if_present, raw.then_all_of, raw.then_none_of) {
        (Some(k), Some(all), None) => Ok(Rule::Requires(kept(k), all_kept(all))),
        (Some(k), None, Some(none)) => Ok(Rule::Excludes(kept(k), all_kept(none))),
        _ => Err("a rule of an unknown kind".into()),
    }
}

/// The condition of a block. The error says what cannot be read.
pub fn condition(raw: RawCondition) -> Result<Condition, String> {
    let list = |items: Vec<RawCondition>| items.into_iter().map(condition).collect::<Result<Vec<_>, _>>();
    Ok(match raw {
        RawCondition::If(entries) => {
            let entry = |(k, v): (Box<str>, Vec<Json>)| {
                Ok((kept(k), v.into_iter().map(value).collect::<Result<Vec<_>, String>>()?))
            };
            Condition::If(entries.0.into_iter().map(entry).collect::<Result<_, String>>()?)
        }
        RawCondition::Present(k) => Condition::Present(kept(k)),
        RawCondition::Absent(k) => Condition::Absent(kept(k)),
        RawCondition::AnyPresent(l) => Condition::AnyPresent(all_kept(l)),
        RawCondition::TypeOf(entries) => {
            Condition::TypeOf(entries.0.into_iter().map(|(k, types)| (kept(k), all_kept(types))).collect())
        }
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
            Condition::Count(kept(keyword), comparison, value)
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

/// The type of the result of a command. The error says what cannot be read.
pub fn result_type(
    kind: Json,
    same_type_as: Option<Box<str>>,
    first_match: Option<Vec<RawMatch>>,
    otherwise: Option<Json>,
) -> Result<ResultType, String> {
    if let Some(path) = same_type_as {
        return Ok(ResultType::SameAs(kept(path)));
    }
    let Some(matches) = first_match else { return plain_type(kind) };
    let cases = matches.into_iter().map(|m| Ok((condition(m.when)?, plain_type(m.kind)?)));
    let otherwise = otherwise.map(plain_type).transpose()?.map(Box::new);
    Ok(ResultType::FirstMatch(cases.collect::<Result<_, String>>()?, otherwise))
}

fn plain_type(kind: Json) -> Result<ResultType, String> {
    match kind {
        Json::Null => Ok(ResultType::Nothing),
        Json::String(name) => Ok(ResultType::Type(kept(name.into()))),
        Json::Object(o) => match o.get("same_type_as").and_then(Json::as_str) {
            Some(path) => Ok(ResultType::SameAs(kept(path.into()))),
            None => Err("result type".into()),
        },
        other => Err(format!("result type {other}")),
    }
}
