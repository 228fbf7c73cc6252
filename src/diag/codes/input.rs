//! Codes of input and output (`I...`).

use super::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "I001",
        name: "missing-study-file",
        meaning: "A file of the study (the study itself, a command file named by its profile, a file to include) does \
                  not exist or cannot be read.",
        example: "DEBUT()\nINCLUDE(UNITE=77)\nFIN()\n",
    },
    CodeInfo {
        code: "I002",
        name: "bad-profile",
        meaning: "The profile (.export) names no command file.",
        example: "",
    },
    CodeInfo {
        code: "I003",
        name: "no-output-folder",
        meaning: "The folder given with --output does not exist and cannot be made.",
        example: "",
    },
    CodeInfo {
        code: "I601",
        name: "file-not-written",
        meaning: "A file cannot be written: its folder does not exist or is not writable.",
        example: "DEBUT()\nDEFI_FICHIER(UNITE=50, FICHIER=\"no_such_folder/x.txt\")\nIMPR_FONCTION(UNITE=50, COURBE=_F(ABSCISSE=(0.0, 1.0), ORDONNEE=(0.0, 1.0)))\nFIN()\n",
    },
    CodeInfo {
        code: "I602",
        name: "print-format",
        meaning: "This print format is not written here; the nearest one is. A warning: nothing of the results depends on it.",
        example: "DEBUT()\nIMPR_FONCTION(FORMAT=\"AGRAF\", COURBE=_F(ABSCISSE=(0.0, 1.0), ORDONNEE=(0.0, 1.0)))\nFIN()\n",
    },
    CodeInfo {
        code: "I603",
        name: "chart-file",
        meaning: "A chart is asked for in the log. Give UNITE a unit of its own.",
        example: "DEBUT()\nIMPR_FONCTION(FORMAT=\"SVG\", UNITE=8, COURBE=_F(ABSCISSE=(0.0, 1.0), ORDONNEE=(0.0, 1.0)))\nFIN()\n",
    },
    CodeInfo {
        code: "I604",
        name: "function-file",
        meaning: "The file of LIRE_FONCTION is missing or cannot be read.",
        example: "DEBUT()\nF = LIRE_FONCTION(UNITE=35, NOM_PARA=\"INST\")\nFIN()\n",
    },
    CodeInfo {
        code: "I605",
        name: "bad-table",
        meaning: "A text file of numbers does not hold the block or the column asked for, or its lines are uneven.",
        example: "DEBUT()\nIMPR_FONCTION(UNITE=35, COURBE=_F(ABSCISSE=(0.0, 1.0), ORDONNEE=(0.0, 1.0)))\nF = LIRE_FONCTION(UNITE=35, NOM_PARA=\"INST\", INDIC_RESU=(1, 3))\nFIN()\n",
    },
];
