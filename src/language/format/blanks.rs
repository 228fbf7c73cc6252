//! Blank lines: at most two between statements of the file, one inside blocks; two around a `def` of the file.

/// Statement or comment that is written.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shape {
    pub depth: usize,
    pub comment: bool,
    pub definition: bool,
    pub import: bool,
    /// A header of a block.
    pub opens: bool,
    /// A text that stands alone.
    pub docstring: bool,
    /// `else`, `elif`, `except`, `finally`
    pub continues: bool,
    /// Copied as it is.
    pub verbatim: bool,
}

/// One that is written, and the blank lines before it.
#[derive(Clone, Debug, Default)]
pub struct Block {
    pub shape: Shape,
    pub before: usize,
    pub lines: Vec<String>,
    /// Bytes of the text that it comes from.
    pub source: std::ops::Range<usize>,
}

/// Blank lines before each block, from those that were written.
#[derive(Default)]
pub struct Blanks {
    definitions: Vec<usize>,
    /// First comment of those that lead a definition.
    leading: Option<usize>,
}

impl Blanks {
    /// Sets the blank lines before a block that is appended to others.
    pub fn append(&mut self, blocks: &mut Vec<Block>, mut block: Block) {
        let at = blocks.len();
        let shape = block.shape;
        let (before, earlier) = match blocks.last() {
            _ if shape.verbatim => (block.before, None),
            None => (0, None),
            Some(last) if last.shape.verbatim => (block.before, None),
            Some(last) => self.before(blocks, last, &block),
        };
        if shape.definition {
            self.definitions.push(shape.depth);
        }
        if let Some((leading, lines)) = earlier {
            blocks[leading].before = lines;
        }
        if shape.comment {
            let last = blocks.last();
            let follows = last.is_some_and(|last| last.shape.comment) && before == 0;
            if !follows && (self.leading.is_none() || before > 0) {
                self.leading = Some(at);
            }
        } else {
            self.leading = None;
        }
        block.before = before;
        blocks.push(block);
    }

    /// Blank lines before a block; also those before the comments that lead it, when these change.
    fn before(&mut self, blocks: &[Block], last: &Block, block: &Block) -> (usize, Option<(usize, usize)>) {
        let Shape { depth, .. } = block.shape;
        let written = block.before;
        let mut before = written.min(if depth == 0 { 2 } else { 1 });
        let mut after_definition = None;
        while let Some(deep) = self.definitions.pop_if(|deep| *deep >= depth) {
            after_definition = Some(deep);
        }
        if block.shape.docstring && last.shape.opens && last.shape.definition {
            return (0, None);
        }
        if let Some(deep) = after_definition {
            before = if depth > 0 || (deep > 0 && block.shape.continues) { 1 } else { 2 };
        }
        if block.shape.definition {
            return self.before_definition(blocks, last, block, before);
        }
        let comments = blocks[..blocks.len() - 1].iter().all(|block| block.shape.comment);
        let first = comments && last.shape.docstring && depth == 0;
        if first && last.lines.first().is_some_and(|line| line.contains("\"\"\"") || line.contains("'''")) {
            return (1, None);
        }
        if last.shape.import && !block.shape.import && depth == last.shape.depth {
            return (if depth == 0 { 1 } else { before.max(1) }, None);
        }
        (before, None)
    }

    fn before_definition(
        &self,
        blocks: &[Block],
        last: &Block,
        block: &Block,
        before: usize,
    ) -> (usize, Option<(usize, usize)>) {
        let depth = block.shape.depth;
        if last.shape.depth < depth && last.shape.definition {
            return (usize::from(block.before > 0), None);
        }
        let wanted = if depth > 0 { 1 } else { 2 };
        if last.shape.comment && last.shape.depth == depth && before == 0 {
            let leading = self.leading.filter(|&at| at > 0 && !blocks[at - 1].shape.opens && blocks[at].before <= 1);
            return (0, leading.map(|at| (at, blocks[at].before.max(wanted))));
        }
        (wanted, None)
    }
}
