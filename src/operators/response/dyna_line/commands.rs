//! The commands that DYNA_LINE stands for, in order.

use super::assembly::{STRUCTURE, assemble};
use super::excitation::{excitations, moves_a_support};
use super::{basis, supports};
use crate::catalogue::{Call, CallError, Keywords};
use crate::operators::call::inner::{InnerArguments, InnerCommands, value};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub const DYNA_LINE: Operator = Operator { name: "DYNA_LINE", run, check: Check::KeywordsOnly };

pub(super) fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let mut inner = InnerCommands::new(call, context);
    let (modal, transient) = (call.is("BASE_CALCUL", "GENE"), call.is("TYPE_CALCUL", "TRAN"));
    let assembly = assemble(&mut inner)?;
    let moving = supports::read(&mut inner, &assembly)?;
    let basis = match modal {
        true => Some(basis::build(&mut inner, &assembly, &moving)?),
        false => None,
    };
    let mut arguments = inner.arguments().copied(call, &["TYPE_CALCUL", "BASE_CALCUL"]);
    if !modal {
        arguments = arguments.copied(call, &STRUCTURE);
    }
    arguments = match &basis {
        Some(basis) => basis.matrices(arguments),
        None => {
            let stiffness = assembly.hysteretic.as_ref().unwrap_or(&assembly.stiffness);
            let arguments = arguments.concept("MATR_RIGI", stiffness).concept("MATR_MASS", &assembly.mass);
            match &assembly.damping {
                Some(damping) => arguments.concept("MATR_AMOR", damping),
                None => arguments,
            }
        }
    };
    if let Some(damping) = call.one("AMORTISSEMENT").filter(|a| a.has("AMOR_REDUIT")) {
        let modal = inner.arguments().copied(damping, &["AMOR_REDUIT"]);
        arguments = arguments.factor("AMOR_MODAL", vec![modal]);
    }
    let excitations = excitations(&inner, &assembly, basis.as_ref(), &moving);
    arguments = arguments.factor("EXCIT", excitations);
    if let Some(statics) = &moving.statics
        && transient
        && call.factor("EXCIT").iter().any(moves_a_support)
    {
        arguments = arguments.concept("MODE_STAT", statics);
    }
    arguments = if transient {
        times(&inner, arguments, basis.as_ref())?
    } else {
        arguments.copied(call, &["FREQ", "LIST_FREQ"])
    };
    let response = inner.make("DYNA_VIBRA", arguments)?;
    let Some(basis) = basis else { return set_result(call, value(call, &response)?) };
    for (keyword, handle) in [("RESU_GENE", &response), ("BASE_RESU", &basis.shapes)] {
        if let Some(new) = call.created(keyword).first() {
            new.handle.set(value(call, handle)?);
        }
    }
    let mut restitution = inner.arguments().concept("RESU_GENE", &response).text("TOUT_CHAM", "OUI");
    let given = |kind: &str| call.factor("EXCIT").iter().filter(|e| e.is("TYPE_APPUI", kind)).collect::<Vec<_>>();
    match (given("MULTI").as_slice(), given("MONO").as_slice()) {
        (several, _) if transient && several.iter().any(|e| moves_a_support(e)) => {
            restitution = restitution.text("MULT_APPUI", "OUI");
        }
        ([], [only]) if transient => {
            if let Some(acceleration) = ["FONC_MULT", "ACCE"].into_iter().find_map(|n| only.handle(n)) {
                let mut direction = only.reals("DIRECTION");
                direction.resize(3, 0.0);
                restitution = restitution.concept("ACCE_MONO_APPUI", acceleration).reals("DIRECTION", &direction);
            }
        }
        _ => {}
    }
    let fields = inner.make("REST_GENE_PHYS", restitution)?;
    set_result(call, value(call, &fields)?)
}

/// Scheme, step, instants kept, initial state and nonlinear laws.
fn times(
    inner: &InnerCommands<'_, '_>,
    arguments: InnerArguments,
    basis: Option<&basis::Base>,
) -> Result<InnerArguments, CallError> {
    let call = inner.call;
    let modal = basis.is_some();
    let empty = Keywords::default();
    let schema = call.one("SCHEMA_TEMPS").unwrap_or(&empty);
    let given = inner.arguments().all_copied(schema);
    let given = match schema.written("SCHEMA") {
        true => given,
        false => given.text("SCHEMA", if modal { "DEVOGE" } else { "NEWMARK" }),
    };
    let increment = call.one("INCREMENT").unwrap_or(&empty);
    let mut instants = inner.arguments().copied(increment, &["INST_INIT", "INST_FIN", "PAS"]).text("VERI_PAS", "NON");
    if !increment.has("PAS") {
        instants = instants.real("PAS", 1.0 / (5.0 * basis::band(call)?.1));
    }
    let mut arguments = arguments.factor("SCHEMA_TEMPS", vec![given]).factor("INCREMENT", vec![instants]);
    for name in ["ARCHIVAGE", "COMPORTEMENT"] {
        let occurrences = call.factor(name).iter().map(|o| inner.arguments().all_copied(o)).collect();
        arguments = arguments.factor(name, occurrences);
    }
    if let Some(state) = call.one("ETAT_INIT") {
        let given = match basis {
            Some(basis) => basis.initial_state(inner.arguments()),
            None => inner.arguments().copied(state, &["DEPL", "VITE"]),
        };
        arguments = arguments.factor("ETAT_INIT", vec![given]);
    }
    Ok(arguments)
}
