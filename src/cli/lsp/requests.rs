//! Answers to requests: each asks the language service about an open text.

use serde_json::{Value, json};

use super::state::{Refusal, State};
use super::{actions, completion, convert, elsewhere};
use crate::language::{
    Role, Token, folds, format, format_range, hover, renamable, selection, signature, symbols, tokens,
};

type Answer = Result<Value, Refusal>;

pub fn answer(server: &State, method: &str, params: &Value) -> Answer {
    match method {
        "textDocument/completion" => Ok(completion::items(server, &server.asked(params)?)),
        "completionItem/resolve" => Ok(completion::resolved(params)),
        "textDocument/hover" => hovered(server, params),
        "textDocument/signatureHelp" => signed(server, params),
        "textDocument/documentSymbol" => outline(server, params),
        "workspace/symbol" => Ok(workspace_symbols(server, params)),
        "textDocument/foldingRange" => folded(server, params),
        "textDocument/selectionRange" => selected(server, params),
        "textDocument/semanticTokens/full" => coloured(server, params),
        "textDocument/documentHighlight" => highlighted(server, params),
        "textDocument/definition" => elsewhere::definition(server, &server.asked(params)?),
        "textDocument/references" => elsewhere::references(server, &server.asked(params)?, params),
        "textDocument/prepareRename" => prepared(server, params),
        "textDocument/rename" => elsewhere::rename(server, &server.asked(params)?, params),
        "textDocument/codeAction" => actions::actions(server, params),
        "textDocument/formatting" => formatted(server, params),
        "textDocument/rangeFormatting" => range_formatted(server, params),
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
            "range": convert::range_of(asked.document(), found.span, server.encoding),
        }),
        None => Value::Null,
    })
}

fn signed(server: &State, params: &Value) -> Answer {
    let asked = server.asked(params)?;
    let names = server.names(&asked.path);
    let before = &asked.document().text()[..asked.offset];
    let Some(found) = signature(completion::statement(before), &names) else { return Ok(Value::Null) };
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
    Ok(found.iter().map(|symbol| convert::symbol(symbol, &open.document, server.encoding)).collect())
}

fn workspace_symbols(server: &State, params: &Value) -> Value {
    let query = params["query"].as_str().unwrap_or("").to_lowercase();
    let mut found = Vec::new();
    for open in server.open.values() {
        for symbol in symbols(&open.document).iter().filter(|symbol| symbol.name.to_lowercase().contains(&query)) {
            let range = convert::range_of(&open.document, symbol.at, server.encoding);
            found.push(json!({
                "name": symbol.name,
                "kind": convert::symbol_kind(symbol.kind),
                "containerName": symbol.detail,
                "location": { "uri": open.uri, "range": range },
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
        let offset = document.offset(convert::position_of(at), server.encoding);
        let mut found = Value::Null;
        for span in selection(document, offset).into_iter().rev() {
            let range = convert::range_of(document, span, server.encoding);
            found =
                if found.is_null() { json!({ "range": range }) } else { json!({ "range": range, "parent": found }) };
        }
        if found.is_null() {
            json!({ "range": convert::range(&document.source, offset, offset, server.encoding) })
        } else {
            found
        }
    };
    Ok(params["positions"].as_array().into_iter().flatten().map(one).collect())
}

fn coloured(server: &State, params: &Value) -> Answer {
    let (path, open) = server.text(params)?;
    let document = &open.document;
    let mut data: Vec<usize> = Vec::new();
    let (mut line, mut column) = (0, 0);
    for (span, token) in tokens(document, &server.names(&path)) {
        let start = document.position(span.start as usize, server.encoding);
        let end = document.position(span.end as usize, server.encoding);
        let from = if start.line == line { column } else { 0 };
        let (kind, faded) = match token {
            Token::Operator => (0, 0),
            Token::Keyword => (1, 0),
            Token::Idle => (1, 1),
            Token::Value => (2, 0),
            Token::Concept => (3, 0),
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
        let range = convert::range_of(document, other.span, server.encoding);
        json!({ "range": range, "kind": if writes { 3 } else { 2 } })
    };
    Ok(document.names.same(found).map(one).collect())
}

fn prepared(server: &State, params: &Value) -> Answer {
    let asked = server.asked(params)?;
    let found = renamable(asked.document(), asked.offset).map_err(|why| Refusal(-32803, why))?;
    let range = convert::range_of(asked.document(), found.span, server.encoding);
    Ok(json!({ "range": range, "placeholder": found.name }))
}

fn formatted(server: &State, params: &Value) -> Answer {
    let (_, open) = server.text(params)?;
    let document = &open.document;
    let new = format(document.text()).text;
    if new == document.text() {
        return Ok(json!([]));
    }
    let range = convert::range(&document.source, 0, document.text().len(), server.encoding);
    Ok(json!([{ "range": range, "newText": new }]))
}

fn range_formatted(server: &State, params: &Value) -> Answer {
    let (_, open) = server.text(params)?;
    let document = &open.document;
    let at = |end: &str| document.offset(convert::position_of(&params["range"][end]), server.encoding);
    let (start, end) = (at("start"), at("end"));
    let Some((range, new)) = format_range(document.text(), start..end.max(start)) else { return Ok(json!([])) };
    if document.text()[range.clone()] == new {
        return Ok(json!([]));
    }
    let range = convert::range(&document.source, range.start, range.end, server.encoding);
    Ok(json!([{ "range": range, "newText": new }]))
}
