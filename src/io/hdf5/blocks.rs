//! What all blocks of a file have: addresses, lengths, places.

/// An address that is none.
pub(super) const NOWHERE: u64 = u64::MAX;

/// What no file can hold: a group with too many members, a text or a name that is too long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oversize(pub String);

/// A length in two bytes.
pub(super) fn short(length: usize, what: &str) -> Result<[u8; 2], Oversize> {
    let found = u16::try_from(length).map(u16::to_le_bytes);
    found.map_err(|_| Oversize(format!("{what}: {length} bytes, 65535 are possible")))
}

/// Fills up to the next multiple of eight, where blocks begin.
pub(super) fn align(file: &mut Vec<u8>) -> u64 {
    file.resize(file.len().next_multiple_of(8), 0);
    file.len() as u64
}
