//! Nested dissection: an ordering that keeps the factors of large structures small.
//!
//! A connected part is cut in two by a level of a breadth-first walk from a far end; the cut is ordered last, both
//! sides are cut in turn (A. George, SIAM J. Numer. Anal. 10 (1973) 345; A. George and J. Liu, Computer Solution of
//! Large Sparse Positive Definite Systems, 1981, chapter 8). Small parts are ordered by minimum degree.

use std::collections::BTreeSet;

use super::graph::Graph;

/// Parts of at most this many vertices are ordered by minimum degree.
const SMALL: usize = 48;
/// Parts that no level cuts are ordered by minimum degree up to this size, by degree above.
const DENSE: usize = 600;
/// Smallest share of a side after a cut.
const BALANCE: f64 = 0.25;

/// The vertices of the graph in the order of elimination.
pub fn dissect(graph: &Graph) -> Vec<usize> {
    let mut cutter = Cutter { graph, part: vec![0; graph.len()], parts: 0 };
    let mut order = Vec::with_capacity(graph.len());
    // What is ordered later is put on the stack first; the order is built from its end.
    let mut stack = vec![(0..graph.len()).collect::<Vec<usize>>()];
    while let Some(part) = stack.pop() {
        for component in cutter.components(&part) {
            match cutter.cut(&component) {
                Some((cut, sides)) => {
                    order.extend(cut.into_iter().rev());
                    stack.extend(sides.into_iter().filter(|side| !side.is_empty()));
                }
                None => order.extend(cutter.minimum_degree(&component).into_iter().rev()),
            }
        }
    }
    order.reverse();
    order
}

struct Cutter<'a> {
    graph: &'a Graph,
    /// Part that each vertex belongs to at present: `part[v] == p` while `p` is looked at.
    part: Vec<usize>,
    parts: usize,
}

impl Cutter<'_> {
    fn mark(&mut self, vertices: &[usize]) -> usize {
        self.parts += 1;
        vertices.iter().for_each(|&v| self.part[v] = self.parts);
        self.parts
    }

    fn components(&mut self, vertices: &[usize]) -> Vec<Vec<usize>> {
        let part = self.mark(vertices);
        let mut components = Vec::new();
        for &start in vertices {
            if self.part[start] == part {
                self.part[start] = 0;
                let mut component = vec![start];
                let mut next = 0;
                while next < component.len() {
                    for &w in self.graph.neighbours(component[next]) {
                        if self.part[w] == part {
                            self.part[w] = 0;
                            component.push(w);
                        }
                    }
                    next += 1;
                }
                component.sort_unstable();
                components.push(component);
            }
        }
        components
    }

    /// Levels of the walk from `start` through the part.
    fn levels(&mut self, start: usize, vertices: &[usize]) -> Vec<Vec<usize>> {
        let part = self.mark(vertices);
        let mut levels = vec![vec![start]];
        self.part[start] = 0;
        loop {
            let depth = levels.len();
            let mut next = Vec::new();
            for &v in &levels[depth - 1] {
                for &w in self.graph.neighbours(v) {
                    if self.part[w] == part {
                        self.part[w] = 0;
                        next.push(w);
                    }
                }
            }
            if next.is_empty() {
                return levels;
            }
            levels.push(next);
        }
    }

    /// The vertices of a cut and those of both sides; `None` for a part that is small or has too few levels.
    fn cut(&mut self, vertices: &[usize]) -> Option<(Vec<usize>, [Vec<usize>; 2])> {
        if vertices.len() <= SMALL {
            return None;
        }
        let mut levels = self.levels(vertices[0], vertices);
        for _ in 0..4 {
            let last = levels.last()?;
            let start = *last.iter().min_by_key(|&&v| (self.graph.neighbours(v).len(), v))?;
            let longer = self.levels(start, vertices);
            let grown = longer.len() > levels.len();
            levels = longer;
            if !grown {
                break;
            }
        }
        let chosen = self.best_level(&levels)?;
        // What has no neighbour beyond the cut belongs to the near side.
        let beyond = self.mark(&levels[chosen + 1]);
        let touches = |v: &usize| self.graph.neighbours(*v).iter().any(|&w| self.part[w] == beyond);
        let (cut, spare): (Vec<usize>, Vec<usize>) = levels[chosen].iter().partition(|v| touches(v));
        let mut near: Vec<usize> = levels[..chosen].concat();
        near.extend(spare);
        let far = levels[chosen + 1..].concat();
        Some((cut, [near, far]))
    }

    /// The lightest level that leaves both sides their share; the middle one when there is none.
    fn best_level(&self, levels: &[Vec<usize>]) -> Option<usize> {
        if levels.len() < 3 {
            return None;
        }
        let weight = |level: &Vec<usize>| level.iter().map(|&v| self.graph.weight(v)).sum::<usize>();
        let weights: Vec<usize> = levels.iter().map(weight).collect();
        let total: usize = weights.iter().sum();
        let mut before = 0;
        let mut best: Option<(f64, usize)> = None;
        let mut middle = 1;
        for k in 0..levels.len() {
            let after = total - before - weights[k];
            let (smaller, larger) = (before.min(after) as f64, before.max(after) as f64);
            if 2 * before < total && k > 0 && k + 1 < levels.len() {
                middle = k;
            }
            if k > 0 && after > 0 && smaller >= BALANCE * (smaller + larger) {
                let cost = weights[k] as f64 * (1.0 + larger / (smaller + larger));
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, k));
                }
            }
            before += weights[k];
        }
        Some(best.map_or(middle, |(_, k)| k))
    }

    /// Order of a small part by exact minimum degree, within the part.
    fn minimum_degree(&mut self, vertices: &[usize]) -> Vec<usize> {
        let mut order = vertices.to_vec();
        order.sort_by_key(|&v| (self.graph.neighbours(v).len(), v));
        if vertices.len() > DENSE {
            return order;
        }
        let part = self.mark(vertices);
        let local: std::collections::BTreeMap<usize, usize> = order.iter().enumerate().map(|(i, &v)| (v, i)).collect();
        let inside = |&v: &usize| {
            let around = self.graph.neighbours(v).iter().filter(|&&w| self.part[w] == part);
            around.map(|w| local[w]).collect::<BTreeSet<usize>>()
        };
        let mut around: Vec<BTreeSet<usize>> = order.iter().map(inside).collect();
        let mut left: BTreeSet<usize> = (0..order.len()).collect();
        let mut result = Vec::with_capacity(order.len());
        let size = |set: &BTreeSet<usize>| set.iter().map(|&i| self.graph.weight(order[i])).sum::<usize>();
        let mut degrees: Vec<usize> = around.iter().map(size).collect();
        while let Some(&next) = left.iter().min_by_key(|&&i| (degrees[i], i)) {
            left.remove(&next);
            result.push(order[next]);
            let clique = std::mem::take(&mut around[next]);
            for &i in &clique {
                around[i].extend(clique.iter().filter(|&&j| j != i));
                around[i].remove(&next);
                degrees[i] = size(&around[i]);
            }
        }
        result
    }
}
