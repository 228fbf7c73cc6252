//! Speed and direction of slip in two directions, and the work it takes, as series.

use super::scheme::ORDER;
use super::workspace::{EventStepper, Tangential, Track};

impl EventStepper {
    /// Directions and speeds of slip in two directions at the start of the piece.
    pub(super) fn head(&mut self) {
        let (n, supports) = (self.contacts.size, self.contacts.supports);
        for (i, track) in self.tracks.iter_mut().enumerate() {
            if track.tangential != Tangential::Slide {
                continue;
            }
            for k in 0..2 {
                track.slip[k][0] = self.contacts.along(3 * i + 1 + k, &self.v[..n], &self.support_velo[..supports]);
            }
            if track.rising.is_some() {
                track.speed[0] = 0.0;
                track.prepare_heading(0);
                continue;
            }
            let speed = (track.slip[0][0] * track.slip[0][0] + track.slip[1][0] * track.slip[1][0]).sqrt();
            track.speed[0] = speed;
            for k in 0..2 {
                track.heading[k][0] = if speed > 0.0 { track.slip[k][0] / speed } else { track.direction[k] };
            }
        }
    }
}

/// Speed and direction of slip, order `k`.
pub(super) fn follow_heading(track: &mut Track, k: usize) {
    if track.rising.is_some() {
        track.rise(k);
    } else if k > 0 {
        heading_series(track, k);
    }
}

/// Taylor coefficient `k > 0` of speed and direction of slip, where the speed is not zero.
fn heading_series(track: &mut Track, k: usize) {
    let Track { slip, speed, heading, .. } = track;
    if !(speed[0] > 0.0) {
        return;
    }
    // s² = w1² + w2²
    let mut sum = 0.0;
    for j in 0..=k {
        sum += slip[0][j] * slip[0][k - j] + slip[1][j] * slip[1][k - j];
    }
    for j in 1..k {
        sum -= speed[j] * speed[k - j];
    }
    speed[k] = sum / (2.0 * speed[0]);
    for along in 0..2 {
        let mut sum = slip[along][k];
        for j in 1..=k {
            sum -= speed[j] * heading[along][k - j];
        }
        heading[along][k] = sum / speed[0];
    }
}

/// `N |v|`: all terms of the product, whose frequencies are twice those of its factors.
pub(super) fn work_series(track: &mut Track, along: usize) {
    let Track { slip, speed, force, wear, wear_terms, tangential, .. } = track;
    let (series, sign) = match tangential {
        Tangential::Slip(sign) => (&slip[along], *sign),
        Tangential::Slide => (&*speed, 1.0),
        _ => return,
    };
    let last = (0..ORDER).rev().find(|&k| force[k] != 0.0).unwrap_or(0);
    *wear_terms = last + ORDER + 1;
    for (k, wear) in wear[..last + ORDER + 1].iter_mut().enumerate() {
        let sum: f64 = (k.saturating_sub(ORDER)..=k.min(last)).map(|j| force[j] * series[k - j]).sum();
        *wear = sign * sum;
    }
}
