//! The stage that a message comes from: the letter of its code.

use super::Diagnostic;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Syntax,
    Catalogue,
    Graph,
    Files,
    Running,
    Numerical,
    Verdict,
    Advice,
    Campaign,
}

impl Stage {
    /// All stages, in the order of a run.
    pub const ALL: [Stage; 9] = [
        Stage::Syntax,
        Stage::Catalogue,
        Stage::Graph,
        Stage::Files,
        Stage::Running,
        Stage::Numerical,
        Stage::Verdict,
        Stage::Advice,
        Stage::Campaign,
    ];

    /// The first letter of its codes.
    pub fn letter(self) -> char {
        match self {
            Stage::Syntax => 'S',
            Stage::Catalogue => 'C',
            Stage::Graph => 'G',
            Stage::Files => 'I',
            Stage::Running => 'R',
            Stage::Numerical => 'N',
            Stage::Verdict => 'T',
            Stage::Advice => 'L',
            Stage::Campaign => 'W',
        }
    }

    /// Title of its codes.
    pub fn title(self) -> &'static str {
        match self {
            Stage::Syntax => "Syntax",
            Stage::Catalogue => "Keywords and their values",
            Stage::Graph => "Names, calls, former versions",
            Stage::Files => "Files read and written",
            Stage::Running => "Running",
            Stage::Numerical => "Numerical",
            Stage::Verdict => "Assertions",
            Stage::Advice => "Advice",
            Stage::Campaign => "Campaigns",
        }
    }

    /// The stage of a code.
    pub fn of(code: &str) -> Option<Stage> {
        Stage::ALL.into_iter().find(|stage| code.starts_with(stage.letter()))
    }
}

impl Diagnostic {
    /// The stage that the message comes from.
    pub fn stage(&self) -> Option<Stage> {
        Stage::of(self.code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_stage() {
        assert!(crate::diag::all_codes().all(|info| Stage::of(info.code).is_some()));
    }
}
