//! What is called ends: each function of `numpy` in studies, on 1000 matrices that are random, degenerate, huge, tiny or not finite.
//! Iterations of eigenvalues had no bound, and a check ran them too.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::{root, scratch};

/// Longest time of 50 matrices. It is no measure of speed: what does not end takes for ever.
const LIMIT: Duration = Duration::from_secs(300);

/// Functions that are asked with a matrix alone, with two, and with a matrix and a vector; the others read files, or make arrays of a
/// size that is given (of 1e300 rows).
const ELSEWHERE: [&str; 14] = [
    "arange",
    "empty",
    "eye",
    "full",
    "genfromtxt",
    "identity",
    "linspace",
    "load",
    "loadtxt",
    "logspace",
    "ones",
    "save",
    "savetxt",
    "zeros",
];
const SIZES: [&str; 4] = ["fftfreq", "rfftfreq", "repeat", "tile"];

/// Names of the functions, as studies call them.
fn functions() -> Vec<String> {
    let read = |file: &str| std::fs::read_to_string(root().join("src/python/modules/numpy").join(file)).unwrap();
    let (table, spectra) = (read("table.rs"), read("spectra.rs"));
    let mut names = Vec::new();
    for part in table.split("pub const ").skip(1) {
        let module = if part.starts_with("LINEAR") { "np.linalg." } else { "np." };
        let entries = part.split("\n];").next().and_then(|rest| rest.split("\n);").next()).unwrap();
        let plain: Vec<&str> = match part.split(['&', ':']).next().unwrap() {
            "REDUCTIONS" | "ELEMENTARY" => entries.split('"').skip(1).step_by(2).filter(|n| !n.is_empty()).collect(),
            _ => entries.split("function(\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect(),
        };
        let math = part.starts_with("ELEMENTARY");
        names.extend(plain.iter().step_by(if math { 2 } else { 1 }).map(|name| format!("{module}{name}")));
    }
    names
        .extend(spectra.split("function(\"").skip(1).map(|rest| format!("np.fft.{}", rest.split('"').next().unwrap())));
    names.retain(|name| !ELSEWHERE.iter().chain(&SIZES).any(|other| name.rsplit('.').next() == Some(other)));
    assert!(
        names.len() > 100 && names.iter().any(|n| n == "np.linalg.eigvals") && names.iter().any(|n| n == "np.tanh")
    );
    names
}

/// A fixed row of numbers between -1 and 1.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn below(&mut self, n: usize) -> usize {
        ((self.next() + 1.0) * 0.5 * n as f64) as usize % n
    }
}

/// Matrix number `k`: eighteen kinds, sizes 1 to 8, scales from 1e-300 to 1e300.
fn matrix(k: usize, draw: &mut Draw) -> Vec<Vec<f64>> {
    let n = 1 + draw.below(8);
    let scale = [1.0, 1.0, 1.0, 1e-8, 1e12, 1e-300, 1e300][draw.below(7)];
    let full: Vec<Vec<f64>> = (0..n).map(|_| (0..n).map(|_| draw.next()).collect()).collect();
    let c = draw.next();
    let kind = k % 18;
    let at = |i: usize, j: usize| match kind {
        0 | 1 => full[i][j],
        2 => full[i.min(j)][i.max(j)],
        3 => full[i.min(j)][i.max(j)] * if i < j { -1.0 } else { 1.0 },
        4 => 0.0,
        5 => f64::from(u8::from((i + 1) % n == j)),
        6 => f64::from(u8::from(i + 1 == j)),
        7 => {
            if i == j {
                c
            } else {
                f64::from(u8::from(i + 1 == j))
            }
        }
        8 => full[i][0] * full[0][j],
        9 => 1.0 / (i + j + 1) as f64,
        10 => {
            if i > j + 1 {
                0.0
            } else {
                full[i][j]
            }
        }
        11 => {
            if i <= j {
                full[i][j]
            } else {
                0.0
            }
        }
        12 => {
            if i >= j {
                full[i][j]
            } else {
                0.0
            }
        }
        13 => c,
        14 => full[i][j] * 10.0_f64.powi(40 * (i as i32 - j as i32) / n as i32),
        15 => {
            if i == 0 {
                full[0][j]
            } else {
                f64::from(u8::from(i == j + 1))
            }
        }
        16 => {
            if (i, j) == (0, n - 1) {
                [f64::NAN, f64::INFINITY][k / 18 % 2]
            } else {
                full[i][j]
            }
        }
        _ => (full[i][j] * 3.0).round(),
    };
    (0..n).map(|i| (0..n).map(|j| scale * at(i, j)).collect()).collect()
}

fn literal(x: f64) -> String {
    match x {
        x if x.is_nan() => "float('nan')".into(),
        x if x.is_infinite() => format!("{}float('inf')", if x < 0.0 { "-" } else { "" }),
        x => format!("{x:e}"),
    }
}

#[test]
fn functions_of_numpy_end_on_a_thousand_matrices() {
    let folder = scratch("numpy_ends");
    let calls = functions().join(", ");
    let mut draw = Draw(7);
    for batch in 0..20 {
        let rows = |m: &[Vec<f64>]| {
            let row = |row: &Vec<f64>| format!("[{}]", row.iter().map(|x| literal(*x)).collect::<Vec<_>>().join(", "));
            format!("[{}]", m.iter().map(row).collect::<Vec<_>>().join(", "))
        };
        let matrices: Vec<String> = (0..50).map(|k| rows(&matrix(50 * batch + k, &mut draw))).collect();
        let study = format!(
            "import numpy as np\nDEBUT()\nfunctions = [{calls}]\ndone = 0\nfor rows in [{}]:\n    a = np.array(rows)\n    \
             for f in functions:\n        for more in ((), (a,), (a[0],)):\n            try:\n                f(a, *more)\n            \
             except Exception:\n                pass\n            done = done + 1\nprint('calls', done)\nFIN()\n",
            matrices.join(",\n    ")
        );
        let name = format!("batch_{batch}.comm");
        std::fs::write(folder.join(&name), study).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_stickslip"))
            .args(["run", &name])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .stdout(std::fs::File::create(folder.join(format!("{name}.txt"))).unwrap())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if start.elapsed() > LIMIT {
                child.kill().unwrap();
                panic!("{name} of {} does not end", folder.display());
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        let text = std::fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
        assert!(status.success() && text.contains(&format!("calls {}", 150 * functions().len())), "{name}: {text}");
    }
}

/// Iterations of the library of matrices that have no bound of their own, and what stands for them.
const UNBOUNDED: [&str; 10] = [
    "SymmetricEigen::new(",
    ".symmetric_eigen()",
    ".symmetric_eigenvalues()",
    ".complex_eigenvalues()",
    ".eigenvalues()",
    ".svd(",
    "SVD::new(",
    ".schur()",
    "Schur::new(",
    ".singular_values()",
];

#[test]
fn iterations_without_a_bound_are_not_called() {
    fn look(folder: &std::path::Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.to_string_lossy().to_string();
            if path.is_dir() {
                if !name.ends_with("tests") {
                    look(&path, found);
                }
                continue;
            }
            let is_code = name.ends_with(".rs") && !name.ends_with("tests.rs") && !name.ends_with("properties.rs");
            if !is_code {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap();
            for (number, line) in code.lines().enumerate().filter(|(_, line)| !line.trim().starts_with("//")) {
                // The quadratic problem has eigenvalues of its own, with a bound.
                if UNBOUNDED.iter().any(|call| line.contains(call)) && !line.contains("problem.eigenvalues()") {
                    found.push(format!("{name}:{}: {}", number + 1, line.trim()));
                }
            }
        }
    }
    let mut found = Vec::new();
    look(&root().join("src"), &mut found);
    assert!(
        found.is_empty(),
        "take kernel::linalg (symmetric_eigen, real_eigenvalues) or try_new with a bound:\n{}",
        found.join("\n")
    );
}

/// Layers sheared so long that the rounding of the time is a larger share of a step than instants may differ by: the pieces between
/// two instants had no length, for ever. The same layer in m and s, and in mm.
#[test]
fn long_runs_of_a_layer_end() {
    for (name, scale) in [("metres", 1.0), ("millimetres", 1e3)] {
        let folder = scratch(&format!("ends_layer_{name}"));
        let study = format!(
            "DEBUT()\nRUN = DYNA_COUCHE(HAUTEUR={}, RHO=1.9, CELE_P={}, CELE_S={}, SCHEMA=_F(NB_PAS=400), INST_FIN=60.0, VITE_BASE={},\n    \
             ARCHIVAGE=_F(PAS_ARCH=1000000), PRESSION=1.3, FROTTEMENT=_F(LOI='LINEAIRE', MU_STAT=0.4, MU_DYNA=0.3, PENTE=0.5))\nFIN()\n",
            0.7 * scale,
            1.7e3 * scale,
            1e3 * scale,
            0.7 * scale
        );
        std::fs::write(folder.join("layer.comm"), study).unwrap();
        let run = crate::program::stickslip(&folder, &["run", "layer.comm", "--max-time", "100"]);
        let said = String::from_utf8_lossy(&run.stdout).into_owned() + &*String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success() && said.contains("17142857 steps"), "{said}");
    }
}
