//! Messages of data layout of version 2, which HDF5 libraries before 1.6.3 wrote.
//!
//! They have five reserved bytes, as those of version 1 have, and the same fields; the reader crate takes three in version 2. Their
//! version is therefore written as 1 before a file is read again that could not be read as it is.

/// Start of a message in an object header of version 1: type 8 (layout), size, flags, three reserved bytes, then the
/// version, the number of dimensions, the class and five reserved bytes.
const HEADER: usize = 16;
const LARGEST_RANK: u8 = 33;

/// The bytes with layouts of version 1 in place of those of version 2; `None` where there are none.
pub(super) fn renewed(bytes: &[u8]) -> Option<Vec<u8>> {
    let starts = (0..bytes.len().saturating_sub(HEADER)).step_by(8);
    let places: Vec<usize> =
        starts.filter(|start| is_layout(&bytes[*start..*start + HEADER])).map(|start| start + 8).collect();
    if places.is_empty() {
        return None;
    }
    let mut renewed = bytes.to_vec();
    places.into_iter().for_each(|place| renewed[place] = 1);
    Some(renewed)
}

fn is_layout(message: &[u8]) -> bool {
    let &[8, 0, low, high, flags, 0, 0, 0, 2, rank, class, 0, 0, 0, 0, 0] = message else { return false };
    let size = u16::from_le_bytes([low, high]);
    // Addresses of 8 bytes and sizes of 4; compact data follow their size.
    let fields = 16 + 4 * u16::from(rank);
    (1..=LARGEST_RANK).contains(&rank)
        && class <= 2
        && flags < 64
        && size >= fields
        && (class == 0 || size < fields + 12)
}
