//! Exit codes.

/// All went well, and every assertion holds.
pub const HELD: u8 = 0;

/// The command line, a study or a file is wrong, or a run did not come to its end.
pub const WRONG: u8 = 2;

/// An assertion fails, or nothing was asserted where that was asked for.
pub const FAILED: u8 = 1;
