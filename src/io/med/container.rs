//! The HDF5 side of MED files: groups, arrays and attributes, read with the crate `hdf5-reader`, which is named
//! nowhere else.
//!
//! Read: whatever the crate reads (superblocks 0 to 3, object headers 1 and 2, links in symbol tables, messages or
//! dense storage, contiguous, compact or chunked data). Links to other files are not followed.

use hdf5_reader::group::Group;
use hdf5_reader::{ByteOrder, Dataset, Datatype, Hdf5File, OpenOptions};

/// Why the container cannot be read; the text of the crate.
#[derive(Debug)]
pub struct Damage(pub String);

impl From<hdf5_reader::error::Error> for Damage {
    fn from(error: hdf5_reader::error::Error) -> Self {
        Damage(error.to_string())
    }
}

/// Arrays may be this many times larger than the file (compressed data), not more.
const LARGEST_EXPANSION: usize = 100;

/// A group of the file.
pub struct Folder(Group);

/// An array, with the attribute NBR that MED hangs on most of them.
pub struct Array<T> {
    pub values: Vec<T>,
    pub count: Option<usize>,
}

/// The root of a file held in memory.
pub fn open(bytes: Vec<u8>) -> Result<Folder, Damage> {
    let options = OpenOptions {
        max_read_bytes: bytes.len().saturating_mul(LARGEST_EXPANSION),
        max_chunk_bytes: bytes.len().saturating_mul(LARGEST_EXPANSION),
        max_object_header_bytes: bytes.len(),
        ..OpenOptions::default()
    };
    let found = bytes.len() as u64;
    let file = Hdf5File::from_vec_with_options(bytes, options)?;
    let declared = file.superblock().eof_address;
    if found < declared {
        return Err(Damage(format!("it is cut short: {found} bytes of {declared}")));
    }
    Ok(Folder(file.root_group()?))
}

impl Folder {
    /// The groups it holds, in the order of the alphabet whatever the file keeps.
    pub fn folders(&self) -> Result<Vec<Folder>, Damage> {
        let mut folders: Vec<Folder> = self.0.groups()?.into_iter().map(Folder).collect();
        folders.sort_by(|a, b| a.name().cmp(b.name()));
        Ok(folders)
    }

    pub fn name(&self) -> &str {
        self.0.name()
    }

    pub fn folder(&self, name: &str) -> Result<Option<Folder>, Damage> {
        let there = self.0.member_names()?.0.iter().any(|n| n == name);
        Ok(if there { Some(Folder(self.0.group(name)?)) } else { None })
    }

    /// An attribute that is one number.
    pub fn attribute(&self, name: &str) -> Option<i64> {
        let attribute = self.0.attribute(name).ok()?;
        integers(&attribute.raw_data, &attribute.datatype)?.first().copied()
    }

    /// An attribute that is one real.
    pub fn real_attribute(&self, name: &str) -> Option<f64> {
        let attribute = self.0.attribute(name).ok()?;
        reals(&attribute.raw_data, &attribute.datatype)?.first().copied()
    }

    /// The bytes of an attribute that is a text, up to a zero.
    pub fn text_attribute(&self, name: &str) -> Option<Vec<u8>> {
        let attribute = self.0.attribute(name).ok()?;
        let Datatype::String { .. } = attribute.datatype else { return None };
        let bytes = attribute.raw_data;
        let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
        Some(bytes[..end].to_vec())
    }

    /// An array of reals, or of whole numbers.
    pub fn numbers(&self, name: &str) -> Result<Option<Vec<f64>>, Damage> {
        let found = self.array(name, "numbers", |bytes, kind| {
            reals(bytes, kind).or_else(|| Some(integers(bytes, kind)?.into_iter().map(|n| n as f64).collect()))
        })?;
        Ok(found.map(|array| array.values))
    }

    pub fn integers(&self, name: &str) -> Result<Option<Array<i64>>, Damage> {
        self.array(name, "whole numbers", integers)
    }

    pub fn reals(&self, name: &str) -> Result<Option<Array<f64>>, Damage> {
        self.array(name, "reals", reals)
    }

    /// The bytes of an array of characters, whether it is made of strings or of small integers.
    pub fn characters(&self, name: &str) -> Result<Option<Array<u8>>, Damage> {
        self.array(name, "characters", |bytes, kind| {
            let kind = if let Datatype::Array { base, .. } = kind { base } else { kind };
            match kind {
                Datatype::String { .. } | Datatype::FixedPoint { size: 1, .. } => Some(bytes.to_vec()),
                _ => None,
            }
        })
    }

    fn array<T>(
        &self,
        name: &str,
        what: &str,
        decode: impl Fn(&[u8], &Datatype) -> Option<Vec<T>>,
    ) -> Result<Option<Array<T>>, Damage> {
        if !self.0.member_names()?.1.iter().any(|n| n == name) {
            return Ok(None);
        }
        let data: Dataset = self.0.dataset(name)?;
        let values = decode(&data.read_raw_bytes()?, data.dtype())
            .ok_or_else(|| Damage(format!("the array {name} does not hold {what}")))?;
        let count = data.attribute("NBR").ok().and_then(|a| integers(&a.raw_data, &a.datatype)?.first().copied());
        Ok(Some(Array { values, count: count.and_then(|n| usize::try_from(n).ok()) }))
    }
}

fn integers(bytes: &[u8], kind: &Datatype) -> Option<Vec<i64>> {
    let Datatype::FixedPoint { size: size @ (4 | 8), byte_order, .. } = kind else { return None };
    let value = |item: &[u8]| match item.len() {
        4 => i64::from(ordered(item, *byte_order, i32::from_le_bytes)),
        _ => ordered(item, *byte_order, i64::from_le_bytes),
    };
    Some(bytes.chunks_exact(usize::from(*size)).map(value).collect())
}

fn reals(bytes: &[u8], kind: &Datatype) -> Option<Vec<f64>> {
    let Datatype::FloatingPoint { size: size @ (4 | 8), byte_order } = kind else { return None };
    let value = |item: &[u8]| match item.len() {
        4 => f64::from(ordered(item, *byte_order, f32::from_le_bytes)),
        _ => ordered(item, *byte_order, f64::from_le_bytes),
    };
    Some(bytes.chunks_exact(usize::from(*size)).map(value).collect())
}

/// One number of `N` bytes, turned round when the file has the high byte first.
fn ordered<const N: usize, T>(item: &[u8], order: ByteOrder, from: impl Fn([u8; N]) -> T) -> T {
    let mut bytes = [0; N];
    bytes.copy_from_slice(item);
    if matches!(order, ByteOrder::BigEndian) {
        bytes.reverse();
    }
    from(bytes)
}
