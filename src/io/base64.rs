//! Base64 (RFC 4648, section 4): three bytes as four letters.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Appends the letters of `bytes` to `text`.
pub fn encode(bytes: &[u8], text: &mut String) {
    let mut letters = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    let whole = bytes.chunks_exact(3);
    let rest = whole.remainder();
    for chunk in whole {
        letters.extend_from_slice(&four([chunk[0], chunk[1], chunk[2]]));
    }
    if !rest.is_empty() {
        let mut last = four([rest[0], rest.get(1).copied().unwrap_or(0), 0]);
        last[rest.len() + 1..].fill(b'=');
        letters.extend_from_slice(&last);
    }
    // Letters are text.
    text.push_str(std::str::from_utf8(&letters).unwrap_or_default());
}

/// The letters of three bytes.
fn four([a, b, c]: [u8; 3]) -> [u8; 4] {
    let letter = |rank: u8| LETTERS[usize::from(rank & 63)];
    [letter(a >> 2), letter(a << 4 | b >> 4), letter(b << 2 | c >> 6), letter(c)]
}

/// The bytes of letters.
pub fn decode(text: &str) -> Vec<u8> {
    let rank = |letter: u8| LETTERS.iter().position(|l| *l == letter).map_or(0, |k| k as u32);
    let mut bytes = Vec::new();
    for four in text.as_bytes().chunks(4) {
        let word = four.iter().fold(0, |word, letter| word << 6 | rank(*letter));
        let count = 3 - four.iter().filter(|l| **l == b'=').count();
        bytes.extend_from_slice(&word.to_be_bytes()[1..=count]);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vectors of RFC 4648, section 10.
    #[test]
    fn letters_are_those_of_the_standard() {
        for (plain, letters) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            let mut text = String::new();
            encode(plain.as_bytes(), &mut text);
            assert_eq!(text, letters);
            assert_eq!(decode(letters), plain.as_bytes());
        }
    }
}
