//! Spectral matrices (interspectre): densities by pairs of signals on one list of frequencies, or the signals drawn from them.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_complex::Complex64;

use crate::kernel::mesh::Mesh;
use crate::kernel::random::Spectra;
use crate::kernel::signal::random::Generator;

/// A row or column of a matrix.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// A number.
    Order(i64),
    /// A node and a component.
    Node([String; 2]),
}

/// Place of a term.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TermPlace {
    pub row: Label,
    pub column: Label,
}

impl TermPlace {
    /// NUME_ORDRE_I, NUME_ORDRE_J
    pub fn orders(row: i64, column: i64) -> TermPlace {
        TermPlace { row: Label::Order(row), column: Label::Order(column) }
    }

    /// True for a place on the diagonal: a density of one signal.
    pub fn is_diagonal(&self) -> bool {
        self.row == self.column
    }

    /// The place across the diagonal.
    pub fn transposed(&self) -> TermPlace {
        TermPlace { row: self.column.clone(), column: self.row.clone() }
    }
}

/// Values of a term: real on the diagonal.
#[derive(Clone, Debug, PartialEq)]
pub enum Density {
    Real(Vec<f64>),
    Complex(Vec<Complex64>),
}

impl Density {
    /// The value of a rank.
    pub fn at(&self, rank: usize) -> Complex64 {
        match self {
            Density::Real(values) => Complex64::new(values[rank], 0.0),
            Density::Complex(values) => values[rank],
        }
    }

    /// Complex conjugate: the term on the other side of the diagonal.
    pub fn conjugate(&self) -> Density {
        match self {
            Density::Real(values) => Density::Real(values.clone()),
            Density::Complex(values) => Density::Complex(values.iter().map(Complex64::conj).collect()),
        }
    }

    /// All values as complex numbers.
    pub fn complex(&self) -> Vec<Complex64> {
        match self {
            Density::Real(values) => values.iter().map(|x| Complex64::new(*x, 0.0)).collect(),
            Density::Complex(values) => values.clone(),
        }
    }
}

/// Functions by place on one list of abscissae. Of two terms across the diagonal one is stored: the other is its conjugate.
#[derive(Clone, Debug, Default)]
pub struct SpectralMatrix {
    /// DSP, DEPL_GENE, VITE_GENE, ACCE_GENE, SPEC_GENE, or the name of a field.
    pub kind: String,
    /// FREQ (Hz), or INST (s) for signals.
    pub parameter: String,
    pub abscissae: Vec<f64>,
    /// In the order in which they were made.
    pub terms: Vec<(TermPlace, Density)>,
    /// True where the terms off the diagonal were left out.
    pub is_diagonal: bool,
    /// The mesh whose nodes the labels name.
    pub mesh: Option<Arc<Mesh>>,
    /// State of the random numbers after the draw that made these signals.
    pub generator: Option<Generator>,
    ranks: BTreeMap<TermPlace, usize>,
}

impl SpectralMatrix {
    /// Densities.
    pub fn new(kind: &str, frequencies: Vec<f64>, terms: Vec<(TermPlace, Density)>) -> SpectralMatrix {
        let ranks = terms.iter().enumerate().map(|(rank, (place, _))| (place.clone(), rank)).collect();
        SpectralMatrix {
            kind: kind.to_string(),
            parameter: "FREQ".to_string(),
            abscissae: frequencies,
            terms,
            ranks,
            ..SpectralMatrix::default()
        }
    }

    /// Signals, numbered from 1.
    pub fn of_signals(instants: Vec<f64>, signals: Vec<Vec<f64>>, generator: Generator) -> SpectralMatrix {
        let place = |rank: usize| TermPlace::orders(rank as i64 + 1, rank as i64 + 1);
        let terms =
            signals.into_iter().enumerate().map(|(rank, values)| (place(rank), Density::Real(values))).collect();
        let made = SpectralMatrix::new("TOUTRESU", instants, terms);
        SpectralMatrix { parameter: "INST".to_string(), generator: Some(generator), ..made }
    }

    /// Matrices whose rows have these labels; without the terms off the diagonal when `is_diagonal`.
    pub fn of_spectra(kind: &str, labels: &[Label], spectra: Spectra, is_diagonal: bool) -> SpectralMatrix {
        let mut terms = Vec::new();
        for ((i, j), values) in Spectra::pairs(spectra.size).zip(spectra.terms) {
            let place = TermPlace { row: labels[i].clone(), column: labels[j].clone() };
            let real = || Density::Real(values.iter().map(|z| z.re).collect());
            terms.push((place, if i == j { real() } else { Density::Complex(values) }));
        }
        SpectralMatrix { is_diagonal, ..SpectralMatrix::new(kind, spectra.frequencies, terms) }
    }

    /// Densities alone.
    pub fn diagonal(kind: &str, frequencies: Vec<f64>, terms: Vec<(TermPlace, Density)>) -> SpectralMatrix {
        SpectralMatrix { is_diagonal: true, ..SpectralMatrix::new(kind, frequencies, terms) }
    }

    /// Adds the mesh whose nodes the labels name.
    pub fn on_mesh(self, mesh: Arc<Mesh>) -> SpectralMatrix {
        SpectralMatrix { mesh: Some(mesh), ..self }
    }

    /// Labels of the rows that have a density, in the order of their numbers, or as they were stored.
    pub fn labels(&self) -> Vec<Label> {
        let mut labels: Vec<Label> =
            self.terms.iter().map(|(place, _)| place).filter(|p| p.is_diagonal()).map(|p| p.row.clone()).collect();
        if labels.iter().all(|label| matches!(label, Label::Order(_))) {
            labels.sort();
        }
        labels
    }

    /// The label of a node and component, by the name of the node in the mesh when there is one.
    pub fn label(&self, node: &str, component: &str) -> Label {
        let found = self.mesh.as_ref().and_then(|mesh| match mesh.node_groups.get(node).map(Vec::as_slice) {
            Some([one]) => Some(*one),
            _ => mesh.find_node(node),
        });
        Label::Node([found.map_or(node.to_string(), |rank| format!("N{}", rank + 1)), component.to_string()])
    }

    /// The term stored at a place.
    pub fn stored(&self, place: &TermPlace) -> Option<&Density> {
        self.ranks.get(place).map(|rank| &self.terms[*rank].1)
    }

    /// The term of a place, from across the diagonal where it is stored there.
    pub fn term(&self, place: &TermPlace) -> Option<Density> {
        let across = || self.stored(&place.transposed()).map(Density::conjugate);
        self.stored(place).cloned().or_else(across)
    }

    /// The whole matrix of some rows; the error is a term that is not there.
    pub fn spectra(&self, labels: &[Label]) -> Result<Spectra, TermPlace> {
        let zero = || self.is_diagonal.then(|| self.zeros());
        self.gathered(labels, |place| self.term(place).map(|term| term.complex()).or_else(zero).ok_or(place.clone()))
    }

    /// Whole matrix of some rows; terms that are not there are zero.
    pub fn spectra_or_zero(&self, labels: &[Label]) -> Spectra {
        let term = |place: &TermPlace| Ok(self.term(place).map_or_else(|| self.zeros(), |term| term.complex()));
        let made: Result<Spectra, std::convert::Infallible> = self.gathered(labels, term);
        match made {
            Ok(spectra) => spectra,
            Err(never) => match never {},
        }
    }

    /// The whole matrix with each term as it is stored, not conjugated where it lies across the diagonal; true beside it where
    /// that made a difference.
    pub fn spectra_as_stored(&self, labels: &[Label]) -> Result<(Spectra, bool), TermPlace> {
        let turned = std::cell::Cell::new(false);
        let term = |place: &TermPlace| match (self.stored(place), self.stored(&place.transposed())) {
            (Some(term), _) => Ok(term.complex()),
            (None, Some(term)) => {
                let values = term.complex();
                turned.set(turned.get() || values.iter().any(|z| z.im != 0.0));
                Ok(values)
            }
            (None, None) if self.is_diagonal => Ok(self.zeros()),
            (None, None) => Err(place.clone()),
        };
        let spectra = self.gathered(labels, term)?;
        Ok((spectra, turned.get()))
    }

    fn zeros(&self) -> Vec<Complex64> {
        vec![Complex64::ZERO; self.abscissae.len()]
    }

    fn gathered<E>(
        &self,
        labels: &[Label],
        term: impl Fn(&TermPlace) -> Result<Vec<Complex64>, E>,
    ) -> Result<Spectra, E> {
        let place = |(i, j): (usize, usize)| TermPlace { row: labels[i].clone(), column: labels[j].clone() };
        let terms = Spectra::pairs(labels.len()).map(|pair| term(&place(pair))).collect::<Result<_, E>>()?;
        Ok(Spectra { size: labels.len(), frequencies: self.abscissae.clone(), terms })
    }
}

/// A label as messages show it.
impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Label::Order(order) => write!(f, "{order}"),
            Label::Node([node, component]) => write!(f, "{node} {component}"),
        }
    }
}

/// A place as messages show it.
impl std::fmt::Display for TermPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.row, self.column)
    }
}
