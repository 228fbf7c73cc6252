//! TRAITEMENT_NONL='IMPLICITE': the contacts that are closed enter the matrices, with every scheme.
//!
//! The *state* is the set of contacts whose normal force is not zero at the last evaluation of the forces; it is empty at
//! the start. A step in the empty state has the ordinary forces. In another state
//!
//! ```text
//! M a + (C + C_a) v + (K + K_a) q = prescribed force + tangential forces of the contacts + F_add
//! ```
//!
//! where `K_a q + C_a v - F_add` is the affine law of the closed contacts (kernel `interaction`, `taken`), taken about the end of
//! the step that entered the state and kept as long as the state lasts: it pulls where a contact leaves, and a
//! round obstacle keeps the tangent of where it was touched first. What decides on the next state is the law itself.
//!
//! After a step that ends in another state than it had, with `q0`, `q2` the displacements at its start and end:
//!
//! ```text
//! (K_a - K_a0) X = F_add - F_add0    on the coordinates that both differences touch, X = 0 on the others
//! ratio = min(1, (X - q0).(q2 - q0) / |q2 - q0|²)
//! ```
//!
//! A ratio in (0, 0.99) makes the step again with that part of its length; any other accepts it, and the state changes. On
//! leaving a state `q0`, `q2` and `F_add0` are in its modes, and `K_a0` is the diagonal of their squared pulsations the
//! first time, which is a kept slip; only the decision depends on it. A contact that several coordinates feel gives a singular
//! `K_a`: `X` is then the shortest of the solutions.
//!
//! ITMI propagates the modes of the structure with its contacts (`contact_modes`); the others integrate the coordinates.
