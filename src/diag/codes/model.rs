//! Codes of models, element properties and loads (`R120` to `R139`).

use super::info::CodeInfo;
use super::one_spring::{beam, code, model, study};

pub(super) const CODES: &[CodeInfo] = &[
    code(
        "R120",
        "elements-not-built",
        "These elements are part of the language but not implemented. Implemented are, among others, DIS_T, DIS_TR, 2D_DIS_T, 2D_DIS_TR, BARRE, POU_D_E and POU_D_T.",
        "#### none: the check before the run refuses it first (C012); the operator looks again.\n",
    ),
    code(
        "R121",
        "wrong-cells",
        "The elements cannot lie on these cells: discrete elements need points or segments, bars and beams segments of \
         two nodes. CREA_MAILLAGE with CREA_POI1 makes points of nodes.",
        study!(
            "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA=\"WEIGHT\", PHENOMENE=\"MECANIQUE\", \
             MODELISATION=\"POU_D_E\"))"
        ),
    ),
    code(
        "R122",
        "wrong-orientation",
        "The x axis of a segment follows its nodes, so only the rotation about it can be chosen (ANGL_VRIL, VECT_Y); the frame of a point can be arbitrary (ANGL_NAUT, VECT_X_Y).",
        model!(
            "CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=_F(GROUP_MA=\"SPRING\", CARA=\"K_T_D_L\", VALE=(1.0, 1.0, 1.0)), \
             ORIENTATION=_F(GROUP_MA=\"SPRING\", CARA=\"ANGL_NAUT\", VALE=(90.0, 0.0, 0.0)))"
        ),
    ),
    code(
        "R123",
        "wrong-discrete-code",
        "The code does not suit the cell or its modelisation: N is for points and L for segments, T for DIS_T and TR for \
         DIS_TR, DISCRET in space and DISCRET_2D in the plane.",
        model!(
            "CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=_F(GROUP_MA=\"SPRING\", CARA=\"K_T_D_N\", VALE=(1.0, 1.0, 1.0)))"
        ),
    ),
    code(
        "R124",
        "no-such-elements",
        "None of the cells has an element of the kind that the keyword applies to.",
        beam!("CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=_F(GROUP_MA=\"WEIGHT\", CARA=\"M_T_D_N\", VALE=1.0))"),
    ),
    code(
        "R125",
        "wrong-number-of-values",
        "The numbers of values of CARA and VALE do not agree: each code or name has its own number of values.",
        beam!(
            "CA = AFFE_CARA_ELEM(MODELE=MO, POUTRE=_F(GROUP_MA=\"SPRING\", SECTION=\"CERCLE\", CARA=(\"R\", \"EP\"), \
             VALE=0.1))"
        ),
    ),
    code(
        "R126",
        "value-not-finite",
        "A value is infinite or not a number.",
        "#### after the prologue\nBAD = AFFE_CHAR_MECA(MODELE=MODEL, FORCE_NODALE=_F(GROUP_NO='BOB', FX=1e308 * 10.))\nFIN()\n",
    ),
    code(
        "R127",
        "negative-mass",
        "A mass, a moment of inertia or a density is negative. A structure with a negative mass has no real motion.",
        model!("CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=_F(GROUP_MA=\"WEIGHT\", CARA=\"M_T_D_N\", VALE=-2.0))"),
    ),
    code(
        "R128",
        "no-material",
        "A beam or a bar that has a section needs an elastic material: DEFI_MATERIAU(ELAS=...), AFFE_MATERIAU, and \
         CHAM_MATER where matrices are computed.",
        beam!(
            "CA = AFFE_CARA_ELEM(MODELE=MO, POUTRE=_F(GROUP_MA=\"SPRING\", SECTION=\"CERCLE\", CARA=\"R\", VALE=0.1))"
            "K = CALC_MATR_ELEM(OPTION=\"RIGI_MECA\", MODELE=MO, CARA_ELEM=CA)"
        ),
    ),
    code(
        "R129",
        "wrong-section",
        "The section is impossible: a dimension is missing or not positive, or a wall is thicker than half the section.",
        beam!(
            "CA = AFFE_CARA_ELEM(MODELE=MO, POUTRE=_F(GROUP_MA=\"SPRING\", SECTION=\"CERCLE\", CARA=(\"R\", \"EP\"), \
             VALE=(0.1, 0.2)))"
        ),
    ),
    code(
        "R130",
        "mean-motion-undefined",
        "LIAISON_RBE3 needs slave unknowns that no rigid motion leaves at rest: three nodes that are not aligned, or fewer with \
         their rotations.",
        model!(
            "CL = AFFE_CHAR_MECA(MODELE=MO, LIAISON_RBE3=_F(GROUP_NO_MAIT=\"BOB\", DDL_MAIT=\"DX\", GROUP_NO_ESCL=\"GROUND\", \
             DDL_ESCL=\"DX-DY-DZ\"))"
        ),
    ),
    code(
        "R131",
        "wrong-relation",
        "A linear relation needs as many nodes as components and coefficients. Groups count for all their nodes.",
        model!(
            "CL = AFFE_CHAR_MECA(MODELE=MO, LIAISON_DDL=_F(GROUP_NO=(\"BOB\", \"GROUND\"), DDL=\"DX\", \
             COEF_MULT=(1.0, -1.0), COEF_IMPO=0.0))"
        ),
    ),
    code(
        "R132",
        "no-such-unknown",
        "The node does not have that unknown, since its elements do not use it.",
        model!("CL = AFFE_CHAR_MECA(MODELE=MO, FORCE_NODALE=_F(GROUP_NO=\"BOB\", MX=1.0))"),
    ),
    code(
        "R133",
        "groups-without-pairs",
        "LIAISON_GROUP connects the nodes of two groups pair by pair; both groups must have the same number of nodes.",
        model!(
            "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(NOM=\"BOTH\", NOEUD=(\"N1\", \"N2\")))"
            "CL = AFFE_CHAR_MECA(MODELE=MO, LIAISON_GROUP=_F(GROUP_NO_1=\"BOB\", GROUP_NO_2=\"BOTH\", DDL_1=\"DX\", \
             COEF_MULT_1=1.0, DDL_2=\"DX\", COEF_MULT_2=-1.0, COEF_IMPO=0.0))"
        ),
    ),
    code(
        "R134",
        "beam-of-a-node",
        "DDL_POUTRE uses the frame of the beam that ends at a node: there must be exactly one such beam. GROUP_MA_REPE selects it where several meet.",
        model!("CL = AFFE_CHAR_MECA(MODELE=MO, DDL_POUTRE=_F(GROUP_NO=\"BOB\", DX=0.0, ANGL_VRIL=0.0))"),
    ),
    code(
        "R135",
        "properties-left-out",
        "AFFE_CARA_ELEM gives properties of plates or solids to cells without such elements. They have no effect.",
        model!(
            "CA = AFFE_CARA_ELEM(MODELE=MO, COQUE=_F(GROUP_MA=\"SPRING\", EPAIS=0.1), \
             DISCRET=_F(GROUP_MA=\"WEIGHT\", CARA=\"M_T_D_N\", VALE=2.0))"
        ),
    ),
    code(
        "R136",
        "read-as-another-occurrence",
        "Warning: the values of AMOR_HYST and SYME change, as in Code_Aster. Each occurrence of DISCRET resets both for the K, M and A matrices of its cells, using the last value given for each letter on any cell. If the matrices of one group are given together, before those of the next group, they keep their own values.",
        model!(
            "CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=(\
             _F(GROUP_MA=\"WEIGHT\", CARA=\"K_T_D_N\", VALE=(1.0, 1.0, 1.0), AMOR_HYST=0.06), \
             _F(GROUP_MA=\"SPRING\", CARA=\"K_T_D_L\", VALE=(2.0, 2.0, 2.0), AMOR_HYST=0.09), \
             _F(GROUP_MA=\"WEIGHT\", CARA=\"M_T_D_N\", VALE=3.0)))"
        ),
    ),
    code(
        "R137",
        "parameters-of-no-law",
        "The parameters of a factor keyword of DEFI_MATERIAU make none of the laws that take it: a stiffness that is not positive, a curve that does not start where the law needs it, a keyword without its companion.",
        study!(
            "C = DEFI_FONCTION(NOM_PARA=\"DX\", VALE=(0.0, 0.0, 0.1, 2.0))"
            "X = DEFI_MATERIAU(DIS_ECRO_TRAC=_F(FX=C))"
        ),
    ),
    code(
        "R138",
        "not-shared-on-nodes",
        "RIGI_PARASOL and MASS_REP share a stiffness or a mass among the nodes of segments, triangles and quadrangles. Each of \
         these nodes needs one discrete element of GROUP_MA_POI1 or GROUP_MA_SEG2.",
        model!(
            "CA = AFFE_CARA_ELEM(MODELE=MO, MASS_REP=_F(GROUP_MA=\"SPRING\", GROUP_MA_POI1=\"WEIGHT\", TYPE=\"TOTALE\", VALE=1.0))"
        ),
    ),
    code(
        "R139",
        "negative-rotation-spring",
        "Warning: the translational springs that RIGI_PARASOL distributes among nodes resist a rotation by themselves; if they resist more than requested, the rotational springs are negative.",
        study!(
            "MP = CREA_MAILLAGE(MAILLAGE=MA, CREA_POI1=_F(TOUT=\"OUI\", NOM_GROUP_MA=\"SOIL\"))"
            "MO = AFFE_MODELE(MAILLAGE=MP, AFFE=_F(GROUP_MA=\"SOIL\", PHENOMENE=\"MECANIQUE\", MODELISATION=\"DIS_TR\"))"
            "CA = AFFE_CARA_ELEM(MODELE=MO, RIGI_PARASOL=_F(GROUP_MA=\"SPRING\", COEF_GROUP=1.0, COOR_CENTRE=(0.0, 0.0, 0.0), \
             GROUP_MA_POI1=\"SOIL\", CARA=\"K_TR_D_N\", VALE=(1.0, 1.0, 1.0, 0.0, 0.0, 0.0)))"
        ),
    ),
];
