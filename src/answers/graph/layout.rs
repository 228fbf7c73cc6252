//! Where nodes go in a drawing: in columns from left to right, each node to the right of all it needs.
//!
//! Edges that cross columns pass through *bends*, one for each column and source, which take a place of
//! their own so that lines do not run through boxes. Rows are ordered by a few sweeps that move each item
//! to the mean place of its neighbours (K. Sugiyama, S. Tagawa, M. Toda 1981).

use std::collections::BTreeMap;

/// An item of a column: a node, or a bend of the edges that leave a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    Node(usize),
    Bend { source: usize, column: usize },
}

#[derive(Debug)]
pub struct Layout {
    pub columns: Vec<Vec<Item>>,
    /// Pieces of edges between neighbouring columns.
    pub pieces: Vec<(Item, Item)>,
    /// Column and height (in rows, 0 in the middle) of each item.
    pub places: BTreeMap<Item, (usize, f64)>,
}

const SWEEPS: usize = 8;

/// Lays out nodes given by what each needs.
pub fn lay_out(needs: &[Vec<usize>]) -> Layout {
    let column_of = columns(needs);
    let count = column_of.iter().max().map_or(0, |m| m + 1);
    let mut columns: Vec<Vec<Item>> = vec![Vec::new(); count];
    for (node, column) in column_of.iter().enumerate() {
        columns[*column].push(Item::Node(node));
    }
    let mut pieces = Vec::new();
    let mut bends: BTreeMap<(usize, usize), Item> = BTreeMap::new();
    for (node, list) in needs.iter().enumerate() {
        for &source in list {
            let (from, to) = (column_of[source], column_of[node]);
            if to <= from {
                continue;
            }
            let mut last = Item::Node(source);
            for (column, items) in columns.iter_mut().enumerate().take(to).skip(from + 1) {
                let bend = Item::Bend { source, column };
                if bends.insert((source, column), bend).is_none() {
                    items.push(bend);
                    pieces.push((last, bend));
                }
                last = bend;
            }
            pieces.push((last, Item::Node(node)));
        }
    }
    order_rows(&mut columns, &pieces);
    let mut places = BTreeMap::new();
    for (column, items) in columns.iter().enumerate() {
        let height: f64 = items.iter().map(|i| space(*i)).sum();
        let mut top = -height / 2.0;
        for item in items {
            places.insert(*item, (column, top + space(*item) / 2.0));
            top += space(*item);
        }
    }
    Layout { columns, pieces, places }
}

/// Rows an item takes.
fn space(item: Item) -> f64 {
    match item {
        Item::Node(_) => 1.0,
        Item::Bend { .. } => 0.3,
    }
}

/// The longest way from a start, except that what needs nothing stands just before its first use.
fn columns(needs: &[Vec<usize>]) -> Vec<usize> {
    let mut column = vec![0; needs.len()];
    // Needs point backwards but for formulas that name later concepts: as many passes as nodes settle all.
    for _ in 0..needs.len() {
        let mut changed = false;
        for (node, list) in needs.iter().enumerate() {
            let wanted = list.iter().map(|n| column[*n] + 1).max().unwrap_or(0);
            if wanted > column[node] {
                column[node] = wanted;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let mut first_use = vec![usize::MAX; needs.len()];
    for (node, list) in needs.iter().enumerate() {
        for source in list {
            first_use[*source] = first_use[*source].min(column[node]);
        }
    }
    for (node, list) in needs.iter().enumerate() {
        if list.is_empty() && first_use[node] != usize::MAX {
            column[node] = first_use[node].saturating_sub(1);
        }
    }
    column
}

fn order_rows(columns: &mut [Vec<Item>], pieces: &[(Item, Item)]) {
    for sweep in 0..SWEEPS {
        let leftward = sweep % 2 == 1;
        let order: Vec<usize> =
            if leftward { (0..columns.len()).rev().collect() } else { (0..columns.len()).collect() };
        for c in order {
            let mut rows: BTreeMap<Item, f64> = BTreeMap::new();
            for items in columns.iter() {
                let middle = items.len() as f64 / 2.0;
                rows.extend(items.iter().enumerate().map(|(row, item)| (*item, row as f64 - middle)));
            }
            let mean = |item: &Item| {
                let neighbours = pieces.iter().filter_map(|(a, b)| match leftward {
                    false if b == item => Some(a),
                    true if a == item => Some(b),
                    _ => None,
                });
                let (sum, count) = neighbours.fold((0.0, 0.0), |(s, n), other| (s + rows[other], n + 1.0));
                if count > 0.0 { sum / count } else { rows[item] }
            };
            let mut ranked: Vec<(f64, Item)> = columns[c].iter().map(|item| (mean(item), *item)).collect();
            ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
            columns[c] = ranked.into_iter().map(|(_, item)| item).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_stand_right_of_what_they_need() {
        // 0 -> 1 -> 2, 0 -> 2 (long), and 3 alone.
        let layout = lay_out(&[vec![], vec![0], vec![0, 1], vec![]]);
        let column = |n| layout.places[&Item::Node(n)].0;
        assert_eq!([column(0), column(1), column(2), column(3)], [0, 1, 2, 0]);
        assert!(layout.places.contains_key(&Item::Bend { source: 0, column: 1 }));
    }

    #[test]
    fn an_empty_graph_has_no_column() {
        assert!(lay_out(&[]).columns.is_empty());
    }
}
