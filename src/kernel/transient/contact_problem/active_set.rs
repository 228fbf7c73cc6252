//! Direct solution for given statuses, and the search for statuses that hold.

use super::laws::{NEGLIGIBLE, NormalLaw, Outcome, Status, TangentialLaw};
use super::one::OneContact;
use super::solver::ContactProblem;

impl ContactProblem {
    /// Solves for the statuses found and changes those that the solution refutes. Whether all hold in the end.
    pub(super) fn polish(&mut self, outcome: &mut Outcome) -> bool {
        let count = self.len();
        for _ in 0..2 * count + 12 {
            outcome.redundant = self.solve_statuses();
            if !self.correct() {
                outcome.exact = !self.elimination.is_unbalanced();
                return outcome.exact;
            }
        }
        outcome.exact = false;
        false
    }

    /// All statuses of a few contacts, until one solution holds.
    pub(super) fn enumerate(&mut self, outcome: &mut Outcome) {
        let found = (self.p.clone(), self.statuses.clone());
        let choices = |law: &(NormalLaw, TangentialLaw)| -> Vec<Status> {
            let open = Status { pushes: false, sticks: false, direction: [0.0; 2] };
            let push = Status { pushes: true, ..open };
            let mut list = if law.0 == NormalLaw::Unilateral { vec![open] } else { Vec::new() };
            match law.1 {
                TangentialLaw::None => list.push(push),
                TangentialLaw::Sliding { direction, .. } => list.push(Status { direction, ..push }),
                TangentialLaw::Rest { along, .. } => {
                    list.push(Status { sticks: true, ..push });
                    for k in (0..2).filter(|&k| along[k]) {
                        for sign in [1.0, -1.0] {
                            let mut direction = [0.0; 2];
                            direction[k] = sign;
                            list.push(Status { direction, ..push });
                        }
                    }
                }
            }
            list
        };
        let all: Vec<Vec<Status>> = self.laws.iter().map(choices).collect();
        let total: usize = all.iter().map(Vec::len).product();
        for number in 0..total {
            let mut rest = number;
            for (status, list) in self.statuses.iter_mut().zip(&all) {
                *status = list[rest % list.len()];
                rest /= list.len();
            }
            outcome.redundant = self.solve_statuses();
            if !self.correct() && !self.elimination.is_unbalanced() {
                outcome.exact = true;
                return;
            }
        }
        (self.p, self.statuses) = found;
        for i in 0..self.u.len() {
            self.u[i] = self.motion(i);
        }
    }

    /// Reactions and motions for the present statuses; directions of slip that turn are followed. Whether some
    /// reactions are redundant.
    fn solve_statuses(&mut self) -> bool {
        let mut redundant = false;
        for _ in 0..60 {
            redundant = self.solve_linear();
            let mut turned: f64 = 0.0;
            for i in 0..self.len() {
                let TangentialLaw::Rest { along: [true, true], mu_dynamic, .. } = self.laws[i].1 else { continue };
                let status = self.statuses[i];
                if status.sticks || !status.pushes || mu_dynamic == 0.0 {
                    continue;
                }
                let old = status.direction;
                if let Some(next) = self.follow_slip(i, mu_dynamic, old) {
                    turned = turned.max((next[0] - old[0]).abs()).max((next[1] - old[1]).abs());
                    self.statuses[i].direction = next;
                }
            }
            if turned < 1e-15 {
                break;
            }
        }
        redundant
    }

    fn solve_linear(&mut self) -> bool {
        let count = self.len();
        let mut elimination = std::mem::take(&mut self.elimination);
        // Unknowns: the rank of the reaction; its force is a column of W, with friction where the point slips.
        let unknown = |i: usize, k: usize| match (self.laws[i], self.statuses[i]) {
            ((normal, _), status) if k == 0 => normal == NormalLaw::Unilateral && status.pushes,
            ((_, TangentialLaw::Rest { along, .. }), status) => status.pushes && status.sticks && along[k - 1],
            _ => false,
        };
        let mut list = std::mem::take(&mut self.unknowns);
        list.clear();
        list.extend((0..count).flat_map(|i| (0..3).map(move |k| (i, k))).filter(|&(i, k)| unknown(i, k)));
        let size = list.len();
        let matrix = elimination.open(size);
        for (row, &(i, k)) in list.iter().enumerate() {
            for (column, &(j, l)) in list.iter().enumerate() {
                let mut term = self.at(3 * i + k, 3 * j + l);
                if let Some((mu, d)) = self.slide(j).filter(|_| l == 0) {
                    term -= mu * (self.at(3 * i + k, 3 * j + 1) * d[0] + self.at(3 * i + k, 3 * j + 2) * d[1]);
                }
                matrix[row * size + column] = term;
            }
        }
        let redundant = size > 0 && elimination.factorise();
        (self.elimination, self.unknowns) = (elimination, list);
        self.substitute();
        redundant
    }

    /// Reactions and motions for the factors of the present statuses.
    fn substitute(&mut self) {
        if let [(NormalLaw::Unilateral, _)] = *self.laws {
            return self.substitute_one();
        }
        let count = self.len();
        // Known reactions: given normal forces and their friction.
        for i in 0..count {
            let given = match self.laws[i].0 {
                NormalLaw::Given(force) => force,
                NormalLaw::Unilateral => 0.0,
            };
            let tangential = self.slide(i).map_or([0.0; 2], |(mu, d)| d.map(|d| -mu * given * d));
            (self.p[3 * i], self.p[3 * i + 1], self.p[3 * i + 2]) = (given, tangential[0], tangential[1]);
        }
        let list = std::mem::take(&mut self.unknowns);
        let mut reactions = std::mem::take(&mut self.reactions);
        reactions.clear();
        if self.laws.iter().any(|(normal, _)| *normal != NormalLaw::Unilateral) {
            reactions.extend(list.iter().map(|&(i, k)| -self.motion(3 * i + k)));
        } else {
            reactions.extend(list.iter().map(|&(i, k)| -self.b[3 * i + k]));
        }
        if !list.is_empty() {
            self.elimination.solve(&mut reactions);
        }
        for (&(i, k), r) in list.iter().zip(&reactions) {
            self.p[3 * i + k] = *r;
            if let Some((mu, d)) = self.slide(i).filter(|_| k == 0) {
                (self.p[3 * i + 1], self.p[3 * i + 2]) = (-mu * r * d[0], -mu * r * d[1]);
            }
        }
        for i in 0..self.u.len() {
            self.u[i] = self.motion(i);
        }
        (self.unknowns, self.reactions) = (list, reactions);
    }

    /// Reactions and motions for the factors of the present statuses, for one contact.
    #[inline(always)]
    fn substitute_one(&mut self) {
        let mut reactions = [0.0; 3];
        let count = self.unknowns.len().min(3);
        for (reaction, &(_, k)) in reactions.iter_mut().zip(&self.unknowns) {
            *reaction = -self.b[k];
        }
        if count > 0 {
            self.elimination.solve(&mut reactions[..count]);
        }
        let mut p = [0.0; 3];
        for (reaction, &(_, k)) in reactions.iter().zip(&self.unknowns) {
            p[k] = *reaction;
        }
        if let Some((mu, d)) = self.slide(0) {
            (p[1], p[2]) = (-mu * p[0] * d[0], -mu * p[0] * d[1]);
        }
        self.p.copy_from_slice(&p);
        let ([x, y, z], b) = (p, three(&self.b));
        if let ([a0, a1, a2, b0, b1, b2, c0, c1, c2], [u, v, w]) = (&*self.w, &mut *self.u) {
            *u = b[0] + (a0 * x + a1 * y + a2 * z);
            *v = b[1] + (b0 * x + b1 * y + b2 * z);
            *w = b[2] + (c0 * x + c1 * y + c2 * z);
        }
    }

    /// Solves for the statuses of the last solution, where `w` and `laws` are what they were and `b` alone has changed.
    /// `None`: they no longer hold, or the last solution was no exact one, and the problem is to be solved anew.
    pub fn solve_again(&mut self) -> Option<Outcome> {
        if !self.repeats {
            return None;
        }
        let outcome = Outcome { exact: true, redundant: self.elimination.is_redundant(), sweeps: 0 };
        if let Some(one) = &self.one {
            let [p, u] = one.solve(three(&self.b))?;
            self.p.copy_from_slice(&p);
            self.u.copy_from_slice(&u);
            return Some(outcome);
        }
        self.substitute();
        self.repeats = !self.correct() && !self.elimination.is_unbalanced();
        self.repeats.then_some(outcome)
    }

    /// The solution in closed form for the statuses of the last one, where there is one contact and [`ContactProblem::solve_again`]
    /// may be called.
    #[inline(always)]
    pub fn one(&self) -> Option<&OneContact> {
        self.one.as_ref()
    }

    /// The only contact with its present status.
    pub(super) fn one_contact(&self) -> Option<OneContact> {
        let (&[laws], &[status]) = (&*self.laws, &*self.statuses) else { return None };
        let w = [0, 1, 2].map(|i| [0, 1, 2].map(|j| self.at(i, j)));
        OneContact::new(laws, status, w, self.slide(0))
    }

    /// Tells whether [`ContactProblem::solve_again`] may follow: no direction of slip turns, and no point that slips may be
    /// held by more friction than slip has.
    pub(super) fn may_repeat(&self, outcome: &Outcome) -> bool {
        let differs = |(law, status): (&(NormalLaw, TangentialLaw), &Status)| match law.1 {
            TangentialLaw::Rest { mu_static, mu_dynamic, along } => {
                status.pushes && !status.sticks && (along == [true, true] || mu_static > mu_dynamic)
            }
            _ => false,
        };
        outcome.exact && !self.laws.iter().zip(&self.statuses).any(differs)
    }

    /// Coefficient and direction of the friction of a contact that slides or starts to.
    fn slide(&self, i: usize) -> Option<(f64, [f64; 2])> {
        match (self.laws[i].1, self.statuses[i]) {
            (_, status) if !status.pushes || status.sticks => None,
            (TangentialLaw::Rest { mu_dynamic, .. }, status) => Some((mu_dynamic, status.direction)),
            (TangentialLaw::Sliding { mu, direction }, _) => Some((mu, direction)),
            _ => None,
        }
    }

    /// Size that counts as nothing in motion `row`: a part of its own terms. Those of other rows may be larger by many orders of magnitude.
    fn rounding(&self, row: usize) -> f64 {
        let terms =
            self.w[row * self.b.len()..].iter().zip(&self.p).fold(self.b[row].abs(), |sum, (w, p)| sum + (w * p).abs());
        NEGLIGIBLE * terms
    }

    /// Changes the statuses that the solution refutes; whether there were any.
    fn correct(&mut self) -> bool {
        let force = NEGLIGIBLE * self.p.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
        let mut changed = false;
        for i in 0..self.len() {
            let (n, (normal, tangential), mut status) = (3 * i, self.laws[i], self.statuses[i]);
            if normal == NormalLaw::Unilateral {
                if status.pushes && self.p[n] < -force {
                    (status.pushes, changed) = (false, true);
                } else if !status.pushes && self.u[n] < 0.0 && self.u[n] < -self.rounding(n) {
                    (status.pushes, status.sticks, changed) = (true, tangential_rests(tangential), true);
                }
            }
            if let TangentialLaw::Rest { mu_static, mu_dynamic, .. } = tangential
                && status.pushes
                && status == (Status { pushes: true, ..self.statuses[i] })
            {
                let (p, u) = ([self.p[n + 1], self.p[n + 2]], [self.u[n + 1], self.u[n + 2]]);
                let size = (p[0] * p[0] + p[1] * p[1]).sqrt();
                if status.sticks && size > mu_static * self.p[n].max(0.0) + force {
                    (status.sticks, status.direction, changed) = (false, p.map(|p| -p / size), true);
                } else if !status.sticks
                    && u[0] * status.direction[0] + u[1] * status.direction[1] < 0.0
                    && u[0] * status.direction[0] + u[1] * status.direction[1]
                        < -self.rounding(n + 1).max(self.rounding(n + 2))
                    && (mu_static > 0.0 || mu_dynamic > 0.0)
                {
                    (status.sticks, changed) = (true, true);
                }
            }
            self.statuses[i] = status;
        }
        changed
    }
}

fn tangential_rests(law: TangentialLaw) -> bool {
    matches!(law, TangentialLaw::Rest { mu_static, .. } if mu_static > 0.0)
}

#[inline(always)]
fn three(x: &[f64]) -> [f64; 3] {
    if let [x, y, z] = *x { [x, y, z] } else { [0.0; 3] }
}
