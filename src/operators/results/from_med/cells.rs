//! Fields on cells: the k-th value of a type is that of its k-th cell.

use super::reader::{Reader, Value};
use super::source::at;
use crate::catalogue::{CallError, Keywords};
use crate::concepts::ElementField;
use crate::io::med::{StepRead, Support, Values};

impl Reader<'_> {
    pub(super) fn on_cells(
        &self,
        keywords: &Keywords,
        step: &StepRead,
        at_nodes: bool,
    ) -> Result<Option<Value>, CallError> {
        let mesh = &self.source.mesh.mesh;
        let mut kinds: Vec<(Support, Vec<usize>)> = Vec::new();
        for (rank, cell) in mesh.cells.iter().enumerate() {
            let Some(support) = Support::cells_like(cell, at_nodes) else { continue };
            match kinds.iter_mut().find(|(own, _)| *own == support) {
                Some((_, cells)) => cells.push(rank),
                None => kinds.push((support, vec![rank])),
            }
        }
        let mut cells = vec![Vec::new(); mesh.cells.len()];
        let mut any = false;
        for (support, own) in &kinds {
            let parts = self.source.fields.values(self.field, step, support).map_err(|fault| at(keywords, *fault))?;
            for part in &parts {
                any = true;
                for (entity, cell) in self.cells(keywords, part, own)?.into_iter().enumerate() {
                    cells[cell] = self.row(part, entity, support);
                }
            }
        }
        let components = self.columns.names.clone();
        Ok(any.then(|| Value::Other(ElementField { components, cells, ..ElementField::default() })))
    }

    fn cells(&self, keywords: &Keywords, part: &Values, own: &[usize]) -> Result<Vec<usize>, CallError> {
        match &part.numbers {
            Some(numbers) => {
                Ok(self.places(keywords, numbers, own.len())?.into_iter().map(|place| own[place]).collect())
            }
            None if part.count == own.len() => Ok(own.to_vec()),
            None => {
                let (file, name, count) = (&self.source.file, &self.field.name, own.len());
                let message =
                    format!("{file}: {name} has values on {} cells of a type, the mesh has {count}", part.count);
                Err(keywords.error("NOM_CHAM_MED", "R718", message))
            }
        }
    }

    /// The values of one cell, point by point.
    fn row(&self, part: &Values, entity: usize, support: &Support) -> Vec<f64> {
        let at = |point: usize| {
            let place = entity * part.points + support.place(point);
            self.columns.ranks.iter().map(move |column| part.values[column * part.count * part.points + place])
        };
        (0..part.points).flat_map(at).collect()
    }
}
