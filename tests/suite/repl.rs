//! `stickslip repl`, driven by a pipe: values, blocks, errors that leave the session as it was, a study given, what is saved.

use std::path::Path;

use crate::program::{copy_of, root, run_study, scratch, stickslip_reading};

/// Exit code, standard output, standard error.
fn typed(folder: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let arguments: Vec<&str> = ["repl"].iter().chain(arguments).copied().collect();
    let output = stickslip_reading(folder, &arguments, input.as_bytes());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_string();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

const FUNCTION: &str = "F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 2.0))\n";

#[test]
fn values_are_shown_as_python_does() {
    let input = "x = 2\nx + 1\n'a', [1, 2.5], None\nNone\nprint('p')\n(1,\n 2)\n'''two\nlines'''\n{'k': x}\nx == 2";
    let (code, shown, errors) = typed(&scratch("repl_values"), &[], input);
    assert_eq!(shown, "3\n('a', [1, 2.5], None)\np\n(1, 2)\n'two\\nlines'\n{'k': 2}\nTrue\n");
    assert_eq!((code, errors.as_str()), (0, ""));
}

#[test]
fn blocks_end_where_indentation_does() {
    let input = "for i in range(2):\n    i\n\n    print('p', i)\nelse:\n    'over'\n\n\ndef f(a):\n    return a + 1\nf(1)\n\
                 if f(1) == 2: 'yes'\n:time off\nif False:\n  1\n# a remark\nelse:\n  2\n";
    let (code, shown, errors) = typed(&scratch("repl_blocks"), &[], input);
    assert_eq!(shown, "0\np 0\n1\np 1\n'over'\n2\n'yes'\n2\n");
    assert_eq!((code, errors.as_str()), (0, ""));
}

#[test]
fn concepts_tell_their_sizes_and_first_rows() {
    let input = format!(
        "{FUNCTION}F\nF(0.3)\nT = CREA_TABLE(LISTE=(_F(PARA='A', LISTE_R=(1.0, 2.5)), _F(PARA='NAME', LISTE_K=('x', 'yy'))))\nT\n\
         L = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=3.0, NOMBRE=12))\nDEFI_CONSTANTE(VALE=4.0)\n:names\n"
    );
    let (code, shown, errors) = typed(&scratch("repl_concepts"), &[], &input);
    let expected = "F  fonction_sdaster  2 points of TOUTRESU, INST 0 to 1\n  INST  TOUTRESU\n  0     0\n  1     2\n0.6\n\
                    T  table_sdaster  2 rows of 2 columns\n  A    NAME\n  1    x\n  2.5  yy\n\
                    (no name)  fonction_sdaster  TOUTRESU = 4\n  \
                    F  fonction_sdaster  2 points of TOUTRESU, INST 0 to 1\n  \
                    T  table_sdaster     2 rows of 2 columns\n  \
                    L  listr8_sdaster    13 reals, 0 to 3\n";
    assert_eq!(shown, expected);
    assert_eq!((code, errors.as_str()), (0, ""));
}

#[test]
fn an_input_that_fails_leaves_names_as_they_were() {
    let input = format!(
        "{FUNCTION}items = [1]\nitems.append(2); 1/0\nitems\nF = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 0.0, 2.0))\nF(0.5)\n\
         z = F(0.5) / 0\nz\nitems = LIRE_MALLAGE()\nitems\nx = (1\n"
    );
    let (code, shown, errors) = typed(&scratch("repl_failure"), &[], &input);
    assert_eq!(shown, "[1]\n1.0\n[1]\n");
    for found in
        ["<3>:1:18", "ZeroDivisionError", "<5>:1:41", "R504", "<7>:1:5", "G001", "<8>:1:1", "LIRE_MAILLAGE", "S002"]
    {
        assert!(errors.contains(found), "{found} is not in\n{errors}");
    }
    assert_eq!(code, 2);
}

#[test]
fn all_errors_of_an_input_come_at_once() {
    let input = "AFFE_MODELE(MALLAGE=3, AFFE=_F(TOUT='OUIS',\n  MODELISATION='DIS_TT'))\n";
    let (code, _, errors) = typed(&scratch("repl_three"), &[], input);
    for found in ["did you mean MAILLAGE", "PHENOMENE is missing", "did you mean 'OUI'"] {
        assert!(errors.contains(found), "{found} is not in\n{errors}");
    }
    assert_eq!(code, 2);
}

#[test]
fn an_enriched_concept_survives_a_failure() {
    let input = "T = CREA_TABLE(LISTE=_F(PARA='A', LISTE_R=(1.0, 2.0)))\n\
                 T = CALC_TABLE(reuse=T, TABLE=T, ACTION=_F(OPERATION='RENOMME', NOM_PARA=('A', 'B')))\nT['B', 1]\n\
                 T = CALC_TABLE(reuse=T, TABLE=T, ACTION=_F(OPERATION='RENOMME', NOM_PARA=('Q', 'C')))\nT['B', 2]\n";
    let (code, shown, errors) = typed(&scratch("repl_reuse"), &[], input);
    assert_eq!((code, shown.as_str()), (2, "1.0\n2.0\n"), "{errors}");
}

#[test]
fn a_study_is_run_first_and_its_names_stay() {
    let folder = copy_of(&root().join("examples/first_steps"), "repl_study");
    let input = "FIN()\nMODES\nf = MODES.LIST_VARI_ACCES()['FREQ'][0]\nabs(f - 5.0 / pi) < 1e-12\n:graph g.svg\n:doc CALC_MODES.NMAX_FREQ\n";
    let (code, shown, errors) = typed(&folder, &["first_steps.comm"], input);
    assert_eq!((code, errors.as_str()), (0, ""));
    for found in
        ["2 nodes, 2 cells", "ANALYTIQUE", "MODES  mode_meca  1 mode, FREQ 1.59155", "True", "CALC_MODES.CALC_FREQ"]
    {
        assert!(shown.contains(found), "{found} is not in\n{shown}");
    }
    assert!(std::fs::read_to_string(folder.join("g.svg")).unwrap().contains("AFFE_MODELE"));
}

#[test]
fn a_study_that_fails_leaves_what_it_computed() {
    let folder = scratch("repl_broken");
    let body =
        format!("DEBUT()\n{FUNCTION}n = 3\nG = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 0.0, 2.0))\nFIN()\n");
    std::fs::write(folder.join("half.comm"), body).unwrap();
    let (code, shown, errors) = typed(&folder, &["half.comm"], "n\nF(0.5)\nG\n");
    assert_eq!((code, shown.as_str()), (2, "not computed: G\n3\n1.0\n"), "{errors}");
    assert!(errors.contains("half.comm:4") && errors.contains("name 'G' is not defined"), "{errors}");
    assert_eq!(typed(&folder, &["absent.comm"], "1\n").0, 2);
    // What a list holds is there or not, item by item.
    let body = body_with_a_list();
    std::fs::write(folder.join("list.comm"), body).unwrap();
    let input = "L[0](0.5)\nL[1](0.5)\nH = CALC_FONCTION(DERIVE=_F(FONCTION=L[1]))\nH\n";
    let (code, shown, errors) = typed(&folder, &["list.comm"], input);
    assert_eq!((code, shown.as_str()), (2, "1.0\n"), "{errors}");
    for found in ["was not computed", "H = CALC_FONCTION reads what was not computed", "name 'H' is not defined"] {
        assert!(errors.contains(found), "{found} is not in\n{errors}");
    }
}

fn body_with_a_list() -> String {
    let function = |abscissa: &str| format!("DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, {abscissa}, 2.0))");
    format!("DEBUT()\nL = [{}, {}]\nFIN()\n", function("1.0"), function("0.0"))
}

#[test]
fn a_file_may_be_included_again_and_again() {
    let folder = scratch("repl_include");
    std::fs::write(folder.join("fort.31"), "n = n + 1\n").unwrap();
    let (code, shown, errors) = typed(&folder, &[], &format!("n = 0\n{}n\n", "INCLUDE(UNITE=31)\n".repeat(30)));
    assert_eq!((code, shown.as_str(), errors.as_str()), (0, "30\n", ""));
}

#[test]
fn assertions_count_in_the_exit_code() {
    let test = |value: f64| {
        format!("{FUNCTION}TEST_FONCTION(VALEUR=_F(FONCTION=F, NOM_PARA='INST', VALE_PARA=0.5, VALE_CALC={value:?}))\n")
    };
    let folder = scratch("repl_assertions");
    let (code, shown, _) = typed(&folder, &[], &test(1.0));
    assert!(code == 0 && shown.contains(" OK "), "{shown}");
    let (code, shown, _) = typed(&folder, &[], &test(1.5));
    assert!(code == 1 && shown.contains("NOOK"), "{shown}");
}

#[test]
fn what_is_saved_runs() {
    let folder = copy_of(&root().join("examples/first_steps"), "repl_saved");
    std::fs::create_dir(folder.join("deep")).unwrap();
    let input = format!(
        "MA2 = LIRE_MAILLAGE(FORMAT='ASTER')\n{FUNCTION}1/0\ny = F(0.25)\nfor i in range(2):\n    y = y + i\n\
         TEST_FONCTION(VALEUR=_F(FONCTION=F, NOM_PARA='INST', VALE_PARA=0.5, VALE_CALC=y - 0.5))\nFIN()\n:save deep/again.comm\n"
    );
    let (code, shown, _) = typed(&folder, &["first_steps.comm"], &input);
    assert!(code == 2 && shown.contains("deep/again.comm written"), "{shown}");
    let (code, shown, json) = run_study(&folder.join("deep"), "again.comm", &[]);
    assert_eq!((code, json["tests"].as_array().map(Vec::len)), (0, Some(3)), "{shown}");
    // Without a study: what was typed alone, opened and closed.
    let (_, shown, errors) = typed(&folder, &[], &format!("{FUNCTION}G(1)\n:save alone.comm\n:save alone.txt\n"));
    assert!(shown.contains("alone.comm written") && errors.contains("FILE.comm"), "{shown}{errors}");
    assert_eq!(std::fs::read_to_string(folder.join("alone.comm")).unwrap(), format!("DEBUT()\n{FUNCTION}FIN()\n"));
    assert_eq!(run_study(&folder, "alone.comm", &[]).0, 0);
}

#[test]
fn charts_of_values() {
    let folder = scratch("repl_charts");
    let input = format!(
        "{FUNCTION}k = [1.0, 4.0]\nT = CREA_TABLE(LISTE=(_F(PARA='A', LISTE_R=(1.0, 2.0)), _F(PARA='B', LISTE_R=(3.0, 4.5))))\n\
         :plot F\n:plot F f.svg\n:plot k\n:plot T.A.B t.svg\n"
    );
    let (code, shown, errors) = typed(&folder, &[], &input);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(
        shown.lines().any(|l| l.trim().starts_with('0') && l.contains(" INST (s) ") && l.ends_with('1')),
        "{shown}"
    );
    assert!(shown.lines().filter(|line| line.contains('|')).count() == 32, "{shown}");
    for (file, label) in [("f.svg", ">TOUTRESU<"), ("t.svg", ">B<")] {
        assert!(std::fs::read_to_string(folder.join(file)).unwrap().contains(label));
    }
    let (code, _, errors) = typed(
        &folder,
        &[],
        &format!("{FUNCTION}:plot G12\n:plot pi.x.y\ns = 'a'\n:plot s\n:plot F.a.b.c nowhere/f.svg\n"),
    );
    assert!(code == 2 && errors.contains("s is a str") && errors.contains("nowhere/f.svg"), "{errors}");
}

/// A point of a branch is taken up in a session: one more cycle is computed, and the branch is not; branches, multipliers and orbits have
/// charts, and multipliers a circle that is round.
#[test]
fn a_point_of_a_branch_is_taken_up_in_a_session() {
    let folder = copy_of(&root().join("tests/diagnostics/cycles"), "repl_cycles");
    let study = std::fs::read_to_string(folder.join("rest.comm")).unwrap();
    let speed = |speed: f64| format!("COMPORTEMENT=rubs(0.25, ({speed}, 0.0, 0.0))");
    let follow = format!(
        "{}, CONTINUATION=_F(PARAMETRE=\"VITE_ENTR\", VALE_MIN=0.05, VALE_MAX=0.15, SENS=1, VALE=0.12)",
        speed(0.1)
    );
    let branch = study.replace("X = ", "BRANCH = ").replace("COMPORTEMENT=rubs(0.25, (0.0, 0.0, 0.0))", &follow);
    assert_ne!(branch, study);
    std::fs::write(folder.join("rest.comm"), branch).unwrap();
    let again = |order: u32, value: f64| {
        format!(
            "AGAIN = CALC_CYCLE(MATR_MASS=MG, MATR_RIGI=KG, MATR_AMOR=CG, {}, ETAT_INIT=_F(CYCLE=BRANCH, NUME_ORDRE={order}))\n",
            speed(value)
        )
    };
    let input = format!(
        "print('TYPED')\nV = BRANCH.EXTR_TABLE().values()\nn = V['NATURE'].index('CIBLE')\nV['VALE_PARA'][n], n > 1\n{}\
         abs(AGAIN['PERIODE', 1] / V['PERIODE'][n] - 1.0) < 1e-10, AGAIN['NB_ITER', 1] < 6\n\
         M = EXTR_TABLE(TABLE=BRANCH, TYPE_RESU='TABLE_SDASTER', NOM_PARA='MULTIPLICATEUR', FILTRE=_F(NOM_PARA='NUME_ORDRE', VALE_I=1))\n\
         O = EXTR_TABLE(TABLE=BRANCH, TYPE_RESU='TABLE_SDASTER', NOM_PARA='ORBITE', FILTRE=_F(NOM_PARA='NUME_ORDRE', VALE_I=1))\n\
         :plot BRANCH branch.svg\n:plot BRANCH.MULT_REEL.MULT_IMAG largest.svg\n:plot M all.svg\n:plot O orbit.svg\n:plot M\n",
        again(1, 0.12).replace("NUME_ORDRE=1", "NUME_ORDRE=n + 1")
    );
    let (code, shown, errors) = typed(&folder, &["rest.comm"], &input);
    assert_eq!((code, errors.as_str()), (0, ""), "{shown}");
    let (before, after) = shown.split_once("TYPED\n").unwrap();
    let cycles = |text: &str| text.lines().filter(|line| line.contains(" period ")).count();
    assert!(cycles(before) > 3 && cycles(after) == 1, "{shown}");
    assert!(after.contains("(0.12, True)") && after.contains("(True, True)"), "{after}");
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
    assert!(read("branch.svg").contains(">AMPLITUDE") && read("branch.svg").contains("STABLE"));
    assert!(
        read("orbit.svg").contains(">VITE_1") && read("orbit.svg").contains(">GLISSEMENT<"),
        "{}",
        read("orbit.svg")
    );
    for file in ["largest.svg", "all.svg"] {
        let drawn = read(file);
        assert!(drawn.contains(">MODULE = 1<"), "{drawn}");
        let circle =
            drawn.lines().find(|line| line.contains("stroke-dasharray=\"1.5 4\"") && line.len() > 500).unwrap();
        let points = circle.split(['M', 'L']).filter_map(|p| p.trim_end_matches("\"/>").split_once(','));
        let points: Vec<(f64, f64)> = points.filter_map(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?))).collect();
        let size = |part: fn(&(f64, f64)) -> f64| {
            let values = || points.iter().map(part);
            values().fold(f64::MIN, f64::max) - values().fold(f64::MAX, f64::min)
        };
        let (wide, high) = (size(|p| p.0), size(|p| p.1));
        assert!(wide > 100.0 && (wide / high - 1.0).abs() < 1e-3, "{file}: {wide} by {high}");
    }
}

#[test]
fn two_curves_phase_plots_and_structures() {
    let folder = scratch("repl_pictures");
    let input = "import os\nT = DEFI_LIST_REEL(VALE=(0.0, 1.0, 2.0))\n\
                 U = DEFI_FONCTION(NOM_PARA='INST', NOM_RESU='DEPL', VALE=(0.0, 0.0, 1.0, 1.0, 2.0, 0.0))\n\
                 V = DEFI_FONCTION(NOM_PARA='INST', NOM_RESU='VITE', VALE=(0.0, 10.0, 2.0, -10.0))\n\
                 :plot U V both.svg\n:plot U vs V phase.svg\n:plot U V\n:plot U U.svg\n:plot U u.png\n:graph g.png\n:plot U u.pdf\n:plot U vs\n";
    let input = input.trim_start_matches("import os\n");
    let (code, shown, errors) = typed(&folder, &[], input);
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap_or_else(|_| panic!("{shown}{errors}"));
    let both = read("both.svg");
    assert!(both.contains(">DEPL<") && both.contains(">VITE<") && both.contains(">INST (s)<"), "{both}");
    let phase = read("phase.svg");
    assert!(phase.contains(">V: VITE<") && phase.contains(">U: DEPL<"), "{phase}");
    // V at 0, 1 and 2 s is 10, 0, -10: the curve goes from right to left, up and down.
    let path = phase.lines().find(|l| l.contains("class=\"c\"")).unwrap().split("d=\"M").nth(1).unwrap().to_string();
    let points: Vec<f64> = path.split([',', 'L', '"']).filter_map(|w| w.parse().ok()).collect();
    assert!(points.len() == 6 && (points[0] - points[2] - (points[2] - points[4])).abs() < 0.02, "{points:?}");
    assert!(points[3] < points[1] && points[1] == points[5]);
    assert!(code == 2 && errors.contains("use u.svg or u.png") && !folder.join("u.pdf").exists(), "{errors}");
    assert!(errors.contains("two names") && shown.contains("U, V"), "{shown}{errors}");
    let drawn = |file: &str| crate::pixels::decoded(&folder.join(file));
    assert!(drawn("u.png").0 == 1520 && drawn("u.png").1.contains(&[0, 0x72, 0xb2]), "{shown}{errors}");
    assert!(drawn("g.png").1.contains(&[0x8a; 3]) || drawn("g.png").1.contains(&[0x55; 3]), "{shown}{errors}");

    let folder = scratch("repl_structures");
    let cases = root().join("tests/cases/fields");
    for file in ["viewers.comm", "viewers.mail"] {
        std::fs::copy(cases.join(file), folder.join(file)).unwrap();
    }
    let input = ":plot MESH\n:plot MODES 3\n:plot MODES 3 mode3.svg\n:plot MODES 3 mode3.png\n:plot RUN DY@TIP tip.svg\n:plot MODES 9\n:plot RUN DY@NONE\n";
    let (_, shown, errors) = typed(&folder, &["viewers.comm"], input);
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap_or_else(|_| panic!("{shown}{errors}"));
    assert!(
        shown.contains("MESH: 11 nodes, 11 cells") && shown.contains("MODES 3: 109.59 Hz, displacements 0.5 times"),
        "{shown}"
    );
    assert!(read("mode3.svg").contains("<animate") && read("mode3.svg").contains("MODES 3: 109.59 Hz"));
    assert!(crate::pixels::decoded(&folder.join("mode3.png")).1.contains(&[0, 0x72, 0xb2]), "{shown}{errors}");
    assert!(read("tip.svg").contains("RUN DY@TIP") && read("tip.svg").contains("DEPL DY"));
    assert!(errors.contains("MODES has no mode 9; its modes are 1 to 4"), "{errors}");
    assert!(errors.contains("no node and no group of nodes NONE"), "{errors}");
}

#[test]
fn commands_that_are_wrong_suggest() {
    let (code, shown, errors) =
        typed(&scratch("repl_commands"), &[], ":help\n:naems\n:save\n:time soon\n:\n:doc NOTHING_LIKE\n1\n:quit\n2\n");
    assert!(shown.contains(":names") && shown.ends_with("\n1\n"), "{shown}");
    for found in [
        "did you mean :names?",
        "write :save FILE.comm",
        "write :time on|off",
        ":help lists them",
        "no command, keyword or value NOTHING_LIKE",
    ] {
        assert!(errors.contains(found), "{found} is not in\n{errors}");
    }
    assert_eq!(code, 2);
}

#[test]
fn nothing_typed_is_an_internal_error() {
    let brackets = "(".repeat(3000);
    let lines = [
        "'",
        "\"\"\"",
        "\\",
        ")",
        "é = 'ü",
        "é",
        "\u{3000}x",
        "\u{feff}1",
        "\0",
        "x = = 2",
        "  indented",
        "return 3",
        "break",
        ":plot \u{2028}",
        ":doc .",
        ":save",
        "DETRUIRE(CONCEPT=_F(NOM=x))",
        "CO('a')",
        "_F(A=1)",
        "X = DYNA_VIBRA(",
        ")",
        "F(",
        "'''",
        "INCLUDE(UNITE=1)",
        "INCLUDE(UNITE=99999999999999999999)",
        "FORMULE(VALE='(', NOM_PARA='X')",
        "from os import *",
        "del x",
        "lambda: 0",
        "[0] * 3",
        "global x",
        "raise ValueError('a')",
        "assert 0",
        ":time on",
        "1e400",
        ":names",
        &brackets,
    ];
    let folder = scratch("repl_odd");
    for line in lines {
        let (_, shown, errors) = typed(&folder, &[], &format!("x = 1\n{line}\nx\n"));
        let said = format!("{shown}{errors}");
        assert!(
            !said.contains("internal error") && !said.contains("panicked") && !said.contains("\u{1b}"),
            "{line}: {said}"
        );
    }
    let output = stickslip_reading(&folder, &["repl"], b"x = '\xff\xfe'\nlen(x)\n\xff\xff\n");
    assert!(output.status.code().is_some_and(|code| code == 2), "{output:?}");
}

/// At a pseudo-terminal, which Python opens: whatever runs, Ctrl-C gives the prompt back (a third of a second after at most, which the
/// script prints), the names are as before, and Ctrl-D ends well.
#[cfg(unix)]
#[test]
fn an_interrupt_gives_the_prompt_back_whatever_runs() {
    let folder = scratch("repl_interrupt");
    let run = std::process::Command::new("python3")
        .arg(root().join("tests/suite/interrupt.py"))
        .args([env!("CARGO_BIN_EXE_stickslip"), folder.to_str().unwrap()])
        .output();
    let Ok(output) = run else {
        eprintln!("!!!! SKIPPED: interrupts at a terminal: python3 cannot be run here !!!!");
        return;
    };
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && text.contains("exit code 0"), "{text}");
    // The endless ones were running, on any machine.
    assert!(text.matches("prompt after").count() >= 3, "{text}");
}
