//! TEST_FONCTION: values, mean values and attributes of functions, surfaces and formulas; values of terms of spectral matrices.

use std::sync::Arc;

use super::expectation::{Expectation, NON_REGRESSION};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Function, Surface};
use crate::diag::Faults;
use crate::kernel::signal::{Extension, Interpolation, Signal, SignalFault, Table};
use crate::operators::{Context, Outcome};
use crate::verdict::{Compared, Criterion, Kind, Record, significant};

pub fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let mut faults = Faults::default();
    for value in call.factor("VALEUR") {
        if context.cancelled() {
            return Ok(());
        }
        let judged = evaluate(value).and_then(|(label, computed)| {
            Expectation::read(value).never_skipped().judge(call, value, context, &label, computed)
        });
        faults.keep(judged);
    }
    for term in call.factor("TABL_INTSP") {
        let judged = super::term::evaluate(term).and_then(|(label, computed)| {
            Expectation::read(term).never_skipped().judge(call, term, context, &label, computed)
        });
        faults.keep(judged);
    }
    for attribute in call.factor("ATTRIBUT") {
        faults.keep(judge_attribute(call, attribute, context));
    }
    faults.end()
}

fn evaluate(keywords: &Keywords) -> Result<(String, Compared), CallError> {
    let Some(handle) = keywords.handle("FONCTION") else {
        return Err(keywords.error("FONCTION", "T001", "a function is needed"));
    };
    let name = if handle.name().is_empty() { "function" } else { handle.name() };
    let place = |x: f64| significant(x, 12);
    let fault = |keyword: &str, x: &str, fault: SignalFault| -> CallError {
        let extended = matches!(fault, SignalFault::Outside { .. });
        let mut error = keywords.error(keyword, "T004", format!("{name} has no value at {x}: {fault}"));
        error.help = extended.then(|| "PROL_GAUCHE and PROL_DROITE extend a function: CONSTANT or LINEAIRE".into());
        error
    };
    let interval = keywords.reals("INTERVALLE");
    if let [a, b] = interval.as_slice() {
        let Some(Concept::Function(function)) = handle.get() else {
            return Err(keywords.error("INTERVALLE", "T001", "a mean value needs a real function of one parameter"));
        };
        let x = format!("[{}, {}]", place(*a), place(*b));
        let mean = mean_value(function, *a, *b).map_err(|f| fault("INTERVALLE", &x, f))?;
        return Ok((format!("mean of {name} on {x}"), Compared::Real(mean)));
    }
    let arguments = keywords.reals("VALE_PARA");
    let names = keywords.texts("NOM_PARA");
    check_parameters(keywords, handle.get(), name, &names)?;
    let shown = arguments.iter().map(|x| place(*x)).collect::<Vec<_>>().join(", ");
    let value = match (handle.get(), arguments.as_slice()) {
        (Some(Concept::Function(f)), [x]) => f.value(*x).map(Compared::Real),
        (Some(Concept::ComplexFunction(f)), [x]) => f.value(*x).map(Compared::Complex),
        (Some(Concept::Surface(s)), [a, b]) => {
            // NOM_PARA may give the two parameters in the other order.
            let swapped = names.first().is_some_and(|n| **n == *s.inner_parameter && s.parameter != s.inner_parameter);
            let (p, x) = if swapped { (*b, *a) } else { (*a, *b) };
            s.value(p, x).map(Compared::Real)
        }
        (Some(Concept::Formula(f)), given) if given.len() == f.parameters.len() => {
            let mut ordered = given.to_vec();
            if names.len() == given.len() {
                for (rank, parameter) in f.parameters.iter().enumerate() {
                    if let Some(i) = names.iter().position(|n| **n == **parameter) {
                        ordered[rank] = given[i];
                    }
                }
            }
            f.value(&ordered).map(|v| match v {
                crate::concepts::FormulaValue::Real(x) if !f.complex => Compared::Real(x),
                other => Compared::Complex(other.complex()),
            })
        }
        (Some(_), given) => {
            let message = format!("{name} does not take {} parameter(s)", given.len());
            return Err(keywords.error("VALE_PARA", "T001", message));
        }
        (None, _) => return Err(keywords.error("FONCTION", "T001", "the function has no value")),
    };
    let value = value.map_err(|f| fault("VALE_PARA", &shown, f))?;
    Ok((format!("{name}({shown})"), value))
}

/// Parameters that NOM_PARA names must be those of the function.
fn check_parameters(
    keywords: &Keywords,
    concept: Option<&Concept>,
    function: &str,
    names: &[Arc<str>],
) -> Result<(), CallError> {
    let known: Vec<&str> = match concept {
        Some(Concept::Function(f)) => vec![&f.parameter],
        Some(Concept::ComplexFunction(f)) => vec![&f.parameter],
        Some(Concept::Surface(s)) => vec![&s.parameter, &s.inner_parameter],
        Some(Concept::Formula(f)) => f.parameters.iter().map(|p| &**p).collect(),
        _ => return Ok(()),
    };
    let any = |p: &&str| matches!(p.trim(), "" | "TOUTPARA");
    let wrong = names.iter().find(|name| !known.iter().any(|k| k.trim() == name.trim()));
    match wrong {
        Some(wrong) if !known.iter().any(any) => {
            let message = format!("{function} is a function of {}, not of {wrong}", known.join(" and "));
            Err(Box::new(keywords.error("NOM_PARA", "T001", message).help("leave NOM_PARA out, or give its name")))
        }
        _ => Ok(()),
    }
}

/// (F(b) - F(a))/(b - a), with F the trapezoid primitive at the nodes evaluated by the command rule.
fn mean_value(function: &Function, a: f64, b: f64) -> Result<f64, SignalFault> {
    let table = function.table();
    let mut primitive = vec![0.0; table.abscissae.len()];
    for i in 1..primitive.len() {
        let step = table.abscissae[i] - table.abscissae[i - 1];
        primitive[i] = primitive[i - 1] + 0.5 * (table.ordinates[i] + table.ordinates[i - 1]) * step;
    }
    let integral = table.with_points(table.abscissae.clone(), primitive);
    Ok((integral.evaluate_command(b)? - integral.evaluate_command(a)?) / (b - a))
}

/// The text of an attribute; the inner function of a surface is chosen by PARA.
fn attribute(keywords: &Keywords, name: &str) -> Result<Option<String>, CallError> {
    let rule = |(x, y): (Interpolation, Interpolation)| format!("{} {} ", x.word(), y.word());
    let of_table = |t: &Table, name: &str| match name {
        "INTERPOL" => Some(rule(t.interpolation)),
        "PROL_GAUCHE" => Some(t.left.word().to_string()),
        "PROL_DROITE" => Some(t.right.word().to_string()),
        _ => None,
    };
    Ok(match keywords.concept("FONCTION") {
        Some(Concept::Function(f)) => match name {
            "NOM_PARA" => Some(f.parameter.clone()),
            "NOM_RESU" => Some(f.result.clone()),
            _ if matches!(f.signal, Signal::Formula(_)) => None,
            _ => of_table(&f.table(), name),
        },
        Some(Concept::ComplexFunction(f)) => match name {
            "NOM_PARA" => Some(f.parameter.clone()),
            "NOM_RESU" => Some(f.result.clone()),
            "INTERPOL" => Some(rule(f.interpolation)),
            "PROL_GAUCHE" => Some(f.left.word().to_string()),
            "PROL_DROITE" => Some(f.right.word().to_string()),
            _ => None,
        },
        Some(Concept::Surface(s)) => match name {
            "NOM_PARA" => Some(s.parameter.clone()),
            "NOM_RESU" => Some(s.result.clone()),
            "NOM_PARA_FONC" => Some(s.inner_parameter.clone()),
            "INTERPOL" => Some(rule(s.interpolation)),
            "PROL_GAUCHE" => Some(s.left.word().to_string()),
            "PROL_DROITE" => Some(s.right.word().to_string()),
            _ => {
                let inner = &s.functions[inner_rank(keywords, s)?];
                name.strip_suffix("_FONC").and_then(|name| of_table(inner, name))
            }
        },
        Some(Concept::Formula(f)) => match name {
            "NOM_PARA" => Some(f.parameters.join(" ")),
            "INTERPOL" => Some(rule((Interpolation::Linear, Interpolation::Linear))),
            "PROL_GAUCHE" | "PROL_DROITE" => Some(Extension::Excluded.word().to_string()),
            _ => None,
        },
        _ => None,
    })
}

fn inner_rank(keywords: &Keywords, surface: &Surface) -> Result<usize, CallError> {
    let Some(asked) = keywords.real_if_given("PARA") else { return Ok(0) };
    let precision = keywords.real("PREC_PARA")?;
    let width = if keywords.is("CRIT_PARA", "ABSOLU") { precision } else { precision * asked.abs() };
    surface.values.iter().position(|p| (p - asked).abs() <= width).ok_or_else(|| {
        let message = format!("the surface has no function for {} = {asked}", surface.parameter);
        keywords.error("PARA", "T004", message)
    })
}

fn judge_attribute(call: &Call, keywords: &Keywords, context: &mut Context<'_>) -> Result<(), CallError> {
    let name = keywords.text("ATTR")?;
    let expected = keywords.text("ATTR_REFE")?.to_string();
    let Some(found) = attribute(keywords, &name)? else {
        let message = format!("this function has no attribute {name}");
        return Err(keywords.error("ATTR", "T004", message));
    };
    let of = keywords.handle("FONCTION").map_or("", |h| h.name());
    context.judge(Record {
        command: call.command.clone(),
        file: context.file.clone(),
        line: call.line,
        label: format!("{name} of {of}").into(),
        // An attribute says how the program works, whatever REFERENCE says of ATTR_REFE.
        kind: Kind::Regression,
        reference: NON_REGRESSION.into(),
        passed: Some(found.trim_end() == expected.trim_end()),
        expected: Compared::Text(expected),
        computed: Compared::Text(found.trim_end().to_string()),
        error: None,
        tolerance: 0.0,
        criterion: Criterion::Relative,
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::operators::Message;
    use crate::operators::call::testing::{call, concepts, reals, run, texts, with_factor};

    fn ramp() -> Concept {
        let signal = Signal::Table(Arc::new(Table::linear(vec![0.0, 1.0, 2.0], vec![0.0, 1.0, 4.0])));
        Concept::Function(Arc::new(Function { parameter: "INST".into(), result: "DEPL".into(), signal }))
    }

    fn verdicts(
        factor: &'static str,
        occurrence: Vec<(&'static str, Vec<crate::catalogue::Value>)>,
    ) -> Vec<Option<bool>> {
        let mut all = vec![("FONCTION", concepts(&[&ramp()]))];
        all.extend(occurrence);
        let call = with_factor(call("TEST_FONCTION", vec![]), factor, vec![all]);
        let (_, messages) = run(&call).unwrap();
        messages.into_iter().filter_map(|m| if let Message::Verdict(r) = m { Some(r.passed) } else { None }).collect()
    }

    #[test]
    fn values_and_means() {
        assert_eq!(verdicts("VALEUR", vec![("VALE_PARA", reals(&[1.5])), ("VALE_CALC", reals(&[2.5]))]), [Some(true)]);
        assert_eq!(verdicts("VALEUR", vec![("VALE_PARA", reals(&[0.0])), ("VALE_CALC", reals(&[0.0]))]), [Some(true)]);
        // Trapezoids: 1/2 on the first second, 5/2 on the second.
        assert_eq!(
            verdicts("VALEUR", vec![("INTERVALLE", reals(&[0.0, 2.0])), ("VALE_CALC", reals(&[1.5]))]),
            [Some(true)]
        );
    }

    #[test]
    fn attributes_ignore_trailing_blanks() {
        let asked = |name, value| verdicts("ATTRIBUT", vec![("ATTR", texts(&[name])), ("ATTR_REFE", texts(&[value]))]);
        assert_eq!(asked("INTERPOL", "LIN LIN "), [Some(true)]);
        assert_eq!(asked("PROL_DROITE", "CONSTANT"), [Some(false)]);
        assert_eq!(asked("NOM_RESU", "DEPL"), [Some(true)]);
    }
}
