//! The matrices of an eigenproblem, physical or generalised, and the space they act on.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Concept, GeneralizedMatrix, MatrixValue, MeshValue, ModeSet, ModeSupport, Model};
use crate::kernel::assembly::{Numbering, SparseMatrix};
use crate::kernel::linalg::Elimination;
use crate::kernel::linalg::modulus;
use crate::kernel::modal::{Participation, translations};
use crate::operators::call::entities::described_node;
use num_complex::Complex64;

/// Nodes that a message names one by one.
const MOST_NODES: usize = 12;

/// One matrix of a problem.
#[derive(Clone, Debug)]
pub enum ProblemMatrix {
    Physical(Arc<MatrixValue>),
    Generalized(Arc<GeneralizedMatrix>),
}

/// Where the shapes of a problem live.
#[derive(Clone, Debug)]
pub struct Space {
    pub support: ModeSupport,
    pub mesh: Option<MeshValue>,
    pub model: Option<Arc<Model>>,
    /// Elimination of the constraints (nothing for generalised problems).
    pub elimination: Elimination,
}

/// Reads a matrix keyword; `None` when it is absent.
pub fn read_matrix(keywords: &Keywords, name: &str) -> Option<ProblemMatrix> {
    match keywords.concept(name)? {
        Concept::Matrix(matrix) => Some(ProblemMatrix::Physical(matrix.clone())),
        Concept::GeneralizedMatrix(matrix) => Some(ProblemMatrix::Generalized(matrix.clone())),
        _ => None,
    }
}

/// Reads a matrix keyword that the catalogue makes mandatory.
fn expect_matrix(keywords: &Keywords, name: &str) -> Result<ProblemMatrix, CallError> {
    read_matrix(keywords, name).ok_or_else(|| keywords.error(name, "R201", format!("{name} holds no matrix")))
}

/// Two matrices of keywords, on the same unknowns.
pub fn expect_pair(
    keywords: &Keywords,
    [first_name, name]: [&'static str; 2],
) -> Result<(ProblemMatrix, ProblemMatrix), CallError> {
    let (first, second) = (expect_matrix(keywords, first_name)?, expect_matrix(keywords, name)?);
    check_same_unknowns(keywords, (first_name, &first), (name, &second))?;
    Ok((first, second))
}

/// Stiffness, mass and, if it is given, damping of keywords, on the same unknowns.
pub fn expect_matrices(
    keywords: &Keywords,
    [first_name, mass, name]: [&'static str; 3],
) -> Result<(ProblemMatrix, ProblemMatrix, Option<ProblemMatrix>), CallError> {
    let (stiffness, mass) = expect_pair(keywords, [first_name, mass])?;
    let damping = read_matrix(keywords, name);
    if let Some(damping) = &damping {
        check_same_unknowns(keywords, (first_name, &stiffness), (name, damping))?;
    }
    Ok((stiffness, mass, damping))
}

/// Checks that `other` acts on the same unknowns as `first`.
fn check_same_unknowns(
    keywords: &Keywords,
    (first_name, first): (&str, &ProblemMatrix),
    (other_name, other): (&str, &ProblemMatrix),
) -> Result<(), CallError> {
    let fault = match (first, other) {
        (ProblemMatrix::Physical(a), ProblemMatrix::Physical(b)) => {
            let (a, b) = (&a.matrix.numbering, &b.matrix.numbering);
            (!Arc::ptr_eq(a, b) && a.dofs() != b.dofs()).then(|| {
                format!("{other_name} has {} unknowns numbered otherwise than the {} of {first_name}", b.len(), a.len())
            })
        }
        (ProblemMatrix::Generalized(a), ProblemMatrix::Generalized(b)) => {
            let (a, b) = (a.values.nrows(), b.values.nrows());
            (a != b).then(|| format!("{other_name} has size {b}, {first_name} has size {a}"))
        }
        _ => Some(format!("{first_name} and {other_name} are not both physical or both generalised")),
    };
    match fault {
        None => Ok(()),
        Some(message) => {
            let mut error = keywords.error(other_name, "R202", message);
            error.help = Some("assemble or project both matrices with one and the same numbering".into());
            Err(error)
        }
    }
}

impl ProblemMatrix {
    /// All terms; the imaginary part is dropped.
    pub fn real(&self) -> SparseMatrix<f64> {
        match self {
            ProblemMatrix::Physical(matrix) => match matrix.matrix.real() {
                Some(real) => real.clone(),
                None => map(&matrix.matrix.complex(), |z| z.re),
            },
            ProblemMatrix::Generalized(matrix) => {
                let n = matrix.values.nrows();
                let term = |k: usize| (k % n, k / n, matrix.values[(k % n, k / n)]);
                let triplets: Vec<_> = (0..n * n).map(term).filter(|t| t.2 != 0.0).collect();
                SparseMatrix::from_triplets(n, &triplets)
            }
        }
    }

    pub fn complex(&self) -> SparseMatrix<Complex64> {
        match self {
            ProblemMatrix::Physical(matrix) => matrix.matrix.complex(),
            ProblemMatrix::Generalized(matrix) => {
                let n = matrix.values.nrows();
                let term = |k: usize| (k % n, k / n, matrix.complex(k % n, k / n));
                let triplets: Vec<_> = (0..n * n).map(term).filter(|t| t.2 != Complex64::default()).collect();
                SparseMatrix::from_triplets(n, &triplets)
            }
        }
    }

    /// The imaginary part, where there is one.
    pub fn loss(&self) -> Option<SparseMatrix<f64>> {
        self.is_complex().then(|| map(&self.complex(), |z| z.im))
    }

    pub fn is_complex(&self) -> bool {
        match self {
            ProblemMatrix::Physical(matrix) => matrix.matrix.real().is_none(),
            ProblemMatrix::Generalized(matrix) => matrix.imaginary.is_some(),
        }
    }

    /// Whether the terms are symmetric to rounding.
    pub fn is_symmetric(&self) -> bool {
        if let ProblemMatrix::Physical(matrix) = self
            && matrix.matrix.symmetric
        {
            return true;
        }
        let matrix = self.complex();
        let top = matrix.triplets().fold(0.0, |m: f64, t| m.max(modulus(t.2)));
        matrix.triplets().all(|(r, c, v)| modulus(matrix.get(c, r).unwrap_or_default() - v) <= 1e-12 * top)
    }

    pub fn physical(&self) -> Option<&Arc<MatrixValue>> {
        match self {
            ProblemMatrix::Physical(matrix) => Some(matrix),
            ProblemMatrix::Generalized(_) => None,
        }
    }

    /// The space of a problem whose constraints are those of this matrix.
    pub fn space(&self) -> Space {
        match self {
            ProblemMatrix::Physical(matrix) => {
                let numbering = matrix.matrix.numbering.clone();
                let elimination = Elimination::new(numbering.len(), &numbering.constraints);
                let model = matrix.numbering.model.clone();
                let mesh = model.as_ref().map(|m| m.mesh.clone());
                Space { support: ModeSupport::Physical(numbering), mesh, model, elimination }
            }
            ProblemMatrix::Generalized(matrix) => {
                let basis = matrix.numbering.basis.clone();
                let (mesh, model) = (basis.mesh.clone(), basis.model.clone());
                let elimination = Elimination::identity(matrix.values.nrows());
                Space { support: ModeSupport::Generalized(basis), mesh, model, elimination }
            }
        }
    }
}

fn map(matrix: &SparseMatrix<Complex64>, part: impl Fn(Complex64) -> f64) -> SparseMatrix<f64> {
    let triplets: Vec<_> = matrix.triplets().map(|(r, c, v)| (r, c, part(v))).collect();
    SparseMatrix::from_triplets(matrix.size(), &triplets)
}

impl Space {
    pub fn numbering(&self) -> Option<&Arc<Numbering>> {
        match &self.support {
            ModeSupport::Physical(numbering) => Some(numbering),
            ModeSupport::Generalized(_) => None,
        }
    }

    /// How participation factors are measured: against unit translations of all nodes, or against the
    /// participation factors of the basis of a generalised problem.
    pub fn participation(&self, mass: &SparseMatrix<f64>) -> Participation {
        participation(&self.support, mass)
    }

    /// `DX of node 12`, or `generalised coordinate 3`: an unknown (before elimination) in words.
    pub fn describe(&self, unknown: usize) -> String {
        let dof = self.numbering().and_then(|n| n.dofs().get(unknown));
        match dof {
            Some(dof) => format!("{} of node {}", dof.component.name(), self.describe_node(dof.node)),
            None => format!("generalised coordinate {}", unknown + 1),
        }
    }

    /// `DX and DY of node N3, DZ of node N4`: several unknowns (before elimination) in words.
    pub fn describe_all(&self, unknowns: &[usize]) -> String {
        let Some(dofs) = self.numbering().map(|n| n.dofs()) else {
            let numbers: Vec<String> = unknowns.iter().map(|u| (u + 1).to_string()).collect();
            return format!("the generalised coordinates {}", numbers.join(", "));
        };
        let mut nodes: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for dof in unknowns.iter().filter_map(|u| dofs.get(*u)) {
            nodes.entry(dof.node).or_default().push(dof.component.name());
        }
        let node = |(node, names): (&usize, &Vec<&str>)| {
            let names = match names.as_slice() {
                [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
                names => names.join(""),
            };
            format!("{names} of node {}", self.describe_node(*node))
        };
        let more = nodes.len().saturating_sub(MOST_NODES);
        let shown: Vec<String> = nodes.iter().take(MOST_NODES).map(node).collect();
        let more = if more > 0 { format!(", and unknowns of {more} more nodes") } else { String::new() };
        format!("{}{more}", shown.join(", "))
    }

    /// `N3 (node group FOOT)`
    fn describe_node(&self, node: usize) -> String {
        described_node(self.mesh.as_ref().map(|m| &*m.mesh), node)
    }
}

/// See [`Space::participation`].
pub fn participation(support: &ModeSupport, mass: &SparseMatrix<f64>) -> Participation {
    match support {
        ModeSupport::Physical(numbering) => Participation::new(mass, &translations(numbering)),
        ModeSupport::Generalized(basis) => {
            let along = |name: &str| base_participation(basis, name, mass.size());
            let motions = ["FACT_PARTICI_DX", "FACT_PARTICI_DY", "FACT_PARTICI_DZ"].map(along);
            Participation::new(mass, &motions)
        }
    }
}

fn base_participation(basis: &ModeSet, name: &str, size: usize) -> Vec<f64> {
    let mut factors: Vec<f64> = basis.iter().map(|m| m.parameter(name).unwrap_or(0.0)).collect();
    factors.resize(size, 0.0);
    factors
}
