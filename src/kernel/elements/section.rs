//! Cross sections of beams and bars: area, inertias, torsion constant, shear coefficients, extreme fibres.
//!
//! Local y and z are principal axes through the centroid G. `ay` and `az` are the inverses of the usual shear
//! factors (1.2 for a solid rectangle): the shear stiffness along y is `G A / ay`. Torsion and shear coefficients
//! of standard shapes are the tabulated ones of the command language.

use std::f64::consts::PI;

use thiserror::Error;

use super::shear::{box_shear, tube_shear};

/// Form in which a section was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SectionShape {
    #[default]
    General,
    Circle,
    Rectangle,
}

/// One cross section (m², m⁴, m).
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Section {
    pub area: f64,
    pub iy: f64,
    pub iz: f64,
    /// Torsion constant.
    pub jx: f64,
    /// Shear coefficients; 0 for a beam without shear deformation.
    pub ay: f64,
    pub az: f64,
    /// Place of G from the torsion centre.
    pub ey: f64,
    pub ez: f64,
    /// Warping constant (m⁶) and the two integrals of the third degree that enter the geometric stiffness (m⁵).
    pub jg: f64,
    pub iyr2: f64,
    pub izr2: f64,
    /// Distances of the extreme fibres, and the radius that gives the torsion stress `MT rt / jx`.
    pub ry: f64,
    pub rz: f64,
    pub rt: f64,
    /// Inner radius of a tube; 0 elsewhere.
    pub inner: f64,
    pub shape: SectionShape,
    /// Factors with which a straight beam stands for a part of an elbow.
    pub elbow: Option<Elbow>,
}

/// Factors of an elbow (tubes that ovalise), each for bending about local y and about local z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elbow {
    /// Ratio of the flexibility in bending to that of the straight tube.
    pub flexibility: [f64; 2],
    /// Ratio of the bending stress to that of the straight tube.
    pub stress: [f64; 2],
}

/// Variation of a section from the first to the second node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variation {
    Constant,
    /// One dimension (along z) varies linearly.
    Affine,
    /// All dimensions vary linearly and in proportion.
    Homothetic,
}

/// The section along one element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SectionLaw {
    pub start: Section,
    pub end: Section,
    pub variation: Variation,
    /// The lumped mass of 2020: its inertia of rotation is bounded (see `Beam::lumped_mass`).
    pub bounded_inertia: bool,
}

/// Faults in the dimensions of a section.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SectionFault {
    #[error("{what} must be positive, it is {value}")]
    NotPositive { what: &'static str, value: f64 },
    #[error("the thickness {thickness} exceeds {limit}, what a full section has")]
    TooThick { thickness: f64, limit: f64 },
    #[error("the table of shear coefficients of hollow rectangles ends where the hole takes 0.95 of a side")]
    ThinWalls,
}

impl SectionLaw {
    /// Beam with one section at both nodes.
    pub fn constant(section: Section) -> Self {
        SectionLaw { start: section, end: section, variation: Variation::Constant, bounded_inertia: false }
    }

    /// Arithmetic means of the ends.
    pub fn mean_of_ends(&self) -> Section {
        let (a, b) = (&self.start, &self.end);
        let mean = |x: f64, y: f64| 0.5 * (x + y);
        Section {
            area: mean(a.area, b.area),
            iy: mean(a.iy, b.iy),
            iz: mean(a.iz, b.iz),
            jx: mean(a.jx, b.jx),
            ay: mean(a.ay, b.ay),
            az: mean(a.az, b.az),
            ey: mean(a.ey, b.ey),
            ez: mean(a.ez, b.ez),
            ..*a
        }
    }

    /// Tells whether some end has no shear deformation.
    pub fn lacks_shear(&self) -> bool {
        [self.start, self.end].iter().any(|s| s.ay == 0.0 || s.az == 0.0)
    }

    /// Area of the constant section of same volume.
    pub fn mean_area(&self) -> f64 {
        let (a, b) = (self.start.area, self.end.area);
        match self.variation {
            Variation::Constant => a,
            Variation::Affine => 0.5 * (a + b),
            Variation::Homothetic => (a + (a * b).sqrt() + b) / 3.0,
        }
    }

    /// Removes shear deformation.
    pub fn without_shear(mut self) -> Self {
        for section in [&mut self.start, &mut self.end] {
            (section.ay, section.az) = (0.0, 0.0);
        }
        self
    }
}

impl Section {
    /// Inertias that resist bending about y and z: less than `iy` and `iz` in an elbow.
    pub fn bending_inertias(&self) -> [f64; 2] {
        match self.elbow {
            Some(elbow) => [self.iy / elbow.flexibility[0], self.iz / elbow.flexibility[1]],
            None => [self.iy, self.iz],
        }
    }

    /// A circle of radius `r`, or a tube of thickness `thickness`. Fails where a dimension (m) is not positive or the
    /// walls are too thick.
    pub fn circle(r: f64, thickness: f64) -> Result<Self, SectionFault> {
        positive("the radius", r)?;
        positive("the thickness", thickness)?;
        if thickness > r {
            return Err(SectionFault::TooThick { thickness, limit: r });
        }
        let inner = r - thickness;
        let i = 0.25 * PI * (r * r * r * r - inner * inner * inner * inner);
        let shear = tube_shear(inner / r);
        Ok(Section {
            area: PI * (r * r - inner * inner),
            iy: i,
            iz: i,
            jx: 2.0 * i,
            ay: shear,
            az: shear,
            ry: r,
            rz: r,
            rt: r,
            inner,
            shape: SectionShape::Circle,
            ..Section::default()
        })
    }

    /// A rectangle of sides `hy` and `hz`, hollow when the walls are thinner than half of them; `shear` asks
    /// for shear coefficients. Fails where a dimension (m) is not positive, or beyond the table of shear coefficients.
    pub fn rectangle([hy, hz]: [f64; 2], [epy, epz]: [f64; 2], shear: bool) -> Result<Self, SectionFault> {
        for (what, value) in [("HY", hy), ("HZ", hz), ("EPY", epy), ("EPZ", epz)] {
            positive(what, value)?;
        }
        for (thickness, height) in [(epy, hy), (epz, hz)] {
            if thickness > 0.5 * height * (1.0 + 1e-12) {
                return Err(SectionFault::TooThick { thickness, limit: 0.5 * height });
            }
        }
        let (inner_y, inner_z) = ((hy - 2.0 * epy).max(0.0), (hz - 2.0 * epz).max(0.0));
        let mut section = Section {
            area: hy * hz - inner_y * inner_z,
            iy: (hy * hz * hz * hz - inner_y * inner_z * inner_z * inner_z) / 12.0,
            iz: (hz * hy * hy * hy - inner_z * inner_y * inner_y * inner_y) / 12.0,
            ry: 0.5 * hy,
            rz: 0.5 * hz,
            shape: SectionShape::Rectangle,
            ..Section::default()
        };
        if inner_y / hy <= 1e-3 || inner_z / hz <= 1e-3 {
            let (a, b) = (0.5 * hy.max(hz), 0.5 * hy.min(hz));
            let ratio = b / a;
            let ratio4 = ratio * ratio * ratio * ratio;
            section.jx = a * b * b * b * (16.0 / 3.0 - 3.36 * ratio * (1.0 - ratio4 / 12.0));
            section.rt = section.jx * (3.0 * a + 1.8 * b) / (8.0 * a * a * b * b);
            (section.ay, section.az) = (1.2, 1.2);
        } else {
            let (my, mz) = (hy - epy, hz - epz);
            section.jx = 2.0 * epy * epz * my * my * mz * mz / (hy * epy + hz * epz - epy * epy - epz * epz);
            section.rt = section.jx / (2.0 * epz * inner_y * inner_z);
            if shear {
                let coefficients = box_shear([inner_y / hy, inner_z / hz]);
                [section.ay, section.az] = coefficients.ok_or(SectionFault::ThinWalls)?;
            }
        }
        Ok(section)
    }
}

fn positive(what: &'static str, value: f64) -> Result<(), SectionFault> {
    if value > 0.0 && value.is_finite() { Ok(()) } else { Err(SectionFault::NotPositive { what, value }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-12 * b.abs()
    }

    #[test]
    fn thin_tubes_tend_to_their_textbook_limits() {
        let (r, t) = (0.1, 1e-7);
        let tube = Section::circle(r, t).unwrap();
        assert!((tube.area / (2.0 * PI * r * t) - 1.0).abs() < 1e-6);
        assert!((tube.iy / (PI * r * r * r * t) - 1.0).abs() < 2e-6);
        assert!((tube.ay - 2.0).abs() < 1e-5);
    }

    #[test]
    fn full_sections() {
        let circle = Section::circle(0.1, 0.1).unwrap();
        assert!(close(circle.jx, PI * 1e-4 / 2.0) && close(circle.ay, 1.16667));
        let square = Section::rectangle([0.2, 0.2], [0.1, 0.1], true).unwrap();
        // Torsion constant of a square: 0.1406 a⁴ to the accuracy of the classical formula.
        assert!((square.jx / 0.2f64.powi(4) - 0.1406).abs() < 3e-4);
        assert_eq!((square.ay, square.area), (1.2, 0.2 * 0.2));
    }

    /// Bredt's formula for a thin closed section: J = 4 Am² / Σ(s/t).
    #[test]
    fn hollow_rectangles_follow_bredt() {
        let section = Section::rectangle([0.12, 0.20], [0.011, 0.016], false).unwrap();
        let (my, mz) = (0.12 - 0.011, 0.20 - 0.016);
        let bredt = 4.0 * (my * mz) * (my * mz) / (2.0 * (my / 0.016 + mz / 0.011));
        assert!(close(section.jx, bredt));
        assert_eq!(Section::rectangle([0.12, 0.20], [0.0001, 0.016], true), Err(SectionFault::ThinWalls));
    }

    #[test]
    fn impossible_sections_are_faults() {
        assert!(Section::circle(-0.1, 0.1).is_err());
        assert!(Section::circle(0.1, 0.2).is_err());
        assert!(Section::rectangle([0.1, 0.1], [0.06, 0.01], false).is_err());
    }
}
