//! Instructions of a compiled formula and the parts they are made of.

use std::sync::Arc;

use super::number::Scalar;
use super::operations::{Binary, Unary};

/// One instruction. Operands and results are places of the memory: constants first, then arguments, locals
/// and slots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Instruction<P = u32> {
    Unary {
        operation: Unary,
        a: P,
        to: P,
    },
    Binary {
        operation: Binary,
        a: P,
        b: P,
        to: P,
    },
    Move {
        a: P,
        to: P,
    },
    Jump(u32),
    JumpIfFalse {
        a: P,
        target: u32,
    },
    JumpIfTrue {
        a: P,
        target: u32,
    },
    /// Arguments lie from `to` on; the result replaces the first.
    Call {
        callee: u32,
        count: u32,
        to: P,
    },
    /// Value of a sequence at index `a`.
    Lookup {
        sequence: u32,
        a: P,
        to: P,
    },
}

impl<P: Copy> Instruction<P> {
    /// Renames the places of the instruction.
    pub fn map<Q>(&self, place: impl Fn(P) -> Q) -> Instruction<Q> {
        match *self {
            Instruction::Unary { operation, a, to } => Instruction::Unary { operation, a: place(a), to: place(to) },
            Instruction::Binary { operation, a, b, to } => {
                Instruction::Binary { operation, a: place(a), b: place(b), to: place(to) }
            }
            Instruction::Move { a, to } => Instruction::Move { a: place(a), to: place(to) },
            Instruction::Jump(target) => Instruction::Jump(target),
            Instruction::JumpIfFalse { a, target } => Instruction::JumpIfFalse { a: place(a), target },
            Instruction::JumpIfTrue { a, target } => Instruction::JumpIfTrue { a: place(a), target },
            Instruction::Call { callee, count, to } => Instruction::Call { callee, count, to: place(to) },
            Instruction::Lookup { sequence, a, to } => Instruction::Lookup { sequence, a: place(a), to: place(to) },
        }
    }
}

/// Most arguments of a call inside a formula.
pub(super) const MOST_ARGUMENTS: usize = 16;

#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    pub code: Vec<Instruction>,
    /// For each instruction the bytes of the expression it comes from.
    pub origins: Vec<(u32, u32)>,
    pub constants: Vec<Scalar>,
    /// Values of the constants where all of them are real; empty otherwise.
    pub reals: Vec<f64>,
    pub callees: Vec<Arc<dyn Callable>>,
    pub sequences: Vec<Arc<[Scalar]>>,
    /// Real, short, and without jumps or calls.
    pub simple: bool,
    /// Places of the memory.
    pub size: usize,
    /// Place of the value in the end.
    pub result: usize,
    /// The expression has complex numbers in it for sure.
    pub complex_inside: bool,
    /// Its value is a complex number (VALE_C); otherwise it must be real.
    pub complex_value: bool,
    pub parameters: Vec<String>,
    pub expression: String,
}

/// A function a formula calls: a tabulated function, a surface, another formula, a Python function.
pub trait Callable: Send + Sync + std::fmt::Debug {
    /// The error says what is wrong in words.
    fn call(&self, arguments: &[Scalar]) -> Result<Scalar, String>;
}
