//! CREA_TABLE and CALC_TABLE on calls made by hand; FILTRE against an independent evaluation.

mod expressions;

use proptest::prelude::*;

use crate::catalogue::{CallError, Value};
use crate::concepts::{Cell, ColumnType, Concept, Rows, Table};
use crate::operators::call::testing::{call, concepts, integers, keywords, reals, run, texts, with_factor};

type Given = Vec<(&'static str, Vec<Value>)>;

fn created(lists: Vec<Given>) -> Result<Concept, CallError> {
    Ok(run(&with_factor(call("CREA_TABLE", vec![]), "LISTE", lists))?.0.expect("a table"))
}

fn loads() -> Concept {
    created(vec![
        vec![("PARA", texts(&["RANK"])), ("LISTE_I", integers(&[1, 2, 3]))],
        vec![("PARA", texts(&["LOAD"])), ("LISTE_R", reals(&[2.5, -1.25, 4.75]))],
        vec![("PARA", texts(&["SIDE"])), ("LISTE_K", texts(&["LEFT", "RIGHT"]))],
    ])
    .expect("a table")
}

fn acted(table: &Concept, actions: Vec<Given>) -> Result<Table, CallError> {
    let call = with_factor(call("CALC_TABLE", vec![("TABLE", concepts(&[table]))]), "ACTION", actions);
    let Some(Concept::Table(table)) = run(&call)?.0 else { panic!("a table") };
    Ok(table.as_ref().clone())
}

fn action(operation: &'static str, more: Given) -> Given {
    std::iter::once(("OPERATION", texts(&[operation]))).chain(more).collect()
}

fn column(table: &Table, name: &str) -> Vec<Cell> {
    let rank = table.column(name).expect("a column");
    table.rows.iter().map(|row| row.cell(rank).into_owned()).collect()
}

#[test]
fn lists_make_columns_and_short_ones_end_empty() {
    let Concept::Table(table) = loads() else { panic!("a table") };
    assert_eq!(table.rows.len(), 3);
    assert_eq!(column(&table, "SIDE"), [Cell::Text("LEFT".into()), Cell::Text("RIGHT".into()), Cell::Empty]);
    let placed = vec![("PARA", texts(&["X"])), ("LISTE_R", reals(&[1.0, 2.0])), ("NUME_LIGN", integers(&[3, 1]))];
    let Ok(Concept::Table(table)) = created(vec![placed]) else { panic!("a table") };
    assert_eq!(column(&table, "X"), [Cell::Real(2.0), Cell::Empty, Cell::Real(1.0)]);
    let wrong = vec![("PARA", texts(&["X"])), ("LISTE_R", reals(&[1.0])), ("NUME_LIGN", integers(&[0]))];
    assert_eq!(created(vec![wrong]).unwrap_err().code, "R605");
}

#[test]
fn actions_follow_one_another() {
    let filter =
        action("FILTRE", vec![("NOM_PARA", texts(&["LOAD"])), ("CRIT_COMP", texts(&["GT"])), ("VALE", reals(&[0.0]))]);
    let rename = action("RENOMME", vec![("NOM_PARA", texts(&["LOAD", "FORCE"]))]);
    let order = action("TRI", vec![("NOM_PARA", texts(&["FORCE"])), ("ORDRE", texts(&["DECROISSANT"]))]);
    let keep = action("EXTR", vec![("NOM_PARA", texts(&["FORCE", "RANK"]))]);
    let table = acted(&loads(), vec![filter, rename, order, keep]).unwrap();
    let rows = [[Cell::Real(4.75), Cell::Integer(3)], [Cell::Real(2.5), Cell::Integer(1)]];
    assert_eq!(table.rows, rows.iter().map(|r| r.to_vec()).collect::<Rows>());
    let error = acted(&loads(), vec![action("SUPPRIME", vec![("NOM_PARA", texts(&["LOADS"]))])]).unwrap_err();
    assert_eq!((error.code, error.help.as_deref().unwrap().contains("LOAD")), ("R601", true));
}

#[test]
fn calculations_reduce_columns() {
    let kinds = ["MAXI", "MINI", "SOMM", "MOY", "MAXI_ABS", "MINI_ABS", "SOMM_ABS"];
    let asked = vec![("NOM_PARA", texts(&["LOAD"])), ("TYPE_CALCUL", texts(&kinds))];
    let table = acted(&loads(), vec![action("CALCUL", asked)]).unwrap();
    let expected = [4.75, -1.25, 6.0, 2.0, 4.75, 1.25, 8.5].map(Cell::Real);
    assert_eq!(column(&table, "LOAD"), expected);
    assert_eq!(column(&table, "TYPE_CALCUL")[3], Cell::Text("MOY".into()));
}

#[test]
fn tables_are_joined_by_their_keys() {
    let second = created(vec![
        vec![("PARA", texts(&["RANK"])), ("LISTE_I", integers(&[2, 9]))],
        vec![("PARA", texts(&["GAP"])), ("LISTE_R", reals(&[0.5, 0.7]))],
    ])
    .unwrap();
    let by_rank = |more: Given| {
        let given = vec![("TABLE", concepts(&[&second])), ("NOM_PARA", texts(&["RANK"]))];
        acted(&loads(), vec![action("COMB", given.into_iter().chain(more).collect())]).unwrap()
    };
    let table = by_rank(vec![]);
    assert_eq!(column(&table, "GAP"), [Cell::Empty, Cell::Real(0.5), Cell::Empty, Cell::Real(0.7)]);
    assert_eq!(by_rank(vec![("RESTREINT", texts(&["OUI"]))]).rows.len(), 3);
    let appended = acted(&loads(), vec![action("COMB", vec![("TABLE", concepts(&[&second]))])]).unwrap();
    assert_eq!(appended.rows.len(), 5);
}

#[test]
fn rows_and_columns_are_added() {
    let row = vec![Value::Integer(7), Value::Integer(9), Value::Text("LEFT".into())];
    let line = action("AJOUT_LIGNE", vec![("NOM_PARA", texts(&["RANK", "LOAD", "KIND"])), ("VALE", row)]);
    let constant = action("AJOUT_COLONNE", vec![("NOM_PARA", texts(&["C"])), ("VALE", reals(&[1.5]))]);
    let table = acted(&loads(), vec![line, constant]).unwrap();
    assert_eq!(column(&table, "LOAD")[3], Cell::Real(9.0));
    assert_eq!(column(&table, "KIND"), [Cell::Empty, Cell::Empty, Cell::Empty, Cell::Text("LEFT".into())]);
    assert_eq!(column(&table, "C"), vec![Cell::Real(1.5); 4]);
    let short = action("AJOUT_COLONNE", vec![("NOM_PARA", texts(&["C"])), ("VALE_COLONNE", reals(&[1.5]))]);
    assert_eq!(acted(&loads(), vec![short]).unwrap_err().code, "R606");
}

proptest! {
    /// For all columns and conditions, the rows kept are those an independent evaluation keeps.
    #[test]
    fn filters_keep_what_they_say(
        values in proptest::collection::vec(-50i32..50, 0..30),
        wanted in proptest::collection::vec(-50i32..50, 1..3),
        criterion in 0usize..10,
        precision in 0.0f64..0.3,
        absolute: bool,
    ) {
        let names = ["EQ", "NE", "LT", "LE", "GT", "GE", "MAXI", "MINI", "MAXI_ABS", "MINI_ABS"];
        let number = |i: i32| f64::from(i) * 0.25;
        let mut table = Table::with_columns([("X", ColumnType::Real)]);
        table.rows = values.iter().map(|v| vec![if v % 7 == 0 { Cell::Empty } else { Cell::Real(number(*v)) }]).collect();
        let filter = keywords(vec![
            ("NOM_PARA", texts(&["X"])),
            ("CRIT_COMP", texts(&[names[criterion]])),
            ("VALE", reals(&wanted.iter().map(|w| number(*w)).collect::<Vec<_>>())),
            ("PRECISION", reals(&[precision])),
            ("CRITERE", texts(&[if absolute { "ABSOLU" } else { "RELATIF" }])),
        ]);
        let kept = super::filtered(&table, &[filter]).unwrap();
        let near = |x: f64, w: f64| {
            let (low, high) = if absolute { (w - precision, w + precision) }
                else if w > 0.0 { (w * (1.0 - precision), w * (1.0 + precision)) }
                else { (w * (1.0 + precision), w * (1.0 - precision)) };
            low - 1e-12 <= x && x <= high + 1e-12
        };
        let cells: Vec<f64> = values.iter().filter(|v| *v % 7 != 0).map(|v| number(*v)).collect();
        let extreme = |of: fn(f64) -> f64| cells.iter().map(|x| of(*x)).fold(f64::NEG_INFINITY, f64::max);
        let expected: Vec<f64> = cells.iter().copied().filter(|x| match names[criterion] {
            "EQ" => wanted.iter().any(|w| near(*x, number(*w))),
            "NE" => !wanted.iter().any(|w| near(*x, number(*w))),
            "LT" => wanted.iter().any(|w| *x < number(*w)),
            "LE" => wanted.iter().any(|w| *x <= number(*w)),
            "GT" => wanted.iter().any(|w| *x > number(*w)),
            "GE" => wanted.iter().any(|w| *x >= number(*w)),
            "MAXI" => *x == extreme(|x| x),
            "MINI" => -*x == extreme(|x| -x),
            "MAXI_ABS" => x.abs() == extreme(f64::abs),
            _ => -x.abs() == extreme(|x| -x.abs()),
        }).collect();
        let kept: Vec<f64> = kept.rows.iter().filter_map(|r| if let Cell::Real(x) = *r.cell(0) { Some(x) } else { None }).collect();
        prop_assert_eq!(kept, expected);
    }
}
