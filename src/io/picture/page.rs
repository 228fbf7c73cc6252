//! One page of drawings: tiles, their lines, points and titles, as SVG.

use std::fmt::Write;

use super::motion::{Motion, amplification, displaced, largest, short};
use super::outline;
use super::projection::Projection;
use crate::io::chart::escaped;
use crate::io::grid::Grid;

/// One drawing of a page.
#[derive(Clone, Debug)]
pub struct Tile {
    pub caption: String,
    pub motion: Motion,
}

/// Drawings of one grid.
#[derive(Clone, Debug)]
pub struct Page<'g> {
    pub title: String,
    pub grid: &'g Grid,
    pub tiles: Vec<Tile>,
}

/// Points up to which each gets a dot.
const MOST_DOTS: usize = 400;

const STYLE: &str = "text{font-family:Helvetica,Arial,sans-serif;fill:#222}.t{font-size:15px;font-weight:bold}\
.l{font-size:13px}.k{font-size:11px;fill:#555}.r{fill:none;stroke:#b5b5b5;stroke-width:1.1}\
.d{fill:none;stroke:#0072b2;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}\
.n{fill:none;stroke:#0072b2;stroke-width:5;stroke-linecap:round}.p{fill:none;stroke:#d55e00;stroke-width:9}\
.o{fill:none;stroke:#b5b5b5;stroke-width:3.5;stroke-linecap:round}.a{fill:none;stroke:#555;stroke-width:1}";

/// The lines of a grid as pairs of ranks, and its points that are cells by themselves.
pub fn lines(grid: &Grid) -> (Vec<(usize, usize)>, Vec<usize>) {
    outline::of(grid)
}

impl Page<'_> {
    /// The page as an SVG document.
    pub fn svg(&self) -> String {
        let columns = match self.tiles.len() {
            0 | 1 => 1,
            2..=4 => 2,
            _ => 3,
        };
        let (width, height) = match columns {
            1 => (760.0, 460.0),
            2 => (420.0, 290.0),
            _ => (320.0, 230.0),
        };
        let rows = self.tiles.len().div_ceil(columns);
        let top = if self.title.is_empty() { 8.0 } else { 40.0 };
        let (across, down) = (columns as f64 * width, top + rows as f64 * height);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {across} {down}\" width=\"{across}\" height=\"{down}\" role=\"img\">\n"
        );
        let name = if self.title.is_empty() { "Structure" } else { &self.title };
        let _ = writeln!(out, "<title>{}</title>\n<style>{STYLE}</style>", escaped(name));
        let _ = writeln!(out, "<rect width=\"{across}\" height=\"{down}\" fill=\"#ffffff\"/>");
        if !self.title.is_empty() {
            let _ = writeln!(
                out,
                "<text class=\"t\" x=\"{:.2}\" y=\"26\" text-anchor=\"middle\">{}</text>",
                across / 2.0,
                escaped(&self.title)
            );
        }
        let (lines, points) = lines(self.grid);
        for (rank, tile) in self.tiles.iter().enumerate() {
            let place = ((rank % columns) as f64 * width, top + (rank / columns) as f64 * height);
            self.tile(&mut out, tile, (&lines, &points), place, (width, height));
        }
        out.push_str("</svg>\n");
        out
    }

    fn tile(
        &self,
        out: &mut String,
        tile: &Tile,
        (lines, points): (&[(usize, usize)], &[usize]),
        (left, top): (f64, f64),
        (width, height): (f64, f64),
    ) {
        let factor = amplification(self.grid, &tile.motion);
        let frames: Vec<Vec<[f64; 3]>> =
            tile.motion.frames().iter().map(|shape| displaced(self.grid, shape, factor)).collect();
        let view = Projection::of(self.grid.points.iter().chain(frames.iter().flatten()));
        let fit = view.fit(
            self.grid.points.iter().chain(frames.iter().flatten()),
            [left + 30.0, top + 30.0, width - 60.0, height - 72.0],
        );
        let path = |places: &[[f64; 3]], which: &dyn Fn(&mut String, &dyn Fn(usize) -> (f64, f64))| {
            let mut d = String::new();
            which(&mut d, &|rank| fit.at(&view, &places[rank]));
            d
        };
        let edges = |d: &mut String, at: &dyn Fn(usize) -> (f64, f64)| {
            let mut last = None;
            for (a, b) in lines {
                if last != Some(*a) {
                    let (x, y) = at(*a);
                    let _ = write!(d, "M{x:.1} {y:.1}");
                }
                let (x, y) = at(*b);
                let _ = write!(d, "L{x:.1} {y:.1}");
                last = Some(*b);
            }
        };
        let spots = |ranks: &[usize], d: &mut String, at: &dyn Fn(usize) -> (f64, f64)| {
            for rank in ranks {
                let (x, y) = at(*rank);
                let _ = write!(d, "M{x:.1} {y:.1}h0");
            }
        };
        let blocks = |d: &mut String, at: &dyn Fn(usize) -> (f64, f64)| {
            for rank in points {
                let (x, y) = at(*rank);
                let _ = write!(d, "M{:.1} {y:.1}h9", x - 4.5);
            }
        };
        let all: Vec<usize> =
            if self.grid.points.len() <= MOST_DOTS { (0..self.grid.points.len()).collect() } else { Vec::new() };
        let moves = !frames.is_empty();
        let rest = &self.grid.points;
        let mut draw = |class: &str, d: String, values: Vec<String>| {
            if d.is_empty() {
                return;
            }
            let _ = write!(out, "<path class=\"{class}\" d=\"{d}\"");
            match values.len() {
                0 | 1 => out.push_str("/>\n"),
                count => {
                    let _ = writeln!(out, ">{}</path>", animation(&values, &tile.motion, count));
                }
            }
        };
        let classes = if moves { ["r", "o"] } else { ["d", "n"] };
        draw(classes[0], path(rest, &edges), Vec::new());
        draw(classes[1], path(rest, &|d, at| spots(&all, d, at)), Vec::new());
        if moves {
            let each = |which: &dyn Fn(&mut String, &dyn Fn(usize) -> (f64, f64))| -> Vec<String> {
                frames.iter().map(|places| path(places, which)).collect()
            };
            for (class, paths) in [("d", each(&edges)), ("n", each(&|d, at| spots(&all, d, at))), ("p", each(&blocks))]
            {
                draw(class, paths[0].clone(), paths);
            }
        } else {
            draw("p", path(rest, &blocks), Vec::new());
        }
        let mut say = |x: f64, y: f64, class: &str, text: &str| {
            let _ = writeln!(
                out,
                "<text class=\"{class}\" x=\"{x:.2}\" y=\"{y:.2}\" text-anchor=\"middle\">{}</text>",
                escaped(text)
            );
        };
        let middle = left + width / 2.0;
        say(middle, top + 18.0, "l", &tile.caption);
        if moves {
            let most = short(largest(&tile.motion));
            let note = format!("largest displacement {most}, drawn {} times", short(factor));
            say(middle, top + height - 12.0, "k", &note);
        }
        self.axes(out, &view, (left + 26.0, top + height - 26.0));
    }

    /// The axes of space, as far as they are seen.
    fn axes(&self, out: &mut String, view: &Projection, (x, y): (f64, f64)) {
        for (axis, name) in ["X", "Y", "Z"].into_iter().enumerate() {
            let mut unit = [0.0; 3];
            unit[axis] = 1.0;
            let (a, b) = view.at(&unit);
            if libm::hypot(a, b) < 1e-9 {
                continue;
            }
            let _ = writeln!(out, "<path class=\"a\" d=\"M{x:.1} {y:.1}L{:.1} {:.1}\"/>", x + 18.0 * a, y - 18.0 * b);
            let _ = writeln!(
                out,
                "<text class=\"k\" x=\"{:.2}\" y=\"{:.2}\" text-anchor=\"middle\">{name}</text>",
                x + 26.0 * a,
                y - 26.0 * b + 4.0
            );
        }
    }
}

/// The element that moves a path through its values. A real mode needs two: a sine between them.
pub(super) fn animation(values: &[String], motion: &Motion, count: usize) -> String {
    let joined = values.join(";");
    match motion {
        Motion::Swing(_, im) if im.is_empty() => format!(
            "<animate attributeName=\"d\" dur=\"2s\" repeatCount=\"indefinite\" calcMode=\"spline\" keyTimes=\"0;0.5;1\" \
             keySplines=\"0.3642 0 0.6358 1;0.3642 0 0.6358 1\" values=\"{joined}\"/>"
        ),
        Motion::Swing(..) => {
            format!("<animate attributeName=\"d\" dur=\"2s\" repeatCount=\"indefinite\" values=\"{joined}\"/>")
        }
        _ => format!(
            "<animate attributeName=\"d\" dur=\"{:.1}s\" repeatCount=\"indefinite\" values=\"{joined}\"/>",
            (count as f64 * 0.1).clamp(2.0, 20.0)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::motion::PHASES;
    use super::*;
    use crate::kernel::mesh::CellKind;

    fn bar() -> Grid {
        Grid {
            points: vec![[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]],
            cells: vec![
                (CellKind::Segment2, vec![0, 1]),
                (CellKind::Segment2, vec![1, 2]),
                (CellKind::Point1, vec![2]),
            ],
        }
    }

    #[test]
    fn a_deformed_bar_is_drawn_to_scale_and_its_factor_said() {
        let grid = bar();
        let shape = vec![[0.0; 3], [0.0, 0.4e-3, 0.0], [0.0, 1e-3, 0.0]];
        let tile = Tile { caption: "bent & held".into(), motion: Motion::Still(shape.clone()) };
        let page = Page { title: String::new(), grid: &grid, tiles: vec![tile] };
        let svg = page.svg();
        // 0.12 of 2 m over 1 mm is 240: 200 is the round factor below.
        assert!(svg.contains("largest displacement 0.001, drawn 200 times"), "{svg}");
        assert!(svg.contains("bent &amp; held") && !svg.contains("<animate"));
        let path = svg.lines().find(|l| l.contains("class=\"d\"")).unwrap();
        let d = path.split("d=\"").nth(1).unwrap();
        let numbers: Vec<f64> =
            d.split(|c: char| !c.is_ascii_digit() && c != '.').filter_map(|t| t.parse().ok()).collect();
        let (length, rise) = (numbers[4] - numbers[0], numbers[1] - numbers[5]);
        assert!((rise / length - 0.1).abs() < 1e-3, "{numbers:?}");
        assert!((numbers[1] - numbers[3]) / rise > 0.39 && (numbers[1] - numbers[3]) / rise < 0.41);
    }

    #[test]
    fn modes_swing_and_complex_ones_turn() {
        let grid = bar();
        let shape = vec![[0.0; 3], [0.0, 0.5, 0.0], [0.0, 1.0, 0.0]];
        let svg = |motion| {
            let tiles = vec![Tile { caption: "1".into(), motion }];
            Page { title: "modes".into(), grid: &grid, tiles }.svg()
        };
        let real = svg(Motion::Swing(shape.clone(), Vec::new()));
        assert_eq!(real.matches("<animate").count(), 3);
        assert!(real.contains("keySplines"));
        let turned = svg(Motion::Swing(shape.clone(), shape.clone()));
        let values = turned.split("values=\"").nth(1).unwrap().split('"').next().unwrap();
        let frames: Vec<&str> = values.split(';').collect();
        assert_eq!((frames.len(), frames.first()), (PHASES + 1, frames.last()));
        assert_eq!(svg(Motion::Rest).matches("class=\"r\"").count(), 0);
        let film = svg(Motion::Film(vec![shape.clone(), shape]));
        assert!(film.contains("dur=\"2.0s\""));
    }

    #[test]
    fn nothing_to_show_is_a_page_too() {
        let empty = Grid::default();
        let tile = Tile { caption: String::new(), motion: Motion::Rest };
        assert!(Page { title: String::new(), grid: &empty, tiles: vec![tile] }.svg().contains("</svg>"));
        let one = Grid { points: vec![[3.0, 3.0, 3.0]], cells: vec![(CellKind::Point1, vec![0])] };
        let tile = Tile { caption: String::new(), motion: Motion::Still(vec![[0.0, 0.0, 1e-300]]) };
        let svg = Page { title: String::new(), grid: &one, tiles: vec![tile] }.svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}
