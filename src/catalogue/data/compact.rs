//! The compact form of a description: its parts one after the other in the order of their fields, small numbers in one
//! byte. Texts are apart, each once; the form gives their place and length, so that reading copies none of them.
//!
//! `build.rs` writes it and the same version of the program reads it, so it holds no version and no names of fields.

use std::collections::BTreeMap;

/// Types that can be written and read back.
pub trait Compact: Sized {
    fn write(&self, to: &mut Writer);
    fn read(from: &mut Reader) -> Self;
}

/// Bytes that are written, with a table of texts.
#[derive(Default)]
pub struct Writer {
    pub bytes: Vec<u8>,
    pub texts: String,
    /// Places of the texts that have been met.
    places: BTreeMap<String, usize>,
}

impl Writer {
    /// Seven bits in each byte, the lowest first; the last byte has no high bit.
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// Writes something behind its length, so that a reader may pass over it.
    pub fn apart(&mut self, write: impl FnOnce(&mut Self)) {
        let before = std::mem::take(&mut self.bytes);
        write(self);
        let own = std::mem::replace(&mut self.bytes, before);
        self.number(own.len() as u64);
        self.bytes.extend(own);
    }

    fn text(&mut self, text: &str) {
        let place = match self.places.get(text) {
            Some(place) => *place,
            None => {
                self.places.insert(text.to_string(), self.texts.len());
                self.texts.push_str(text);
                self.texts.len() - text.len()
            }
        };
        self.number(text.len() as u64);
        self.number(place as u64);
    }
}

/// Bytes that are read, with their table of texts.
#[derive(Clone, Default)]
pub struct Reader {
    /// Bytes that are left to read.
    bytes: &'static [u8],
    texts: &'static str,
}

impl Reader {
    /// Reads from the beginning of `bytes`.
    pub fn new(bytes: &'static [u8], texts: &'static str) -> Self {
        Reader { bytes, texts }
    }

    /// The next byte; 0 at the end.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        *first
    }

    /// A reader of what was written by [`Writer::apart`]; this one goes on behind it.
    pub fn apart(&mut self) -> Reader {
        let length = self.number() as usize;
        let (own, rest) = self.bytes.split_at(length.min(self.bytes.len()));
        self.bytes = rest;
        Reader { bytes: own, texts: self.texts }
    }

    fn number(&mut self) -> u64 {
        let mut number = 0;
        let mut shift = 0;
        loop {
            let byte = self.byte();
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return number;
            }
            shift += 7;
        }
    }
}

impl Compact for bool {
    fn write(&self, to: &mut Writer) {
        to.bytes.push(u8::from(*self));
    }

    fn read(from: &mut Reader) -> Self {
        from.byte() != 0
    }
}

impl Compact for usize {
    fn write(&self, to: &mut Writer) {
        to.number(*self as u64);
    }

    fn read(from: &mut Reader) -> Self {
        from.number() as usize
    }
}

impl Compact for i64 {
    /// The sign is the lowest bit.
    fn write(&self, to: &mut Writer) {
        to.number(((self << 1) ^ (self >> 63)) as u64);
    }

    fn read(from: &mut Reader) -> Self {
        let number = from.number();
        (number >> 1) as i64 ^ -((number & 1) as i64)
    }
}

impl Compact for f64 {
    fn write(&self, to: &mut Writer) {
        to.bytes.extend(self.to_le_bytes());
    }

    fn read(from: &mut Reader) -> Self {
        f64::from_le_bytes(std::array::from_fn(|_| from.byte()))
    }
}

impl Compact for &'static str {
    fn write(&self, to: &mut Writer) {
        to.text(self);
    }

    fn read(from: &mut Reader) -> Self {
        let length = from.number() as usize;
        let place = from.number() as usize;
        from.texts.get(place..place + length).unwrap_or_default()
    }
}

impl<T: Compact> Compact for Option<T> {
    fn write(&self, to: &mut Writer) {
        self.is_some().write(to);
        if let Some(value) = self {
            value.write(to);
        }
    }

    fn read(from: &mut Reader) -> Self {
        bool::read(from).then(|| T::read(from))
    }
}

impl<T: Compact> Compact for Box<T> {
    fn write(&self, to: &mut Writer) {
        T::write(self, to);
    }

    fn read(from: &mut Reader) -> Self {
        Box::new(T::read(from))
    }
}

impl<T: Compact> Compact for Vec<T> {
    fn write(&self, to: &mut Writer) {
        self.len().write(to);
        self.iter().for_each(|item| item.write(to));
    }

    fn read(from: &mut Reader) -> Self {
        let length = usize::read(from);
        (0..length).map(|_| T::read(from)).collect()
    }
}

impl<A: Compact, B: Compact> Compact for (A, B) {
    fn write(&self, to: &mut Writer) {
        self.0.write(to);
        self.1.write(to);
    }

    fn read(from: &mut Reader) -> Self {
        (A::read(from), B::read(from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn returned<T: Compact>(value: &T) -> T {
        let mut writer = Writer::default();
        value.write(&mut writer);
        let mut reader = Reader::new(writer.bytes.leak(), writer.texts.leak());
        let back = T::read(&mut reader);
        assert!(reader.bytes.is_empty());
        back
    }

    #[test]
    fn values_come_back() {
        for number in [0, 1, -1, 63, 64, -64, -65, 8191, i64::MAX, i64::MIN] {
            assert_eq!(returned(&number), number);
        }
        for number in [0.0, -0.0, 0.1, 1e300, f64::MIN_POSITIVE, f64::INFINITY] {
            assert_eq!(returned(&number).to_bits(), number.to_bits());
        }
        for number in [0, 127, 128, 16_383, 16_384, usize::MAX] {
            assert_eq!(returned(&number), number);
        }
        let list = vec![(Some("é"), true), (None, false), (Some(""), true), (Some("é"), false)];
        assert_eq!(returned(&list), list);
    }

    #[test]
    fn a_text_is_kept_once() {
        let mut writer = Writer::default();
        vec!["TOUT", "OUI", "TOUT"].write(&mut writer);
        assert_eq!(writer.texts, "TOUTOUI");
    }
}
