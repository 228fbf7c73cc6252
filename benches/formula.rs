//! Cost of a formula in a time loop, against the same expression written in Rust: `cargo bench --bench formula`.

use std::hint::black_box;
use std::time::Instant;

use stickslip::kernel::signal::Program;
use stickslip::kernel::signal::program::{Binary, Builder, Scalar, Unary};

const CALLS: u32 = 5_000_000;

fn main() {
    let program = compiled();
    let formula = time(|t| program.evaluate_real(&[t]).unwrap_or(f64::NAN));
    let written = time(|t| 3.0 * libm::sin(2.0 * t) + t * t / 2.0 - libm::exp(-t));
    println!(
        "formula 3*sin(2*t) + t**2/2 - exp(-t): {formula:.0} ns a call, {:.1} times hand-written",
        formula / written
    );
}

/// Nanoseconds a call.
fn time(value: impl Fn(f64) -> f64) -> f64 {
    let start = Instant::now();
    let mut sum = 0.0;
    for i in 0..CALLS {
        sum += value(black_box(f64::from(i) * 1.0e-6));
    }
    black_box(sum);
    start.elapsed().as_secs_f64() * 1.0e9 / f64::from(CALLS)
}

/// What FORMULE makes of the expression.
fn compiled() -> Program {
    let mut b = Builder::new("3*sin(2*t) + t**2/2 - exp(-t)", vec!["t".into()], false);
    b.constant(Scalar::Real(3.0));
    b.constant(Scalar::Real(2.0));
    b.argument(0);
    b.binary(Binary::Multiply);
    b.unary(Unary::Sin);
    b.binary(Binary::Multiply);
    b.argument(0);
    b.constant(Scalar::Real(2.0));
    b.binary(Binary::Power);
    b.constant(Scalar::Real(2.0));
    b.binary(Binary::Divide);
    b.binary(Binary::Add);
    b.argument(0);
    b.unary(Unary::Negate);
    b.unary(Unary::Exp);
    b.binary(Binary::Subtract);
    b.finish()
}
