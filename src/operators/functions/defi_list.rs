//! DEFI_LIST_REEL and DEFI_LIST_ENTI: lists of reals (instants, frequencies) and of whole numbers.
//!
//! ```text
//! TIMES = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=(_F(JUSQU_A=1.0, PAS=0.01), _F(JUSQU_A=5.0, NOMBRE=40)))
//! ```
//!
//! Points inside an interval come from repeated addition, as in the reference program: instants of a list
//! and instants of a solver that adds its step agree to the last bit.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::Concept;
use crate::diag::Diagnostic;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const DEFI_LIST_REEL: Operator =
    Operator { name: "DEFI_LIST_REEL", run: run_reals, check: Check::Runs };
pub(in crate::operators) const DEFI_LIST_ENTI: Operator =
    Operator { name: "DEFI_LIST_ENTI", run: run_integers, check: Check::Runs };

/// Longest list; a step mistyped by some powers of ten stops here instead of filling the memory.
const LONGEST: f64 = 1.0e8;
/// Accepted mismatch of the last step, as a fraction of the step.
const STEP_TOLERANCE: f64 = 1.0e-3;

fn run_reals(call: &Call, context: &mut Context<'_>) -> Outcome {
    let list = read_reals(call, context)?;
    set_result(call, Concept::RealList(Arc::new(list)))
}

/// VALE, or the points of INTERVALLE from DEBUT on.
pub(super) fn read_reals(call: &Call, context: &mut Context<'_>) -> Result<Vec<f64>, CallError> {
    if call.has("VALE") {
        return Ok(call.reals("VALE"));
    }
    let start = call.real_if_given("DEBUT").unwrap_or(0.0);
    let mut list = vec![start];
    let mut from = start;
    for interval in call.factor("INTERVALLE") {
        let to = interval.real("JUSQU_A")?;
        append_interval(interval, context, &mut list, from, to)?;
        from = to;
    }
    Ok(list)
}

/// Appends the points after `from` up to `to`.
fn append_interval(
    interval: &Keywords,
    context: &mut Context<'_>,
    list: &mut Vec<f64>,
    from: f64,
    to: f64,
) -> Result<(), CallError> {
    let too_long = |keyword: &str, count: f64| {
        interval.error(keyword, "R506", format!("the interval from {from} to {to} would hold {count:e} values"))
    };
    if let Some(count) = interval.integer_if_given("NOMBRE") {
        if count < 1 {
            return Err(interval.error(
                "NOMBRE",
                "R506",
                format!("NOMBRE is {count}, an interval has at least one step"),
            ));
        }
        if count as f64 > LONGEST {
            return Err(too_long("NOMBRE", count as f64));
        }
        add_steps(list, (to - from) / count as f64, count as usize, to);
        return Ok(());
    }
    let step = interval.real_if_given("PAS").unwrap_or(0.0);
    let ratio = (to - from) / step;
    if step == 0.0 || ratio.is_nan() || ratio <= 1.0 - STEP_TOLERANCE {
        let message = format!("a step of {step} does not lead from {from} to {to}");
        let mut error = interval.error("PAS", "R506", message);
        error.help =
            Some("PAS has the sign of JUSQU_A minus the start of the interval and is not longer than it".into());
        return Err(error);
    }
    if ratio > LONGEST {
        return Err(too_long("PAS", ratio));
    }
    let mut count = ratio.round() as usize;
    let last = to - (from + (count as f64 - 1.0) * step);
    if ((last - step) / step).abs() <= STEP_TOLERANCE {
        add_steps(list, step, count, to);
        return Ok(());
    }
    // The end is not a whole number of steps away: as many as fit, then a shorter one.
    if (from + count as f64 * step - to) * step.signum() > 0.0 {
        count -= 1;
    }
    let split = from + step * count as f64;
    add_steps(list, step, count, split);
    list.push(to);
    let message =
        format!("PAS={step} does not divide the interval from {from} to {to}: its last step is {}", to - split);
    context.warn(Diagnostic::warning("R507", message).at_if_absent(interval.span_of("PAS")));
    Ok(())
}

/// `count` steps by repeated addition; the last point is `end` itself.
fn add_steps(list: &mut Vec<f64>, step: f64, count: usize, end: f64) {
    let mut x = list.last().copied().unwrap_or(0.0);
    for _ in 1..count {
        x += step;
        if x.abs() <= 2.2e-16 {
            x = 0.0;
        }
        list.push(x);
    }
    list.push(end);
}

fn run_integers(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let list = if call.is("OPERATION", "NUME_ORDRE") { orders_in_intervals(call)? } else { integers(call)? };
    set_result(call, Concept::IntegerList(Arc::new(list)))
}

fn integers(call: &Call) -> Result<Vec<i64>, CallError> {
    if call.has("VALE") {
        let values = call.integers("VALE");
        if let Some(pair) = values.windows(2).find(|w| w[1] <= w[0]) {
            let message = format!("VALE must increase, {} follows {}", pair[1], pair[0]);
            return Err(call.error("VALE", "R506", message));
        }
        return Ok(values);
    }
    let mut from = call.integer_if_given("DEBUT").unwrap_or(0);
    let mut list = vec![from];
    for interval in call.factor("INTERVALLE") {
        let to = interval.integer("JUSQU_A")?;
        let length = to.saturating_sub(from);
        let (keyword, divisor) = match interval.integer_if_given("PAS") {
            Some(step) => ("PAS", step),
            None => ("NOMBRE", interval.integer_if_given("NOMBRE").unwrap_or(1)),
        };
        if length <= 0 || divisor < 1 || length % divisor != 0 {
            let message = format!("{keyword}={divisor} does not divide the interval from {from} to {to}");
            return Err(interval.error(keyword, "R506", message));
        }
        let step = if keyword == "PAS" { divisor } else { length / divisor };
        if (length / step) as f64 > LONGEST {
            return Err(interval.error(keyword, "R506", format!("the list would hold {} values", length / step)));
        }
        list.extend((1..=length / step).map(|k| from + k * step));
        from = to;
    }
    Ok(list)
}

/// Order numbers of a result whose parameter lies in one of the intervals.
fn orders_in_intervals(call: &Call) -> Result<Vec<i64>, CallError> {
    let name = call.text("PARAMETRE")?;
    let known: Vec<(i64, f64)> = match call.concept("RESULTAT") {
        Some(Concept::Fields(series)) => match series.parameters.get(&*name) {
            Some(values) => series.orders.iter().copied().zip(values.iter().copied()).collect(),
            None => {
                let names: Vec<&str> = series.parameters.keys().map(String::as_str).collect();
                let mut error = call.error("PARAMETRE", "R503", format!("the result has no real parameter {name}"));
                error.help = Some(format!("it has {}", names.join(", ")));
                return Err(error);
            }
        },
        Some(Concept::Modes(modes)) => {
            let orders = modes.orders.iter().zip(modes.iter());
            orders.filter_map(|(order, mode)| Some((*order, mode.parameter(&name)?))).collect()
        }
        _ => return Err(call.error("PARAMETRE", "R503", format!("this result has no real parameter {name}"))),
    };
    let mut intervals: Vec<Vec<f64>> = call.factor("INTERVALLE").iter().map(|i| i.reals("VALE")).collect();
    // The only interval of old studies.
    intervals.extend(call.has("INTERV_R").then(|| call.reals("INTERV_R")));
    let inside = |x: f64| intervals.iter().any(|i| matches!(i[..], [a, b] if a <= x && x <= b));
    Ok(known.into_iter().filter(|(_, x)| inside(*x)).map(|(order, _)| order).collect())
}

#[cfg(test)]
mod tests {
    use crate::catalogue::Value;
    use crate::concepts::Concept;
    use crate::operators::Message;
    use crate::operators::call::testing::{call, integers, reals, run, with_factor};

    fn list(start: f64, intervals: Vec<Vec<(&'static str, Vec<Value>)>>) -> (Vec<f64>, usize) {
        let call = with_factor(call("DEFI_LIST_REEL", vec![("DEBUT", reals(&[start]))]), "INTERVALLE", intervals);
        let (concept, said) = run(&call).expect("a list");
        let Some(Concept::RealList(list)) = concept else { panic!("a list of reals") };
        let warnings = said.iter().filter(|m| matches!(m, Message::Diagnostic(d) if d.code == "R507")).count();
        (list.to_vec(), warnings)
    }

    fn up_to(end: f64, keyword: &'static str, value: Value) -> Vec<(&'static str, Vec<Value>)> {
        vec![("JUSQU_A", reals(&[end])), (keyword, vec![value])]
    }

    #[test]
    fn points_come_from_repeated_addition_and_end_exactly() {
        let (points, warnings) =
            list(0.0, vec![up_to(1.0, "PAS", Value::Real(0.1)), up_to(2.0, "NOMBRE", Value::Integer(2))]);
        // 0.1 added three times is not 0.3.
        assert_eq!(points[3].to_bits(), (0.1f64 + 0.1 + 0.1).to_bits());
        assert_ne!(points[3], 0.3);
        assert_eq!(points[10..], [1.0, 1.5, 2.0]);
        assert_eq!(warnings, 0);
    }

    #[test]
    fn a_result_next_to_zero_is_zero() {
        let (points, _) = list(-0.3, vec![up_to(0.3, "PAS", Value::Real(0.1))]);
        assert_eq!(points[3], 0.0);
    }

    #[test]
    fn a_step_that_does_not_divide_ends_with_a_shorter_one() {
        let (points, warnings) = list(0.0, vec![up_to(1.0, "PAS", Value::Real(0.3))]);
        assert_eq!((points.len(), warnings), (5, 1));
        assert_eq!(points[3..], [3.0 * 0.3, 1.0]);
        let (points, _) = list(0.0, vec![up_to(1.0, "PAS", Value::Real(0.4))]);
        assert_eq!(points, [0.0, 0.4, 0.8, 1.0]);
    }

    #[test]
    fn steps_that_lead_nowhere_are_refused() {
        for (end, keyword, value) in [
            (1.0, "PAS", Value::Real(0.0)),
            (1.0, "PAS", Value::Real(-0.1)),
            (1.0, "PAS", Value::Real(1.1)),
            (1.0, "PAS", Value::Real(1e-12)),
            (1.0, "NOMBRE", Value::Integer(0)),
        ] {
            let start = call("DEFI_LIST_REEL", vec![("DEBUT", reals(&[0.0]))]);
            let call = with_factor(start, "INTERVALLE", vec![up_to(end, keyword, value)]);
            assert_eq!(run(&call).expect_err("refused").code, "R506");
        }
    }

    #[test]
    fn whole_numbers() {
        let interval = |keyword: &'static str, by| vec![("JUSQU_A", integers(&[10])), (keyword, integers(&[by]))];
        let list = |keyword, by| {
            let start = call("DEFI_LIST_ENTI", vec![("DEBUT", integers(&[1]))]);
            run(&with_factor(start, "INTERVALLE", vec![interval(keyword, by)]))
        };
        for (keyword, by) in [("PAS", 3), ("NOMBRE", 3)] {
            let Ok((Some(Concept::IntegerList(list)), _)) = list(keyword, by) else { panic!("a list of integers") };
            assert_eq!(*list, [1, 4, 7, 10]);
        }
        assert_eq!(list("PAS", 4).expect_err("refused").code, "R506");
        assert!(run(&call("DEFI_LIST_ENTI", vec![("VALE", integers(&[1, 3, 3]))])).is_err());
    }
}
