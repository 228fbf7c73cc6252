//! Two sessions that run at the same time: each has names of its own, and a text that fails leaves all as it was.

use std::error::Error;
use std::thread;

use stickslip::api::{Memory, Names, Session};

pub fn main() -> Result<(), Box<dyn Error>> {
    let walk = |step: f64| {
        let mut session = Session::new(Memory::default());
        session.take("TRAVEL = 0.0");
        for _ in 0..3 {
            session.take(&format!("TRAVEL = TRAVEL + {step}"));
        }
        let wrong = session.take("TRAVEL = 1 / 0");
        (wrong.held, session.number("TRAVEL"), session.undo(), session.number("TRAVEL"))
    };
    let (slow, fast) = thread::scope(|scope| {
        let slow = scope.spawn(|| walk(0.7));
        let fast = scope.spawn(|| walk(1.3));
        (slow.join(), fast.join())
    });
    for (outcome, step) in [(slow, 0.7), (fast, 1.3)] {
        let (held, end, undone, before) = outcome.map_err(|_| "a session ended badly")?;
        let (end, before) = (end?, before?);
        println!("after three steps of {step} m: {end:.1} m; one step before: {before:.1} m");
        assert!(!held && undone == Some(1));
        assert!((end - 3.0 * step).abs() < 1e-12 && (before - 2.0 * step).abs() < 1e-12);
    }
    Ok(())
}
