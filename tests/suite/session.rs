//! A scripted client of `stickslip repl --json`, and values in the report of a run.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::{copy_of, root, scratch, stickslip, stickslip_reading};

/// Longest wait for a line: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A session and the lines that come from it.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Value>,
    next: i64,
}

impl Client {
    fn start(folder: &Path, arguments: &[&str]) -> Client {
        Client::failing_at(folder, arguments, "")
    }

    /// The same, of a program that panics at a command or a request.
    fn failing_at(folder: &Path, arguments: &[&str], what: &str) -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_stickslip"))
            .args(["repl", "--json"])
            .args(arguments)
            .current_dir(folder)
            .env("STICKSLIP_PANIC_AT", what)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(serde_json::from_str(&line).unwrap()).is_err() {
                    return;
                }
            }
        });
        let client = Client { child, input, lines, next: 0 };
        let first = client.line();
        assert_eq!(first["protocol"], 1, "{first}");
        assert!(first["stickslip"].as_str().unwrap().starts_with(env!("CARGO_PKG_VERSION")));
        client
    }

    fn line(&self) -> Value {
        self.lines.recv_timeout(PATIENCE).expect("a line within a minute")
    }

    /// Sends a request; gives what it is called.
    fn send(&mut self, mut request: Value) -> i64 {
        self.next += 1;
        request["id"] = self.next.into();
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{request}").unwrap();
        input.flush().unwrap();
        self.next
    }

    /// Its events and its last line.
    fn until_done(&mut self, id: i64) -> (Vec<Value>, Value) {
        let mut events = Vec::new();
        loop {
            let line = self.line();
            if line["id"] != id {
                continue;
            }
            if !line["done"].is_null() {
                return (events, line);
            }
            events.push(line);
        }
    }

    fn ask(&mut self, request: Value) -> (Vec<Value>, Value) {
        let id = self.send(request);
        self.until_done(id)
    }

    fn run(&mut self, text: &str) -> (Vec<Value>, Value) {
        self.ask(json!({"do": "run", "text": text, "name": "cell"}))
    }

    /// Waits for the end of the program.
    fn ends(&mut self) -> bool {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if self.child.try_wait().unwrap().is_some() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        false
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The texts and values that events show, in order.
fn shown(events: &[Value]) -> String {
    let text = |event: &Value| match event["event"].as_str() {
        Some("text" | "value") => event["text"].as_str().unwrap_or("").to_string(),
        _ => String::new(),
    };
    events.iter().map(text).collect()
}

const FUNCTION: &str = "F = DEFI_FONCTION(NOM_PARA='INST', NOM_RESU='DEPL', VALE=(0.0, 0.0, 1.3, 2.6))\n";
/// A transient of ten thousand million steps, on the basis of the first example.
const LONG: &str = "KG = PROJ_BASE(BASE=MODES, MATR_ASSE_GENE=(_F(MATRICE=CO('KA'), MATR_ASSE=K), _F(MATRICE=CO('MA_'), MATR_ASSE=M)))\n\
     R = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MA_, MATR_RIGI=KA, SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'),\n\
     INCREMENT=_F(PAS=1.0e-4, INST_FIN=1.0e6), ARCHIVAGE=_F(PAS_ARCH=100000000))\n";

#[test]
fn values_come_as_text_html_pictures_and_arrays() {
    let mut client = Client::start(&scratch("session_values"), &[]);
    let (events, done) = client.run(&format!("{FUNCTION}F\nF(0.65)"));
    assert_eq!((done["done"].as_str(), done["run"].as_u64()), (Some("ok"), Some(1)));
    assert_eq!(done["names"], json!([["F", "fonction_sdaster"]]));
    let values: Vec<&Value> = events.iter().filter(|event| event["event"] == "value").collect();
    let [function, number] = values.as_slice() else { panic!("{events:?}") };
    assert_eq!((function["name"].as_str(), function["last"].as_bool()), (Some("F"), Some(false)));
    assert!(function["html"].as_str().unwrap().contains("<td>2.6</td>"), "{function}");
    assert!(function["svg"].as_str().unwrap().starts_with("<svg"), "{function}");
    assert_eq!((number["text"].as_str(), number["last"].as_bool()), (Some("1.3\n"), Some(true)));
    let (_, arrays) = client.ask(json!({"do": "value", "name": "F", "as": "arrays"}));
    assert_eq!(arrays["kind"], "function");
    // 0.0 and 1.3 as little-endian doubles.
    let first = json!({"name": "INST", "dtype": "<f8", "shape": [2], "base64": "AAAAAAAAAADNzMzMzMz0Pw=="});
    assert_eq!(arrays["columns"][0], first);
    client.run("T = CREA_TABLE(LISTE=(_F(PARA='N', LISTE_I=(3, 7)), _F(PARA='A', LISTE_R=(0.7,)), _F(PARA='S', LISTE_K=('x', 'é'))))");
    let (_, table) = client.ask(json!({"do": "value", "name": "T"}));
    let kinds: Vec<&str> =
        table["columns"].as_array().unwrap().iter().map(|column| column["dtype"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["<i8", "<f8", "text"]);
    assert_eq!(table["columns"][2]["values"], json!(["x", "é"]));
    client.run("x = {'a': (1, 2.5, None), 3: float('nan')}");
    let (_, value) = client.ask(json!({"do": "value", "name": "x"}));
    let expected = json!({"dictionary": [["a", {"tuple": [1, 2.5, null]}], [3, {"real": "NaN"}]]});
    assert_eq!(value["value"], expected);
    let (_, wrong) = client.ask(json!({"do": "value", "name": "FF"}));
    assert_eq!(wrong["message"], "the session has no name FF; did you mean F?");
}

#[test]
fn wrong_texts_leave_the_session_as_it_was() {
    let mut client = Client::start(&scratch("session_wrong"), &[]);
    client.run("x = 3");
    for (text, code, line, column) in
        [("x = (1,\ny", "S002", 1, 5), ("x = 4\n1/0", "G004", 2, 1), ("x = 5\nDEFI_FONCTIO()", "C001", 2, 1)]
    {
        let (events, done) = client.run(text);
        assert_eq!(done["done"], "error", "{text}");
        let found = events.iter().find(|event| event["event"] == "diagnostic").unwrap();
        let place = (found["code"].as_str(), found["line"].as_i64(), found["column"].as_i64(), found["file"].as_str());
        assert_eq!(place, (Some(code), Some(line), Some(column), Some("cell")), "{found}");
        assert!(found["rendered"].as_str().unwrap().contains("[cell:"), "{found}");
    }
    assert_eq!(shown(&client.run("x").0), "3\n");
    // Lines that are no requests are told so, and nothing else happens.
    let input = client.input.as_mut().unwrap();
    input.write_all(b"{\"do\":\n[1]\n{\"id\":\"a\"}\n\xff\n").unwrap();
    for _ in 0..4 {
        assert_eq!(client.line()["done"], "error");
    }
    for request in [json!({"do": "run"}), json!({"do": "walk"}), json!({"do": "value", "name": "x", "as": "film"})] {
        assert!(client.ask(request).1["message"].as_str().unwrap().len() > 10);
    }
    let (events, done) = client.run("print(x)\n:names\n:plot y\nx = 9");
    assert_eq!((shown(&events).as_str(), done["done"].as_str()), ("3\n  x  int  3\n", Some("error")));
    assert_eq!(shown(&client.run("x").0), "3\n", "what follows a command that fails is not run");
}

#[test]
fn an_interrupt_leaves_the_session() {
    let folder = copy_of(&root().join("examples/first_steps"), "session_interrupt");
    let mut client = Client::start(&folder, &["first_steps.comm"]);
    // The study that was given is the first thing to run.
    let mut line = client.line();
    while line["done"].is_null() {
        line = client.line();
    }
    assert_eq!(line["done"], "ok", "{line}");
    client.run("x = 0.7");
    for (text, seen) in [("x = 1\nwhile True:\n    x = x + 1\n", false), (LONG, true)] {
        let id = client.send(json!({"do": "run", "text": text}));
        if seen {
            // It is under way once it tells how far it is.
            while client.line()["event"] != "progress" {}
        }
        let waiting = client.send(json!({"do": "run", "text": "x = 2"}));
        let stop = client.send(json!({"do": "interrupt"}));
        let mut done = Vec::new();
        while done.len() < 3 {
            let line = client.line();
            if let Some(word) = line["done"].as_str() {
                done.push((line["id"].as_i64().unwrap(), word.to_string()));
            }
        }
        done.sort();
        let word = |id: i64| done.iter().find(|(own, _)| *own == id).map(|(_, word)| word.as_str());
        assert_eq!((word(id), word(waiting), word(stop)), (Some("interrupted"), Some("interrupted"), Some("ok")));
        assert_eq!(shown(&client.run("x").0), "0.7\n");
    }
    // Where nothing is under way an interrupt does nothing to what comes next.
    client.ask(json!({"do": "interrupt"}));
    assert_eq!(client.run("x = x + 0.6\nx").1["done"], "ok");
}

#[test]
fn a_program_whose_client_is_gone_ends() {
    let folder = scratch("session_gone");
    for arguments in [&["--with-parent"][..], &["--with-parent", "--threads", "1"]] {
        let mut client = Client::start(&folder, arguments);
        client.send(json!({"do": "run", "text": "while True: pass"}));
        client.input.take();
        assert!(client.ends());
    }
    // Without that what was asked is answered to the end.
    let input = "{\"id\":1,\"do\":\"run\",\"text\":\"1.3 + 0.7\"}\n{\"id\":2,\"do\":\"run\",\"text\":\":quit\"}\n";
    let output = stickslip_reading(&folder, &["repl", "--json"], input.as_bytes());
    let text = String::from_utf8_lossy(&output.stdout).to_string();
    assert!(text.contains("2.0\\n") && output.status.success(), "{text}");
    let mut client = Client::start(&folder, &["--max-time", "0.2"]);
    let (events, done) = client.run("while True: pass");
    assert_eq!(done["done"], "error", "{events:?}");
    assert_eq!(shown(&client.run("1 + 1").0), "2\n");
    assert_eq!(client.ask(json!({"do": "end"})).1["done"], "ok");
    assert!(client.ends());
}

#[test]
fn what_is_asked_while_typing_is_answered() {
    let mut client = Client::start(&scratch("session_typing"), &[]);
    client.run(FUNCTION);
    let (_, offers) = client.ask(json!({"do": "complete", "text": "é = 1\nX = DYNA_VIBRA(TYPE_CA", "at": 28}));
    assert_eq!((offers["from"].as_u64(), offers["offers"][0]["text"].as_str()), (Some(21), Some("TYPE_CALCUL=")));
    let (_, offers) = client.ask(json!({"do": "complete", "text": "x = 1\n:plo", "at": 10}));
    assert_eq!((offers["from"].as_u64(), offers["offers"][0]["text"].as_str()), (Some(6), Some(":plot ")));
    for (text, at, found) in [
        ("F(0.1)", 1, "fonction_sdaster"),
        ("M = CALC_MODES(OPTION='BANDE')", 6, "**CALC_MODES**"),
        ("M = CALC_MODES(OPTION='BANDE')", 17, "**OPTION** of CALC_MODES"),
        ("M = CALC_MODES(", 15, "`MATR_RIGI`"),
    ] {
        let (_, answer) = client.ask(json!({"do": "inspect", "text": text, "at": at}));
        assert!(answer["markdown"].as_str().unwrap().contains(found), "{text}: {answer}");
    }
    for (text, state) in
        [("x = 1", "whole"), ("f(1,", "open"), ("for i in x:", "block"), (":plot F", "whole"), ("", "whole")]
    {
        assert_eq!(client.ask(json!({"do": "whole", "text": text})).1["state"], state, "{text}");
    }
    let (_, names) = client.ask(json!({"do": "names"}));
    assert_eq!(names["names"], json!([["F", "fonction_sdaster", "2 points of DEPL, INST 0 to 1.3"]]));
    assert!(client.ask(json!({"do": "graph"})).1["svg"].as_str().unwrap().contains("DEFI_FONCTION"));
    // A value that is set stands for the first assignment, as with --set.
    client.ask(json!({"do": "set", "values": {"MU": 0.3, "names": ["a'b", true]}}));
    let (events, _) = client.run("MU = 0.1\nMU, names\nMU = 0.7\nMU");
    assert_eq!(shown(&events), "(0.3, [\"a'b\", True])\n0.7\n");
    assert_eq!(client.ask(json!({"do": "set", "values": {"x; y": 1}})).1["done"], "error");
    assert_eq!(client.ask(json!({"do": "save", "path": "typed.comm"})).1["done"], "ok");
    assert_eq!(client.ask(json!({"do": "undo"})).1["done"], "ok");
    let (events, done) = client.run("with open('a.csv', 'w') as f:\n    f.write('0.7')\n:plot F f.svg");
    let files: Vec<&str> = events.iter().filter_map(|e| e["mime"].as_str()).collect();
    assert_eq!((files, done["done"].as_str()), (vec!["image/svg+xml", "text/csv"], Some("ok")));
}

/// Texts of cells, drawn by a generator of our own: numbers, functions, tables, errors, blocks, files, assertions.
fn cell(draw: &mut u64) -> String {
    *draw = draw.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    let (kind, a) = ((*draw >> 33) % 12, (*draw >> 45) % 9);
    match kind {
        0 => format!("x{a} = {a}.7 / 3; x{a}"),
        1 => format!("F{a} = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, {a}.3, 1.0, 2.7)); F{a}; F{a}(0.35)"),
        2 => format!("x{} + 0.1", (a + 1) % 9),
        3 => format!("T = CREA_TABLE(LISTE=(_F(PARA='A', LISTE_R=({a}.7, 1.3)), _F(PARA='B', LISTE_K=('a', 'b')))); T"),
        4 => format!("for i in range({a}):\n    if i % 2: print('odd', i)\n    i / 3\n"),
        5 => format!("items = [{a}]; items.append(1 / {})", a % 2),
        6 => format!("TEST_FONCTION(VALEUR=_F(FONCTION=F{a}, VALE_PARA=0.5, VALE_CALC=1.5))"),
        7 => "y = (1,".to_string(),
        8 => format!("def f{a}(t):\n    return t * {a}.1\n\nf{a}(0.7)"),
        9 => format!("L = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A={}.0, NOMBRE=3)); L", a),
        10 => format!("'é' * {a}, {{'a': {a}}}"),
        _ => format!("F{a} = CALC_FONCTION(DERIVE=_F(FONCTION=F{a})); F{a}"),
    }
}

#[test]
fn two_hundred_random_cells_give_what_a_plain_session_gives() {
    let folder = scratch("session_random");
    let mut draw = 7;
    let cells: Vec<String> = (0..200).map(|_| cell(&mut draw)).collect();
    // Only a text that is whole can be typed; one that is not is left out of the plain session.
    let typed: String = cells.iter().filter(|c| *c != "y = (1,").map(|cell| format!("{cell}\n\n")).collect();
    let plain = stickslip_reading(&folder, &["repl"], format!("{typed}pass\n:names\n").as_bytes());
    let plain = String::from_utf8_lossy(&plain.stdout).to_string();
    let mut client = Client::start(&folder, &[]);
    let mut all = String::new();
    let mut done = [0; 2];
    for cell in &cells {
        let (events, last) = client.run(cell);
        done[usize::from(last["done"] == "ok")] += 1;
        for event in &events {
            all.push_str(&shown(std::slice::from_ref(event)));
            if event["event"] == "assertions" {
                all.push_str(event["text"].as_str().unwrap());
            }
        }
    }
    all.push_str(&shown(&client.run(":names").0));
    assert!(done[0] > 20 && done[1] > 80, "{done:?}");
    assert_eq!(all, plain);
}

#[test]
fn values_stand_in_the_report_of_a_run() {
    let folder = copy_of(&root().join("examples/first_steps"), "session_events");
    let output = stickslip(&folder, &["run", "first_steps.comm", "--json", "-", "--events", "--values", "all"]);
    let text = String::from_utf8_lossy(&output.stdout).to_string();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let report = &lines.last().unwrap()["report"];
    assert_eq!(report["status"], "ok");
    let modes = &report["values"]["MODES"];
    assert_eq!((modes["kind"].as_str(), modes["type"].as_str()), (Some("modes"), Some("mode_meca")));
    let names: Vec<&str> = modes["columns"].as_array().unwrap().iter().map(|c| c["name"].as_str().unwrap()).collect();
    assert!(names.starts_with(&["NUME_ORDRE", "FREQ"]) && names.contains(&"DEPL"), "{names:?}");
    let shape = modes["columns"].as_array().unwrap().iter().find(|c| c["name"] == "DEPL").unwrap();
    assert_eq!(shape["shape"], json!([1, 6]));
    // A name asked for is there whatever it is; one that is not in the study is an error.
    let asked = stickslip(&folder, &["run", "first_steps.comm", "--json", "-", "--values", "MA,K"]);
    let report: Value = serde_json::from_slice(&asked.stdout).unwrap();
    let values: Vec<&String> = report["values"].as_object().unwrap().keys().collect();
    assert_eq!(values, ["MA", "K"]);
    let wrong = stickslip(&folder, &["run", "first_steps.comm", "--json", "-", "--values", "MODE"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("did you mean MODES?"));
}

/// Programs that are released heed no wish for a panic.
#[test]
#[cfg(debug_assertions)]
fn a_panic_of_the_program_leaves_the_session() {
    for threads in ["1", "2"] {
        let mut client = Client::failing_at(&scratch("session_panic"), &["--threads", threads], "DEFI_CONSTANTE");
        let (_, done) = client.run(&format!("{FUNCTION}x = 0.7"));
        let names = done["names"].clone();
        let (events, done) = client.run("x = 1.3\nC = DEFI_CONSTANTE(VALE=x)\n");
        assert_eq!((done["done"].as_str(), &done["names"]), (Some("error"), &names));
        let said: Vec<&Value> = events.iter().filter(|event| event["event"] == "diagnostic").collect();
        assert_eq!(said.len(), 1, "{events:?}");
        assert_eq!(said[0]["code"], "R001");
        assert!(said[0]["message"].as_str().unwrap().starts_with("internal error: what was typed left nothing"));
        let (events, done) = client.run("x, F(0.65)");
        assert_eq!((done["done"].as_str(), shown(&events).as_str()), (Some("ok"), "(0.7, 1.3)\n"));
        // A macro-command of the same operators runs: nothing is left of the one that failed.
        let (_, done) = client.run("G = CALC_FONCTION(COMB=_F(FONCTION=F, COEF=0.7))\nG(1.3)");
        assert_eq!((done["done"].as_str(), done["run"].as_u64()), (Some("ok"), Some(1)));
    }
    // A request that is no run.
    let mut client = Client::failing_at(&scratch("session_panic"), &[], "inspect");
    client.run(FUNCTION);
    let (_, done) = client.ask(json!({"do": "inspect", "text": "F", "at": 0}));
    assert_eq!(done["done"], "error");
    assert!(done["message"].as_str().unwrap().starts_with("internal error"), "{done}");
    assert_eq!(client.run("F(0.65)").1["done"], "ok");
}

#[test]
fn a_second_run_of_a_cell_computes_what_changed() {
    let mut client = Client::start(&scratch("session_again"), &[]);
    let cell = |factor: f64| {
        format!(
            "{FUNCTION}G = CALC_FONCTION(COMB=_F(FONCTION=F, COEF={factor:?}))\nH = CALC_FONCTION(DERIVE=_F(FONCTION=G))\nG(1.3)"
        )
    };
    let mut counts = |factor: f64| {
        let (events, done) = client.run(&cell(factor));
        (shown(&events), done["run"].as_u64().unwrap(), done["taken"].as_u64().unwrap())
    };
    assert_eq!(counts(0.7), ("1.8199999999999998\n".to_string(), 3, 0));
    assert_eq!(counts(0.7), ("1.8199999999999998\n".to_string(), 3, 3));
    assert_eq!(counts(0.5), ("1.3\n".to_string(), 3, 1));
    assert_eq!(counts(0.7), ("1.8199999999999998\n".to_string(), 3, 3));
}
