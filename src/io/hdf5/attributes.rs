//! Messages of object headers: types, spaces, attributes.

use super::blocks::{Oversize, short};
use super::tree::{Data, Value};

/// Whole numbers with the low byte first.
fn integer_type(size: u8) -> Vec<u8> {
    vec![0x10, 8, 0, 0, size, 0, 0, 0, 0, 0, size * 8, 0]
}

/// IEEE numbers of 8 bytes: place of the sign, of the exponent (52, 11 bits), of the mantissa, bias 1023.
fn real_type() -> Vec<u8> {
    vec![0x11, 0x20, 63, 0, 8, 0, 0, 0, 0, 0, 64, 0, 52, 11, 0, 52, 0xff, 3, 0, 0]
}

/// Texts of fixed length that end with a zero.
fn text_type(size: u32) -> Vec<u8> {
    [&[0x13, 0, 0, 0][..], &size.to_le_bytes()].concat()
}

/// Sets of 32 bits (class 4).
fn bits_type() -> Vec<u8> {
    vec![0x14, 0, 0, 0, 4, 0, 0, 0, 0, 0, 32, 0]
}

/// The type of the items of an array.
pub(super) fn type_of(data: &Data) -> Vec<u8> {
    match data {
        Data::Integers(_) => integer_type(8),
        Data::Reals(_) => real_type(),
        Data::Bytes { width, .. } => {
            let width = width.to_le_bytes();
            [&[0x3a, 0, 0, 0][..], &width, &[1], &width, &integer_type(1)].concat()
        }
    }
}

/// One item, or an array of one dimension.
pub(super) fn space(count: Option<usize>) -> Vec<u8> {
    match count {
        None => vec![2, 0, 0, 0],
        Some(count) => [&[2, 1, 0, 1][..], &(count as u64).to_le_bytes()].concat(),
    }
}

/// Adds a message to a header.
pub(super) fn message(header: &mut Vec<u8>, kind: u8, body: &[u8]) -> Result<(), Oversize> {
    header.push(kind);
    header.extend(short(body.len(), "a message of the header")?);
    header.push(0);
    header.extend(body);
    Ok(())
}

/// Adds an attribute to a header.
pub(super) fn attribute(header: &mut Vec<u8>, name: &str, value: &Value) -> Result<(), Oversize> {
    let (kind, data) = match value {
        Value::Integer(value) => (integer_type(8), value.to_le_bytes().to_vec()),
        Value::Bits(bits) => (bits_type(), bits.to_le_bytes().to_vec()),
        Value::Real(value) => (real_type(), value.to_le_bytes().to_vec()),
        Value::Text(text) => {
            let bytes = [text.as_bytes(), &[0]].concat();
            (text_type(bytes.len() as u32), bytes)
        }
    };
    let space = space(None);
    let mut body = vec![3, 0];
    for length in [name.len() + 1, kind.len(), space.len()] {
        body.extend(short(length, name)?);
    }
    body.push(0);
    body.extend(name.as_bytes());
    body.push(0);
    body.extend(kind);
    body.extend(space);
    body.extend(data);
    message(header, 0x0c, &body)
}
