//! Reals written as Fortran and C do: `E12.5` is `%12.5E`.

use std::fmt::Write;

use num_complex::Complex64;

/// A complex number written `re+imj`, or `imj` alone.
pub fn read_complex(text: &str) -> Option<Complex64> {
    let body = text.trim().strip_suffix(['j', 'J'])?;
    // The sign of the imaginary part is the last one that is not that of an exponent.
    let mut signs =
        body.char_indices().filter(|(i, c)| *i > 0 && matches!(c, '+' | '-') && !body[..*i].ends_with(['e', 'E']));
    let (re, im) = match signs.next_back() {
        Some((at, _)) => (body[..at].parse().ok()?, body[at..].parse().ok()?),
        None => (0.0, body.parse().ok()?),
    };
    Some(Complex64::new(re, im))
}

/// How a real is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RealFormat {
    pub width: usize,
    pub decimals: usize,
    pub notation: Notation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `1.50000E+00`
    Scientific,
    /// `1.50000`
    Fixed,
    /// The shorter of both, `decimals` significant digits.
    General,
}

impl Default for RealFormat {
    fn default() -> Self {
        RealFormat { width: 12, decimals: 5, notation: Notation::Scientific }
    }
}

impl RealFormat {
    /// Reads `E12.5`, `1PE20.13`, `F10.3`, `G15.8`, or C's `%12.5E`.
    pub fn parse(text: &str) -> Option<Self> {
        let upper = text.trim().to_ascii_uppercase();
        let (notation, numbers) = if let Some(c) = upper.strip_prefix('%') {
            c.split_at_checked(c.len().checked_sub(1)?).map(|(numbers, letter)| (letter.to_string(), numbers))?
        } else {
            let body = upper.strip_prefix("1P").unwrap_or(&upper);
            let (letter, numbers) = body.split_at_checked(1)?;
            (letter.to_string(), numbers)
        };
        let notation = match notation.as_str() {
            "E" | "D" => Notation::Scientific,
            "F" => Notation::Fixed,
            "G" => Notation::General,
            _ => return None,
        };
        let (width, decimals) = numbers.split_once('.').unwrap_or((numbers, "5"));
        let width = if width.is_empty() { 0 } else { width.parse().ok()? };
        let format = RealFormat { width, decimals: decimals.parse().ok()?, notation };
        (format.width <= 80 && format.decimals <= 60).then_some(format)
    }

    /// The number, right-justified.
    pub fn write(&self, x: f64) -> String {
        let text = if x.is_finite() { self.bare(x) } else { format!("{x}") };
        format!("{text:>width$}", width = self.width)
    }

    /// Appends the number without blanks.
    pub fn append(&self, x: f64, out: &mut String) {
        match self.notation {
            Notation::Scientific if x.is_finite() => append_scientific(x, self.decimals, out),
            _ if x.is_finite() => out.push_str(&self.bare(x)),
            _ => out.push_str(&x.to_string()),
        }
    }

    /// Its length without blanks, where the notation tells.
    pub fn length(&self, x: f64) -> Option<usize> {
        // Far from three digits of the exponent, whatever rounding does.
        let short = x == 0.0 || (1e-98..1e98).contains(&x.abs());
        let point = if self.decimals > 0 { 1 + self.decimals } else { 0 };
        let scientific = self.notation == Notation::Scientific;
        (scientific && short).then(|| usize::from(x.is_sign_negative()) + 1 + point + 4)
    }

    fn bare(&self, x: f64) -> String {
        match self.notation {
            Notation::Scientific => scientific(x, self.decimals),
            Notation::Fixed => format!("{x:.*}", self.decimals),
            Notation::General => {
                let digits = self.decimals.max(1);
                let power = if x == 0.0 { 0 } else { libm::floor(libm::log10(x.abs())) as i64 };
                if (-4..digits as i64).contains(&power) {
                    let decimals = (digits as i64 - 1 - power).max(0) as usize;
                    let text = format!("{x:.decimals$}");
                    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
                } else {
                    scientific(x, digits - 1)
                }
            }
        }
    }
}

/// `-1.50000E-03`: a sign and at least two digits of exponent.
fn scientific(x: f64, decimals: usize) -> String {
    let mut out = String::new();
    append_scientific(x, decimals, &mut out);
    out
}

fn append_scientific(x: f64, decimals: usize, out: &mut String) {
    let start = out.len();
    // Writing to a text does not fail.
    let _ = write!(out, "{x:.decimals$E}");
    let Some(mantissa) = out[start..].rfind('E') else { return };
    let exponent: i32 = out[start + mantissa + 1..].parse().unwrap_or(0);
    out.truncate(start + mantissa + 1);
    out.push(if exponent < 0 { '-' } else { '+' });
    if exponent.abs() < 10 {
        out.push('0');
    }
    let _ = write!(out, "{}", exponent.abs());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_look_as_c_writes_them() {
        let e = RealFormat::default();
        assert_eq!((e.write(1.5), e.write(-1.5e-3)), (" 1.50000E+00".into(), "-1.50000E-03".into()));
        assert_eq!((e.write(0.0), e.write(1e-300)), (" 0.00000E+00".into(), "1.00000E-300".into()));
        for x in [0.0, -0.0, 1.5, -1.5e-3, 9.999999e9, 9.9999999e97, -1e-98, 1e98, 1e-99, f64::MAX, f64::NAN] {
            let mut text = String::new();
            e.append(x, &mut text);
            assert_eq!(text, e.write(x).trim_start());
            assert!(e.length(x).is_none_or(|length| length == text.len()), "{text}");
        }
        assert_eq!(RealFormat::parse("E20.13").unwrap().write(0.1), " 1.0000000000000E-01");
        assert_eq!(RealFormat::parse("F8.3").unwrap().write(-2.51828), "  -2.518");
        let g = RealFormat::parse("%10.4G").unwrap();
        assert_eq!((g.write(0.25), g.write(1.0e7)), ("      0.25".into(), " 1.000E+07".into()));
        assert_eq!(RealFormat::parse("1PE12.5"), Some(e));
        assert_eq!((RealFormat::parse("X3"), RealFormat::parse("")), (None, None));
    }
}
