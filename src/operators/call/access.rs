//! Selecting stored states of a result: by order number, by instant within a tolerance, or by linear
//! interpolation between the two neighbours.

use crate::catalogue::{CallError, Keywords};
use crate::concepts::Concept;

/// How close a stored value must be to the one asked for (CRITERE, PRECISION).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closeness {
    pub relative: bool,
    pub precision: f64,
}

impl Closeness {
    pub fn read(keywords: &Keywords) -> Closeness {
        let relative = !keywords.is("CRITERE", "ABSOLU");
        Closeness { relative, precision: keywords.real_if_given("PRECISION").unwrap_or(1e-6) }
    }

    pub fn holds(&self, stored: f64, wanted: f64) -> bool {
        let scale = if self.relative { wanted.abs() } else { 1.0 };
        (stored - wanted).abs() <= self.precision * scale
    }

    /// The nearest stored value, if it is close enough.
    pub fn find(&self, stored: &[f64], wanted: f64) -> Option<usize> {
        let distance = |i: &usize| (stored[*i] - wanted).abs();
        let nearest = (0..stored.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        self.holds(stored[nearest], wanted).then_some(nearest)
    }

    /// Finds the nearest of increasing stored values by bisection, if it is close enough.
    fn find_increasing(&self, stored: &[f64], wanted: f64) -> Option<usize> {
        let right = stored.partition_point(|v| *v < wanted);
        let value = match (stored.get(right.wrapping_sub(1)), stored.get(right)) {
            (Some(below), Some(above)) if (above - wanted).abs() < (below - wanted).abs() => above,
            (Some(below), _) => below,
            (None, above) => above?,
        };
        // The first of equal values, as a scan would find it.
        self.holds(*value, wanted).then(|| stored.partition_point(|v| v < value))
    }
}

/// One state asked for: stored state `left`, or between `left` and `right`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Time, frequency ... of the state.
    pub at: f64,
    pub left: usize,
    pub right: usize,
    /// Share of `right`.
    pub weight: f64,
}

impl Sample {
    pub fn stored(values: &[f64], rank: usize) -> Sample {
        Sample { at: values[rank], left: rank, right: rank, weight: 0.0 }
    }

    /// Between two stored numbers.
    pub fn mix(&self, left: f64, right: f64) -> f64 {
        if self.weight == 0.0 { left } else { left + self.weight * (right - left) }
    }

    /// Between two stored vectors, into `out`.
    pub fn blend(&self, left: &[f64], right: &[f64], out: &mut [f64]) {
        for ((out, l), r) in out.iter_mut().zip(left).zip(right) {
            *out = self.mix(*l, *r);
        }
    }
}

/// The states that keywords select among those stored at `values` with order numbers `orders`; `None`
/// when they select nothing in particular. `parameter` is INST or FREQ.
pub fn select(
    keywords: &Keywords,
    parameter: &str,
    values: &[f64],
    orders: &[i64],
    interpolate: bool,
) -> Result<Option<Vec<Sample>>, CallError> {
    let list = format!("LIST_{parameter}");
    let mut wanted_orders = keywords.integers("NUME_ORDRE");
    let mut keyword = "NUME_ORDRE";
    if let Some(Concept::IntegerList(given)) = keywords.concept("LIST_ORDRE") {
        (wanted_orders, keyword) = (given.to_vec(), "LIST_ORDRE");
    }
    if keywords.has(keyword) {
        let find = |order: &i64| match rank_of(orders, *order) {
            Some(rank) => Ok(Sample::stored(values, rank)),
            None => Err(no_order(keywords, keyword, *order, orders)),
        };
        return wanted_orders.iter().map(find).collect::<Result<_, _>>().map(Some);
    }
    let (wanted, keyword) = match keywords.concept(&list) {
        Some(Concept::RealList(given)) => (given.to_vec(), list.as_str()),
        _ => (keywords.reals(parameter), parameter),
    };
    if !keywords.has(keyword) {
        return Ok(None);
    }
    let closeness = Closeness::read(keywords);
    let increasing = values.is_sorted();
    let find = |x: &f64| {
        let nearest = match increasing {
            true => closeness.find_increasing(values, *x),
            false => closeness.find(values, *x),
        };
        let stored = nearest.map(|rank| Sample { at: values[rank], ..Sample::stored(values, rank) });
        match stored {
            Some(sample) if interpolate => Ok(Sample { at: *x, ..sample }),
            Some(sample) => Ok(sample),
            None if interpolate => between(values, *x).ok_or_else(|| outside(keywords, keyword, *x, values)),
            None => Err(not_stored(keywords, keyword, *x, values, closeness)),
        }
    };
    wanted.iter().map(find).collect::<Result<_, _>>().map(Some)
}

/// The rank of an order number: increasing ones, as nearly all are, are found by bisection.
pub fn rank_of(orders: &[i64], order: i64) -> Option<usize> {
    let place = orders.partition_point(|o| *o < order);
    match orders.get(place) {
        Some(found) if *found == order => Some(place),
        _ => orders.iter().position(|o| *o == order),
    }
}

/// Place of `x` between two neighbours of an increasing list.
pub fn between(values: &[f64], x: f64) -> Option<Sample> {
    let right = values.partition_point(|v| *v < x);
    if right == 0 || right == values.len() {
        return None;
    }
    let left = right - 1;
    Some(Sample { at: x, left, right, weight: (x - values[left]) / (values[right] - values[left]) })
}

fn no_order(keywords: &Keywords, keyword: &str, order: i64, orders: &[i64]) -> CallError {
    let message = format!("{keyword}: no state of order {order} is stored");
    Box::new(keywords.error(keyword, "R430", message).help(match (orders.first(), orders.last()) {
        (Some(only), Some(_)) if orders.len() == 1 => format!("1 state is stored, of order {only}"),
        (Some(first), Some(last)) => format!("{} states are stored, of orders {first} to {last}", orders.len()),
        _ => "no state is stored".to_string(),
    }))
}

/// The error on a state that is called by its number or name.
pub fn no_state(keywords: &Keywords, keyword: &str, asked: &str) -> CallError {
    keywords.error(keyword, "R430", format!("{keyword}: no state {asked} is stored"))
}

fn outside(keywords: &Keywords, keyword: &str, x: f64, values: &[f64]) -> CallError {
    let message = format!("{keyword}: {x} lies outside the stored states");
    Box::new(keywords.error(keyword, "R431", message).help(match (values.first(), values.last()) {
        (Some(first), Some(last)) => format!("they go from {first} to {last}; nothing is extrapolated"),
        _ => "no state is stored".to_string(),
    }))
}

fn not_stored(keywords: &Keywords, keyword: &str, x: f64, values: &[f64], closeness: Closeness) -> CallError {
    let kind = if closeness.relative { "relative" } else { "absolute" };
    let message = format!("{keyword}: no state is stored at {x} within {} ({kind})", closeness.precision);
    let distance = |v: &f64| (v - x).abs();
    let nearest = values.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
    let help = match nearest {
        Some(nearest) => {
            format!("the nearest is {nearest}; interpolate (LIN), archive this instant, or widen PRECISION")
        }
        None => "no state is stored".to_string(),
    };
    Box::new(keywords.error(keyword, "R430", message).help(help))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closeness_is_relative_to_what_is_asked_for() {
        let relative = Closeness { relative: true, precision: 1e-6 };
        assert_eq!(relative.find(&[0.0, 1.0, 2.0], 2.0 + 1e-6), Some(2));
        assert_eq!(relative.find(&[0.0, 1.0, 2.0], 2.0 + 3e-6), None);
        assert_eq!(relative.find(&[1e-9, 1.0], 0.0), None);
        assert_eq!(Closeness { relative: false, precision: 1e-6 }.find(&[1e-9, 1.0], 0.0), Some(0));
    }

    #[test]
    fn bisection_finds_what_a_scan_finds() {
        let values = [0.0, 1.0, 1.0, 2.5, 4.0, 4.0, 4.0, 7.0];
        for precision in [1e-9, 0.3, 10.0] {
            let closeness = Closeness { relative: false, precision };
            for k in -10..90 {
                let x = f64::from(k) * 0.125;
                assert_eq!(closeness.find_increasing(&values, x), closeness.find(&values, x), "{x}");
            }
        }
        assert_eq!(Closeness { relative: true, precision: 1.0 }.find_increasing(&[], 1.0), None);
    }

    #[test]
    fn orders_are_found_by_bisection_where_they_increase() {
        assert_eq!((rank_of(&[1, 3, 3, 8], 3), rank_of(&[8, 3, 1], 1), rank_of(&[1, 2], 7)), (Some(1), Some(2), None));
    }

    #[test]
    fn samples_lie_between_neighbours() {
        let sample = between(&[0.0, 1.0, 3.0], 1.5).unwrap();
        assert_eq!(sample, Sample { at: 1.5, left: 1, right: 2, weight: 0.25 });
        assert_eq!(sample.mix(4.0, 8.0), 5.0);
        assert_eq!(between(&[0.0, 1.0], 1.5), None);
        assert_eq!(between(&[0.0, 1.0], -0.5), None);
    }
}
