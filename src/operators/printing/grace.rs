//! Curves in the text format of the plotting program Grace (`.agr`).

use super::curves::Sampled;
use crate::io::chart::{Axis, Scale, Stroke};

/// A Grace project: the axes, then one set of points for each curve.
pub(super) fn project(title: &str, subtitle: &str, x: &Axis, y: &Axis, curves: &[Sampled]) -> String {
    let mut text = String::from("@version 50121\n@with g0\n");
    let quoted = |text: &str| text.replace('"', "'");
    let mut line = |command: String| {
        text.push('@');
        text.push_str(&command);
        text.push('\n');
    };
    line(format!("title \"{}\"", quoted(title)));
    line(format!("subtitle \"{}\"", quoted(subtitle)));
    for (name, axis) in [("x", x), ("y", y)] {
        line(format!("{name}axis label \"{}\"", quoted(&axis.label)));
        line(format!("{name}axes scale {}", if axis.scale == Scale::Logarithmic { "Logarithmic" } else { "Normal" }));
        if let Some((low, high)) = axis.bounds {
            line(format!("world {name}min {low:?}"));
            line(format!("world {name}max {high:?}"));
        }
        if let Some(step) = axis.step {
            line(format!("{name}axis tick major {step:?}"));
        }
    }
    for (rank, curve) in curves.iter().enumerate() {
        line(format!("s{rank} legend \"{}\"", quoted(&curve.legend)));
        if let Some(colour) = curve.colour {
            line(format!("s{rank} line color {colour}"));
        }
        let style = match curve.line {
            Stroke::Absent => 0,
            Stroke::Solid => 1,
            Stroke::Dotted => 2,
            Stroke::Dashed => 3,
        };
        line(format!("s{rank} line linestyle {style}"));
        if curve.mark_every > 0 {
            line(format!("s{rank} symbol 1"));
            line(format!("s{rank} symbol skip {}", curve.mark_every - 1));
        }
    }
    for (rank, curve) in curves.iter().enumerate() {
        text.push_str(&format!("@target G0.S{rank}\n@type xy\n"));
        for (x, y) in curve.x.iter().zip(&curve.y) {
            text.push_str(&format!("{x:?} {y:?}\n"));
        }
        text.push_str("&\n");
    }
    text
}
