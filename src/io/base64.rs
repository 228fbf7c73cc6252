//! Base64 (RFC 4648, section 4): three bytes as four letters.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Appends the letters of `bytes` to `text`.
pub fn encode(bytes: &[u8], text: &mut String) {
    text.reserve(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |k: usize| u32::from(chunk.get(k).copied().unwrap_or(0));
        let word = at(0) << 16 | at(1) << 8 | at(2);
        for k in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * k) & 63) as usize];
            text.push(if k > chunk.len() { '=' } else { char::from(letter) });
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

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
