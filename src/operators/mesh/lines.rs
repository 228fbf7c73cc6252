//! Lines of segments: lengths along them, and one direction for all their cells.

use std::collections::VecDeque;

use crate::catalogue::{CallError, Keywords};
use crate::kernel::mesh::Mesh;
use crate::operators::call::entities;

/// Length from the origin along the cells, which must make one line; NaN elsewhere.
pub fn along(mesh: &Mesh, cells: &[usize], origin: Option<usize>) -> Result<Vec<f64>, String> {
    let segments: Vec<(usize, usize, f64)> = cells
        .iter()
        .filter_map(|&c| match mesh.cells[c].nodes.as_slice() {
            &[a, b, ..] => Some((a, b, mesh.length(c))),
            _ => None,
        })
        .collect();
    let degree = |node| segments.iter().filter(|(a, b, _)| *a == node || *b == node).count();
    let end = segments.iter().flat_map(|(a, b, _)| [*a, *b]).find(|&n| degree(n) == 1);
    let mut at = origin.or(end).ok_or("the cells make no line with a free end: GROUP_NO_ORIG is needed")?;
    let mut abscissae = vec![f64::NAN; mesh.nodes.len()];
    let mut used = vec![false; segments.len()];
    let mut length = 0.0;
    abscissae[at] = 0.0;
    for _ in 0..segments.len() {
        let next = (0..segments.len()).find(|&i| !used[i] && (segments[i].0 == at || segments[i].1 == at));
        let Some(i) = next else { return Err("the cells do not make one line from the origin".into()) };
        used[i] = true;
        let (a, b, step) = segments[i];
        at = if a == at { b } else { a };
        length += step;
        abscissae[at] = length;
    }
    Ok(abscissae)
}

/// Reads the cells of ORIE_LIGNE and turns those that point the other way.
pub fn orient(keywords: &Keywords, mesh: &mut Mesh) -> Result<(), CallError> {
    let cells = entities::cell_groups(keywords, "GROUP_MA", mesh)?;
    let tangent = keywords.reals("VECT_TANG");
    let start = entities::one_node(keywords, "GROUP_NO", "NOEUD", mesh)?
        .map(|node| (node, std::array::from_fn(|i| tangent.get(i).copied().unwrap_or(0.0))));
    follow(mesh, &cells, start).map_err(|message| keywords.error("GROUP_MA", "R105", message))
}

/// Makes each cell start where another ends, from the cell at the node given, which goes along the vector, or else
/// from the first cell, which stays as it is.
fn follow(mesh: &mut Mesh, cells: &[usize], start: Option<(usize, [f64; 3])>) -> Result<(), String> {
    let mut left: Vec<usize> = cells.iter().copied().filter(|&c| mesh.cells[c].kind.dimension() == Some(1)).collect();
    let ends = |mesh: &Mesh, cell: usize| (mesh.cells[cell].nodes[0], mesh.cells[cell].nodes[1]);
    let first = match start {
        None => left.first().copied(),
        Some((node, _)) => left.iter().copied().find(|&c| ends(mesh, c).0 == node || ends(mesh, c).1 == node),
    };
    let Some(first) = first else { return Err("no segment of the group holds the node of GROUP_NO".into()) };
    if let Some((_, tangent)) = start {
        let along: f64 = mesh.direction(first).iter().zip(tangent).map(|(d, t)| d * t).sum();
        if along == 0.0 {
            return Err("the segment at the node of GROUP_NO is square to VECT_TANG".into());
        }
        if along < 0.0 {
            turn(mesh, first);
        }
    }
    let mut waiting = VecDeque::from([first]);
    left.retain(|&c| c != first);
    while let Some(cell) = waiting.pop_front() {
        let (tail, head) = ends(mesh, cell);
        left.retain(|&other| {
            let (a, b) = ends(mesh, other);
            let follows = a == head || b == tail;
            if !follows && a != tail && b != head {
                return true;
            }
            if !follows {
                turn(mesh, other);
            }
            waiting.push_back(other);
            false
        });
    }
    if left.is_empty() { Ok(()) } else { Err("the segments of the group do not hang together".into()) }
}

/// Turns a segment round.
fn turn(mesh: &mut Mesh, cell: usize) {
    let nodes = &mut mesh.cells[cell].nodes;
    nodes.swap(0, 1);
    if nodes.len() == 4 {
        nodes.swap(2, 3);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::mail;

    fn line() -> Mesh {
        let text = "COOR_3D A 0 0 0 B 3 4 0 C 3 4 2 FINSF SEG2 S B A T B C FINSF FIN";
        mail::read("m", text.as_bytes()).unwrap()
    }

    #[test]
    fn abscissae_add_lengths_whatever_the_direction_of_the_cells() {
        let mesh = line();
        assert_eq!(along(&mesh, &[1, 0], None).unwrap(), [7.0, 2.0, 0.0]);
        assert_eq!(along(&mesh, &[0, 1], Some(0)).unwrap(), [0.0, 5.0, 7.0]);
        assert!(along(&mesh, &[0, 1], Some(1)).is_err());
    }

    #[test]
    fn cells_of_a_line_follow_each_other() {
        let ends = |mesh: &Mesh| mesh.cells.iter().map(|c| c.nodes.to_vec()).collect::<Vec<_>>();
        let mut mesh = line();
        follow(&mut mesh, &[0, 1], None).unwrap();
        assert_eq!(ends(&mesh), [[1, 0], [2, 1]]);
        follow(&mut mesh, &[0, 1], Some((2, [0.0, 0.0, 1.0]))).unwrap();
        assert_eq!(ends(&mesh), [[0, 1], [1, 2]]);
        assert!(follow(&mut mesh, &[0], Some((2, [0.0, 0.0, 1.0]))).is_err());
        assert!(follow(&mut mesh, &[0, 1], Some((2, [1.0, 0.0, 0.0]))).is_err());
    }
}
