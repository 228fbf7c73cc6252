//! Faults at will, for tests of what follows them; programs that are released heed no such wish.

/// Ends the program where STICKSLIP_CRASH_AT names this command, panics where STICKSLIP_PANIC_AT names it, or this request.
pub fn fault_if_asked(what: &str) {
    if !cfg!(debug_assertions) {
        return;
    }
    let asked = |variable: &str| std::env::var_os(variable).is_some_and(|at| at == what);
    if asked("STICKSLIP_CRASH_AT") {
        std::process::abort();
    }
    assert!(!asked("STICKSLIP_PANIC_AT"), "a panic that was asked for at {what}");
}
