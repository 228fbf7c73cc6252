//! How parameters vary: values of a grid, rows of a file, samples within ranges. The cases are all combinations of
//! them, those of the last axis varying fastest.

use super::cases::Cases;
use super::sampling::{latin_hypercube, sobol};
use crate::syntax::scan::{Kind, Token, token_at};

/// Values that go together: each row has a value for each name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    pub names: Vec<String>,
    pub rows: Cases,
}

/// Values of one grid.
const MOST_VALUES: usize = 5_000_000;

/// An interval to sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    pub name: String,
    pub low: f64,
    pub high: f64,
}

#[derive(Clone, Debug, Default)]
pub struct Axes {
    pub blocks: Vec<Block>,
}

/// `NAME=V1,V2,...` or `NAME=FIRST:LAST:COUNT`.
pub fn grid(text: &str) -> Result<Block, String> {
    let (name, values) = named(text)?;
    let parts: Vec<&str> = values.split(':').collect();
    let values = match parts.as_slice() {
        [first, last, count] => {
            let number = |text: &str| text.trim().parse::<f64>().ok().filter(|x| x.is_finite());
            let count = count.trim().parse::<usize>().ok().filter(|count| *count > 0);
            let (Some(first), Some(last), Some(count)) = (number(first), number(last), count) else {
                return Err(format!("--grid {text}: FIRST:LAST:COUNT are two numbers and how many values there are"));
            };
            if count > MOST_VALUES {
                return Err(format!("--grid {text}: a grid has at most {MOST_VALUES} values"));
            }
            spread(first, last, count)
        }
        [first, last] if [first, last].iter().all(|text| text.trim().parse::<f64>().is_ok()) => {
            return Err(format!("--grid {text}: give the number of values too, NAME=FIRST:LAST:COUNT"));
        }
        _ => split(values),
    };
    if values.iter().any(String::is_empty) {
        return Err(format!("--grid {text}: a value is missing"));
    }
    let mut rows = Cases::of_width(1);
    if !values.iter().all(|value| rows.push(std::iter::once(value.as_str()))) {
        return Err(format!("--grid {}=...: the values are longer than 4 GB", name));
    }
    Ok(Block { names: vec![name], rows })
}

/// `NAME=MIN:MAX`
pub fn range(text: &str) -> Result<Range, String> {
    let (name, values) = named(text)?;
    let bounds: Vec<f64> = values.split(':').filter_map(|v| v.trim().parse().ok()).collect();
    match bounds[..] {
        [low, high] if low < high && low.is_finite() && high.is_finite() => Ok(Range { name, low, high }),
        _ => Err(format!("--range {text}: MIN:MAX are two numbers, the smaller one first")),
    }
}

fn named(text: &str) -> Result<(String, &str), String> {
    match text.split_once('=') {
        Some((name, values)) if !name.trim().is_empty() => Ok((name.trim().to_string(), values)),
        _ => Err(format!("{text}: write NAME=VALUES")),
    }
}

/// Both ends included; the ends are exact.
fn spread(first: f64, last: f64, count: usize) -> Vec<String> {
    let value = |i: usize| match i {
        0 => first,
        _ if i + 1 == count => last,
        _ => between(first, last, |width| width * i as f64 / (count - 1) as f64, i as f64 / (count - 1) as f64),
    };
    (0..count).map(|i| shown(value(i))).collect()
}

/// `low + part(high - low)`; where that width is wider than a real can be, the mean of both ends weighted by `share`.
fn between(low: f64, high: f64, part: impl Fn(f64) -> f64, share: f64) -> f64 {
    let width = high - low;
    if width.is_finite() { low + part(width) } else { low * (1.0 - share) + high * share }
}

/// The shortest text that reads back to the same real; never that of an integer.
fn shown(x: f64) -> String {
    format!("{x:?}")
}

/// At the commas that stand outside brackets and quotes.
fn split(text: &str) -> Vec<String> {
    let (mut out, mut depth, mut at) = (vec![String::new()], 0i32, 0);
    while let Some(token) = token_at(text, at) {
        // A value has no remarks.
        let token = if token.kind == Kind::Comment { Token { text: &token.text[..1], ..token } } else { token };
        at += token.text.len();
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth -= 1,
            Kind::Comma if depth == 0 => {
                out.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = out.last_mut() {
            last.push_str(token.text);
        }
    }
    out.into_iter().map(|value| value.trim().to_string()).collect()
}

impl Block {
    /// A comma-separated file: names in the first line, a case per line.
    pub fn of_csv(bytes: &[u8]) -> Result<Block, String> {
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(bytes);
        let names: Vec<String> = reader.headers().map_err(|e| e.to_string())?.iter().map(String::from).collect();
        if names.iter().any(String::is_empty) {
            return Err("the first line gives the name of each column".to_string());
        }
        let mut rows = Cases::of_width(names.len());
        for record in reader.records() {
            if !rows.push(record.map_err(|e| e.to_string())?.iter()) {
                return Err("its values are longer than 4 GB".to_string());
            }
        }
        Ok(Block { names, rows })
    }

    /// `count` points in the box of the ranges: one in each of `count` slices of each range.
    pub fn latin_hypercube(ranges: &[Range], count: usize, seed: u64) -> Block {
        Block::sampled(ranges, latin_hypercube(ranges.len(), count, seed))
    }

    /// The first `count` points of a Sobol sequence in the box of the ranges, shifted by the seed (0: not shifted).
    pub fn sobol(ranges: &[Range], count: usize, seed: u64) -> Result<Block, String> {
        Ok(Block::sampled(ranges, sobol(ranges.len(), count, seed)?))
    }

    /// `points`: as many coordinates each as there are ranges.
    fn sampled(ranges: &[Range], points: Vec<f64>) -> Block {
        let place = |(range, u): (&Range, &f64)| shown(between(range.low, range.high, |width| width * u, *u));
        let mut rows = Cases::of_width(ranges.len());
        for point in points.chunks(ranges.len()) {
            let values: Vec<String> = ranges.iter().zip(point).map(place).collect();
            rows.push(values.iter().map(String::as_str));
        }
        Block { names: ranges.iter().map(|range| range.name.clone()).collect(), rows }
    }
}

impl Axes {
    pub fn names(&self) -> Vec<String> {
        self.blocks.iter().flat_map(|block| block.names.clone()).collect()
    }

    /// Number of cases; `None` beyond what a number holds.
    pub fn count(&self) -> Option<usize> {
        self.blocks.iter().try_fold(1usize, |count, block| count.checked_mul(block.rows.len()))
    }

    /// Values of one case, counted from 0.
    pub fn case(&self, rank: usize) -> impl Iterator<Item = &str> {
        let mut rank = rank;
        let mut parts = Vec::with_capacity(self.blocks.len());
        for block in self.blocks.iter().rev() {
            parts.push(block.rows.get(rank % block.rows.len()));
            rank /= block.rows.len();
        }
        parts.into_iter().rev().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_lists_or_intervals() {
        let all = |rows: &Cases| {
            (0..rows.len()).map(|rank| rows.get(rank).collect::<Vec<_>>().join(";")).collect::<Vec<String>>()
        };
        let values = |text: &str| all(&grid(text).unwrap().rows);
        assert_eq!(values("A=-1e308:1e308:3"), ["-1e308", "0.0", "1e308"]);
        let wide = Block::latin_hypercube(&[range("A=-1e308:1e308").unwrap()], 7, 3);
        assert!(all(&wide.rows).iter().all(|text| text.parse::<f64>().unwrap().is_finite()));
        assert_eq!(values("A=1,2.5,-3e-2"), ["1", "2.5", "-3e-2"]);
        assert_eq!(values("A=0:1:5"), ["0.0", "0.25", "0.5", "0.75", "1.0"]);
        assert_eq!(values("A=0.1:0.3:3"), ["0.1", "0.2", "0.3"]);
        assert_eq!(values("A=(1, 2),'a,b',[3,4]"), ["(1, 2)", "'a,b'", "[3,4]"]);
        assert_eq!(values("A=7:9:1"), ["7.0"]);
        for wrong in ["A", "=1", "A=", "A=1,,2", "A=0:1:0", "A=0:x:3"] {
            assert!(grid(wrong).is_err(), "{wrong}");
        }
        assert_eq!(range("MU=0.1:0.5").unwrap(), Range { name: "MU".into(), low: 0.1, high: 0.5 });
        assert!(range("MU=0.5:0.1").is_err() && range("MU=1").is_err());
    }

    #[test]
    fn the_last_axis_varies_fastest() {
        let axes = Axes { blocks: vec![grid("A=1,2").unwrap(), grid("B=x,y,z").unwrap()] };
        let cases: Vec<String> = (0..axes.count().unwrap()).map(|i| axes.case(i).collect()).collect();
        assert_eq!(cases, ["1x", "1y", "1z", "2x", "2y", "2z"]);
        let file = Block::of_csv(b"P, Q\n1,2\n3,\"4,5\"\n").unwrap();
        assert_eq!(file.rows.get(1).collect::<Vec<_>>(), ["3", "4,5"]);
        assert!(Block::of_csv(b"P,Q\n1\n").is_err());
    }
}
