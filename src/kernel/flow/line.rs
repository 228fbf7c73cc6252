//! A tube as a line of nodes: profiles along it, and the zones where fluid flows across.

/// Curvilinear abscissae of the nodes, increasing.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub abscissae: Vec<f64>,
}

/// A part of the tube in a flow of its own: nodes `first` to `last` (from 0).
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    pub first: usize,
    pub last: usize,
    /// Speed of the profile at all nodes of the tube.
    pub speeds: Vec<f64>,
    /// Mean of the profile over the zone.
    pub mean: f64,
}

/// Reasons for which a profile makes no zone.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ZoneFault {
    #[error("the profile is zero at all nodes of the tube")]
    NoSpeed,
    #[error("the profile is above zero at one node of the tube alone")]
    OneNode,
}

/// Speeds up to which a profile counts as zero.
const NOTHING: f64 = 2.2e-16;

impl Line {
    /// Integral of nodal values by the trapezoidal rule between two nodes.
    pub fn integral(&self, values: &[f64], first: usize, last: usize) -> f64 {
        (first..last)
            .fold(0.0, |sum, k| sum + 0.5 * (self.abscissae[k + 1] - self.abscissae[k]) * (values[k] + values[k + 1]))
    }

    /// Integral over the whole tube.
    pub fn whole(&self, values: &[f64]) -> f64 {
        self.integral(values, 0, self.abscissae.len() - 1)
    }

    /// Length of the tube.
    pub fn length(&self) -> f64 {
        self.abscissae[self.abscissae.len() - 1] - self.abscissae[0]
    }

    /// Mean of nodal values by the trapezoidal rule.
    pub fn mean(&self, values: &[f64]) -> f64 {
        self.whole(values) / self.length()
    }

    /// Exact integral of a product of profiles that are linear between the nodes, of degree at most 5 together.
    pub fn exact(&self, first: usize, last: usize, product: impl Fn(&dyn Fn(&[f64]) -> f64) -> f64) -> f64 {
        let rule = super::quadrature::gauss(3);
        (first..last).fold(0.0, |sum, k| {
            let half = 0.5 * (self.abscissae[k + 1] - self.abscissae[k]);
            rule.iter().fold(sum, |sum, (x, weight)| {
                let share = 0.5 * (1.0 + x);
                let at = |values: &[f64]| values[k] + share * (values[k + 1] - values[k]);
                sum + half * weight * product(&at)
            })
        })
    }

    /// The zone of a profile of speeds.
    pub fn zone(&self, speeds: Vec<f64>) -> Result<Zone, ZoneFault> {
        let moving = |v: &f64| v.abs() > NOTHING;
        let first = speeds.iter().position(moving).ok_or(ZoneFault::NoSpeed)?;
        let last = speeds.iter().rposition(moving).unwrap_or(first);
        if first == last {
            return Err(ZoneFault::OneNode);
        }
        let length = self.abscissae[last] - self.abscissae[first];
        let mean = self.integral(&speeds, first, last) / length;
        Ok(Zone { first, last, speeds, mean })
    }

    /// Mean speed of all zones together.
    pub fn mean_speed(&self, zones: &[Zone]) -> f64 {
        let integral = zones.iter().fold(0.0, |sum, z| sum + self.integral(&z.speeds, z.first, z.last));
        let length = zones.iter().fold(0.0, |sum, z| sum + self.abscissae[z.last] - self.abscissae[z.first]);
        integral / length
    }
}

impl Zone {
    /// True where two zones have a node inside both.
    pub fn overlaps(&self, other: &Zone) -> bool {
        self.first < other.last && other.first < self.last
    }
}
