//! The buckling law by numbers (FLAMBAGE of 2020): elastic up to a critical force, a plateau, a softening to the force after
//! buckling, then unloading stiffnesses by points.
//!
//! ```text
//! T0 = Fc/K + L      point 1: P1 = L, R1 = Fp/(T0 + e - L), A1      point j: Pj, Rj, Aj      Tj = Pj + Fp/Rj
//! ```
//!
//! State: residual crushing `p`, unloading stiffness `k`, largest crushing `m`, damping `c`. `x` is the crushing (m, positive in
//! contact), `v` the normal velocity (m/s, positive when leaving).

use super::fault::SpecFault;

/// Numbers of the law.
#[derive(Clone, Debug, PartialEq)]
pub struct Plateau {
    /// K (N/m), positive.
    pub stiffness: f64,
    /// C (N s/m).
    pub damping: f64,
    /// Fc, at which it buckles, and Fp, after (N).
    pub critical_force: f64,
    pub force_after: f64,
    /// L (m).
    pub width: f64,
    /// e (m), over which the force falls from Fc to Fp.
    pub softening: f64,
    /// A1 (N s/m).
    pub damping_after: f64,
    /// Residual crushing (m), unloading stiffness (N/m), damping (N s/m) of the points after the first.
    pub points: Vec<[f64; 3]>,
    /// True where damping counts in the forces that are compared (CRIT_AMOR='INCLUS').
    pub damped_criterion: bool,
}

/// A [`Plateau`] made ready.
#[derive(Clone, Debug)]
pub struct PlateauLaw {
    numbers: Plateau,
    /// T0
    start: f64,
    /// Tj, Pj, Aj
    points: Vec<[f64; 3]>,
}

/// Residual crushing, unloading stiffness, largest crushing, damping.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Crushing {
    pub residual: f64,
    pub stiffness: f64,
    pub largest: f64,
    pub damping: f64,
}

impl Plateau {
    /// The numbers made ready. Fails where they make no law.
    pub fn prepared(&self) -> Result<PlateauLaw, SpecFault> {
        let (fc, fp) = (self.critical_force, self.force_after);
        if self.stiffness.is_nan() || self.stiffness <= 0.0 {
            return Err(SpecFault::NotPositive { keyword: "RIGI_NOR", value: self.stiffness });
        }
        let start = fc / self.stiffness + self.width;
        let first = [start + self.softening, self.width, self.damping_after];
        let others = self.points.iter().map(|[p, r, a]| [p + fp / r, *p, *a]);
        let points: Vec<[f64; 3]> = std::iter::once(first).chain(others).collect();
        // Written so that what is not a number is refused too.
        let increasing = points.windows(2).all(|w| w[0][0] < w[1][0] && w[0][1] < w[1][1]);
        match increasing {
            true => Ok(PlateauLaw { numbers: self.clone(), start, points }),
            false => {
                let reason = "DEPL_POST_FL, and DEPL_POST_FL + FNOR_POST_FL/RIGI_POST_FL, must increase".to_string();
                Err(SpecFault::Curve { keyword: "DEPL_POST_FL", reason })
            }
        }
    }
}

impl PlateauLaw {
    /// Force (N) at crushing `x` and velocity `v`; advances the state.
    pub fn force(&self, state: &mut Crushing, x: f64, v: f64) -> f64 {
        let law = &self.numbers;
        let compared = |damping: f64| if law.damped_criterion { damping } else { 0.0 };
        let mut force = if state.residual <= 0.0 {
            self.first_loading(state, x, v, compared(law.damping))
        } else if x < state.residual {
            0.0
        } else if v > 0.0 || x <= state.largest {
            let elastic = state.stiffness * (x - state.residual) - compared(state.damping) * v;
            if law.damped_criterion { elastic.min(self.limit(x)).max(0.0) } else { elastic }
        } else {
            self.crush(state, x)
        };
        state.residual = state.residual.max(0.0);
        state.largest = state.largest.max(x);
        if !law.damped_criterion {
            force = (force - state.damping * v).max(0.0);
            if x < state.residual {
                force = 0.0;
            }
        }
        force
    }

    fn first_loading(&self, state: &mut Crushing, x: f64, v: f64, damping: f64) -> f64 {
        let law = &self.numbers;
        (state.stiffness, state.damping) = (law.stiffness, law.damping);
        if x < (law.critical_force + damping * v) / law.stiffness {
            return (law.stiffness * x - damping * v).max(0.0);
        }
        state.residual = 1e-20;
        law.critical_force
    }

    /// The force that unloading and reloading do not pass.
    fn limit(&self, x: f64) -> f64 {
        let law = &self.numbers;
        if x < self.start {
            law.critical_force
        } else if x < self.points[0][0] {
            self.softened(x)
        } else {
            law.force_after
        }
    }

    fn softened(&self, x: f64) -> f64 {
        let law = &self.numbers;
        law.critical_force + (law.force_after - law.critical_force) * (x - self.start) / law.softening
    }

    /// Loading beyond the largest crushing so far.
    fn crush(&self, state: &mut Crushing, x: f64) -> f64 {
        let law = &self.numbers;
        let (fc, fp) = (law.critical_force, law.force_after);
        let [t1, p1, a1] = self.points[0];
        if x < self.start {
            state.residual = x - fc / state.stiffness;
            return fc;
        }
        if x < t1 {
            let force = self.softened(x);
            state.stiffness = force / (x - state.residual);
            state.residual = p1;
            state.damping = law.damping + (a1 - law.damping) * (x - self.start) / law.softening;
            return force;
        }
        let next = self.points.iter().position(|[t, ..]| x < *t);
        match next {
            Some(next) => {
                let ([ta, pa, aa], [tb, pb, ab]) = (self.points[next - 1], self.points[next]);
                let s = (x - ta) / (tb - ta);
                state.residual = pa + s * (pb - pa);
                state.damping = aa + s * (ab - aa);
                state.stiffness = fp / (x - state.residual);
            }
            // Beyond the last point unloading keeps its stiffness.
            None => {
                let [t, p, a] = self.points[self.points.len() - 1];
                state.stiffness = fp / (t - p);
                state.residual = x - fp / state.stiffness;
                state.damping = a;
            }
        }
        fp
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain() -> Plateau {
        Plateau {
            stiffness: 100.0,
            damping: 0.0,
            critical_force: 10.0,
            force_after: 5.0,
            width: 0.0,
            softening: 1e-20,
            damping_after: 0.0,
            points: Vec::new(),
            damped_criterion: true,
        }
    }

    fn follow(law: &Plateau, path: &[(f64, f64)]) -> Vec<(f64, Crushing)> {
        let law = law.prepared().unwrap();
        let mut state = Crushing::default();
        path.iter().map(|(x, v)| (law.force(&mut state, *x, *v), state)).collect()
    }

    #[test]
    fn the_plain_law_drops_and_unloads_softer() {
        // Elastic to 10 at 0.1, then 5; unloading stiffness 100 * 5/10.
        let found = follow(&plain(), &[(0.05, -1.0), (0.1, -1.0), (0.3, -1.0), (0.25, 1.0), (0.1, 1.0), (0.24, -1.0)]);
        let forces: Vec<f64> = found.iter().map(|(f, _)| *f).collect();
        let expected = [5.0, 10.0, 5.0, 2.5, 0.0, 2.0];
        assert!(forces.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{forces:?}");
        let last = found[5].1;
        assert!((last.residual - 0.2).abs() < 1e-15 && (last.stiffness - 50.0).abs() < 1e-12 && last.largest == 0.3);
    }

    #[test]
    fn points_give_residual_stiffness_and_damping() {
        // T0 = 0.1 + 0.1, T1 = 0.3, P1 = 0.1; point 2: P 0.4, R 25, T 0.6, A 8.
        let law = Plateau {
            width: 0.1,
            softening: 0.1,
            damping: 2.0,
            damping_after: 4.0,
            points: vec![[0.4, 25.0, 8.0]],
            ..plain()
        };
        let found = follow(&law, &[(0.12, 0.0), (0.15, 0.0), (0.25, 0.0), (0.45, 0.0), (0.7, 0.0)]);
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        let state = |i: usize| found[i].1;
        // On the plateau: residual x - Fc/K.
        assert!(near(found[1].0, 10.0) && near(state(1).residual, 0.05));
        // Softened half-way, with the residual crushing before it in the stiffness.
        assert!(near(found[2].0, 7.5) && near(state(2).stiffness, 7.5 / 0.2) && near(state(2).damping, 3.0));
        assert!(near(state(2).residual, 0.1));
        // Half-way between points 1 and 2.
        assert!(near(found[3].0, 5.0) && near(state(3).residual, 0.25) && near(state(3).damping, 6.0));
        assert!(near(state(3).stiffness, 25.0));
        // Beyond the last one.
        assert!(near(state(4).residual, 0.5) && near(state(4).stiffness, 25.0) && near(state(4).damping, 8.0));
    }

    #[test]
    fn damping_after_the_criterion_is_taken_off_the_force() {
        let law = Plateau { damping: 3.0, damped_criterion: false, ..plain() };
        assert_eq!(follow(&law, &[(0.08, -1.0)])[0].0, 11.0);
        let law = Plateau { damping: 3.0, ..plain() };
        assert_eq!(follow(&law, &[(0.08, -1.0)])[0].0, 10.0);
    }

    #[test]
    fn numbers_that_make_no_law() {
        let wrong = |law: Plateau| law.prepared().err().map(|fault| fault.keyword());
        assert_eq!(wrong(Plateau { stiffness: 0.0, ..plain() }), Some("RIGI_NOR"));
        let points = vec![[0.2, 50.0, 0.0], [0.1, 50.0, 0.0]];
        assert_eq!(wrong(Plateau { points, ..plain() }), Some("DEPL_POST_FL"));
        assert_eq!(wrong(Plateau { points: vec![[0.01, 500.0, 0.0]], ..plain() }), Some("DEPL_POST_FL"));
    }
}
