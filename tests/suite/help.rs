//! Help that one needs at the desk: what is meant, how many values are needed, what a log repeats.

use crate::program::{scratch, stickslip};

const MESH: &str =
    "COOR_3D\nA 0. 0. 0.\nFINSF\nPOI1\nM A\nFINSF\nGROUP_NO\nTIP A\nFINSF\nGROUP_MA\nMASS M\nFINSF\nFIN\n";

/// What a command prints of a study with the mesh beside it, on one line.
fn told(name: &str, command: &str, body: &str) -> String {
    let folder = scratch(&format!("desk_help_{name}"));
    std::fs::write(folder.join("s.mail"), MESH).unwrap();
    std::fs::write(folder.join("s.comm"), format!("DEBUT()\n{body}FIN()\n")).unwrap();
    let output = stickslip(&folder, &[command, "s.comm"]);
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

const MODEL: &str = "MA = LIRE_MAILLAGE(FORMAT='ASTER')
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))
";

#[test]
fn long_lists_of_values_begin_with_what_is_computed_and_near() {
    let text = told("inst", "check", "F = DEFI_FONCTION(NOM_PARA='INSTANT', VALE=(0., 1.))\n");
    assert!(text.contains("did you mean 'INST'? allowed: 'INST', ") && text.contains("(44 values in all)"), "{text}");
    for (name, word, said) in [
        ("near", "DIS_TX", "did you mean 'DIS_T'? allowed: 'DIS_T', 'DIS_TR', "),
        ("far", "POUTRE_D_E", "allowed: 'POU_D_E', "),
    ] {
        let text = told(name, "check", &MODEL.replace("DIS_T", word));
        assert!(
            text.contains(said) && text.contains("183 values in all, ") && text.contains("computed here"),
            "{text}"
        );
        let listed = text.split("allowed: ").nth(1).unwrap().split(" ...").next().unwrap();
        assert!(!listed.contains("FLUI"), "{listed}");
    }
}

#[test]
fn as_many_values_are_asked_for_as_are_needed() {
    let body = "R = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=A, MATR_RIGI=A, INCREMENT=_F(PAS=1e-3, INST_FIN=1.), \
        COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='TIP', OBSTACLE=DEFI_OBSTACLE(TYPE='PLAN_Y'), RIGI_NOR=1e3))\n";
    let text = told("three", "check", &format!("A = NONE\n{body}"));
    assert!(text.contains("NORM_OBST") && text.contains("three real numbers"), "{text}");
}

#[test]
fn lines_that_contacts_and_runs_repeat_are_said_once() {
    let body = format!(
        "{MODEL}CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=(
    _F(GROUP_MA='MASS', CARA='M_T_D_N', VALE=1.0), _F(GROUP_MA='MASS', CARA='K_T_D_N', VALE=(100.0, 100.0, 100.0))))
ASSEMBLAGE(MODELE=MO, CARA_ELEM=CA, NUME_DDL=CO('NU'), MATR_ASSE=(
    _F(MATRICE=CO('K'), OPTION='RIGI_MECA'), _F(MATRICE=CO('M'), OPTION='MASS_MECA')))
MODES = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION='PLUS_PETITE', CALC_FREQ=_F(NMAX_FREQ=3))
PROJ_BASE(BASE=MODES, MATR_ASSE_GENE=(_F(MATRICE=CO('KG'), MATR_ASSE=K), _F(MATRICE=CO('MG'), MATR_ASSE=M)))
WALL = DEFI_OBSTACLE(TYPE='PLAN_Z')
for rank in range(5):
    R = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MG, MATR_RIGI=KG, SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'),
        INCREMENT=_F(INST_FIN=0.1, PAS=1e-4), COMPORTEMENT=[_F(RELATION='DIS_CHOC', GROUP_NO_1='TIP', OBSTACLE=WALL, NORM_OBST=(1., 0., 0.),
        ORIG_OBST=(0., 0., 0.), JEU=1., RIGI_NOR=1.1e3, AMOR_NOR=0.1, FROTTEMENT='COULOMB', RIGI_TAN=1.3e3, COULOMB=0.3)
        for contact in range(4)])
"
    );
    let text = told("log", "run", &body);
    assert!(
        text.contains("DIS_CHOC 00000001 to DIS_CHOC 00000004 (4 contacts): tangential damping AMOR_TAN = "),
        "{text}"
    );
    assert_eq!(text.matches("AMOR_TAN").count(), 1, "{text}");
    assert_eq!(text.matches("DIFF_CENTRE: 1000 steps").count(), 5, "{text}");
}
