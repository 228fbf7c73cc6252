//! Whole cells at once give what pieces give one by one.

use super::*;

/// The foundation's speed as a function that is not known to be constant, so that no cell is taken as a whole.
fn piece_by_piece(problem: &SlabProblem) -> SlabProblem {
    let Signal::Constant(base) = problem.first.base else { panic!("a constant speed") };
    // A slope of rounding: not level.
    let slope = f64::EPSILON * base.abs().max(1.0);
    let base = table(&[(0.0, base), (problem.end, base + slope)]);
    SlabProblem { first: Direction { base, ..problem.first.clone() }, ..problem.clone() }
}

#[test]
fn whole_cells_are_the_sum_of_their_pieces() {
    let start = table(&[(0.0, 0.3), (0.35, -0.1), (1.0, 0.0)]);
    let laws = [
        Law::Coulomb { mu: 0.3 },
        Law::linear(0.3, 0.0, -0.1),
        Law::linear(0.4, 0.2, 0.5),
        Law::Rational { fixed: 0.5, dynamic: 0.2, speed: 2.0 },
    ];
    for law in laws {
        for (base, top, archive) in [(0.2, 0.0, 1), (-0.15, 0.1, 3), (1.5, -0.2, 7)] {
            let problem = SlabProblem {
                first: Direction {
                    top: Signal::Constant(top),
                    base: Signal::Constant(base),
                    displacement: start.clone(),
                    ..at_rest()
                },
                archive,
                ..slab(law.clone(), 0.8, base, 9.3)
            };
            let (whole, parts) = (exact(&problem, 64), exact(&piece_by_piece(&problem), 64));
            assert_eq!(whole.states.len(), parts.states.len());
            for (a, b) in whole.states.iter().zip(&parts.states) {
                let gaps = [
                    a.time - b.time,
                    a.slip - b.slip,
                    a.displacement - b.displacement,
                    a.velocity - b.velocity,
                    a.shear - b.shear,
                    a.distance - b.distance,
                    a.work - b.work,
                ];
                assert!(gaps.iter().all(|g| g.abs() < 1e-12), "{law:?} {base}: {a:?} {b:?}");
                assert_eq!(a.solutions, b.solutions);
            }
            let (a, b) = (whole.balance, parts.balance);
            let gaps = [
                a.kinetic - b.kinetic,
                a.elastic - b.elastic,
                a.top - b.top,
                a.base - b.base,
                whole.stuck - parts.stuck,
            ];
            assert!(gaps.iter().all(|g| g.abs() < 1e-12), "{law:?} {base}: {a:?} {b:?}");
            assert_eq!(whole.events.len(), parts.events.len());
        }
    }
}
