//! What is read from a basis of modes under flow: functions of the speed, tables, the state of a transient.

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::FluidElasticBase;
use crate::diag::did_you_mean;
use crate::kernel::flow::Stability;
use crate::operators::call::access::Closeness;

/// Abscissae and ordinates of a function with their names.
pub(in crate::operators) type Points = ((&'static str, Vec<f64>), (String, Vec<f64>));

/// PARA_X, PARA_Y and NUME_MODE of RECU_FONCTION.
pub(in crate::operators) fn function_of_base(call: &Call, base: &FluidElasticBase) -> Result<Points, CallError> {
    let order = call.integer("NUME_MODE")?;
    let name = call.text("PARA_Y")?.to_string();
    if call.is("PARA_X", "NB_CONNORS") {
        return of_constants(call, base, order, name);
    }
    let Some(place) = base.place(order) else {
        let known: Vec<String> = base.orders().iter().map(i64::to_string).collect();
        let error = call.error("NUME_MODE", "R545", format!("mode {order} is not one of the coupled modes"));
        return Err(Box::new(error.help(format!("these are {}", known.join(", ")))));
    };
    if base.states.is_empty() {
        let message = "the basis has no frequencies under flow: it was made for stability alone";
        let error = call.error("BASE_ELAS_FLUI", "R545", message);
        return Err(Box::new(error.help("give AMOR_REDUIT or AMOR_UNIF, and VITE_FLUI, in CALC_FLUI_STRU")));
    }
    let chosen: Vec<usize> = match call.has("NUME_ORDRE") {
        false => (0..base.states.len()).collect(),
        true => call
            .integers("NUME_ORDRE")
            .into_iter()
            .map(|rank| speed_rank(call, base, "NUME_ORDRE", rank))
            .collect::<Result<_, _>>()?,
    };
    let value = |k: &usize| match name.as_str() {
        "FREQ" => base.states[*k].frequencies[place],
        _ => base.states[*k].dampings[place],
    };
    let speeds = chosen.iter().map(|k| base.speeds[*k]).collect();
    Ok((("VITE_FLU", speeds), (name.clone(), chosen.iter().map(value).collect())))
}

/// Rank from 0 of the speed of a number from 1.
pub(super) fn speed_rank(
    keywords: &Keywords,
    base: &FluidElasticBase,
    keyword: &str,
    number: i64,
) -> Result<usize, CallError> {
    let found = usize::try_from(number - 1).ok().filter(|k| *k < base.states.len());
    found.ok_or_else(|| {
        let message = format!("{keyword}={number}: the basis has {} speeds with frequencies", base.states.len());
        keywords.error(keyword, "R545", message)
    })
}

/// Functions of the constant of Connors; the mode goes by its rank among the coupled ones.
fn of_constants(call: &Call, base: &FluidElasticBase, order: i64, name: String) -> Result<Points, CallError> {
    if base.stability.is_empty() {
        let error = call.error("BASE_ELAS_FLUI", "R545", "the basis has no critical speeds");
        return Err(Box::new(
            error.help("give AMOR_REDUIT_CONN in CALC_FLUI_STRU, with CSTE_CONNORS in DEFI_FLUI_STRU"),
        ));
    }
    if base.flow.as_ref().is_some_and(|flow| flow.zones.len() > 1) {
        let message = "a function of the constant of Connors is that of one zone, and the tube has several";
        let error = call.error("PARA_X", "R545", message);
        return Err(Box::new(
            error.help("IMPRESSION=_F(PARA_COUPLAGE='OUI') of CALC_FLUI_STRU lists all combinations of constants"),
        ));
    }
    let found = usize::try_from(order - 1).ok().and_then(|rank| base.stability.get(rank));
    let Some(stability) = found else {
        let message = format!(
            "NUME_MODE={order}: with PARA_X='NB_CONNORS' it is the rank among {} coupled modes",
            base.ranks.len()
        );
        return Err(call.error("NUME_MODE", "R545", message));
    };
    let Stability { constants, critical, ratio, whole_ratio } = stability;
    let values = match name.as_str() {
        "VITE_CRIT" => critical,
        "INSTAB_EDF" => ratio,
        _ => whole_ratio,
    };
    let first = constants.iter().map(|zones| zones[0]).collect();
    Ok((("NB_CONNORS", first), (name, values.clone())))
}

/// Rank of the speed VITE_FLUI of a call, within PRECISION.
pub(super) fn speed_of(keywords: &Keywords, base: &FluidElasticBase) -> Result<usize, CallError> {
    let wanted = keywords.real("VITE_FLUI")?;
    let precision = Closeness { relative: false, precision: keywords.real("PRECISION")? };
    let found = precision.find(&base.speeds, wanted).filter(|k| *k < base.states.len());
    found.ok_or_else(|| {
        let near = base.speeds.iter().copied().min_by(|a, b| (a - wanted).abs().total_cmp(&(b - wanted).abs()));
        let error = keywords.error("VITE_FLUI", "R545", format!("{wanted} m/s is no speed of the basis"));
        let help = near.map_or("it has no speeds".to_string(), |near| did_you_mean(&near.to_string()));
        Box::new(error.help(help))
    })
}

/// Frequency (Hz) and damping of a mode at a speed, for transients: `None` where the mode is not coupled.
pub(in crate::operators) fn coupled_values(base: &FluidElasticBase, speed: usize, rank: usize) -> Option<(f64, f64)> {
    let place = base.ranks.iter().position(|known| *known == rank)?;
    let state = base.states.get(speed)?;
    Some((state.frequencies[place], state.dampings[place]))
}

/// The tables of IMPRESSION.
pub(super) fn listing(base: &FluidElasticBase, values: bool, shapes: bool) -> String {
    let mut text = String::new();
    let orders = base.orders();
    if values {
        text += &format!("{:>12}  {:>5}  {:>18}  {:>18}\n", "speed (m/s)", "mode", "frequency (Hz)", "damping");
        for (speed, state) in base.speeds.iter().zip(&base.states) {
            for (order, (f, xi)) in orders.iter().zip(state.frequencies.iter().zip(&state.dampings)) {
                text += &format!("{speed:>12.6}  {order:>5}  {f:>18.10}  {xi:>18.10}\n");
            }
        }
        for (place, order) in orders.iter().enumerate() {
            if let Some(speed) = base.critical_speed(place) {
                text += &format!("mode {order} has no damping left from {speed:.6} m/s\n");
            }
        }
        for (order, stability) in orders.iter().zip(&base.stability) {
            for (zones, critical) in stability.constants.iter().zip(&stability.critical) {
                let constants: Vec<String> = zones.iter().map(|k| format!("{k:.6}")).collect();
                let (s, constants) = (if zones.len() > 1 { "s" } else { "" }, constants.join(", "));
                text +=
                    &format!("mode {order}, constant{s} of Connors {constants}: critical speed {critical:.6} m/s\n");
            }
        }
    }
    if let Some(flow) = base.flow.as_ref().filter(|_| shapes) {
        text += &format!("{:>12}  shapes along {}\n", "abscissa", flow.component.name());
        let columns: Vec<Vec<f64>> =
            base.ranks.iter().map(|rank| flow.shape(&base.modes, *rank, flow.component)).collect();
        for (k, s) in flow.line.abscissae.iter().enumerate() {
            let row: String = columns.iter().map(|column| format!("  {:>14.6e}", column[k])).collect();
            text += &format!("{s:>12.6}{row}\n");
        }
    }
    text.trim_end().to_string()
}
