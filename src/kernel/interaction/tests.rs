//! Contacts against closed forms, and against a plain transcription of the law that computes
//! everything at every evaluation.

use super::*;

/// One node with its three translations as coordinates.
fn free_node(position: [f64; 3], first: usize, size: usize) -> Attachment {
    let shape = |j: usize| std::array::from_fn(|k| if j == first + k { 1.0 } else { 0.0 });
    Attachment { position, shapes: (0..size).map(shape).collect(), supports: Vec::new() }
}

fn placement(kind: ObstacleKind, node_1: Attachment, node_2: Option<Attachment>, normal: [f64; 3]) -> Placement {
    Placement {
        kind,
        node_1,
        node_2,
        normal,
        twist: None,
        origin: Some([0.0; 3]),
        gap: 0.1,
        size_1: 0.05,
        size_2: 0.06,
    }
}

const NO_FRICTION: Friction =
    Friction { mu_static: 0.0, mu_dynamic: 0.0, stiffness: 0.0, damping: 0.0, one_direction: false };

fn contact(placement: Placement, stiffness: f64, damping: f64, friction: Friction) -> ContactSpec {
    ContactSpec {
        placement,
        normal_stiffness: stiffness,
        normal_damping: damping,
        restitution: None,
        friction,
        automatic_damping: false,
    }
}

/// Semi-implicit Euler for unit masses; `load` gives the other forces.
fn march(
    set: &mut InteractionSet,
    state: (&mut [f64], &mut [f64]),
    (h, steps): (f64, usize),
    load: impl Fn(f64, &[f64]) -> f64,
    mut each: impl FnMut(f64, &[f64], &[f64]),
) {
    let (q, v) = state;
    let mut force = vec![0.0; q.len()];
    let mut evaluate = |t: f64, q: &[f64], v: &[f64]| {
        force.fill(0.0);
        set.evaluate(t, h, q, v, &mut force).unwrap();
        force[0] += load(t, q);
        force.clone()
    };
    let mut a = evaluate(0.0, q, v);
    for i in 0..steps {
        for j in 0..q.len() {
            v[j] += h * a[j];
            q[j] += h * v[j];
        }
        let t = (i + 1) as f64 * h;
        a = evaluate(t, q, v);
        each(t, q, v);
    }
}

#[test]
fn a_mass_bounces_between_two_planes_with_the_closed_form_period() {
    // Speed 1, planes at ±0.1, stiffness 1e4: half an oscillation of period 2 pi/100 in each contact.
    let mut set = InteractionSet::new(3, Vec::new());
    let place = placement(ObstacleKind::PlaneY, free_node([0.0; 3], 0, 3), None, [0.0, 0.0, 1.0]);
    // Normal Z: local y is global Y, coordinate 1.
    set.add_contact(&contact(place, 1e4, 0.0, NO_FRICTION), &ModalData::default());
    let (mut q, mut v) = ([0.0; 3], [0.0, 1.0, 0.0]);
    let (mut impacts, mut before, mut deepest) = (Vec::new(), 1.0, 0.0f64);
    march(
        &mut set,
        (&mut q, &mut v),
        (1e-5, 60_000),
        |_, _| 0.0,
        |t, q, v| {
            if v[1] * before < 0.0 {
                impacts.push(t);
                before = v[1];
            }
            deepest = deepest.max(q[1].abs() - 0.1);
        },
    );
    let half = std::f64::consts::PI / 100.0;
    let expected = [0.1 + half / 2.0, 0.3 + 1.5 * half, 0.5 + 2.5 * half];
    assert_eq!(impacts.len(), 3);
    for (found, exact) in impacts.iter().zip(expected) {
        assert!((found - exact).abs() < 3e-5, "{found} {exact}");
    }
    assert!((deepest - 0.01).abs() < 1e-5, "{deepest}");
}

#[test]
fn an_oscillator_with_coulomb_friction_loses_twice_the_stuck_length_each_half_cycle() {
    // k = 100, m = 1, mu N = 2: the amplitude loses 2 mu N/k = 0.04 each half cycle; from 0.21 it stops
    // after five of them, at -0.01, inside the band |x| < mu N/k = 0.02.
    let mut set = InteractionSet::new(3, Vec::new());
    let place = Placement {
        gap: 0.5,
        ..placement(ObstacleKind::PlaneZ, free_node([0.0, 0.0, 1.0], 0, 3), None, [0.0, 1.0, 0.0])
    };
    let friction = Friction { mu_static: 0.1, mu_dynamic: 0.1, stiffness: 1e6, damping: 2e3, one_direction: false };
    set.add_contact(&contact(place, 40.0, 0.0, friction), &ModalData::default());
    let (mut q, mut v) = ([0.21, 0.0, 0.0], [0.0; 3]);
    let h = 1e-5;
    let half = std::f64::consts::PI / 10.0;
    let mut peaks = Vec::new();
    // The normal force is carried by the third coordinate; hold it still with an equal load.
    let mut force = vec![0.0; 3];
    let steps = (6.5 * half / h) as usize;
    set.evaluate(0.0, h, &q, &v, &mut force).unwrap();
    let (mut last, mut a) = (0.0, force[0] - 100.0 * q[0]);
    for i in 1..=steps {
        v[0] += h * a;
        q[0] += h * v[0];
        force.fill(0.0);
        set.evaluate(i as f64 * h, h, &q, &v, &mut force).unwrap();
        a = force[0] - 100.0 * q[0];
        if v[0] * last < 0.0 && q[0].abs() > 0.0105 {
            peaks.push(q[0]);
        }
        last = v[0];
    }
    assert!((force[2] + 20.0).abs() < 1e-12, "{force:?}");
    let expected = [-0.17, 0.13, -0.09, 0.05];
    assert_eq!(peaks.len(), 4, "{peaks:?}");
    for (found, exact) in peaks.iter().zip(expected) {
        assert!((found - exact).abs() < 2e-5, "{found} {exact}");
    }
    assert!((q[0] + 0.01).abs() < 2e-5 && v[0].abs() < 1e-9, "{} {}", q[0], v[0]);
    let mut stored = [0.0; 20];
    set.store(&mut stored);
    assert_eq!(stored[12], 1.0, "it sticks");
    assert!((stored[1].abs() - 1.0).abs() < 1e-3, "the spring is held by friction: {}", stored[1]);
}

/// The law as its specification states it, in global motion and with nothing left out.
struct Transcript {
    spec: ContactSpec,
    sides: [f64; 2],
    stick: bool,
    f0: [f64; 2],
    x0: [f64; 3],
    v0: [f64; 2],
    last: [f64; 2],
}

impl Transcript {
    fn local(&self, node: &Attachment, q: &[f64], v: &[f64]) -> ([f64; 3], [f64; 3]) {
        let place = &self.spec.placement;
        let (frame, origin) = (place.frame(), place.origin());
        let sum = |x: &[f64], k: usize| -> f64 { node.shapes.iter().zip(x).map(|(p, x)| p[k] * x).sum() };
        let u = std::array::from_fn(|k| node.position[k] + sum(q, k) - origin[k]);
        (frame.to_local(u), frame.to_local(std::array::from_fn(|k| sum(v, k))))
    }

    fn evaluate(&mut self, q: &[f64], v: &[f64]) -> ([f64; 20], [f64; 3]) {
        let place = self.spec.placement.clone();
        let (u1, w1) = self.local(&place.node_1, q, v);
        let (u2, w2) = place.node_2.as_ref().map_or(([0.0; 3], [0.0; 3]), |n| self.local(n, q, v));
        let du: [f64; 3] = std::array::from_fn(|k| u1[k] - u2[k]);
        let dw: [f64; 3] = std::array::from_fn(|k| w1[k] - w2[k]);
        let r = (du[1] * du[1] + du[2] * du[2]).sqrt();
        let (d1, d2) = (place.size_1, place.size_2);
        let inward = if r == 0.0 { (-1.0, 0.0) } else { (-du[1] / r, -du[2] / r) };
        let (gap, (c, s)) = match &place.kind {
            ObstacleKind::Circle => (place.gap - r, inward),
            ObstacleKind::PlaneY => (place.gap - du[1].abs(), (-du[1].signum(), 0.0)),
            ObstacleKind::PlaneZ => (place.gap - du[2].abs(), (0.0, -du[2].signum())),
            ObstacleKind::Profile(p) => {
                let g = obstacle::Obstacle::Profile(p.clone()).gap(du[1], du[2], self.last);
                (g.gap, (g.c, g.s))
            }
            ObstacleKind::PairPlanesY => (self.sides[0] * (u2[1] - u1[1]) - d1 - d2, (-self.sides[0], 0.0)),
            ObstacleKind::PairPlanesZ => (self.sides[1] * (u2[2] - u1[2]) - d1 - d2, (0.0, -self.sides[1])),
            ObstacleKind::PairCircles => (r - d1 - d2, (du[1] / r, du[2] / r)),
            ObstacleKind::CircleInCircle => (d2 - d1 - r, inward),
        };
        self.last = [c, s];
        let mut out = [0.0; 20];
        out[3..6].copy_from_slice(&u1);
        out[6..9].copy_from_slice(&u2);
        let law = self.spec.friction;
        let mut force = [0.0; 3];
        if gap > 0.0 {
            (self.stick, self.f0, self.v0, self.x0) = (false, [0.0; 2], [0.0; 2], du);
        } else {
            let vn = dw[1] * c + dw[2] * s;
            let n = f64::max(0.0, -self.spec.normal_stiffness * gap - self.spec.normal_damping * vn);
            (out[0], out[9]) = (n, vn);
            let mut ft = [0.0; 2];
            if law.mu_static.abs() > f64::EPSILON || law.mu_dynamic.abs() > f64::EPSILON {
                let vt = [-s * dw[1] + c * dw[2], dw[0]];
                let nv = if law.one_direction { vt[0].abs() } else { (vt[0] * vt[0] + vt[1] * vt[1]).sqrt() };
                let slip = |k: usize| if nv <= f64::EPSILON { 0.0 } else { -law.mu_dynamic * n * vt[k] / nv };
                if vt[0] * self.v0[0] + vt[1] * self.v0[1] >= 0.0 && !self.stick && nv > 1e-6 {
                    ft = [slip(0), if law.one_direction { 0.0 } else { slip(1) }];
                    (self.f0, self.x0) = (ft, du);
                } else {
                    let x0 = self.x0;
                    let dx = [-(du[1] - x0[1]) * s + (du[2] - x0[2]) * c, du[0] - x0[0]];
                    self.stick = true;
                    for k in 0..if law.one_direction { 1 } else { 2 } {
                        ft[k] = self.f0[k] - law.stiffness * dx[k] - law.damping * vt[k];
                    }
                    if (ft[0] * ft[0] + ft[1] * ft[1]).sqrt() > law.mu_static * n {
                        self.stick = false;
                        ft = [slip(0), if law.one_direction { 0.0 } else { slip(1) }];
                        (self.f0, self.x0) = (ft, du);
                    }
                }
                self.v0 = vt;
                out[10..12].copy_from_slice(&vt);
            }
            out[1..3].copy_from_slice(&ft);
            force = [ft[1], n * c - ft[0] * s, n * s + ft[0] * c];
        }
        out[12] = if self.stick { 1.0 } else { 0.0 };
        out[13..15].copy_from_slice(&self.f0);
        out[15..18].copy_from_slice(&self.x0);
        out[18..20].copy_from_slice(&self.v0);
        (out, place.frame().to_global(force))
    }
}

/// All kinds of obstacle, with nodes and normals that bring every term into play.
fn gallery() -> Vec<Placement> {
    use ObstacleKind::*;
    let heptagon: Vec<_> =
        (0..8).map(|k| (k as f64 * std::f64::consts::TAU / 7.0, 0.1 + 0.005 * (k % 3) as f64)).collect();
    let mut all = Vec::new();
    for kind in [Circle, PlaneY, PlaneZ, Profile(super::Profile::new(&heptagon))] {
        let mut place = placement(kind, free_node([0.3, -0.2, 0.1], 0, 6), None, [1.0, 0.5, -0.3]);
        place.twist = Some(0.4);
        place.origin = Some([0.25, -0.22, 0.13]);
        all.push(place);
    }
    for kind in [PairCircles, PairPlanesY, PairPlanesZ, CircleInCircle] {
        let (a, b) = ([0.3, -0.2, 0.1], [0.28, -0.13, 0.16]);
        let mut place = placement(kind, free_node(a, 0, 6), Some(free_node(b, 3, 6)), [1.0, 0.2, 0.1]);
        place.origin = None;
        if place.kind == CircleInCircle {
            place.size_2 = 0.12;
        }
        all.push(place);
    }
    all
}

#[test]
fn every_obstacle_follows_the_transcript_through_stick_slip_and_flight() {
    let frictions = [
        NO_FRICTION,
        Friction { mu_static: 0.5, mu_dynamic: 0.3, stiffness: 90.0, damping: 3.0, one_direction: false },
        Friction { mu_static: 0.4, mu_dynamic: 0.4, stiffness: 50.0, damping: 0.0, one_direction: true },
    ];
    for (i, place) in gallery().into_iter().enumerate() {
        let (mut sticks, mut slips, mut flights) = (0, 0, 0);
        for friction in frictions {
            for damping in [0.0, 4.0] {
                let spec = contact(place.clone(), 1e3, damping, friction);
                // Alone, planes have a shorter path than in company.
                for company in [false, true] {
                    let counts = compare(&spec, 1.7 + i as f64, company);
                    (sticks, slips, flights) = (sticks + counts.0, slips + counts.1, flights + counts.2);
                }
            }
        }
        assert!(sticks > 60 && slips > 400 && flights > 400, "{i}: {sticks} {slips} {flights}");
    }
}

/// The contact, and with it one that stays open: a circle far around the node.
fn set_of(spec: &ContactSpec, company: bool) -> InteractionSet {
    let mut set = InteractionSet::new(6, Vec::new());
    set.add_contact(spec, &ModalData::default());
    if company {
        let far = placement(ObstacleKind::Circle, free_node([0.0; 3], 0, 6), None, [0.0, 0.0, 1.0]);
        set.add_contact(&contact(Placement { gap: 100.0, ..far }, 1e3, 0.0, NO_FRICTION), &ModalData::default());
    }
    set
}

/// Follows both along one prescribed motion; counts evaluations in stick, slip and flight.
fn compare(spec: &ContactSpec, seed: f64, company: bool) -> (u32, u32, u32) {
    let mut set = set_of(spec, company);
    let mut transcript = Transcript {
        spec: spec.clone(),
        sides: [0.0; 2],
        stick: false,
        f0: [0.0; 2],
        x0: [0.0; 3],
        v0: [0.0; 2],
        last: [0.0; 2],
    };
    let place = &spec.placement;
    if let Some(node_2) = &place.node_2 {
        let (u1, u2) = (transcript.local(&place.node_1, &[], &[]).0, transcript.local(node_2, &[], &[]).0);
        transcript.sides = [-(u1[1] - u2[1]).signum(), -(u1[2] - u2[2]).signum()];
    }
    let (mut sticks, mut slips, mut flights) = (0, 0, 0);
    let mut stored = vec![0.0; set.variable_count()];
    for n in 0..800 {
        let t = n as f64 * 0.01;
        // Phases of slow return between phases of motion (velocities need not fit displacements here).
        let wave = |j: usize| {
            let w = 0.9 + 0.21 * j as f64 + 0.01 * seed;
            let phase = seed + j as f64;
            let pause = if (n / 20) % 3 == 2 { -0.01 } else { 1.0 };
            (0.12 * libm::sin(w * t * 3.0 + phase), pause * 0.36 * w * libm::cos(w * t * 3.0 + phase))
        };
        let q: Vec<f64> = (0..6).map(|j| wave(j).0).collect();
        let v: Vec<f64> = (0..6).map(|j| wave(j).1).collect();
        let mut force = [0.0; 6];
        if n % 7 == 3 {
            // A rejected attempt leaves no trace.
            set.save();
            let other: Vec<f64> = q.iter().map(|x| x * 1.3).collect();
            set.evaluate(t, 0.01, &other, &v, &mut force).unwrap();
            set.restore();
            force.fill(0.0);
        }
        set.evaluate(t, 0.01, &q, &v, &mut force).unwrap();
        set.store(&mut stored);
        let (expected, f) = transcript.evaluate(&q, &v);
        for k in 0..20 {
            let scale = if k < 3 { 100.0 } else { 1.0 };
            assert!(
                (stored[k] - expected[k]).abs() < 1e-12 * scale,
                "{:?} n = {n} variable {}: {} {}",
                place.kind,
                k + 1,
                stored[k],
                expected[k]
            );
        }
        for k in 0..3 {
            assert!((force[k] - f[k]).abs() < 1e-10, "{:?} n = {n}: {force:?} {f:?}", place.kind);
            let other = if place.node_2.is_some() { -f[k] } else { 0.0 };
            assert!((force[3 + k] - other).abs() < 1e-10);
        }
        match (stored[0] > 0.0, stored[12] > 0.5) {
            (false, _) => flights += 1,
            (true, true) => sticks += 1,
            (true, false) => slips += 1,
        }
        if n == 400 {
            // A restart from the archive goes on as if nothing had happened.
            let mut next = set_of(spec, company);
            next.load(&stored);
            let mut again = vec![0.0; stored.len()];
            next.store(&mut again);
            assert_eq!(again, stored);
            set = next;
        }
    }
    (sticks, slips, flights)
}

#[test]
fn two_nodes_moving_against_each_other_see_half_the_gap_each() {
    // Two masses approaching symmetrically feel the force of one mass against a plane of twice the stiffness.
    let friction = Friction { mu_static: 0.2, mu_dynamic: 0.2, stiffness: 50.0, damping: 1.0, one_direction: false };
    let half = Friction { stiffness: 100.0, damping: 2.0, ..friction };
    let mut pair = InteractionSet::new(6, Vec::new());
    let (a, b) = (free_node([0.0, -0.1, 0.0], 0, 6), free_node([0.0, 0.1, 0.0], 3, 6));
    let place = placement(ObstacleKind::PairPlanesY, a, Some(b), [1.0, 0.0, 0.0]);
    pair.add_contact(&contact(place, 500.0, 2.0, friction), &ModalData::default());
    let mut single = InteractionSet::new(3, Vec::new());
    let mut place = placement(ObstacleKind::PlaneY, free_node([0.0, 0.1, 0.0], 0, 3), None, [1.0, 0.0, 0.0]);
    // Node 2 of the pair reaches the middle when it has moved by 0.1 - 0.055.
    place.gap = 0.2 - 0.055;
    place.origin = Some([0.0, 0.2, 0.0]);
    single.add_contact(&contact(place, 1000.0, 4.0, half), &ModalData::default());
    for n in 0..300 {
        let t = 0.01 * n as f64;
        let (y, w) = (-0.09 * libm::sin(3.0 * t), -0.27 * libm::cos(3.0 * t));
        let (x, u) = (0.01 * libm::sin(7.0 * t), 0.07 * libm::cos(7.0 * t));
        let (mut f_pair, mut f_single) = ([0.0; 6], [0.0; 3]);
        pair.evaluate(t, 0.01, &[-x, -y, 0.0, x, y, 0.0], &[-u, -w, 0.0, u, w, 0.0], &mut f_pair).unwrap();
        single.evaluate(t, 0.01, &[x, y, 0.0], &[u, w, 0.0], &mut f_single).unwrap();
        for k in 0..3 {
            assert!((f_pair[3 + k] - f_single[k]).abs() < 1e-11, "{n}: {f_pair:?} {f_single:?}");
            assert!((f_pair[3 + k] + f_pair[k]).abs() < 1e-13);
        }
    }
}

#[test]
fn a_velocity_without_value_stops_the_run() {
    let mut set = InteractionSet::new(3, Vec::new());
    let place = placement(ObstacleKind::PlaneY, free_node([0.0; 3], 0, 3), None, [1.0, 0.0, 0.0]);
    set.add_contact(&contact(place, 1.0, 1.0, NO_FRICTION), &ModalData::default());
    let mut force = [0.0; 3];
    let fault = set.evaluate(0.5, 0.1, &[0.0, 0.2, 0.0], &[0.0, f64::NAN, 0.0], &mut force);
    assert!(matches!(fault, Err(InteractionFault::Diverged { interaction: 0, time: 0.5, .. })), "{fault:?}");
    let fault = set.evaluate(0.5, 0.1, &[0.0, f64::NAN, 0.0], &[0.0; 3], &mut force);
    assert!(matches!(fault, Err(InteractionFault::Diverged { .. })), "{fault:?}");
}

#[test]
fn contacts_see_the_motion_of_supports() {
    use crate::kernel::signal::Signal;
    let support = SupportMotion { displacement: Some(Signal::Constant(0.15)), velocity: Some(Signal::Constant(2.0)) };
    let mut set = InteractionSet::new(3, vec![support]);
    let mut node = free_node([0.0; 3], 0, 3);
    node.supports = vec![[0.0, 1.0, 0.0]];
    let place = placement(ObstacleKind::PlaneY, node, None, [1.0, 0.0, 0.0]);
    set.add_contact(&contact(place, 10.0, 0.1, NO_FRICTION), &ModalData::default());
    let mut force = [0.0; 3];
    set.evaluate(0.0, 0.1, &[0.0, 0.05, 0.0], &[0.0, 1.0, 0.0], &mut force).unwrap();
    // Penetration 0.1, approach speed 3: N = 1 + 0.3 towards -y.
    assert!((force[1] + 1.3).abs() < 1e-14, "{force:?}");
}

#[test]
fn stiffness_bounds_keep_the_largest_of_each_mode() {
    let mut set = InteractionSet::new(2, Vec::new());
    let node = Attachment { shapes: vec![[2.0, 0.5, 0.0], [0.0, 0.0, 3.0]], ..Attachment::default() };
    let place = placement(ObstacleKind::PlaneY, node, None, [1.0, 0.0, 0.0]);
    let friction = Friction { stiffness: 7.0, ..NO_FRICTION };
    set.add_contact(&contact(place, 5.0, 0.0, friction), &ModalData::default());
    let term = |mode, stiffness| ModalStiffness { interaction: 0, mode, stiffness };
    assert_eq!(set.modal_stiffnesses(), [term(0, 28.0), term(1, 63.0)]);
}
