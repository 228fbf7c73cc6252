//! Array files of numpy: one array (`.npy`), or several with their names (`.npz`, a zip archive).
//!
//! An array file is a magic word, a header that gives the type, the order and the shape as a Python dictionary, then
//! the numbers. Read: reals of 4 or 8 bytes and integers of 4 or 8 bytes, little or big endian, stored by rows or
//! by columns, of one or two dimensions. Written: reals of 8 bytes by rows, archives without compression, so that
//! reading back gives the same bits. Compressed archives are refused. Format: numpy enhancement proposal 1; PKWARE
//! application note, sections 4.3.7 to 4.3.16.

/// A table of reals, row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Array {
    pub width: usize,
    pub numbers: Vec<f64>,
}

impl Array {
    /// Columns of one length side by side.
    pub fn of_columns(columns: &[&[f64]]) -> Array {
        let rows = columns.iter().map(|c| c.len()).min().unwrap_or(0);
        let row = |i: usize| columns.iter().map(move |c| c[i]);
        Array { width: columns.len(), numbers: (0..rows).flat_map(row).collect() }
    }
}

/// What keeps a file from being read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("not an array file: {what}")]
pub struct ArrayFault {
    pub what: String,
}

fn fault(what: impl Into<String>) -> ArrayFault {
    ArrayFault { what: what.into() }
}

/// The arrays of a file: one, or those of an archive in their order.
pub fn read(bytes: &[u8]) -> Result<Vec<Array>, ArrayFault> {
    if bytes.starts_with(b"PK") { read_archive(bytes) } else { Ok(vec![read_array(bytes)?]) }
}

/// An archive of named arrays.
pub fn archive(arrays: &[(String, Array)]) -> Vec<u8> {
    archive_of_files(arrays.iter().map(|(name, array)| (name.as_str(), array_file(array))))
}

/// An archive of array files, each with the name of its array.
pub fn archive_of_files<'n>(files: impl IntoIterator<Item = (&'n str, Vec<u8>)>) -> Vec<u8> {
    let (mut out, mut directory, mut count) = (Vec::new(), Vec::new(), 0u16);
    for (name, data) in files {
        let name = format!("{name}.npy");
        count = count.wrapping_add(1);
        let mut entry = Vec::new();
        // Version 2.0, names in UTF-8, stored, 1980-01-01.
        for half in [20u16, 0x0800, 0, 0, 0x0021] {
            entry.extend(half.to_le_bytes());
        }
        for word in [checksum(&data), data.len() as u32, data.len() as u32] {
            entry.extend(word.to_le_bytes());
        }
        entry.extend((name.len() as u16).to_le_bytes());
        entry.extend(0u16.to_le_bytes());
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&entry);
        directory.extend([0; 10]);
        directory.extend((out.len() as u32).to_le_bytes());
        directory.extend(name.as_bytes());
        out.extend(b"PK\x03\x04");
        out.extend(&entry);
        out.extend(name.as_bytes());
        out.extend(data);
    }
    let start = out.len() as u32;
    out.extend(&directory);
    out.extend(b"PK\x05\x06\x00\x00\x00\x00");
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend((directory.len() as u32).to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0; 2]);
    out
}

/// An array file of two dimensions that holds reals.
pub fn array_file(array: &Array) -> Vec<u8> {
    let rows = array.numbers.len() / array.width.max(1);
    let mut bytes = head("<f8", &format!("({rows}, {})", array.width));
    array.numbers.iter().for_each(|x| bytes.extend(x.to_le_bytes()));
    bytes
}

/// An array file of one dimension that holds reals.
pub fn row_file(numbers: &[f64]) -> Vec<u8> {
    let mut bytes = head("<f8", &format!("({},)", numbers.len()));
    numbers.iter().for_each(|x| bytes.extend(x.to_le_bytes()));
    bytes
}

/// An array file of one dimension that holds texts, each as wide as the longest one.
pub fn text_file(texts: &[String]) -> Vec<u8> {
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(1);
    let mut bytes = head(&format!("<U{width}"), &format!("({},)", texts.len()));
    for text in texts {
        let padded = text.chars().map(u32::from).chain(std::iter::repeat(0)).take(width);
        padded.for_each(|c| bytes.extend(c.to_le_bytes()));
    }
    bytes
}

/// Magic word and header of an array file.
fn head(kind: &str, shape: &str) -> Vec<u8> {
    let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    // The numbers start at a multiple of 64.
    while (10 + header.len() + 1) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.bytes());
    bytes
}

fn read_archive(bytes: &[u8]) -> Result<Vec<Array>, ArrayFault> {
    let cut = || fault("the archive is cut");
    let half = |at: usize| bytes.get(at..at + 2).map(|b| usize::from(u16::from_le_bytes([b[0], b[1]])));
    let word = |at: usize| bytes.get(at..at + 4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]) as usize);
    let end = bytes.windows(4).rposition(|w| w == b"PK\x05\x06").ok_or_else(cut)?;
    let (count, mut at) = (half(end + 10).ok_or_else(cut)?, word(end + 16).ok_or_else(cut)?);
    let mut arrays = Vec::new();
    for _ in 0..count {
        if !bytes.get(at..).is_some_and(|rest| rest.starts_with(b"PK\x01\x02")) {
            return Err(cut());
        }
        let sizes = (half(at + 10), word(at + 20), half(at + 28), half(at + 30), half(at + 32), word(at + 42));
        let (Some(method), Some(size), Some(name), Some(extra), Some(comment), Some(start)) = sizes else {
            return Err(cut());
        };
        if method != 0 {
            return Err(fault("the archive is compressed; numpy.savez stores arrays as they are"));
        }
        let (Some(local_name), Some(local_extra)) = (half(start + 26), half(start + 28)) else { return Err(cut()) };
        let data = start + 30 + local_name + local_extra;
        arrays.push(read_array(bytes.get(data..data.saturating_add(size)).ok_or_else(cut)?)?);
        at += 46 + name + extra + comment;
    }
    Ok(arrays)
}

fn read_array(bytes: &[u8]) -> Result<Array, ArrayFault> {
    let body = bytes.strip_prefix(b"\x93NUMPY").ok_or_else(|| fault("it does not start as one"))?;
    let (length, start) = match body {
        [1, _, a, b, ..] => (usize::from(u16::from_le_bytes([*a, *b])), 4usize),
        [2 | 3, _, a, b, c, d, ..] => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, 6),
        _ => return Err(fault("its version is unknown")),
    };
    let header = body.get(start..start.saturating_add(length)).ok_or_else(|| fault("its header is cut"))?;
    let header = String::from_utf8_lossy(header).to_string();
    let after = |key: &str| header.split_once(key).map(|(_, rest)| rest.trim_start_matches([' ', ':']));
    let kind = after("'descr'").and_then(|rest| rest.strip_prefix('\'')?.split_once('\'')).map_or("", |(kind, _)| kind);
    let read = number_of(kind).ok_or_else(|| fault(format!("its numbers are of the type '{kind}', not reals")))?;
    let by_columns = after("'fortran_order'").is_some_and(|rest| rest.starts_with("True"));
    let shape = after("'shape'").and_then(|rest| rest.strip_prefix('(')).and_then(|rest| rest.split_once(')'));
    let sizes = shape.map(|(inside, _)| inside.split(',').map(str::trim).filter(|s| !s.is_empty()));
    let sizes: Option<Vec<usize>> = sizes.and_then(|sizes| sizes.map(|s| s.parse().ok()).collect());
    let (rows, width) = match sizes.as_deref() {
        Some([rows]) => (*rows, 1),
        Some([rows, columns]) => (*rows, *columns),
        _ => return Err(fault("it does not have one or two dimensions")),
    };
    let data = body.get(start + length..).unwrap_or_default();
    let size = if kind.ends_with('8') { 8 } else { 4 };
    if width == 0 || Some(data.len()) != rows.checked_mul(width).and_then(|n| n.checked_mul(size)) {
        return Err(fault("its size is not the one its header gives"));
    }
    let stored: Vec<f64> = data.chunks_exact(size).map(read).collect();
    let numbers = if by_columns {
        (0..rows).flat_map(|i| (0..width).map(move |j| (i, j))).map(|(i, j)| stored[j * rows + i]).collect()
    } else {
        stored
    };
    Ok(Array { width, numbers })
}

/// Reads one number of a type such as `<f8` from its bytes.
fn number_of(kind: &str) -> Option<fn(&[u8]) -> f64> {
    fn eight(b: &[u8]) -> [u8; 8] {
        std::array::from_fn(|i| b.get(i).copied().unwrap_or(0))
    }
    fn four(b: &[u8]) -> [u8; 4] {
        std::array::from_fn(|i| b.get(i).copied().unwrap_or(0))
    }
    Some(match kind {
        "<f8" => |b| f64::from_le_bytes(eight(b)),
        ">f8" => |b| f64::from_be_bytes(eight(b)),
        "<f4" => |b| f64::from(f32::from_le_bytes(four(b))),
        ">f4" => |b| f64::from(f32::from_be_bytes(four(b))),
        "<i8" => |b| i64::from_le_bytes(eight(b)) as f64,
        ">i8" => |b| i64::from_be_bytes(eight(b)) as f64,
        "<i4" => |b| f64::from(i32::from_le_bytes(four(b))),
        ">i4" => |b| f64::from(i32::from_be_bytes(four(b))),
        _ => return None,
    })
}

/// The cyclic redundancy check of zip archives (polynomial 0xEDB88320, reflected).
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |c, _| if c & 1 == 1 { (c >> 1) ^ 0xEDB8_8320 } else { c >> 1 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn file(descr: &str, order: &str, shape: &str, data: &[u8]) -> Vec<u8> {
        let header = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}\n");
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.bytes());
        bytes.extend(data);
        bytes
    }

    #[test]
    fn types_and_orders() {
        let reals: Vec<u8> = [0.0f64, 1.5, 0.1, 2.5].iter().flat_map(|x| x.to_le_bytes()).collect();
        assert_eq!(read(&file("<f8", "False", "(2, 2)", &reals)).unwrap()[0].numbers, [0.0, 1.5, 0.1, 2.5]);
        assert_eq!(read(&file("<f8", "True", "(2, 2)", &reals)).unwrap()[0].numbers, [0.0, 0.1, 1.5, 2.5]);
        assert_eq!(read(&file("<f8", "False", "(4,)", &reals)).unwrap()[0].width, 1);
        let whole: Vec<u8> = [-3i32, 7].iter().flat_map(|x| x.to_be_bytes()).collect();
        assert_eq!(read(&file(">i4", "False", "(1, 2)", &whole)).unwrap()[0].numbers, [-3.0, 7.0]);
        for broken in [
            file("<f8", "False", "(2, 2)", &reals[1..]),
            file("<c16", "False", "(2,)", &reals),
            file("<f8", "False", "(1, 2, 2)", &reals),
            b"1.0 2.0".to_vec(),
            b"\x93NUMPY\x01\x00\xff\xff".to_vec(),
            b"PK\x05\x06".to_vec(),
        ] {
            assert!(read(&broken).is_err());
        }
    }

    #[test]
    fn the_checksum_of_the_standard_word() {
        assert_eq!(checksum(b"123456789"), 0xCBF4_3926);
    }

    proptest! {
        /// For all numbers, an archive is read back bit for bit.
        #[test]
        fn archives_come_back(a in proptest::collection::vec(any::<f64>(), 0..20), b in proptest::collection::vec(any::<f64>(), 1..9)) {
            let two = vec![Array { width: 1, numbers: a }, Array::of_columns(&[&b, &b, &b])];
            let named: Vec<(String, Array)> = two.iter().cloned().enumerate().map(|(i, a)| (format!("é{i}"), a)).collect();
            let bits = |arrays: &[Array]| -> Vec<(usize, Vec<u64>)> {
                arrays.iter().map(|a| (a.width, a.numbers.iter().map(|x| x.to_bits()).collect())).collect()
            };
            prop_assert_eq!(bits(&read(&archive(&named)).unwrap()), bits(&two));
        }
    }
}
