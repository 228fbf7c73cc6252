//! Exit codes.

pub const HELD: u8 = 0;

pub const WRONG: u8 = 2;
