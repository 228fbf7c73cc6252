//! The `stickslip` executable: hands the command line to the library and exits with its status.

fn main() -> std::process::ExitCode {
    stickslip::cli::main()
}
