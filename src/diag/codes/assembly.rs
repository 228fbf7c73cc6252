//! Codes of element matrices, assembly, static problems and fields made by hand (`R140` to `R156`).

use super::info::CodeInfo;
use super::one_spring::{beam, code, model, study};

pub(super) const CODES: &[CodeInfo] = &[
    code(
        "R140",
        "option-not-built",
        "Element matrices or vectors of this option are not implemented.",
        "#### none: the check before the run refuses it first (C005; C012 where the option is one of Code_Aster); the operator looks again.\n",
    ),
    code(
        "R141",
        "motion-not-constrained",
        "A load vector imposes a motion that the numbering does not constrain. The same load must be given to CHARGE of \
         the stiffness, or of ASSEMBLAGE.",
        model!(
            "CL = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO=\"BOB\", DX=0.1))"
            "NU = NUME_DDL(MODELE=MO)"
            "V = CALC_VECT_ELEM(OPTION=\"CHAR_MECA\", CHARGE=CL)"
            "F = ASSE_VECTEUR(VECT_ELEM=V, NUME_DDL=NU)"
        ),
    ),
    code(
        "R142",
        "load-without-value",
        "A load is a function that has no value at the requested time.",
        model!(
            "F = DEFI_FONCTION(NOM_PARA=\"INST\", VALE=(1.0, 0.0, 2.0, 1.0))"
            "CL = AFFE_CHAR_MECA_F(MODELE=MO, FORCE_NODALE=_F(GROUP_NO=\"BOB\", FX=F))"
            "V = CALC_VECT_ELEM(OPTION=\"CHAR_MECA\", CHARGE=CL)"
        ),
    ),
    code(
        "R143",
        "new-concept-needed",
        "The keyword creates a concept: write CO('name').",
        "#### none: the check before the run refuses it first (C004); the operator looks again.\n",
    ),
    code(
        "R144",
        "matrices-do-not-fit",
        "Matrices can be combined only if they are on the same unknowns, all physical or all generalised.",
        "#### after the prologue\nBAD = COMB_MATR_ASSE(COMB_R=(_F(MATR_ASSE=STIFF, COEF_R=1.), _F(MATR_ASSE=STIFF_G, COEF_R=1.)))\nFIN()\n",
    ),
    code(
        "R145",
        "load-without-section",
        "A line load acts on beams whose section is known: give CARA_ELEM.",
        beam!(
            "CL = AFFE_CHAR_MECA(MODELE=MO, FORCE_POUTRE=_F(GROUP_MA=\"SPRING\", FY=1.0))"
            "V = CALC_VECT_ELEM(OPTION=\"CHAR_MECA\", CHARGE=CL)"
        ),
    ),
    code(
        "R148",
        "elbow-elsewhere",
        "Warning: the factors of an elbow (SECTION='COUDE') act on POU_D_T only; other beams remain straight.",
        study!(
            "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA=\"SPRING\", PHENOMENE=\"MECANIQUE\", MODELISATION=\"POU_D_E\"))"
            "CA = AFFE_CARA_ELEM(MODELE=MO, POUTRE=(_F(GROUP_MA=\"SPRING\", SECTION=\"CERCLE\", CARA=\"R\", VALE=0.1), \
             _F(GROUP_MA=\"SPRING\", SECTION=\"COUDE\", COEF_FLEX=2.0)))"
        ),
    ),
    code(
        "R149",
        "forces-at-rest",
        "A geometric stiffness needs the forces in the beams and bars at rest, at their integration points: the field \
         SIEF_ELGA of a static result.",
        beam!(
            "CA = AFFE_CARA_ELEM(MODELE=MO, POUTRE=_F(GROUP_MA=\"SPRING\", SECTION=\"CERCLE\", CARA=\"R\", VALE=0.1))"
            "F = CREA_CHAMP(TYPE_CHAM=\"NOEU_DEPL_R\", OPERATION=\"AFFE\", MAILLAGE=MA, \
             AFFE=_F(TOUT=\"OUI\", NOM_CMP=\"DX\", VALE=1.0))"
            "S = CREA_CHAMP(TYPE_CHAM=\"ELNO_SIEF_R\", OPERATION=\"AFFE\", MODELE=MO, PROL_ZERO=\"OUI\", \
             AFFE=_F(TOUT=\"OUI\", NOM_CMP=\"N\", VALE=1.0))"
            "K = CALC_MATR_ELEM(MODELE=MO, CARA_ELEM=CA, OPTION=\"RIGI_GEOM\", SIEF_ELGA=S)"
        ),
    ),
    code(
        "R150",
        "field-not-built",
        "Fields of this quantity, or made in this way, are not implemented.",
        "#### after the prologue\nU = CREA_CHAMP(TYPE_CHAM='NOEU_GEOM_R', OPERATION='EXTR', MAILLAGE=MESH, NOM_CHAM='ABSC_CURV')\nFIN()\n",
    ),
    code(
        "R151",
        "values-of-a-field",
        "CREA_CHAMP needs a value for each component: VALE for real fields, VALE_C for complex ones.",
        study!(
            "U = CREA_CHAMP(TYPE_CHAM=\"NOEU_DEPL_R\", OPERATION=\"AFFE\", MAILLAGE=MA, AFFE=_F(TOUT=\"OUI\", \
             NOM_CMP=(\"DX\", \"DY\"), VALE=1.0))"
        ),
    ),
    code(
        "R152",
        "fields-do-not-fit",
        "Fields can be combined only if they have the same unknowns.",
        "#### after the prologue\nA = CREA_CHAMP(OPERATION='EXTR', TYPE_CHAM='NOEU_DEPL_R', RESULTAT=MODES, NOM_CHAM='DEPL', NUME_ORDRE=1)\nB = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_DEPL_R', MAILLAGE=MESH, AFFE=_F(GROUP_NO='BOB', NOM_CMP='DX', VALE=1.))\nX = CREA_CHAMP(OPERATION='COMB', TYPE_CHAM='NOEU_DEPL_R', COMB=(_F(CHAM_GD=A, COEF_R=1.), _F(CHAM_GD=B, COEF_R=1.)))\nFIN()\n",
    ),
    code(
        "R153",
        "no-such-field",
        "The result has no field of that name at that order.",
        "#### after the prologue\nU = CREA_CHAMP(TYPE_CHAM='NOEU_DEPL_R', OPERATION='EXTR', RESULTAT=MODES, NOM_CHAM='VITE', NUME_ORDRE=1)\nFIN()\n",
    ),
    code(
        "R154",
        "no-such-order",
        "The result has no such order, instant, frequency or case, within PRECISION.",
        "#### after the prologue\nU = CREA_CHAMP(TYPE_CHAM='NOEU_DEPL_R', OPERATION='EXTR', RESULTAT=MODES, NOM_CHAM='DEPL', NUME_ORDRE=9)\nFIN()\n",
    ),
    code(
        "R155",
        "cell-of-two-groups",
        "Warning: a cell is in several groups of GROUP_MA of RIGI_PARASOL. It counts once, with the weight of the first group.",
        study!(
            "MP = CREA_MAILLAGE(MAILLAGE=MA, CREA_POI1=_F(TOUT=\"OUI\", NOM_GROUP_MA=\"SOIL\"))"
            "MQ = DEFI_GROUP(reuse=MP, MAILLAGE=MP, CREA_GROUP_MA=_F(NOM=\"AGAIN\", UNION=\"SPRING\"))"
            "MO = AFFE_MODELE(MAILLAGE=MP, AFFE=_F(GROUP_MA=\"SOIL\", PHENOMENE=\"MECANIQUE\", MODELISATION=\"DIS_T\"))"
            "CA = AFFE_CARA_ELEM(MODELE=MO, RIGI_PARASOL=_F(GROUP_MA=(\"SPRING\", \"AGAIN\"), COEF_GROUP=(1.0, 2.0), \
             COOR_CENTRE=(0.0, 0.0, 0.0), GROUP_MA_POI1=\"SOIL\", CARA=\"K_T_D_N\", VALE=(1.0, 1.0, 1.0)))"
        ),
    ),
    code(
        "R156",
        "not-homothetic",
        "Warning: in a cell of a cone (R_DEBUT, R_FIN, EP_DEBUT, EP_FIN) the thickness does not vary as the radius: it is computed as a homothetic section between its ends.",
        study!(
            "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA=\"SPRING\", PHENOMENE=\"MECANIQUE\", MODELISATION=\"POU_D_T\"))"
            "CA = AFFE_CARA_ELEM(MODELE=MO, POUTRE=_F(GROUP_MA=\"SPRING\", SECTION=\"CERCLE\", VARI_SECT=\"HOMOTHETIQUE\", \
             CARA=(\"R_DEBUT\", \"R_FIN\", \"EP_DEBUT\", \"EP_FIN\"), VALE=(0.1, 0.05, 0.01, 0.01)))"
        ),
    ),
    code(
        "R157",
        "force-replaced",
        "Note: two occurrences of FORCE_NODALE of one load give the same component at a node. The later one replaces the earlier one; forces of different loads add up.",
        model!(
            "CL = AFFE_CHAR_MECA(MODELE=MO, FORCE_NODALE=(_F(GROUP_NO=\"BOB\", FX=1.0, FY=2.0), _F(GROUP_NO=\"BOB\", FX=0.5)))"
        ),
    ),
    code(
        "R158",
        "property-of-no-temperature",
        "Properties that depend on the temperature need the temperature of the cell, at an instant that the operator knows.",
        study!(
            "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA=\"SPRING\", PHENOMENE=\"MECANIQUE\", MODELISATION=\"BARRE\"))"
            "CA = AFFE_CARA_ELEM(MODELE=MO, BARRE=_F(GROUP_MA=\"SPRING\", SECTION=\"GENERALE\", CARA=\"A\", VALE=1.0E-4))"
            "E = DEFI_FONCTION(NOM_PARA=\"TEMP\", VALE=(20.0, 2.0E11, 120.0, 1.0E11))"
            "NU = DEFI_CONSTANTE(VALE=0.3)"
            "STEEL = DEFI_MATERIAU(ELAS_FO=_F(E=E, NU=NU))"
            "FIELD = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT=\"OUI\", MATER=STEEL))"
            "K = CALC_MATR_ELEM(OPTION=\"RIGI_MECA\", MODELE=MO, CARA_ELEM=CA, CHAM_MATER=FIELD)"
        ),
    ),
];
