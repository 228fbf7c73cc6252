//! What a result depends on beside its node: files, and the names and ranks of its concepts where the operator asked.

use std::path::PathBuf;

use super::files::Files;
use super::identity::{Identity, Key, handles};
use crate::catalogue::Call;
use crate::concepts::{Asked, Handle, internal_name};
use crate::source::{Seen, World};

#[derive(Debug, PartialEq)]
pub struct Facts {
    names: Option<Key>,
    ranks: Option<Key>,
    files: Vec<(PathBuf, Seen)>,
}

impl Facts {
    pub fn of(call: &Call, asked: Asked, files: Vec<(PathBuf, Seen)>) -> Self {
        Facts { names: asked.names.then(|| names(call)), ranks: asked.ranks.then(|| ranks(call)), files }
    }

    /// Whether they hold for a call of the same content.
    pub fn hold(&self, call: &Call, files: &Files, world: &dyn World) -> bool {
        self.names.is_none_or(|known| known == names(call))
            && self.ranks.is_none_or(|known| known == ranks(call))
            && self.files.iter().all(|(path, seen)| files.is_still(path, *seen, world))
    }

    /// The identity of the result of a node with that content.
    pub fn result(&self, content: &Key) -> Key {
        let mut identity = Identity::default();
        identity.key(content);
        for part in [&self.names, &self.ranks] {
            identity.number(u64::from(part.is_some()));
            part.iter().for_each(|key| identity.key(key));
        }
        for (path, seen) in &self.files {
            identity.text(&path.to_string_lossy());
            match seen {
                Seen::There(there) => identity.number(u64::from(*there)),
                Seen::Unreadable => identity.number(2),
                Seen::Content(hash) => {
                    identity.number(3);
                    identity.key(hash);
                }
            }
        }
        identity.end()
    }

    /// Tells the world which files are used again.
    pub fn note(&self, world: &dyn World) {
        self.files.iter().for_each(|(path, _)| world.used(path));
    }
}

fn names(call: &Call) -> Key {
    each(call, |identity, handle| identity.text(handle.name()))
}

fn ranks(call: &Call) -> Key {
    each(call, |identity, handle| {
        identity.number(handle.id);
        identity.text(&internal_name(handle));
    })
}

fn each(call: &Call, add: impl Fn(&mut Identity, &Handle)) -> Key {
    let mut identity = Identity::default();
    handles(call).iter().for_each(|handle| add(&mut identity, handle));
    identity.end()
}
