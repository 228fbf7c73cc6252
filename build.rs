//! Says how the program is linked, and gives it the files of its manual and the page for browsers.

use std::error::Error;
use std::path::{Path, PathBuf};
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
    let lists = [("EXAMPLES", "examples"), ("LANGUAGE", "tests/language")].map(|(name, top)| manual(folder, name, top));
    fs::write(folder.join("manual.rs"), lists.into_iter().collect::<Result<String, _>>()?)?;
    Ok(())
}

/// The files of a folder for the manual, as a list of paths and texts. They are copied, so that the list has no place of this machine.
fn manual(target: &Path, name: &str, top: &str) -> Result<String, Box<dyn Error>> {
    let mut files = Vec::new();
    below(Path::new(top), &mut files)?;
    files.sort();
    let mut list = format!("#[doc = \"The files of `{top}`.\"]\npub const {name}: &[File] = &[\n");
    for file in files {
        let path = file.strip_prefix(top)?.to_string_lossy().replace('\\', "/");
        if !is_for_the_manual(top, &path) {
            continue;
        }
        println!("cargo::rerun-if-changed={}", file.display());
        let copy = target.join("manual").join(&file);
        fs::create_dir_all(copy.parent().ok_or("a folder")?)?;
        let text = fs::read(&file)?;
        if !fs::read(&copy).is_ok_and(|before| before == text) {
            fs::write(&copy, text)?;
        }
        list += &format!("    ({path:?}, include_str!({:?})),\n", copy.display().to_string());
    }
    Ok(list + "];\n")
}

/// Whether a file is shown in the manual: not the page above the folders of examples, notebooks, and programs that use the library,
/// which are for a reader of the sources, and not what a run left there (its pictures stand in `pictures` where they are shown).
fn is_for_the_manual(top: &str, path: &str) -> bool {
    let of_sources = !path.contains('/') || path.ends_with(".rs") || path.ends_with(".ipynb");
    let number = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    let drawn = [".svg", ".png", ".csv", ".html"].iter().any(|end| path.ends_with(end));
    let of_runs = path.split('.').skip(1).any(number) || drawn && !path.contains("/pictures/");
    !path.contains(".stickslip") && (top != "examples" || !of_sources && !of_runs)
}

fn below(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            below(&path, found)?;
        } else {
            found.push(path);
        }
    }
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
