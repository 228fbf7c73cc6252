//! Random sequences of CALC_TABLE actions against an evaluation that shares nothing with it: rows as maps from names to
//! values.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use proptest::prelude::*;

use super::{Given, acted, action, created};
use crate::catalogue::Value;
use crate::concepts::{Cell, Concept, Row, Table};
use crate::operators::call::testing::{call, concepts, reals, run, texts};

#[derive(Clone, Debug, PartialEq)]
enum Atom {
    Number(f64),
    Word(String),
}

/// Columns in order, and for each row the values it has.
#[derive(Clone, Debug, Default, PartialEq)]
struct Model {
    columns: Vec<String>,
    rows: Vec<BTreeMap<String, Atom>>,
}

impl Model {
    fn of(table: &Table) -> Model {
        let columns: Vec<String> = table.columns.iter().map(|c| c.name.clone()).collect();
        let atom = |cell: &Cell| match cell {
            Cell::Empty => None,
            Cell::Integer(i) => Some(Atom::Number(*i as f64)),
            Cell::Real(x) => Some(Atom::Number(*x)),
            Cell::Text(t) => Some(Atom::Word(t.clone())),
            other => panic!("{other:?}"),
        };
        let row = |cells: Row<'_>| {
            let pairs = columns.iter().zip(cells.iter());
            pairs.filter_map(|(name, cell)| atom(&cell).map(|atom| (name.clone(), atom))).collect()
        };
        Model { rows: table.rows.iter().map(row).collect(), columns }
    }

    fn is_wordy(&self, column: &str) -> bool {
        self.rows.iter().any(|row| matches!(row.get(column), Some(Atom::Word(_))))
    }

    fn add_column(&mut self, name: &str) {
        if !self.columns.iter().any(|c| c == name) {
            self.columns.push(name.to_string());
        }
    }
}

fn order(a: Option<&Atom>, b: Option<&Atom>) -> Ordering {
    match (a, b) {
        (None, None) => Ordering::Equal,
        (None, _) => Ordering::Less,
        (_, None) => Ordering::Greater,
        (Some(Atom::Number(x)), Some(Atom::Number(y))) => x.partial_cmp(y).unwrap(),
        (Some(Atom::Word(x)), Some(Atom::Word(y))) => x.cmp(y),
        (Some(Atom::Number(_)), Some(Atom::Word(_))) => Ordering::Less,
        (Some(Atom::Word(_)), Some(Atom::Number(_))) => Ordering::Greater,
    }
}

const WORDS: [&str; 4] = ["LEFT", "RIGHT", "TOP", "N12"];

/// Numbers on a grid, so that sums and products are exact.
fn grid(choice: u8) -> f64 {
    (f64::from(choice % 17) - 8.0) * 0.25
}

/// A polynomial of X and Y: its text, and its value.
fn polynomial(choices: &[u8]) -> (String, impl Fn(f64, f64) -> f64 + use<>) {
    let c: Vec<f64> = choices.iter().map(|c| grid(*c)).collect();
    let text = format!("({:?}) * X + ({:?}) * Y - X * Y + ({:?})", c[0], c[1], c[2]);
    (text, move |x, y| c[0] * x + c[1] * y - x * y + c[2])
}

/// One action: its keywords, and what it makes of the model. `None` when the choices ask for nothing legal.
fn step(model: &mut Model, choices: &[u8; 6], rank: usize, second: &(Concept, Model)) -> Option<Given> {
    let pick = |c: u8| model.columns.get(usize::from(c) % model.columns.len().max(1)).cloned();
    let column = pick(choices[1])?;
    match choices[0] % 11 {
        0 | 1 => {
            let criteria = ["LT", "LE", "GT", "GE", "EQ", "NE"];
            let criterion = criteria[usize::from(choices[2]) % 6];
            let mut given = vec![("NOM_PARA", texts(&[&column])), ("CRIT_COMP", texts(&[criterion]))];
            let wanted = if model.is_wordy(&column) {
                let word = WORDS[usize::from(choices[3]) % 4];
                given.push(("VALE_K", texts(&[word])));
                Atom::Word(word.into())
            } else {
                given.push(("VALE", reals(&[grid(choices[3])])));
                given.push(("CRITERE", texts(&["ABSOLU"])));
                given.push(("PRECISION", reals(&[0.01])));
                Atom::Number(grid(choices[3]))
            };
            model.rows.retain(|row| {
                let Some(value) = row.get(&column) else { return false };
                let order = order(Some(value), Some(&wanted));
                match criterion {
                    "LT" => order.is_lt(),
                    "LE" => order.is_le(),
                    "GT" => order.is_gt(),
                    "GE" => order.is_ge(),
                    "EQ" => order.is_eq(),
                    _ => order.is_ne(),
                }
            });
            Some(action("FILTRE", given))
        }
        2 => {
            let empty = choices[2].is_multiple_of(2);
            model.rows.retain(|row| row.contains_key(&column) != empty);
            let criterion = if empty { "VIDE" } else { "NON_VIDE" };
            Some(action("FILTRE", vec![("NOM_PARA", texts(&[&column])), ("CRIT_COMP", texts(&[criterion]))]))
        }
        3 | 4 => {
            let other = pick(choices[2])?;
            let down = choices[3].is_multiple_of(2);
            model.rows.sort_by(|a, b| {
                let by = order(a.get(&column), b.get(&column)).then(order(a.get(&other), b.get(&other)));
                if down { by.reverse() } else { by }
            });
            let word = if down { "DECROISSANT" } else { "CROISSANT" };
            Some(action("TRI", vec![("NOM_PARA", texts(&[&column, &other])), ("ORDRE", texts(&[word]))]))
        }
        5 => {
            let other = pick(choices[2])?;
            if model.columns.len() < 3 || other == column {
                return None;
            }
            let keep = choices[3].is_multiple_of(2);
            if keep {
                model.columns = vec![other.clone(), column.clone()];
            } else {
                model.columns.retain(|c| *c != column && *c != other);
            }
            for row in &mut model.rows {
                row.retain(|name, _| model.columns.contains(name));
            }
            let operation = if keep { "EXTR" } else { "SUPPRIME" };
            Some(action(operation, vec![("NOM_PARA", texts(&[&other, &column]))]))
        }
        6 => {
            let new = format!("NEW{rank}");
            model.columns.iter_mut().filter(|c| **c == column).for_each(|c| *c = new.clone());
            for row in &mut model.rows {
                if let Some(value) = row.remove(&column) {
                    row.insert(new.clone(), value);
                }
            }
            Some(action("RENOMME", vec![("NOM_PARA", texts(&[&column, &new]))]))
        }
        7 => {
            let (new, value) = (format!("C{rank}"), grid(choices[2]));
            model.add_column(&new);
            model.rows.iter_mut().for_each(|row| {
                row.insert(new.clone(), Atom::Number(value));
            });
            Some(action("AJOUT_COLONNE", vec![("NOM_PARA", texts(&[&new])), ("VALE", reals(&[value]))]))
        }
        8 => {
            let wordy = model.is_wordy(&column);
            let word = WORDS[usize::from(choices[3]) % 4];
            let value = if wordy { Value::Text(word.into()) } else { Value::Real(grid(choices[3])) };
            let atom = if wordy { Atom::Word(word.into()) } else { Atom::Number(grid(choices[3])) };
            let more = format!("L{rank}");
            model.add_column(&more);
            model.rows.push(BTreeMap::from([(column.clone(), atom), (more.clone(), Atom::Number(1.0))]));
            let given = vec![("NOM_PARA", texts(&[&column, &more])), ("VALE", vec![value, Value::Real(1.0)])];
            Some(action("AJOUT_LIGNE", given))
        }
        9 => {
            let other = pick(choices[2])?;
            if model.is_wordy(&column) || model.is_wordy(&other) {
                return None;
            }
            let (text, value) = polynomial(&choices[3..]);
            let formula = call("FORMULE", vec![("NOM_PARA", texts(&["X", "Y"])), ("VALE", texts(&[&text]))]);
            let formula = run(&formula).unwrap().0.expect("a formula");
            let new = format!("F{rank}");
            model.add_column(&new);
            for row in &mut model.rows {
                if let (Some(Atom::Number(x)), Some(Atom::Number(y))) = (row.get(&column), row.get(&other)) {
                    let made = Atom::Number(value(*x, *y));
                    row.insert(new.clone(), made);
                }
            }
            let given = vec![
                ("FORMULE", concepts(&[&formula])),
                ("NOM_PARA", texts(&[&new])),
                ("NOM_COLONNE", texts(&[&column, &other])),
            ];
            Some(action("OPER", given))
        }
        _ => {
            let (table, more) = second;
            let both = [&*model, more].iter().all(|m| m.columns.iter().any(|c| c == "RANK"));
            let keyed = both && choices[2].is_multiple_of(2);
            let limited = choices[3].is_multiple_of(2);
            let keys: Vec<Option<Atom>> = model.rows.iter().map(|row| row.get("RANK").cloned()).collect();
            let given: Vec<Option<Atom>> = more.rows.iter().map(|row| row.get("RANK").cloned()).collect();
            for name in &more.columns {
                model.add_column(name);
            }
            for row in &more.rows {
                let key = row.get("RANK").cloned();
                let ranks: Vec<usize> = (0..keys.len()).filter(|i| keys[*i] == key).collect();
                let once = given.iter().filter(|k| **k == key).count() == 1;
                if keyed && once && ranks.len() == 1 {
                    model.rows[ranks[0]].extend(row.clone());
                } else if !keyed || !limited {
                    model.rows.push(row.clone());
                }
            }
            let mut given = vec![("TABLE", concepts(&[table]))];
            if keyed {
                given.push(("NOM_PARA", texts(&["RANK"])));
                given.push(("RESTREINT", texts(&[if limited { "OUI" } else { "NON" }])));
            }
            Some(action("COMB", given))
        }
    }
}

fn table(names: [&'static str; 3], ranks: &[u8], loads: &[u8], sides: &[u8]) -> Concept {
    let filled = |items: &[u8]| -> Vec<usize> { (0..items.len()).filter(|i| !items[*i].is_multiple_of(5)).collect() };
    let lines = |rows: &[usize]| rows.iter().map(|i| Value::Integer(*i as i64 + 1)).collect::<Vec<_>>();
    let (r, l, s) = (filled(ranks), filled(loads), filled(sides));
    let mut lists = Vec::new();
    if !r.is_empty() {
        let values = r.iter().map(|i| Value::Integer(i64::from(ranks[*i] % 6))).collect();
        lists.push(vec![("PARA", texts(&[names[0]])), ("LISTE_I", values), ("NUME_LIGN", lines(&r))]);
    }
    if !l.is_empty() {
        let values: Vec<f64> = l.iter().map(|i| grid(loads[*i])).collect();
        lists.push(vec![("PARA", texts(&[names[1]])), ("LISTE_R", reals(&values)), ("NUME_LIGN", lines(&l))]);
    }
    if !s.is_empty() {
        let values: Vec<&str> = s.iter().map(|i| WORDS[usize::from(sides[*i]) % 4]).collect();
        lists.push(vec![("PARA", texts(&[names[2]])), ("LISTE_K", texts(&values)), ("NUME_LIGN", lines(&s))]);
    }
    // A column that always has a value keeps the table from being empty.
    lists.push(vec![("PARA", texts(&["ONE"])), ("LISTE_R", reals(&[1.0]))]);
    created(lists).expect("a table")
}

fn model_of(concept: &Concept) -> Model {
    match concept {
        Concept::Table(table) => Model::of(table),
        other => panic!("{other:?}"),
    }
}

proptest! {
    #[test]
    fn actions_do_what_an_independent_evaluation_does(
        ranks in proptest::collection::vec(any::<u8>(), 0..9),
        loads in proptest::collection::vec(any::<u8>(), 0..9),
        sides in proptest::collection::vec(any::<u8>(), 0..9),
        more in proptest::collection::vec(any::<u8>(), 1..6),
        choices in proptest::collection::vec(any::<[u8; 6]>(), 1..7),
    ) {
        let first = table(["RANK", "LOAD", "SIDE"], &ranks, &loads, &sides);
        let second = table(["RANK", "GAP", "PLACE"], &more, &more, &more);
        let second = (second.clone(), model_of(&second));
        let mut model = model_of(&first);
        let mut actions = Vec::new();
        for (rank, choices) in choices.iter().enumerate() {
            if let Some(given) = step(&mut model, choices, rank, &second) {
                actions.push(given);
            }
        }
        prop_assume!(!actions.is_empty());
        let found = Model::of(&acted(&first, actions).unwrap());
        prop_assert_eq!(found, model);
    }
}
