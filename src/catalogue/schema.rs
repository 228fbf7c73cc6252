//! What the catalogue says about an operator, as data: the typed form of `grammar/commands/*.json`.
//! All texts are borrowed: from the program itself, or from the description a macro-command gave.
//!
//! A command is a [`Level`] (keywords, rules, blocks) with a result; a factor keyword is a keyword
//! whose occurrences are levels; a [`Block`] is a level that exists only while its condition holds.

use super::data::later::Later;

/// A command: its keywords, its rules, what it gives.
#[derive(Debug)]
pub struct Command {
    pub gloss: &'static str,
    /// From an older release; the current language no longer has it.
    pub reconstructed: bool,
    /// Releases that knew a reconstructed command.
    pub versions: Option<&'static str>,
    pub result: ResultType,
    /// Keywords whose `CO("name")` creates a concept.
    pub outputs: Vec<Output>,
    pub reuse: Reuse,
    pub level: Level,
    /// Simple keywords that name files, and whether these are written.
    pub files: Vec<FileKeyword>,
    pub former_spellings: Vec<FormerSpelling>,
    /// Keywords of older releases, accepted when written, never put in by default.
    pub former: Vec<FormerKeyword>,
    /// Any other keyword is accepted too, and says what.
    pub free_keywords: Option<&'static str>,
    /// Each call goes on from the one before (random numbers), unless it gives this keyword.
    pub goes_on_unless: Option<&'static str>,
    /// Keywords that exist in the language and are not described here (material laws).
    pub not_described: Vec<&'static str>,
    pub notes: Vec<&'static str>,
}

/// A keyword that names a file or a unit.
#[derive(Debug)]
pub struct FileKeyword {
    /// The factor keyword it stands in.
    pub factor: Option<&'static str>,
    pub name: &'static str,
    pub written: bool,
}

/// Keywords, blocks and rules of a command or of a factor keyword.
#[derive(Debug, Default)]
pub struct Level {
    pub rules: Vec<Rule>,
    pub keywords: Vec<(&'static str, Keyword)>,
    pub blocks: Vec<Block>,
}

/// Keywords that exist under a condition.
#[derive(Debug)]
pub struct Block {
    pub when: Condition,
    pub level: Later<Level>,
}

/// A keyword, simple or factor.
#[derive(Debug)]
pub struct Keyword {
    pub gloss: &'static str,
    /// Advice on what to write in place of what is refused (of a group, where a value is expected): a sentence.
    pub instead: Option<&'static str>,
    pub effect: Effect,
    pub status: Status,
    /// Least number of values, or of occurrences.
    pub min: usize,
    /// Greatest number; `None` has no limit.
    pub max: Option<usize>,
    pub shape: Shape,
}

/// Effect of writing a keyword here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Used,
    /// Legal, no bearing on results.
    None,
    /// Legal in the language, not computed here: refused by name.
    Unsupported,
}

/// Presence of a keyword: mandatory, optional, with a default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Mandatory,
    Optional,
    Defaulted,
    /// Never written by users.
    Hidden,
}

/// The two kinds of keywords: with values, or with keywords in them.
#[derive(Debug)]
pub enum Shape {
    Simple(Box<Simple>),
    Factor(Later<Level>),
}

/// Values of a simple keyword: type, number, bounds, those allowed.
#[derive(Debug)]
pub struct Simple {
    pub types: Vec<Type>,
    /// Empty when there is none.
    pub default: Vec<Constant>,
    /// Allowed values; empty when all are.
    pub into: Vec<Constant>,
    pub meanings: Meanings,
    /// Allowed by the language, not computed here.
    pub unsupported: Vec<Constant>,
    /// Texts that former versions allowed, and what to write instead.
    pub gone: Vec<(&'static str, &'static str)>,
    pub range: Option<Range>,
    pub validators: Vec<Validator>,
    /// Unit numbers and names of files: whether the file is read (`Some(false)`) or written (`Some(true)`).
    pub written_file: Option<bool>,
}

/// Meanings of allowed texts, a sentence each: lines of a text, a tab between the two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meanings(pub &'static str);

/// Type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    Text,
    Real,
    Integer,
    Complex,
    Logical,
    /// Logical unit number.
    Unit,
    /// Name of something that a mesh, a field or a table has.
    Name(Named),
    /// `CO("name")`.
    New,
    Any,
    /// A concept of this type or of one that descends from it.
    Concept(&'static str),
}

/// Things that are named by texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    NodeGroup,
    CellGroup,
    Node,
    Cell,
    /// Component of a field.
    Component,
    /// Column of a table.
    Column,
}

/// Bounds of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    pub min: Option<f64>,
    pub max: Option<f64>,
    pub min_exclusive: bool,
    pub max_exclusive: bool,
}

/// A condition on the list of values of one keyword.
#[derive(Debug)]
pub enum Validator {
    NoRepeat,
    TextLength(usize, usize),
    Increasing,
    Decreasing,
    NotEqualTo(Constant),
    AtMostOneStartingWith(&'static str),
    AnyOf(Vec<Validator>),
    /// All of these values or none of them.
    Together(Vec<Constant>),
    NoneOf(Vec<Constant>),
    /// All of these values are in the list.
    Contains(Vec<Constant>),
}

/// A value the catalogue names: a default, an allowed value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    Integer(i64),
    Real(f64),
    /// Real and imaginary part.
    Complex(f64, f64),
    Text(&'static str),
    Logical(bool),
}

/// Rules count the keywords present at their level.
#[derive(Debug)]
pub enum Rule {
    /// With the values set when none is present.
    ExactlyOne(Vec<&'static str>, Vec<(&'static str, Vec<Constant>)>),
    AtLeastOne(Vec<&'static str>),
    AtMostOne(Vec<&'static str>),
    AllOrNone(Vec<&'static str>),
    NotEmpty,
    /// If the keyword is present, all of the others must be.
    Requires(&'static str, Vec<&'static str>),
    /// If the keyword is present, none of the others may be.
    Excludes(&'static str, Vec<&'static str>),
}

/// Conditions see the keywords of their own level, after defaults, and those of the levels above.
/// A path `FACTOR/KEYWORD` looks into the occurrences of a factor keyword.
#[derive(Debug)]
pub enum Condition {
    /// Each keyword is present and one of its values is in its list.
    If(Vec<(&'static str, Vec<Constant>)>),
    Present(&'static str),
    Absent(&'static str),
    AnyPresent(Vec<&'static str>),
    /// Each keyword is a concept of one of these exact types.
    TypeOf(Vec<(&'static str, Vec<&'static str>)>),
    Count(&'static str, Comparison, usize),
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    Always(bool),
    Sentence(Sentence),
}

/// Comparison of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// The conditions that the data gives as a sentence of English.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// The absolute value of VALE_CALC (its first item when a list) is below 1e-16.
    TinyComputedValue,
    /// CARA has one value, or two values that are equal from their third character on.
    SameKindOfCara,
    /// TYPE_CHAM starts with these letters.
    FieldTypeStartsWith(&'static str),
    /// RELATION starts with `META_` but not with `META_LEMA_ANI`.
    MetallurgicalRelation,
    CalledWithReuse,
    /// TABLE or any ACTION/TABLE is a concept of this type.
    AnyTableIs(&'static str),
    /// NUME_ORDRE_J differs from NUME_ORDRE_I, or NOEUD_J from NOEUD_I, or NOM_CMP_J from NOM_CMP_I.
    OffDiagonalTerm,
}

/// The type of a concept a command makes.
#[derive(Debug)]
pub enum ResultType {
    Nothing,
    Type(&'static str),
    /// The type of the concept given for this keyword.
    SameAs(&'static str),
    /// The first whose condition holds, else the last one.
    FirstMatch(Vec<(Condition, ResultType)>, Option<Box<ResultType>>),
}

/// A concept that a keyword creates.
#[derive(Debug)]
pub struct Output {
    /// `NAME` or `FACTOR/NAME`.
    pub path: &'static str,
    pub result: ResultType,
}

/// Rule of `reuse`: refused, allowed or asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReusePolicy {
    Refused,
    Optional,
    /// The command changes the concept of its keyword, with `reuse` or without.
    InPlace,
}

/// The concept that `reuse` enriches.
#[derive(Debug)]
pub struct Reuse {
    pub policy: ReusePolicy,
    /// The reused concept must be the one given for one of these; no constraint when empty.
    pub same_as: Vec<&'static str>,
}

/// An old way of writing something, turned into today's before anything is checked.
#[derive(Debug)]
pub struct FormerSpelling {
    /// `NAME`, `FACTOR/NAME`, or `reuse`.
    pub old: &'static str,
    /// Only when it has this value.
    pub value: Option<Constant>,
    /// Only when it is written as a factor keyword.
    pub factor: bool,
    /// The value may stand among others, and it alone is changed.
    pub among: bool,
    /// Only when these are its values, in this order.
    pub all: Vec<Constant>,
    /// The value of this keyword at the same rank goes with a value that is dropped.
    pub with: Option<&'static str>,
    /// Only when this keyword beside it has this value.
    pub when: Option<(&'static str, &'static str)>,
    /// Path of today's keyword; `None` drops the old one.
    pub new: Option<&'static str>,
    /// Today's value; the old one when absent.
    pub new_value: Vec<Constant>,
}

/// A keyword of former versions, and today's in its place.
#[derive(Debug)]
pub struct FormerKeyword {
    /// The factor keyword it belongs to; `None` at the level of the command.
    pub factor: Option<&'static str>,
    pub name: &'static str,
    pub keyword: Keyword,
    /// Keywords of today that rules and conditions see as present when this one is.
    pub stands_for: Vec<&'static str>,
    pub versions: &'static str,
}

impl Keyword {
    /// The values, when the keyword is simple.
    pub fn simple(&self) -> Option<&Simple> {
        match &self.shape {
            Shape::Simple(simple) => Some(simple),
            Shape::Factor(_) => None,
        }
    }

    /// Kind of the things that its values name.
    pub fn names(&self) -> Option<Named> {
        let name = |t: &Type| if let Type::Name(named) = t { Some(*named) } else { None };
        self.simple()?.types.iter().find_map(name)
    }

    /// The level within, when it is a factor keyword.
    pub fn factor(&self) -> Option<&Level> {
        match &self.shape {
            Shape::Factor(level) => Some(level),
            Shape::Simple(_) => None,
        }
    }

    /// The value it has when not written; empty when it has none.
    pub fn default(&self) -> &[Constant] {
        match &self.shape {
            Shape::Simple(simple) if matches!(self.status, Status::Defaulted | Status::Hidden) => &simple.default,
            _ => &[],
        }
    }
}

impl Meanings {
    /// The texts with their meanings, in the order of the allowed values.
    pub fn iter(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.0.lines().filter_map(|line| line.split_once('\t'))
    }

    /// Meaning of an allowed text.
    pub fn of(self, text: &str) -> Option<&'static str> {
        self.iter().find(|(value, _)| *value == text).map(|(_, meaning)| meaning)
    }
}

impl Command {
    /// The keyword of this name at the level of the command, or in a factor keyword; those of former versions too.
    pub fn keyword(&self, factor: Option<&str>, name: &str) -> Option<&Keyword> {
        let level = match factor {
            Some(factor) => self.keyword(None, factor).and_then(Keyword::factor),
            None => Some(&self.level),
        };
        let today = level.and_then(|level| level.find(name));
        today.or_else(|| self.former(factor, name).map(|former| &former.keyword))
    }

    /// The old keyword of this name at the level of the command, or in a factor keyword.
    pub fn former(&self, factor: Option<&str>, name: &str) -> Option<&FormerKeyword> {
        self.former.iter().find(|l| l.factor == factor && l.name == name)
    }
}

impl Level {
    /// The keyword of this name at this level, in any of its blocks.
    pub fn find(&self, name: &str) -> Option<&Keyword> {
        let here = self.keywords.iter().find(|(n, _)| *n == name).map(|(_, keyword)| keyword);
        here.or_else(|| self.blocks.iter().find_map(|block| block.level.find(name)))
    }
}
