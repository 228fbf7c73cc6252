//! Text of a chart: how wide it is, how it is broken, what is taken out of the ticks.

/// Width of a text at a size of the face, from the usual widths of a sans-serif face.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let of = |c: char| match c {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | 'I' | '.' | ',' | ';' | ':' | '\'' | '|' | '!' | '(' | ')' | ' ' => 4.4,
        'm' | 'w' | 'M' | 'W' | '=' | '+' | '<' | '>' => 10.6,
        c if c.is_uppercase() => 8.6,
        _ => 7.4,
    };
    text.chars().map(of).fold(0.0, |sum, w| sum + w) * size / 12.0
}

/// The text in lines not wider than `room`, broken at blanks, inside a word only when it is wider by itself.
pub(super) fn wrapped(text: &str, room: f64, size: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() { word.to_string() } else { format!("{line} {word}") };
        if width(&longer, size) <= room {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for c in word.chars() {
            line.push(c);
            if width(&line, size) > room {
                line.pop();
                lines.push(std::mem::replace(&mut line, c.to_string()));
            }
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// The text, or its beginning and a mark, not wider than `room`.
pub(super) fn shortened(text: &str, room: f64, size: f64) -> String {
    if width(text, size) <= room {
        return text.to_string();
    }
    let mut short = String::new();
    for c in text.chars() {
        if width(&short, size) + width("m…", size) > room {
            break;
        }
        short.push(c);
    }
    short + "…"
}

/// The label of a parameter or a result of a function, with its unit when that is always the same.
pub fn with_unit(name: &str) -> String {
    match name {
        "INST" => "INST (s)".to_string(),
        "FREQ" => "FREQ (Hz)".to_string(),
        "PULS" => "PULS (rad/s)".to_string(),
        generic if generic.starts_with("TOUT") => String::new(),
        _ => name.to_string(),
    }
}

/// The label of the ordinates of a function, with the unit that NOM_RESU tells.
pub fn result_with_unit(name: &str) -> String {
    unit_of_result(name).map_or_else(|| with_unit(name), |unit| format!("{name} ({unit})"))
}

/// The unit of an ordinate in a study in metres, kilograms and seconds, where its name tells it. Names of components do not:
/// DX is that of a displacement, of a speed and of a force.
fn unit_of_result(name: &str) -> Option<&'static str> {
    Some(match name {
        "DEPL" | "DEPL_ABSOLU" => "m",
        "VITE" | "VITE_ABSOLU" => "m/s",
        "ACCE" | "ACCE_ABSOLU" => "m/s²",
        "FORC_NODA" | "REAC_NODA" => "N",
        "SIXX" | "SIYY" | "SIZZ" | "SIXY" | "SIXZ" | "SIYZ" => "Pa",
        "PUIS_USURE" => "W",
        "TEMP" => "K",
        _ => return None,
    })
}

/// Text as XML takes it.
pub fn escaped(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::axis::{Axis, Fitted, fit, with_power};
    use super::*;

    #[test]
    fn the_power_of_ten_goes_to_the_unit() {
        let axis = |exponent, offset| {
            let fitted = fit(&Axis::default(), [0.0, 1.0].into_iter(), false, 5);
            Fitted { exponent, offset, ..fitted }
        };
        assert_eq!(with_power("force (N)", &axis(-6, 0.0)), "force (10⁻⁶ N)");
        assert_eq!(with_power("DX", &axis(3, 0.0)), "DX (× 10³)");
        assert_eq!(with_power("time (s)", &axis(0, 0.0)), "time (s)");
        assert_eq!(with_power("time (s)", &axis(-3, 1000.0)), "time − 1000 (10⁻³ s)");
        assert_eq!(with_power("", &axis(0, -20.0)), "value + 20");
    }

    #[test]
    fn labels_have_the_units_that_names_tell() {
        for (name, label) in [
            ("INST", "INST (s)"),
            ("DEPL", "DEPL (m)"),
            ("ACCE", "ACCE (m/s²)"),
            ("FORC_NODA", "FORC_NODA (N)"),
            ("GAP", "GAP"),
            ("TOUTRESU", ""),
        ] {
            assert_eq!(result_with_unit(name), label);
        }
    }

    #[test]
    fn lines_keep_their_room() {
        let lines = wrapped("displacement of the shoe relative to the support, measured at its tip (mm)", 200.0, 13.0);
        assert!(lines.len() > 2 && lines.iter().all(|l| width(l, 13.0) <= 200.0), "{lines:?}");
        assert_eq!(lines.join(" "), "displacement of the shoe relative to the support, measured at its tip (mm)");
        let word = wrapped(&"x".repeat(100), 200.0, 13.0);
        assert!(word.len() > 3 && word.concat().len() == 100);
        assert!(wrapped("", 10.0, 13.0).is_empty());
        assert!(width(&shortened(&"a name ".repeat(40), 150.0, 12.0), 12.0) <= 150.0);
        assert_eq!(shortened("short", 150.0, 12.0), "short");
    }
}
