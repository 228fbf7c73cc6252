//! DIS_ECRO_CINE: kinematic hardening per component, in closed form.
//!
//! Yield force `Y`, back-force `X(a) = Kr a / (1 + (Kr |a|/Xu)^n)^(1/n)` (or `Kr a`) of the cumulated hardening
//! displacement `a`, plastic displacement `up`, elastic stiffness `ke` (assigned). With `m = ke (u - up)` and `s` the
//! sign of the increment: where `|m+ - X-| > Y`
//!
//! ```text
//! da = du - s (Y - s (m- - X-))/ke      dp = da - s |X+ - X-|/ke      E += |Y dp| + (X+ + X-) dp/2
//! ```

use super::fault::{LawFault, SpecFault};
use super::law::{Answer, Ask, Law, Local, Variable};
use super::parameters::Parameters;

/// Internal variables: three per component of the element, in its order.
pub const VARIABLES: &[Variable] = &[
    Variable::new("plastic_1", "m", "plastic displacement, first component"),
    Variable::new("hardening_1", "m", "cumulated hardening displacement, first component"),
    Variable::new("energy_1", "J", "energy, first component"),
    Variable::new("plastic_2", "m", "plastic displacement, second component"),
    Variable::new("hardening_2", "m", "cumulated hardening displacement, second component"),
    Variable::new("energy_2", "J", "energy, second component"),
    Variable::new("plastic_3", "m, rad", "plastic displacement, third component"),
    Variable::new("hardening_3", "m, rad", "cumulated hardening displacement, third component"),
    Variable::new("energy_3", "J", "energy, third component"),
    Variable::new("plastic_4", "rad", "plastic rotation, fourth component"),
    Variable::new("hardening_4", "rad", "cumulated hardening rotation, fourth component"),
    Variable::new("energy_4", "J", "energy, fourth component"),
    Variable::new("plastic_5", "rad", "plastic rotation, fifth component"),
    Variable::new("hardening_5", "rad", "cumulated hardening rotation, fifth component"),
    Variable::new("energy_5", "J", "energy, fifth component"),
    Variable::new("plastic_6", "rad", "plastic rotation, sixth component"),
    Variable::new("hardening_6", "rad", "cumulated hardening rotation, sixth component"),
    Variable::new("energy_6", "J", "energy, sixth component"),
];

/// Hardening of one component.
#[derive(Clone, Copy, Debug)]
struct Component {
    yield_force: f64,
    slope: f64,
    /// LIMU and PUIS.
    bound: Option<(f64, f64)>,
}

/// Kinematic hardening.
#[derive(Clone, Copy, Debug)]
pub struct KinematicHardening {
    components: [Option<Component>; 6],
}

/// Keywords of a component: LIMY, KCIN, LIMU, PUIS.
const KEYWORDS: [[&str; 4]; 6] = [
    ["LIMY_DX", "KCIN_DX", "LIMU_DX", "PUIS_DX"],
    ["LIMY_DY", "KCIN_DY", "LIMU_DY", "PUIS_DY"],
    ["LIMY_DZ", "KCIN_DZ", "LIMU_DZ", "PUIS_DZ"],
    ["LIMY_RX", "KCIN_RX", "LIMU_RX", "PUIS_RX"],
    ["LIMY_RY", "KCIN_RY", "LIMU_RY", "PUIS_RY"],
    ["LIMY_RZ", "KCIN_RZ", "LIMU_RZ", "PUIS_RZ"],
];

impl KinematicHardening {
    /// The law of a material.
    pub fn new(parameters: &Parameters) -> Result<KinematicHardening, SpecFault> {
        let mut components = [None; 6];
        for (component, [limit, slope, ultimate, power]) in components.iter_mut().zip(KEYWORDS) {
            let given = |keyword: &str| parameters.number(keyword).is_some();
            if ![limit, slope, ultimate, power].into_iter().any(given) {
                continue;
            }
            for (keyword, other) in [(slope, limit), (limit, slope), (ultimate, power), (power, ultimate)] {
                if given(keyword) && !given(other) {
                    return Err(SpecFault::Without { keyword, other });
                }
            }
            let bound = match given(ultimate) {
                true => Some((parameters.positive(ultimate)?, parameters.positive(power)?)),
                false => None,
            };
            let (yield_force, slope) = (parameters.positive(limit)?, parameters.not_negative(slope)?);
            *component = Some(Component { yield_force, slope, bound });
        }
        Ok(KinematicHardening { components })
    }
}

impl Component {
    fn back_force(&self, a: f64) -> f64 {
        let x = self.slope * a;
        match self.bound {
            None => x,
            Some((ultimate, n)) => x / libm::pow(1.0 + libm::pow(x.abs() / ultimate, n), 1.0 / n),
        }
    }

    /// Memory `up, a, E` and chord stiffness after an increment `du` from `u`.
    fn step(&self, ke: f64, u: f64, du: f64, memory: &mut [f64]) -> f64 {
        let (up, a) = (memory[0], memory[1]);
        let (before, after, x) = (ke * (u - up), ke * (u + du - up), self.back_force(a));
        if du == 0.0 || (after - x).abs() <= self.yield_force {
            return ke;
        }
        let s = if du >= 0.0 { 1.0 } else { -1.0 };
        let da = du - s * (self.yield_force - s * (before - x)) / ke;
        let new = self.back_force(a + da);
        let dp = da - s * (new - x).abs() / ke;
        memory[0] = up + dp;
        memory[1] = a + da;
        memory[2] += (self.yield_force * dp).abs() + (new + x) * dp / 2.0;
        ((ke * (u + du - memory[0]) - before) / du).abs()
    }
}

impl Law for KinematicHardening {
    fn variables(&self) -> &'static [Variable] {
        VARIABLES
    }

    fn respond(&self, local: &Local, _from: &[f64], to: &mut [f64]) -> Result<Answer, LawFault> {
        let mut answer = Answer::ELASTIC;
        if local.ask == Ask::Tangent {
            return Ok(answer);
        }
        for (rank, slot) in local.layout.slots().iter().enumerate() {
            let Some(component) = &self.components[*slot] else { continue };
            let ke = local.stiffness[*slot];
            if ke == 0.0 {
                return Err(LawFault::ZeroStiffness(["DX", "DY", "DZ", "DRX", "DRY", "DRZ"][*slot]));
            }
            let memory = &mut to[3 * rank..3 * rank + 3];
            answer.stiffnesses[*slot] = Some(component.step(ke, local.before[*slot], local.increment[*slot], memory));
        }
        Ok(answer)
    }
}
