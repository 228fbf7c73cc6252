//! The machine: instructions over a small memory.

use super::number::{Number, Scalar};
use super::operations::{Binary, Unary};
use crate::signal::program::fault::Fault;
use crate::signal::program::instruction::{Instruction, MOST_ARGUMENTS, Parts};
use crate::signal::sines::{cosines, sines};
use crate::simd::wide;

/// Places of the memory of [`run_simple`].
pub(super) const SIMPLE_PLACES: usize = 16;

/// Tells whether [`run_simple`] can run an instruction.
pub(super) fn is_simple(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Unary { operation, .. } => *operation != Unary::Factorial,
        Instruction::Binary { .. } | Instruction::Move { .. } => true,
        _ => false,
    }
}

/// Value of a program of [`is_simple`] instructions on real numbers, at most [`SIMPLE_PLACES`] of them; `None`
/// when some number on the way is not finite, and [`run`] must say why.
#[inline]
pub(super) fn run_simple(parts: &Parts, arguments: &[f64]) -> Option<f64> {
    let mut memory = [0.0; SIMPLE_PLACES];
    for (place, value) in memory.iter_mut().zip(parts.reals.iter().chain(arguments)) {
        *place = *value;
    }
    let at = |place: u32| place as usize % SIMPLE_PLACES;
    // Stays 0 while all numbers are finite.
    let mut check = 0.0;
    for instruction in &parts.code {
        let (value, to) = match *instruction {
            Instruction::Binary { operation, a, b, to } => (of_two(operation, memory[at(a)], memory[at(b)]), to),
            Instruction::Unary { operation, a, to } => (of_one(operation, memory[at(a)]), to),
            Instruction::Move { a, to } => (memory[at(a)], to),
            _ => return None,
        };
        check += value * 0.0;
        memory[at(to)] = value;
    }
    let value = memory[parts.result % SIMPLE_PLACES];
    (check + value * 0.0 == 0.0).then_some(value)
}

/// Eight numbers, which go through registers together.
pub(in crate::signal) type Eight = [f64; 8];

/// [`run_simple`] for some eights of values of the only argument: each instruction is read once for all of them.
pub(super) fn run_eights<const EIGHTS: usize>(parts: &Parts, argument: &[Eight; EIGHTS]) -> Option<[Eight; EIGHTS]> {
    const FEW: usize = SIMPLE_PLACES / 2;
    // Most formulas need few places, which are then made ready sooner.
    wide(
        #[inline(always)]
        || match parts.size {
            0..=FEW => run_eights_in::<FEW, EIGHTS>(parts, argument),
            _ => run_eights_in::<SIMPLE_PLACES, EIGHTS>(parts, argument),
        },
    )
}

#[inline(always)]
fn run_eights_in<const PLACES: usize, const EIGHTS: usize>(
    parts: &Parts,
    argument: &[Eight; EIGHTS],
) -> Option<[Eight; EIGHTS]> {
    let mut memory = [[[0.0; 8]; EIGHTS]; PLACES];
    for (place, value) in memory.iter_mut().zip(&parts.reals) {
        *place = [[*value; 8]; EIGHTS];
    }
    *memory.get_mut(parts.reals.len())? = *argument;
    let at = |place: u32| place as usize % PLACES;
    let mut check = [0.0; 8];
    let mut note = |value: &Eight| {
        for k in 0..8 {
            check[k] += value[k] * 0.0;
        }
    };
    for instruction in &parts.code {
        match *instruction {
            Instruction::Binary { operation, a, b, to } => {
                for e in 0..EIGHTS {
                    let value = of_two_eight(operation, &memory[at(a)][e], &memory[at(b)][e]);
                    note(&value);
                    memory[at(to)][e] = value;
                }
            }
            Instruction::Unary { operation, a, to } => {
                for e in 0..EIGHTS {
                    let value = of_one_eight(operation, &memory[at(a)][e]);
                    note(&value);
                    memory[at(to)][e] = value;
                }
            }
            Instruction::Move { a, to } => memory[at(to)] = memory[at(a)],
            _ => return None,
        }
    }
    let value = memory[parts.result % PLACES];
    value.iter().for_each(note);
    check.iter().all(|check| *check == 0.0).then_some(value)
}

#[inline(always)]
fn of_one_eight(operation: Unary, a: &Eight) -> Eight {
    match operation {
        Unary::Sin => sines(a),
        Unary::Cos => cosines(a),
        Unary::Negate => a.map(|x| -x),
        Unary::Square => a.map(|x| x * x),
        other => a.map(|x| of_one(other, x)),
    }
}

#[inline(always)]
fn of_two_eight(operation: Binary, a: &Eight, b: &Eight) -> Eight {
    match operation {
        Binary::Add => std::array::from_fn(|k| a[k] + b[k]),
        Binary::Subtract => std::array::from_fn(|k| a[k] - b[k]),
        Binary::Multiply => std::array::from_fn(|k| a[k] * b[k]),
        Binary::Divide => std::array::from_fn(|k| a[k] / b[k]),
        other => std::array::from_fn(|k| of_two(other, a[k], b[k])),
    }
}

/// The operation without its faults, the frequent ones first: a fault gives what is not finite.
#[inline]
fn of_one(operation: Unary, x: f64) -> f64 {
    match operation {
        Unary::Negate => -x,
        Unary::Square => x * x,
        Unary::Sqrt => x.sqrt(),
        Unary::Sin => libm::sin(x),
        Unary::Cos => libm::cos(x),
        Unary::Exp => libm::exp(x),
        other => f64::unary(other, x).unwrap_or(f64::NAN),
    }
}

#[inline]
fn of_two(operation: Binary, a: f64, b: f64) -> f64 {
    match operation {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide => a / b,
        other => f64::binary(other, a, b).unwrap_or(f64::NAN),
    }
}

/// Runs the program; on a fault says at which instruction.
pub(super) fn run<N: Number>(parts: &Parts, arguments: &[f64], memory: &mut [N]) -> Result<N, (usize, Box<Fault>)> {
    let (constants, rest) = memory.split_at_mut(parts.constants.len());
    N::load(&parts.constants, &parts.reals, constants).map_err(|fault| (0, fault))?;
    for (place, argument) in rest.iter_mut().zip(arguments) {
        *place = N::from_real(*argument);
    }
    let mut at = 0;
    while let Some(instruction) = parts.code.get(at) {
        let mut next = at + 1;
        match *instruction {
            Instruction::Binary { operation, a, b, to } => {
                match N::binary(operation, memory[a as usize], memory[b as usize]) {
                    Ok(value) => memory[to as usize] = value,
                    Err(fault) => return Err((at, fault)),
                }
            }
            Instruction::Unary { operation, a, to } => match N::unary(operation, memory[a as usize]) {
                Ok(value) => memory[to as usize] = value,
                Err(fault) => return Err((at, fault)),
            },
            Instruction::Move { a, to } => memory[to as usize] = memory[a as usize],
            Instruction::Jump(target) => next = target as usize,
            Instruction::JumpIfFalse { a, target } => {
                if !memory[a as usize].truth() {
                    next = target as usize;
                }
            }
            Instruction::JumpIfTrue { a, target } => {
                if memory[a as usize].truth() {
                    next = target as usize;
                }
            }
            Instruction::Call { callee, count, to } => {
                let (to, count) = (to as usize, count as usize);
                match call(parts, callee as usize, &memory[to..to + count]) {
                    Ok(value) => memory[to] = value,
                    Err(fault) => return Err((at, fault)),
                }
            }
            Instruction::Lookup { sequence, a, to } => {
                let values = &parts.sequences[sequence as usize];
                match lookup(values, memory[a as usize].scalar()).and_then(N::from_scalar) {
                    Ok(value) => memory[to as usize] = value,
                    Err(fault) => return Err((at, fault)),
                }
            }
        }
        at = next;
    }
    Ok(memory[parts.result])
}

fn call<N: Number>(parts: &Parts, callee: usize, arguments: &[N]) -> Result<N, Box<Fault>> {
    let mut given = [Scalar::ZERO; MOST_ARGUMENTS];
    for (slot, value) in given.iter_mut().zip(arguments) {
        *slot = value.scalar();
    }
    match parts.callees[callee].call(&given[..arguments.len()]) {
        Ok(value) => N::from_scalar(value),
        Err(text) => Err(Box::new(Fault::Callee(text))),
    }
}

/// Python's indexing: from 0, negative from the end.
fn lookup(values: &[Scalar], index: Scalar) -> Result<Scalar, Box<Fault>> {
    let Scalar::Real(index) = index else { return Err(Box::new(Fault::RealOnly("an index"))) };
    let length = values.len();
    let from_start = if index < 0.0 { index + length as f64 } else { index };
    if from_start == from_start.trunc() && from_start >= 0.0 && from_start < length as f64 {
        return Ok(values[from_start as usize]);
    }
    Err(Box::new(Fault::Index { index, length }))
}
