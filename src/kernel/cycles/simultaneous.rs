//! Events of several contacts at one instant that a disturbance parts: the derivative is two-sided where they may come one after the
//! other, in any order, and neither motion nor derivative differ.

use super::return_map::{ReturnMap, Start, Until};
use super::witness::Nobody;
use crate::transient::event_driven::Alone;

/// Parts of the motion and of the derivative that count as no difference.
const MOTION: f64 = 1e-9;
const DERIVATIVE: f64 = 1e-8;

impl ReturnMap {
    /// Follows the last motion again with its simultaneous events one by one, the first and the last contact first, and takes over
    /// their derivative where it is the same.
    pub(super) fn compare_orders(&mut self, start: &Start, time: f64, until: Until) {
        let n = self.size();
        std::mem::swap(&mut self.landing, &mut self.orders[0]);
        let mut same = !self.orders[0].one_sided;
        for alone in [Alone::Last, Alone::First] {
            self.stepper.alone = Some(alone);
            same &= self.follow(start, time, until, true, &mut Nobody).is_ok() && !self.landing.one_sided;
            let [together, other] = &mut self.orders;
            same &= [0..n, n..2 * n]
                .into_iter()
                .all(|part| near(self.landing.x.get(part.clone()), together.x.get(part), MOTION));
            if alone == Alone::Last {
                std::mem::swap(&mut self.landing, other);
            }
        }
        self.stepper.alone = None;
        let own = &self.landing;
        same &= near(Some(&own.derivative), Some(&self.orders[1].derivative), DERIVATIVE)
            && near(Some(&own.parameter), Some(&self.orders[1].parameter), DERIVATIVE);
        let kept = if same { 1 } else { 0 };
        // The events of the motion itself.
        let _ = self.follow(start, time, until, false, &mut Nobody);
        self.landing.derivative.clone_from(&self.orders[kept].derivative);
        self.landing.parameter.clone_from(&self.orders[kept].parameter);
        (self.landing.one_sided, self.landing.simultaneous) = (!same, false);
    }
}

/// True where two lists of numbers differ by no more than a part of the largest.
fn near(a: Option<&[f64]>, b: Option<&[f64]>, part: f64) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return false };
    let size = a.iter().chain(b).fold(0.0_f64, |size, x| size.max(x.abs()));
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= part * size)
}
