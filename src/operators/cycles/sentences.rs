//! Cycles and branches in words.

use crate::kernel::cycles::{Border, BorderKind, Ending, Nature, NewtonFault, Row, letter};
use crate::kernel::transient::exact::EventKind;
use crate::verdict::significant;

/// Most characters of a sequence.
const LONGEST: usize = 80;

/// `1G 1A`
pub(super) fn letters(list: &[(usize, EventKind)]) -> String {
    if list.is_empty() {
        return "none".to_string();
    }
    let text =
        list.iter().map(|(contact, kind)| format!("{}{}", contact + 1, letter(*kind))).collect::<Vec<_>>().join(" ");
    if text.len() <= LONGEST { text } else { format!("{}...", &text[..LONGEST - 3]) }
}

/// Name of an unknown by its rank among displacements and velocities.
pub(super) fn place(rank: usize, size: usize) -> String {
    match rank < size {
        true => format!("the displacement of mode {}", rank + 1),
        false => format!("the velocity of mode {}", rank + 1 - size),
    }
}

/// Name of a nature in tables.
pub(super) fn word(nature: Nature) -> &'static str {
    match nature {
        Nature::Regular => "REGULIER",
        Nature::Begin => "DEBUT",
        Nature::End => "FIN",
        Nature::Target => "CIBLE",
        Nature::Fold => "PLI",
        Nature::Doubling => "DOUBLEMENT",
        Nature::Torus => "TORE",
        Nature::Fork => "FOURCHE",
        Nature::Grazing => "RASANT",
        Nature::Stick => "ADHERENCE",
        Nature::Slip => "GLISSEMENT",
        Nature::Order => "SEQUENCE",
    }
}

/// Stability of a row as tables have it.
pub(super) fn stability(row: &Row) -> &'static str {
    match &row.multipliers {
        None => "NON_EVALUE",
        Some(_) if row.cycle.one_sided => "NON_EVALUE",
        Some(m) if m.is_stable() => "STABLE",
        Some(_) => "INSTABLE",
    }
}

/// Why a branch ended.
pub(super) fn ending(ending: &Ending, name: &str, value: f64) -> String {
    let at = format!("{name} = {value:.9}");
    match ending {
        Ending::Bound => format!("the branch ends at the bound {at}"),
        Ending::Points => format!("the branch ends at {at}: NB_POINT points were made"),
        Ending::Stopped => format!("the branch was stopped at {at}"),
        Ending::Halved => format!(
            "the branch ends near {at}: the cycle becomes one of half its period, from which it branches off (DOUBLEMENT there)"
        ),
        Ending::AtPhase0 { contact } => format!(
            "the branch ends at {at}: an event of contact {} comes to phase 0 of the forcing, where cycles begin; add the same number of \
             degrees (times NUME_HARM) to each PHAS_DEG to go on",
            contact + 1
        ),
        Ending::Lost(fault) => format!("the branch is lost at {at}: {}", lost(fault)),
        Ending::Border { border, beyond } => {
            let why = border.as_ref().map_or_else(|| "the order of events changes".to_string(), reason);
            let beyond = match beyond {
                None => "beyond, a transient has no more events".to_string(),
                Some(list) => format!("beyond, a transient has the events {}", letters(&list[..list.len().min(8)])),
            };
            format!("the branch ends at {at}: {why}; {beyond}")
        }
    }
}

fn lost(fault: &NewtonFault) -> String {
    match fault {
        NewtonFault::Return(fault) => fault.to_string(),
        NewtonFault::NoConvergence(_) => {
            "Newton's method does not converge with the shortest step (PAS_MINI)".to_string()
        }
    }
}

fn reason(border: &Border) -> String {
    let contact = border.contact + 1;
    match border.kind {
        BorderKind::Grazing => format!("contact {contact} touches at speed 0"),
        BorderKind::SlipEnd => {
            format!("the slip of contact {contact} comes back to the speed of its surface with acceleration 0")
        }
        BorderKind::NearStop => format!("the slip of contact {contact} nearly stops between two events"),
        BorderKind::Turning => {
            format!("friction of contact {contact} is at its bound where the point has just stopped")
        }
        BorderKind::NearSlip => format!("friction of contact {contact} reaches its bound within a phase of stick"),
        BorderKind::Short => format!("a phase of contact {contact} becomes short"),
    }
}

/// One line of a point of a branch.
pub(super) fn line(order: usize, row: &Row, period: f64, parameter: Option<&str>) -> String {
    let value = parameter.map_or(String::new(), |name| format!("{name} {:<16} ", significant(row.cycle.value, 10)));
    let unstable = row.multipliers.as_ref().map_or(String::new(), |m| match m.largest() {
        Some(z) => format!(" largest multiplier {}", significant(crate::kernel::linalg::modulus(z), 6)),
        None => String::new(),
    });
    format!(
        "{order:>4} {value}period {:<12} amplitude {:<12} {:<10} {}{unstable}",
        significant(period, 8),
        significant(row.measures.amplitude(), 6),
        word(row.nature),
        stability(row)
    )
}
