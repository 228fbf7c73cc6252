//! CALC_MODES: the arguments, and what is done once modes are found.

use std::sync::Arc;

use super::complex::DampedVibration;
use super::faults::Names;
use super::free_motions;
use super::listing::Listing;
use super::matrices::{ProblemMatrix, expect_matrices, expect_pair};
use super::real::{Check, General, Solved, Vibration};
use super::request::{Choice, FREQUENCIES, LOAD_FACTORS, Request, Spelling};
use super::scaling::{Scaling, named_scaling, unsuited};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Mode};
use crate::diag::Diagnostic;
use crate::operators::call::lost_digits::Rows;
use crate::operators::{Context, Outcome, set_result};
use crate::verdict::significant;

/// Everything a call says, whatever the command.
#[derive(Clone)]
pub struct ModesArguments<'a> {
    pub keywords: &'a Keywords,
    pub problem: Problem,
    pub names: Names,
    pub spelling: Spelling,
    pub request: Request,
    pub check: Check,
    /// Whether finding no mode is an error (STOP_BANDE_VIDE).
    pub stop_when_empty: bool,
    /// NORME of NORM_MODE.
    pub norm: Option<Arc<str>>,
    pub filter: Option<Filter>,
    pub listing: Option<Listing>,
}

impl<'a> ModesArguments<'a> {
    /// The modes asked of a problem and how they are checked: all are kept as they are found, none is shown.
    pub fn of(
        keywords: &'a Keywords,
        problem: Problem,
        words: (Names, Spelling),
        request: Request,
    ) -> Result<Self, CallError> {
        let (names, spelling) = words;
        let check = read_check(keywords)?;
        let (norm, filter, listing) = (None, None, None);
        Ok(ModesArguments {
            keywords,
            problem,
            names,
            spelling,
            request,
            check,
            stop_when_empty: true,
            norm,
            filter,
            listing,
        })
    }
}

#[derive(Clone)]
pub enum Problem {
    /// `K φ = ω² M φ`, with damping `(λ² M + λ C + K) φ = 0`.
    Vibration { stiffness: ProblemMatrix, mass: ProblemMatrix, damping: Option<ProblemMatrix> },
    /// `(A + λ B) φ = 0`.
    General { first: ProblemMatrix, second: ProblemMatrix },
}

/// FILTRE_MODE of CALC_MODES: keep modes whose criterion reaches a threshold.
#[derive(Clone, Debug)]
pub struct Filter {
    pub criterion: String,
    pub threshold: f64,
}

impl Filter {
    fn keeps(&self, mode: &Mode) -> bool {
        let value = |name: &str| mode.parameter(name).unwrap_or(0.0);
        match self.criterion.as_str() {
            "MASS_GENE" => value("MASS_GENE") >= self.threshold,
            criterion => ["DX", "DY", "DZ"].iter().any(|d| value(&format!("{criterion}_{d}")) >= self.threshold),
        }
    }
}

pub fn calc_modes(call: &Call, context: &mut Context<'_>) -> Outcome {
    execute(&read(call)?, call, context)
}

fn read(call: &Call) -> Result<ModesArguments<'_>, CallError> {
    let keywords = &call.keywords;
    let option = call.text("OPTION")?;
    let kind = call.text("TYPE_RESU")?;
    let (names, spelling) = match &*kind {
        "MODE_FLAMB" => (Names { stiffness: "MATR_RIGI", mass: "MATR_RIGI_GEOM" }, LOAD_FACTORS),
        "GENERAL" => (Names { stiffness: "MATR_A", mass: "MATR_B" }, LOAD_FACTORS),
        _ => (Names { stiffness: "MATR_RIGI", mass: "MATR_MASS" }, FREQUENCIES),
    };
    let problem = match &*kind {
        "DYNAMIQUE" => read_vibration(keywords, names, "MATR_AMOR")?,
        _ => read_general(keywords, names)?,
    };
    Ok(ModesArguments {
        stop_when_empty: !call.is("STOP_BANDE_VIDE", "NON"),
        norm: call.one("NORM_MODE").and_then(|k| k.text_if_given("NORME")),
        filter: read_filter(keywords)?,
        listing: Listing::read(keywords)?,
        ..ModesArguments::of(keywords, problem, (names, spelling), Request::read(keywords, &option, spelling)?)?
    })
}

pub fn read_vibration(keywords: &Keywords, names: Names, damping: &'static str) -> Result<Problem, CallError> {
    let (stiffness, mass, damping) = expect_matrices(keywords, [names.stiffness, names.mass, damping])?;
    Ok(Problem::Vibration { stiffness, mass, damping })
}

pub fn read_general(keywords: &Keywords, names: Names) -> Result<Problem, CallError> {
    let (first, second) = expect_pair(keywords, [names.stiffness, names.mass])?;
    Ok(Problem::General { first, second })
}

pub fn read_check(keywords: &Keywords) -> Result<Check, CallError> {
    let level = keywords.only("VERI_MODE")?;
    Ok(Check { stop: !level.is("STOP_ERREUR", "NON"), residual: level.real("SEUIL")? })
}

pub fn read_filter(keywords: &Keywords) -> Result<Option<Filter>, CallError> {
    let Some(level) = keywords.one("FILTRE_MODE") else { return Ok(None) };
    Ok(Some(Filter { criterion: level.text("CRIT_EXTR")?.to_string(), threshold: level.real("SEUIL")? }))
}

/// Solves, then scales, filters, lists and sets the result.
pub fn execute(arguments: &ModesArguments<'_>, call: &Call, context: &mut Context<'_>) -> Outcome {
    let mut solved = solve(arguments, of_squares(arguments, context))?;
    tell_lost_digits(arguments, &solved, context);
    if let Problem::Vibration { stiffness, .. } = &arguments.problem {
        let note = free_motions::note(stiffness, arguments.request.zero, &solved);
        let place = arguments.keywords.span_of(arguments.names.stiffness);
        note.into_iter().for_each(|note| context.warn(note.at_if_absent(place)));
    }
    solved.warnings.drain(..).for_each(|w| context.warn(w));
    if solved.set.is_empty() {
        let diagnostic = empty_band(arguments, of_squares(arguments, context))?;
        if arguments.stop_when_empty {
            return Err(Box::new(diagnostic));
        }
        context.warn(Diagnostic { severity: crate::diag::Severity::Warning, ..diagnostic });
    }
    if let Some(norm) = &arguments.norm {
        if let Some((message, help)) = unsuited(norm, &solved.set, solved.measures.damping.is_some()) {
            let place = arguments.keywords.one("NORM_MODE").unwrap_or(arguments.keywords);
            return Err(Box::new(place.error("NORME", "R206", message).help(format!("norms there are: {help}."))));
        }
        let scaling = named_scaling(norm, &solved.set);
        rescale_all(&mut solved, &scaling, norm);
    }
    if let Some(filter) = &arguments.filter {
        let kept = solved.set.iter().filter(|mode| filter.keeps(mode)).cloned().collect();
        solved.set = solved.set.with_modes(kept);
    }
    let name = call.result.as_ref().map_or("", |h| h.name());
    if let Some(listing) = &arguments.listing {
        context.say(listing.text(name, &solved.set));
    }
    set_result(call, Concept::Modes(Arc::new(solved.set)))
}

/// Whether frequencies and reduced dampings of a complex stiffness are those of the version of 2020.
fn of_squares(arguments: &ModesArguments<'_>, context: &mut Context<'_>) -> bool {
    let Problem::Vibration { stiffness, damping: None, .. } = &arguments.problem else { return false };
    let then = "had FREQ = sqrt(Re mu) / 2 pi and AMOR_REDUIT = Im mu / (2 Re mu), mu being the eigenvalue";
    stiffness.is_complex() && context.former_rule("modes with a complex stiffness and no damping", then)
}

/// Warns of modes that move with a stiffness beside which others have lost their digits.
fn tell_lost_digits(arguments: &ModesArguments<'_>, solved: &Solved, context: &mut Context<'_>) {
    let (Problem::Vibration { stiffness, .. } | Problem::General { first: stiffness, .. }) = &arguments.problem;
    let Some(matrix) = stiffness.physical() else { return };
    let warning = solved.set.iter().find_map(|mode| {
        let name = || match mode.parameter("FREQ") {
            Some(frequency) => format!("mode {} ({} Hz) is", mode.number, significant(frequency, 5)),
            None => format!("mode {} is", mode.number),
        };
        match (mode.parameter("RIGI_GENE"), matrix.matrix.real()) {
            (Some(energy), _) => Rows::of(matrix).warning(&mode.values, energy, name),
            (None, Some(real)) => Rows::of(matrix).warning_of(real, &mode.values, name),
            (None, None) => None,
        }
    });
    let place = arguments.keywords.span_of(arguments.names.stiffness);
    warning.into_iter().for_each(|warning| context.warn(warning.at_if_absent(place)));
}

fn solve(arguments: &ModesArguments<'_>, of_squares: bool) -> Result<Solved, CallError> {
    let ModesArguments { keywords, names, request, check, .. } = arguments;
    match &arguments.problem {
        Problem::General { first, second } => General { keywords, names: *names, first, second, request }.solve(),
        Problem::Vibration { stiffness, mass, damping } => {
            if damping.is_some() || stiffness.is_complex() || !stiffness.is_symmetric() {
                let damping = damping.as_ref();
                return DampedVibration { keywords, names: *names, stiffness, mass, damping, request, of_squares }
                    .solve();
            }
            Vibration { keywords, names: *names, stiffness, mass, request, check: *check }.solve()
        }
    }
}

/// What to say of a band without any mode: the nearest ones.
fn empty_band(arguments: &ModesArguments<'_>, of_squares: bool) -> Result<Diagnostic, CallError> {
    let request = &arguments.request;
    let [low, .., high] = request.values.as_slice() else {
        let message = "no mode oscillates: the structure is overdamped, or nothing free to move has mass";
        return Ok(Diagnostic::error("N210", message).at_if_absent(arguments.keywords.span));
    };
    let nearest = Request { choice: Choice::Centre, values: vec![0.5 * (low + high)], count: 2, ..request.clone() };
    let around = solve(&ModesArguments { request: nearest, ..arguments.clone() }, of_squares)?;
    let parameter = arguments.spelling.values;
    let found: Vec<String> =
        around.set.iter().filter_map(|m| m.parameter(parameter)).map(|f| format!("{f:.9}")).collect();
    let place = arguments.keywords.one(arguments.spelling.factor).and_then(|k| k.span_of(parameter));
    let message = format!("no mode has its {parameter} between {low} and {high}");
    let mut help = format!("the nearest ones are at {}", found.join(" and "));
    if arguments.stop_when_empty {
        help += "; STOP_BANDE_VIDE='NON' accepts an empty result";
    }
    Ok(Diagnostic::error("N210", message).at_if_absent(place).help(help))
}

fn rescale_all(solved: &mut Solved, scaling: &Scaling, norm: &str) {
    for mode in solved.set.iter_mut() {
        if solved.measures.rescale(mode, scaling) {
            mode.labels.insert("NORME".into(), norm.to_string());
        }
    }
}
