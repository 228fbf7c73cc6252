//! INFO_FONCTION on calls made by hand; the published figures are in the case `functions`.

use std::sync::Arc;

use crate::catalogue::{CallError, Value};
use crate::concepts::{Cell, Concept, Function, Table};
use crate::kernel::signal::{Signal, Table as Points};
use crate::operators::call::testing::{call, concepts, reals, run, texts, with_factor};

type Given = Vec<(&'static str, Vec<Value>)>;

fn function(x: &[f64], y: &[f64]) -> Concept {
    let signal = Signal::Table(Arc::new(Points::linear(x.to_vec(), y.to_vec())));
    Concept::Function(Arc::new(Function { parameter: "INST".into(), result: "ACCE".into(), signal }))
}

fn indicator(name: &'static str, given: Given) -> Result<Table, CallError> {
    let Some(Concept::Table(table)) = run(&with_factor(call("INFO_FONCTION", vec![]), name, vec![given]))?.0 else {
        panic!("a table")
    };
    Ok(table.as_ref().clone())
}

fn real(table: &Table, name: &str, row: usize) -> f64 {
    match *table.rows.cell(row, table.column(name).expect(name)) {
        Cell::Real(x) => x,
        ref other => panic!("{name} is {other:?}"),
    }
}

#[test]
fn extremes_are_listed_with_every_node_that_holds_them() {
    let f = function(&[0.0, 1.0, 2.0, 3.0], &[1.0, -1.0, 2.0, 2.0]);
    let table = indicator("MAX", vec![("FONCTION", concepts(&[&f]))]).unwrap();
    let names: Vec<&str> = table.columns.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["FONCTION", "TYPE", "INST", "ACCE"]);
    assert_eq!(table.rows.len(), 3);
    assert_eq!((real(&table, "INST", 0), real(&table, "INST", 1), real(&table, "INST", 2)), (1.0, 2.0, 3.0));
    assert_eq!(table.rows.cell(0, 0).into_owned(), Cell::Text("00000007".into()));
    let parts = vec![("FONCTION", concepts(&[&f])), ("INTERVALLE", reals(&[0.5, 1.5, 1.5, 3.0]))];
    let table = indicator("MAX", parts).unwrap();
    assert_eq!(table.columns[2].name, "INTERVALLE");
    // On [0.5, 1.5]: -1 at the node, 0.5 at the right end.
    assert_eq!((real(&table, "ACCE", 0), real(&table, "ACCE", 1), real(&table, "INST", 1)), (-1.0, 0.5, 1.5));
    let odd = vec![("FONCTION", concepts(&[&f])), ("INTERVALLE", reals(&[0.5, 1.5, 2.0]))];
    assert_eq!(indicator("MAX", odd).unwrap_err().code, "R528");
}

#[test]
fn means_and_deviations_of_a_sine_over_whole_periods() {
    let n = 4000;
    let x: Vec<f64> = (0..=n).map(|k| f64::from(k) / f64::from(n)).collect();
    let y: Vec<f64> = x.iter().map(|x| 3.0 + 2.0 * libm::sin(4.0 * std::f64::consts::PI * x)).collect();
    let given = || vec![("FONCTION", concepts(&[&function(&x, &y)])), ("METHODE", texts(&["TRAPEZE"]))];
    // Trapezoids over whole periods are exact to rounding.
    let table = indicator("RMS", given()).unwrap();
    assert!((real(&table, "RMS", 0) - 11f64.sqrt()).abs() < 1e-12);
    let table = indicator("ECART_TYPE", given()).unwrap();
    assert!((real(&table, "MOYENNE", 0) - 3.0).abs() < 1e-13);
    assert!((real(&table, "ECART_TYPE", 0) - 2f64.sqrt()).abs() < 1e-12);
    let point: Given = given().into_iter().chain([("INST_INIT", reals(&[0.5])), ("INST_FIN", reals(&[0.5]))]).collect();
    assert_eq!(indicator("RMS", point).unwrap_err().code, "R528");
}

#[test]
fn indicators_of_a_constant_acceleration() {
    let x: Vec<f64> = (0..=200).map(|k| f64::from(k) * 0.01).collect();
    let f = function(&x, &[3.0; 201]);
    let with = |option: &'static str| {
        let given = vec![("FONCTION", concepts(&[&f])), ("OPTION", texts(&[option])), ("PESANTEUR", reals(&[9.81]))];
        indicator("NOCI_SEISME", given).unwrap()
    };
    let largest = with("MAXI");
    assert!((real(&largest, "VITE_MAX", 0) - 6.0).abs() < 1e-13);
    assert!((real(&largest, "DEPL_MAX", 0) - 6.0).abs() < 1e-13);
    assert!((real(&largest, "ACCE_SUR_VITE", 0) - 0.5).abs() < 1e-14);
    let arias = std::f64::consts::PI / (2.0 * 9.81) * 9.0 * 2.0;
    assert!((real(&with("INTE_ARIAS"), "INTE_ARIAS", 0) - arias).abs() < 1e-12);
    assert!((real(&with("VITE_ABSO_CUMU"), "VITE_ABSO_CUMU", 0) - 6.0).abs() < 1e-13);
}
