//! Meshes as objects: `mesh = CA.Mesh()`, then one of its readers, which is LIRE_MAILLAGE on the file of that name.
//!
//! ```python
//! mesh = CA.Mesh()
//! mesh.readMedFile("beam.med")            # readMedFile("beam.med", "NAME"), readAsterFile, readGmshFile
//! model = AFFE_MODELE(MAILLAGE=mesh, ...)
//! ```
//!
//! A name is one of a file in the working folder, those that the study has written included.

use std::sync::Arc;

use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::interpreter::Interpreter;
use crate::python::core::value::{Asked, Keyword, Scope, Value};
use crate::source::Span;

/// Readers, and what LIRE_MAILLAGE calls their formats.
const READERS: &[(&str, &str)] = &[("readAsterFile", "ASTER"), ("readGmshFile", "GMSH"), ("readMedFile", "MED")];

impl Interpreter<'_> {
    /// A method of a mesh that nothing was read into.
    pub(crate) fn read_mesh(
        &mut self,
        asked: &Asked,
        method: &str,
        arguments: Arguments,
        span: Span,
        scope: &Arc<Scope>,
    ) -> Result<Value> {
        let Some((_, format)) = READERS.iter().find(|(name, _)| *name == method) else {
            let readers: Vec<&str> = READERS.iter().map(|(name, _)| *name).collect();
            let message = format!("nothing was read into this mesh, which has {} only until then", readers.join(", "));
            return Err(Fault::new("AttributeError", message).at(span));
        };
        let [file, mesh, _] = arguments.take(method, ["filename", "meshname", "verbose"], 1)?;
        let file = match file {
            Some(Value::Text(file)) => file,
            Some(Value::Unknown) => {
                becomes(asked, &Value::Unknown, scope);
                return Ok(Value::None);
            }
            _ => return Err(Fault::type_error(format!("{method}() expects the name of a file")).at(span)),
        };
        let keyword =
            |name: &str, value: Value| Keyword { name: name.into(), span, value, value_span: span, items: Vec::new() };
        let bind = vec![
            keyword("ACTION", Value::text("ASSOCIER")),
            keyword("FICHIER", Value::Text(file)),
            keyword("ACCES", Value::text("OLD")),
        ];
        let unit = self.call_command("DEFI_FICHIER".into(), span, span, bind, scope)?;
        let mut read = vec![keyword("UNITE", unit.clone()), keyword("FORMAT", Value::text(*format))];
        if let (Some(Value::Text(name)), "MED") =
            (mesh.filter(|name| !matches!(name, Value::Text(text) if text.is_empty())), *format)
        {
            read.push(keyword("NOM_MED", Value::Text(name)));
        }
        let mesh = self.call_command("LIRE_MAILLAGE".into(), span, span, read, scope);
        let free = vec![keyword("ACTION", Value::text("LIBERER")), keyword("UNITE", unit)];
        self.call_command("DEFI_FICHIER".into(), span, span, free, scope)?;
        becomes(asked, &mesh?, scope);
        Ok(Value::None)
    }
}

/// The object is a mesh from now on, and the names that it has are those of the mesh.
fn becomes(asked: &Asked, mesh: &Value, scope: &Arc<Scope>) {
    asked.set_made(Some(mesh.clone()));
    let root = scope.root();
    for (name, value) in root.entries() {
        if matches!(&value, Value::New(other) if other.address() == asked.address()) {
            if let Value::Concept(handle) = mesh {
                handle.set_name(&name);
            }
            root.set(&name, mesh.clone());
        }
    }
}
