//! What messages and the manual say: each test is something that was met at the desk and said nothing, or said it badly.

use std::path::Path;

use crate::program::{scratch, stickslip};

const MESH: &str =
    "COOR_3D\nA 0. 0. 0.\nFINSF\nPOI1\nM A\nFINSF\nGROUP_NO\nTIP A\nFINSF\nGROUP_MA\nMASS M\nFINSF\nFIN\n";

/// One mass on three springs, and its matrices on its modes.
const MODES: &str = "MA = LIRE_MAILLAGE(FORMAT='ASTER')
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))
CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=(
    _F(GROUP_MA='MASS', CARA='M_T_D_N', VALE=1.0), _F(GROUP_MA='MASS', CARA='K_T_D_N', VALE=(100.0, 100.0, 100.0))))
ASSEMBLAGE(MODELE=MO, CARA_ELEM=CA, NUME_DDL=CO('NU'), MATR_ASSE=(
    _F(MATRICE=CO('K'), OPTION='RIGI_MECA'), _F(MATRICE=CO('M'), OPTION='MASS_MECA')))
MODES = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION='PLUS_PETITE', CALC_FREQ=_F(NMAX_FREQ=3))
PROJ_BASE(BASE=MODES, MATR_ASSE_GENE=(_F(MATRICE=CO('KG'), MATR_ASSE=K), _F(MATRICE=CO('MG'), MATR_ASSE=M)))
";

const RUN: &str = "R = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MG, MATR_RIGI=KG, ";

/// Exit code and everything that a command prints.
fn told(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = stickslip(folder, arguments);
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code(), text)
}

/// What `run` prints of a study with the mesh beside it.
fn run(name: &str, body: &str) -> (Option<i32>, String) {
    let folder = scratch(&format!("desk_messages_{name}"));
    std::fs::write(folder.join("s.mail"), MESH).unwrap();
    std::fs::write(folder.join("s.comm"), format!("DEBUT()\n{body}FIN()\n")).unwrap();
    told(&folder, &["run", "s.comm"])
}

fn says(name: &str, body: &str, code: i32, parts: &[&str]) -> String {
    let (found, text) = run(name, body);
    assert_eq!(found, Some(code), "{text}");
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing in:\n{text}");
    }
    text
}

#[test]
fn damping_beyond_critical_is_doubted() {
    let body = format!(
        "{MODES}{RUN}AMOR_MODAL=_F(AMOR_REDUIT=5.0), SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(INST_FIN=0.1, PAS=1e-3))\n"
    );
    says("damping", &body, 0, &["N312", "the damping ratio 5 is 500 % of critical damping", "5 % is 0.05"]);
}

#[test]
fn names_of_former_schemes_are_known() {
    let with = |rest: &str| format!("{MODES}{RUN}{rest}, INCREMENT=_F(INST_FIN=0.1, PAS=1e-3))\n");
    says("euler", &with("SCHEMA_TEMPS=_F(SCHEMA='EULER')"), 2, &["a name of former versions", "today 'DIFF_CENTRE'"]);
    says("adapt", &with("SCHEMA_TEMPS=_F(SCHEMA='ADAPT')"), 2, &["today 'ADAPT_ORDRE2'"]);
    let text = says("methode", &with("METHODE=_F(SCHEMA='NEWMARK')"), 2, &["today: SCHEMA_TEMPS=_F(SCHEMA=...)"]);
    assert!(!text.contains("SOLVEUR"), "{text}");
    let folder = scratch("desk_messages_doc_euler");
    assert!(told(&folder, &["doc", "EULER"]).1.contains("today 'DIFF_CENTRE'"));
    assert!(told(&folder, &["doc", "METHODE"]).1.contains("SCHEMA_TEMPS=_F(SCHEMA=...)"));
}

#[test]
fn slips_of_syntax_are_told_as_what_they_are() {
    let with = |rest: &str| format!("{MODES}{RUN}INCREMENT={rest})\n");
    says("factor", &with("(INST_INIT=0.0, INST_FIN=1.0, PAS=1e-3)"), 2, &["`_F` is missing before the bracket"]);
    says("comma", &with("_F(INST_FIN=1,5, PAS=1e-3)"), 2, &["decimals use a point: 0.3, not 0,3"]);
}

#[test]
fn errors_of_other_calls_are_told_beside_those_of_syntax() {
    // The call with the error of syntax is not looked at further: its text is not known.
    let body =
        "F = DEFI_FONCTION(NOM_PARA='INST', VALE=(5e-4 s, 2.), PROL_GAUCHE=3)\nG = DEFI_CONSTANTE(VALE='1.00')\n";
    let text = says("two_errors", body, 2, &["found `s` where `,` or `)` is expected", "found the text '1.00'"]);
    assert!(!text.contains("PROL_GAUCHE ("), "{text}");
}

#[test]
fn a_word_that_is_a_rank_and_a_name_is_told() {
    let folder = scratch("desk_messages_ranks");
    let mesh = "COOR_3D\nN2 0. 0. 0.\nN1 1. 0. 0.\nFINSF\nPOI1\nM N2\nFINSF\nGROUP_MA\nMASS M\nFINSF\nFIN\n";
    std::fs::write(folder.join("s.mail"), mesh).unwrap();
    let study = "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT='ASTER')\n\
        MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))\n\
        C = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(NOEUD='N2', DX=0.))\nFIN()\n";
    std::fs::write(folder.join("s.comm"), study).unwrap();
    let (_, text) = told(&folder, &["run", "s.comm"]);
    assert!(text.contains("G032") && text.contains("'N2' is the node named N2 in the mesh file"), "{text}");
    // Who says that words are ranks is not told again.
    let (code, text) = told(&folder, &["run", "s.comm", "--former", "no"]);
    assert!(code == Some(0) && !text.contains("G032"), "{text}");
}

#[test]
fn rules_of_the_manual_name_keywords_it_lists() {
    let folder = scratch("desk_messages_rules");
    let (_, text) = told(&folder, &["doc", "DYNA_VIBRA.COMPORTEMENT"]);
    for line in text.lines().filter(|line| line.trim_start().starts_with("* ")) {
        for name in line.split(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')) {
            let is_name = name.len() > 1 && name.starts_with(|c: char| c.is_ascii_uppercase());
            let listed = |l: &str| l.trim_start().strip_prefix(name).is_some_and(|rest| rest.starts_with(':'));
            assert!(!is_name || text.lines().any(listed), "{name} of {line:?} is not listed");
        }
    }
}

#[test]
fn messages_of_a_run_look_as_those_of_a_check() {
    let body = "MA = LIRE_MAILLAGE(FORMAT='ASTER')\n\
        MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='MASSE', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))\n";
    let text = says("voice", body, 2, &["no such group", "help: did you mean MASS?"]);
    // The mark stands under the value, not under the keyword.
    let lines: Vec<&str> = text.lines().collect();
    let rank = lines.iter().position(|line| line.contains("GROUP_MA='MASSE'")).unwrap();
    let column = |line: &str, c: char| line.chars().position(|x| x == c).unwrap();
    let value = lines[rank].find("'MASSE'").unwrap();
    assert_eq!(column(lines[rank + 1], '^'), value, "{text}");
}

#[test]
fn what_another_program_cannot_be_given_is_named() {
    let print = |rest: &str| format!("{MODES}IMPR_RESU(FORMAT='VTK', UNITE=80, RESU=_F(RESULTAT=MODES, {rest}))\n");
    // All wrong names of a call, none written.
    let text = says(
        "unknown",
        &print("NOM_CMP='DRX', GROUP_MA=('NONE', 'MASS', 'NO2')"),
        0,
        &[
            "no groups of cells named NONE and NO2",
            "no DRX in DEPL",
            "the components are DX, DY, DZ",
            "no file was written",
        ],
    );
    assert!(!text.contains("any of this") && !text.contains("written  "), "{text}");
    // What is there is written.
    says("one_component", &print("NOM_CMP=('DX', 'DRX')"), 0, &["no DRX in DEPL", "written  "]);
    // The same in a listing.
    let listing =
        format!("{MODES}IMPR_RESU(FORMAT='RESULTAT', RESU=_F(RESULTAT=MODES, NOM_CMP='DRX', GROUP_NO='XX'))\n");
    says("listing", &listing, 0, &["no group of nodes named XX", "no DRX in DEPL"]);
    let dump = format!("{MODES}IMPR_CO(CONCEPT=_F(NOM=MODES))\n");
    says("dump", &dump, 0, &["IMPR_CO: ignored, dumps of concepts are not available"]);
}

#[test]
fn a_step_offered_is_taken() {
    let with = |step: &str| {
        format!("{MODES}{RUN}SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(INST_FIN=1., PAS={step}))\n")
    };
    let text = says("step", &with("0.1"), 2, &["N301", "the step 0.1 s is above 0.031416 s"]);
    let offered = text.split("give PAS=").nth(1).unwrap().split(' ').next().unwrap();
    let (code, text) = run("step_offered", &with(offered));
    assert_eq!(code, Some(0), "{offered}: {text}");
}

#[test]
fn a_drawing_of_a_study_with_errors_is_not_written() {
    let folder = scratch("desk_messages_graph");
    std::fs::write(
        folder.join("s.comm"),
        "DEBUT()\nL = DEFI_LIST_REEL(VALE=(1., 2.))\nG = DEFI_CONSTANTE(VALE='x')\nFIN()\n",
    )
    .unwrap();
    std::fs::write(folder.join("s.svg"), "before").unwrap();
    let (code, text) = told(&folder, &["graph", "s.comm", "-o", "s.svg"]);
    assert!(code == Some(2) && text.contains("s.svg is not written: the study has errors"), "{text}");
    assert_eq!(std::fs::read_to_string(folder.join("s.svg")).unwrap(), "before");
    // Edges have heads where boxes begin.
    let good = "DEBUT()\nL = DEFI_LIST_REEL(VALE=(1., 2.))\nF = DEFI_FONCTION(NOM_PARA='INST', VALE_PARA=L, VALE_FONC=L)\nFIN()\n";
    std::fs::write(folder.join("t.comm"), good).unwrap();
    let (code, text) = told(&folder, &["graph", "t.comm"]);
    // The box of F begins at x = 232, its middle is at y = 110.
    assert!(
        code == Some(0) && text.contains("x=\"232.0\"") && text.contains("d=\"M225.0 106.5l7 3.5l-7 3.5z\""),
        "{text}"
    );
    // A name far from all others is not taken for one of them.
    let (_, text) = told(&folder, &["run", "nope.comm"]);
    assert!(text.contains("there is no study nope.comm") && !text.contains("did you mean"), "{text}");
}

#[test]
fn numbers_of_the_log_are_those_of_people() {
    let body = format!(
        "{MODES}OB = DEFI_OBSTACLE(TYPE='PLAN_Z')\n{RUN}AMOR_MODAL=_F(AMOR_REDUIT=0.01), SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), \
         INCREMENT=_F(INST_FIN=0.1, PAS=1e-4), COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='TIP', OBSTACLE=OB, \
         NORM_OBST=(1., 0., 0.), ORIG_OBST=(0., 0., 0.), JEU=1., RIGI_NOR=1.1e3, AMOR_NOR=0.1, FROTTEMENT='COULOMB', RIGI_TAN=1.3e3, COULOMB=0.3))\n"
    );
    let text = says("log", &body, 0, &["s.mail: 1 node, 1 cell, 2 groups", "AMOR_TAN = "]);
    for line in text.lines() {
        for word in line.split([' ', ',', '=', '(']) {
            let digits = word.split(['e', 'E']).next().unwrap_or("").chars().filter(char::is_ascii_digit).count();
            assert!(digits <= 6 || !word.contains('.'), "{word} in {line}");
        }
        assert!(!line.contains("        0"), "{line}");
    }
}

#[test]
fn one_state_is_not_several() {
    let body = format!(
        "{MODES}ONE = EXTR_MODE(FILTRE_MODE=_F(MODE=MODES, NUME_ORDRE=1))\n\
         F = CREA_CHAMP(TYPE_CHAM='NOEU_DEPL_R', OPERATION='EXTR', RESULTAT=ONE, NOM_CHAM='DEPL', NUME_ORDRE=7)\n"
    );
    let (_, text) = run("one_state", &body);
    assert!(text.contains("no state of order 7 is stored") && text.contains("1 state is stored, of order 1"), "{text}");
}

#[test]
fn defaults_that_break_lines_are_shown_as_they_are_written() {
    let folder = scratch("desk_messages_defaults");
    for command in ["IMPR_FONCTION.FIN_LIGNE", "IMPR_TABLE.FIN_LIGNE"] {
        let (_, text) = told(&folder, &["doc", command]);
        assert!(text.contains("default '\\n'"), "{text}");
    }
}

#[test]
fn concepts_made_by_name_are_in_the_manual() {
    let folder = scratch("desk_messages_created");
    for command in ["PROJ_BASE", "ASSEMBLAGE"] {
        let (_, text) = told(&folder, &["doc", command]);
        assert!(
            text.contains("Makes the concepts named with CO('...')") && !text.contains("Returns nothing"),
            "{text}"
        );
    }
}

#[test]
fn functions_of_buckling_say_of_what() {
    let folder = scratch("desk_messages_buckling");
    let (_, text) = told(&folder, &["doc", "DYNA_VIBRA.COMPORTEMENT"]);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for what in ["Critical force", "Stiffness", "Damping"] {
        assert!(text.contains(&format!("{what}, a function of the largest penetration so far")), "{what}\n{text}");
    }
}

#[test]
fn mixed_indentation_is_told() {
    let folder = scratch("desk_messages_tabs");
    let study = |text: &str| {
        std::fs::write(folder.join("s.comm"), text).unwrap();
        told(&folder, &["check", "s.comm"])
    };
    let (code, text) = study("DEBUT()\nfor i in range(2):\n\tx = i\n        y = i\nFIN()\n");
    assert!(code == Some(0) && text.contains("S017") && text.contains("tabs and blanks are mixed"), "{text}");
    // Blocks of tabs alone, and others of blanks alone, are right for Python too.
    let (_, text) =
        study("DEBUT()\nfor i in range(2):\n\tx = i\n\tif x:\n\t\ty = i\nfor j in range(2):\n    z = j\nFIN()\n");
    assert!(!text.contains("S017"), "{text}");
}

#[test]
fn a_keyword_given_twice_has_one_code() {
    for (name, call) in [
        ("plain", "L = DEFI_LIST_REEL(VALE=1., VALE=2.)\n"),
        ("stars", "L = DEFI_LIST_REEL(VALE=1., **{'VALE': 2.})\n"),
        ("stars_first", "L = DEFI_LIST_REEL(**{'VALE': 1.}, VALE=2.)\n"),
    ] {
        says(&format!("twice_{name}"), call, 2, &["C013", "given twice"]);
    }
}

#[test]
fn a_manual_is_not_written_over_a_file() {
    let folder = scratch("desk_messages_manual");
    std::fs::write(folder.join("there"), "before").unwrap();
    let (code, text) = told(&folder, &["doc", "--html", "there"]);
    assert!(
        code == Some(2) && text.contains("there is a file; --html expects a folder") && !text.contains("os error"),
        "{text}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_stopped_run_promises_nothing() {
    use std::process::{Command, Stdio};
    let folder = scratch("desk_messages_stopped");
    std::fs::write(folder.join("s.mail"), MESH).unwrap();
    let endless = format!(
        "DEBUT()\nT = CREA_TABLE(LISTE=_F(PARA='A', LISTE_R=(1., 2.)))\nIMPR_TABLE(TABLE=T, UNITE=38)\n\
         {MODES}{RUN}SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(INST_FIN=1e7, PAS=1e-3), ARCHIVAGE=_F(PAS_ARCH=1000000))\nFIN()\n"
    );
    std::fs::write(folder.join("s.comm"), endless).unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_stickslip"))
        .args(["run", "s.comm"])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(3));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("files already written are complete, what was under way is lost"), "{text}");
    assert!(text.contains("written  s.38 (125 bytes)") && !text.contains("states kept"), "{text}");
    assert_eq!(std::fs::metadata(folder.join("s.38")).unwrap().len(), 125);
    let (_, text) = told(&folder, &["explain", "R002"]);
    assert!(text.contains("what was under way is lost") && !text.contains("stay in the result"), "{text}");
}
