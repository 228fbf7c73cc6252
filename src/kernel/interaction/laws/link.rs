//! The two nodes of a link (dampers, plastic elements, elastic shocks): its axis, its relative motion and
//! what archives keep of it.

use crate::interaction::fault::SpecFault;
use crate::interaction::frame::Frame;
use crate::interaction::motion::{Attachment, LocalMotion, Moment, State};
use crate::interaction::shapes::Shapes;
use crate::mesh::vector::norm;

/// Motion of the two nodes of a link in axes whose x goes from node 1 to node 2.
#[derive(Clone, Debug)]
pub struct Link {
    /// Node 2 minus node 1; at rest, along x, the length.
    pub relative: LocalMotion,
    node_1: LocalMotion,
    node_2: LocalMotion,
    /// Positions that archives keep when the last evaluation does not count (zero sub-step).
    kept: Option<[f64; 6]>,
    saved_kept: Option<[f64; 6]>,
}

/// Middle and difference (node 2 minus node 1) of two positions. Fails where both are at the same place.
pub fn line(node_1: &Attachment, node_2: &Attachment) -> Result<([f64; 3], [f64; 3]), SpecFault> {
    let (a, b) = (node_1.position, node_2.position);
    let difference = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    if norm(difference) == 0.0 {
        return Err(SpecFault::NoDirection);
    }
    Ok((std::array::from_fn(|i| (a[i] + b[i]) / 2.0), difference))
}

impl Link {
    /// The link of two nodes, its rows added to `shapes`. Fails where they are at the same place.
    pub fn new(node_1: &Attachment, node_2: &Attachment, shapes: &mut Shapes) -> Result<Link, SpecFault> {
        let (middle, difference) = line(node_1, node_2)?;
        let frame = Frame::from_normal(difference, 0.0);
        let relative = LocalMotion::new(&frame, node_2, Some(node_1), frame.to_local(difference), shapes);
        // Archives hold displacements less the middle, without the initial coordinates.
        let rest = frame.to_local(middle.map(|x| -x));
        let node_1 = LocalMotion::new(&frame, node_1, None, rest, shapes);
        let node_2 = LocalMotion::new(&frame, node_2, None, rest, shapes);
        Ok(Link { relative, node_1, node_2, kept: None, saved_kept: None })
    }

    /// To be called at each evaluation: `counts` unless its sub-step is zero.
    pub fn note(&mut self, counts: bool, at: &State<'_>) {
        if counts {
            self.kept = None;
        } else if self.kept.is_none() {
            self.kept = Some(self.positions(at.shapes, &at.before));
        }
    }

    /// Remembers the kept positions, for [`Link::restore`].
    pub fn save(&mut self) {
        self.saved_kept = self.kept;
    }

    /// Brings the saved positions back.
    pub fn restore(&mut self) {
        self.kept = self.saved_kept;
    }

    /// Local positions of both nodes, as archives keep them.
    pub fn stored_positions(&self, at: &State<'_>) -> [f64; 6] {
        self.kept.unwrap_or_else(|| self.positions(at.shapes, &at.now))
    }

    fn positions(&self, shapes: &Shapes, at: &Moment<'_>) -> [f64; 6] {
        let ([a, b, c], [d, e, f]) = (self.node_1.position(shapes, at), self.node_2.position(shapes, at));
        [a, b, c, d, e, f]
    }

    /// Takes up the six stored positions.
    pub fn load(&mut self, stored: &[f64]) {
        self.kept = <[f64; 6]>::try_from(stored).ok();
    }
}
