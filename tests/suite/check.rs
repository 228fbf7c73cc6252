//! What `check` finds without running a study: each test is a damage that only shows when something is read or computed.

use std::path::Path;

use crate::program::{run_study, scratch, stickslip};

const MESH: &str = "COOR_3D\nA 0. 0. 0.\nB 1. 0. 0.\nFINSF\nSEG2\nS A B\nFINSF\nPOI1\nP B\nFINSF\n\
    GROUP_MA\nSPRING S\nFINSF\nGROUP_MA\nWEIGHT P\nFINSF\nGROUP_NO\nGROUND A\nFINSF\nGROUP_NO\nTIP B\nFINSF\nFIN\n";

/// One mass of 2 kg on a spring of 200 N/m, which moves along x; ten rad/s.
const OSCILLATOR: &str = "MA = LIRE_MAILLAGE(FORMAT='ASTER')
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))
CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=(
    _F(GROUP_MA='SPRING', CARA='K_T_D_L', VALE=(200.0, 0.0, 0.0)),
    _F(GROUP_MA='WEIGHT', CARA='M_T_D_N', VALE=2.0)))
CL = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(GROUP_NO='GROUND', DX=0, DY=0, DZ=0), _F(GROUP_NO='TIP', DY=0, DZ=0)))
ASSEMBLAGE(MODELE=MO, CARA_ELEM=CA, CHARGE=CL, NUME_DDL=CO('NU'), MATR_ASSE=(
    _F(MATRICE=CO('K'), OPTION='RIGI_MECA'), _F(MATRICE=CO('M'), OPTION='MASS_MECA')))
MODES = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION='PLUS_PETITE', CALC_FREQ=_F(NMAX_FREQ=1))
PROJ_BASE(BASE=MODES, MATR_ASSE_GENE=(_F(MATRICE=CO('KG'), MATR_ASSE=K), _F(MATRICE=CO('MG'), MATR_ASSE=M)))
RUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MG, MATR_RIGI=KG,
    SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1.0e-3, INST_FIN=1.0))
DX = RECU_FONCTION(RESU_GENE=RUN, NOM_CHAM='DEPL', NOM_CMP='DX', GROUP_NO='TIP')
T = CREA_TABLE(FONCTION=_F(FONCTION=DX))
TEST_FONCTION(VALEUR=_F(NOM_PARA='INST', VALE_PARA=1.0, FONCTION=DX, VALE_CALC=0.0, VALE_REFE=0.0, REFERENCE='ANALYTIQUE',
    CRITERE='ABSOLU', PRECISION=1e-12))
";

fn folder(name: &str, study: &str) -> std::path::PathBuf {
    let folder = scratch(&format!("check_{name}"));
    std::fs::write(folder.join("s.mail"), MESH).unwrap();
    std::fs::write(folder.join("s.comm"), format!("DEBUT()\n{study}FIN()\n")).unwrap();
    folder
}

/// Exit code and output of `check` in a folder.
fn check(folder: &Path) -> (Option<i32>, String) {
    let output = stickslip(folder, &["check", "s.comm"]);
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code(), text)
}

/// The oscillator with one text replaced: `check` must say all of `said`, and count as many errors.
fn finds(name: &str, (before, after): (&str, &str), errors: usize, said: &[&str]) {
    assert!(OSCILLATOR.contains(before), "{before}");
    let folder = folder(name, &OSCILLATOR.replacen(before, after, 1));
    let (code, text) = check(&folder);
    assert_eq!(code, Some(2), "{text}");
    assert!(said.iter().all(|part| text.contains(part)), "{text}");
    let count = if errors == 1 { "s.comm: 1 error".to_string() } else { format!("s.comm: {errors} errors") };
    assert!(text.contains(&count), "{text}");
}

#[test]
fn a_right_study_is_checked_and_writes_nothing() {
    let folder = folder("right", OSCILLATOR);
    let (code, text) = check(&folder);
    assert_eq!(code, Some(0), "{text}");
    let files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(files.len(), 2, "{files:?}");
}

#[test]
fn all_wrong_groups_of_a_call_are_told_at_once() {
    finds(
        "groups",
        (
            "DDL_IMPO=(_F(GROUP_NO='GROUND', DX=0, DY=0, DZ=0), _F(GROUP_NO='TIP', DY=0, DZ=0))",
            "DDL_IMPO=(_F(GROUP_NO='GRUOND', DX=0), _F(GROUP_NO=('TIPP', 'TIP', 'SPRING'), DX=0)),\n    FORCE_NODALE=_F(NOEUD=('N1', 'N7', 'N8'), FX=1.0)",
        ),
        4,
        &[
            "GRUOND",
            "did you mean GROUND?",
            "TIPP and SPRING",
            "SPRING is a group of cells",
            "no node N7",
            "no node N8",
        ],
    );
}

#[test]
fn wrong_groups_of_several_calls_are_told_at_once() {
    let study = OSCILLATOR.replacen("GROUP_MA='SPRING'", "GROUP_MA='SPRNIG'", 1).replacen(
        "GROUP_MA='WEIGHT'",
        "GROUP_MA='WIEGHT'",
        1,
    );
    let folder = folder("two_calls", &study.replacen("GROUP_NO='TIP'", "GROUP_NO='TAP'", 1));
    let (_, text) = check(&folder);
    let all = ["SPRNIG", "WIEGHT", "TAP", "s.comm: 3 errors"];
    assert!(all.iter().all(|part| text.contains(part)), "{text}");
    // A run says the same.
    let (code, text, _) = run_study(&folder, "s.comm", &[]);
    assert!(code == 2 && all[..3].iter().all(|part| text.contains(part)), "{text}");
}

#[test]
fn a_missing_or_broken_mesh_is_found() {
    let missing = folder("missing_mesh", OSCILLATOR);
    std::fs::remove_file(missing.join("s.mail")).unwrap();
    let (code, text) = check(&missing);
    assert!(code == Some(2) && text.contains("I101") && text.contains("s.comm: 1 error"), "{text}");
    let broken = folder("broken_mesh", OSCILLATOR);
    std::fs::write(broken.join("s.mail"), MESH.replace("S A B", "S A C")).unwrap();
    let (code, text) = check(&broken);
    assert!(code == Some(2) && text.contains("s.mail") && text.contains("s.comm: 1 error"), "{text}");
}

#[test]
fn an_unknown_node_is_found() {
    finds("node", ("_F(GROUP_NO='TIP', DY=0, DZ=0)", "_F(NOEUD='N7', DY=0, DZ=0)"), 1, &["no node N7"]);
}

#[test]
fn a_code_of_another_cell_is_found() {
    finds("code", ("K_T_D_L", "K_T_D_N"), 1, &["K_T_D_N does not suit", "K_T_D_L"]);
}

#[test]
fn a_step_too_long_is_found_without_a_run() {
    finds("step", ("PAS=1.0e-3", "PAS=0.5"), 1, &["N301", "not tried", "RECU_FONCTION"]);
}

#[test]
fn a_column_that_a_table_does_not_have_is_found() {
    finds(
        "column",
        (
            "T = CREA_TABLE(FONCTION=_F(FONCTION=DX))\n",
            "T = CREA_TABLE(LISTE=(_F(PARA='INST', LISTE_R=(0., 1.)), _F(PARA='X', LISTE_R=(0., 1.))))\nG = RECU_FONCTION(TABLE=T, PARA_X='INSTANT', PARA_Y='X')\n",
        ),
        1,
        &["INSTANT", "did you mean INST?"],
    );
}

#[test]
fn masses_below_zero_or_absent_are_found() {
    finds("negative", ("VALE=2.0)", "VALE=-2.0)"), 1, &["R127"]);
    finds("massless", ("VALE=2.0)", "VALE=0.0)"), 1, &["N207"]);
}

#[test]
fn all_unknowns_without_stiffness_and_mass_are_told_at_once() {
    let free = (", _F(GROUP_NO='TIP', DY=0, DZ=0))", ",)");
    let masses =
        OSCILLATOR.replacen("CARA='M_T_D_N', VALE=2.0", "CARA='M_T_N', VALE=(2.0, 0.0, 0.0, 0.0, 0.0, 0.0)", 1);
    let study = masses.replacen(free.0, free.1, 1);
    assert!(study.contains(",))\nASSE"), "{study}");
    let (code, text) = check(&folder("bare", &study));
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(code == Some(2) && words.contains("N202") && words.contains("DY and DZ of node N2"), "{text}");
}

#[test]
fn what_was_not_checked_is_said() {
    let study = OSCILLATOR.replace("TEST_FONCTION", "IMPR_TABLE(TABLE=T, UNITE=33)\nTEST_FONCTION");
    let (code, text) = check(&folder("rest", &study));
    let said = "(not computed: DYNA_VIBRA; not tried, only their keywords: CREA_TABLE, IMPR_TABLE, RECU_FONCTION, TEST_FONCTION)";
    assert!(code == Some(0) && text.contains(said), "{text}");
}

#[test]
fn what_follows_from_an_error_is_counted_and_not_told() {
    let body = OSCILLATOR.split("RUN = ").next().unwrap();
    let study = format!(
        "{body}for step in (0.5, 1.0e-3, 0.4):
    RUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MG, MATR_RIGI=KG,
        SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=step, INST_FIN=1.0))
    DX = RECU_FONCTION(RESU_GENE=RUN, NOM_CHAM='DEPL', NOM_CMP='DX', GROUP_NO='TIP')
    T = CREA_TABLE(FONCTION=_F(FONCTION=DX))
    IMPR_TABLE(TABLE=T, UNITE=33)
"
    );
    let (code, text, json) = run_study(&folder("cascade", &study), "s.comm", &[]);
    let codes: Vec<&str> =
        json["diagnostics"].as_array().unwrap().iter().map(|d| d["code"].as_str().unwrap()).collect();
    assert_eq!((code, codes), (2, vec!["N301", "N301"]), "{text}");
    assert!(text.contains("6 not run because of them"), "{text}");
}

/// The lines of `check --format short` of a study that begins as the oscillator, without the name of the file.
fn lines(name: &str, body: &str) -> Vec<String> {
    let folder = folder(name, body);
    let output = stickslip(&folder, &["check", "s.comm", "--format", "short"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().map(|line| line.strip_prefix("s.comm:").unwrap_or(line).to_string()).collect()
}

fn says(lines: &[String], parts: &[&str]) {
    let found = parts.iter().zip(lines).all(|(part, line)| line.contains(part));
    assert!(found && lines.len() == parts.len(), "{parts:#?}\n{lines:#?}");
}

#[test]
fn names_are_looked_for_in_calls_that_are_not_run() {
    let study = format!(
        "{OSCILLATOR}A = RECU_FONCTION(RESU_GENE=RUN, NOM_CHAM='DEPL', NOM_CMP='DRX', GROUP_NO='TIPP')
B = RECU_FONCTION(RESU_GENE=RUN, NOM_CHAM='VITE', NOM_CMP='DX', NOEUD='N9')
U = REST_GENE_PHYS(RESU_GENE=RUN, GROUP_MA='SPRNIG', TOUT_ORDRE='OUI', NOM_CHAM='DEPL')
IMPR_RESU(FORMAT='VTK', UNITE=80, RESU=(_F(RESULTAT=U, GROUP_MA='WIEGHT'), _F(RESULTAT=U, GROUP_NO='GRUND')))
"
    );
    let told = lines("not_run", &study);
    says(
        &told,
        &[
            "error[R438]: NOM_CMP='DRX': no node of the mesh has such component",
            "error[R101]: the mesh has no group of nodes named TIPP",
            "error[R102]: the mesh has no node N9",
            "error[R101]: the mesh has no group of cells named SPRNIG",
            // Printing leaves it out and goes on.
            "warning[R101]: the mesh has no group of cells named WIEGHT",
            "warning[R101]: the mesh has no group of nodes named GRUND",
        ],
    );
}

#[test]
fn wrong_calls_do_not_hide_wrong_names() {
    let study = OSCILLATOR
        .replacen("GROUP_MA='SPRING'", "GROUP_MA='SPRNIG'", 1)
        .replacen("NMAX_FREQ=1", "NMAX_FREK=1", 1)
        .replacen("GROUP_NO='GROUND'", "GROUP_NO='GRUND'", 1);
    let parts = ["5:17: error[R101]", "no group of nodes named GRUND", "error[C002]"];
    let told = lines("hidden", &study);
    assert!(parts.iter().all(|part| told.iter().any(|line| line.contains(part))), "{told:#?}");
    // What a wrong call would have made is not missed.
    let start = "MA = LIRE_MAILLAGE(FORMAT='ASTER')\n";
    let rest = "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))\n\
                CL = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO='NEW', DX=0))\n";
    for (name, wrong, code) in [
        ("group", "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(NOMM='NEW', NOEUD='N1'))\n", "C002"),
        (
            "flag",
            "if FLAG:\n    MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(NOM='NEW', NOEUD='N1'))\n",
            "G001",
        ),
        ("function", "add_groups(MA, 'NEW')\n", "G001"),
    ] {
        let told = lines(name, &format!("{start}{wrong}{rest}"));
        assert!(!told.is_empty() && told.iter().all(|line| !line.contains("R101")), "{told:#?}");
        assert!(told.iter().any(|line| line.contains(code)), "{told:#?}");
    }
}

#[test]
fn all_wrong_columns_are_told_at_once() {
    let study = "T = CREA_TABLE(LISTE=(_F(PARA='INST', LISTE_R=(0., 1.)), _F(PARA='FX', LISTE_R=(3., 4.))))
C = CALC_TABLE(TABLE=T, ACTION=(_F(OPERATION='EXTR', NOM_PARA=('INST', 'FY', 'FZ')), _F(OPERATION='TRI', NOM_PARA='XX')))
IMPR_TABLE(TABLE=T, NOM_PARA=('INSTANT', 'FX', 'FF'), UNITE=39, FILTRE=(_F(NOM_PARA='A', VALE=1.), _F(NOM_PARA='B', VALE=2.)))
TEST_TABLE(TABLE=T, NOM_PARA='QQ', VALE_CALC=1., FILTRE=(_F(NOM_PARA='INSTANT', VALE=1.), _F(NOM_PARA='ZZ', VALE=1.)))
F = RECU_FONCTION(TABLE=T, PARA_X='INSTANT', PARA_Y='FYY')
";
    says(
        &lines("columns", study),
        &[
            "no columns FY, FZ",
            "no column XX",
            "no columns INSTANT, FF",
            "no column A",
            "no column B",
            "no column 'QQ'",
            "no column 'INSTANT'",
            "no column 'ZZ'",
            "PARA_X: the table has no column 'INSTANT'",
            "PARA_Y: the table has no column 'FYY'",
        ],
    );
}

#[test]
fn modes_orders_and_parameters_that_are_not_there_are_found_and_nothing_is_written() {
    let study = format!(
        "{}TM = POST_ELEM(MASS_INER=_F(GROUP_MA=('WEIHT', 'SPR')), MODELE=MO, CARA_ELEM=CA)
E = EXTR_MODE(FILTRE_MODE=_F(MODE=MODES, NUME_ORDRE=(1, 7)))
IMPR_RESU(FORMAT='RESULTAT', UNITE=39, RESU=(_F(RESULTAT=MODES, NOM_CMP=('DX', 'DRY'), GROUP_NO=('TIP', 'X1')),
    _F(RESULTAT=MODES, NUME_ORDRE=5), _F(MAILLAGE=MA, GROUP_MA='X2')))
TEST_RESU(RESU=(_F(RESULTAT=MODES, NUME_ORDRE=1, PARA='FREQQ', VALE_CALC=1.), _F(RESULTAT=MODES, NUME_ORDRE=9, PARA='FREQ', VALE_CALC=1.),
    _F(RESULTAT=MODES, NUME_ORDRE=1, NOM_CHAM='DEPL', NOM_CMP='DRX', GROUP_NO='TIP', VALE_CALC=1.)))
",
        OSCILLATOR.split("PROJ_BASE").next().unwrap()
    );
    let told = lines("modes", &study);
    let told: Vec<String> = told.into_iter().filter(|line| !line.contains("note[")).collect();
    says(
        &told,
        &[
            "named WEIHT and SPR",
            "no mode of NUME_ORDRE=7",
            "no DRY in DEPL",
            "no group of nodes named X1",
            "no state of order 5",
            "no group of cells named X2",
            "no parameter FREQQ",
            "nothing is stored at NUME_ORDRE = 9",
            "no component DRX",
        ],
    );
    let fine = format!("{OSCILLATOR}IMPR_RESU(FORMAT='RESULTAT', UNITE=39, RESU=_F(RESULTAT=MODES, GROUP_NO='X1'))\n");
    let folder = folder("unwritten", &fine);
    let (code, text) = check(&folder);
    assert!(
        code == Some(0) && text.contains("no error, 1 warning") && text.contains("not written: IMPR_RESU"),
        "{text}"
    );
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
}

#[test]
fn a_chart_into_the_log_is_refused_before_the_run() {
    let charts = "IMPR_FONCTION(FORMAT='SVG', UNITE=6, COURBE=_F(FONCTION=DX))\nIMPR_TABLE(FORMAT='PNG', UNITE=8, TABLE=T)\n\
        IMPR_FONCTION(FORMAT='NPZ', UNITE=47, COURBE=_F(FONCTION=DX))\nIMPR_TABLE(UNITE=6, TABLE=T)\n";
    let (code, text) = check(&folder("chart_in_log", &format!("{OSCILLATOR}{charts}")));
    assert_eq!((code, text.matches("I603").count()), (Some(2), 2), "{text}");
    assert!(text.contains("unit 6 is the study's log, a chart needs a file") && text.contains("unit 8 is"), "{text}");
}

/// Errors whose help names what is meant: on other words than those that they were written for.
#[test]
fn helps_go_to_their_end() {
    for (study, says) in [
        ("X = RECU_FONCTION(RESULTAT=RUN, NOM_CHAM='VITE', NOM_CMP='DX', GROUP_NO='TIP')\n", "RESU_GENE=RUN"),
        ("AMP = max(abs(y) for y in DX.Ordo)\n", "write Ordo()"),
        ("SLOW = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=0.7, NOMBRE: 7))\n", "write NOMBRE=..."),
        (
            "TEST_RESU(RESU=_F(RESULTAT=MODES, NUME_ORDRE=1, PARA='MASS_GENERALISEE', VALE_CALC=2.0))\n",
            "did you mean MASS_GENE?",
        ),
        (
            "STAT = DYNA_VIBRA(TYPE_CALCUL='HARM', BASE_CALCUL='GENE', MATR_MASS=M, MATR_RIGI=KG, FREQ=1.7,\n    \
             EXCIT=_F(VECT_ASSE_GENE=None, COEF_MULT=1.0))\n",
            "PROJ_BASE projects M on modes",
        ),
    ] {
        let (code, text) = check(&folder("helps", &format!("{OSCILLATOR}{study}")));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(code == Some(2) && text.contains(says), "{study}: {text}");
    }
}

#[test]
fn a_name_that_lost_its_concept_says_on_which_line() {
    let more = "RUN = 0.7 * 3\nX = RECU_FONCTION(RESU_GENE=RUN, NOM_CHAM='VITE', NOM_CMP='DX', GROUP_NO='TIP')\n";
    let (code, text) = check(&folder("replaced", &format!("{OSCILLATOR}{more}")));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // The run stands in line 13 behind DEBUT, the number in the second line before the last.
    let lines = OSCILLATOR.lines().position(|line| line.starts_with("RUN = ")).unwrap() + 2;
    let last = OSCILLATOR.lines().count() + 2;
    let says = format!("line {last} gave RUN another value, in place of the tran_gene that line {lines} made");
    assert!(code == Some(2) && text.contains(&says), "{text}");
    // A name that never stood for one has no such word.
    let other = "Y = 0.7\nX = RECU_FONCTION(RESU_GENE=Y, NOM_CHAM='VITE', NOM_CMP='DX', GROUP_NO='TIP')\n";
    assert!(!check(&folder("never_one", &format!("{OSCILLATOR}{other}"))).1.contains("another value"));
}

/// A mesh that nothing binds: the study itself can name the file that is there.
#[test]
fn a_mesh_file_beside_a_study_without_profile_is_named() {
    let folder = folder("mesh_there", "MESH = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=33)\n");
    std::fs::rename(folder.join("s.mail"), folder.join("bridge.mail")).unwrap();
    let text = check(&folder).1.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("DEFI_FICHIER(UNITE=33, FICHIER='./bridge.mail')"), "{text}");
}
