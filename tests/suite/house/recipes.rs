//! The recipes of CONTRIBUTING.md, each followed once: the files that an addition made before has touched.

use crate::program::root;

/// A heading, and what one addition of that kind wrote: files, each with a word that stands in it since.
type Recipe = (&'static str, &'static [(&'static str, &'static str)]);

const FOLLOWED: &[Recipe] = &[
    (
        "Add an operator",
        &[
            ("grammar/commands/DEFI_OBSTACLE.json", "\"effect\": \"used\""),
            ("src/operators/contact/defi_obstacle.rs", "DEFI_OBSTACLE"),
            ("src/operators/contact/mod.rs", "mod defi_obstacle"),
            ("src/operators/list.rs", "contact::DEFI_OBSTACLE"),
            ("grammar/examples/DEFI_OBSTACLE.comm", "DEFI_OBSTACLE("),
        ],
    ),
    (
        "Add a keyword",
        &[
            ("grammar/commands/DEFI_OBSTACLE.json", "\"TYPE\": "),
            ("grammar/values.json", "BI_CERC_INT"),
            ("src/operators/contact/defi_obstacle.rs", "TYPE"),
        ],
    ),
    (
        "Add an integration scheme",
        &[
            ("src/kernel/transient/trbdf2/step.rs", "impl Stepper for Trbdf2Stepper"),
            ("src/kernel/schemes/table.rs", "TRBDF2"),
            ("src/kernel/transient/problem.rs", "Trbdf2"),
            ("src/kernel/transient/steppers.rs", "Scheme::Trbdf2"),
            ("src/kernel/transient/tests/schemes.rs", "TRBDF2"),
            ("grammar/commands/DYNA_VIBRA.json", "TRBDF2"),
        ],
    ),
    (
        "Add an element",
        &[
            ("src/kernel/elements/bar.rs", "pub fn"),
            ("src/kernel/elements/modelisation.rs", "\"BARRE\""),
            ("grammar/commands/AFFE_MODELE.json", "BARRE"),
        ],
    ),
    (
        "Add an obstacle",
        &[
            ("src/kernel/interaction/obstacles/circle.rs", "BI_CERC_INT"),
            ("src/kernel/interaction/obstacles/obstacle.rs", "circle"),
            ("src/kernel/interaction/obstacles/mod.rs", "mod circle"),
            ("src/kernel/interaction/obstacles/tests.rs", "BI_CERC_INT"),
            ("grammar/commands/DEFI_OBSTACLE.json", "BI_CERC_INT"),
            ("grammar/values.json", "BI_CERC_INT"),
            ("src/operators/contact/choc.rs", "R417"),
            ("src/operators/response/transient/report.rs", "N316"),
        ],
    ),
    (
        "Add a contact or other local law",
        &[
            ("src/kernel/interaction/laws/zener.rs", "impl LocalLaw for Zener"),
            ("src/kernel/interaction/laws.rs", "Zener from ZenerSpec"),
            ("src/operators/contact/relations.rs", "ZenerSpec"),
            ("grammar/fragments/contact.json", "DIS_VISC"),
            ("tests/cases/transient/xt19_zener_damper.comm", "DIS_VISC"),
            ("src/kernel/laws/arm.rs", "impl Law for Arm"),
            ("src/kernel/laws/mod.rs", "mod arm;"),
            ("src/kernel/laws/list.rs", "\"ARME\""),
            ("grammar/commands/DEFI_MATERIAU.json", "\"ARME\""),
            ("src/kernel/laws/tests/links.rs", "Arm::new"),
        ],
    ),
    (
        "Add a concept type",
        &[
            ("src/concepts/rough.rs", "pub struct RoughBody"),
            ("src/concepts/concept.rs", "RoughBody(Arc<RoughBody>)"),
            ("src/language/sizes.rs", "Concept::RoughBody"),
            ("grammar/commands/DEFI_CORPS_RUGUEUX.json", "corps_rugueux"),
        ],
    ),
    (
        "Add an output format",
        &[
            ("src/io/vtk/grid_file.rs", "pub fn"),
            ("src/operators/printing/viewers.rs", "vtk"),
            ("src/operators/printing/format.rs", "SVG"),
            ("grammar/commands/IMPR_RESU.json", "\"VTK\": \""),
            ("grammar/values.json", "TABLEAU"),
        ],
    ),
];

/// True where `path` is what `pattern` says, capital words and words in angles standing for any name.
fn fits(path: &str, pattern: &str) -> bool {
    let (path, pattern): (Vec<&str>, Vec<&str>) =
        (path.split('/').collect(), pattern.trim_end_matches('/').split('/').collect());
    let stem = |part: &str| part.split('.').next().unwrap_or_default().to_string();
    let is_any = |part: &str| ["NAME", "WING"].contains(&stem(part).as_str()) || part.starts_with('<');
    let same = |(a, b): (&&str, &&str)| *a == *b || is_any(b) || (*b).eq("name.rs");
    path.len() >= pattern.len() && path.iter().zip(&pattern).all(same)
}

#[test]
fn recipes_name_the_files_that_additions_touched() {
    let text = std::fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let mut wrong = Vec::new();
    for (title, files) in FOLLOWED {
        let Some(section) = text.split("\n## ").find(|section| section.lines().next() == Some(title)) else {
            wrong.push(format!("no recipe \"{title}\""));
            continue;
        };
        let named: Vec<&str> = section.split('`').skip(1).step_by(2).filter(|word| !word.contains(' ')).collect();
        for (file, word) in *files {
            let content = std::fs::read_to_string(root().join(file)).unwrap_or_default();
            if !content.contains(word) {
                wrong.push(format!("{title}: {file} has no {word:?}"));
            }
            // Paths may be written from any folder that the section has named before.
            let is_named = named.iter().any(|pattern| {
                (0..file.split('/').count()).any(|k| {
                    let tail: Vec<&str> = file.split('/').skip(k).collect();
                    fits(&tail.join("/"), pattern)
                })
            });
            if !is_named {
                wrong.push(format!("{title}: {file} is not named"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_path_of_the_guide_exists() {
    for guide in ["CONTRIBUTING.md", "ARCHITECTURE.md"] {
        let text = std::fs::read_to_string(root().join(guide)).unwrap();
        let starts = ["src/", "grammar/", "tests/", "benches/", "scripts/", "examples/", "fuzz/"];
        let is_path = |word: &&str| {
            starts.iter().any(|start| word.starts_with(start))
                && !word.contains(['<', '*', ' ', '{', ':'])
                && !word.contains("NAME")
                && !word.contains("WING")
        };
        let gone: Vec<&str> =
            text.split('`').skip(1).step_by(2).filter(is_path).filter(|path| !root().join(path).exists()).collect();
        assert!(gone.is_empty(), "{guide} names what is not there: {gone:?}");
    }
}

/// Whether some file of the sources defines an item, a field or a variant of this name.
fn is_defined(name: &str, texts: &[String]) -> bool {
    let words = ["fn", "struct", "enum", "trait", "type", "const", "static", "mod", "macro_rules!"];
    let before = |text: &str, at: usize| {
        let line = text[..at].rsplit('\n').next().unwrap_or("").trim();
        let word = line.rsplit(' ').next().unwrap_or("");
        line.is_empty() || words.contains(&word) || word.starts_with("pub")
    };
    texts.iter().any(|text| {
        text.match_indices(name).any(|(at, _)| {
            let after = text[at + name.len()..].chars().next().unwrap_or(' ');
            before(text, at) && !after.is_alphanumeric() && after != '_' && after != '.'
        })
    })
}

/// The map names files and items that are there.
#[test]
fn every_name_in_the_map_exists() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let texts: Vec<String> =
        super::sources(&root().join("src")).iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let src = root().join("src");
    let modules: Vec<_> = std::fs::read_dir(&src).unwrap().map(|entry| entry.unwrap().path()).collect();
    let is_there = |path: &str| {
        let folders = [root(), src.clone()];
        folders.iter().chain(&modules).any(|folder| folder.join(path).exists())
    };
    let mut wrong = Vec::new();
    let blocks = text.lines().filter(|line| line.starts_with("    ")).flat_map(str::split_whitespace);
    let in_blocks = blocks.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '_'));
    for path in in_blocks.filter(|word| word.ends_with(".rs")) {
        if !is_there(path) {
            wrong.push(path.to_string());
        }
    }
    let prose: String = text.lines().filter(|line| !line.starts_with("    ")).collect::<Vec<_>>().join("\n");
    for name in prose.split('`').skip(1).step_by(2).filter(|name| !name.contains(' ')) {
        let named = name.split('(').next().unwrap_or(name);
        let is_path =
            named.contains('/') || [".rs", ".json", ".toml", ".pest", ".md"].iter().any(|end| named.ends_with(end));
        let is_item = named.contains("::") || named.starts_with(|c: char| c.is_uppercase()) && !named.ends_with('=');
        let holds = if is_path {
            is_there(named) || ["Cargo.toml", "root.rs", "mod.rs"].contains(&named)
        } else if is_item {
            named.split("::").skip_while(|part| *part == "crate").all(|part| is_defined(part, &texts) || is_there(part))
        } else {
            true
        };
        if !holds {
            wrong.push(name.to_string());
        }
    }
    assert!(wrong.is_empty(), "ARCHITECTURE.md names what is not there: {wrong:?}");
}
