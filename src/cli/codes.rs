//! Exit codes.

/// All went well, and every assertion holds.
pub const HELD: u8 = 0;

/// The command line, a study or a file is wrong, or a run did not come to its end.
pub const WRONG: u8 = 2;

/// An assertion fails, or nothing was asserted where that was asked for.
pub const FAILED: u8 = 1;

/// No study was found where studies were to be run or checked.
pub const NO_STUDY: u8 = 5;

/// The exit codes of `run`, for its help.
pub const OF_RUN: &str = "\
Exit codes:
  0  every assertion passes
  1  an assertion fails
  2  a study cannot be run to its end: an error, a limit of time or memory, a wrong option";

/// The exit codes of `watch`, for its help.
pub const OF_WATCH: &str = "\
Ctrl-C ends it. Exit codes are those of the last round:
  0  every assertion passes
  1  an assertion fails
  2  the study has an error, or an option is wrong";

/// The exit codes of `check`, for its help.
pub const OF_CHECK: &str = "\
Exit codes:
  0  no study has an error (warnings may have been shown)
  2  a study has an error, or an option is wrong
  5  no study was found in a folder";

/// The exit codes of `lint`, for its help.
pub const OF_LINT: &str = "\
`# noqa: L003` at the end of a line silences a lint there, `# noqa` all of them; `P lint -L003` in a profile silences it in
the study. `stickslip explain L003` says what a lint means.

Exit codes:
  0  done, whatever lints were found
  1  a lint of --deny was found
  2  a study has an error or cannot be read (the lints of what could be read are shown), or an option is wrong
  5  no study was found in a folder";

/// The exit codes of `test`, for its help.
pub const OF_TEST: &str = "\
Exit codes:
  0  every study passes
  1  a study has an assertion that fails, or no verified assertion (see --allow-empty)
  2  a study cannot be run to its end: an error, a limit of time or memory, a crash, Ctrl-C; or an option is wrong, or a
     report cannot be written
  5  no study was found, or the options select none of them";

/// The exit codes of the commands of `sweep`, for their help.
pub const OF_SWEEP: &str = "\
Exit codes:
  0  the command is done; of `run`: its cases have results, whether or not their assertions pass (`status` counts them)
  2  the plan, the study or an option is wrong, a file cannot be read or written, or the run was stopped before its last case";
