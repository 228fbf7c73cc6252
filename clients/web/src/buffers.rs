//! Bytes that the page writes and reads: each piece is known by its address, and anything else is refused.

use std::cell::RefCell;
use std::collections::BTreeMap;

thread_local! {
    static PIECES: RefCell<BTreeMap<usize, Vec<u8>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Room for some bytes.
pub fn take(length: usize) -> usize {
    put(vec![0; length.max(1)])
}

/// The first bytes of a piece; `None` where there is none, or where it is shorter.
pub fn read(address: usize, length: usize) -> Option<Vec<u8>> {
    PIECES.with_borrow(|pieces| Some(std::hint::black_box(pieces.get(&address)?).get(..length)?.to_vec()))
}

/// Keeps bytes for the page, their length before them.
pub fn keep(bytes: &[u8]) -> usize {
    let mut piece = Vec::with_capacity(bytes.len() + 4);
    piece.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    piece.extend_from_slice(bytes);
    put(piece)
}

/// Takes a piece back. An address that is none does nothing.
pub fn give(address: usize) {
    PIECES.with_borrow_mut(|pieces| pieces.remove(&address));
}

fn put(piece: Vec<u8>) -> usize {
    let address = piece.as_ptr() as usize;
    PIECES.with_borrow_mut(|pieces| pieces.insert(address, piece));
    address
}
