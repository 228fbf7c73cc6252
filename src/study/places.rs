//! What the upgrade of a study asks of it: the names in the meshes it reads, and the types of its concepts.

use std::path::Path;
use std::sync::Arc;

use super::evaluation::evaluate_files;
use super::events::Silent;
use super::graph::Node;
use super::options::Options;
use super::project::Project;
use super::session::Session;
use super::stack::on_its_stack;
use crate::concepts::Concept;
use crate::former::Age;
use crate::former::upgrade::{Insertion, Places};
use crate::kernel::mesh::{Mesh, Naming};
use crate::python::Value;
use crate::source::{Held, Span, World};

/// Meshes read and concepts made by a study that is only checked.
#[derive(Debug, Default)]
pub struct StudyPlaces {
    meshes: Vec<Arc<Mesh>>,
    kinds: Vec<(Arc<str>, Arc<str>)>,
    age: Age,
    /// What an upgrade writes, by the name of its file.
    insertions: Vec<(String, Insertion)>,
}

impl StudyPlaces {
    /// Checks the study and reads its meshes; nothing else runs. A study that is wrong gives what it can.
    pub fn of(project: &Project, options: &Options, world: &dyn World) -> Self {
        on_its_stack(|| read(project, options, world)).unwrap_or_default()
    }
}

fn read(project: &Project, options: &Options, world: &dyn World) -> StudyPlaces {
    let options = Options { check_only: true, ..options.clone() };
    let mut session = Session::new(Held::Lent(project), Held::Lent(&options), Held::Lent(world), Held::Lent(&Silent));
    evaluate_files(&mut session);
    let nodes = session.graph.nodes.iter().enumerate();
    let reads_mesh = |node: &Node| {
        let makes_mesh = node.makes().iter().any(|h| &*h.kind == "maillage_sdaster");
        node.data.iter().next().is_none() && makes_mesh && !node.is_sketch
    };
    let reading: Vec<usize> = nodes.filter(|(_, node)| reads_mesh(node)).map(|(rank, _)| rank).collect();
    session.run_nodes(reading.iter().copied(), None);
    let mut places = StudyPlaces { age: session.age(), ..StudyPlaces::default() };
    if session.graph.nodes.iter().any(|node| &*node.call.command == "DYNA_TRAN_MODAL") {
        session.prepare();
        session.flush();
        for insertion in std::mem::take(&mut session.outbox.insertions) {
            let file = session.sources.place(insertion.call).map(|(file, _)| file_name(file));
            places.insertions.extend(file.map(|file| (file, insertion)));
        }
    }
    for rank in reading {
        let handle = session.graph.nodes[rank].call.result.as_ref();
        if let Some(Concept::Mesh(value)) = handle.and_then(|handle| handle.get()) {
            places.meshes.push(value.mesh.clone());
        }
    }
    for (name, value) in session.scope.entries() {
        if let Value::Concept(handle) = value {
            places.kinds.push((name, handle.kind.clone()));
        }
    }
    places
}

/// A file without its folder: the parts of a study have different names.
fn file_name(path: &str) -> String {
    Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned()
}

impl Places for StudyPlaces {
    fn number(&self, word: &str, cell: bool) -> Option<usize> {
        let find = |mesh: &Arc<Mesh>| if cell { mesh.find_cell(word) } else { mesh.find_node(word) };
        let mut found = self.meshes.iter().filter_map(find);
        let first = found.next()?;
        found.all(|other| other == first).then_some(first + 1)
    }

    fn has_group(&self, name: &str, cell: bool) -> bool {
        let has =
            |m: &Arc<Mesh>| if cell { m.cell_groups.contains_key(name) } else { m.node_groups.contains_key(name) };
        self.meshes.iter().any(has)
    }

    fn insertions(&self, file: &str, call: Span) -> Vec<(Span, String)> {
        let name = file_name(file);
        let here = |(file, insertion): &&(String, Insertion)| {
            *file == name && (insertion.call.start, insertion.call.end) == (call.start, call.end)
        };
        self.insertions.iter().filter(here).map(|(_, found)| (found.after, found.text.clone())).collect()
    }

    fn kind(&self, name: &str) -> Option<Arc<str>> {
        self.kinds.iter().find(|(known, _)| **known == *name).map(|(_, kind)| kind.clone())
    }

    fn is_former(&self) -> bool {
        self.age.is_former()
    }

    fn labels_mislead(&self) -> bool {
        self.meshes.iter().any(|mesh| mesh.labels_mislead())
    }

    fn names_mislead(&self) -> bool {
        let (nodes, cells) = (&self.age.nodes, &self.age.cells);
        self.meshes.iter().any(|mesh| mesh.naming != Naming::Ranks && mesh.ambiguous(nodes, cells).is_some())
    }
}
