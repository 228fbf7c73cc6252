//! A MED file, and the mesh and the model of the study that its fields are laid on.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords, replaced};
use crate::concepts::{MeshValue, Model};
use crate::diag::Diagnostic;
use crate::io::med::{Fields, StoredField};
use crate::operators::Context;

/// A file, and what its fields are laid on.
pub struct Source {
    pub file: String,
    pub(super) fields: Fields,
    pub mesh: MeshValue,
    pub model: Option<Arc<Model>>,
    /// PROL_ZERO: zero where the model has an unknown and the file no value.
    pub(super) prolong: bool,
}

impl Source {
    /// Opens the file of UNITE.
    pub fn open(
        call: &Call,
        mesh: MeshValue,
        model: Option<Arc<Model>>,
        prolong: bool,
        context: &Context<'_>,
    ) -> Result<Source, CallError> {
        let (file, bytes) = context.read_unit(call, "med", call.integer("UNITE")?)?;
        let fields = Fields::open(&file, bytes).map_err(|fault| Box::new(fault.at_if_absent(call.span_of("UNITE"))))?;
        Ok(Source { file, fields, mesh, model, prolong })
    }

    /// The field of a name, on a mesh that has as many nodes and cells as that of the study.
    pub fn field(&self, keywords: &Keywords, name: &str) -> Result<StoredField, CallError> {
        let found = self.fields.field(name).map_err(|fault| at(keywords, *fault))?;
        let Some(field) = found else {
            let names = self.fields.names();
            let error = keywords.error("NOM_CHAM_MED", "R718", format!("{} has no field {name}", self.file));
            let near =
                replaced(name, names.iter().copied(), None).map_or(String::new(), |(near, _)| format!("{near}; "));
            let known = if names.is_empty() { "it has none".into() } else { format!("it has {}", names.join(", ")) };
            return Err(Box::new(error.help(format!("{near}{known}"))));
        };
        self.same_mesh(keywords, &field)?;
        Ok(field)
    }

    fn same_mesh(&self, keywords: &Keywords, field: &StoredField) -> Result<(), CallError> {
        let sizes = self.fields.sizes(&field.mesh).map_err(|fault| at(keywords, *fault))?;
        let Some((nodes, cells)) = sizes else { return Ok(()) };
        let mesh = &self.mesh.mesh;
        let differs = |what: &str, there: usize, here: usize| {
            let message =
                format!("{} has {there} {what} in the mesh {}, and the study's mesh has {here}", self.file, field.mesh);
            let error = keywords.error("NOM_CHAM_MED", "R718", message);
            Err(Box::new(error.help("fields are laid on by the numbers of nodes and cells: give the mesh they are of")))
        };
        if nodes != mesh.nodes.len() {
            return differs("nodes", nodes, mesh.nodes.len());
        }
        for (shape, count) in cells {
            let own = mesh.cells.iter().filter(|c| c.kind == shape.kind && c.nodes.len() == shape.nodes).count();
            if own != count {
                return differs(&format!("cells {}", shape.name), count, own);
            }
        }
        Ok(())
    }
}

/// A fault of the file, at the occurrence that reads it.
pub(super) fn at(keywords: &Keywords, fault: Diagnostic) -> CallError {
    Box::new(fault.at_if_absent(keywords.span_of("NOM_CHAM_MED")))
}
