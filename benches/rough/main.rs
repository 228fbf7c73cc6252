//! Sliding rough surfaces: `cargo bench --bench rough [-- single|exponential|Gaussian|acceptance [draws]]`.
//!
//! `speed`: steps per second of CPU time and the campaigns. `acceptance`: statistics of the campaign over several draws of the
//! surfaces, every figure beside the bound it must keep; minutes, and only when asked for.
#![allow(clippy::unwrap_used)]

mod acceptance;
mod campaign;
mod details;
mod setup;
mod sheet;
mod speed;

use stickslip::kernel::rough::Correlation;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let wanted = arguments.first().map_or("", String::as_str);
    if wanted == "acceptance" {
        acceptance::acceptance(arguments.get(1).and_then(|n| n.parse().ok()).unwrap_or(3));
        return;
    }
    if wanted.is_empty() || wanted == "single" {
        speed::single();
    }
    for (name, correlation, cutoff) in
        [("exponential, cut-off 5 um", Correlation::Exponential, 5e-6), ("Gaussian", Correlation::Gaussian, 0.0)]
    {
        if wanted.is_empty() || name.starts_with(wanted) {
            speed::campaign(name, correlation, cutoff);
        }
    }
    println!("greatest memory {}", setup::status("VmHWM:"));
}
