//! Axes of charts.

use crate::catalogue::Keywords;
use crate::io::chart::{Axis, Scale};

/// The axis of the abscissae; `label` when the call gives none.
pub(super) fn x_axis(call: &Keywords, label: &str) -> Axis {
    axis(call, ["LEGENDE_X", "ECHELLE_X", "BORNE_X", "GRILLE_X"], label)
}

/// The axis of the ordinates.
pub(super) fn y_axis(call: &Keywords, label: &str) -> Axis {
    axis(call, ["LEGENDE_Y", "ECHELLE_Y", "BORNE_Y", "GRILLE_Y"], label)
}

pub(super) fn axis(call: &Keywords, [name, scale, bounds, step]: [&str; 4], label: &str) -> Axis {
    let bounds = call.reals(bounds);
    Axis {
        label: call.text_if_given(name).map_or(label.to_string(), |text| text.to_string()),
        scale: if call.is(scale, "LOG") { Scale::Logarithmic } else { Scale::Linear },
        bounds: if let [a, b] = bounds[..] { Some((a, b)) } else { None },
        step: call.real_if_given(step),
        names: Vec::new(),
    }
}
