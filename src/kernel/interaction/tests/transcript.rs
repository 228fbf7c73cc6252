//! Contacts against a plain transcription of the law that computes everything at every evaluation.

use super::*;

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
        let (d1, d2) = (place.sizes[0], place.sizes[1]);
        let inward = if r == 0.0 { (-1.0, 0.0) } else { (-du[1] / r, -du[2] / r) };
        let (gap, (c, s)) = match place.obstacle.kind.name {
            "CERCLE" => (place.gap - r, inward),
            "PLAN_Y" => (place.gap - du[1].abs(), (-du[1].signum(), 0.0)),
            "PLAN_Z" => (place.gap - du[2].abs(), (0.0, -du[2].signum())),
            "BI_PLAN_Y" => (self.sides[0] * (u2[1] - u1[1]) - d1 - d2, (-self.sides[0], 0.0)),
            "BI_PLAN_Z" => (self.sides[1] * (u2[2] - u1[2]) - d1 - d2, (0.0, -self.sides[1])),
            "BI_CERCLE" => (r - d1 - d2, (du[1] / r, du[2] / r)),
            "BI_CERC_INT" => (d2 - d1 - r, inward),
            _ => {
                let profile = place.obstacle.place(place.gap, place.sizes, [0.0; 3]);
                let g = profile.gap(du[1], du[2], self.last);
                (g.gap, (g.c, g.s))
            }
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
    let heptagon: Vec<_> =
        (0..8).map(|k| (k as f64 * std::f64::consts::TAU / 7.0, 0.1 + 0.005 * (k % 3) as f64)).collect();
    let mut all = Vec::new();
    let heptagon = ObstacleShape::named("DISCRET", heptagon).unwrap();
    for kind in [shape("CERCLE"), shape("PLAN_Y"), shape("PLAN_Z"), heptagon] {
        let mut place = placement(kind, free_node([0.3, -0.2, 0.1], 0, 6), None, [1.0, 0.5, -0.3]);
        place.twist = Some(0.4);
        place.origin = Some([0.25, -0.22, 0.13]);
        all.push(place);
    }
    for name in ["BI_CERCLE", "BI_PLAN_Y", "BI_PLAN_Z", "BI_CERC_INT"] {
        let (a, b) = ([0.3, -0.2, 0.1], [0.28, -0.13, 0.16]);
        let mut place = placement(shape(name), free_node(a, 0, 6), Some(free_node(b, 3, 6)), [1.0, 0.2, 0.1]);
        place.origin = None;
        if name == "BI_CERC_INT" {
            place.sizes[1] = 0.12;
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
    set.add(spec.clone()).unwrap();
    if company {
        let far = placement(shape("CERCLE"), free_node([0.0; 3], 0, 6), None, [0.0, 0.0, 1.0]);
        set.add(contact(Placement { gap: 100.0, ..far }, 1e3, 0.0, NO_FRICTION)).unwrap();
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
                place.obstacle.kind,
                k + 1,
                stored[k],
                expected[k]
            );
        }
        for k in 0..3 {
            assert!((force[k] - f[k]).abs() < 1e-10, "{:?} n = {n}: {force:?} {f:?}", place.obstacle.kind);
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
