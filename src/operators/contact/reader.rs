//! Interactions under construction.

use super::problem::ModalProblem;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::InteractionRecord;
use crate::kernel::interaction::{Attachment, InteractionSet, LawSpec, SpecFault};
use crate::kernel::mesh::Mesh;
use crate::kernel::mesh::vector::{dot, minus, unit};
use crate::operators::Context;

/// Interactions under construction.
pub(super) struct Reader<'a, 'c, 'w> {
    pub(super) call: &'a Call,
    pub(super) problem: &'a ModalProblem<'a>,
    pub(super) mesh: &'a Mesh,
    pub(super) context: &'c mut Context<'w>,
    pub(super) set: InteractionSet,
    pub(super) records: Vec<InteractionRecord>,
    /// Contact nodes, for VERI_CHOC.
    pub(super) checked: Vec<Checked>,
    /// Nodes with a buckling stop, which takes the place of a contact.
    pub(super) buckling_nodes: Vec<usize>,
    /// Titles of the contacts with automatic tangential damping, by that damping as it is shown.
    pub(super) damped: Vec<(String, Vec<String>)>,
}

/// A contact node, the normal there and the stiffness of the stop.
pub(super) struct Checked {
    pub(super) node: usize,
    pub(super) normal: [f64; 3],
    pub(super) stiffness: f64,
    /// `phi_j . n`
    pub(super) participations: Vec<f64>,
}

impl Checked {
    /// `other` is the other node of a pair, or the origin of a fixed obstacle.
    pub fn new(node: usize, attachment: &Attachment, other: [f64; 3], stiffness: f64) -> Checked {
        let normal = unit(minus(attachment.position, other)).unwrap_or([0.0; 3]);
        let participations = attachment.shapes.iter().map(|phi| dot(*phi, normal)).collect();
        Checked { node, normal, stiffness, participations }
    }
}

impl Reader<'_, '_, '_> {
    /// Adds the interaction of `spec` to the set, and what results keep about it.
    pub(super) fn add(
        &mut self,
        relation: &str,
        keywords: &Keywords,
        spec: impl Into<LawSpec>,
        (node_1, node_2): (usize, Option<usize>),
    ) -> Result<(), CallError> {
        let width = self.set.add(spec).map_err(|fault| refusal(keywords, (node_1, node_2), fault))?;
        let offset = self.records.last().map_or(0, |r| r.offset + r.width);
        let title = match keywords.text_if_given("INTITULE") {
            Some(title) => title.chars().take(24).collect(),
            None => format!("{relation:<16}{:08}", self.records.len() + 1),
        };
        let text = |name: &str| keywords.text_if_given(name).map_or_else(String::new, |t| t.to_string());
        self.records.push(InteractionRecord {
            relation: relation.to_string(),
            title,
            node_1,
            node_2,
            offset,
            width,
            frictionless: false,
            component: String::new(),
            function: String::new(),
            substructures: [text("SOUS_STRUC_1"), text("SOUS_STRUC_2")],
        });
        Ok(())
    }
}

/// Why the numbers or nodes of an occurrence make no law.
fn refusal(keywords: &Keywords, (node_1, node_2): (usize, Option<usize>), fault: SpecFault) -> CallError {
    let (keyword, code, message, help) = match fault {
        SpecFault::NoDirection => {
            let keyword = if keywords.has("GROUP_NO_2") { "GROUP_NO_2" } else { "NOEUD_2" };
            let message = format!("nodes {} and {}: {fault}", node_1 + 1, node_2.unwrap_or(node_1) + 1);
            let help = "the local axis goes from the first node to the second: they must be apart";
            (keyword, "R460", message, help)
        }
        SpecFault::Law(fault) => {
            let help = "the first point is LARG_PLAT, reached at FNOR_CRIT/RIGI_NOR + LARG_PLAT + ENFO_FL";
            (fault.keyword(), "R425", fault.to_string(), help)
        }
    };
    Box::new(keywords.error(keyword, code, message).help(help))
}
