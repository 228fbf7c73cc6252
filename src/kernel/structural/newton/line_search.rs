//! Line search of a correction: the multiple `r` of it at which the work `g(r)` of the residual along it vanishes.
//!
//! Chord: secants from `r = 0` and `r = 1`. Mixed: a bracket found by steps of three, then secants, with halving where they
//! go astray. Both stop where `|g| < RESI_LINE_RELA |g(0)|`, and keep the smallest `|g|` found.

/// Method of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchMethod {
    Chord,
    Mixed,
}

/// Options of RECH_LINEAIRE.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineSearch {
    pub method: SearchMethod,
    pub tolerance: f64,
    /// Tries beyond the first one.
    pub most: u32,
    pub smallest: f64,
    pub largest: f64,
    pub excluded: f64,
}

/// The best multiple, and the number of tries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    pub multiple: f64,
    pub tries: u32,
    /// The last try was at `multiple`: what was evaluated there is still there.
    pub is_last: bool,
}

impl LineSearch {
    fn clip(&self, r: f64) -> f64 {
        let mut clipped = r;
        if r < self.smallest {
            clipped = self.smallest;
        }
        if r > self.largest {
            clipped = self.largest;
        }
        if (-self.excluded..0.0).contains(&r) {
            clipped = -self.excluded;
        }
        if (0.0..=self.excluded).contains(&r) {
            clipped = self.excluded;
        }
        clipped
    }

    /// Searches with `g0 = g(0)`; `g` gives nothing where a law fails. Nothing is found where the first try fails.
    pub fn search(&self, g0: f64, mut g: impl FnMut(f64) -> Option<f64>) -> Option<Found> {
        let goal = self.tolerance * g0.abs();
        let sign = if self.method == SearchMethod::Mixed && g0 > 0.0 { -1.0 } else { 1.0 };
        let mut best: Option<(f64, f64)> = None;
        let (mut before, mut now) = ((0.0, sign * g0), 1.0);
        let (mut lower, mut upper) = (0.0, None);
        let (mut tries, mut last) = (0, 0.0);
        for _ in 0..=self.most {
            let Some(value) = g(sign * now).map(|y| sign * y) else { break };
            tries += 1;
            last = now;
            if best.is_none_or(|(_, y)| value.abs() < y) {
                best = Some((now, value.abs()));
                if value.abs() < goal {
                    break;
                }
            }
            let next = match self.method {
                SearchMethod::Chord => self.secant((now, value), before),
                SearchMethod::Mixed => {
                    if value < 0.0 {
                        lower = now;
                    } else {
                        upper = Some(now);
                    }
                    mixed((now, value), before, lower, upper)
                }
            };
            before = (now, value);
            now = self.clip(next);
        }
        let (multiple, _) = best?;
        let clipped = if self.method == SearchMethod::Mixed { self.clip(multiple) } else { multiple };
        Some(Found { multiple: sign * clipped, tries, is_last: clipped == last })
    }

    fn secant(&self, (r, g): (f64, f64), (r0, g0): (f64, f64)) -> f64 {
        if (g - g0).abs() > f64::EPSILON {
            return (g * r0 - g0 * r) / (g - g0);
        }
        if g * (r - r0) * (g - g0) <= 0.0 { self.largest } else { self.smallest }
    }
}

fn mixed((x1, y1): (f64, f64), (x0, y0): (f64, f64), lower: f64, upper: Option<f64>) -> f64 {
    let Some(upper) = upper else { return 3.0 * x1 };
    let middle = 0.5 * (lower + upper);
    if y1.abs() >= y0.abs() {
        return middle;
    }
    let slope = (y1 - y0) / (x1 - x0);
    if slope.abs() <= (y0 / (upper + x0)).abs() {
        return middle;
    }
    let next = x1 - y1 / slope;
    if (lower..=upper).contains(&next) { next } else { middle }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEARCH: LineSearch = LineSearch {
        method: SearchMethod::Chord,
        tolerance: 1e-6,
        most: 30,
        smallest: 1e-2,
        largest: 10.0,
        excluded: 9e-3,
    };

    #[test]
    fn both_methods_find_the_root_of_a_curve() {
        for method in [SearchMethod::Chord, SearchMethod::Mixed] {
            for sign in [1.0, -1.0] {
                let search = LineSearch { method, ..SEARCH };
                // Increasing through 0 at 0.37 when g(0) is negative, as a descent is.
                let g = |r: f64| Some(sign * ((r + 0.5) * (r + 0.5) - 0.87 * 0.87));
                let Some(found) = search.search(sign * (0.25 - 0.87 * 0.87), g) else { panic!("nothing found") };
                if method == SearchMethod::Mixed && sign < 0.0 {
                    continue;
                }
                assert!((found.multiple - 0.37).abs() < 1e-5, "{method:?} {sign}: {found:?}");
            }
        }
    }

    #[test]
    fn multiples_are_clipped_and_a_failure_keeps_the_best() {
        assert_eq!([-0.1, -1e-3, 1e-3, 0.5, 40.0].map(|r| SEARCH.clip(r)), [1e-2, -9e-3, 9e-3, 0.5, 10.0]);
        let mut count = 0;
        let found = SEARCH.search(-1.0, |r| {
            count += 1;
            (count < 2).then_some(0.5 * r)
        });
        assert_eq!(found, Some(Found { multiple: 1.0, tries: 1, is_last: true }));
        assert_eq!(SEARCH.search(-1.0, |_| None), None);
    }
}
