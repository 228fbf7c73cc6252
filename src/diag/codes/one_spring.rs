//! The small studies that the examples of meshes, models and assembly go on from, and the row of a code that has one.

use super::info::CodeInfo;

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

pub(super) use {beam, model, study};

/// A code with its example.
pub(super) const fn code(
    code: &'static str,
    name: &'static str,
    meaning: &'static str,
    example: &'static str,
) -> CodeInfo {
    CodeInfo { code, name, meaning, example }
}
