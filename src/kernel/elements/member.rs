//! A beam or a bar, whichever a cell carries.

use super::warping::{widened, widened_forces};
use super::{Bar, Beam, Elasticity, Frame, MassProperties, Modelisation, SectionLaw, SquareMatrix};

/// Straight element between two nodes.
#[derive(Clone, Copy, Debug)]
pub enum Member {
    Beam(Beam),
    Bar(Bar),
}

impl Member {
    /// The element of a modelisation, of a given length (m): a bar for those of bars, otherwise a beam.
    pub fn new(length: f64, section: SectionLaw, material: Elasticity, modelisation: Modelisation) -> Self {
        match modelisation {
            Modelisation::Bar | Modelisation::PlaneBar => {
                let axes = modelisation.components().len();
                Member::Bar(Bar { length, area: section.mean_area(), axes, material })
            }
            _ => Member::Beam(Beam { length, section, material, warps: modelisation == Modelisation::WarpingBeam }),
        }
    }

    /// In local axes, as the next two.
    pub fn stiffness(&self) -> SquareMatrix {
        match self {
            Member::Beam(beam) if beam.warps => beam.warping_stiffness(),
            Member::Beam(beam) => beam.stiffness(),
            Member::Bar(bar) => bar.stiffness(),
        }
    }

    /// Consistent mass matrix in local axes.
    pub fn mass(&self) -> SquareMatrix {
        match self {
            Member::Beam(beam) => beam.suited(beam.mass()),
            Member::Bar(bar) => bar.mass(),
        }
    }

    /// Mass matrix in local axes, lumped at the nodes.
    pub fn lumped_mass(&self) -> SquareMatrix {
        match self {
            Member::Beam(beam) => beam.suited(beam.lumped_mass()),
            Member::Bar(bar) => bar.lumped_mass(),
        }
    }

    /// Forces, in global axes, that keep the element straight and of its length when it would take an axial strain and
    /// curvatures about local y and z (1/m): its stiffness times the shape it would have with node 1 fixed.
    pub fn initial_strain(&self, angles: [f64; 3], [axial, about_y, about_z]: [f64; 3]) -> Vec<f64> {
        let frame = Frame::from_angles(angles);
        match self {
            Member::Beam(beam) => {
                let l = beam.length;
                let mut shape = [0.0; 12];
                shape[6] = axial * l;
                (shape[7], shape[11]) = (0.5 * about_z * l * l, about_z * l);
                (shape[8], shape[10]) = (-0.5 * about_y * l * l, about_y * l);
                beam.suited_forces(in_global(&frame, &beam.stiffness().multiply(&shape)))
            }
            Member::Bar(bar) => {
                let force = bar.material.young * bar.area * axial;
                let ends = [-force, force].map(|f| frame.to_global([f, 0.0, 0.0]));
                ends.iter().flat_map(|end| &end[..bar.axes]).copied().collect()
            }
        }
    }

    /// Mass, centre and inertia in global axes; `first` is the place of node 1.
    pub fn mass_properties(&self, angles: [f64; 3], first: [f64; 3]) -> MassProperties {
        let frame = Frame::from_angles(angles);
        match self {
            Member::Beam(beam) => beam.mass_properties(first, &frame),
            Member::Bar(bar) => MassProperties::of_bar(bar, first, &frame),
        }
    }

    /// Forces equivalent to its weight under accelerations of its ends (m/s²), linear between, all in global axes.
    pub fn weight(&self, angles: [f64; 3], [first, second]: [[f64; 3]; 2]) -> Vec<f64> {
        match self {
            Member::Beam(beam) => {
                let frame = Frame::from_angles(angles);
                beam.suited_forces(in_global(&frame, &beam.weight(frame.to_local(first), frame.to_local(second))))
            }
            Member::Bar(bar) => {
                let line = |acceleration: [f64; 3]| acceleration.map(|a| bar.material.density * bar.area * a);
                self.line_load(angles, line(first), line(second))
            }
        }
    }

    /// Forces equivalent to a line load (N/m) that varies linearly between the ends, all in global axes.
    pub fn line_load(&self, angles: [f64; 3], first: [f64; 3], second: [f64; 3]) -> Vec<f64> {
        let frame = Frame::from_angles(angles);
        match self {
            Member::Beam(beam) => {
                let forces = beam.line_load(frame.to_local(first), frame.to_local(second));
                beam.suited_forces(in_global(&frame, &forces))
            }
            Member::Bar(bar) => {
                let ends = [(first, second), (second, first)];
                let force = |(near, far): ([f64; 3], [f64; 3])| {
                    (0..bar.axes).map(move |i| (near[i] / 3.0 + far[i] / 6.0) * bar.length)
                };
                ends.into_iter().flat_map(force).collect()
            }
        }
    }

    /// Forces equivalent to couples per unit length (N m/m) that vary linearly between the ends, all in global axes; none on
    /// a bar, nor on a beam whose section varies.
    pub fn line_couple(&self, angles: [f64; 3], first: [f64; 3], second: [f64; 3]) -> Option<Vec<f64>> {
        let frame = Frame::from_angles(angles);
        match self {
            Member::Beam(beam) => {
                let forces = beam.line_couple(frame.to_local(first), frame.to_local(second))?;
                Some(beam.suited_forces(in_global(&frame, &forces)))
            }
            Member::Bar(_) => None,
        }
    }

    /// Matrix of the nodal forces (local axes) where it is not the stiffness: see [`super::warping`].
    pub fn nodal_forces(&self) -> Option<SquareMatrix> {
        match self {
            Member::Beam(beam) if beam.warps => Some(beam.warping_nodal_forces()),
            _ => None,
        }
    }

    /// Centrifugal stiffness in local axes, of a rotation vector (rad/s) in global axes; none of a bar.
    pub fn centrifugal_stiffness(&self, angles: [f64; 3], speed: [f64; 3]) -> Option<SquareMatrix> {
        match self {
            Member::Beam(beam) => {
                let local = Frame::from_angles(angles).to_local(speed);
                Some(beam.suited(beam.centrifugal_stiffness(local)))
            }
            Member::Bar(_) => None,
        }
    }

    /// A matrix of this member, from local to global axes.
    pub fn to_global(&self, matrix: SquareMatrix, angles: [f64; 3]) -> SquareMatrix {
        let blocks = match self {
            Member::Beam(beam) if beam.warps => Frame::blocks(&[3, 3, 1], 2),
            Member::Beam(_) => Frame::blocks(&[3, 3], 2),
            Member::Bar(bar) => Frame::blocks(&[bar.axes], 2),
        };
        matrix.to_global(&Frame::from_angles(angles), &blocks)
    }
}

impl Beam {
    /// A matrix on the six motions of both nodes, on the unknowns of the element.
    pub fn suited(&self, matrix: SquareMatrix) -> SquareMatrix {
        if self.warps { widened(&matrix) } else { matrix }
    }

    fn suited_forces(&self, forces: Vec<f64>) -> Vec<f64> {
        if self.warps { widened_forces(&forces) } else { forces }
    }
}

/// Triples of components, from local to global axes.
fn in_global(frame: &Frame, local: &[f64]) -> Vec<f64> {
    local.chunks(3).flat_map(|c| frame.to_global([c[0], c[1], c[2]])).collect()
}
