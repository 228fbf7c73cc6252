//! Pages of new memory, asked of the system some at a time: one by one, when they are first written, each costs half as much again.
//!
//! A second way for speed: `benches/README.md` has what it gives.
#![allow(unsafe_code)] // the system is asked for pages of memory that is allocated already; no byte of it changes

/// Bytes asked for at a time.
#[cfg(target_os = "linux")]
const STRIDE: usize = 1 << 16;

/// Asks for the pages of the first `needed` bytes of the room of `numbers`, of which `present` are there, and of some more.
/// Returns the bytes that are there then, or that come when they are written.
#[cfg(target_os = "linux")]
pub(super) fn ask(numbers: &mut Vec<f64>, present: usize, needed: usize) -> usize {
    // Where pages are larger, or the system is older than Linux 5.14, it refuses, and pages come one by one.
    const PAGE: usize = 1 << 12;
    let room = 8 * numbers.capacity();
    if needed > room {
        return present;
    }
    let end = needed.max(present + STRIDE).min(room);
    let start = numbers.as_mut_ptr();
    let before = (start as usize + present) % PAGE;
    let length = (end - present + before).next_multiple_of(PAGE);
    // The page of the first byte begins before it, maybe before the array.
    let from = start.cast::<libc::c_void>().wrapping_byte_add(present).wrapping_byte_sub(before);
    // SAFETY: the pages are those of an array that is borrowed; the call writes nothing, and a refusal changes nothing.
    unsafe { libc::madvise(from, length, libc::MADV_POPULATE_WRITE) };
    end
}

/// Pages come one by one.
#[cfg(not(target_os = "linux"))]
pub(super) fn ask(_numbers: &mut Vec<f64>, _present: usize, needed: usize) -> usize {
    needed
}
