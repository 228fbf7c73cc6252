//! From what `describe()` returns to a description in the form of the catalogue: short forms are written out
//! (a type alone for a list of one, no `kind`, no `effect`), then it is read as any file of the catalogue.

use rhai::{Dynamic, Map};
use serde_json::{Map as Object, Value as Json, json};

use crate::catalogue::{Command, described};

/// The description a script declares, or what is wrong with it.
pub fn command(name: &str, declared: &Dynamic) -> Result<Command, String> {
    let Some(map) = declared.read_lock::<Map>() else {
        return Err(format!("it must return a map #{{ keywords: ... }}, it returns a {}", declared.type_name()));
    };
    let known = ["gloss", "result", "outputs", "rules", "keywords", "blocks"];
    if let Some(other) = map.keys().find(|k| !known.contains(&k.as_str())) {
        return Err(format!("{other} is not one of {}", known.join(", ")));
    }
    let mut object = Object::new();
    let gloss = map.get("gloss").map_or_else(|| format!("Macro-command {name}."), |g| g.to_string());
    object.insert("gloss".into(), json!(gloss));
    object.insert("kind".into(), json!("macro"));
    object.insert("source".into(), json!("script"));
    object.insert("reuse".into(), json!({"allowed": "no"}));
    let kind = map.get("result").map_or(Ok(Json::Null), json_of)?;
    let outputs = map.get("outputs").map_or(Ok(json!([])), json_of)?;
    object.insert("result".into(), json!({"type": kind, "outputs": outputs}));
    for part in ["rules", "blocks"] {
        if let Some(value) = map.get(part) {
            object.insert(part.into(), json_of(value)?);
        }
    }
    if let Some(keywords) = map.get("keywords") {
        let mut keywords = json_of(keywords)?;
        complete(&mut keywords)?;
        object.insert("keywords".into(), keywords);
    }
    described(&Json::Object(object).to_string())
}

/// Writes out what a keyword leaves out.
fn complete(keywords: &mut Json) -> Result<(), String> {
    let Json::Object(keywords) = keywords else { return Err("keywords must be a map".into()) };
    for (name, keyword) in keywords {
        let Json::Object(keyword) = keyword else {
            return Err(format!("keyword {name} must be a map, such as #{{ type: \"real\" }}"));
        };
        let factor = keyword.contains_key("keywords");
        let status = if keyword.contains_key("default") { "defaulted" } else { "optional" };
        keyword.entry("gloss").or_insert(json!(""));
        keyword.entry("effect").or_insert(json!("used"));
        keyword.entry("kind").or_insert(json!(if factor { "factor" } else { "simple" }));
        keyword.entry("status").or_insert(json!(status));
        if let Some(kind) = keyword.get_mut("type")
            && kind.is_string()
        {
            *kind = json!([kind.clone()]);
        }
        if let Some(inner) = keyword.get_mut("keywords") {
            complete(inner)?;
        }
    }
    Ok(())
}

fn json_of(value: &Dynamic) -> Result<Json, String> {
    if let Some(map) = value.read_lock::<Map>() {
        let pairs = map.iter().map(|(k, v)| Ok((k.to_string(), json_of(v)?)));
        return Ok(Json::Object(pairs.collect::<Result<_, String>>()?));
    }
    if let Some(list) = value.read_lock::<rhai::Array>() {
        return Ok(Json::Array(list.iter().map(json_of).collect::<Result<_, String>>()?));
    }
    if let Ok(x) = value.as_bool() {
        return Ok(json!(x));
    }
    if let Ok(x) = value.as_int() {
        return Ok(json!(x));
    }
    if let Ok(x) = value.as_float() {
        return Ok(json!(x));
    }
    if value.is_unit() {
        return Ok(Json::Null);
    }
    value.clone().into_string().map(Json::String).map_err(|kind| format!("a {kind} cannot stand in a description"))
}
