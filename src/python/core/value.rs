//! The values of a study's Python. All are shared and thread safe, because a function of the study may
//! be called from a formula while operators run.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use indexmap::IndexMap;
use num_complex::Complex64;

use super::fault::Exception;
use super::function::Function;
use super::scope::Scope;
use crate::concepts::Handle;
use crate::python::modules::builtins::Builtin;
use crate::python::objects::array::Array;
use crate::python::objects::table::{TableColumn, TableView};
use crate::source::Span;

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
    New(Arc<str>),
    /// `_F(...)`
    Factor(Arc<Factor>),
    /// What EXTR_TABLE returns, and a column of it.
    Table(Shared<TableView>),
    Column(Arc<TableColumn>),
    /// The result of an operator that returns nothing (its name).
    Nothing(Arc<str>),
    /// Comes from something already reported, or not computed while checking: no error is said about it.
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

/// One occurrence of a factor keyword.
#[derive(Debug)]
pub struct Factor {
    pub arguments: Vec<Keyword>,
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
        match self {
            Value::Complex(z) => Some(*z),
            other => other.as_real().map(|x| Complex64::new(x, 0.0)),
        }
    }

    /// A list or tuple, copied.
    pub fn as_sequence(&self) -> Option<Vec<Value>> {
        match self {
            Value::List(items) => Some(read(items).clone()),
            Value::Tuple(items) => Some(items.to_vec()),
            _ => None,
        }
    }

    /// Whether two names hold the same object.
    pub fn is_same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::None, Value::None) => true,
            (Value::Logical(a), Value::Logical(b)) => a == b,
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::Concept(a), Value::Concept(b)) => a.id == b.id,
            (Value::ExceptionKind(a), Value::ExceptionKind(b)) => a == b,
            (Value::Builtin(a), Value::Builtin(b)) => a.name == b.name,
            _ => self.address().is_some_and(|a| other.address() == Some(a)),
        }
    }

    pub fn address(&self) -> Option<usize> {
        Some(match self {
            Value::List(x) => Arc::as_ptr(x).addr(),
            Value::Tuple(x) => Arc::as_ptr(x).cast::<()>().addr(),
            Value::Dictionary(x) => Arc::as_ptr(x).addr(),
            Value::Set(x) => Arc::as_ptr(x).addr(),
            Value::Iterator(x) => Arc::as_ptr(x).addr(),
            Value::Array(x) => Arc::as_ptr(x).addr(),
            Value::Function(x) => Arc::as_ptr(x).addr(),
            Value::Module(x) => Arc::as_ptr(x).addr(),
            Value::Exception(x) => Arc::as_ptr(x).addr(),
            Value::File(x) => Arc::as_ptr(x).addr(),
            Value::Factor(x) => Arc::as_ptr(x).addr(),
            Value::Table(x) => Arc::as_ptr(x).addr(),
            Value::Column(x) => Arc::as_ptr(x).addr(),
            _ => return None,
        })
    }

    /// The key of a dictionary or set; `None` when the value may change and cannot be one.
    pub fn key(&self) -> Option<Key> {
        self.key_within(&mut MOST_OF_A_KEY.clone())
    }

    fn key_within(&self, left: &mut usize) -> Option<Key> {
        *left = left.checked_sub(1)?;
        Some(match self {
            Value::None => Key::None,
            Value::Logical(b) => Key::Integer(i64::from(*b)),
            Value::Integer(i) => Key::Integer(*i),
            Value::Real(x) => real_key(*x),
            Value::Complex(z) if z.im == 0.0 => real_key(z.re),
            Value::Complex(z) => Key::Complex(z.re.to_bits(), z.im.to_bits()),
            Value::Text(t) => Key::Text(t.clone()),
            Value::Tuple(items) => Key::Tuple(items.iter().map(|v| v.key_within(left)).collect::<Option<_>>()?),
            Value::Concept(handle) => Key::Concept(handle.id),
            Value::Command(name) => Key::Text(format!("command {name}").into()),
            Value::Builtin(b) => Key::Text(format!("builtin {}", b.name).into()),
            Value::ExceptionKind(kind) => Key::Text(format!("kind {kind}").into()),
            Value::Function(_) | Value::Module(_) | Value::File(_) | Value::Exception(_) => {
                Key::Object(self.address()?)
            }
            _ => return None,
        })
    }
}

/// Items of nested tuples that make one key.
const MOST_OF_A_KEY: usize = 1_000_000;

fn real_key(x: f64) -> Key {
    // 2^63 is the first real no i64 holds.
    if x.fract() == 0.0 && (-9.223372036854775808e18..9.223372036854775808e18).contains(&x) {
        Key::Integer(x as i64)
    } else {
        Key::Real(x.to_bits())
    }
}

/// Whether a value is unknown or holds something unknown. Deep structures are followed to a limit.
pub fn holds_unknown(value: &Value, depth: usize) -> bool {
    unknown_within(value, depth, &mut Seen::default())
}

/// Objects gone through; kept once there are many, so that one that is held many times over is gone through once.
#[derive(Default)]
struct Seen {
    count: usize,
    addresses: BTreeSet<usize>,
}

impl Seen {
    fn is_new(&mut self, value: &Value) -> bool {
        const MANY: usize = 10_000;
        let Some(address) = value.address() else { return true };
        self.count += 1;
        self.count < MANY || self.addresses.insert(address)
    }
}

fn unknown_within(value: &Value, depth: usize, seen: &mut Seen) -> bool {
    if depth == 0 || !seen.is_new(value) {
        return false;
    }
    let mut any = |v: &Value| unknown_within(v, depth - 1, seen);
    match value {
        Value::Unknown => true,
        Value::List(items) => read(items).iter().any(any),
        Value::Tuple(items) => items.iter().any(any),
        Value::Dictionary(items) => read(items).values().any(|(_, v)| any(v)),
        Value::Iterator(items) => hold(items).iter().any(any),
        _ => false,
    }
}

/// Makes what a list or a dictionary holds unknown, for all the names that hold it. Deep structures are followed to a
/// limit.
pub fn forget(value: &Value, depth: usize) {
    if depth == 0 {
        return;
    }
    let held: Vec<Value> = match value {
        Value::List(items) => write(items).iter_mut().map(|v| std::mem::replace(v, Value::Unknown)).collect(),
        Value::Dictionary(items) => {
            write(items).values_mut().map(|(_, v)| std::mem::replace(v, Value::Unknown)).collect()
        }
        _ => return,
    };
    for value in held {
        forget(&value, depth - 1);
    }
}
