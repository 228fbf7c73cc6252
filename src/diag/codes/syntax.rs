//! Codes of reading the text (`S...`).

use super::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "S001",
        name: "syntax",
        meaning: "The line does not follow the command language. The caret is under the first thing that could not be read; \
                  what could have stood there is said beside it.",
        example: "DEBUT()\nx = 1 +\nFIN()\n",
    },
    CodeInfo {
        code: "S002",
        name: "unbalanced-bracket",
        meaning: "A bracket is never closed, closes nothing, or closes one of another kind. For a bracket that is never closed the \
                  caret is under the bracket that opens.",
        example: "DEBUT()\nx = (1, 2\nFIN()\n",
    },
    CodeInfo {
        code: "S003",
        name: "unterminated-text",
        meaning: "A text opens with a quote and the same quote does not follow on that line (or, for a tripled quote, in the file).",
        example: "DEBUT()\nx = 'abc\nFIN()\n",
    },
    CodeInfo {
        code: "S004",
        name: "bad-target",
        meaning: "What stands before `=` cannot be given a value: only a name, an item `x[i]`, an attribute, or a list of those can.",
        example: "DEBUT()\n1 = 2\nFIN()\n",
    },
    CodeInfo {
        code: "S005",
        name: "integer-too-large",
        meaning: "Integers have 64 bits here. Write a larger number as a real, with a point or an exponent.",
        example: "DEBUT()\nx = 99999999999999999999\nFIN()\n",
    },
    CodeInfo {
        code: "S006",
        name: "too-deep",
        meaning: "Brackets are nested deeper than any study needs; such a line would exhaust memory. Split the expression.",
        example: "DEBUT()\nx = ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))\nFIN()\n",
    },
    CodeInfo {
        code: "S007",
        name: "indentation",
        meaning: "A line is indented where no block is open, comes back to a column where no line of its block starts, or a block is missing \
                  after a colon. As in Python, blocks are made by indentation.",
        example: "DEBUT()\nif True:\nx = 1\nFIN()\n",
    },
    CodeInfo {
        code: "S008",
        name: "stray-clause",
        meaning: "An `elif`, `else`, `except` or `finally` does not follow the block it would belong to.",
        example: "DEBUT()\nelse:\n    x = 1\nFIN()\n",
    },
];
