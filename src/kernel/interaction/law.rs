//! The contract of a local law: what it is built from, what it remembers, what it does at an evaluation.
//!
//! A law knows neither the set that holds it nor the other laws.

use super::fault::{LawFault, SpecFault};
use super::motion::State;
use super::shapes::Shapes;

/// A local nonlinearity with its memory.
pub trait LocalLaw: Sized {
    /// Numbers and nodes that define it.
    type Spec;

    /// Names of its internal variables, in the order in which they are stored.
    const VARIABLES: &'static [&'static str];

    /// The law of `spec`, its rows added to `shapes`. Fails where the numbers make no law.
    fn build(spec: &Self::Spec, shapes: &mut Shapes) -> Result<Self, SpecFault>;

    /// Adds to `force` (generalised, one value per coordinate) its forces in the state `at`, and advances the memory.
    fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault>;

    /// Remembers the memory, for [`LocalLaw::restore`]. A law without memory does nothing.
    fn save(&mut self) {}

    /// Brings the saved memory back.
    fn restore(&mut self) {}

    /// Writes the internal variables, one per name; `at.now` is the last evaluation.
    fn store(&self, at: &State<'_>, out: &mut [f64]);

    /// Takes up stored internal variables.
    fn load(&mut self, stored: &[f64]);
}

/// The memory of a law that is in `state`, and in `saved` as it was saved; with that of the members named.
macro_rules! saves_its_state {
    ($($member:ident)?) => {
        fn save(&mut self) {
            self.saved = self.state;
            $(self.$member.save();)?
        }

        fn restore(&mut self) {
            self.state = self.saved;
            $(self.$member.restore();)?
        }
    };
}

/// Names of the variables of two nodes that push each other: the force, the position of the first node, that of the second
/// or what is between them, the normal velocity; then those of the law itself.
macro_rules! variables_of_two_nodes {
    ($($own:literal),*) => {
        &[
            "force",
            "position_1_x",
            "position_1_y",
            "position_1_z",
            "position_2_x",
            "position_2_y",
            "position_2_z",
            "normal_velocity",
            $($own),*
        ]
    };
}

pub(super) use {saves_its_state, variables_of_two_nodes};
