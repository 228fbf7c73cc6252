//! The operators that make functions, on calls made by hand.

use num_complex::Complex64;

use crate::catalogue::{Call, Value};
use crate::concepts::Concept;
use crate::operators::call::testing::{call, concepts, integers, reals, run, run_in, texts, with_factor};
use crate::operators::{Message, Units};
use crate::source::Memory;

fn made(call: &Call) -> Concept {
    run(call).expect("a run").0.expect("a result")
}

fn code(call: &Call) -> &'static str {
    run(call).expect_err("an error").code
}

fn function(values: &[f64], more: Vec<(&'static str, Vec<crate::catalogue::Value>)>) -> Call {
    let mut keywords = vec![("NOM_PARA", texts(&["INST"])), ("NOM_RESU", texts(&["DEPL"])), ("VALE", reals(values))];
    keywords.extend(more);
    call("DEFI_FONCTION", keywords)
}

#[test]
fn a_function_carries_its_names_and_rules() {
    let keywords = vec![("INTERPOL", texts(&["LOG", "LIN"])), ("PROL_DROITE", texts(&["CONSTANT"]))];
    let Concept::Function(f) = made(&function(&[1.0, 2.0, 4.0, 4.0], keywords)) else { panic!("a function") };
    assert_eq!((&*f.parameter, &*f.result), ("INST", "DEPL"));
    assert!((f.value(2.0).unwrap() - 3.0).abs() < 1e-15);
    assert_eq!(f.value(9.0), Ok(4.0));
    assert!(f.value(0.5).is_err());
}

#[test]
fn values_that_make_no_function_are_refused() {
    assert_eq!(code(&function(&[0.0, 1.0, 2.0], vec![])), "R503");
    assert_eq!(code(&function(&[0.0, 1.0, 0.0, 2.0], vec![])), "R504");
    assert_eq!(code(&function(&[1.0, 1.0, 0.0, 2.0], vec![])), "R504");
    assert_eq!(code(&function(&[0.0, 1.0, 1.0, 2.0], vec![("INTERPOL", texts(&["LOG"]))])), "R505");
    assert_eq!(code(&function(&[0.0, 1.0, 1.0, f64::INFINITY], vec![])), "N501");
    let error = run(&function(&[0.0, 1.0, 1.0, f64::NAN], vec![])).unwrap_err();
    assert_eq!(error.message, "value 4 of VALE is NaN, not a finite number");
}

#[test]
fn verif_non_puts_points_in_order_and_says_so() {
    let verif = || vec![("VERIF", texts(&["NON"]))];
    for values in [[2.0, 3.0, 1.0, 2.0, 0.0, 1.0], [1.0, 2.0, 2.0, 3.0, 0.0, 1.0]] {
        let (made, said) = run(&function(&values, verif())).unwrap();
        let Some(Concept::Function(f)) = made else { panic!("a function") };
        assert_eq!(f.table().abscissae, [0.0, 1.0, 2.0]);
        assert_eq!(f.table().ordinates, [1.0, 2.0, 3.0]);
        assert!(matches!(&said[..], [Message::Diagnostic(d)] if d.code == "R509"));
    }
    assert_eq!(code(&function(&[0.0, 1.0, 1.0, 2.0, 1.0, 3.0], verif())), "R504");
}

#[test]
fn the_other_ways_to_give_points() {
    let x = Concept::RealList(vec![0.0, 1.0].into());
    let y = Concept::RealList(vec![5.0, 7.0].into());
    let lists = vec![("VALE_PARA", concepts(&[&x])), ("VALE_FONC", concepts(&[&y]))];
    let sequences = vec![("ABSCISSE", reals(&[0.0, 1.0])), ("ORDONNEE", reals(&[5.0, 7.0]))];
    for keywords in [lists, sequences] {
        let Concept::Function(f) = made(&call("DEFI_FONCTION", keywords)) else { panic!("a function") };
        assert_eq!(f.value(0.5), Ok(6.0));
    }
    let uneven = vec![("ABSCISSE", reals(&[0.0, 1.0])), ("ORDONNEE", reals(&[5.0, 7.0, 8.0]))];
    assert_eq!(code(&call("DEFI_FONCTION", uneven)), "R503");
    let complex = call("DEFI_FONCTION", vec![("VALE_C", reals(&[0.0, 1.0, 0.0, 1.0, 3.0, 4.0]))]);
    let Concept::ComplexFunction(f) = made(&complex) else { panic!("a complex function") };
    assert_eq!(f.value(0.5), Ok(Complex64::new(2.0, 2.0)));
}

#[test]
fn a_constant_has_its_value_everywhere() {
    let Concept::Function(f) = made(&call("DEFI_CONSTANTE", vec![("VALE", reals(&[9.81]))])) else {
        panic!("constant")
    };
    assert_eq!((f.value(-1e9), f.solver_value(1e9)), (Ok(9.81), Ok(9.81)));
}

fn surface() -> Concept {
    let keywords = vec![
        ("NOM_PARA", texts(&["AMOR"])),
        ("PARA", reals(&[1.0, 3.0])),
        ("NOM_PARA_FONC", texts(&["FREQ"])),
        ("NOM_RESU", texts(&["ACCE"])),
    ];
    let inner = |slope: f64| vec![("VALE", reals(&[0.0, 0.0, 10.0, slope]))];
    made(&with_factor(call("DEFI_NAPPE", keywords), "DEFI_FONCTION", vec![inner(10.0), inner(30.0)]))
}

#[test]
fn a_surface_and_its_sampling() {
    let Concept::Surface(s) = surface() else { panic!("a surface") };
    assert_eq!(s.value(2.0, 5.0), Ok(10.0));
    let sampling = |names: [&str; 2]| {
        call(
            "CALC_FONC_INTERP",
            vec![
                ("FONCTION", concepts(&[&surface()])),
                ("VALE_PARA", reals(&[1.0, 2.0])),
                ("NOM_PARA", texts(&[names[0]])),
                ("NOM_PARA_FONC", texts(&[names[1]])),
                ("VALE_PARA_FONC", reals(&[2.0, 4.0])),
                ("PROL_DROITE_FONC", texts(&["LINEAIRE"])),
            ],
        )
    };
    let Concept::Surface(sampled) = made(&sampling(["AMOR", "FREQ"])) else { panic!("a surface") };
    assert_eq!(sampled.functions[1].ordinates, [4.0, 8.0]);
    assert_eq!(sampled.value(1.5, 6.0), Ok(9.0));
    assert_eq!(code(&sampling(["FREQ", "AMOR"])), "R511");
    let alone = call("CALC_FONC_INTERP", vec![("FONCTION", concepts(&[&surface()])), ("VALE_PARA", reals(&[1.0]))]);
    assert_eq!(code(&alone), "R511");
}

#[test]
fn sampling_a_function_uses_the_solver_rule() {
    let f = made(&function(&[0.0, 0.0, 1.0, 1.0], vec![]));
    let sample = |x: &[f64]| call("CALC_FONC_INTERP", vec![("FONCTION", concepts(&[&f])), ("VALE_PARA", reals(x))]);
    let Concept::Function(g) = made(&sample(&[0.5, 0.25, 0.75])) else { panic!("a function") };
    assert_eq!(g.table().abscissae, [0.25, 0.5, 0.75]);
    assert_eq!((&*g.parameter, &*g.result), ("INST", "TOUTRESU"));
    // One part in 1e7 beyond the end: legal for commands, not for solvers.
    assert_eq!(code(&sample(&[0.5, 1.0 + 1e-7])), "N503");
}

#[test]
fn functions_are_read_from_columns() {
    let world = Memory::with([("study.35", "record\n0.0 1.0 3.0\n1.0 2.0 4.0\n\n0.1\n0.2\n")]);
    let units = Units { stem: "study".into(), ..Units::default() };
    let read = |more: Vec<(&'static str, Vec<Value>)>| {
        let basis = vec![("UNITE", integers(&[35])), ("NOM_PARA", texts(&["INST"])), ("INDIC_PARA", integers(&[1, 1]))];
        run_in(&call("LIRE_FONCTION", basis.into_iter().chain(more).collect()), &world, &units).map(|(made, _)| made)
    };
    let Ok(Some(Concept::Function(f))) = read(vec![("INDIC_RESU", integers(&[1, 3]))]) else { panic!("a function") };
    assert_eq!(f.value(0.5), Ok(3.5));
    let polar = vec![
        ("TYPE", texts(&["FONCTION_C"])),
        ("FORMAT_C", texts(&["MODULE_PHASE"])),
        ("INDIC_MODU", integers(&[1, 2])),
        ("INDIC_PHAS", integers(&[1, 1])),
    ];
    let Ok(Some(Concept::ComplexFunction(z))) = read(polar) else { panic!("a complex function") };
    assert_eq!(z.values[1], Complex64::new(2.0 * libm::cos(1.0), 2.0 * libm::sin(1.0)));
    let inner = |column| vec![("INDIC_RESU", integers(&[1, column]))];
    let basis = vec![
        ("UNITE", integers(&[35])),
        ("TYPE", texts(&["NAPPE"])),
        ("NOM_PARA_FONC", texts(&["FREQ"])),
        ("INDIC_PARA", integers(&[2, 1])),
        ("INDIC_ABSCISSE", integers(&[1, 1])),
    ];
    let surface = with_factor(call("LIRE_FONCTION", basis), "DEFI_FONCTION", vec![inner(2), inner(3)]);
    let Ok((Some(Concept::Surface(s)), _)) = run_in(&surface, &world, &units) else { panic!("a surface") };
    assert_eq!(s.value(0.2, 1.0), Ok(4.0));
    assert_eq!(read(vec![("INDIC_RESU", integers(&[1, 4]))]).unwrap_err().code, "I605");
    assert_eq!(read(vec![("INDIC_RESU", integers(&[2, 1]))]).map(|_| ()), Ok(()));
    let missing = call("LIRE_FONCTION", vec![("UNITE", integers(&[36]))]);
    assert_eq!(run_in(&missing, &world, &units).unwrap_err().code, "I604");
}
