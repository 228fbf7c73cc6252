//! Slip in two directions that starts from rest.
//!
//! The slip velocity is `w = x^m (w0 + w1 x + ...)`: with m = 1 where the acceleration jumps, with m = 2 where friction
//! leaves its bound continuously (mu_s = mu_d). The direction `h = w/|w|` has a series although `w` vanishes: with `d`
//! its first term and `e` across, `d h_k` follows from `|h| = 1`, and `e h_k` from
//!
//! ```text
//! e w_(k+m) = sum_j s_j e h_(k-j),     |w| = x^m (s_0 + s_1 x + ...)
//! ```
//!
//! which is one linear equation of order k for the friction across: an unknown reaction along `e`, as that of stick.

use super::rising::Rising;
use super::scheme::TERMS;
use super::workspace::{EventStepper, Tangential, Track};

impl Track {
    /// The direction across that of a slip that starts.
    pub fn across(&self) -> [f64; 2] {
        [-self.direction[1], self.direction[0]]
    }

    /// True where the friction across is an unknown of the piece.
    pub fn turns_from_rest(&self) -> bool {
        self.tangential == Tangential::Slide && self.rising.is_some_and(|rising| rising.loaded())
    }

    /// The direction of order `k` along its first term; what is across it is not known yet.
    pub fn prepare_heading(&mut self, k: usize) {
        let h = &self.heading;
        let along = match k {
            0 => 1.0,
            _ => -0.5 * (1..k).map(|j| h[0][j] * h[0][k - j] + h[1][j] * h[1][k - j]).sum::<f64>(),
        };
        for axis in 0..2 {
            self.heading[axis][k] = along * self.direction[axis];
        }
    }

    /// `sum_j s_j e h_(k-j)` from `first` on, of the terms of `s` that are known.
    fn turned(&self, rising: Rising, k: usize, first: usize) -> f64 {
        let e = self.across();
        let across = |j: usize| e[0] * self.heading[0][j] + e[1] * self.heading[1][j];
        (first..k).map(|j| self.speed[j + rising.order] * across(k - j)).sum()
    }

    /// Factor of the unknown friction across in its equation of order `k`, over that of stick.
    pub fn compliance(&self, k: usize, mu: f64) -> f64 {
        match self.rising {
            Some(rising) if rising.order == 1 => (k + 1) as f64 * rising.speed / (mu * rising.load),
            _ => 0.0,
        }
    }

    /// The acceleration of order `k` across that is left to the slip velocity.
    pub fn target(&self, k: usize) -> f64 {
        let Some(rising) = self.rising else { return 0.0 };
        let sum = match (rising.order, k) {
            (_, 0) => 0.0,
            (1, _) => self.turned(rising, k, 1),
            _ => self.turned(rising, k - 1, 0),
        };
        (k + 1) as f64 * sum
    }

    /// Takes over the friction across of order `k`.
    pub fn turn_heading(&mut self, k: usize, reaction: f64, mu: f64) {
        let e = self.across();
        let load = self.rising.map_or(1.0, |rising| rising.load);
        for axis in 0..2 {
            self.friction[axis][k] += reaction * e[axis];
            if k > 0 {
                self.heading[axis][k] -= reaction * e[axis] / (mu * load);
            }
        }
    }

    /// Speed of order `k`, from the slip velocity of that order.
    pub fn rise(&mut self, k: usize) {
        let Some(rising) = self.rising else { return };
        if k < rising.order {
            self.speed[k] = 0.0;
            return;
        }
        let (j, d, e) = (k - rising.order, self.direction, self.across());
        let along = |x: &[[f64; TERMS]; 2], k: usize| d[0] * x[0][k] + d[1] * x[1][k];
        let mut sum = along(&self.slip, k);
        for l in 0..j {
            sum -= self.speed[l + rising.order] * along(&self.heading, j - l);
        }
        self.speed[k] = sum;
        if !rising.loaded() && rising.order == 1 && j > 0 && self.speed[1] > 0.0 {
            let across = e[0] * self.slip[0][k] + e[1] * self.slip[1][k] - self.turned(rising, j, 1);
            for axis in 0..2 {
                self.heading[axis][j] += across / self.speed[1] * e[axis];
            }
        }
    }
}

impl EventStepper {
    /// Row `k` of the unknown reactions of a contact as parts of its three rows: 3 is across a slip that starts.
    pub(super) fn parts(&self, i: usize, k: usize) -> [f64; 3] {
        let mut parts = [0.0; 3];
        if k < 3 {
            parts[k] = 1.0;
        } else {
            [parts[1], parts[2]] = self.tracks[i].across();
        }
        parts
    }
}
