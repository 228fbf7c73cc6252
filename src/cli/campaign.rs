//! What the commands of campaigns share: their folder, their faults, the files they write.

use std::path::{Path, PathBuf};

use super::doors;
use crate::diag::Diagnostic;
use crate::source::{Disk, World};
use crate::sweep::{Fault, Plan};

/// An error of the command line.
pub fn fault(message: impl Into<String>) -> Fault {
    Box::new(Diagnostic::error("W001", message))
}

/// The plan of a campaign.
pub fn read(folder: &Path, world: &Disk) -> Result<Plan, Fault> {
    Plan::read(folder, &doors::within(&[folder], world))
}

/// With `--sandbox` a campaign lies beside its study, as nothing else says which folders are meant when it is run.
pub fn allow(folder: &Path, study: &Path, macros: &[PathBuf], world: &Disk) -> Result<(), Fault> {
    let folder = std::path::absolute(folder).map_err(|error| fault(format!("{}: {error}", folder.display())))?;
    let around = doors::within(&[&folder, folder.parent().unwrap_or(&folder)], world);
    for path in macros.iter().map(PathBuf::as_path).chain([study]) {
        if around.may_touch(path).is_err() {
            let message = format!("{} lies outside the folder that holds the campaign (--sandbox)", path.display());
            let help = "with --sandbox, plan the campaign in a folder beside the study";
            return Err(Box::new(Diagnostic::error("W001", message).help(help)));
        }
    }
    Ok(())
}

/// Writes a file that the command line names.
pub fn put(output: &Path, bytes: &[u8], world: &Disk) -> Result<(), Fault> {
    doors::beside(output, world)
        .write(output, bytes)
        .map_err(|error| fault(format!("{} cannot be written: {error}", output.display())))
}
