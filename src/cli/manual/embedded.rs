//! The files of `examples/` and the chapters of the language, in the program: the manual can be written anywhere.

/// One file: its path below its folder, with `/`, and its text.
pub type File = (&'static str, &'static str);

include!(concat!(env!("OUT_DIR"), "/manual.rs"));

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn below(folder: &Path, start: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                below(&path, start, found);
            } else {
                found.push(path.strip_prefix(start).unwrap().to_string_lossy().replace('\\', "/"));
            }
        }
    }

    #[test]
    fn the_lists_hold_every_file_of_their_folders() {
        for (folder, list) in [("examples", EXAMPLES), ("tests/language", LANGUAGE)] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            let mut found = Vec::new();
            below(&folder, &folder, &mut found);
            let of_sources = |name: &str| {
                list == EXAMPLES && (!name.contains('/') || name.ends_with(".rs") || name.ends_with(".ipynb"))
            };
            // What a run of an example writes beside it is none of them, and is drawn again in `pictures` where it is shown.
            let of_runs = |name: &str| {
                let number = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
                let drawn = [".svg", ".png", ".csv", ".html"].iter().any(|end| name.ends_with(end));
                let written = name.split('.').skip(1).any(number) || drawn && !name.contains("/pictures/");
                list == EXAMPLES && written
            };
            found.retain(|name| !name.contains(".stickslip") && !of_sources(name) && !of_runs(name));
            found.sort();
            let names: Vec<_> = list.iter().map(|(name, _)| *name).collect();
            assert_eq!(names, found, "the build has not seen a new file: touch build.rs");
            for (name, text) in list {
                let now = std::fs::read_to_string(folder.join(name)).unwrap();
                assert!(now == *text, "the build has not seen the change of {name}: touch build.rs");
            }
        }
    }
}
