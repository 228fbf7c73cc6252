//! Runs of a study from its text: verdicts and found values beside its assertions, progress, the end of a run; and the other
//! answers that stand beside the text.

use serde_json::{Value, json};

use super::client::{Client, at, place, uri};
use crate::program::{copy_of, root, scratch};

fn whole(uri: &str) -> Value {
    json!({ "textDocument": { "uri": uri } })
}

fn command(name: &str, argument: Value) -> Value {
    json!({ "command": name, "arguments": [argument] })
}

fn titles(lenses: &Value) -> Vec<&str> {
    lenses.as_array().unwrap().iter().map(|lens| lens["command"]["title"].as_str().unwrap()).collect()
}

/// 0.7 * 1.3 = 0.91, and a wrong value.
const STUDY: &str = "# é𝛼\nDEBUT()\nK = 1.3\nF = FORMULE(NOM_PARA='X', VALE='K*X', K=K)\n\
    TEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=0.7, VALE_CALC=0.91))  # 𝛼\n\
    TEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=0.5, VALE_CALC=0.7, REFERENCE='ANALYTIQUE', VALE_REFE=0.65))\nFIN()\n";

#[test]
fn a_run_puts_verdicts_beside_the_assertions() {
    let folder = scratch("lsp_run");
    let text = STUDY.replace("FORMULE(NOM_PARA='X', VALE='K*X', K=K)", "DEFI_CONSTANTE(VALE=K)");
    let text = text.replace("VALE_PARA=0.7, VALE_CALC=0.91", "VALE_PARA=0.7, VALE_CALC=1.3");
    let text = text.replace("VALE_CALC=0.7, REFERENCE='ANALYTIQUE', VALE_REFE=0.65", "VALE_CALC=0.7");
    std::fs::write(folder.join("a.comm"), &text).unwrap();
    let uri = uri(&folder.join("a.comm"));
    let able = json!({ "window": { "workDoneProgress": true },
        "workspace": { "codeLens": { "refreshSupport": true }, "inlayHint": { "refreshSupport": true } } });
    let mut client = Client::able(&folder, able, json!({ "runWith": true }), &[]);
    client.open(&uri, &text);
    client.diagnostics(&uri, Some(1));
    let lenses = client.ask("textDocument/codeLens", whole(&uri));
    assert_eq!(titles(&lenses), ["run", "run with ...", "graph"]);
    assert_eq!(lenses[0]["range"]["start"], place(&text, "DEBUT", 0));

    let answer = client.ask("workspace/executeCommand", command("stickslip.run", json!(uri)));
    assert_eq!((&answer["status"], &answer["held"], &answer["failed"]), (&json!("failed"), &json!(1), &json!(1)));
    assert!(client.told("window/showMessage")["message"].as_str().unwrap().starts_with("1 assertion failed, 1 held"));
    let token = client.told("window/workDoneProgress/create")["token"].clone();
    let begin = client.told("$/progress");
    assert_eq!((&begin["token"], &begin["value"]["kind"]), (&token, &json!("begin")));
    client.wait(|m| m["method"] == "$/progress" && m["params"]["value"]["kind"] == "end");
    client.told("workspace/codeLens/refresh");
    client.told("workspace/inlayHint/refresh");
    let told = |client: &Client, what: &str| client.kept.iter().filter(|m| m["method"] == what).count();

    let lenses = client.ask("textDocument/codeLens", whole(&uri));
    // Lenses are asked for at the start and at the end, hints at the end alone.
    assert_eq!((told(&client, "workspace/codeLens/refresh"), told(&client, "workspace/inlayHint/refresh")), (1, 0));
    assert_eq!(titles(&lenses)[3..], ["OK 0 %", "NOOK found 1.3, expected 0.7"]);
    assert_eq!(lenses[3]["range"]["start"], place(&text, "TEST_FONCTION", 0));
    let asked = lenses[4]["command"]["arguments"][0].clone();
    let details = client.ask("workspace/executeCommand", command("stickslip.explain", asked))["markdown"].clone();
    assert!(details.as_str().unwrap().contains("found 1.3, expected 0.7"), "{details}");
    let mut params = whole(&uri);
    params["range"] = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 90, "character": 0 } });
    let hints = client.ask("textDocument/inlayHint", params.clone());
    assert_eq!(hints[0]["label"], "found 1.3");
    assert_eq!(hints[1]["position"], place(&text, "VALE_CALC=0.7", 13));

    // The found value can be written down, after a look.
    let mut here = params.clone();
    here["range"] = json!({ "start": place(&text, "VALE_CALC=0.7", 11), "end": place(&text, "VALE_CALC=0.7", 11) });
    here["context"] = json!({ "diagnostics": [] });
    let actions = client.ask("textDocument/codeAction", here);
    let write =
        actions.as_array().unwrap().iter().find(|a| a["title"].as_str().unwrap().starts_with("write the found"));
    assert_eq!(write.unwrap()["edit"]["changes"][&uri][0]["newText"], "1.3");

    // A comment changes nothing; a number that both rest on makes them old; nothing is removed.
    let other = text.replace("K = 1.3", "K = 1.3  # stiffness\n");
    client.replace(&uri, 2, &other);
    let lenses = client.ask("textDocument/codeLens", whole(&uri));
    assert_eq!(titles(&lenses)[3..], ["OK 0 %", "NOOK found 1.3, expected 0.7"]);
    assert_eq!(lenses[3]["range"]["start"], place(&other, "TEST_FONCTION", 0));
    client.replace(&uri, 3, &text.replace("K = 1.3", "K = 1.7"));
    let lenses = client.ask("textDocument/codeLens", whole(&uri));
    let old = ["before the change: OK 0 %", "before the change: NOOK found 1.3, expected 0.7"];
    assert_eq!(titles(&lenses)[3..], old);
    assert_eq!(client.ask("textDocument/inlayHint", params), json!([]));
    // What is not saved is not run; values of variables may be given.
    let (code, why) = client.refused("workspace/executeCommand", command("stickslip.run", json!(uri)));
    assert!(code == -32803 && why.contains("save"), "{why}");
    client.replace(&uri, 4, &text);
    let with = json!({ "uri": uri, "set": { "K": 0.7 } });
    let answer = client.ask("workspace/executeCommand", command("stickslip.run", with));
    assert_eq!((&answer["held"], &answer["failed"]), (&json!(1), &json!(1)), "{answer}");
    let lenses = client.ask("textDocument/codeLens", whole(&uri));
    assert_eq!(titles(&lenses)[3..], ["NOOK found 0.7, expected 1.3", "OK 0 %"]);
    assert_eq!(client.end().0, Some(0));
}

#[test]
fn a_long_run_tells_where_it_is_and_can_be_stopped() {
    let folder = copy_of(&root().join("examples/rubbing_shoe"), "lsp_stop");
    let file = folder.join("rubbing_shoe.comm");
    // Three times as long: it must not be at its end before it is stopped, however busy the machine is.
    let text = std::fs::read_to_string(&file).unwrap().replacen("T_FIN = 12.0", "T_FIN = 36.0", 1);
    std::fs::write(&file, &text).unwrap();
    let uri = uri(&file);
    let able = json!({ "window": { "workDoneProgress": true } });
    let mut client = Client::able(&folder, able, Value::Null, &[]);
    client.open(&uri, &text);
    client.diagnostics(&uri, Some(1));
    // Ended by a command, by its progress, by the request taken back; other requests are answered meanwhile.
    for way in ["command", "progress", "request"] {
        let id = client.begin("workspace/executeCommand", command("stickslip.run", json!(uri)));
        let report = client.wait(|m| m["method"] == "$/progress" && m["params"]["value"]["kind"] == "report");
        let message = report["params"]["value"]["message"].as_str().unwrap();
        let is_command = message.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
        assert!(message.contains(" = ") || is_command, "{message}");
        let lenses = client.ask("textDocument/codeLens", whole(&uri));
        assert!(titles(&lenses)[0].starts_with("stop ("), "{lenses}");
        let (_, why) = client.refused("workspace/executeCommand", command("stickslip.run", json!(uri)));
        assert!(why.contains("running"), "{why}");
        match way {
            "command" => {
                assert_eq!(client.ask("workspace/executeCommand", command("stickslip.stop", json!(uri))), true);
            }
            "progress" => {
                client.tell("window/workDoneProgress/cancel", json!({ "token": report["params"]["token"] }));
            }
            _ => client.tell("$/cancelRequest", json!({ "id": id })),
        }
        assert_eq!(client.answer(id)["error"]["code"], -32800, "{way}");
        client.kept.clear();
    }
    assert_eq!(client.ask("workspace/executeCommand", command("stickslip.stop", json!(uri))), false);
    assert_eq!(client.end().0, Some(0));
}

/// Operators that start one after the other, and then one that says nothing for long (here the study's own Python): it is told which.
#[test]
fn what_comes_too_soon_is_told_later() {
    let folder = scratch("lsp_untold");
    let text = "DEBUT()\nfor k in range(40):\n    L = DEFI_LIST_REEL(VALE=(0.7, 1.3 + k))\n    assert L.Valeurs()[1] > 1.0\n\
        F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.7, 1.0, 1.3))\nx = F(0.5)\nwhile x > 0.0:\n    x += 1e-3\nFIN()\n";
    std::fs::write(folder.join("a.comm"), text).unwrap();
    let uri = uri(&folder.join("a.comm"));
    let able = json!({ "window": { "workDoneProgress": true } });
    let mut client = Client::able(&folder, able, Value::Null, &[]);
    client.open(&uri, text);
    let id = client.begin("workspace/executeCommand", command("stickslip.run", json!(uri)));
    let begun = client.wait(|m| m["method"] == "$/progress" && m["params"]["value"]["kind"] == "begin");
    let is_report = |m: &Value| m["method"] == "$/progress" && m["params"]["value"]["kind"] == "report";
    let first = client.wait(is_report);
    assert_eq!(begun["params"]["token"], first["params"]["token"]);
    client.tell("$/cancelRequest", json!({ "id": id }));
    assert_eq!(client.answer(id)["error"]["code"], -32800);
    assert_eq!(client.end().0, Some(0));
}

#[test]
fn what_only_a_run_finds_is_shown_until_the_text_changes() {
    let folder = scratch("lsp_met");
    let text = "DEBUT()\né = 1\nraise ValueError('𝛼 is wrong')\nFIN()\n";
    std::fs::write(folder.join("a.comm"), text).unwrap();
    let uri = uri(&folder.join("a.comm"));
    let mut client = Client::start(&folder, &[]);
    client.open(&uri, text);
    client.diagnostics(&uri, Some(1));
    let answer = client.ask("workspace/executeCommand", command("stickslip.run", json!(uri)));
    assert_eq!(answer["status"], "error");
    let message = client.told("window/showMessage")["message"].as_str().unwrap().to_string();
    assert!(message.contains("not run to its end"), "{message}");
    for (name, argument) in
        [("run", json!({})), ("page", json!("NOTHING")), ("explain", json!("X999")), ("none", json!(1))]
    {
        client.refused("workspace/executeCommand", command(&format!("stickslip.{name}"), argument));
    }
    let page = client.ask("workspace/executeCommand", command("stickslip.page", json!("DEFI_CONSTANTE.VALE")));
    assert!(page["markdown"].as_str().unwrap().contains("VALE"));
    let code = client.ask("workspace/executeCommand", command("stickslip.explain", json!("C002")));
    assert!(code["markdown"].as_str().unwrap().starts_with("**C002"));
    assert_eq!(client.end().0, Some(0));
}

#[test]
fn units_groups_files_and_pictures_lead_to_where_they_are() {
    let folder = copy_of(&root().join("examples/rubbing_shoe"), "lsp_links");
    let file = folder.join("rubbing_shoe.comm");
    let text = std::fs::read_to_string(&file).unwrap();
    let profile = std::fs::read_to_string(folder.join("rubbing_shoe.export")).unwrap();
    let mesh = std::fs::read_to_string(folder.join("rubbing_shoe.mail")).unwrap();
    let (study, export) = (uri(&file), uri(&folder.join("rubbing_shoe.export")));
    let mut client = Client::able(&folder, json!({}), json!({ "hints": { "lists": true, "steps": true } }), &[]);
    client.open(&study, &text);
    client.diagnostics(&study, Some(1));
    let line_of = |text: &str, word: &str| text.lines().position(|line| line.contains(word)).unwrap();
    let unit = client.ask("textDocument/definition", at(&study, &text, "UNITE=20", 7));
    assert_eq!(
        (&unit["uri"], unit["range"]["start"]["line"].as_u64()),
        (&json!(export), Some(line_of(&profile, " 20") as u64))
    );
    let whole_file = client.ask("textDocument/typeDefinition", at(&study, &text, "UNITE=20", 7));
    assert_eq!(whole_file["uri"], uri(&folder.join("rubbing_shoe.mail")));
    let group = text.split("GROUP_NO=\"").nth(1).or(text.split("GROUP_NO='").nth(1)).unwrap();
    let group = &group[..group.find(['"', '\'']).unwrap()];
    let place_ =
        at(&study, &text, &format!("GROUP_NO={}{group}", &text[text.find("GROUP_NO=").unwrap() + 9..][..1]), 11);
    let found = client.ask("textDocument/definition", place_);
    let line = found["range"]["start"]["line"].as_u64().unwrap() as usize;
    assert!(mesh.lines().nth(line).unwrap().contains(group), "{found}");
    let links = client.ask("textDocument/documentLink", whole(&study));
    assert!(links.to_string().contains("rubbing_shoe.mail"), "{links}");
    client.open(&export, &profile);
    let links = client.ask("textDocument/documentLink", whole(&export));
    assert!(links.as_array().unwrap().len() >= 2 && links.to_string().contains("rubbing_shoe.comm"), "{links}");
    assert_eq!(client.ask("textDocument/semanticTokens/full", whole(&export)), Value::Null);
    let graph = client.ask("workspace/executeCommand", command("stickslip.graph", json!(study)));
    assert!(graph["svg"].as_str().unwrap().starts_with("<svg") || graph["svg"].as_str().unwrap().starts_with("<?xml"));
    let answer = client.ask("workspace/executeCommand", command("stickslip.run", json!(study)));
    assert_eq!(answer["status"], "ok", "{answer}");
    let charts = client.ask("workspace/executeCommand", command("stickslip.chart", json!(study)));
    assert!(!charts["files"].as_array().unwrap().is_empty(), "{answer}");
    let lenses = client.ask("textDocument/codeLens", whole(&study));
    let titles = titles(&lenses);
    // They stand in a loop: one sum for all of them.
    assert!(titles.last().unwrap().starts_with("OK 35 of 40, 5 not compared, largest error 0.0"), "{titles:?}");
    let mut params = whole(&study);
    params["range"] = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9999, "character": 0 } });
    let hints = client.ask("textDocument/inlayHint", params.clone());
    assert!(hints.is_array());
    let tokens = client.ask("textDocument/semanticTokens/full", whole(&study))["data"].as_array().unwrap().len();
    params["range"]["end"]["line"] = 30.into();
    let some = client.ask("textDocument/semanticTokens/range", params)["data"].as_array().unwrap().len();
    assert!(some > 0 && some < tokens && some.is_multiple_of(5));
    assert_eq!(client.end().0, Some(0));
}

#[test]
fn keywords_come_with_quotes_and_lines_with_their_indentation() {
    let folder = scratch("lsp_typing");
    let text = "é = 1; M = LIRE_MAILLAGE(FORMAT='ASTER')\nMO = AFFE_MODELE(\n\n    AFFE=_F(TOUT='OUI')\n)\nX = DEFI_CONSTANTE( )\nY = DEFI_CONSTANTE(VALE=1.3)\n";
    std::fs::write(folder.join("a.comm"), text).unwrap();
    let uri = uri(&folder.join("a.comm"));
    let able = json!({ "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } } });
    let mut client = Client::able(&folder, able, Value::Null, &[]);
    client.open(&uri, text);
    client.diagnostics(&uri, Some(1));
    let mut params = at(&uri, text, "AFFE_MODELE(", 13);
    let found = client.ask("textDocument/completion", params.clone());
    let items = found["items"].as_array().unwrap();
    let new = |label: &str| items.iter().find(|item| item["label"] == label).unwrap()["textEdit"]["newText"].clone();
    assert_eq!((items[0]["label"].as_str(), new("AFFE")), (Some("MAILLAGE"), json!("AFFE=_F($1)")));
    params["ch"] = "\n".into();
    params["options"] = json!({ "tabSize": 4, "insertSpaces": true });
    let edits = client.ask("textDocument/onTypeFormatting", params);
    assert_eq!(edits[0]["newText"], "    ");
    // A blank asks for keywords behind a comma only.
    let mut blank = at(&uri, text, "DEFI_CONSTANTE( )", 16);
    blank["context"] = json!({ "triggerKind": 2, "triggerCharacter": " " });
    assert_eq!(client.ask("textDocument/completion", blank)["items"], json!([]));
    // Actions: mandatory keywords, a name for a number.
    let action = |client: &mut Client, word: &str, shift: usize, kind: &str| {
        let at = place(text, word, shift);
        let params = json!({ "textDocument": { "uri": uri }, "range": { "start": at, "end": at },
            "context": { "diagnostics": [], "only": [kind] } });
        client.ask("textDocument/codeAction", params)
    };
    let found = action(&mut client, "DEFI_CONSTANTE( )", 3, "quickfix");
    let titles: Vec<&str> = found.as_array().unwrap().iter().map(|a| a["title"].as_str().unwrap()).collect();
    assert!(titles.contains(&"add the mandatory keyword VALE"), "{titles:?}");
    let found = action(&mut client, "=1.3", 2, "refactor.extract");
    assert_eq!(found[0]["title"], "give 1.3 a name: VALE");
    assert_eq!(found[0]["edit"]["changes"][&uri][1]["newText"], "VALE");
    assert_eq!(client.end().0, Some(0));
}

#[test]
fn forms_of_former_versions_are_told_and_written_as_todays() {
    let folder = scratch("lsp_former");
    let text =
        "\u{feff}DEBUT()\r\n# é\r\nL = DEFI_LIST_REEL(VALE=(0.0, 0.7))\r\nDETRUIRE(CONCEPT=_F(NOM=L))\r\nFIN()\r\n";
    std::fs::write(folder.join("a.comm"), text).unwrap();
    let uri = uri(&folder.join("a.comm"));
    let mut client = Client::start(&folder, &["utf-16"]);
    client.open(&uri, text);
    let found = client.diagnostics(&uri, Some(1));
    let form =
        found.iter().find(|d| d["severity"] == 4 && d["tags"] == json!([2])).unwrap_or_else(|| panic!("{found:?}"));
    assert_eq!(form["range"]["start"]["line"], 3);
    let params = json!({ "textDocument": { "uri": uri }, "range": form["range"], "context": { "diagnostics": [] } });
    let actions = client.ask("textDocument/codeAction", params);
    let todays = actions.as_array().unwrap().iter().find(|a| a["title"] == "write this call in today's forms");
    let new = todays.unwrap_or_else(|| panic!("{actions}"))["edit"]["changes"][&uri][0]["newText"].clone();
    assert_eq!(new, "DETRUIRE(NOM=L)");
    // A place in the first line, behind the mark.
    client.replace(&uri, 2, "\u{feff}X = DEFI_CONSTANTE(VALEE=0.7)\r\n");
    let found = client.diagnostics(&uri, Some(2));
    assert_eq!(found[0]["range"]["start"], json!({ "line": 0, "character": 20 }), "{found:?}");
    let params =
        json!({ "textDocument": { "uri": uri }, "range": found[0]["range"], "context": { "diagnostics": [] } });
    let actions = client.ask("textDocument/codeAction", params);
    let range = &actions[0]["edit"]["changes"][&uri][0]["range"];
    assert_eq!(*range, json!({ "start": { "line": 0, "character": 20 }, "end": { "line": 0, "character": 25 } }));
    assert_eq!(client.end().0, Some(0));
}
