//! From the bytes of a file to its text, and back.

use std::ops::Range;

/// Text of a command file: the byte order mark is dropped, line ends become `\n`, and a byte that is
/// not UTF-8 is read as Latin-1, so that old comments and titles never stop a study.
pub fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|&b| char::from(b)));
    }
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

/// The bytes of a file with parts of its text replaced (in their order, none meets another): all else stays as it is written,
/// its encoding, its line ends and its byte order mark; what is new is written as they are. `None` when a part is none of the text.
pub fn rewritten(bytes: &[u8], edits: &[(Range<usize>, String)]) -> Option<Vec<u8>> {
    let (places, is_latin) = places(bytes);
    let is_crlf = bytes.windows(2).any(|pair| pair == b"\r\n");
    let mut new = Vec::with_capacity(bytes.len());
    let mut done = 0;
    for (range, text) in edits {
        let (start, end) = (*places.get(range.start)?, *places.get(range.end)?);
        new.extend_from_slice(bytes.get(done..start)?);
        for c in text.chars() {
            match c {
                '\n' if is_crlf => new.extend_from_slice(b"\r\n"),
                c if is_latin && (c as u32) < 256 => new.push(c as u32 as u8),
                c => new.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        done = end;
    }
    new.extend_from_slice(bytes.get(done..)?);
    Some(new)
}

/// Where each byte of the decoded text, and its end, stands in the file; whether the file has bytes that are not UTF-8.
fn places(bytes: &[u8]) -> (Vec<usize>, bool) {
    let mut at = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    let (mut places, mut is_latin) = (Vec::with_capacity(bytes.len() + 1), false);
    for chunk in bytes[at..].utf8_chunks() {
        let valid = chunk.valid().as_bytes();
        for (rank, byte) in valid.iter().enumerate() {
            // The two bytes of a line end are one.
            if rank == 0 || (valid[rank - 1], *byte) != (b'\r', b'\n') {
                places.push(at);
            }
            at += 1;
        }
        for _ in chunk.invalid() {
            is_latin = true;
            places.extend([at, at]);
            at += 1;
        }
    }
    places.push(at);
    (places, is_latin)
}

#[cfg(test)]
mod tests {
    use super::{decode, rewritten};

    #[test]
    fn what_is_not_replaced_keeps_its_bytes() {
        for bytes in [&b"\xEF\xBB\xBFx = 1\r\ny = 2\rz = '\xC3\xA9'"[..], b"# \xE9t\xE9\r\nx = 1 # \xC3\xA0\r\n"] {
            assert_eq!(rewritten(bytes, &[]).as_deref(), Some(bytes));
            let text = decode(bytes);
            let at = text.find("x = 1").unwrap();
            let new = rewritten(bytes, &[(at..at + 1, "\u{e0}\nb".into())]).unwrap();
            assert_eq!(decode(&new), text.replacen('x', "\u{e0}\nb", 1));
            let rest = bytes.windows(4).position(|part| part == b" = 1").unwrap();
            assert!(new.ends_with(&bytes[rest..]));
        }
        assert_eq!(rewritten(b"a\r\nb\xE9", &[(1..2, "\n\u{e8}\n".into())]).unwrap(), b"a\r\n\xE8\r\nb\xE9");
        assert_eq!(rewritten(b"a", &[(0..3, String::new())]), None);
    }

    #[test]
    fn marks_line_ends_and_latin_1_bytes_are_read() {
        assert_eq!(decode(b"\xEF\xBB\xBFx = 1\r\ny = 2\rz"), "x = 1\ny = 2\nz");
        assert_eq!(decode(b"# \xE9t\xE9, d\xC3\xA9j\xC3\xA0\n"), "# été, déjà\n");
    }
}
