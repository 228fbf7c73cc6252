//! Depth of wear of a tube or rod from its worn volume, by geometry of contact.

use super::roots::{FAILURE, bisect, newton};

/// Shapes of two parts that wear, from which the depth of the wear follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WearGeometry {
    /// Tube on an anti-vibration bar.
    TubeBar,
    TubeBore,
    /// Tube in a hole with three or four lands.
    TubeThreeLands,
    TubeFourLands,
    TubeTube,
    RodBore,
    /// Control rod in a guide card with one or two slots.
    RodOneSlot,
    RodTwoSlots,
}

/// Dimensions (m, rad); `None` where the study gives none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WearDimensions {
    pub mobile_radius: Option<f64>,
    pub obstacle_radius: Option<f64>,
    pub width: Option<f64>,
    /// Inclination, half angle of the isthmus, impact angle.
    pub inclination: Option<f64>,
    pub isthmus: Option<f64>,
    pub impact: Option<f64>,
}

/// A dimension that a geometry needs and that is not given.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{0} is needed for this geometry")]
pub struct MissingDimension(pub &'static str);

impl WearGeometry {
    /// Depth of wear of the mobile part (m) for each pair of its worn volume and that of the obstacle (m³),
    /// in order of time; 9999 where there is none. Fails with the name of a dimension that the geometry needs and that
    /// is not given.
    pub fn depths(self, volumes: &[(f64, f64)], given: &WearDimensions) -> Result<Vec<f64>, MissingDimension> {
        let mut start = None;
        let mut depths = Vec::with_capacity(volumes.len());
        for &(mobile, obstacle) in volumes {
            let depth =
                if mobile == 0.0 && obstacle == 0.0 { 0.0 } else { self.depth(mobile, obstacle, given, &mut start)? };
            depths.push(depth);
        }
        Ok(depths)
    }

    /// `start` is the root of the instant before.
    fn depth(
        self,
        mobile: f64,
        obstacle: f64,
        given: &WearDimensions,
        start: &mut Option<f64>,
    ) -> Result<f64, MissingDimension> {
        let need = |value: Option<f64>, name| value.ok_or(MissingDimension(name));
        let radius = || need(given.mobile_radius, "RAYON_MOBILE");
        let bore = || need(given.obstacle_radius, "RAYON_OBST");
        let width = || need(given.width, "LARGEUR_OBST");
        let fifth = |r: f64, th: f64, v: f64| libm::pow(1.0 / (2.0 * r), 0.2) * libm::pow(15.0 * th * v / 8.0, 0.4);
        Ok(match self {
            WearGeometry::TubeBar => {
                let cos = given.impact.map_or(1.0, libm::cos);
                let (v_t, v_o) = (mobile * cos, obstacle * cos);
                let (v, r) = (v_t + v_o, radius()?);
                let share = v_t / v;
                let Some(th) = given.inclination else {
                    let l = width()?;
                    let depth = libm::pow(1.0 / (2.0 * r), 1.0 / 3.0) * libm::pow(3.0 * v / (4.0 * l), 2.0 / 3.0);
                    return Ok(share * depth);
                };
                let (l, depth) = (width()?, share * fifth(r, th, v));
                if depth >= r {
                    FAILURE
                } else if depth > l * th {
                    let m = 1.0 + v_o / v_t;
                    let f = |d: f64| inclined_bar(d, v_t, m, r, l, th);
                    let root = newton(f, start.unwrap_or(l * th), r, l * th);
                    *start = Some(root);
                    root
                } else {
                    depth
                }
            }
            WearGeometry::TubeTube => {
                let th = need(given.inclination, "ANGL_INCLI")?;
                fifth(radius()?, th, mobile)
            }
            WearGeometry::TubeBore => {
                let (r, l) = (radius()?, width()?);
                let Some(s) = given.obstacle_radius else {
                    return Ok(mobile / (2.0 * std::f64::consts::PI * l * r));
                };
                by_section(mobile, given.inclination, [r, s, l], [2.0, 2.0 / 3.0], |d| crescent(r, s, d), start)
            }
            WearGeometry::TubeThreeLands | WearGeometry::TubeFourLands => {
                let (r, s, l) = (radius()?, bore()?, width()?);
                let tan = libm::tan(need(given.isthmus, "ANGL_ISTHME")?);
                let section = |d: f64| crescent(r, s, d).map(|a| a + d * d * tan);
                let target = if self == WearGeometry::TubeFourLands { mobile / 2.0 } else { mobile };
                by_section(target, given.inclination, [r, s, l], [0.5, 1.0 / 6.0], section, start)
            }
            WearGeometry::RodBore => {
                let (r, s) = (radius()?, bore()?);
                let root = bisect(|d| lens(r, s, d), mobile, start.unwrap_or(0.0), s);
                *start = Some(root).filter(|x| *x != FAILURE);
                root
            }
            WearGeometry::RodOneSlot | WearGeometry::RodTwoSlots => {
                let half = if self == WearGeometry::RodOneSlot { 0.5 } else { 1.0 };
                let [a, b, c] = [-48.89e3, 106.03, -0.88e-3].map(|x| x / 11.0 * half);
                let deepest = 0.00144;
                let cubic = |d: f64| ((a * d + b) * d + c) * d;
                if mobile > cubic(deepest) {
                    FAILURE
                } else {
                    let f = |d: f64| (cubic(d) - mobile, (3.0 * a * d + 2.0 * b) * d + c);
                    let root = newton(f, start.unwrap_or(0.0), deepest, f64::NEG_INFINITY);
                    *start = Some(root).filter(|x| *x != FAILURE);
                    root
                }
            }
        })
    }
}

/// `V - 8 sqrt(2R)/(15 th m) ((m d)^(5/2) - |m d - L th|^(5/2))` and its derivative.
fn inclined_bar(d: f64, v: f64, m: f64, r: f64, l: f64, th: f64) -> (f64, f64) {
    let factor = 8.0 * (2.0 * r).sqrt() / (15.0 * th * m);
    let (x, y) = (m * d, m * d - l * th);
    let value = v - factor * (libm::pow(x, 2.5) - libm::pow(y.abs(), 2.5));
    let slope = -factor * 2.5 * m * (libm::pow(x, 1.5) - libm::copysign(libm::pow(y.abs(), 1.5), y));
    (value, slope)
}

/// Area between two circles, radius `r` inside `s`, the inner one sunk by `d`; `None` where they do not meet.
fn crescent(r: f64, s: f64, d: f64) -> Option<f64> {
    let c = s - r + d;
    let q = s * s - r * r - c * c;
    let u = r * r - q * q / (4.0 * c * c);
    if u <= 0.0 || u.is_nan() {
        return None;
    }
    let x = u.sqrt();
    let sector = |radius: f64| {
        let ratio = x / radius;
        radius * radius * libm::atan2(ratio, (1.0 - ratio * ratio).abs().sqrt())
    };
    Some(sector(r) + x * c - sector(s))
}

/// Depth for which a section swept along the width `l` has volume `target`: constant section, or with an
/// inclination `th` a wedge, then a truncated wedge once it is deeper than `l th`.
fn by_section(
    target: f64,
    inclination: Option<f64>,
    [r, s, l]: [f64; 3],
    [straight, inclined]: [f64; 2],
    section: impl Fn(f64) -> Option<f64>,
    start: &mut Option<f64>,
) -> f64 {
    let low = start.unwrap_or(0.0);
    let root = match inclination {
        None => bisect(|d| section(d).map_or(FAILURE, |a| straight * l * a), target, low, r),
        Some(th) => {
            // `inclined` is the factor of the truncated wedge; the plain wedge has that of one section.
            let wedge = |d: f64| section(d).map_or(FAILURE, |a| inclined * d * a / th);
            let root = bisect(wedge, target, low, 2.0 * s);
            if root <= l * th || root == FAILURE {
                root
            } else {
                let truncated = |d: f64| match (section(d), section(d - l * th)) {
                    (Some(a), Some(b)) => inclined * l * (a + b + (a * b).abs().sqrt()),
                    (Some(a), None) if d <= l * th => inclined * l * a,
                    _ => FAILURE,
                };
                bisect(truncated, target, low.max(l * th), 2.0 * s)
            }
        }
    };
    *start = Some(root).filter(|x| *x != FAILURE);
    root
}

/// Area common to a rod of radius `r` and the wall of a bore of radius `s`, sunk by `d`.
fn lens(r: f64, s: f64, d: f64) -> f64 {
    let c = s - r + d;
    let (f, g) = (d * (2.0 * s + d) / (2.0 * c), d * (2.0 * r - d) / (2.0 * c));
    let (under_r, under_s) = (f * (2.0 * r - f), g * (2.0 * s - g));
    if !(under_r > 0.0 && under_s > 0.0) {
        return FAILURE;
    }
    let angle = |z: f64| libm::atan2((1.0 - z * z).abs().sqrt(), z);
    r * r * angle((r - f) / r) - s * s * angle((s - g) / s) - (r - f) * under_r.sqrt() + (s - g) * under_s.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tube_on_a_bar_wears_a_circular_segment() {
        // Volume L (4/3) sqrt(2R) d^(3/2) for a shallow flat.
        let given = WearDimensions { mobile_radius: Some(0.01), width: Some(0.03), ..WearDimensions::default() };
        let d: f64 = 1e-4;
        let volume = 0.03 * 4.0 / 3.0 * (0.02f64).sqrt() * d.powf(1.5);
        let found = WearGeometry::TubeBar.depths(&[(volume, 0.0), (volume / 2.0, volume / 2.0)], &given).unwrap();
        assert!((found[0] / d - 1.0).abs() < 1e-12, "{found:?}");
        assert!((found[1] / (d / 2.0) - 1.0).abs() < 1e-12, "shared with the bar");
        assert!(WearGeometry::TubeTube.depths(&[(volume, 0.0)], &given).is_err());
    }

    #[test]
    fn a_worn_bore_is_the_crescent_between_two_circles() {
        // The crescent of area A(d) integrated independently: width of the overlap along the chord.
        let (r, s, d) = (0.009, 0.0095, 2e-4);
        let area = crescent(r, s, d).unwrap();
        let c = s - r + d;
        let n = 200_000;
        let mut sum = 0.0;
        for i in 0..n {
            let y = -r + 2.0 * r * (f64::from(i) + 0.5) / f64::from(n);
            let (inner, outer) = (c + (r * r - y * y).sqrt(), (s * s - y * y).sqrt());
            sum += f64::max(0.0, inner - outer) * 2.0 * r / f64::from(n);
        }
        assert!((area / sum - 1.0).abs() < 1e-6, "{area} {sum}");
        let given = WearDimensions {
            mobile_radius: Some(r),
            obstacle_radius: Some(s),
            width: Some(0.03),
            ..WearDimensions::default()
        };
        let found = WearGeometry::TubeBore.depths(&[(2.0 * 0.03 * area, 0.0)], &given).unwrap();
        assert!((found[0] / d - 1.0).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn volumes_out_of_range_have_no_depth() {
        let given =
            WearDimensions { mobile_radius: Some(0.0048), obstacle_radius: Some(0.0058), ..WearDimensions::default() };
        assert_eq!(WearGeometry::RodTwoSlots.depths(&[(1.0, 0.0)], &given).unwrap(), [FAILURE]);
        assert_eq!(WearGeometry::RodBore.depths(&[(0.0, 0.0)], &given).unwrap(), [0.0]);
    }
}
