//! Data at nodes in universal files: data set 55.
//!
//! A set has eight records, then for each node its number and its values:
//!
//! | record | what it holds |
//! |---|---|
//! | 1 to 5 | titles |
//! | 6 | six whole numbers: model, analysis, kind of data, field, 2 (real) or 5 (complex), number of values of a node |
//! | 7 | whole numbers: how many there are, how many reals follow, then order and mode, or 1 and order |
//! | 8 | reals: instant or frequency, generalised mass ... |
//!
//! Reals have 13 columns, six to a line; a complex value is two of them.

use crate::diag::Diagnostic;
use crate::io::records::{Records, decode};

/// Values of a node, components that it lacks are 0.
const WIDTH: usize = 6;
const COLUMNS: usize = 13;

/// One data set.
#[derive(Clone, Debug, Default)]
pub struct DataAtNodes {
    /// The first title.
    pub title: String,
    /// Records by their number; those of titles hold the numbers they begin with.
    pub records: [Vec<f64>; 9],
    pub complex: bool,
    /// Number of each node and its values; of complex ones real and imaginary parts in turn.
    pub nodes: Vec<(i64, Vec<f64>)>,
}

/// All data sets 55 of a file, in its order. Others are passed over.
pub fn read_data(file: &str, bytes: &[u8]) -> Result<Vec<DataAtNodes>, Box<Diagnostic>> {
    let text = decode(bytes);
    let mut records = Records::new(file, &text);
    let mut sets = Vec::new();
    while let Some(line) = records.line() {
        if line.is_empty() {
            continue;
        }
        if line != "-1" {
            let message = "a data set must start here with a line that holds -1";
            return Err(records.fault("I105", message, "Is it an Ideas universal file?"));
        }
        let number = records.need("a data set")?;
        let digits = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
        match &number[..digits] {
            "55" => sets.push(one(&mut records)?),
            number => while records.need(&format!("the data set {number}"))? != "-1" {},
        }
    }
    Ok(sets)
}

fn one(records: &mut Records<'_>) -> Result<DataAtNodes, Box<Diagnostic>> {
    let mut set = DataAtNodes::default();
    for number in 1..=8 {
        let line = records.columns("the data at nodes")?;
        if number == 1 {
            set.title = line.trim().to_string();
        }
        set.records[number] = match number {
            6 | 7 => line.split_whitespace().map(|w| records.integer(w).map(|n| n as f64)).collect::<Result<_, _>>()?,
            8 => fields(line).ok_or_else(|| incomplete(records, "reals of 13 columns"))?,
            _ => line.split_whitespace().map_while(|word| word.parse().ok()).collect(),
        };
    }
    let &[_, _, _, _, kind, size, ..] = set.records[6].as_slice() else {
        return Err(incomplete(records, "six whole numbers in the sixth record"));
    };
    set.complex = match kind as i64 {
        2 | 4 => false,
        5 | 6 => true,
        other => return Err(incomplete(records, &format!("data of kind 2 (real) or 5 (complex), not {other}"))),
    };
    let size = size.max(0.0) as usize * if set.complex { 2 } else { 1 };
    loop {
        let line = records.need("the data at nodes")?;
        if line == "-1" {
            return Ok(set);
        }
        let word = line.split_whitespace().next().unwrap_or("");
        let node = records.integer(word)?;
        let mut values = Vec::new();
        while values.len() < size {
            let line = records.columns("the values of a node")?;
            let found = fields(line).filter(|found| !found.is_empty());
            values.extend(found.ok_or_else(|| incomplete(records, "reals of 13 columns"))?);
        }
        values.truncate(size);
        set.nodes.push((node, values));
    }
}

/// The reals of a line: by columns of 13, or separated by blanks.
fn fields(line: &str) -> Option<Vec<f64>> {
    let parse = |words: &mut dyn Iterator<Item = &str>| -> Option<Vec<f64>> { words.map(real).collect() };
    let line = line.trim_end();
    let columns = (0..line.len()).step_by(COLUMNS).map(|start| line.get(start..(start + COLUMNS).min(line.len())));
    let columns: Option<Vec<&str>> = columns.collect();
    columns.and_then(|c| parse(&mut c.into_iter())).or_else(|| parse(&mut line.split_whitespace()))
}

/// A real as Fortran writes it: `1.5E+00`, `1.5D+00`, or `1.5-100` where the exponent leaves no room.
fn real(word: &str) -> Option<f64> {
    let word = word.trim().replace(['D', 'd'], "E");
    let sign = word.rfind(['+', '-']).filter(|place| *place > 0 && !word[..*place].ends_with(['E', 'e']));
    let word = sign.map_or(word.clone(), |place| format!("{}E{}", &word[..place], &word[place..]));
    word.parse().ok()
}

fn incomplete(records: &Records<'_>, expected: &str) -> Box<Diagnostic> {
    records.fault("I106", format!("expected {expected}"), "The data set 55 does not have its usual form.")
}

/// The text of a data set: records 6 to 8 and the values of the nodes.
pub fn write_data(set: &DataAtNodes) -> String {
    let mut text = format!("    -1\n    55   %{}\n", set.title);
    for _ in 0..5 {
        text.push_str(&set.title);
        text.push('\n');
    }
    for record in [6, 7] {
        set.records[record].iter().for_each(|number| text.push_str(&format!("{:>10}", *number as i64)));
        text.push('\n');
    }
    set.records[8].iter().for_each(|real| text.push_str(&scientific(*real, 3)));
    text.push('\n');
    for (node, values) in &set.nodes {
        text.push_str(&format!("{node:>10}\n"));
        for line in values.chunks(WIDTH) {
            line.iter().for_each(|value| text.push_str(&scientific(*value, 2)));
            text.push('\n');
        }
    }
    text.push_str("    -1\n");
    text
}

/// A real in 13 columns with five decimals; its exponent has this many digits at least.
fn scientific(x: f64, exponent: usize) -> String {
    let text = format!("{x:.5e}");
    let Some((digits, power)) = text.split_once('e') else { return format!("{text:>COLUMNS$}") };
    let (sign, size) = match power.strip_prefix('-') {
        Some(size) => ('-', size),
        None => ('+', power),
    };
    let number = match size.len() > exponent {
        true => format!("{digits}{sign}{size}"),
        false => format!("{digits}E{sign}{size:0>exponent$}"),
    };
    format!("{number:>COLUMNS$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back_with_six_digits() {
        let records = |eight: Vec<f64>| {
            let mut all: [Vec<f64>; 9] = Default::default();
            all[6] = vec![1.0, 5.0, 3.0, 8.0, 5.0, 6.0];
            all[7] = vec![2.0, 1.0, 1.0, 12.0];
            all[8] = eight;
            all
        };
        let values: Vec<f64> =
            (0..12).map(|k| (f64::from(k) - 5.3) * libm::pow(10.0, f64::from(k * 13 - 60))).collect();
        let set = DataAtNodes {
            title: "DEPL".into(),
            records: records(vec![-37.125_432_1]),
            complex: true,
            nodes: vec![(1, values.clone()), (70_000, values.clone())],
        };
        let text = write_data(&set);
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        let read = read_data("a.unv", text.as_bytes()).unwrap();
        let [back] = &read[..] else { panic!("{read:?}") };
        assert_eq!((back.nodes.len(), back.nodes[1].0, back.complex), (2, 70_000, true));
        assert_eq!((back.records[7][3], back.records[8][0]), (12.0, -37.1254));
        for (found, expected) in back.nodes[1].1.iter().zip(&values) {
            assert!((found - expected).abs() <= 5.1e-6 * expected.abs(), "{found} {expected}");
        }
        assert!(read_data("a.unv", &text.as_bytes()[..text.len() - 40]).unwrap_err().message.contains("ends inside"));
    }
}
