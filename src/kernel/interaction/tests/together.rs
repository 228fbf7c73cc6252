//! Contacts evaluated together against each of them alone.

use super::*;
use proptest::prelude::*;

/// Numbers between -1 and 1, from a seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn is(&mut self, probability: f64) -> bool {
        self.next().abs() < probability
    }
}

/// A node that some modes move along X, some along Y, some along Z.
fn node(random: &mut Random, modes: usize) -> Attachment {
    let mut shape = |mode: usize| {
        let mut along = [random.next(), random.next(), random.next()];
        // Two modes in three move points along one axis only.
        for (axis, along) in along.iter_mut().enumerate() {
            if mode % 9 < 6 && mode % 3 != axis {
                *along = 0.0;
            }
        }
        along
    };
    let shapes = (0..modes).map(&mut shape).collect();
    let mut position = [random.next(), random.next(), random.next()];
    position = position.map(|x| 0.1 * x);
    Attachment { position, shapes, supports: Vec::new() }
}

fn random_contact(random: &mut Random, modes: usize) -> ContactSpec {
    let pair = random.is(0.3);
    let across_z = random.is(0.5);
    let name = match (pair, across_z) {
        (false, false) => "PLAN_Y",
        (false, true) => "PLAN_Z",
        (true, false) => "BI_PLAN_Y",
        (true, true) => "BI_PLAN_Z",
    };
    let node_2 = pair.then(|| node(random, modes));
    let mut place = placement(shape(name), node(random, modes), node_2, [1.0, 0.0, 0.0]);
    if random.is(0.3) {
        place.normal = [1.0, 0.7, -0.3];
    }
    place.origin = (!pair).then_some([0.01, 0.02, -0.03]);
    let friction = match (random.is(0.3), random.is(0.3)) {
        (true, _) => NO_FRICTION,
        (_, one_direction) => {
            Friction { mu_static: 0.43, mu_dynamic: 0.37, stiffness: 90.0, damping: 0.7, one_direction }
        }
    };
    contact(place, 700.0 + 300.0 * random.next(), if random.is(0.5) { 1.3 } else { 0.0 }, friction)
}

/// Largest difference between the set and its contacts one by one, over a motion in which contacts open, close, stick and
/// slip, in parts of the largest force; and the number of states that were sticking.
fn largest_difference(seed: u64, contacts: usize, modes: usize, scale: f64) -> (f64, usize) {
    let mut random = Random(seed.wrapping_add(977));
    let specs: Vec<ContactSpec> = (0..contacts).map(|_| random_contact(&mut random, modes)).collect();
    let sets = |specs: &[ContactSpec]| {
        let mut set = InteractionSet::new(modes, Vec::new());
        for spec in specs {
            set.add(spec.clone()).unwrap();
        }
        set
    };
    let mut set = sets(&specs);
    let order: Vec<usize> = set.mode_order().unwrap_or_else(|| (0..modes).collect());
    if set.mode_order().is_some() {
        set.reorder_modes(&order);
    }
    let in_order = |x: &[f64]| order.iter().map(|&mode| x[mode]).collect::<Vec<_>>();
    let mut alone: Vec<InteractionSet> = specs.iter().map(|spec| sets(std::slice::from_ref(spec))).collect();
    let waves: Vec<[f64; 3]> = (0..modes).map(|_| [random.next(), 3.0 + random.next(), 3.0 * random.next()]).collect();
    let size = 0.3 / (1.0 + modes as f64).sqrt();
    let (mut largest, mut force_scale, mut sticking) = (0.0_f64, 0.0_f64, 0);
    let mut stored = vec![0.0; 20 * contacts];
    for n in 0..60 {
        let t = 0.05 * f64::from(n);
        // Phases of slow return, in which points stick.
        let pause = if n / 12 % 3 == 2 { -0.01 } else { 1.0 };
        let q: Vec<f64> = waves.iter().map(|[a, w, phase]| size * a * libm::sin(w * t + phase)).collect();
        let v: Vec<f64> = waves.iter().map(|[a, w, phase]| pause * size * w * a * libm::cos(w * t + phase)).collect();
        let mut together = vec![0.0; modes];
        if n % 7 == 3 {
            // A rejected attempt leaves no trace.
            set.save();
            let other: Vec<f64> = in_order(&q).iter().map(|x| 1.3 * x).collect();
            set.evaluate(t, 0.05, &other, &in_order(&v), &mut together).unwrap();
            set.restore();
            together.fill(0.0);
        }
        if n == 31 {
            let mut next = sets(&specs);
            if set.mode_order().is_some() || order.iter().enumerate().any(|(i, mode)| i != *mode) {
                next.reorder_modes(&order);
            }
            next.load(&stored);
            set = next;
            // The anchor that follows a point is the place of the evaluation before, which a restart knows by its variables.
            for (alone, (spec, own)) in alone.iter_mut().zip(specs.iter().zip(stored.chunks_exact(20))) {
                *alone = sets(std::slice::from_ref(spec));
                alone.load(own);
            }
        }
        set.evaluate(t, 0.05, &in_order(&q), &in_order(&v), &mut together).unwrap();
        let mut sum = vec![0.0; modes];
        let mut variables = Vec::new();
        for alone in &mut alone {
            let (mut part, mut own) = (vec![0.0; modes], [0.0; 20]);
            alone.evaluate(t, 0.05, &q, &v, &mut part).unwrap();
            alone.store(&mut own);
            variables.extend(own);
            sticking += usize::from(own[12] > 0.5);
            sum.iter_mut().zip(&part).for_each(|(sum, part)| *sum += part);
            force_scale = part.iter().fold(force_scale, |a, f| a.max(f.abs()));
        }
        set.store(&mut stored);
        let forces = together.iter().zip(in_order(&sum)).map(|(a, b)| (a - b).abs());
        largest = forces.fold(largest, f64::max);
        let difference = |(a, b): (&f64, &f64)| (a - b).abs();
        largest = stored.iter().zip(&variables).map(difference).fold(largest, f64::max);
    }
    (largest / force_scale.max(scale), sticking)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Planes of both axes, some without friction, one to twenty: the same forces and variables as one by one. Sums of seventy
    /// products and forces of 1000 N/m times a gap that is a part of them leave 1e-13.
    #[test]
    fn contacts_together_are_as_each_alone(seed in any::<u64>(), contacts in 1_usize..21, modes in 2_usize..71) {
        let (difference, _) = largest_difference(seed, contacts, modes, 10.0);
        prop_assert!(difference < 1e-13, "{difference:e}");
    }
}

#[test]
fn points_stick_and_slip_in_these_sets() {
    let (difference, sticking) = largest_difference(5, 20, 30, 10.0);
    assert!(difference < 1e-13 && sticking > 50, "{difference:e} {sticking}");
}

#[test]
fn modes_seen_along_one_axis_come_together() {
    let mut random = Random(3);
    let mut set = InteractionSet::new(40, Vec::new());
    let mut node = node(&mut random, 40);
    for (mode, shape) in node.shapes.iter_mut().enumerate() {
        *shape = if mode % 2 == 0 { [0.7, 0.0, 0.0] } else { [0.0, 0.0, 1.3] };
    }
    // Local y is global X, local z is Z.
    set.add(contact(placement(shape("PLAN_Z"), node.clone(), None, [0.0, 1.0, 0.0]), 1e3, 0.0, NO_FRICTION)).unwrap();
    let order = set.mode_order().unwrap();
    assert_eq!(order, (0..20).map(|k| 2 * k).chain((0..20).map(|k| 2 * k + 1)).collect::<Vec<_>>());
    set.reorder_modes(&order);
    assert_eq!(set.mode_order(), None);
}
