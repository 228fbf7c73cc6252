//! Emits a program, folding operations on constants as it goes.
//!
//! The caller thinks of a stack: operands are pushed, operations replace them by their result. The builder
//! knows where each value of that stack is at run time: a constant, an argument and a local are read where
//! they are, and only results are written, to the slot of their depth. Before a jump every value of the stack
//! is brought to its slot, so that all paths that meet find the same values in the same places.

use std::sync::Arc;

use super::code::Program;
use super::machine;
use super::number::{Number, Scalar};
use super::operations::{Binary, Unary};
use crate::signal::program::instruction::Callable;
use crate::signal::program::instruction::{Instruction, MOST_ARGUMENTS, Parts};

/// A jump whose target is not known yet.
#[derive(Debug)]
#[must_use = "a jump needs its target"]
pub struct Label(usize);

/// A point of the program to come back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    length: usize,
    depth: usize,
}

/// Place of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum OperandPlace {
    Constant(usize),
    Argument(usize),
    Local(usize),
    Slot(usize),
}

/// Builds a program operation by operation.
#[derive(Debug, Default)]
pub struct Builder {
    parts: Parts,
    code: Vec<Instruction<OperandPlace>>,
    stack: Vec<OperandPlace>,
    locals: usize,
    deepest: usize,
    origin: (u32, u32),
}

impl Builder {
    /// `complex_value`: the formula was given with VALE_C.
    pub fn new(expression: impl Into<String>, parameters: Vec<String>, complex_value: bool) -> Self {
        let expression = expression.into();
        let parts = Parts { expression, parameters, complex_value, ..Parts::default() };
        Builder { parts, ..Builder::default() }
    }

    /// Bytes of the expression that the next operations come from; returns the previous ones.
    pub fn at(&mut self, origin: (u32, u32)) -> (u32, u32) {
        std::mem::replace(&mut self.origin, origin)
    }

    /// Pushes a number.
    pub fn constant(&mut self, value: Scalar) {
        let constants = &mut self.parts.constants;
        let known = constants.iter().position(|c| same_bits(*c, value));
        let rank = known.unwrap_or_else(|| {
            constants.push(value);
            constants.len() - 1
        });
        self.push(OperandPlace::Constant(rank));
    }

    /// Pushes the argument of a rank, from 0.
    pub fn argument(&mut self, rank: usize) {
        self.push(OperandPlace::Argument(rank));
    }

    /// Replaces the last value by an operation on it.
    pub fn unary(&mut self, operation: Unary) {
        let Some(a) = self.stack.pop() else { return };
        if let Some(value) = self.known(a).and_then(|x| Scalar::unary(operation, x).ok()) {
            return self.constant(value);
        }
        let to = self.push_slot();
        self.emit(Instruction::Unary { operation, a, to });
    }

    /// Replaces the last two values by an operation on them.
    pub fn binary(&mut self, operation: Binary) {
        let (Some(b), Some(a)) = (self.stack.pop(), self.stack.pop()) else { return };
        if let (Some(x), Some(y)) = (self.known(a), self.known(b))
            && let Some(value) = fold(operation, x, y)
        {
            return self.constant(value);
        }
        let to = self.push_slot();
        if operation == Binary::Power && self.known(b) == Some(Scalar::Real(2.0)) {
            return self.emit(Instruction::Unary { operation: Unary::Square, a, to });
        }
        self.emit(Instruction::Binary { operation, a, b, to });
    }

    /// Keeps the value on top of the stack for later; it stays there.
    pub fn store(&mut self) -> usize {
        let local = self.locals;
        self.locals += 1;
        if let Some(&a) = self.stack.last() {
            self.emit(Instruction::Move { a, to: OperandPlace::Local(local) });
        }
        local
    }

    /// Pushes the value of a local variable.
    pub fn load(&mut self, local: usize) {
        self.push(OperandPlace::Local(local));
    }

    /// `count` arguments are on the stack; false when there are too many.
    pub fn call(&mut self, callee: Arc<dyn Callable>, count: usize) -> bool {
        self.settle(self.stack.len().saturating_sub(count));
        self.stack.truncate(self.stack.len().saturating_sub(count));
        let to = self.push_slot();
        let rank = self.parts.callees.len() as u32;
        self.parts.callees.push(callee);
        self.deepest = self.deepest.max(self.stack.len() - 1 + count);
        self.emit(Instruction::Call { callee: rank, count: count as u32, to });
        count <= MOST_ARGUMENTS
    }

    /// The index is on the stack.
    pub fn lookup(&mut self, values: Arc<[Scalar]>) {
        let Some(a) = self.stack.pop() else { return };
        let to = self.push_slot();
        let sequence = self.parts.sequences.len() as u32;
        self.parts.sequences.push(values);
        self.emit(Instruction::Lookup { sequence, a, to });
    }

    /// Takes the value on top of the stack to the place where this path meets another.
    pub fn jump(&mut self) -> Label {
        self.settle(0);
        self.stack.pop();
        self.label(Instruction::Jump(0))
    }

    /// Drops the last value, and jumps where it is false; the label is set later.
    pub fn jump_if_false(&mut self) -> Label {
        let a = self.stack.pop();
        self.settle(0);
        self.label(Instruction::JumpIfFalse { a: a.unwrap_or(OperandPlace::Slot(0)), target: 0 })
    }

    /// `and`: keeps a false value and jumps, or drops a true one.
    pub fn jump_keeping_false(&mut self) -> Label {
        self.settle(0);
        let a = self.stack.pop();
        self.label(Instruction::JumpIfFalse { a: a.unwrap_or(OperandPlace::Slot(0)), target: 0 })
    }

    /// `or`: keeps a true value and jumps, or drops a false one.
    pub fn jump_keeping_true(&mut self) -> Label {
        self.settle(0);
        let a = self.stack.pop();
        self.label(Instruction::JumpIfTrue { a: a.unwrap_or(OperandPlace::Slot(0)), target: 0 })
    }

    /// The jump goes here.
    pub fn bind(&mut self, label: Label) {
        self.settle(0);
        let here = self.code.len() as u32;
        match &mut self.code[label.0] {
            Instruction::Jump(target)
            | Instruction::JumpIfFalse { target, .. }
            | Instruction::JumpIfTrue { target, .. } => *target = here,
            _ => {}
        }
    }

    /// Says that the formula has complex numbers in it.
    pub fn complex(&mut self) {
        self.parts.complex_inside = true;
    }

    /// Number of instructions so far.
    pub fn len(&self) -> usize {
        self.code.len()
    }

    /// True before the first instruction.
    pub fn is_empty(&self) -> bool {
        self.code.is_empty()
    }

    /// Remembers this point, to find out what follows and perhaps take it back.
    pub fn mark(&self) -> Mark {
        Mark { length: self.code.len(), depth: self.stack.len() }
    }

    /// Takes back what was emitted since `mark`; gives its value when that was one constant.
    pub fn take_back(&mut self, mark: Mark) -> Option<Scalar> {
        let alone = self.code.len() == mark.length && self.stack.len() == mark.depth + 1;
        let value = if alone { self.stack.last().and_then(|place| self.known(*place)) } else { None };
        self.code.truncate(mark.length);
        self.parts.origins.truncate(mark.length);
        self.stack.truncate(mark.depth);
        value
    }

    /// The program; its value is what is left on the stack.
    pub fn finish(mut self) -> Program {
        if self.stack.is_empty() {
            self.constant(Scalar::Real(0.0));
        }
        let arguments = self.parts.constants.len();
        let locals = arguments + self.parts.parameters.len();
        let slots = locals + self.locals;
        let flat = |place: OperandPlace| match place {
            OperandPlace::Constant(i) => i as u32,
            OperandPlace::Argument(i) => (arguments + i) as u32,
            OperandPlace::Local(i) => (locals + i) as u32,
            OperandPlace::Slot(i) => (slots + i) as u32,
        };
        self.parts.code = self.code.iter().map(|instruction| instruction.map(flat)).collect();
        self.parts.result = self.stack.last().map_or(0, |place| flat(*place) as usize);
        self.parts.size = slots + self.deepest.max(1);
        let real = |c: &Scalar| if let Scalar::Real(x) = c { Some(*x) } else { None };
        self.parts.reals = self.parts.constants.iter().map(real).collect::<Option<_>>().unwrap_or_default();
        let parts = &mut self.parts;
        parts.simple = !parts.complex_inside
            && !parts.complex_value
            && parts.reals.len() == parts.constants.len()
            && parts.size <= machine::SIMPLE_PLACES
            && parts.code.iter().all(machine::is_simple);
        Program(Arc::new(self.parts))
    }

    fn push(&mut self, place: OperandPlace) {
        self.stack.push(place);
        self.deepest = self.deepest.max(self.stack.len());
    }

    /// Pushes the slot of the next depth.
    fn push_slot(&mut self) -> OperandPlace {
        let slot = OperandPlace::Slot(self.stack.len());
        self.push(slot);
        slot
    }

    /// Brings the values of the stack from depth `first` on to their slots.
    fn settle(&mut self, first: usize) {
        for depth in first..self.stack.len() {
            let to = OperandPlace::Slot(depth);
            let a = std::mem::replace(&mut self.stack[depth], to);
            if a != to {
                self.emit(Instruction::Move { a, to });
            }
        }
    }

    fn label(&mut self, jump: Instruction<OperandPlace>) -> Label {
        self.emit(jump);
        Label(self.code.len() - 1)
    }

    fn emit(&mut self, instruction: Instruction<OperandPlace>) {
        self.code.push(instruction);
        self.parts.origins.push(self.origin);
    }

    fn known(&self, place: OperandPlace) -> Option<Scalar> {
        match place {
            OperandPlace::Constant(rank) => self.parts.constants.get(rank).copied(),
            _ => None,
        }
    }
}

/// Constant operations; powers of whole numbers are exact products, as in integer arithmetic.
fn fold(operation: Binary, a: Scalar, b: Scalar) -> Option<Scalar> {
    if let (Binary::Power, Scalar::Real(x), Scalar::Real(n)) = (operation, a, b)
        && x == x.trunc()
        && n == n.trunc()
        && (0.0..64.0).contains(&n)
    {
        let product = (0..n as u32).fold(1.0, |p, _| p * x);
        if product.abs() <= 9_007_199_254_740_992.0 {
            return Some(Scalar::Real(product));
        }
    }
    Scalar::binary(operation, a, b).ok()
}

fn same_bits(a: Scalar, b: Scalar) -> bool {
    match (a, b) {
        (Scalar::Real(x), Scalar::Real(y)) => x.to_bits() == y.to_bits(),
        (Scalar::Complex(x), Scalar::Complex(y)) => {
            x.re.to_bits() == y.re.to_bits() && x.im.to_bits() == y.im.to_bits()
        }
        _ => false,
    }
}
