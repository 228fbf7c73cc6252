//! Where a contact is and how it is turned: nodes, frame, obstacle.
//!
//! Missing data follow the rules of the command language: the origin of a fixed obstacle is half of the
//! node's coordinates, that of a pair the middle of its nodes; local y (BI_PLAN_Y) or z (BI_PLAN_Z)
//! goes from node 1 to node 2.

use super::frame::Frame;
use super::motion::{Attachment, LocalMotion};
use super::obstacles::{Obstacle, ObstacleShape};
use super::shapes::Shapes;
use crate::mesh::vector::cross;

/// Place and orientation of a contact.
#[derive(Clone, Debug)]
pub struct Placement {
    pub obstacle: ObstacleShape,
    pub node_1: Attachment,
    /// Of a pair.
    pub node_2: Option<Attachment>,
    /// Normal to the plane of the obstacle; not zero.
    pub normal: [f64; 3],
    /// Turn about the normal (rad).
    pub twist: Option<f64>,
    /// Centre of the obstacle in global axes (m).
    pub origin: Option<[f64; 3]>,
    /// Half distance of the planes or radius (m).
    pub gap: f64,
    /// Sizes of the two nodes (m).
    pub sizes: [f64; 2],
}

/// The parts of a placed contact that laws are made of.
pub struct Placed {
    pub motion: LocalMotion,
    pub node_1: Option<LocalMotion>,
    pub obstacle: Obstacle,
}

impl Placement {
    /// Axes of the obstacle: x along the normal, (y, z) its plane.
    pub fn frame(&self) -> Frame {
        if let Some(twist) = self.twist {
            return Frame::from_normal(self.normal, twist);
        }
        let Some(node_2) = &self.node_2 else { return Frame::from_normal(self.normal, 0.0) };
        let (a, b) = (self.node_1.position, node_2.position);
        let line = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
        match self.obstacle.kind.normal_axis.filter(|_| self.obstacle.kind.is_pair) {
            Some(1) => Frame::from_normal_and_direction(self.normal, line),
            Some(_) => Frame::from_normal_and_direction(self.normal, cross(line, self.normal)),
            None => Frame::from_normal(self.normal, 0.0),
        }
    }

    /// Centre of the obstacle in global axes (m), given or by rule.
    pub fn origin(&self) -> [f64; 3] {
        let a = self.node_1.position;
        match (self.origin, &self.node_2) {
            (Some(origin), _) => origin,
            (None, Some(node_2)) => std::array::from_fn(|i| (a[i] + node_2.position[i]) / 2.0),
            (None, None) => a.map(|x| x / 2.0),
        }
    }

    /// The motion of the nodes in these axes, their rows added to `shapes`, and the obstacle with its dimensions.
    pub fn place(&self, shapes: &mut Shapes) -> Placed {
        let (frame, origin) = (self.frame(), self.origin());
        let local = |p: [f64; 3]| frame.to_local([p[0] - origin[0], p[1] - origin[1], p[2] - origin[2]]);
        let rest_1 = local(self.node_1.position);
        let Some(node_2) = &self.node_2 else {
            let motion = LocalMotion::new(&frame, &self.node_1, None, rest_1, shapes);
            return Placed { motion, node_1: None, obstacle: self.obstacle(rest_1) };
        };
        let rest_2 = local(node_2.position);
        let rest = std::array::from_fn(|i| rest_1[i] - rest_2[i]);
        let motion = LocalMotion::new(&frame, &self.node_1, Some(node_2), rest, shapes);
        let node_1 = LocalMotion::new(&frame, &self.node_1, None, rest_1, shapes);
        Placed { motion, node_1: Some(node_1), obstacle: self.obstacle(rest) }
    }

    fn obstacle(&self, rest: [f64; 3]) -> Obstacle {
        self.obstacle.place(self.gap, self.sizes, rest)
    }
}
