//! The items of an array, contiguous by kind.

use num_complex::Complex64;

use crate::python::core::compare::truth;
use crate::python::core::fault::{Fault, Result, with_article};
use crate::python::core::integer::integer_of;
use crate::python::core::value::{Data, Value};

/// Kinds of items, each able to hold those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Logical,
    Integer,
    Real,
    Complex,
    Mixed,
}

impl Kind {
    fn of(value: &Value) -> Kind {
        match value {
            Value::Logical(_) => Kind::Logical,
            Value::Integer(_) => Kind::Integer,
            Value::Real(_) => Kind::Real,
            Value::Complex(_) => Kind::Complex,
            _ => Kind::Mixed,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Kind::Logical => "bool",
            Kind::Integer => "int",
            Kind::Real => "float",
            Kind::Complex => "complex",
            Kind::Mixed => "str",
        }
    }

    /// The name of the type in numpy.
    pub fn long_name(self) -> &'static str {
        match self {
            Kind::Logical => "bool",
            Kind::Integer => "int64",
            Kind::Real => "float64",
            Kind::Complex => "complex128",
            Kind::Mixed => "object",
        }
    }
}

/// Applies one expression to the items, of whatever kind.
macro_rules! each_kind {
    ($data:expr, $items:ident => $made:expr) => {
        match $data {
            Data::Logical($items) => Data::Logical($made),
            Data::Integer($items) => Data::Integer($made),
            Data::Real($items) => Data::Real($made),
            Data::Complex($items) => Data::Complex($made),
            Data::Mixed($items) => Data::Mixed($made),
        }
    };
}
pub(super) use each_kind;

impl Data {
    /// Items promoted to the widest kind among them, as numpy does.
    pub fn of(items: Vec<Value>) -> Data {
        let mut gathering = Gathering::with_room(items.len());
        items.into_iter().for_each(|item| gathering.push(item));
        gathering.data()
    }

    pub fn kind(&self) -> Kind {
        match self {
            Data::Logical(_) => Kind::Logical,
            Data::Integer(_) => Kind::Integer,
            Data::Real(_) => Kind::Real,
            Data::Complex(_) => Kind::Complex,
            Data::Mixed(_) => Kind::Mixed,
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Data::Logical(items) => items.len(),
            Data::Integer(items) => items.len(),
            Data::Real(items) => items.len(),
            Data::Complex(items) => items.len(),
            Data::Mixed(items) => items.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn get(&self, at: usize) -> Value {
        match self {
            Data::Logical(items) => Value::Logical(items[at]),
            Data::Integer(items) => Value::Integer(items[at]),
            Data::Real(items) => Value::Real(items[at]),
            Data::Complex(items) => Value::Complex(items[at]),
            Data::Mixed(items) => items[at].clone(),
        }
    }

    /// The items at some places.
    pub fn pick(&self, places: impl Iterator<Item = usize>) -> Data {
        fn picked<T: Clone>(items: &[T], places: impl Iterator<Item = usize>) -> Vec<T> {
            places.map(|at| items[at].clone()).collect()
        }
        each_kind!(self, items => picked(items, places))
    }

    /// `count` times the same item.
    pub fn repeated(value: &Value, count: usize) -> Data {
        match value {
            Value::Logical(b) => Data::Logical(vec![*b; count]),
            Value::Integer(i) => Data::Integer(vec![*i; count]),
            Value::Real(x) => Data::Real(vec![*x; count]),
            Value::Complex(z) => Data::Complex(vec![*z; count]),
            other => Data::Mixed(vec![other.clone(); count]),
        }
    }

    /// Converts the items to a kind that holds them.
    pub fn widened(self, kind: Kind) -> Data {
        if self.kind() >= kind {
            return self;
        }
        match (kind, self) {
            (Kind::Integer, Data::Logical(items)) => Data::Integer(items.into_iter().map(i64::from).collect()),
            (Kind::Real, Data::Logical(items)) => {
                Data::Real(items.into_iter().map(|b| f64::from(u8::from(b))).collect())
            }
            (Kind::Real, Data::Integer(items)) => Data::Real(items.into_iter().map(|i| i as f64).collect()),
            (Kind::Complex, Data::Complex(items)) => Data::Complex(items),
            (Kind::Complex, Data::Real(items)) => {
                Data::Complex(items.into_iter().map(|x| Complex64::new(x, 0.0)).collect())
            }
            (Kind::Complex, narrow) => narrow.widened(Kind::Real).widened(Kind::Complex),
            (_, any) => Data::Mixed((0..any.len()).map(|at| any.get(at)).collect()),
        }
    }

    /// The items converted, as `astype` does.
    pub fn converted(self, kind: Kind) -> Result<Data> {
        if self.kind() == kind {
            return Ok(self);
        }
        let refused = |of: &str| Fault::type_error(format!("{} of {}", kind.name(), with_article(of)));
        Ok(match (kind, self) {
            (Kind::Logical, Data::Integer(items)) => Data::Logical(items.into_iter().map(|i| i != 0).collect()),
            (Kind::Logical, Data::Real(items)) => Data::Logical(items.into_iter().map(|x| x != 0.0).collect()),
            (Kind::Logical, any) => {
                let logical = |at| truth(&any.get(at)).map(|b| b.unwrap_or(false));
                Data::Logical((0..any.len()).map(logical).collect::<Result<_>>()?)
            }
            (Kind::Integer, Data::Real(items)) => {
                let integer = |x: f64| integer_of(x).map(|i| i.as_index().unwrap_or(0));
                Data::Integer(items.into_iter().map(integer).collect::<Result<_>>()?)
            }
            (Kind::Integer | Kind::Real, Data::Complex(items)) if !items.is_empty() => return Err(refused("complex")),
            (kind @ (Kind::Integer | Kind::Real), Data::Mixed(items)) => {
                let real = |v: &Value| v.as_real().ok_or_else(|| refused(v.type_name()));
                Data::Real(items.iter().map(real).collect::<Result<_>>()?).converted(kind)?
            }
            (Kind::Complex, Data::Mixed(items)) => {
                Data::of(items.iter().map(|v| v.as_complex().map_or(Value::Unknown, Value::Complex)).collect())
            }
            (kind, narrow) => narrow.widened(kind),
        })
    }
}

/// Items that come one by one, kept by kind from the first on.
pub struct Gathering {
    data: Data,
    /// How many are expected; room is made when the kind of the first is known.
    room: usize,
}

impl Gathering {
    pub fn with_room(count: usize) -> Self {
        Gathering { data: Data::Logical(Vec::new()), room: count }
    }

    pub fn push(&mut self, value: Value) {
        let kind = Kind::of(&value);
        if self.data.is_empty() {
            self.data = match kind {
                Kind::Logical => Data::Logical(Vec::with_capacity(self.room)),
                Kind::Integer => Data::Integer(Vec::with_capacity(self.room)),
                Kind::Real => Data::Real(Vec::with_capacity(self.room)),
                Kind::Complex => Data::Complex(Vec::with_capacity(self.room)),
                Kind::Mixed => Data::Mixed(Vec::with_capacity(self.room)),
            };
        } else if self.data.kind() < kind {
            self.data = std::mem::replace(&mut self.data, Data::Logical(Vec::new())).widened(kind);
        }
        match (&mut self.data, value) {
            (Data::Logical(items), Value::Logical(b)) => items.push(b),
            (Data::Integer(items), value) => items.push(value.as_index().unwrap_or_default()),
            (Data::Real(items), value) => items.push(value.as_real().unwrap_or(f64::NAN)),
            (Data::Complex(items), value) => items.push(value.as_complex().unwrap_or_default()),
            (Data::Mixed(items), value) => items.push(value),
            (Data::Logical(_), _) => {}
        }
    }

    pub fn data(self) -> Data {
        match self.data {
            Data::Mixed(items) => alike(items),
            // Nothing is an array of reals, as in numpy.
            data if data.is_empty() => Data::Real(Vec::new()),
            data => data,
        }
    }
}

/// Mixed items whose numbers are promoted to the widest kind among them; of that kind when all are numbers.
fn alike(mut items: Vec<Value>) -> Data {
    let kinds = items.iter().map(Kind::of);
    let widest = kinds.filter(|k| *k != Kind::Mixed).max();
    for item in &mut items {
        let promoted = match widest {
            Some(Kind::Complex) => item.as_complex().map(Value::Complex),
            Some(Kind::Real) => item.as_real().map(Value::Real),
            Some(Kind::Integer) => item.as_index().map(Value::Integer),
            _ => None,
        };
        if let Some(promoted) = promoted {
            *item = promoted;
        }
    }
    if items.iter().any(|v| Kind::of(v) == Kind::Mixed) { Data::Mixed(items) } else { Data::of(items) }
}
