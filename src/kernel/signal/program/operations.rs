//! The operations of one and two numbers that a formula may contain, and their names.

/// Operations on one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    Negate,
    Not,
    /// 1 or 0.
    Truth,
    Square,
    Abs,
    Float,
    Int,
    Round,
    Floor,
    Ceil,
    Trunc,
    Sqrt,
    Cbrt,
    Exp,
    Exp2,
    Expm1,
    Log,
    Log10,
    Log2,
    Log1p,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Degrees,
    Radians,
    Erf,
    Erfc,
    Gamma,
    LogGamma,
    Factorial,
    IsNan,
    IsInfinite,
    IsFinite,
    Real,
    Imaginary,
    Conjugate,
}

/// Operations on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    FloorDivide,
    Modulo,
    Power,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Minimum,
    Maximum,
    Atan2,
    Hypot,
    Fmod,
    Remainder,
    CopySign,
    LogBase,
    RoundTo,
    Ldexp,
    Complex,
}

/// Functions of one argument, by their Python name.
const UNARY: &[(&str, Unary)] = &[
    ("abs", Unary::Abs),
    ("acos", Unary::Acos),
    ("acosh", Unary::Acosh),
    ("asin", Unary::Asin),
    ("asinh", Unary::Asinh),
    ("atan", Unary::Atan),
    ("atanh", Unary::Atanh),
    ("bool", Unary::Truth),
    ("cbrt", Unary::Cbrt),
    ("ceil", Unary::Ceil),
    ("complex", Unary::Float),
    ("cos", Unary::Cos),
    ("cosh", Unary::Cosh),
    ("degrees", Unary::Degrees),
    ("erf", Unary::Erf),
    ("erfc", Unary::Erfc),
    ("exp", Unary::Exp),
    ("exp2", Unary::Exp2),
    ("expm1", Unary::Expm1),
    ("fabs", Unary::Abs),
    ("factorial", Unary::Factorial),
    ("float", Unary::Float),
    ("floor", Unary::Floor),
    ("gamma", Unary::Gamma),
    ("int", Unary::Int),
    ("isfinite", Unary::IsFinite),
    ("isinf", Unary::IsInfinite),
    ("isnan", Unary::IsNan),
    ("lgamma", Unary::LogGamma),
    ("log", Unary::Log),
    ("log10", Unary::Log10),
    ("log1p", Unary::Log1p),
    ("log2", Unary::Log2),
    ("radians", Unary::Radians),
    ("round", Unary::Round),
    ("sin", Unary::Sin),
    ("sinh", Unary::Sinh),
    ("sqrt", Unary::Sqrt),
    ("tan", Unary::Tan),
    ("tanh", Unary::Tanh),
    ("trunc", Unary::Trunc),
];

/// Functions of two arguments, by their Python name.
const BINARY: &[(&str, Binary)] = &[
    ("atan2", Binary::Atan2),
    ("complex", Binary::Complex),
    ("copysign", Binary::CopySign),
    ("fmod", Binary::Fmod),
    ("hypot", Binary::Hypot),
    ("ldexp", Binary::Ldexp),
    ("log", Binary::LogBase),
    ("pow", Binary::Power),
    ("remainder", Binary::Remainder),
    ("round", Binary::RoundTo),
];

impl Unary {
    /// The operation of a name, as studies write it.
    pub fn named(name: &str) -> Option<Self> {
        UNARY.iter().find(|(n, _)| *n == name).map(|(_, op)| *op)
    }

    /// Name in messages.
    pub fn name(self) -> &'static str {
        UNARY.iter().find(|(_, op)| *op == self).map_or("operation", |(n, _)| n)
    }
}

impl Binary {
    /// The operation of a name or a sign, as studies write it.
    pub fn named(name: &str) -> Option<Self> {
        BINARY.iter().find(|(n, _)| *n == name).map(|(_, op)| *op)
    }

    /// Name in messages.
    pub fn name(self) -> &'static str {
        BINARY.iter().find(|(_, op)| *op == self).map_or("operation", |(n, _)| n)
    }
}

/// Names of all functions, for suggestions.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    UNARY.iter().map(|(n, _)| *n).chain(BINARY.iter().map(|(n, _)| *n))
}
