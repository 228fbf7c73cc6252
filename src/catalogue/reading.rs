//! Typed reading of the keywords of a checked call.
//!
//! Two kinds: `real("JEU")?` gives the value of a keyword that is mandatory or has a default in the catalogue, and
//! `real_if_given("PAS")` an option for one that may be absent. The checker has already proved the type. A value that is
//! missing all the same is a fault of the program, and one error says so ([`Keywords::missing`]).

use std::sync::Arc;

use num_complex::Complex64;

use super::call::{CallError, Keywords};
use super::values::{NewConcept, Value};
use crate::concepts::{
    Concept, FluidElasticBase, Formula, Handle, InterfaceSet, MacroElement, MatrixValue, MeshValue, NumberingValue,
    RoughBody, RoughProfile, SpectralMatrix, Surface,
};
use crate::diag::Diagnostic;

impl Keywords {
    /// The error for a value that the catalogue promises and the call lacks: a fault of the program, not of the study.
    pub fn missing(&self, name: &str) -> CallError {
        let path = self.path();
        let shown = if path.is_empty() { name.to_string() } else { format!("{path}/{name}") };
        let message = format!("internal error: {shown} has no value of the type that the language gives it");
        let help = "this is a fault of the program, not of the study: please report it with the study that shows it";
        Box::new(Diagnostic { label: None, ..*self.error(name, "R001", message) }.help(help))
    }

    /// Reals of a keyword; integers are promoted. Empty when absent.
    pub fn reals(&self, name: &str) -> Vec<f64> {
        let Some(given) = self.get(name) else { return Vec::new() };
        given.values.iter().filter_map(Value::as_real).collect()
    }

    /// Real of a keyword that is mandatory or has a default in the catalogue.
    pub fn real(&self, name: &str) -> Result<f64, CallError> {
        self.real_if_given(name).ok_or_else(|| self.missing(name))
    }

    /// The first value as a real number.
    pub fn real_if_given(&self, name: &str) -> Option<f64> {
        self.get(name)?.values.first()?.as_real()
    }

    /// The values as integers; none when the keyword is absent.
    pub fn integers(&self, name: &str) -> Vec<i64> {
        let Some(given) = self.get(name) else { return Vec::new() };
        given.values.iter().filter_map(Value::as_integer).collect()
    }

    /// Integer of a keyword that is mandatory or has a default in the catalogue.
    pub fn integer(&self, name: &str) -> Result<i64, CallError> {
        self.integer_if_given(name).ok_or_else(|| self.missing(name))
    }

    /// The first value as an integer.
    pub fn integer_if_given(&self, name: &str) -> Option<i64> {
        self.get(name)?.values.first()?.as_integer()
    }

    /// The values as complex numbers; none when the keyword is absent.
    pub fn complexes(&self, name: &str) -> Vec<Complex64> {
        let Some(given) = self.get(name) else { return Vec::new() };
        given.values.iter().filter_map(Value::as_complex).collect()
    }

    /// Complex number of a keyword that is mandatory or has a default in the catalogue.
    pub fn complex(&self, name: &str) -> Result<Complex64, CallError> {
        self.complex_if_given(name).ok_or_else(|| self.missing(name))
    }

    /// The first value as a complex number.
    pub fn complex_if_given(&self, name: &str) -> Option<Complex64> {
        self.get(name)?.values.first()?.as_complex()
    }

    /// The values as texts, without blanks at their ends; none when the keyword is absent.
    pub fn texts(&self, name: &str) -> Vec<Arc<str>> {
        let Some(given) = self.get(name) else { return Vec::new() };
        given.values.iter().filter_map(Value::as_text).collect()
    }

    /// Text of a keyword that is mandatory or has a default in the catalogue.
    pub fn text(&self, name: &str) -> Result<Arc<str>, CallError> {
        self.text_if_given(name).ok_or_else(|| self.missing(name))
    }

    /// Text without trailing blanks.
    pub fn text_if_given(&self, name: &str) -> Option<Arc<str>> {
        self.get(name)?.values.first()?.as_text()
    }

    /// Tells whether a text keyword has this value (`is("SYME", "OUI")`).
    pub fn is(&self, name: &str, value: &str) -> bool {
        self.text_if_given(name).is_some_and(|t| &*t == value)
    }

    /// The concepts named, as handles; none when the keyword is absent.
    pub fn handles(&self, name: &str) -> Vec<&Handle> {
        let Some(given) = self.get(name) else { return Vec::new() };
        given.values.iter().filter_map(Value::as_handle).collect()
    }

    /// The first concept named, as a handle.
    pub fn handle(&self, name: &str) -> Option<&Handle> {
        self.handles(name).into_iter().next()
    }

    /// The concept given for a keyword; `None` when absent.
    pub fn concept(&self, name: &str) -> Option<&Concept> {
        self.handle(name)?.get()
    }

    /// The values of the concepts named, those that have run.
    pub fn concepts(&self, name: &str) -> Vec<&Concept> {
        self.handles(name).into_iter().filter_map(Handle::get).collect()
    }

    /// The concepts to create that a keyword asks for.
    pub fn created(&self, name: &str) -> Vec<&NewConcept> {
        let Some(given) = self.get(name) else { return Vec::new() };
        given.values.iter().filter_map(Value::as_new).collect()
    }
}

macro_rules! concept_readers {
    ($($(#[$doc:meta])* $method:ident: $variant:ident($type:ty);)*) => {
        impl Keywords {
            $(
                $(#[$doc])*
                /// The concept of a mandatory keyword.
                pub fn $method(&self, name: &str) -> Result<&$type, CallError> {
                    match self.concept(name) {
                        Some(Concept::$variant(value)) => Ok(value),
                        _ => Err(self.missing(name)),
                    }
                }
            )*
        }
    };
}

// For mandatory keywords of a type that one kind of concept has.
concept_readers! {
    /// Modes under flow.
    fluid_elastic: FluidElastic(Arc<FluidElasticBase>);
    /// A formula.
    formula: Formula(Arc<Formula>);
    /// Interfaces of a substructure.
    interfaces: Interfaces(Arc<InterfaceSet>);
    /// A macro-element.
    macro_element: MacroElement(Arc<MacroElement>);
    /// An assembled matrix.
    matrix: Matrix(Arc<MatrixValue>);
    /// A mesh.
    mesh: Mesh(MeshValue);
    /// A numbering of the unknowns.
    numbering: Numbering(Arc<NumberingValue>);
    /// A rough body.
    rough_body: RoughBody(Arc<RoughBody>);
    /// A rough profile.
    rough_profile: RoughProfile(Arc<RoughProfile>);
    /// A matrix of spectral densities.
    spectral_matrix: SpectralMatrix(Arc<SpectralMatrix>);
    /// A function of two parameters.
    surface: Surface(Arc<Surface>);
}
