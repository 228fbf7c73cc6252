//! Coefficients of fluid-elastic forces, by pieces of the reduced speed: `C(x) = sum_j c_j x^(j-8)` on each piece.

use super::pitch::Pitch;

/// Powers of a piece.
const POWERS: usize = 11;
/// Types of arrangement from which only some columns count.
const PREDEFINED: i64 = 1001;

/// Columns that count, for the predefined arrangements.
const COLUMNS: &str = include_str!("columns.txt");

/// One block of a file: an arrangement with its pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// 1 square, 2 triangular.
    pub pitch: i64,
    /// TYPE_RESEAU
    pub kind: i64,
    pub pieces: Pieces,
}

/// Pieces of a law.
#[derive(Clone, Debug, PartialEq)]
pub struct Pieces {
    /// Lower bounds, increasing; the last piece has no end.
    pub bounds: Vec<f64>,
    /// Reduced speeds of the measurements.
    pub range: [f64; 2],
    pub coefficients: Vec<[f64; POWERS]>,
}

/// Fault of a file of coefficients, with its line (from 1).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct BlockFault {
    pub line: usize,
    pub what: String,
}

/// Reads all blocks: their number; for each its pitch, type, number of pieces, bounds and range, eleven coefficients a piece, and a
/// line that separates.
pub fn blocks(text: &str) -> Result<Vec<Block>, BlockFault> {
    let mut words = Words { lines: text.lines().collect(), line: 0, rest: Vec::new() };
    let count = words.whole("the number of blocks")?;
    let mut found = Vec::new();
    for rank in 1..=count {
        let what = |name: &str| format!("{name} of block {rank}");
        let (pitch, kind) = (words.whole(&what("the pitch (1 or 2)"))?, words.whole(&what("the type"))?);
        if ![1, 2].contains(&pitch) {
            return words
                .fault(format!("the pitch of block {rank} is {pitch}; 1 (square) and 2 (triangular) are known"));
        }
        let pieces = words.whole(&what("the number of pieces"))?;
        if !(1..=1000).contains(&pieces) {
            return words.fault(format!("block {rank} has {pieces} pieces"));
        }
        let numbers = |words: &mut Words<'_>, n: i64, name: &str| -> Result<Vec<f64>, BlockFault> {
            (0..n).map(|_| words.real(&what(name))).collect()
        };
        let bounds = numbers(&mut words, pieces, "a bound")?;
        if let Some(pair) = bounds.windows(2).find(|pair| !(pair[0] < pair[1])) {
            return words.fault(format!("the bounds of block {rank} do not increase: {} then {}", pair[0], pair[1]));
        }
        let range = numbers(&mut words, 2, "an end of the range")?;
        let mut coefficients = Vec::new();
        for _ in 0..pieces {
            let row = numbers(&mut words, POWERS as i64, "a coefficient")?;
            coefficients.push(std::array::from_fn(|k| row[k]));
        }
        words.separation(rank == count)?;
        found.push(Block { pitch, kind, pieces: Pieces { bounds, range: [range[0], range[1]], coefficients } });
    }
    Ok(found)
}

/// Words of a file, line by line.
struct Words<'t> {
    lines: Vec<&'t str>,
    /// Lines taken so far.
    line: usize,
    rest: Vec<&'t str>,
}

impl<'t> Words<'t> {
    fn fault<T>(&self, what: String) -> Result<T, BlockFault> {
        Err(BlockFault { line: self.line.max(1), what })
    }

    fn next(&mut self, what: &str) -> Result<&'t str, BlockFault> {
        while self.rest.is_empty() {
            let Some(line) = self.lines.get(self.line) else {
                return self.fault(format!("the file ends where {what} is expected"));
            };
            self.line += 1;
            self.rest = line.split([' ', '\t', ',']).filter(|word| !word.is_empty()).rev().collect();
        }
        Ok(self.rest.pop().unwrap_or(""))
    }

    fn real(&mut self, what: &str) -> Result<f64, BlockFault> {
        let word = self.next(what)?;
        match word.replace(['D', 'd'], "E").parse::<f64>() {
            Ok(x) if x.is_finite() => Ok(x),
            _ => self.fault(format!("'{word}' is not a number; {what} is expected here")),
        }
    }

    fn whole(&mut self, what: &str) -> Result<i64, BlockFault> {
        let word = self.next(what)?;
        word.parse().or_else(|_| self.fault(format!("'{word}' is not a whole number; {what} is expected here")))
    }

    /// The line between blocks; after the last one it may be missing.
    fn separation(&mut self, last: bool) -> Result<(), BlockFault> {
        if !self.rest.is_empty() {
            let word = self.rest[self.rest.len() - 1];
            return self.fault(format!("'{word}' stands after the {POWERS} coefficients of a piece"));
        }
        match (self.line < self.lines.len(), last) {
            (false, true) => Ok(()),
            (false, false) => self.fault("the file ends before its last block".into()),
            (true, _) => {
                self.line += 1;
                Ok(())
            }
        }
    }
}

/// Evaluation of a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// Columns first..=last times a factor, and `c x^p`.
    Sum { first: usize, last: usize, factor: f64, more: (f64, f64) },
    /// `c_8 x^p`
    Power(f64),
}

/// A law of the reduced speed, for one arrangement.
#[derive(Clone, Debug, PartialEq)]
pub struct Coefficients {
    pub pieces: Pieces,
    forms: Vec<Form>,
}

impl Coefficients {
    /// The law of an arrangement among the blocks of a file; `law` is Cd or Ck. `None` when no block is of this pitch and type.
    pub fn find(blocks: &[Block], pitch: Pitch, kind: i64, law: &str) -> Option<Coefficients> {
        let block = blocks.iter().find(|block| block.pitch == pitch.number() && block.kind == kind)?;
        let all = Form::Sum { first: 1, last: POWERS, factor: 1.0, more: (0.0, 0.0) };
        let mut forms = if kind < PREDEFINED { Vec::new() } else { predefined(pitch, kind, law)? };
        forms.resize(block.pieces.bounds.len(), all);
        Some(Coefficients { pieces: block.pieces.clone(), forms })
    }

    /// True for the predefined arrangements that are known.
    pub fn is_known(pitch: Pitch, kind: i64) -> bool {
        kind < PREDEFINED || predefined(pitch, kind, "Cd").is_some()
    }

    /// The coefficient at a reduced speed.
    pub fn value(&self, x: f64) -> f64 {
        let x = x.abs();
        let Some(piece) = self.pieces.bounds.partition_point(|bound| *bound <= x).checked_sub(1) else { return 0.0 };
        let c = &self.pieces.coefficients[piece];
        match self.forms[piece] {
            Form::Power(p) => c[7] * libm::pow(x, p),
            Form::Sum { first, last, factor, more } => {
                let term =
                    |sum: f64, j: usize| if c[j - 1] == 0.0 { sum } else { sum + c[j - 1] * power(x, j as i32 - 8) };
                let added = if more.0 == 0.0 { 0.0 } else { more.0 * libm::pow(x, more.1) };
                factor * (first..=last).fold(0.0, term) + added
            }
        }
    }

    /// True where a reduced speed lies outside the measurements.
    pub fn is_outside(&self, x: f64) -> bool {
        let [low, high] = self.pieces.range;
        x.abs() < low || x.abs() > high
    }
}

fn power(x: f64, exponent: i32) -> f64 {
    let product = (0..exponent.abs()).fold(1.0, |product, _| product * x);
    if exponent < 0 { 1.0 / product } else { product }
}

/// The forms of the pieces of a predefined arrangement.
fn predefined(pitch: Pitch, kind: i64, law: &str) -> Option<Vec<Form>> {
    let head = [pitch.number().to_string(), kind.to_string(), law.to_string()];
    let row = COLUMNS.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    let row = row.into_iter().find(|words| words.len() > 3 && words[..3].iter().zip(&head).all(|(a, b)| a == b))?;
    row[3..].iter().map(|word| form(word)).collect()
}

fn form(word: &str) -> Option<Form> {
    if let Some(exponent) = word.strip_prefix("c8^") {
        return Some(Form::Power(exponent.parse().ok()?));
    }
    let (word, factor) = word.split_once('*').map_or(Some((word, 1.0)), |(w, f)| Some((w, f.parse().ok()?)))?;
    let (word, more) = match word.split_once('+') {
        None => (word, (0.0, 0.0)),
        Some((word, more)) => {
            let (c, p) = more.split_once('^')?;
            (word, (c.parse().ok()?, p.parse().ok()?))
        }
    };
    let (first, last) = word.split_once('-').unwrap_or((word, word));
    Some(Form::Sum { first: first.parse().ok()?, last: last.parse().ok()?, factor, more })
}
