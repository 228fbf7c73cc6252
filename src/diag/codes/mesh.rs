//! Codes of meshes, groups, nodes and directions (`R100` to `R111`).

use super::info::CodeInfo;
use super::one_spring::{code, model, study};

pub(super) const CODES: &[CodeInfo] = &[
    code(
        "R100",
        "missing-concept",
        "The concept given to a keyword is of a kind that the operator cannot use.",
        "#### after the prologue\nF = FORMULE(VALE='X', NOM_PARA='X')\nS = DEFI_NAPPE(NOM_PARA='X', PARA=(0., 1.), NOM_PARA_FONC='Y', DEFI_FONCTION=(_F(VALE=(0., 0., 1., 1.)), _F(VALE=(0., 0., 1., 1.))))\nREST = REST_GENE_PHYS(RESU_GENE=FIRST)\nX = PROJ_CHAMP(METHODE='COLLOCATION', RESULTAT=REST, MODELE_1=MODEL, MODELE_2=MODEL, VIS_A_VIS=_F(TOUT_1='OUI', TOUT_2='OUI', TRANSF_GEOM_1=(S, F, F)))\nFIN()\n",
    ),
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
        "The cells given to ABSC_CURV must make one line from its origin, without gaps or forks.",
        study!("MA = MODI_MAILLAGE(reuse=MA, MAILLAGE=MA, ABSC_CURV=_F(GROUP_MA=\"WEIGHT\"))"),
    ),
    code(
        "R106",
        "null-vector",
        "A direction is zero, or the vector that defines a rotation of a frame is along its axis.",
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
        "The nodes are not all on the segment, or the cells do not make a single chain.",
        study!(
            "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(NOM=\"LINE\", OPTION=\"NOEUD_ORDO\", \
             GROUP_MA=\"WEIGHT\"))"
        ),
    ),
];
