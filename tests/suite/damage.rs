//! A short run of `scripts/damage/run.py`: damaged studies, files and random programs against the program itself. Left out, with a line
//! that says so, where there is no Python to run it. `STICKSLIP_DAMAGE=N` sets the inputs of each kind (100 by default).

use std::process::Command;

use crate::program::{root, scratch};

#[test]
fn damaged_inputs_end_well() {
    let folder = scratch("damage");
    let count = std::env::var("STICKSLIP_DAMAGE").unwrap_or_else(|_| "100".into());
    for (kind, seed) in [("tokens", "1"), ("files", "2"), ("programs", "3")] {
        let run = Command::new("python3")
            .arg(root().join("scripts/damage/run.py"))
            .args([env!("CARGO_BIN_EXE_stickslip"), folder.to_str().unwrap(), &count, seed, kind])
            .output();
        let Ok(output) = run else {
            eprintln!("!!!! SKIPPED: damaged inputs: python3 cannot be run here !!!!");
            return;
        };
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{kind}: {text}{}", String::from_utf8_lossy(&output.stderr));
        assert!(text.contains(" 0 ended badly, 0 printed something else"), "{kind}: {text}");
    }
}
