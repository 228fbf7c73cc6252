//! What Tab offers after `:plot`: names, fields of results and columns of tables, modes, components at groups of nodes.

use crate::cli::words::count as counted;
use crate::concepts::{Concept, States};
use crate::language::{COMPONENTS, Name, Word, own_names};
use crate::verdict::significant;

/// Words that may follow those typed; `prefix` is the last one, perhaps a part of it.
pub fn after_plot(words: &[&str], prefix: &str, session: &[Name]) -> Vec<Word> {
    let concept = |item: &str| {
        let name = item.split('.').next().unwrap_or("");
        session.iter().find(|known| known.name == name).and_then(Name::concept)
    };
    if let Some((component, _)) = prefix.split_once('@') {
        return groups(component, session);
    }
    if let Some((name, _)) = prefix.split_once('.') {
        return parts(name, concept(name));
    }
    let mut found = own_names(session);
    let last =
        words.iter().rev().find(|word| session.iter().any(|known| Some(known.name.as_str()) == word.split('.').next()));
    let Some(last) = last else { return found };
    match concept(last) {
        Some(Concept::Modes(modes)) => found.extend((0..modes.len()).map(|rank| {
            let frequency = States::Modes(modes).parameter("FREQ", rank);
            let gloss = frequency.map_or(String::new(), |f| format!("{} Hz", significant(f, 4)));
            Word::new(States::Modes(modes).number(rank).to_string(), gloss)
        })),
        Some(Concept::Trajectory(_) | Concept::Fields(_)) => {
            found.extend(COMPONENTS.iter().map(|(name, gloss)| Word::new(format!("{name}@"), *gloss)));
        }
        _ => {}
    }
    if words.len() == 2 {
        found.push(Word::new("vs", "the first against the next"));
    }
    found
}

fn groups(component: &str, session: &[Name]) -> Vec<Word> {
    let meshes = session.iter().filter_map(|known| match known.concept()? {
        Concept::Mesh(value) => Some(value.mesh.clone()),
        _ => None,
    });
    let of = |mesh: &crate::kernel::mesh::Mesh| -> Vec<Word> {
        let word = |(name, nodes): (&String, &Vec<usize>)| {
            Word::new(format!("{component}@{name}"), counted(nodes.len(), "node"))
        };
        // A curve is that of one node.
        mesh.node_groups.iter().filter(|(_, nodes)| nodes.len() == 1).map(word).collect()
    };
    meshes.flat_map(|mesh| of(&mesh)).collect()
}

/// What may follow the point after a name.
fn parts(name: &str, concept: Option<&Concept>) -> Vec<Word> {
    let word = |part: &str, gloss: &str| Word::new(format!("{name}.{part}"), gloss);
    match concept {
        Some(Concept::Trajectory(_)) => {
            vec![word("DEPL", "Displacements."), word("VITE", "Velocities."), word("ACCE", "Accelerations.")]
        }
        Some(Concept::Fields(series)) => {
            let states = States::Fields(series);
            let at_nodes = |name: &&str| !states.all_nodal(name).is_empty();
            states.field_names().into_iter().filter(at_nodes).map(|field| word(field, "field at nodes")).collect()
        }
        Some(Concept::Table(table)) => table.columns.iter().map(|column| word(&column.name, "column")).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::concepts::{ColumnType, Handle, MeshValue, Table};

    #[test]
    fn what_can_be_drawn_is_offered() {
        let text = "COOR_3D A 0 0 0 B 1 0 0 FINSF SEG2 S A B FINSF GROUP_NO TIP B FINSF GROUP_NO ENDS A B FINSF FIN";
        let mesh = Arc::new(crate::io::mail::read("m.mail", text.as_bytes()).unwrap());
        let table = Table::with_columns([("INST", ColumnType::Real), ("VALE", ColumnType::Real)]);
        let concept = |id, name: &str, kind: &str, value| {
            let handle = Handle::new(id, kind);
            handle.set(value);
            Name::new(name, Some(crate::python::Value::Concept(handle)))
        };
        let session = vec![
            concept(1, "MESH", "maillage_sdaster", Concept::Mesh(MeshValue { identity: 1, mesh })),
            concept(2, "T", "table_sdaster", Concept::Table(Arc::new(table))),
        ];
        let texts = |words: &[&str], prefix: &str| -> Vec<String> {
            after_plot(words, prefix, &session).into_iter().map(|word| word.text).collect()
        };
        assert_eq!(texts(&[":plot"], ""), ["MESH", "T"]);
        assert_eq!(texts(&[":plot", "T"], ""), ["MESH", "T", "vs"]);
        assert_eq!(texts(&[":plot"], "T."), ["T.INST", "T.VALE"]);
        assert_eq!(texts(&[":plot", "RUN"], "DX@"), ["DX@TIP"]);
    }
}
