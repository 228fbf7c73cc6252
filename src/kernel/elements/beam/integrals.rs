//! Integrals along a beam whose section varies.

use crate::elements::section::{Section, SectionLaw, Variation};

/// Variation of a quantity with the dimensions of the section.
#[derive(Clone, Copy)]
pub(super) enum Power {
    Area,
    InertiaY,
    InertiaZ,
    Torsion,
}

/// Value of a quantity at `s` (0 to 1): `q1 (1 + c s)^m`, with `m` the power of the dimension that varies.
pub(super) fn along(law: &SectionLaw, quantity: &dyn Fn(&Section) -> f64, power: Power, s: f64) -> f64 {
    let (first, last) = (quantity(&law.start), quantity(&law.end));
    let exponent = match (law.variation, power) {
        (Variation::Constant, _) => return first,
        // As Code_Aster has it, although it is IY that a varying HZ makes cubic.
        (Variation::Affine, Power::Area | Power::InertiaY) => 1.0,
        (Variation::Affine, Power::InertiaZ | Power::Torsion) => 3.0,
        (Variation::Homothetic, Power::Area) => 2.0,
        (Variation::Homothetic, _) => 4.0,
    };
    let root = libm::pow(last / first, 1.0 / exponent);
    first * libm::pow(1.0 + (root - 1.0) * s, exponent)
}

/// Integral over (0, 1) by ten Gauss points on each of four panels: exact to rounding for smooth sections.
pub(super) fn integral(f: impl Fn(f64) -> f64) -> f64 {
    const POINTS: [(f64, f64); 5] = [
        (0.148_874_338_981_631_2, 0.295_524_224_714_752_9),
        (0.433_395_394_129_247_2, 0.269_266_719_309_996_4),
        (0.679_409_568_299_024_4, 0.219_086_362_515_982_04),
        (0.865_063_366_688_984_5, 0.149_451_349_150_580_6),
        (0.973_906_528_517_171_7, 0.066_671_344_308_688_14),
    ];
    let mut sum = 0.0;
    for panel in 0..4 {
        let centre = (f64::from(panel) + 0.5) / 4.0;
        for (x, weight) in POINTS {
            sum += weight / 8.0 * (f(centre - x / 8.0) + f(centre + x / 8.0));
        }
    }
    sum
}
