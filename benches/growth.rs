//! How cost grows with size: the program is run on studies of growing size, and the exponent between sizes is printed.
//!
//! Run with `cargo bench --bench growth`; a word on the command line keeps the rows that contain it. `benches/README.md`
//! says how to read the table.
#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use stickslip::kernel::assembly::Constraint;
use stickslip::kernel::linalg::Elimination;

/// One row: what grows, the sizes, the exponent that the method allows, and what writes the study of a size.
struct Row {
    what: &'static str,
    sizes: [usize; 3],
    limit: f64,
    /// The study, its mesh (empty without), and whether it is checked only.
    study: fn(usize) -> (String, String, bool),
}

const ROWS: [Row; 12] = [
    Row { what: "calls", sizes: [1_000, 10_000, 100_000], limit: 1.0, study: calls },
    Row { what: "calls that read one another", sizes: [1_000, 10_000, 100_000], limit: 1.0, study: chain },
    Row { what: "TEST_FONCTION", sizes: [1_000, 10_000, 100_000], limit: 1.0, study: assertions },
    Row { what: "TEST_ occurrences in one call", sizes: [1_000, 10_000, 100_000], limit: 1.0, study: occurrences },
    Row { what: "instants asked for", sizes: [1_000, 10_000, 100_000], limit: 1.0, study: instants },
    Row { what: "mistakes", sizes: [1_000, 10_000, 30_000], limit: 1.0, study: mistakes },
    Row { what: "rows of a table", sizes: [10_000, 100_000, 1_000_000], limit: 1.0, study: table },
    Row { what: "rows filtered", sizes: [10_000, 100_000, 1_000_000], limit: 1.0, study: filtered },
    Row { what: "points combined", sizes: [10_000, 100_000, 1_000_000], limit: 1.0, study: combined },
    Row { what: "nodes of a .mail mesh", sizes: [10_000, 100_000, 1_000_000], limit: 1.0, study: mesh },
    Row { what: "nodes held in a plane", sizes: [1_000, 10_000, 40_000], limit: 1.0, study: plane },
    Row { what: "unknowns of a block of beams", sizes: [600, 6_000, 20_000], limit: 2.0, study: block },
];

fn main() {
    let only: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let folder = std::env::temp_dir().join(format!("stickslip_growth_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    println!(
        "{:<30} {:>10} {:>9} {:>9} {:>6} {:>6} {:>9} {:>9}",
        "", "size", "cpu s", "exponent", "limit", "ratio", "peak MB", "kB each"
    );
    for row in ROWS.iter().filter(|row| only.is_empty() || only.iter().any(|word| row.what.contains(word.as_str()))) {
        let mut before: Option<(usize, f64)> = None;
        for size in row.sizes {
            let (cpu, peak) = measured(&folder, row, size);
            let grown = |(small, cost): (f64, f64)| libm::log(cpu / cost) / libm::log(size as f64 / small);
            let exponent: Option<f64> = before.map(|(small, cost): (usize, f64)| grown((small as f64, cost)));
            let shown = |x: Option<f64>| x.map_or("-".to_string(), |x| format!("{x:.2}"));
            println!(
                "{:<30} {size:>10} {cpu:>9.3} {:>9} {:>6.1} {:>6} {:>9.1} {:>9.2}",
                row.what,
                shown(exponent),
                row.limit,
                shown(exponent.map(|exponent| exponent / row.limit)),
                peak / 1e3,
                peak / size as f64
            );
            before = Some((size, cpu));
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    if only.is_empty() || only.iter().any(|word| "constraints eliminated".contains(word.as_str())) {
        eliminated();
    }
}

/// Seconds (limit: 0.5 s for 121,200) that the elimination of constraints takes by itself: imposed unknowns, and unknowns
/// that follow two others.
fn eliminated() {
    let imposed = |n: usize| (0..n).map(|i| vec![(3 * i, 1.0)]).collect::<Vec<_>>();
    let following =
        |n: usize| (0..n).map(|i| vec![(3 * i, 1.0), (3 * i + 1, -0.5), (3 * i + 2, -0.5)]).collect::<Vec<_>>();
    for (what, terms) in
        [("imposed", &imposed as &dyn Fn(usize) -> Vec<Vec<(usize, f64)>>), ("of three terms", &following)]
    {
        let mut before: Option<f64> = None;
        for n in [1_212, 12_120, 121_200] {
            let constraint = |terms| Constraint { terms, value: 0.0, load: 0 };
            let constraints: Vec<Constraint> = terms(n).into_iter().map(constraint).collect();
            let best = (0..5).map(|_| {
                let start = Instant::now();
                black_box(Elimination::new(3 * n, black_box(&constraints)));
                start.elapsed().as_secs_f64()
            });
            let best = best.fold(f64::INFINITY, f64::min);
            let exponent = before.map_or("-".to_string(), |before| format!("{:.2}", libm::log10(best / before)));
            println!("{:<30} {n:>10} {best:>9.4} {exponent:>9} {:>6.1}", format!("constraints {what}"), 1.0);
            before = Some(best);
        }
    }
}

/// Processor seconds and greatest memory (kB) of the program on the study of a size.
fn measured(folder: &Path, row: &Row, size: usize) -> (f64, f64) {
    let (study, mesh, checked_only) = (row.study)(size);
    std::fs::write(folder.join("study.comm"), study).unwrap();
    let mut profile = "F comm study.comm D 1\n".to_string();
    if !mesh.is_empty() {
        std::fs::write(folder.join("study.mail"), mesh).unwrap();
        profile += "F mail study.mail D 20\n";
    }
    let profile_path: PathBuf = folder.join("study.export");
    std::fs::write(&profile_path, profile).unwrap();
    let verb = if checked_only { "check" } else { "run" };
    let (start, children) = (Instant::now(), children_ticks());
    let mut child = Command::new(env!("CARGO_BIN_EXE_stickslip"))
        .arg(verb)
        .arg(&profile_path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut peak = 0.0;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        peak = peak_kb(child.id()).unwrap_or(peak);
        std::thread::sleep(Duration::from_millis(2));
    };
    assert!(status.success() || checked_only, "{} of size {size} ended with {status}", row.what);
    let elapsed = start.elapsed().as_secs_f64();
    let cpu = children_ticks().zip(children).map_or(elapsed, |(after, before)| (after - before) * 0.01);
    (cpu.max(0.005), peak)
}

/// Hundredths of a second that children which have ended had the processor; `None` where the system does not tell.
fn children_ticks() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let after_name = text.rsplit(')').next()?;
    let mut fields = after_name.split_whitespace().skip(13);
    Some(fields.next()?.parse::<f64>().ok()? + fields.next()?.parse::<f64>().ok()?)
}

fn peak_kb(id: u32) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = text.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn study(body: impl Fn(&mut String)) -> String {
    let mut text = "DEBUT()\n".to_string();
    body(&mut text);
    text + "FIN()\n"
}

fn calls(n: usize) -> (String, String, bool) {
    let line = |text: &mut String, i| writeln!(text, "X{i} = DEFI_CONSTANTE(VALE={i}.0)").unwrap();
    (study(|text| (0..n).for_each(|i| line(text, i))), String::new(), false)
}

fn chain(n: usize) -> (String, String, bool) {
    let text = study(|text| {
        *text += "X0 = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 1.0))\n";
        for i in 1..n {
            writeln!(text, "X{i} = CALC_FONCTION(COMB=_F(FONCTION=X{}, COEF=1.0))", i - 1).unwrap();
        }
    });
    (text, String::new(), false)
}

fn assertions(n: usize) -> (String, String, bool) {
    let text = study(|text| {
        *text += "F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 1.0))\n";
        let line = "TEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=0.5, VALE_CALC=0.5))\n";
        (0..n).for_each(|_| *text += line);
    });
    (text, String::new(), false)
}

fn occurrences(n: usize) -> (String, String, bool) {
    let text = study(|text| {
        *text += "F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 1.0))\nTEST_FONCTION(VALEUR=(\n";
        (0..n).for_each(|_| *text += "    _F(FONCTION=F, VALE_PARA=0.5, VALE_CALC=0.5),\n");
        *text += "))\n";
    });
    (text, String::new(), false)
}

/// A mass on a spring under a constant force: each state that is kept is asked for by its instant, by an assertion and by
/// RECU_FONCTION. The displacement is (cos(10 t) - 1)/100, at most 0.1 fast, and the scheme is half a step late.
fn instants(n: usize) -> (String, String, bool) {
    const SPRING: &str = "MESH = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))
CARA = AFFE_CARA_ELEM(MODELE=MODEL, DISCRET=(_F(GROUP_MA='SPRING', CARA='K_T_D_L', VALE=(200.0, 0.0, 0.0)),
                                             _F(GROUP_MA='WEIGHT', CARA='M_T_D_N', VALE=2.0)))
HELD = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=(_F(GROUP_NO='A', DX=0, DY=0, DZ=0), _F(GROUP_NO='B', DY=0, DZ=0)))
ASSEMBLAGE(MODELE=MODEL, CARA_ELEM=CARA, CHARGE=HELD, NUME_DDL=CO('NU'),
           MATR_ASSE=(_F(MATRICE=CO('K'), OPTION='RIGI_MECA'), _F(MATRICE=CO('M'), OPTION='MASS_MECA')))
MODES = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, CALC_FREQ=_F(NMAX_FREQ=1))
PROJ_BASE(BASE=MODES, MATR_ASSE_GENE=(_F(MATRICE=CO('KG'), MATR_ASSE=K), _F(MATRICE=CO('MG'), MATR_ASSE=M)))
LOAD = CALC_CHAR_SEISME(MATR_MASS=M, DIRECTION=(1.0, 0.0, 0.0), MONO_APPUI='OUI')
PROJ_BASE(BASE=MODES, VECT_ASSE_GENE=_F(VECTEUR=CO('VG'), VECT_ASSE=LOAD, TYPE_VECT='FORC'))
ONE = DEFI_CONSTANTE(VALE=1.0)
RUN = DYNA_VIBRA(BASE_CALCUL='GENE', TYPE_CALCUL='TRAN', MATR_MASS=MG, MATR_RIGI=KG,
                 EXCIT=_F(VECT_ASSE_GENE=VG, FONC_MULT=ONE), SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'),
                 INCREMENT=_F(INST_FIN=N * 1.0e-4, PAS=1.0e-4))
T = [1.0e-4 * k for k in range(1, N)]
TEST_RESU(GENE=[_F(RESU_GENE=RUN, NUME_CMP_GENE=1, NOM_CHAM='DEPL', INST=t, CRITERE=('ABSOLU', 'RELATIF'),
                   VALE_CALC=0.01 * (cos(10.0 * t) - 1.0), TOLE_MACHINE=(6.0e-6, 1.0e-6)) for t in T])
LIST = DEFI_LIST_REEL(VALE=T)
F = RECU_FONCTION(RESU_GENE=RUN, NOM_CHAM='DEPL', NUME_CMP_GENE=1, LIST_INST=LIST)
";
    const SPRING_MESH: &str = "COOR_3D\nA 0. 0. 0.\nB 1. 0. 0.\nFINSF\nSEG2\nS A B\nFINSF\nPOI1\nW B\nFINSF
GROUP_NO A\nA\nFINSF\nGROUP_NO B\nB\nFINSF\nGROUP_MA SPRING\nS\nFINSF\nGROUP_MA WEIGHT\nW\nFINSF\nFIN\n";
    (study(|text| *text += &format!("N = {n}\n{SPRING}")), SPRING_MESH.to_string(), false)
}

fn mistakes(n: usize) -> (String, String, bool) {
    let line = |text: &mut String, i| writeln!(text, "X{i} = DEFI_CONSTANTE(VAL={i}.0)").unwrap();
    (study(|text| (0..n).for_each(|i| line(text, i))), String::new(), true)
}

fn table(n: usize) -> (String, String, bool) {
    let text = study(|text| {
        let values = format!("[0.5*i for i in range({n})]");
        writeln!(text, "V = {values}\nT = CREA_TABLE(LISTE=(_F(PARA='A', LISTE_R=V), _F(PARA='B', LISTE_R=V)))")
            .unwrap();
    });
    (text, String::new(), false)
}

/// A sine on `n` points, and what is done with it.
fn sampled(n: usize, more: &str) -> (String, String, bool) {
    let text = study(|text| {
        let list = format!("DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=1.0, NOMBRE={n}))");
        writeln!(text, "L = {list}\nG = FORMULE(VALE='sin(1000.0*INST)', NOM_PARA='INST')").unwrap();
        *text += "F = CALC_FONC_INTERP(FONCTION=G, LIST_PARA=L, NOM_PARA='INST', NOM_RESU='DEPL')\n";
        *text += more;
    });
    (text, String::new(), false)
}

fn filtered(n: usize) -> (String, String, bool) {
    let more = "T = CREA_TABLE(FONCTION=_F(FONCTION=F))
U = CALC_TABLE(TABLE=T, ACTION=_F(OPERATION='FILTRE', NOM_PARA='DEPL', VALE=0.5, CRIT_COMP='GT'))\n";
    sampled(n, more)
}

fn combined(n: usize) -> (String, String, bool) {
    sampled(n, "S = CALC_FONCTION(COMB=(_F(FONCTION=F, COEF=1.0), _F(FONCTION=F, COEF=2.0)))\n")
}

/// Nodes of a cube of beams, with the beams along its three axes, `wide` nodes along X and Y, `high` along Z.
fn cube(wide: usize, high: usize, dimension: usize) -> String {
    let name = |i: usize, j: usize, k: usize| (k * wide + j) * wide + i + 1;
    let mut text = format!("COOR_{dimension}D\n");
    let deep = if dimension == 2 { 1 } else { high };
    let all = (0..deep).flat_map(|k| (0..wide).flat_map(move |j| (0..wide).map(move |i| (i, j, k))));
    for (i, j, k) in all.clone() {
        match dimension {
            2 => writeln!(text, "N{} {i}. {j}.", name(i, j, k)).unwrap(),
            _ => writeln!(text, "N{} {i}. {j}. {k}.", name(i, j, k)).unwrap(),
        }
    }
    text += "FINSF\nSEG2\n";
    let mut cell = 0;
    for (i, j, k) in all.clone() {
        let ends = [(i + 1, j, k), (i, j + 1, k), (i, j, k + 1)];
        for (a, b, c) in ends.into_iter().filter(|&(a, b, c)| a < wide && b < wide && c < deep) {
            cell += 1;
            writeln!(text, "M{cell} N{} N{}", name(i, j, k), name(a, b, c)).unwrap();
        }
    }
    text += "FINSF\nGROUP_NO NOM = BASE\n";
    for (i, j, k) in all.filter(|&(_, j, k)| if dimension == 2 { j == 0 } else { k == 0 }) {
        writeln!(text, "N{}", name(i, j, k)).unwrap();
    }
    text + "FINSF\nFIN\n"
}

fn mesh(n: usize) -> (String, String, bool) {
    let side = libm::cbrt(n as f64).round() as usize;
    (study(|text| *text += "MESH = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)\n"), cube(side, side, 3), false)
}

const MODEL: &str = "MESH = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)
MESH = DEFI_GROUP(reuse=MESH, MAILLAGE=MESH, CREA_GROUP_MA=_F(NOM='ALL', TOUT='OUI'))
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='POU_D_E'))
STEEL = DEFI_MATERIAU(ELAS=_F(E=2.1e11, NU=0.3, RHO=7800.0))
FIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=STEEL))
CARA = AFFE_CARA_ELEM(MODELE=MODEL, POUTRE=_F(GROUP_MA='ALL', SECTION='CERCLE', CARA='R', VALE=0.05))
";
const MODES: &str = "ASSEMBLAGE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=CARA, CHARGE=HELD, NUME_DDL=CO('NU'),
           MATR_ASSE=(_F(MATRICE=CO('K'), OPTION='RIGI_MECA'), _F(MATRICE=CO('M'), OPTION='MASS_MECA')))
";

fn plane(n: usize) -> (String, String, bool) {
    let text = study(|text| {
        *text += MODEL;
        *text += "HELD = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=(_F(TOUT='OUI', DZ=0.0, DRX=0.0, DRY=0.0),\n";
        *text += "                                               _F(GROUP_NO='BASE', DX=0.0, DY=0.0, DRZ=0.0)))\n";
        *text += MODES;
        *text += "X = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION='PLUS_PETITE', CALC_FREQ=_F(NMAX_FREQ=1))\n";
    });
    (text, cube((n as f64).sqrt().round() as usize, 1, 2), false)
}

fn block(n: usize) -> (String, String, bool) {
    let text = study(|text| {
        *text += MODEL;
        *text +=
            "HELD = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=_F(GROUP_NO='BASE', BLOCAGE=('DEPLACEMENT', 'ROTATION')))\n";
        *text += MODES;
        *text += "X = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION='PLUS_PETITE', CALC_FREQ=_F(NMAX_FREQ=20))\n";
    });
    let side = libm::cbrt(n as f64 / 6.0).round() as usize;
    (text, cube(side, side, 3), false)
}
