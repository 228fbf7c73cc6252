//! The drawing itself.

use super::layout::{Item, lay_out};
use super::node::{Family, made};
use crate::api::Graph;
use crate::verdict::html::escaped;

const BOX_WIDTH: f64 = 158.0;
const BOX_HEIGHT: f64 = 38.0;
const COLUMN: f64 = 208.0;
const ROW: f64 = 50.0;
const MARGIN: f64 = 24.0;
const LEGEND: f64 = 36.0;
/// Characters that fit on a line of a box.
const FIT: usize = 22;

/// The graph of the example of an operator, the operator with a thick border.
pub fn marked(operator: &str, graph: &Graph) -> String {
    drawing(operator, graph, Some(operator))
}

/// The graph of a study.
pub fn svg(name: &str, graph: &Graph) -> String {
    drawing(name, graph, None)
}

fn drawing(name: &str, graph: &Graph, marked: Option<&str>) -> String {
    let needs: Vec<Vec<usize>> =
        graph.nodes.iter().map(|n| n.data.iter().copied().chain(n.only_follows()).collect()).collect();
    let layout = lay_out(&needs);
    let half = layout.places.values().map(|(_, row)| row.abs()).fold(0.5, f64::max) + 0.5;
    let width = (2.0 * MARGIN + layout.columns.len().max(1) as f64 * COLUMN).max(860.0);
    let height = LEGEND + 2.0 * MARGIN + 2.0 * half * ROW;
    let place = |item: &Item| {
        let (column, row) = layout.places[item];
        (MARGIN + column as f64 * COLUMN + BOX_WIDTH / 2.0, LEGEND + MARGIN + (half + row) * ROW)
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" font-family=\"sans-serif\" font-size=\"11\">\n<title>{}: operation graph</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        escaped(name)
    );
    out.push_str(&legend(graph));
    for (from, to) in &layout.pieces {
        let ((x0, y0), (x1, y1)) = (place(from), place(to));
        // Boxes are left at their right side and entered at their left; bends are points.
        let x0 = x0 + if matches!(from, Item::Node(_)) { BOX_WIDTH / 2.0 } else { 0.0 };
        let x1 = x1 - if matches!(to, Item::Node(_)) { BOX_WIDTH / 2.0 } else { 0.0 };
        let (source, order_only) = match (from, to) {
            (Item::Node(s) | Item::Bend { source: s, .. }, Item::Node(n)) => (*s, !graph.nodes[*n].data.contains(s)),
            (Item::Node(s) | Item::Bend { source: s, .. }, _) => (*s, false),
        };
        let dash = if order_only { " stroke-dasharray=\"4 3\"" } else { "" };
        let bend = (x1 - x0) * 0.5;
        out.push_str(&format!(
            "<path class=\"n{source}\" d=\"M{x0:.1} {y0:.1} C{:.1} {y0:.1} {:.1} {y1:.1} {x1:.1} {y1:.1}\" fill=\"none\" \
             stroke=\"#8a8a8a\"{dash}/>\n",
            x0 + bend,
            x1 - bend
        ));
        if matches!(to, Item::Node(_)) {
            out.push_str(&format!("<path d=\"M{:.1} {:.1}l7 3.5l-7 3.5z\" fill=\"#8a8a8a\"/>\n", x1 - 7.0, y1 - 3.5));
        }
    }
    for (rank, node) in graph.nodes.iter().enumerate() {
        let (x, y) = place(&Item::Node(rank));
        let (left, top) = (x - BOX_WIDTH / 2.0, y - BOX_HEIGHT / 2.0);
        let names = made(node);
        let colour = Family::of(&node.call.command).colour();
        let border = match marked.is_some_and(|marked| *node.call.command == *marked) {
            true => "#222\" stroke-width=\"2.5",
            false => "#555",
        };
        out.push_str(&format!(
            "<g><title>{} line {}: {} {}</title><rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{BOX_WIDTH}\" height=\"{BOX_HEIGHT}\" \
             rx=\"5\" fill=\"{colour}\" stroke=\"{border}\"/>",
            escaped(&node.file),
            node.call.line,
            node.call.command,
            escaped(&names)
        ));
        let first_line = if names.is_empty() { y + 4.0 } else { y - 4.0 };
        out.push_str(&format!(
            "<text x=\"{x:.1}\" y=\"{first_line:.1}\" text-anchor=\"middle\" font-weight=\"600\">{}</text>",
            escaped(&node.call.command)
        ));
        if !names.is_empty() {
            let second_line = y + 11.0;
            out.push_str(&format!(
                "<text x=\"{x:.1}\" y=\"{second_line:.1}\" text-anchor=\"middle\" fill=\"#333\">{}</text>",
                escaped(&cut(&names))
            ));
        }
        out.push_str("</g>\n");
    }
    out + "</svg>\n"
}

/// The families that occur, with their colours.
fn legend(graph: &Graph) -> String {
    let mut x = MARGIN;
    let mut out = String::new();
    for family in Family::ALL {
        if !graph.nodes.iter().any(|n| Family::of(&n.call.command) == family) {
            continue;
        }
        out.push_str(&format!(
            "<rect x=\"{x:.0}\" y=\"14\" width=\"14\" height=\"14\" rx=\"3\" fill=\"{}\" stroke=\"#555\"/><text x=\"{:.0}\" \
             y=\"25\">{}</text>\n",
            family.colour(),
            x + 20.0,
            family.name()
        ));
        x += 34.0 + 7.0 * family.name().len() as f64;
    }
    out
}

fn cut(text: &str) -> String {
    if text.chars().count() <= FIT { text.to_string() } else { text.chars().take(FIT - 1).chain(['…']).collect() }
}
