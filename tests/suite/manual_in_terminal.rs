//! The manual at the desk: short pages, a first study, operators by task, pictures of examples.

use crate::program::{root, run_study, scratch, stickslip};

fn printed(folder: &std::path::Path, arguments: &[&str]) -> String {
    let output = stickslip(folder, arguments);
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// The blocks of a kind in a chapter.
fn blocks<'t>(text: &'t str, kind: &str) -> Vec<&'t str> {
    let start = format!("```{kind}\n");
    text.split(&start).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn the_first_study_does_what_its_page_says() {
    let text = std::fs::read_to_string(root().join("tests/language/0_first_study.md")).unwrap();
    let folder = scratch("desk_first_study");
    std::fs::write(folder.join("mass.mail"), blocks(&text, "mesh")[0]).unwrap();
    let python = blocks(&text, "python");
    std::fs::write(folder.join("mass.comm"), python[0]).unwrap();
    let (code, shown, _) = run_study(&folder, "mass.comm", &[]);
    assert!(code == 0 && shown.contains("OK  1 assertion held"), "{shown}");
    // The mistake of the page.
    std::fs::write(folder.join("wrong.comm"), python[0].replace("GROUP_MA=\"SPRING\"", "GROUP_MA=\"SPRNG\"")).unwrap();
    std::fs::copy(folder.join("mass.mail"), folder.join("wrong.mail")).unwrap();
    assert!(printed(&folder, &["check", "wrong.comm"]).contains("did you mean SPRING?"));
    let pushed = python[0].replace("FIN()\n", "") + python[1];
    std::fs::write(folder.join("mass.comm"), &pushed).unwrap();
    let (code, shown, _) = run_study(&folder, "mass.comm", &[]);
    assert!(code == 0 && shown.contains("written  mass.40.svg"), "{shown}");
    let contact = text.split("```\nCOMPORTEMENT").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let rubs = pushed
        .replace(
            "SCHEMA_TEMPS=_F(SCHEMA=\"RUNGE_KUTTA_54\", TOLERANCE=1.e-10)",
            "SCHEMA_TEMPS=_F(SCHEMA=\"EVENEMENT\")",
        )
        .replace("RUN = DYNA_VIBRA(", "WALL = DEFI_OBSTACLE(TYPE=\"PLAN_Z\")\nRUN = DYNA_VIBRA(")
        .replace("COEF_MULT=1.0))", &format!("COEF_MULT=1.0),\n    COMPORTEMENT{})", contact.trim_end()));
    std::fs::write(folder.join("mass.comm"), rubs).unwrap();
    let (code, shown, _) = run_study(&folder, "mass.comm", &[]);
    assert!(code == 1 && shown.contains("FAILED  1 assertion held, 1 failed"), "{shown}");
    // Pushed with 0.7 N against 0.2 N of friction, the mass swings about 0.5/52 m to 1.0/52 m. There the spring pulls with 0.3 N more
    // than the push: it swings about 0.9/52 m to 0.8/52 m, where 0.1 N is less than friction.
    let found: f64 =
        shown.lines().find(|l| l.contains("X(3)")).unwrap().split_whitespace().nth(5).unwrap().parse().unwrap();
    assert!((found / (0.8 / 52.0) - 1.0).abs() < 1e-9, "{shown}");
}

#[test]
fn a_long_page_has_one_line_per_keyword_and_the_rest_on_request() {
    let folder = scratch("desk_doc_brief");
    let lines = |arguments: &[&str]| printed(&folder, arguments).lines().count();
    let (brief, full) = (lines(&["doc", "DYNA_VIBRA"]), lines(&["doc", "DYNA_VIBRA", "--full"]));
    assert!(brief < 200 && full > 800, "{brief} {full}");
    assert!(lines(&["doc", "DYNA_VIBRA", "--all"]) > full);
    let text = printed(&folder, &["doc", "DYNA_VIBRA"]);
    let conditions: Vec<&str> = text.lines().filter(|line| line.starts_with("when ")).collect();
    assert_eq!(
        conditions.iter().filter(|line| line.contains("'TRAN'") && line.contains("='PHYS'")).count(),
        1,
        "{text}"
    );
    assert!(text.contains("`stickslip doc DYNA_VIBRA.KEYWORD` explains a keyword"), "{text}");
    // A short page stays whole, and so does the page of a keyword.
    assert_eq!(lines(&["doc", "DEFI_LIST_REEL"]), lines(&["doc", "DEFI_LIST_REEL", "--full"]));
    assert!(printed(&folder, &["doc", "DYNA_VIBRA.RIGI_NOR"]).contains("N/m"));
    // Lines of examples end before the hundredth column.
    for name in ["DYNA_VIBRA", "POST_USURE", "COMB_SISM_MODAL"] {
        let text = printed(&folder, &["doc", name]);
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    }
}

#[test]
fn the_html_manual_has_a_path_tasks_and_pictures() {
    let folder = scratch("desk_manual");
    assert!(printed(&folder, &["doc", "--html", "m"]).contains("files written"));
    let read = |name: &str| std::fs::read_to_string(folder.join("m").join(name)).unwrap_or_else(|_| panic!("{name}"));
    assert!(read("index.html").contains("Your first study in ten minutes</a>"));
    assert!(read("language_0_first_study.html").contains("<h1>Your first study in ten minutes</h1>"));
    let operators = read("operators.html");
    for task in ["Mesh, model, loads", "Modes and modal bases", "Printing and charts"] {
        assert_eq!(operators.matches(&format!(">{task}</h2>")).count(), 1, "{task}");
    }
    assert!(!operators.contains(">Operators</h2>"));
    let page = read("DYNA_VIBRA.html");
    assert!(page.contains("src=\"graph_DYNA_VIBRA.svg\"") && page.contains("<code>reuse=</code>"));
    let svg = read("graph_DYNA_VIBRA.svg");
    // Two calls in the example, marked; what goes in and what comes out.
    assert_eq!(svg.matches("stroke-width=\"2.5\"").count(), 2, "{svg}");
    assert!(svg.contains(">PROJ_BASE<") && svg.contains(">RECU_FONCTION<"), "{svg}");
    let pictures = std::fs::read_dir(folder.join("m")).unwrap().flatten();
    let count = pictures.filter(|entry| entry.file_name().to_string_lossy().starts_with("graph_")).count();
    assert!(count > 60, "{count}");
    // Back-quotes are code, except in code.
    for name in ["DYNA_VIBRA.html", "IMPR_RESU.html", "CALC_MODES.html"] {
        let text = read(name);
        let outside: String = text.split("<pre").map(|part| part.split("</pre>").last().unwrap()).collect();
        assert!(!outside.contains('`'), "{name}");
    }
}
