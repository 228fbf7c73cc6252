//! Views of the values that names stand for.

use std::fmt;
use std::sync::Arc;

use crate::concepts::{Concept, Handle, ModeSet, Table, Trajectory};
use crate::python::{self, represent};

/// Value that a name stands for.
#[derive(Clone, Debug)]
pub enum Value {
    /// A number; logical values are 0 and 1.
    Number(f64),
    Text(Arc<str>),
    /// A list, a tuple or an array of one dimension.
    List(Vec<Value>),
    /// A real function, or a list of reals of DEFI_LIST_REEL against its ranks.
    Function(Curve),
    Table(Arc<Table>),
    Modes(Modes),
    /// A transient on a modal basis whose states are there: q\[k n + i\] is coordinate i of n in state k.
    Transient(Arc<Trajectory>),
    /// Anything else: its type as the command language names it (`maillage_sdaster`), or Python's.
    Other(Arc<str>),
}

/// Points of a real function.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Name of the abscissa (NOM_PARA).
    pub parameter: String,
    /// Name of the ordinate (NOM_RESU).
    pub result: String,
    points: (Arc<[f64]>, Arc<[f64]>),
}

impl Curve {
    /// Returns the abscissae, in the unit of the parameter; as many as ordinates.
    pub fn abscissae(&self) -> &[f64] {
        &self.points.0
    }

    /// Returns the ordinates, in the unit of the result.
    pub fn ordinates(&self) -> &[f64] {
        &self.points.1
    }
}

/// Set of modes.
#[derive(Clone, Debug)]
pub struct Modes(Arc<ModeSet>);

impl Modes {
    /// Returns the number of modes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if there is no mode.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the frequency (Hz) of a mode, counted from 0; NaN for a static shape, or where there is no such mode.
    pub fn frequency(&self, mode: usize) -> f64 {
        self.parameter(mode, "FREQ").unwrap_or(f64::NAN)
    }

    /// Returns a parameter of a mode: FREQ, OMEGA2, MASS_GENE, RIGI_GENE, AMOR_REDUIT ...
    pub fn parameter(&self, mode: usize, name: &str) -> Option<f64> {
        self.0.get(mode)?.parameter(name)
    }

    /// Returns the shape of a mode, a value for each unknown of its numbering; empty where there is no such mode.
    pub fn shape(&self, mode: usize) -> &[f64] {
        self.0.get(mode).map_or(&[], |mode| &mode.values)
    }

    /// Returns the whole set, with support, numbering and all parameters.
    pub fn set(&self) -> &Arc<ModeSet> {
        &self.0
    }
}

impl Value {
    /// Makes a value of one of the interpreter's; `newest` gives the last version of a concept.
    pub(super) fn of(value: python::Value, newest: &dyn Fn(&Handle) -> Handle) -> Option<Value> {
        let all = |items: Vec<python::Value>| items.into_iter().filter_map(|item| Value::of(item, newest)).collect();
        Some(match &value {
            python::Value::Unknown => return None,
            python::Value::Text(text) => Value::Text(text.clone()),
            python::Value::Concept(handle) => {
                let handle = newest(handle);
                return Some(Value::of_concept(handle.get()?, &handle));
            }
            _ => match (value.as_real(), value.as_sequence()) {
                (Some(number), _) => Value::Number(number),
                (_, Some(items)) => Value::List(all(items)),
                _ => Value::Other(value.type_name().into()),
            },
        })
    }

    fn of_concept(concept: &Concept, handle: &Handle) -> Value {
        match concept {
            Concept::Function(function) => {
                let table = function.table();
                Value::Function(Curve {
                    parameter: function.parameter.clone(),
                    result: function.result.clone(),
                    points: (table.abscissae.as_slice().into(), table.ordinates.as_slice().into()),
                })
            }
            Concept::RealList(list) => Value::List(list.iter().map(|x| Value::Number(*x)).collect()),
            Concept::Table(table) => Value::Table(table.clone()),
            Concept::Modes(set) => Value::Modes(Modes(set.clone())),
            Concept::Trajectory(kept) => Value::Transient(kept.get()),
            _ => Value::Other(handle.kind.clone()),
        }
    }

    fn kind(&self) -> String {
        match self {
            Value::Number(_) => "a number".into(),
            Value::Text(_) => "a text".into(),
            Value::List(_) => "a list".into(),
            Value::Function(_) => "a function".into(),
            Value::Table(_) => "a table".into(),
            Value::Modes(_) => "a set of modes".into(),
            Value::Transient(_) => "a transient".into(),
            Value::Other(kind) => kind.to_string(),
        }
    }
}

/// Error of a name that has no value, or one of another kind than was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absent {
    pub name: String,
    pub wanted: &'static str,
    /// Kind of the value that the name has, if it has one.
    pub found: Option<String>,
}

impl Absent {
    pub(super) fn new(name: &str, wanted: &'static str, found: Option<Value>) -> Self {
        Absent { name: name.to_string(), wanted, found: found.map(|value| value.kind()) }
    }
}

impl fmt::Display for Absent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.found {
            Some(found) => write!(f, "{} is {found}, not {}", self.name, self.wanted),
            None => write!(f, "{} has no value; {} was asked for", self.name, self.wanted),
        }
    }
}

impl std::error::Error for Absent {}

impl fmt::Display for Value {
    /// Writes numbers and texts as the command language does, and a word for the others.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => f.write_str(&represent(&python::Value::Real(*number))),
            Value::Text(text) => f.write_str(text),
            other => f.write_str(&other.kind()),
        }
    }
}
