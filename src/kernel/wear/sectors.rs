//! Wear by angular sector: where around the obstacle the power is spent.

use super::ContactHistory;

/// One angular sector, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sector {
    pub from: f64,
    pub to: f64,
}

/// Power of one sector.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SectorPower {
    /// Mean of `N |v_t|` over the time spent in the sector (W).
    pub power: f64,
    /// Share of the intervals that start in the sector.
    pub share: f64,
}

/// Power of each sector: means over the intervals that start in it, stick included, averaged over blocks.
pub fn sector_powers(history: &ContactHistory<'_>, blocks: usize, sectors: &[Sector]) -> Vec<SectorPower> {
    let blocks = blocks.max(1);
    let times = history.times();
    let count = times.len() / blocks;
    let mut powers = vec![SectorPower::default(); sectors.len()];
    let mut intervals = vec![0u64; sectors.len()];
    let w = |k: usize| history.normal_force(k).abs() * history.sliding_speed(k);
    for b in 0..blocks {
        let mut spent = vec![(0.0, 0.0); sectors.len()];
        for k in b * count..(b * count + count).saturating_sub(1) {
            let angle = history.angle(k);
            let inside = |s: &Sector| s.from < angle && angle <= s.to;
            // -180 degrees is the end of the turn as well as its start.
            let Some(i) = sectors.iter().position(inside).or_else(|| sectors.len().checked_sub(1)) else { continue };
            let dt = times[k + 1] - times[k];
            spent[i].0 += (w(k) + w(k + 1)) / 2.0 * dt;
            spent[i].1 += dt;
            intervals[i] += 1;
        }
        for (power, (energy, time)) in powers.iter_mut().zip(spent) {
            power.power += if time > 0.0 { energy / time } else { 0.0 };
        }
    }
    let total: u64 = intervals.iter().sum();
    for (power, n) in powers.iter_mut().zip(intervals) {
        power.power /= blocks as f64;
        power.share = if total > 0 { n as f64 / total as f64 } else { 0.0 };
    }
    powers
}

/// Depth of a worn volume spread over a sector of a cylinder of `radius` and `width` (m). The angle is in
/// degrees, as published depths have it.
pub fn sector_depth(volume: f64, radius: f64, width: f64, sector: Sector) -> f64 {
    let left = radius * radius - 2.0 * volume / (width * (sector.to - sector.from));
    if left < 0.0 { radius } else { radius - left.sqrt() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::Columns;

    #[test]
    fn the_power_goes_to_the_sector_where_the_point_is() {
        // Two samples at 45 degrees, two at -45; N |v| = 2 and 6.
        let times = [0.0, 1.0, 2.0, 3.0, 4.0];
        let mut variables = vec![0.0; 100];
        for (k, (z, n)) in [(1.0, 2.0), (1.0, 2.0), (-1.0, 6.0), (-1.0, 6.0), (-1.0, 6.0)].into_iter().enumerate() {
            let sample = &mut variables[20 * k..];
            (sample[0], sample[4], sample[5], sample[10]) = (n, 1.0, z, 1.0);
        }
        let variables = Columns::from_rows(20, &variables);
        let history = ContactHistory::stop(&times, &variables, 0);
        let sectors = [Sector { from: -180.0, to: 0.0 }, Sector { from: 0.0, to: 180.0 }];
        let found = sector_powers(&history, 1, &sectors);
        assert_eq!(found[0], SectorPower { power: 6.0, share: 0.5 });
        assert_eq!(found[1], SectorPower { power: 3.0, share: 0.5 });
    }
}
