//! Notes on what work asks of handles beside their values: names, and the ranks that stand for concepts in tables. What
//! was asked for decides whether a result holds for concepts that are called otherwise.

use std::cell::Cell;

/// Kinds of questions that were asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The name of a concept.
    pub names: bool,
    /// The rank of a concept, by which tables name it.
    pub ranks: bool,
}

thread_local! {
    static ASKED: Cell<Asked> = const { Cell::new(Asked { names: false, ranks: false }) };
}

/// Does some work on this thread, and tells what it asked for.
pub fn listening<T>(work: impl FnOnce() -> T) -> (T, Asked) {
    // A thread that waits inside such work may take other work up.
    let before = ASKED.replace(Asked::default());
    let done = work();
    (done, ASKED.replace(before))
}

/// Notes that a name is asked for.
pub(super) fn name() {
    let _ = ASKED.try_with(|asked| asked.set(Asked { names: true, ..asked.get() }));
}

/// Notes that a rank is asked for.
pub(super) fn rank() {
    let _ = ASKED.try_with(|asked| asked.set(Asked { ranks: true, ..asked.get() }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::concepts::{Handle, internal_name};

    #[test]
    fn each_piece_of_work_asks_for_itself() {
        let handle = Handle::new(3, "any");
        let (inner, outer) = listening(|| {
            let ((), inner) = listening(|| assert_eq!(handle.name(), ""));
            internal_name(&handle);
            inner
        });
        assert_eq!(inner, Asked { names: true, ranks: false });
        assert_eq!(outer, Asked { names: false, ranks: true });
        assert_eq!(listening(|| handle.get().is_some()).1, Asked::default());
    }
}
