//! What several places of the catalogue have in common, written once.
//!
//! `{"include": "file: NAME"}` stands for the entry NAME of `grammar/fragments/file.json`, `{"include": "NAME"}` for an entry
//! of `shared` in the description itself; what is written beside `include` comes over the entry's own. A key of several
//! names, `"DX, DY, DZ"`, gives each of them the same value.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value as Json};

/// The entries of `grammar/fragments/`, and which of them were met.
#[derive(Default)]
pub struct Shared {
    entries: BTreeMap<String, Json>,
    met: BTreeSet<String>,
}

impl Shared {
    /// Adds the entries of one file, each under `file: NAME`; the error says what is wrong with the text.
    pub fn add(&mut self, file: &str, text: &str) -> Result<(), String> {
        for (name, entry) in object(text)? {
            self.entries.insert(format!("{file}: {name}"), entry);
        }
        Ok(())
    }

    /// The description in `text` with everything it includes.
    pub fn complete(&mut self, text: &str) -> Result<Json, String> {
        let mut description = object(text)?;
        let own = match description.shift_remove("shared") {
            None => Map::new(),
            Some(Json::Object(own)) => own,
            Some(_) => return Err("shared: must be an object".to_string()),
        };
        let mut met = BTreeSet::new();
        let whole = self.filled(Json::Object(description), &own, &mut met, &mut Vec::new())?;
        match own.keys().find(|name| !met.contains(*name)) {
            Some(stray) => Err(format!("shared: {stray} is included nowhere")),
            None => {
                self.met.extend(met);
                Ok(whole)
            }
        }
    }

    /// Entries that no description includes.
    pub fn unmet(&self) -> Vec<&str> {
        self.entries.keys().filter(|name| !self.met.contains(*name)).map(String::as_str).collect()
    }

    /// `value` with everything it includes; `open` are the entries under way, which may not include themselves.
    fn filled(
        &self,
        value: Json,
        own: &Map<String, Json>,
        met: &mut BTreeSet<String>,
        open: &mut Vec<String>,
    ) -> Result<Json, String> {
        match value {
            Json::Object(mut object) => match object.shift_remove("include") {
                None => self.filled_object(object, own, met, open).map(Json::Object),
                Some(Json::String(name)) => {
                    if open.contains(&name) {
                        return Err(format!("{name} includes itself"));
                    }
                    let entry = own.get(&name).or_else(|| self.entries.get(&name));
                    let entry = entry.ok_or_else(|| format!("include: there is no {name}"))?.clone();
                    met.insert(name.clone());
                    open.push(name);
                    let whole = self.filled(entry, own, met, open)?;
                    let name = open.pop().unwrap_or_default();
                    over(whole, self.filled_object(object, own, met, open)?, &name)
                }
                Some(_) => Err("include: must be a text".to_string()),
            },
            Json::Array(items) => {
                let items = items.into_iter().map(|item| self.filled(item, own, met, open));
                Ok(Json::Array(items.collect::<Result<_, _>>()?))
            }
            leaf => Ok(leaf),
        }
    }

    fn filled_object(
        &self,
        object: Map<String, Json>,
        own: &Map<String, Json>,
        met: &mut BTreeSet<String>,
        open: &mut Vec<String>,
    ) -> Result<Map<String, Json>, String> {
        let mut whole = Map::new();
        for (names, value) in object {
            let value = self.filled(value, own, met, open)?;
            for name in names.split(", ") {
                if whole.insert(name.to_string(), value.clone()).is_some() {
                    return Err(format!("{name} is given twice"));
                }
            }
        }
        Ok(whole)
    }
}

/// Puts what is written beside `include` over the keys of the entry.
fn over(entry: Json, beside: Map<String, Json>, name: &str) -> Result<Json, String> {
    match entry {
        Json::Object(mut entry) => {
            entry.extend(beside);
            Ok(Json::Object(entry))
        }
        entry if beside.is_empty() => Ok(entry),
        _ => Err(format!("{name} is no object: nothing can be written beside include")),
    }
}

fn object(text: &str) -> Result<Map<String, Json>, String> {
    match serde_json::from_str(text).map_err(|e| e.to_string())? {
        Strict(Json::Object(object)) => Ok(object),
        Strict(_) => Err("must be an object".to_string()),
    }
}

/// A JSON value in which no key stands twice.
struct Strict(Json);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Strict;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON value")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Strict, A::Error> {
                let mut object = Map::new();
                while let Some((name, Strict(value))) = map.next_entry::<String, Strict>()? {
                    if object.contains_key(&name) {
                        return Err(de::Error::custom(format!("{name} is given twice")));
                    }
                    object.insert(name, value);
                }
                Ok(Strict(Json::Object(object)))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Strict, A::Error> {
                let mut array = Vec::new();
                while let Some(Strict(item)) = items.next_element()? {
                    array.push(item);
                }
                Ok(Strict(Json::Array(array)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Strict, E> {
                Ok(Strict(text.into()))
            }

            fn visit_bool<E>(self, value: bool) -> Result<Strict, E> {
                Ok(Strict(value.into()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Strict, E> {
                Ok(Strict(number.into()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Strict, E> {
                Ok(Strict(number.into()))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Strict, E> {
                Ok(Strict(number.into()))
            }

            fn visit_unit<E>(self) -> Result<Strict, E> {
                Ok(Strict(Json::Null))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(text: &str) -> Result<String, String> {
        let mut shared = Shared::default();
        shared.add(
            "solver",
            r#"{"NPREC": {"gloss": "Digits.", "max": 2}, "ALL": {"NPREC": {"include": "solver: NPREC"}}}"#,
        )?;
        shared.add("turning", r#"{"A": {"x": {"include": "turning: B"}}, "B": [{"include": "turning: A"}]}"#)?;
        shared.complete(text).map(|json| json.to_string())
    }

    #[test]
    fn entries_stand_for_what_includes_them() {
        let text = r#"{"keywords": {"include": "solver: ALL"}, "B": {"include": "own", "max": 3}, "shared": {"own": {"max": 1, "k": 0.5}}}"#;
        let whole = r#"{"keywords":{"NPREC":{"gloss":"Digits.","max":2}},"B":{"max":3,"k":0.5}}"#;
        assert_eq!(complete(text).unwrap(), whole);
        assert_eq!(
            complete(r#"{"DX, DY": {"a": [1, true]}}"#).unwrap(),
            r#"{"DX":{"a":[1,true]},"DY":{"a":[1,true]}}"#
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        let refusals = [
            (r#"{"A": {"include": "solver: NPRECX"}}"#, "include: there is no solver: NPRECX"),
            (r#"{"A": {"include": "turning: A"}}"#, "turning: A includes itself"),
            (r#"{"A": {"include": 3}}"#, "include: must be a text"),
            (
                r#"{"A": {"include": "own", "max": 3}, "shared": {"own": [1]}}"#,
                "own is no object: nothing can be written beside include",
            ),
            (r#"{"shared": {"own": [1]}}"#, "shared: own is included nowhere"),
            (r#"{"DX, DY": 1, "DY": 2}"#, "DY is given twice"),
            (r#"{"DX": 1, "DX": 2}"#, "DX is given twice at line 1 column 18"),
            ("[]", "must be an object"),
        ];
        for (text, said) in refusals {
            assert_eq!(complete(text).unwrap_err(), said, "{text}");
        }
    }

    #[test]
    fn entries_that_nothing_includes_are_known() {
        let mut shared = Shared::default();
        shared.add("solver", r#"{"A": 1, "B": {"include": "solver: C"}, "C": 2}"#).unwrap();
        shared.complete(r#"{"x": {"include": "solver: B"}}"#).unwrap();
        assert_eq!(shared.unmet(), ["solver: A"]);
    }
}
