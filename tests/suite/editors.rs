//! The folder for VS Code: its grammar is written from the catalogue, its files are what VS Code reads.

use serde_json::{Value, json};

use crate::program::root;

/// The grammar of colours, with all operators of the catalogue.
fn grammar() -> String {
    let operators: Vec<&str> = stickslip::catalogue::names().collect();
    let text = |quote: &str, triple: bool| {
        let mark = if triple { quote.repeat(3) } else { quote.to_string() };
        json!({
            "name": if triple { "string.quoted.triple.comm" } else { "string.quoted.comm" },
            "begin": format!("(?i)(?:[rubf]{{0,2}}){mark}"),
            "end": if triple { mark } else { format!("{quote}|$") },
            "patterns": [{ "name": "constant.character.escape.comm", "match": "\\\\." }],
        })
    };
    let words = "and|as|assert|break|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|not|or|pass|raise|return|try|while|with";
    let grammar = json!({
        "name": "Command file",
        "scopeName": "source.comm",
        "fileTypes": ["comm"],
        "patterns": [
            { "name": "comment.line.number-sign.comm", "match": "#.*$" },
            text("\"", true), text("'", true), text("\"", false), text("'", false),
            { "name": "support.function.operator.comm", "match": format!("\\b(?:{})\\b(?=\\s*\\()", operators.join("|")) },
            { "name": "support.function.factor.comm", "match": "\\b(?:_F|CO)\\b(?=\\s*\\()" },
            { "name": "keyword.control.comm", "match": format!("\\b(?:{words})\\b") },
            { "name": "constant.language.comm", "match": "\\b(?:None|True|False)\\b" },
            { "match": "\\b([A-Z][A-Z0-9_]*|reuse)\\s*(=)(?!=)", "captures": { "1": { "name": "variable.parameter.comm" }, "2": { "name": "keyword.operator.comm" } } },
            { "name": "constant.numeric.comm", "match": "(?i)\\b(?:0x[0-9a-f_]+|\\d[\\d_]*\\.?\\d*(?:e[+-]?\\d+)?j?)|\\.\\d+(?:e[+-]?\\d+)?j?" },
        ],
    });
    format!("{grammar:#}\n")
}

/// Written anew by `STICKSLIP_WRITE=1 cargo test editors`.
#[test]
fn the_grammar_of_colours_knows_all_operators() {
    let file = root().join("clients/editors/vscode/syntaxes/comm.tmLanguage.json");
    if std::env::var_os("STICKSLIP_WRITE").is_some() {
        std::fs::write(&file, grammar()).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(written == grammar(), "the grammar is behind the catalogue: STICKSLIP_WRITE=1 cargo test editors");
}

#[test]
fn the_extension_names_files_that_are_there() {
    let folder = root().join("clients/editors/vscode");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let package: Value = serde_json::from_str(&read("package.json")).unwrap();
    let of = |value: &Value| value.as_str().unwrap().trim_start_matches("./").to_string();
    let language = &package["contributes"]["languages"][0];
    for name in
        [of(&package["main"]), of(&language["configuration"]), of(&package["contributes"]["grammars"][0]["path"])]
    {
        assert!(folder.join(&name).is_file(), "{name}");
    }
    let script = read("extension.js");
    for command in package["contributes"]["commands"].as_array().unwrap() {
        assert!(script.contains(command["command"].as_str().unwrap()), "{command}");
    }
    serde_json::from_str::<Value>(&read("language-configuration.json")).unwrap();
}
