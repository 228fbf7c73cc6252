//! What the commands of campaigns share: their folder, their faults, the files they write.

use std::path::{Path, PathBuf};

use super::sandbox;
use crate::api::{self, Options, Project};
use crate::cli::words::count;
use crate::diag::Diagnostic;
use crate::source::{BorrowedOrShared, Confined, Disk, World};
use crate::sweep::{Fault, Now, Plan, Results, Store};

/// An error of the command line.
pub fn fault(message: impl Into<String>) -> Fault {
    Box::new(Diagnostic::error("W001", message))
}

/// The plan of a campaign.
pub fn read(folder: &Path, world: &Disk) -> Result<Plan, Fault> {
    Plan::read(folder, &sandbox::within(&[folder], world))
}

/// With `--sandbox` a campaign lies beside its study, as nothing else says which folders are meant when it is run.
pub fn allow(folder: &Path, study: &Path, macros: &[PathBuf], world: &Disk) -> Result<(), Fault> {
    let folder = std::path::absolute(folder).map_err(|error| fault(format!("{}: {error}", folder.display())))?;
    let around = sandbox::within(&[&folder, folder.parent().unwrap_or(&folder)], world);
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
    sandbox::beside(output, world)
        .write(output, bytes)
        .map_err(|error| fault(format!("{} cannot be written: {error}", output.display())))
}

/// The study of a plan as it is now: what it is made of, and its macro-commands where they can be read.
pub struct Study<'w> {
    pub world: Confined<'w>,
}

impl<'w> Study<'w> {
    pub fn of(folder: &Path, plan: &Plan, world: &'w Disk) -> Result<Self, Fault> {
        allow(folder, &plan.head.study, &plan.head.macros, world)?;
        Ok(Study { world: sandbox::of_study(&plan.head.study, None, &plan.head.macros, world) })
    }

    /// What is there now, unless the study itself is not.
    pub fn now<'n>(&'n self, plan: &'n Plan) -> Option<Now<'n>> {
        if !self.world.exists(&plan.head.study) {
            return None;
        }
        let opened = Project::open(&plan.head.study, None, &self.world).ok();
        let options = opened.and_then(|project| of_study(&plan.head.macros, &project, &self.world).ok());
        Some(Now::new(plan.study_folder(), &self.world, options.and_then(|options| options.macros)))
    }
}

/// Options of the evaluations of a campaign.
pub fn of_study(macros: &[PathBuf], project: &Project, world: &dyn World) -> Result<Options, Fault> {
    let study =
        api::Study::of_project(project.clone(), BorrowedOrShared::Lent(world)).and_then(|study| study.macros(macros));
    study.map(|study| study.options().clone()).map_err(|failure| Box::new(failure.diagnostic))
}

/// The rows of a campaign that count.
pub fn results(folder: &Path, world: &Disk) -> Result<(Plan, Results), Fault> {
    let plan = read(folder, world)?;
    let study = Study::of(folder, &plan, world)?;
    let within = sandbox::within(&[folder], world);
    let mut results = Results::of(&Store::of(folder, &within), &plan.keys(), study.now(&plan))
        .map_err(|error| fault(format!("{}: {error}", folder.display())))?;
    results.rows.values_mut().for_each(|row| row.status = plan.judged(&row.status).to_string());
    drop(study);
    Ok((plan, results))
}

/// Refuses a table whose rows would come from different inputs or builds.
pub fn of_one_kind(folder: &Path, results: &Results) -> Result<(), Fault> {
    let refused = |message: String| {
        let help = format!("`stickslip sweep run {}` runs the cases in question again", folder.display());
        Err(Box::new(Diagnostic::error("W004", message).help(help)))
    };
    if !results.stale.is_empty() {
        let cases = count(results.stale.len(), "case");
        return refused(format!("{cases} computed from other inputs: {}", changed(&results.differing())));
    }
    if results.builds.len() > 1 {
        let builds: Vec<String> = results.builds.iter().map(|(build, rows)| format!("{build} ({rows})")).collect();
        return refused(format!("rows of {} builds of the program: {}", results.builds.len(), builds.join(", ")));
    }
    Ok(())
}

/// Names shown of what has changed.
const MOST_NAMES: usize = 8;

/// `data.csv (2 cases), macro X (1 case)`
pub fn changed(names: &[(String, usize)]) -> String {
    let mut shown: Vec<String> =
        names.iter().take(MOST_NAMES).map(|(name, cases)| format!("{name} ({})", count(*cases, "case"))).collect();
    if names.len() > MOST_NAMES {
        shown.push(format!("and {} more", names.len() - MOST_NAMES));
    }
    shown.join(", ")
}
