//! The eight-mass chain against its exact response, computed here by the exponential of its state
//! matrix: nothing of the program takes part in the expected values.

use nalgebra::{DMatrix, DVector};

use stickslip::kernel::schemes::SchemeInfo;

use crate::program::{copy_of, root, run_study};

const MASSES: usize = 8;
const STIFFNESS: f64 = 1.0e5;
const MASS: f64 = 10.0;
const DAMPING: f64 = 50.0;
/// Extrema of the fourth mass (s), and the published displacements (m), read off at rounded instants.
const PUBLISHED: [(f64, f64); 9] = [
    (0.09, 4.02e-5),
    (0.273, 3.89e-5),
    (0.456, 3.73e-5),
    (0.633, 3.64e-5),
    (0.813, 3.58e-5),
    (0.994, 3.52e-5),
    (1.089, -3.08e-5),
    (1.271, -2.88e-5),
    (1.452, -2.65e-5),
];

/// exp(A) by scaling and squaring of a Taylor series.
fn exponential(matrix: &DMatrix<f64>) -> DMatrix<f64> {
    let halvings = (matrix.amax() * matrix.nrows() as f64).log2().ceil().max(0.0) as i32 + 3;
    let small = matrix / 2.0_f64.powi(halvings);
    let mut term = DMatrix::identity(matrix.nrows(), matrix.ncols());
    let mut sum = term.clone();
    for k in 1..=20 {
        term = &term * &small / k as f64;
        sum += &term;
    }
    for _ in 0..halvings {
        sum = &sum * &sum;
    }
    sum
}

/// Displacement of the fourth mass (m) at `time`, pushed with 1 N from 0 to 1 s: states are (u, v, f).
fn fourth_mass(time: f64) -> f64 {
    let mut a = DMatrix::<f64>::zeros(2 * MASSES + 1, 2 * MASSES + 1);
    for i in 0..MASSES {
        a[(i, MASSES + i)] = 1.0;
        for (j, coupling) in [(i as i64 - 1, -1.0), (i as i64, 2.0), (i as i64 + 1, -1.0)] {
            if (0..MASSES as i64).contains(&j) {
                a[(MASSES + i, j as usize)] -= coupling * STIFFNESS / MASS;
                a[(MASSES + i, MASSES + j as usize)] -= coupling * DAMPING / MASS;
            }
        }
    }
    a[(MASSES + 3, 2 * MASSES)] = 1.0 / MASS;
    let mut state = DVector::zeros(2 * MASSES + 1);
    state[2 * MASSES] = 1.0;
    state = exponential(&(&a * time.min(1.0))) * state;
    if time > 1.0 {
        state[2 * MASSES] = 0.0;
        state = exponential(&(&a * (time - 1.0))) * state;
    }
    state[3]
}

#[test]
fn the_exact_response_rounds_to_the_published_figures() {
    for (time, published) in PUBLISHED {
        let exact = fourth_mass(time);
        assert!((exact / published - 1.0).abs() < 5.0e-3, "t = {time}: {exact} against {published}");
    }
}

/// Errors of each scheme of the example at the six instants before the force drops, by step.
fn errors(step: &str) -> Vec<f64> {
    let folder = copy_of(&root().join("examples/eight_mass_chain"), &format!("chain_{step}"));
    let set = format!("STEP={step}");
    let (_, text, json) = run_study(&folder, "eight_mass_chain.export", &["--quiet", "--set", &set]);
    let tests = json["tests"].as_array().unwrap_or_else(|| panic!("{text}"));
    let computed: Vec<f64> =
        tests.iter().filter(|t| t["kind"] == "reference").map(|t| t["computed"].as_f64().unwrap()).collect();
    computed
        .chunks(PUBLISHED.len())
        .take(6)
        .map(|values| {
            let scale = fourth_mass(0.09);
            let worst = |worst: f64, ((time, _), value): (&(f64, f64), &f64)| {
                worst.max((value - fourth_mass(*time)).abs() / scale)
            };
            PUBLISHED.iter().zip(values).filter(|((time, _), _)| *time < 1.0).fold(0.0, worst)
        })
        .collect()
}

#[test]
fn every_scheme_converges_with_its_order_on_the_chain() {
    // In the order of the example. DIFF_CENTRE and ADAPT_ORDRE1 start without a half step: first order. With
    // these steps the adaptive schemes find no reason to adapt before the force drops.
    let schemes = ["DIFF_CENTRE", "DEVOGE", "ADAPT_ORDRE1", "ADAPT_ORDRE2", "RUNGE_KUTTA_32", "RUNGE_KUTTA_54"];
    let order = |name| f64::from(SchemeInfo::named(name).and_then(|info| info.modal).unwrap().undamped);
    let (coarse, fine) = (errors("2.5e-4"), errors("1.25e-4"));
    assert_eq!(coarse.len(), schemes.len());
    for ((name, coarse), fine) in schemes.into_iter().zip(coarse).zip(fine) {
        let observed = (coarse / fine).log2();
        // The exponential itself is good to about 1e-10 here.
        let converged = fine < 2.0e-10;
        assert!(
            converged || observed > order(name) - 0.25,
            "{name}: order {observed:.2}, errors {coarse:.2e} {fine:.2e}"
        );
    }
}
