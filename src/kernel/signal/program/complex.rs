//! Complex arithmetic and elementary functions from real functions of `libm`, so that they give the
//! same bits everywhere. Branch cuts are those of Python's `cmath`.

use num_complex::Complex64;

use crate::signal::program::fault::Fault;

pub(super) fn divide(a: Complex64, b: Complex64) -> Result<Complex64, Box<Fault>> {
    if b.re == 0.0 && b.im == 0.0 {
        return Err(Box::new(Fault::DivisionByZero));
    }
    // Smith's algorithm: scales by the larger part of the divisor.
    if b.re.abs() >= b.im.abs() {
        let ratio = b.im / b.re;
        let denominator = b.re + b.im * ratio;
        Ok(Complex64::new((a.re + a.im * ratio) / denominator, (a.im - a.re * ratio) / denominator))
    } else {
        let ratio = b.re / b.im;
        let denominator = b.re * ratio + b.im;
        Ok(Complex64::new((a.re * ratio + a.im) / denominator, (a.im * ratio - a.re) / denominator))
    }
}

/// Integer exponents up to 100 by multiplications, others in polar form.
pub(super) fn power(a: Complex64, b: Complex64) -> Result<Complex64, Box<Fault>> {
    let zero = Complex64::new(0.0, 0.0);
    if b == zero {
        return Ok(Complex64::new(1.0, 0.0));
    }
    if a == zero {
        return if b.im != 0.0 || b.re < 0.0 { Err(Box::new(Fault::ZeroToNegative)) } else { Ok(zero) };
    }
    if b.im == 0.0 && b.re == b.re.trunc() && b.re.abs() <= 100.0 {
        let product = natural_power(a, b.re.abs() as u32);
        return if b.re < 0.0 { divide(Complex64::new(1.0, 0.0), product) } else { Ok(product) };
    }
    let (modulus, argument) = (modulus(a), libm::atan2(a.im, a.re));
    let length = libm::pow(modulus, b.re) / libm::exp(argument * b.im);
    let phase = argument * b.re + b.im * libm::log(modulus);
    Ok(polar(length, phase))
}

fn natural_power(a: Complex64, exponent: u32) -> Complex64 {
    let (mut result, mut square, mut left) = (Complex64::new(1.0, 0.0), a, exponent);
    while left > 0 {
        if left & 1 == 1 {
            result *= square;
        }
        left >>= 1;
        if left > 0 {
            square *= square;
        }
    }
    result
}

/// The modulus `|z|`.
pub fn modulus(z: Complex64) -> f64 {
    libm::hypot(z.re, z.im)
}

/// The number of a modulus and an argument (rad).
pub fn polar(modulus: f64, argument: f64) -> Complex64 {
    Complex64::new(modulus * libm::cos(argument), modulus * libm::sin(argument))
}

/// The exponential.
pub fn exp(z: Complex64) -> Complex64 {
    polar(libm::exp(z.re), z.im)
}

/// The principal logarithm.
pub fn log(z: Complex64) -> Complex64 {
    Complex64::new(libm::log(modulus(z)), libm::atan2(z.im, z.re))
}

/// The square root of non-negative real part.
pub fn sqrt(z: Complex64) -> Complex64 {
    if z.re == 0.0 && z.im == 0.0 {
        return Complex64::new(0.0, z.im);
    }
    let half = ((z.re.abs() + modulus(z)) * 0.5).sqrt();
    let other = z.im.abs() / (2.0 * half);
    if z.re >= 0.0 { Complex64::new(half, other.copysign(z.im)) } else { Complex64::new(other, half.copysign(z.im)) }
}

/// The sine.
pub fn sin(z: Complex64) -> Complex64 {
    Complex64::new(libm::sin(z.re) * libm::cosh(z.im), libm::cos(z.re) * libm::sinh(z.im))
}

/// The cosine.
pub fn cos(z: Complex64) -> Complex64 {
    Complex64::new(libm::cos(z.re) * libm::cosh(z.im), -libm::sin(z.re) * libm::sinh(z.im))
}

/// The hyperbolic sine.
pub fn sinh(z: Complex64) -> Complex64 {
    Complex64::new(libm::sinh(z.re) * libm::cos(z.im), libm::cosh(z.re) * libm::sin(z.im))
}

/// The hyperbolic cosine.
pub fn cosh(z: Complex64) -> Complex64 {
    Complex64::new(libm::cosh(z.re) * libm::cos(z.im), libm::sinh(z.re) * libm::sin(z.im))
}

/// The tangent.
pub fn tan(z: Complex64) -> Complex64 {
    sin(z) / cos(z)
}
