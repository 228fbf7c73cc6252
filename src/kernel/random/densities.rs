//! Densities given by a formula, and the frequencies where they are tabulated.

/// White noise through a layer of one degree of freedom (Kanai 1957, Tajimi 1960).
#[derive(Clone, Copy, Debug)]
pub struct KanaiTajimi {
    /// Frequency of the layer (Hz).
    pub frequency: f64,
    /// Damping ratio of the layer.
    pub damping: f64,
    /// Density of the noise (per rad/s).
    pub level: f64,
}

impl KanaiTajimi {
    /// The density per hertz: `2 pi v (g⁴ + 4 h² g² f²)/((g² - f²)² + 4 h² g² f²)`.
    pub fn value(&self, f: f64) -> f64 {
        let square = self.frequency * self.frequency;
        let damped = 4.0 * self.damping * self.damping * square * f * f;
        let detuned = square - f * f;
        2.0 * std::f64::consts::PI * self.level * (square * square + damped) / (detuned * detuned + damped)
    }
}

/// `first + k step`, as many as fit, the last one replaced by `last`.
pub fn frequencies(first: f64, last: f64, step: f64) -> Vec<f64> {
    let count = ((last - first) / step) as usize + 1;
    let mut points: Vec<f64> = (0..count).map(|k| first + step * k as f64).collect();
    points[count - 1] = last;
    points
}
