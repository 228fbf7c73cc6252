//! Rules that the server keeps whatever it is asked: nothing old is shown, nothing stays that holds no more, nothing ends it.

use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Client, at, place, uri};
use crate::program::scratch;

const WRONG: &str = "DEBUT()\nX = DEFI_CONSTANTE(VALEUR=0.7)\nFIN()\n";
const RIGHT: &str = "DEBUT()\nX = DEFI_CONSTANTE(VALE=0.7)\nFIN()\n";

fn whole(uri: &str) -> Value {
    json!({ "textDocument": { "uri": uri } })
}

#[test]
fn a_request_about_a_text_that_has_changed_is_refused() {
    let folder = scratch("lsp_changed");
    std::fs::write(folder.join("a.comm"), RIGHT).unwrap();
    let uri = uri(&folder.join("a.comm"));
    let mut client = Client::start(&folder, &[]);
    client.open(&uri, RIGHT);
    client.diagnostics(&uri, Some(1));
    // In one piece, so that the server has all of it before it answers the first.
    let mut bytes = Vec::new();
    let mut put = |message: Value| {
        let text = message.to_string();
        bytes.extend(format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes());
    };
    let hover = at(&uri, RIGHT, "DEFI", 2);
    for id in 900..940 {
        put(json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": hover }));
    }
    put(json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 939 } }));
    let document = json!({ "uri": uri, "version": 2 });
    let params = json!({ "textDocument": document, "contentChanges": [{ "text": WRONG }] });
    put(json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": params }));
    put(json!({ "jsonrpc": "2.0", "id": 950, "method": "textDocument/hover", "params": hover }));
    client.raw(&bytes);
    let codes: Vec<i64> = (900..940).map(|id| client.answer(id)["error"]["code"].as_i64().unwrap_or(0)).collect();
    // The first ones may be answered before the rest has arrived.
    assert_eq!(codes[38..], [-32801, -32800], "{codes:?}");
    assert!(
        codes.iter().all(|code| [0, -32801, -32800].contains(code))
            && codes.is_sorted_by(|a, b| a >= b || *b == -32800)
    );
    assert!(client.answer(950)["result"].is_object());
    assert!(!client.diagnostics(&uri, Some(2)).is_empty());
    assert_eq!(client.end().0, Some(0));
}

#[test]
fn diagnostics_go_with_what_they_are_about() {
    let folder = scratch("lsp_cleared");
    let main = "DEBUT()\nINCLUDE(UNITE=81)\nFIN()\n";
    let part = "é = 1\nX = DEFI_CONSTANTE(VALEUR=0.7)\n";
    for (name, text) in [
        ("main.comm", main),
        ("part.comm", part),
        ("other.comm", RIGHT),
        ("s.export", "F comm main.comm D 1\nF libr part.comm D 81\n"),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let of = |name: &str| uri(&folder.join(name));
    let mut client = Client::start(&folder, &[]);
    // An error in a file that is not open is shown in that file.
    client.open(&of("main.comm"), main);
    let found = client.diagnostics(&of("part.comm"), None);
    assert_eq!(found[0]["range"]["start"], place(part, "VALEUR", 0), "{found:?}");
    // The profile changes and names another file: the file of before has nothing any more.
    std::fs::write(folder.join("s.export"), "F comm main.comm D 1\nF libr other.comm D 81\n").unwrap();
    let change = json!({ "changes": [{ "uri": of("s.export"), "type": 2 }] });
    client.tell("workspace/didChangeWatchedFiles", change);
    client.until(&of("part.comm"), false);
    // It names the file again, then names the study no more: the study is the file alone, whose unit is not bound.
    std::fs::write(folder.join("s.export"), "F comm main.comm D 1\nF libr part.comm D 81\n").unwrap();
    client.tell("textDocument/didSave", whole(&of("main.comm")));
    client.until(&of("part.comm"), true);
    std::fs::write(folder.join("s.export"), "F comm other.comm D 1\n").unwrap();
    client.tell("textDocument/didSave", whole(&of("main.comm")));
    client.until(&of("part.comm"), false);
    client.kept.clear();
    // Renamed: the editor closes the old name and opens the new one.
    std::fs::write(folder.join("s.export"), "F comm main.comm D 1\nF libr part.comm D 81\n").unwrap();
    client.tell("textDocument/didSave", whole(&of("main.comm")));
    client.until(&of("part.comm"), true);
    std::fs::rename(folder.join("part.comm"), folder.join("new.comm")).unwrap();
    client.tell(
        "workspace/didRenameFiles",
        json!({ "files": [{ "oldUri": of("part.comm"), "newUri": of("new.comm") }] }),
    );
    client.until(&of("part.comm"), false);
    // Deleted.
    std::fs::rename(folder.join("new.comm"), folder.join("part.comm")).unwrap();
    client.kept.clear();
    client.tell("textDocument/didSave", whole(&of("main.comm")));
    client.until(&of("part.comm"), true);
    std::fs::remove_file(folder.join("part.comm")).unwrap();
    client.tell("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": of("part.comm"), "type": 3 }] }));
    client.until(&of("part.comm"), false);
    // Closed.
    client.kept.clear();
    client.replace(&of("main.comm"), 5, WRONG);
    assert!(!client.diagnostics(&of("main.comm"), Some(5)).is_empty());
    // What was told of the file that is gone may have come late.
    client.kept.clear();
    client.tell("textDocument/didClose", whole(&of("main.comm")));
    client.until(&of("main.comm"), false);
    assert_eq!(client.end().0, Some(0));
}

#[test]
fn a_client_that_asks_for_diagnostics_is_pushed_none() {
    let folder = scratch("lsp_pull");
    std::fs::write(folder.join("a.comm"), WRONG).unwrap();
    let uri = uri(&folder.join("a.comm"));
    let able = json!({ "textDocument": { "diagnostic": { "relatedDocumentSupport": true } },
        "workspace": { "diagnostics": { "refreshSupport": true } } });
    let mut client = Client::able(&folder, able, Value::Null, &[]);
    client.open(&uri, WRONG);
    let found = client.ask("textDocument/diagnostic", whole(&uri));
    assert_eq!(found["kind"], "full");
    assert!(found["items"].as_array().is_some_and(|items| !items.is_empty()), "{found}");
    // A request that waits for a check is given up when the text changes, and may be asked again.
    client.replace(&uri, 2, "DEBUT()\n");
    let first = client.begin("textDocument/diagnostic", whole(&uri));
    std::thread::sleep(Duration::from_millis(30));
    client.replace(&uri, 3, RIGHT);
    let answer = client.answer(first);
    let gave_up = answer["error"]["code"] == -32802 && answer["error"]["data"]["retriggerRequest"] == true;
    assert!(gave_up || answer["error"]["code"] == -32801, "{answer}");
    assert_eq!(client.ask("textDocument/diagnostic", whole(&uri))["items"], json!([]));
    // Taken back by the client.
    client.replace(&uri, 4, WRONG);
    let second = client.begin("textDocument/diagnostic", whole(&uri));
    client.tell("$/cancelRequest", json!({ "id": second }));
    assert_eq!(client.answer(second)["error"]["code"], -32800);
    client.tell("textDocument/didClose", whole(&uri));
    let pushed = |client: &Client| client.kept.iter().any(|m| m["method"] == "textDocument/publishDiagnostics");
    assert!(!pushed(&client));
    assert_eq!(client.end().0, Some(0));
}

#[test]
fn an_error_of_the_program_ends_neither_the_server_nor_its_checks() {
    let folder = scratch("lsp_panic");
    std::fs::write(folder.join("a.comm"), RIGHT).unwrap();
    let uri = uri(&folder.join("a.comm"));
    let mut client = Client::start(&folder, &[]);
    client.open(&uri, RIGHT);
    assert_eq!(client.refused("stickslip/panic", json!({})).0, -32603);
    client.tell("stickslip/panicNow", json!({}));
    client.raw(b"Content-Length: 2\r\n\r\n{]");
    assert_eq!(client.wait(|message| message["error"]["code"] == -32700)["id"], Value::Null);
    assert!(client.ask("textDocument/hover", at(&uri, RIGHT, "DEFI", 2)).is_object());
    client.replace(&uri, 2, WRONG);
    assert!(!client.diagnostics(&uri, Some(2)).is_empty());
    assert_eq!(client.end().0, Some(0));
    let log = std::fs::read_to_string(folder.join("lsp.log")).unwrap();
    assert!(log.contains("stickslip/panicNow failed by an error of the program"), "{log}");
    assert!(log.lines().all(|line| line.contains(" s  ")), "{log}");
}

#[test]
fn the_study_that_never_ends_and_the_text_that_is_no_study() {
    let folder = scratch("lsp_bounded");
    let endless = "DEBUT()\nwhile True:\n    x = 1\n";
    std::fs::write(folder.join("a.comm"), endless).unwrap();
    let uri = uri(&folder.join("a.comm"));
    let mut client = Client::start(&folder, &[]);
    client.open(&uri, endless);
    // Answers do not wait for the check, which ends by itself.
    assert!(client.ask("textDocument/documentSymbol", whole(&uri)).is_array());
    client.diagnostics(&uri, Some(1));
    let log = std::fs::read_to_string(folder.join("lsp.log")).unwrap();
    assert_eq!(log.matches("takes longer").count(), 1, "{log}");
    // From now on it is checked at save only, and the author is told.
    assert!(client.told("window/showMessage")["message"].as_str().unwrap().contains("a.comm: the check takes longer"));
    client.replace(&uri, 2, &format!("{endless}y = 2\n"));
    std::thread::sleep(Duration::from_millis(400));
    client.ask("textDocument/documentSymbol", whole(&uri));
    assert!(!client.kept.iter().any(|m| m["params"]["version"] == 2));
    client.tell("textDocument/didSave", whole(&uri));
    client.diagnostics(&uri, Some(2));
    let text = "\0\u{10ffff}é(((\r\n'''\r\t]=_F(\n";
    client.open("untitled:Untitled-1", text);
    for method in ["documentSymbol", "foldingRange", "semanticTokens/full", "codeLens", "documentLink", "formatting"] {
        let answer = client.whole(&format!("textDocument/{method}"), whole("untitled:Untitled-1"));
        assert!(answer.get("error").is_none(), "{method}: {answer}");
    }
    assert_eq!(client.end().0, Some(0));
}

/// With `--sandbox` a study that is edited reads nothing outside its folder, nor does its run, nor does the log go there.
#[cfg(unix)]
#[test]
fn the_sandbox_holds_in_an_editor() {
    let base = scratch("lsp_sandbox");
    let inside = base.join("study");
    std::fs::create_dir_all(&inside).unwrap();
    std::fs::write(base.join("secret.comm"), "x = s3cret_word\n").unwrap();
    std::fs::write(base.join("secret.mail"), "GROUP_NO\nWALL N1\nFINSF\n").unwrap();
    let study = "DEBUT()\nINCLUDE(UNITE=91)\nM = LIRE_MAILLAGE(UNITE=20)\nC = AFFE_CHAR_MECA(DDL_IMPO=_F(GROUP_NO='WALL'))\nFIN()\n";
    std::fs::write(inside.join("s.comm"), study).unwrap();
    let profile = "F comm s.comm D 1\nF libr ../secret.comm D 91\nF mail ../secret.mail D 20\n";
    std::fs::write(inside.join("s.export"), profile).unwrap();
    let uri = uri(&inside.join("s.comm"));
    for sandbox in [true, false] {
        let arguments: &[&str] = if sandbox { &["--sandbox"] } else { &[] };
        let mut client = Client::able(&inside, json!({}), Value::Null, arguments);
        client.open(&uri, study);
        let found = Value::Array(client.diagnostics(&uri, Some(1))).to_string();
        assert_eq!(found.contains("--sandbox"), sandbox, "{found}");
        let group = client.ask("textDocument/definition", at(&uri, study, "WALL", 1));
        assert_eq!(group.is_null(), sandbox, "{group}");
        let run = json!({ "command": "stickslip.run", "arguments": [uri] });
        assert_eq!(client.ask("workspace/executeCommand", run)["status"], "error");
        let said: String = client.kept.iter().map(Value::to_string).collect();
        assert_eq!(said.contains("s3cret_word"), !sandbox, "{said}");
        assert_eq!(client.end().0, Some(0));
    }
}

/// A file that a study includes, open alone: the study is found by the profile that names both, and is renamed in, too.
#[test]
fn a_rename_begun_in_an_included_file_reaches_the_study() {
    let folder = scratch("lsp_included_rename");
    let main = "DEBUT()\nINCLUDE(UNITE=44)\nM = DEFI_CONSTANTE(VALE=PUSH)\nprint(PUSH)\nFIN()\n";
    let part = "PUSH = 0.7\nPULL = 1.3 * PUSH\n";
    for (name, text) in [
        ("bridge.comm", main),
        ("loads.comm", part),
        ("alone.comm", "PUSH = 1.3\n"),
        ("bridge.export", "F comm bridge.comm D 1\nF libr loads.comm D 44\n"),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let of = |name: &str| uri(&folder.join(name));
    let mut client = Client::start(&folder, &[]);
    client.open(&of("loads.comm"), part);
    client.diagnostics(&of("loads.comm"), Some(1));
    let mut wanted = at(&of("loads.comm"), part, "PUSH", 1);
    wanted["newName"] = "WIND".into();
    let changes = client.ask("textDocument/rename", wanted)["changes"].clone();
    let count = |name: &str| changes[of(name)].as_array().map_or(0, Vec::len);
    assert_eq!((count("loads.comm"), count("bridge.comm"), count("alone.comm")), (2, 2, 0), "{changes}");
    // A name that the study has already is refused there.
    std::fs::write(folder.join("bridge.comm"), format!("{main}WIND = 3\n")).unwrap();
    let mut wanted = at(&of("loads.comm"), part, "PUSH", 1);
    wanted["newName"] = "WIND".into();
    assert!(client.refused("textDocument/rename", wanted).1.contains("bridge.comm: 'WIND' is a name"));
    assert_eq!(client.end().0, Some(0));
}
