use std::sync::Arc;

use crate::concepts::{Cell, ColumnType, Concept, Function, Kept, Table};
use crate::kernel::signal::Signal;
use crate::operators::call::testing::{call, concepts, integers, reals, run, small_trajectory, texts, with_factor};

fn points(function: &Concept) -> (Vec<f64>, Vec<f64>) {
    let Concept::Function(function) = function else { panic!("{function:?}") };
    let table = function.table();
    (table.abscissae.clone(), table.ordinates.clone())
}

/// RECU_FONCTION on the small trajectory.
fn extract(keywords: Vec<(&'static str, Vec<crate::catalogue::Value>)>) -> Result<Concept, String> {
    let trajectory = Concept::Trajectory(Kept::new(small_trajectory()));
    let mut all = vec![("RESU_GENE", concepts(&[&trajectory]))];
    all.extend(keywords);
    run(&call("RECU_FONCTION", all)).map(|(result, _)| result.expect("a result")).map_err(|e| e.code.to_string())
}

#[test]
fn motion_of_a_node_is_the_sum_over_modes() {
    let of = |field, component| {
        extract(vec![("NOM_CHAM", texts(&[field])), ("GROUP_NO", texts(&["B"])), ("NOM_CMP", texts(&[component]))])
    };
    assert_eq!(points(&of("DEPL", "DX").unwrap()), (vec![0.0, 1.0, 3.0], vec![0.0, 2.0, 10.0]));
    assert_eq!(points(&of("VITE", "DY").unwrap()).1, [0.0, 1.0, -3.0]);
    let Concept::Function(function) = of("ACCE", "DX").unwrap() else { panic!() };
    assert_eq!((function.parameter.as_str(), function.result.as_str()), ("INST", "ACCE"));
    assert_eq!(of("DEPL", "DRX").unwrap_err(), "R438");
    assert_eq!(
        extract(vec![("NOM_CHAM", texts(&["DEPL"])), ("GROUP_NO", texts(&["AB"])), ("NOM_CMP", texts(&["DX"]))])
            .unwrap_err(),
        "R103"
    );
    assert_eq!(
        extract(vec![("NOM_CHAM", texts(&["DEPL"])), ("GROUP_NO", texts(&["C"])), ("NOM_CMP", texts(&["DX"]))])
            .unwrap_err(),
        "R101"
    );
}

#[test]
fn coordinates_and_steps() {
    let q = extract(vec![("NOM_CHAM", texts(&["DEPL"])), ("NUME_CMP_GENE", integers(&[2]))]).unwrap();
    assert_eq!(points(&q).1, [0.0, 2.0, 4.0]);
    assert_eq!(points(&extract(vec![("NOM_CHAM", texts(&["PTEM"]))]).unwrap()).1, [0.1, 0.1, 0.2]);
    assert_eq!(extract(vec![("NOM_CHAM", texts(&["DEPL"])), ("NUME_CMP_GENE", integers(&[3]))]).unwrap_err(), "R436");
}

#[test]
fn instants_are_stored_ones_unless_interpolated() {
    let at = |instants: &[f64], more: Vec<(&'static str, Vec<crate::catalogue::Value>)>| {
        let mut keywords =
            vec![("NOM_CHAM", texts(&["DEPL"])), ("NUME_CMP_GENE", integers(&[1])), ("INST", reals(instants))];
        keywords.extend(more);
        extract(keywords).map(|f| points(&f))
    };
    assert_eq!(at(&[1.0000005], vec![]).unwrap(), (vec![1.0], vec![1.0]));
    assert_eq!(at(&[2.0], vec![]).unwrap_err(), "R430");
    let linear = || vec![("INTERP_NUME", texts(&["LIN"]))];
    assert_eq!(at(&[2.0, 3.0], linear()).unwrap(), (vec![2.0, 3.0], vec![3.0, 5.0]));
    assert_eq!(at(&[3.1], linear()).unwrap_err(), "R431");
    let order = extract(vec![
        ("NOM_CHAM", texts(&["DEPL"])),
        ("NUME_CMP_GENE", integers(&[1])),
        ("NUME_ORDRE", integers(&[30])),
    ]);
    assert_eq!(points(&order.unwrap()), (vec![3.0], vec![5.0]));
}

#[test]
fn supports_are_added_when_asked_for() {
    let absolute = extract(vec![
        ("NOM_CHAM", texts(&["VITE"])),
        ("GROUP_NO", texts(&["A"])),
        ("NOM_CMP", texts(&["DX"])),
        ("MULT_APPUI", texts(&["OUI"])),
    ]);
    assert_eq!(points(&absolute.unwrap()).1, [21.0, 21.0, 22.0]);
    let none = extract(vec![
        ("NOM_CHAM", texts(&["VITE"])),
        ("GROUP_NO", texts(&["A"])),
        ("NOM_CMP", texts(&["DX"])),
        ("CORR_STAT", texts(&["OUI"])),
    ]);
    assert_eq!(none.unwrap_err(), "R439");
    let ground = Concept::Function(Arc::new(Function {
        parameter: "INST".into(),
        result: "ACCE".into(),
        signal: Signal::Constant(9.0),
    }));
    let total = extract(vec![
        ("NOM_CHAM", texts(&["ACCE"])),
        ("GROUP_NO", texts(&["A"])),
        ("NOM_CMP", texts(&["DX"])),
        ("ACCE_MONO_APPUI", concepts(&[&ground])),
    ]);
    assert_eq!(points(&total.unwrap()).1, [9.5, 9.5, 10.5]);
}

#[test]
fn contact_quantities_by_name_rank_and_title() {
    let of = |group: &str, x: &str, y: &str, title: Option<&str>| {
        let mut keywords = vec![("GROUP_NO_CHOC", texts(&[group])), ("PARA_X", texts(&[x])), ("PARA_Y", texts(&[y]))];
        if let Some(title) = title {
            keywords.push(("INTITULE", texts(&[title])));
        }
        extract(keywords).map(|f| points(&f).1)
    };
    assert_eq!(of("A", "INST", "FN", None).unwrap(), [1.0, 101.0, 201.0]);
    assert_eq!(of("A", "INST", "VN", Some("STOP")).unwrap(), [10.0, 110.0, 210.0]);
    assert_eq!(of("A", "FN", "VINT20", None).unwrap(), [20.0, 120.0, 220.0]);
    assert_eq!(of("B", "INST", "VINT2", None).unwrap(), [7.0, 7.0, 7.0]);
    assert_eq!(of("B", "INST", "VINT4", None).unwrap_err(), "R441");
    assert_eq!(of("B", "INST", "FN", Some("STOP")).unwrap_err(), "R442");
    assert_eq!(of("A", "INST", "FN", Some("OTHER")).unwrap_err(), "R442");
}

#[test]
fn two_columns_of_a_table() {
    let mut table =
        Table::with_columns([("INST", ColumnType::Real), ("F", ColumnType::Integer), ("CAS", ColumnType::Text(8))]);
    for (t, f, case) in [(2.0, 5, "X"), (1.0, 4, "X"), (3.0, 9, "Y")] {
        table.push([("INST", Cell::Real(t)), ("F", Cell::Integer(f)), ("CAS", Cell::Text(case.into()))]);
    }
    table.push([("INST", Cell::Real(4.0))]);
    let table = Concept::Table(Arc::new(table));
    let simple = || vec![("TABLE", concepts(&[&table])), ("PARA_X", texts(&["INST"])), ("PARA_Y", texts(&["F"]))];
    let (found, _) = run(&call("RECU_FONCTION", simple())).unwrap();
    assert_eq!(points(&found.unwrap()), (vec![1.0, 2.0, 3.0], vec![4.0, 5.0, 9.0]));
    let filter = vec![("NOM_PARA", texts(&["CAS"])), ("CRIT_COMP", texts(&["EQ"])), ("VALE_K", texts(&["X"]))];
    let (found, _) = run(&with_factor(call("RECU_FONCTION", simple()), "FILTRE", vec![filter])).unwrap();
    assert_eq!(points(&found.unwrap()).0, [1.0, 2.0]);
    let filter = vec![("NOM_PARA", texts(&["INST"])), ("CRIT_COMP", texts(&["GT"])), ("VALE", reals(&[8.0]))];
    let error = run(&with_factor(call("RECU_FONCTION", simple()), "FILTRE", vec![filter])).unwrap_err();
    assert_eq!(error.code, "R447");
}
