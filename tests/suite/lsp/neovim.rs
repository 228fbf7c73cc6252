//! A real editor: Neovim without a screen, where there is one.

use std::process::{Command, Stdio};

use crate::program::{root, scratch};

const STUDY: &str = "DEBUT()\n# 𝛼é\né = 1.3\nF = DEFI_CONSTANTE( VALEE=é)\n\
    TEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=0.7, VALE_CALC=1.3, REFERENCE='ANALYTIQUE', VALE_REFE=1.3))\nFIN()\n";

/// What the author sees, line by line.
const SEEN: &[&str] = &[
    "diagnostic: 3:20 DEFI_CONSTANTE has no keyword VALEE",
    "offered: VALE, Value of the function.",
    "completed: F = DEFI_CONSTANTE( VALE=é)",
    "diagnostics: 0",
    "hover: **DEFI_CONSTANTE**  ",
    "renamed: F = DEFI_CONSTANTE( VALE=stiffness)",
    "formatted: DEBUT()|# 𝛼é|stiffness = 1.3|F = DEFI_CONSTANTE(VALE=stiffness)|TEST_FONCTION(|    \
     VALEUR=_F(FONCTION=F, VALE_PARA=0.7, VALE_CALC=1.3, REFERENCE=\"ANALYTIQUE\", VALE_REFE=1.3)|)|FIN()",
    "lens: run",
    "lens: graph",
    "run: ok",
    "lens: 0 run",
    "lens: 0 graph",
    "lens: 4 OK 2 of 2, largest error 0 %",
    "ended: 0",
];

#[test]
fn an_author_writes_a_study_in_neovim() {
    let folder = scratch("lsp_neovim");
    std::fs::write(folder.join("s.comm"), STUDY).unwrap();
    let program = std::env::var("STICKSLIP_NEOVIM").unwrap_or("nvim".to_string());
    let run = Command::new(program)
        .args(["--headless", "-u", "NONE", "-n", "--cmd"])
        .arg(format!("let g:program = '{}'", env!("CARGO_BIN_EXE_stickslip")))
        .args(["s.comm", "-c"])
        .arg(format!("luafile {}", root().join("tests/editors/neovim.lua").display()))
        .current_dir(&folder)
        .env("XDG_STATE_HOME", folder.join("state"))
        .stdin(Stdio::null())
        .output();
    let Ok(output) = run else {
        eprintln!("!!!! SKIPPED: a study in Neovim: no nvim here (apt-get install neovim) !!!!");
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{text}{said}");
    assert_eq!(text.lines().collect::<Vec<_>>(), SEEN, "{said}");
}
