//! The allocator of the program. The standard library aborts when memory is not there; this one stops the thread that
//! asked, and whoever watches over the limits ends the program with a message and its reports.
#![allow(unsafe_code)] // a global allocator is an unsafe trait; it looks at sizes and forwards

#[cfg(not(target_env = "musl"))]
use std::alloc::System as Beneath;
use std::alloc::{GlobalAlloc, Layout};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

#[cfg(target_env = "musl")]
use dlmalloc::GlobalDlmalloc as Beneath; // musl's own allocator is several times slower

use super::files::{FileId, Span};
use super::memory;
use super::place::{self, Place};

/// Requests from here on are compared with what is left; the others are too many for that, and too small.
const LARGE: usize = 8 << 20;
/// Memory set aside for the last words of the program.
const RESERVE: usize = 8 << 20;
/// How long a thread without memory waits for the program to end.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

static ARMED: AtomicBool = AtomicBool::new(false);
static FAILED: AtomicBool = AtomicBool::new(false);
static ASKED: AtomicU64 = AtomicU64::new(0);
/// Session, file, start and end of the piece of a study that asked.
static PLACE: [AtomicU32; 4] = [const { AtomicU32::new(u32::MAX) }; 4];
static SET_ASIDE: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());

/// The global allocator.
pub struct Guarded;

/// A request that could not be met.
#[derive(Clone, Copy, Debug)]
pub struct Refused {
    pub bytes: u64,
    pub place: Option<Place>,
}

fn reserve() -> Layout {
    Layout::new::<[u8; RESERVE]>()
}

/// From now on requests that cannot be met are noted. Somebody must look at [`refused`].
pub fn arm() {
    // SAFETY: the layout is not empty.
    SET_ASIDE.store(unsafe { Beneath.alloc(reserve()) }, Ordering::Relaxed);
    ARMED.store(true, Ordering::Relaxed);
}

/// The first request that could not be met; gives back what was set aside for this moment.
pub fn refused() -> Option<Refused> {
    if !FAILED.load(Ordering::Acquire) {
        return None;
    }
    let aside = SET_ASIDE.swap(std::ptr::null_mut(), Ordering::Relaxed);
    if !aside.is_null() {
        // SAFETY: allocated by `arm` with this layout, and taken out of its place by this thread alone.
        unsafe { Beneath.dealloc(aside, reserve()) };
    }
    ARMED.store(false, Ordering::Relaxed);
    let [session, file, start, end] = [0, 1, 2, 3].map(|i| PLACE[i].load(Ordering::Relaxed));
    let place = Place { session, span: Span { file: FileId(file), start, end } };
    let place = (session != u32::MAX).then_some(place);
    Some(Refused { bytes: ASKED.load(Ordering::Relaxed), place })
}

/// Whether `bytes` more may be asked of the system.
fn is_there(bytes: usize) -> bool {
    bytes < LARGE || !ARMED.load(Ordering::Relaxed) || memory::ask(bytes as u64).is_ok()
}

/// Waits for the end of the program, which is due.
fn give_up(bytes: usize) {
    if !ARMED.load(Ordering::Relaxed) {
        return;
    }
    if !FAILED.load(Ordering::Relaxed) {
        if let Some(Place { session, span }) = place::here() {
            let values = [session, span.file.0, span.start, span.end];
            PLACE.iter().zip(values).for_each(|(place, value)| place.store(value, Ordering::Relaxed));
        }
        ASKED.store(bytes as u64, Ordering::Relaxed);
        FAILED.store(true, Ordering::Release);
    }
    std::thread::sleep(LONGEST_WAIT);
}

// SAFETY: every request is forwarded to the system's allocator or not met, which the trait allows.
unsafe impl GlobalAlloc for Guarded {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: same contract as ours.
        let new = if is_there(layout.size()) { unsafe { Beneath.alloc(layout) } } else { std::ptr::null_mut() };
        if new.is_null() {
            give_up(layout.size());
        }
        new
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: same contract as ours.
        let new = if is_there(layout.size()) { unsafe { Beneath.alloc_zeroed(layout) } } else { std::ptr::null_mut() };
        if new.is_null() {
            give_up(layout.size());
        }
        new
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let fits = is_there(size.saturating_sub(layout.size()));
        // SAFETY: same contract as ours.
        let new = if fits { unsafe { Beneath.realloc(old, layout, size) } } else { std::ptr::null_mut() };
        if new.is_null() {
            give_up(size);
        }
        new
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: same contract as ours.
        unsafe { Beneath.dealloc(old, layout) }
    }
}
