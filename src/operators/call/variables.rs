//! Components that an occurrence asks of a field on elements: by NOM_CMP, or internal variables by the names that the law
//! of each cell gives them (NOM_VARI).

use crate::catalogue::{CallError, Keywords, replaced};
use crate::concepts::ElementField;
use crate::kernel::laws::LawInfo;

/// The keyword that names components: NOM_VARI where it is given.
pub(in crate::operators) fn naming(keywords: &Keywords) -> &'static str {
    if keywords.has("NOM_VARI") { "NOM_VARI" } else { "NOM_CMP" }
}

/// Column on a cell of what `keyword` ([`naming`]) calls `name`: NOM_CMP knows components alone.
pub(in crate::operators) fn column(keyword: &str, field: &ElementField, cell: usize, name: &str) -> Option<usize> {
    match keyword {
        "NOM_VARI" => field.column(cell, name),
        _ => field.components.iter().position(|c| c == name),
    }
}

/// The different laws of some cells, in their order.
pub(in crate::operators) fn laws_of(
    field: &ElementField,
    cells: impl IntoIterator<Item = usize>,
) -> Vec<&'static LawInfo> {
    let mut laws: Vec<&'static LawInfo> = Vec::new();
    for law in cells.into_iter().filter_map(|cell| field.law(cell)) {
        if !laws.iter().any(|known| known.name == law.name) {
            laws.push(law);
        }
    }
    laws
}

/// The error of NOM_VARI with a name that none of the laws has.
pub(in crate::operators) fn unknown(
    keywords: &Keywords,
    code: &'static str,
    laws: &[&'static LawInfo],
    name: &str,
) -> CallError {
    let laws = with_history(laws);
    let names: Vec<&str> = laws.iter().map(|law| law.name).collect();
    let message = match names.as_slice() {
        [] => format!("NOM_VARI names internal variables, and this field has none called '{name}'"),
        [one] => format!("{one} has no internal variable called '{name}'"),
        several => format!("none of the laws {} has an internal variable called '{name}'", several.join(", ")),
    };
    let error = keywords.error("NOM_VARI", code, message);
    let known = laws.iter().flat_map(|law| law.variables).map(|variable| variable.name);
    let (near, fix) = replaced(name, known, error.span).unzip();
    let known = if laws.is_empty() { "use NOM_CMP for its components".to_string() } else { listed(&laws) };
    let help = near.map_or(known.clone(), |near| format!("{near} {known}"));
    Box::new(error.help(help).fix(fix.flatten()))
}

/// The internal variables of some laws, by name.
pub(in crate::operators) fn listed(laws: &[&'static LawInfo]) -> String {
    let own = |law: &&'static LawInfo| {
        let variables: Vec<&str> = law.variables.iter().map(|variable| variable.name).collect();
        format!("{} has {}", law.name, variables.join(", "))
    };
    with_history(laws).iter().map(own).collect::<Vec<_>>().join("; ")
}

/// Laws without history have one variable, which is empty: they are left out where there are others.
fn with_history(laws: &[&'static LawInfo]) -> Vec<&'static LawInfo> {
    laws.iter().copied().filter(|law| law.variables.len() > 1 || laws.len() == 1).collect()
}

/// What the components that NOM_CMP asks for (all by default) of a field of internal variables are, a line per law of the cells.
pub(in crate::operators) fn legend(
    keywords: &Keywords,
    field: &ElementField,
    cells: impl IntoIterator<Item = usize>,
) -> Vec<String> {
    let asked = keywords.texts("NOM_CMP");
    let line = |law: &&LawInfo| {
        let numbered = law.variables.iter().enumerate().map(|(rank, v)| (format!("V{}", rank + 1), v.name));
        let shown = numbered.filter(|(number, _)| asked.is_empty() || asked.iter().any(|a| a.trim() == number));
        let names: Vec<String> = shown.map(|(number, name)| format!("{number} {name}")).collect();
        (!names.is_empty()).then(|| format!("{}: {}", law.name, names.join(", ")))
    };
    laws_of(field, cells).iter().filter_map(line).collect()
}
