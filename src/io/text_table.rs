//! Columns of numbers in text files (LIRE_FONCTION, FORMAT='LIBRE').
//!
//! Each line is trimmed and split at a separator, by default any run of blanks; empty fields are dropped. A
//! line whose fields are all numbers belongs to a block; any other line, an empty one included, ends the
//! block. Blocks and columns count from 1. All lines of a block have as many numbers as its first.

/// The blocks of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Blocks(Vec<Block>);

#[derive(Clone, Debug, PartialEq)]
struct Block {
    width: usize,
    /// Row by row.
    numbers: Vec<f64>,
}

/// Why a file or a column of it cannot be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TableFault {
    #[error("line {line} holds {found} numbers and the lines above {expected}")]
    Width { line: usize, found: usize, expected: usize },
    #[error("there is no block {block}: the file holds {known} block(s) of numbers")]
    NoBlock { block: i64, known: usize },
    #[error("there is no column {column} in block {block}, which holds {known} column(s)")]
    NoColumn { block: i64, column: i64, known: usize },
    #[error("the file holds no line of numbers only")]
    Empty,
    #[error("not an array file: {what}")]
    Array { what: String },
}

impl Blocks {
    /// Reads a text; `separator` is `None` for blanks.
    pub fn read(text: &str, separator: Option<&str>) -> Result<Blocks, TableFault> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut open = false;
        for (rank, line) in text.lines().enumerate() {
            let Some(numbers) = numbers(line, separator) else {
                open = false;
                continue;
            };
            match blocks.last_mut().filter(|_| open) {
                Some(block) if block.width == numbers.len() => block.numbers.extend(numbers),
                Some(block) => {
                    let (found, expected) = (numbers.len(), block.width);
                    return Err(TableFault::Width { line: rank + 1, found, expected });
                }
                None => {
                    blocks.push(Block { width: numbers.len(), numbers });
                    open = true;
                }
            }
        }
        if blocks.is_empty() { Err(TableFault::Empty) } else { Ok(Blocks(blocks)) }
    }

    /// Reads an array file of numpy (`.npy`): one block, a column for each column of the array.
    pub fn read_array(bytes: &[u8]) -> Result<Blocks, TableFault> {
        let fault = |what: &str| TableFault::Array { what: what.to_string() };
        let body = bytes.strip_prefix(b"\x93NUMPY").ok_or_else(|| fault("it does not start as one"))?;
        let (length, start) = match body {
            [1, _, a, b, ..] => (usize::from(u16::from_le_bytes([*a, *b])), 4),
            [2 | 3, _, a, b, c, d, ..] => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, 6),
            _ => return Err(fault("its version is unknown")),
        };
        let header = body.get(start..start + length).ok_or_else(|| fault("its header is cut"))?;
        let header = String::from_utf8_lossy(header).to_string();
        let after = |key: &str| header.split_once(key).map(|(_, rest)| rest.trim_start_matches([' ', ':', '\'']));
        if !after("'descr'").is_some_and(|rest| rest.starts_with("<f8")) {
            return Err(fault("its numbers are not little-endian reals of 8 bytes"));
        }
        if !after("'fortran_order'").is_some_and(|rest| rest.starts_with("False")) {
            return Err(fault("it is stored column by column"));
        }
        let shape = after("'shape'").and_then(|rest| rest.strip_prefix('(')).and_then(|rest| rest.split_once(')'));
        let sizes = shape.map(|(inside, _)| inside.split(',').map(str::trim).filter(|s| !s.is_empty()));
        let sizes: Option<Vec<usize>> = sizes.and_then(|sizes| sizes.map(|s| s.parse().ok()).collect());
        let (rows, width) = match sizes.as_deref() {
            Some([rows]) => (*rows, 1),
            Some([rows, columns]) => (*rows, *columns),
            _ => return Err(fault("it has more than two dimensions")),
        };
        let data = body.get(start + length..).unwrap_or_default();
        if width == 0 || Some(data.len()) != rows.checked_mul(width).and_then(|n| n.checked_mul(8)) {
            return Err(fault("its size is not the one its header gives"));
        }
        let mut numbers = Vec::with_capacity(rows * width);
        for eight in data.chunks_exact(8) {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(eight);
            numbers.push(f64::from_le_bytes(bytes));
        }
        Ok(Blocks(vec![Block { width, numbers }]))
    }

    /// One column, both ranks counted from 1.
    pub fn column(&self, block: i64, column: i64) -> Result<Vec<f64>, TableFault> {
        let known = self.0.len();
        let found = usize::try_from(block).ok().and_then(|b| self.0.get(b.checked_sub(1)?));
        let Some(found) = found else { return Err(TableFault::NoBlock { block, known }) };
        match usize::try_from(column) {
            Ok(rank) if (1..=found.width).contains(&rank) => {
                Ok(found.numbers.iter().skip(rank - 1).step_by(found.width).copied().collect())
            }
            _ => Err(TableFault::NoColumn { block, column, known: found.width }),
        }
    }
}

/// The numbers of a line of numbers only.
fn numbers(line: &str, separator: Option<&str>) -> Option<Vec<f64>> {
    let parse = |field: &str| field.parse::<f64>().ok();
    let numbers: Option<Vec<f64>> = match separator {
        None => line.split_whitespace().map(parse).collect(),
        Some(separator) => {
            line.trim().split(separator).map(str::trim).filter(|field| !field.is_empty()).map(parse).collect()
        }
    };
    numbers.filter(|n| !n.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = "Earthquake of 1940\nstep 0.02 s\n\n0.0 1.5\n0.02\t-2.5e-1\n\n# second\n1 2 3\n4 5 6\n";

    #[test]
    fn blocks_end_at_lines_that_are_not_numbers() {
        let blocks = Blocks::read(RECORD, None).unwrap();
        assert_eq!(blocks.column(1, 2), Ok(vec![1.5, -0.25]));
        assert_eq!(blocks.column(2, 3), Ok(vec![3.0, 6.0]));
        assert_eq!(blocks.column(3, 1), Err(TableFault::NoBlock { block: 3, known: 2 }));
        assert_eq!(blocks.column(1, 3), Err(TableFault::NoColumn { block: 1, column: 3, known: 2 }));
        assert_eq!(blocks.column(0, 1), Err(TableFault::NoBlock { block: 0, known: 2 }));
    }

    #[test]
    fn separators_and_uneven_lines() {
        let blocks = Blocks::read("1.0;2.0;\n3.0; 4.0\n", Some(";")).unwrap();
        assert_eq!(blocks.column(1, 2), Ok(vec![2.0, 4.0]));
        assert_eq!(Blocks::read("1 2\n3\n", None), Err(TableFault::Width { line: 2, found: 1, expected: 2 }));
        assert_eq!(Blocks::read("text\n1.0D3 2\n", None), Err(TableFault::Empty));
    }

    #[test]
    fn arrays_of_numpy() {
        let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }".to_string() + "\n";
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.bytes());
        [0.0f64, 1.5, 0.1, 2.5].iter().for_each(|x| bytes.extend(x.to_le_bytes()));
        assert_eq!(Blocks::read_array(&bytes).unwrap().column(1, 2), Ok(vec![1.5, 2.5]));
        bytes.pop();
        assert!(Blocks::read_array(&bytes).is_err());
        assert!(Blocks::read_array(b"1.0 2.0").is_err());
    }
}
