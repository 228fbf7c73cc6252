//! FORMULE: a function given by a Python expression of named parameters.
//!
//! ```text
//! STIFF = FORMULE(NOM_PARA=("DX", "INST"), VALE="-K0 * DX**3 + F(INST)", K0=300.0, F=FORCE)
//! ```
//!
//! The expression may use the parameters, the other keywords of the call (numbers, lists, functions,
//! surfaces, formulas, functions defined with `def`), the names of Python's `math` module and the usual
//! built-in functions. It is compiled once (`compile`, `calls`, `sequences`, `scope`) into a program of
//! `kernel::signal::program`, which solvers evaluate in their time loop; a division by zero or a domain
//! error names the formula, the values of the parameters and the part of the expression. An expression with texts,
//! dictionaries or functions handed to functions is evaluated by the interpreter of studies.

mod arguments;
mod calls;
mod compile;
mod program;
mod scope;
mod sequences;
#[cfg(test)]
mod tests;

pub(in crate::operators) use program::FORMULE;
