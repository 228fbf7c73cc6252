//! Motion over the height of the meshed slab at one instant.

use super::bar::Bar;
use super::problem::SlabProblem;
use super::record::Field;

/// Fields at a step (time in s) of the tangential bars, each with its velocities (m/s) before the step, and of the normal bar or,
/// without it, the imposed pressure (Pa): displacements there, velocities as means of both sides.
pub fn field(problem: &SlabProblem, time: f64, bars: &[(&Bar, &[f64])], normal: Option<&Bar>, pressure: f64) -> Field {
    let heights = problem.heights();
    let mut field = Field { time, ..Field::default() };
    for (rank, (bar, old)) in bars.iter().enumerate() {
        let cells = bar.displacement.len() - 1;
        let h = problem.height / cells as f64;
        let mut over: [Vec<f64>; 3] = Default::default();
        for x in &heights {
            let (i, share) = place(*x, h, cells);
            let value = |y: &[f64]| y[i] + (y[i + 1] - y[i]) * share;
            over[0].push(value(&bar.displacement));
            over[1].push(0.5 * (value(&bar.velocity) + value(old)));
            over[2].push(bar.stiffness * (bar.displacement[i + 1] - bar.displacement[i]));
        }
        if rank == 0 {
            [field.displacement, field.velocity, field.shear] = over;
        } else {
            field.across = over;
        }
    }
    for x in &heights {
        let Some(bar) = normal else {
            field.normal_displacement.push(0.0);
            field.pressure.push(pressure);
            continue;
        };
        let cells = bar.displacement.len() - 1;
        let (i, share) = place(*x, problem.height / cells as f64, cells);
        let change = bar.displacement[i + 1] - bar.displacement[i];
        field.normal_displacement.push(bar.displacement[i] + change * share);
        field.pressure.push(-bar.stiffness * change);
    }
    field.heights = heights;
    field
}

/// Cell of a height, and the share of the cell below it.
fn place(x: f64, h: f64, cells: usize) -> (usize, f64) {
    let i = ((x / h).floor() as usize).min(cells - 1);
    (i, x / h - i as f64)
}

/// Field at an instant (s) between two steps.
pub fn blend(before: Option<&Field>, after: &Field, time: f64) -> Field {
    let Some(before) = before.filter(|b| after.time > b.time) else { return Field { time, ..after.clone() } };
    let share = ((time - before.time) / (after.time - before.time)).clamp(0.0, 1.0);
    let mix = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a + (b - a) * share).collect();
    Field {
        time,
        heights: after.heights.clone(),
        displacement: mix(&before.displacement, &after.displacement),
        velocity: mix(&before.velocity, &after.velocity),
        shear: mix(&before.shear, &after.shear),
        across: std::array::from_fn(|i| mix(&before.across[i], &after.across[i])),
        normal_displacement: mix(&before.normal_displacement, &after.normal_displacement),
        pressure: mix(&before.pressure, &after.pressure),
    }
}

/// Energy (J/m2) of a bar at rest or in motion at one instant.
pub fn energy(bar: &Bar) -> f64 {
    let w = &bar.displacement;
    let from = usize::from(bar.massless);
    let mut stretch: f64 = w[from..].windows(2).map(|w| (w[1] - w[0]) * (w[1] - w[0])).sum();
    if bar.massless {
        stretch += w[1].min(0.0) * w[1].min(0.0);
    }
    bar.mass.kinetic(&bar.velocity, bar.cell) + 0.5 * bar.stiffness * stretch
}
