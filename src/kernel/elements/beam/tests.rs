use super::super::{Elasticity, Section, SectionLaw, Variation};
use super::straight::*;

fn steel() -> Elasticity {
    Elasticity { young: 2.1e11, poisson: 0.3, density: 7800.0 }
}

fn beam(section: Section) -> Beam {
    Beam { length: 1.7, section: SectionLaw::constant(section), material: steel(), warps: false }
}

fn section() -> Section {
    Section { area: 4e-3, iy: 3e-6, iz: 5e-6, jx: 1e-6, ay: 1.3, az: 1.7, ..Section::default() }
}

fn small(values: &[f64], scale: f64) -> bool {
    values.iter().all(|v| v.abs() < 1e-10 * scale)
}

/// The six rigid motions of a segment along x, linearized.
fn rigid_motions(l: f64) -> [[f64; 12]; 6] {
    let mut motions = [[0.0; 12]; 6];
    for (i, motion) in motions.iter_mut().enumerate() {
        motion[i] = 1.0;
        motion[i + 6] = 1.0;
    }
    motions[5][7] = l;
    motions[4][8] = -l;
    motions
}

#[test]
fn rigid_motions_need_no_force() {
    for (ey, ez) in [(0.0, 0.0), (0.03, -0.05)] {
        let k = beam(Section { ey, ez, ..section() }).stiffness();
        assert!(k.is_symmetric());
        for motion in rigid_motions(1.7) {
            assert!(small(&k.multiply(&motion), k.get(0, 0)), "{motion:?}");
        }
    }
}

/// The classical closed form of a beam of constant section.
#[test]
fn constant_sections_have_the_classical_stiffness() {
    for shear in [true, false] {
        let s = if shear { section() } else { Section { ay: 0.0, az: 0.0, ..section() } };
        let k = beam(s).stiffness();
        let (e, g, l) = (steel().young, steel().shear(), 1.7);
        let phi = 12.0 * e * s.iz * s.ay / (g * s.area * l * l);
        let c = e * s.iz / ((1.0 + phi) * l * l * l);
        let expected = [
            (1, 1, 12.0 * c),
            (1, 5, 6.0 * l * c),
            (1, 7, -12.0 * c),
            (5, 5, (4.0 + phi) * l * l * c),
            (5, 11, (2.0 - phi) * l * l * c),
            (7, 11, -6.0 * l * c),
            (0, 6, -e * s.area / l),
            (3, 3, g * s.jx / l),
        ];
        for (i, j, value) in expected {
            assert!((k.get(i, j) - value).abs() < 1e-11 * value.abs(), "{i} {j}");
        }
        let phi = 12.0 * e * s.iy * s.az / (g * s.area * l * l);
        let c = e * s.iy / ((1.0 + phi) * l * l * l);
        assert!((k.get(2, 4) + 6.0 * l * c).abs() < 1e-11 * k.get(2, 2) * l);
    }
}

#[test]
fn mass_of_translations_is_the_mass_of_the_beam() {
    let b = beam(section());
    let m = 7800.0 * 4e-3 * 1.7;
    for mass in [b.mass(), b.lumped_mass()] {
        for motion in &rigid_motions(1.7)[..3] {
            let energy: f64 = mass.multiply(motion).iter().zip(motion).map(|(p, v)| p * v).sum();
            assert!((energy - m).abs() < 1e-12 * m);
        }
    }
}

/// m L/48 in place of m L²/105 for beams longer than 105/48.
#[test]
fn the_lumped_inertia_of_2020_is_bounded() {
    let lever = |length: f64, bounded_inertia: bool| {
        let law = SectionLaw { bounded_inertia, ..SectionLaw::constant(section()) };
        let beam = Beam { length, section: law, material: steel(), warps: false };
        beam.lumped_mass().get(4, 4) - 2.0 * 7800.0 * section().iy * length / 15.0
    };
    let m = |l: f64| 7800.0 * 4e-3 * l;
    assert!((lever(3.0, true) / (m(3.0) * 3.0 / 48.0) - 1.0).abs() < 1e-12);
    assert!((lever(3.0, false) / (m(3.0) * 9.0 / 105.0) - 1.0).abs() < 1e-12);
    assert_eq!(lever(2.0, true), lever(2.0, false));
}

/// Rotation about the end: m L²/3, plus the rotary inertia of the sections with shear deformation.
#[test]
fn mass_of_rotations() {
    let m = 7800.0 * 4e-3 * 1.7;
    let spin = |b: Beam, i: usize| {
        let motion = rigid_motions(1.7)[i];
        b.mass().multiply(&motion).iter().zip(motion).map(|(p, v)| p * v).sum::<f64>()
    };
    let euler = Section { ay: 0.0, az: 0.0, ..section() };
    assert!((spin(beam(euler), 5) - m * 1.7 * 1.7 / 3.0).abs() < 1e-10);
    let timoshenko = m * 1.7 * 1.7 / 3.0 + 7800.0 * 5e-6 * 1.7;
    assert!((spin(beam(section()), 5) - timoshenko).abs() < 1e-10);
    assert!((spin(beam(section()), 3) - 7800.0 * 8e-6 * 1.7).abs() < 1e-12);
}

/// A cone under end forces: closed-form integrals of the flexibility of a circular section of radius r1 to r2.
#[test]
fn a_cone_bends_as_its_exact_flexibility_says() {
    let (r1, r2, l) = (0.06, 0.045, 0.95);
    let section = SectionLaw {
        start: Section { ay: 0.0, az: 0.0, ..Section::circle(r1, r1).unwrap() },
        end: Section { ay: 0.0, az: 0.0, ..Section::circle(r2, r2).unwrap() },
        variation: Variation::Homothetic,
        bounded_inertia: false,
    };
    let k = Beam { length: l, section, material: steel(), warps: false }.stiffness();
    // ∫ dx / (E A) = L / (E sqrt(A1 A2)).
    let axial = steel().young * (section.start.area * section.end.area).sqrt() / l;
    assert!((k.get(0, 0) / axial - 1.0).abs() < 1e-13);
    // Tip deflection under a tip force: 4 P L³ / (3 E π r2 r1³).
    let (k33, k34, k44) = (k.get(7, 7), k.get(7, 11), k.get(11, 11));
    let deflection = k44 / (k33 * k44 - k34 * k34);
    let exact = 4.0 * l * l * l / (3.0 * steel().young * std::f64::consts::PI * r2 * r1 * r1 * r1);
    assert!((deflection / exact - 1.0).abs() < 1e-12, "{deflection} {exact}");
}

#[test]
fn line_loads_are_in_equilibrium() {
    let f = beam(section()).line_load([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]);
    let l = 1.7;
    assert!((f[1] - l).abs() < 1e-14 && (f[5] - 2.0 * l * l / 12.0).abs() < 1e-14);
    assert!((f[4] + 3.0 * l * l / 12.0).abs() < 1e-14 && (f[10] - 3.0 * l * l / 12.0).abs() < 1e-14);
    let g = beam(section()).line_load([0.0, 1.0, 0.0], [0.0, 4.0, 0.0]);
    let (resultant, moment) = (2.5 * l, l * l * (0.5 + 1.0));
    assert!((g[1] + g[7] - resultant).abs() < 1e-13);
    assert!((g[5] + g[11] + g[7] * l - moment).abs() < 1e-13);
}

#[test]
fn the_weight_of_a_constant_section_is_a_uniform_load() {
    let b = beam(section());
    let q = 7800.0 * 4e-3;
    let (weight, load) =
        (b.weight([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]), b.line_load([q, 2.0 * q, 3.0 * q], [q, 2.0 * q, 3.0 * q]));
    assert!(weight.iter().zip(load).all(|(w, f)| (w - f).abs() <= 1e-12 * f.abs()));
}

/// Turning about local x every point across is thrown outwards by ω², as the mass without rotary inertia and torsion has it.
#[test]
fn centrifugal_stiffness_is_the_mass_across_the_axis() {
    for (sheared, scale) in [(false, 1.0), (true, 1.0), (true, 1e-3)] {
        let mut b = beam(section());
        if !sheared {
            for end in [&mut b.section.start, &mut b.section.end] {
                (end.ay, end.az) = (0.0, 0.0);
            }
        }
        b.length *= scale;
        let (w, mut mass) = (37.0 / scale, b.mass());
        if sheared {
            // Rotary inertia taken off: the consistent mass is linear in the inertias at one ratio of shear.
            let (equal, l) = (b.equivalent(), b.length);
            let m = b.material.density * equal.area * l;
            let ratios = b.shear_ratios().map(Option::unwrap);
            for (plane, inertia, phi) in [([1, 5, 7, 11], equal.iz, ratios[0]), ([2, 4, 8, 10], equal.iy, ratios[1])] {
                let r = inertia / (equal.area * l * l);
                let c = m / ((1.0 + phi) * (1.0 + phi));
                let term = mass.get(plane[0], plane[0]) - c * 1.2 * r;
                mass.set(plane[0], plane[0], term);
            }
        }
        let k = b.centrifugal_stiffness([w, 0.0, 0.0]);
        for unknown in [1, 2] {
            let expected = -w * w * mass.get(unknown, unknown);
            assert!((k.get(unknown, unknown) / expected - 1.0).abs() < 1e-12);
        }
        assert_eq!(k.get(0, 0), 0.0);
        // About y, along x: -ρ A w² L/6 [2 1; 1 2].
        let k = b.centrifugal_stiffness([0.0, w, 0.0]);
        let sixth = -w * w * b.material.density * b.equivalent().area * b.length / 6.0;
        assert!((k.get(0, 0) / (2.0 * sixth) - 1.0).abs() < 1e-13 && (k.get(0, 6) / sixth - 1.0).abs() < 1e-13);
        // A rigid motion across the axis is thrown outwards by the whole mass.
        let motion: Vec<f64> = (0..12).map(|i| if i % 6 == 2 { 1.0 } else { 0.0 }).collect();
        let thrown: f64 =
            b.centrifugal_stiffness([w, 0.0, 0.0]).multiply(&motion).iter().zip(&motion).map(|(f, u)| f * u).sum();
        assert!((thrown / (6.0 * sixth) - 1.0).abs() < 1e-13);
    }
}
