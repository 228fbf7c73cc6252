//! The interpreter: walks the tree of a study. Operator calls, files and messages go to its [`Host`].
//!
//! Values that are not known (an earlier error was reported there, or nothing is computed because the
//! study is only checked) flow as [`Value::Unknown`] and silence everything that depends on them.
//!
//! This is its state; the walk itself is in `run/`, methods that need it in `objects/`.

use std::sync::Arc;

use indexmap::IndexMap;

use super::fault::{Fault, Result};
use super::host::Host;
use super::value::Module;
use crate::concepts::{Concept, Handle};
use crate::source::Span;

/// The state of an evaluation.
pub struct Interpreter<'h> {
    pub host: &'h mut dyn Host,
    /// Expressions being evaluated, calls of functions included.
    pub(crate) depth: usize,
    /// Functions of the study being called.
    pub(crate) calls: usize,
    pub(crate) limits: Limits,
    /// `try` bodies being run.
    pub(crate) tries: usize,
    /// Values of concepts asked for and not known, because the study is only checked.
    pub(crate) unknown: usize,
    ticks: u32,
    /// Names without value met so far.
    pub(crate) suggestions: usize,
    pub(crate) modules: IndexMap<String, Arc<Module>>,
}

/// How deep evaluation may go on the stack at hand.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub depth: usize,
    pub calls: usize,
}

impl Limits {
    /// For a thread with [`STACK_BYTES`] of stack; in a page, for a worker, whose browser gives it half a megabyte.
    pub const STUDY: Limits = match cfg!(target_arch = "wasm32") {
        true => Limits { depth: 300, calls: 60 },
        false => Limits { depth: 12_000, calls: 1_000 },
    };
    /// For a formula evaluated while operators run.
    pub const FORMULA: Limits = match cfg!(target_arch = "wasm32") {
        true => Limits { depth: 150, calls: 25 },
        false => Limits { depth: 2_000, calls: 150 },
    };
}

/// Stack of the thread that evaluates a study; reserved, not used, until it is needed.
pub const STACK_BYTES: usize = 512 << 20;

impl<'h> Interpreter<'h> {
    pub fn new(host: &'h mut dyn Host, limits: Limits) -> Self {
        Interpreter {
            host,
            depth: 0,
            calls: 0,
            limits,
            tries: 0,
            unknown: 0,
            ticks: 0,
            suggestions: 0,
            modules: IndexMap::new(),
        }
    }

    /// Returns errors as if a `try` stood around the program.
    pub fn raising(mut self) -> Self {
        self.tries = 1;
        self
    }

    /// Counts one step of work; now and then looks whether the user asked to stop.
    pub(crate) fn tick(&mut self) -> Result<()> {
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks.is_multiple_of(1024) && self.host.cancelled() { Err(Fault::Stop) } else { Ok(()) }
    }

    /// Counts one step of work that may be long: looks at once whether the user asked to stop.
    pub(crate) fn pause(&mut self) -> Result<()> {
        if self.host.cancelled() { Err(Fault::Stop) } else { self.tick() }
    }

    pub(crate) fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > self.limits.depth {
            return Err(Fault::new("RecursionError", "the expression is nested too deeply"));
        }
        Ok(())
    }

    /// The value of a concept, as Python needs it.
    pub(crate) fn demand(&mut self, handle: &Handle, span: Span) -> Result<Option<Concept>> {
        if handle.is_a("formule") {
            self.host.renew_formulas();
        }
        let newest = self.host.newest(handle);
        let concept = self.host.demand(&newest, span)?;
        self.unknown += usize::from(concept.is_none());
        Ok(concept)
    }

    /// Reports an error, unless a `try` may catch it.
    pub(crate) fn report_or_raise(&mut self, fault: Fault) -> Result<()> {
        match fault {
            Fault::Raised(e) if self.tries == 0 => {
                self.host.report(e.diagnostic());
                Ok(())
            }
            other => Err(other),
        }
    }
}
