//! The numbers a formula computes with, and what each operation does to them: Python's arithmetic.

use num_complex::Complex64;

use super::complex;
use super::operations::{Binary, Unary};
use crate::signal::program::fault::Fault;

/// A number of a formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    Real(f64),
    Complex(Complex64),
}

/// Why a function of a real number has no value, as Python's `math` says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// It does not exist there.
    Domain,
    /// It is beyond the largest real.
    Range,
}

impl Unary {
    /// The value at `x`, by the rules of Python's `math`: infinity and NaN come from infinity and NaN only.
    ///
    /// # Errors
    /// Why there is no value.
    #[inline]
    pub fn at(self, x: f64) -> Result<f64, Undefined> {
        f64::unary(self, x).map_err(|fault| match *fault {
            Fault::Range(..) => Undefined::Range,
            _ => Undefined::Domain,
        })
    }
}

/// Number that a machine computes with: real or complex.
pub(super) trait Number: Copy {
    const ZERO: Self;
    fn from_real(x: f64) -> Self;
    fn from_scalar(z: Scalar) -> Result<Self, Box<Fault>>;
    /// Puts constants where they belong; `reals` are the same numbers if all are real.
    fn load(constants: &[Scalar], reals: &[f64], places: &mut [Self]) -> Result<(), Box<Fault>>;
    fn scalar(self) -> Scalar;
    fn truth(self) -> bool;
    fn unary(operation: Unary, x: Self) -> Result<Self, Box<Fault>>;
    fn binary(operation: Binary, a: Self, b: Self) -> Result<Self, Box<Fault>>;
}

impl Number for f64 {
    const ZERO: f64 = 0.0;

    fn from_real(x: f64) -> f64 {
        x
    }

    fn from_scalar(z: Scalar) -> Result<f64, Box<Fault>> {
        match z {
            Scalar::Real(x) => Ok(x),
            Scalar::Complex(_) => Err(Box::new(Fault::NeedsComplex)),
        }
    }

    #[inline]
    fn load(constants: &[Scalar], reals: &[f64], places: &mut [f64]) -> Result<(), Box<Fault>> {
        if reals.len() == places.len() {
            places.copy_from_slice(reals);
            return Ok(());
        }
        for (place, constant) in places.iter_mut().zip(constants) {
            *place = f64::from_scalar(*constant)?;
        }
        Ok(())
    }

    fn scalar(self) -> Scalar {
        Scalar::Real(self)
    }

    fn truth(self) -> bool {
        self != 0.0
    }

    #[inline]
    fn unary(operation: Unary, x: f64) -> Result<f64, Box<Fault>> {
        let y = match operation {
            Unary::Negate => return Ok(-x),
            Unary::Not => return Ok(f64::from(x == 0.0)),
            Unary::Truth => return Ok(f64::from(x != 0.0)),
            Unary::Square => x * x,
            Unary::Abs => return Ok(x.abs()),
            Unary::Float | Unary::Real | Unary::Conjugate => return Ok(x),
            Unary::Imaginary => return Ok(0.0),
            Unary::IsNan => return Ok(f64::from(x.is_nan())),
            Unary::IsInfinite => return Ok(f64::from(x.is_infinite())),
            Unary::IsFinite => return Ok(f64::from(x.is_finite())),
            Unary::Int | Unary::Trunc => x.trunc(),
            Unary::Round => x.round_ties_even(),
            Unary::Floor => x.floor(),
            Unary::Ceil => x.ceil(),
            Unary::Sqrt => x.sqrt(),
            Unary::Cbrt => libm::cbrt(x),
            Unary::Exp => libm::exp(x),
            Unary::Exp2 => libm::exp2(x),
            Unary::Expm1 => libm::expm1(x),
            Unary::Log => libm::log(x),
            Unary::Log10 => libm::log10(x),
            Unary::Log2 => libm::log2(x),
            Unary::Log1p => libm::log1p(x),
            Unary::Sin => libm::sin(x),
            Unary::Cos => libm::cos(x),
            Unary::Tan => libm::tan(x),
            Unary::Asin => libm::asin(x),
            Unary::Acos => libm::acos(x),
            Unary::Atan => libm::atan(x),
            Unary::Sinh => libm::sinh(x),
            Unary::Cosh => libm::cosh(x),
            Unary::Tanh => libm::tanh(x),
            Unary::Asinh => libm::asinh(x),
            Unary::Acosh => libm::acosh(x),
            Unary::Atanh => libm::atanh(x),
            Unary::Degrees => x * (180.0 / std::f64::consts::PI),
            Unary::Radians => x * (std::f64::consts::PI / 180.0),
            Unary::Erf => libm::erf(x),
            Unary::Erfc => libm::erfc(x),
            Unary::Gamma => libm::tgamma(x),
            Unary::LogGamma => libm::lgamma(x),
            Unary::Factorial => factorial(x)?,
        };
        if y.is_finite() { Ok(y) } else { undefined(operation, x, y) }
    }

    #[inline]
    fn binary(operation: Binary, a: f64, b: f64) -> Result<f64, Box<Fault>> {
        Ok(match operation {
            Binary::Add => a + b,
            Binary::Subtract => a - b,
            Binary::Multiply => a * b,
            Binary::Divide => {
                if b == 0.0 {
                    return Err(Box::new(Fault::DivisionByZero));
                }
                a / b
            }
            Binary::FloorDivide => divide_and_modulo(a, b)?.0,
            Binary::Modulo => divide_and_modulo(a, b)?.1,
            Binary::Power => return real_power(a, b),
            Binary::Equal => f64::from(a == b),
            Binary::NotEqual => f64::from(a != b),
            Binary::Less => f64::from(a < b),
            Binary::LessEqual => f64::from(a <= b),
            Binary::Greater => f64::from(a > b),
            Binary::GreaterEqual => f64::from(a >= b),
            Binary::Minimum => {
                if b < a {
                    b
                } else {
                    a
                }
            }
            Binary::Maximum => {
                if b > a {
                    b
                } else {
                    a
                }
            }
            Binary::Atan2 => libm::atan2(a, b),
            Binary::Hypot => libm::hypot(a, b),
            Binary::CopySign => a.copysign(b),
            Binary::Fmod | Binary::Remainder if b == 0.0 || a.is_infinite() => {
                return Err(Box::new(Fault::Domain(operation.name(), a)));
            }
            Binary::Fmod => libm::fmod(a, b),
            Binary::Remainder => libm::remainder(a, b),
            Binary::LogBase => {
                let base = f64::unary(Unary::Log, b)?;
                f64::binary(Binary::Divide, f64::unary(Unary::Log, a)?, base)?
            }
            Binary::RoundTo => round_to(a, b),
            Binary::Ldexp => libm::scalbn(a, b.clamp(-5000.0, 5000.0) as i32),
            Binary::Complex => return Err(Box::new(Fault::NeedsComplex)),
        })
    }
}

impl Scalar {
    /// As a complex number.
    pub fn complex(self) -> Complex64 {
        match self {
            Scalar::Real(x) => Complex64::new(x, 0.0),
            Scalar::Complex(z) => z,
        }
    }
}

impl Number for Scalar {
    const ZERO: Scalar = Scalar::Real(0.0);

    fn from_real(x: f64) -> Scalar {
        Scalar::Real(x)
    }

    fn from_scalar(z: Scalar) -> Result<Scalar, Box<Fault>> {
        Ok(z)
    }

    fn load(constants: &[Scalar], _: &[f64], places: &mut [Scalar]) -> Result<(), Box<Fault>> {
        places.copy_from_slice(constants);
        Ok(())
    }

    fn scalar(self) -> Scalar {
        self
    }

    fn truth(self) -> bool {
        self.complex() != Complex64::new(0.0, 0.0)
    }

    fn unary(operation: Unary, x: Scalar) -> Result<Scalar, Box<Fault>> {
        let z = match x {
            Scalar::Real(x) => return Ok(Scalar::Real(f64::unary(operation, x)?)),
            Scalar::Complex(z) => z,
        };
        let y = match operation {
            Unary::Not => return Ok(Scalar::Real(f64::from(!x.truth()))),
            Unary::Truth => return Ok(Scalar::Real(f64::from(x.truth()))),
            Unary::Abs => return Ok(Scalar::Real(complex::modulus(z))),
            Unary::Real => return Ok(Scalar::Real(z.re)),
            Unary::Imaginary => return Ok(Scalar::Real(z.im)),
            Unary::Conjugate => z.conj(),
            Unary::Float => z,
            Unary::Negate => -z,
            Unary::Square => z * z,
            Unary::Exp => complex::exp(z),
            Unary::Log => complex::log(z),
            Unary::Log10 => complex::log(z) / std::f64::consts::LN_10,
            Unary::Sqrt => complex::sqrt(z),
            Unary::Sin => complex::sin(z),
            Unary::Cos => complex::cos(z),
            Unary::Tan => complex::divide(complex::sin(z), complex::cos(z))?,
            Unary::Sinh => complex::sinh(z),
            Unary::Cosh => complex::cosh(z),
            Unary::Tanh => complex::divide(complex::sinh(z), complex::cosh(z))?,
            other => return Err(Box::new(Fault::RealOnly(other.name()))),
        };
        Ok(Scalar::Complex(y))
    }

    fn binary(operation: Binary, a: Scalar, b: Scalar) -> Result<Scalar, Box<Fault>> {
        if let (Scalar::Real(x), Scalar::Real(y)) = (a, b) {
            match f64::binary(operation, x, y) {
                Err(fault) if *fault == Fault::NeedsComplex => {}
                other => return other.map(Scalar::Real),
            }
        }
        let (x, y) = (a.complex(), b.complex());
        let z = match operation {
            Binary::Add => x + y,
            Binary::Subtract => x - y,
            Binary::Multiply => x * y,
            Binary::Divide => complex::divide(x, y)?,
            Binary::Power => complex::power(x, y)?,
            Binary::Equal => return Ok(Scalar::Real(f64::from(x == y))),
            Binary::NotEqual => return Ok(Scalar::Real(f64::from(x != y))),
            Binary::Complex => Complex64::new(x.re - y.im, x.im + y.re),
            Binary::Less | Binary::LessEqual | Binary::Greater | Binary::GreaterEqual => {
                return Err(Box::new(Fault::RealOnly("an order (<, <=, >, >=)")));
            }
            Binary::Minimum | Binary::Maximum => return Err(Box::new(Fault::RealOnly("min or max"))),
            Binary::FloorDivide | Binary::Modulo => return Err(Box::new(Fault::RealOnly("// or %"))),
            other => return Err(Box::new(Fault::RealOnly(other.name()))),
        };
        Ok(Scalar::Complex(z))
    }
}

/// A function gave infinity or NaN: Python's `math` refuses what does not come from such an argument.
#[cold]
fn undefined(operation: Unary, x: f64, y: f64) -> Result<f64, Box<Fault>> {
    let name = operation.name();
    match operation {
        Unary::Square if !x.is_infinite() && !x.is_nan() => Err(Box::new(Fault::Range("square", x))),
        Unary::Int | Unary::Round | Unary::Floor | Unary::Ceil | Unary::Trunc => Err(Box::new(Fault::Domain(name, x))),
        _ if y.is_nan() && !x.is_nan() => Err(Box::new(Fault::Domain(name, x))),
        Unary::Exp | Unary::Exp2 | Unary::Expm1 | Unary::Sinh | Unary::Cosh if x.is_finite() => {
            Err(Box::new(Fault::Range(name, x)))
        }
        Unary::Gamma | Unary::LogGamma if x.is_finite() && x > 0.0 => Err(Box::new(Fault::Range(name, x))),
        Unary::Degrees => Ok(y),
        _ if x.is_finite() => Err(Box::new(Fault::Domain(name, x))),
        _ => Ok(y),
    }
}

/// `a ** b` of C `pow`; `x ** 2` is the product, which is the same number.
fn real_power(a: f64, b: f64) -> Result<f64, Box<Fault>> {
    if b == 2.0 {
        return f64::unary(Unary::Square, a);
    }
    if a == 0.0 && b < 0.0 {
        return Err(Box::new(Fault::ZeroToNegative));
    }
    if a < 0.0 && a.is_finite() && b.is_finite() && b != b.trunc() {
        return Err(Box::new(Fault::NeedsComplex));
    }
    let y = libm::pow(a, b);
    if y.is_infinite() && a.is_finite() && b.is_finite() { Err(Box::new(Fault::Range("power", a))) } else { Ok(y) }
}

/// Python's `divmod` of floats: the remainder has the sign of the divisor.
fn divide_and_modulo(a: f64, b: f64) -> Result<(f64, f64), Box<Fault>> {
    if b == 0.0 {
        return Err(Box::new(Fault::DivisionByZero));
    }
    let mut modulo = libm::fmod(a, b);
    let mut quotient = (a - modulo) / b;
    if modulo == 0.0 {
        modulo = 0f64.copysign(b);
    } else if (b < 0.0) != (modulo < 0.0) {
        modulo += b;
        quotient -= 1.0;
    }
    if quotient == 0.0 {
        return Ok((0f64.copysign(a / b), modulo));
    }
    let floor = quotient.floor();
    Ok((if quotient - floor > 0.5 { floor + 1.0 } else { floor }, modulo))
}

fn factorial(x: f64) -> Result<f64, Box<Fault>> {
    if x < 0.0 || x != x.trunc() || x > 170.0 {
        return Err(Box::new(Fault::Domain("factorial", x)));
    }
    Ok((2..=x as u32).fold(1.0, |product, k| product * f64::from(k)))
}

/// `round(x, digits)`: the decimal rounding Python does, half to even on exact ties.
fn round_to(x: f64, digits: f64) -> f64 {
    let digits = digits.trunc();
    if !x.is_finite() || digits > 17.0 {
        return x;
    }
    if digits >= 0.0 {
        return format!("{x:.*}", digits as usize).parse().unwrap_or(x);
    }
    let scale = libm::pow(10.0, -digits);
    (x / scale).round_ties_even() * scale
}
