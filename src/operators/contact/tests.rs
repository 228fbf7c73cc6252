use std::sync::Arc;

use super::occurrences::read;
use super::problem::{Interactions, ModalProblem};
use crate::catalogue::Value;
use crate::concepts::{Concept, Function};
use crate::kernel::interaction::{LAWS, ModalData, ObstacleShape};
use crate::kernel::signal::{Signal, Table};
use crate::operators::call::testing::{
    allowed, call, completed, concepts, reals, small_trajectory, texts, with_factor,
};
use crate::operators::{Context, Message, Units};
use crate::source::Memory;

type Occurrence = Vec<(&'static str, Vec<Value>)>;

/// Reads COMPORTEMENT on the basis of the small trajectory: nodes A (0, 0, 0) and B (1, 0, 0).
fn interactions(occurrences: Vec<Occurrence>) -> Result<(Interactions, Vec<Message>), (String, Option<String>)> {
    let options = vec![("TYPE_CALCUL", texts(&["TRAN"])), ("BASE_CALCUL", texts(&["GENE"]))];
    read_call(with_factor(call("DYNA_VIBRA", options), "COMPORTEMENT", occurrences))
}

fn read_call(call: crate::catalogue::Call) -> Result<(Interactions, Vec<Message>), (String, Option<String>)> {
    let trajectory = small_trajectory();
    let modes =
        ModalData { masses: &[1.0, 2.0], pulsations: &[30.0, 40.0], reduced_dampings: &[0.0, 0.0], raw_dampings: None };
    let problem = ModalProblem { basis: &trajectory.basis, size: 2, modes, supports: &[] };
    let (world, units) = (Memory::default(), Units::default());
    let mut context = Context {
        commands: |_| None,
        world: &world,
        units: &units,
        messages: Vec::new(),
        progress: &|_, _| (),
        file: Arc::from("t.comm"),
        age: &crate::former::Age::default(),
        seed: None,
        rehearsal: false,
    };
    let call = completed(&call);
    let found = read(&call, &problem, &mut context).map_err(|error| (error.code.to_string(), error.help.clone()))?;
    Ok((found, context.messages))
}

fn obstacle(kind: &str) -> Vec<Value> {
    concepts(&[&Concept::Obstacle(Arc::new(ObstacleShape::named(kind, Vec::new()).unwrap()))])
}

fn function(parameter: &str, points: &[(f64, f64)]) -> Vec<Value> {
    let (x, y) = points.iter().copied().unzip();
    let signal = Signal::Table(Arc::new(Table::linear(x, y)));
    concepts(&[&Concept::Function(Arc::new(Function { parameter: parameter.into(), result: "FORCE".into(), signal }))])
}

/// A DIS_CHOC at node A, with some keywords replaced or added.
fn choc(kind: &str, changes: Occurrence) -> Occurrence {
    let mut all: Occurrence = vec![
        ("RELATION", texts(&["DIS_CHOC"])),
        ("GROUP_NO_1", texts(&["A"])),
        ("OBSTACLE", obstacle(kind)),
        ("NORM_OBST", reals(&[0.0, 0.0, 1.0])),
        ("JEU", reals(&[0.1])),
        ("RIGI_NOR", reals(&[1000.0])),
    ];
    all.retain(|(name, _)| !changes.iter().any(|(other, _)| other == name));
    all.extend(changes);
    all
}

fn code(occurrence: Occurrence) -> String {
    match interactions(vec![occurrence]) {
        Ok(_) => "none".into(),
        Err((code, _)) => code,
    }
}

#[test]
fn a_contact_pushes_back_on_its_modes() {
    let (mut found, messages) = interactions(vec![choc("PLAN_Y", vec![("INTITULE", texts(&["WALL"]))])]).unwrap();
    assert!(messages.is_empty());
    let record = &found.records[0];
    assert_eq!((record.title.as_str(), record.node_1, record.width), ("WALL", 0, 20));
    let mut force = [0.0; 2];
    // Normal Z: local y is global Y, mode 2 at node A. Half of the coordinates is the default origin: 0.
    found.set.evaluate(0.0, 1e-3, &[9.0, 0.15], &[0.0; 2], &mut force).unwrap();
    assert!((force[1] + 50.0).abs() < 1e-12 && force[0] == 0.0, "{force:?}");
}

#[test]
fn titles_and_offsets_follow_the_order_of_definition() {
    let relation = vec![
        ("RELATION", texts(&["RELA_EFFO_DEPL"])),
        ("GROUP_NO", texts(&["B"])),
        ("NOM_CMP", texts(&["DX"])),
        ("FONCTION", function("DX", &[(-1.0, 1.0), (1.0, -1.0)])),
    ];
    let (found, _) = interactions(vec![choc("PLAN_Y", vec![]), relation, choc("CERCLE", vec![])]).unwrap();
    let titles: Vec<_> = found.records.iter().map(|r| r.title.as_str()).collect();
    assert_eq!(titles, ["DIS_CHOC        00000001", "2       DX              ", "DIS_CHOC        00000003"]);
    let offsets: Vec<_> = found.records.iter().map(|r| (r.offset, r.width)).collect();
    assert_eq!(offsets, [(0, 20), (20, 3), (23, 20)]);
    assert_eq!(found.set.variable_count(), 43);
}

#[test]
fn the_automatic_tangential_damping_is_told() {
    let rubbing = |more: Occurrence| {
        let mut keywords =
            vec![("RIGI_TAN", reals(&[6400.0])), ("FROTTEMENT", texts(&["COULOMB"])), ("COULOMB", reals(&[0.2]))];
        keywords.extend(more);
        interactions(vec![choc("PLAN_Y", keywords)]).unwrap().1
    };
    // Mode 1 (DX, tangential): k = 900, m = 1; 2 sqrt(900 + 6400).
    let messages = rubbing(vec![]);
    let [Message::Once(text)] = messages.as_slice() else { panic!("{messages:?}") };
    assert!(text.contains(&format!("= {:.1} N s/m", 2.0 * 7300f64.sqrt())), "{text}");
    assert!(rubbing(vec![("AMOR_TAN", reals(&[0.0]))]).is_empty());
}

#[test]
fn mistakes_are_told_by_name() {
    assert_eq!(code(choc("PLAN_Y", vec![("NORM_OBST", reals(&[0.0, 0.0, 0.0]))])), "R418");
    assert_eq!(code(choc("PLAN_Y", vec![("NORM_OBST", reals(&[1.0, 0.0]))])), "R419");
    assert_eq!(code(choc("PLAN_Y", vec![("GROUP_NO_1", texts(&["AB"]))])), "R103");
    assert_eq!(code(choc("PLAN_Y", vec![("GROUP_NO_2", texts(&["B"]))])), "none");
    assert_eq!(code(choc("BI_PLAN_Y", vec![])), "R417");
    let bore = vec![("GROUP_NO_2", texts(&["B"])), ("DIST_1", reals(&[0.3])), ("DIST_2", reals(&[0.2]))];
    assert_eq!(code(choc("BI_CERC_INT", bore)), "R416");
    assert_eq!(code(choc("PLAN_Y", vec![("OBSTACLE", concepts(&[&Concept::RealList(Arc::default())]))])), "R413");
    let (code, help) = interactions(vec![choc("PLAN_Y", vec![("GROUP_NO_1", texts(&["a"]))])]).err().unwrap();
    assert_eq!((code.as_str(), help.as_deref()), ("R101", Some("did you mean A?")));
}

#[test]
fn functions_must_depend_on_what_the_law_gives_them() {
    let link = |relation: &str, more: Occurrence| {
        let mut keywords =
            vec![("RELATION", texts(&[relation])), ("GROUP_NO_1", texts(&["A"])), ("GROUP_NO_2", texts(&["B"]))];
        keywords.extend(more);
        code(keywords)
    };
    let curve = [(0.0, 0.0), (0.01, 1.0), (0.06, 2.0)];
    assert_eq!(link("DIS_ECRO_TRAC", vec![("FX", function("DX", &curve))]), "none");
    assert_eq!(link("DIS_ECRO_TRAC", vec![("FX", function("DTAN", &curve))]), "R429");
    assert_eq!(link("DIS_ECRO_TRAC", vec![("FX", function("DX", &curve[..2]))]), "R427");
    assert_eq!(link("CHOC_ELAS_TRAC", vec![("FX", function("DX", &curve))]), "none");
    let zener = |k1: &'static str| {
        vec![(k1, reals(&[0.0])), ("K2", reals(&[1.0])), ("UNSUR_K3", reals(&[0.0])), ("C", reals(&[1.0]))]
    };
    assert_eq!(link("DIS_VISC", zener("UNSUR_K1")), "R426");
    let effort = |parameter: &str| {
        vec![
            ("RELATION", texts(&["RELA_EFFO_VITE"])),
            ("GROUP_NO", texts(&["B"])),
            ("NOM_CMP", texts(&["DY"])),
            ("FONCTION", function(parameter, &[(-1.0, 1.0), (1.0, -1.0)])),
        ]
    };
    assert_eq!(code(effort("DY")), "none");
    assert_eq!(code(effort("VITE")), "R429");
}

#[test]
fn a_buckling_stop_takes_the_place_of_a_contact() {
    let stop = vec![
        ("RELATION", texts(&["FLAMBAGE"])),
        ("GROUP_NO_1", texts(&["A"])),
        ("OBSTACLE", obstacle("PLAN_Y")),
        ("NORM_OBST", reals(&[0.0, 0.0, 1.0])),
        ("FX", function("DX", &[(0.0, 5.0), (1.0, 5.0)])),
        ("RIGI_NOR", function("DX", &[(0.0, 5.0), (1.0, 5.0)])),
        ("AMOR_NOR", function("DX", &[(0.0, 0.0), (1.0, 0.0)])),
    ];
    let (found, messages) = interactions(vec![choc("PLAN_Y", vec![]), stop]).unwrap();
    let relations: Vec<_> = found.records.iter().map(|r| r.relation.as_str()).collect();
    assert_eq!(relations, ["FLAMBAGE"]);
    assert!(matches!(messages.as_slice(), [Message::Diagnostic(warning)] if warning.code == "R463"));
}

#[test]
fn the_older_language_is_the_same_contact() {
    let mut old = choc("PLAN_Y", vec![("COULOMB", reals(&[0.3]))]);
    old.retain(|(name, _)| *name != "RELATION");
    let (found, _) = read_call(with_factor(call("DYNA_TRAN_MODAL", vec![]), "CHOC", vec![old])).unwrap();
    assert_eq!(found.records[0].relation, "DIS_CHOC");
    let mut set = found.set;
    let mut force = [0.0; 2];
    // Friction acts although FROTTEMENT is not given: the oldest studies have COULOMB alone.
    set.evaluate(0.0, 1e-3, &[0.0, 0.15], &[1.0, 0.0], &mut force).unwrap();
    assert!((force[0] + 15.0).abs() < 1e-12, "{force:?}");
}

#[test]
fn relations_of_the_catalogue_are_the_laws_of_the_kernel() {
    let mut laws: Vec<_> = LAWS.iter().map(|law| law.name).collect();
    let mut relations = allowed("DYNA_VIBRA", &["COMPORTEMENT", "RELATION"]);
    laws.sort_unstable();
    relations.sort_unstable();
    assert_eq!(relations, laws);
    let mut read: Vec<_> = super::relations::RELATIONS.iter().map(|(name, _)| *name).collect();
    read.sort_unstable();
    assert_eq!(read, laws);
}

#[test]
fn kinds_of_the_catalogue_are_the_obstacles_of_the_kernel() {
    let mut kinds = allowed("DEFI_OBSTACLE", &["TYPE"]);
    let mut names = ObstacleShape::names();
    kinds.sort_unstable();
    names.sort_unstable();
    assert_eq!(kinds, names);
}
