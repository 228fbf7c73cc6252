//! The attributes of a function as keywords give them: INTERPOL, PROL_GAUCHE, PROL_DROITE; and the checks
//! that every list of values passes.

use crate::catalogue::{CallError, Keywords};
use crate::diag::Diagnostic;
use crate::kernel::signal::{Arrangement, Extension, Interpolation, OrderFault, Table, arrange, check_increasing};
use crate::operators::Context;

/// Help where an abscissa comes twice.
const REPEATED: &str = "an abscissa has one value: remove the repetition; for a list that keeps equal ones (frequencies of \
    tubes), [F(x) for x in list] in Python gives a value for each";

/// Rules between and beyond the points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Attributes {
    pub interpolation: (Interpolation, Interpolation),
    pub left: Extension,
    pub right: Extension,
}

impl Attributes {
    /// LIN LIN, EXCLU on both sides.
    pub const DEFAULT: Attributes = Attributes {
        interpolation: (Interpolation::Linear, Interpolation::Linear),
        left: Extension::Excluded,
        right: Extension::Excluded,
    };

    /// Replaces what INTERPOL, PROL_GAUCHE and PROL_DROITE give.
    pub fn overridden(self, keywords: &Keywords) -> Attributes {
        self.replaced(keywords, ["INTERPOL", "PROL_GAUCHE", "PROL_DROITE"])
    }

    /// Replaces what INTERPOL_FONC, PROL_GAUCHE_FONC and PROL_DROITE_FONC give, for the functions of a surface.
    pub fn overridden_inside(self, keywords: &Keywords) -> Attributes {
        self.replaced(keywords, ["INTERPOL_FONC", "PROL_GAUCHE_FONC", "PROL_DROITE_FONC"])
    }

    fn replaced(mut self, keywords: &Keywords, [interpolation, left, right]: [&str; 3]) -> Attributes {
        let rules = keywords.texts(interpolation);
        let rule = |i: usize| rules.get(i).or(rules.first()).and_then(|word| Interpolation::from_word(word));
        if let (Some(x), Some(y)) = (rule(0), rule(1)) {
            self.interpolation = (x, y);
        }
        let extension = |name: &str| keywords.text_if_given(name).and_then(|word| Extension::from_word(&word));
        self.left = extension(left).unwrap_or(self.left);
        self.right = extension(right).unwrap_or(self.right);
        self
    }

    pub fn table(self, abscissae: Vec<f64>, ordinates: Vec<f64>) -> Table {
        Table { abscissae, ordinates, interpolation: self.interpolation, left: self.left, right: self.right }
    }

    /// Logarithmic rules need positive numbers.
    pub fn check_positive(
        &self,
        keywords: &Keywords,
        keyword: &str,
        abscissae: &[f64],
        ordinates: &[f64],
    ) -> Result<(), CallError> {
        let sides = [(self.interpolation.0, abscissae, "abscissa"), (self.interpolation.1, ordinates, "ordinate")];
        for (rule, values, what) in sides {
            if rule != Interpolation::Logarithmic {
                continue;
            }
            if let Some(i) = values.iter().position(|v| *v <= 0.0) {
                let message = format!("INTERPOL is LOG on the {what} and {what} {} is {}", i + 1, values[i]);
                let mut error = keywords.error(keyword, "R505", message);
                error.help = Some("a logarithmic rule needs values above zero; INTERPOL='LIN' takes any".into());
                return Err(error);
            }
        }
        Ok(())
    }
}

/// Refuses NaN and infinities, by rank.
pub(crate) fn finite_values(keywords: &Keywords, keyword: &str, values: &[f64]) -> Result<(), CallError> {
    let Some(i) = values.iter().position(|v| !v.is_finite()) else { return Ok(()) };
    let message = format!("value {} of {keyword} is {}, not a finite number", i + 1, values[i]);
    let mut error = keywords.error(keyword, "N501", message);
    error.help = Some("a function holds finite numbers only; look at how this value was computed".into());
    Err(error)
}

/// Abscissae must increase; with VERIF="NON" they are put in order and a warning says so.
pub(crate) fn put_in_order<T: Clone>(
    keywords: &Keywords,
    keyword: &str,
    reorder: bool,
    abscissae: &mut Vec<f64>,
    values: &mut Vec<T>,
    context: &mut Context<'_>,
) -> Result<(), CallError> {
    let order_error = |fault: OrderFault, help: &str| {
        let mut error = keywords.error(keyword, "R504", format!("abscissae must strictly increase: {fault}"));
        error.help = Some(help.into());
        error
    };
    if !reorder {
        let help = if keywords.has("VERIF") {
            "VERIF='NON' puts a decreasing or unordered list in order; a repeated abscissa is never legal"
        } else {
            "each abscissa is given once, in increasing order"
        };
        return check_increasing(abscissae).map_err(|fault| order_error(fault, help));
    }
    let done = arrange(abscissae, values).map_err(|fault| order_error(fault, REPEATED))?;
    let what = match done {
        Arrangement::Untouched => return Ok(()),
        Arrangement::Reversed => "decreasing abscissae were reversed",
        Arrangement::Sorted => "abscissae without order were sorted",
    };
    context.warn(Diagnostic::warning("R509", what).at_if_absent(keywords.span_of(keyword)));
    Ok(())
}
