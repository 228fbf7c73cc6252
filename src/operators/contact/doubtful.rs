//! Numbers of a contact that few studies mean: each is reported, and the run goes on.

use super::reader::Reader;
use crate::catalogue::Keywords;
use crate::diag::Diagnostic;
use crate::kernel::interaction::Friction;
use crate::operators::call::coefficients::doubt;
use crate::verdict::significant;

/// Friction coefficients above this are rare: rubber on dry concrete has about 1, soft metals in vacuum up to 4.
const HIGH: f64 = 5.0;

impl Reader<'_, '_, '_> {
    /// Warns of friction that does not act, and of numbers that are probably not what was meant.
    pub(super) fn doubt_numbers(
        &mut self,
        keywords: &Keywords,
        friction: &Friction,
        exact: Option<&str>,
        is_pair: bool,
    ) {
        let rubs = friction.mu_static != 0.0 || friction.mu_dynamic != 0.0;
        if rubs && exact.is_none() && friction.stiffness == 0.0 && friction.damping == 0.0 {
            let message = "RIGI_TAN is 0: this contact has no friction once it sticks";
            let place = keywords.span_of("RIGI_TAN").or(keywords.span_of("FROTTEMENT"));
            let warning = Diagnostic::warning("R487", message).at_if_absent(place.or(keywords.span));
            let help = "give RIGI_TAN, the tangential stiffness in N/m, or use SCHEMA='EVENEMENT', which needs none";
            self.context.warn(warning.help(help));
        }
        let context = &mut *self.context;
        for (name, mu) in [
            ("COULOMB", friction.mu_static),
            ("COULOMB_STAT", friction.mu_static),
            ("COULOMB_DYNA", friction.mu_dynamic),
        ] {
            if rubs && keywords.has(name) && mu > HIGH {
                let message =
                    format!("{name} is {}: coefficients of friction above {HIGH} are rare", significant(mu, 4));
                doubt(context, keywords, name, message, "it is the friction force divided by the normal force");
            }
        }
        if friction.mu_static < friction.mu_dynamic {
            let message = format!(
                "COULOMB_STAT is {}, below COULOMB_DYNA = {}: a point at rest would be held by less than one that slides",
                significant(friction.mu_static, 4),
                significant(friction.mu_dynamic, 4)
            );
            let help = "the static coefficient is the larger one; between the two no scheme has a solution in which the point rests or slides";
            doubt(context, keywords, "COULOMB_STAT", message, help);
        }
        let real = |name: &str| keywords.real_if_given(name).unwrap_or(0.0);
        let gap = real("JEU");
        if gap < 0.0 && !is_pair {
            let message =
                format!("JEU is {} m: a negative clearance presses the contact from the start", significant(gap, 4));
            doubt(
                context,
                keywords,
                "JEU",
                message,
                "JEU is the distance from the origin (ORIG_OBST) to the obstacle, 0 or more",
            );
        }
        for name in ["AMOR_NOR", "RIGI_TAN", "AMOR_TAN"] {
            let value = real(name);
            if value < 0.0 {
                let message =
                    format!("{name} is {}: a negative value adds energy to the motion", significant(value, 4));
                doubt(context, keywords, name, message, "stiffness and damping of a contact are 0 or more");
            }
        }
    }
}
