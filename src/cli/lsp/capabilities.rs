//! What the server says that it can do.

use serde_json::{Value, json};

use crate::language::Encoding;

/// Kinds of words, in the order of their numbers in `semanticTokens`.
pub const TOKENS: [&str; 4] = ["function", "parameter", "enumMember", "variable"];

pub fn capabilities(encoding: Encoding) -> Value {
    json!({
        "serverInfo": { "name": "stickslip", "version": env!("CARGO_PKG_VERSION") },
        "capabilities": {
            "positionEncoding": if encoding == Encoding::Utf8 { "utf-8" } else { "utf-16" },
            "textDocumentSync": { "openClose": true, "change": 2, "save": true },
            "completionProvider": {
                "triggerCharacters": ["(", ",", "=", "'", "\"", ".", " "],
                "resolveProvider": true,
            },
            "hoverProvider": true,
            "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
            "documentSymbolProvider": true,
            "workspaceSymbolProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "renameProvider": { "prepareProvider": true },
            "foldingRangeProvider": true,
            "selectionRangeProvider": true,
            "semanticTokensProvider": {
                "legend": { "tokenTypes": TOKENS, "tokenModifiers": ["deprecated"] },
                "full": true,
                "range": false,
            },
            "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll"] },
            "documentFormattingProvider": true,
            "documentRangeFormattingProvider": true,
        },
    })
}
