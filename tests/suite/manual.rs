//! `stickslip doc`: the pages, and the manual as HTML, used in a browser where there is one.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use stickslip::catalogue::{manual, names};
use stickslip::source::Disk;
use stickslip::study::events::Silent;
use stickslip::study::{Options, Project, evaluate, is_built};

use crate::program::{root, scratch, stickslip};
use crate::test_command::browser;

#[test]
fn the_manual_is_written_into_a_folder() {
    let folder = scratch("manual_html");
    let output = stickslip(&folder, &["doc", "--html", "a/manual"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let manual = folder.join("a/manual");
    let page = std::fs::read_to_string(manual.join("DYNA_VIBRA.html")).unwrap();
    assert!(page.contains("id=\"COMPORTEMENT.RIGI_NOR\"") && page.contains("href=\"PROJ_BASE.html\""));
    for name in ["index.html", "operators.html", "language_4_commands.html", "diagnostics_C.html", "glossary.html"] {
        assert!(manual.join(name).is_file(), "{name}");
    }
    // A folder that cannot be made is an error, not a crash.
    std::fs::write(folder.join("file"), "").unwrap();
    assert_eq!(stickslip(&folder, &["doc", "--html", "file/manual"]).status.code(), Some(2));
    in_a_browser(&manual);
}

/// A pager shows what does not fit a terminal, and nothing else.
#[cfg(unix)]
#[test]
fn long_pages_go_through_the_pager_at_a_terminal_only() {
    let folder = scratch("manual_pager");
    let run = Command::new("python3")
        .arg(root().join("tests/suite/pager.py"))
        .args([env!("CARGO_BIN_EXE_stickslip"), folder.to_str().unwrap()])
        .output();
    let Ok(output) = run else {
        eprintln!("!!!! SKIPPED: the pager at a terminal: python3 cannot be run here !!!!");
        return;
    };
    let expected = "long: exit 0, paged, all shown, more than a screen\n\
                    short: exit 0, not paged, all shown, less than a screen\n\
                    --no-pager: exit 0, not paged, all shown, more than a screen\n\
                    no PAGER: exit 0, not paged, all shown, more than a screen\n\
                    a PAGER that is not there: exit 0, not paged, all shown, more than a screen\n\
                    search: exit 0, paged, all shown, more than a screen\n";
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{said}");
    // Into a pipe it goes as it is.
    let piped = Command::new(env!("CARGO_BIN_EXE_stickslip"))
        .args(["doc", "DYNA_VIBRA"])
        .current_dir(&folder)
        .env("PAGER", "tee paged.txt")
        .output()
        .unwrap();
    assert!(piped.stdout.split(|byte| *byte == b'\n').count() > 24 && !folder.join("paged.txt").exists());
}

/// The example of each operator runs, and what it checks holds.
#[test]
fn examples_of_operators_run() {
    let missing: Vec<&str> = names().filter(|name| is_built(name) && manual::example(name).is_none()).collect();
    assert!(missing.is_empty(), "operators without an example in grammar/examples: {missing:?}");
    let mut wrong = Vec::new();
    for name in manual::examples() {
        let example = manual::example(name).unwrap();
        let folder = scratch(&format!("example_{name}"));
        for (file, text) in example.files() {
            std::fs::write(folder.join(file), text).unwrap();
        }
        let checks = ["TEST_", "assert ", "IMPR_", "print("].iter().any(|word| example.own.contains(word));
        if !checks || !example.own.contains(&format!("{name}(")) || example.own.lines().count() > 20 {
            wrong.push(format!("{name}: shows or checks nothing, or is too long"));
        }
        let world = Disk::default();
        let project = Project::open(&folder.join(format!("{name}.comm")), None, &world).unwrap();
        let report = evaluate(&project, &Options { threads: 2, ..Options::default() }, &world, &Silent);
        if let Some(error) = report.error() {
            wrong.push(format!("{name}: {} {}", error.code, error.message));
        }
        if report.failed_assertions() > 0 {
            wrong.push(format!("{name}: an assertion fails"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // As a user gets it.
    let folder = scratch("example_written");
    let output = stickslip(&folder, &["doc", "recu_fonction", "--example", "mine"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(stickslip(&folder, &["run", "mine/RECU_FONCTION.comm"]).status.code(), Some(0));
}

/// A reader types, follows, folds out and changes the colours.
const READS: &str = "<script>
addEventListener('load',async()=>{
const said=[];
const say=(what,value)=>said.push(what+'='+value);
const field=document.getElementById('search');
const wait=()=>new Promise(done=>setTimeout(done,60));
const hits=async(text)=>{
  field.value=text;field.dispatchEvent(new Event('input'));
  for(let i=0;i<40&&document.documentElement.dataset.found===undefined;i++)await wait();
  await wait();
  const first=document.querySelector('#found a');
  say(text,document.documentElement.dataset.found+','+(first?first.getAttribute('href'):''));};
field.dispatchEvent(new Event('focus'));
for(const text of ['DYNA_VIBRA','RIGI_NOR','friction coefficient','c002','rigidité','nosuchword zzz'])await hits(text);
field.value='';field.dispatchEvent(new Event('input'));say('closed',document.getElementById('found').hidden);
const paper=()=>getComputedStyle(document.body).backgroundColor;
const first=paper();document.getElementById('theme').click();say('theme',first+'|'+paper());
const idle=document.querySelector('.keyword.idle');
say('idle',getComputedStyle(idle).display);document.getElementById('all').click();say('shown',getComputedStyle(idle).display);
document.getElementById('all').click();location.hash=idle.id;await wait();say('reached',getComputedStyle(idle).display);
const end=document.createElement('p');end.id='said';end.textContent=said.join(';');document.body.append(end);});
</script>";

const PICTURE: &str = "<script>addEventListener('load',async()=>{
const pictures=[...document.querySelectorAll('img')];
const widths=await Promise.all(pictures.map(p=>p.decode().then(()=>p.naturalWidth,()=>0)));
const end=document.createElement('p');end.id='said';end.textContent='pictures='+widths.every(w=>w>100)+','+widths.length;document.body.append(end);});
</script>";

fn in_a_browser(manual: &Path) {
    let Some(browser) = browser() else {
        eprintln!("!!!! SKIPPED: the manual in a browser: no chromium here (apt-get install chromium) !!!!");
        return;
    };
    let call = |arguments: &[&str]| {
        let profile = format!("--user-data-dir={}", manual.join("profile").display());
        let output = Command::new(&browser)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=8000"])
            .args(["--window-size=1200,900", &profile])
            .args(arguments)
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).to_string()
    };
    let said = |page: &str, script: &str| -> BTreeMap<String, String> {
        let text = std::fs::read_to_string(manual.join(page)).unwrap();
        let read = manual.join(format!("read_{page}"));
        std::fs::write(&read, text.replace("</body>", &format!("{script}</body>"))).unwrap();
        let dom = call(&["--dump-dom", &format!("file://{}", read.display())]);
        let said = dom.split("id=\"said\">").nth(1).and_then(|rest| rest.split('<').next());
        let said = said.unwrap_or_else(|| panic!("{dom}"));
        said.split(';').filter_map(|part| part.split_once('=')).map(|(k, v)| (k.into(), v.into())).collect()
    };
    let found = said("DYNA_VIBRA.html", READS);
    let first = |text: &str| found[text].split_once(',').unwrap();
    assert_eq!(first("DYNA_VIBRA").1, "DYNA_VIBRA.html", "{found:?}");
    assert!(first("RIGI_NOR").1.contains("RIGI_NOR") && first("friction coefficient").1.contains('#'), "{found:?}");
    assert_eq!(first("c002").1, "diagnostics_C.html#C002");
    assert_eq!(first("rigidité").1, "glossary.html#RIGI");
    assert_eq!((first("nosuchword zzz"), found["closed"].as_str()), (("0", ""), "true"));
    let (before, after) = found["theme"].split_once('|').unwrap();
    assert_ne!(before, after);
    assert_eq!((&*found["idle"], &*found["shown"], &*found["reached"]), ("none", "block", "block"));
    for page in ["example_rubbing_shoe.html", "examples.html"] {
        let shown = said(page, PICTURE);
        assert!(shown["pictures"].starts_with("true,") && !shown["pictures"].ends_with(",0"), "{page}: {shown:?}");
    }
    for (name, page, more) in [
        ("light.png", "DYNA_VIBRA.html", &[][..]),
        ("dark.png", "index.html", &["--force-dark-mode", "--blink-settings=preferredColorScheme=0"][..]),
    ] {
        let picture = manual.join(name);
        let address = format!("file://{}", manual.join(page).display());
        call(&[more, &[&format!("--screenshot={}", picture.display()), &address]].concat());
        let bytes = std::fs::read(&picture).unwrap();
        assert!(bytes.starts_with(b"\x89PNG") && bytes.len() > 20_000, "{name}: {} bytes", bytes.len());
    }
    let _ = std::fs::remove_dir_all(manual.join("profile"));
}
