//! Gaps and normals of each kind against their geometry.

use super::{Gap, Obstacle, ObstacleShape};

fn placed(name: &str, gap: f64, sizes: [f64; 2], rest: [f64; 3]) -> Obstacle {
    ObstacleShape::named(name, Vec::new()).unwrap().place(gap, sizes, rest)
}

fn fixed(name: &str, gap: f64) -> Obstacle {
    placed(name, gap, [0.0; 2], [0.0; 3])
}

fn profile(points: &[(f64, f64)]) -> Obstacle {
    ObstacleShape::named("DISCRET", points.to_vec()).unwrap().place(1.0, [0.0; 2], [0.0; 3])
}

fn at(obstacle: &Obstacle, y: f64, z: f64) -> (f64, f64, f64) {
    let g = obstacle.gap(y, z, [0.0, 0.0]);
    (g.gap, g.c, g.s)
}

#[test]
fn kinds_have_one_name_each_and_unknown_names_none() {
    let names = ObstacleShape::names();
    assert!(names.iter().all(|name| ObstacleShape::named(name, Vec::new()).unwrap().kind.name == *name));
    let mut sorted = names.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), names.len());
    assert!(ObstacleShape::named("PLAN_X", Vec::new()).is_none());
}

#[test]
fn fixed_obstacles_keep_the_node_between_their_walls() {
    let plane = fixed("PLAN_Y", 0.5);
    assert_eq!(at(&plane, 0.75, 9.0), (-0.25, -1.0, 0.0));
    assert_eq!(at(&plane, -0.75, 9.0), (-0.25, 1.0, 0.0));
    assert_eq!(at(&plane, -0.0, 0.0), (0.5, 1.0, 0.0));
    let plane = fixed("PLAN_Z", 0.5);
    assert_eq!(at(&plane, 9.0, 0.25), (0.25, 0.0, -1.0));
    let circle = fixed("CERCLE", 2.0);
    assert_eq!(at(&circle, 3.0, 4.0), (-3.0, -0.6, -0.8));
    assert_eq!(at(&circle, 0.0, 0.0), (2.0, -1.0, 0.0));
}

#[test]
fn pairs_measure_the_distance_between_nodes_minus_their_sizes() {
    // Node 2 above node 1: u1 - u2 is negative, the force on node 1 points down.
    let above = placed("BI_PLAN_Y", 0.0, [0.25, 0.5], [0.0, -3.0, 0.0]);
    assert_eq!(at(&above, -1.0, 0.0), (0.25, -1.0, 0.0));
    let below = placed("BI_PLAN_Z", 0.0, [0.25, 0.5], [0.0, 0.0, 3.0]);
    assert_eq!(at(&below, 0.0, 0.5), (-0.25, 0.0, 1.0));
    let plane = above.plane().unwrap();
    assert!(plane.is_crossed(0.1) && !plane.is_crossed(-0.1));
    let circles = placed("BI_CERCLE", 0.0, [1.0, 2.0], [0.0; 3]);
    assert_eq!(at(&circles, 0.0, -5.0), (2.0, 0.0, -1.0));
    let bore = placed("BI_CERC_INT", 0.0, [1.0, 1.5], [0.0; 3]);
    assert_eq!(at(&bore, 0.0, 0.75), (-0.25, 0.0, -1.0));
    assert_eq!(at(&bore, 0.0, 0.0), (0.5, -1.0, 0.0));
}

#[test]
fn a_square_profile_is_two_pairs_of_planes() {
    let half = std::f64::consts::FRAC_PI_2;
    let r = std::f64::consts::SQRT_2;
    let corners: Vec<_> = (0..5).map(|k| ((k as f64 - 0.5) * half, r)).collect();
    // Shifted so that it starts at 0: first point on the middle of the right side.
    let mut points = vec![(0.0, 1.0)];
    points.extend(corners[1..].iter().copied());
    points.push((4.0 * half, 1.0));
    let square = profile(&points);
    for (y, z, gap, c, s) in [
        (0.5, 0.1, 0.5, -1.0, 0.0),
        (0.1, 1.2, -0.2, 0.0, -1.0),
        (-0.9, 0.0, 0.1, 1.0, 0.0),
        (0.0, -1.5, -0.5, 0.0, 1.0),
    ] {
        let g = square.gap(y, z, [0.0, 0.0]);
        assert!((g.gap - gap).abs() < 1e-14 && (g.c - c).abs() < 1e-14 && (g.s - s).abs() < 1e-14, "{y} {z} {g:?}");
    }
}

#[test]
fn a_fine_profile_tends_to_the_circle_like_the_square_of_the_facet() {
    let circle = fixed("CERCLE", 2.0);
    for n in [90, 360] {
        let step = 2.0 * std::f64::consts::PI / n as f64;
        let points: Vec<_> = (0..=n).map(|k| (k as f64 * step, 2.0)).collect();
        let polygon = profile(&points);
        let sagitta = 2.0 * (1.0 - (step / 2.0).cos());
        for k in 0..50 {
            let th = 0.11 + 0.1237 * k as f64;
            let (y, z) = (1.9 * th.cos(), 1.9 * th.sin());
            let (a, b) = (circle.gap(y, z, [0.0, 0.0]), polygon.gap(y, z, [0.0, 0.0]));
            assert!(b.gap <= a.gap + 1e-15 && a.gap - b.gap <= sagitta * 1.001, "{a:?} {b:?}");
            assert!((a.c * b.c + a.s * b.s - 1.0).abs() < step * step);
        }
    }
}

#[test]
fn a_direction_that_no_facet_covers_keeps_the_last_normal_and_no_gap() {
    let half_turn = profile(&[(0.0, 1.0), (1.5, 1.0), (3.0, 1.0)]);
    assert_eq!(half_turn.gap(0.0, -1.0, [0.6, 0.8]), Gap { gap: 0.0, c: 0.6, s: 0.8 });
}
