//! Charts as data: axes, curves, how they are drawn.

use super::axis::{Axis, Scale};

/// Curves over common axes.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    pub title: String,
    pub subtitle: String,
    pub x: Axis,
    pub y: Axis,
    /// Axis on the right, of the curves that ask for it.
    pub right: Axis,
    pub curves: Vec<Curve>,
}

impl Chart {
    /// True where one unit is as long on both axes.
    pub fn is_isometric(&self) -> bool {
        let linear = |axis: &Axis| axis.scale == Scale::Linear && axis.bounds.is_none() && axis.names.is_empty();
        self.curves.iter().any(|curve| curve.kind == Kind::Circle) && linear(&self.x) && linear(&self.y)
    }
}

/// One curve; a point that is not finite interrupts it.
#[derive(Clone, Debug, Default)]
pub struct Curve {
    pub name: String,
    pub points: Vec<(f64, f64)>,
    /// Colour by rank in the palette; the curve's own rank when absent.
    pub colour: Option<usize>,
    pub line: Stroke,
    /// A mark every so many points; 0 for none.
    pub mark_every: usize,
    pub mark: Mark,
    /// Whether its ordinates are those of the axis on the right.
    pub on_right: bool,
    pub kind: Kind,
    /// Reference slopes of [`Kind::Slopes`], on the scales of the axes.
    pub slopes: Vec<f64>,
}

/// How the line of a curve is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stroke {
    #[default]
    Solid,
    Dashed,
    Dotted,
    /// Marks only.
    Absent,
}

/// Shape of the marks of a curve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    #[default]
    Disc,
    Square,
    Diamond,
    Triangle,
    Cross,
    /// A triangle on its tip.
    Down,
    Plus,
}

impl Mark {
    /// The mark of a rank, from 0; they come again after the last.
    pub fn of_rank(rank: usize) -> Mark {
        const ALL: [Mark; 7] =
            [Mark::Disc, Mark::Square, Mark::Diamond, Mark::Triangle, Mark::Cross, Mark::Down, Mark::Plus];
        ALL[rank % ALL.len()]
    }
}

/// How the points of a curve are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// A line, marks.
    #[default]
    Line,
    /// A line that is a circle: one unit is as long on both axes.
    Circle,
    /// Bars from each abscissa to the next one; the last is as wide as the one before, on the scale of the axis.
    Bars,
    /// Marks, and the line of least squares on the scales of the axes.
    Regression,
    /// A vertical line at each abscissa, over the whole height.
    Rules,
    /// The line, and the area between it and the curve before.
    Band,
    /// The area that the points enclose.
    Area,
    /// Bars, and on the axis on the right their cumulative share.
    Cumulated,
    /// Lines of given slopes through the mean of the points; the area between the outer two when there are several.
    Slopes,
}
