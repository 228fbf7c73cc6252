//! Two equal masses that meet their stops at the same instants: a two-sided derivative where they may do so in any order.

use super::super::return_map::Until;
use super::super::witness::Nobody;
use super::*;
use crate::transient::matrix::Square;

/// Two masses joined by a spring and a dashpot, each with a stop, pushed alike.
fn pair(restitution: Option<f64>, joint: f64, [long, strong]: [f64; 2]) -> ReturnMap {
    let ratio = strong / long;
    let full = |own: f64, other: f64| Matrix::Full(Square::from_fn(2, |i, j| ratio * if i == j { own } else { other }));
    let mut interactions = InteractionSet::new(2, Vec::new());
    for rank in 0..2 {
        let shapes = [0, 1].map(|j| f64::from(u8::from(j == rank)));
        interactions.add(stop(&shapes, 0.03 * long, restitution, 700.0 * ratio)).unwrap();
    }
    let (coefficient, phase) = (13.0 * strong, 0.7);
    let term = ForceTerm::Harmonic { direction: vec![1.0, 1.0], coefficient, harmonic: 1, phase, power: 0 };
    ReturnMap::new(Equations {
        system: System::new(full(0.7, 0.0), full(130.0, -30.0), Damping::Matrix(full(0.4 + joint, -joint)), None)
            .unwrap(),
        interactions,
        forcing: Forcing { terms: vec![term] },
        frequency: 1.3,
        periods: 1,
        symmetric: false,
        parameter: None,
    })
    .unwrap()
}

#[test]
fn events_at_one_instant_have_a_derivative_where_their_order_does_not_matter() {
    for scale in [[1.0, 1.0], [1000.0, 1.0], [1.0, 1e6]] {
        let long = scale[0];
        for (restitution, joint, two_sided) in [(None, 0.9, true), (Some(0.6), 0.0, true), (Some(0.6), 0.9, false)] {
            let mut map = pair(restitution, joint, scale);
            let start = map.take_up(&[0.0; 2], &[0.3 * long; 2]).unwrap();
            let until = Until::Time(0.5);
            map.travel(&start, 0.0, until, true, &mut Nobody).unwrap();
            assert!(map.events().len() >= 2, "{:?}", map.events());
            assert_eq!(map.landing.one_sided, !two_sided, "{restitution:?} {joint}");
            if !two_sided {
                continue;
            }
            let (derivative, size) = (map.landing.derivative.clone(), 4);
            for j in 0..size {
                // Central differences of two widths, extrapolated: second derivatives differ on both sides.
                let h = 1e-6 * long;
                let mut ends: Vec<Vec<f64>> = Vec::new();
                for side in [h, -h, 0.5 * h, -0.5 * h] {
                    let mut moved = start.clone();
                    moved.x[j] += side;
                    map.travel(&moved, 0.0, until, false, &mut Nobody).unwrap();
                    ends.push(map.landing.x.clone());
                }
                let largest = derivative.iter().fold(0.0_f64, |a, d| a.max(d.abs()));
                for i in 0..size {
                    let (wide, narrow) = ((ends[0][i] - ends[1][i]) / (2.0 * h), (ends[2][i] - ends[3][i]) / h);
                    let error = 2.0 * narrow - wide - derivative[j * size + i];
                    assert!(error.abs() < 1e-7 * largest, "{restitution:?} {joint} {i} {j}: {error:e} of {largest}");
                }
            }
        }
    }
}

/// A mass that meets a rough stop just where friction holds it or just does not: the impulse has no derivative there.
#[test]
fn an_impact_between_stick_and_slip_has_none() {
    for (across, between) in [(1.0, true), (1.0 + 1e-6, false), (1.0 - 1e-6, false)] {
        let mut spec = stop(&[1.0, 0.0], 0.1, Some(0.5), 0.0);
        spec.placement.node_1.shapes = vec![[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
        (spec.friction.mu_static, spec.friction.mu_dynamic) = (0.3, 0.3);
        let mut interactions = InteractionSet::new(2, Vec::new());
        interactions.add(spec).unwrap();
        let both = |x: f64| Matrix::Diagonal(vec![x, x]);
        let mut map = ReturnMap::new(Equations {
            // Free flight.
            system: System::new(both(0.7), both(0.0), Damping::None, None).unwrap(),
            interactions,
            forcing: Forcing { terms: Vec::new() },
            frequency: 0.0,
            periods: 1,
            symmetric: false,
            parameter: None,
        })
        .unwrap();
        let start = map.take_up(&[0.0; 2], &[1.1, 0.3 * 1.5 * 1.1 * across]).unwrap();
        map.travel(&start, 0.0, Until::Time(0.3), true, &mut Nobody).unwrap();
        assert_eq!((map.events().len(), map.landing.one_sided), (1, between), "{across} {:?}", map.events());
    }
}
