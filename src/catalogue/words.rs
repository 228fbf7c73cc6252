//! The catalogue in English: types, values, conditions and rules as they stand in messages and in the
//! manual.

use super::raw::RawValue;
use super::schema::{Comparison, Condition, Constant, Keyword, Named, Range, Rule, Sentence, Simple, Type, Validator};
use super::values::Value;

/// `RIGI_NOR (normal stiffness of the contact, N/m)`: a name with its gloss beside it.
pub(super) fn glossed(name: &str, gloss: &str) -> String {
    let gloss = gloss.trim_end_matches('.');
    if gloss.is_empty() {
        return name.to_string();
    }
    let mut letters = gloss.chars();
    let first = letters.next().map(|c| c.to_lowercase().to_string()).unwrap_or_default();
    let plain_word = letters.clone().next().is_none_or(|c| !c.is_uppercase() && !c.is_numeric());
    let text = if plain_word { format!("{first}{}", letters.as_str()) } else { gloss.to_string() };
    format!("{name} ({text})")
}

/// `A`, `A or B`, `A, B or C`.
pub(super) fn one_of<S: AsRef<str>>(items: &[S], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_string(),
        [start @ .., end] => {
            let start: Vec<&str> = start.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", start.join(", "), end.as_ref())
        }
    }
}

pub(super) fn value(value: &Value) -> String {
    match value {
        Value::Integer(i) => i.to_string(),
        Value::Real(x) => format!("{x:?}"),
        Value::Complex(z) => format!("{:?}{:+?}j", z.re, z.im),
        Value::Text(t) if t.chars().any(char::is_control) => format!("'{}'", t.escape_debug()),
        Value::Text(t) => format!("'{t}'"),
        Value::Logical(true) => "True".into(),
        Value::Logical(false) => "False".into(),
        Value::Concept(handle) => concept(handle.name(), &handle.kind),
        Value::New(new) => format!("CO('{}')", new.name),
    }
}

pub(super) fn constant(constant: &Constant) -> String {
    value(&Value::from(*constant))
}

pub(super) fn values(list: &[Constant]) -> String {
    match list {
        [one] => constant(one),
        many => format!("({})", many.iter().map(constant).collect::<Vec<_>>().join(", ")),
    }
}

/// Description of a value that was found, for a message: `the text 'stiff'`.
pub(super) fn found(raw: &RawValue) -> String {
    match raw {
        RawValue::None => "None".into(),
        RawValue::Integer(i) => format!("the integer {i}"),
        RawValue::Real(x) => format!("the number {x:?}"),
        RawValue::Complex(z) => format!("the complex number {}", value(&Value::Complex(*z))),
        RawValue::Text(t) => format!("the text '{}'", shortened(t)),
        RawValue::Logical(b) => if *b { "True" } else { "False" }.into(),
        RawValue::Concept(handle) => concept(handle.name(), &handle.kind),
        RawValue::New(name) => format!("CO('{name}')"),
        RawValue::List(_) => "a list".into(),
        RawValue::Factor(..) => "a group of keywords _F(...)".into(),
        RawValue::Python(_) => "a Python function".into(),
        RawValue::Unknown => "an unknown value".into(),
        RawValue::Other(what) => what.clone(),
    }
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= 40 {
        return text.to_string();
    }
    text.chars().take(37).chain("...".chars()).collect()
}

fn concept(name: &str, kind: &str) -> String {
    let what = concept_type(kind);
    if name.is_empty() { what } else { format!("{name}, {what}") }
}

/// `a mesh (maillage_sdaster)`.
pub(super) fn concept_type(kind: &str) -> String {
    match concept_gloss(kind) {
        Some(gloss) => format!("{gloss} ({kind})"),
        None => format!("a concept of type {kind}"),
    }
}

fn concept_gloss(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "maillage_sdaster" | "maillage_p" => "a mesh",
        "squelette" => "a skeleton mesh",
        "grille_sdaster" => "an auxiliary grid",
        "modele_sdaster" => "a finite element model",
        "cara_elem" => "element properties",
        "mater_sdaster" => "a material",
        "cham_mater" => "materials on a mesh",
        "char_meca" => "mechanical loads",
        "char_cine_meca" => "kinematic loads",
        "char_ther" | "char_cine_ther" => "thermal loads",
        "char_acou" | "char_cine_acou" => "acoustic loads",
        "fonction_sdaster" => "a function",
        "fonction_c" => "a complex function",
        "nappe_sdaster" => "a function of two parameters",
        "formule" => "a formula",
        "formule_c" => "a complex formula",
        "listr8_sdaster" => "a list of reals",
        "listis_sdaster" => "a list of integers",
        "matr_elem" | "matr_elem_depl_r" => "elementary matrices",
        "matr_elem_depl_c" => "complex elementary matrices",
        "matr_elem_temp_r" => "thermal elementary matrices",
        "matr_elem_pres_c" => "acoustic elementary matrices",
        "vect_elem" | "vect_elem_depl_r" => "elementary vectors",
        "vect_elem_temp_r" => "thermal elementary vectors",
        "vect_elem_pres_c" => "acoustic elementary vectors",
        "nume_ddl_sdaster" => "a numbering of the unknowns",
        "nume_ddl_gene" => "a numbering of the generalised unknowns",
        "matr_asse" | "matr_asse_depl_r" => "an assembled matrix",
        "matr_asse_depl_c" => "a complex assembled matrix",
        "matr_asse_temp_r" => "an assembled thermal matrix",
        "matr_asse_pres_r" | "matr_asse_pres_c" => "an assembled acoustic matrix",
        "matr_asse_elim_r" => "an assembled matrix without eliminated unknowns",
        "matr_asse_gene" | "matr_asse_gene_r" => "a generalised matrix",
        "matr_asse_gene_c" => "a complex generalised matrix",
        "vect_asse_gene" => "a generalised vector",
        "cham_gd_sdaster" => "a field",
        "cham_no_sdaster" => "a nodal field",
        "cham_elem" => "a field on elements",
        "carte_sdaster" => "a field constant by zone",
        "mode_meca" => "real modes",
        "mode_meca_c" => "complex modes",
        "mode_flamb" => "buckling modes",
        "mode_acou" => "acoustic modes",
        "mode_gene" => "modes of a generalised model",
        "mode_cycl" => "cyclic modes",
        "dyna_phys" => "a dynamic result on physical unknowns",
        "resultat_sdaster" => "a result",
        "dyna_trans" => "a transient result on physical unknowns",
        "dyna_harmo" => "a harmonic result on physical unknowns",
        "acou_harmo" => "an acoustic harmonic result",
        "dyna_gene" => "a result on generalised unknowns",
        "tran_gene" => "a modal transient",
        "harm_gene" => "a modal harmonic result",
        "evol_elas" => "a static history",
        "evol_noli" => "a non-linear history",
        "evol_char" => "a history of loads",
        "evol_ther" => "a thermal history",
        "evol_sdaster" => "a history",
        "mult_elas" => "a set of static load cases",
        "fourier_elas" | "fourier_ther" => "a Fourier result",
        "table_sdaster" => "a table",
        "table_fonction" => "an obstacle or a table of functions",
        "table_container" => "a table of concepts",
        "interf_dyna_clas" => "the interfaces of a sub-structure",
        "macr_elem_dyna" => "a macro-element",
        "modele_gene" => "a model made of sub-structures",
        "corresp_2_mailla" => "a projection between two meshes",
        "entier" => "an integer",
        "interspectre" => "a spectral matrix",
        "melasflu_sdaster" => "a fluid-elastic base",
        "any_concept" => "any concept",
        _ => return None,
    })
}

/// `a real number`, `the name of a group of nodes`, `a mesh (maillage_sdaster)`.
pub(super) fn type_words(kind: &Type) -> String {
    match kind {
        Type::Text | Type::Name(Named::Component | Named::Column) => "a text".into(),
        Type::Real => "a real number".into(),
        Type::Integer => "an integer".into(),
        Type::Complex => "a complex number".into(),
        Type::Logical => "True or False".into(),
        Type::Unit => "the number of a logical unit".into(),
        Type::Name(Named::NodeGroup) => "the name of a group of nodes".into(),
        Type::Name(Named::CellGroup) => "the name of a group of cells".into(),
        Type::Name(Named::Node) => "the name of a node".into(),
        Type::Name(Named::Cell) => "the name of a cell".into(),
        Type::New => "a name to create, CO('...')".into(),
        Type::Any => "any value".into(),
        Type::Concept("any_concept") => "any concept".into(),
        Type::Concept(kind) => concept_type(kind),
    }
}

pub(super) fn types(list: &[Type]) -> String {
    one_of(&list.iter().map(type_words).collect::<Vec<_>>(), "or")
}

/// `a real number`, `three real numbers`, `two or more integers`: what a keyword must be given.
pub(super) fn wanted(keyword: &Keyword, simple: &Simple) -> String {
    const NUMBERS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let several = match simple.types.as_slice() {
        [Type::Real] => "real numbers",
        [Type::Integer] => "integers",
        [Type::Complex] => "complex numbers",
        [Type::Text | Type::Name(Named::Component | Named::Column)] => "texts",
        _ => "",
    };
    let number = NUMBERS.get(keyword.min).filter(|_| keyword.min > 1 && !several.is_empty());
    match (number, keyword.max) {
        (Some(number), Some(max)) if max == keyword.min => format!("{number} {several}"),
        (Some(number), _) => format!("{number} {several} or more"),
        (None, _) => types(&simple.types),
    }
}

/// `at least 2 values`, `3 values`, `from 1 to 3 values`.
pub(super) fn count(min: usize, max: Option<usize>, what: &str) -> String {
    let plural = |n: usize| if n == 1 { what.to_string() } else { format!("{what}s") };
    match max {
        Some(max) if max == min => format!("{min} {}", plural(min)),
        Some(max) if min <= 1 => format!("at most {max} {}", plural(max)),
        Some(max) => format!("from {min} to {max} {what}s"),
        None => format!("at least {min} {}", plural(min)),
    }
}

/// `> 0`, `≥ 0 and ≤ 1`.
pub(super) fn range(range: &Range) -> String {
    let low = range.min.map(|x| format!("{} {}", if range.min_exclusive { ">" } else { "≥" }, plain(x)));
    let high = range.max.map(|x| format!("{} {}", if range.max_exclusive { "<" } else { "≤" }, plain(x)));
    [low, high].into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

fn plain(x: f64) -> String {
    if x.fract() == 0.0 && x.abs() < 1e15 { format!("{x:.0}") } else { format!("{x:?}") }
}

pub(super) fn validator(validator: &Validator) -> String {
    match validator {
        Validator::NoRepeat => "no value is given twice".into(),
        Validator::TextLength(a, b) => format!("the text has from {a} to {b} characters"),
        Validator::Increasing => "values increase".into(),
        Validator::Decreasing => "values decrease".into(),
        Validator::NotEqualTo(v) => format!("the value is not {}", constant(v)),
        Validator::AtMostOneStartingWith(s) => format!("at most one value starts with '{s}'"),
        Validator::AnyOf(list) => one_of(&list.iter().map(self::validator).collect::<Vec<_>>(), "or"),
        Validator::Together(list) => format!("{} come together", listed(list, "and")),
        Validator::NoneOf(list) => format!("{} do not occur", listed(list, "and")),
        Validator::Contains(list) => format!("{} must be there", listed(list, "and")),
    }
}

pub(super) fn listed(list: &[Constant], last: &str) -> String {
    one_of(&list.iter().map(constant).collect::<Vec<_>>(), last)
}

/// Allowed values, shortened when there are many: those that are computed first.
pub(super) fn allowed(simple: &Simple) -> String {
    allowed_near(simple, None)
}

/// Allowed values, shortened when there are many: the nearest to `word` first.
fn allowed_near(simple: &Simple, word: Option<&str>) -> String {
    const MANY: usize = 16;
    const SHOWN: usize = 12;
    let all = simple.into.len();
    if all <= MANY {
        return one_of(&simple.into.iter().map(constant).collect::<Vec<_>>(), "or");
    }
    let distance = |value: &Constant| match (word, value) {
        (Some(word), Constant::Text(text)) => strsim::osa_distance(&word.to_uppercase(), text.trim_end()),
        _ => 0,
    };
    let mut legal: Vec<&Constant> = simple.into.iter().collect();
    let refused = |value: &Constant| simple.unsupported.contains(value);
    legal.sort_by_key(|value| (refused(value), distance(value)));
    let computed = legal.iter().filter(|value| !refused(value)).count();
    let shown: Vec<String> = legal.iter().take(SHOWN.min(computed.max(1))).map(|value| constant(value)).collect();
    let all = if computed < all {
        format!("{all} values in all, {computed} computed here")
    } else {
        format!("{all} values in all")
    };
    format!("{} ... ({all})", shown.join(", "))
}

/// `allowed: 'LIN' or 'LOG'`; each with its meaning, on a line of its own, where there are few; where there are many, the nearest
/// to the `word` that was found.
pub(super) fn explained(simple: &Simple, word: Option<&str>) -> String {
    const FEW: usize = 8;
    let lines: Vec<String> = simple.meanings.iter().map(|(text, meaning)| format!("\n'{text}': {meaning}")).collect();
    let refused = |value: &&Constant| simple.unsupported.contains(value);
    let computed = simple.into.len() - simple.into.iter().filter(refused).count();
    if computed > FEW || lines.len() < computed {
        return format!("allowed: {}", allowed_near(simple, word));
    }
    format!("allowed:{}", lines.concat())
}

pub(super) fn condition(c: &Condition) -> String {
    match c {
        Condition::If(entries) => {
            let one = |(k, allowed): &(&str, Vec<Constant>)| match allowed.as_slice() {
                [v] => format!("{k}={}", constant(v)),
                many => format!("{k} is {}", listed(many, "or")),
            };
            entries.iter().map(one).collect::<Vec<_>>().join(" and ")
        }
        Condition::Present(k) => format!("{k} is given"),
        Condition::Absent(k) => format!("{k} is not given"),
        Condition::AnyPresent(names) => format!("{} is given", one_of(names, "or")),
        Condition::TypeOf(entries) => {
            let one = |(k, types): &(&str, Vec<&str>)| {
                let types: Vec<String> = types.iter().map(|t| concept_type(t)).collect();
                format!("{k} is {}", one_of(&types, "or"))
            };
            entries.iter().map(one).collect::<Vec<_>>().join(" and ")
        }
        Condition::Count(k, comparison, n) => {
            let how = match comparison {
                Comparison::Equal => "exactly",
                Comparison::NotEqual => "other than",
                Comparison::Less => "fewer than",
                Comparison::LessOrEqual => "at most",
                Comparison::Greater => "more than",
                Comparison::GreaterOrEqual => "at least",
            };
            format!("{k} has {how} {n} {}", if *n == 1 { "value" } else { "values" })
        }
        Condition::All(list) => list.iter().map(part).collect::<Vec<_>>().join(" and "),
        Condition::Any(list) => list.iter().map(part).collect::<Vec<_>>().join(" or "),
        Condition::Not(inner) => match &**inner {
            Condition::If(entries) if entries.len() == 1 => {
                format!("{} is not {}", entries[0].0, listed(&entries[0].1, "or"))
            }
            Condition::Present(k) => format!("{k} is not given"),
            Condition::Absent(k) => format!("{k} is given"),
            other => format!("not ({})", condition(other)),
        },
        Condition::Always(true) => "always".into(),
        Condition::Always(false) => "never".into(),
        Condition::Sentence(s) => sentence(*s),
    }
}

fn part(c: &Condition) -> String {
    match c {
        Condition::All(_) | Condition::Any(_) => format!("({})", condition(c)),
        other => condition(other),
    }
}

fn sentence(s: Sentence) -> String {
    match s {
        Sentence::TinyComputedValue => "VALE_CALC is 0 (below 1e-16)".into(),
        Sentence::SameKindOfCara => "CARA has one value, or two that agree from their third letter on".into(),
        Sentence::FieldTypeStartsWith(start) => format!("TYPE_CHAM starts with '{start}'"),
        Sentence::MetallurgicalRelation => "RELATION starts with 'META_' but not with 'META_LEMA_ANI'".into(),
        Sentence::CalledWithReuse => "the call has reuse".into(),
        Sentence::AnyTableIs(kind) => format!("TABLE or an ACTION/TABLE is {}", concept_type(kind)),
        Sentence::OffDiagonalTerm => {
            "an off-diagonal term is asked for (NUME_ORDRE_J, NOEUD_J or NOM_CMP_J differs from its _I)".into()
        }
    }
}

pub(super) fn exactly_one(names: &[&str], defaults: &[(&str, Vec<Constant>)]) -> String {
    let set: Vec<String> = defaults.iter().map(|(n, v)| format!("{n}={}", values(v))).collect();
    let by_default = if set.is_empty() { String::new() } else { format!(" ({} when none is)", set.join(", ")) };
    format!("exactly one of {} is given{by_default}", one_of(names, "and"))
}

/// A rule as a sentence.
pub(super) fn rule(rule: &Rule) -> String {
    match rule {
        Rule::ExactlyOne(names, defaults) => exactly_one(names, defaults),
        Rule::AtLeastOne(names) => format!("at least one of {} is given", one_of(names, "and")),
        Rule::AtMostOne(names) => format!("at most one of {} is given", one_of(names, "and")),
        Rule::AllOrNone(names) => format!("{} are given together or not at all", one_of(names, "and")),
        Rule::NotEmpty => "at least one keyword is given".into(),
        Rule::Requires(k, names) => format!("{k} needs {}", one_of(names, "and")),
        Rule::Excludes(k, names) => format!("{k} excludes {}", one_of(names, "and")),
    }
}
