use std::sync::Arc;

use crate::catalogue::Value;
use crate::concepts::{Concept, FieldSeries, Kept, States};
use crate::operators::call::testing::{call, concepts, reals, run, small_trajectory, texts};

fn restore(keywords: Vec<(&'static str, Vec<Value>)>) -> Result<Arc<FieldSeries>, String> {
    let trajectory = Concept::Trajectory(Kept::new(small_trajectory()));
    let mut all = vec![("RESU_GENE", concepts(&[&trajectory]))];
    all.extend(keywords);
    match run(&call("REST_GENE_PHYS", all)) {
        Ok((Some(Concept::Fields(series)), _)) => Ok(series),
        Ok(other) => panic!("{other:?}"),
        Err(error) => Err(error.code.to_string()),
    }
}

fn values(series: &FieldSeries, field: &str, k: usize) -> Vec<f64> {
    States::Fields(series).nodal(field, k).unwrap().values.clone()
}

#[test]
fn every_archived_state_keeps_its_order_from_zero() {
    let series = restore(vec![("TOUT_CHAM", texts(&["OUI"]))]).unwrap();
    assert_eq!(series.orders, [0, 1, 2]);
    assert_eq!(series.parameters["INST"], [0.0, 1.0, 3.0]);
    assert_eq!(values(&series, "DEPL", 2), [5.0, 4.0, 0.0, 10.0, -4.0, 0.0]);
    assert_eq!(values(&series, "VITE", 1), [1.0, -1.0, 0.0, 2.0, 1.0, 0.0]);
    assert_eq!(values(&series, "ACCE", 0), [0.5, 0.0, 0.0, 1.0, 0.0, 0.0]);
}

#[test]
fn listed_instants_are_numbered_from_one_and_may_be_interpolated() {
    let series =
        restore(vec![("NOM_CHAM", texts(&["DEPL"])), ("INST", reals(&[1.0, 2.0])), ("INTERPOL", texts(&["LIN"]))]);
    let series = series.unwrap();
    assert_eq!(series.orders, [1, 2]);
    assert_eq!(values(&series, "DEPL", 1), [3.0, 3.0, 0.0, 6.0, -3.0, 0.0]);
    assert_eq!(restore(vec![("NOM_CHAM", texts(&["DEPL"])), ("INST", reals(&[2.0]))]).unwrap_err(), "R430");
    assert_eq!(restore(vec![("INTERPOL", texts(&["LIN"]))]).unwrap_err(), "R455");
}

#[test]
fn acceleration_is_the_field_by_default() {
    let series = restore(vec![]).unwrap();
    assert_eq!(States::Fields(&series).field_names().into_iter().collect::<Vec<_>>(), ["ACCE"]);
}

#[test]
fn supports_and_nodes() {
    let series = restore(vec![("NOM_CHAM", texts(&["DEPL"])), ("MULT_APPUI", texts(&["OUI"]))]).unwrap();
    assert_eq!(values(&series, "DEPL", 1), [11.0, 2.0, 0.0, 12.0, -2.0, 0.0]);
    let series = restore(vec![("NOM_CHAM", texts(&["DEPL"])), ("GROUP_NO", texts(&["B"]))]).unwrap();
    let present = States::Fields(&series).nodal("DEPL", 0).unwrap().present.clone().unwrap();
    assert_eq!(present, [false, false, false, true, true, true]);
    assert_eq!(restore(vec![("NOM_CHAM", texts(&["ACCE_ABSOLU"]))]).unwrap_err(), "R454");
    assert_eq!(restore(vec![("NOM_CHAM", texts(&["EFGE_ELNO"]))]).unwrap_err(), "R457");
}
