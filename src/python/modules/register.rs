//! The register of all functions of the language, in tables by module: what a [`Builtin`] stands for, what a module holds.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::{builtins, environment, mathematics, numpy, small_modules, unit_checks};
use crate::python::core::entry::{Entry, Run};
use crate::python::core::fault::exception_kind;
use crate::python::core::interpreter::Interpreter;
use crate::python::core::value::{Builtin, Module, Scope, Value};

/// Modules every study may import, as suggestions name them.
pub const MODULES: &[&str] = &[
    "math",
    "numpy",
    "numpy.linalg",
    "numpy.fft",
    "cmath",
    "itertools",
    "collections",
    "json",
    "os",
    "os.path",
    "sys",
    "time",
    "copy",
    "string",
    "aster",
    "code_aster",
    "code_aster.Commands",
    "code_aster.CA",
    "code_aster.Messages",
    "code_aster.Utilities",
    "code_aster.Objects.table_py",
    "pickle",
];

/// What is known without import, and types without a name.
const BUILTINS: &str = "builtins";
const NAMELESS: &str = "types";

/// Functions by module; a module may have several tables.
static TABLES: &[(&str, &[Entry])] = &[
    (BUILTINS, builtins::FUNCTIONS),
    (NAMELESS, builtins::NAMELESS),
    ("math", mathematics::ELEMENTARY_FUNCTIONS),
    ("math", mathematics::OTHERS),
    ("numpy", numpy::FUNCTIONS),
    ("numpy", numpy::REDUCTIONS),
    ("numpy", numpy::ELEMENTARY),
    ("numpy.linalg", numpy::LINEAR),
    ("numpy.fft", numpy::SPECTRA),
    ("cmath", small_modules::COMPLEX),
    ("itertools", small_modules::ITEMS),
    ("json", environment::JSON),
    ("os", environment::OS),
    ("os.path", environment::PATH),
    ("sys", environment::SYSTEM),
    ("sys.stdout", environment::STREAM),
    ("sys.stderr", environment::STREAM),
    ("time", environment::TIME),
    ("copy", environment::COPY),
    ("aster", environment::ASTER),
    ("code_aster", environment::CODE_ASTER),
    ("code_aster.CA", environment::CODE_ASTER),
    ("code_aster.Messages", environment::MESSAGES),
    ("code_aster.Utilities", environment::UTILITIES),
    ("code_aster.Objects.table_py", environment::TABLE),
    ("pickle", environment::PICKLE),
    ("ExecutionParameter", environment::PARAMETERS),
    ("Utilitai.Utmess", environment::MESSAGES),
    ("TestCase", unit_checks::FUNCTIONS),
];

/// Names that stand for a function or type of another table: those of modules, those of the Python of former releases.
const SAME: &[(&str, &str, &str)] = &[
    (BUILTINS, "xrange", "range"),
    (BUILTINS, "unicode", "str"),
    (BUILTINS, "basestring", "str"),
    (BUILTINS, "long", "int"),
    ("numpy", "float64", "float"),
    ("numpy", "int64", "int"),
    ("numpy", "int32", "int"),
    ("numpy", "complex128", "complex"),
    ("collections", "OrderedDict", "dict"),
];

/// Modules inside modules.
const INSIDE: &[(&str, &str, &str)] = &[
    ("numpy", "linalg", "numpy.linalg"),
    ("numpy", "fft", "numpy.fft"),
    ("os", "path", "os.path"),
    ("sys", "float_info", "sys.float_info"),
    ("sys", "stdout", "sys.stdout"),
    ("sys", "stderr", "sys.stderr"),
    ("code_aster", "Commands", "code_aster.Commands"),
    ("code_aster.CA", "Commands", "code_aster.Commands"),
    ("code_aster", "CA", "code_aster.CA"),
];

/// What a function of the language runs.
pub fn run(builtin: Builtin) -> Run {
    TABLES[builtin.place.0].1[builtin.place.1].run
}

/// The functions of a module.
fn functions(module: &str) -> impl Iterator<Item = Builtin> {
    let tables = TABLES.iter().enumerate().filter(move |(_, (own, _))| *own == module);
    tables.flat_map(|(table, (_, entries))| {
        let builtin =
            move |(row, e): (usize, &Entry)| Builtin { name: e.name, is_type: e.is_type, place: (table, row) };
        entries.iter().enumerate().map(builtin)
    })
}

fn function(module: &str, name: &str) -> Option<Value> {
    functions(module).find(|b| b.name == name).map(Value::Builtin)
}

/// The functions and types known without import, by their names: any name that a study calls may be one.
fn builtins() -> &'static BTreeMap<&'static str, Builtin> {
    static BY_NAME: OnceLock<BTreeMap<&str, Builtin>> = OnceLock::new();
    BY_NAME.get_or_init(|| functions(BUILTINS).map(|b| (b.name, b)).collect())
}

/// A name known without import.
pub fn known(name: &str) -> Option<Value> {
    let same = SAME.iter().find(|(module, own, _)| *module == BUILTINS && *own == name);
    let name_there = same.map_or(name, |(_, _, other)| other);
    builtins().get(name_there).map(|b| Value::Builtin(*b)).or_else(|| match name {
        "pi" => Some(Value::Real(std::f64::consts::PI)),
        _ if mathematics::WITHOUT_IMPORT.contains(&name) => function("math", name),
        _ => None,
    })
}

/// Names known without import, for suggestions.
pub fn known_names() -> impl Iterator<Item = &'static str> {
    functions(BUILTINS).map(|b| b.name).chain(mathematics::WITHOUT_IMPORT.iter().copied()).chain(["pi"])
}

/// A new module of that name with all it holds; `None` when the language has no such module.
pub fn module(name: &str) -> Option<Arc<Module>> {
    (MODULES.contains(&name) || name == "Utilitai.Utmess").then(|| made(name))
}

/// The module `math`.
pub fn mathematics() -> Arc<Module> {
    made("math")
}

pub(super) fn made(name: &str) -> Arc<Module> {
    let scope = Scope::module();
    functions(name).for_each(|b| scope.set(b.name, Value::Builtin(b)));
    constants(name, &scope);
    for (_, own, other) in SAME.iter().filter(|(module, ..)| *module == name) {
        if let Some(value) = known(other) {
            scope.set(own, value);
        }
    }
    INSIDE.iter().filter(|(outer, ..)| *outer == name).for_each(|(_, own, inner)| {
        scope.set(own, Value::Module(made(inner)));
    });
    Arc::new(Module { name: name.into(), scope })
}

/// Names of a module that are no functions.
fn constants(name: &str, scope: &Arc<Scope>) {
    let reals = |list: &[(&str, f64)]| list.iter().for_each(|(name, x)| scope.set(name, Value::Real(*x)));
    let errors = |list: &[&str]| {
        let error = || exception_kind("AsterError").map_or(Value::None, Value::ExceptionKind);
        list.iter().for_each(|name| scope.set(name, error()));
    };
    let number = |wanted: &str| {
        mathematics::CONSTANTS
            .iter()
            .filter(|(own, _)| *own == wanted)
            .for_each(|(own, x)| scope.set(own, Value::Real(*x)));
    };
    match name {
        "math" => reals(mathematics::CONSTANTS),
        "numpy" => {
            ["pi", "e", "inf", "nan"].into_iter().for_each(number);
            scope.set("newaxis", Value::None);
        }
        "cmath" => ["pi", "e"].into_iter().for_each(number),
        "string" => {
            let (lower, upper) = ('a'..='z', 'A'..='Z');
            scope.set("ascii_lowercase", Value::text(lower.clone().collect::<String>()));
            scope.set("ascii_uppercase", Value::text(upper.clone().collect::<String>()));
            scope.set("ascii_letters", Value::text(lower.chain(upper).collect::<String>()));
            scope.set("digits", Value::text("0123456789"));
        }
        "os" => {
            scope.set("sep", Value::text("/"));
            scope.set("linesep", Value::text("\n"));
            scope.set("environ", Value::dictionary([]));
        }
        "sys" => {
            scope.set("argv", Value::list(vec![Value::text("study")]));
            scope.set("path", Value::list(Vec::new()));
            scope.set("platform", Value::text("linux"));
            scope.set("version", Value::text("3.11"));
            scope.set("version_info", Value::tuple([3, 11, 0].map(Value::Integer).to_vec()));
            scope.set("maxsize", Value::Integer(i64::MAX));
        }
        "sys.float_info" => reals(&[("epsilon", f64::EPSILON), ("max", f64::MAX), ("min", f64::MIN_POSITIVE)]),
        "aster" => errors(&["error", "AsterError", "FatalError", "NonConvergenceError"]),
        "code_aster" | "code_aster.CA" => {
            errors(&["AsterError", "ConvergenceError", "IntegrationError", "SolverError", "ContactError"]);
        }
        _ => {}
    }
}

/// For functions that make others.
impl Interpreter<'_> {
    /// A name known without import.
    pub fn known(&self, name: &str) -> Option<Value> {
        known(name)
    }

    /// A type that has no name in programs.
    pub fn nameless(&self, name: &str) -> Value {
        function(NAMELESS, name).unwrap_or(Value::None)
    }

    /// A module of the language that is the same at every call.
    pub fn shared_module(&mut self, name: &str) -> Arc<Module> {
        if let Some(known) = self.modules.get(name) {
            return known.clone();
        }
        let module = made(name);
        self.modules.insert(name.to_string(), module.clone());
        module
    }

    /// A new module of the language.
    pub fn made_module(&self, name: &str) -> Arc<Module> {
        made(name)
    }
}
