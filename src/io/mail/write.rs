//! Writes a mesh in the ASTER text format, as the reader beside it takes it.
//!
//! Nodes and cells are named by their ranks (`N1`, `M1`), as today's language designates them.

use std::fmt::Write as _;

use crate::kernel::mesh::{CellKind, Mesh};

/// Names on one line of a group.
const PER_LINE: usize = 8;

pub fn write(mesh: &Mesh) -> String {
    let mut text = format!("TITRE\n{}\nFINSF\n", mesh.title.trim_end());
    let plane = mesh.dimension == 2;
    text.push_str(if plane { "COOR_2D\n" } else { "COOR_3D\n" });
    for (node, rank) in mesh.nodes.iter().zip(1..) {
        let [x, y, z] = node.position;
        let _ = if plane {
            writeln!(text, "N{rank} {x:.16e} {y:.16e}")
        } else {
            writeln!(text, "N{rank} {x:.16e} {y:.16e} {z:.16e}")
        };
    }
    text.push_str("FINSF\n");
    for (kind, ranks) in blocks(mesh) {
        let _ = writeln!(text, "{}", kind.name());
        for rank in ranks {
            let nodes: Vec<String> = mesh.cells[rank].nodes.iter().map(|n| format!("N{}", n + 1)).collect();
            let _ = writeln!(text, "M{} {}", rank + 1, nodes.join(" "));
        }
        text.push_str("FINSF\n");
    }
    for (keyword, letter, groups) in [("GROUP_NO", 'N', &mesh.node_groups), ("GROUP_MA", 'M', &mesh.cell_groups)] {
        for (name, ranks) in groups {
            let _ = writeln!(text, "{keyword} NOM = {name}");
            for line in ranks.chunks(PER_LINE) {
                let names: Vec<String> = line.iter().map(|r| format!("{letter}{}", r + 1)).collect();
                let _ = writeln!(text, "{}", names.join(" "));
            }
            text.push_str("FINSF\n");
        }
    }
    text.push_str("FIN\n");
    text
}

/// Runs of cells of one kind, so that the order of cells survives. Kinds without a name are left out.
fn blocks(mesh: &Mesh) -> Vec<(CellKind, Vec<usize>)> {
    let mut blocks: Vec<(CellKind, Vec<usize>)> = Vec::new();
    for (rank, cell) in mesh.cells.iter().enumerate().filter(|(_, c)| c.kind != CellKind::Other) {
        match blocks.last_mut() {
            Some((kind, ranks)) if *kind == cell.kind => ranks.push(rank),
            _ => blocks.push((cell.kind, vec![rank])),
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_is_written_reads_the_same() {
        let text = "TITRE\nlittle\nFINSF\nCOOR_3D\nA 0. 0.1 0.\nB 1. 2. 1e-30\nFINSF\nPOI1\nP B\nFINSF\nSEG2\nS A B\nFINSF\nPOI1\nQ A\nFINSF\n\
                    GROUP_NO NOM = ENDS\nA B\nFINSF\nGROUP_MA NOM = ALL\nQ P S\nFINSF\nFIN\n";
        let mesh = super::super::read("a.mail", text.as_bytes()).unwrap();
        let again = super::super::read("b.mail", super::write(&mesh).as_bytes()).unwrap();
        assert_eq!((&mesh.node_groups, &mesh.cell_groups), (&again.node_groups, &again.cell_groups));
        let places = |m: &crate::kernel::mesh::Mesh| m.nodes.iter().map(|n| n.position).collect::<Vec<_>>();
        assert_eq!(places(&mesh), places(&again));
        let cells =
            |m: &crate::kernel::mesh::Mesh| m.cells.iter().map(|c| (c.kind, c.nodes.clone())).collect::<Vec<_>>();
        assert_eq!(cells(&mesh), cells(&again));
    }
}
