//! The stack machine. Locals lie at the bottom of the memory, the stack grows above them.

use super::code::{Instruction, MOST_ARGUMENTS, Parts};
use super::number::{Fault, Number, Scalar};

/// Runs the program; on a fault says at which instruction.
pub(super) fn run<N: Number>(parts: &Parts, arguments: &[f64], memory: &mut [N]) -> Result<N, (usize, Fault)> {
    let mut top = parts.locals;
    let mut at = 0;
    while let Some(instruction) = parts.code.get(at) {
        let fault = |fault| (at, fault);
        let mut next = at + 1;
        match *instruction {
            Instruction::Constant(i) => {
                memory[top] = N::from_scalar(parts.constants[i as usize]).map_err(fault)?;
                top += 1;
            }
            Instruction::Argument(i) => {
                memory[top] = N::from_real(arguments[i as usize]);
                top += 1;
            }
            Instruction::Unary(operation) => {
                memory[top - 1] = N::unary(operation, memory[top - 1]).map_err(fault)?;
            }
            Instruction::Binary(operation) => {
                top -= 1;
                memory[top - 1] = N::binary(operation, memory[top - 1], memory[top]).map_err(fault)?;
            }
            Instruction::Store(i) => memory[i as usize] = memory[top - 1],
            Instruction::Load(i) => {
                memory[top] = memory[i as usize];
                top += 1;
            }
            Instruction::Jump(target) => next = target as usize,
            Instruction::JumpIfFalse(target) => {
                top -= 1;
                if !memory[top].truth() {
                    next = target as usize;
                }
            }
            Instruction::JumpKeepingFalse(target) => {
                if memory[top - 1].truth() {
                    top -= 1;
                } else {
                    next = target as usize;
                }
            }
            Instruction::JumpKeepingTrue(target) => {
                if memory[top - 1].truth() {
                    next = target as usize;
                } else {
                    top -= 1;
                }
            }
            Instruction::Call { callee, count } => {
                let count = count as usize;
                top -= count;
                let mut given = [Scalar::ZERO; MOST_ARGUMENTS];
                for (slot, value) in given.iter_mut().zip(&memory[top..top + count]) {
                    *slot = value.scalar();
                }
                let result = parts.callees[callee as usize].call(&given[..count]);
                let value = result.map_err(|text| fault(Fault::Callee(text)))?;
                memory[top] = N::from_scalar(value).map_err(fault)?;
                top += 1;
            }
            Instruction::Lookup(i) => {
                let values = &parts.sequences[i as usize];
                let value = lookup(values, memory[top - 1].scalar()).map_err(fault)?;
                memory[top - 1] = N::from_scalar(value).map_err(fault)?;
            }
        }
        at = next;
    }
    Ok(memory[top - 1])
}

/// Python's indexing: from 0, negative from the end.
fn lookup(values: &[Scalar], index: Scalar) -> Result<Scalar, Fault> {
    let Scalar::Real(index) = index else { return Err(Fault::RealOnly("an index")) };
    let length = values.len();
    let from_start = if index < 0.0 { index + length as f64 } else { index };
    if from_start == from_start.trunc() && from_start >= 0.0 && from_start < length as f64 {
        return Ok(values[from_start as usize]);
    }
    Err(Fault::Index { index, length })
}
