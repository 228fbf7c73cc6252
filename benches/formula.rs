//! Cost of a formula in a time loop, against the same expression written in Rust: `cargo bench --bench formula`.
//!
//! The formula is made by FORMULE from its text, and evaluated as the schemes do it, as the signal of an excitation.
#![allow(clippy::unwrap_used)]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use stickslip::catalogue::{Call, Given, Keywords, Value};
use stickslip::concepts::Handle;
use stickslip::kernel::signal::Signal;
use stickslip::operators::{Context, Units, find};
use stickslip::source::{FileId, Memory, Span};

const CALLS: u32 = 5_000_000;
const EXPRESSION: &str = "3*sin(2*t) + t**2/2 - exp(-t)";

fn main() {
    let signal = formula();
    let mut cursor = 0;
    let formula = time(|t| signal.evaluate(t, &mut cursor).unwrap_or(f64::NAN));
    let written = time(|t| 3.0 * libm::sin(2.0 * t) + t * t / 2.0 - libm::exp(-t));
    println!("formula {EXPRESSION}: {formula:.0} ns a call, {:.1} times hand-written", formula / written);
}

/// Nanoseconds a call.
fn time(mut value: impl FnMut(f64) -> f64) -> f64 {
    let start = Instant::now();
    let mut sum = 0.0;
    for i in 0..CALLS {
        sum += value(black_box(f64::from(i) * 1.0e-6));
    }
    black_box(sum);
    start.elapsed().as_secs_f64() * 1.0e9 / f64::from(CALLS)
}

/// What FORMULE makes of the expression.
fn formula() -> Signal {
    let span = Span::new(FileId(0), 0, 0);
    let mut keywords = Keywords::new(Some(span));
    for (name, text) in [("NOM_PARA", "t"), ("VALE", EXPRESSION)] {
        keywords.insert(name, Given { values: vec![Value::Text(text.into())].into(), span: Some(span) });
    }
    let result = Handle::new(1, "formule");
    let call = Call {
        command: "FORMULE".into(),
        keywords,
        free: Default::default(),
        reuse: None,
        result: Some(result.clone()),
        meshes: Vec::new(),
        span,
        line: 1,
    };
    let mut context = Context {
        commands: |_| None,
        world: &Memory::default(),
        units: &Units::default(),
        messages: Vec::new(),
        progress: &|_, _| (),
        file: Arc::from("bench.comm"),
        age: &stickslip::former::Age::default(),
        seed: None,
        rehearsal: false,
    };
    (find("FORMULE").unwrap().run)(&call, &mut context).unwrap();
    result.get().and_then(|concept| concept.signal()).unwrap()
}
