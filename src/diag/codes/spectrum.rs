//! Codes of the combination of response spectra (`R73.`).

use super::info::CodeInfo;

/// A mass on a spring fixed at one end, its modes MODES and a flat spectrum SPEC, then the lines given.
macro_rules! study {
    ($($line:literal)*) => {
        concat!(
            "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT='ASTER')\n",
            "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))\n",
            "CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=(_F(GROUP_MA='SPRING', CARA='K_T_D_L', VALE=(100., 200., 300.)),\n",
            "    _F(GROUP_MA='WEIGHT', CARA='M_T_D_N', VALE=1.)))\n",
            "CL = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO='GROUND', DX=0., DY=0., DZ=0.))\n",
            "ASSEMBLAGE(MODELE=MO, CARA_ELEM=CA, CHARGE=CL, NUME_DDL=CO('NUM'), MATR_ASSE=(\n",
            "    _F(MATRICE=CO('STIFF'), OPTION='RIGI_MECA'), _F(MATRICE=CO('MASS'), OPTION='MASS_MECA')))\n",
            "MODES = CALC_MODES(MATR_RIGI=STIFF, MATR_MASS=MASS, OPTION='PLUS_PETITE', CALC_FREQ=_F(NMAX_FREQ=3))\n",
            "FLAT = DEFI_FONCTION(NOM_PARA='FREQ', PROL_DROITE='CONSTANT', PROL_GAUCHE='CONSTANT', VALE=(1., 9.81))\n",
            "SPEC = DEFI_NAPPE(NOM_PARA='AMOR', PARA=(0.01, 0.1), FONCTION=(FLAT, FLAT))\n",
            $($line, "\n",)*
            "FIN()\n#### example.mail\nCOOR_3D\nGROUND 0.0 0.0 0.0\nBOB 1.0 0.0 0.0\nFINSF\nSEG2\nSPRING GROUND BOB\nFINSF\n",
            "POI1\nWEIGHT BOB\nFINSF\nGROUP_NO NOM = GROUND\nGROUND\nFINSF\nGROUP_NO NOM = BOB\nBOB\nFINSF\n",
            "GROUP_MA NOM = SPRING\nSPRING\nFINSF\nGROUP_MA NOM = WEIGHT\nWEIGHT\nFINSF\nFIN\n"
        )
    };
}

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "R731",
        name: "field-to-combine",
        meaning: "A combination needs a field that the modes, or the associated static shapes, do not contain. Compute it on all of them first with CALC_CHAMP.",
        example: study!(
            "R = COMB_SISM_MODAL(MODE_MECA=MODES, AMOR_REDUIT=0.05, SPECTRE=_F(LIST_AXE='X', SPEC_OSCI=SPEC),\n    COMB_MODE=_F(TYPE='SRSS'), OPTION='EFGE_ELNO', TYPE_RESU=_F(TYPE='VALE_TOTA'))"
        ),
    },
    CodeInfo {
        code: "R732",
        name: "spectra-and-supports",
        meaning: "Spectra, supports and directions do not agree: two spectra for one direction of a support, a support that does not exist or is in two groups, a direction without spectrum.",
        example: study!(
            "R = COMB_SISM_MODAL(MODE_MECA=MODES, AMOR_REDUIT=0.05, SPECTRE=_F(LIST_AXE='X', SPEC_OSCI=SPEC),\n    COMB_MODE=_F(TYPE='SRSS'), OPTION='DEPL', TYPE_RESU=_F(TYPE='VALE_DIRE', LIST_AXE='Y'))"
        ),
    },
    CodeInfo {
        code: "R733",
        name: "dampings-of-modes",
        meaning: "The dampings do not fit the modes: more values than modes, a negative one, or a generalised matrix that is not diagonal.",
        example: study!(
            "R = COMB_SISM_MODAL(MODE_MECA=MODES, AMOR_REDUIT=-0.05, SPECTRE=_F(LIST_AXE='X', SPEC_OSCI=SPEC),\n    COMB_MODE=_F(TYPE='SRSS'), OPTION='DEPL', TYPE_RESU=_F(TYPE='VALE_TOTA'))"
        ),
    },
    CodeInfo {
        code: "R734",
        name: "spectrum-value",
        meaning: "A response spectrum has no value at the damping and the frequency of a mode. Surfaces do not extend beyond their points unless PROL_GAUCHE and PROL_DROITE allow it.",
        example: study!(
            "R = COMB_SISM_MODAL(MODE_MECA=MODES, AMOR_REDUIT=0.2, SPECTRE=_F(LIST_AXE='X', SPEC_OSCI=SPEC),\n    COMB_MODE=_F(TYPE='SRSS'), OPTION='DEPL', TYPE_RESU=_F(TYPE='VALE_TOTA'))"
        ),
    },
    CodeInfo {
        code: "R735",
        name: "rule-of-combination",
        meaning: "A rule of combination does not apply to these modes or to this field.",
        example: study!(
            "R = COMB_SISM_MODAL(MODE_MECA=MODES, AMOR_REDUIT=0.05, SPECTRE=_F(LIST_AXE='X', SPEC_OSCI=SPEC),\n    COMB_MODE=_F(TYPE='GUPTA', FREQ_1=30., FREQ_2=2.), OPTION='DEPL', TYPE_RESU=_F(TYPE='VALE_TOTA'))"
        ),
    },
    CodeInfo {
        code: "R736",
        name: "missing-static-shape",
        meaning: "A set of static shapes lacks the response to a motion of the ground or of a support. MODE_STATIQUE computes it.",
        example: study!(
            "PSEUDO = MODE_STATIQUE(MATR_RIGI=STIFF, MATR_MASS=MASS, PSEUDO_MODE=_F(AXE='Y'))"
            "R = COMB_SISM_MODAL(MODE_MECA=MODES, AMOR_REDUIT=0.05, SPECTRE=_F(LIST_AXE='X', SPEC_OSCI=SPEC),\n    MODE_CORR='OUI', PSEUDO_MODE=PSEUDO, COMB_MODE=_F(TYPE='SRSS'), OPTION='DEPL', TYPE_RESU=_F(TYPE='VALE_TOTA'))"
        ),
    },
    CodeInfo {
        code: "R737",
        name: "modes-to-combine",
        meaning: "The modes given do not respond as oscillators: no positive frequency, or no generalised mass and participation factors.",
        example: study!(
            "STAT = MODE_STATIQUE(MATR_RIGI=STIFF, MATR_MASS=MASS, PSEUDO_MODE=_F(AXE='X'))"
            "R = COMB_SISM_MODAL(MODE_MECA=STAT, AMOR_REDUIT=0.05, SPECTRE=_F(LIST_AXE='X', SPEC_OSCI=SPEC),\n    COMB_MODE=_F(TYPE='SRSS'), OPTION='DEPL', TYPE_RESU=_F(TYPE='VALE_TOTA'))"
        ),
    },
    CodeInfo {
        code: "R738",
        name: "cutoff-frequency",
        meaning: "The modes left out are rigid: their response is read on the spectra at a cut-off frequency, that of the last mode when FREQ_COUP does not give it.",
        example: study!(
            "PSEUDO = MODE_STATIQUE(MATR_RIGI=STIFF, MATR_MASS=MASS, PSEUDO_MODE=_F(AXE='X'))"
            "R = COMB_SISM_MODAL(MODE_MECA=MODES, AMOR_REDUIT=0.05, SPECTRE=_F(LIST_AXE='X', SPEC_OSCI=SPEC),\n    MODE_CORR='OUI', PSEUDO_MODE=PSEUDO, COMB_MODE=_F(TYPE='SRSS'), OPTION='DEPL', TYPE_RESU=_F(TYPE='VALE_TOTA'))"
        ),
    },
    CodeInfo {
        code: "R739",
        name: "overcritical-damping",
        meaning: "A mode has a damping ratio above 1: ratios are fractions of the critical damping, not percentages.",
        example: study!(
            "WIDE = DEFI_NAPPE(NOM_PARA='AMOR', PARA=(0.01, 10.), FONCTION=(FLAT, FLAT))"
            "R = COMB_SISM_MODAL(MODE_MECA=MODES, AMOR_REDUIT=5., SPECTRE=_F(LIST_AXE='X', SPEC_OSCI=WIDE),\n    COMB_MODE=_F(TYPE='SRSS'), OPTION='DEPL', TYPE_RESU=_F(TYPE='VALE_TOTA'))"
        ),
    },
];
