//! What is said of names: concepts, variables, groups, functions of Python and its modules, methods.

use super::brief::brief;
use super::document::Document;
use super::members::named;
use super::offered::{Name, counted};
use super::sizes::sizes;
use crate::concepts::Concept;
use crate::python::{Value, gloss};
use crate::source::{FileId, Span};

/// What is known of a name: type and sizes of a concept, type and value of a variable.
pub fn of_name(name: &str, names: &[Name]) -> Option<String> {
    let known = names.iter().find(|known| known.name == name)?;
    let Some(handle) = known.handle() else {
        let value = known.value.as_ref()?;
        let kind = value.type_name();
        return Some(match value {
            Value::Unknown => format!("**{name}**: its value is known after a run"),
            value => format!("**{name}**: {kind}  \n`{}`", brief(value).replace('`', "'")),
        });
    };
    let size = handle.get().map(sizes).unwrap_or_default();
    let size = if size.is_empty() { String::new() } else { format!(", {size}") };
    Some(format!("**{name}**: {}{size}", handle.kind))
}

/// How many nodes or cells a group has, and the first of them.
pub fn of_group(group: &str, names: &[Name]) -> Option<String> {
    let mut parts = Vec::new();
    let meshes = names.iter().filter_map(|known| match known.concept()? {
        Concept::Mesh(value) => Some((&known.name, &value.mesh)),
        _ => None,
    });
    for (name, mesh) in meshes {
        let node = |rank: &usize| mesh.nodes.get(*rank).map(|node| node.label.to_string());
        let cell = |rank: &usize| mesh.cells.get(*rank).map(|cell| cell.label.to_string());
        for (members, what, label) in [
            (mesh.node_groups.get(group), "node", &node as &dyn Fn(&usize) -> Option<String>),
            (mesh.cell_groups.get(group), "cell", &cell),
        ] {
            let Some(members) = members else { continue };
            let first: Vec<String> = members.iter().take(MEMBERS).filter_map(label).collect();
            let more = if members.len() > MEMBERS { ", ..." } else { "" };
            parts.push(format!("{} of {name} ({}{more})", counted(members.len(), what), first.join(", ")));
        }
    }
    parts.dedup();
    (!parts.is_empty()).then(|| format!("**{group}**: {}", parts.join("; ")))
}

/// Members of a group that are named.
const MEMBERS: usize = 8;

/// A function of a module or of Python, or a method: the word at a place, and what stands before its point.
pub fn of_member(document: &Document, offset: usize, names: &[Name]) -> Option<(String, Span)> {
    let text = document.text();
    let line = &text[document.source.line_range(document.source.line_rank(offset)).start..offset];
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let from = text[..offset].rfind(|c| !is_word(c));
    let from = from.map_or(0, |at| at + text[at..].chars().next().map_or(0, char::len_utf8));
    let to = text[offset..].find(|c| !is_word(c)).map_or(text.len(), |at| offset + at);
    let name = &text[from..to];
    if name.is_empty() || line.contains('#') {
        return None;
    }
    let (title, gloss) = match text[..from].trim_end().strip_suffix('.') {
        None => (name.to_string(), ["builtins", "numpy", "numpy.linalg"].into_iter().find_map(|of| gloss(of, name))?),
        Some(before) => match named(before, names) {
            Some(Value::Module(module)) => (format!("{}.{name}", module.name), gloss(&module.name, name)?),
            Some(Value::Concept(handle)) => (format!("{name} of {}", handle.kind), gloss("methods", name)?),
            _ => (name.to_string(), gloss("methods", name)?),
        },
    };
    let gives = if gloss.gives.is_empty() { String::new() } else { format!(" -> {}", gloss.gives) };
    Some((format!("**{title}**{gives}  \n{}", gloss.text), Span::new(FileId(0), from, to)))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::concepts::Handle;
    use crate::language::hover;

    #[test]
    fn variables_groups_functions_and_methods_are_explained() {
        let text = "k = 730.0\nn = np.linspace(0.0, k, 8) + sqrt(k)  # sqrt np.cos\nf = X.Ordo() + Y.Valeurs()[1]\n\
            C = AFFE_CARA_ELEM(MODELE=MO, DISCRET=_F(GROUP_MA='SPRING', NOM='sqrt'))\nL = FORMULE(NOM_PARA='T', VALE='log10(T)')\n";
        let mail = "COOR_3D A 0 0 0 B 1.3 0 0 FINSF SEG2 S A B FINSF GROUP_MA SPRING S FINSF FIN";
        let mesh = std::sync::Arc::new(crate::io::mail::read("m.mail", mail.as_bytes()).unwrap());
        let handle = Handle::new(1, "maillage_sdaster");
        handle.set(Concept::Mesh(crate::concepts::MeshValue { identity: 1, mesh }));
        let list = Value::list((0..50).map(Value::Integer).collect());
        let names = [
            Name::new("MA", Some(Value::Concept(handle))),
            Name::new("X", Some(Value::Concept(Handle::new(2, "fonction_sdaster")))),
            Name::new("k", Some(Value::Real(730.0))),
            Name::new("n", Some(list)),
            Name::new("np", crate::python::module("numpy").map(Value::Module)),
            Name::new("f", Some(Value::Unknown)),
        ];
        let document = Document::new(Path::new("a.comm"), text.to_string());
        let at = |place: usize| hover(&document, place + 1, &names).map(|found| found.markdown).unwrap_or_default();
        let says = |word: &str| at(text.find(word).unwrap());
        assert_eq!(says("k, 8"), "**k**: float  \n`730.0`");
        let found = "**numpy.linspace** -> ndarray  \nEvenly spaced numbers from a start to a stop, both included.";
        assert_eq!(says("linspace"), found);
        assert!(
            says("\nn =").ends_with("... (50 items)`") && says("\nf =").ends_with("known after a run"),
            "{}",
            says("\nn =")
        );
        assert_eq!(says("sqrt(k)"), "**sqrt**  \nSquare root.");
        assert_eq!(says("Ordo"), "**Ordo of fonction_sdaster** -> ndarray  \nOrdinates of a function.");
        assert!(says("Valeurs").starts_with("**Valeurs**  \n"), "{}", says("Valeurs"));
        assert_eq!(says("SPRING"), "**SPRING**: 1 cell of MA (S)");
        assert!(says("log10").starts_with("**log10**"), "{}", says("log10"));
        // Neither a comment nor another text names a function.
        assert_eq!((at(text.find("# sqrt").unwrap() + 2), says("sqrt'")), (String::new(), String::new()));
    }
}
