//! The keywords that exist at one level of a call, given the values written there.
//!
//! Built in the order the language fixes: keywords of the level with their defaults, values that
//! rules set, then the blocks whose condition holds, in file order, each seeing what came before.

use super::values::{self, Fit};
use crate::catalogue::raw::{RawArgument, RawValue};
use crate::catalogue::schema::{Command, Constant, FormerKeyword, Keyword, Level, Rule, Shape, Status};

/// One level of a call: the command, or one occurrence of a factor keyword.
pub(super) struct Active<'a> {
    pub above: Option<&'a Active<'a>>,
    pub arguments: &'a [RawArgument],
    pub keywords: Vec<(&'static str, &'static Keyword)>,
    pub rules: Vec<&'static Rule>,
    /// Values set by a rule because none of its keywords is there.
    pub set: Vec<(&'static str, &'static [Constant])>,
    /// Blocks of which nobody can say whether they exist, as a value that can be trusted is missing.
    pub doubtful: Vec<&'static Level>,
    /// Old keywords written at this level.
    pub former: Vec<(&'a RawArgument, &'static FormerKeyword)>,
    /// Keywords with a default that are not written in an occurrence of a former factor keyword.
    pub former_defaults: Vec<&'static FormerKeyword>,
    pub reuse: bool,
}

/// Contents of a keyword, for conditions.
#[derive(Clone, Copy)]
pub(super) enum Found<'a> {
    Absent,
    /// Unknown, missing though mandatory, or wrong and reported elsewhere.
    Doubt,
    Written(&'a RawValue),
    Default(&'static [Constant]),
    /// A factor keyword that is there by default.
    Factor,
}

impl<'a> Active<'a> {
    /// `factor` is the name of the factor keyword of which this is an occurrence.
    pub fn new(
        command: &'static Command,
        level: &'static Level,
        arguments: &'a [RawArgument],
        factor: Option<&str>,
        above: Option<&'a Active<'a>>,
        reuse: bool,
    ) -> Self {
        let mut active = Active {
            above,
            arguments,
            keywords: Vec::with_capacity(level.keywords.len() + 8),
            rules: Vec::with_capacity(level.rules.len()),
            set: Vec::new(),
            doubtful: Vec::new(),
            former: Vec::new(),
            former_defaults: Vec::new(),
            reuse,
        };
        if !command.former.is_empty() {
            let old = arguments.iter().filter(|a| !matches!(a.value, RawValue::None));
            active.former.extend(old.filter_map(|a| Some((a, command.former(factor, &a.name)?))));
            if factor.is_some_and(|name| command.former(None, name).is_some()) {
                let has_default = |old: &&FormerKeyword| old.factor == factor && !old.keyword.default().is_empty();
                let absent = |old: &&FormerKeyword| active.written(old.name).is_none();
                let defaults: Vec<_> = command.former.iter().filter(has_default).filter(absent).collect();
                active.former_defaults = defaults;
            }
        }
        active.activate(level);
        active
    }

    fn activate(&mut self, level: &'static Level) {
        for (name, keyword) in &level.keywords {
            match self.keywords.iter_mut().find(|(n, _)| n == name) {
                Some(known) => known.1 = keyword,
                None => self.keywords.push((*name, keyword)),
            }
        }
        for rule in &level.rules {
            self.rules.push(rule);
            if let Rule::ExactlyOne(names, defaults) = rule
                && !defaults.is_empty()
                && names.iter().all(|n| !self.is_present(n))
            {
                self.set.extend(defaults.iter().map(|(n, v)| (*n, v.as_slice())));
            }
        }
        for block in &level.blocks {
            match self.holds(&block.when) {
                Some(true) => self.activate(&block.level),
                Some(false) => {}
                None => self.doubtful.push(&block.level),
            }
        }
    }

    /// The argument of this name, unless it is `None`.
    pub fn written(&self, name: &str) -> Option<&'a RawArgument> {
        self.arguments.iter().find(|a| *a.name == *name && !matches!(a.value, RawValue::None))
    }

    /// The description of a keyword that exists at this level.
    pub fn keyword(&self, name: &str) -> Option<&'static Keyword> {
        self.keywords.iter().find(|(n, _)| *n == name).map(|(_, k)| *k)
    }

    /// An old keyword, written here, that stands for `name`.
    pub fn stand_in(&self, name: &str) -> Option<&'a RawArgument> {
        let old = self.former.iter().find(|(_, l)| l.stands_for.contains(&name));
        old.map(|(argument, _)| *argument)
    }

    /// Tells whether rules count the keyword as there.
    pub fn is_present(&self, name: &str) -> bool {
        if let Some(argument) = self.written(name) {
            return !is_empty(&argument.value);
        }
        self.stand_in(name).is_some()
            || self.set.iter().any(|(n, _)| *n == name)
            || self.keyword(name).is_some_and(|k| {
                !k.default().is_empty() || (k.status == Status::Defaulted && matches!(k.shape, Shape::Factor(_)))
            })
    }

    /// Contents of a keyword of this level or of the levels above, as conditions see them.
    pub fn find(&self, name: &str) -> Found<'a> {
        let keyword = self.keyword(name);
        if let Some(argument) = self.written(name) {
            return match (&argument.value, keyword.and_then(Keyword::simple)) {
                (RawValue::Unknown, _) => Found::Doubt,
                (value, _) if is_empty(value) => Found::Absent,
                (value, Some(simple)) if values::fit(value, simple) != Fit::Yes => Found::Doubt,
                (value, _) => Found::Written(value),
            };
        }
        if let Some(old) = self.stand_in(name) {
            return Found::Written(&old.value);
        }
        if let Some((_, values)) = self.set.iter().find(|(n, _)| *n == name) {
            return Found::Default(values);
        }
        match (keyword, self.above) {
            (Some(k), _) if !k.default().is_empty() => Found::Default(k.default()),
            (Some(k), _) if k.status == Status::Mandatory => Found::Doubt,
            (Some(k), _) if k.status == Status::Defaulted => Found::Factor,
            (Some(_), _) | (None, None) => Found::Absent,
            (None, Some(above)) => above.find(name),
        }
    }
}

/// An empty list is as if the keyword were not there.
pub(super) fn is_empty(value: &RawValue) -> bool {
    matches!(value, RawValue::None) || matches!(value, RawValue::List(items) if items.is_empty())
}
