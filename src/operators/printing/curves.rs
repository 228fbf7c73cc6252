//! The curves of IMPR_FONCTION: what each COURBE designates, sampled.

use std::rc::Rc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{ComplexFunction, Concept, Formula, FormulaValue, Function, Handle};
use crate::io::chart::{Kind, Mark, Stroke};
use crate::kernel::signal::SignalFault;
use crate::operators::functions::no_value;

/// One curve ready to be written.
pub(super) struct Sampled {
    pub legend: String,
    pub x_name: String,
    pub y_name: String,
    pub x: Vec<f64>,
    pub y: Vec<f64>,
    /// Value elsewhere, for curves that are functions of their abscissa.
    pub value: Option<Rc<dyn Fn(f64) -> Option<f64>>>,
    pub slopes: Vec<f64>,
    pub colour: Option<usize>,
    pub line: Stroke,
    pub mark_every: usize,
    pub mark: Mark,
    pub on_right: bool,
    pub kind: Kind,
}

/// All the curves of the call; a complex function makes two, a surface one for each of its functions.
pub(super) fn sampled(call: &Call) -> Result<Vec<Sampled>, CallError> {
    let mut curves = Vec::new();
    for occurrence in call.factor("COURBE") {
        let first = curves.len();
        read(occurrence, &mut curves)?;
        for (rank, curve) in curves.iter_mut().enumerate().skip(first) {
            curve.colour = occurrence.integer_if_given("COULEUR").map(|colour| colour.max(0) as usize);
            let marked = occurrence.integer_if_given("MARQUEUR").is_some_and(|mark| mark > 0);
            let every = occurrence.integer_if_given("FREQ_MARQUEUR").filter(|n| *n > 0).unwrap_or(1);
            curve.mark_every = if marked { every as usize } else { 0 };
            // Marks that are not asked for differ from curve to curve.
            curve.mark = match occurrence.integer_if_given("MARQUEUR") {
                Some(number) => Mark::of_rank(number.clamp(1, 7) as usize - 1),
                None => Mark::of_rank(rank),
            };
            curve.on_right = occurrence.is("AXE", "DROITE");
            curve.line = match occurrence.integer_if_given("STYLE") {
                Some(0) => Stroke::Absent,
                Some(2) => Stroke::Dotted,
                Some(3..) => Stroke::Dashed,
                _ => Stroke::Solid,
            };
            curve.kind = kind(occurrence);
            curve.slopes = occurrence.reals("PENTE");
            reorder(curve, &occurrence.text_if_given("TRI").unwrap_or_else(|| "N".into()));
        }
    }
    Ok(curves)
}

/// TRACE: how a chart shows points.
pub(super) fn kind(keywords: &Keywords) -> Kind {
    match keywords.text_if_given("TRACE").as_deref() {
        Some("BARRES") => Kind::Bars,
        Some("REGRESSION") => Kind::Regression,
        Some("REPERES") => Kind::Rules,
        Some("BANDE") => Kind::Band,
        Some("SURFACE") => Kind::Area,
        Some("CUMUL") => Kind::Cumulated,
        Some("PENTE") => Kind::Slopes,
        _ => Kind::Line,
    }
}

fn read(occurrence: &Keywords, curves: &mut Vec<Sampled>) -> Result<(), CallError> {
    let legend = occurrence.text_if_given("LEGENDE").map(|text| text.to_string());
    if occurrence.has("FONCTION") {
        return read_function(occurrence, legend, curves);
    }
    let (x, y, names) = if occurrence.has("LIST_RESU") {
        let (x, y) = (list(occurrence, "LIST_PARA"), list(occurrence, "LIST_RESU"));
        let names = [occurrence.handle("LIST_PARA"), occurrence.handle("LIST_RESU")];
        let [x_name, y_name] = names.map(|handle| handle.map_or(String::new(), |h| h.name().to_string()));
        (x, y, [x_name, y_name])
    } else if occurrence.has("FONC_X") {
        parametric(occurrence)?
    } else {
        (occurrence.reals("ABSCISSE"), occurrence.reals("ORDONNEE"), ["ABSCISSE".into(), "ORDONNEE".into()])
    };
    if x.len() != y.len() {
        let message = format!("the curve has {} abscissae and {} ordinates", x.len(), y.len());
        return Err(occurrence.error("COURBE", "R603", message));
    }
    let [x_name, y_name] = names;
    curves.push(Sampled { legend: legend.unwrap_or(y_name.clone()), ..plain(x_name, y_name, x, y) });
    Ok(())
}

fn read_function(occurrence: &Keywords, legend: Option<String>, curves: &mut Vec<Sampled>) -> Result<(), CallError> {
    let handle = occurrence.handle("FONCTION");
    let name = handle.map_or("", Handle::name).to_string();
    let legend = legend.unwrap_or_else(|| name.clone());
    let asked = occurrence.has("LIST_PARA").then(|| list(occurrence, "LIST_PARA"));
    let no_value = |fault: SignalFault| no_value(occurrence, "FONCTION", handle, &fault);
    match occurrence.concept("FONCTION") {
        Some(Concept::Function(function)) => {
            let table = function.table();
            let (x, y) = match asked {
                Some(x) => {
                    let y: Result<_, _> = x.iter().map(|x| function.value(*x)).collect();
                    (x, y.map_err(no_value)?)
                }
                None => (table.abscissae.clone(), table.ordinates.clone()),
            };
            let function: std::sync::Arc<Function> = function.clone();
            let (x_name, y_name) = (function.parameter.clone(), function.result.clone());
            let value = Rc::new(move |x| function.value(x).ok());
            curves.push(Sampled { legend, value: Some(value), ..plain(x_name, y_name, x, y) });
        }
        Some(Concept::ComplexFunction(function)) => {
            let x = asked.unwrap_or_else(|| function.abscissae.clone());
            let part = occurrence.text_if_given("PARTIE");
            for (word, imaginary, suffix) in [("REEL", false, "_R"), ("IMAG", true, "_I")] {
                if part.as_deref().is_some_and(|p| p != word) {
                    continue;
                }
                let function: std::sync::Arc<ComplexFunction> = function.clone();
                let pick = move |x: f64| function.value(x).map(|z| if imaginary { z.im } else { z.re });
                let y: Result<Vec<f64>, _> = x.iter().map(|x| pick(*x)).collect();
                let (x_name, y_name) = names(occurrence, suffix);
                let legend = if part.is_some() { legend.clone() } else { format!("{legend}{suffix}") };
                let curve = plain(x_name, y_name, x.clone(), y.map_err(no_value)?);
                curves.push(Sampled { legend, value: Some(Rc::new(move |x| pick(x).ok())), ..curve });
            }
        }
        Some(Concept::Surface(surface)) => {
            for (p, table) in surface.values.iter().zip(&surface.functions) {
                let x = asked.clone().unwrap_or_else(|| table.abscissae.clone());
                let y = table.evaluate_command_at(&x);
                let table = table.clone();
                let curve = plain(surface.inner_parameter.clone(), surface.result.clone(), x, y.map_err(no_value)?);
                let legend = format!("{legend} {}={p}", surface.parameter);
                let value = Rc::new(move |x| table.evaluate_command(x).ok());
                curves.push(Sampled { legend: legend.trim_start().into(), value: Some(value), ..curve });
            }
        }
        Some(Concept::Formula(formula)) => {
            let Some(x) = asked else {
                let mut error = occurrence.error("FONCTION", "R603", "a formula is drawn at the points of LIST_PARA");
                error.help = Some("add LIST_PARA=list to this COURBE".into());
                return Err(error);
            };
            let formula: std::sync::Arc<Formula> = formula.clone();
            let imaginary = occurrence.is("PARTIE", "IMAG");
            let x_name = formula.parameters.first().cloned().unwrap_or_default();
            let pick = move |x: f64| {
                formula.value(&[x]).map(|value| match value {
                    FormulaValue::Complex(z) if imaginary => z.im,
                    other => other.complex().re,
                })
            };
            let y: Result<Vec<f64>, _> = x.iter().map(|x| pick(*x)).collect();
            let curve = plain(x_name, name, x, y.map_err(no_value)?);
            curves.push(Sampled { legend, value: Some(Rc::new(move |x| pick(x).ok())), ..curve });
        }
        _ => return Err(occurrence.error("FONCTION", "R603", "COURBE takes a function, a surface or a formula")),
    }
    Ok(())
}

/// FONC_X and FONC_Y as two coordinates over a common list.
fn parametric(occurrence: &Keywords) -> Result<(Vec<f64>, Vec<f64>, [String; 2]), CallError> {
    let over = if occurrence.has("LIST_PARA") {
        list(occurrence, "LIST_PARA")
    } else {
        match occurrence.concept("FONC_X") {
            Some(Concept::Function(function)) => function.table().abscissae.clone(),
            _ => return Err(occurrence.error("FONC_X", "R603", "a formula is drawn at the points of LIST_PARA")),
        }
    };
    let evaluate = |keyword: &str| -> Result<(Vec<f64>, String), CallError> {
        let handle = occurrence.handle(keyword);
        let value = |t: f64| match occurrence.concept(keyword) {
            Some(Concept::Function(function)) => function.value(t),
            Some(Concept::Formula(formula)) => formula.value(&[t]).map(|value| value.complex().re),
            _ => Err(SignalFault::NotFinite { x: t }),
        };
        let values: Result<Vec<f64>, _> = over.iter().map(|t| value(*t)).collect();
        let values = values.map_err(|fault| no_value(occurrence, keyword, handle, &fault))?;
        Ok((values, handle.map_or(String::new(), |h| h.name().to_string())))
    };
    let ((x, x_name), (y, y_name)) = (evaluate("FONC_X")?, evaluate("FONC_Y")?);
    Ok((x, y, [x_name, y_name]))
}

fn names(occurrence: &Keywords, suffix: &str) -> (String, String) {
    match occurrence.concept("FONCTION") {
        Some(Concept::ComplexFunction(function)) => {
            (function.parameter.clone(), format!("{}{suffix}", function.result))
        }
        _ => (String::new(), String::new()),
    }
}

/// A curve as it is when nothing is asked of it.
pub(super) fn plain(x_name: String, y_name: String, x: Vec<f64>, y: Vec<f64>) -> Sampled {
    let (legend, line) = (String::new(), Stroke::Solid);
    let (mark, kind) = (Mark::Disc, Kind::Line);
    Sampled {
        legend,
        x_name,
        y_name,
        x,
        y,
        value: None,
        colour: None,
        line,
        mark_every: 0,
        mark,
        on_right: false,
        kind,
        slopes: Vec::new(),
    }
}

fn list(occurrence: &Keywords, keyword: &str) -> Vec<f64> {
    match occurrence.concept(keyword) {
        Some(Concept::RealList(values)) => values.to_vec(),
        _ => occurrence.reals(keyword),
    }
}

/// TRI: points in the order of X, of Y, of X then Y, of Y then X.
fn reorder(curve: &mut Sampled, order: &str) {
    if order == "N" {
        return;
    }
    let mut points: Vec<(f64, f64)> = curve.x.iter().copied().zip(curve.y.iter().copied()).collect();
    points.sort_by(|a, b| match order {
        "X" => a.0.total_cmp(&b.0),
        "Y" => a.1.total_cmp(&b.1),
        "XY" => a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)),
        _ => a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)),
    });
    (curve.x, curve.y) = points.into_iter().unzip();
}
