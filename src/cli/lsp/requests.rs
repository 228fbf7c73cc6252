//! Answers to requests: each asks the language service about an open text.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Value, json};

use super::edits::Range;
use super::state::{FAILED, Refusal, State};
use super::texts::is_profile;
use super::{actions, completion, convert, elsewhere, links, marks};
use crate::language::{
    Document, Role, Token, folds, format, format_range, hover, indentation, renamable, selection, signature, statement,
    symbols, tokens,
};

type Answer = Result<Value, Refusal>;

pub fn answer(server: &State, method: &str, params: &Value) -> Answer {
    let of_text = method.starts_with("textDocument/") && method != "textDocument/documentLink";
    if of_text && server.text(params).is_ok_and(|(path, _)| is_profile(&path)) {
        // The text of a profile is none of the language.
        return Ok(Value::Null);
    }
    match method {
        "textDocument/completion" => Ok(completion::items(server, &server.asked(params)?, params)),
        "completionItem/resolve" => Ok(completion::resolved(params)),
        "textDocument/hover" => hovered(server, params),
        "textDocument/signatureHelp" => signed(server, params),
        "textDocument/documentSymbol" => outline(server, params),
        "workspace/symbol" => Ok(workspace_symbols(server, params)),
        "textDocument/foldingRange" => folded(server, params),
        "textDocument/selectionRange" => selected(server, params),
        "textDocument/semanticTokens/full" => coloured(server, params, None),
        "textDocument/semanticTokens/range" => coloured(server, params, Some(Range::of(&params["range"]))),
        "textDocument/codeLens" => marks::lenses(server, params),
        "textDocument/inlayHint" => marks::inlay_hints(server, params),
        "textDocument/documentLink" => links::links(server, params),
        "textDocument/documentHighlight" => highlighted(server, params),
        "textDocument/definition" => elsewhere::definition(server, &server.asked(params)?),
        "textDocument/typeDefinition" => elsewhere::type_definition(server, &server.asked(params)?),
        "textDocument/references" => elsewhere::references(server, &server.asked(params)?, params),
        "textDocument/prepareRename" => prepared(server, params),
        "textDocument/rename" => elsewhere::rename(server, &server.asked(params)?, params),
        "textDocument/codeAction" => actions::actions(server, params),
        "textDocument/formatting" => formatted(server, params),
        "textDocument/rangeFormatting" => range_formatted(server, params),
        "textDocument/onTypeFormatting" => typed(server, params),
        // Shows that an error of the program in a request does not end the server; only in programs made for tests.
        #[cfg(debug_assertions)]
        "stickslip/panic" => panic!("asked for"),
        _ => Err(Refusal(-32601, format!("{method} is not known to this server"))),
    }
}

fn hovered(server: &State, params: &Value) -> Answer {
    let asked = server.asked(params)?;
    let names = server.names(&asked.path);
    Ok(match hover(asked.document(), asked.offset, &names) {
        Some(found) => json!({
            "contents": { "kind": "markdown", "value": found.markdown },
            "range": convert::range_of(asked.document(), found.span, server.can.encoding),
        }),
        None => Value::Null,
    })
}

fn signed(server: &State, params: &Value) -> Answer {
    let asked = server.asked(params)?;
    let names = server.names(&asked.path);
    let before = &asked.document().text()[..asked.offset];
    let Some(found) = signature(statement(before), &names) else { return Ok(Value::Null) };
    // Labels are names of keywords: letters of one unit each.
    let parameters: Vec<Value> = found
        .parameters
        .iter()
        .map(|(range, gloss)| json!({ "label": [range.start, range.end], "documentation": gloss }))
        .collect();
    let mut signature = json!({ "label": found.label, "documentation": found.gloss, "parameters": parameters });
    if let Some(active) = found.active {
        signature["activeParameter"] = active.into();
    }
    Ok(json!({ "signatures": [signature], "activeSignature": 0 }))
}

fn outline(server: &State, params: &Value) -> Answer {
    let (_, open) = server.text(params)?;
    let found = symbols(&open.document);
    Ok(found.iter().map(|symbol| convert::symbol(symbol, &open.document, server.can.encoding)).collect())
}

fn workspace_symbols(server: &State, params: &Value) -> Value {
    let query = params["query"].as_str().unwrap_or("").to_lowercase();
    let mut found = Vec::new();
    // Files of a study that are not open count as those that are.
    let studies: BTreeSet<PathBuf> = server.open.keys().map(|path| server.study_of(path)).collect();
    let texts: BTreeMap<PathBuf, Arc<Document>> = studies.iter().flat_map(|study| server.texts_of(study)).collect();
    for (path, document) in texts.iter().filter(|(path, _)| !is_profile(path)) {
        for symbol in symbols(document).iter().filter(|symbol| symbol.name.to_lowercase().contains(&query)) {
            let range = convert::range_of(document, symbol.at, server.can.encoding);
            found.push(json!({
                "name": symbol.name,
                "kind": convert::symbol_kind(symbol.kind),
                "containerName": symbol.detail,
                "location": { "uri": server.uri(path), "range": range },
            }));
        }
    }
    Value::Array(found)
}

fn folded(server: &State, params: &Value) -> Answer {
    let (_, open) = server.text(params)?;
    let fold = |(start, end, comment): (usize, usize, bool)| {
        let mut json = json!({ "startLine": start, "endLine": end });
        if comment {
            json["kind"] = "comment".into();
        }
        json
    };
    Ok(folds(&open.document).into_iter().map(fold).collect())
}

fn selected(server: &State, params: &Value) -> Answer {
    let (_, open) = server.text(params)?;
    let document = &open.document;
    let one = |at: &Value| {
        let offset = document.offset(convert::position_of(at), server.can.encoding);
        let mut found = Value::Null;
        for span in selection(document, offset).into_iter().rev() {
            let range = convert::range_of(document, span, server.can.encoding);
            found =
                if found.is_null() { json!({ "range": range }) } else { json!({ "range": range, "parent": found }) };
        }
        if found.is_null() {
            json!({ "range": convert::range(&document.source, offset, offset, server.can.encoding) })
        } else {
            found
        }
    };
    Ok(params["positions"].as_array().into_iter().flatten().map(one).collect())
}

fn coloured(server: &State, params: &Value, only: Option<Range>) -> Answer {
    let (path, open) = server.text(params)?;
    let document = &open.document;
    let mut data: Vec<usize> = Vec::new();
    let (mut line, mut column) = (0, 0);
    for (span, token) in tokens(document, &server.names(&path)) {
        let start = document.position(span.start as usize, server.can.encoding);
        let end = document.position(span.end as usize, server.can.encoding);
        let range = || convert::range_of(document, span, server.can.encoding);
        if only.is_some_and(|only| !only.touches(&range())) {
            continue;
        }
        let from = if start.line == line { column } else { 0 };
        let (kind, faded) = match token {
            Token::Operator => (0, 0),
            Token::Keyword => (1, 0),
            Token::Idle => (1, 1),
            Token::Value => (2, 0),
            Token::Concept => (3, 0),
            Token::Unknown => (4, 0),
        };
        data.extend([start.line - line, start.column - from, end.column - start.column, kind, faded]);
        (line, column) = (start.line, start.column);
    }
    Ok(json!({ "data": data }))
}

fn highlighted(server: &State, params: &Value) -> Answer {
    let asked = server.asked(params)?;
    let document = asked.document();
    let Some(found) = document.names.at(asked.offset) else { return Ok(json!([])) };
    let one = |other: &crate::language::Occurrence| {
        let writes = matches!(other.role, Role::Defines | Role::Changes);
        let range = convert::range_of(document, other.span, server.can.encoding);
        json!({ "range": range, "kind": if writes { 3 } else { 2 } })
    };
    Ok(document.names.same(found).map(one).collect())
}

fn prepared(server: &State, params: &Value) -> Answer {
    let asked = server.asked(params)?;
    let found = renamable(asked.document(), asked.offset).map_err(|why| Refusal(FAILED, why))?;
    let range = convert::range_of(asked.document(), found.span, server.can.encoding);
    Ok(json!({ "range": range, "placeholder": found.name }))
}

fn formatted(server: &State, params: &Value) -> Answer {
    let (_, open) = server.text(params)?;
    let document = &open.document;
    let new = format(document.text()).text;
    if new == document.text() {
        return Ok(json!([]));
    }
    let range = convert::range(&document.source, 0, document.text().len(), server.can.encoding);
    Ok(json!([{ "range": range, "newText": new }]))
}

fn range_formatted(server: &State, params: &Value) -> Answer {
    let (_, open) = server.text(params)?;
    let document = &open.document;
    let at = |end: &str| document.offset(convert::position_of(&params["range"][end]), server.can.encoding);
    let (start, end) = (at("start"), at("end"));
    let Some((range, new)) = format_range(document.text(), start..end.max(start)) else { return Ok(json!([])) };
    if document.text()[range.clone()] == new {
        return Ok(json!([]));
    }
    let range = convert::range(&document.source, range.start, range.end, server.can.encoding);
    Ok(json!([{ "range": range, "newText": new }]))
}

/// A line that has just begun in a call gets its indentation.
fn typed(server: &State, params: &Value) -> Answer {
    let asked = server.asked(params)?;
    let document = asked.document();
    let text = document.text();
    let line = document.source.line_range(document.position(asked.offset, server.can.encoding).line);
    let blanks = text[line.clone()].len() - text[line.clone()].trim_start_matches([' ', '\t']).len();
    let Some(new) = indentation(text, line.start).filter(|new| *new != text[line.start..line.start + blanks]) else {
        return Ok(json!([]));
    };
    let range = convert::range(&document.source, line.start, line.start + blanks, server.can.encoding);
    Ok(json!([{ "range": range, "newText": new }]))
}
