//! CALC_FONCTION on calls made by hand: supports, attributes, closed forms.

use std::sync::Arc;

use num_complex::Complex64;

use crate::catalogue::{CallError, Value};
use crate::concepts::{ComplexFunction, Concept, Function, Surface};
use crate::kernel::signal::{Extension, Interpolation, Signal, Table};
use crate::operators::call::testing::{call, concepts, integers, reals, run, texts, with_factor};

type Given = Vec<(&'static str, Vec<Value>)>;

fn named(parameter: &str, result: &str, table: Table) -> Concept {
    Concept::Function(Arc::new(Function {
        parameter: parameter.into(),
        result: result.into(),
        signal: Signal::Table(Arc::new(table)),
    }))
}

fn function(x: &[f64], y: &[f64], left: Extension, right: Extension) -> Concept {
    named("INST", "ACCE", Table { left, right, ..Table::linear(x.to_vec(), y.to_vec()) })
}

fn computed(operation: &'static str, occurrences: Vec<Given>, top: Given) -> Result<Concept, CallError> {
    Ok(run(&with_factor(call("CALC_FONCTION", top), operation, occurrences))?.0.expect("a result"))
}

fn table(concept: Result<Concept, CallError>) -> (Function, Table) {
    let Ok(Concept::Function(function)) = concept else { panic!("a function") };
    (function.as_ref().clone(), function.table().into_owned())
}

fn term(f: &Concept, coefficient: f64) -> Given {
    vec![("FONCTION", concepts(&[f])), ("COEF", reals(&[coefficient]))]
}

#[test]
fn sums_use_the_common_support_and_the_attributes_of_the_first() {
    let f = function(&[0.0, 2.0], &[0.0, 2.0], Extension::Constant, Extension::Excluded);
    let g = function(&[1.0, 3.0], &[10.0, 30.0], Extension::Linear, Extension::Constant);
    let (_, sum) = table(computed("COMB", vec![term(&f, 1.0), term(&g, 0.5)], vec![]));
    // g extends to the left, f stops at 2.
    assert_eq!((&*sum.abscissae, &*sum.ordinates), (&[0.0, 1.0, 2.0][..], &[0.0, 6.0, 12.0][..]));
    assert_eq!((sum.left, sum.right), (Extension::Constant, Extension::Excluded));
    let far = function(&[7.0, 8.0], &[1.0, 1.0], Extension::Excluded, Extension::Excluded);
    assert_eq!(computed("COMB", vec![term(&f, 1.0), term(&far, 1.0)], vec![]).unwrap_err().code, "R522");
    let list = Concept::RealList(vec![0.5, 1.5].into());
    let top = vec![("LIST_PARA", concepts(&[&list])), ("NOM_RESU", texts(&["DEPL"]))];
    let (named, sum) = table(computed("COMB", vec![term(&f, 1.0), term(&g, 0.5)], top));
    assert_eq!((sum.ordinates, &*named.result), (vec![3.0, 9.0], "DEPL"));
}

#[test]
fn products_and_powers() {
    let f = function(&[0.0, 2.0], &[1.0, 3.0], Extension::Excluded, Extension::Excluded);
    let (_, square) = table(computed("MULT", vec![term(&f, 1.0), term(&f, 1.0)], vec![]));
    assert_eq!(square.ordinates, [1.0, 9.0]);
    let power = |n| vec![("FONCTION", concepts(&[&f])), ("EXPOSANT", integers(&[n]))];
    assert_eq!(table(computed("PUISSANCE", vec![power(3)], vec![])).1.ordinates, [1.0, 27.0]);
    assert_eq!(computed("PUISSANCE", vec![power(0)], vec![]).unwrap_err().code, "R523");
}

#[test]
fn complex_sums_and_parts() {
    let f = function(&[0.0, 1.0], &[1.0, 2.0], Extension::Excluded, Extension::Excluded);
    let i = vec![Value::Complex(Complex64::new(0.0, 1.0))];
    let terms = vec![
        vec![("FONCTION", concepts(&[&f])), ("COEF_R", reals(&[3.0]))],
        vec![("FONCTION", concepts(&[&f])), ("COEF_C", i)],
    ];
    let sum = computed("COMB_C", terms, vec![]).unwrap();
    let Concept::ComplexFunction(z) = &sum else { panic!("a complex function") };
    assert_eq!(z.values, [Complex64::new(3.0, 1.0), Complex64::new(6.0, 2.0)]);
    let part = |word| {
        let given = vec![("FONCTION", concepts(&[&sum])), ("PARTIE", texts(&[word]))];
        table(computed("EXTRACTION", vec![given], vec![])).1.ordinates
    };
    assert_eq!((part("REEL"), part("IMAG")), (vec![3.0, 6.0], vec![1.0, 2.0]));
    assert!((part("MODULE")[0] - 10f64.sqrt()).abs() < 1e-15);
    assert!((part("PHASE")[1] - (1.0f64 / 3.0).atan().to_degrees()).abs() < 1e-13);
}

#[test]
fn functions_end_to_end() {
    let early = function(&[0.0, 1.0, 2.0], &[0.0, 1.0, 2.0], Extension::Constant, Extension::Linear);
    let late = function(&[1.5, 3.0], &[10.0, 20.0], Extension::Excluded, Extension::Excluded);
    let joined = |side| {
        let given = vec![("FONCTION", concepts(&[&early, &late])), ("SURCHARGE", texts(&[side]))];
        table(computed("ASSE", vec![given], vec![])).1
    };
    let right = joined("DROITE");
    assert_eq!((right.abscissae, right.right), (vec![0.0, 1.0, 1.5, 3.0], Extension::Excluded));
    let left = joined("GAUCHE");
    assert_eq!((left.abscissae, left.left), (vec![0.0, 1.0, 2.0, 3.0], Extension::Constant));
}

#[test]
fn derivatives_and_integrals_name_what_they_give() {
    let f = function(&[0.0, 1.0, 2.0], &[0.0, 2.0, 4.0], Extension::Constant, Extension::Constant);
    let (named, integral) = table(computed("INTEGRE", vec![vec![("FONCTION", concepts(&[&f]))]], vec![]));
    assert_eq!((&*named.result, integral.ordinates), ("VITE", vec![0.0, 1.0, 4.0]));
    assert_eq!((integral.left, integral.right), (Extension::Excluded, Extension::Excluded));
    let single = function(&[1.0], &[1.0], Extension::Constant, Extension::Constant);
    assert_eq!(computed("DERIVE", vec![vec![("FONCTION", concepts(&[&single]))]], vec![]).unwrap_err().code, "R524");
}

#[test]
fn spectra_there_and_back() {
    let t: Vec<f64> = (0..200).map(|k| f64::from(k) * 0.01).collect();
    let y: Vec<f64> = t.iter().map(|t| libm::sin(20.0 * t * t) + 0.2).collect();
    let f = function(&t, &y, Extension::Excluded, Extension::Excluded);
    let whole = |f: &Concept| vec![("FONCTION", concepts(&[f])), ("METHODE", texts(&["COMPLET"]))];
    let spectrum = computed("FFT", vec![whole(&f)], vec![]).unwrap();
    let Concept::ComplexFunction(z) = &spectrum else { panic!("a spectrum") };
    assert_eq!((&*z.parameter, z.abscissae[1]), ("FREQ", 0.5));
    let (back, points) = table(computed("FFT", vec![whole(&spectrum)], vec![]));
    assert_eq!((&*back.parameter, points.abscissae.len()), ("INST", 200));
    assert!(points.ordinates.iter().zip(&y).all(|(a, b)| (a - b).abs() < 1e-12));
    let uneven = function(&[0.0, 1.0, 3.0], &[0.0; 3], Extension::Excluded, Extension::Excluded);
    assert_eq!(computed("FFT", vec![whole(&uneven)], vec![]).unwrap_err().code, "R525");
    let spatial = named("ABSC", "DX", Table::linear(vec![0.0, 1.0], vec![0.0, 1.0]));
    assert_eq!(computed("FFT", vec![whole(&spatial)], vec![]).unwrap_err().code, "R523");
}

#[test]
fn response_spectra_are_surfaces_by_damping() {
    let f = function(&[0.0, 0.01, 5.0], &[1.0, 1.0, 1.0], Extension::Excluded, Extension::Excluded);
    let given = |more: Given| {
        let basis = vec![("FONCTION", concepts(&[&f])), ("NORME", reals(&[9.81])), ("FREQ", reals(&[1.0, 2.0]))];
        vec![basis.into_iter().chain(more).collect::<Given>()]
    };
    let two = vec![("AMOR_REDUIT", reals(&[0.05, 0.02])), ("TYPE_RESU", texts(&["NAPPE"]))];
    let Ok(Concept::Surface(surface)) = computed("SPEC_OSCI", given(two), vec![]) else { panic!("a surface") };
    assert_eq!((&*surface.values, &*surface.parameter), (&[0.02, 0.05][..], "AMOR"));
    let log = Interpolation::Logarithmic;
    assert_eq!((surface.interpolation, surface.functions[0].interpolation), ((Interpolation::Linear, log), (log, log)));
    for (xi, keyword, value) in [(1.0, "FREQ", 1.0), (0.05, "FREQ", 0.0)] {
        let basis = vec![("FONCTION", concepts(&[&f])), ("NORME", reals(&[1.0])), ("AMOR_REDUIT", reals(&[xi]))];
        let given = basis.into_iter().chain([(keyword, reals(&[value]))]).collect();
        assert_eq!(computed("SPEC_OSCI", vec![given], vec![]).unwrap_err().code, "R526");
    }
}

#[test]
fn surfaces_are_merged_by_parameter() {
    let inner = |slope: f64| Table::linear(vec![0.0, 1.0], vec![0.0, slope]);
    let surface = |values: Vec<f64>| {
        let functions = values.iter().map(|p| inner(*p)).collect();
        Concept::Surface(Arc::new(Surface {
            parameter: "AMOR".into(),
            values,
            inner_parameter: "FREQ".into(),
            result: "ACCE".into(),
            functions,
            interpolation: (Interpolation::Linear, Interpolation::Linear),
            left: Extension::Linear,
            right: Extension::Linear,
        }))
    };
    let (a, b) = (surface(vec![1.0, 3.0]), surface(vec![2.0, 3.0]));
    let Ok(Concept::Surface(sum)) = computed("COMB", vec![term(&a, 1.0), term(&b, 10.0)], vec![]) else { panic!() };
    // The functions are p x, so the interpolated ones are too.
    assert_eq!(sum.values, [1.0, 2.0, 3.0]);
    let ends: Vec<f64> = sum.functions.iter().map(|f| f.ordinates[1]).collect();
    assert_eq!(ends, [11.0, 22.0, 33.0]);
    let mixed = function(&[0.0, 1.0], &[0.0, 1.0], Extension::Excluded, Extension::Excluded);
    assert_eq!(computed("COMB", vec![term(&a, 1.0), term(&mixed, 1.0)], vec![]).unwrap_err().code, "R521");
}

#[test]
fn inverse_and_composition_check_their_names() {
    let f = named("INST", "FREQ", Table::linear(vec![0.0, 1.0, 2.0], vec![5.0, 3.0, 1.0]));
    let (_, inverse) = table(computed("INVERSE", vec![vec![("FONCTION", concepts(&[&f]))]], vec![]));
    assert_eq!((inverse.abscissae, inverse.ordinates), (vec![1.0, 3.0, 5.0], vec![2.0, 1.0, 0.0]));
    let waves = named("INST", "DX", Table::linear(vec![0.0, 1.0, 2.0], vec![5.0, 3.0, 4.0]));
    assert_eq!(computed("INVERSE", vec![vec![("FONCTION", concepts(&[&waves]))]], vec![]).unwrap_err().code, "R504");
    let of = |outer: &Concept| vec![("FONC_RESU", concepts(&[outer])), ("FONC_PARA", concepts(&[&f]))];
    let spectrum = named("FREQ", "ACCE", Table::linear(vec![0.0, 10.0], vec![0.0, 100.0]));
    assert_eq!(table(computed("COMPOSE", vec![of(&spectrum)], vec![])).1.ordinates, [50.0, 30.0, 10.0]);
    assert_eq!(computed("COMPOSE", vec![of(&f)], vec![]).unwrap_err().code, "R523");
    let function = ComplexFunction {
        parameter: "FREQ".into(),
        result: "ACCE".into(),
        abscissae: vec![0.0],
        values: vec![Complex64::ZERO],
        interpolation: (Interpolation::Linear, Interpolation::Linear),
        left: Extension::Excluded,
        right: Extension::Excluded,
    };
    let complex = Concept::ComplexFunction(Arc::new(function));
    assert_eq!(computed("ABS", vec![vec![("FONCTION", concepts(&[&complex]))]], vec![]).unwrap_err().code, "R521");
}
