//! Scripted clients of `stickslip lsp`, and a real one.

mod client;
mod exchanges;
mod neovim;
mod rules;
mod runs;
