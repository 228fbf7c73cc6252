//! Potential flow between moving tubes: Laurent series about each tube, truncated at the third order.

use nalgebra::{DMatrix, DVector};
use num_complex::Complex64;

use super::images::images;

/// Order of the series.
const ORDER: usize = 3;

/// Walls around the tubes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Enclosure {
    Circle {
        centre: [f64; 2],
        radius: f64,
    },
    /// Sides along x and y, turned by an angle (rad).
    Rectangle {
        centre: [f64; 2],
        sides: [f64; 2],
        angle: f64,
    },
}

/// A tube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tube {
    pub centre: [f64; 2],
    pub radius: f64,
    /// Rank of its group.
    pub group: usize,
}

/// Tubes in their enclosure.
#[derive(Clone, Debug, PartialEq)]
pub struct Bundle {
    pub enclosure: Enclosure,
    pub tubes: Vec<Tube>,
    pub groups: usize,
}

/// Coefficients of the flow: `p[h][g][a][b]` is that of group h along a when group g moves along b.
#[derive(Clone, Debug, PartialEq)]
pub struct Potential {
    pub p: Vec<Vec<[[f64; 2]; 2]>>,
    /// `W = P/2`, and half the number of tubes of a group more on its own diagonal.
    pub w: Vec<Vec<[[f64; 2]; 2]>>,
    /// Tubes of each group, and their radius.
    pub counts: Vec<f64>,
    pub radii: Vec<f64>,
}

/// Real unknowns: the parts of `c_{i,l}`, then those of the enclosure.
struct System {
    matrix: DMatrix<f64>,
}

impl System {
    /// `factor z`, z the unknown of a rank, or its conjugate where `sign` is -1: its imaginary part times `sign`.
    fn add(&mut self, row: usize, unknown: usize, factor: Complex64, sign: f64) {
        let (r, c) = (2 * row, 2 * unknown);
        self.matrix[(r, c)] += factor.re;
        self.matrix[(r, c + 1)] -= sign * factor.im;
        self.matrix[(r + 1, c)] += factor.im;
        self.matrix[(r + 1, c + 1)] += sign * factor.re;
    }
}

fn factorial(n: usize) -> f64 {
    (1..=n).fold(1.0, |product, k| product * k as f64)
}

fn power(x: f64, n: usize) -> f64 {
    (0..n).fold(1.0, |product, _| product * x)
}

/// `exp(i angle)`
fn turned(angle: f64) -> Complex64 {
    Complex64::new(libm::cos(angle), libm::sin(angle))
}

/// Distance and angle of a vector.
fn polar(v: [f64; 2]) -> (f64, f64) {
    (libm::hypot(v[0], v[1]), libm::atan2(v[1], v[0]))
}

/// The coefficients of a bundle; `None` where the equations have no solution.
pub fn potential(bundle: &Bundle) -> Option<Potential> {
    let n = bundle.tubes.len();
    let circle = matches!(bundle.enclosure, Enclosure::Circle { .. });
    let unknowns = ORDER * (n + usize::from(circle));
    let mut system = System { matrix: DMatrix::zeros(2 * unknowns, 2 * unknowns) };
    match bundle.enclosure {
        Enclosure::Circle { centre, radius } => in_circle(&mut system, &bundle.tubes, centre, radius),
        Enclosure::Rectangle { centre, sides, angle } => {
            in_rectangle(&mut system, &bundle.tubes, centre, sides, angle);
        }
    }
    let factors = system.matrix.lu();
    let groups = bundle.groups;
    let mut p = vec![vec![[[0.0; 2]; 2]; groups]; groups];
    for g in 0..groups {
        for d in 0..2 {
            let mut right = DVector::zeros(2 * unknowns);
            for (i, _) in bundle.tubes.iter().enumerate().filter(|(_, tube)| tube.group == g) {
                right[2 * ORDER * i + d] = 1.0;
            }
            let found = factors.solve(&right)?;
            for (j, tube) in bundle.tubes.iter().enumerate() {
                let own = &mut p[tube.group][g];
                own[0][d] += 2.0 * found[2 * ORDER * j];
                own[1][d] += 2.0 * found[2 * ORDER * j + 1];
                if tube.group == g {
                    own[d][d] += 1.0;
                }
            }
        }
    }
    let of_group = |g: usize| bundle.tubes.iter().filter(move |tube| tube.group == g);
    let counts: Vec<f64> = (0..groups).map(|g| of_group(g).count() as f64).collect();
    let radii: Vec<f64> = (0..groups).map(|g| of_group(g).next().map_or(0.0, |tube| tube.radius)).collect();
    symmetrise(&mut p, &radii);
    let half = |g: usize, h: usize| {
        let mut w = p[g][h].map(|row| row.map(|x| 0.5 * x));
        if g == h {
            (0..2).for_each(|a| w[a][a] += 0.5 * counts[g]);
        }
        w
    };
    let w = (0..groups).map(|g| (0..groups).map(|h| half(g, h)).collect()).collect();
    Some(Potential { p, w, counts, radii })
}

/// Rounding and truncation leave small differences between what must be equal.
fn symmetrise(p: &mut [Vec<[[f64; 2]; 2]>], radii: &[f64]) {
    for g in 0..p.len() {
        let mean = 0.5 * (p[g][g][0][1] + p[g][g][1][0]);
        (p[g][g][0][1], p[g][g][1][0]) = (mean, mean);
        for h in 0..g {
            for a in 0..2 {
                for b in 0..2 {
                    let (rh, rg) = (radii[h] * radii[h], radii[g] * radii[g]);
                    let mean = 0.5 * (rh * p[h][g][a][b] + rg * p[g][h][b][a]);
                    (p[h][g][a][b], p[g][h][b][a]) = (mean / rh, mean / rg);
                }
            }
        }
    }
}

/// `(l+j-1)!/((l-1)!(j-1)!)`
fn pair(l: usize, j: usize) -> f64 {
    factorial(l + j - 1) / (factorial(l - 1) * factorial(j - 1))
}

fn in_circle(system: &mut System, tubes: &[Tube], centre: [f64; 2], radius: f64) {
    let places: Vec<(f64, f64)> =
        tubes.iter().map(|t| polar([t.centre[0] - centre[0], t.centre[1] - centre[1]])).collect();
    let quotient = |n: usize, m: usize| factorial(n) / (factorial(m - 1) * factorial(n - m));
    let wall = ORDER * tubes.len();
    for j in 1..=ORDER {
        system.add(wall + j - 1, wall + j - 1, Complex64::new(j as f64, 0.0), 1.0);
        for (k, (tube, (d, psi))) in tubes.iter().zip(&places).enumerate() {
            for l in 1..=j {
                let size = quotient(j, l) * power(*d, j - l) * power(tube.radius, l + 1) / power(radius, j + 1);
                system.add(wall + j - 1, ORDER * k + l - 1, turned((j - l) as f64 * psi) * -size, 1.0);
            }
        }
    }
    for (i, tube) in tubes.iter().enumerate() {
        for j in 1..=ORDER {
            let row = ORDER * i + j - 1;
            system.add(row, row, Complex64::new(-(j as f64), 0.0), 1.0);
            for (k, other) in tubes.iter().enumerate().filter(|(k, _)| *k != i) {
                let (d, f) = polar([other.centre[0] - tube.centre[0], other.centre[1] - tube.centre[1]]);
                for l in 1..=ORDER {
                    let size = pair(l, j) * power(tube.radius, j - 1) * power(other.radius, l + 1) / power(d, j + l);
                    let signed = if l % 2 == 1 { -size } else { size };
                    system.add(row, ORDER * k + l - 1, turned((j + l) as f64 * f) * signed, -1.0);
                }
            }
            for l in j..=ORDER {
                let (d, psi) = places[i];
                let size = quotient(l, j) * power(tube.radius, j - 1) * power(d, l - j) / power(radius, l - 1);
                system.add(row, wall + l - 1, turned(-((l - j) as f64) * psi) * size, 1.0);
            }
        }
    }
}

fn in_rectangle(system: &mut System, tubes: &[Tube], centre: [f64; 2], sides: [f64; 2], angle: f64) {
    let places: Vec<[f64; 2]> = tubes.iter().map(|tube| tube.centre).collect();
    let all = images(&places, centre, sides, angle);
    for (i, tube) in tubes.iter().enumerate() {
        for j in 1..=ORDER {
            let row = ORDER * i + j - 1;
            system.add(row, row, Complex64::new(-(j as f64), 0.0), 1.0);
            for image in all.iter().filter(|image| !(image.is_itself && image.tube == i)) {
                let (d, f) = polar([image.place[0] - tube.centre[0], image.place[1] - tube.centre[1]]);
                for l in 1..=ORDER {
                    let other = tubes[image.tube].radius;
                    let size = pair(l, j) * power(tube.radius, j - 1) * power(other, l + 1) / power(d, j + l);
                    let signed = if l % 2 == 1 { -size } else { size };
                    let factor = turned((j + l) as f64 * f - l as f64 * image.turn) * signed;
                    system.add(row, ORDER * image.tube + l - 1, factor, -image.sign);
                }
            }
        }
    }
}
