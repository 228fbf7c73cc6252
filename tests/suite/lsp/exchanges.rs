//! One study in more than sixty exchanges, several files, many changes, ends.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::client::{Client, at, place, uri};
use crate::program::scratch;

const STUDY: &str = "DEBUT()\n\
    # ---- Données 𝛼 ----\n\
    T = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=0.7, NOMBRE=7))\n\
    é = 0.7; F = FORMULE(NOM_PARA='INST', VALE='é*INST')  # 𝛼é\n\
    G = CALC_FONC_INTERP(FONCTION=F, LIST_PARA=T, NOM_PARA='INST', NOM_RESU='DX')\n\
    TEST_FONCTION(VALEUR=_F(FONCTION=G, VALE_PARA=0.7, VALE_CALC=0.49, REFERENCE='ANALYTIQUE', VALE_REFE=0.49))\n\
    FIN()\n";

fn study(name: &str, text: &str) -> (PathBuf, String) {
    let folder = scratch(name);
    let file = folder.join("é a.comm");
    std::fs::write(&file, text).unwrap();
    (folder.clone(), format!("file://{}/%C3%A9%20a.comm", folder.display()))
}

#[test]
fn sixty_exchanges_with_one_study() {
    let (folder, uri) = study("lsp_one", STUDY);
    let mut client = Client::start(&folder, &["utf-16"]);
    client.open(&uri, STUDY);
    assert_eq!(client.diagnostics(&uri, Some(1)), Vec::<Value>::new());

    // Hover, everywhere in the line behind wide letters.
    for (word, says) in [
        ("DEFI_LIST_REEL", "**DEFI_LIST_REEL**"),
        ("JUSQU_A", "INTERVALLE/JUSQU_A"),
        ("NOMBRE", "INTERVALLE/NOMBRE"),
        ("FORMULE", "**FORMULE**"),
        ("VALE='é", "**VALE** of FORMULE"),
        ("CALC_FONC_INTERP", "**CALC_FONC_INTERP**"),
        ("LIST_PARA", "**LIST_PARA**"),
        ("TEST_FONCTION", "**TEST_FONCTION**"),
        ("ANALYTIQUE", "`ANALYTIQUE`"),
        ("T, NOM_PARA", "**T**: listr8_sdaster"),
    ] {
        let found = client.ask("textDocument/hover", at(&uri, STUDY, word, 0));
        let text = found["contents"]["value"].as_str().unwrap_or("");
        assert!(text.contains(says), "{word}: {found}");
    }
    assert_eq!(client.ask("textDocument/hover", at(&uri, STUDY, "\n# ----", 0)), Value::Null);

    // Completion: every item has the range that it replaces.
    for (word, shift, offered) in [
        ("CALC_FONC", 7, "CALC_FONC_INTERP"),
        ("LIST_PARA", 3, "LIST_PARA"),
        ("=F, LIST", 1, "F"),
        ("=T, NOM", 1, "T"),
        ("ANALYTIQUE", 2, "ANALYTIQUE"),
        ("NOMBRE", 3, "NOMBRE"),
    ] {
        let found = client.ask("textDocument/completion", at(&uri, STUDY, word, shift));
        let items = found["items"].as_array().unwrap();
        let item = items.iter().find(|item| item["label"] == offered);
        let item = item.unwrap_or_else(|| panic!("{offered} is not offered: {found}"));
        assert!(items.iter().all(|item| item["textEdit"]["range"]["end"] == place(STUDY, word, shift)), "{found}");
        if item.get("data").is_some() {
            let full = client.ask("completionItem/resolve", item.clone());
            assert!(full["documentation"]["value"].as_str().is_some_and(|text| !text.is_empty()), "{full}");
        }
    }
    let found = client.ask("textDocument/signatureHelp", at(&uri, STUDY, "0.7, NOMBRE", 1));
    let signature = &found["signatures"][0];
    let active = &signature["parameters"][signature["activeParameter"].as_u64().unwrap() as usize]["label"];
    let label = signature["label"].as_str().unwrap();
    assert_eq!(&label[active[0].as_u64().unwrap() as usize..active[1].as_u64().unwrap() as usize], "JUSQU_A");

    // Names.
    let definition = client.ask("textDocument/definition", at(&uri, STUDY, "=G, VALE", 1));
    assert_eq!(definition["range"]["start"], place(STUDY, "G = CALC", 0));
    let in_text = client.ask("textDocument/definition", at(&uri, STUDY, "é*INST", 0));
    assert_eq!(in_text["range"]["start"], place(STUDY, "é = 0.7", 0));
    for (word, defined) in [
        ("F = FORMULE", "F = FORMULE"),
        ("=F, LIST", "F = FORMULE"),
        ("=T, NOM", "T = DEFI"),
        ("G = CALC", "G = CALC"),
        ("é = 0.7", "é = 0.7"),
        ("T = DEFI", "T = DEFI"),
    ] {
        let shift = usize::from(word.starts_with('='));
        let found = client.ask("textDocument/definition", at(&uri, STUDY, word, shift));
        assert_eq!(found["range"]["start"], place(STUDY, defined, 0), "{word}");
    }
    for word in ["DEBUT()", "NOM_PARA='INST', VALE", "# ----"] {
        assert_eq!(client.ask("textDocument/definition", at(&uri, STUDY, word, 1)), Value::Null, "{word}");
    }
    let references = client.ask("textDocument/references", at(&uri, STUDY, "F = FORMULE", 0));
    assert_eq!(references.as_array().unwrap().len(), 2);
    let mut params = at(&uri, STUDY, "F = FORMULE", 0);
    params["context"] = json!({ "includeDeclaration": false });
    assert_eq!(client.ask("textDocument/references", params).as_array().unwrap().len(), 1);
    let marks = client.ask("textDocument/documentHighlight", at(&uri, STUDY, "T = DEFI", 0));
    assert_eq!(
        marks.as_array().unwrap().iter().map(|mark| mark["kind"].as_u64()).collect::<Vec<_>>(),
        [Some(3), Some(2)]
    );
    let prepared = client.ask("textDocument/prepareRename", at(&uri, STUDY, "é = 0.7", 0));
    assert_eq!(prepared["placeholder"], "é");
    let mut params = at(&uri, STUDY, "é = 0.7", 0);
    params["newName"] = "𝛼".into();
    let edits = client.ask("textDocument/rename", params.clone())["changes"][&uri].as_array().unwrap().clone();
    assert_eq!(edits.len(), 2);
    assert_eq!(edits[1]["range"]["start"], place(STUDY, "é*INST", 0));
    for (new, why) in
        [("T", "already"), ("2", "not a name"), ("FIN", "command"), ("while", "a word"), ("", "not a name")]
    {
        params["newName"] = new.into();
        let (code, text) = client.refused("textDocument/rename", params.clone());
        assert!(code == -32803 && text.contains(why), "{new}: {text}");
    }
    assert!(client.refused("textDocument/prepareRename", at(&uri, STUDY, "DEFI_LIST", 2)).1.contains("a command"));

    // The whole text.
    let whole = json!({ "textDocument": { "uri": uri } });
    let outline = client.ask("textDocument/documentSymbol", whole.clone());
    let names: Vec<&str> = outline.as_array().unwrap().iter().filter_map(|symbol| symbol["name"].as_str()).collect();
    assert_eq!(names, ["Données 𝛼", "T", "é", "F", "G"]);
    let found = client.ask("workspace/symbol", json!({ "query": "g" }));
    assert_eq!(found[0]["name"], "G");
    assert!(client.ask("textDocument/foldingRange", whole.clone()).is_array());
    let mut params = whole.clone();
    params["positions"] = json!([place(STUDY, "0.7, NOMBRE", 0)]);
    assert!(client.ask("textDocument/selectionRange", params)[0]["parent"].is_object());
    let data = client.ask("textDocument/semanticTokens/full", whole.clone())["data"].as_array().unwrap().clone();
    assert!(data.len() > 100 && data.len().is_multiple_of(5));
    let mut params = whole.clone();
    params["options"] = json!({ "tabSize": 4, "insertSpaces": true });
    let edits = client.ask("textDocument/formatting", params);
    let new = edits[0]["newText"].as_str().unwrap();
    assert!(new.contains("é = 0.7\nF = FORMULE(NOM_PARA=\"INST\", VALE=\"é*INST\")  # 𝛼é\n"), "{new}");
    let mut params = whole.clone();
    params["range"] = json!({ "start": place(STUDY, "G = CALC", 0), "end": place(STUDY, "G = CALC", 1) });
    let edits = client.ask("textDocument/rangeFormatting", params);
    assert!(edits[0]["newText"].as_str().unwrap().starts_with("G = CALC_FONC_INTERP("), "{edits}");

    // Changes: of a range behind wide letters, with what it breaks.
    let range = json!({ "start": place(STUDY, "FONCTION=F", 0), "end": place(STUDY, "FONCTION=F", 8) });
    let change = json!([{ "range": range, "text": "FONCTIO" }]);
    client.tell(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": change }),
    );
    let found = client.diagnostics(&uri, Some(2));
    let text = STUDY.replace("FONCTION=F", "FONCTIO=F");
    let misspelt = found.iter().find(|d| d["range"]["start"] == place(&text, "FONCTIO=", 0));
    assert!(misspelt.is_some_and(|d| d["message"].as_str().unwrap().contains("FONCTION")), "{found:?}");
    let mut params = whole.clone();
    params["range"] = misspelt.unwrap()["range"].clone();
    params["context"] = json!({ "diagnostics": [] });
    let actions = client.ask("textDocument/codeAction", params.clone());
    let titles: Vec<&str> = actions.as_array().unwrap().iter().filter_map(|action| action["title"].as_str()).collect();
    assert_eq!(
        titles,
        ["change FONCTIO to FONCTION", "apply all sure fixes", "explain C002", "add the mandatory keyword FONCTION"]
    );
    let edit = &actions[0]["edit"]["changes"][&uri][0];
    assert_eq!((&edit["newText"], &edit["range"]["start"]), (&json!("FONCTION"), &place(&text, "FONCTIO=", 0)));
    params["context"]["only"] = json!(["refactor"]);
    assert_eq!(client.ask("textDocument/codeAction", params), json!([]));
    client.replace(&uri, 3, STUDY);
    assert_eq!(client.diagnostics(&uri, Some(3)), Vec::<Value>::new());

    // What goes wrong.
    assert_eq!(client.refused("textDocument/unheard", whole.clone()).0, -32601);
    assert_eq!(client.refused("textDocument/hover", json!({ "textDocument": { "uri": "file:///none" } })).0, -32602);
    client.raw(b"Content-Length: 7\r\n\r\n{\"id\": ");
    let answer = client.wait(|message| message["error"]["code"] == -32700);
    assert_eq!(answer["id"], Value::Null);
    assert_eq!(client.refused("stickslip/panic", json!({})).0, -32603);
    client.tell("$/cancelRequest", json!({ "id": 1 }));
    assert!(client.ask("textDocument/hover", at(&uri, STUDY, "FORMULE", 0)).is_object());

    // Closing takes the diagnostics back.
    client.replace(&uri, 4, "X = NOTHING()\n");
    assert!(!client.diagnostics(&uri, Some(4)).is_empty());
    client.tell("textDocument/didClose", whole);
    assert_eq!(client.diagnostics(&uri, None), Vec::<Value>::new());
    let (code, exchanges) = client.end();
    assert_eq!(code, Some(0));
    assert!(exchanges >= 60, "{exchanges} exchanges");
}

#[test]
fn files_of_one_study_know_each_other() {
    let folder = scratch("lsp_several");
    let main = "DEBUT()\nINCLUDE(UNITE=81)\nG = CALC_FONCTION(COMB=_F(FONCTION=SHARED, COEF=0.7))\nFIN()\n";
    let other = "SHARED = DEFI_CONSTANTE(VALE=1.3)\n";
    std::fs::write(folder.join("main.comm"), main).unwrap();
    std::fs::write(folder.join("other.comm"), other).unwrap();
    std::fs::write(folder.join("s.export"), "F comm main.comm D 1\nF libr other.comm D 81\n").unwrap();
    let (main_uri, other_uri) = (uri(&folder.join("main.comm")), uri(&folder.join("other.comm")));
    let mut client = Client::start(&folder, &[]);
    client.open(&main_uri, main);
    assert_eq!(client.diagnostics(&main_uri, Some(1)), Vec::<Value>::new());
    let found = client.ask("textDocument/definition", at(&main_uri, main, "SHARED", 2));
    assert_eq!(found["uri"], other_uri);
    // Symbols of a file that is not open.
    let found = client.ask("workspace/symbol", json!({ "query": "shar" }));
    assert_eq!((&found[0]["location"]["uri"], found.as_array().unwrap().len()), (&json!(other_uri), 1), "{found}");
    let mut params = at(&main_uri, main, "SHARED", 2);
    params["newName"] = "COMMON".into();
    let changes = client.ask("textDocument/rename", params)["changes"].clone();
    assert_eq!((changes[&main_uri].as_array().unwrap().len(), changes[&other_uri].as_array().unwrap().len()), (1, 1));
    // The included file, open and changed without being saved, is what the study reads.
    client.open(&other_uri, "SHARE = DEFI_CONSTANTE(VALE=1.3)\n");
    client.replace(&main_uri, 2, main);
    let found = client.diagnostics(&main_uri, Some(2));
    assert!(found.iter().any(|d| d["message"].as_str().unwrap().contains("SHARED")), "{found:?}");
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": main_uri } }));
    assert_eq!(client.end().0, Some(0));
}

/// A mesh, variables, a table that only a run makes: what the check of the study knows of its names.
#[test]
fn names_are_explained_and_offered_by_what_the_check_knows() {
    let folder = scratch("lsp_known");
    let text = "DEBUT()\nimport numpy as np\nSTIFF = 1.7e3\nMA = LIRE_MAILLAGE(UNITE=20)\n\
        MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='SPRING', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))\n\
        F = FORMULE(NOM_PARA='INST', VALE='STIFF*sin(INST)')\nTOP = max(F(t) for t in np.linspace(0.0, 1.0, 9))\n\
        TAB = CREA_TABLE(LISTE=(_F(PARA='PEAK', LISTE_R=TOP), _F(PARA='RANK', LISTE_I=3)))\n\
        TEST_TABLE(TABLE=TAB, NOM_PARA='PEAK', VALE_CALC=TOP)\nv = TAB.EXTR_TABLE().values()\nFIN()\n";
    let mail = "COOR_3D G 0 0 0 A 1.3 0 0 B 2.1 0 0 FINSF\nSEG2 S G A T A B FINSF\nGROUP_MA SPRING S T FINSF\nGROUP_NO TIP B FINSF\nFIN\n";
    std::fs::write(folder.join("k.comm"), text).unwrap();
    std::fs::write(folder.join("k.mail"), mail).unwrap();
    let file = uri(&folder.join("k.comm"));
    let mut client = Client::start(&folder, &[]);
    client.open(&file, text);
    // A note on what nothing reads is none of an error.
    assert!(client.diagnostics(&file, Some(1)).iter().all(|d| d["severity"] != 1));
    for (word, says) in [
        ("SPRING'", "**SPRING**: 2 cells of MA (S, T)"),
        ("STIFF =", "**STIFF**: float  \n`1700.0`"),
        ("STIFF*", "**STIFF**: float  \n`1700.0`"),
        ("sin(INST", "**sin**  \nSine of an angle in radians."),
        ("linspace", "**numpy.linspace** -> ndarray"),
        ("EXTR_TABLE", "**EXTR_TABLE of table_sdaster** -> Table"),
    ] {
        let found = client.ask("textDocument/hover", at(&file, text, word, 1));
        let found = found["contents"]["value"].as_str().unwrap_or("").to_string();
        assert!(found.starts_with(says), "{word}: {found}");
    }
    let mut offered = |word: &str, shift: usize| -> Vec<String> {
        let found = client.ask("textDocument/completion", at(&file, text, word, shift));
        found["items"].as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap().to_string()).collect()
    };
    assert_eq!(offered("='PEAK', VALE", 2), ["PEAK", "RANK"]);
    assert_eq!(offered("STIFF*", 3), ["STIFF"]);
    assert!(offered(".values()", 1).contains(&"Renomme".to_string()));
    assert!(offered("import numpy", 7).contains(&"numpy.linalg".to_string()));
    client.replace(&file, 2, "\n");
    let start = json!({ "textDocument": { "uri": file }, "position": { "line": 0, "character": 0 } });
    let items = client.ask("textDocument/completion", start)["items"].clone();
    assert_eq!((&items[0]["label"], items.as_array().unwrap().len()), (&json!("DEBUT()"), 1), "{items}");
    assert_eq!(client.end().0, Some(0));
}

/// The frame that an empty file is offered is a study without errors, once its word is written.
#[test]
fn the_frame_of_a_new_study_is_right() {
    let folder = scratch("lsp_frame");
    let file = uri(&folder.join("n.comm"));
    std::fs::write(folder.join("n.mail"), "COOR_3D G 0 0 0 A 1.3 0 0 FINSF SEG2 S G A FINSF FIN\n").unwrap();
    let able = json!({ "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } } });
    let mut client = Client::able(&folder, able, Value::Null, &[]);
    client.open(&file, "");
    let start = json!({ "textDocument": { "uri": file }, "position": { "line": 0, "character": 0 } });
    let items = client.ask("textDocument/completion", start)["items"].clone();
    let text = items[0]["textEdit"]["newText"].as_str().unwrap().replace("$1", "DIS_T");
    client.replace(&file, 2, &text);
    assert!(client.diagnostics(&file, Some(2)).iter().all(|d| d["severity"] != 1), "{text}");
    assert_eq!(client.end().0, Some(0));
}

#[test]
fn many_changes_make_few_checks() {
    let (folder, uri) = study("lsp_many", STUDY);
    let mut client = Client::start(&folder, &["utf-8", "utf-16"]);
    client.open(&uri, STUDY);
    for version in 2..=201 {
        client.replace(&uri, version, &format!("{STUDY}# {version}\n"));
    }
    let range = client.ask("textDocument/hover", at(&uri, STUDY, "DEFI_LIST", 0))["range"].clone();
    assert_eq!(range["start"]["line"], 2);
    client.diagnostics(&uri, Some(201));
    let log = std::fs::read_to_string(folder.join("lsp.log")).unwrap();
    let checks = log.matches("  checked ").count();
    assert!((1..=8).contains(&checks), "{checks} checks:\n{log}");
    assert!(!client.kept.iter().any(|m| m["params"]["version"].as_i64().is_some_and(|v| (2..201).contains(&v))));
    assert_eq!(client.end().0, Some(0));
}

#[test]
fn the_end_of_a_server_has_a_code() {
    let folder = scratch("lsp_ends");
    let mut client = Client::start(&folder, &[]);
    client.tell("exit", Value::Null);
    assert_eq!(client.child.wait().unwrap().code(), Some(1));
    let mut client = Client::start(&folder, &[]);
    client.raw(b"This is no header\r\n\r\n");
    assert_eq!(client.child.wait().unwrap().code(), Some(1));
    let mut client = Client::start(&folder, &[]);
    drop(client.input.take());
    assert_eq!(client.child.wait().unwrap().code(), Some(1));
}

#[test]
fn byte_order_marks_carriage_returns_and_places_beyond_the_line() {
    let text = "\u{feff}é = 1\r\nX = DEFI_CONSTANTE(VALE=é)\r\n";
    let (folder, uri) = study("lsp_crlf", text);
    for (encoding, column) in [("utf-8", 24), ("utf-16", 24)] {
        let mut client = Client::start(&folder, &[encoding]);
        client.open(&uri, text);
        let found = client.ask(
            "textDocument/definition",
            json!({ "textDocument": { "uri": uri }, "position": { "line": 1, "character": column } }),
        );
        assert_eq!(
            found["range"]["start"],
            json!({ "line": 0, "character": if encoding == "utf-8" { 3 } else { 1 } }),
            "{encoding}"
        );
        let beyond = json!({ "textDocument": { "uri": uri }, "position": { "line": 1, "character": 900 } });
        assert!(client.ask("textDocument/completion", beyond)["items"].is_array());
        let whole = json!({ "textDocument": { "uri": uri } });
        assert_eq!(client.ask("textDocument/formatting", whole), json!([]));
        assert_eq!(client.end().0, Some(0));
    }
}

/// A carriage return alone ends a line for the protocol: edits behind it land where the client means them.
#[test]
fn lines_end_as_the_protocol_says() {
    let folder = scratch("lsp_lone_return");
    let uri = uri(&folder.join("r.comm"));
    let mut client = Client::start(&folder, &["utf-16"]);
    client.open(&uri, "A = 0.7\rB = 1.3\r\nC = 2.6\n");
    let range = json!({"start": {"line": 1, "character": 4}, "end": {"line": 1, "character": 7}});
    client.tell(
        "textDocument/didChange",
        json!({"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"range": range, "text": "DEFI_CONSTANTE(VALEE=3.9)"}]}),
    );
    let found = client.diagnostics(&uri, Some(2));
    let wrong = found.iter().find(|d| d["message"].as_str().is_some_and(|m| m.contains("VALEE"))).unwrap();
    assert_eq!(
        (&wrong["range"]["start"]["line"], &wrong["range"]["start"]["character"]),
        (&json!(1), &json!(19)),
        "{wrong}"
    );
}
