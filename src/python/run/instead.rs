//! What to do without modules and functions of Python that studies do not have.

/// The profile names the files of a study: nothing moves or copies them.
const FILES: &str = "files are not moved, copied or removed by a study: the profile gives a file its name (with the line \
    `F libr result.json R 80`, what is written to unit 80, by UNITE=80 or by open(\"fort.80\", \"w\"), is result.json), or \
    DEFI_FICHIER(UNITE=80, FICHIER='./result.json') does; open(\"result.json\", \"w\") writes it at once";

/// In place of a function that moves, copies or removes files (none named: of the whole module).
pub(super) fn of_files(module: &str, name: &str) -> Option<&'static str> {
    const OF_OS: &[&str] = &["link", "remove", "rename", "renames", "replace", "symlink", "unlink"];
    let is_one = module.split('.').next() == Some("shutil") || module == "os" && OF_OS.contains(&name);
    is_one.then_some(FILES)
}

/// What to do without a module of the reference program's own Python.
pub(super) fn of_the_reference(name: &str) -> Option<String> {
    const ROOTS: &[&str] = &[
        "Accas",
        "Cata",
        "Contrib",
        "Execution",
        "Macro",
        "Messages",
        "Miss",
        "Noyau",
        "SD",
        "Utilitai",
        "Validation",
        "aster_core",
        "aster_pkginfo",
        "code_aster",
        "libaster",
        "med",
        "medcoupling",
        "run_aster",
        "salome",
    ];
    let (root, rest) = name.split_once('.').map_or((name, ""), |(root, rest)| (root, rest));
    if !ROOTS.contains(&root) || (rest.is_empty() && root == "code_aster") {
        return None;
    }
    let last = name.rsplit('.').next().unwrap_or(name).to_lowercase();
    let instead = if last.contains("table") {
        "tables are made by CREA_TABLE, and T.EXTR_TABLE() gives their rows and columns in Python"
    } else if last.contains("fonction") || last.contains("function") {
        "functions are made by DEFI_FONCTION, and F.Absc(), F.Ordo(), F.Valeurs() give their values in Python"
    } else if last.contains("mesh") || last.contains("maillage") || root.starts_with("med") {
        "meshes are read by LIRE_MAILLAGE, and their groups are made by DEFI_GROUP"
    } else {
        "studies have the commands, the methods of their results (EXTR_TABLE, Valeurs, LIST_VARI_ACCES ...), numpy and math"
    };
    Some(format!("a module of the reference program, whose classes are not here; {instead}"))
}
