//! IMPRESSION: the files of viscous and plastic devices (UNITE_DIS_VISC, UNITE_DIS_ECRO_TRAC).
//!
//! One block a device: lines that start with `#`, a line of titles, one line for each kept state. A column is 18 characters
//! wide after a blank, `1.0123456789E-003`. LIRE_FONCTION reads them back, block by block.

use std::fmt::Write;

use crate::catalogue::{Call, CallError};
use crate::concepts::Trajectory;
use crate::kernel::interaction::variable;
use crate::operators::Context;

/// Keyword, relation, and the internal variable of each column after the instant.
type Layout = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const LAYOUTS: [Layout; 2] = [
    (
        "UNITE_DIS_VISC",
        "DIS_VISC",
        &[("FORCE", "force"), ("DEPLVISC", "viscous_strain"), ("DEPL", "elongation"), ("PUISS", "dissipation")],
    ),
    (
        "UNITE_DIS_ECRO_TRAC",
        "DIS_ECRO_TRAC",
        &[
            ("FX", "force_x"),
            ("UX", "displacement_x"),
            ("FY", "force_y"),
            ("UY", "displacement_y"),
            ("FZ", "force_z"),
            ("UZ", "displacement_z"),
            ("PUISS", "dissipation"),
        ],
    ),
];

/// Writes the files that the call asks for.
pub(super) fn write(call: &Call, context: &mut Context<'_>, run: &Trajectory) -> Result<(), CallError> {
    for keywords in call.factor("IMPRESSION") {
        for layout in &LAYOUTS {
            if let Some(unit) = keywords.integer_if_given(layout.0) {
                context.print(keywords, layout.0, unit, &text(run, layout))?;
            }
        }
    }
    Ok(())
}

fn text(run: &Trajectory, (_, relation, columns): &Layout) -> String {
    let mut text = String::new();
    let variables: Vec<usize> = columns.iter().filter_map(|(_, name)| variable(relation, name)).collect();
    let devices = run.interactions.iter().enumerate().filter(|(_, record)| record.relation == *relation);
    for (rank, (i, record)) in devices.enumerate() {
        let second = record.node_2.map_or(0, |n| n + 1);
        let _ = writeln!(text, "#{}", "-".repeat(79));
        let _ = writeln!(text, "#RESULTAT {relation} : {}", rank + 1);
        let _ = writeln!(text, "#NOEUDS {} {second}", record.node_1 + 1);
        let titles = std::iter::once("INST").chain(columns.iter().map(|c| c.0));
        let _ = writeln!(text, "{}", titles.map(|t| format!(" {t:>18}")).collect::<String>());
        for (k, instant) in run.instants.iter().enumerate() {
            text.push_str(&column(*instant));
            for variable in &variables {
                text.push_str(&column(run.internal(k, i, *variable)));
            }
            text.push('\n');
        }
    }
    text
}

/// ` -1.0123456789E-003`
fn column(x: f64) -> String {
    let digits = format!("{x:.10e}");
    let (mantissa, exponent) = digits.split_once('e').unwrap_or((&digits, "0"));
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |e| ('-', e));
    format!(" {:>18}", format!("{mantissa}E{sign}{exponent:0>3}"))
}

#[cfg(test)]
mod tests {
    use super::{LAYOUTS, column, variable};

    #[test]
    fn every_column_is_a_variable_of_its_law() {
        let mut columns = LAYOUTS.iter().flat_map(|(_, law, columns)| columns.iter().map(move |(_, name)| (law, name)));
        assert!(columns.all(|(law, name)| variable(law, name).is_some()));
    }

    #[test]
    fn columns_have_three_digits_of_exponent() {
        assert_eq!(column(1.0123456789e-3), "  1.0123456789E-003");
        assert_eq!(column(-25.0), " -2.5000000000E+001");
        assert_eq!(column(0.0), "  0.0000000000E+000");
    }
}
