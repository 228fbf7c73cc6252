//! Mass, centre and inertia of a beam, from its true distribution of section along the element.
//!
//! With `A(s)` the area at `s` (0 to 1), `m = ρ L ∫A`, the centre lies at `∫sA / ∫A`, and about it
//! `I = ρ L³ (∫s²A - (∫sA)²/∫A) + ρ L ∫IY` (about y; the same with IZ about z) and `ρ L ∫(IY + IZ)` about x.
//! Inertias of a section follow its area: `A²` for a homothetic variation; for an affine one (HZ varies) IY goes
//! as `A³` and IZ as `A`.

use super::straight::Beam;

use super::integrals::{Power, along, integral};
use crate::elements::section::Variation;
use crate::elements::{Frame, MassProperties};

impl Beam {
    /// About its centre, in global axes; `first` is the place of node 1.
    pub fn mass_properties(&self, first: [f64; 3], frame: &Frame) -> MassProperties {
        let (law, l, rho) = (&self.section, self.length, self.material.density);
        let area = |s: f64| along(law, &|x| x.area, Power::Area, s);
        let (m0, m1, m2) = (integral(area), integral(|s| s * area(s)), integral(|s| s * s * area(s)));
        let mean_inertia = |start: f64, affine: f64| {
            let power = match law.variation {
                Variation::Constant => return start,
                Variation::Affine => affine,
                Variation::Homothetic => 2.0,
            };
            start * integral(|s| libm::pow(area(s) / law.start.area, power))
        };
        let (iy, iz) = (mean_inertia(law.start.iy, 3.0), mean_inertia(law.start.iz, 1.0));
        let length = rho * l * l * l * (m2 - m1 * m1 / m0);
        let (y, z) = (rho * l * iy, rho * l * iz);
        let place = l * m1 / m0;
        MassProperties {
            mass: rho * l * m0,
            centre: std::array::from_fn(|i| first[i] + place * frame.axes[0][i]),
            inertia: MassProperties::rotated(frame, [y + z, length + y, length + z]),
        }
    }
}
