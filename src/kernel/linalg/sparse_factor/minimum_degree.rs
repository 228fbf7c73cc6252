//! Approximate minimum degree: an ordering for slender structures, and for small parts of others.
//!
//! The vertex with the fewest neighbours is eliminated first. Its neighbours become one *element*, a list instead of a
//! clique of edges; elements inside a new one are absorbed. The degree of a vertex is bounded by the sizes of what its
//! elements have outside of the new one; vertices that have become alike are eliminated together
//! (P. Amestoy, T. Davis and I. Duff, SIAM J. Matrix Anal. Appl. 17 (1996) 886). Of equal degrees the lowest rank is taken.

use std::collections::BTreeSet;

use super::graph::Graph;

/// The vertices of the graph in the order of elimination.
pub fn minimum_degree(graph: &Graph) -> Vec<usize> {
    let mut quotient = Quotient::new(graph);
    let mut order = Vec::with_capacity(graph.len());
    while let Some((_, pivot)) = quotient.queue.pop_first() {
        quotient.eliminate(pivot);
        quotient.write(pivot, &mut order);
    }
    order
}

/// The graph under elimination.
struct Quotient {
    /// Unknowns of each vertex and those that are alike; zero once it is eliminated or joined with another one.
    weights: Vec<usize>,
    /// Vertices joined with each, to be eliminated with it.
    joined: Vec<Vec<usize>>,
    /// Neighbours of each vertex that no element shows.
    neighbours: Vec<Vec<usize>>,
    /// Elements around each vertex; an element has the rank of its pivot.
    elements: Vec<Vec<usize>>,
    /// Vertices of each element; empty where there is none.
    members: Vec<Vec<usize>>,
    /// Bounds of the degrees, in unknowns.
    degrees: Vec<usize>,
    /// Vertices left, by degree and rank.
    queue: BTreeSet<(usize, usize)>,
    /// Unknowns left.
    left: usize,
    /// Unknowns of each element outside of the new one, for the stamp beside it.
    outside: Vec<(usize, usize)>,
    /// Last element that took each vertex.
    taken: Vec<usize>,
    stamp: usize,
}

impl Quotient {
    fn new(graph: &Graph) -> Self {
        let n = graph.len();
        let weights: Vec<usize> = (0..n).map(|v| graph.weight(v)).collect();
        let neighbours: Vec<Vec<usize>> = (0..n).map(|v| graph.neighbours(v).to_vec()).collect();
        let degrees: Vec<usize> =
            neighbours.iter().map(|around| around.iter().map(|&w| weights[w]).sum::<usize>()).collect();
        Quotient {
            left: weights.iter().sum(),
            queue: degrees.iter().copied().zip(0..).collect(),
            joined: vec![Vec::new(); n],
            elements: vec![Vec::new(); n],
            members: vec![Vec::new(); n],
            outside: vec![(0, 0); n],
            taken: vec![0; n],
            stamp: 0,
            weights,
            neighbours,
            degrees,
        }
    }

    /// Turns a vertex into an element.
    fn eliminate(&mut self, pivot: usize) {
        self.left -= std::mem::take(&mut self.weights[pivot]);
        let element = self.element(pivot);
        let size: usize = element.iter().map(|&v| self.weights[v]).sum();
        self.measure(&element);
        for &v in &element {
            self.queue.remove(&(self.degrees[v], v));
            self.update(v, pivot, size);
        }
        // What sees nothing else is eliminated with the pivot.
        for &v in &element {
            if self.elements[v].len() == 1 && self.neighbours[v].is_empty() {
                self.left -= std::mem::take(&mut self.weights[v]);
                self.joined[pivot].push(v);
            }
        }
        let element: Vec<usize> = element.into_iter().filter(|&v| self.weights[v] > 0).collect();
        self.join_alike(&element);
        let element: Vec<usize> = element.into_iter().filter(|&v| self.weights[v] > 0).collect();
        for &v in &element {
            self.degrees[v] = self.degrees[v].min(self.left - self.weights[v]);
            self.queue.insert((self.degrees[v], v));
        }
        self.members[pivot] = element;
    }

    /// Neighbours of the pivot, once each; its elements are absorbed.
    fn element(&mut self, pivot: usize) -> Vec<usize> {
        self.stamp += 1;
        self.taken[pivot] = self.stamp;
        let mut element = Vec::new();
        let absorbed: Vec<Vec<usize>> =
            self.elements[pivot].iter().map(|&e| std::mem::take(&mut self.members[e])).collect();
        let direct = std::mem::take(&mut self.neighbours[pivot]);
        for v in direct.into_iter().chain(absorbed.into_iter().flatten()) {
            if self.weights[v] > 0 && self.taken[v] != self.stamp {
                self.taken[v] = self.stamp;
                element.push(v);
            }
        }
        element.sort_unstable();
        element
    }

    /// Counts what each element around the new one has outside of it.
    fn measure(&mut self, element: &[usize]) {
        for &v in element {
            for &e in &self.elements[v] {
                if self.members[e].is_empty() {
                    continue;
                }
                if self.outside[e].0 != self.stamp {
                    let size = self.members[e].iter().map(|&w| self.weights[w]).sum();
                    self.outside[e] = (self.stamp, size);
                }
                self.outside[e].1 -= self.weights[v];
            }
        }
    }

    /// Lists and degree of a vertex of the new element, which has `size` unknowns.
    fn update(&mut self, v: usize, pivot: usize, size: usize) {
        let Quotient { weights, neighbours, elements, members, outside, taken, stamp, .. } = self;
        // What is within the new element is absorbed by it.
        elements[v].retain(|&e| !members[e].is_empty() && outside[e].1 > 0);
        neighbours[v].retain(|&w| weights[w] > 0 && taken[w] != *stamp);
        let others = size - weights[v];
        let through: usize = elements[v].iter().map(|&e| outside[e].1).sum();
        let direct: usize = neighbours[v].iter().map(|&w| weights[w]).sum();
        elements[v].push(pivot);
        self.degrees[v] = (self.degrees[v] + others).min(others + through + direct);
    }

    /// Joins the vertices of an element that see the same elements and vertices.
    fn join_alike(&mut self, element: &[usize]) {
        let mut keys: Vec<(usize, usize)> = Vec::with_capacity(element.len());
        for &v in element {
            self.elements[v].sort_unstable();
            self.neighbours[v].sort_unstable();
            let sum = self.elements[v].iter().chain(&self.neighbours[v]).fold(0_usize, |s, &x| s.wrapping_add(x));
            keys.push((sum, v));
        }
        keys.sort_unstable();
        for run in keys.chunk_by(|a, b| a.0 == b.0) {
            for (i, &(_, v)) in run.iter().enumerate() {
                for &(_, w) in &run[i + 1..] {
                    let alive = self.weights[v] > 0 && self.weights[w] > 0;
                    if alive && self.elements[v] == self.elements[w] && self.neighbours[v] == self.neighbours[w] {
                        let weight = std::mem::take(&mut self.weights[w]);
                        self.weights[v] += weight;
                        self.degrees[v] -= weight;
                        self.joined[v].push(w);
                    }
                }
            }
        }
    }

    /// Appends a vertex and all that were joined with it.
    fn write(&mut self, vertex: usize, order: &mut Vec<usize>) {
        let mut stack = vec![vertex];
        while let Some(v) = stack.pop() {
            order.push(v);
            stack.extend(std::mem::take(&mut self.joined[v]).into_iter().rev());
        }
    }
}
