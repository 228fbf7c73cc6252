//! A study that is run with another value of one of its variables, and its results by name.

use std::error::Error;

use stickslip::api::{Names, Study};

/// A mass of 1.3 kg on a spring, from `STIFFNESS` N/m.
const STUDY: &str = "
DEBUT()
MASS = 1.3
STIFFNESS = 700.0
OMEGA = sqrt(STIFFNESS / MASS)
SPEED = CALC_FONC_INTERP(
    FONCTION=FORMULE(NOM_PARA='INST', VALE='-OMEGA * sin(OMEGA * INST)', OMEGA=OMEGA),
    LIST_PARA=DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=0.7, NOMBRE=7)),
    NOM_PARA='INST',
)
FIN()
";

pub fn main() -> Result<(), Box<dyn Error>> {
    let study =
        Study::of_text("spring.comm", &STUDY.replace("OMEGA = sqrt", "from math import sqrt, sin\nOMEGA = sqrt"), [])?;
    let report = study.check();
    assert!(report.error().is_none(), "{:?}", report.diagnostics);

    let results = study.with("STIFFNESS", 900.0).threads(2).run();
    let omega = results.number("OMEGA")?;
    let speed = results.function("SPEED")?;
    println!("{omega:.4} rad/s; at {} s the mass moves at {:.4} m/s", speed.abscissae()[1], speed.ordinates()[1]);

    let expected = (900.0f64 / 1.3).sqrt();
    assert!((omega - expected).abs() < 1e-12);
    assert!((speed.ordinates()[1] + expected * (0.1 * expected).sin()).abs() < 1e-9);
    // What is asked for by a wrong name, or as something else, says so.
    assert_eq!(results.modes("SPEED").unwrap_err().to_string(), "SPEED is a function, not a set of modes");
    Ok(())
}
