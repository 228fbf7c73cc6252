//! What a file holds.

use indexmap::IndexMap;

/// A scalar attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Integer(i64),
    /// A set of 32 bits.
    Bits(u32),
    Real(f64),
    /// Of fixed length, with a zero at its end.
    Text(String),
}

/// The values of an array.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    Integers(Vec<i64>),
    Reals(Vec<f64>),
    /// Arrays of `width` signed bytes, one after the other.
    Bytes {
        width: u32,
        bytes: Vec<u8>,
    },
}

impl Data {
    /// Number of items.
    pub(super) fn count(&self) -> usize {
        match self {
            Data::Integers(values) => values.len(),
            Data::Reals(values) => values.len(),
            Data::Bytes { width, bytes } => bytes.len() / (*width).max(1) as usize,
        }
    }
}

/// An array with its attributes.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    pub data: Data,
    pub attributes: IndexMap<String, Value>,
}

/// A group: its arrays come after its groups, each in the order in which they were made. Names are all different, and without `/`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    pub attributes: IndexMap<String, Value>,
    pub groups: IndexMap<String, Group>,
    pub arrays: IndexMap<String, Array>,
}

impl Group {
    /// Sets an attribute.
    pub fn put(&mut self, name: &str, value: Value) -> &mut Self {
        self.attributes.insert(name.to_string(), value);
        self
    }

    /// Sets attributes that are whole numbers.
    pub fn integers(&mut self, pairs: &[(&str, i64)]) -> &mut Self {
        pairs.iter().for_each(|(name, value)| drop(self.attributes.insert(name.to_string(), Value::Integer(*value))));
        self
    }

    /// Sets attributes that are texts.
    pub fn texts(&mut self, pairs: &[(&str, &str)]) -> &mut Self {
        for (name, text) in pairs {
            self.attributes.insert(name.to_string(), Value::Text(text.to_string()));
        }
        self
    }

    /// The group of this name, made where it is not there.
    pub fn group(&mut self, name: &str) -> &mut Group {
        // Names that are there are not copied.
        let place = match self.groups.get_index_of(name) {
            Some(place) => place,
            None => self.groups.insert_full(name.to_string(), Group::default()).0,
        };
        &mut self.groups[place]
    }

    /// Sets an array with attributes that are whole numbers.
    pub fn array(&mut self, name: &str, data: Data, attributes: &[(&str, i64)]) {
        let attributes = attributes.iter().map(|(name, value)| (name.to_string(), Value::Integer(*value))).collect();
        self.arrays.insert(name.to_string(), Array { data, attributes });
    }

    /// The bits of an attribute that is a set; none where it is not there.
    pub fn bits(&self, name: &str) -> u32 {
        match self.attributes.get(name) {
            Some(Value::Bits(bits)) => *bits,
            _ => 0,
        }
    }

    /// An attribute that is a whole number.
    pub fn integer(&self, name: &str) -> Option<i64> {
        match self.attributes.get(name) {
            Some(Value::Integer(value)) => Some(*value),
            _ => None,
        }
    }

    /// An attribute that is a text.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.attributes.get(name) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }
}
