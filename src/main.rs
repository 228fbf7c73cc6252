//! The `stickslip` executable: hands the command line to the library and exits with its status.

#[global_allocator]
static ALLOCATOR: stickslip::source::guard::Guarded = stickslip::source::guard::Guarded;

fn main() -> std::process::ExitCode {
    stickslip::cli::main(stickslip_commit::commit!())
}
