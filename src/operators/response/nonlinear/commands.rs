//! STAT_NON_LINE, DYNA_NON_LINE and MECA_NON_LINE, which is either: orchestration.

use std::sync::Arc;

use super::archive::{Archive, Selection, Snapshot};
use super::follow::Followed;
use super::{damping, digits, initial, instants, loading, options, report, result, schemes, structure};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::Concept;
use crate::diag::Diagnostic;
use crate::kernel::elements::Mechanics;
use crate::kernel::structural::newton::{Beginning, Convergence, Dynamics, Newton, RunCounts, RunFault, run_nonlinear};
use crate::operators::response::structural::{Observations, add_table, energy_table, step_table};
use crate::operators::{Check, Context, Operator, Outcome, counted, set_result};

pub const STAT_NON_LINE: Operator =
    Operator { name: "STAT_NON_LINE", run: |call, context| analyse(call, context, false), check: Check::UpToFirstStep };
pub const DYNA_NON_LINE: Operator =
    Operator { name: "DYNA_NON_LINE", run: |call, context| analyse(call, context, true), check: Check::UpToFirstStep };

/// The second where SCHEMA_TEMPS says how time passes, else the first.
pub const MECA_NON_LINE: Operator = Operator {
    name: "MECA_NON_LINE",
    run: |call, context| {
        let dynamic = call.one("SCHEMA_TEMPS").is_some();
        if !dynamic {
            refuse_motion(call)?;
        }
        analyse(call, context, dynamic)
    },
    check: Check::UpToFirstStep,
};

/// Keywords of motions alone, in a call without a scheme.
fn refuse_motion(call: &Call) -> Outcome {
    let of_motion = ["MODE_STAT", "MASS_DIAG", "MATR_ELEM_AMOR", "AMOR_MODAL", "PROJ_MODAL"];
    let in_factors = [("EXCIT", &["ACCE", "VITE", "DEPL"][..]), ("ETAT_INIT", &["ACCE", "VITE"][..])];
    let mut found: Vec<(&Keywords, &str)> = of_motion
        .into_iter()
        .filter(|name| call.has(name) || call.one(name).is_some())
        .map(|name| (call as &Keywords, name))
        .collect();
    for (factor, names) in in_factors {
        for keywords in call.factor(factor) {
            found.extend(names.iter().filter(|name| keywords.has(name)).map(|name| (keywords, *name)));
        }
    }
    found.extend(call.factor("EXCIT").iter().filter(|k| k.is("MULT_APPUI", "OUI")).map(|k| (k, "MULT_APPUI")));
    let Some((keywords, name)) = found.first() else { return Ok(()) };
    let error =
        keywords.error(name, "R360", format!("{name} belongs to a motion, and without SCHEMA_TEMPS this is statics"));
    Err(Box::new(error.help(format!("give SCHEMA_TEMPS=_F(SCHEMA='NEWMARK', ...), or leave {name} out"))))
}

fn analyse(call: &Call, context: &mut Context<'_>, dynamic: bool) -> Outcome {
    let mut dynamics = schemes::read(call, dynamic)?;
    let lumped = call.is("MASS_DIAG", "OUI");
    if lumped && !matches!(dynamics, Dynamics::Explicit(_)) {
        let error = call.error("MASS_DIAG", "R360", "the mass is lumped in explicit schemes only");
        return Err(Box::new(error.help("use SCHEMA='DIFF_CENT' or 'TCHAMWA', or remove MASS_DIAG")));
    }
    let mut structure = structure::read(call, context, dynamic, lumped)?;
    let supports = if dynamic { damping::add(call, context, &mut structure)? } else { Vec::new() };
    damping::project(call, &structure, &mut dynamics)?;
    let mut initial = initial::read(call, context, &structure)?;
    let options = options::read(call, context, &structure, dynamics)?;
    let mut plan = instants::read(call, context, &structure, initial.instant, options.most_iterations)?;
    let (mut loads, mut following) = loading::Loads::read(call, &structure, &initial.reference, dynamic)?;
    let selection = Selection::read(call, dynamic)?;
    selection.warning(call).into_iter().for_each(|warning| context.warn(warning));
    if let Dynamics::Explicit(_) = options.dynamics {
        check_critical_step(call, context, &structure)?;
    }
    let observations = Observations::read(call, "OBSERVATION", &structure.mesh, &structure)?;
    let followed = Followed::read(call, &structure)?;
    if context.rehearsal {
        return Ok(());
    }
    selection.check_room(call, &structure, plan.count)?;
    initial.state.time = plan.start;
    let (follows, lost) = (!following.is_empty(), following.failure());
    let mut newton = Newton::new(&structure.system, &options, initial.state);
    let conditions = loads.conditions(plan.start)?;
    if !conditions.bounds.is_empty() {
        newton.stop_at(conditions);
    }
    if follows {
        newton.follow(&mut following);
    }
    let mut archive = {
        let range = [plan.start, plan.end];
        Archive::new(
            &selection,
            context.watch(),
            range,
            (observations, followed),
            &supports,
            &structure,
            &newton.before,
        )
    };
    archive.note(&newton.before);
    let beginning = Beginning { acceleration: initial.acceleration, continues: initial.continues };
    let fresh = call.reuse.is_none();
    let mut counts = RunCounts::default();
    let first = newton.before.clone();
    let outcome = run_nonlinear(
        &mut newton,
        &mut plan.increments,
        &plan.answers,
        beginning,
        &mut loads,
        &mut archive,
        &mut counts,
    );
    archive.finish(&newton.before);
    if fresh {
        let mut state = selection.of_result(&first);
        if let Some(acceleration) = newton.first_acceleration().filter(|_| dynamic) {
            state.a.copy_from_slice(acceleration);
        }
        let snapshot = Snapshot { previous: state.time, state, convergence: Convergence::default() };
        archive.kept.insert(0, snapshot);
    }
    let error = outcome.as_ref().err().map(|fault| {
        loads
            .failure()
            .or_else(|| lost.take())
            .or(archive.observations.failure())
            .or(archive.followed.values.failure())
            .unwrap_or_else(|| report::error(call, &structure, &archive, &newton.before, fault))
    });
    archive.followed.print(call, context, &structure)?;
    say(call, context, &structure, &archive, &counts, (&newton, plan.start), outcome.as_ref().err());
    let kept = result::Outcome {
        structure: &structure,
        selection: &selection,
        supports: &supports,
        states: std::mem::take(&mut archive.kept),
        kept: initial.kept,
        follows,
    };
    let mut series = result::series(call, kept)?;
    let observed = (!archive.observations.is_empty()).then(|| archive.observations.take());
    if let Some(table) = observed {
        add_table(&mut series, "OBSERVATION", table);
    }
    let steps = match archive.energies.is_empty() {
        true => step_table(&archive.instants),
        false => energy_table(&archive.energies),
    };
    add_table(&mut series, "PARA_CALC", steps);
    set_result(call, Concept::Fields(Arc::new(series)))?;
    error.map_or(Ok(()), Err)
}

/// What the log says of a run.
fn say(
    call: &Call,
    context: &mut Context<'_>,
    structure: &structure::Structure,
    archive: &Archive<'_>,
    counts: &RunCounts,
    (newton, start): (&Newton<'_>, f64),
    fault: Option<&RunFault>,
) {
    if let Some(RunFault::Failed(failure)) = fault
        && !failure.records.is_empty()
    {
        context.say(report::table(structure, failure));
    }
    context.say(format!(
        "{} to {} s, {}, {}, {} kept",
        counted(counts.steps, "step"),
        newton.before.time,
        counted(counts.evaluations, "iteration"),
        counted(counts.cuts, "cut"),
        counted(archive.kept.len() as u64, "state"),
    ));
    if counts.steps > 0
        && let Some(line) = archive.contacts.sentence(structure)
    {
        context.say(line);
    }
    if counts.singular_mass {
        let message = "the mass is singular: the initial acceleration is taken as zero";
        let warning = Diagnostic::warning("R369", message).at_if_absent(call.span_of("MODELE"));
        context.warn(warning.help("give mass to each unknown that moves, or ACCE in ETAT_INIT"));
    }
    let lost = digits::lost(structure, &archive.kept).map(|warning| warning.at_if_absent(call.span_of("CARA_ELEM")));
    let told = [archive.loosest.warning(call), archive.missed(call, start, fault.is_none()), lost];
    told.into_iter().flatten().for_each(|warning| context.warn(warning));
    if let Some(first) = archive.forced.first() {
        let message = format!(
            "{} accepted without convergence (ARRET='NON'), the first one at {first} s",
            counted(archive.forced.len() as u64, "step")
        );
        let warning = Diagnostic::warning("R367", message).at_if_absent(call.span_of("CONVERGENCE"));
        context.warn(warning.help("use ARRET='OUI', and shorter steps where it stops"));
    }
}

/// Steps of explicit schemes stay below the critical one, estimated element by element.
fn check_critical_step(
    call: &Call,
    context: &mut Context<'_>,
    structure: &structure::Structure,
) -> Result<(), CallError> {
    let Some(keywords) = call.one("INCREMENT") else { return Ok(()) };
    let instants = match keywords.concept("LIST_INST") {
        Some(Concept::RealList(list)) => list.to_vec(),
        Some(Concept::Instants(list)) => list.instants.clone(),
        _ => return Ok(()),
    };
    let longest = instants.windows(2).map(|w| w[1] - w[0]).fold(0.0, f64::max);
    let mut mass = vec![0.0; structure.system.size];
    structure.system.mass.iter().filter(|(i, j, _)| i == j).for_each(|(i, _, m)| mass[*i] += m);
    let mut critical: Option<(f64, usize)> = None;
    for element in &structure.system.elements {
        let n = element.size();
        let step = match &element.mechanics {
            Mechanics::Discrete { .. } => {
                let mut elastic = vec![0.0; n * n];
                element.elastic(&mut elastic);
                let ratio = |(i, k): (usize, &usize)| if mass[*k] > 0.0 { elastic[i * n + i] / mass[*k] } else { 0.0 };
                let square = element.ranks.iter().enumerate().map(ratio).fold(0.0, f64::max);
                2.0 / square.sqrt()
            }
            Mechanics::Bar { length, .. } | Mechanics::Beam { length, .. } => {
                let material = structure.materials.as_ref().and_then(|m| m.cells.get(element.cell)?.as_ref());
                let law = material.and_then(|m| m.laws.get("ELAS"));
                let of = |name: &str| law.and_then(|l| l.get(name).copied()).unwrap_or(0.0);
                length * (of("RHO") / of("E")).sqrt()
            }
        };
        if step > 0.0 && critical.is_none_or(|(shortest, _)| step < shortest) {
            critical = Some((step, element.cell));
        }
    }
    let stops = call.one("SCHEMA_TEMPS").is_none_or(|s| s.is("STOP_CFL", "OUI"));
    let Some((step, cell)) = critical.filter(|(step, _)| longest > *step) else { return Ok(()) };
    let message = format!(
        "the step {longest:e} s exceeds the critical one, about {step:.4e} s, of cell {}",
        structure.cell(cell)
    );
    if stops {
        return Err(Box::new(
            call.error("INCREMENT", "N364", message).help("shorten the steps, or write STOP_CFL='NON'"),
        ));
    }
    let warning = Diagnostic::warning("N364", message).at_if_absent(call.span_of("INCREMENT"));
    context.warn(warning.help("shorten the steps"));
    Ok(())
}
