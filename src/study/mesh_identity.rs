//! Nodes of one input that are the same and make meshes: each mesh has groups of its own, added later, and so is told apart.

use std::collections::BTreeMap;

use super::graph::Node;
use super::shared::Key;

/// Nodes by content.
#[derive(Default)]
pub struct MeshIdentity(BTreeMap<Key, Vec<usize>>);

impl MeshIdentity {
    /// The content of a node, with its rank among those of the same content where it makes a mesh.
    pub fn distinguish(&mut self, node: &Node, rank: usize, content: Key) -> Key {
        let has_mesh = |kind: &str| matches!(kind, "modele_sdaster" | "nume_ddl_gene");
        if !node.makes().iter().any(|made| made.is_a("maillage_sdaster") || has_mesh(&made.kind)) {
            return content;
        }
        let ranks = self.0.entry(content).or_default();
        let place = ranks.iter().position(|known| *known == rank).unwrap_or_else(|| {
            ranks.push(rank);
            ranks.len() - 1
        });
        if place == 0 {
            return content;
        }
        let mut own = blake3::Hasher::new();
        own.update(&content);
        own.update(&(place as u64).to_le_bytes());
        *own.finalize().as_bytes()
    }
}
