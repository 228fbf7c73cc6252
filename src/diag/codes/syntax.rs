//! Codes of reading the text (`S...`).

use super::info::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "S001",
        name: "syntax",
        meaning: "The line does not follow the grammar of the command language. The caret is at the first unexpected character; the mistake may be just before it, such as a missing comma.",
        example: "DEBUT()\nx = 1 +\nFIN()\n",
    },
    CodeInfo {
        code: "S002",
        name: "unclosed-bracket",
        meaning: "A bracket is opened and never closed. The caret is at the bracket. Reading goes on at the \
                  next line that starts a command.",
        example: "DEBUT()\nx = (1 + 2\ny = 3\nFIN()\n",
    },
    CodeInfo {
        code: "S003",
        name: "stray-bracket",
        meaning: "A closing bracket has no partner: nothing is open, or a bracket of another kind is.",
        example: "DEBUT()\nx = (1 + 2))\nFIN()\n",
    },
    CodeInfo {
        code: "S004",
        name: "unclosed-text",
        meaning: "A text has no closing quote. A text between single or double quotes ends on its line; one \
                  between tripled quotes may run over several.",
        example: "DEBUT()\nx = \"spring\nFIN()\n",
    },
    CodeInfo {
        code: "S005",
        name: "indentation",
        meaning: "The line is indented without reason, or by a number of blanks that no open block has. All lines of a block have the same indentation; a tab goes to the next multiple of 8.",
        example: "DEBUT()\nx = 1\n  y = 2\nFIN()\n",
    },
    CodeInfo {
        code: "S006",
        name: "empty-block",
        meaning: "A line that ends with a colon needs a body: statements indented below it, or after the \
                  colon. `pass` does nothing.",
        example: "DEBUT()\nfor i in range(3):\nFIN()\n",
    },
    CodeInfo {
        code: "S007",
        name: "incomplete-block",
        meaning: "`elif` and `else` continue an `if` (or a loop), `except` and `finally` a `try`. Both have the indentation of the statement they continue, and a `try` needs one of them.",
        example: "DEBUT()\nelse:\n    x = 1\nFIN()\n",
    },
    CodeInfo {
        code: "S008",
        name: "positional-after-keyword",
        meaning: "A value without keyword follows a keyword in a call. Operators take keywords only.",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT=\"ASTER\", 20)\nFIN()\n",
    },
    CodeInfo {
        code: "S010",
        name: "bad-target",
        meaning: "The expression on the left of `=`, or after `for`, `as` or `del`, cannot be given a value. Names, \
                  items (`x[i]`), attributes and tuples of them can.",
        example: "DEBUT()\n3 = x\nFIN()\n",
    },
    CodeInfo {
        code: "S011",
        name: "bad-number",
        meaning: "A number is not written as the language requires: it has a `D` exponent (allowed in mesh files only), letters after the digits, or two decimal points.",
        example: "DEBUT()\nx = 1.0D-3\nFIN()\n",
    },
    CodeInfo {
        code: "S012",
        name: "unsupported-python",
        meaning: "The construct is part of Python but not of the command language: classes, generators, decorators, shifts and exclusive or, assignment inside an expression.",
        example: "DEBUT()\nx = 1 ^ 2\nFIN()\n",
    },
    CodeInfo {
        code: "S013",
        name: "misplaced-statement",
        meaning: "`return` is outside a function, or `break` or `continue` outside a loop.",
        example: "DEBUT()\nbreak\nFIN()\n",
    },
    CodeInfo {
        code: "S014",
        name: "bad-format-text",
        meaning: "The braces of a formatted text (`f\"...\"`) do not pair, contain no expression, or contain an unknown specification. `{{` and `}}` stand for the characters themselves.",
        example: "DEBUT()\nx = f\"step {1\"\nFIN()\n",
    },
    CodeInfo {
        code: "S015",
        name: "too-deep",
        meaning: "Brackets, operators or blocks are nested too deeply. Name the parts and write them on lines of their own.",
        example: "DEBUT()\nx = - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - \
                  - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - \
                  - - - - - - - - - - - - - - - - - - - - - - 1\nFIN()\n",
    },
    CodeInfo {
        code: "S016",
        name: "bad-parameters",
        meaning: "Two parameters of a function have the same name, or a parameter without default follows one that has a default.",
        example: "DEBUT()\ndef f(a, a):\n    return a\nFIN()\n",
    },
    CodeInfo {
        code: "S017",
        name: "mixed-indentation",
        meaning: "Warning: tabs and blanks are mixed in the indentation, so that the blocks depend on the width of a tab. Python refuses \
                  such a file; here a tab goes to the next multiple of eight columns.",
        example: "DEBUT()\nfor i in range(2):\n\tx = i\n        y = i\nFIN()\n",
    },
    CodeInfo {
        code: "S018",
        name: "pasted-listing",
        meaning: "Each line of the file begins with a number or with a prompt, or fences stand around it: it was pasted from a listing, a session or a page. Nothing else is looked at until these are gone.",
        example: "1 DEBUT()\n2 A = 0.7\n3 FIN()\n",
    },
];
