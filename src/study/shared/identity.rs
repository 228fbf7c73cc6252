//! The identity of nodes: hashes of what they are made of.

use crate::catalogue::{Call, FreeValue, Given, Keywords, Value};
use crate::concepts::Handle;
use crate::former::Age;
use crate::study::graph::{Graph, each_value, files_of};

/// Identity of a node, or of its result.
pub type Key = [u8; 32];

/// Everything goes in with its length or a tag, so that no two contents give the same bytes.
#[derive(Default)]
pub struct Identity(blake3::Hasher);

impl Identity {
    pub fn number(&mut self, number: u64) {
        self.0.update(&number.to_le_bytes());
    }

    pub fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.update(text.as_bytes());
    }

    pub fn key(&mut self, key: &Key) {
        self.0.update(key);
    }

    pub fn end(&self) -> Key {
        *self.0.finalize().as_bytes()
    }
}

/// The content of a node: its command, its keywords and values in order, for each concept the result of the node that made
/// it (`results`, by rank), the rules of the study's age, the version of the program. `None` when it cannot be shared.
/// `wrote`: the study's Python wrote files.
pub fn content(graph: &Graph, rank: usize, results: &[Option<Key>], age: &Age, wrote: bool) -> Option<Key> {
    let node = graph.nodes.get(rank)?;
    let call = &node.call;
    let files = files_of(call, &node.units);
    if files.iter().any(|(_, written)| *written) || (wrote && !files.is_empty()) || call.has("FICHIER") {
        return None;
    }
    let mut content = Content { graph, results, identity: Identity::default() };
    content.identity.text(env!("CARGO_PKG_VERSION"));
    content.age(age);
    content.identity.text(&call.command);
    content.keywords(&call.keywords)?;
    content.identity.number(call.free().len() as u64);
    for (name, value) in call.free() {
        content.identity.text(name);
        content.free(value)?;
    }
    for made in [&call.result, &call.reuse] {
        content.identity.number(u64::from(made.is_some()));
    }
    call.result.iter().for_each(|made| content.identity.text(&made.kind));
    for handle in call.reuse.iter().chain(call.meshes.iter().flat_map(|(first, newest)| [first, newest])) {
        content.concept(handle)?;
    }
    for (path, _) in &files {
        content.identity.text(&path.to_string_lossy());
        for folder in [&node.units.folder, &node.units.output] {
            content.identity.text(&folder.to_string_lossy());
        }
        content.identity.text(&node.units.stem);
    }
    content.identity.number(node.data.len() as u64);
    for before in node.data.iter() {
        content.identity.key(results.get(*before)?.as_ref()?);
    }
    Some(content.identity.end())
}

/// The concepts that a call names, in its order: those it makes, those it reads.
pub fn handles(call: &Call) -> Vec<Handle> {
    let mut found: Vec<Handle> = call.result.iter().chain(&call.reuse).cloned().collect();
    each_value(&call.keywords, &mut |_, value| match value {
        Value::Concept(handle) => found.push(handle.clone()),
        Value::New(new) => found.push(new.handle.clone()),
        _ => {}
    });
    found.extend(call.free().values().filter_map(|value| match value {
        FreeValue::Concept(handle) => Some(handle.clone()),
        _ => None,
    }));
    found.extend(call.meshes.iter().flat_map(|(first, newest)| [first.clone(), newest.clone()]));
    found
}

struct Content<'g> {
    graph: &'g Graph,
    results: &'g [Option<Key>],
    identity: Identity,
}

impl Content<'_> {
    fn age(&mut self, age: &Age) {
        self.identity.text(&format!("{:?} {}", age.kind, age.follows_rules));
        self.identity.text(&age.because());
        for words in [&age.nodes, &age.cells] {
            self.identity.number(words.len() as u64);
            words.iter().for_each(|word| self.identity.text(word));
        }
    }

    /// A concept: the result of the node that made it, and which of those that it made.
    fn concept(&mut self, handle: &Handle) -> Option<()> {
        let maker = self.graph.maker(handle)?;
        self.identity.key(self.results.get(maker)?.as_ref()?);
        let place = self.graph.nodes.get(maker)?.makes().iter().position(|made| made.id == handle.id)?;
        self.identity.number(place as u64);
        self.identity.text(&handle.kind);
        Some(())
    }

    fn keywords(&mut self, keywords: &Keywords) -> Option<()> {
        let simple: Vec<(&str, &Given)> = keywords.simple_names().collect();
        self.identity.number(simple.len() as u64);
        for (name, given) in simple {
            self.identity.text(name);
            self.identity.number(u64::from(given.span.is_some()));
            self.identity.number(given.values.len() as u64);
            for value in &given.values {
                self.value(value)?;
            }
        }
        let factors: Vec<(&str, &[Keywords])> = keywords.factor_names().collect();
        self.identity.number(factors.len() as u64);
        for (name, occurrences) in factors {
            self.identity.text(name);
            self.identity.number(occurrences.len() as u64);
            for occurrence in occurrences {
                self.keywords(occurrence)?;
            }
        }
        Some(())
    }

    fn value(&mut self, value: &Value) -> Option<()> {
        let (tag, number) = match value {
            Value::Integer(i) => (0, *i as u64),
            Value::Real(x) => (1, x.to_bits()),
            Value::Complex(z) => {
                self.identity.number(z.im.to_bits());
                (2, z.re.to_bits())
            }
            Value::Text(text) => {
                self.identity.text(text);
                (3, 0)
            }
            Value::Logical(b) => (4, u64::from(*b)),
            Value::Concept(handle) => {
                self.concept(handle)?;
                (5, 0)
            }
            Value::New(new) => {
                self.identity.text(&new.name);
                self.identity.text(&new.handle.kind);
                (6, 0)
            }
        };
        self.identity.number(tag);
        self.identity.number(number);
        Some(())
    }

    /// `None` for a value whose content cannot be compared.
    fn free(&mut self, value: &FreeValue) -> Option<()> {
        match value {
            FreeValue::Number(z) => {
                [0, z.re.to_bits(), z.im.to_bits()].into_iter().for_each(|n| self.identity.number(n));
            }
            FreeValue::Numbers(numbers) => {
                [1, numbers.len() as u64].into_iter().for_each(|n| self.identity.number(n));
                numbers.iter().for_each(|x| self.identity.number(x.to_bits()));
            }
            FreeValue::Concept(handle) => {
                self.identity.number(2);
                self.concept(handle)?;
            }
            FreeValue::Python(_) | FreeValue::Other(_) => return None,
        }
        Some(())
    }
}
