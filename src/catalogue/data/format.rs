//! The file format of `grammar/commands/`, field by field. Anything the format does not know is an error, so that a
//! misspelt key in a data file cannot pass.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value as Json;

/// A JSON object in the order of the file.
pub struct Ordered<T>(pub Vec<(Box<str>, T)>);

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

/// A command, as its file has it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawCommand {
    pub gloss: Box<str>,
    #[serde(rename = "kind")]
    pub _kind: Box<str>,
    pub source: Box<str>,
    pub versions: Option<Box<str>>,
    pub result: RawResult,
    pub reuse: RawReuse,
    #[serde(default)]
    pub rules: Vec<RawRule>,
    #[serde(default)]
    pub keywords: Ordered<RawKeyword>,
    #[serde(default)]
    pub blocks: Vec<RawBlock>,
    #[serde(default)]
    pub former_spellings: Vec<RawSpelling>,
    #[serde(default)]
    pub former_keywords: Ordered<RawKeyword>,
    #[serde(default)]
    pub other_versions: Ordered<RawKeyword>,
    #[serde(default)]
    pub known_but_not_described: Vec<Box<str>>,
    pub free_keywords: Option<Box<str>>,
    pub goes_on_unless: Option<Box<str>>,
    #[serde(default)]
    pub notes: Vec<Box<str>>,
}

/// A block of keywords, as the file has it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawBlock {
    pub when: RawCondition,
    #[serde(default)]
    pub rules: Vec<RawRule>,
    #[serde(default)]
    pub keywords: Ordered<RawKeyword>,
    #[serde(default)]
    pub blocks: Vec<RawBlock>,
}

/// A keyword, as the file has it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawKeyword {
    pub gloss: Box<str>,
    pub effect: Box<str>,
    pub kind: Box<str>,
    pub status: Box<str>,
    #[serde(rename = "type")]
    pub types: Option<Vec<Box<str>>>,
    pub default: Option<Json>,
    #[serde(default)]
    pub into: Vec<Json>,
    #[serde(default)]
    pub unsupported_values: Vec<Json>,
    #[serde(default)]
    pub gone_values: BTreeMap<Box<str>, Box<str>>,
    #[serde(default)]
    pub meanings: BTreeMap<Box<str>, Box<str>>,
    pub instead: Option<Box<str>>,
    pub min: Option<usize>,
    pub max: Option<Json>,
    pub range: Option<RawRange>,
    #[serde(default)]
    pub validators: Vec<RawValidator>,
    pub file: Option<Box<str>>,
    pub versions: Option<Box<str>>,
    #[serde(rename = "mandatory_in")]
    pub _mandatory_in: Option<Box<str>>,
    #[serde(default)]
    pub stands_for: Vec<Box<str>>,
    #[serde(default)]
    pub rules: Vec<RawRule>,
    #[serde(default)]
    pub keywords: Ordered<RawKeyword>,
    #[serde(default)]
    pub blocks: Vec<RawBlock>,
}

/// Bounds of a number, as the file has them.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawRange {
    pub min: Option<f64>,
    pub max: Option<f64>,
    #[serde(default)]
    pub min_exclusive: bool,
    #[serde(default)]
    pub max_exclusive: bool,
}

/// A validator, as the file has it.
#[derive(serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RawValidator {
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

/// A rule between keywords, as the file has it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawRule {
    pub exactly_one_of: Option<Vec<Box<str>>>,
    pub at_least_one_of: Option<Vec<Box<str>>>,
    pub at_most_one_of: Option<Vec<Box<str>>>,
    pub all_or_none_of: Option<Vec<Box<str>>>,
    pub not_empty: Option<bool>,
    pub if_present: Option<Box<str>>,
    pub then_all_of: Option<Vec<Box<str>>>,
    pub then_none_of: Option<Vec<Box<str>>>,
    #[serde(default)]
    pub defaults: Ordered<Json>,
}

/// A condition, as the file has it.
#[derive(serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RawCondition {
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

/// The result of a command, as the file has it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawResult {
    /// A type, `null`, or another result.
    #[serde(rename = "type", default)]
    pub kind: Json,
    pub same_type_as: Option<Box<str>>,
    pub first_match: Option<Vec<RawMatch>>,
    /// `null` says that nothing is made, absence that every call has a match.
    #[serde(rename = "else", default, deserialize_with = "even_null")]
    pub otherwise: Option<Json>,
    #[serde(default)]
    pub outputs: Vec<RawOutput>,
    /// Remarks for the operator's author.
    #[serde(rename = "checks", default)]
    pub _checks: Vec<Box<str>>,
}

/// One type of a result with its condition, as the file has it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawMatch {
    pub when: RawCondition,
    #[serde(rename = "type")]
    pub kind: Json,
}

/// A concept that a keyword creates, as the file has it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawOutput {
    pub keyword: Box<str>,
    #[serde(rename = "type", default)]
    pub kind: Json,
    pub first_match: Option<Vec<RawMatch>>,
    /// `null` says that nothing is made, absence that every call has a match.
    #[serde(rename = "else", default, deserialize_with = "even_null")]
    pub otherwise: Option<Json>,
    #[serde(rename = "note")]
    pub _note: Option<Box<str>>,
}

/// The rule of `reuse`, as the file has it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawReuse {
    pub allowed: Box<str>,
    #[serde(default)]
    pub must_equal_one_of: Vec<Box<str>>,
}

/// A former spelling, as the file has it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawSpelling {
    pub old: Box<str>,
    pub value: Option<Json>,
    #[serde(default)]
    pub factor: bool,
    #[serde(default)]
    pub among: bool,
    #[serde(default)]
    pub all: Vec<Json>,
    pub with: Option<Box<str>>,
    pub when: Option<(Box<str>, Box<str>)>,
    pub new: Option<Box<str>>,
    pub new_value: Option<Json>,
}

fn even_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(deserializer).map(Some)
}
