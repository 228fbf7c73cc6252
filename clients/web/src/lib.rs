//! The library for a page in a browser: three functions and one import, JSON in, JSON out.
//!
//! `take(length)` gives the address of so many bytes, into which the page writes a request. `call(address, length)` answers it:
//! the address of a length (four bytes, the lowest first) and of as many bytes of JSON behind it. `give(address)` takes back what
//! `take` or `call` gave. Requests and answers are those of `stickslip::answers::Page`. A request is taken back by `call` itself; to
//! give it back once more does nothing.
//!
//! `said()` is the address of what the module says while a call is under way, in the same form: how far a run is (`title`,
//! `fraction`, `text`), or, after a trap, why (`panic`). The page may read it whenever its `now_ms` is called.
#![cfg(target_arch = "wasm32")]
#![allow(unsafe_code)] // the names of the exports, and the clock that is imported

mod buffers;
mod said;

use std::cell::RefCell;
use std::sync::Once;
use std::time::Duration;

use stickslip::answers::Page;
use stickslip::source::{lend, memory};

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Milliseconds since the beginning of 1970.
    safe fn now_ms() -> f64;
}

/// Most memory that a run may ask for at once; a module has 4 GB of addresses.
const MOST_MEMORY: u64 = 2 << 30;

thread_local! {
    static PAGE: RefCell<Page> = RefCell::new(Page::new(tell));
}

/// Room for a request of so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn take(length: u32) -> usize {
    begin();
    buffers::take(length as usize)
}

/// The answer to a request, which is taken back.
#[unsafe(no_mangle)]
pub extern "C" fn call(address: usize, length: u32) -> usize {
    begin();
    let request = buffers::read(address, length as usize);
    let answer = PAGE.with_borrow_mut(|page| match &request {
        Some(request) => page.answer(request),
        None => br#"{"error":"the request is not where `take` put it, or longer than that"}"#.to_vec(),
    });
    let answer = buffers::keep(&answer);
    buffers::give(address);
    answer
}

/// Takes bytes back.
#[unsafe(no_mangle)]
pub extern "C" fn give(address: usize) {
    buffers::give(address);
}

/// What the module says while a call is under way.
#[unsafe(no_mangle)]
pub extern "C" fn said() -> usize {
    said::address()
}

/// Lends the library the clock of the page, and has a panic leave its words.
fn begin() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        lend(|| Duration::from_secs_f64(now_ms().max(0.0) / 1e3));
        memory::set_limit(MOST_MEMORY);
        std::panic::set_hook(Box::new(|info| {
            said::say(&serde_json::json!({ "panic": info.to_string() }).to_string());
        }));
    });
}

/// Says how far a run is, and lets the page look.
fn tell(text: &str) {
    said::say(text);
    let _ = now_ms();
}
