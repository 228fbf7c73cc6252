//! Bars: two nodes, axial stiffness, mass on all translations. Local unknowns `u v w` at both nodes, `u v` in the plane.

use super::{Elasticity, SquareMatrix};

/// Bar with two nodes: an axial stiffness, the mass along all its axes.
#[derive(Clone, Copy, Debug)]
pub struct Bar {
    pub length: f64,
    pub area: f64,
    /// Unknowns of a node: 3 in space, 2 in the plane.
    pub axes: usize,
    pub material: Elasticity,
}

impl Bar {
    /// `E A / L` along x.
    pub fn stiffness(&self) -> SquareMatrix {
        let k = self.material.young * self.area / self.length;
        let mut matrix = SquareMatrix::zeros(2 * self.axes);
        matrix.set(0, 0, k);
        matrix.set(self.axes, self.axes, k);
        matrix.set_symmetric(0, self.axes, -k);
        matrix
    }

    /// Consistent mass, the same in all axes.
    pub fn mass(&self) -> SquareMatrix {
        let m = self.material.density * self.area * self.length;
        let mut matrix = SquareMatrix::diagonal(&vec![m / 3.0; 2 * self.axes]);
        for i in 0..self.axes {
            matrix.set_symmetric(i, i + self.axes, m / 6.0);
        }
        matrix
    }

    /// Mass matrix with half of the mass (kg) at each node, on the translations.
    pub fn lumped_mass(&self) -> SquareMatrix {
        SquareMatrix::diagonal(&vec![0.5 * self.material.density * self.area * self.length; 2 * self.axes])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rigid_motions() {
        let material = Elasticity { young: 2e11, poisson: 0.3, density: 7800.0 };
        let bar = Bar { length: 2.0, area: 1e-3, axes: 3, material };
        let translation = [1.0, 2.0, 3.0].repeat(2);
        assert!(bar.stiffness().multiply(&translation).iter().all(|f| *f == 0.0));
        let total = |m: SquareMatrix| m.multiply(&[0.0, 1.0, 0.0].repeat(2)).iter().sum::<f64>();
        assert!((total(bar.mass()) - 15.6).abs() < 1e-12);
        assert!((total(bar.lumped_mass()) - 15.6).abs() < 1e-12);
    }
}
