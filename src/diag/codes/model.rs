//! Codes of meshes, models, properties, loads, assembly and fields (`R1..`).

use super::CodeInfo;

/// A study on the mesh of one mass and one spring (groups GROUND, BOB of nodes, SPRING, WEIGHT of cells).
macro_rules! study {
    ($($line:literal)*) => {
        concat!(
            "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT=\"ASTER\")\n", $($line, "\n",)* "FIN()\n",
            "#### example.mail\nCOOR_3D\nGROUND 0.0 0.0 0.0\nBOB 1.0 0.0 0.0\nFINSF\nSEG2\nSPRING GROUND BOB\nFINSF\n",
            "POI1\nWEIGHT BOB\nFINSF\nGROUP_NO NOM = GROUND\nGROUND\nFINSF\nGROUP_NO NOM = BOB\nBOB\nFINSF\n",
            "GROUP_MA NOM = SPRING\nSPRING\nFINSF\nGROUP_MA NOM = WEIGHT\nWEIGHT\nFINSF\nFIN\n"
        )
    };
}

/// The same with a model of DIS_T elements, `MO`.
macro_rules! model {
    ($($line:literal)*) => {
        study!(
            "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT=\"OUI\", PHENOMENE=\"MECANIQUE\", MODELISATION=\"DIS_T\"))"
            $($line)*
        )
    };
}

/// The same with beams on the spring, `MO`.
macro_rules! beam {
    ($($line:literal)*) => {
        study!(
            "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA=\"SPRING\", PHENOMENE=\"MECANIQUE\", MODELISATION=\"POU_D_E\"))"
            $($line)*
        )
    };
}

const fn code(code: &'static str, name: &'static str, meaning: &'static str, example: &'static str) -> CodeInfo {
    CodeInfo { code, name, meaning, example }
}

pub(super) const CODES: &[CodeInfo] = &[
    code("R100", "missing-concept", "A keyword holds another kind of concept than the operator can use.", ""),
    code(
        "R101",
        "unknown-group",
        "The mesh has no group of that name. Groups of nodes and groups of cells have separate names: GROUP_NO takes \
         the first, GROUP_MA the second.",
        model!("CL = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO=\"BOBB\", DX=0.0))"),
    ),
    code(
        "R102",
        "unknown-node-or-cell",
        "The mesh has no node or cell with that number or name. Nodes are N1, N2 ... and cells M1, M2 ... in the order \
         of the file, whatever names it gives them.",
        model!("CL = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(NOEUD=\"N7\", DX=0.0))"),
    ),
    code(
        "R103",
        "one-node-needed",
        "A group of exactly one node is needed there. DEFI_GROUP makes such a group, by CREA_GROUP_NO.",
        study!(
            "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(NOM=\"ALL\", GROUP_MA=\"SPRING\"))"
            "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(NOM=\"NEAR\", OPTION=\"ENV_SPHERE\", \
             GROUP_NO_CENTRE=\"ALL\", RAYON=1.0, PRECISION=0.1))"
        ),
    ),
    code(
        "R104",
        "group-exists",
        "The mesh already has a group of that name. Take another name, or delete the group with DETR_GROUP_NO or \
         DETR_GROUP_MA.",
        study!("MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(NOM=\"BOB\", GROUP_NO=\"GROUND\"))"),
    ),
    code(
        "R105",
        "not-a-line",
        "The cells given to ABSC_CURV must make one line, without gap nor fork, from its origin.",
        study!("MA = MODI_MAILLAGE(reuse=MA, MAILLAGE=MA, ABSC_CURV=_F(GROUP_MA=\"WEIGHT\"))"),
    ),
    code(
        "R106",
        "null-vector",
        "A direction has no length, or a vector that must turn a frame is along its axis.",
        model!("CL = AFFE_CHAR_MECA(MODELE=MO, PESANTEUR=_F(GRAVITE=9.81, DIRECTION=(0.0, 0.0, 0.0)))"),
    ),
    code(
        "R107",
        "not-built",
        "This use of the keyword is valid in Code_Aster but not implemented. The message lists what is.",
        study!("MA = MODI_MAILLAGE(reuse=MA, MAILLAGE=MA, DEFORME=_F(OPTION=\"TRAN\", ALEA=0.1))"),
    ),
    code(
        "R108",
        "part-of-group",
        "POSITION, or NUME_INIT and NUME_FIN, name members that the group does not have. Members are counted from 1.",
        study!(
            "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(NOM=\"PART\", GROUP_NO=\"BOB\", NUME_INIT=1, \
             NUME_FIN=3))"
        ),
    ),
    code(
        "R109",
        "names-of-groups",
        "With GROUP_MA, CREA_GROUP_NO takes one name for all, one for each group of cells, or none.",
        study!(
            "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(NOM=(\"A\", \"B\", \"C\"), \
             GROUP_MA=(\"SPRING\", \"WEIGHT\")))"
        ),
    ),
    code(
        "R110",
        "unknown-component",
        "Discrete elements, bars and beams have the unknowns DX, DY, DZ, DRX, DRY, DRZ (and GRX) only.",
        study!(
            "U = CREA_CHAMP(TYPE_CHAM=\"NOEU_DEPL_R\", OPERATION=\"AFFE\", MAILLAGE=MA, AFFE=_F(TOUT=\"OUI\", \
             NOM_CMP=\"DW\", VALE=1.0))"
        ),
    ),
    code(
        "R111",
        "not-on-the-line",
        "The nodes are not all on the segment, or the cells do not make one chain.",
        study!(
            "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(NOM=\"LINE\", OPTION=\"NOEUD_ORDO\", \
             GROUP_MA=\"WEIGHT\"))"
        ),
    ),
    code(
        "R120",
        "elements-not-built",
        "These elements are known to the language and are not built. DIS_T, DIS_TR, 2D_DIS_T, 2D_DIS_TR, BARRE, POU_D_E \
         and POU_D_T are.",
        "",
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
        "The x axis of a segment follows its nodes, so that only its spin can be chosen (ANGL_VRIL, VECT_Y); the frame \
         of a point can be any (ANGL_NAUT, VECT_X_Y).",
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
        "None of the cells carries the kind of element the keyword is about.",
        beam!("CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=_F(GROUP_MA=\"WEIGHT\", CARA=\"M_T_D_N\", VALE=1.0))"),
    ),
    code(
        "R125",
        "wrong-number-of-values",
        "CARA and VALE do not go together: each code or name takes its number of values.",
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
        "The section cannot be: a dimension is missing or not positive, or a wall is thicker than half the section.",
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
        "The node does not have that unknown: its elements do not carry it.",
        model!("CL = AFFE_CHAR_MECA(MODELE=MO, FORCE_NODALE=_F(GROUP_NO=\"BOB\", MX=1.0))"),
    ),
    code(
        "R133",
        "groups-without-pairs",
        "LIAISON_GROUP joins the nodes of two groups two by two: both must have as many.",
        model!(
            "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(NOM=\"BOTH\", NOEUD=(\"N1\", \"N2\")))"
            "CL = AFFE_CHAR_MECA(MODELE=MO, LIAISON_GROUP=_F(GROUP_NO_1=\"BOB\", GROUP_NO_2=\"BOTH\", DDL_1=\"DX\", \
             COEF_MULT_1=1.0, DDL_2=\"DX\", COEF_MULT_2=-1.0, COEF_IMPO=0.0))"
        ),
    ),
    code(
        "R134",
        "beam-of-a-node",
        "DDL_POUTRE uses the frame of the beam that ends at a node: there must be one, and only one. GROUP_MA_REPE names it \
         where several meet.",
        model!("CL = AFFE_CHAR_MECA(MODELE=MO, DDL_POUTRE=_F(GROUP_NO=\"BOB\", DX=0.0, ANGL_VRIL=0.0))"),
    ),
    code(
        "R135",
        "properties-left-out",
        "AFFE_CARA_ELEM gives properties of plates or solids to cells that carry no such element: they have no effect.",
        model!(
            "CA = AFFE_CARA_ELEM(MODELE=MO, COQUE=_F(GROUP_MA=\"SPRING\", EPAIS=0.1), \
             DISCRET=_F(GROUP_MA=\"WEIGHT\", CARA=\"M_T_D_N\", VALE=2.0))"
        ),
    ),
    code(
        "R136",
        "read-as-another-occurrence",
        "Warning: AFFE_CARA_ELEM keeps AMOR_HYST and SYME beside the values of K, M and A; each occurrence of DISCRET writes them \
         again for the three matrices of its cells, with the values of the last occurrence of each letter, on any cells. Code_Aster \
         does so and its numbers are given. Matrices of one group given together, before those of the next, keep their own.",
        model!(
            "CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=(\
             _F(GROUP_MA=\"WEIGHT\", CARA=\"K_T_D_N\", VALE=(1.0, 1.0, 1.0), AMOR_HYST=0.06), \
             _F(GROUP_MA=\"SPRING\", CARA=\"K_T_D_L\", VALE=(2.0, 2.0, 2.0), AMOR_HYST=0.09), \
             _F(GROUP_MA=\"WEIGHT\", CARA=\"M_T_D_N\", VALE=3.0)))"
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
        "Warning: the springs of translation that RIGI_PARASOL shares among nodes resist a rotation by themselves; when they \
         resist more than was asked for, the springs of rotation are negative.",
        study!(
            "MP = CREA_MAILLAGE(MAILLAGE=MA, CREA_POI1=_F(TOUT=\"OUI\", NOM_GROUP_MA=\"SOIL\"))"
            "MO = AFFE_MODELE(MAILLAGE=MP, AFFE=_F(GROUP_MA=\"SOIL\", PHENOMENE=\"MECANIQUE\", MODELISATION=\"DIS_TR\"))"
            "CA = AFFE_CARA_ELEM(MODELE=MO, RIGI_PARASOL=_F(GROUP_MA=\"SPRING\", COEF_GROUP=1.0, COOR_CENTRE=(0.0, 0.0, 0.0), \
             GROUP_MA_POI1=\"SOIL\", CARA=\"K_TR_D_N\", VALE=(1.0, 1.0, 1.0, 0.0, 0.0, 0.0)))"
        ),
    ),
    code("R140", "option-not-built", "Element matrices or vectors of this option are not built.", ""),
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
        "A load is a function that has no value at the time asked for.",
        model!(
            "F = DEFI_FONCTION(NOM_PARA=\"INST\", VALE=(1.0, 0.0, 2.0, 1.0))"
            "CL = AFFE_CHAR_MECA_F(MODELE=MO, FORCE_NODALE=_F(GROUP_NO=\"BOB\", FX=F))"
            "V = CALC_VECT_ELEM(OPTION=\"CHAR_MECA\", CHARGE=CL)"
        ),
    ),
    code("R143", "new-concept-needed", "The keyword makes a concept: write it as CO('name').", ""),
    code(
        "R144",
        "matrices-do-not-fit",
        "Matrices can be combined when they are on the same unknowns, all physical or all generalised.",
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
        "R146",
        "symmetric-part",
        "Note: of a plane stiffness given with SYME='NON', the symmetric part alone is used, as Code_Aster does.",
        study!(
            "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA=\"WEIGHT\", PHENOMENE=\"MECANIQUE\", \
             MODELISATION=\"2D_DIS_T\"))"
            "CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET_2D=_F(GROUP_MA=\"WEIGHT\", CARA=\"K_T_N\", SYME=\"NON\", \
             VALE=(1.0, 0.5, 0.0, 1.0)))"
        ),
    ),
    code(
        "R147",
        "non-symmetric-statics",
        "MECA_STATIQUE solves symmetric problems only: a discrete stiffness was given with SYME='NON'.",
        model!(
            "CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=_F(GROUP_MA=\"WEIGHT\", CARA=\"K_T_N\", SYME=\"NON\", \
             VALE=(1.0, 0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)))"
            "CL = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO=\"GROUND\", DX=0.0, DY=0.0, DZ=0.0))"
            "U = MECA_STATIQUE(MODELE=MO, CARA_ELEM=CA, EXCIT=_F(CHARGE=CL))"
        ),
    ),
    code(
        "R148",
        "elbow-elsewhere",
        "Warning: the factors of an elbow (SECTION='COUDE') act on POU_D_T only: other beams stay straight ones.",
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
        "Fields of this quantity, or made this way, are not built.",
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
    code("R152", "fields-do-not-fit", "Fields can be combined when they have the same unknowns.", ""),
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
        "Warning: a cell lies in several groups of GROUP_MA of RIGI_PARASOL: it counts once, with the weight of the first.",
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
];
