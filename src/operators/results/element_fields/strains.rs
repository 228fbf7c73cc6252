//! Generalised strains of beams and bars (DEGE) from the efforts that their displacements cause.
//!
//! `EPXX = N/(E A)`, `GAXY = VY AY/(G A)`, `GAXZ = VZ AZ/(G A)` (no shear in Euler beams), `GAT = MT/(G JX)`,
//! `KY = MFY/(E IY)`, `KZ = MFZ/(E IZ)`; an elbow bends as many times more as its flexibility factors say.

use crate::kernel::elements::Member;

pub const STRAINS: [&str; 6] = ["EPXX", "GAXY", "GAXZ", "GAT", "KY", "KZ"];

/// At one end (0 or 1) of a beam or a bar; NaN where the element has no such strain.
pub fn strains(member: &Member, end: usize, [n, vy, vz, mt, mfy, mfz]: [f64; 6]) -> [f64; 6] {
    let (beam, section) = match member {
        Member::Bar(bar) => {
            let none = f64::NAN;
            return [n / (bar.material.young * bar.area), none, none, none, none, none];
        }
        Member::Beam(beam) => (beam, if end == 0 { beam.section.start } else { beam.section.end }),
    };
    let (e, g) = (beam.material.young, beam.material.shear());
    let [flex_y, flex_z] = section.elbow.map_or([1.0, 1.0], |elbow| elbow.flexibility);
    [
        n / (e * section.area),
        vy * section.ay / (g * section.area),
        vz * section.az / (g * section.area),
        mt / (g * section.jx),
        flex_y * mfy / (e * section.iy),
        flex_z * mfz / (e * section.iz),
    ]
}
