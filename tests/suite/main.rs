//! All integration tests in one binary, because every extra one is linked again.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

mod allocation;
mod cases;
mod chain;
mod check;
mod command_line;
mod damage;
mod desk;
mod desk_help;
mod desk_messages;
mod diagnostics;
mod elements;
mod explain;
mod farm;
mod formatting;
mod former;
mod fuzz;
mod hard_use;
mod house;
mod idle;
mod keywords;
mod kills;
mod language;
mod limits;
mod macros;
mod manual;
mod pixels;
mod program;
mod python_cases;
mod readme;
mod repl;
mod rough_edges;
mod steps;
mod sweep;
mod viewers;
