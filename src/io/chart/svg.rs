//! Elements of a chart as text of SVG.

use super::curve::{Curve, Mark, Stroke};
use super::text::escaped;

/// Colours that stay distinct for colour-blind readers (Okabe and Ito).
const PALETTE: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// The eighth colour, grey as in Grace: no curve takes it by its own rank.
const GREY: &str = "#8c8c8c";

pub(super) fn colour(curve: &Curve, rank: usize) -> &'static str {
    if curve.colour == Some(PALETTE.len()) { GREY } else { PALETTE[curve.colour.unwrap_or(rank) % PALETTE.len()] }
}

pub(super) fn stroke(curve: &Curve, rank: usize) -> String {
    // Beyond the palette, the same colours come back dashed.
    let dashed = curve.line == Stroke::Dashed || (curve.colour.is_none() && rank >= PALETTE.len());
    let dash = match (curve.line, dashed) {
        (Stroke::Dotted, _) => " stroke-dasharray=\"1.5 4\"",
        (_, true) => " stroke-dasharray=\"7 4\"",
        _ => "",
    };
    format!("stroke=\"{}\"{dash}", colour(curve, rank))
}

/// The document, one element a line.
#[derive(Default)]
pub(super) struct Svg(pub(super) String);

impl Svg {
    pub(super) fn push(&mut self, element: &str) {
        self.0.push_str(element);
        self.0.push('\n');
    }

    pub(super) fn text(&mut self, x: f64, y: f64, anchor: &str, class: &str, text: &str) {
        let text = escaped(text);
        self.push(&format!("<text class=\"{class}\" x=\"{x:.2}\" y=\"{y:.2}\" text-anchor=\"{anchor}\">{text}</text>"));
    }

    pub(super) fn mark(&mut self, x: f64, y: f64, colour: &str, mark: Mark) {
        let path = match mark {
            Mark::Disc => {
                self.push(&format!("<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"2.6\" fill=\"{colour}\"/>"));
                return;
            }
            Mark::Square => "m-2.6,-2.6h5.2v5.2h-5.2z",
            Mark::Diamond => "m0,-3.7l3.7,3.7l-3.7,3.7l-3.7,-3.7z",
            Mark::Triangle => "m0,-3.4l3.3,5.7h-6.6z",
            Mark::Down => "m0,3.4l3.3,-5.7h-6.6z",
            Mark::Cross | Mark::Plus => {
                let strokes = if mark == Mark::Cross { "m-3,-3l6,6m0,-6l-6,6" } else { "m-3.6,0h7.2m-3.6,-3.6v7.2" };
                let d = format!("M{x:.2},{y:.2}{strokes}");
                self.push(&format!("<path d=\"{d}\" stroke=\"{colour}\" stroke-width=\"1.3\" fill=\"none\"/>"));
                return;
            }
        };
        self.push(&format!("<path d=\"M{x:.2},{y:.2}{path}\" fill=\"{colour}\"/>"));
    }
}
