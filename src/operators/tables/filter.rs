//! FILTRE: the rows of a table that satisfy conditions, one occurrence after the other.

use crate::catalogue::{CallError, Keywords, nearest, replaced};
use crate::concepts::{Cell, Table};
use crate::diag::every;
use crate::kernel::linalg::modulus;

/// Ranks of the rows that pass all occurrences of FILTRE of `keywords`. An unknown column and no remaining
/// row are errors.
pub fn filter(keywords: &Keywords, table: &Table) -> Result<Vec<usize>, CallError> {
    let mut rows: Vec<usize> = (0..table.rows.len()).collect();
    let conditions = keywords.factor("FILTRE");
    let columns = every(conditions.iter().map(|condition| column(condition, "NOM_PARA", table)))?;
    for (condition, column) in conditions.iter().zip(columns) {
        let criterion = condition.text("CRIT_COMP")?;
        let mut kept = apply(condition, &criterion, table, column, &rows);
        if kept.is_empty() && criterion.as_ref() == "EQ" && table.columns[column].name == "LIEU" {
            kept = whole_structure(condition, table, &rows, column);
        }
        if kept.is_empty() && criterion.as_ref() == "EQ" {
            kept = former_name(condition, table, &rows, column)?;
        }
        if kept.is_empty() {
            let error = condition.error("NOM_PARA", "R447", "no row of the table passes this filter");
            return Err(Box::new(error.help(values(table, &rows, column))));
        }
        rows = kept;
    }
    Ok(rows)
}

/// POST_ELEM: the rows about the whole structure. Their place goes by the internal name of the mesh, which is not the same
/// in all releases. A name that looks like one of the groups of the table is a misspelt group.
fn whole_structure(condition: &Keywords, table: &Table, rows: &[usize], column: usize) -> Vec<usize> {
    let Some(entity) = table.column("ENTITE") else { return Vec::new() };
    let wanted = condition.text_if_given("VALE_K").unwrap_or_default();
    let is_whole = |row: &usize| *table.rows.cell(*row, entity) == Cell::Text("TOUT".into());
    let places = rows.iter().filter(|row| !is_whole(row)).filter_map(|row| match &*table.rows.cell(*row, column) {
        Cell::Text(place) => Some(place.clone()),
        _ => None,
    });
    let places: Vec<String> = places.collect();
    if nearest(&wanted, places.iter().map(String::as_str)).is_some() {
        return Vec::new();
    }
    rows.iter().copied().filter(is_whole).collect()
}

/// Names that former versions gave: concepts had internal names of 8 hexadecimal digits, which no other run has; nodes and
/// cells were called as in the mesh file, or N5, M5, where a table has 5.
pub fn former_name(
    condition: &Keywords,
    table: &Table,
    rows: &[usize],
    column: usize,
) -> Result<Vec<usize>, CallError> {
    let wanted = condition.text_if_given("VALE_K").unwrap_or_default();
    let wanted = wanted.trim();
    let name = table.columns[column].name.as_str();
    if let Some(letter) = letter_of(name) {
        let same = |row: &&usize| match &*table.rows.cell(**row, column) {
            Cell::Text(text) => is_place(table, letter, wanted, text),
            Cell::Integer(i) => is_place(table, letter, wanted, &i.to_string()),
            _ => false,
        };
        return Ok(rows.iter().filter(same).copied().collect());
    }
    if wanted.len() != 8 || !wanted.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Ok(Vec::new());
    }
    let mut names: Vec<String> = rows
        .iter()
        .filter_map(|row| match &*table.rows.cell(*row, column) {
            Cell::Text(text) | Cell::Concept(text) => Some(text.clone()),
            _ => None,
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    match names.len() {
        0 => Ok(Vec::new()),
        1 => Ok(rows.to_vec()),
        _ => {
            let message = format!("'{wanted}' is the internal name of a concept in an old run");
            let error = condition.error("VALE_K", "R447", message);
            Err(Box::new(error.help(format!("write NAME.getName(); {}", values(table, rows, column)))))
        }
    }
}

/// The letter of nodes or cells, for a column that holds their numbers.
fn letter_of(column: &str) -> Option<char> {
    [("NOEUD", 'N'), ("MAILLE", 'M')].iter().find(|(n, _)| column.starts_with(n)).map(|(_, l)| *l)
}

/// Whether a word is another name of the node or cell that a column has under this text: that of the mesh file, or N5 for 5.
pub fn names_place(table: &Table, column: &str, word: &str, text: &str) -> bool {
    letter_of(column).is_some_and(|letter| is_place(table, letter, word.trim(), text))
}

fn is_place(table: &Table, letter: char, word: &str, text: &str) -> bool {
    let rank = |text: &str| text.trim().trim_start_matches(letter).parse::<i64>().ok();
    let places = named(table, letter, word);
    let places = if places.is_empty() { rank(word).into_iter().collect() } else { places };
    rank(text).is_some_and(|r| places.contains(&r))
}

/// Numbers of the nodes or cells that a word designates in the mesh of a table; several where sub-structures are joined.
fn named(table: &Table, letter: char, word: &str) -> Vec<i64> {
    let Some(mesh) = &table.mesh else { return Vec::new() };
    let found: Vec<usize> = match letter {
        'N' if !mesh.origins.is_empty() => (0..mesh.nodes.len()).filter(|n| mesh.nodes[*n].label == word).collect(),
        'N' => mesh.find_node(word).into_iter().collect(),
        _ => mesh.find_cell(word).into_iter().collect(),
    };
    found.into_iter().map(|place| place as i64 + 1).collect()
}

/// Rank of the column that a keyword names.
pub fn column(keywords: &Keywords, keyword: &str, table: &Table) -> Result<usize, CallError> {
    let name = keywords.text_if_given(keyword).unwrap_or_default();
    table.column(&name).ok_or_else(|| {
        let message = format!("{keyword}: the table has no column '{name}'");
        let names: Vec<_> = table.columns.iter().map(|c| c.name.as_str()).collect();
        let error = keywords.error(keyword, "R448", message);
        let found = replaced(&name, names.iter().copied(), error.span);
        let (help, fix) = found.unwrap_or_else(|| (format!("it has {}", names.join(", ")), None));
        Box::new(error.help(help).fix(fix))
    })
}

/// The values a column has in some rows, for messages.
pub fn values(table: &Table, rows: &[usize], column: usize) -> String {
    let mut shown: Vec<String> = Vec::new();
    for row in rows {
        let text = match &*table.rows.cell(*row, column) {
            Cell::Empty => "(empty)".to_string(),
            Cell::Integer(i) => i.to_string(),
            Cell::Real(x) => x.to_string(),
            Cell::Complex(z) => z.to_string(),
            Cell::Text(t) | Cell::Concept(t) => t.clone(),
        };
        if !shown.contains(&text) {
            shown.push(text);
        }
    }
    if shown.is_empty() {
        return "the table has no row".to_string();
    }
    let more = if shown.len() > 8 { ", ..." } else { "" };
    shown.truncate(8);
    format!("{} holds {}{more}", table.columns[column].name, shown.join(", "))
}

fn apply(condition: &Keywords, criterion: &str, table: &Table, column: usize, rows: &[usize]) -> Vec<usize> {
    let cell = |row: &usize| table.rows.cell(*row, column);
    if let Some((absolute, sign)) = match criterion {
        "MAXI" => Some((false, 1.0)),
        "MINI" => Some((false, -1.0)),
        "MAXI_ABS" => Some((true, 1.0)),
        "MINI_ABS" => Some((true, -1.0)),
        _ => None,
    } {
        let size = |row: &usize| number(&cell(row)).map(|x| sign * if absolute { x.abs() } else { x });
        let mut best: Option<(usize, f64)> = None;
        for row in rows {
            if let Some(x) = size(row)
                && best.is_none_or(|(_, b)| x > b)
            {
                best = Some((*row, x));
            }
        }
        return best.into_iter().map(|(row, _)| row).collect();
    }
    let keeps = |row: &usize| match criterion {
        "VIDE" => *cell(row) == Cell::Empty,
        "NON_VIDE" => *cell(row) != Cell::Empty,
        _ => compares(condition, criterion, &cell(row)),
    };
    rows.iter().copied().filter(keeps).collect()
}

fn number(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Real(x) => Some(*x),
        Cell::Integer(i) => Some(*i as f64),
        _ => None,
    }
}

fn compares(condition: &Keywords, criterion: &str, cell: &Cell) -> bool {
    let precision = condition.real_if_given("PRECISION").unwrap_or(1e-3);
    let scale = |x: f64| if condition.is("CRITERE", "ABSOLU") { 1.0 } else { x.abs() };
    match cell {
        Cell::Empty => false,
        Cell::Text(text) | Cell::Concept(text) => {
            let same = condition.text_if_given("VALE_K").is_some_and(|t| t.trim_end() == text.trim_end());
            if criterion == "NE" { !same && condition.has("VALE_K") } else { same }
        }
        Cell::Complex(z) => {
            let Some(wanted) = condition.complex_if_given("VALE_C") else { return false };
            let near = modulus(z - wanted) <= precision * scale(modulus(*z));
            if criterion == "NE" { *z != wanted } else { near }
        }
        Cell::Integer(i) => {
            let Some(wanted) =
                condition.integer_if_given("VALE_I").map(|w| w as f64).or(condition.real_if_given("VALE"))
            else {
                return false;
            };
            ordered(criterion, *i as f64, wanted, *i as f64 == wanted)
        }
        Cell::Real(x) => {
            let Some(wanted) =
                condition.real_if_given("VALE").or(condition.integer_if_given("VALE_I").map(|w| w as f64))
            else {
                return false;
            };
            ordered(criterion, *x, wanted, (wanted - x).abs() <= precision * scale(*x))
        }
    }
}

fn ordered(criterion: &str, x: f64, wanted: f64, equal: bool) -> bool {
    match criterion {
        "LT" => x < wanted,
        "GT" => x > wanted,
        "LE" => x <= wanted,
        "GE" => x >= wanted,
        "NE" => x != wanted,
        _ => equal,
    }
}
