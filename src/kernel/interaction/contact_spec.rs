//! What defines a contact, from which the set builds its law: nodes, frame, obstacle, stiffnesses.
//!
//! Missing data follow the rules of the command language: the origin of a fixed obstacle is half of the
//! node's coordinates, that of a pair the middle of its nodes; local y (BI_PLAN_Y) or z (BI_PLAN_Z)
//! goes from node 1 to node 2; the tangential damping is critical for the mode most affected.

use super::frame::{Frame, cross};
use super::friction::Friction;
use super::motion::{Attachment, LocalMotion};
use super::obstacle::{Obstacle, Profile, sign};
use super::set::InteractionSet;
use super::stop::Stop;
use super::tangential_damping::{self, ModalData};

/// Kind of obstacle, as DEFI_OBSTACLE names them.
#[derive(Clone, Debug, PartialEq)]
pub enum ObstacleKind {
    Circle,
    PlaneY,
    PlaneZ,
    Profile(Profile),
    PairCircles,
    PairPlanesY,
    PairPlanesZ,
    CircleInCircle,
}

impl ObstacleKind {
    pub fn is_pair(&self) -> bool {
        use ObstacleKind::*;
        matches!(self, PairCircles | PairPlanesY | PairPlanesZ | CircleInCircle)
    }
}

/// Where a contact is and how it is turned.
#[derive(Clone, Debug)]
pub struct Placement {
    pub kind: ObstacleKind,
    pub node_1: Attachment,
    pub node_2: Option<Attachment>,
    /// Normal to the plane of the obstacle; not zero.
    pub normal: [f64; 3],
    /// Turn about the normal (rad).
    pub twist: Option<f64>,
    pub origin: Option<[f64; 3]>,
    /// Half distance of the planes or radius (m).
    pub gap: f64,
    /// Sizes of the two nodes (m).
    pub size_1: f64,
    pub size_2: f64,
}

/// A contact with friction (DIS_CHOC).
#[derive(Clone, Debug)]
pub struct ContactSpec {
    pub placement: Placement,
    pub normal_stiffness: f64,
    pub normal_damping: f64,
    /// Rigid unilateral contact with this restitution (0 to 1), for the exact schemes; no normal stiffness then.
    pub restitution: Option<f64>,
    pub friction: Friction,
    /// The damping of `friction` is replaced by the automatic one.
    pub automatic_damping: bool,
}

/// The parts of a placed contact that laws are made of.
pub(super) struct Placed {
    pub motion: LocalMotion,
    pub node_1: Option<LocalMotion>,
    pub obstacle: Obstacle,
}

impl Placement {
    pub fn frame(&self) -> Frame {
        if let Some(twist) = self.twist {
            return Frame::from_normal(self.normal, twist);
        }
        let Some(node_2) = &self.node_2 else { return Frame::from_normal(self.normal, 0.0) };
        let (a, b) = (self.node_1.position, node_2.position);
        let line = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
        match self.kind {
            ObstacleKind::PairPlanesY => Frame::from_normal_and_direction(self.normal, line),
            ObstacleKind::PairPlanesZ => Frame::from_normal_and_direction(self.normal, cross(line, self.normal)),
            _ => Frame::from_normal(self.normal, 0.0),
        }
    }

    pub fn origin(&self) -> [f64; 3] {
        let a = self.node_1.position;
        match (self.origin, &self.node_2) {
            (Some(origin), _) => origin,
            (None, Some(node_2)) => std::array::from_fn(|i| (a[i] + node_2.position[i]) / 2.0),
            (None, None) => a.map(|x| x / 2.0),
        }
    }

    pub(super) fn place(&self, set: &mut InteractionSet) -> Placed {
        let (frame, origin) = (self.frame(), self.origin());
        let local = |p: [f64; 3]| frame.to_local([p[0] - origin[0], p[1] - origin[1], p[2] - origin[2]]);
        let shapes = set.shapes_mut();
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
        let (thickness_1, thickness_2) = (self.size_1, self.size_2);
        let (radius_1, radius_2) = (self.size_1, self.size_2);
        match &self.kind {
            ObstacleKind::Circle => Obstacle::Circle { radius: self.gap },
            ObstacleKind::PlaneY => Obstacle::PlaneY { half_gap: self.gap },
            ObstacleKind::PlaneZ => Obstacle::PlaneZ { half_gap: self.gap },
            ObstacleKind::Profile(profile) => Obstacle::Profile(profile.clone()),
            ObstacleKind::PairCircles => Obstacle::PairCircles { radius_1, radius_2 },
            ObstacleKind::PairPlanesY => Obstacle::PairPlanesY { side: -sign(rest[1]), thickness_1, thickness_2 },
            ObstacleKind::PairPlanesZ => Obstacle::PairPlanesZ { side: -sign(rest[2]), thickness_1, thickness_2 },
            ObstacleKind::CircleInCircle => Obstacle::CircleInCircle { radius_1, radius_2 },
        }
    }
}

impl InteractionSet {
    /// Adds a contact; returns its tangential damping (N s/m), given or automatic.
    pub fn add_contact(&mut self, spec: &ContactSpec, modes: &ModalData<'_>) -> f64 {
        let Placed { motion, node_1, obstacle } = spec.placement.place(self);
        let mut friction = spec.friction;
        if spec.automatic_damping {
            friction.damping = tangential_damping::automatic(&spec.placement, friction.stiffness, modes);
        }
        let stiffnesses = stiffness_bounds(&spec.placement, spec.normal_stiffness.max(friction.stiffness));
        let mut stop = Stop::new(motion, node_1, obstacle, spec.normal_stiffness, spec.normal_damping, Some(friction));
        stop.restitution = spec.restitution;
        self.push_stop(stop, stiffnesses.into_iter());
        friction.damping
    }
}

/// For each mode the largest `k phi²` over the nodes and directions of a contact; 0 where negligible.
fn stiffness_bounds(placement: &Placement, stiffness: f64) -> Vec<f64> {
    let nodes = || std::iter::once(&placement.node_1).chain(&placement.node_2);
    let mut bounds = vec![0.0; placement.node_1.shapes.len()];
    if stiffness <= 1e5 * f64::EPSILON {
        return bounds;
    }
    for (j, phi) in nodes().flat_map(|n| n.shapes.iter().enumerate()).flat_map(|(j, phi)| phi.map(|x| (j, x))) {
        bounds[j] = f64::max(bounds[j], stiffness * phi * phi);
    }
    bounds
}
