//! Codes of reading the text (`S...`).

use super::info::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "S001",
        name: "syntax",
        meaning: "The line does not follow the command language: something stands where something else was \
                  expected. The caret is at the first character that cannot stand there; what is wrong may \
                  be just before it, such as a missing comma.",
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
        meaning: "The line is indented where nothing asks for it, or by a number of blanks that no open block \
                  has. The lines of a block are all indented by the same amount; a tab goes to the next \
                  multiple of 8.",
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
        meaning: "`elif` and `else` continue an `if` (or a loop), `except` and `finally` a `try`; both stand \
                  at the indentation of what they continue, and a `try` needs one of them.",
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
        meaning: "A number is not written as the language requires: a `D` exponent (legal in mesh files only), \
                  letters behind the digits, or two decimal points.",
        example: "DEBUT()\nx = 1.0D-3\nFIN()\n",
    },
    CodeInfo {
        code: "S012",
        name: "unsupported-python",
        meaning: "Python knows this, the command language does not: classes, generators, decorators, \
                  shifts and exclusive or, assignment inside an expression.",
        example: "DEBUT()\nx = 1 ^ 2\nFIN()\n",
    },
    CodeInfo {
        code: "S013",
        name: "misplaced-statement",
        meaning: "`return` stands outside a function, or `break` or `continue` outside a loop.",
        example: "DEBUT()\nbreak\nFIN()\n",
    },
    CodeInfo {
        code: "S014",
        name: "bad-format-text",
        meaning: "The braces of a formatted text (`f\"...\"`) do not pair, hold no expression, or hold a \
                  specification we do not read. `{{` and `}}` stand for the characters themselves.",
        example: "DEBUT()\nx = f\"step {1\"\nFIN()\n",
    },
    CodeInfo {
        code: "S015",
        name: "too-deep",
        meaning: "Brackets, operators or blocks are nested deeper than any study needs. Give parts a name and \
                  write them on lines of their own.",
        example: "DEBUT()\nx = - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - \
                  - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - \
                  - - - - - - - - - - - - - - - - - - - - - - 1\nFIN()\n",
    },
    CodeInfo {
        code: "S016",
        name: "bad-parameters",
        meaning: "The parameters of a function name one thing twice, or one without default stands after one \
                  that has a default.",
        example: "DEBUT()\ndef f(a, a):\n    return a\nFIN()\n",
    },
    CodeInfo {
        code: "S017",
        name: "mixed-indentation",
        meaning: "Warning: tabs and blanks are mixed in the indentation, so that the blocks depend on the width of a tab. Python refuses \
                  such a file; here a tab goes to the next multiple of eight columns.",
        example: "DEBUT()\nfor i in range(2):\n\tx = i\n        y = i\nFIN()\n",
    },
];
