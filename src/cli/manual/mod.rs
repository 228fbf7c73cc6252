//! `stickslip doc --html DIR`: the manual as pages that need no server: operators, language, diagnostics, examples, glossary,
//! and a search over all of them. Everything comes from what the program itself uses: the catalogue, the codes, the chapters
//! and examples that the tests run.

mod addresses;
mod code;
mod contents;
mod diagnostics;
mod embedded;
mod examples;
mod file;
mod glossary;
mod home;
mod language;
mod markdown;
mod operators;
mod page;
mod pictures;
mod play;
mod search;
mod write;

pub use write::write;
