//! Laws of bars under prescribed strain.

use std::sync::Arc;

use crate::laws::{
    Ask, AsymmetricBar, BarLaw, ElasticBar, IsotropicCurve, IsotropicLine, KinematicLine, LawFault, LocalControl,
    Parameters, PintoMenegotto, RelaxingSteel, Strain,
};
use crate::signal::{Extension, Signal, Table};

struct Bar {
    law: Arc<dyn BarLaw>,
    modulus: f64,
    temperature: Option<f64>,
    strain: f64,
    stress: f64,
    tangent: f64,
    memory: Vec<f64>,
}

impl Bar {
    fn new(law: impl BarLaw + 'static, modulus: f64) -> Bar {
        let memory = vec![0.0; law.variables().len()];
        let (strain, stress, tangent, temperature) = (0.0, 0.0, 0.0, None);
        Bar { law: Arc::new(law), modulus, temperature, strain, stress, tangent, memory }
    }

    fn evaluate(
        &self,
        ask: Ask,
        to: f64,
        modulus: f64,
        temperature: Option<f64>,
    ) -> Result<(f64, f64, Vec<f64>), LawFault> {
        let strain = Strain {
            ask,
            increment: to - self.strain,
            stress: self.stress,
            modulus: [self.modulus, modulus],
            times: [0.0, 1.3],
            temperature: temperature.map(|after| [self.temperature.unwrap_or(after), after]),
            control: LocalControl { max_attempts: 20, tolerance: 1e-10 },
        };
        let mut memory = self.memory.clone();
        let answer = self.law.respond(&strain, &self.memory, &mut memory)?;
        Ok((answer.stress, answer.tangent, memory))
    }

    fn advance(&mut self, to: f64) {
        self.advance_at(to, self.modulus, self.temperature);
    }

    fn advance_at(&mut self, to: f64, modulus: f64, temperature: Option<f64>) {
        let (stress, tangent, memory) = self.evaluate(Ask::Full, to, modulus, temperature).unwrap();
        (self.stress, self.tangent, self.memory) = (stress, tangent, memory);
        (self.strain, self.modulus, self.temperature) = (to, modulus, temperature);
    }

    /// Tangent against central differences of the stress, relative.
    fn tangent_fault(&self, to: f64) -> f64 {
        let h = 1e-9;
        let at = |x: f64| self.evaluate(Ask::Forces, x, self.modulus, self.temperature).unwrap().0;
        let tangent = self.evaluate(Ask::Full, to, self.modulus, self.temperature).unwrap().1;
        ((at(to + h) - at(to - h)) / (2.0 * h) / tangent - 1.0).abs()
    }
}

fn line(limit: f64, slope: f64) -> Parameters {
    Parameters { numbers: [("SY".to_string(), limit), ("D_SIGM_EPSI".to_string(), slope)].into(), ..Default::default() }
}

fn close(found: f64, expected: f64, scale: f64) {
    assert!((found - expected).abs() <= 1e-10 * scale, "found {found}, expected {expected}");
}

#[test]
fn linear_hardening_has_its_closed_forms() {
    for s in [1.0, 1e6] {
        let (e, et, sy) = (2.1e5 * s, 1.3e4 * s, 235.0 * s);
        let mut isotropic = Bar::new(IsotropicLine::new(&line(sy, et)).unwrap(), e);
        let mut kinematic = Bar::new(KinematicLine::new(&line(sy, et)).unwrap(), e);
        let yields = sy / e;
        let top = sy + et * (0.007 - yields);
        // Reversal: elastic over twice the present limit (isotropic) or twice the first one (kinematic).
        let after = |range: f64| top - range - et * (0.012 - range / e);
        for (to, by_isotropic, by_kinematic) in
            [(0.0007, 0.0007 * e, 0.0007 * e), (0.007, top, top), (-0.005, after(2.0 * top), after(2.0 * sy))]
        {
            isotropic.advance(to);
            kinematic.advance(to);
            close(isotropic.stress, by_isotropic, sy);
            close(kinematic.stress, by_kinematic, sy);
        }
        assert!(isotropic.tangent_fault(-0.006) < 1e-6);
        assert!(kinematic.tangent_fault(-0.006) < 1e-6);
        assert_eq!(isotropic.evaluate(Ask::Tangent, -0.005, e, None).unwrap().1, et);
        let mut elastic = Bar::new(ElasticBar, e);
        elastic.advance(0.007);
        // A modulus that changes changes the stress in its ratio.
        elastic.advance_at(0.007, 0.5 * e, None);
        close(elastic.stress, 0.5 * e * 0.007, sy);
    }
}

fn traction(points: &[(f64, f64)], right: Extension) -> Signal {
    let (x, y) = points.iter().copied().unzip();
    Signal::Table(Arc::new(Table { right, ..Table::linear(x, y) }))
}

#[test]
fn a_traction_curve_is_followed_over_several_segments() {
    let e = 2.0e5;
    let points = [(0.001, 200.0), (0.003, 260.0), (0.011, 300.0)];
    let mut parameters = Parameters::default();
    parameters.functions.insert("SIGM".to_string(), traction(&points, Extension::Constant));
    let mut bar = Bar::new(IsotropicCurve::new(&parameters).unwrap(), e);
    for (to, stress) in [(0.002, 230.0), (0.007, 280.0), (0.0065, 180.0), (0.02, 300.0)] {
        bar.advance(to);
        close(bar.stress, stress, 200.0);
    }
    parameters.functions.insert("SIGM".to_string(), traction(&points, Extension::Excluded));
    let bar = Bar::new(IsotropicCurve::new(&parameters).unwrap(), e);
    assert!(matches!(bar.evaluate(Ask::Full, 0.02, e, None), Err(LawFault::EndOfCurve { .. })));
    assert!(bar.tangent_fault(0.007) < 1e-6);
}

/// Between two curves of different moduli the threshold is the mean at the same plastic strain.
#[test]
fn surfaces_are_linear_at_the_same_plastic_strain() {
    let mut parameters = Parameters::default();
    let cold = traction(&[(0.001, 200.0), (0.011, 300.0)], Extension::Linear);
    let hot = traction(&[(0.001, 150.0), (0.021, 190.0)], Extension::Linear);
    parameters.surfaces.insert("SIGM".to_string(), vec![(20.0, cold), (120.0, hot)]);
    let law = IsotropicCurve::new(&parameters).unwrap();
    assert_eq!(
        Bar::new(law.clone(), 2e5).evaluate(Ask::Full, 0.01, 2e5, None).unwrap_err(),
        LawFault::Missing("temperature")
    );
    let mut bar = Bar::new(law, 1.8e5);
    let stress = 203.0;
    // R(p) = 0.6 (200 + h1 p) + 0.4 (150 + h2 p) at 60 degrees, h = slope of the plastic segments.
    let (h1, h2) = (100.0 / (0.01 - 100.0 / 2e5), 40.0 / (0.02 - 40.0 / 1.5e5));
    let p = (stress - 0.6 * 200.0 - 0.4 * 150.0) / (0.6 * h1 + 0.4 * h2);
    bar.advance_at(stress / 1.8e5 + p, 1.8e5, Some(60.0));
    close(bar.stress, stress, 200.0);
    close(bar.memory[0], p, 1.0);
}

#[test]
fn hardening_follows_the_temperature() {
    let of = |a: f64, b: f64| traction(&[(0.0, a), (100.0, b)], Extension::Excluded);
    let mut parameters = Parameters::default();
    parameters.functions.insert("SY".to_string(), of(200.0, 100.0));
    parameters.functions.insert("D_SIGM_EPSI".to_string(), of(1e4, 2e3));
    let mut bar = Bar::new(KinematicLine::new(&parameters).unwrap(), 2e5);
    // The back-stress is rescaled by H+/H-, as the plastic strain is what lasts.
    bar.advance_at(0.004, 2e5, Some(0.0));
    let h = |et: f64| 2e5 * et / (2e5 - et);
    let plastic = 0.004 - bar.stress / 2e5;
    close(bar.memory[0], h(1e4) * plastic, 200.0);
    bar.advance_at(0.004, 2e5, Some(10.0));
    let expected = {
        // s - X = SY, X = H p, s = E (e - p), p grows.
        let (sy, h) = (190.0, h(9200.0));
        let p = (2e5 * 0.004 - sy) / (2e5 + h);
        2e5 * (0.004 - p)
    };
    close(bar.stress, expected, 200.0);
}

fn steel(elan: f64) -> PintoMenegotto {
    let numbers = [
        ("SY", 400.0),
        ("EPSI_ULTM", 0.05),
        ("SIGM_ULTM", 520.0),
        ("EPSP_HARD", 0.004),
        ("R_PM", 20.0),
        ("A1_PM", 18.5),
        ("A2_PM", 0.15),
        ("ELAN", elan),
        ("A6_PM", 620.0),
        ("C_PM", 0.5),
        ("A_PM", 0.008),
    ];
    let numbers = numbers.map(|(name, value)| (name.to_string(), value)).into();
    PintoMenegotto::new(&Parameters { numbers, ..Default::default() }).unwrap()
}

/// The formulas of one branch, written for both directions at once.
#[test]
fn a_reinforcing_bar_follows_its_branches() {
    let e = 2e5;
    let mut bar = Bar::new(steel(4.0), e);
    bar.advance(0.0015);
    close(bar.stress, 300.0, 400.0);
    bar.advance(0.0033);
    close(bar.stress, 400.0, 400.0);
    let hardened = 520.0 - 120.0 * libm::pow((0.05 - 0.012) / (0.05 - 0.004), 4.0);
    bar.advance(0.012);
    close(bar.stress, hardened, 400.0);
    // Reversal: branch from (0.012, hardened).
    let (ey, eh) = (400.0 / e, 120.0 / (0.05 - 400.0 / e));
    let branch = |to: f64, er: f64, sr: f64, older: f64, side: f64| {
        let e0 = (e * er - sr + side * (400.0 - eh * ey)) / (e - eh);
        let s0 = side * 400.0 + eh * (e0 - side * ey);
        let (t, x) = ((to - er) / (e0 - er), (older - e0) / (e0 - er));
        let (r, b) = (20.0 - 18.5 * x / (0.15 + x), eh / e);
        sr + (s0 - sr) * (b * t + (1.0 - b) * t / libm::pow(1.0 + libm::pow(t, r), 1.0 / r))
    };
    for to in [0.009, 0.004, -0.003] {
        bar.advance(to);
        close(bar.stress, branch(to, 0.012, hardened, -ey, -1.0), 400.0);
    }
    let reversal = bar.stress;
    // Before the crossing the tangent is the derivative of the branch.
    assert!(bar.tangent_fault(-0.0005) < 1e-6);
    bar.advance(0.001);
    close(bar.stress, branch(0.001, -0.003, reversal, 0.012, 1.0), 400.0);
}

#[test]
fn a_slender_bar_carries_less_in_compression() {
    let mut stocky = Bar::new(steel(4.0), 2e5);
    let mut slender = Bar::new(steel(8.0), 2e5);
    for to in [0.012, 0.002, -0.01] {
        stocky.advance(to);
        slender.advance(to);
    }
    assert_eq!((stocky.memory[7], slender.memory[7]), (0.0, 1.0));
    assert!(slender.stress.abs() < stocky.stress.abs());
}

fn numbers(values: &[(&str, f64)]) -> Parameters {
    let numbers = values.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    Parameters { numbers, ..Default::default() }
}

/// Figures of a hand calculation with the two plastic slopes E Et/(E - Et).
#[test]
fn the_two_senses_harden_by_themselves() {
    for s in [1.0, 1e-6] {
        let (e, t, c) = (7.2e10 * s, 0.5e8 * s, 2.0e8 * s);
        let material = numbers(&[("SY_T", t), ("DT_SIGM_EPSI", 1e9 * s), ("SY_C", c), ("DC_SIGM_EPSI", 3e9 * s)]);
        let mut bar = Bar::new(AsymmetricBar::new(&material).unwrap(), e);
        for (to, stress, tension, compression) in [
            (0.0015, 5.08055556e7, 7.94367284e-4, 0.0),
            (-0.005, -2.09049769e8, 7.94367284e-4, 2.89089828e-3),
            (0.001, 5.31964538e7, 3.15205864e-3, 2.89089828e-3),
        ] {
            assert!(bar.tangent_fault(to) < 1e-6);
            assert_eq!(bar.evaluate(Ask::Tangent, to, e, None).unwrap().1, e);
            bar.advance(to);
            assert!((bar.stress / (stress * s) - 1.0).abs() < 5e-9, "{}", bar.stress);
            assert!((bar.memory[0] - tension).abs() < 5e-12 && (bar.memory[2] - compression).abs() < 5e-12);
            assert_eq!((bar.memory[1], bar.memory[3]), (0.0, 0.0));
        }
    }
    assert!(AsymmetricBar::new(&numbers(&[("SY_T", 7.0), ("DT_SIGM_EPSI", 1.3), ("SY_C", 13.0)])).is_err());
}

/// Without hardening and with n = 1 a Maxwell element; a figure of an integration elsewhere with hardening.
#[test]
fn prestressing_steel_relaxes() {
    for s in [1.0, 1e-6] {
        let (e, f) = (7.2e10 * s, 9e8 * s);
        let material = |n: f64, c: f64| {
            let given =
                [("F_PRG", f), ("ECOU_K", 0.6), ("ECOU_N", n), ("ECRO_N", 0.8), ("ECRO_B", 40.0), ("ECRO_C", c)];
            RelaxingSteel::new(&numbers(&given)).unwrap()
        };
        let mut steel = Bar::new(material(5.0, 300.0), e);
        // The first step lasts 1.3 s in these tests: the strain for the same rate.
        let maxwell = f * 0.6;
        let mut plain = Bar::new(material(1.0, 0.0), e);
        plain.advance(0.0013);
        let expected = maxwell * 0.001 * -libm::expm1(-1.3 * e / maxwell);
        assert!((plain.stress / expected - 1.0).abs() < 1e-9);
        assert!((plain.memory[0] - (0.0013 - expected / e)).abs() < 1e-12);
        let tangent = plain.tangent;
        plain.advance(0.0013);
        assert!((plain.stress - expected * libm::exp(-1.3 * e / maxwell)).abs() < 1e-8 * expected);
        // Held: the tangent is that of the last step that stretched it.
        assert_eq!((plain.tangent, plain.memory[1]), (tangent, tangent));
        steel.advance(0.0125);
        assert!(steel.stress < e * 0.0125 && steel.memory[0] > 0.0);
    }
}
