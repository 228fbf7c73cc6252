//! DIS_GRICRA: link between a grid and a rod of a fuel assembly: preload along x, friction along y, rotations with
//! sliding pads. Parameters may depend on the temperature and the irradiation.
//!
//! `kt = KT_AX/4`, `fs = F_SER/4`, `h = kt ET_AX/(1 - ET_AX)`; bending slopes from PEN1 .. PEN4. The assigned matrix is
//! not used.

use super::fault::{LawFault, SpecFault};
use super::law::{Answer, Ask, Law, Local, Others, RX, RY, RZ, Variable, X, Y, Z};
use super::layout::Layout;
use super::parameters::{Dependent, Parameters};
use crate::signal::Signal;

/// Internal variables.
pub const VARIABLES: &[Variable] = &[
    Variable::new("slip_y", "m", "cumulated slip along local y"),
    Variable::new("slips", "-", "1 while it slips along local y"),
    Variable::new("bends", "-", "1 beyond the first angle of the rotation about z"),
    Variable::new("slip_angle_1", "rad", "plastic rotation of the first pad about x"),
    Variable::new("slip_angle_cumulated", "rad", "cumulated plastic rotation of the first pad"),
    Variable::new("slip_angle_2", "rad", "plastic rotation of the second pad about x"),
    Variable::new("force_y", "N", "friction force along local y"),
    Variable::new("fluence", "-", "irradiation since the start"),
];

/// Grid-to-rod link.
#[derive(Clone, Debug)]
pub struct GridToRod {
    /// KN_AX, KT_AX (N/m), COUL_AX, ET_AX, ET_ROT.
    axial: f64,
    tangential: f64,
    friction: f64,
    slopes: [f64; 2],
    /// F_SER (N), ANG1 .. ANG3 (rad), PEN1 .. PEN4 (N m/rad), of the temperature and the irradiation.
    functions: [Dependent; 8],
}

/// Keywords of the parameters that may be functions.
const FUNCTIONS: [[&str; 2]; 8] = [
    ["F_SER", "F_SER_FO"],
    ["ANG1", "ANG1_FO"],
    ["ANG2", "ANG2_FO"],
    ["ANG3", "ANG3_FO"],
    ["PEN1", "PEN1_FO"],
    ["PEN2", "PEN2_FO"],
    ["PEN3", "PEN3_FO"],
    ["PEN4", "PEN4_FO"],
];

impl GridToRod {
    /// The law of a material.
    pub fn new(parameters: &Parameters) -> Result<GridToRod, SpecFault> {
        let zero = || Dependent::Curve { signal: Signal::Constant(0.0), of_irradiation: false };
        let mut functions: [Dependent; 8] = std::array::from_fn(|_| zero());
        for (function, [constant, dependent]) in functions.iter_mut().zip(FUNCTIONS) {
            let given = Dependent::read(parameters, dependent).or_else(|| Dependent::read(parameters, constant));
            *function = given.ok_or(SpecFault::Missing(constant))?;
        }
        let share = |keyword: &'static str| match parameters.needed(keyword)? {
            value if (0.0..1.0).contains(&value) => Ok(value),
            value => Err(SpecFault::Value { keyword, value, reason: "it must be at least 0 and below 1" }),
        };
        Ok(GridToRod {
            axial: parameters.positive("KN_AX")?,
            tangential: parameters.positive("KT_AX")?,
            friction: parameters.not_negative("COUL_AX")?,
            slopes: [share("ET_AX")?, share("ET_ROT")?],
            functions,
        })
    }

    /// Values of the functions at the mean of the temperatures of the step and at the irradiation since the start.
    fn values(&self, local: &Local, fluence: f64) -> Result<[f64; 8], LawFault> {
        let temperature = local.temperature.map(|[before, after]| 0.5 * (before + after));
        let irradiation = local.irradiation.map(|_| fluence);
        let mut values = [0.0; 8];
        for ((value, function), [_, keyword]) in values.iter_mut().zip(&self.functions).zip(FUNCTIONS) {
            *value = function.at(keyword, temperature, irradiation)?;
        }
        Ok(values)
    }
}

impl Law for GridToRod {
    fn variables(&self) -> &'static [Variable] {
        VARIABLES
    }

    fn refuses(&self, layout: Layout) -> Option<&'static str> {
        layout.plane.then_some("it needs elements in space: DIS_TR")
    }

    fn respond(&self, local: &Local, from: &[f64], to: &mut [f64]) -> Result<Answer, LawFault> {
        if let Some([before, after]) = local.irradiation {
            to[7] = from[7] + after - before;
        }
        let [fs, ang_1, ang_2, ang_3, pen_1, pen_2, pen_3, pen_4] = self.values(local, to[7])?;
        let [et_ax, et_rot] = self.slopes;
        let (kt, fs) = (self.tangential / 4.0, fs / 4.0);
        let h = kt * et_ax / (1.0 - et_ax);
        let (k_theta, k_theta_2) = ((pen_2 - pen_3 + pen_4) / 2.0, pen_4 / 2.0);
        let (k_phi, k_phi_2) = ((pen_1 - pen_2) / 2.0, (pen_3 - pen_4) / 2.0);
        let [u, phi, chi, theta] = [X, RX, RY, RZ].map(|slot| local.displacement(slot));

        let mut r = from[6] + kt * local.increment[Y];
        let (mut k_y, bound) = (kt, self.friction * fs + h * from[0]);
        to[1] = 0.0;
        if r.abs() > bound {
            to[0] = from[0] + (r.abs() - bound) / (h + kt);
            r = libm::copysign(self.friction * fs + h * to[0], r);
            to[1] = 1.0;
            k_y = kt * et_ax;
        }
        to[6] = r;

        let bends = theta.abs() > ang_2;
        to[2] = if bends { 1.0 } else { 0.0 };
        let m_z = match bends {
            false => k_theta * theta,
            true => libm::copysign(k_theta * ang_2 + k_theta_2 * (theta.abs() - ang_2), theta),
        };

        let (f, sign) = (phi - from[3], if phi - from[3] < 0.0 { -1.0 } else { 1.0 });
        let mut k_x = k_phi;
        if f.abs() >= ang_1 + et_rot * from[4] {
            let dp = (f.abs() - ang_1 - et_rot * from[4]) / (1.0 + et_rot * sign);
            to[4] = from[4] + dp;
            to[3] = from[3] + dp * sign;
            k_x = k_phi * et_rot;
        }
        let f_2 = phi - from[5];
        if f_2.abs() < ang_3 {
            k_x += k_phi_2;
        } else {
            to[5] = from[5] + libm::copysign(f_2.abs() - ang_3, f_2);
        }
        let m_x = k_phi * (phi - to[3]) + k_phi_2 * (phi - to[5]);

        let elastic = local.ask == Ask::Tangent;
        let pick = |at_start: f64, at_end: f64| if elastic { at_start } else { at_end };
        Ok(Answer::ELASTIC
            .others(Others::Nothing)
            .with(X, -fs + self.axial * u, self.axial)
            .with(Y, r, pick(kt, k_y))
            .with(Z, 0.0, 0.0)
            .with(RX, m_x, pick(k_phi + k_phi_2, k_x))
            .with(RY, k_phi * chi, pick(k_phi + k_phi_2, k_phi))
            .with(RZ, m_z, pick(k_theta, if bends { k_theta_2 } else { k_theta })))
    }
}
