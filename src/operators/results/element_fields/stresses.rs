//! Stresses of beams from their efforts.
//!
//! SIPO: the contribution of each effort, `SN = N/A`, `SVY = VY AY/A`, `SVZ = VZ AZ/A` (a null shear coefficient
//! counts as 1), `SMT = MT RT/JX`, `SMFY = MFY RZ/IY`, `SMFZ = -MFZ RY/IZ`, with RY, RZ the distances of the extreme
//! fibres. SIPM: the least and greatest axial stress over the section, for rectangles and circles. In elbows the index of stress is
//! applied twice to SMFY, SMFZ and divided once by the flexibility; SIPM of a circle has the index about y only, as Code_Aster has them.

use crate::kernel::elements::{Member, Section};

pub const CONTRIBUTIONS: [&str; 6] = ["SN", "SVY", "SVZ", "SMT", "SMFY", "SMFZ"];
pub const EXTREMES: [&str; 2] = ["SIXXMIN", "SIXXMAX"];

/// Sections of a beam at its first and second node.
pub fn end_sections(member: &Member) -> Option<[Section; 2]> {
    match member {
        Member::Beam(beam) => Some([beam.section.start, beam.section.end]),
        Member::Bar(_) => None,
    }
}

pub fn contributions(section: &Section, [n, vy, vz, mt, mfy, mfz]: [f64; 6]) -> [f64; 6] {
    let [index_y, index_z] = section.elbow.map_or([1.0, 1.0], |elbow| elbow.stress);
    let [flex_y, flex_z] = section.elbow.map_or([1.0, 1.0], |elbow| elbow.flexibility);
    let shear = |coefficient: f64| if coefficient == 0.0 { 1.0 } else { coefficient };
    [
        n / section.area,
        vy * shear(section.ay) / section.area,
        vz * shear(section.az) / section.area,
        mt * section.rt / section.jx,
        mfy * section.rz / section.iy * index_y * (index_y / flex_y),
        -mfz * section.ry / section.iz * index_z * (index_z / flex_z),
    ]
}

/// `None` for a section given by its constants only.
pub fn extremes(section: &Section, efforts: [f64; 6]) -> Option<[f64; 2]> {
    use crate::kernel::elements::SectionShape;
    let [n, _, _, _, mfy, mfz] = efforts;
    let [index_y, index_z] = section.elbow.map_or([1.0, 1.0], |elbow| elbow.stress);
    let bending = match section.shape {
        SectionShape::Rectangle => {
            index_y * mfy.abs() * section.rz / section.iy + index_z * mfz.abs() * section.ry / section.iz
        }
        SectionShape::Circle => index_y * section.ry / section.iy * (mfy * mfy + mfz * mfz).sqrt(),
        SectionShape::General => return None,
    };
    Some([n / section.area - bending, n / section.area + bending])
}
