//! The command `stickslip lint`. That the studies of the repository are silent is seen in `studies`.

use crate::program::{scratch, stickslip, stickslip_reading};

const BAD: &str =
    "DEBUT(LANG=\"EN\")\r\nT = DEFI_LIST_REEL(VALE=(0.0, 0.7))\r\nlist = [0.7, 1.3]\r\nprint(list)  # é\r\nFIN()\r\n";

#[test]
fn the_command_tells_denies_and_mends() {
    let folder = scratch("lint");
    std::fs::create_dir(folder.join("inner")).unwrap();
    std::fs::create_dir(folder.join("empty")).unwrap();
    let bad = folder.join("inner/bad.comm");
    std::fs::write(&bad, format!("\u{feff}{BAD}")).unwrap();
    let run = |arguments: &[&str]| {
        let output = stickslip(&folder, arguments);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, out, err) = run(&["lint", "inner"]);
    assert_eq!(code, Some(0), "{out}");
    for said in ["note L005 bad.comm:1: LANG has no effect in DEBUT", "note L001 bad.comm:2:", "note L007 bad.comm:3:"]
    {
        assert!(err.contains(said), "{err}");
    }
    assert!(out.ends_with("3 lints in 1 study; `--fix` mends 1; 2 with `--fix --unsure`\n"), "{out}");
    assert_eq!(run(&["lint", "inner", "--deny", "L007"]).0, Some(1));
    assert_eq!(run(&["lint", "inner", "--deny", "all"]).0, Some(1));
    assert_eq!(run(&["lint", "inner", "--deny", "L002"]).0, Some(0));
    assert_eq!(run(&["lint", "inner", "--deny", "L007", "--without", "l007"]).0, Some(0));
    let (code, _, err) = run(&["lint", "inner", "--deny", "L077"]);
    assert!(code == Some(2) && err.contains("there is no lint L077; did you mean L007?"), "{err}");
    assert_eq!(run(&["lint", "empty"]).0, Some(5));
    let (code, _, err) = run(&["lint", "none.comm"]);
    assert!(code == Some(2) && err.contains("none.comm"), "{err}");
    let (_, out, _) = run(&["lint", "inner/bad.comm", "--format", "short"]);
    assert!(out.contains("inner/bad.comm:1:7: note[L005]: LANG has no effect"), "{out}");
    let (_, out, _) = run(&["lint", "inner/bad.comm", "--format", "github"]);
    assert!(out.contains("::notice file=inner/bad.comm,line=3,col=1,title=L007::"), "{out}");
    let (_, out, _) = run(&["lint", "inner/bad.comm", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["studies"][0]["lints"][0]["fixes"][0]["sure"], true, "{out}");
    let (_, _, err) = run(&["lint", "inner/bad.comm", "--fix"]);
    assert!(err.contains("1 fix written"), "{err}");
    let text = std::fs::read_to_string(&bad).unwrap();
    assert_eq!(text, format!("\u{feff}{}", BAD.replace("LANG=\"EN\"", "")));
    let (_, out, _) = run(&["lint", "inner/bad.comm", "--fix", "--unsure"]);
    assert!(out.ends_with("0 lints in 1 study\n"), "{out}");
    let text = std::fs::read_to_string(&bad).unwrap();
    assert_eq!(text, "\u{feff}DEBUT()\r\nlist_ = [0.7, 1.3]\r\nprint(list_)  # é\r\nFIN()\r\n");
}

#[test]
fn comments_and_profiles_silence_lints() {
    let folder = scratch("lint_silenced");
    let lint = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).unwrap();
        let output = stickslip(&folder, &["lint", name, "--format", "short"]);
        let text = String::from_utf8(output.stdout).unwrap();
        let mut codes: Vec<String> =
            text.lines().filter_map(|line| Some(line.split_once("note[")?.1.split_once(']')?.0.to_string())).collect();
        codes.sort();
        codes.join(" ")
    };
    assert_eq!(lint("a.comm", BAD), "L001 L005 L007");
    assert_eq!(lint("b.comm", &BAD.replace("1.3]", "1.3]  # noqa: L007").replace("0.7))", "0.7))  # noqa")), "L005");
    assert_eq!(lint("c.comm", &BAD.replace("1.3]", "1.3]  # noqa: L001")), "L001 L005 L007");
    std::fs::write(folder.join("d.export"), "F comm d.comm D 1\nP lint -L007 -L001 +L006\n").unwrap();
    assert_eq!(lint("d.comm", BAD), "L005");
    // A study that comes through the standard input, and one with errors.
    let typed = stickslip_reading(&folder, &["lint", "-"], b"DEBUT()\nlist = [0.7\nset = 3\nFIN()\n");
    let told = String::from_utf8([typed.stdout, typed.stderr].concat()).unwrap();
    assert!(typed.status.code() == Some(2) && told.contains("1 error, which `stickslip check"), "{told}");
}
