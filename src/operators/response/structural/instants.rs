//! INCREMENT and ARCHIVAGE: groups of equal steps, and the steps that are kept.

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::Concept;
use crate::diag::Diagnostic;
use crate::kernel::structural::{Group, Keeping, Plan, Stretch, StructuralScheme};
use crate::operators::Context;
use crate::operators::call::access::Closeness;
use crate::operators::call::coefficients::doubt_long_step;

/// `start` is the clock of a continued run.
pub(super) fn read(
    call: &Call,
    context: &mut Context<'_>,
    start: Option<f64>,
    scheme: &StructuralScheme,
) -> Result<Plan, CallError> {
    let [keywords] = call.factor("INCREMENT") else {
        let message = format!("INCREMENT is given {} times", call.factor("INCREMENT").len());
        return Err(refused(
            call,
            "INCREMENT",
            message,
            "give one INCREMENT; a list may hold steps of several lengths",
        ));
    };
    let adaptive = matches!(scheme, StructuralScheme::Adaptive(_));
    let (groups, end) = match keywords.concept("LIST_INST") {
        Some(Concept::RealList(_)) if adaptive => {
            let message = "the adaptive scheme chooses its steps, and LIST_INST prescribes them";
            return Err(refused(keywords, "LIST_INST", message, "give PAS, the first step, and INST_FIN"));
        }
        Some(Concept::RealList(list)) => listed(keywords, list, start)?,
        _ => regular(keywords, context, start)?,
    };
    let total: usize = groups.iter().map(|g| g.count).sum();
    if total == 0 {
        let message = "no step lies between the start and the end";
        return Err(refused(keywords, "INST_FIN", message, "the end comes after the start"));
    }
    let archive = call.one("ARCHIVAGE");
    let instants: Vec<f64> = groups.iter().flat_map(|g| (1..=g.count).map(|k| g.start + k as f64 * g.step)).collect();
    let kept = kept(call, archive, &instants)?;
    let free = |group: &Group| Stretch::Free { start: group.start, first: group.step, end };
    Ok(Plan {
        keeping: if adaptive { Keeping::Nearest(targets(archive, &groups, end)) } else { Keeping::Steps(kept) },
        stretches: match adaptive {
            true => groups.iter().take(1).map(free).collect(),
            false => groups.into_iter().map(Stretch::Equal).collect(),
        },
        end,
        imposed: false,
        energies: call.one("ENERGIE").is_some(),
    })
}

fn refused(keywords: &Keywords, keyword: &str, message: impl Into<String>, help: &str) -> CallError {
    Box::new(keywords.error(keyword, "R306", message).help(help))
}

fn regular(keywords: &Keywords, context: &mut Context<'_>, start: Option<f64>) -> Result<(Vec<Group>, f64), CallError> {
    let (Some(step), Some(end)) = (keywords.real_if_given("PAS"), keywords.real_if_given("INST_FIN")) else {
        let message = "INCREMENT has no PAS or no INST_FIN";
        return Err(refused(keywords, "PAS", message, "give PAS (the step) and INST_FIN (the end), or LIST_INST"));
    };
    let start = start.or(keywords.real_if_given("INST_INIT")).unwrap_or(0.0);
    let count = ((end - start) / step).round();
    if !(step > 0.0 && (1.0..1e8).contains(&count)) {
        let message = format!("steps of {step:e} s from {start} s to {end} s make no run");
        return Err(refused(
            keywords,
            "PAS",
            message,
            "give a positive PAS, an end after the start, and fewer than 1e8 steps",
        ));
    }
    doubt_long_step(context, keywords, step, end - start);
    Ok((vec![Group { start, step, count: count as usize }], end))
}

/// A list of instants, cut at INST_FIN or NUME_FIN, from the clock of a continued run on.
fn listed(keywords: &Keywords, list: &[f64], start: Option<f64>) -> Result<(Vec<Group>, f64), CallError> {
    let increasing = list.windows(2).all(|w| w[1] > w[0]);
    if list.len() < 2 || !increasing {
        let message = "LIST_INST does not hold two instants or more in increasing order";
        return Err(refused(keywords, "LIST_INST", message, "make it with DEFI_LIST_REEL"));
    }
    let step_to = |k: usize| list[k.max(1)] - list[k.max(1) - 1];
    let mut last = list.len() - 1;
    if let Some(rank) = keywords.integer_if_given("NUME_FIN") {
        last = usize::try_from(rank).ok().filter(|r| *r < list.len()).ok_or_else(|| {
            let message = format!("NUME_FIN={rank} is not a rank of LIST_INST (0 to {})", list.len() - 1);
            refused(keywords, "NUME_FIN", message, "ranks start from 0")
        })?;
    } else if let Some(end) = keywords.real_if_given("INST_FIN") {
        while last > 0 && list[last] > end + 0.1 * step_to(last) {
            last -= 1;
        }
    }
    let mut instants: Vec<f64> = list[..=last].to_vec();
    if let Some(start) = start {
        let after = (0..=last).find(|k| list[*k] > start + 0.1 * step_to(*k)).unwrap_or(last + 1);
        instants =
            std::iter::once(start).chain(list[after..=last.max(after).min(list.len() - 1)].iter().copied()).collect();
        if after > last {
            instants.truncate(1);
        }
    }
    let end = instants.last().copied().unwrap_or(0.0);
    Ok((groups(&instants), end))
}

/// Runs of equal steps.
fn groups(instants: &[f64]) -> Vec<Group> {
    let mut groups = Vec::new();
    let mut first = 0;
    for k in 1..instants.len() {
        let step = instants[k] - instants[k - 1];
        let next = instants.get(k + 1).map(|t| t - instants[k]);
        let noise = 1e-7 * step + 8.0 * f64::EPSILON * instants[k].abs();
        if next.is_none_or(|next| (next - step).abs() > noise) {
            let count = k - first;
            let step = (instants[k] - instants[first]) / count as f64;
            groups.push(Group { start: instants[first], step, count });
            first = k;
        }
    }
    groups
}

fn kept(call: &Call, archive: Option<&Keywords>, instants: &[f64]) -> Result<Vec<bool>, CallError> {
    let Some(archive) = archive else { return Ok(vec![true; instants.len()]) };
    let period = archive.integer_if_given("PAS_ARCH");
    let listed = listed_instants(archive);
    let steps = match archive.concept("LIST_ARCH") {
        Some(Concept::IntegerList(steps)) => steps.to_vec(),
        _ => Vec::new(),
    };
    if period.is_some_and(|p| p < 1) {
        return Err(call.error("ARCHIVAGE", "R307", "PAS_ARCH keeps nothing: PAS_ARCH=1 keeps every step"));
    }
    let nothing_asked = period.is_none() && listed.is_empty() && steps.is_empty();
    let closeness = Closeness::read(archive);
    let keep = |(k, t): (usize, &f64)| {
        let number = k as i64 + 1;
        nothing_asked
            || period.is_some_and(|p| number % p == 0)
            || listed.iter().any(|wanted| closeness.holds(*t, *wanted))
            || steps.contains(&number)
    };
    Ok(instants.iter().enumerate().map(keep).collect())
}

/// Instants asked for where no step ends.
pub(super) fn missed(call: &Call, plan: &Plan) -> Option<Diagnostic> {
    let archive = call.one("ARCHIVAGE").filter(|_| !plan.is_free())?;
    let closeness = Closeness::read(archive);
    let reached = |wanted: f64| {
        let within = |stretch: &Stretch| match stretch {
            Stretch::Equal(g) => {
                let rank = ((wanted - g.start) / g.step).round().clamp(0.0, g.count as f64);
                closeness.holds(g.start + rank * g.step, wanted)
            }
            Stretch::Free { .. } => true,
        };
        plan.stretches.iter().any(within)
    };
    missed_instants(archive, reached)
}

/// Warns of the instants of ARCHIVAGE where no step ends, as `reached` tells.
pub(in crate::operators::response) fn missed_instants(
    archive: &Keywords,
    reached: impl Fn(f64) -> bool,
) -> Option<Diagnostic> {
    let missed: Vec<f64> = listed_instants(archive).into_iter().filter(|t| !reached(*t)).collect();
    let message = match missed.as_slice() {
        [] => return None,
        [one] => format!("no step ends at {one} s: no state is kept there"),
        [first, .., last] => {
            format!("no step ends at {} of the instants asked for, from {first} to {last} s", missed.len())
        }
    };
    let keyword = if archive.has("LIST_INST") { "LIST_INST" } else { "INST" };
    let warning = Diagnostic::warning("R339", message).at_if_absent(archive.span_of(keyword));
    Some(warning.help("choose instants among the steps, or a wider PRECISION"))
}

fn listed_instants(archive: &Keywords) -> Vec<f64> {
    match archive.concept("LIST_INST") {
        Some(Concept::RealList(list)) => list.to_vec(),
        _ => archive.reals("INST"),
    }
}

/// `T_k = start + k PAS_ARCH PAS`, or the instants listed.
fn targets(archive: Option<&Keywords>, groups: &[Group], end: f64) -> Vec<f64> {
    let listed = archive.map(listed_instants).unwrap_or_default();
    if !listed.is_empty() {
        return listed;
    }
    let period = archive.and_then(|a| a.integer_if_given("PAS_ARCH")).unwrap_or(1).max(1) as f64;
    let Some(group) = groups.first() else { return Vec::new() };
    let target = |k: usize| group.start + k as f64 * period * group.step;
    (1..).map(target).take_while(|t| *t <= end).collect()
}
