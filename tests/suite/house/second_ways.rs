//! Second ways for speed: the table of `benches/README.md` has each, with the study that shows what it gives.

use std::collections::BTreeSet;

use super::sources;
use crate::program::root;

const MARK: &str = "//! A second way for speed: `benches/README.md` has what it gives.";

/// Texts between backquotes.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

#[test]
fn second_ways_are_in_the_table_with_what_they_give() {
    let guide = std::fs::read_to_string(root().join("benches/README.md")).unwrap();
    let (_, table) = guide.split_once("## Second ways for speed").expect("the table of second ways");
    let mut named = BTreeSet::new();
    for row in table.lines().filter(|line| line.starts_with("| ") && line.contains("src/")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [_, files, study, factor, lines] = cells[..] else { panic!("{row}: way, files, study, factor, lines") };
        assert!(factor.parse::<f64>().is_ok_and(|factor| factor > 0.0), "{row}: the factor is a number");
        assert!(quoted(study).all(|study| root().join(study).exists()), "{row}: no such study or bench");
        let mut counted = 0;
        for file in quoted(files) {
            // A face stands for its folder.
            let path = root().join(file);
            let whole = if file.ends_with("/mod.rs") { path.parent().unwrap().to_path_buf() } else { path };
            counted += match whole.is_dir() {
                true => sources(&whole),
                false => vec![whole],
            }
            .iter()
            .map(|path| std::fs::read_to_string(path).unwrap_or_default().lines().count())
            .sum::<usize>();
            named.insert(file.to_string());
        }
        let written: usize = lines.parse().expect(row);
        assert!(written.abs_diff(counted) * 10 <= counted, "{row}: the files have {counted} lines");
    }
    let src = root().join("src");
    let marked = sources(&src).into_iter().filter(|path| std::fs::read_to_string(path).unwrap().contains(MARK));
    let marked: BTreeSet<String> =
        marked.map(|path| path.strip_prefix(root()).unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(named, marked, "the table and the headers name the same files");
}
