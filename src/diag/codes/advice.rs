//! Codes of advice (`L...`): what `stickslip lint` finds, legal and doubtful.

use super::info::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "L001",
        name: "unused-concept",
        meaning: "Nothing reads a concept that the study makes: it is left over, or its name is misspelt further down. Tables, functions and results of transients are not told, since campaigns and sessions read them. Fix (to be looked at): the statement is taken out.",
        example: "#### command: stickslip lint example.comm\nDEBUT()\nT2 = DEFI_LIST_REEL(VALE=(0.0, 0.7))\nFIN()\n",
    },
    CodeInfo {
        code: "L002",
        name: "test-without-reference",
        meaning: "The only figure of an assertion is one that the program computed before (VALE_CALC): it shows that nothing changed, not that it is right. Give REFERENCE and VALE_REFE from a closed form, an experiment or another program, or say in a comment on the assertion or above it where the figure comes from. There is no fix: only the author knows the reference.",
        example: "#### command: stickslip lint example.comm\nDEBUT()\nF = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.3, 0.7))\nTEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=0.5, VALE_CALC=0.269230769))\nFIN()\n",
    },
    CodeInfo {
        code: "L003",
        name: "wide-tolerance",
        meaning: "A relative tolerance of an assertion is above 5 %, so that it hardly tests. Narrow it, or say in a comment on the assertion or above it why the figure is not known better. There is no fix: the tolerance comes from the reference.",
        example: "#### command: stickslip lint example.comm\nDEBUT()\nF = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.3, 0.7))\n\nTEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=0.65, VALE_CALC=0.35, REFERENCE='ANALYTIQUE', VALE_REFE=0.35, PRECISION=0.5))\nFIN()\n",
    },
    CodeInfo {
        code: "L004",
        name: "tests-nothing",
        meaning: "VALE_CALC is 0 and there is no reference: a relative error of 0 does not exist, and nothing is compared. Give VALE_REFE=0.0, or ORDRE_GRANDEUR, a scale of the value, both with CRITERE='ABSOLU'. TEST_FONCTION compares with 0 exactly and is not told. Fix (to be looked at): the latter is added.",
        example: "#### command: stickslip lint example.comm\nDEBUT()\nTAB = CREA_TABLE(LISTE=_F(PARA='X', LISTE_R=(0.0,)))\nTEST_TABLE(TABLE=TAB, NOM_PARA='X', VALE_CALC=0.0)\nFIN()\n",
    },
    CodeInfo {
        code: "L005",
        name: "no-effect",
        meaning: "A keyword is accepted and changes nothing here, whatever its value: it concerns the other program's solver, memory or printing. Fix: it is taken out; to be looked at where other keywords depend on it. There is none where the call needs it. A study that also runs elsewhere keeps it, with `# noqa: L005` or the line `P lint -L005` in its profile.",
        example: "#### command: stickslip lint example.comm\nDEBUT(LANG='EN')\nFIN()\n",
    },
    CodeInfo {
        code: "L006",
        name: "default-written",
        meaning: "A keyword is given the value that it has by default. It is looked for on request (`--also L006`, or `P lint +L006` in a profile), since a value that is written says that it was thought of. Fix: the keyword is taken out.",
        example: "#### command: stickslip lint example.comm --also L006\nDEBUT()\nF = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.3, 0.7), PROL_DROITE='EXCLU')\nFIN()\n",
    },
    CodeInfo {
        code: "L007",
        name: "shadowed-operator",
        meaning: "A variable has the name of an operator or of a function of Python, which cannot be called from then on. Fix (to be looked at): the variable is renamed, where all of its places are known.",
        example: "#### command: stickslip lint example.comm\nDEBUT()\nlist = [0.7, 1.3]\nfor x in list:\n    print(x)\nFIN()\n",
    },
    CodeInfo {
        code: "L008",
        name: "reassigned-concept",
        meaning: "The name of a concept is given to a concept of another type, or to a number, a text or a list, without DETRUIRE between the two. What reads the name further down may mean the first. There is no fix: the second name is the author's choice.",
        example: "#### command: stickslip lint example.comm\nDEBUT()\nU = DEFI_LIST_REEL(VALE=(0.0, 0.7))\nF = CALC_FONC_INTERP(FONCTION=FORMULE(NOM_PARA='INST', VALE='2.0 * INST'), LIST_PARA=U, NOM_PARA='INST')\nU = 3.0\nFIN()\n",
    },
    CodeInfo {
        code: "L009",
        name: "step-near-limit",
        meaning: "Warning: the constant time step of an explicit scheme is above two thirds of the bound from which the run refuses it (N301). A contact or a mode that becomes a little stiffer makes the run diverge. Take a fifth of the bound, or an implicit scheme. Fix (to be looked at): a fifth of the bound is written.",
        example: "#### command: stickslip lint example.comm\n#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'),\n    INCREMENT=_F(PAS=0.0159, INST_FIN=3.0), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH))\nFIN()\n",
    },
    CodeInfo {
        code: "L010",
        name: "mixed-types",
        meaning: "A keyword of whole numbers is given the result of a division. `/` gives a real number, which is whole by chance: with other data it is refused. There is no fix: `//` and rounding differ.",
        example: "#### command: stickslip lint example.comm\nDEBUT()\nN = 6 / 2\nT = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=0.7, NOMBRE=N))\nIMPR_FONCTION(COURBE=_F(LIST_PARA=T, LIST_RESU=T))\nFIN()\n",
    },
    CodeInfo {
        code: "L011",
        name: "damping-in-percent",
        meaning: "Warning: a damping ratio above 1 is above critical damping. Ratios are fractions: 5 per cent is 0.05. Fix (to be looked at): the ratios are divided by 100.",
        example: "#### command: stickslip lint example.comm\n#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, AMOR_MODAL=_F(AMOR_REDUIT=5.0),\n    INCREMENT=_F(PAS=0.01, INST_FIN=0.3), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH))\nFIN()\n",
    },
    CodeInfo {
        code: "L012",
        name: "unit-twice",
        meaning: "Two statements print tables or curves to the same unit. Both stand in one file, one after the other, which few programs can read. Fix (to be looked at): the second goes to the next free unit.",
        example: "#### command: stickslip lint example.comm\nDEBUT()\nA = CREA_TABLE(LISTE=_F(PARA='X', LISTE_R=(1.3, 2.7)))\nB = CREA_TABLE(LISTE=_F(PARA='Y', LISTE_R=(0.3, 0.7)))\nIMPR_TABLE(TABLE=A, UNITE=40)\nIMPR_TABLE(TABLE=B, UNITE=40)\nFIN()\n",
    },
    CodeInfo {
        code: "L013",
        name: "unread-unit",
        meaning: "The profile (.export) binds a file to a logical unit that nothing in the study reads or writes: the number is wrong in one of the two, or the line is left over. There is no fix: either may be meant.",
        example: "#### command: stickslip lint example.export\nDEBUT()\nX = 0.7\nFIN()\n#### example.export\nF comm example.comm D 1\nF libr results.csv R 38\n",
    },
    CodeInfo {
        code: "L014",
        name: "loop-invariant",
        meaning: "A call in a loop does not depend on the loop: each turn makes the same concept. Make it once, before the loop. There is no fix: the order of other statements may matter.",
        example: "#### command: stickslip lint example.comm\nDEBUT()\nfor scale in (0.7, 1.3):\n    T = DEFI_LIST_REEL(VALE=(0.0, 0.3))\n    F = CALC_FONC_INTERP(FONCTION=FORMULE(NOM_PARA='INST', VALE='INST * scale', scale=scale), LIST_PARA=T, NOM_PARA='INST')\nFIN()\n",
    },
    CodeInfo {
        code: "L015",
        name: "former-form",
        meaning: "A keyword, value or command is written as in former versions. It is read as today's form. Fix: that of `stickslip upgrade`. A study that stays as it is says so in its profile, with `P former 2020` or `P former no`.",
        example: "#### command: stickslip lint example.comm\nDEBUT()\nL = DEFI_LIST_REEL(VALE=(0.0, 1.3))\nDETRUIRE(CONCEPT=_F(NOM=L))\nFIN()\n",
    },
    CodeInfo {
        code: "L016",
        name: "lost-comma",
        meaning: "Two names between quotes stand side by side and become one text, where a list of names may be given: a comma is missing between them. Sentences in several pieces are not told. Fix (to be looked at): the comma is added.",
        example: "#### command: stickslip lint example.comm\n#### after the prologue\nMASK = DEFI_GROUP(reuse=MESH, MAILLAGE=MESH, CREA_GROUP_NO=_F(NOM='ENDS', UNION=('ANN' 'BOB')))\nFIN()\n",
    },
    CodeInfo {
        code: "L017",
        name: "group-unused",
        meaning: "DEFI_GROUP makes a group that no call names. A study that prints results or asks for groups in Python is left alone. There is no fix: the group may be the last of its call.",
        example: "#### command: stickslip lint example.comm\n#### after the prologue\nMESH = DEFI_GROUP(reuse=MESH, MAILLAGE=MESH, CREA_GROUP_NO=_F(NOM='ENDS', UNION=('ANN', 'BOB')))\nFIN()\n",
    },
    CodeInfo {
        code: "L018",
        name: "magic-number",
        meaning: "The same number with four or more significant digits stands in five calls. A variable with a comment says what it is, and it changes in one place. Assertions do not count. Fix (to be looked at): the number goes into a variable.",
        example: "#### command: stickslip lint example.comm\nDEBUT()\nA = DEFI_LIST_REEL(VALE=(0.0, 0.02541))\nB = DEFI_LIST_REEL(VALE=(0.1, 0.02541, 0.3)[1:])\nC = DEFI_LIST_REEL(DEBUT=0.02541, INTERVALLE=_F(JUSQU_A=0.7, NOMBRE=3))\nD = DEFI_LIST_REEL(DEBUT=0.02541, INTERVALLE=_F(JUSQU_A=0.9, NOMBRE=3))\nE = DEFI_CONSTANTE(VALE=0.02541)\nFIN()\n",
    },
];
