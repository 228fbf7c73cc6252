//! Spectral matrices in text files: blocks FONCTION_C, or sets 58 of universal files.

use num_complex::Complex64;

/// A term: row, column, frequencies, values.
#[derive(Clone, Debug, PartialEq)]
pub struct TermText {
    pub row: TermLabel,
    pub column: TermLabel,
    pub frequencies: Vec<f64>,
    pub values: Vec<Complex64>,
}

/// Row or column of a term.
#[derive(Clone, Debug, PartialEq)]
pub enum TermLabel {
    Order(i64),
    /// Number of a node and a component.
    Node(i64, &'static str),
}

/// A fault and its line, from 1.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct TextFault {
    pub line: usize,
    pub what: String,
}

type Parsed<T> = Result<T, TextFault>;

fn fault<T>(line: usize, what: impl Into<String>) -> Parsed<T> {
    Err(TextFault { line: line + 1, what: what.into() })
}

/// A real number, with `D` or `E` before its exponent.
pub fn real(word: &str) -> Option<f64> {
    let plain = word.replace(['D', 'd'], "E");
    plain.parse().ok().filter(|x: &f64| x.is_finite())
}

/// Blocks `FONCTION_C` with `I =`, `J =` and, between `VALEUR =` and `FINSF`, triples. `polar`: modulus and phase (rad).
pub fn blocks(text: &str, polar: bool) -> Parsed<Vec<TermText>> {
    let words: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .flat_map(|(line, text)| {
            text.split(['=', ' ', '\t', ',', ';']).filter(|w| !w.is_empty()).map(move |w| (line, w))
        })
        .collect();
    let last = text.lines().count().saturating_sub(1);
    let after = |name: &str, from: usize, to: usize| -> Parsed<i64> {
        let found = words[from..to].iter().position(|(_, word)| *word == name).map(|k| from + k);
        let place = found.map_or(words.get(from).map_or(last, |w| w.0), |k| words[k].0);
        match found.and_then(|k| words.get(k + 1)).and_then(|(_, word)| word.parse().ok()) {
            Some(number) => Ok(number),
            None => fault(place, format!("a line `{name} = number` is needed here")),
        }
    };
    let starts: Vec<usize> = (0..words.len()).filter(|k| words[*k].1 == "FONCTION_C").collect();
    let head = starts.first().copied().unwrap_or(words.len());
    let dimension = after("DIM", 0, head)?;
    let needed = dimension.saturating_mul(dimension.saturating_add(1)) / 2;
    if dimension < 1 || starts.len() as i64 != needed {
        let line = words.first().map_or(0, |w| w.0);
        return fault(
            line,
            format!("DIM = {dimension} needs {needed} blocks FONCTION_C; the file has {}", starts.len()),
        );
    }
    let ends = starts.iter().skip(1).copied().chain([words.len()]);
    let order = (1..=dimension).flat_map(|i| (i..=dimension).map(move |j| (i, j)));
    let mut terms = Vec::new();
    for ((start, end), (i, j)) in starts.iter().copied().zip(ends).zip(order) {
        let found = (after("I", start, end)?, after("J", start, end)?);
        if found != (i, j) {
            return fault(
                words[start].0,
                format!("the block of I = {i}, J = {j} is expected here; found I = {}, J = {}", found.0, found.1),
            );
        }
        let place = |name: &str| (start..end).find(|k| words[*k].1 == name);
        let Some(open) = place("VALEUR") else { return fault(words[start].0, "the block has no line `VALEUR =`") };
        let Some(close) = place("FINSF") else { return fault(words[start].0, "the block has no line `FINSF`") };
        let mut numbers = Vec::new();
        for (line, word) in words.get(open + 1..close).unwrap_or_default() {
            match real(word) {
                Some(x) => numbers.push(x),
                None => return fault(*line, format!("'{word}' is not a number")),
            }
        }
        if numbers.is_empty() || !numbers.len().is_multiple_of(3) {
            let what = format!("{} numbers stand before FINSF; each point has three", numbers.len());
            return fault(words[close].0, what);
        }
        let value = |p: &[f64]| if polar { Complex64::from_polar_libm(p[1], p[2]) } else { Complex64::new(p[1], p[2]) };
        terms.push(TermText {
            row: TermLabel::Order(i),
            column: TermLabel::Order(j),
            frequencies: numbers.chunks_exact(3).map(|p| p[0]).collect(),
            values: numbers.chunks_exact(3).map(value).collect(),
        });
    }
    Ok(terms)
}

/// `a exp(i b)` with functions that are the same on every machine.
trait Polar {
    fn from_polar_libm(modulus: f64, phase: f64) -> Complex64;
}

impl Polar for Complex64 {
    fn from_polar_libm(modulus: f64, phase: f64) -> Complex64 {
        Complex64::new(modulus * libm::cos(phase), modulus * libm::sin(phase))
    }
}

/// Lines before the values of a set 58.
const HEADER: usize = 11;
const COMPONENTS: [&str; 6] = ["DX", "DY", "DZ", "DRX", "DRY", "DRZ"];

/// Sets 58: terms whose response comes after their reference are left out, the others as many as a triangle has.
pub fn sets_58(text: &str) -> Parsed<Vec<TermText>> {
    let lines: Vec<&str> = text.lines().collect();
    let marks: Vec<usize> = (0..lines.len()).filter(|k| lines[*k].trim() == "-1").collect();
    let mut terms = Vec::new();
    for pair in marks.chunks(2) {
        let &[open, close] = pair else { return fault(pair[0], "this line `-1` opens a set that no other closes") };
        if lines.get(open + 1).map(|line| line.trim()) == Some("58") {
            terms.extend(one_set(&lines[..close], open + 2)?);
        }
    }
    let size = (0..=terms.len()).find(|n| n * (n + 1) / 2 >= terms.len()).unwrap_or(0);
    if terms.is_empty() || size * (size + 1) / 2 != terms.len() {
        return fault(0, format!("{} terms are kept; a matrix of n rows has n (n + 1)/2", terms.len()));
    }
    Ok(terms)
}

fn one_set(lines: &[&str], first: usize) -> Parsed<Option<TermText>> {
    let line = |k: usize| lines.get(first + k).copied().unwrap_or("");
    let function: Vec<&str> = line(5).split_whitespace().collect();
    let integers: Vec<i64> = function.iter().filter_map(|word| word.parse().ok()).collect();
    let (Some(kind), [.., node, direction, reference_node, reference]) = (integers.first(), &integers[..]) else {
        return fault(first + 5, "the sixth line of a set 58 gives its type, nodes and directions");
    };
    if ![2, 3, 9].contains(kind) {
        return fault(
            first + 5,
            format!("the function is of type {kind}; 2 (density), 3 (of two signals) and 9 are read"),
        );
    }
    let component = |direction: i64| match COMPONENTS.get((direction.unsigned_abs() as usize).wrapping_sub(1)) {
        Some(component) => Ok(*component),
        None => fault(first + 5, format!("{direction} is no direction: 1 to 6 and their opposites are")),
    };
    let sampling: Vec<&str> = line(6).split_whitespace().collect();
    let number = |k: usize| sampling.get(k).and_then(|word| real(word));
    let (Some(count), Some(even), Some(start), Some(step)) = (number(1), number(2), number(3), number(4)) else {
        return fault(
            first + 6,
            "the seventh line of a set 58 gives the number of points, their spacing, the first and the step",
        );
    };
    if even != 1.0 {
        return fault(first + 6, "frequencies of uneven spacing are not read");
    }
    let sign = (direction.signum() * reference.signum()) as f64;
    let mut numbers = Vec::new();
    for (k, text) in lines.iter().enumerate().skip(first + HEADER) {
        for word in text.split_whitespace() {
            match real(word) {
                Some(x) => numbers.push(x),
                None => return fault(k, format!("'{word}' is not a number")),
            }
        }
    }
    if numbers.len() != 2 * count as usize {
        return fault(first + HEADER, format!("{} numbers follow, for {count} complex values", numbers.len()));
    }
    let rank = |node: i64, direction: i64| node as f64 + direction.abs() as f64 / 10.0;
    if rank(*node, *direction) > rank(*reference_node, *reference) {
        return Ok(None);
    }
    Ok(Some(TermText {
        row: TermLabel::Node(*node, component(*direction)?),
        column: TermLabel::Node(*reference_node, component(*reference)?),
        frequencies: (0..count as usize).map(|k| start + step * k as f64).collect(),
        values: numbers.chunks_exact(2).map(|p| Complex64::new(p[0], p[1]) * sign).collect(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_come_in_order_with_triples() {
        let text = "INTERSPECTRE\nDIM = 2\nFONCTION_C\nI = 1\nJ = 1\nVALEUR =\n0. 2. 0.\n1. 3. 0.\nFINSF\nFONCTION_C\nI = 1\nJ = 2\nVALEUR =\n0. 1. 1.5707963267948966\n1. 1. 0.\nFINSF\nFONCTION_C\nI = 2\nJ = 2\nVALEUR =\n0. 4. 0. 1. 5.D0 0.\nFINSF\n";
        let terms = blocks(text, true).unwrap();
        assert_eq!((terms.len(), &terms[1].row, &terms[1].column), (3, &TermLabel::Order(1), &TermLabel::Order(2)));
        assert!((terms[1].values[0] - Complex64::new(0.0, 1.0)).norm() < 1e-15);
        assert_eq!(terms[2].values[1], Complex64::new(5.0, 0.0));
        assert_eq!(blocks(&text.replace("I = 2", "I = 1"), true).unwrap_err().line, 17);
        assert_eq!(
            blocks(&text.replace("3. 0.", "3. x"), true).unwrap_err().to_string(),
            "line 8: 'x' is not a number"
        );
        assert!(blocks(&text.replace("1. 3. 0.", "1. 3."), true).unwrap_err().what.contains("each point has three"));
    }

    #[test]
    fn sets_give_nodes_and_signs() {
        let set = |r: &str, q: &str, v: &str| {
            format!(
                "    -1\n    58\nA\nB\nC\nD\nE\n    9         0    0         0 N1 {r} N2 {q}\n         5         2         1  1.0  0.5  0.0\n h\n h\n h\n h\n{v}\n    -1\n"
            )
        };
        let text = [
            set("4 1", "4 1", "1. 0. 2. 0."),
            set("4 1", "7 -2", "1. 1. 2. 2."),
            set("7 2", "4 1", "9. 9. 9. 9."),
            set("7 -2", "7 -2", "3. 0. 4. 0."),
        ]
        .concat();
        let terms = sets_58(&text).unwrap();
        assert_eq!(terms.len(), 3);
        assert_eq!((&terms[1].column, terms[1].values[0]), (&TermLabel::Node(7, "DY"), Complex64::new(-1.0, -1.0)));
        assert_eq!((terms[2].frequencies.clone(), terms[2].values[1]), (vec![1.0, 1.5], Complex64::new(4.0, 0.0)));
    }
}
