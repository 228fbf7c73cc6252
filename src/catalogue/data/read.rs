//! From the JSON text of one command to [`Command`].

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::super::schema::{
    Block, Command, Constant, Effect, FileKeyword, FormerKeyword, FormerSpelling, Keyword, Level, Meanings, Named,
    Output, Range, Reuse, ReusePolicy, Shape, Simple, Status, Type,
};
use super::clauses::{condition, result_type, rule, validators};
use super::constants::{all_kept, kept, value, values};
use super::format::{Ordered, RawBlock, RawCommand, RawKeyword, RawOutput, RawRule, RawSpelling};
use super::shared::Shared;

/// Reads what a macro-command declares in the form of `grammar/commands/`; the error says what is wrong with the data.
/// Its texts stay in memory until the program ends, as descriptions do.
pub fn command(text: &str) -> Result<Command, String> {
    Shared::default().command(text)
}

impl Shared {
    /// Reads the text of one file of `grammar/commands/`, which may include these entries.
    pub fn command(&mut self, text: &str) -> Result<Command, String> {
        let raw: RawCommand = serde_json::from_value(self.complete(text)?).map_err(|e| e.to_string())?;
        raw.finish()
    }
}

impl RawCommand {
    fn finish(self) -> Result<Command, String> {
        let result =
            result_type(self.result.kind, self.result.same_type_as, self.result.first_match, self.result.otherwise)?;
        let output = |o: RawOutput| {
            Ok(Output { path: kept(o.keyword), result: result_type(o.kind, None, o.first_match, o.otherwise)? })
        };
        let policy = match &*self.reuse.allowed {
            "no" => ReusePolicy::Refused,
            "optional" => ReusePolicy::Optional,
            "in place" => ReusePolicy::InPlace,
            other => return Err(format!("reuse {other}")),
        };
        let mut former_keywords = self.former_keywords.0;
        former_keywords.extend(self.other_versions.0);
        let level = level(self.rules, self.keywords, self.blocks)?;
        Ok(Command {
            gloss: kept(self.gloss),
            reconstructed: &*self.source == "reconstructed",
            versions: self.versions.map(kept),
            result,
            outputs: self.result.outputs.into_iter().map(output).collect::<Result<_, String>>()?,
            reuse: Reuse { policy, same_as: all_kept(self.reuse.must_equal_one_of) },
            files: file_keywords(&level, None),
            level,
            former_spellings: self.former_spellings.into_iter().map(former_spelling).collect::<Result<_, _>>()?,
            former: former(former_keywords)?,
            free_keywords: self.free_keywords.map(kept),
            goes_on_unless: self.goes_on_unless.map(kept),
            not_described: all_kept(self.known_but_not_described),
            notes: all_kept(self.notes),
        })
    }
}

fn level(rules: Vec<RawRule>, keywords: Ordered<RawKeyword>, blocks: Vec<RawBlock>) -> Result<Level, String> {
    let named = |(name, raw): (Box<str>, RawKeyword)| {
        let keyword = keyword(raw).map_err(|e| format!("{name}: {e}"))?;
        Ok((kept(name), keyword))
    };
    let block =
        |b: RawBlock| Ok(Block { when: condition(b.when)?, level: level(b.rules, b.keywords, b.blocks)?.into() });
    Ok(Level {
        rules: rules.into_iter().map(rule).collect::<Result<_, _>>()?,
        keywords: keywords.0.into_iter().map(named).collect::<Result<_, String>>()?,
        blocks: blocks.into_iter().map(block).collect::<Result<_, String>>()?,
    })
}

/// The keywords that name files, each where it is first met.
fn file_keywords(level: &Level, factor: Option<&'static str>) -> Vec<FileKeyword> {
    let mut files: Vec<FileKeyword> = Vec::new();
    let mut add = |found: Vec<FileKeyword>| {
        for file in found {
            if !files.iter().any(|known| known.factor == file.factor && known.name == file.name) {
                files.push(file);
            }
        }
    };
    for (name, keyword) in &level.keywords {
        match &keyword.shape {
            Shape::Simple(simple) => {
                add(simple.written_file.map(|written| FileKeyword { factor, name, written }).into_iter().collect());
            }
            Shape::Factor(inner) if factor.is_none() => add(file_keywords(inner, Some(name))),
            Shape::Factor(_) => {}
        }
    }
    level.blocks.iter().for_each(|block| add(file_keywords(&block.level, factor)));
    files
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
            let into: Vec<Constant> = raw.into.into_iter().map(value).collect::<Result<_, _>>()?;
            Shape::Simple(Box::new(Simple {
                types: types.into_iter().map(value_type).collect(),
                default: raw.default.map(values).transpose()?.unwrap_or_default(),
                meanings: meanings(raw.meanings, &into)?,
                into,
                gone: raw.gone_values.into_iter().map(|(old, instead)| (kept(old), kept(instead))).collect(),
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
        "factor" => Shape::Factor(level(raw.rules, raw.keywords, raw.blocks)?.into()),
        other => return Err(format!("kind {other}")),
    };
    Ok(Keyword {
        gloss: kept(raw.gloss),
        instead: raw.instead.map(kept),
        effect,
        status,
        min: raw.min.unwrap_or(1),
        max,
        shape,
    })
}

/// Old keywords come as flat paths; those of an old factor keyword become its level.
fn former(raw: Vec<(Box<str>, RawKeyword)>) -> Result<Vec<FormerKeyword>, String> {
    let mut all: Vec<FormerKeyword> = Vec::new();
    for (path, mut raw) in raw {
        let stands_for = all_kept(std::mem::take(&mut raw.stands_for));
        let versions = raw.versions.take().map_or("", kept);
        let path = kept(path);
        let keyword = keyword(raw).map_err(|e| format!("{path}: {e}"))?;
        let (factor, name) = match path.split_once('/') {
            Some((factor, name)) => (Some(factor), name),
            None => (None, path),
        };
        let parent = all.iter_mut().find(|l| l.factor.is_none() && Some(l.name) == factor);
        if let Some(FormerKeyword { keyword: Keyword { shape: Shape::Factor(level), .. }, .. }) = parent {
            level.keywords.push((name, keyword));
            continue;
        }
        all.push(FormerKeyword { factor, name, keyword, stands_for, versions });
    }
    Ok(all)
}

fn value_type(name: Box<str>) -> Type {
    match &*name {
        "text" => Type::Text,
        "real" => Type::Real,
        "integer" => Type::Integer,
        "complex" => Type::Complex,
        "logical" => Type::Logical,
        "unit" => Type::Unit,
        "node_group" => Type::Name(Named::NodeGroup),
        "cell_group" => Type::Name(Named::CellGroup),
        "node" => Type::Name(Named::Node),
        "cell" => Type::Name(Named::Cell),
        "component" => Type::Name(Named::Component),
        "column" => Type::Name(Named::Column),
        "new_concept" => Type::New,
        "any" => Type::Any,
        _ => Type::Concept(kept(name)),
    }
}

/// Meanings of allowed texts, in the order of the texts.
fn meanings(mut given: BTreeMap<Box<str>, Box<str>>, into: &[Constant]) -> Result<Meanings, String> {
    let explained = joined(into, |text| given.remove(text).map(String::from));
    match given.into_keys().next() {
        Some(stray) => Err(format!("a meaning of {stray}, which is not allowed")),
        None => Ok(explained),
    }
}

/// The allowed texts that have a meaning, with it.
pub fn joined(into: &[Constant], mut meaning: impl FnMut(&str) -> Option<String>) -> Meanings {
    let mut lines = String::new();
    for value in into {
        if let Constant::Text(text) = value
            && let Some(meaning) = meaning(text)
        {
            lines.push_str(&format!("{text}\t{meaning}\n"));
        }
    }
    Meanings(kept(lines.into()))
}

fn former_spelling(raw: RawSpelling) -> Result<FormerSpelling, String> {
    Ok(FormerSpelling {
        old: kept(raw.old),
        value: raw.value.map(value).transpose()?,
        factor: raw.factor,
        among: raw.among,
        all: raw.all.into_iter().map(value).collect::<Result<_, _>>()?,
        with: raw.with.map(kept),
        when: raw.when.map(|(name, value)| (kept(name), kept(value))),
        new: raw.new.map(kept),
        new_value: raw.new_value.map(values).transpose()?.unwrap_or_default(),
    })
}
