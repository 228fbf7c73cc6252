//! The operation graph: one node for each call, edges from what a call consumes.
//!
//! An edge of *data* passes failure on: what depends on a failed node is not run. An edge of *order* only
//! keeps the study's order between calls that write the same file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use super::ranks::Ranks;
use crate::catalogue::{self, Call, FreeValue, Keywords, Value};
use crate::concepts::{Concept, Handle, internal_name};
use crate::operators::{Operator, Units};

pub struct Node {
    pub call: Arc<Call>,
    pub operator: &'static Operator,
    /// Name of the file that holds the call.
    pub file: Arc<str>,
    /// Files as they were bound at that point of the study.
    pub units: Arc<Units>,
    /// Nodes whose concepts or files it reads.
    pub data: Ranks,
    /// Nodes it only has to follow.
    pub order: Ranks,
    /// Some values of the call are not known while the study is only checked: it cannot run.
    pub is_sketch: bool,
}

impl Node {
    /// Whether it compares a result with a reference.
    pub fn is_assertion(&self) -> bool {
        self.call.command.starts_with("TEST_")
    }

    /// `MODES = CALC_MODES`, or the operator alone.
    pub fn title(&self) -> String {
        title(&self.call)
    }

    pub fn result_name(&self) -> &str {
        self.call.result.as_ref().map_or("", Handle::name)
    }

    /// The concept returned and those asked for with `CO`.
    pub fn makes(&self) -> Vec<&Handle> {
        made(&self.call)
    }

    /// Nodes it follows without reading anything of them.
    pub fn only_follows(&self) -> impl Iterator<Item = usize> {
        self.order.iter().copied().filter(|rank| !self.data.contains(rank))
    }

    /// Once it has run and nobody will look at it again: gives back the room of its keywords.
    pub fn forget(&mut self) {
        if self.makes().len() == usize::from(self.call.result.is_some())
            && let Some(call) = Arc::get_mut(&mut self.call)
        {
            call.keywords = Keywords::new(call.keywords.span);
        }
    }
}

/// `MODES = CALC_MODES`, or the operator alone.
pub(super) fn title(call: &Call) -> String {
    match call.result.as_ref().map_or("", Handle::name) {
        "" => call.command.to_string(),
        name => format!("{name} = {}", call.command),
    }
}

/// The concept a call returns and those it asks for with `CO`.
pub(super) fn made(call: &Call) -> Vec<&Handle> {
    let mut handles: Vec<&Handle> = call.result.iter().collect();
    each_value(&call.keywords, &mut |_, value| {
        if let Value::New(new) = value {
            handles.push(&new.handle);
        }
    });
    handles
}

#[derive(Default)]
pub struct Graph {
    pub nodes: Vec<Node>,
    /// Node that makes each concept, by the identity of the concept.
    makers: BTreeMap<u64, usize>,
    /// First version of each concept enriched by `reuse`, and the newest version of each first one.
    firsts: BTreeMap<u64, u64>,
    newest: BTreeMap<u64, Handle>,
    /// Meshes each concept was made from, by the identity of their first version.
    meshes: BTreeMap<u64, BTreeSet<u64>>,
    files: BTreeMap<PathBuf, FileUse>,
    /// What the last call of each command made whose calls go on from the one before.
    last: BTreeMap<Arc<str>, Handle>,
}

/// The keyword of lists of texts, and the types of what a table of functions holds.
const LISTED: &str = "LISTE_K";
const FUNCTIONS: [&str; 4] = ["fonction_sdaster", "fonction_c", "nappe_sdaster", "formule"];

/// Who touched a file last.
#[derive(Clone, Default)]
struct FileUse {
    writer: Option<usize>,
    readers: Vec<usize>,
}

/// What a graph was at some moment.
pub struct Mark {
    size: usize,
    /// All but the nodes.
    known: Graph,
}

impl Graph {
    /// The state to go back to with [`Graph::rewind`].
    pub fn mark(&self) -> Mark {
        let known = Graph {
            nodes: Vec::new(),
            makers: self.makers.clone(),
            firsts: self.firsts.clone(),
            newest: self.newest.clone(),
            meshes: self.meshes.clone(),
            files: self.files.clone(),
            last: self.last.clone(),
        };
        Mark { size: self.nodes.len(), known }
    }

    /// Forgets the nodes appended since.
    pub fn rewind(&mut self, mark: Mark) {
        let mut nodes = std::mem::take(&mut self.nodes);
        nodes.truncate(mark.size);
        *self = Graph { nodes, ..mark.known };
    }

    /// The newest version of a concept.
    pub fn newest(&self, handle: &Handle) -> Handle {
        self.newest.get(&self.first(handle.id)).unwrap_or(handle).clone()
    }

    fn first(&self, id: u64) -> u64 {
        self.firsts.get(&id).copied().unwrap_or(id)
    }

    /// Notes that `new` is `old` enriched.
    pub fn enrich(&mut self, old: &Handle, new: &Handle) {
        let first = self.first(old.id);
        if !old.name().is_empty() {
            new.set_name(old.name());
        }
        new.set_origin(first);
        if let Some(meshes) = self.meshes.get(&old.id).cloned() {
            self.meshes.insert(new.id, meshes);
        }
        self.firsts.insert(new.id, first);
        self.newest.insert(first, new.clone());
    }

    /// The newest version, to be changed: where nothing else holds it, without its value (so that this is not copied).
    pub fn newest_alone(&mut self, handle: &Handle) -> Option<(&mut Handle, Concept)> {
        let first = self.first(handle.id);
        let newest = self.newest.get_mut(&first)?;
        let value = newest.take()?;
        Some((newest, value))
    }

    pub fn maker(&self, handle: &Handle) -> Option<usize> {
        self.makers.get(&handle.id).copied()
    }

    /// The concept of that rank.
    fn made(&self, id: u64) -> Option<Handle> {
        let maker = &self.nodes[*self.makers.get(&id)?];
        maker.makes().into_iter().find(|made| made.id == id).cloned()
    }

    /// Appends a call. `more` are concepts it consumes without holding them in a keyword.
    pub fn add(
        &mut self,
        mut call: Call,
        operator: &'static Operator,
        file: Arc<str>,
        units: Arc<Units>,
        more: &[Handle],
    ) -> usize {
        let rank = self.nodes.len();
        if let Some(anew) = catalogue::command(&call.command).and_then(|command| command.goes_on_unless) {
            let before = self.last.remove(&*call.command);
            if let (false, Some(before)) = (call.has(anew), before) {
                call.insert_free(call.command.clone(), FreeValue::Concept(before));
            }
            self.last.extend(call.result.clone().map(|made| (call.command.clone(), made)));
        }
        for (name, function) in self.functions_named(&call) {
            call.insert_free(name, FreeValue::Concept(function));
        }
        let mut consumed: Vec<Handle> = more.to_vec();
        consumed.extend(self.consumed(&call));
        let mut data: BTreeSet<usize> = consumed.iter().filter_map(|h| self.maker(h)).collect();
        let reached = self.meshes_of(&consumed);
        let files = files_of(&call, &units);
        // Files name the meshes in them, whether groups were added to these or not.
        let writes = files.iter().any(|(_, written)| *written);
        for identity in &reached {
            let Some(first) = self.made(*identity) else { continue };
            let Some(newest) = self.newest.get(identity).or(writes.then_some(&first)) else { continue };
            data.extend(self.maker(newest));
            let newest = newest.clone();
            call.meshes.push((first, newest));
        }
        let mut order = BTreeSet::new();
        for (path, written) in files {
            let file = self.files.entry(path).or_default();
            if written {
                order.extend(file.writer.replace(rank));
                order.extend(file.readers.drain(..));
            } else {
                data.extend(file.writer);
                file.readers.push(rank);
            }
        }
        data.remove(&rank);
        order.remove(&rank);

        let (data, order) = (data.into(), order.into());
        let node = Node { call: Arc::new(call), operator, file, units, data, order, is_sketch: false };
        for handle in node.makes() {
            self.makers.insert(handle.id, rank);
            let mut meshes = reached.clone();
            if handle.is_a("maillage_sdaster") {
                meshes.insert(self.first(handle.id));
            }
            self.meshes.insert(handle.id, meshes);
        }
        self.nodes.push(node);
        rank
    }

    /// The functions that a table of functions names in its lists of texts: it holds them.
    fn functions_named(&self, call: &Call) -> Vec<(Arc<str>, Handle)> {
        let mut found = Vec::new();
        if !call.result.as_ref().is_some_and(|made| made.is_a("table_fonction")) {
            return found;
        }
        each_value(&call.keywords, &mut |(_, keyword), value| {
            if let (Value::Text(name), true) = (value, keyword == LISTED) {
                found.extend(self.function_named(name.trim_end()).map(|function| (name.trim_end().into(), function)));
            }
        });
        found
    }

    /// The latest function of a name, as it was assigned or as tables write it.
    fn function_named(&self, name: &str) -> Option<Handle> {
        let made = self.nodes.iter().rev().flat_map(Node::makes);
        let mut functions = made.filter(|made| FUNCTIONS.iter().any(|kind| made.is_a(kind)));
        functions.find(|made| made.name() == name || internal_name(made) == name).cloned()
    }

    /// The concepts that a call names and does not make.
    fn consumed(&self, call: &Call) -> Vec<Handle> {
        let mut consumed = Vec::new();
        each_value(&call.keywords, &mut |_, value| {
            if let Value::Concept(handle) = value {
                consumed.push(handle.clone());
            }
        });
        consumed.extend(call.reuse.clone());
        consumed.extend(call.free().values().filter_map(|v| match v {
            FreeValue::Concept(handle) => Some(handle.clone()),
            _ => None,
        }));
        consumed
    }

    fn meshes_of(&self, consumed: &[Handle]) -> BTreeSet<u64> {
        consumed.iter().filter_map(|handle| self.meshes.get(&handle.id)).flatten().copied().collect()
    }

    /// The meshes that a call reaches by the concepts it names, by the identity of their first version.
    pub fn reached(&self, call: &Call) -> BTreeSet<u64> {
        self.meshes_of(&self.consumed(call))
    }

    /// The last calls that write a file.
    pub fn writers(&self, keys: &[PathBuf]) -> BTreeSet<usize> {
        keys.iter().filter_map(|key| self.files.get(key)?.writer).collect()
    }

    /// Last calls that write a file, and those that have read it since.
    pub fn users(&self, keys: &[PathBuf]) -> BTreeSet<usize> {
        let uses = keys.iter().filter_map(|key| self.files.get(key));
        uses.flat_map(|file| file.readers.iter().chain(&file.writer)).copied().collect()
    }

    /// Makes a node depend on concepts found after it was appended; false when that would close a loop.
    pub fn depend(&mut self, rank: usize, handles: &[Handle]) -> bool {
        for handle in handles {
            if let Some(maker) = self.maker(handle) {
                if self.needed([maker]).contains(&rank) {
                    return false;
                }
                self.nodes[rank].data.insert(maker);
            }
        }
        true
    }

    /// The nodes given and all they need.
    pub fn needed(&self, ranks: impl IntoIterator<Item = usize>) -> BTreeSet<usize> {
        let mut found: BTreeSet<usize> = BTreeSet::new();
        let mut left: Vec<usize> = ranks.into_iter().collect();
        while let Some(rank) = left.pop() {
            if found.insert(rank) {
                left.extend(self.nodes[rank].data.iter().chain(self.nodes[rank].order.iter()));
            }
        }
        found
    }
}

/// Calls `f` with every value of a call, and the name of its keyword (`UNITE`, `IMPRESSION/UNITE_DIS_VISC`).
pub fn each_value<'k>(keywords: &'k Keywords, f: &mut dyn FnMut((Option<&'k str>, &'k str), &'k Value)) {
    fn level<'k>(
        factor: Option<&'k str>,
        keywords: &'k Keywords,
        f: &mut dyn FnMut((Option<&'k str>, &'k str), &'k Value),
    ) {
        for (name, given) in keywords.simple_names() {
            given.values.iter().for_each(|value| f((factor, name), value));
        }
        for (name, occurrences) in keywords.factor_names() {
            occurrences.iter().for_each(|o| level(Some(name), o, f));
        }
    }
    level(None, keywords, f);
}

/// What stands for the files that a call reads (false) or writes (true), by the keywords that hold unit numbers or names of
/// files.
pub(super) fn files_of(call: &Call, units: &Units) -> Vec<(PathBuf, bool)> {
    let Some(command) = catalogue::command(&call.command) else { return Vec::new() };
    let mut files = Vec::new();
    if command.files.is_empty() {
        return files;
    }
    each_value(&call.keywords, &mut |(factor, name), value| {
        let known = command.files.iter().find(|file| file.factor == factor && file.name == name);
        let Some(written) = known.map(|file| file.written) else { return };
        let keys = match value {
            Value::Integer(unit) => units.keys_of_unit(*unit),
            Value::Text(name) => units.keys_of_name(name),
            _ => return,
        };
        files.extend(keys.into_iter().map(|key| (key, written)));
    });
    // What is both read and written counts as written.
    files.sort();
    files.dedup_by(|b, a| {
        a.0 == b.0 && {
            a.1 |= b.1;
            true
        }
    });
    files
}
