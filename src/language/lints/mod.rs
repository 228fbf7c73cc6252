//! Lints: what is legal in a study and doubtful, each in a file of its own, with a change that mends it where there is one.

mod calls;
mod damping_in_percent;
mod default_written;
mod find;
mod former_form;
mod group_unused;
mod list;
mod loop_invariant;
mod lost_comma;
mod magic_number;
mod mixed_types;
mod no_effect;
mod noqa;
mod reassigned_concept;
mod shadowed_operator;
mod step_near_limit;
mod study;
mod test_without_reference;
#[cfg(test)]
mod tests;
mod tests_nothing;
mod unit_twice;
mod unread_unit;
mod unused_concept;
mod wide_tolerance;

pub use find::{Choice, lints, published};
pub use list::{LINTS, Lint};
