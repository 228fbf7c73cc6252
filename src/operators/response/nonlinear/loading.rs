//! EXCIT: forces, imposed values and thermal strains at an instant.

use std::sync::Arc;

use super::following::Following;
use super::structure::Structure;
use super::unilateral::Conditions;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, LoadValue};
use crate::kernel::signal::Signal;
use crate::kernel::structural::Interrupted;
use crate::kernel::structural::newton::{NonlinearLoading, UnilateralConditions};
use crate::operators::functions::no_value;
use crate::operators::response::structural::LoadAssembly;
use crate::operators::response::transient::function_of_time;

/// The loads of a call.
pub(super) struct Loads<'c> {
    terms: Vec<Term<'c>>,
    /// For each element with a temperature, its rank and its thermal strain.
    strains: Vec<(usize, LoadValue)>,
    /// CONTACT.
    conditions: Conditions<'c>,
    call: &'c Call,
    failure: Option<CallError>,
}

struct Term<'c> {
    keywords: &'c Keywords,
    /// Keyword of the multiplier.
    keyword: &'static str,
    signal: Signal,
    cursor: usize,
    /// A load whose functions depend on time.
    varying: Option<LoadAssembly<'c>>,
    force: Vec<f64>,
    imposed: Vec<f64>,
    /// `B u0` on the rows of a differential load.
    offset: Vec<f64>,
}

impl<'c> Loads<'c> {
    /// The loads, and those of them that follow the motion (SUIV); `initial` is the displacement that differential loads (DIDI) start from.
    pub fn read(
        call: &'c Call,
        structure: &Structure,
        initial: &[f64],
        dynamic: bool,
    ) -> Result<(Self, Following<'c>), CallError> {
        let mut terms = Vec::new();
        let mut following = Following::new(structure);
        for (rank, keywords) in call.factor("EXCIT").iter().enumerate() {
            let Some(Concept::Load(load)) = keywords.concept("CHARGE") else {
                return Err(keywords.error("CHARGE", "R320", "CHARGE is not a mechanical load"));
            };
            let follows = keywords.text_if_given("TYPE_CHARGE").unwrap_or_default();
            if follows.ends_with("_PILO") {
                let message = format!("TYPE_CHARGE='{follows}' needs PILOTAGE, which is not available");
                let help = "use FIXE_CSTE with FONC_MULT, or imposed displacements";
                return Err(Box::new(keywords.error("TYPE_CHARGE", "R360", message).help(help)));
            }
            let keyword = ["FONC_MULT", "ACCE"].into_iter().find(|name| keywords.has(name));
            let signal = match keyword {
                Some(name) => function_of_time(keywords, name)?,
                None => Signal::Constant(1.0),
            };
            if load.is_complex() {
                let error = keywords.error("CHARGE", "R332", "CHARGE is complex, and this analysis is real");
                return Err(Box::new(error.help("complex loads act in harmonic responses (TYPE_CALCUL='HARM')")));
            }
            let follows_motion = follows.starts_with("SUIV") && !load.line_forces.is_empty();
            let mut load = load.clone();
            if follows_motion {
                let lines = std::mem::take(&mut Arc::make_mut(&mut load).line_forces);
                following.push(keywords, keyword.unwrap_or("FONC_MULT"), signal.clone(), lines);
            }
            let assembly = LoadAssembly::of(
                keywords,
                load,
                structure.model.clone(),
                structure.numbering.clone(),
                structure.properties.clone(),
                structure.materials.clone(),
            );
            if dynamic {
                assembly.refuse_motion()?;
            }
            let (mut force, mut imposed) = (Vec::new(), Vec::new());
            let constant = assembly.is_constant();
            if constant {
                assembly.write(0.0, &mut force, &mut imposed)?;
            }
            let varying = (!constant).then_some(assembly);
            let offset = if &*follows == "DIDI" { offset(structure, rank, initial) } else { Vec::new() };
            let keyword = keyword.unwrap_or("FONC_MULT");
            terms.push(Term { keywords, keyword, signal, cursor: 0, varying, force, imposed, offset });
        }
        let expansion = structure.materials.as_ref().map(|m| &m.expansion);
        let strain = |(rank, element): (usize, &crate::kernel::elements::BehavingElement)| {
            Some((rank, expansion?.get(&element.cell)?.clone()))
        };
        let strains = structure.system.elements.iter().enumerate().filter_map(strain).collect();
        let conditions = Conditions::read(call, structure, dynamic)?;
        Ok((Loads { terms, strains, conditions, call, failure: None }, following))
    }

    /// Unilateral conditions at a time (s).
    pub fn conditions(&self, time: f64) -> Result<UnilateralConditions, CallError> {
        let mut found = UnilateralConditions::default();
        self.conditions.write(time, &mut found).map(|()| found)
    }

    /// Why the last evaluation failed.
    pub fn failure(&mut self) -> Option<CallError> {
        self.failure.take()
    }

    fn add(&mut self, time: f64, force: &mut [f64], imposed: &mut [f64], strains: &mut [f64]) -> Result<(), CallError> {
        for term in &mut self.terms {
            term.add(time, force, imposed)?;
        }
        for (rank, value) in &self.strains {
            strains[*rank] =
                value.at(time, [0.0; 3]).map_err(|fault| no_value(self.call, "CHAM_MATER", None, &fault))?;
        }
        Ok(())
    }
}

/// `B u0` on the rows of the load of an occurrence.
fn offset(structure: &Structure, load: usize, initial: &[f64]) -> Vec<f64> {
    let row = |c: &crate::kernel::assembly::Constraint| match c.load == load {
        true => c.terms.iter().map(|(k, a)| a * initial[*k]).sum(),
        false => 0.0,
    };
    structure.system.constraints.iter().map(row).collect()
}

impl Term<'_> {
    fn add(&mut self, time: f64, force: &mut [f64], imposed: &mut [f64]) -> Result<(), CallError> {
        let factor = self
            .signal
            .evaluate(time, &mut self.cursor)
            .map_err(|fault| no_value(self.keywords, self.keyword, self.keywords.handle(self.keyword), &fault))?;
        if let Some(load) = &self.varying {
            load.write(time, &mut self.force, &mut self.imposed)?;
        }
        force.iter_mut().zip(&self.force).for_each(|(sum, f)| *sum += factor * f);
        imposed.iter_mut().zip(&self.imposed).for_each(|(sum, d)| *sum += factor * d);
        imposed.iter_mut().zip(&self.offset).for_each(|(sum, d)| *sum += d);
        Ok(())
    }
}

impl NonlinearLoading for Loads<'_> {
    fn at(
        &mut self,
        time: f64,
        force: &mut [f64],
        imposed: &mut [f64],
        strains: &mut [f64],
    ) -> Result<(), Interrupted> {
        self.add(time, force, imposed, strains).map_err(|error| {
            self.failure = Some(error);
            Interrupted
        })
    }

    fn unilateral(&mut self, time: f64, conditions: &mut UnilateralConditions) -> Result<(), Interrupted> {
        self.conditions.write(time, conditions).map_err(|error| {
            self.failure = Some(error);
            Interrupted
        })
    }
}
