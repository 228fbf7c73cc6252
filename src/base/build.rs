//! Writes the catalogue in its compact form, so that a study does not wait for JSON to be parsed: `catalogue.bin` and
//! `catalogue.txt` (see `src/catalogue/data/compact.rs`) and `catalogue.rs`, names of the commands with the place of
//! each. `examples.rs` holds the files of `grammar/examples/`, `codes.md` and `starts.rs` those of `grammar/codes/`.

#[allow(dead_code, reason = "the program uses all of it")]
#[path = "../catalogue/data/mod.rs"]
mod data;
#[allow(dead_code, reason = "the program uses all of it")]
#[path = "../catalogue/schema.rs"]
mod schema;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use data::compact::{Compact, Writer};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=../../grammar/commands");
    println!("cargo::rerun-if-changed=../../grammar/fragments");
    println!("cargo::rerun-if-changed=../../grammar/values.json");
    println!("cargo::rerun-if-changed=../catalogue/data");
    println!("cargo::rerun-if-changed=../catalogue/schema.rs");
    let mut shared = data::shared::Shared::default();
    for file in json_files("../../grammar/fragments")? {
        let failed = |e| format!("{}: {e}", file.display());
        shared.add(stem(&file)?, &fs::read_to_string(&file)?).map_err(failed)?;
    }
    let mut writer = Writer::default();
    let mut meanings = data::values::Table::read(&fs::read_to_string("../../grammar/values.json")?)
        .map_err(|e| format!("grammar/values.json: {e}"))?;
    let mut index = String::from("&[\n");
    for file in json_files("../../grammar/commands")? {
        let name = stem(&file)?;
        let mut command =
            shared.command(&fs::read_to_string(&file)?).map_err(|e| format!("{}: {e}", file.display()))?;
        meanings.explain(name, &mut command);
        index += &format!("    ({name:?}, {}),\n", writer.bytes.len());
        command.write(&mut writer);
    }
    index += "]\n";
    if let Some(stray) = meanings.unmet().first() {
        return Err(format!("grammar/values.json: {stray} is allowed nowhere").into());
    }
    if let Some(stray) = shared.unmet().first() {
        return Err(format!("grammar/fragments: {stray} is included nowhere").into());
    }
    let folder = env::var("OUT_DIR")?;
    let folder = Path::new(&folder);
    fs::write(folder.join("catalogue.bin"), &writer.bytes)?;
    fs::write(folder.join("catalogue.txt"), &writer.texts)?;
    fs::write(folder.join("catalogue.rs"), index)?;
    fs::write(folder.join("examples.rs"), texts("../../grammar/examples", &["", "before"])?)?;
    fs::write(folder.join("starts.rs"), texts("../../grammar/codes/starts", &[""])?)?;
    println!("cargo::rerun-if-changed=../../grammar/codes");
    let mut codes = String::new();
    for page in files(Path::new("../../grammar/codes"))? {
        codes += &fs::read_to_string(page)?;
    }
    fs::write(folder.join("codes.md"), codes)?;
    Ok(())
}

/// The files of a folder, by name.
fn json_files(folder: &str) -> Result<Vec<PathBuf>, std::io::Error> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    files.sort_by(|a, b| a.file_stem().cmp(&b.file_stem()));
    Ok(files)
}

fn stem(file: &Path) -> Result<&str, &'static str> {
    file.file_stem().and_then(|name| name.to_str()).ok_or("the name of a file")
}

/// The files of some folders below `root` as a list of paths and texts.
fn texts(root: &str, folders: &[&str]) -> Result<String, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={root}");
    let root = Path::new(root);
    let mut list = String::from("&[\n");
    for folder in folders {
        for file in files(&root.join(folder))? {
            let path = file.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
            list += &format!("    ({path:?}, {:?}),\n", fs::read_to_string(&file)?);
        }
    }
    Ok(list + "]\n")
}

/// The files of a folder, without those of folders in it, in the order of their names.
fn files(folder: &Path) -> Result<Vec<PathBuf>, std::io::Error> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    files.retain(|path| path.is_file());
    files.sort();
    Ok(files)
}
