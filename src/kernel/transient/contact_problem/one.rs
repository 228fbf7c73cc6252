//! One contact whose statuses are known: reactions and motions in closed form.

use super::laws::{NEGLIGIBLE, NormalLaw, Status, TangentialLaw};

/// Three numbers of one contact: along its normal and its two tangents.
pub type Three = [f64; 3];

/// Reactions and motions of one contact as multiples of the motions `b` that it would have without reaction.
#[derive(Clone, Copy, Debug)]
pub struct OneContact {
    reactions: [Three; 3],
    motions: [Three; 3],
    tangential: TangentialLaw,
    status: Status,
}

/// Part of the mobility of a tangent below which the rest that the normal leaves of it is nothing.
const SINGULAR: f64 = 1e-12;

impl OneContact {
    /// For the law and the status of the contact, its part `w` of `W`, and coefficient and direction of its friction where it
    /// slips. `None` where its reaction is given or not determined, or both tangents hold it.
    pub(super) fn new(
        (normal, tangential): (NormalLaw, TangentialLaw),
        status: Status,
        w: [Three; 3],
        slide: Option<(f64, [f64; 2])>,
    ) -> Option<OneContact> {
        if normal != NormalLaw::Unilateral {
            return None;
        }
        let mut reactions = [[0.0; 3]; 3];
        let mut held = [status.pushes, false, false];
        if let (TangentialLaw::Rest { along, .. }, true) = (tangential, status.pushes && status.sticks) {
            (held[1], held[2]) = (along[0], along[1]);
        }
        match held {
            [false, ..] => {}
            [true, false, false] => {
                let friction = slide.map_or([0.0; 2], |(mu, d)| d.map(|d| -mu * d));
                let stiffness = w[0][0] + (w[0][1] * friction[0] + w[0][2] * friction[1]);
                if stiffness == 0.0 {
                    return None;
                }
                let normal = -1.0 / stiffness;
                for (row, part) in reactions.iter_mut().zip([1.0, friction[0], friction[1]]) {
                    row[0] = part * normal;
                }
            }
            [true, true, true] => return None,
            [true, first, _] => {
                let k = if first { 1 } else { 2 };
                let (above, below) = (w[0][k] / w[0][0], w[k][0] / w[0][0]);
                let rest = w[k][k] - w[k][0] * above;
                if !(rest.abs() > SINGULAR * w[k][k].abs()) || !above.is_finite() || !below.is_finite() {
                    return None;
                }
                (reactions[0][0], reactions[0][k]) = (-1.0 / w[0][0] - above * below / rest, above / rest);
                (reactions[k][0], reactions[k][k]) = (below / rest, -1.0 / rest);
            }
        }
        // What a reaction holds does not move.
        let motion = |i: usize, j: usize| {
            let free = if i == j { 1.0 } else { 0.0 };
            let pushed = w[i][0] * reactions[0][j] + w[i][1] * reactions[1][j] + w[i][2] * reactions[2][j];
            if held[i] { 0.0 } else { free + pushed }
        };
        let motions = [0, 1, 2].map(|i| [0, 1, 2].map(|j| motion(i, j)));
        Some(OneContact { reactions, motions, tangential, status })
    }

    /// Reactions and motions for `b`. `None` where the statuses do not hold.
    #[inline(always)]
    pub fn solve(&self, b: Three) -> Option<[Three; 2]> {
        let (p, u) = (product(&self.reactions, b), product(&self.motions, b));
        (self.holds_at_once(p, u) || self.holds(p, u, b)).then_some([p, u])
    }

    /// The statuses hold without regard to rounding: the frequent case, soon found.
    #[inline(always)]
    fn holds_at_once(&self, [p, x, y]: Three, [u, v, w]: Three) -> bool {
        let status = self.status;
        if !status.pushes {
            return u >= 0.0;
        }
        let rubs = match self.tangential {
            TangentialLaw::Rest { mu_static, .. } if status.sticks => x.abs() + y.abs() <= mu_static * p,
            TangentialLaw::Rest { .. } => v * status.direction[0] + w * status.direction[1] >= 0.0,
            _ => true,
        };
        p >= 0.0 && rubs
    }

    #[inline(never)]
    fn holds(&self, [p, x, y]: Three, [u, v, w]: Three, [b, c, d]: Three) -> bool {
        let force = NEGLIGIBLE * p.abs().max(x.abs()).max(y.abs());
        let given = b.abs().max(c.abs()).max(d.abs());
        let motion = NEGLIGIBLE * given.max(u.abs()).max(v.abs()).max(w.abs());
        let status = self.status;
        if !(if status.pushes { p >= -force } else { u >= -motion }) {
            return false;
        }
        match self.tangential {
            TangentialLaw::Rest { mu_static, .. } if status.pushes && status.sticks => {
                (x * x + y * y).sqrt() <= mu_static * p.max(0.0) + force
            }
            TangentialLaw::Rest { mu_static, mu_dynamic, .. } if status.pushes => {
                v * status.direction[0] + w * status.direction[1] >= -motion || (mu_static <= 0.0 && mu_dynamic <= 0.0)
            }
            _ => true,
        }
    }
}

#[inline(always)]
fn product(rows: &[Three; 3], b: Three) -> Three {
    let [x, y, z] = rows;
    let row = |r: &Three| r[0] * b[0] + r[1] * b[1] + r[2] * b[2];
    [row(x), row(y), row(z)]
}
