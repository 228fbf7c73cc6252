//! Scaling of the shapes of a mode set, and the parameters that follow from it.
//!
//! Real shapes take the sign their norm asks for. Complex shapes are in [`super::complex_scaling`].

use std::sync::Arc;

use crate::concepts::{ElementField, Mode, ModeSet, ModeSupport};
use crate::kernel::assembly::SparseMatrix;
use crate::kernel::linalg::{SIDES, bilinear, bundle, energies};
use crate::kernel::modal::{Norm, Participation, flip_to, largest_component, scale_divisor};
use num_complex::Complex64;

/// What modes are measured with.
#[derive(Clone, Debug)]
pub struct Measures {
    pub stiffness: SparseMatrix<f64>,
    /// Imaginary part of the stiffness, when it has one.
    pub loss: Option<SparseMatrix<f64>>,
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

    /// Scales a mode. Parameters of real modes follow; those of complex modes stay what they were first. False when
    /// the shape vanishes in that norm: it is left as it was.
    pub fn rescale(&self, mode: &mut Mode, scaling: &Scaling) -> bool {
        if !mode.imaginary.is_empty() {
            let Some(divisor) = self.complex_divisor(mode, scaling) else { return false };
            divide(mode, divisor);
            return true;
        }
        let (norm, energy) = match scaling {
            Scaling::Mass => (&Norm::Matrix, Self::energy(&self.mass, mode)),
            Scaling::Stiffness => (&Norm::Matrix, Self::energy(&self.stiffness, mode)),
            Scaling::Norm(norm) => (norm, 0.0),
        };
        let Some(divisor) = scale_divisor(&mode.values, norm, energy) else { return false };
        divide(mode, Complex64::from(divisor));
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

    /// Recomputes the parameters that depend on the scaling; a buckling mode has none.
    pub fn refresh(&self, mode: &mut Mode) {
        if mode.parameters.contains_key("CHAR_CRIT") {
            return;
        }
        let mass = Self::energy(&self.mass, mode);
        self.refresh_with(mode, mass, self.modal_stiffness(mode));
    }

    /// Generalised stiffness of a mode.
    fn modal_stiffness(&self, mode: &Mode) -> f64 {
        match &self.loss {
            // Without a damping matrix, `Re(φᵀ K φ)` with the complex stiffness.
            Some(loss) if self.damping.is_none() && !mode.imaginary.is_empty() => {
                bilinear(&self.stiffness, &mode.values, &mode.values)
                    - bilinear(&self.stiffness, &mode.imaginary, &mode.imaginary)
                    - 2.0 * bilinear(loss, &mode.values, &mode.imaginary)
            }
            _ => Self::energy(&self.stiffness, mode),
        }
    }

    /// Writes the parameters of real modes of symmetric matrices, eight modes at a time.
    pub fn refresh_all(&self, modes: &mut [Mode]) {
        for some in modes.chunks_mut(SIDES) {
            let mut shapes: Vec<Vec<f64>> = some.iter_mut().map(|mode| std::mem::take(&mut mode.values)).collect();
            let together = bundle(&shapes, self.mass.size());
            let (masses, stiffnesses) = (energies(&self.mass, &together), energies(&self.stiffness, &together));
            for (k, mode) in some.iter_mut().enumerate() {
                mode.values = std::mem::take(&mut shapes[k]);
                self.refresh_with(mode, masses[k], stiffnesses[k]);
            }
        }
    }

    /// Writes the parameters that follow from the generalised mass and stiffness.
    fn refresh_with(&self, mode: &mut Mode, mass: f64, stiffness: f64) {
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
        if self.damping.is_some() || !mode.imaginary.is_empty() {
            let value = self.damping.as_ref().map_or(0.0, |damping| Self::energy(damping, mode));
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

/// Scales every mode so that its largest component is exactly 1: what modes are given in when nothing is asked.
pub fn scale_to_largest(set: &mut ModeSet, measures: &Measures) {
    largest_to_one(set);
    set.iter_mut().for_each(|mode| measures.refresh(mode));
}

/// Scales every mode so that its largest component is exactly 1; its parameters stay for [`Measures::refresh_all`] to write.
pub fn largest_to_one(set: &mut ModeSet) {
    let size = set.first().map_or(0, |m| m.values.len());
    let all = components(&set.support, size, |_| true);
    for mode in set.iter_mut() {
        let Some(rank) = largest_component(&mode.values, &mode.imaginary, &all) else { continue };
        let imaginary = mode.imaginary.get(rank).copied().unwrap_or(0.0);
        divide(mode, Complex64::new(mode.values[rank], imaginary));
    }
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

/// What forbids a value of NORME: complex modes have matrix norms only with a damping matrix, buckling modes have none.
pub fn unsuited(norm: &str, set: &ModeSet, damped: bool) -> Option<(String, &'static str)> {
    let matrix_norm = matches!(norm, "MASS_GENE" | "RIGI_GENE");
    let is_complex = set.iter().any(|m| !m.imaginary.is_empty());
    if matrix_norm && set.iter().any(|m| m.parameters.contains_key("CHAR_CRIT")) {
        let message = format!("buckling modes have no norm {norm}: no mass goes with them");
        return Some((message, "TRAN, TRAN_ROTA, EUCL, EUCL_TRAN, AVEC_CMP, SANS_CMP, or GROUP_NO with NOM_CMP"));
    }
    if matrix_norm && is_complex && !damped {
        let message = format!("{norm} of complex modes needs their damping matrix, and they have none");
        return Some((message, "TRAN, TRAN_ROTA, EUCL, AVEC_CMP, SANS_CMP, or GROUP_NO with NOM_CMP"));
    }
    (norm == "EUCL_TRAN" && is_complex).then(|| {
        ("complex modes have no norm EUCL_TRAN".into(), "EUCL counts all components, TRAN the largest translation")
    })
}

/// A value of NORME.
pub fn named_scaling(norm: &str, set: &ModeSet) -> Scaling {
    let size = set.first().map_or(0, |m| m.values.len());
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
