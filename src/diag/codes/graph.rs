//! Codes of names and the operation graph (`G...`).

use super::info::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "G001",
        name: "undefined-name",
        meaning: "A name is used that has no value at that point: it is misspelt, assigned further down, or assigned only in a branch that was not executed. In a FORMULE, names are looked up among NOM_PARA, the other keywords, the built-in names and the variables of the study.",
        example: "DEBUT()\nMASSE = 2.0\nX = MASS * 2.0\nFIN()\n",
    },
    CodeInfo {
        code: "G003",
        name: "unsupported-command",
        meaning: "The command is part of the language, but this program does not implement it. The study is refused before anything runs.",
        example: "DEBUT()\nR = MODE_NON_LINE(MODELE=None)\nFIN()\n",
    },
    CodeInfo {
        code: "G004",
        name: "python",
        meaning: "An error in the Python of the study: index, key, division, type of a value, number of arguments. \
                  The message starts with Python's name for it.",
        example: "DEBUT()\nvalues = [1.0, 2.0]\nprint(values[5])\nFIN()\n",
    },
    CodeInfo {
        code: "G005",
        name: "unknown-module",
        meaning: "A study can import math, numpy, cmath, itertools, collections, json, os, sys, time, copy, aster, code_aster and the Python files that \
                  come with it (type `nom` in the profile, or a file of that name beside the study).",
        example: "DEBUT()\nimport scipy\nFIN()\n",
    },
    CodeInfo {
        code: "G006",
        name: "unknown-method",
        meaning: "A concept has no such method. Functions have Absc, Ordo, Valeurs, getValues; tables have EXTR_TABLE; \
                  results have LIST_VARI_ACCES; all have getName.",
        example: "DEBUT()\nL = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=1.0, NOMBRE=2))\nL.EXTR_TABLE()\nFIN()\n",
    },
    CodeInfo {
        code: "G007",
        name: "unknown-attribute",
        meaning: "A value or a module has no attribute of that name.",
        example: "DEBUT()\nx = [1.0]\nx.apend(2.0)\nFIN()\n",
    },
    CodeInfo {
        code: "G008",
        name: "wrong-result",
        meaning: "A command that returns nothing (it prints, tests, or changes something) was given where a value is \
                  expected.",
        example: "DEBUT()\nD = DEBUG()\nL = DEFI_LIST_REEL(VALE=D)\nFIN()\n",
    },
    CodeInfo {
        code: "G010",
        name: "positional-argument",
        meaning: "Commands and _F take keywords only.",
        example: "DEBUT()\nL = DEFI_LIST_REEL((0.0, 1.0))\nFIN()\n",
    },
    CodeInfo {
        code: "G011",
        name: "circular-formula",
        meaning: "A formula names a variable whose value is computed, further down, from the formula itself.",
        example: "DEBUT()\nF = FORMULE(VALE=\"G(X)\", NOM_PARA=\"X\")\n\
                  G = CALC_FONC_INTERP(FONCTION=F, VALE_PARA=(0.0, 1.0))\nFIN()\n",
    },
    CodeInfo {
        code: "G012",
        name: "no-value",
        meaning: "A function, surface or formula called from the study's Python has no value there: outside its range \
                  with the extension EXCLU, or a division or domain error in its expression.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA=\"INST\", VALE=(0.0, 1.0, 1.0, 2.0))\nx = F(3.0)\nFIN()\n",
    },
    CodeInfo {
        code: "G013",
        name: "unknown-setting",
        meaning: "`--set NAME=VALUE` replaces the value of the first assignment of NAME at the top level of a command \
                  file; the study has none.",
        example: "#### command: stickslip run example.comm --set LENGHT=2.\nDEBUT()\nLENGTH = 1.\nX = DEFI_CONSTANTE(NOM_RESU='X', VALE=LENGTH)\nFIN()\n",
    },
    CodeInfo {
        code: "G014",
        name: "bad-file-binding",
        meaning: "DEFI_FICHIER or INCLUDE cannot be executed: no logical unit is left, or the file includes itself again and again.",
        example: "DEBUT()\nINCLUDE(UNITE=11)\nFIN()\n#### example.11\nINCLUDE(UNITE=11)\n",
    },
    CodeInfo {
        code: "G015",
        name: "not-seen",
        meaning: "A study that runs the same everywhere sees nothing of the machine: no variable of the environment (`os.environ`, `os.getenv`), no argument of a command line. It asks for one and takes its default. `--env NAME` lets it see a variable, `--set NAME=VALUE` sets a variable of the study.",
        example: "import os\nDEBUT()\nfor name in os.environ:\n    print(name)\nFIN()\n",
    },
    CodeInfo {
        code: "G020",
        name: "macro-not-readable",
        meaning: "The script of a macro-command cannot be used: it does not parse, its describe() is wrong, or its name is that of an operator. Scripts are in the folder `macros` beside the study or in the folders of --macros.",
        example: "#### command: stickslip run example.comm --macros .\nDEBUT()\nFIN()\n#### HALF.rhai\nfn describe() { #{ keywords: \nfn run(k) { }\n",
    },
    CodeInfo {
        code: "G021",
        name: "macro-too-deep",
        meaning: "Macro-commands call each other without end.",
        example: "#### command: stickslip run example.comm --macros .\nDEBUT()\nAGAIN()\nFIN()\n#### AGAIN.rhai\nfn describe() { #{ gloss: \"Calls itself.\" } }\nfn run(k) { AGAIN(#{}) }\n",
    },
    CodeInfo {
        code: "G022",
        name: "macro-stopped",
        meaning: "The script of a macro-command stopped: because of an error in it, or because it exceeded one of its limits (time, operations, depth, size of values).",
        example: "#### command: stickslip run example.comm --macros .\nDEBUT()\nFOREVER()\nFIN()\n#### FOREVER.rhai\nfn describe() { #{ gloss: \"Never ends.\" } }\nfn run(k) { loop { } }\n",
    },
    CodeInfo {
        code: "G023",
        name: "macro-result",
        meaning: "A macro-command does not return what its describe() declares.",
        example: "#### command: stickslip run example.comm --macros .\nDEBUT()\nX = NOTHING()\nFIN()\n#### NOTHING.rhai\nfn describe() { #{ gloss: \"Promises a function.\", result: \"fonction_sdaster\" } }\nfn run(k) { () }\n",
    },
];
