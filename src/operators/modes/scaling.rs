//! Scaling of the shapes of a mode set, and the parameters that follow from it.

use std::sync::Arc;

use crate::concepts::{ElementField, Mode, ModeSet, ModeSupport};
use crate::kernel::assembly::SparseMatrix;
use crate::kernel::linalg::bilinear;
use crate::kernel::modal::{Norm, Participation, flip_to, largest_component, scale_divisor};
use num_complex::Complex64;

/// What modes are measured with.
#[derive(Clone, Debug)]
pub struct Measures {
    pub stiffness: SparseMatrix<f64>,
    pub mass: SparseMatrix<f64>,
    pub damping: Option<SparseMatrix<f64>>,
    pub participation: Participation,
}

/// A scaling as the language names it.
#[derive(Clone, Debug, PartialEq)]
pub enum Scaling {
    Mass,
    Stiffness,
    Norm(Norm),
}

const DIRECTIONS: [&str; 3] = ["DX", "DY", "DZ"];

impl Measures {
    /// Energy `φᴴ A φ` of a shape, complex or not.
    fn energy(matrix: &SparseMatrix<f64>, mode: &Mode) -> f64 {
        let real = bilinear(matrix, &mode.values, &mode.values);
        if mode.imaginary.is_empty() { real } else { real + bilinear(matrix, &mode.imaginary, &mode.imaginary) }
    }

    /// Scales a mode and recomputes its parameters. False when the shape vanishes in that norm: it is
    /// left as it was.
    pub fn rescale(&self, mode: &mut Mode, scaling: &Scaling) -> bool {
        let (norm, energy) = match scaling {
            Scaling::Mass => (&Norm::Matrix, Self::energy(&self.mass, mode)),
            Scaling::Stiffness => (&Norm::Matrix, Self::energy(&self.stiffness, mode)),
            Scaling::Norm(norm) => (norm, 0.0),
        };
        let Some(divisor) = divisor(mode, norm, energy) else { return false };
        divide(mode, divisor);
        self.refresh(mode);
        true
    }

    /// Makes a component positive (or negative).
    pub fn orient(&self, mode: &mut Mode, component: usize, positive: bool) {
        let sign = flip_to(mode.values.get(component).copied().unwrap_or(0.0), positive);
        if sign < 0.0 {
            divide(mode, Complex64::new(sign, 0.0));
            self.refresh(mode);
        }
    }

    /// Recomputes the parameters that depend on the scaling.
    pub fn refresh(&self, mode: &mut Mode) {
        let (mass, stiffness) = (Self::energy(&self.mass, mode), Self::energy(&self.stiffness, mode));
        let parameters = self.participation.from_energies(&mode.values, mass, stiffness);
        let mut set = |name: String, value: f64| {
            mode.parameters.insert(name, value);
        };
        set("MASS_GENE".into(), mass);
        set("RIGI_GENE".into(), stiffness);
        for (d, name) in DIRECTIONS.iter().enumerate() {
            set(format!("FACT_PARTICI_{name}"), parameters.participation[d]);
            set(format!("MASS_EFFE_{name}"), parameters.effective_mass[d]);
            set(format!("MASS_EFFE_UN_{name}"), parameters.effective_fraction[d]);
        }
        if let Some(damping) = &self.damping {
            let value = Self::energy(damping, mode);
            mode.parameters.insert("AMOR_GENE".into(), value);
        }
    }
}

/// Which components count, for a set: all of them, or by a test on the component's name.
pub fn components(set: &ModeSupport, size: usize, test: impl Fn(&str) -> bool) -> Vec<bool> {
    match set {
        ModeSupport::Physical(numbering) => numbering.dofs().iter().map(|d| test(d.component.name())).collect(),
        ModeSupport::Generalized(_) => vec![true; size],
    }
}

/// Scales every mode so that its largest component is 1: what modes are given in when nothing is asked.
pub fn scale_to_largest(set: &mut ModeSet, measures: &Measures) {
    let size = set.modes.first().map_or(0, |m| m.values.len());
    let scaling = Scaling::Norm(Norm::Largest(components(&set.support, size, |_| true)));
    for mode in &mut set.modes {
        measures.rescale(mode, &scaling);
    }
}

fn divisor(mode: &Mode, norm: &Norm, energy: f64) -> Option<Complex64> {
    if mode.imaginary.is_empty() {
        return scale_divisor(&mode.values, norm, energy).map(|d| Complex64::new(d, 0.0));
    }
    let component = |rank: usize| Complex64::new(mode.values[rank], mode.imaginary[rank]);
    let divisor = match norm {
        Norm::Largest(allowed) => component(largest_component(&mode.values, &mode.imaginary, allowed)?),
        Norm::Component(rank) if *rank < mode.values.len() => component(*rank),
        Norm::Component(_) => return None,
        Norm::Matrix => Complex64::new(if energy > 0.0 { energy.sqrt() } else { 0.0 }, 0.0),
        Norm::Euclidean(allowed) => {
            let squares = (0..mode.values.len()).filter(|&i| allowed[i]).map(|i| component(i).norm_sqr());
            Complex64::new(squares.sum::<f64>().sqrt(), 0.0)
        }
    };
    (divisor.norm() > 0.0).then_some(divisor)
}

/// Divides a shape, and the fields computed on it.
fn divide(mode: &mut Mode, divisor: Complex64) {
    mode.fields.retain(|name, field| divide_field(name, Arc::make_mut(field), divisor));
    if mode.imaginary.is_empty() {
        mode.values.iter_mut().for_each(|v| *v /= divisor.re);
        return;
    }
    for (x, y) in mode.values.iter_mut().zip(&mut mode.imaginary) {
        let z = Complex64::new(*x, *y) / divisor;
        (*x, *y) = (z.re, z.im);
    }
}

/// Divides a field of a mode as its name asks: forces and stresses are linear in the shape, energies quadratic. False
/// for a field of which nothing is known (it is dropped), and for extreme stresses under another factor than a
/// positive one.
fn divide_field(name: &str, field: &mut ElementField, divisor: Complex64) -> bool {
    let begins = |stems: &[&str]| stems.iter().any(|stem| name.starts_with(stem));
    let divisor = if begins(&["EFGE", "SIEF", "SIPO", "SIGM", "FORC_NODA", "REAC_NODA"]) {
        divisor
    } else if begins(&["ECIN", "EPOT", "ENEL", "ETOT", "ENTR"]) {
        Complex64::new(divisor.norm_sqr(), 0.0)
    } else if begins(&["SIPM"]) && divisor.im == 0.0 && divisor.re > 0.0 {
        divisor
    } else {
        return false;
    };
    if divisor.im != 0.0 && field.imaginary.is_empty() {
        field.imaginary = field.cells.iter().map(|cell| vec![0.0; cell.len()]).collect();
    }
    if field.imaginary.is_empty() {
        field.cells.iter_mut().flatten().for_each(|x| *x /= divisor.re);
    } else {
        for (x, y) in field.cells.iter_mut().flatten().zip(field.imaginary.iter_mut().flatten()) {
            let z = Complex64::new(*x, *y) / divisor;
            (*x, *y) = (z.re, z.im);
        }
    }
    true
}

/// A value of NORME.
pub fn named_scaling(norm: &str, set: &ModeSet) -> Scaling {
    let size = set.modes.first().map_or(0, |m| m.values.len());
    let translation = |c: &str| matches!(c, "DX" | "DY" | "DZ");
    let rotation = |c: &str| matches!(c, "DRX" | "DRY" | "DRZ");
    let among = |test: &dyn Fn(&str) -> bool| components(&set.support, size, test);
    match norm {
        "MASS_GENE" => Scaling::Mass,
        "RIGI_GENE" => Scaling::Stiffness,
        "EUCL" => Scaling::Norm(Norm::Euclidean(among(&|_| true))),
        "EUCL_TRAN" => Scaling::Norm(Norm::Euclidean(among(&translation))),
        "TRAN" => Scaling::Norm(Norm::Largest(among(&translation))),
        "ROTA" => Scaling::Norm(Norm::Largest(among(&rotation))),
        _ => Scaling::Norm(Norm::Largest(among(&|c| translation(c) || rotation(c)))),
    }
}
