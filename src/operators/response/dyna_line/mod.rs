//! DYNA_LINE: the linear dynamics of a structure in one command.
//!
//! ```text
//! RUN = DYNA_LINE(
//!     TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MODELE=MODEL, CARA_ELEM=CARA, CHAM_MATER=MATER, CHARGE=CLAMP,
//!     BANDE_ANALYSE=50., INCREMENT=_F(INST_FIN=2.), EXCIT=_F(CHARGE=PUSH, FONC_MULT=RAMP),
//! )
//! ```
//!
//! It assembles matrices and vectors, makes a modal base enriched with static shapes (GENE), runs DYNA_VIBRA
//! and restores the fields on the structure: the commands one would write, run by [`crate::operators::call::script`].
//!
//! * [`base`]: modes of the band, static shapes, generalised matrices;
//! * [`supports`]: static modes and inertia vectors of supports that move.

mod base;
mod supports;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Handle, Load};
use crate::operators::call::script::{Arguments, Script, value};
use crate::operators::{Context, Operator, Outcome, set_result};

pub const DYNA_LINE: Operator = Operator { name: "DYNA_LINE", run };

const STRUCTURE: [&str; 3] = ["MODELE", "CARA_ELEM", "CHAM_MATER"];
const MULTIPLIERS: [&str; 6] = ["FONC_MULT", "FONC_MULT_C", "COEF_MULT", "COEF_MULT_C", "PHAS_DEG", "PUIS_PULS"];

/// The matrices and vectors assembled first.
struct Assembly {
    numbering: Handle,
    stiffness: Handle,
    mass: Handle,
    damping: Option<Handle>,
    /// Stiffness with hysteretic damping.
    hysteretic: Option<Handle>,
    /// One vector for each occurrence of EXCIT that has a load.
    loads: Vec<Option<Handle>>,
    /// The mechanical loads of CHARGE, as a vector: forces and imposed motions.
    constraints: Option<Handle>,
    /// The kinematic loads of CHARGE.
    kinematic: Vec<Handle>,
}

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let mut script = Script::new(call, context);
    let (modal, transient) = (call.is("BASE_CALCUL", "GENE"), call.is("TYPE_CALCUL", "TRAN"));
    let assembly = assemble(&mut script)?;
    let moving = supports::read(&mut script, &assembly)?;
    let base = match modal {
        true => Some(base::build(&mut script, &assembly, &moving)?),
        false => None,
    };
    let mut arguments = script.arguments().copied(call, &["TYPE_CALCUL", "BASE_CALCUL"]);
    if !modal {
        arguments = arguments.copied(call, &STRUCTURE);
    }
    arguments = match &base {
        Some(base) => base.matrices(arguments),
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
        let modal = script.arguments().copied(damping, &["AMOR_REDUIT"]);
        arguments = arguments.factor("AMOR_MODAL", vec![modal]);
    }
    let excitations = excitations(&script, &assembly, base.as_ref(), &moving);
    arguments = arguments.factor("EXCIT", excitations);
    if let Some(statics) = &moving.statics
        && transient
        && call.factor("EXCIT").iter().any(moves_a_support)
    {
        arguments = arguments.concept("MODE_STAT", statics);
    }
    arguments = if transient {
        times(&script, arguments, base.as_ref())?
    } else {
        arguments.copied(call, &["FREQ", "LIST_FREQ"])
    };
    let response = script.make("DYNA_VIBRA", arguments)?;
    let Some(base) = base else { return set_result(call, value(call, &response)?) };
    for (keyword, handle) in [("RESU_GENE", &response), ("BASE_RESU", &base.shapes)] {
        if let Some(new) = call.created(keyword).first() {
            new.handle.set(value(call, handle)?);
        }
    }
    let mut restitution = script.arguments().concept("RESU_GENE", &response).text("TOUT_CHAM", "OUI");
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
    let fields = script.make("REST_GENE_PHYS", restitution)?;
    set_result(call, value(call, &fields)?)
}

/// Stiffness, mass, damping, and the vectors of the loads.
fn assemble(script: &mut Script<'_, '_>) -> Result<Assembly, CallError> {
    let call = script.call;
    let kind = call.one("AMORTISSEMENT").and_then(|a| a.text("TYPE_AMOR"));
    let asked = |name: &str| kind.as_ref().is_some_and(|k| &**k == name);
    let matrix = |name: &str, option: &str| script.arguments().new_concept("MATRICE", name).text("OPTION", option);
    let mut matrices = vec![matrix("K", "RIGI_MECA"), matrix("M", "MASS_MECA")];
    if asked("RAYLEIGH") {
        matrices.push(matrix("C", "AMOR_MECA"));
    }
    if asked("HYST") {
        matrices.push(matrix("H", "RIGI_MECA_HYST"));
    }
    let vector = |name: &str, loads: &[Handle]| {
        let arguments = script.arguments().new_concept("VECTEUR", name).text("OPTION", "CHAR_MECA");
        arguments.concepts("CHARGE", loads)
    };
    let (mut vectors, mut names) = (Vec::new(), Vec::new());
    for (rank, excitation) in call.factor("EXCIT").iter().enumerate() {
        names.push(excitation.handle("CHARGE").map(|load| {
            let name = format!("F{rank}");
            vectors.push(vector(&name, std::slice::from_ref(load)));
            name
        }));
    }
    let Holding { mechanical, kinematic } = holding(call);
    let physical = call.is("BASE_CALCUL", "PHYS");
    if let Some(moved) = kinematic.iter().find(|load| !physical && imposes_motion(load)) {
        let message =
            format!("the kinematic load {} imposes a motion, which generalised coordinates cannot have", moved.name());
        return Err(Box::new(call.error("CHARGE", "R344", message).help("BASE_CALCUL='PHYS' takes it")));
    }
    if !mechanical.is_empty() && (physical || mechanical.iter().any(has_forces)) {
        vectors.push(vector("HOLD", &mechanical));
    }
    let mut arguments = script.arguments().copied(call, &STRUCTURE);
    for (keyword, loads) in [("CHARGE", &mechanical), ("CHAR_CINE", &kinematic)] {
        if !loads.is_empty() {
            arguments = arguments.concepts(keyword, loads);
        }
    }
    let arguments = arguments.new_concept("NUME_DDL", "N").factor("MATR_ASSE", matrices).factor("VECT_ASSE", vectors);
    let made = script.run("ASSEMBLAGE", arguments)?;
    let missing = || call.error("", "R001", "ASSEMBLAGE made no matrix");
    Ok(Assembly {
        numbering: made.created("N").ok_or_else(missing)?,
        stiffness: made.created("K").ok_or_else(missing)?,
        mass: made.created("M").ok_or_else(missing)?,
        damping: made.created("C"),
        hysteretic: made.created("H"),
        loads: names.iter().map(|name| name.as_ref().and_then(|n| made.created(n))).collect(),
        constraints: made.created("HOLD"),
        kinematic,
    })
}

/// The loads of CHARGE by kind.
struct Holding {
    mechanical: Vec<Handle>,
    kinematic: Vec<Handle>,
}

fn holding(call: &Call) -> Holding {
    let is_kinematic = |handle: &Handle| matches!(handle.get(), Some(Concept::Load(load)) if load.kinematic);
    let (kinematic, mechanical) = call.handles("CHARGE").into_iter().cloned().partition(is_kinematic);
    Holding { mechanical, kinematic }
}

fn has_forces(handle: &Handle) -> bool {
    matches!(handle.get(), Some(Concept::Load(load)) if load.has_forces())
}

fn imposes_motion(handle: &Handle) -> bool {
    let moved = |load: &Load| load.constraints.iter().any(|(_, value)| value.constant() != Some(0.0));
    matches!(handle.get(), Some(Concept::Load(load)) if moved(load))
}

/// Whether the motion of one support is given, and not only its acceleration by FONC_MULT.
fn moves_a_support(excitation: &Keywords) -> bool {
    excitation.is("TYPE_APPUI", "MULTI") && excitation.has("ACCE")
}

/// EXCIT of DYNA_VIBRA: the loads of CHARGE once, as they are, then the occurrences in order.
fn excitations(
    script: &Script<'_, '_>,
    assembly: &Assembly,
    base: Option<&base::Base>,
    moving: &supports::Moving,
) -> Vec<Arguments> {
    let call = script.call;
    let mut all = Vec::new();
    let once = |keyword: &str, what: &Handle| script.arguments().concept(keyword, what).real("COEF_MULT", 1.0);
    match (base, &assembly.constraints) {
        (Some(base), Some(_)) => all.extend(base.held.as_ref().map(|vector| once("VECT_ASSE_GENE", vector))),
        (None, Some(vector)) => all.push(once("VECT_ASSE", vector)),
        (_, None) => {}
    }
    if base.is_none() {
        all.extend(assembly.kinematic.iter().filter(|load| imposes_motion(load)).map(|load| once("CHARGE", load)));
    }
    for (rank, excitation) in call.factor("EXCIT").iter().enumerate() {
        let mut arguments = script.arguments();
        let vector = assembly.loads[rank].as_ref().or(moving.vectors[rank].as_ref());
        arguments = match (base.and_then(|b| b.vectors[rank].as_ref()), vector) {
            (Some(projected), _) => arguments.concept("VECT_ASSE_GENE", projected),
            (None, Some(vector)) => arguments.concept("VECT_ASSE", vector),
            (None, None) => continue,
        };
        all.push(if moves_a_support(excitation) && call.is("TYPE_CALCUL", "TRAN") {
            let motion = ["ACCE", "VITE", "DEPL", "DIRECTION", "GROUP_NO"];
            arguments.text("MULT_APPUI", "OUI").copied(excitation, &motion)
        } else {
            // One motion of all supports acts by its acceleration only.
            match excitation.handle("ACCE") {
                Some(acceleration) => arguments.concept("FONC_MULT", acceleration),
                None => arguments.copied(excitation, &MULTIPLIERS),
            }
        });
    }
    all
}

/// Scheme, step, instants kept, initial state and nonlinear laws.
fn times(script: &Script<'_, '_>, arguments: Arguments, base: Option<&base::Base>) -> Result<Arguments, CallError> {
    let call = script.call;
    let modal = base.is_some();
    let empty = Keywords::default();
    let schema = call.one("SCHEMA_TEMPS").unwrap_or(&empty);
    let given = script.arguments().all_copied(schema);
    let given = match schema.written("SCHEMA") {
        true => given,
        false => given.text("SCHEMA", if modal { "DEVOGE" } else { "NEWMARK" }),
    };
    let increment = call.one("INCREMENT").unwrap_or(&empty);
    let mut instants = script.arguments().copied(increment, &["INST_INIT", "INST_FIN", "PAS"]).text("VERI_PAS", "NON");
    if !increment.has("PAS") {
        instants = instants.real("PAS", 1.0 / (5.0 * base::band(call)?.1));
    }
    let mut arguments = arguments.factor("SCHEMA_TEMPS", vec![given]).factor("INCREMENT", vec![instants]);
    for name in ["ARCHIVAGE", "COMPORTEMENT"] {
        let occurrences = call.factor(name).iter().map(|o| script.arguments().all_copied(o)).collect();
        arguments = arguments.factor(name, occurrences);
    }
    if let Some(state) = call.one("ETAT_INIT") {
        let given = match base {
            Some(base) => base.initial_state(script.arguments()),
            None => script.arguments().copied(state, &["DEPL", "VITE"]),
        };
        arguments = arguments.factor("ETAT_INIT", vec![given]);
    }
    Ok(arguments)
}
