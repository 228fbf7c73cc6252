//! Whoever reads or compares a file waits for all that write it, whatever names it goes by and whatever happened to its unit: with
//! eight threads and writers that wait before each write, a study says and writes what it does on one thread.
//!
//! `STICKSLIP_FILES=all` takes studies that only write too, and fifty orders of each pair of names.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use stickslip::api::{Disk, Study, World};
use stickslip::source::{BorrowedOrShared, Pieces};

use crate::program::root;
use crate::studies::below;

/// Runs of each study of the tree.
const RUNS: u64 = 20;
/// Words of studies that read files which a study may have written.
const READERS: [&str; 11] = [
    "LIRE_TABLE",
    "LIRE_FONCTION",
    "LIRE_RESU",
    "LIRE_CHAMP",
    "LIRE_INTE_SPEC",
    "TEST_FICHIER",
    "INCLUDE",
    "open(",
    "loadtxt",
    "genfromtxt",
    "np.load",
];
/// Words of studies that write.
const WRITERS: [&str; 3] = ["IMPR_", "savetxt", "np.save"];

/// Whether all is asked for.
fn all() -> bool {
    std::env::var("STICKSLIP_FILES").is_ok_and(|all| all == "all")
}

/// A disk on which nothing is written: files written are held, each after a while that differs from write to write.
#[derive(Default)]
pub struct Slow {
    disk: Disk,
    files: BTreeMap<PathBuf, Vec<u8>>,
    written: Mutex<BTreeMap<PathBuf, Vec<u8>>>,
    /// State of a generator; none for a world that does not wait.
    chance: Option<AtomicU64>,
}

impl Slow {
    fn of(files: &[(&str, &str)], seed: Option<u64>) -> Self {
        let files = files.iter().map(|(name, text)| (PathBuf::from(name), text.as_bytes().to_vec())).collect();
        Slow { files, chance: seed.map(|seed| AtomicU64::new(seed | 1)), ..Slow::default() }
    }

    /// Files written, by path.
    pub fn files_written(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        self.written.lock().unwrap().clone()
    }

    fn wait(&self) {
        let Some(chance) = &self.chance else { return };
        let step = |x: u64| Some(x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407));
        let x = chance.fetch_update(Ordering::Relaxed, Ordering::Relaxed, step).unwrap();
        std::thread::sleep(Duration::from_micros(100 + (x >> 33) % 1_500));
    }
}

impl World for Slow {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let written = self.written.lock().unwrap().get(path).cloned();
        match written.or_else(|| self.files.get(path).cloned()) {
            Some(bytes) => Ok(bytes),
            None => self.disk.read(path),
        }
    }

    fn write_pieces(&self, path: &Path, pieces: Pieces<'_>) -> io::Result<()> {
        self.wait();
        let mut bytes = Vec::new();
        pieces(&mut bytes)?;
        self.written.lock().unwrap().insert(path.to_path_buf(), bytes);
        Ok(())
    }

    fn exists(&self, path: &Path) -> bool {
        self.written.lock().unwrap().contains_key(path) || self.files.contains_key(path) || self.disk.exists(path)
    }
}

/// All that a run says and writes.
fn outcome(study: &Path, world: &Slow, threads: usize) -> String {
    let study = Study::in_world(study, None, BorrowedOrShared::Lent(world)).unwrap().threads(threads);
    let report = study.run();
    let mut said = String::new();
    for diagnostic in &report.diagnostics {
        said += &format!("{} {}\n", diagnostic.code, diagnostic.message);
    }
    for verdict in &report.verdicts {
        said += &format!("{} {} {:?} {:?}\n", verdict.line, verdict.label, verdict.computed, verdict.passed);
    }
    for (path, bytes) in world.written.lock().unwrap().iter() {
        said += &format!("{}\n{}\n", path.display(), String::from_utf8_lossy(bytes));
    }
    said
}

#[test]
fn studies_that_read_files_say_the_same_whatever_the_writers_take() {
    let top = root();
    let (mut studies, mut tried) = (Vec::new(), 0);
    below(&top.join("tests/cases"), &["comm"], &mut studies);
    for study in studies {
        let text = std::fs::read(&study).unwrap();
        let text = String::from_utf8_lossy(&text);
        let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
        if !(has(&READERS) || all() && has(&WRITERS)) {
            continue;
        }
        let alone = outcome(&study, &Slow::default(), 1);
        tried += 1;
        for seed in 1..=RUNS {
            let found = outcome(&study, &Slow::of(&[], Some(seed * 77_041)), 8);
            assert_eq!(found, alone, "{} with seed {seed}", study.display());
        }
    }
    println!("{tried} studies, {RUNS} times each");
    assert!(tried > 12, "{tried} studies");
}

/// Ways in which a study writes three numbers to the file of a unit, some of which name it.
const WRITES: [(&str, &str); 5] = [
    ("free", "W(81)\n"),
    ("bound", "DEFI_FICHIER(UNITE=81)\nW(81)\n"),
    ("named", "DEFI_FICHIER(UNITE=81, FICHIER='./sums.txt')\nW(81)\n"),
    ("profile", "W(83)\n"),
    (
        "otherwise",
        "DEFI_FICHIER(UNITE=47, FICHIER='sums.txt')\nW(47)\nDEFI_FICHIER(ACTION='LIBERER', UNITE=47)\nDEFI_FICHIER(UNITE=81, FICHIER='./sums.txt', ACCES='APPEND')\n",
    ),
];

/// What may happen to the unit before the file is read.
const BETWEEN: [&str; 4] = [
    "",
    "DEFI_FICHIER(ACTION='LIBERER', UNITE=81)\n",
    "DEFI_FICHIER(ACTION='LIBERER', UNITE=81)\nDEFI_FICHIER(UNITE=81, FICHIER='./another.txt')\n",
    "DEFI_FICHIER(ACTION='LIBERER', UNITE=81)\nDEFI_FICHIER(UNITE=81)\n",
];

/// Names of the file: by the way in which it was written.
fn names(way: &str) -> &'static [&'static str] {
    match way {
        "named" | "otherwise" => &["sums.txt", "./sums.txt", "sub/../sums.txt"],
        "profile" => &["fort.83", "./fort.83", "sums.txt", "./sums.txt"],
        _ => &["fort.81", "./fort.81"],
    }
}

#[test]
fn all_names_of_a_file_wait_for_all_that_write_it() {
    let export = "F comm s.comm D 1\nF txt sums.txt R 83\n";
    let mut studies = 0;
    for (way, write) in WRITES {
        for between in BETWEEN {
            for name in names(way) {
                for reading in ["node", "python"] {
                    let read = match reading {
                        "node" => format!(
                            "TEST_FICHIER(FICHIER='{name}', EXPR_IGNORE='#.*', NB_VALE=9, VALE_CALC=7.8, TOLE_MACHINE=1e-9)\n"
                        ),
                        _ => format!(
                            "lines = [l for l in open('{name}').readlines() if 'E' in l]\nassert len(lines) == 9, len(lines)\n"
                        ),
                    };
                    let text = format!(
                        "DEBUT()\nT = [CREA_TABLE(LISTE=_F(PARA='AB', LISTE_R=(0.7, 1.3, 0.6 * k))) for k in range(3)]\n\
                         def W(u):\n    for t in T:\n        IMPR_TABLE(TABLE=t, UNITE=u)\n{write}{between}{read}FIN()\n"
                    );
                    studies += 1;
                    for seed in 1..=if all() { 50 } else { 4 } {
                        let world = Slow::of(&[("s.comm", &text), ("s.export", export)], Some(seed * 90_007 + studies));
                        let found = outcome(Path::new("s.export"), &world, 8);
                        let held = !found.contains("Some(false)") && found.lines().all(|l| !l.starts_with("G00"));
                        assert!(held, "{way}, {between:?}, {name}, {reading}, seed {seed}:\n{text}\n{found}");
                    }
                }
            }
        }
    }
    assert_eq!(studies, 4 * 2 * (2 + 2 + 3 + 4 + 3));
}

/// What Python writes comes after what the calls before it read and write, and before those that follow.
#[test]
fn what_python_writes_stands_in_the_order_of_the_study() {
    let text = "DEBUT()\nfound = []\nfor k in range(3):\n    with open('fort.33', 'w') as f:\n        f.write('0.0 %g\\n1.0 %g\\n' % (k, 1.3 * k + 0.7))\n    \
        found.append(LIRE_FONCTION(UNITE=33, TYPE='FONCTION', NOM_PARA='INST', INDIC_PARA=(1, 1), INDIC_RESU=(1, 2)))\n\
        for k in range(3):\n    TEST_FONCTION(VALEUR=_F(FONCTION=found[k], VALE_PARA=1.0, VALE_CALC=1.3 * k + 0.7))\n\
        IMPR_FONCTION(UNITE=40, COURBE=_F(FONCTION=found[1]))\nwith open('s.40', 'a') as f:\n    f.write('end\\n')\n\
        IMPR_FONCTION(UNITE=40, COURBE=_F(FONCTION=found[2]))\n\
        TEST_FICHIER(FICHIER='s.40', EXPR_IGNORE='#.*', NB_VALE=8, VALE_CALC=10.3, TOLE_MACHINE=1e-6)\n\
        with open('head.txt', 'w') as f:\n    f.write('5.5\\n')\nDEFI_FICHIER(UNITE=44, FICHIER='head.txt')\n\
        IMPR_FONCTION(UNITE=44, COURBE=_F(FONCTION=found[1]))\n\
        TEST_FICHIER(FICHIER='./head.txt', EXPR_IGNORE='#.*', NB_VALE=5, VALE_CALC=9.5, TOLE_MACHINE=1e-6)\nFIN()\n";
    for seed in 1..=6 {
        let world = Slow::of(&[("s.comm", text)], Some(seed * 31));
        let found = outcome(Path::new("s.comm"), &world, 8);
        assert!(found.matches("Some(true)").count() == 7 && !found.contains("Some(false)"), "seed {seed}\n{found}");
    }
}
