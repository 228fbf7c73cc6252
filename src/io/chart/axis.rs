//! Axes of a chart: their range, their round ticks, the text of the ticks.

use super::style::{LEFT, RIGHT, WIDTH};
use super::text::{shortened, width};

/// How values are laid along an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    #[default]
    Linear,
    /// Decimal logarithm; values that are not positive are left out.
    Logarithmic,
}

/// What an axis shows.
#[derive(Clone, Debug, Default)]
pub struct Axis {
    /// Name and unit: `time (s)`.
    pub label: String,
    pub scale: Scale,
    /// First and last value; from the data when absent.
    pub bounds: Option<(f64, f64)>,
    /// Distance between grid lines of a linear axis; round when absent.
    pub step: Option<f64>,
    /// Names at 1, 2, 3 ... in place of numbers.
    pub names: Vec<String>,
}

/// An axis fitted to its data.
#[derive(Clone, Debug)]
pub(super) struct Fitted {
    pub scale: Scale,
    /// Range, in values.
    pub low: f64,
    pub high: f64,
    /// Ticks with their text.
    pub ticks: Vec<(f64, String)>,
    /// Lines between the ticks of a logarithmic axis.
    pub minor: Vec<f64>,
    /// Power of ten taken out of the text of the ticks.
    pub exponent: i32,
    /// What is taken off before, when the values differ by little of their size.
    pub offset: f64,
}

/// Room that a name needs along an axis at least.
const SHORTEST_NAME: f64 = 44.0;

/// Share of an axis that is left free where data would touch its end.
const ROOM: f64 = 0.04;

impl Fitted {
    /// Width of the widest text of a tick.
    pub fn widest(&self) -> f64 {
        self.ticks.iter().map(|(_, text)| width(text, 12.0)).fold(0.0, f64::max)
    }

    /// Length of the axis, in values.
    pub fn span(&self) -> f64 {
        self.high - self.low
    }

    /// A linear axis of this length about the same middle.
    pub fn lengthened(&self, span: f64, most_ticks: usize) -> Fitted {
        let middle = 0.5 * (self.low + self.high);
        let (low, high) = (middle - 0.5 * span, middle + 0.5 * span);
        fit_linear(&Axis::default(), low, high, true, most_ticks)
    }

    /// Adds room beyond values that lie at an end of the axis.
    pub fn with_room(mut self, values: &[f64]) -> Fitted {
        let at = |v: &f64| self.position(*v);
        let (least, most) = values.iter().filter_map(at).fold((1.0_f64, 0.0_f64), |(a, b), p| (a.min(p), b.max(p)));
        let (down, up) = (if least < 0.01 { ROOM } else { 0.0 }, if most > 0.99 { ROOM } else { 0.0 });
        match self.scale {
            Scale::Linear => {
                let span = self.high - self.low;
                (self.low, self.high) = (self.low - down * span, self.high + up * span);
            }
            Scale::Logarithmic => {
                let span = libm::log10(self.high) - libm::log10(self.low);
                self.low *= libm::pow(10.0, -down * span);
                self.high *= libm::pow(10.0, up * span);
            }
        }
        self
    }

    /// Position of `value` along the axis, from 0 to 1; `None` when it cannot be shown.
    pub fn position(&self, value: f64) -> Option<f64> {
        let at = match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Logarithmic if value > 0.0 => {
                let low = libm::log10(self.low);
                (libm::log10(value) - low) / (libm::log10(self.high) - low)
            }
            Scale::Logarithmic => return None,
        };
        at.is_finite().then_some(at)
    }
}

/// Fits `axis` to values. The range of a free axis ends on ticks; that of `tight` one on the data.
pub(super) fn fit(axis: &Axis, values: impl Iterator<Item = f64>, tight: bool, most_ticks: usize) -> Fitted {
    if !axis.names.is_empty() {
        return fit_names(&axis.names);
    }
    let logarithmic = axis.scale == Scale::Logarithmic;
    let shown = values.filter(|v| v.is_finite() && (!logarithmic || *v > 0.0));
    let (mut low, mut high) = shown.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(v), b.max(v)));
    if low > high {
        (low, high) = if logarithmic { (1.0, 10.0) } else { (0.0, 1.0) };
    }
    let bounds =
        axis.bounds.filter(|(a, b)| a.is_finite() && b.is_finite() && a != b && (!logarithmic || *a > 0.0 && *b > 0.0));
    if let Some((a, b)) = bounds {
        (low, high) = (a.min(b), a.max(b));
    }
    if logarithmic {
        fit_logarithmic(low, high, bounds.is_some())
    } else {
        fit_linear(axis, low, high, tight || bounds.is_some(), most_ticks)
    }
}

fn fit_linear(axis: &Axis, mut low: f64, mut high: f64, keep: bool, most_ticks: usize) -> Fitted {
    if low == high {
        let half = if low == 0.0 { 1.0 } else { low.abs() * 0.1 };
        (low, high) = (low - half, high + half);
    }
    let asked = axis.step.filter(|s| *s > 0.0 && (high - low) / s <= 50.0);
    let step = asked.unwrap_or_else(|| round_step((high - low) / most_ticks as f64));
    let (first, last) = if keep {
        ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor())
    } else {
        let ends = ((low / step + 1e-9).floor(), (high / step - 1e-9).ceil());
        (low, high) = (ends.0 * step, ends.1 * step);
        ends
    };
    // Values that differ from the fifth digit on are read as differences.
    let size = low.abs().max(high.abs());
    let offset =
        if high - low < 1e-4 * size { libm::floor(low / round_step(high - low)) * round_step(high - low) } else { 0.0 };
    let exponent = shared_exponent((low - offset).abs().max((high - offset).abs()));
    let scale = libm::pow(10.0, f64::from(exponent));
    let decimals = (-libm::floor(libm::log10(step / scale) + 1e-9)).clamp(0.0, 12.0) as usize;
    // A step such as 0.25 needs one decimal more than its first digit.
    let digits = step / scale * libm::pow(10.0, decimals as f64);
    let decimals = if (digits - digits.round()).abs() > 1e-6 { decimals + 1 } else { decimals };
    let count = (last - first).max(0.0) as usize;
    let tick = |k: usize| {
        let value = (first + k as f64) * step;
        let value = if value.abs() < step * 1e-9 { 0.0 } else { value };
        let shown = (value - offset) / scale;
        let shown = if shown.abs() < step / scale * 1e-6 { 0.0 } else { shown };
        (value, minus(&format!("{shown:.decimals$}")))
    };
    Fitted {
        scale: Scale::Linear,
        low,
        high,
        ticks: (0..=count).map(tick).collect(),
        minor: Vec::new(),
        exponent,
        offset,
    }
}

/// An axis of names, half a place of room at each end; names that would touch are cut, then left out.
fn fit_names(names: &[String]) -> Fitted {
    let room = (WIDTH - LEFT - RIGHT) / names.len() as f64;
    let stride = libm::ceil(SHORTEST_NAME / room).max(1.0);
    let tick = |(rank, name): (usize, &String)| (rank as f64 + 1.0, shortened(name, room * stride - 8.0, 12.0));
    Fitted {
        scale: Scale::Linear,
        low: 0.5,
        high: names.len() as f64 + 0.5,
        ticks: names.iter().enumerate().step_by(stride as usize).map(tick).collect(),
        minor: Vec::new(),
        exponent: 0,
        offset: 0.0,
    }
}

fn fit_logarithmic(mut low: f64, mut high: f64, keep: bool) -> Fitted {
    let mut decades = (libm::floor(libm::log10(low) + 1e-9) as i32, libm::ceil(libm::log10(high) - 1e-9) as i32);
    if decades.0 == decades.1 {
        decades.1 += 1;
    }
    if !keep {
        (low, high) = (power_of_ten(decades.0), power_of_ten(decades.1));
    }
    let inside = |v: f64| v >= low * (1.0 - 1e-9) && v <= high * (1.0 + 1e-9);
    let stride = ((decades.1 - decades.0) / 8 + 1) as usize;
    // All ticks alike: numbers while they are short, powers otherwise.
    let plain = decades.0 >= -3 && decades.1 <= 4;
    let text = |d: i32| if plain { format!("{}", power_of_ten(d)) } else { format!("10{}", superscript(d)) };
    let mut ticks: Vec<(f64, String)> = (decades.0..=decades.1)
        .step_by(stride)
        .map(|d| (power_of_ten(d), text(d)))
        .filter(|(v, _)| inside(*v))
        .collect();
    let mut minor = Vec::new();
    if stride == 1 {
        for decade in decades.0..decades.1 {
            minor.extend((2..10).map(|k| f64::from(k) * power_of_ten(decade)).filter(|v| inside(*v)));
        }
    }
    if ticks.len() < 2 {
        ticks.extend(minor.iter().filter(|v| [2.0, 5.0].contains(&leading(**v))).map(|v| (*v, format!("{v}"))));
        ticks.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
    Fitted { scale: Scale::Logarithmic, low, high, ticks, minor, exponent: 0, offset: 0.0 }
}

/// The smallest of 1, 2, 2.5, 5 times a power of ten that is not below `step`.
fn round_step(step: f64) -> f64 {
    let power = libm::pow(10.0, libm::floor(libm::log10(step)));
    let factor = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().find(|f| f * power >= step * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

/// Multiple of three taken out of ticks that would be long to read.
fn shared_exponent(largest: f64) -> i32 {
    let magnitude = libm::floor(libm::log10(largest) + 1e-9) as i32;
    if (-2..5).contains(&magnitude) { 0 } else { magnitude.div_euclid(3) * 3 }
}

fn leading(value: f64) -> f64 {
    (value / libm::pow(10.0, libm::floor(libm::log10(value) + 1e-9))).round()
}

fn power_of_ten(exponent: i32) -> f64 {
    format!("1e{exponent}").parse().unwrap_or(1.0)
}

/// `-12` as a raised `⁻¹²`.
pub(super) fn superscript(exponent: i32) -> String {
    let raised = |c| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32('⁰' as u32 + digit as u32 - '0' as u32).unwrap_or(digit),
    };
    exponent.to_string().chars().map(raised).collect()
}

/// The typographic minus sign.
fn minus(text: &str) -> String {
    text.replace('-', "−")
}

/// The label with what is taken out of the ticks: `force (N)` becomes `force (10⁻⁶ N)`, `time - 1000 (s)` when 1000 s are taken off.
pub(super) fn with_power(label: &str, axis: &Fitted) -> String {
    // The sum of steps such as 0.1 has digits of rounding.
    let offset: f64 = format!("{:.12e}", axis.offset).parse().unwrap_or(axis.offset);
    let off = match offset {
        0.0 => String::new(),
        offset if offset < 0.0 => format!(" + {}", -offset),
        offset => format!(" − {offset}"),
    };
    let power = format!("10{}", superscript(axis.exponent));
    let (name, unit) = match label.strip_suffix(')').and_then(|text| text.rsplit_once('(')) {
        Some((name, unit)) if !unit.is_empty() => (name.trim_end(), unit),
        _ => (label, ""),
    };
    let name = if name.is_empty() && !off.is_empty() { format!("value{off}") } else { format!("{name}{off}") };
    match (axis.exponent, unit) {
        (0, "") => name,
        (0, unit) => format!("{name} ({unit})"),
        (_, "") if name.is_empty() => format!("(× {power})"),
        (_, "") => format!("{name} (× {power})"),
        (_, unit) => format!("{name} ({power} {unit})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(fitted: &Fitted) -> Vec<&str> {
        fitted.ticks.iter().map(|(_, text)| text.as_str()).collect()
    }

    #[test]
    fn linear_ticks_are_round() {
        let fitted = fit(&Axis::default(), [0.013, 0.97].into_iter(), false, 6);
        assert_eq!(texts(&fitted), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!((fitted.low, fitted.high), (0.0, 1.0));
        let tight = fit(&Axis::default(), [0.0, 12.0].into_iter(), true, 6);
        assert_eq!((texts(&tight), tight.high), (vec!["0", "2", "4", "6", "8", "10", "12"], 12.0));
        let quarter = fit(&Axis::default(), [-0.5, 0.5].into_iter(), false, 4);
        assert_eq!(texts(&quarter), ["−0.50", "−0.25", "0.00", "0.25", "0.50"]);
    }

    #[test]
    fn large_and_small_numbers_share_a_power_of_ten() {
        let fitted = fit(&Axis::default(), [0.0, 4.1e-5].into_iter(), false, 6);
        assert_eq!((fitted.exponent, texts(&fitted)), (-6, vec!["0", "10", "20", "30", "40", "50"]));
        assert_eq!(superscript(fitted.exponent), "⁻⁶");
        let constant = fit(&Axis::default(), [3.0e6, 3.0e6].into_iter(), false, 6);
        assert!(constant.low < 3.0e6 && constant.high > 3.0e6 && constant.ticks.len() > 1);
        assert!(fit(&Axis::default(), std::iter::empty(), false, 6).ticks.len() > 1);
    }

    #[test]
    fn small_differences_of_large_numbers_are_read_as_differences() {
        let fitted = fit(&Axis::default(), [123_456_000.1, 123_456_000.9].into_iter(), false, 6);
        assert_eq!((fitted.offset, fitted.exponent), (123_456_000.0, 0));
        assert_eq!(texts(&fitted), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
    }

    #[test]
    fn zero_is_zero_on_any_axis_and_no_tick_shows_rounding() {
        for step in [0.1, 0.3, 0.05, 0.7, 0.025, 1e-7, 3e4] {
            for (first, count) in [(-3, 6), (-7, 9), (-1, 2), (-30, 33)] {
                for axis in [Axis::default(), Axis { step: Some(step), ..Axis::default() }] {
                    // Added step by step, as users write it.
                    let mut value = f64::from(first) * step;
                    let values: Vec<f64> = (0..=count)
                        .map(|_| {
                            let now = value;
                            value += step;
                            now
                        })
                        .collect();
                    for tight in [false, true] {
                        let fitted = fit(&axis, values.iter().copied(), tight, 7);
                        for (at, text) in &fitted.ticks {
                            let shown: f64 = text.replace('−', "-").parse().unwrap();
                            let size = libm::pow(10.0, f64::from(fitted.exponent));
                            assert!(text.chars().count() <= 7 && !text.contains('e'), "{text}");
                            assert!((shown * size + fitted.offset - at).abs() < 1e-3 * step, "{text} at {at}");
                            assert_eq!(shown == 0.0, at.abs() < 1e-9 * step, "{text} at {at}");
                            assert!(!text.starts_with('−') || shown != 0.0, "{text}");
                        }
                    }
                }
            }
        }
        let label =
            with_power("x", &Fitted { offset: 0.1 + 0.2, ..fit(&Axis::default(), [0.0, 1.0].into_iter(), false, 5) });
        assert_eq!(label, "x − 0.3");
    }

    #[test]
    fn names_stand_at_their_places_and_do_not_touch() {
        let axis = |names: Vec<String>| fit(&Axis { names, ..Axis::default() }, std::iter::empty(), true, 8);
        let names = ["soft", "a name that is far too long for its place"].into_iter().cycle().take(6);
        let fitted = axis(names.map(String::from).collect());
        assert_eq!((fitted.ticks.len(), fitted.ticks[0].0, fitted.position(3.5)), (6, 1.0, Some(0.5)));
        assert!(fitted.ticks[1].1.ends_with('…'));
        let many = axis((0..300).map(|k| format!("N{k}")).collect());
        assert!(many.ticks.len() < 20 && many.ticks[1].1.starts_with('N'));
    }

    #[test]
    fn logarithmic_axes_show_decades() {
        let axis = Axis { scale: Scale::Logarithmic, ..Axis::default() };
        let fitted = fit(&axis, [0.0, 0.3, 400.0].into_iter(), false, 6);
        assert_eq!(texts(&fitted), ["0.1", "1", "10", "100", "1000"]);
        assert_eq!((fitted.position(10.0), fitted.position(0.0)), (Some(0.5), None));
        assert_eq!(fitted.minor.len(), 32);
        let narrow = Axis { bounds: Some((2.0, 6.0)), ..axis };
        assert_eq!(texts(&fit(&narrow, std::iter::empty(), false, 6)), ["2", "5"]);
    }
}
