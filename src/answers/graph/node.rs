//! The words and the colour of a node: its family, and the names of what it makes.

use crate::api::Node;

/// Subject of an operator; gives its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Model,
    Algebra,
    Modes,
    Dynamics,
    Functions,
    Results,
    Assertions,
    Printing,
}

impl Family {
    pub const ALL: [Family; 8] = [
        Family::Model,
        Family::Algebra,
        Family::Modes,
        Family::Dynamics,
        Family::Functions,
        Family::Results,
        Family::Assertions,
        Family::Printing,
    ];

    pub fn of(command: &str) -> Family {
        let starts = |prefixes: &[&str]| prefixes.iter().any(|p| command.starts_with(p));
        if starts(&["TEST_"]) {
            Family::Assertions
        } else if starts(&["IMPR_", "INFO_", "MACR_INFO"]) {
            Family::Printing
        } else if starts(&["DYNA_", "COMB_SISM", "MECA_STATIQUE", "MACRO_ELAS"]) {
            Family::Dynamics
        } else if starts(&[
            "CALC_MODES",
            "MODE_",
            "NORM_MODE",
            "DEFI_BASE",
            "PROJ_",
            "MACRO_PROJ",
            "MACRO_MODE",
            "EXTR_MODE",
            "NUME_DDL_GENE",
        ]) {
            Family::Modes
        } else if starts(&["FORMULE", "DEFI_FONC", "DEFI_LIST", "DEFI_CONST", "DEFI_NAPPE", "CALC_FONC", "LIRE_FONC"]) {
            Family::Functions
        } else if starts(&[
            "CALC_MATR",
            "CALC_VECT",
            "NUME_",
            "ASSE",
            "MACRO_MATR",
            "COMB_",
            "FACTO",
            "RESOU",
            "CALC_CHAR",
        ]) {
            Family::Algebra
        } else if starts(&["LIRE_", "AFFE_", "DEFI_", "CREA_MAILL", "MODI_MAILL"]) {
            Family::Model
        } else {
            Family::Results
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Family::Model => "model",
            Family::Algebra => "matrices",
            Family::Modes => "modes",
            Family::Dynamics => "response",
            Family::Functions => "functions",
            Family::Results => "results",
            Family::Assertions => "assertions",
            Family::Printing => "printing",
        }
    }

    /// Title of the list of operators of this family.
    pub fn task(self) -> &'static str {
        match self {
            Family::Model => "Mesh, model, loads",
            Family::Algebra => "Matrices and vectors",
            Family::Modes => "Modes and modal bases",
            Family::Dynamics => "Response: statics, transients, harmonic, sliding",
            Family::Functions => "Functions and lists",
            Family::Results => "Results, tables, wear",
            Family::Assertions => "Assertions",
            Family::Printing => "Printing and charts",
        }
    }

    pub fn colour(self) -> &'static str {
        match self {
            Family::Model => "#cfe2f3",
            Family::Algebra => "#d9d2e9",
            Family::Modes => "#c9e4de",
            Family::Dynamics => "#fce5cd",
            Family::Functions => "#fff2cc",
            Family::Results => "#e6e6e6",
            Family::Assertions => "#b6d7a8",
            Family::Printing => "#f4f4f4",
        }
    }
}

/// Names of what a node makes.
pub fn made(node: &Node) -> String {
    let names: Vec<&str> = node.makes().iter().map(|h| h.name()).filter(|n| !n.is_empty()).collect();
    names.join(", ")
}
