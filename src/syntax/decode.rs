//! From the bytes of a file to its text.

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

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn marks_line_ends_and_latin_1_bytes_are_read() {
        assert_eq!(decode(b"\xEF\xBB\xBFx = 1\r\ny = 2\rz"), "x = 1\ny = 2\nz");
        assert_eq!(decode(b"# \xE9t\xE9, d\xC3\xA9j\xC3\xA0\n"), "# été, déjà\n");
    }
}
