//! The numbers that stand in a text of any layout: reals are written with a point or an exponent, integers with
//! digits only.
//!
//! A sign directly before a number belongs to it. Digits that follow a letter are part of a word (`N12`,
//! `fort.8`), and so are not numbers. Exponents may be Fortran's (`1.0D+03`).

/// Numbers in the order of the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FoundNumbers {
    pub reals: Vec<f64>,
    pub integers: Vec<i64>,
}

impl FoundNumbers {
    pub fn read(text: &str) -> FoundNumbers {
        let mut found = FoundNumbers::default();
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let length = number(&bytes[at..]);
            if length > 0 {
                found.keep(&text[at..at + length]);
                at += length;
            } else if is_letter(bytes[at]) {
                at += bytes[at..].iter().take_while(|b| is_letter(**b) || b.is_ascii_digit() || **b == b'.').count();
            } else {
                at += 1;
            }
        }
        found
    }

    fn keep(&mut self, digits: &str) {
        if let Ok(integer) = digits.parse::<i64>() {
            self.integers.push(integer);
        } else if let Ok(real) = digits.replace(['d', 'D'], "e").parse::<f64>() {
            self.reals.push(real);
        }
    }
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

/// Length of the number the text starts with; 0 when it starts with none.
fn number(text: &[u8]) -> usize {
    let digits = |from: usize| text[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut at = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let whole = digits(at);
    at += whole;
    let mut fraction = 0;
    if text.get(at) == Some(&b'.') {
        fraction = digits(at + 1);
        if whole + fraction > 0 {
            at += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return 0;
    }
    if matches!(text.get(at), Some(b'e' | b'E' | b'd' | b'D')) {
        let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits((at + 1 + sign).min(text.len()));
        if exponent > 0 {
            at += 1 + sign + exponent;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reals_and_integers_are_told_apart() {
        let found = FoundNumbers::read("N12 3 -4.5 .5 1. 2E3 7D-1 x=8, fort.9 1.0E+00-2.0E+00\n+6 5mm (10:20)");
        assert_eq!(found.reals, [-4.5, 0.5, 1.0, 2000.0, 0.7, 1.0, -2.0]);
        assert_eq!(found.integers, [3, 8, 6, 5, 10, 20]);
    }

    #[test]
    fn a_lone_sign_or_point_is_no_number() {
        assert_eq!(FoundNumbers::read("- + . -. e5 -e5 ... 1e é2"), FoundNumbers { reals: vec![], integers: vec![1] });
        assert_eq!(FoundNumbers::read(""), FoundNumbers::default());
    }
}
