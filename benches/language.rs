//! The language service on studies of 200, 2,000 and 17,000 lines: completion, hover, diagnostics, lints, formatting, tokens with
//! folds and symbols, and the memory of a server with ten studies open. Processor time of the thread, best of several.
//!
//! Run with `cargo bench --bench language`; it starts the program built with the same profile.
#![allow(clippy::unwrap_used)]

mod common;

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::clock;
use stickslip::language::{
    Choice, Document, Rehearsal, complete, folds, format, hover, lints, rehearse, signature, symbols, tokens,
};
use stickslip::source::Memory;

const SIZES: [usize; 3] = [200, 2_000, 17_000];
const SAMPLES: usize = 7;
/// Studies that a server has open, their lines, and the memory it may take.
const OPEN: usize = 10;
const OPEN_LINES: usize = 2_000;
const MEMORY_MB: f64 = 150.0;

/// Twenty lines of a study, with names of their own.
fn part(rank: usize) -> String {
    let (x, y) = (0.7 + 0.01 * (rank % 17) as f64, 1.3 + 0.03 * (rank % 11) as f64);
    format!(
        "# Part {rank}: a curve, what is made of it, and its values.
F{rank} = DEFI_FONCTION(
    NOM_PARA=\"INST\",
    VALE=(0.0, 0.0, {y:.2}, {x:.2}),
    PROL_DROITE=\"CONSTANT\",
)
V{rank} = FORMULE(NOM_PARA=\"INST\", VALE=\"{x:.2} * INST + F{rank}(INST)\", F{rank}=F{rank})
T{rank} = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A={y:.2}, NOMBRE=13))
S{rank} = CALC_FONC_INTERP(FONCTION=V{rank}, LIST_PARA=T{rank}, NOM_PARA=\"INST\")
if {x:.2} > 0.5:
    half_{rank} = 0.5 * {x:.2}
TEST_FONCTION(
    VALEUR=_F(
        FONCTION=F{rank},
        VALE_PARA={y:.2},
        VALE_CALC={x:.2},
        REFERENCE=\"ANALYTIQUE\",
        VALE_REFE={x:.2},
    )
)
"
    )
}

fn study(lines: usize) -> String {
    let parts: String = (0..lines / 20).map(part).collect();
    format!("DEBUT()\n{parts}FIN()\n")
}

/// Best processor time in milliseconds.
fn best<T>(mut work: impl FnMut() -> T) -> f64 {
    let origin = Instant::now();
    let once = |work: &mut dyn FnMut() -> T| {
        let start = clock(origin);
        std::hint::black_box(work());
        1e3 * (clock(origin) - start)
    };
    (0..SAMPLES).map(|_| once(&mut work)).fold(f64::INFINITY, f64::min)
}

fn main() {
    println!("{:<26}{:>10}{:>10}{:>10}   limit", "ms of processor", "200", "2,000", "17,000");
    let mut rows: Vec<(&str, Vec<f64>, &str)> = vec![
        ("text read (each change)", Vec::new(), ""),
        ("completion", Vec::new(), "5 at 2,000"),
        ("hover", Vec::new(), "5 at 2,000"),
        ("signature", Vec::new(), "5 at 2,000"),
        ("tokens, folds, symbols", Vec::new(), "10 at 2,000"),
        ("diagnostics", Vec::new(), "100 at 2,000"),
        ("lints", Vec::new(), "(none)"),
        ("fmt", Vec::new(), "30 at 2,000, 250 at 17,000"),
    ];
    for lines in SIZES {
        let text: &'static str = study(lines).leak();
        let path = Path::new("s/long.comm");
        let world = Memory::with([("s/long.comm", text)]);
        // A check evaluates in a thread of its own, whose time is not this thread's.
        let found: Rehearsal = rehearse(path, &world);
        assert!(found.diagnostics.is_empty(), "{:?}", found.diagnostics.first());
        let document = Document::new(path, text.to_string());
        let middle = text[..text.len() / 2].rfind("VALE_PARA").unwrap();
        let begun =
            format!("{}S_NEW = CALC_FONC_INTERP(FONCTION=V1, LI", &text[..text[..middle].rfind("\n# ").unwrap() + 1]);
        let statement = begun.rfind("S_NEW").unwrap();
        let figures = [
            best(|| Document::new(path, text.to_string())),
            best(|| complete(&begun[statement..], &found.names)),
            best(|| hover(&document, middle + 3, &found.names)),
            best(|| signature(&begun[statement..], &found.names)),
            best(|| (tokens(&document, &found.names), folds(&document), symbols(&document))),
            elapsed(|| rehearse(path, &world)),
            best(|| lints(&found, &Choice::default())),
            best(|| format(text)),
        ];
        rows.iter_mut().zip(figures).for_each(|(row, figure)| row.1.push(figure));
    }
    for (name, figures, limit) in rows {
        let figures: String = figures.iter().map(|figure| format!("{figure:>10.2}")).collect();
        println!("{name:<26}{figures}   {limit}");
    }
    println!(
        "(diagnostics: elapsed time, since a check runs in a thread of its own; on a quiet machine it is the processor's)"
    );
    match server_megabytes() {
        Some(megabytes) => {
            println!("server with {OPEN} studies of {OPEN_LINES} lines open: {megabytes:.0} MB   limit {MEMORY_MB} MB")
        }
        None => println!("server: its memory is not told on this system"),
    }
}

fn elapsed<T>(mut work: impl FnMut() -> T) -> f64 {
    let mut once = || {
        let start = Instant::now();
        std::hint::black_box(work());
        1e3 * start.elapsed().as_secs_f64()
    };
    (0..SAMPLES).map(|_| once()).fold(f64::INFINITY, f64::min)
}

/// Memory of `stickslip lsp` once it has checked ten studies, and each again after a change.
fn server_megabytes() -> Option<f64> {
    let mut server = Command::new(env!("CARGO_BIN_EXE_stickslip"))
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut input = server.stdin.take()?;
    let mut output = server.stdout.take()?;
    let reader = std::thread::spawn(move || {
        let mut answers = Vec::new();
        let _ = output.read_to_end(&mut answers);
        answers.len()
    });
    let mut send = |message: serde_json::Value| {
        let text = message.to_string();
        let _ = write!(input, "Content-Length: {}\r\n\r\n{text}", text.len());
        let _ = input.flush();
    };
    send(serde_json::json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}));
    send(serde_json::json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}));
    let text = study(OPEN_LINES);
    for round in 1..=2 {
        for rank in 0..OPEN {
            let uri = format!("file:///nowhere/study_{rank}.comm");
            let message = if round == 1 {
                let document = serde_json::json!({"uri": uri, "languageId": "comm", "version": 1, "text": text});
                serde_json::json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}})
            } else {
                let changes = serde_json::json!([{"text": text.replace("0.5 *", "0.6 *")}]);
                let document = serde_json::json!({"uri": uri, "version": 2});
                let params = serde_json::json!({"textDocument": document, "contentChanges": changes});
                serde_json::json!({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params})
            };
            send(message);
            std::thread::sleep(Duration::from_millis(700));
        }
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).ok();
    let peak = status.and_then(|status| {
        let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
        line.split_whitespace().nth(1)?.parse::<f64>().ok()
    });
    send(serde_json::json!({"jsonrpc": "2.0", "id": 2, "method": "shutdown"}));
    send(serde_json::json!({"jsonrpc": "2.0", "method": "exit"}));
    let _ = server.wait();
    let answered = reader.join().unwrap_or(0);
    assert!(answered > 1_000, "the server answers");
    peak.map(|kilobytes| kilobytes / 1024.0)
}
