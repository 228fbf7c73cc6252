//! Columns of numbers in text files (LIRE_FONCTION, FORMAT='LIBRE').
//!
//! Each line is trimmed and split at a separator, by default any run of blanks; empty fields are dropped. A
//! line whose fields are all numbers belongs to a block; any other line, an empty one included, ends the
//! block. Blocks and columns count from 1. All lines of a block have as many numbers as its first.

use super::arrays::Array;

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

    /// Arrays as blocks: one for each array of an archive, a column for each of its columns.
    pub fn of_arrays(arrays: Vec<Array>) -> Blocks {
        Blocks(arrays.into_iter().map(|Array { width, numbers }| Block { width, numbers }).collect())
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
}
