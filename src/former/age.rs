//! The age of a study: when it was written, what tells it, and what the user asks for.

use crate::diag::Diagnostic;
use crate::source::Span;

/// `--former 2020`, `--former no`, or `P former ...` in a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// The rules of 2020, figures included.
    Former,
    /// Today's rules.
    Today,
}

impl Request {
    /// The word that [`std::str::FromStr`] reads.
    pub fn word(self) -> &'static str {
        match self {
            Request::Former => "2020",
            Request::Today => "no",
        }
    }
}

impl std::str::FromStr for Request {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "2020" => Ok(Request::Former),
            "no" => Ok(Request::Today),
            other => Err(format!("'{other}' is neither 2020 nor no")),
        }
    }
}

/// What tells the age of a study, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Sign {
    /// `NOEUD in RESU of TEST_RESU`.
    pub what: String,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    Former,
    Today,
    /// No sign: read as today.
    #[default]
    Undecided,
}

/// When a study was written, and what tells it.
#[derive(Clone, Debug, Default)]
pub struct Age {
    pub kind: Kind,
    /// What the study was recognised by.
    pub sign: Option<Sign>,
    /// The user asked for the figures of 2020.
    pub follows_rules: bool,
    /// Words the study uses for nodes.
    pub nodes: Vec<String>,
    /// Words the study uses for cells.
    pub cells: Vec<String>,
}

impl Age {
    pub fn is_former(&self) -> bool {
        self.kind == Kind::Former
    }

    /// Whether a figure is to be computed by its former rule. If not, and the study is a former one, the note that says what
    /// differs: `subject` names what is computed, `then` the former rule.
    pub fn rule(&self, subject: &str, then: &str) -> (bool, Option<Diagnostic>) {
        let note = (self.is_former() && !self.follows_rules).then(|| {
            let message = format!("written for version 15{}: {subject} {then}; today's rule is used", self.because());
            Diagnostic::note("G031", message)
                .help("figures recorded then may differ; `--former 2020` follows the former rule")
        });
        (self.follows_rules, note)
    }

    /// ` (CODE=_F(...) in DEBUT)`.
    pub fn because(&self) -> String {
        self.sign.as_ref().map_or(String::new(), |sign| format!(" ({})", sign.what))
    }
}
