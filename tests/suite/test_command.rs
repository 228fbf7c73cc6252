//! `stickslip test` on a folder of studies broken in every way: the table, JUnit, JSON, the page, and what is left when it is stopped.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::program::{scratch, stickslip};

const FUNCTION: &str = "F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 2.0))\n";

fn assertion(value: &str) -> String {
    format!("TEST_FONCTION(VALEUR=_F(FONCTION=F, NOM_PARA='INST', VALE_PARA=0.5, VALE_CALC={value}))\n")
}

/// Sixty studies by the verdict they must get, their text between DEBUT and FIN.
fn broken() -> Vec<(&'static str, String)> {
    let mut studies = Vec::new();
    let mut add = |verdict: &'static str, bodies: &[&str]| {
        studies.extend(bodies.iter().map(|body| (verdict, body.to_string())));
    };
    // Syntax.
    add(
        "ERR",
        &[
            "x = (1,\n",
            "x = 1)\n",
            "x = 'open\n",
            "if True\n    x = 1\n",
            "for i in range(3)\n    x = i\n",
            "x = 5e-4 s\n",
            "x = = 2\n",
            "F = DEFI_FONCTION(NOM_PARA='INST' VALE=(0., 1.))\n",
            "    x = 1\n",
            "x = 1 ? 2\n",
            "def f(:\n    return 1\n",
            "x = {'a': 1\n",
        ],
    );
    // The catalogue.
    add(
        "ERR",
        &[
            "L = DEFI_LISTE_REEL(VALE=1.0)\n",
            "F = DEFI_FONCTION(NOM_PARA='INSTANT', VALE=(0., 1.))\n",
            "F = DEFI_FONCTION(VALE=(0., 1.))\n",
            "F = DEFI_FONCTION(NOM_PARA='INST', VALE='zero')\n",
            "F = DEFI_FONCTION(NOM_PARA='INST', VALEURS=(0., 1.))\n",
            "F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 1.), ABSCISSE=(0., 1.))\n",
            "L = DEFI_LIST_REEL(DEBUT=0., INTERVALLE=_F(JUSQU_A=1.))\n",
            "L = DEFI_LIST_REEL(DEBUT=0., INTERVALLE=_F(JUSQU_A=1., NOMBRE=2, PAS=0.5))\n",
            "T = CREA_TABLE(LIST=_F(PARA='A', LISTE_R=1.))\n",
            "TEST_TABLE(TABLE=X, NOM_PARA='A', VALE_CALC=1.)\n",
            "M = LIRE_MAILLAGE(FORMAT='PAPER')\n",
            "O = DEFI_OBSTACLE(TYPE='SQUARE')\n",
        ],
    );
    // Names, numbers and files.
    add(
        "ERR",
        &[
            "x = MASS * 2\n",
            "x = 1 / 0\n",
            "x = [1, 2][5]\n",
            "x = {}['a']\n",
            "x = int('a')\n",
            "assert 1 > 2\n",
            "raise ValueError('no')\n",
            "x = 'a' + 1\n",
            "import nosuchmodule\n",
            "M = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=77)\n",
            "M = LIRE_MAILLAGE(FORMAT='MED', UNITE=78)\n",
            "x = open('nosuch.txt').read()\n",
        ],
    );
    // Running.
    let table = "T = CREA_TABLE(LISTE=_F(PARA='A', LISTE_R=(1., 2.)))\n";
    for body in [
        "TEST_TABLE(TABLE=T, NOM_PARA='B', VALE_CALC=1., FILTRE=_F(NOM_PARA='A', VALE=1.))\n",
        "TEST_TABLE(TABLE=T, NOM_PARA='A', VALE_CALC=1., FILTRE=_F(NOM_PARA='A', VALE=7.))\n",
        "x = T['B', 1]\n",
        "x = T.EXTR_TABLE().values()['B']\n",
    ] {
        studies.push(("ERR", format!("{table}{body}")));
    }
    let test = |value: &str| format!("{FUNCTION}{}", assertion(value));
    // Assertions that fail, of which the last study has several of one name.
    for value in ["1.5", "-1.0", "1e9", "0.9999", "2.0", "1.1", "3.0"] {
        studies.push(("NOOK", test(value)));
    }
    studies.push(("NOOK", format!("{}{}{}", test("1.0"), assertion("7.0"), assertion("8.0"))));
    for body in ["while True:\n    pass\n", "x = 0\nwhile x < 1:\n    x = x * 1\n"] {
        studies.push(("TIME", format!("{}{body}", test("1.0"))));
    }
    for body in [
        "x = [0.5] * 1000000\ny = []\nwhile True:\n    y = y + x\n",
        "x = 'a' * 40000000\ny = []\nwhile True:\n    y.append(x + 'b')\n",
    ] {
        studies.push(("MEMORY", body.to_string()));
    }
    for value in ["1.0", "2.0"] {
        studies.push(("CRASH", format!("{}L = DEFI_LIST_REEL(VALE=(0., 1.))\n", test(value))));
    }
    for body in ["", "x = 1\n", FUNCTION, "print('nothing')\n"] {
        studies.push(("NO_TEST", body.to_string()));
    }
    let skipped =
        "T = CREA_TABLE(LISTE=_F(PARA='A', LISTE_R=(1.0,)))\nTEST_TABLE(TABLE=T, NOM_PARA='A', VALE_CALC=0.0)\n";
    studies.push(("NO_TEST", skipped.to_string()));
    studies.push(("ERR", test("1.0").replace("TEST_FONCTION", "TEST_FUNCTION")));
    assert_eq!(studies.len(), 60);
    studies
}

/// The folder, and the verdict each file must get.
fn folder(name: &str) -> (std::path::PathBuf, BTreeMap<String, &'static str>) {
    let folder = scratch(name);
    let mut expected = BTreeMap::new();
    let mut put = |stem: String, verdict: &'static str, body: &str| {
        std::fs::write(folder.join(format!("{stem}.comm")), format!("DEBUT()\n{body}FIN()\n")).unwrap();
        expected.insert(format!("{stem}.comm"), verdict);
    };
    for (rank, (verdict, body)) in broken().into_iter().enumerate() {
        put(format!("{}_{rank:02}", verdict.to_lowercase()), verdict, &body);
    }
    put("good".into(), "OK", &format!("# labels: quick function\n{FUNCTION}{}", assertion("1.0")));
    put(
        "curve".into(),
        "OK",
        &format!("{FUNCTION}{}IMPR_FONCTION(UNITE=40, COURBE=_F(FONCTION=F))\n", assertion("1.0")),
    );
    std::fs::write(folder.join("curve.export"), "P testlist nightly\nF comm curve.comm D 1\nF svg curve.svg R 40\n")
        .unwrap();
    expected.remove("curve.comm");
    expected.insert("curve.export".into(), "OK");
    // A limit of its own.
    std::fs::write(folder.join("hangs.comm"), "DEBUT()\nwhile True:\n    pass\nFIN()\n").unwrap();
    std::fs::write(folder.join("hangs.export"), "P time_limit 2\nF comm hangs.comm D 1\n").unwrap();
    expected.insert("hangs.export".into(), "TIME");
    (folder, expected)
}

fn farm(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stickslip"))
        .arg("test")
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env("STICKSLIP_CRASH_AT", "DEFI_LIST_REEL")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn json(path: &Path) -> serde_json::Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// Tags and attributes of a well-formed document, in order; what is wrong otherwise.
fn tags(xml: &str) -> Result<Vec<(String, BTreeMap<String, String>)>, String> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    let mut rest = xml.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>").ok_or("no declaration")?;
    while let Some(at) = rest.find('<') {
        if rest[..at].contains('>') && !rest[..at].contains("&gt;") && open.is_empty() {
            return Err("text outside the root".into());
        }
        let (tag, after) = rest[at + 1..].split_once('>').ok_or("a tag that does not end")?;
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            let last: String = open.pop().ok_or("a closing tag too many")?;
            if last != name.trim() {
                return Err(format!("{last} is closed by {name}"));
            }
            continue;
        }
        let (name, mut attributes) =
            tag.trim_end_matches('/').split_once(' ').unwrap_or((tag.trim_end_matches('/'), ""));
        let mut map = BTreeMap::new();
        while let Some((key, after)) = attributes.trim_start().split_once("=\"") {
            let (value, after) = after.split_once('"').ok_or(format!("{key} has no end"))?;
            map.insert(key.to_string(), value.to_string());
            attributes = after;
        }
        if !attributes.trim().is_empty() {
            return Err(format!("{name}: {attributes}"));
        }
        found.push((name.to_string(), map));
        if !tag.ends_with('/') {
            open.push(name.to_string());
        }
    }
    if open.is_empty() && rest.trim().is_empty() { Ok(found) } else { Err(format!("not closed: {open:?} {rest:?}")) }
}

#[test]
fn a_farm_of_broken_studies_is_judged_one_by_one() {
    let (folder, expected) = folder("farm");
    let arguments =
        ["--timeout", "12", "--max-memory", "600M", "--junit", "out.xml", "--json", "out.json", "--html", "out.html"];
    let output = farm(&folder, &arguments);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(2), "{shown}{}", text(&output.stderr));
    // The table.
    let lines: BTreeMap<String, String> = shown
        .lines()
        .filter_map(|line| {
            Some((line.split_whitespace().nth(1)?.to_string(), line.split_whitespace().next()?.to_string()))
        })
        .filter(|(name, _)| name.contains('.'))
        .collect();
    let wrong: Vec<String> = expected
        .iter()
        .filter(|(name, verdict)| lines.get(*name).map(String::as_str) != Some(**verdict))
        .map(|(name, verdict)| format!("{name}: {verdict} expected, {:?} found", lines.get(name)))
        .collect();
    assert!(wrong.is_empty() && lines.len() == expected.len(), "{}\n{shown}", wrong.join("\n"));
    let last = shown.lines().last().unwrap();
    for part in [
        "FAILED  2 of 63 studies passed",
        "8 with failed assertions",
        "3 out of time",
        "2 out of memory",
        "2 crashed",
        "5 without",
    ] {
        assert!(last.contains(part), "{part} in {last}");
    }
    // The JSON says the same.
    let report = json(&folder.join("out.json"));
    assert_eq!((&report["schema"], &report["counts"]["studies"]), (&1.into(), &expected.len().into()));
    for study in report["studies"].as_array().unwrap() {
        let name = study["study"].as_str().unwrap();
        assert_eq!(study["verdict"], expected[name], "{study}");
        assert!(expected[name] == "OK" || !study["why"].as_str().unwrap().is_empty(), "{study}");
    }
    // Assertions before the end of a study that did not reach it are there.
    let tests = |name: &str| {
        let study = report["studies"].as_array().unwrap().iter().find(|s| s["study"] == name).unwrap();
        study["tests"].as_array().unwrap().len()
    };
    assert_eq!(tests("nook_47.comm"), 3);
    // JUnit: a suite per study, names unique within it, every case with its class, file and time.
    let xml = std::fs::read_to_string(folder.join("out.xml")).unwrap();
    let tags = tags(&xml).unwrap();
    let mut suite = String::new();
    let mut names = std::collections::BTreeSet::new();
    let mut classes: BTreeMap<String, String> = BTreeMap::new();
    for (tag, attributes) in &tags {
        match tag.as_str() {
            "testsuite" => suite = attributes["name"].clone(),
            "testcase" => {
                assert!(names.insert((suite.clone(), attributes["name"].clone())), "{attributes:?} twice");
                let class = classes.entry(suite.clone()).or_insert_with(|| attributes["classname"].clone());
                assert_eq!(*class, attributes["classname"]);
                assert_eq!(attributes["file"], suite);
                assert!(attributes["time"].parse::<f64>().is_ok() && attributes["line"].parse::<usize>().is_ok());
            }
            _ => {}
        }
    }
    assert_eq!(classes.len(), expected.len());
    assert_eq!(classes.values().collect::<std::collections::BTreeSet<_>>().len(), expected.len());
    let root = &tags[0].1;
    let count = |verdicts: &[&str]| expected.values().filter(|v| verdicts.contains(v)).count().to_string();
    assert_eq!(root["errors"], count(&["ERR", "TIME", "MEMORY", "CRASH"]));
    // Seven studies with one failed assertion and one with two, and the studies without any.
    assert_eq!(root["failures"], (9 + 5).to_string());
    assert!(xml.contains("F(0.5) (NON_REGRESSION) #3") && xml.contains("ended by signal 6 (abort)"), "{xml}");
    // The page, as text.
    let page = std::fs::read_to_string(folder.join("out.html")).unwrap();
    for (name, verdict) in &expected {
        assert!(page.contains(&format!("data-verdict=\"{verdict}\" data-text=\"{name} ")), "{name}");
    }
    assert!(page.contains("<td class=\"expected\">1.5</td>") && page.contains("data:image/svg+xml,%3Csvg"));
    in_a_browser(&folder, &page, &expected);
    // Nothing is left behind.
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().flatten().map(|e| e.file_name()).collect();
    let known = |name: &str| {
        name.ends_with(".comm") || name.ends_with(".export") || name.starts_with("out.") || name == ".stickslip"
    };
    assert!(left.iter().all(|name| known(&name.to_string_lossy())), "{left:?}");
}

/// A user clicks: done in headless Chromium, where there is one.
const CLICKS: &str = "<script>
const said=[];
const say=(what)=>said.push(what+'='+document.documentElement.dataset.shown+','+[...document.querySelectorAll('details.study')].filter(s=>s.offsetParent).length);
say('all');
for(const b of document.querySelectorAll('button[data-count]')){b.click();say(b.dataset.verdict+':'+b.dataset.count);}
document.querySelector('button[data-verdict=\"\"]').click();
const field=document.getElementById('search');
for(const text of ['good','quick','nightly curve','no such study']){field.value=text;field.dispatchEvent(new Event('input'));say(text);}
said.push('none='+!document.getElementById('none').hidden);
field.value='';field.dispatchEvent(new Event('input'));
const paper=()=>getComputedStyle(document.body).backgroundColor;
const first=paper();document.getElementById('theme').click();said.push('theme='+first+'|'+paper());
const study=document.querySelector('details.study.NOOK');study.open=true;
const fail=study.querySelector('.fail');
const boxes=[fail.querySelector('pre'),fail.querySelector('table')].map(e=>e.getBoundingClientRect());
said.push('beside='+(boxes[0].right<=boxes[1].left&&boxes[0].top<boxes[1].bottom&&boxes[1].top<boxes[0].bottom));
const picture=document.querySelector('details.study.OK img');picture.closest('details').open=true;
picture.decode().then(()=>said.push('picture='+(picture.naturalWidth>100)),()=>said.push('picture=false')).then(()=>{
const end=document.createElement('p');end.id='said';end.textContent=said.join(';');document.body.append(end);});
</script>";

fn in_a_browser(folder: &Path, page: &str, expected: &BTreeMap<String, &'static str>) {
    let Some(browser) = browser() else {
        eprintln!(
            "!!!! SKIPPED: the page of a test run in a browser: no chromium here (apt-get install chromium) !!!!"
        );
        return;
    };
    std::fs::write(folder.join("out.clicked.html"), page.replace("</body>", &format!("{CLICKS}</body>"))).unwrap();
    let address = |name: &str| format!("file://{}", folder.join(name).display());
    let call = |arguments: &[&str]| {
        let profile = format!("--user-data-dir={}", folder.join("out.profile").display());
        let output = Command::new(&browser)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--virtual-time-budget=5000",
                "--window-size=1200,900",
            ])
            .arg(profile)
            .args(arguments)
            .output()
            .unwrap();
        text(&output.stdout)
    };
    let dom = call(&["--dump-dom", &address("out.clicked.html")]);
    let said =
        dom.split("id=\"said\">").nth(1).and_then(|rest| rest.split('<').next()).unwrap_or_else(|| panic!("{dom}"));
    let said: BTreeMap<&str, &str> = said.split(';').filter_map(|part| part.split_once('=')).collect();
    let both = |n: usize| format!("{n},{n}");
    assert_eq!(said["all"], both(expected.len()));
    for verdict in ["OK", "NOOK", "ERR", "TIME", "MEMORY", "CRASH", "NO_TEST"] {
        let count = expected.values().filter(|v| **v == verdict).count();
        assert_eq!(said[format!("{verdict}:{count}").as_str()], both(count), "{said:?}");
    }
    assert_eq!((said["quick"], said["nightly curve"], said["no such study"]), ("1,1", "1,1", "0,0"));
    assert_eq!((said["none"], said["beside"], said["picture"]), ("true", "true", "true"), "{said:?}");
    let (first, second) = said["theme"].split_once('|').unwrap();
    assert_ne!(first, second);
    let picture = folder.join("out.png");
    call(&[&format!("--screenshot={}", picture.display()), &address("out.html")]);
    let bytes = std::fs::read(&picture).unwrap();
    assert!(bytes.starts_with(b"\x89PNG") && bytes.len() > 20_000, "{} bytes", bytes.len());
    let _ = std::fs::remove_dir_all(folder.join("out.profile"));
}

pub fn browser() -> Option<String> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let runs = |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
    names.into_iter().find(runs).map(String::from)
}

/// A few quick studies, some slow ones.
fn small(name: &str) -> std::path::PathBuf {
    let folder = scratch(name);
    for rank in 0..6 {
        let (value, label) = (if rank == 2 { "3.0" } else { "1.0" }, if rank % 2 == 0 { "even" } else { "odd" });
        let body = format!("DEBUT()\n# labels: {label}, n{rank}\n{FUNCTION}{}FIN()\n", assertion(value));
        std::fs::write(folder.join(format!("s{rank}.comm")), body).unwrap();
    }
    folder
}

#[test]
fn studies_are_listed_labelled_and_shared_out() {
    let folder = small("farm_choice");
    let listed = |arguments: &[&str]| -> Vec<String> {
        let output = stickslip(&folder, &[&["test", "--list"], arguments].concat());
        assert!(output.status.success());
        text(&output.stdout).lines().map(|line| line.split("  ").next().unwrap().to_string()).collect()
    };
    assert_eq!(listed(&[]).len(), 6);
    assert_eq!(listed(&["-L", "^even$"]), ["s0.comm", "s2.comm", "s4.comm"]);
    assert_eq!(listed(&["-L", "n[15]", "-R", "s1"]), ["s1.comm"]);
    let mut parts: Vec<String> = (1..=4).flat_map(|k| listed(&["--shard", &format!("{k}/4")])).collect();
    parts.sort();
    assert_eq!(parts, listed(&[]));
    assert_eq!(stickslip(&folder, &["test", "--shard", "5/4"]).status.code(), Some(2));
    assert_eq!(stickslip(&folder, &["test", "-j", "0"]).status.code(), Some(2));
    let json: serde_json::Value =
        serde_json::from_slice(&stickslip(&folder, &["test", "--list", "--format", "json"]).stdout).unwrap();
    assert_eq!(json["studies"][1]["labels"], serde_json::json!(["odd", "n1"]));
}

#[test]
fn a_run_ends_early_is_quiet_and_speaks_other_forms() {
    let folder = small("farm_forms");
    let run = |arguments: &[&str]| stickslip(&folder, &[&["test"], arguments].concat());
    let output = run(&["--quiet"]);
    let shown = text(&output.stdout);
    assert_eq!((output.status.code(), shown.lines().count()), (Some(1), 2), "{shown}");
    assert!(shown.starts_with("NOOK    s2.comm") && shown.contains("line 4: F(0.5) is 1, expected 3"), "{shown}");
    let output = run(&["--fail-fast", "-j", "1"]);
    let shown = text(&output.stdout);
    assert!(
        output.status.code() == Some(1) && shown.contains("2 of 6 studies passed") && shown.contains("3 not run"),
        "{shown}"
    );
    assert_eq!(text(&run(&["--format", "short"]).stdout), "s2.comm:4: error[NOOK]: F(0.5) is 1, expected 3\n");
    assert_eq!(
        text(&run(&["--format", "github"]).stdout),
        "::error file=s2.comm,line=4,title=NOOK::F(0.5) is 1, expected 3\n"
    );
    let json: serde_json::Value = serde_json::from_slice(&run(&["--format", "json"]).stdout).unwrap();
    assert_eq!((&json["counts"]["OK"], &json["counts"]["NOOK"]), (&5.into(), &1.into()));
    // Reports on the standard output leave it to themselves, and make no file of that name.
    let output = run(&["--junit", "-"]);
    assert!(tags(&text(&output.stdout)).is_ok() && text(&output.stderr).contains("s2.comm"));
    assert!(!folder.join("-").exists());
    // The same forms of a check.
    std::fs::write(folder.join("wrong.comm"), "DEBUT()\nx = NOSUCH\nFIN()\n").unwrap();
    let check = |form: &str| text(&stickslip(&folder, &["check", "wrong.comm", "--format", form]).stdout);
    assert!(check("short").starts_with("wrong.comm:2:5: error[G001]: "), "{}", check("short"));
    assert!(check("github").starts_with("::error file=wrong.comm,line=2,col=5,title=G001::"), "{}", check("github"));
    let json: serde_json::Value = serde_json::from_str(&check("json")).unwrap();
    assert_eq!((&json["schema"], &json["studies"][0]["diagnostics"][0]["end_column"]), (&1.into(), &11.into()));
    assert!(text(&stickslip(&folder, &["check", "."]).stdout).contains("OK  ./s0.comm"));
}

/// `STICKSLIP_KILLS=N` sets the signals (15 by default).
#[cfg(unix)]
#[test]
fn a_run_that_is_told_to_end_leaves_its_reports() {
    let folder = small("farm_signals");
    for rank in 0..3 {
        let body = "DEBUT()\nx = 0.0\nfor i in range(60000):\n    x = x + i\nFIN()\n";
        std::fs::write(folder.join(format!("slow{rank}.comm")), body).unwrap();
    }
    let arguments = ["test", "-j", "2", "--junit", "o.xml", "--json", "o.json", "--html", "o.html"];
    let start = Instant::now();
    stickslip(&folder, &arguments);
    let whole = start.elapsed();
    let wanted: usize = std::env::var("STICKSLIP_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(15);
    let mut seed = 88_172_645_463_325_252u64;
    let (mut early, mut stopped, mut over) = (0, 0, 0);
    for rank in 0..wanted {
        for name in ["o.xml", "o.json", "o.html"] {
            let _ = std::fs::remove_file(folder.join(name));
        }
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let mut child = Command::new(env!("CARGO_BIN_EXE_stickslip"))
            .args(arguments)
            .current_dir(&folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_micros(seed % (whole.as_micros() as u64)));
        let signal = if rank % 4 == 3 { "-INT" } else { "-TERM" };
        // Twice, as `timeout` does: to the process, then to its group.
        for _ in 0..2 {
            let _ = Command::new("kill").args([signal, &child.id().to_string()]).stderr(Stdio::null()).status();
        }
        let sent = Instant::now();
        let mut shown = String::new();
        std::io::Read::read_to_string(child.stdout.as_mut().unwrap(), &mut shown).unwrap();
        let status = child.wait().unwrap();
        assert!(sent.elapsed() < Duration::from_secs(10), "{:?}", sent.elapsed());
        let Some(code) = status.code() else {
            // Before the program was ready for it.
            assert!(shown.is_empty(), "{shown}");
            early += 1;
            continue;
        };
        let xml = std::fs::read_to_string(folder.join("o.xml")).unwrap();
        let found = tags(&xml).unwrap_or_else(|why| panic!("{why}\n{xml}"));
        let suites: Vec<_> = found.iter().filter(|(tag, _)| tag == "testsuite").collect();
        let report = json(&folder.join("o.json"));
        assert_eq!((suites.len(), report["counts"]["studies"].as_u64()), (9, Some(9)), "{shown}");
        assert!(std::fs::read_to_string(folder.join("o.html")).unwrap().contains("</html>"));
        // What the table says has ended is in the reports with its verdict.
        for study in report["studies"].as_array().unwrap() {
            let (name, verdict) = (study["study"].as_str().unwrap(), study["verdict"].as_str().unwrap());
            let line = shown.lines().find(|line| line.contains(name));
            assert_eq!(
                line.map(|line| line.split_whitespace().next().unwrap()),
                Some(verdict).filter(|v| *v != "NOT_RUN")
            );
        }
        match shown.lines().last().unwrap().split_whitespace().next() {
            Some("STOPPED") => {
                assert_eq!(code, 2);
                stopped += 1;
            }
            _ => over += 1,
        }
    }
    println!(
        "{wanted} signals: {early} before the program was ready, {stopped} stopped it, {over} came when all had ended"
    );
    assert!(stopped > wanted / 4, "the signals came too late: {early}, {stopped}, {over}");
    // No process of a study survives the one that started it.
    let left = Command::new("sh").args(["-c", "ps -eo args | grep -c '[f]arm_signals' "]).output().unwrap();
    assert_eq!(text(&left.stdout).trim(), "0");
}
