//! Reading of all occurrences of relations of a call, of today or older form.

use super::problem::{Interactions, ModalProblem};
use super::reader::Reader;
use super::relations::RELATIONS;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::Support;
use crate::diag::each;
use crate::kernel::interaction::{InteractionSet, SupportMotion};
use crate::operators::Context;

/// Reads all local nonlinearities of a DYNA_VIBRA or DYNA_TRAN_MODAL call.
pub fn read(call: &Call, problem: &ModalProblem<'_>, context: &mut Context<'_>) -> Result<Interactions, CallError> {
    let occurrences = occurrences(call);
    let signal = |s: &Support, i: usize| s.motion[i].clone();
    let supports = problem.supports.iter();
    let supports = supports.map(|s| SupportMotion { displacement: signal(s, 0), velocity: signal(s, 1) }).collect();
    let set = InteractionSet::new(problem.size, supports);
    if occurrences.is_empty() {
        return Ok(Interactions { set, records: Vec::new() });
    }
    let Some(value) = &problem.basis.mesh else {
        let error = call.error("COMPORTEMENT", "R405", "the modal basis has no mesh: nodes cannot be designated");
        return Err(Box::new(error.help("contacts need a basis of modes on a mesh")));
    };
    let mesh = context.latest_mesh(call, value).clone();
    let mut reader = Reader {
        call,
        problem,
        mesh: &mesh,
        context,
        set,
        records: Vec::new(),
        checked: Vec::new(),
        buckling_nodes: Vec::new(),
        damped: Vec::new(),
    };
    for (_, keywords) in occurrences.iter().filter(|(relation, _)| relation == "FLAMBAGE") {
        // Errors are reported below.
        let nodes = reader.contact_nodes(keywords).unwrap_or_default();
        reader.buckling_nodes.extend(nodes.iter().map(|n| n.node_1));
    }
    each(&occurrences, |(relation, keywords)| reader.read(relation, keywords))?;
    reader.say_damping();
    reader.check_stiffnesses()?;
    Ok(Interactions { set: reader.set, records: reader.records })
}

/// Name of the relation and keywords of each occurrence, today's or older form.
pub(super) fn occurrences(call: &Call) -> Vec<(String, &Keywords)> {
    let today = call.factor("COMPORTEMENT").iter();
    let mut list: Vec<_> =
        today.map(|k| (k.text_if_given("RELATION").map_or_else(String::new, |t| t.to_string()), k)).collect();
    for (factor, relation) in [
        ("CHOC", "DIS_CHOC"),
        ("ANTI_SISM", "ANTI_SISM"),
        ("FLAMBAGE", "FLAMBAGE"),
        ("RELA_EFFO_DEPL", "RELA_EFFO_DEPL"),
        ("RELA_TRANSIS", "RELA_EFFO_DEPL"),
        ("RELA_EFFO_VITE", "RELA_EFFO_VITE"),
        ("ROTOR_FISS", "ROTOR_FISS"),
    ] {
        list.extend(call.factor(factor).iter().map(|k| (relation.to_string(), k)));
    }
    list
}

impl Reader<'_, '_, '_> {
    /// Contacts of one value are reported together; runs in a loop have the same contacts.
    fn say_damping(&mut self) {
        for (damping, titles) in std::mem::take(&mut self.damped) {
            let which = match titles.as_slice() {
                [first, .., last] => format!("{first} to {last} ({} contacts)", titles.len()),
                titles => titles.concat(),
            };
            self.context.say_once(format!("{which}: tangential damping AMOR_TAN = {damping} N s/m (automatic)"));
        }
    }

    fn read(&mut self, relation: &str, keywords: &Keywords) -> Result<(), CallError> {
        match RELATIONS.iter().find(|(name, _)| *name == relation) {
            Some((_, read)) => read(self, keywords),
            None => {
                let message = format!("RELATION='{relation}' is not known");
                let names: Vec<_> = RELATIONS.iter().map(|(name, _)| *name).collect();
                let help = format!("the relations are {}", names.join(", "));
                Err(Box::new(keywords.error("RELATION", "R406", message).help(help)))
            }
        }
    }
}
