//! What the upgrade of a study asks of it: the names in the meshes it reads, and the types of its concepts.

use std::collections::{BTreeMap, BTreeSet};
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
use crate::former::upgrade::{At, Insertion, Meant, Places};
use crate::former::{Age, Request, Signs};
use crate::kernel::mesh::{Mesh, Naming};
use crate::python::Value;
use crate::source::{BorrowedOrShared, FileId, SourceFile, Span, World};
use crate::syntax::{decode, parse};

/// Meshes read and concepts made by a study that is only checked.
#[derive(Debug, Default)]
pub struct StudyPlaces {
    meshes: Vec<MeshRead>,
    /// Ranks of the meshes that each call reaches, by its file and the place of its name.
    calls: BTreeMap<(String, u32, u32), BTreeSet<usize>>,
    kinds: Vec<(Arc<str>, Arc<str>)>,
    age: Age,
    /// The user or the profile says that it is a former study.
    is_dated: bool,
    /// Command files that tell it.
    dated: Vec<String>,
    /// What an upgrade writes, by the name of its file.
    insertions: Vec<(String, Insertion)>,
}

/// A mesh, and the call that read it.
#[derive(Debug)]
struct MeshRead {
    mesh: Arc<Mesh>,
    file: String,
    call: Span,
}

impl MeshRead {
    fn number(&self, word: &str, cell: bool) -> Option<usize> {
        let found = if cell { self.mesh.find_cell(word) } else { self.mesh.find_node(word) };
        found.map(|rank| rank + 1)
    }
}

impl StudyPlaces {
    /// Checks the study and reads its meshes; nothing else runs. A study that is wrong gives what it can.
    pub fn of(project: &Project, options: &Options, world: &dyn World) -> Self {
        on_its_stack(|| read(project, options, world)).unwrap_or_default()
    }
}

fn read(project: &Project, options: &Options, world: &dyn World) -> StudyPlaces {
    let options = Options { check_only: true, ..options.clone() };
    let mut session = Session::new(
        BorrowedOrShared::Lent(project),
        BorrowedOrShared::Lent(&options),
        BorrowedOrShared::Lent(world),
        BorrowedOrShared::Lent(&Silent),
    );
    evaluate_files(&mut session);
    let nodes = session.graph.nodes.iter().enumerate();
    let reads_mesh = |node: &Node| {
        let makes_mesh = node.makes().iter().any(|h| &*h.kind == "maillage_sdaster");
        node.data.iter().next().is_none() && makes_mesh && !node.is_sketch
    };
    let reading: Vec<usize> = nodes.filter(|(_, node)| reads_mesh(node)).map(|(rank, _)| rank).collect();
    session.run_nodes(reading.iter().copied(), None);
    let is_dated = options.former.or(project.former) == Some(Request::Former);
    let dated = project.commands.iter().filter(|file| tells_its_age(file, world));
    let dated = dated.map(|file| file_name(&file.to_string_lossy())).collect();
    let mut places = StudyPlaces { age: session.age(), is_dated, dated, ..StudyPlaces::default() };
    if session.graph.nodes.iter().any(|node| &*node.call.command == "DYNA_TRAN_MODAL") {
        session.prepare();
        session.flush();
        for insertion in std::mem::take(&mut session.outbox.insertions) {
            let file = session.sources.place(insertion.call).map(|(file, _)| file_name(file));
            places.insertions.extend(file.map(|file| (file, insertion)));
        }
    }
    let place = |call: Span| session.sources.place(call).map_or(String::new(), |(file, _)| file_name(file));
    let mut ranks: BTreeMap<u64, usize> = BTreeMap::new();
    for rank in reading {
        let call = &session.graph.nodes[rank].call;
        let Some(handle) = &call.result else { continue };
        if let Some(Concept::Mesh(value)) = handle.get() {
            ranks.insert(handle.id, places.meshes.len());
            places.meshes.push(MeshRead { mesh: value.mesh.clone(), file: place(call.span), call: call.span });
        }
    }
    if places.meshes.len() > 1 {
        for node in &session.graph.nodes {
            let call = &node.call;
            let reached = session.graph.reached(call);
            let known = places.calls.entry((place(call.span), call.span.start, call.span.end)).or_default();
            known.extend(reached.iter().filter_map(|id| ranks.get(id)));
        }
    }
    for (name, value) in session.scope.entries() {
        if let Value::Concept(handle) = value {
            places.kinds.push((name, handle.kind.clone()));
        }
    }
    places
}

/// Whether a command file by itself is recognised as one of a former study.
fn tells_its_age(file: &Path, world: &dyn World) -> bool {
    let Ok(bytes) = world.read(file) else { return false };
    let source = SourceFile::new("", None, decode(&bytes));
    let mut signs = Signs::default();
    signs.read(&parse(FileId(0), &source).statements);
    signs.age(None).is_former()
}

/// A file without its folder: the parts of a study have different names.
fn file_name(path: &str) -> String {
    Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned()
}

impl Places for StudyPlaces {
    fn meant(&self, (file, call): At<'_>, word: &str, cell: bool) -> Option<Meant> {
        let name = file_name(file);
        let reached = self.calls.get(&(name.clone(), call.start, call.end)).filter(|reached| !reached.is_empty());
        let meshes = self.meshes.iter().enumerate();
        let here = meshes.filter(|(rank, _)| reached.is_none_or(|reached| reached.contains(rank)));
        let found: Vec<(&MeshRead, usize)> =
            here.filter_map(|(_, read)| Some((read, read.number(word, cell)?))).collect();
        let number = found.first()?.1;
        let file_of = |read: &MeshRead| if read.file == name { file.to_string() } else { read.file.clone() };
        let read = found.iter().map(|(read, _)| (file_of(read), read.call)).collect();
        found.iter().all(|(_, other)| *other == number).then_some(Meant { number, read })
    }

    fn has_group(&self, name: &str, cell: bool) -> bool {
        let has = |read: &MeshRead| {
            let mesh = &read.mesh;
            if cell { mesh.cell_groups.contains_key(name) } else { mesh.node_groups.contains_key(name) }
        };
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

    fn dated_elsewhere(&self, file: &str) -> bool {
        self.dated.iter().any(|other| *other != file_name(file))
    }

    fn is_dated(&self) -> bool {
        self.is_dated
    }

    fn labels_mislead(&self) -> bool {
        self.meshes.iter().any(|read| read.mesh.labels_mislead())
    }

    fn names_mislead(&self) -> bool {
        let (nodes, cells) = (&self.age.nodes, &self.age.cells);
        let misleads = |mesh: &Mesh| mesh.naming != Naming::Ranks && mesh.ambiguous(nodes, cells).is_some();
        self.meshes.iter().any(|read| misleads(&read.mesh))
    }
}
