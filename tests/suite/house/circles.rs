//! No circle of files: what two files share stands in a third.
//!
//! Reads `use` lines and paths in the text of `src`, follows names that a module hands on (`pub use`) to the file that
//! defines them, and looks for files that reach themselves. Faces of modules (`mod.rs`) are files like others; tests are left aside.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{is_test, sources};
use crate::program::root;

/// Circles that stand for a reason; the list may only become shorter.
const ALLOWED: &[&[&str]] = &[];

type ModulePath = Vec<String>;

/// A source file: the module it is, and its text without comments and unit tests.
struct File {
    name: String,
    module: ModulePath,
    text: String,
}

fn file(src: &Path, path: &Path) -> File {
    let name = path.strip_prefix(src).unwrap().to_string_lossy().into_owned();
    let mut module: ModulePath = name.trim_end_matches(".rs").split('/').map(str::to_string).collect();
    if module.last().is_some_and(|last| last == "mod") || name == "lib.rs" {
        module.pop();
    }
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
    File { name, module, text: code.join("\n") }
}

/// The paths of a tree of names: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn spread(tree: &str, before: &[String], out: &mut Vec<ModulePath>) {
    let mut depth = 0;
    let mut start = 0;
    let mut parts = Vec::new();
    for (at, c) in tree.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&tree[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&tree[start..]);
    for part in parts.into_iter().map(str::trim).filter(|part| !part.is_empty()) {
        let (head, inner) = match part.split_once('{') {
            Some((head, inner)) => (head, inner.rsplit_once('}').map(|(inner, _)| inner)),
            None => (part.split(" as ").next().unwrap_or(part), None),
        };
        let mut path = before.to_vec();
        path.extend(head.split("::").map(str::trim).filter(|name| !name.is_empty()).map(str::to_string));
        match inner {
            Some(inner) => spread(inner, &path, out),
            None => out.push(path),
        }
    }
}

/// The paths a file names.
struct Named {
    /// Names that other files can reach through it: `pub use`, and `use` in a face, which its own folder sees.
    handed_on: Vec<ModulePath>,
    /// What it uses itself, whole paths.
    used: Vec<ModulePath>,
    /// Its code without the statements that import.
    rest: String,
}

fn named(file: &File) -> Named {
    let is_face = file.name.ends_with("mod.rs");
    let (mut handed_on, mut used) = (Vec::new(), Vec::new());
    let mut rest = String::new();
    for statement in file.text.split_inclusive(';') {
        let line = statement.trim_start();
        // What precedes the `use` belongs to the statement when nothing separates them.
        let at = line.match_indices("use ").map(|(at, _)| at).find(|at| {
            let before = line[..*at].lines().last().unwrap_or("").trim();
            *at == 0
                || line[..*at].ends_with('\n')
                || before == "pub"
                || (before.starts_with("pub(") && before.ends_with(')'))
        });
        match at {
            Some(at) if line.ends_with(';') => {
                let is_public = line[..at].lines().last().is_some_and(|l| l.trim().starts_with("pub"));
                let mut paths = Vec::new();
                spread(&line[at + 4..line.len() - 1], &[], &mut paths);
                if is_public || is_face {
                    handed_on.extend(paths.iter().cloned());
                }
                // What a face hands on it does not use.
                if !is_face {
                    used.extend(paths);
                }
                rest.push_str(&line[..at]);
            }
            _ => rest.push_str(statement),
        }
    }
    for start in ["crate::", "super::"] {
        used.extend(paths_of(&rest, start).map(|path| path.split("::").map(str::to_string).collect::<ModulePath>()));
    }
    Named { handed_on, used, rest }
}

/// The paths in a text that begin with `start`.
fn paths_of<'t>(text: &'t str, start: &str) -> impl Iterator<Item = &'t str> {
    text.match_indices(start).filter_map(|(at, _)| {
        let inside = text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
        let end = text[at..].find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(text.len() - at);
        (!inside).then(|| text[at..at + end].trim_end_matches(':'))
    })
}

struct House {
    files: Vec<File>,
    by_module: BTreeMap<ModulePath, usize>,
    handed_on: BTreeMap<ModulePath, BTreeMap<String, ModulePath>>,
}

impl House {
    /// A path from the root, `None` when it leads out of the crate.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<ModulePath> {
        let (mut base, mut rest) = (module.to_vec(), path);
        match rest.first()?.as_str() {
            // The kernel is a crate of its own, whose root is the folder `kernel`.
            "crate" => {
                let root = module.first().filter(|name| *name == "kernel").cloned();
                return Some(root.into_iter().chain(rest[1..].iter().cloned()).collect());
            }
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|name| name == "super") {
                    base.pop()?;
                    rest = &rest[1..];
                }
            }
            child => {
                let mut inner = base.clone();
                inner.push(child.to_string());
                self.by_module.get(&inner)?;
            }
        }
        base.extend(rest.iter().cloned());
        Some(base)
    }

    /// The file that defines what a path names.
    fn home(&self, path: &[String], depth: usize) -> Option<usize> {
        let path = match path.last() {
            Some(last) if last == "self" => &path[..path.len() - 1],
            _ => path,
        };
        let known = (0..=path.len()).rev().find(|k| self.by_module.contains_key(&path[..*k]))?;
        let handed = path.get(known).and_then(|item| self.handed_on.get(&path[..known])?.get(item));
        match handed {
            Some(next) if depth < 8 => {
                let whole: ModulePath = next.iter().chain(&path[known + 1..]).cloned().collect();
                self.home(&whole, depth + 1)
            }
            // A folder by its name: what is used of it is seen where it is used.
            _ if known == path.len() && self.is_face(&path[..known]) => None,
            _ => self.by_module.get(&path[..known]).copied(),
        }
    }

    fn is_face(&self, module: &[String]) -> bool {
        self.by_module.get(module).is_some_and(|rank| self.files[*rank].name.ends_with("mod.rs"))
    }

    /// The paths that a file uses, those through a folder that it has imported too: after `use crate::kernel::linalg`, of
    /// `linalg::dot`.
    fn used(&self, file: &File, named: &Named) -> Vec<ModulePath> {
        let mut all: Vec<ModulePath> = named.used.iter().filter_map(|path| self.absolute(&file.module, path)).collect();
        let children = self.by_module.keys().filter(|module| {
            file.name.ends_with("mod.rs") && module.len() == file.module.len() + 1 && module.starts_with(&file.module)
        });
        let handed = named.handed_on.iter().filter_map(|path| self.absolute(&file.module, path));
        let names: BTreeSet<ModulePath> = all
            .iter()
            .cloned()
            .chain(handed)
            .chain(children.cloned())
            .filter(|path| self.by_module.contains_key(path))
            .collect();
        for name in names {
            let Some(last) = name.last() else { continue };
            all.extend(paths_of(&named.rest, &format!("{last}::")).map(|path| {
                name.iter().cloned().chain(path.split("::").skip(1).map(str::to_string)).collect::<ModulePath>()
            }));
        }
        all
    }
}

/// Names of the files, and the ranks of those that each uses directly.
fn uses(src: &Path) -> (Vec<String>, Vec<BTreeSet<usize>>) {
    let files: Vec<File> = sources(src).iter().filter(|f| !f.ends_with("main.rs")).map(|f| file(src, f)).collect();
    let by_module = files.iter().enumerate().map(|(rank, file)| (file.module.clone(), rank)).collect();
    let mut house = House { files, by_module, handed_on: BTreeMap::new() };
    let names: Vec<Named> = house.files.iter().map(named).collect();
    for (file, named) in house.files.iter().zip(&names) {
        let absolute = named.handed_on.iter().filter_map(|path| house.absolute(&file.module, path));
        let by_name = absolute.filter_map(|path| Some((path.last()?.clone(), path))).collect();
        house.handed_on.insert(file.module.clone(), by_name);
    }
    let counts = |name: &str| name != "lib.rs" && !is_test(Path::new(name));
    let mut used: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); house.files.len()];
    for (rank, (file, named)) in house.files.iter().zip(&names).enumerate().filter(|(_, (f, _))| counts(&f.name)) {
        let paths = house.used(file, named);
        let homes = paths.iter().filter_map(|path| house.home(path, 0));
        used[rank] = homes.filter(|home| *home != rank && counts(&house.files[*home].name)).collect();
    }
    (house.files.into_iter().map(|file| file.name).collect(), used)
}

/// Groups of those that reach one another.
fn groups(names: &[String], mut reach: Vec<BTreeSet<usize>>) -> Vec<Vec<String>> {
    loop {
        let before: usize = reach.iter().map(BTreeSet::len).sum();
        for rank in 0..reach.len() {
            let further: Vec<usize> = reach[rank].iter().flat_map(|next| reach[*next].iter().copied()).collect();
            reach[rank].extend(further);
        }
        if reach.iter().map(BTreeSet::len).sum::<usize>() == before {
            break;
        }
    }
    let mut found: Vec<Vec<String>> = Vec::new();
    for rank in 0..reach.len() {
        let group: Vec<usize> =
            (0..reach.len()).filter(|other| reach[rank].contains(other) && reach[*other].contains(&rank)).collect();
        if group.first() == Some(&rank) {
            found.push(group.into_iter().map(|member| names[member].clone()).collect());
        }
    }
    found
}

/// Groups of files that reach one another.
fn circles(src: &Path) -> Vec<Vec<String>> {
    let (names, used) = uses(src);
    groups(&names, used)
}

/// Groups of sister folders that reach one another, through their faces too, each pair with a use that makes it.
fn circles_of_folders(src: &Path) -> Vec<Vec<String>> {
    let (names, used) = uses(src);
    let mut folders: Vec<String> = Vec::new();
    let mut rank_of = |folder: String| {
        folders.iter().position(|known| *known == folder).unwrap_or_else(|| {
            folders.push(folder);
            folders.len() - 1
        })
    };
    let mut edges: Vec<(usize, usize)> = Vec::new();
    for (rank, others) in used.iter().enumerate() {
        for other in others {
            let (a, b): (Vec<&str>, Vec<&str>) = (names[rank].split('/').collect(), names[*other].split('/').collect());
            let common = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
            // The layers at the top have a table of their own.
            if common > 0 && a.len() > common + 1 && b.len() > common + 1 {
                edges.push((rank_of(a[..=common].join("/")), rank_of(b[..=common].join("/"))));
            }
        }
    }
    let mut reach = vec![BTreeSet::new(); folders.len()];
    for (from, to) in edges {
        reach[from].insert(to);
    }
    groups(&folders, reach)
}

#[test]
fn sister_folders_do_not_use_one_another_in_a_circle() {
    let found = circles_of_folders(&root().join("src"));
    assert!(found.is_empty(), "circles of folders: {found:#?}\nmove what they share above or beside them");
}

#[test]
fn files_do_not_use_one_another_in_a_circle() {
    let mut found = circles(&root().join("src"));
    found.extend(circles(&root().join("benches")));
    let allowed: Vec<Vec<&str>> = ALLOWED.iter().map(|circle| circle.to_vec()).collect();
    let new: Vec<_> = found.iter().filter(|circle| !allowed.iter().any(|known| known == *circle)).collect();
    assert!(new.is_empty(), "new circles of files: {new:#?}\nmove what the files share to a third one");
    let gone: Vec<_> = allowed.iter().filter(|known| !found.iter().any(|circle| *known == circle)).collect();
    assert!(gone.is_empty(), "no circle any more, take it off the list: {gone:#?}");
}

#[test]
fn a_circle_through_a_name_handed_on_is_found() {
    let folder = tempfile();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    std::fs::create_dir_all(folder.join("a")).unwrap();
    write("lib.rs", "mod a;\nmod b;\nmod c;\n");
    write("a/mod.rs", "mod one;\npub use one::{One, two};\n");
    write("a/one.rs", "use crate::b::B;\npub struct One(B);\npub fn two() {}\n");
    write("b.rs", "pub struct B;\nfn f() { crate::a::two() }\n");
    write("c.rs", "use super::b::B;\n// use crate::c::nothing;\n");
    assert_eq!(circles(&folder), [["a/one.rs", "b.rs"]]);
    std::fs::remove_dir_all(folder).unwrap();
}

fn tempfile() -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("stickslip_circles_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
