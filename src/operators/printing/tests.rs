//! What IMPR_FONCTION and IMPR_TABLE write, and where.

use std::path::Path;
use std::sync::Arc;

use crate::catalogue::Call;
use crate::concepts::{Cell, ColumnType, Concept, Function, Table};
use crate::kernel::signal::{Signal, Table as Points};
use crate::operators::call::testing::{call, concepts, integers, keywords, reals, run_in, texts, with_factor};
use crate::operators::{Message, Units};
use crate::source::{Memory, World};

fn ramp(slope: f64, abscissae: &[f64]) -> Concept {
    let ordinates = abscissae.iter().map(|x| slope * x).collect();
    let signal = Signal::Table(Arc::new(Points::linear(abscissae.to_vec(), ordinates)));
    Concept::Function(Arc::new(Function { parameter: "INST".into(), result: "DX".into(), signal }))
}

/// Text in the log, and the file of unit 40 when there is one.
fn written(call: &Call, file: &str) -> (String, Option<String>) {
    let (world, units) = (Memory::default(), Units { stem: "study".into(), ..Units::default() });
    units.bound.lock().unwrap().insert(40, file.into());
    let (_, messages) = run_in(call, &world, &units).expect("printed");
    let text = |m: &Message| if let Message::Text(text) = m { format!("{text}\n") } else { String::new() };
    let log = messages.iter().map(text).collect();
    (log, world.read(Path::new(file)).ok().map(|bytes| String::from_utf8(bytes).unwrap()))
}

fn two_curves(unit: i64, more: Vec<(&'static str, Vec<crate::catalogue::Value>)>) -> Call {
    let mut keywords = vec![("UNITE", integers(&[unit])), ("TITRE", texts(&["Two ramps"]))];
    keywords.extend(more);
    let curve = |f: Concept, legend: &'static str| vec![("FONCTION", concepts(&[&f])), ("LEGENDE", texts(&[legend]))];
    let curves = vec![curve(ramp(1.0, &[0.0, 1.0, 2.0]), "slow"), curve(ramp(3.0, &[0.0, 1.5]), "fast one")];
    with_factor(call("IMPR_FONCTION", keywords), "COURBE", curves)
}

#[test]
fn functions_as_columns_over_the_first_abscissae() {
    let (log, file) = written(&two_curves(8, vec![]), "unused.txt");
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines[3], "# Two ramps");
    assert_eq!(lines[4], "        INST         slow     fast_one");
    assert_eq!(lines[6], " 1.00000E+00  1.00000E+00  3.00000E+00");
    // The second function stops at 1.5 and its extension is EXCLU.
    assert!(lines[7].ends_with(" 2.00000E+00 -"), "{}", lines[7]);
    assert_eq!(file, None);
}

#[test]
fn the_name_of_the_file_decides() {
    let (_, file) = written(&two_curves(40, vec![]), "curves.csv");
    assert_eq!(file.unwrap(), "INST,slow,fast_one\n0.0,0.0,0.0\n1.0,1.0,3.0\n2.0,2.0,\n");
    let (_, file) = written(&two_curves(40, vec![("LEGENDE_X", texts(&["time (s)"]))]), "curves.svg");
    let svg = file.unwrap();
    assert!(
        svg.starts_with("<svg") && svg.contains(">time (s)<") && svg.contains(">fast one<") && svg.contains(">DX<")
    );
    let (_, file) = written(&two_curves(40, vec![("FORMAT", texts(&["XMGRACE"]))]), "curves.agr");
    let grace = file.unwrap();
    assert!(grace.contains("@s1 line linestyle 1"));
    assert!(grace.contains("@title \"Two ramps\"") && grace.contains("@target G0.S1\n@type xy\n0.0 0.0\n1.5 4.5\n&"));
}

#[test]
fn a_chart_needs_a_file_and_a_formula_needs_points() {
    let (world, units) = (Memory::default(), Units::default());
    let chart = two_curves(8, vec![("FORMAT", texts(&["SVG"]))]);
    assert_eq!(run_in(&chart, &world, &units).expect_err("refused").code, "I603");
    let lists = vec![("ABSCISSE", reals(&[0.0, 1.0])), ("ORDONNEE", reals(&[1.0]))];
    let uneven = with_factor(call("IMPR_FONCTION", vec![]), "COURBE", vec![lists]);
    assert_eq!(run_in(&uneven, &world, &units).expect_err("refused").code, "R603");
}

fn wear() -> Concept {
    let columns = [("NOEUD", ColumnType::Text(8)), ("RANG", ColumnType::Integer), ("PUIS", ColumnType::Real)];
    let mut table = Table::with_columns(columns.into_iter().chain([("VIDE", ColumnType::Real)]));
    for (node, rank, power) in [("N2", 1, 3.0), ("N1", 1, 5.0), ("N1", 2, 4.0)] {
        table.push([("NOEUD", Cell::Text(node.into())), ("RANG", Cell::Integer(rank)), ("PUIS", Cell::Real(power))]);
    }
    Concept::Table(Arc::new(table))
}

fn print_table(more: Vec<(&'static str, Vec<crate::catalogue::Value>)>) -> Call {
    let mut given = vec![("TABLE", concepts(&[&wear()])), ("UNITE", integers(&[40]))];
    given.extend(more);
    call("IMPR_TABLE", given)
}

#[test]
fn tables_are_filtered_sorted_and_cut() {
    let filter = vec![("NOM_PARA", texts(&["PUIS"])), ("CRIT_COMP", texts(&["GE"])), ("VALE", reals(&[4.0]))];
    let order = vec![("NOM_PARA", texts(&["PUIS"])), ("ORDRE", texts(&["CROISSANT"]))];
    let mut call = print_table(vec![("NOM_PARA", texts(&["PUIS", "NOEUD"]))]);
    call.keywords.insert_factor("FILTRE", vec![keywords(filter)]);
    call.keywords.insert_factor("TRI", vec![keywords(order)]);
    let (_, file) = written(&call, "wear.csv");
    assert_eq!(file.unwrap(), "PUIS,NOEUD\n4.0,N1\n5.0,N1\n");
    // The empty column is left out.
    let (_, file) = written(&print_table(vec![]), "wear.txt");
    assert!(!file.unwrap().contains("VIDE"));
}

#[test]
fn crossed_tables_and_pages() {
    let names = ("NOM_PARA", texts(&["NOEUD", "RANG", "PUIS"]));
    let (_, file) = written(&print_table(vec![("FORMAT", texts(&["TABLEAU_CROISE"])), names]), "wear.txt");
    let text = file.unwrap();
    assert!(text.contains("NOEUD/RANG"), "{text}");
    assert!(text.lines().any(|l| l.starts_with("N2") && l.ends_with("3.00000E+00 -")), "{text}");
    let (_, file) = written(&print_table(vec![("PAGINATION", texts(&["NOEUD"]))]), "wear.txt");
    let text = file.unwrap();
    assert_eq!((text.matches("# NOEUD=N1").count(), text.matches("# NOEUD=N2").count()), (1, 1));
    let (world, units) = (Memory::default(), Units::default());
    let unknown = run_in(&print_table(vec![("NOM_PARA", texts(&["PUIX"]))]), &world, &units).expect_err("refused");
    assert_eq!(unknown.help.as_deref(), Some("did you mean PUIS? its columns are NOEUD, RANG, PUIS, VIDE"));
}
