//! Elements against figures computed with Code_Aster 15: the study builds matrices and loads, and the
//! response is computed here by plain Gaussian elimination, apart from the program's own solvers.
//! Relative tolerance 1e-6, the accuracy the figures are stated with.

use std::path::Path;

use nalgebra::DMatrix;
use num_complex::Complex64;
use stickslip::concepts::{Concept, MatrixValue, Model, NodalField};
use stickslip::former::Request;
use stickslip::kernel::assembly::{Component, Numbering};
use stickslip::source::Disk;
use stickslip::study::{Options, Project, Report, evaluate, events::Silent};

use crate::program::root;

/// A study run in place, and the figures beside it.
struct Figures {
    report: Report,
    values: Vec<(String, String, Complex64)>,
}

fn figures(name: &str) -> Figures {
    let folder = root().join("tests/figures").join(name);
    // Of plane stiffnesses with SYME='NON' the version of 2020 kept the symmetric part.
    let former = (name == "lin_discrete_2d").then_some(Request::Former);
    let report = run(&folder.join(format!("{name}.comm")), former);
    let text = std::fs::read_to_string(folder.join(format!("{name}.expected.json"))).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let entry = |v: &serde_json::Value| {
        let value = match v["value"].as_array() {
            Some(pair) => Complex64::new(pair[0].as_f64().unwrap(), pair[1].as_f64().unwrap()),
            None => Complex64::new(v["value"].as_f64().unwrap(), 0.0),
        };
        (v["quantity"].as_str().unwrap().to_string(), v["where"].as_str().unwrap().to_string(), value)
    };
    Figures { report, values: json["values"].as_array().unwrap().iter().map(entry).collect() }
}

fn run(study: &Path, former: Option<Request>) -> Report {
    let world = Disk::default();
    let project = Project::open(study, None, &world).expect("a study");
    let report = evaluate(&project, &Options { former, ..Options::default() }, &world, &Silent);
    assert!(report.error().is_none(), "{:?}", report.error());
    report
}

impl Figures {
    fn concept(&self, name: &str) -> &Concept {
        let handles = self.report.graph.nodes.iter().flat_map(|n| n.makes());
        let named = handles.filter(|h| h.name() == name).find_map(|h| h.get());
        named.unwrap_or_else(|| panic!("no {name}"))
    }

    fn matrix(&self, name: &str) -> &MatrixValue {
        match self.concept(name) {
            Concept::Matrix(matrix) => matrix,
            other => panic!("{other:?}"),
        }
    }

    fn vector(&self, name: &str) -> &NodalField {
        match self.concept(name) {
            Concept::NodalField(field) => field,
            other => panic!("{other:?}"),
        }
    }

    fn model(&self) -> &Model {
        match self.concept("MODEL") {
            Concept::Model(model) => model,
            other => panic!("{other:?}"),
        }
    }

    /// Rank of a component at the node of a group (`node group TIPA`).
    fn rank(&self, place: &str, component: &str) -> usize {
        let group = place.trim_start_matches("node group ");
        let node = self.model().mesh.mesh.node_groups[group][0];
        let component = Component::from_name(component).unwrap();
        self.numbering().rank(node, component).unwrap()
    }

    fn numbering(&self) -> &Numbering {
        &self.matrix("STIFF").matrix.numbering
    }

    /// Solution of `(K + iωC - ω²M) u = f` with the imposed unknowns at zero.
    fn response(&self, omega: f64, damped: bool, force: &NodalField) -> Vec<Complex64> {
        let n = self.numbering().len();
        let mut a = vec![vec![Complex64::default(); n]; n];
        let mut add = |name: &str, factor: Complex64| {
            for (i, j, v) in self.matrix(name).matrix.complex().triplets() {
                a[i][j] += factor * v;
            }
        };
        add("STIFF", Complex64::new(1.0, 0.0));
        add("MASS", Complex64::new(-omega * omega, 0.0));
        if damped {
            add("DAMP", Complex64::new(0.0, omega));
        }
        let mut b: Vec<Complex64> = (0..n).map(|i| force.complex(i)).collect();
        for (i, imposed) in self.numbering().imposed().into_iter().enumerate() {
            if imposed {
                a[i].fill(Complex64::default());
                a[i][i] = Complex64::new(1.0, 0.0);
                b[i] = Complex64::default();
            }
        }
        solve(a, b)
    }
}

/// Gaussian elimination with partial pivoting.
fn solve(mut a: Vec<Vec<Complex64>>, mut b: Vec<Complex64>) -> Vec<Complex64> {
    let n = b.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| a[i][k].norm().total_cmp(&a[j][k].norm())).unwrap();
        a.swap(k, pivot);
        b.swap(k, pivot);
        for i in k + 1..n {
            let factor = a[i][k] / a[k][k];
            if factor != Complex64::default() {
                for j in k..n {
                    let term = factor * a[k][j];
                    a[i][j] -= term;
                }
                let term = factor * b[k];
                b[i] -= term;
            }
        }
    }
    for k in (0..n).rev() {
        let sum: Complex64 = (k + 1..n).map(|j| a[k][j] * b[j]).sum();
        b[k] = (b[k] - sum) / a[k][k];
    }
    b
}

fn compare(what: &str, found: Complex64, expected: Complex64) -> Option<String> {
    let error = (found - expected).norm() / expected.norm();
    (error > 1e-6).then(|| format!("{what}: {found} instead of {expected} ({error:e})"))
}

/// `harmonic VITE DY at order 3 (31 Hz), element A`: field, component, order.
fn harmonic(quantity: &str) -> (bool, &str, usize) {
    let words: Vec<&str> = quantity.split_whitespace().collect();
    let speed = words[1] == "VITE";
    let component = words[if speed { 2 } else { 1 }];
    let order = words.iter().position(|w| *w == "order").unwrap();
    (speed, component, words[order + 1].parse().unwrap())
}

fn harmonic_figures(name: &str, frequencies: &[f64]) -> usize {
    let figures = figures(name);
    let force = figures.vector("PUSHV");
    let omega = |order: usize| 2.0 * std::f64::consts::PI * frequencies[order - 1];
    let responses: Vec<Vec<Complex64>> =
        (1..=frequencies.len()).map(|order| figures.response(omega(order), true, force)).collect();
    let (mut count, mut wrong) = (0, Vec::new());
    for (quantity, place, expected) in figures.values.iter().filter(|v| v.0.starts_with("harmonic")) {
        let (speed, component, order) = harmonic(quantity);
        let mut found = responses[order - 1][figures.rank(place, component)];
        if speed {
            found *= Complex64::new(0.0, omega(order));
        }
        wrong.extend(compare(quantity, found, *expected));
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    count
}

/// Elements A and F are given their damping last, after a stiffness with SYME='NON' elsewhere: their values are read as the
/// columns of a full matrix (for A: DY as if free, DZ coupled to DX by 5.5e5 N/m).
#[test]
fn every_code_of_discrete_elements_in_space() {
    assert_eq!(harmonic_figures("lin_discrete_codes", &[1.0e-3, 9.0, 31.0]), 60);
}

#[test]
fn every_code_of_discrete_elements_in_the_plane() {
    assert_eq!(harmonic_figures("lin_discrete_2d", &[1.0e-3, 11.0]), 32);
}

/// Static tip displacements under end forces and under the weight.
fn static_figures(figures: &Figures, loads: &[(&str, &str)]) -> (usize, Vec<String>) {
    let (mut count, mut wrong) = (0, Vec::new());
    for (load, mark) in loads {
        let response = figures.response(0.0, false, figures.vector(load));
        for (quantity, place, expected) in figures.values.iter().filter(|v| v.0.contains(mark)) {
            let component = quantity.split_whitespace().next().unwrap();
            wrong.extend(compare(quantity, response[figures.rank(place, component)], *expected));
            count += 1;
        }
    }
    (count, wrong)
}

/// Natural frequencies, by the symmetric eigenproblem of `L⁻¹ K L⁻ᵀ` with `M = L Lᵀ`.
fn frequencies(figures: &Figures) -> (usize, Vec<String>) {
    let free: Vec<usize> =
        figures.numbering().imposed().iter().enumerate().filter(|(_, i)| !**i).map(|(r, _)| r).collect();
    let dense = |name: &str| {
        let matrix = figures.matrix(name).matrix.real().unwrap();
        DMatrix::from_fn(free.len(), free.len(), |i, j| matrix.get(free[i], free[j]).unwrap_or(0.0))
    };
    let l = dense("MASS").cholesky().expect("a positive mass").l();
    let half = l.solve_lower_triangular(&dense("STIFF")).unwrap();
    let reduced = l.solve_lower_triangular(&half.transpose()).unwrap();
    let mut squares: Vec<f64> = reduced.symmetric_eigenvalues().iter().copied().collect();
    squares.sort_by(f64::total_cmp);
    let (mut count, mut wrong) = (0, Vec::new());
    for (quantity, _, expected) in figures.values.iter().filter(|v| v.0.starts_with("frequency")) {
        let rank: usize = quantity.split_whitespace().last().unwrap().parse().unwrap();
        let found = squares[rank - 1].sqrt() / (2.0 * std::f64::consts::PI);
        wrong.extend(compare(quantity, Complex64::new(found, 0.0), *expected));
        count += 1;
    }
    (count, wrong)
}

fn assert_beams(name: &str, loads: &[(&str, &str)], expected_count: usize) {
    let figures = figures(name);
    let (statics, mut wrong) = static_figures(&figures, loads);
    let (modes, more) = frequencies(&figures);
    wrong.extend(more);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(statics + modes, expected_count);
}

#[test]
fn beams_of_constant_section() {
    assert_beams("lin_beam_sections", &[("PUSHV", "of the tip, section")], 54);
}

#[test]
fn beams_of_varying_section() {
    assert_beams("lin_beam_varisect", &[("PUSHV", "nodal forces"), ("WEIGHTV", "of the tip, gravity")], 41);
}
