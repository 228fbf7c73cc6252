//! What the server says that it can do.

use serde_json::{Value, json};

use super::features::Features;
use crate::language::Encoding;

/// Kinds of words, in the order of their numbers in `semanticTokens`.
pub const TOKENS: [&str; 5] = ["function", "parameter", "enumMember", "variable", "unknown"];

/// Commands, as the client is told them.
const COMMANDS: [&str; 6] =
    ["stickslip.run", "stickslip.stop", "stickslip.graph", "stickslip.explain", "stickslip.page", "stickslip.chart"];

pub fn capabilities(client: &Features) -> Value {
    let mut all = json!({
        "positionEncoding": if client.encoding == Encoding::Utf8 { "utf-8" } else { "utf-16" },
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
        "typeDefinitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": { "prepareProvider": true },
        "foldingRangeProvider": true,
        "selectionRangeProvider": true,
        "semanticTokensProvider": {
            "legend": { "tokenTypes": TOKENS, "tokenModifiers": ["deprecated"] },
            "full": true,
            "range": true,
        },
        "codeActionProvider": { "codeActionKinds": ["quickfix", "refactor.extract", "source.fixAll", "source.organize"] },
        "documentFormattingProvider": true,
        "documentRangeFormattingProvider": true,
        "documentOnTypeFormattingProvider": { "firstTriggerCharacter": "\n" },
        "codeLensProvider": { "resolveProvider": false },
        "inlayHintProvider": true,
        "documentLinkProvider": { "resolveProvider": false },
        "executeCommandProvider": { "commands": COMMANDS },
        "workspace": { "fileOperations": {
            "didRename": files(), "didDelete": files(),
        } },
    });
    if client.pulls {
        all["diagnosticProvider"] = json!({ "interFileDependencies": true, "workspaceDiagnostics": false });
    }
    json!({ "serverInfo": { "name": "stickslip", "version": env!("CARGO_PKG_VERSION") }, "capabilities": all })
}

/// Files that the server is told of when the editor renames or deletes them.
fn files() -> Value {
    json!({ "filters": [{ "scheme": "file", "pattern": { "glob": "**/*.{comm,com1,com2,com3,export,mail,med,msh,unv}" } }] })
}
