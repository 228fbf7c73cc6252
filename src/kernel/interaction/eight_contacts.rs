//! Eight contacts with planes, their normals along the same local axis, evaluated together.
//!
//! For each mode the numbers of the eight lie side by side, so that a register holds a sum for each contact and nothing is
//! added across it. The law is that of a contact alone: it asks a `Lane` for its motion, which is known, and leaves its
//! forces there. Generalised forces are then added with the rows of [`Shapes`], eight modes at a time, for the contacts that push.
//!
//! Where there are fewer than eight modes, forces are added mode by mode.
//!
//! Products of a contact are added up in two parts, modes of even and of odd rank, whatever the processor.
//!
//! A second way for speed: `benches/README.md` has what it gives.

mod rows;

use super::blocks::{Block, Coordinates};
use super::fault::LawFault;
use super::laws::{Law, Reach, Stop};
use super::motion::LocalMotion;
use super::obstacles::Plane;
use super::shapes::Shapes;
use crate::lanes::Lanes;
use rows::{LaneRows, bits};

pub use rows::EIGHT;

/// Up to eight contacts.
#[derive(Clone, Debug)]
pub struct EightContacts {
    /// Local axis of the normals.
    axis: usize,
    /// Ranks of the contacts among the laws.
    ranks: Vec<usize>,
    /// For each local axis.
    rows: [LaneRows; 3],
    gaps: Gaps,
    rubs: bool,
    /// Velocities across the planes bear on a force.
    is_rated: bool,
    /// One bit per contact, from the last evaluation: closed; open, and nothing is left to forget; sticking.
    closed: u32,
    forgotten: u32,
    sticking: u32,
    /// Products of the rows along each local axis with the displacements of the last evaluation; which of them were made.
    places: [Block; 3],
    placed: [bool; 3],
}

/// Coordinates of an evaluation.
pub struct Motions<'a> {
    pub q: &'a [f64],
    pub v: &'a [f64],
    /// Displacements of the evaluation before.
    pub before: &'a Coordinates,
}

impl EightContacts {
    /// The contacts `ranks` (eight at most) among the laws: planes across `axis`.
    pub fn new(axis: usize, ranks: &[usize], laws: &[Law], shapes: &Shapes) -> EightContacts {
        let stops: Vec<&Stop> = ranks.iter().filter_map(|&rank| stop_of(&laws[rank])).collect();
        let rubs = stops.iter().any(|stop| stop.friction.is_some());
        let rows = [0, 1, 2].map(|axis| LaneRows::new(stops.iter().map(|stop| stop.motion.row(axis)), shapes));
        let mut eight = EightContacts {
            axis,
            ranks: ranks.to_vec(),
            rows,
            gaps: Gaps::new(&stops),
            rubs,
            is_rated: rubs || stops.iter().any(|stop| stop.damping != 0.0),
            closed: 0,
            forgotten: 0,
            sticking: 0,
            places: [Block::default(); 3],
            placed: [false; 3],
        };
        eight.look_again();
        eight
    }

    /// The memories of the contacts were changed by others than [`EightContacts::evaluate`].
    pub fn look_again(&mut self) {
        let all = self.all();
        (self.closed, self.forgotten, self.sticking) = (all, 0, all);
    }

    /// The last evaluation is not the one whose places are known.
    pub fn forget_places(&mut self) {
        self.placed = [false; 3];
    }

    /// Makes the places that the last evaluation, at displacements `q`, did not ask for.
    #[inline(always)]
    pub fn find_places<L: Lanes>(&mut self, lanes: L, q: &[f64]) {
        for axis in 0..3 {
            if !std::mem::replace(&mut self.placed[axis], true) {
                [self.places[axis]] = self.rows[axis].products(lanes, [q]);
            }
        }
    }

    /// Product of the row of a contact along `axis` with the displacements, once all are found.
    #[inline(always)]
    pub fn place(&self, axis: usize, lane: usize) -> f64 {
        self.places[axis].0[lane % EIGHT]
    }

    /// True where evaluating eight contacts at a time costs less than these one by one: a product per mode against one for
    /// eight modes, and adding up eight numbers, per contact.
    pub fn is_worth_while(&self) -> bool {
        let modes = self.rows.iter().map(|rows| rows.lanes.len());
        let (axes, modes) = (modes.clone().filter(|modes| *modes > 0).count(), modes.sum::<usize>());
        self.ranks.len() * (modes + 80 * axes) >= 8 * modes
    }

    fn all(&self) -> u32 {
        (1 << self.ranks.len()) - 1
    }

    /// Adds the forces of the contacts at time `time` (s) to `sum` (N, one value per coordinate), and advances their memories.
    /// Fails with the rank of the contact whose law does.
    #[inline(always)]
    pub fn evaluate<L: Lanes>(
        &mut self,
        lanes: L,
        time: f64,
        at: &Motions<'_>,
        (laws, shapes): (&mut [Law], &Shapes),
        sum: &mut [f64],
    ) -> Result<(), (usize, LawFault)> {
        let axis = self.axis;
        let (mut places, mut speeds) = ([Block::default(); 3], [Block::default(); 3]);
        let both = self.is_rated && self.closed != 0;
        if both {
            [places[axis], speeds[axis]] = self.rows[axis].products(lanes, [at.q, at.v]);
        } else {
            [places[axis]] = self.rows[axis].products(lanes, [at.q]);
        }
        let open = self.gaps.open(lanes, &places[axis]) & self.all();
        let closed = self.all() & !open;
        self.places[axis] = places[axis];
        self.placed = [axis == 0, axis == 1, axis == 2];
        for lane in bits(open & !self.forgotten) {
            if let Law::Stop(stop) = &mut laws[self.ranks[lane]] {
                stop.state.forget();
            }
        }
        self.forgotten = open;
        self.closed = closed;
        if closed == 0 {
            self.sticking = 0;
            return Ok(());
        }
        if self.is_rated && !both {
            [speeds[axis]] = self.rows[axis].products(lanes, [at.v]);
        }
        let places_known = self.rubs && self.sticking != 0;
        if self.rubs {
            for along in [3 - axis, 0] {
                let rows = &self.rows[along];
                if rows.lanes.is_empty() {
                    continue;
                }
                if places_known {
                    [places[along], speeds[along]] = rows.products(lanes, [at.q, at.v]);
                } else {
                    [speeds[along]] = rows.products(lanes, [at.v]);
                }
            }
        }
        let known = Known { rows: &self.rows, at, places: &places, places_known, speeds: &speeds };
        let (forces, sticking) = match axis {
            1 => known.laws::<1>(time, closed, &self.ranks, laws),
            _ => known.laws::<2>(time, closed, &self.ranks, laws),
        }?;
        self.sticking = sticking;
        if places_known {
            (self.places, self.placed) = (places, [true; 3]);
        }
        for (rows, forces) in self.rows.iter().zip(&forces) {
            if sum.len() < EIGHT {
                rows.push_few(closed, forces, sum);
            } else {
                rows.push(lanes, closed, forces, shapes, sum);
            }
        }
        Ok(())
    }
}

/// The contact of a law.
pub fn stop_of(law: &Law) -> Option<&Stop> {
    match law {
        Law::Stop(stop) => Some(stop),
        _ => None,
    }
}

/// Gaps of the planes, for all contacts in the same way: `a - max(s u, t u) - b`.
#[derive(Clone, Debug)]
struct Gaps {
    /// Positions at rest (m).
    rest: Block,
    /// `s, t, a, b` ([`Plane::terms`])
    terms: [Block; 4],
}

impl Gaps {
    fn new(stops: &[&Stop]) -> Gaps {
        let mut gaps = Gaps { rest: Block::default(), terms: [Block::default(); 4] };
        for (lane, stop) in stops.iter().enumerate() {
            let Some((plane, _)) = &stop.plane else { continue };
            gaps.rest.0[lane] = stop.motion.rest[plane.axis];
            for (terms, term) in gaps.terms.iter_mut().zip(Plane::terms(plane)) {
                terms.0[lane] = term;
            }
        }
        gaps
    }

    /// The contacts (bits) that are open, given the products with their normal rows.
    #[inline(always)]
    fn open<L: Lanes>(&self, lanes: L, products: &Block) -> u32 {
        let [s, t, a, b] = [0, 1, 2, 3].map(
            #[inline(always)]
            |k: usize| lanes.load(&self.terms[k].0),
        );
        let u = lanes.add(lanes.load(&self.rest.0), lanes.load(&products.0));
        let side = lanes.larger(lanes.multiply(s, u), lanes.multiply(t, u));
        lanes.above_zero(lanes.subtract(lanes.subtract(a, side), b))
    }
}

/// Motions of the eight at an evaluation.
struct Known<'a> {
    rows: &'a [LaneRows; 3],
    at: &'a Motions<'a>,
    places: &'a [Block; 3],
    /// The products along the plane are among the places.
    places_known: bool,
    speeds: &'a [Block; 3],
}

impl Known<'_> {
    /// Forces along the local axes of the contacts `closed` (bits), whose normals are along `AXIS`, and who sticks (bits).
    #[inline(always)]
    fn laws<const AXIS: usize>(
        &self,
        time: f64,
        closed: u32,
        ranks: &[usize],
        laws: &mut [Law],
    ) -> Result<([Block; 3], u32), (usize, LawFault)> {
        let (mut forces, mut sticking) = ([Block::default(); 3], 0);
        for lane in bits(closed) {
            let rank = ranks[lane];
            let Law::Stop(stop) = &mut laws[rank] else { continue };
            let mut here = Lane::<AXIS> { lane: lane % EIGHT, known: self, force: [0.0; 3] };
            stop.evaluate_closed::<AXIS>(time, &mut here).map_err(|fault| (rank, fault))?;
            sticking |= u32::from(stop.state.memory.sticks) << lane;
            for axis in 0..3 {
                forces[axis].0[lane % EIGHT] = here.force[axis];
            }
        }
        Ok((forces, sticking))
    }
}

/// One contact of the eight: its motion, and the forces along its local axes.
struct Lane<'a, const AXIS: usize> {
    lane: usize,
    known: &'a Known<'a>,
    force: [f64; 3],
}

impl<const AXIS: usize> Reach for Lane<'_, AXIS> {
    #[inline(always)]
    fn across(&self, motion: &LocalMotion, axis: usize, _: usize) -> f64 {
        motion.rest[axis] + self.known.places[axis].0[self.lane]
    }

    #[inline(always)]
    fn position(&self, motion: &LocalMotion, axis: usize) -> f64 {
        let known = self.known;
        let product = if known.places_known || axis == AXIS {
            known.places[axis].0[self.lane]
        } else {
            known.rows[axis].product(self.lane, |mode| known.at.q[mode])
        };
        motion.rest[axis] + product
    }

    #[inline(always)]
    fn position_before(&self, motion: &LocalMotion, axis: usize) -> f64 {
        let known = self.known;
        motion.rest[axis] + known.rows[axis].product(self.lane, |mode| known.at.before.at(mode))
    }

    #[inline(always)]
    fn velocity(&self, _: &LocalMotion, axis: usize) -> f64 {
        self.known.speeds[axis].0[self.lane]
    }

    #[inline(always)]
    fn push(&mut self, _: &LocalMotion, axis: usize, f: f64) {
        self.force[axis] = f;
    }
}
