//! Emits a program, folding operations on constants as it goes.

use std::sync::Arc;

use super::code::{Callable, Instruction, MOST_ARGUMENTS, Parts, Program};
use super::number::{Number, Scalar};
use super::operations::{Binary, Unary};

/// A jump whose target is not known yet.
#[derive(Debug)]
#[must_use = "a jump needs its target"]
pub struct Label(usize);

/// A point of the program to come back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    length: usize,
    depth: usize,
    barrier: usize,
}

/// Builds a program instruction by instruction, keeping count of the stack.
#[derive(Debug, Default)]
pub struct Builder {
    parts: Parts,
    depth: usize,
    deepest: usize,
    /// Code before this point is the target of a jump, so it is not folded with what follows.
    barrier: usize,
    place: (u32, u32),
}

impl Builder {
    /// `complex_value`: the formula was given with VALE_C.
    pub fn new(expression: impl Into<String>, parameters: Vec<String>, complex_value: bool) -> Self {
        let expression = expression.into();
        let parts = Parts { expression, parameters, complex_value, ..Parts::default() };
        Builder { parts, ..Builder::default() }
    }

    /// Bytes of the expression that the next instructions come from; returns the previous ones.
    pub fn at(&mut self, place: (u32, u32)) -> (u32, u32) {
        std::mem::replace(&mut self.place, place)
    }

    pub fn constant(&mut self, value: Scalar) {
        let constants = &mut self.parts.constants;
        let known = constants.iter().position(|c| same_bits(*c, value));
        let index = known.unwrap_or_else(|| {
            constants.push(value);
            constants.len() - 1
        });
        self.emit(Instruction::Constant(index as u32), 0, 1);
    }

    pub fn argument(&mut self, rank: usize) {
        self.emit(Instruction::Argument(rank as u32), 0, 1);
    }

    pub fn unary(&mut self, operation: Unary) {
        if let Some(value) = self.last_constant(1).and_then(|x| Scalar::unary(operation, x).ok()) {
            return self.fold(1, value);
        }
        self.emit(Instruction::Unary(operation), 1, 1);
    }

    pub fn binary(&mut self, operation: Binary) {
        if let (Some(a), Some(b)) = (self.last_constant(2), self.last_constant(1)) {
            if let Ok(value) = fold(operation, a, b) {
                return self.fold(2, value);
            }
        } else if operation == Binary::Power && self.last_constant(1) == Some(Scalar::Real(2.0)) {
            self.drop_constants(1);
            return self.emit(Instruction::Unary(Unary::Square), 1, 1);
        }
        self.emit(Instruction::Binary(operation), 2, 1);
    }

    /// Keeps the value on top of the stack for later; it stays there.
    pub fn store(&mut self) -> usize {
        let local = self.parts.locals;
        self.parts.locals += 1;
        self.emit(Instruction::Store(local as u32), 1, 1);
        local
    }

    pub fn load(&mut self, local: usize) {
        self.emit(Instruction::Load(local as u32), 0, 1);
    }

    /// `count` arguments are on the stack; false when there are too many.
    pub fn call(&mut self, callee: Arc<dyn Callable>, count: usize) -> bool {
        let rank = self.parts.callees.len();
        self.parts.callees.push(callee);
        self.emit(Instruction::Call { callee: rank as u32, count: count as u32 }, count, 1);
        count <= MOST_ARGUMENTS
    }

    /// The index is on the stack.
    pub fn lookup(&mut self, values: Arc<[Scalar]>) {
        let rank = self.parts.sequences.len();
        self.parts.sequences.push(values);
        self.emit(Instruction::Lookup(rank as u32), 1, 1);
    }

    pub fn jump(&mut self) -> Label {
        self.emit(Instruction::Jump(0), 1, 0);
        Label(self.parts.code.len() - 1)
    }

    pub fn jump_if_false(&mut self) -> Label {
        self.emit(Instruction::JumpIfFalse(0), 1, 0);
        Label(self.parts.code.len() - 1)
    }

    /// `and`: keeps a false value and jumps, or drops a true one.
    pub fn jump_keeping_false(&mut self) -> Label {
        self.emit(Instruction::JumpKeepingFalse(0), 1, 0);
        Label(self.parts.code.len() - 1)
    }

    /// `or`: keeps a true value and jumps, or drops a false one.
    pub fn jump_keeping_true(&mut self) -> Label {
        self.emit(Instruction::JumpKeepingTrue(0), 1, 0);
        Label(self.parts.code.len() - 1)
    }

    /// The jump goes here.
    pub fn bind(&mut self, label: Label) {
        let here = self.parts.code.len();
        self.barrier = here;
        match &mut self.parts.code[label.0] {
            Instruction::Jump(target)
            | Instruction::JumpIfFalse(target)
            | Instruction::JumpKeepingFalse(target)
            | Instruction::JumpKeepingTrue(target) => *target = here as u32,
            _ => {}
        }
    }

    /// Says that the formula has complex numbers in it.
    pub fn complex(&mut self) {
        self.parts.complex_inside = true;
    }

    /// Number of instructions so far.
    pub fn len(&self) -> usize {
        self.parts.code.len()
    }

    pub fn is_empty(&self) -> bool {
        self.parts.code.is_empty()
    }

    /// Remembers this point, to find out what follows and perhaps take it back.
    pub fn mark(&self) -> Mark {
        Mark { length: self.len(), depth: self.depth, barrier: self.barrier }
    }

    /// Takes back what was emitted since `mark`; gives its value when that was one constant.
    pub fn take_back(&mut self, mark: Mark) -> Option<Scalar> {
        let value = if self.len() == mark.length + 1 { self.last_constant(1) } else { None };
        self.parts.code.truncate(mark.length);
        self.parts.places.truncate(mark.length);
        (self.depth, self.barrier) = (mark.depth, mark.barrier);
        value
    }

    pub fn finish(mut self) -> Program {
        if self.is_empty() {
            self.constant(Scalar::Real(0.0));
        }
        self.parts.size = self.parts.locals + self.deepest;
        Program(Arc::new(self.parts))
    }

    fn emit(&mut self, instruction: Instruction, pops: usize, pushes: usize) {
        self.parts.code.push(instruction);
        self.parts.places.push(self.place);
        self.depth = self.depth.saturating_sub(pops) + pushes;
        self.deepest = self.deepest.max(self.depth);
    }

    /// The constant `back` instructions before the end, when no jump lands after it.
    fn last_constant(&self, back: usize) -> Option<Scalar> {
        let at = self.parts.code.len().checked_sub(back)?;
        match self.parts.code.get(at) {
            Some(Instruction::Constant(i)) if at >= self.barrier => self.parts.constants.get(*i as usize).copied(),
            _ => None,
        }
    }

    fn drop_constants(&mut self, count: usize) {
        let length = self.parts.code.len() - count;
        self.parts.code.truncate(length);
        self.parts.places.truncate(length);
        self.depth -= count;
    }

    fn fold(&mut self, count: usize, value: Scalar) {
        self.drop_constants(count);
        self.constant(value);
    }
}

/// Constant operations; powers of whole numbers are exact products, as in integer arithmetic.
fn fold(operation: Binary, a: Scalar, b: Scalar) -> Result<Scalar, ()> {
    if let (Binary::Power, Scalar::Real(x), Scalar::Real(n)) = (operation, a, b)
        && x == x.trunc()
        && n == n.trunc()
        && (0.0..64.0).contains(&n)
    {
        let product = (0..n as u32).fold(1.0, |p, _| p * x);
        if product.abs() <= 9_007_199_254_740_992.0 {
            return Ok(Scalar::Real(product));
        }
    }
    Scalar::binary(operation, a, b).map_err(|_| ())
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
