//! Commands of the wider language, of which only the names are known here: non-linear statics, heat, fracture ... Each has a
//! sentence on what to do instead (`grammar/beyond.json`).

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Their names in alphabetical order, each with what it is and what to do instead.
pub fn beyond() -> impl Iterator<Item = (&'static str, &'static str)> {
    table().iter().map(|(name, way)| (name.as_str(), way.as_str()))
}

/// A sentence on a command that is not here: its purpose, and what to do instead.
pub fn way_out(name: &str) -> Option<&'static str> {
    table().get(name).map(String::as_str)
}

fn table() -> &'static BTreeMap<String, String> {
    static TABLE: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    TABLE.get_or_init(|| serde_json::from_str(include_str!("../../grammar/beyond.json")).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::store;

    #[test]
    fn each_has_a_sentence_and_all_names_of_both_versions_are_known() {
        assert!(beyond().all(|(_, way)| way.len() > 30 && way.contains(": ")));
        assert!(beyond().count() + store::names().count() >= 270);
        for name in ["OBSERVATION", "MAC_MODES", "ELIM_LAGR", "CREA_COUPE", "INCLUDE_MATERIAU", "COMBINAISON_CHARGE"] {
            assert!(way_out(name).is_some() || store::command(name).is_some(), "{name}");
        }
    }
}
