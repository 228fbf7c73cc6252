//! Fields at nodes.

use std::sync::Arc;

use super::laid::Laid;
use super::reader::{Reader, Value};
use super::source::at;
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{ElementField, NodalField};
use crate::io::med::{StepRead, Support, Values};
use crate::kernel::assembly::{Component, Dof, Numbering};

impl Reader<'_> {
    pub(super) fn at_nodes(&mut self, keywords: &Keywords, step: &StepRead) -> Result<Option<Value>, CallError> {
        let parts = self.source.fields.values(self.field, step, &Support::Nodes);
        let parts = parts.map_err(|fault| at(keywords, *fault))?;
        if parts.is_empty() {
            return Ok(None);
        }
        if let Some(several) = parts.iter().find(|part| part.points != 1) {
            let message =
                format!("{}: {} has {} values at each node", self.source.file, self.field.name, several.points);
            return Err(keywords.error("NOM_CHAM_MED", "R718", message));
        }
        let components: Option<Vec<Component>> =
            self.columns.names.iter().map(|name| Component::from_name(name)).collect();
        match components {
            Some(components) if self.unknowns => self.on_unknowns(keywords, &parts, &components).map(Some),
            _ => self.of_others(keywords, &parts).map(Some),
        }
    }

    /// The nodes of a part.
    fn nodes(&self, keywords: &Keywords, part: &Values) -> Result<Vec<usize>, CallError> {
        let count = self.source.mesh.mesh.nodes.len();
        match &part.numbers {
            Some(numbers) => self.places(keywords, numbers, count),
            None if part.count == count => Ok((0..count).collect()),
            None => {
                let (file, name) = (&self.source.file, &self.field.name);
                let message = format!("{file}: {name} has values at {} nodes, the mesh has {count}", part.count);
                Err(keywords.error("NOM_CHAM_MED", "R718", message))
            }
        }
    }

    fn on_unknowns(
        &mut self,
        keywords: &Keywords,
        parts: &[Values],
        components: &[Component],
    ) -> Result<Value, CallError> {
        let laid = match self.laid.take().filter(|laid| laid.fits(parts)) {
            Some(laid) => laid,
            None => self.lay(keywords, parts, components)?,
        };
        let value = |place: &Option<(usize, usize)>| place.map_or(0.0, |(part, rank)| parts[part].values[rank]);
        let field = NodalField {
            present: laid.present.clone(),
            model: self.source.model.clone(),
            ..NodalField::new(self.source.mesh.clone(), laid.numbering.clone(), laid.places.iter().map(value).collect())
        };
        self.laid = Some(laid);
        Ok(Value::Nodal(field))
    }

    fn lay(&self, keywords: &Keywords, parts: &[Values], components: &[Component]) -> Result<Laid, CallError> {
        let mut found: Vec<(Dof, (usize, usize))> = Vec::new();
        for (rank, part) in parts.iter().enumerate() {
            for (entity, node) in self.nodes(keywords, part)?.into_iter().enumerate() {
                for (component, column) in components.iter().zip(&self.columns.ranks) {
                    found.push((Dof { node, component: *component }, (rank, column * part.count + entity)));
                }
            }
        }
        found.sort_by_key(|(dof, _)| *dof);
        found.dedup_by_key(|(dof, _)| *dof);
        let dofs = match &self.source.model {
            Some(model) => model.dofs(),
            None => found.iter().map(|(dof, _)| *dof).collect(),
        };
        let numbering = Arc::new(Numbering::new(dofs, self.source.mesh.mesh.nodes.len()));
        let place = |dof: &Dof| found.binary_search_by_key(dof, |(own, _)| *own).ok().map(|k| found[k].1);
        let places: Vec<Option<(usize, usize)>> = numbering.dofs().iter().map(place).collect();
        let all = self.source.prolong || places.iter().all(Option::is_some);
        let present = (!all).then(|| places.iter().map(Option::is_some).collect());
        let entities = parts.iter().map(|part| (part.numbers.clone(), part.count)).collect();
        Ok(Laid { entities, numbering, places, present })
    }

    fn of_others(&self, keywords: &Keywords, parts: &[Values]) -> Result<Value, CallError> {
        let width = self.columns.names.len();
        let mut cells = vec![Vec::new(); self.source.mesh.mesh.nodes.len()];
        for part in parts {
            for (entity, node) in self.nodes(keywords, part)?.into_iter().enumerate() {
                cells[node] =
                    self.columns.ranks.iter().map(|column| part.values[column * part.count + entity]).collect();
            }
        }
        if self.source.prolong {
            cells.iter_mut().filter(|own| own.is_empty()).for_each(|own| *own = vec![0.0; width]);
        }
        let components = self.columns.names.clone();
        Ok(Value::Other(ElementField { components, cells, at_nodes: true, ..ElementField::default() }))
    }
}
