//! The values of a study's Python, all their types on one page. All are shared and thread safe, because a function of
//! the study may be called from a formula while operators run.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, atomic::AtomicBool};

use indexmap::IndexMap;
use num_complex::Complex64;

use crate::concepts::{ColumnType, Handle};
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::syntax::{Expression, FunctionDefinition, Parameter};

/// A mutable object, shared by all the names that hold it.
pub type Shared<T> = Arc<RwLock<T>>;

#[derive(Clone, Debug)]
pub enum Value {
    None,
    Logical(bool),
    Integer(i64),
    Real(f64),
    Complex(Complex64),
    Text(Arc<str>),
    List(Shared<Vec<Value>>),
    Tuple(Arc<[Value]>),
    Dictionary(Shared<Dictionary>),
    Set(Shared<IndexMap<Key, Value>>),
    Range(Range),
    /// `zip`, `map`, a generator ...: items not yet taken, in reverse order.
    Iterator(Arc<Mutex<Vec<Value>>>),
    Slice(Arc<[Value; 3]>),
    Array(Shared<Array>),
    Function(Arc<Function>),
    Builtin(Builtin),
    /// A method of an object, not yet called.
    Method(Arc<(Value, Arc<str>)>),
    Module(Arc<Module>),
    /// A kind of error (`ValueError`) and an error.
    ExceptionKind(&'static str),
    Exception(Arc<Exception>),
    File(Arc<Mutex<OpenFile>>),
    /// Name of an operator.
    Command(Arc<str>),
    Concept(Handle),
    /// `CO("name")`
    New(Asked),
    /// `_F(...)`
    Factor(Arc<Factor>),
    /// What EXTR_TABLE returns, and a column of it.
    Table(Shared<TableView>),
    Column(Arc<TableColumn>),
    /// The result of an operator that returns nothing (its name).
    Nothing(Arc<str>),
    /// Comes from something already reported, or not computed while checking: no error is reported about it.
    Unknown,
}

/// Insertion order is kept.
pub type Dictionary = IndexMap<Key, (Value, Value)>;

/// What makes two keys the same: `1`, `1.0` and `True` are one key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    None,
    Integer(i64),
    /// Bits of a real that is not an integer.
    Real(u64),
    Complex(u64, u64),
    Text(Arc<str>),
    Tuple(Vec<Key>),
    Concept(u64),
    /// Identity of an object, by address.
    Object(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub start: i64,
    pub stop: i64,
    pub step: i64,
}

impl Range {
    pub fn len(self) -> usize {
        let (low, high, step) =
            if self.step > 0 { (self.start, self.stop, self.step) } else { (self.stop, self.start, -self.step) };
        if low >= high { 0 } else { ((high as i128 - low as i128 - 1) / step as i128 + 1) as usize }
    }

    pub fn get(self, index: usize) -> i64 {
        self.start + self.step * index as i64
    }

    pub fn iter(self) -> impl DoubleEndedIterator<Item = i64> {
        (0..self.len()).map(move |i| self.get(i))
    }
}

/// A concept asked for, and what it has become. Copies share it.
#[derive(Clone, Debug)]
pub struct Asked {
    pub name: Arc<str>,
    made: Arc<Mutex<Option<Value>>>,
}

/// The name of a mesh object that nothing was read into.
const MESH: &str = "Mesh()";

impl Asked {
    pub fn new(name: &str) -> Self {
        Asked { name: name.into(), made: Arc::default() }
    }

    /// A mesh object, as `CA.Mesh()` makes it: what one of its readers reads is what it becomes.
    pub fn mesh() -> Self {
        Asked::new(MESH)
    }

    pub fn is_mesh(&self) -> bool {
        &*self.name == MESH
    }

    /// The concept that a call has made, or the unknown value when it is not known what the call makes.
    pub fn made(&self) -> Option<Value> {
        hold(&self.made).clone()
    }

    pub fn set_made(&self, value: Option<Value>) {
        *hold(&self.made) = value;
    }

    /// Where it lives: the same for all its copies.
    pub fn address(&self) -> usize {
        Arc::as_ptr(&self.made).addr()
    }
}

/// One occurrence of a factor keyword: a dictionary, which knows where its keywords were written.
#[derive(Debug)]
pub struct Factor {
    pub items: Shared<Dictionary>,
    /// Places of the keywords as they were written: their values are what `items` holds.
    pub(super) places: Vec<Keyword>,
    pub span: Span,
}

/// `NAME=value`, or an item of `**dictionary`.
#[derive(Clone, Debug)]
pub struct Keyword {
    pub name: Arc<str>,
    /// From the name to the end of the value.
    pub span: Span,
    pub value: Value,
    pub value_span: Span,
    /// Places of the items when the value is a list or tuple written there.
    pub items: Vec<Span>,
}

impl Keyword {
    /// Stands for keywords that are not known: an unknown dictionary given with `**`, a bare value.
    pub fn unknown(span: Span) -> Self {
        Keyword { name: "**".into(), span, value: Value::Unknown, value_span: span, items: Vec::new() }
    }

    pub fn is_unknown(&self) -> bool {
        &*self.name == "**"
    }
}

/// A module: its name and its variables.
#[derive(Debug)]
pub struct Module {
    pub name: Arc<str>,
    pub scope: Arc<Scope>,
}

/// A file opened by name; what is written is kept until it is closed.
#[derive(Debug)]
pub struct OpenFile {
    pub name: String,
    pub text: String,
    /// Next byte to read.
    pub position: usize,
    pub writing: bool,
    pub closed: bool,
}

/// A Python error.
#[derive(Clone, Debug)]
pub struct Exception {
    /// `ZeroDivisionError` ...
    pub kind: &'static str,
    pub message: String,
    pub span: Option<Span>,
    /// What the study gave to the error.
    pub arguments: Vec<Value>,
    /// Calls that led to it, innermost first.
    pub calls: Vec<(Span, String)>,
    /// The message to show, when it is not Python's.
    pub diagnostic: Option<Arc<Diagnostic>>,
    /// What the command at that place had computed before it failed.
    pub kept: Option<(Span, Value)>,
}

/// A function of the language, known by its place in the tables of `modules`.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    pub name: &'static str,
    /// `int`, `float` ...: also a type for `isinstance`.
    pub is_type: bool,
    /// Rank of its table, and its rank in it.
    pub place: (usize, usize),
}

/// A function made by `def` or `lambda`, with the variables around it.
#[derive(Debug)]
pub struct Function {
    pub name: String,
    pub body: Body,
    /// Values of the defaults, one for each parameter.
    pub defaults: Vec<Option<Value>>,
    pub locals: Arc<Locals>,
    /// Where it was defined.
    pub scope: Arc<Scope>,
}

/// What a function computes.
#[derive(Debug)]
pub enum Body {
    Definition(Arc<FunctionDefinition>),
    Lambda(Arc<(Vec<Parameter>, Expression)>),
}

/// One level of variables.
#[derive(Debug, Default)]
pub struct Scope {
    pub(super) variables: RwLock<IndexMap<Arc<str>, Value>>,
    pub(super) parent: Option<Arc<Scope>>,
    /// Names that belong to this level by Python's rule (assigned somewhere in the function).
    pub(super) locals: Option<Arc<Locals>>,
    /// The module imports what it uses: DEBUT imports nothing for it.
    pub(super) imports_itself: AtomicBool,
}

/// Which names a function binds.
#[derive(Debug, Default)]
pub struct Locals {
    pub bound: BTreeSet<String>,
    /// Names declared `global`.
    pub global: BTreeSet<String>,
}

/// The items of an array, contiguous by kind.
#[derive(Clone, Debug)]
pub enum Data {
    Logical(Vec<bool>),
    Integer(Vec<i64>),
    Real(Vec<f64>),
    Complex(Vec<Complex64>),
    /// Texts, or items that are not known while a study is checked; the numbers among them are of one kind.
    Mixed(Vec<Value>),
}

/// A window on items that other arrays may show too. `shape` has one or two sizes. Items are read from a snapshot of the
/// storage ([`Array::data`]): who writes meanwhile writes a copy, so that nothing is locked while an operation runs.
#[derive(Clone, Debug)]
pub struct Array {
    pub cell: Arc<RwLock<Arc<Data>>>,
    pub offset: usize,
    pub shape: Vec<usize>,
    /// Places from one row, and from one column, to the next.
    pub strides: [isize; 2],
}

/// Rows and named columns; an empty cell is `None`.
#[derive(Clone, Debug)]
pub struct TableView {
    pub columns: Vec<(String, ColumnType)>,
    pub rows: Vec<Vec<Value>>,
    pub title: String,
}

/// A column taken out of a table, as it was then.
#[derive(Clone, Debug)]
pub struct TableColumn {
    pub name: String,
    pub values: Vec<Value>,
    pub table: Shared<TableView>,
}

pub fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

pub fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

pub fn hold<T>(lock: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Value {
    pub fn text(text: impl Into<Arc<str>>) -> Self {
        Value::Text(text.into())
    }

    pub fn list(items: Vec<Value>) -> Self {
        Value::List(Arc::new(RwLock::new(items)))
    }

    pub fn reals(items: impl IntoIterator<Item = f64>) -> Self {
        Value::list(items.into_iter().map(Value::Real).collect())
    }

    pub fn tuple(items: Vec<Value>) -> Self {
        Value::Tuple(items.into())
    }

    pub fn dictionary(items: impl IntoIterator<Item = (Arc<str>, Value)>) -> Self {
        let items = items.into_iter().map(|(k, v)| (Key::Text(k.clone()), (Value::Text(k), v)));
        Value::Dictionary(Arc::new(RwLock::new(items.collect())))
    }

    pub fn iterator(mut items: Vec<Value>) -> Self {
        items.reverse();
        Value::Iterator(Arc::new(Mutex::new(items)))
    }

    pub fn is_unknown(&self) -> bool {
        matches!(self, Value::Unknown)
    }

    /// Python's name of the type.
    pub fn type_name(&self) -> &str {
        match self {
            Value::None | Value::Nothing(_) => "NoneType",
            Value::Logical(_) => "bool",
            Value::Integer(_) => "int",
            Value::Real(_) => "float",
            Value::Complex(_) => "complex",
            Value::Text(_) => "str",
            Value::List(_) => "list",
            Value::Tuple(_) => "tuple",
            Value::Dictionary(_) => "dict",
            Value::Set(_) => "set",
            Value::Range(_) => "range",
            Value::Iterator(_) => "iterator",
            Value::Slice(_) => "slice",
            Value::Array(_) => "ndarray",
            Value::Function(_) => "function",
            Value::Builtin(b) if b.is_type => "type",
            Value::Builtin(_) | Value::Method(_) => "builtin_function_or_method",
            Value::Module(_) => "module",
            Value::ExceptionKind(_) => "type",
            Value::Exception(e) => e.kind,
            Value::File(_) => "file",
            Value::Command(_) => "command",
            Value::Concept(handle) => &handle.kind,
            Value::New(_) => "CO",
            Value::Factor(_) => "_F",
            Value::Table(_) => "Table",
            Value::Column(_) => "Column",
            Value::Unknown => "unknown",
        }
    }

    pub fn as_real(&self) -> Option<f64> {
        match self {
            Value::Logical(b) => Some(f64::from(u8::from(*b))),
            Value::Integer(i) => Some(*i as f64),
            Value::Real(x) => Some(*x),
            _ => None,
        }
    }

    /// An integer or a logical, as indices are.
    pub fn as_index(&self) -> Option<i64> {
        match self {
            Value::Logical(b) => Some(i64::from(*b)),
            Value::Integer(i) => Some(*i),
            _ => None,
        }
    }

    pub fn as_complex(&self) -> Option<Complex64> {
        if let Value::Complex(z) = self { Some(*z) } else { self.as_real().map(Complex64::from) }
    }

    /// A list or tuple, copied.
    pub fn as_sequence(&self) -> Option<Vec<Value>> {
        match self {
            Value::List(items) => Some(read(items).clone()),
            Value::Tuple(items) => Some(items.to_vec()),
            _ => None,
        }
    }
}
