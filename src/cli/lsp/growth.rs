//! What requests cost in texts of 2,000 and of 16,000 lines: each grows with the text, none with its square. Processor time of the
//! thread, of which ratios alone are looked at: eight times the text may take 24 times the time.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::files::Files;
use super::requests::answer;
use super::state::{Open, State, Study};
use crate::diag::Diagnostic;
use crate::language::{Choice, Document, Results, indentation, lints, published, rehearse};
use crate::source::{Disk, Memory, ThreadClock};
use crate::verdict::{Compared, Criterion, Kind, Record};

const SIZES: [usize; 2] = [2_000, 16_000];
/// Eight times the text, and room for what caches and the logarithm of a sort add. A square is 64 times.
const MOST: f64 = 24.0;

/// Twenty lines: names of their own and names that all parts define anew, numbers that recur, groups of keywords, comments, a loop,
/// forms that lints look at.
fn part(rank: usize) -> String {
    let y = 0.7 + 0.01 * (rank % 23) as f64;
    format!(
        "# ---- Part {rank} ----
CURVE{rank} = DEFI_FONCTION(
    NOM_PARA=\"INST\", NOM_RESU=\"DEPL\", PROL_DROITE=\"CONSTANT\",
    VALE=(0.0, 0.0, 1.3, {y:.2}),
)
LAST = CALC_FONCTION(COMB=(_F(FONCTION=CURVE{rank}, COEF=1.2345),))
OWN{rank} = FORMULE(NOM_PARA=\"INST\", VALE=\"{y:.2} * INST + CURVE{rank}(INST)\", CURVE{rank}=CURVE{rank})
count = {rank} / 3
for i in range(2):
    TEST_FONCTION(VALEUR=_F(FONCTION=LAST, VALE_PARA=0.65, VALE_CALC=0.5))  # noqa: L002
STEPS{rank} = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=1.3, NOMBRE=13))
if {y:.2} > 0.9:
    half{rank} = 0.5 * {y:.2}


def twice{rank}(x):
    return x + half{rank}


TEST_FONCTION(VALEUR=_F(FONCTION=CURVE{rank}, VALE_PARA=1.3, VALE_CALC={y:.2}))
"
    )
}

fn study(lines: usize) -> String {
    let parts: String = (0..lines / 20).map(part).collect();
    format!("DEBUT()\n{parts}FIN()\n")
}

/// A server with one text open, its study checked and run.
fn server(lines: usize) -> State {
    let (path, text) = (Path::new("/s/long.comm"), study(lines));
    let world = Memory::with([("/s/long.comm", &*text.clone().leak())]);
    let rehearsal = rehearse(path, &world);
    assert!(rehearsal.diagnostics.iter().all(|found| !found.is_error()), "{:?}", rehearsal.diagnostics.first());
    let document = Arc::new(Document::new(path, text));
    let mut state = State::new(Files { disk: Arc::new(Disk::default()) });
    state.can.hints.lists = true;
    let mut results = Results::of(&[&document]);
    for line in
        document.text().lines().enumerate().filter(|(_, line)| line.contains("VALE_CALC")).map(|(rank, _)| rank + 1)
    {
        results.add(record(line));
    }
    let study = Study { rehearsal, results: Some(results), ..Study::default() };
    state.studies.insert(path.to_path_buf(), study);
    state.open.insert(path.to_path_buf(), Open { uri: "file:///s/long.comm".into(), version: 1, document });
    state
}

fn record(line: usize) -> Record {
    Record {
        command: "TEST_FONCTION".into(),
        file: "long.comm".into(),
        line,
        label: "".into(),
        kind: Kind::Regression,
        reference: "NON_REGRESSION".into(),
        expected: Compared::Real(0.7),
        computed: Compared::Real(0.7),
        error: Some(0.0),
        tolerance: 1e-6,
        criterion: Criterion::Relative,
        passed: Some(true),
    }
}

/// Milliseconds of this thread, the best of two; repeated until the clock of the system can tell.
fn cost(mut work: impl FnMut()) -> f64 {
    let once = |work: &mut dyn FnMut()| {
        let (clock, mut count) = (ThreadClock::here(), 0);
        while count == 0 || clock.used() < Duration::from_millis(16) && count < 500 {
            work();
            count += 1;
        }
        clock.used().as_secs_f64() * 1e3 / f64::from(count)
    };
    (0..2).map(|_| once(&mut work)).fold(f64::INFINITY, f64::min)
}

/// A request, asked near the end of the text.
fn asked(state: &State, method: &str) -> Value {
    let open = state.open.values().next().unwrap();
    let document = &open.document;
    let place = |word: &str| {
        let at = document.text().rfind(word).unwrap() + 1;
        let at = document.position(at, state.can.encoding);
        json!({ "line": at.line, "character": at.column })
    };
    let end = json!({ "line": document.source.line_count(), "character": 0 });
    let word = match method {
        "completion" | "signatureHelp" => "VALE_PARA=1.3",
        "definition" | "references" | "rename" | "prepareRename" | "documentHighlight" | "typeDefinition" => "LAST, ",
        "onTypeFormatting" => "VALEUR=_F(FONCTION=CURVE",
        _ => "COEF",
    };
    let near = json!({ "start": place(word), "end": place(word) });
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": end });
    json!({
        "textDocument": { "uri": open.uri },
        "position": place(word),
        "positions": [place(word)],
        "range": if method == "inlayHint" { whole } else { near },
        "context": {},
        "newName": "FRESH",
        "query": "curve",
    })
}

const REQUESTS: &[&str] = &[
    "completion",
    "hover",
    "signatureHelp",
    "documentSymbol",
    "foldingRange",
    "selectionRange",
    "semanticTokens/full",
    "semanticTokens/range",
    "codeLens",
    "inlayHint",
    "documentLink",
    "documentHighlight",
    "definition",
    "typeDefinition",
    "references",
    "prepareRename",
    "rename",
    "codeAction",
    "formatting",
    "rangeFormatting",
    "onTypeFormatting",
];

#[test]
fn requests_grow_with_the_text_and_not_with_its_square() {
    let states = SIZES.map(server);
    let mut rows: Vec<(String, [f64; 2])> = Vec::new();
    for method in REQUESTS {
        let costs = states.each_ref().map(|state| {
            let (name, params) = (format!("textDocument/{method}"), asked(state, method));
            cost(|| {
                let found = answer(state, &name, &params);
                assert!(found.is_ok(), "{method}");
            })
        });
        rows.push((method.to_string(), costs));
    }
    let of = |work: &dyn Fn(&State)| states.each_ref().map(|state| cost(|| work(state)));
    rows.push((
        "workspace/symbol".into(),
        of(&|state| drop(answer(state, "workspace/symbol", &asked(state, "symbol")))),
    ));
    rows.push((
        "lints".into(),
        of(&|state| {
            let found = &state.studies.values().next().unwrap().rehearsal;
            let all = Choice { with: vec!["L006".into()], ..Choice::default() };
            assert!(!lints(found, &all).is_empty());
        }),
    ));
    rows.push((
        "published".into(),
        of(&|state| {
            let found: Vec<Diagnostic> = published(&state.studies.values().next().unwrap().rehearsal);
            assert!(!found.is_empty());
        }),
    ));
    rows.push((
        "indentation".into(),
        of(&|state| {
            let text = state.open.values().next().unwrap().document.text();
            let long =
                format!("{text}X = DEFI_LIST_REEL(\n    VALE=(\n{}", "        0.7,\n".repeat(text.lines().count()));
            assert_eq!(indentation(&long, long.len()).as_deref(), Some("        "));
        }),
    ));
    // A letter in the middle: the text is read again where it has changed.
    let mut letters = Vec::new();
    for state in &states {
        let mut document = Some(Document::new(
            Path::new("/s/long.comm"),
            state.open.values().next().unwrap().document.text().to_string(),
        ));
        let at = document.as_ref().map_or(0, |document| document.text().len() / 2);
        let at = document.as_ref().map_or(0, |document| document.text()[..at].rfind("INST").unwrap_or(0));
        letters.push(cost(|| {
            let before = document.take().unwrap();
            let mut text = before.text().to_string();
            text.insert(at, 'X');
            document = Some(before.changed(text));
        }));
    }
    rows.push(("a letter".into(), [letters[0], letters[1]]));
    let mut wrong = Vec::new();
    for (name, [small, large]) in &rows {
        println!("{name:<24}{small:>10.3}{large:>10.3}{:>8.1}", large / small.max(1e-3));
        // Less than a quarter of a millisecond is noise.
        if *large > MOST * small.max(0.25) {
            wrong.push(format!("{name}: {small:.3} ms for {} lines, {large:.3} ms for {}", SIZES[0], SIZES[1]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
