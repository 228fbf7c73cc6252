//! Kinds of elements, by the names studies use.

use super::super::assembly::Component;
use super::super::mesh::CellKind;

/// Kinds of elements that AFFE_MODELE puts on cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Modelisation {
    DisT,
    DisTr,
    PlaneDisT,
    PlaneDisTr,
    Bar,
    PlaneBar,
    EulerBeam,
    TimoshenkoBeam,
    WarpingBeam,
    MultifibreBeam,
}

const NAMES: [(Modelisation, &str); 10] = [
    (Modelisation::DisT, "DIS_T"),
    (Modelisation::DisTr, "DIS_TR"),
    (Modelisation::PlaneDisT, "2D_DIS_T"),
    (Modelisation::PlaneDisTr, "2D_DIS_TR"),
    (Modelisation::Bar, "BARRE"),
    (Modelisation::PlaneBar, "2D_BARRE"),
    (Modelisation::EulerBeam, "POU_D_E"),
    (Modelisation::TimoshenkoBeam, "POU_D_T"),
    (Modelisation::WarpingBeam, "POU_D_TG"),
    (Modelisation::MultifibreBeam, "POU_D_EM"),
];

impl Modelisation {
    /// The modelisation of a name of the command language (`POU_D_T`).
    pub fn from_name(name: &str) -> Option<Self> {
        NAMES.iter().find(|(_, n)| *n == name).map(|(m, _)| *m)
    }

    /// Name in the command language.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(m, _)| *m == self).map_or("", |(_, n)| n)
    }

    /// Unknowns of each node of an element of this kind, in the order of its matrices.
    pub fn components(self) -> &'static [Component] {
        use Component::*;
        match self {
            Self::DisT | Self::Bar => &[Dx, Dy, Dz],
            Self::PlaneDisT | Self::PlaneBar => &[Dx, Dy],
            Self::PlaneDisTr => &[Dx, Dy, Drz],
            Self::DisTr | Self::EulerBeam | Self::TimoshenkoBeam | Self::MultifibreBeam => &[Dx, Dy, Dz, Drx, Dry, Drz],
            Self::WarpingBeam => &[Dx, Dy, Dz, Drx, Dry, Drz, Grx],
        }
    }

    /// Numbers of unknowns of a node that turn together, in order (see [`super::Frame::blocks`]).
    pub fn blocks(self) -> &'static [usize] {
        match self {
            Self::DisT | Self::Bar => &[3],
            Self::PlaneDisT | Self::PlaneBar => &[2],
            Self::PlaneDisTr => &[2, 1],
            Self::DisTr | Self::EulerBeam | Self::TimoshenkoBeam | Self::MultifibreBeam => &[3, 3],
            Self::WarpingBeam => &[3, 3, 1],
        }
    }

    /// Tells whether such an element can lie on a cell of this kind.
    pub fn fits(self, kind: CellKind) -> bool {
        match kind {
            CellKind::Segment2 => true,
            CellKind::Point1 => self.is_discrete(),
            _ => false,
        }
    }

    /// True for springs, masses and dampers at nodes.
    pub fn is_discrete(self) -> bool {
        matches!(self, Self::DisT | Self::DisTr | Self::PlaneDisT | Self::PlaneDisTr)
    }

    /// True for beams, straight or with warping or fibres.
    pub fn is_beam(self) -> bool {
        matches!(self, Self::EulerBeam | Self::TimoshenkoBeam | Self::WarpingBeam | Self::MultifibreBeam)
    }

    /// True where the unknowns are those of the plane (x, y).
    pub fn is_plane(self) -> bool {
        matches!(self, Self::PlaneDisT | Self::PlaneDisTr | Self::PlaneBar)
    }

    /// True for bars.
    pub fn is_bar(self) -> bool {
        matches!(self, Self::Bar | Self::PlaneBar)
    }
}
