//! What completion offers, as JSON.

use serde_json::{Value as Json, json};

use crate::language::Word;

/// Words with their glosses; `snippet` where an editor inserts more, `$1` being the place of its cursor.
pub fn offers(words: &[Word]) -> Vec<Json> {
    let offer = |word: &Word| match &word.snippet {
        Some(snippet) => json!({"text": word.text, "gloss": word.gloss, "snippet": snippet}),
        None => json!({"text": word.text, "gloss": word.gloss}),
    };
    words.iter().map(offer).collect()
}
