//! Profiles (`.export`): one line per item, `F type name flags unit` for a file.

use std::path::{Path, PathBuf};

/// What a profile says, as far as it matters here.
#[derive(Debug, Default, PartialEq)]
pub struct Profile {
    /// Command files in the order they run.
    pub commands: Vec<PathBuf>,
    /// Command files with a unit of their own: each is a stage, or a file that another one includes.
    pub stages: Vec<UnitFile>,
    /// Files with their logical unit, those read first.
    pub units: Vec<UnitFile>,
    /// Python modules that come with the study.
    pub modules: Vec<PathBuf>,
    /// `P time_limit`, in seconds.
    pub time_limit_s: Option<f64>,
    /// `P testlist`: the lists of tests it belongs to.
    pub labels: Vec<String>,
    /// `P testlist ... validation`: the case is judged by its references, not by values computed before.
    pub validation: bool,
    /// `P former 2020`, `P former no`: when the study was written.
    pub former: Option<String>,
    /// `P lint -L003 +L006`: lints that are not looked for, or are beside the usual ones.
    pub lints: Vec<String>,
    /// Lines that say nothing, with their number from 1.
    pub unread: Vec<(usize, String)>,
}

#[derive(Debug, Default, PartialEq)]
pub struct UnitFile {
    pub unit: i64,
    pub path: PathBuf,
    /// `mail`, `mmed`, `libr` ...
    pub kind: String,
    /// A result: written by the study.
    pub written: bool,
    /// It is only read: `D` alone.
    pub given: bool,
    /// Its line in the profile, from 0.
    pub line: usize,
}

impl Profile {
    /// Reads the text of a profile; names are relative to `folder`. Parameters that mean nothing here are ignored, as are
    /// folders and compressed bases.
    pub fn parse(text: &str, folder: &Path) -> Self {
        let mut profile = Profile::default();
        let mut numbered: Vec<(u32, PathBuf)> = Vec::new();
        for (rank, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["P", "time_limit", value, ..] => profile.time_limit_s = value.parse().ok(),
                ["P", "former", words @ ..] => profile.former = Some(words.join(" ")),
                ["P", "lint", words @ ..] => profile.lints.extend(words.iter().map(|word| word.to_string())),
                ["P", "testlist", lists @ ..] => {
                    profile.labels = lists.iter().map(|list| list.to_string()).collect();
                    profile.validation = lists.contains(&"validation");
                }
                ["F", kind, name, flags, rest @ ..] => {
                    let unit: i64 = rest.first().and_then(|u| u.parse().ok()).unwrap_or(0);
                    let path = folder.join(name);
                    if *kind == "comm" {
                        if unit > 1 {
                            let file =
                                UnitFile { unit, path: path.clone(), kind: kind.to_string(), ..UnitFile::default() };
                            profile.stages.push(UnitFile { given: true, line: rank, ..file });
                        }
                        profile.commands.push(path);
                    } else if let Some(rank) = kind.strip_prefix("com").and_then(|n| n.parse().ok()) {
                        numbered.push((rank, path));
                    } else if *kind == "nom" {
                        profile.modules.push(path);
                    } else if unit > 0 {
                        let written = flags.contains('R');
                        // A file both read and written is read first: it must be found where it is.
                        let (given, written) = (!written, written && !flags.contains('D'));
                        profile.units.push(UnitFile { unit, path, kind: kind.to_string(), written, given, line: rank });
                    }
                }
                [] | ["P" | "A" | "N", _, ..] | ["R", _, _, _, ..] => {}
                [word, ..] if word.starts_with('#') => {}
                _ => profile.unread.push((rank + 1, line.trim().to_string())),
            }
        }
        // Stable: files of one rank keep the order of their lines.
        numbered.sort_by_key(|(rank, _)| *rank);
        profile.commands.extend(numbered.into_iter().map(|(_, path)| path));
        profile.units.sort_by_key(|file| file.written);
        profile
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_every_kind() {
        let text = "P time_limit 60.\nP testlist a b\nA memjeveux 8\n# F comm no.comm D 1\n\n\
                    F com2 third.com2 D 1\nF com1 second.com1 D 1\nF comm first.comm D 1\n\
                    F mail ../sister.mail D 20\nF mess first.mess R 6\nF libr data.21 DC 21\n\
                    F nom tools.py D 0\nR base first.base R 0\n";
        let profile = Profile::parse(text, Path::new("/s"));
        let names: Vec<_> = profile.commands.iter().map(|p| p.to_str().unwrap()).collect();
        assert_eq!(names, ["/s/first.comm", "/s/second.com1", "/s/third.com2"]);
        assert_eq!((profile.time_limit_s, profile.validation), (Some(60.0), false));
        assert_eq!(profile.labels, ["a", "b"]);
        assert!(Profile::parse("P testlist submit validation", Path::new("/s")).validation);
        assert_eq!(Profile::parse("P former 2020", Path::new("/s")).former.as_deref(), Some("2020"));
        let units: Vec<_> = profile.units.iter().map(|u| (u.unit, u.written)).collect();
        assert_eq!(units, [(20, false), (21, false), (6, true)]);
        assert_eq!(profile.unread, []);
        let unread = Profile::parse("F mail\nP actions make_etude\nG something\n", Path::new("/s")).unread;
        assert_eq!(unread, [(1, "F mail".to_string()), (3, "G something".to_string())]);
        assert_eq!(profile.modules, [PathBuf::from("/s/tools.py")]);
    }
}
