//! Damaged inputs against everything that reads: grammar, catalogue, formulas, meshes of four formats, tables, archives. Runs
//! in-process on the stable toolchain. The corpora are the inputs of the cases and examples; the mutators know tokens, numbers
//! and fields. `STICKSLIP_FUZZ=N` sets the inputs per target (50 by default), `STICKSLIP_FUZZ_SEED` the first of them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::program::root;
use stickslip::source::{FileId, SourceFile, World};
use stickslip::study::{Options, Project, evaluate, events::Silent};

/// An input that takes longer counts as a hang, on a clock and on the processor: others may use the machine.
const LONGEST: Duration = Duration::from_secs(20);

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn of<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.below(items.len())]
    }
}

const PIECES: &[&[u8]] = &[
    b"0",
    b"-1",
    b"1e400",
    b"nan",
    b"9223372036854775808",
    b"99999999999999999999999999",
    b"",
    b"'",
    b"\"",
    b"(",
    b")",
    b"[",
    b"]",
    b"{",
    b",",
    b"=",
    b"**",
    b"_F(",
    b"\n",
    b"\r\n",
    b"\t",
    b"\0",
    b"\xff\xfe",
    b"\xc3",
    b"#",
    b"%",
    b"FINSF\n",
    b"FIN\n",
    b"lambda x: x",
    b"    ",
    b"if x:\n",
    b"None",
    b"1j",
    b"$EndNodes\n",
    b"    -1\n",
    b"2411",
    b"#DEBUT_TABLE\n",
    b",,,,",
];
const WORDS: &[u64] = &[0, 1, 0x7f, 0xff, 0xffff, 0x7fff_ffff, 0xffff_ffff, 1 << 40, 1 << 62, u64::MAX];

/// Damages bytes: one to eight changes of bits, words, tokens, lines; parts repeated, exchanged with another input, cut.
fn damaged(input: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..1 + random.below(8) * random.below(2) {
        let at = random.below(bytes.len() + 1);
        let end = (at + 1 + random.below(40)).min(bytes.len());
        match random.below(10) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = random.next() as u8,
            2 => drop(bytes.splice(at..at, random.of(PIECES).iter().copied())),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let part = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            5 if !other.is_empty() => {
                let from = random.below(other.len());
                let part = &other[from..(from + 1 + random.below(60)).min(other.len())];
                bytes.splice(at..end.min(at + part.len()), part.iter().copied());
            }
            6 if random.below(4) == 0 => bytes.truncate(at),
            7 => {
                let size = *random.of(&[1, 2, 4, 8]);
                let word = random.of(WORDS).to_le_bytes();
                let at = at / size * size;
                bytes.iter_mut().skip(at).zip(&word[..size]).for_each(|(byte, new)| *byte = *new);
            }
            8 => {
                // A number becomes another one.
                let digits = |b: &u8| b.is_ascii_digit();
                if let Some(start) = bytes[at..].iter().position(digits).map(|i| at + i) {
                    let stop = bytes[start..].iter().position(|b| !digits(b)).map_or(bytes.len(), |i| start + i);
                    bytes.splice(start..stop, random.of(PIECES).iter().copied());
                }
            }
            _ => {
                let lines: Vec<&[u8]> = bytes.split_inclusive(|b| *b == b'\n').collect();
                let (a, b) = (random.below(lines.len()), random.below(lines.len()));
                let mut lines = lines;
                if !lines.is_empty() {
                    lines.swap(a, b);
                }
                bytes = lines.concat();
            }
        }
    }
    bytes
}

/// The mesh of a MED file, then all its fields.
fn med(bytes: Vec<u8>) {
    use stickslip::io::med::{Fields, Support, read};
    let mesh = read("m", bytes.clone(), None).map(|(mesh, _)| mesh);
    let Ok(fields) = Fields::open("m", bytes) else { return };
    for name in fields.names() {
        let Ok(Some(field)) = fields.field(name) else { continue };
        let _ = fields.sizes(&field.mesh);
        for step in &field.steps {
            let _ = fields.values(&field, step, &Support::Nodes);
            for cell in mesh.iter().flat_map(|mesh| &mesh.cells) {
                for at_nodes in [false, true] {
                    let _ = Support::cells_like(cell, at_nodes).map(|support| fields.values(&field, step, &support));
                }
            }
        }
    }
}

fn corpus(extensions: &[&str]) -> Vec<Vec<u8>> {
    fn look(folder: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                look(&path, extensions, found);
            } else if path.extension().is_some_and(|e| extensions.iter().any(|x| e == *x)) {
                found.push(path);
            }
        }
    }
    let mut files = Vec::new();
    ["tests/cases", "tests/diagnostics", "examples"].iter().for_each(|f| look(&root().join(f), extensions, &mut files));
    files.sort();
    let inputs = files.iter().map(|path| std::fs::read(path).unwrap()).filter(|bytes| bytes.len() < 60_000);
    inputs.collect()
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Time the process has had on processors, where the system tells it.
fn processor_time() -> Duration {
    const TICK: Duration = Duration::from_millis(10);
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    fields.map(|ticks| TICK * ticks.parse::<u32>().unwrap_or(0)).sum()
}

/// Feeds damaged inputs to a reader: no panic, no hang.
fn feed(name: &str, corpus: &[Vec<u8>], read: impl Fn(Vec<u8>)) {
    assert!(!corpus.is_empty(), "{name}: no input to start from");
    let (count, seed) = (number("STICKSLIP_FUZZ", 50), number("STICKSLIP_FUZZ_SEED", 1));
    for rank in seed..seed + count {
        let mut random = Random(rank.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..8).for_each(|_| _ = random.next());
        let (input, other) = (random.of(corpus).clone(), random.of(corpus).clone());
        let bytes = damaged(&input, &other, &mut random);
        let (start, before) = (Instant::now(), processor_time());
        let outcome = catch_unwind(AssertUnwindSafe(|| read(bytes.clone())));
        if outcome.is_err() || start.elapsed().min(processor_time() - before) > LONGEST {
            let kept = std::env::temp_dir().join(format!("stickslip_fuzz_{name}_{rank}"));
            std::fs::write(&kept, &bytes).unwrap();
            let what = if outcome.is_err() { "a panic" } else { "a hang" };
            panic!("{name}: {what} with input {rank}, kept as {}", kept.display());
        }
    }
}

#[test]
fn damaged_meshes_are_read_or_refused() {
    feed("mail", &corpus(&["mail"]), |bytes| drop(stickslip::io::mail::read("m", &bytes)));
    feed("gmsh", &corpus(&["msh"]), |bytes| drop(stickslip::io::gmsh::read("m", &bytes)));
    feed("ideas", &corpus(&["msup", "unv"]), |bytes| drop(stickslip::io::ideas::read("m", &bytes, true)));
    feed("med", &corpus(&["med", "mmed"]), med);
}

#[test]
fn damaged_tables_and_archives_are_read_or_refused() {
    let table = b"#DEBUT_TABLE\n#TITRE a\n A            B           \n R            K8          \n  1.0000E+00 x\n  -         y\n#FIN_TABLE\n".to_vec();
    let comma = b"A,B,C\n1.5,2,\"x,y\"\n-,nan,'z'\n".to_vec();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    feed("comma", std::slice::from_ref(&comma), |bytes| drop(stickslip::io::comma_table::read(&text(bytes), ',')));
    feed("listed", &[table, comma], |bytes| {
        let text = text(bytes);
        drop(stickslip::io::listed_table::read_marked(&text, " ", 1));
        drop(stickslip::io::listed_table::read_plain(&text, " ", 1));
    });
    let array = stickslip::io::arrays::Array::of_columns(&[&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]]);
    let archive = stickslip::io::arrays::archive(&[("a".into(), array.clone()), ("b".into(), array)]);
    feed("npz", &[archive, stickslip::io::arrays::row_file(&[1.0, 2.0])], |b| drop(stickslip::io::arrays::read(&b)));
}

#[test]
fn damaged_studies_are_parsed_and_checked() {
    let studies = corpus(&["comm"]);
    feed("grammar", &studies, |bytes| {
        let file = SourceFile::new("s.comm", None, stickslip::syntax::decode(&bytes));
        drop(stickslip::syntax::parse(FileId(0), &file));
    });
    feed("formulas", &studies, |bytes| {
        for line in String::from_utf8_lossy(&bytes).lines().take(40) {
            drop(stickslip::syntax::parse_expression(FileId(0), line, 0));
        }
    });
    feed("catalogue", &studies, |bytes| {
        let world = stickslip::source::Memory::default();
        world.write(Path::new("s.comm"), &bytes).unwrap();
        let project = Project { name: "s".into(), commands: vec!["s.comm".into()], ..Project::default() };
        let options = Options { check_only: true, ..Options::default() };
        let report = evaluate(&project, &options, &world, &Silent);
        // Whatever is said can be shown.
        for diagnostic in &report.diagnostics {
            assert!(diagnostic.render(&report.sources, stickslip::diag::Style::Plain, 100).len() < 30_000);
        }
    });
}
