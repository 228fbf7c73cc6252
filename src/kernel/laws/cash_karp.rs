//! Local integration of the rate-type laws: Runge-Kutta 5(4) of Cash and Karp (1990) with sub-stepping.
//!
//! Errors are measured against norms; `E = |err/norm| / tolerance`. A sub-step with `E > 1` is repeated,
//! shorter; the next one grows by at most 5; more than 100,000 sub-steps are a failure. The end is reached within 1e-8 (absolute, in time).
//! Serves modal relations and discrete elements alike.

use super::fault::LawFault;

/// Weights of the stages.
const A: [[f64; 5]; 5] = [
    [1.0 / 5.0, 0.0, 0.0, 0.0, 0.0],
    [3.0 / 40.0, 9.0 / 40.0, 0.0, 0.0, 0.0],
    [3.0 / 10.0, -9.0 / 10.0, 6.0 / 5.0, 0.0, 0.0],
    [-11.0 / 54.0, 5.0 / 2.0, -70.0 / 27.0, 35.0 / 27.0, 0.0],
    [1631.0 / 55296.0, 175.0 / 512.0, 575.0 / 13824.0, 44275.0 / 110592.0, 253.0 / 4096.0],
];
const ORDER_5: [f64; 6] = [37.0 / 378.0, 0.0, 250.0 / 621.0, 125.0 / 594.0, 0.0, 512.0 / 1771.0];
const ORDER_4: [f64; 6] = [2825.0 / 27648.0, 0.0, 18575.0 / 48384.0, 13525.0 / 55296.0, 277.0 / 14336.0, 1.0 / 4.0];

/// Control of the sub-steps (ITER_INTE_MAXI, RESI_INTE).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalControl {
    pub max_attempts: u32,
    pub tolerance: f64,
}

/// Attempts in a row at most, whatever ITER_INTE_MAXI says: each is shorter by three tenths at least.
const MOST_ATTEMPTS: u32 = 10_000;
/// Most sub-steps of one integration: a state that crawls towards a jump of its rates would never arrive.
const MOST_SUB_STEPS: u32 = 100_000;

/// Shortest sub-step that is repeated, as a share of the whole: the state no longer moves in shorter ones, and a jump of the
/// rates is crossed.
const SHORTEST: f64 = 1e-13;

/// Rates of the state of a law, where they can be given.
pub enum Rates<const N: usize> {
    Are([f64; N]),
    /// The state is out of reach: try a shorter sub-step.
    Shorter,
}

/// Brings `y` over `length` (s). `norms` gives the scale of each error at a state. Returns the rates of the fifth stage
/// (that of the end) of the last sub-step.
pub fn integrate<const N: usize>(
    y: &mut [f64; N],
    length: f64,
    control: LocalControl,
    norms: impl Fn(&[f64; N]) -> [f64; N],
    rates: impl Fn(&[f64; N]) -> Result<Rates<N>, LawFault>,
) -> Result<[f64; N], LawFault> {
    let (mut t, mut d, mut attempts, mut done) = (0.0, length, 0, 0);
    loop {
        let scale = norms(y);
        if attempts > control.max_attempts.min(MOST_ATTEMPTS) {
            return Err(LawFault::Integration { attempts });
        }
        if done > MOST_SUB_STEPS {
            return Err(LawFault::SubSteps { count: done });
        }
        attempts += 1;
        let Some(Step { next, error, end }) = step(y, d, &rates)? else {
            d *= 0.3;
            continue;
        };
        let relative: [f64; N] = std::array::from_fn(|i| error[i] / scale[i]);
        if relative.iter().any(|r| r.abs() > 1e100) {
            d *= 0.3;
            continue;
        }
        let e = relative.iter().map(|r| r * r).sum::<f64>().sqrt() / control.tolerance;
        if e.is_nan() {
            return Err(LawFault::NotFinite("the local state"));
        }
        if e > 1.0 && d > SHORTEST * length {
            d = f64::max(0.1 * d, 0.9 * d * libm::pow(e, -0.25));
            continue;
        }
        *y = next;
        if (t + d - length).abs() <= 1e-8 {
            return Ok(end);
        }
        (attempts, done) = (0, done + 1);
        t += d;
        let small = libm::pow(5.0 / 0.9, -5.0);
        d = if e > small { 0.9 * d * libm::pow(e, -0.2) } else { 5.0 * d };
        d = d.min(length - t);
    }
}

/// One sub-step: the state, the error estimate, the rates of the fifth stage.
struct Step<const N: usize> {
    next: [f64; N],
    error: [f64; N],
    end: [f64; N],
}

/// One sub-step; `None` when the law asks for a shorter one.
fn step<const N: usize>(
    y: &[f64; N],
    d: f64,
    rates: &impl Fn(&[f64; N]) -> Result<Rates<N>, LawFault>,
) -> Result<Option<Step<N>>, LawFault> {
    let mut k = [[0.0; N]; 6];
    for stage in 0..6 {
        let mut x = *y;
        if stage > 0 {
            for (i, x) in x.iter_mut().enumerate() {
                let sum: f64 = (0..stage).map(|r| A[stage - 1][r] * k[r][i]).sum();
                *x += d * sum;
            }
        }
        match rates(&x)? {
            Rates::Are(values) => k[stage] = values,
            Rates::Shorter => return Ok(None),
        }
    }
    let weighted = |weights: &[f64; 6], i: usize| -> f64 { (0..6).map(|r| weights[r] * k[r][i]).sum() };
    let next = std::array::from_fn(|i| y[i] + d * weighted(&ORDER_5, i));
    let error = std::array::from_fn(|i| d * (weighted(&ORDER_5, i) - weighted(&ORDER_4, i)));
    Ok(Some(Step { next, error, end: k[4] }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tableau_is_consistent() {
        let nodes = [1.0 / 5.0, 3.0 / 10.0, 3.0 / 5.0, 1.0, 7.0 / 8.0];
        for (row, c) in A.iter().zip(nodes) {
            assert!((row.iter().sum::<f64>() - c).abs() < 1e-15);
        }
        assert!((ORDER_5.iter().sum::<f64>() - 1.0).abs() < 1e-15);
        assert!((ORDER_4.iter().sum::<f64>() - 1.0).abs() < 1e-15);
    }

    #[test]
    fn one_sub_step_is_of_order_five() {
        let rates = |y: &[f64; 1]| Ok(Rates::Are([-y[0]]));
        let error = |d: f64| {
            let next = step(&[1.0], d, &rates).unwrap().unwrap().next;
            (next[0] - libm::exp(-d)).abs()
        };
        let order = libm::log2(error(0.2) / error(0.1));
        assert!((order - 6.0).abs() < 0.3, "local order {order}");
    }

    #[test]
    fn sub_steps_hold_the_tolerance_and_give_up_in_the_end() {
        let control = LocalControl { max_attempts: 20, tolerance: 1e-8 };
        let mut y = [1.0, 0.0];
        let rates = |y: &[f64; 2]| Ok(Rates::Are([y[1], -100.0 * y[0]]));
        integrate(&mut y, 3.0, control, |_| [1.0, 10.0], rates).unwrap();
        assert!((y[0] - libm::cos(30.0)).abs() < 1e-6, "{y:?}");
        let stuck = integrate(&mut y, 3.0, control, |_| [1.0, 1.0], |_| Ok(Rates::Shorter));
        assert!(matches!(stuck, Err(LawFault::Integration { attempts: 21 })));
    }
}
