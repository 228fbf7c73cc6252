//! All files of the manual, in the order of its contents.

use super::file::File;
use super::search::Index;
use super::{diagnostics, examples, glossary, home, language, operators, page, play};

/// All files, in the order of the contents.
pub fn files() -> Vec<File> {
    let mut index = Index::default();
    let mut files = Vec::new();
    operators::pages(&mut files, &mut index);
    language::pages(&mut files, &mut index);
    diagnostics::pages(&mut files, &mut index);
    examples::pages(&mut files, &mut index);
    glossary::page(&mut files, &mut index);
    files.push(home::home());
    files.push(play::page());
    files.extend(page::assets());
    files.push(index.file());
    files
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// What follows `attribute="` in a page.
    fn attributes<'t>(text: &'t str, attribute: &str) -> Vec<&'t str> {
        let start = format!(" {attribute}=\"");
        text.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
    }

    #[test]
    fn every_link_leads_to_a_place_of_the_manual() {
        let files = files();
        let named: BTreeMap<&str, &File> = files.iter().map(|file| (file.name.as_str(), file)).collect();
        assert_eq!(named.len(), files.len(), "a file is written twice");
        let places: BTreeMap<&str, BTreeSet<&str>> =
            files.iter().map(|f| (f.name.as_str(), attributes(&f.text, "id").into_iter().collect())).collect();
        let mut wrong = Vec::new();
        for file in files.iter().filter(|file| file.name.ends_with(".html")) {
            let twice = attributes(&file.text, "id").len() - places[file.name.as_str()].len();
            if twice > 0 {
                wrong.push(format!("{}: {twice} anchors are there twice", file.name));
            }
            let links = attributes(&file.text, "href").into_iter().chain(attributes(&file.text, "src"));
            for link in links.filter(|link| !link.contains("://")) {
                let (name, place) = link.split_once('#').unwrap_or((link, ""));
                let name = if name.is_empty() { file.name.as_str() } else { name };
                // What stands behind the name of the page that runs studies is an example.
                let is_place = place.is_empty() || places[name].contains(place) || name == play::ADDRESS;
                let is_there = named.contains_key(name) && is_place;
                if !is_there {
                    wrong.push(format!("{}: {link}", file.name));
                }
            }
        }
        assert!(wrong.is_empty(), "{} links lead nowhere: {:#?}", wrong.len(), &wrong[..wrong.len().min(20)]);
    }

    #[test]
    fn what_is_found_is_there() {
        let files = files();
        let search = files.iter().find(|file| file.name == "search.js").unwrap();
        let json = search.text.trim_start_matches("window.INDEX=").trim_end().trim_end_matches(';');
        let entries: Vec<(String, String, String, String)> = serde_json::from_str(json).unwrap();
        assert!(entries.len() > 3000, "{}", entries.len());
        for (title, kind, address, _) in &entries {
            let (name, place) = address.split_once('#').unwrap_or((address, ""));
            let file = files.iter().find(|file| file.name == name).unwrap_or_else(|| panic!("{title}: {address}"));
            assert!(
                !kind.is_empty() && (place.is_empty() || file.text.contains(&format!(" id=\"{place}\""))),
                "{address}"
            );
        }
    }

    #[test]
    fn pages_are_the_same_each_time_and_need_no_network() {
        let (one, two) = (files(), files());
        assert!(one.iter().zip(&two).all(|(a, b)| a.name == b.name && a.text == b.text));
        for file in one.iter().filter(|file| file.name.ends_with(".html")) {
            let loaded = attributes(&file.text, "src").into_iter().any(|address| address.contains("://"));
            assert!(!loaded, "{}", file.name);
        }
    }
}
