//! The rules of TEST_RESU and those common to all assertions.

use std::sync::Arc;

use crate::catalogue::{CallError, Value};
use crate::concepts::{Concept, ElementField, FieldSeries, Kept, NodalField};
use crate::kernel::mesh::{Cell, CellKind};
use crate::operators::Message;
use crate::operators::call::testing::{call, concepts, integers, reals, run, small_trajectory, texts, with_factor};
use crate::verdict::{Compared, Kind, Record};

type Keyword = (&'static str, Vec<Value>);

/// Records and number of warnings of one occurrence of a factor keyword of TEST_RESU.
fn judged(factor: &'static str, occurrence: Vec<Keyword>) -> Result<(Vec<Arc<Record>>, usize), CallError> {
    let (_, messages) = run(&with_factor(call("TEST_RESU", vec![]), factor, vec![occurrence]))?;
    let warnings = messages.iter().filter(|m| matches!(m, Message::Diagnostic(_))).count();
    let record = |m| if let Message::Verdict(record) = m { Some(record) } else { None };
    Ok((messages.into_iter().filter_map(record).collect(), warnings))
}

fn passed(factor: &'static str, on: &Concept, keyword: &'static str, more: Vec<Keyword>) -> Option<bool> {
    let mut all = vec![(keyword, concepts(&[on]))];
    all.extend(more);
    let (records, _) = judged(factor, all).unwrap();
    assert_eq!(records.len(), 1);
    records[0].passed
}

fn code(factor: &'static str, on: &Concept, keyword: &'static str, more: Vec<Keyword>) -> &'static str {
    let mut all = vec![(keyword, concepts(&[on]))];
    all.extend(more);
    judged(factor, all).unwrap_err().code
}

fn transient() -> Concept {
    Concept::Trajectory(Kept::new(small_trajectory()))
}

fn modes() -> Concept {
    Concept::Modes(small_trajectory().basis)
}

/// DX, DY, DZ at A, then at B.
fn field(values: [f64; 6]) -> NodalField {
    let basis = small_trajectory().basis;
    NodalField::new(basis.mesh.clone().unwrap(), basis.numbering().unwrap().clone(), values.to_vec())
}

/// Two stored instants, 1 and 1.0005 s.
fn series() -> Concept {
    let states = [[1.0; 6], [2.0, -3.0, 0.5, 4.0, -5.0, 0.0]].map(|v| Some(Arc::new(field(v))));
    let mut series = FieldSeries {
        orders: vec![1, 2],
        parameters: [("INST".to_string(), vec![1.0, 1.0005])].into(),
        labels: [("NOM_CAS".to_string(), vec!["PULL".to_string(), "PUSH".to_string()])].into(),
        access: "INST".into(),
        ..FieldSeries::default()
    };
    series.append("DEPL", states);
    Concept::Fields(Arc::new(series))
}

#[test]
fn an_instant_must_match_one_stored_state() {
    let at = |x: f64, tolerance: f64| {
        vec![
            ("INST", reals(&[x])),
            ("NOM_CHAM", texts(&["DEPL"])),
            ("GROUP_NO", texts(&["B"])),
            ("NOM_CMP", texts(&["DX"])),
            ("VALE_CALC", reals(&[4.0])),
            ("TOLE_MACHINE", reals(&[1e-6, tolerance])),
        ]
    };
    assert_eq!(passed("RESU", &series(), "RESULTAT", at(1.0005, 1e-6)), Some(true));
    assert_eq!(passed("RESU", &series(), "RESULTAT", at(1.00050001, 1e-6)), Some(true));
    assert_eq!(code("RESU", &series(), "RESULTAT", at(1.00051, 1e-6)), "R430");
    // Both states are near enough: the one that is there is meant, otherwise nothing says which.
    assert_eq!(passed("RESU", &series(), "RESULTAT", at(1.0005, 1e-3)), Some(true));
    assert_eq!(code("RESU", &series(), "RESULTAT", at(1.0003, 1e-3)), "T005");
}

#[test]
fn the_second_criterion_is_for_the_place() {
    let at = |criteria: &[&str], place: f64| {
        vec![
            ("INST", reals(&[1.0 - 5.0e-5])),
            ("NOM_CHAM", texts(&["DEPL"])),
            ("GROUP_NO", texts(&["A"])),
            ("NOM_CMP", texts(&["DX"])),
            ("VALE_CALC", reals(&[1.5])),
            ("TOLE_MACHINE", reals(&[0.5, place])),
            ("CRITERE", texts(criteria)),
        ]
    };
    assert_eq!(passed("RESU", &series(), "RESULTAT", at(&["RELATIF", "ABSOLU"], 1e-4)), Some(true));
    assert_eq!(passed("RESU", &series(), "RESULTAT", at(&["ABSOLU"], 1e-4)), Some(true));
}

#[test]
fn orders_and_cases_find_a_state() {
    let of = |access: Keyword, expected: f64| {
        let rest = [("NOM_CHAM", texts(&["DEPL"])), ("GROUP_NO", texts(&["A"])), ("NOM_CMP", texts(&["DX"]))];
        [access].into_iter().chain(rest).chain([("VALE_CALC", reals(&[expected]))]).collect::<Vec<_>>()
    };
    assert_eq!(passed("RESU", &series(), "RESULTAT", of(("NUME_ORDRE", integers(&[2])), 2.0)), Some(true));
    assert_eq!(passed("RESU", &series(), "RESULTAT", of(("NOM_CAS", texts(&["PULL"])), 1.0)), Some(true));
    assert_eq!(code("RESU", &series(), "RESULTAT", of(("NOM_CAS", texts(&["TWIST"])), 1.0)), "R430");
}

#[test]
fn parameters_of_modes_keep_their_kind() {
    let of = |name: &str, expected: Keyword| vec![("NUME_MODE", integers(&[2])), ("PARA", texts(&[name])), expected];
    assert_eq!(passed("RESU", &modes(), "RESULTAT", of("FREQ", ("VALE_CALC", reals(&[7.0])))), Some(true));
    assert_eq!(passed("RESU", &modes(), "RESULTAT", of("NUME_MODE", ("VALE_CALC_I", integers(&[2])))), Some(true));
    assert_eq!(code("RESU", &modes(), "RESULTAT", of("NUME_MODE", ("VALE_CALC", reals(&[2.0])))), "T002");
    assert_eq!(code("RESU", &modes(), "RESULTAT", of("AMOR_REDUIT", ("VALE_CALC", reals(&[2.0])))), "T005");
}

#[test]
fn a_field_is_tested_at_a_node_or_as_a_whole() {
    let on = Concept::NodalField(Arc::new(field([-1.0, -2.0, -3.0, -4.0, -5.0, -6.0])));
    let node = |keyword: &'static str, name: &str, expected: f64| {
        vec![(keyword, texts(&[name])), ("NOM_CMP", texts(&["DY"])), ("VALE_CALC", reals(&[expected]))]
    };
    assert_eq!(passed("CHAM_NO", &on, "CHAM_GD", node("GROUP_NO", "B", -5.0)), Some(true));
    // Old files name nodes: by number, whatever the mesh calls them.
    assert_eq!(passed("CHAM_NO", &on, "CHAM_GD", node("NOEUD", "N2", -5.0)), Some(true));
    let whole = |kind: &str, component: Option<&str>, expected: f64| {
        let mut all = vec![("TYPE_TEST", texts(&[kind])), ("VALE_CALC", reals(&[expected]))];
        all.extend(component.map(|c| ("NOM_CMP", texts(&[c]))));
        passed("CHAM_NO", &on, "CHAM_GD", all)
    };
    assert_eq!(whole("SOMM", None, -21.0), Some(true));
    assert_eq!(whole("SOMM_ABS", Some("DX"), 5.0), Some(true));
    assert_eq!(whole("MIN", None, -6.0), Some(true));
    assert_eq!(whole("MAX", Some("DX"), -1.0), Some(true));
    // Without a component the largest of negative values is the smallest positive number.
    assert_eq!(whole("MAX", None, f64::MIN_POSITIVE), None);
    let (records, _) = judged(
        "CHAM_NO",
        vec![("CHAM_GD", concepts(&[&on])), ("TYPE_TEST", texts(&["MAX"])), ("VALE_CALC", reals(&[1.0]))],
    )
    .unwrap();
    assert_eq!(records[0].computed, Compared::Real(f64::MIN_POSITIVE));
}

#[test]
fn the_first_node_of_a_larger_group_is_tested_with_a_warning() {
    let on = Concept::NodalField(Arc::new(field([1.0, 0.0, 0.0, 2.0, 0.0, 0.0])));
    let asked = vec![
        ("CHAM_GD", concepts(&[&on])),
        ("GROUP_NO", texts(&["AB"])),
        ("NOM_CMP", texts(&["DX"])),
        ("VALE_CALC", reals(&[1.0])),
    ];
    let (records, warnings) = judged("CHAM_NO", asked).unwrap();
    assert_eq!((records[0].passed, warnings), (Some(true), 1));
}

#[test]
fn element_fields_are_tested_at_a_point() {
    let mut basis = (*small_trajectory().basis).clone();
    let mut mesh = basis.mesh.clone().unwrap();
    let bar = |label: &str| Cell { label: label.into(), kind: CellKind::Segment2, nodes: [0, 1].into() };
    let changed = Arc::make_mut(&mut mesh.mesh);
    changed.cells = vec![bar("M1"), bar("M2")];
    changed.cell_groups = [("BAR", vec![1]), ("ALL", vec![0, 1])].map(|(k, v)| (k.to_string(), v)).into();
    basis.mesh = Some(mesh);
    let forces = ElementField {
        components: vec!["N".into(), "VY".into()],
        cells: vec![Vec::new(), vec![1.0, 2.0, 3.0, 4.0]],
        ..ElementField::default()
    };
    basis[0].fields.insert("EFGE_ELNO".into(), Arc::new(forces));
    let on = Concept::Modes(Arc::new(basis));
    let at = |group: &str, place: Keyword| {
        vec![
            ("NUME_ORDRE", integers(&[1])),
            ("NOM_CHAM", texts(&["EFGE_ELNO"])),
            ("GROUP_MA", texts(&[group])),
            ("NOM_CMP", texts(&["VY"])),
            place,
            ("VALE_CALC", reals(&[4.0])),
        ]
    };
    assert_eq!(passed("RESU", &on, "RESULTAT", at("BAR", ("POINT", integers(&[2])))), Some(true));
    assert_eq!(passed("RESU", &on, "RESULTAT", at("BAR", ("GROUP_NO", texts(&["B"])))), Some(true));
    assert_eq!(passed("RESU", &on, "RESULTAT", at("BAR", ("POINT", integers(&[1])))), Some(false));
    assert_eq!(code("RESU", &on, "RESULTAT", at("BAR", ("POINT", integers(&[3])))), "T005");
    assert_eq!(code("RESU", &on, "RESULTAT", at("ALL", ("POINT", integers(&[1])))), "T005");
    assert_eq!(code("RESU", &on, "RESULTAT", at("BAR", ("SOUS_POINT", integers(&[2])))), "T005");
}

#[test]
fn generalised_components_are_found_by_instant_or_order() {
    let at = |access: Keyword, name: &str, expected: f64| {
        vec![access, ("NOM_CHAM", texts(&[name])), ("NUME_CMP_GENE", integers(&[2])), ("VALE_CALC", reals(&[expected]))]
    };
    let pass = |keywords| passed("GENE", &transient(), "RESU_GENE", keywords);
    assert_eq!(pass(at(("INST", reals(&[3.0])), "DEPL", 4.0)), Some(true));
    assert_eq!(pass(at(("INST", reals(&[3.0 * (1.0 + 9e-7)])), "VITE", 3.0)), Some(true));
    assert_eq!(pass(at(("NUME_ORDRE", integers(&[10])), "VITE", -1.0)), Some(true));
    // No interpolation between stored instants.
    assert_eq!(code("GENE", &transient(), "RESU_GENE", at(("INST", reals(&[2.0])), "DEPL", 3.0)), "R430");
    let mut third = at(("INST", reals(&[3.0])), "DEPL", 4.0);
    third[2].1 = integers(&[3]);
    assert_eq!(code("GENE", &transient(), "RESU_GENE", third), "T005");
}

#[test]
fn meshes_are_counted() {
    let mesh = Concept::Mesh(small_trajectory().basis.mesh.clone().unwrap());
    let count = |what: &str, group: Option<&str>, expected: i64| {
        let mut all = vec![("CARA", texts(&[what])), ("VALE_CALC_I", integers(&[expected]))];
        all.extend(group.map(|g| ("NOM_GROUP_NO", texts(&[g]))));
        passed("MAILLAGE", &mesh, "MAILLAGE", all)
    };
    assert_eq!(count("NB_NOEUD", None, 2), Some(true));
    assert_eq!(count("NB_GROUP_NO", None, 3), Some(true));
    assert_eq!(count("NB_NO_GROUP_NO", Some("AB"), 2), Some(true));
    assert_eq!(count("NB_MAILLE", None, 1), Some(false));
    let alone = vec![("CARA", texts(&["NB_NO_GROUP_NO"])), ("VALE_CALC_I", integers(&[2]))];
    assert_eq!(code("MAILLAGE", &mesh, "MAILLAGE", alone), "T001");
}

#[test]
fn old_files_give_one_value_and_say_what_it_is() {
    let on = Concept::NodalField(Arc::new(field([1.0005, 0.0, 0.0, 2.0, 0.0, 0.0])));
    let asked = |more: Vec<Keyword>| {
        let place = [("CHAM_GD", concepts(&[&on])), ("NOEUD", texts(&["N1"])), ("NOM_CMP", texts(&["DX"]))];
        let keywords = place.into_iter().chain([("VALE", reals(&[1.0]))]).chain(more).collect();
        let (records, _) = judged("CHAM_NO", keywords).unwrap();
        assert_eq!(records.len(), 1);
        (records[0].kind, records[0].reference.clone(), records[0].tolerance, records[0].passed)
    };
    assert_eq!(asked(vec![]), (Kind::Regression, "NON_REGRESSION".into(), 1e-3, Some(true)));
    assert_eq!(
        asked(vec![("REFERENCE", texts(&["ANALYTIQUE"])), ("PRECISION", reals(&[1e-4]))]),
        (Kind::Reference, "ANALYTIQUE".into(), 1e-4, Some(false))
    );
}

#[test]
fn a_null_reference_is_compared_even_when_the_null_value_is_skipped() {
    let on = Concept::NodalField(Arc::new(field([1.0e-9, 0.0, 0.0, 2.0, 0.0, 0.0])));
    let asked = |more: Vec<Keyword>| {
        let place = [("CHAM_GD", concepts(&[&on])), ("GROUP_NO", texts(&["A"])), ("NOM_CMP", texts(&["DX"]))];
        let expected = [
            ("VALE_CALC", reals(&[0.0])),
            ("REFERENCE", texts(&["ANALYTIQUE"])),
            ("VALE_REFE", reals(&[0.0])),
            ("PRECISION", reals(&[1e-6])),
        ];
        let keywords = place.into_iter().chain(expected).chain(more).collect();
        judged("CHAM_NO", keywords).unwrap().0.into_iter().map(|r| r.passed).collect::<Vec<_>>()
    };
    assert_eq!(asked(vec![("CRITERE", texts(&["ABSOLU"]))]), [Some(true), None]);
    assert_eq!(asked(vec![]), [Some(false), None]);
    let scaled = vec![("CRITERE", texts(&["ABSOLU"])), ("ORDRE_GRANDEUR", reals(&[1e-4]))];
    assert_eq!(asked(scaled), [Some(true), Some(false)]);
}

#[test]
fn what_is_not_computed_is_refused() {
    let on = Concept::NodalField(Arc::new(field([0.0; 6])));
    assert_eq!(code("CARTE", &on, "CHAM_GD", vec![]), "T001");
    assert_eq!(code("CHAM_ELEM", &on, "CHAM_GD", vec![]), "T001");
    assert_eq!(code("RESU", &series(), "RESULTAT", vec![("NOM_VARI", texts(&["V1"]))]), "R430");
}
