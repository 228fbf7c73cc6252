//! The folder for VS Code: its grammar is written from the catalogue, its files are what VS Code reads.

use serde_json::{Value, json};

use std::process::{Command, Stdio};

use crate::program::{root, scratch};

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
    let names = [
        of(&package["main"]),
        of(&package["icon"]),
        of(&language["configuration"]),
        of(&package["contributes"]["grammars"][0]["path"]),
    ];
    for name in names {
        assert!(folder.join(&name).is_file(), "{name}");
    }
    serde_json::from_str::<Value>(&read("language-configuration.json")).unwrap();
}

const STUDY: &str = "DEBUT()\n# 𝛼é\nprint(\"printed by the study\")\né = 1.3\nF = DEFI_CONSTANTE(VALEE=é)\n\
    L = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=0.7, NOMBRE=7))\n\
    G = CALC_FONC_INTERP(FONCTION=F, LIST_PARA=L, NOM_PARA=\"INST\")\n\
    IMPR_FONCTION(FORMAT=\"SVG\", UNITE=40, COURBE=_F(FONCTION=G))\n\
    TEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=0.7, VALE_CALC=1.3))\nFIN()\n";
const WRONG: &str = "DEBUT()\nF = DEFI_CONSTANTE(VALE=1.3)\n\
    TEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=0.7, VALE_CALC=0.7))\nFIN()\n";

/// What a user of the extension sees, line by line.
const SEEN: &[&str] = &[
    "commands: 7",
    "providers: 20",
    "diagnostic: 4:19 C002 DEFI_CONSTANTE has no keyword VALEE",
    "action: change VALEE to VALE",
    "hover: **DEFI_CONSTANTE**",
    "offered: VALEUR inserts VALEUR=_F($1)",
    "symbols: G of CALC_FONC_INTERP",
    "selected: 52 to 55, true",
    "renamed: 2",
    "lenses: run,run with ...,graph",
    "run: ok, 1 held, 0 failed",
    "lenses: run,run with ...,graph,charts,OK 0 %",
    "hints: found 1.3",
    "printed: true",
    "progress: s.comm",
    "message: Information stickslip: 1 assertion held",
    "panel: Charts of s.comm, 1 picture",
    "panel: Graph of s.comm, 1 picture",
    "run with é=0.7: failed, 1 failed",
    "tests: s.comm,wrong.comm",
    "test: s.comm passed",
    "test: wrong.comm failed line 3: F(0.7): found 1.3, expected 0.7",
    "test: end",
    "ended: 0",
];

/// The extension under node, with a stand-in for the interface of VS Code.
#[test]
fn the_extension_runs_under_node() {
    let folder = scratch("editors_vscode");
    std::fs::write(folder.join("s.comm"), STUDY).unwrap();
    std::fs::write(folder.join("wrong.comm"), WRONG).unwrap();
    let extension = root().join("clients/editors/vscode");
    for entry in std::fs::read_dir(&extension).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "js") {
            let Ok(output) = Command::new("node").arg("--check").arg(&path).stdin(Stdio::null()).output() else {
                eprintln!("!!!! SKIPPED: the extension for VS Code: no node here (apt-get install nodejs) !!!!");
                return;
            };
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
    }
    let output = Command::new("node")
        .arg(root().join("tests/editors/vscode.js"))
        .args([extension.as_os_str(), env!("CARGO_BIN_EXE_stickslip").as_ref(), folder.as_os_str()])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(text.lines().collect::<Vec<_>>(), SEEN, "{said}");
}
