//! Says how the program is linked, and gives it the files of its manual and the page for browsers.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    // Thirty thousand addresses need not be put right at each start.
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux")
        && env::var("CARGO_CFG_TARGET_ENV").is_ok_and(|env| env == "gnu")
    {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    let folder = env::var("OUT_DIR")?;
    let folder = Path::new(&folder);
    if env::var_os("CARGO_FEATURE_PLAYGROUND").is_some() {
        fs::write(folder.join("page.html"), page()?)?;
    }
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}

/// The page for browsers, made by `scripts/web.sh --single`.
fn page() -> Result<Vec<u8>, Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed=STICKSLIP_PAGE");
    let file = env::var("STICKSLIP_PAGE").unwrap_or("target/web/stickslip.html".to_string());
    println!("cargo::rerun-if-changed={file}");
    let what = "the feature `playground` puts the page into the program: run `scripts/web.sh --single` first, or set STICKSLIP_PAGE";
    Ok(fs::read(&file).map_err(|error| format!("{file}: {error}; {what}"))?)
}
