//! EXCIT and EXCIT_RESU: forces and imposed motions at an instant.

use super::LoadAssembly;
use super::history::History;
use super::structure::Structure;
use super::vector::imposed_on;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::Concept;
use crate::kernel::signal::Signal;
use crate::kernel::structural::{Interrupted, Loading};
use crate::operators::Context;
use crate::operators::functions::no_value;
use crate::operators::matrices::on_numbering;
use crate::operators::response::transient::function_of_time;

pub(super) struct Loads<'c> {
    terms: Vec<Term<'c>>,
    histories: Vec<History<'c>>,
    unknowns: usize,
    constraints: usize,
    /// Why the last evaluation failed.
    failure: Option<CallError>,
}

struct Term<'c> {
    keywords: &'c Keywords,
    /// Keyword of the multiplier.
    keyword: &'static str,
    signal: Signal,
    cursor: usize,
    force: Vec<f64>,
    /// Empty when nothing is imposed.
    imposed: Vec<f64>,
    /// A load whose functions depend on time, assembled at each instant.
    varying: Option<LoadAssembly<'c>>,
}

impl<'c> Loads<'c> {
    /// Formerly the loads of CHARGE were left out where some occurrence gave an assembled vector.
    pub fn read(call: &'c Call, structure: &Structure, context: &mut Context<'_>) -> Result<Loads<'c>, CallError> {
        let numbering = structure.numbering();
        let occurrences = call.factor("EXCIT");
        let given = |name: &str| occurrences.iter().any(|k| k.has(name));
        let vectors_only = given("VECT_ASSE")
            && given("CHARGE")
            && context.former_rule("EXCIT with VECT_ASSE and CHARGE", "left the loads of CHARGE out");
        let mut terms = Vec::new();
        for keywords in occurrences.iter().filter(|k| !(vectors_only && k.has("CHARGE"))) {
            let keyword = ["FONC_MULT", "ACCE"].into_iter().find(|name| keywords.has(name)).unwrap_or("COEF_MULT");
            let signal = match keyword {
                "COEF_MULT" => Signal::Constant(keywords.real_if_given("COEF_MULT").unwrap_or(1.0)),
                name => function_of_time(keywords, name)?,
            };
            let (mut force, mut imposed, mut varying) = (vec![0.0; numbering.len()], Vec::new(), None);
            if keywords.has("CHARGE") {
                let load = LoadAssembly::new(call, keywords, &structure.stiffness)?;
                if load.is_complex() {
                    return Err(complex_force(keywords, "CHARGE"));
                }
                if load.is_constant() {
                    let field = load.at(0.0)?;
                    (force, imposed) = (field.values, field.imposed);
                } else {
                    varying = Some(load);
                }
            } else {
                let Some(Concept::NodalField(field)) = keywords.concept("VECT_ASSE") else {
                    let error = keywords.error("VECT_ASSE", "R332", "VECT_ASSE is not a vector on nodes");
                    return Err(Box::new(error.help("give an assembled vector, or a load with CHARGE")));
                };
                force = on_numbering(field, numbering).0;
                imposed = imposed_on(keywords, "VECT_ASSE", field, &field.imposed, numbering)?;
                if !field.imaginary.is_empty() {
                    return Err(complex_force(keywords, "VECT_ASSE"));
                }
            }
            terms.push(Term { keywords, keyword, signal, cursor: 0, force, imposed, varying });
        }
        let histories =
            call.factor("EXCIT_RESU").iter().map(|k| History::read(k, structure)).collect::<Result<_, _>>()?;
        let (unknowns, constraints) = (numbering.len(), numbering.constraints.len());
        Ok(Loads { terms, histories, unknowns, constraints, failure: None })
    }

    /// Whether some motion is, or may be, imposed.
    pub fn imposes_motion(&self) -> bool {
        let moving = |t: &Term<'_>| t.varying.as_ref().is_some_and(LoadAssembly::imposes_motion);
        self.terms.iter().any(|t| t.imposed.iter().any(|d| *d != 0.0) || moving(t))
    }

    pub fn force_at(&mut self, time: f64) -> Result<Vec<f64>, CallError> {
        let (mut force, mut imposed) = (vec![0.0; self.unknowns], vec![0.0; self.constraints]);
        self.add(time, &mut force, &mut imposed)?;
        Ok(force)
    }

    fn add(&mut self, time: f64, force: &mut [f64], imposed: &mut [f64]) -> Result<(), CallError> {
        for term in &mut self.terms {
            term.add(time, force, imposed)?;
        }
        self.histories.iter().try_for_each(|history| history.add(time, force))
    }

    pub fn failure(&mut self) -> Option<CallError> {
        self.failure.take()
    }
}

fn complex_force(keywords: &Keywords, keyword: &str) -> CallError {
    let error = keywords.error(keyword, "R332", format!("{keyword} is complex, and a transient is real"));
    Box::new(error.help("complex loads act in harmonic responses (TYPE_CALCUL='HARM')"))
}

impl Term<'_> {
    fn add(&mut self, time: f64, force: &mut [f64], imposed: &mut [f64]) -> Result<(), CallError> {
        let factor = self
            .signal
            .evaluate(time, &mut self.cursor)
            .map_err(|fault| no_value(self.keywords, self.keyword, self.keywords.handle(self.keyword), &fault))?;
        let mut scaled = |f: &[f64], d: &[f64]| {
            force.iter_mut().zip(f).for_each(|(sum, f)| *sum += factor * f);
            imposed.iter_mut().zip(d).for_each(|(sum, d)| *sum += factor * d);
        };
        if let Some(load) = &self.varying {
            load.write(time, &mut self.force, &mut self.imposed)?;
        }
        scaled(&self.force, &self.imposed);
        Ok(())
    }
}

impl Loading for Loads<'_> {
    fn at(&mut self, time: f64, force: &mut [f64], imposed: &mut [f64]) -> Result<(), Interrupted> {
        self.add(time, force, imposed).map_err(|error| {
            self.failure = Some(error);
            Interrupted
        })
    }
}
