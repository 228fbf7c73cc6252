//! Motion and forces of the contacts with circles, order by order.

use super::workspace::{EventStepper, Normal, Tangential};
use super::{heading, series, workspace};
use crate::transient::exact::round::Round;

impl EventStepper {
    /// Turns the rows of the round contacts that touch, or are about to.
    pub(super) fn turn(&mut self, all: bool) {
        let (n, supports) = (self.contacts.size, self.contacts.supports);
        for i in 0..self.tracks.len() {
            let about = |happenings: &[(usize, workspace::Happening)]| happenings.iter().any(|&(j, _)| j == i);
            if self.contacts.points[i].round.is_some()
                && (all || self.tracks[i].normal != Normal::Open || about(&self.happenings))
            {
                self.contacts.turn(i, &self.q[..n], &self.support_depl[..supports]);
            }
        }
    }

    /// Order `k` of the motion of a round contact: gap, slip velocities.
    pub(super) fn turning_motion(&mut self, i: usize, round: Round, k: usize) {
        let (n, m) = (self.contacts.size, self.contacts.supports);
        let contacts = &self.contacts;
        let (point, track) = (&contacts.points[i], &mut self.tracks[i]);
        let (v, held) = (&self.v[k * n..(k + 1) * n], &self.support_velo[k * m..(k + 1) * m]);
        let Some(turning) = track.turning.as_deref_mut() else { return };
        let touches = track.normal != Normal::Open;
        if k == 0 {
            let (q, held) = (&self.q[..n], &self.support_depl[..m]);
            let place = [0, 1].map(|row| point.rest[row] + contacts.along(3 * i + row, q, held));
            turning.start(round.side, if touches { [place[0], 0.0] } else { place });
        }
        turning.advance(round.side, k, [0, 1].map(|row| contacts.along(3 * i + row, v, held)), touches);
        // The gap is u plus what a plane through the start has.
        let away = if touches {
            round.side * turning.distance(k)
        } else {
            let square = turning.square_of_distance(k);
            let level = if k == 0 { round.side * 0.5 * round.radius } else { 0.0 };
            round.side * square / (2.0 * round.radius) + level
        };
        track.u[k] = if k == 0 { away - point.rest[0] } else { away };
        let slides = track.tangential == Tangential::Slide;
        if slides || matches!(track.tangential, Tangential::Slip(_)) {
            if slides || point.along[0] {
                track.slip[0][k] = turning.local(k, 0)[1];
            }
            if point.along[1] {
                track.slip[1][k] = contacts.along(3 * i + 2, v, held);
            }
        }
        if slides {
            heading::follow_heading(track, k);
        }
    }

    /// Order `k` of the forces of a round contact, but for unknown reactions of that order.
    pub(super) fn push_turning(&mut self, i: usize, k: usize) {
        let (point, track) = (&self.contacts.points[i], &mut self.tracks[i]);
        let Some(turning) = track.turning.as_deref() else { return };
        match track.normal {
            Normal::Open | Normal::Adrift => return,
            Normal::Pressing => {
                let at_rest = if k == 0 { point.rest[0] + point.offset } else { 0.0 };
                track.force[k] = -point.stiffness * (at_rest + track.u[k]);
                if point.damping != 0.0 {
                    track.force[k] -= point.damping * turning.local(k, 0)[0];
                }
            }
            Normal::Closed => track.force[k] = 0.0,
        }
        match track.tangential {
            Tangential::Free | Tangential::Stick => {
                track.friction[0][k] = 0.0;
                track.friction[1][k] = 0.0;
            }
            Tangential::Slip(sign) => {
                let along = usize::from(!point.along[0]);
                track.friction[along][k] = -sign * point.mu_dynamic * track.force[k];
                track.friction[1 - along][k] = 0.0;
            }
            Tangential::Slide => {
                for along in 0..2 {
                    let sum: f64 = (0..=k).map(|j| track.force[j] * track.heading[along][k - j]).sum();
                    track.friction[along][k] = -point.mu_dynamic * sum;
                }
            }
        }
        let force = turning.force(k, &track.force, &track.friction[0]);
        let along_axis = track.friction[1][k];
        for (row, f) in [(0, force[0]), (1, force[1]), (2, along_axis)] {
            series::push(&mut self.b, self.contacts.row(3 * i + row), f);
        }
    }
}
