//! What the nodes of a run share.

use super::events::Observer;
use super::input::Phase;
use super::setup::Setup;
use super::shared::Shared;
use crate::former::Age;
use crate::source::{SourceMap, World};

/// What surrounds a run.
#[derive(Clone, Copy)]
pub struct RunContext<'a> {
    pub world: &'a dyn World,
    pub observer: &'a dyn Observer,
    pub sources: &'a SourceMap,
    /// Number of the session.
    pub session: u32,
    /// When the study was written.
    pub age: &'a Age,
    /// Results of other evaluations of the study.
    pub shared: Option<&'a Shared>,
    /// The study's Python wrote files.
    pub wrote: bool,
    /// The study is only checked.
    pub rehearsal: bool,
    /// What has run is not looked at again.
    pub forgets: bool,
}

impl<'a> RunContext<'a> {
    /// What sending messages needs.
    pub fn of_messages(setup: &'a Setup<'_>, sources: &'a SourceMap, age: &'a Age, phase: Phase) -> Self {
        let (world, observer, rehearsal) = (setup.world(), &*setup.observer, phase == Phase::Check);
        Self { world, observer, sources, session: 0, age, shared: None, wrote: false, rehearsal, forgets: false }
    }
}
