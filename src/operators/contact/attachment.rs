//! Components of the modes and of the support motions at the nodes of a contact.

use super::reader::Reader;
use crate::catalogue::{CallError, Keywords};
use crate::kernel::assembly::Component;
use crate::kernel::interaction::Attachment;

const TRANSLATIONS: [Component; 3] = [Component::Dx, Component::Dy, Component::Dz];

impl Reader<'_, '_, '_> {
    /// The translations of a node in the modes. `keyword` designates the node, for messages.
    pub(super) fn attach(&self, keywords: &Keywords, keyword: &str, node: usize) -> Result<Attachment, CallError> {
        self.attach_components(keywords, keyword, node, TRANSLATIONS)
    }

    pub(super) fn attach_components(
        &self,
        keywords: &Keywords,
        keyword: &str,
        node: usize,
        components: [Component; 3],
    ) -> Result<Attachment, CallError> {
        let mut ranks = [0; 3];
        for (rank, component) in ranks.iter_mut().zip(components) {
            *rank = self.rank(keywords, keyword, node, component)?;
        }
        let modes = self.problem.basis.iter().take(self.problem.size);
        let shapes = modes.map(|m| ranks.map(|r| m.values.get(r).copied().unwrap_or(0.0))).collect();
        let supports = self.problem.supports.iter();
        let supports = supports.map(|s| ranks.map(|r| s.shape.get(r).copied().unwrap_or(0.0))).collect();
        Ok(Attachment { position: self.mesh.nodes[node].position, shapes, supports })
    }

    /// Rank of an unknown among those of the basis.
    fn rank(&self, keywords: &Keywords, keyword: &str, node: usize, component: Component) -> Result<usize, CallError> {
        let Some(numbering) = self.problem.basis.numbering() else {
            let message = "contacts on a sub-structured basis are not available";
            return Err(Box::new(keywords.error(keyword, "R407", message).help("use a basis of modes of one mesh")));
        };
        numbering.rank(node, component).ok_or_else(|| {
            let has: Vec<_> =
                Component::ALL.iter().filter(|c| numbering.rank(node, **c).is_some()).map(|c| c.name()).collect();
            let (label, name) = (&self.mesh.nodes[node].label, component.name());
            let has = if has.is_empty() { "no unknown".to_string() } else { has.join(" ") };
            let message = format!("{keyword}: node {label} has no unknown {name} in the model (it has {has})");
            let help =
                "a contact needs DX, DY and DZ at its nodes: use a modelisation in space (DIS_T, DIS_TR, a beam)";
            Box::new(keywords.error(keyword, "R412", message).help(help))
        })
    }
}
