//! The contact laws and other local nonlinearities of a modal transient, read from its call.
//!
//! ```text
//! DYNA_VIBRA(..., COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='SHOE', OBSTACLE=FLOOR,
//!            NORM_OBST=(0., 1., 0.), ORIG_OBST=(0., 0., 1.), JEU=0.5, RIGI_NOR=20., RIGI_TAN=9.e6,
//!            FROTTEMENT='COULOMB', COULOMB=0.1))
//! ```
//!
//! Each occurrence of COMPORTEMENT (in the older language each occurrence of CHOC, FLAMBAGE,
//! ANTI_SISM, RELA_EFFO_DEPL ...) becomes one interaction of the kernel, or one for each segment of a group of
//! cells. The interaction sees the modes through their components at its nodes.
//! Kernel: `interaction`.

mod attachment;
mod choc;
pub(in crate::operators) mod defi_obstacle;
pub(in crate::operators) mod post_dyna_moda_t;
pub(in crate::operators) mod post_usure;
mod relations;
mod statistics_rows;
mod stiffness_check;
#[cfg(test)]
mod tests;

pub(in crate::operators) use defi_obstacle::DEFI_OBSTACLE;
pub(in crate::operators) use post_dyna_moda_t::POST_DYNA_MODA_T;
pub(in crate::operators) use post_usure::POST_USURE;

use super::Context;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{InteractionRecord, ModeSet, Support};
use crate::diag::each;
use crate::kernel::interaction::{InteractionSet, LAWS, LawSpec, ModalData, SpecFault, SupportMotion};
use crate::kernel::mesh::Mesh;

/// The modal problem that interactions act on, as far as they need it.
pub struct ModalProblem<'a> {
    pub base: &'a ModeSet,
    /// Number of generalised coordinates.
    pub size: usize,
    /// Generalised masses, pulsations (rad/s) and reduced dampings, for the automatic AMOR_TAN.
    pub modes: ModalData<'a>,
    /// Motion of supports and static corrections, which contacts see too.
    pub supports: &'a [Support],
}

/// What [`read`] gives: the interactions, and what results keep about each.
pub struct Interactions {
    pub set: InteractionSet,
    pub records: Vec<InteractionRecord>,
}

/// Interactions under construction.
struct Reader<'a, 'c, 'w> {
    call: &'a Call,
    problem: &'a ModalProblem<'a>,
    mesh: &'a Mesh,
    context: &'c mut Context<'w>,
    set: InteractionSet,
    records: Vec<InteractionRecord>,
    /// Contact nodes, for VERI_CHOC.
    checked: Vec<stiffness_check::Checked>,
    /// Nodes with a buckling stop, which takes the place of a contact.
    buckling_nodes: Vec<usize>,
}

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
    let Some(value) = &problem.base.mesh else {
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
    };
    for (_, keywords) in occurrences.iter().filter(|(relation, _)| relation == "FLAMBAGE") {
        // Errors are told below.
        let nodes = reader.contact_nodes(keywords).unwrap_or_default();
        reader.buckling_nodes.extend(nodes.iter().map(|n| n.node_1));
    }
    each(&occurrences, |(relation, keywords)| reader.read(relation, keywords))?;
    reader.check_stiffnesses()?;
    Ok(Interactions { set: reader.set, records: reader.records })
}

/// Name of the relation and keywords of each occurrence, today's or older form.
fn occurrences(call: &Call) -> Vec<(String, &Keywords)> {
    let today = call.factor("COMPORTEMENT").iter();
    let mut list: Vec<_> = today.map(|k| (k.text("RELATION").map_or_else(String::new, |t| t.to_string()), k)).collect();
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
    fn read(&mut self, relation: &str, keywords: &Keywords) -> Result<(), CallError> {
        match relation {
            "DIS_CHOC" => self.read_choc(keywords),
            "FLAMBAGE" => self.read_buckling(keywords),
            "DIS_VISC" => self.read_zener(keywords),
            "DIS_ECRO_TRAC" => self.read_plastic_link(keywords),
            "CHOC_ELAS_TRAC" => self.read_elastic_shock(keywords),
            "ANTI_SISM" => self.read_seismic_device(keywords),
            "RELA_EFFO_DEPL" | "RELA_EFFO_VITE" => self.read_force_relation(relation, keywords),
            "ROTOR_FISS" => self.read_cracked_rotor(keywords),
            other => {
                let message = format!("RELATION='{other}' is not known");
                let names: Vec<_> = LAWS.iter().map(|law| law.name).collect();
                let help = format!("the relations are {}", names.join(", "));
                Err(Box::new(keywords.error("RELATION", "R406", message).help(help)))
            }
        }
    }

    /// Adds the interaction of `spec` to the set, and what results keep about it.
    fn add(
        &mut self,
        relation: &str,
        keywords: &Keywords,
        spec: impl Into<LawSpec>,
        (node_1, node_2): (usize, Option<usize>),
    ) -> Result<(), CallError> {
        let width = self.set.add(spec).map_err(|fault| refusal(keywords, (node_1, node_2), fault))?;
        let offset = self.records.last().map_or(0, |r| r.offset + r.width);
        let title = match keywords.text("INTITULE") {
            Some(title) => title.chars().take(24).collect(),
            None => format!("{relation:<16}{:08}", self.records.len() + 1),
        };
        let text = |name: &str| keywords.text(name).map_or_else(String::new, |t| t.to_string());
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
        SpecFault::Stiffness | SpecFault::NotIncreasing => {
            let (keyword, message) = match fault {
                SpecFault::Stiffness => ("RIGI_NOR", "RIGI_NOR must be positive"),
                _ => ("DEPL_POST_FL", "DEPL_POST_FL, and DEPL_POST_FL + FNOR_POST_FL/RIGI_POST_FL, must increase"),
            };
            let help = "the first point is LARG_PLAT, reached at FNOR_CRIT/RIGI_NOR + LARG_PLAT + ENFO_FL";
            (keyword, "R425", message.to_string(), help)
        }
    };
    Box::new(keywords.error(keyword, code, message).help(help))
}
