//! Arrays as text, letter by letter as numpy writes them: items of one width, eight decimals at most, powers of ten for all items
//! where one of them asks for it, lines of 75 letters, three items at each end of what has more than a thousand.

use num_complex::Complex64;

use crate::python::core::display::{not_finite, represent};
use crate::python::core::value::{Array, Data, Value};

/// Letters of a line.
const WIDTH: usize = 75;
/// Items that are all written, and items at each end of a longer axis.
const ALL: usize = 1000;
const EDGE: usize = 3;
const DECIMALS: usize = 8;

impl Array {
    /// `str(array)`
    pub fn to_text(&self) -> String {
        if self.is_empty() {
            return "[]".to_string();
        }
        Layout::of(self, " ", " ", WIDTH).text(self)
    }

    /// `repr(array)`
    pub fn to_representation(&self) -> String {
        let data = self.data();
        let kind = match &*data {
            Data::Mixed(_) => {
                let lengths = self.values().iter().map(letters).collect::<Option<Vec<usize>>>();
                Some(lengths.and_then(|all| all.into_iter().max()).map_or("object".to_string(), |n| format!("'<U{n}'")))
            }
            data if self.is_empty() => Some(data.kind().long_name().to_string()),
            _ => None,
        };
        let mut text = "array(".to_string();
        if self.is_empty() {
            text += "[]";
        } else {
            text += &Layout::of(self, ", ", "       ", WIDTH - 1).text(self);
        }
        // What the items alone do not show.
        if self.len() > ALL || self.is_empty() && self.shape != [0] {
            let sizes: Vec<String> = self.shape.iter().map(usize::to_string).collect();
            text += &format!(", shape=({}{})", sizes.join(", "), if sizes.len() == 1 { "," } else { "" });
        }
        if let Some(kind) = kind {
            text += &format!(", dtype={kind}");
        }
        text + ")"
    }
}

fn letters(value: &Value) -> Option<usize> {
    if let Value::Text(text) = value { Some(text.chars().count()) } else { None }
}

/// How the items stand in lines.
struct Layout {
    separator: &'static str,
    /// What a line that goes on begins with.
    indent: &'static str,
    width: usize,
    is_cut: bool,
    words: Words,
}

impl Layout {
    fn of(array: &Array, separator: &'static str, indent: &'static str, width: usize) -> Layout {
        let is_cut = array.len() > ALL;
        let axes: Vec<Vec<usize>> =
            array.shape.iter().map(|&n| ranks(n, is_cut).into_iter().flatten().collect()).collect();
        let shown: Vec<usize> = match axes.as_slice() {
            [rows, columns] => {
                let width = array.shape[1];
                rows.iter().flat_map(|row| columns.iter().map(move |column| row * width + column)).collect()
            }
            [all] => all.clone(),
            _ => Vec::new(),
        };
        Layout { separator, indent, width, is_cut, words: Words::of(array, &shown) }
    }

    fn text(&self, array: &Array) -> String {
        match array.shape[..] {
            [rows, columns] => {
                let indent = format!("{} ", self.indent);
                let row = |row: Option<usize>| match row {
                    Some(row) => self.row(array, row * columns, columns, &indent, self.width - 1),
                    None => "...".to_string(),
                };
                let rows: Vec<String> = ranks(rows, self.is_cut).into_iter().map(row).collect();
                format!("[{}]", rows.join(&format!("{}\n{}", self.separator.trim_end(), self.indent)))
            }
            _ => self.row(array, 0, array.len(), self.indent, self.width),
        }
    }

    /// Items from a rank on, in lines.
    fn row(&self, array: &Array, first: usize, count: usize, indent: &str, width: usize) -> String {
        let width = width - self.separator.trim_end().len().max(1);
        let (mut text, mut line) = (String::new(), indent.to_string());
        for (place, rank) in ranks(count, self.is_cut).into_iter().enumerate() {
            if place > 0 {
                line += self.separator;
            }
            let word = rank.map_or("...".to_string(), |rank| self.words.word(&array.at(first + rank)));
            if line.chars().count() + word.chars().count() > width && line.len() > indent.len() {
                text += line.trim_end();
                text.push('\n');
                line = indent.to_string();
            }
            line += &word;
        }
        text += &line;
        format!("[{}]", &text[indent.len()..])
    }
}

/// Ranks along an axis; nothing where some are left out.
fn ranks(count: usize, is_cut: bool) -> Vec<Option<usize>> {
    if !is_cut || count <= 2 * EDGE {
        return (0..count).map(Some).collect();
    }
    let (begin, end) = ((0..EDGE).map(Some), (count - EDGE..count).map(Some));
    begin.chain([None]).chain(end).collect()
}

/// How one item is written.
enum Words {
    /// In a width.
    Plain(usize),
    Real(Reals),
    Complex(Reals, Reals),
    Any,
}

impl Words {
    fn of(array: &Array, shown: &[usize]) -> Words {
        let values: Vec<Value> = shown.iter().map(|rank| array.at(*rank)).collect();
        match &*array.data() {
            // `True` has the width of `False` wherever it stands.
            Data::Logical(_) => Words::Plain(5),
            Data::Integer(_) => Words::Plain(values.iter().map(|value| represent(value).len()).max().unwrap_or(0)),
            Data::Real(_) => Words::Real(Reals::of(values.iter().filter_map(Value::as_real), false)),
            Data::Complex(_) => {
                let numbers: Vec<Complex64> = values.iter().map(complex).collect();
                let part = |of: fn(&Complex64) -> f64, signed| Reals::of(numbers.iter().map(of), signed);
                Words::Complex(part(|z| z.re, false), part(|z| z.im, true))
            }
            Data::Mixed(_) => Words::Any,
        }
    }

    fn word(&self, value: &Value) -> String {
        match self {
            Words::Plain(width) => format!("{:>width$}", represent(value)),
            Words::Real(reals) => reals.word(value.as_real().unwrap_or(f64::NAN)),
            Words::Complex(real, imaginary) => {
                let z = complex(value);
                let part = imaginary.word(z.im);
                let number = part.trim_end();
                format!("{}{number}j{}", real.word(z.re), &part[number.len()..])
            }
            Words::Any => represent(value),
        }
    }
}

fn complex(value: &Value) -> Complex64 {
    if let Value::Complex(z) = value { *z } else { Complex64::new(value.as_real().unwrap_or(f64::NAN), 0.0) }
}

/// How reals are written: with a power of ten or not, letters before and behind the point.
#[derive(Default)]
struct Reals {
    /// Digits behind the point and of the exponent, where there is one.
    power: Option<(usize, usize)>,
    before: usize,
    behind: usize,
    /// Positive numbers have their sign, too.
    signed: bool,
}

impl Reals {
    fn of(numbers: impl Iterator<Item = f64>, signed: bool) -> Reals {
        let numbers: Vec<f64> = numbers.collect();
        let finite = || numbers.iter().copied().filter(|x| x.is_finite());
        let sizes = || finite().map(f64::abs).filter(|x| *x != 0.0);
        let (largest, smallest) = (sizes().fold(0.0, f64::max), sizes().fold(f64::INFINITY, f64::min));
        let has_power = largest >= 1e8 || sizes().next().is_some() && (smallest < 1e-4 || largest / smallest > 1000.0);
        let mut reals = Reals { signed, ..Reals::default() };
        if has_power {
            let texts: Vec<(usize, usize, usize)> = finite().map(|x| measured(&shortest_power(x), x, signed)).collect();
            let most = |of: fn(&(usize, usize, usize)) -> usize| texts.iter().map(of).max().unwrap_or(0);
            let (digits, exponent) = (most(|t| t.1), most(|t| t.2).max(2));
            reals.power = Some((digits, exponent));
            (reals.before, reals.behind) = (most(|t| t.0), exponent + 2 + digits);
        } else {
            for x in finite() {
                let text = fixed(x, signed);
                let (before, behind) = text.split_once('.').unwrap_or((&text, ""));
                (reals.before, reals.behind) = (reals.before.max(before.len()), reals.behind.max(behind.len()));
            }
        }
        if finite().count() < numbers.len() {
            let has_sign = signed || numbers.contains(&f64::NEG_INFINITY);
            reals.before = reals.before.max((3 + usize::from(has_sign)).saturating_sub(reals.behind + 1));
        }
        reals
    }

    fn word(&self, x: f64) -> String {
        let plus = if self.signed { "+" } else { "" };
        if !x.is_finite() {
            let sign = if x == f64::NEG_INFINITY { "" } else { plus };
            let width = self.before + self.behind + 1;
            return format!("{:>width$}", format!("{sign}{}", not_finite(x)));
        }
        let text = match self.power {
            Some((digits, exponent)) => {
                let text = format!("{x:.digits$e}");
                let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
                let sign = if x.is_sign_negative() { "" } else { plus };
                let point = if mantissa.contains('.') { "" } else { "." };
                let (minus, power) = power.strip_prefix('-').map_or(("+", power), |power| ("-", power));
                format!("{sign}{mantissa}{point}e{minus}{power:0>exponent$}")
            }
            None => fixed(x, self.signed),
        };
        let (before, behind) = text.split_once('.').unwrap_or((&text, ""));
        format!("{before:>first$}.{behind:<second$}", first = self.before, second = self.behind)
    }
}

/// The fewest digits that read back to the number, rounded to eight decimals; a point even where nothing follows.
fn fixed(x: f64, signed: bool) -> String {
    let mut text = format!("{x}");
    if text.split_once('.').is_some_and(|(_, decimals)| decimals.len() > DECIMALS) {
        text = format!("{x:.DECIMALS$}").trim_end_matches('0').to_string();
    }
    let point = if text.contains('.') { "" } else { "." };
    let plus = if signed && x.is_sign_positive() { "+" } else { "" };
    format!("{plus}{text}{point}")
}

/// The fewest digits with a power of ten, eight decimals at most.
fn shortest_power(x: f64) -> String {
    let text = format!("{x:e}");
    let decimals = text.split_once('e').and_then(|(mantissa, _)| mantissa.split_once('.')).map_or(0, |(_, d)| d.len());
    if decimals > DECIMALS { format!("{x:.DECIMALS$e}") } else { text }
}

/// Letters before the point, digits behind it without zeros at the end, digits of the exponent.
fn measured(text: &str, x: f64, signed: bool) -> (usize, usize, usize) {
    let (mantissa, power) = text.split_once('e').unwrap_or((text, "0"));
    let (before, behind) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let plus = usize::from(signed && x.is_sign_positive());
    (before.len() + plus, behind.trim_end_matches('0').len(), power.trim_start_matches('-').len())
}
