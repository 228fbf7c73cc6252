//! Mass of the elements of a slab and the force of the contact seen through it.

/// Mass of the nodes below the top, per unit of density times cell length, and its inverse.
#[derive(Clone, Debug)]
pub enum Mass {
    /// One mass per node.
    Lumped(Vec<f64>),
    /// Tridiagonal: diagonal and off-diagonal terms; of the elimination, the factors below the diagonal (the first is 0) and the
    /// inverses of the pivots.
    Consistent { diagonal: Vec<f64>, off: Vec<f64>, lower: Vec<f64>, inverse: Vec<f64> },
}

impl Mass {
    /// Masses of `cells` cells of mass `cell` each, plus `extra` at the contact. `massless`: the contact node has none, its
    /// share is at the node above.
    pub fn new(cells: usize, cell: f64, extra: f64, consistent: bool, massless: bool) -> Mass {
        if !consistent {
            let mut mass = vec![cell; cells];
            mass[0] = 0.5 * cell + extra;
            if massless {
                mass[1 % cells] += 0.5 * cell;
            }
            return Mass::Lumped(mass);
        }
        let mut diagonal = vec![2.0 * cell / 3.0; cells];
        let mut off = vec![cell / 6.0; cells];
        diagonal[0] = cell / 3.0 + extra;
        if massless {
            // The whole first cell hangs on the node above; the contact node stands apart.
            diagonal[1 % cells] += 2.0 * cell / 3.0;
            off[0] = 0.0;
        }
        let (mut lower, mut inverse) = (vec![0.0; cells], vec![1.0 / diagonal[0]; cells]);
        for i in 1..cells {
            lower[i] = off[i - 1] * inverse[i - 1];
            inverse[i] = 1.0 / (diagonal[i] - off[i - 1] * lower[i]);
        }
        Mass::Consistent { diagonal, off, lower, inverse }
    }

    /// Accelerations from forces, in place; the acceleration of the top is given.
    pub fn solve(&self, force: &mut [f64], top: f64) {
        match self {
            Mass::Lumped(mass) => force.iter_mut().zip(mass).for_each(|(f, m)| *f /= m),
            Mass::Consistent { off, lower, inverse, .. } => {
                let n = inverse.len();
                force[n - 1] -= off[n - 1] * top;
                let mut above = 0.0;
                for (force, factor) in force.iter_mut().zip(lower) {
                    *force -= factor * above;
                    above = *force;
                }
                let (mut below, mut factor) = (0.0, 0.0);
                for ((force, inverse), lower) in force.iter_mut().zip(inverse).zip(lower).rev() {
                    *force = *force * inverse - factor * below;
                    (below, factor) = (*force, *lower);
                }
            }
        }
    }

    /// Accelerations of the nodes next to the contact under a unit force there: as many as count.
    pub fn response(&self) -> Vec<f64> {
        match self {
            Mass::Lumped(mass) => vec![1.0 / mass[0]],
            Mass::Consistent { inverse, .. } => {
                let mut force = vec![0.0; inverse.len()];
                force[0] = 1.0;
                self.solve(&mut force, 0.0);
                force.truncate(64);
                force
            }
        }
    }

    /// Kinetic energy of the nodes below the top and of the cell that joins it.
    pub fn kinetic(&self, velocity: &[f64], cell: f64) -> f64 {
        let top = velocity[velocity.len() - 1];
        match self {
            Mass::Lumped(mass) => {
                0.5 * mass.iter().zip(velocity).map(|(m, v)| m * v * v).sum::<f64>() + 0.25 * cell * top * top
            }
            Mass::Consistent { diagonal, off, .. } => {
                let own: f64 = diagonal.iter().zip(velocity).map(|(m, v)| m * v * v).sum();
                let cross: f64 = off.iter().zip(velocity.windows(2)).map(|(m, v)| 2.0 * m * v[0] * v[1]).sum();
                0.5 * (own + cross + cell / 3.0 * top * top)
            }
        }
    }

    /// Force on the top that the acceleration of its cell takes, from the changes of velocity of its two nodes per time.
    pub fn inertia_of_top(&self, below: f64, top: f64, cell: f64) -> f64 {
        match self {
            Mass::Lumped(_) => 0.5 * cell * top,
            Mass::Consistent { .. } => cell / 3.0 * top + cell / 6.0 * below,
        }
    }
}
