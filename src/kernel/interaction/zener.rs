//! Visco-elastic link (DIS_VISC): a generalised Zener element.
//!
//! Three springs (compliance `s1`, stiffness `k2`, compliance `s3`) and a power-law dashpot `C |ev'|^alpha`.
//! Unknowns: force `sg`, viscous strain `ev`, elongation `e`, dissipation `w`:
//!
//! ```text
//! e'  = (v2 - v1).x            X  = (sg (1 + k2 s1) - k2 e) / C
//! ev' = sign(X) |X|^(1/alpha)  w' = C |X ev'|
//! sg' = (e' (1 + k2 s3) - ev') / (s1 + s3 + k2 s1 s3)
//! ```
//!
//! integrated over the sub-step with the velocity held constant, by [`super::cash_karp`].

use super::cash_karp::{LocalControl, Rates, integrate};
use super::fault::LawFault;
use super::law::Law;
use super::link::{Link, NoDirection};
use super::motion::{Attachment, State};
use super::set::InteractionSet;

#[derive(Clone, Debug)]
pub struct ZenerSpec {
    pub node_1: Attachment,
    pub node_2: Attachment,
    /// `1/K1`, `K2`, `1/K3`
    pub compliance_1: f64,
    pub stiffness_2: f64,
    pub compliance_3: f64,
    /// `C` and `alpha`
    pub viscosity: f64,
    pub power: f64,
    pub control: LocalControl,
}

#[derive(Clone, Debug)]
pub(super) struct Zener {
    pub link: Link,
    spec: Parameters,
    pub state: ZenerState,
    pub saved: ZenerState,
}

#[derive(Clone, Copy, Debug)]
struct Parameters {
    s1: f64,
    k2: f64,
    s3: f64,
    c: f64,
    alpha: f64,
    control: LocalControl,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ZenerState {
    /// `sg`, `ev`, `e`, `w`
    y: [f64; 4],
    /// `(v1 - v2).x`
    velocity: f64,
}

pub(super) const WIDTH: usize = 11;

impl InteractionSet {
    pub fn add_zener(&mut self, spec: &ZenerSpec) -> Result<(), NoDirection> {
        let link = Link::new(&spec.node_1, &spec.node_2, self.shapes_mut())?;
        let (s1, k2, s3) = (spec.compliance_1, spec.stiffness_2, spec.compliance_3);
        let spec = Parameters { s1, k2, s3, c: spec.viscosity, alpha: spec.power, control: spec.control };
        let (state, saved) = (ZenerState::default(), ZenerState::default());
        self.push(Law::Zener(Box::new(Zener { link, spec, state, saved })));
        Ok(())
    }
}

impl Zener {
    pub fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        let counts = at.step.abs() > f64::EPSILON;
        self.link.note(counts, at);
        if counts {
            let rate = self.link.relative.velocity(0, at.shapes, &at.now);
            if !rate.is_finite() {
                return Err(LawFault::NotFinite("the relative velocity"));
            }
            let spec = self.spec;
            let norms = |y: &[f64; 4]| y.map(|x| if x.abs() <= 1e-8 { 1.0 } else { x });
            integrate(&mut self.state.y, at.step, spec.control, norms, |y| Ok(spec.rates(y, rate)))?;
            self.state.velocity = -rate;
        }
        // Tension pulls node 1 along x and node 2 back.
        self.link.relative.push(0, -self.state.y[0], at.shapes, force);
        Ok(())
    }

    pub fn store(&self, at: &State<'_>, out: &mut [f64]) {
        out[..6].copy_from_slice(&self.link.stored_positions(at));
        out[6] = self.state.velocity;
        out[7..11].copy_from_slice(&self.state.y);
    }

    pub fn load(&mut self, stored: &[f64]) {
        self.link.load(&stored[..6]);
        self.state = ZenerState { y: [stored[7], stored[8], stored[9], stored[10]], velocity: stored[6] };
    }
}

impl Parameters {
    fn rates(&self, y: &[f64; 4], rate: f64) -> Rates<4> {
        let [sg, _, e, _] = *y;
        let x = (sg * (1.0 + self.k2 * self.s1) - self.k2 * e) / self.c;
        if x.abs() > 1e10 && libm::log10(x.abs()) > 200.0 * self.alpha {
            return Rates::Shorter;
        }
        let ev = libm::copysign(libm::pow(x.abs(), 1.0 / self.alpha), x);
        let w = self.c * (x * ev).abs();
        let sg = (rate * (1.0 + self.k2 * self.s3) - ev) / (self.s1 + self.s3 + self.k2 * self.s1 * self.s3);
        Rates::Are([sg, ev, rate, w])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(spec: ZenerSpec) -> InteractionSet {
        let mut set = InteractionSet::new(1, Vec::new());
        set.add_zener(&spec).unwrap();
        set
    }

    fn spec(power: f64) -> ZenerSpec {
        let node =
            |x: f64, phi: f64| Attachment { position: [x, 0.0, 0.0], shapes: vec![[phi, 0.0, 0.0]], supports: vec![] };
        ZenerSpec {
            node_1: node(0.0, 0.0),
            node_2: node(1.0, 1.0),
            compliance_1: 1.0 / 50.0,
            stiffness_2: 20.0,
            compliance_3: 0.0,
            viscosity: 3.0,
            power,
            control: LocalControl { max_attempts: 20, tolerance: 1e-9 },
        }
    }

    #[test]
    fn a_linear_element_under_harmonic_motion_has_its_complex_stiffness() {
        // s3 = 0, alpha = 1: sg = 1/s1 (e - ev), C ev' = sg (1 + k2 s1) - k2 e, so that with e = exp(i w t)
        // ev = (1/s1) / (i w C + 1/s1 + k2), sg = (1 - ev)/s1.
        let mut set = link(spec(1.0));
        let (w, h) = (10.0, 1e-4);
        let mut force = [0.0];
        let mut stored = [0.0; 11];
        let (k, k2, c) = (50.0, 20.0, 3.0);
        let s = num_complex::Complex64::new(k + k2, w * c);
        let sg = k * (1.0 - k / s);
        for n in 1..=20_000 {
            let t = n as f64 * h;
            // The law holds the velocity over the step: give its mean.
            let v = (libm::sin(w * t) - libm::sin(w * (t - h))) / h;
            force[0] = 0.0;
            set.evaluate(t, h, &[libm::sin(w * t)], &[v], &mut force).unwrap();
            if n > 10_000 && n % 500 == 0 {
                let exact = sg.re * libm::sin(w * t) + sg.im * libm::cos(w * t);
                assert!((force[0] + exact).abs() < 1e-4, "{n}: {} {exact}", -force[0]);
            }
        }
        set.store(&mut stored);
        assert!((stored[9] - libm::sin(20.0)).abs() < 1e-12, "elongation");
        assert_eq!(stored[7], -force[0]);
    }

    #[test]
    fn a_sub_step_of_zero_changes_nothing_but_gives_the_force() {
        let mut set = link(spec(0.5));
        let (mut first, mut again) = ([0.0], [0.0]);
        let (mut a, mut b) = ([0.0; 11], [0.0; 11]);
        set.evaluate(0.0, 0.1, &[0.2], &[2.0], &mut first).unwrap();
        set.store(&mut a);
        set.evaluate(0.0, 0.0, &[0.9], &[7.0], &mut again).unwrap();
        set.store(&mut b);
        assert_eq!((first, a), (again, b));
        assert_eq!(a[3], 0.2 - 0.5);
    }
}
