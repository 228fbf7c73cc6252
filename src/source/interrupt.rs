//! Whether the session of this thread was told to stop, for code that has no world at hand: values compared, added and shown
//! item by item.

use std::cell::RefCell;
use std::sync::atomic::Ordering;

use super::stop::Flag;

thread_local! {
    static FLAG: RefCell<Option<Flag>> = const { RefCell::new(None) };
}

/// From now on this thread works for whoever raises that flag.
pub fn heed(flag: Option<Flag>) {
    let _ = FLAG.try_with(|own| own.replace(flag));
}

/// True once the session was told to stop. Costs next to nothing: it may be asked for every item.
pub fn told() -> bool {
    let raised =
        |own: &RefCell<Option<Flag>>| own.borrow().as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed) != 0);
    FLAG.try_with(raised).unwrap_or(false)
}
