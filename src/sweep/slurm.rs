//! The job scripts of a campaign for Slurm: an array with a task per shard, and a job that merges when all tasks ended.

use std::path::Path;

/// What is submitted.
#[derive(Clone, Debug)]
pub struct Submission<'s> {
    pub folder: &'s Path,
    /// The program.
    pub program: &'s Path,
    pub shards: usize,
    /// Cores per task.
    pub jobs: usize,
    /// Limits of the program, passed on to each task.
    pub limits: Vec<String>,
    /// Options of `sbatch`, added as they are.
    pub options: &'s [String],
}

/// The two scripts: the array, and the merge that follows it.
pub fn script(submission: &Submission<'_>) -> (String, String) {
    let Submission { folder, program, shards, jobs, limits, options } = submission;
    let (folder_text, program) = (quoted(&folder.to_string_lossy()), quoted(&program.to_string_lossy()));
    let name = folder.file_name().unwrap_or_default().to_string_lossy().replace(|c: char| !c.is_alphanumeric(), "_");
    let limits: String = limits.iter().map(|limit| format!(" {}", quoted(limit))).collect();
    let words: Vec<String> = options.iter().map(|word| quoted(word)).collect();
    let given = if words.is_empty() { String::new() } else { format!("#SBATCH {}\n", words.join(" ")) };
    let log = |what: &str| folder.join("log").join(what).to_string_lossy().replace('%', "%%");
    let array = format!(
        "#!/bin/bash\n#SBATCH --job-name={name}\n#SBATCH --array=1-{shards}\n#SBATCH --cpus-per-task={jobs}\n#SBATCH --output=\"{}-%a.txt\"\n\
         #SBATCH --open-mode=append\n#SBATCH --requeue\n#SBATCH --signal=B:TERM@30\n{given}\
         # Cases that have a result are left out: submit again after a failure, nothing is lost or done twice.\n\
         export STICKSLIP_SHARDS={shards}\n\
         exec {program} sweep run {folder_text} -j \"${{SLURM_CPUS_PER_TASK:-{jobs}}}\"{limits}\n",
        log("task")
    );
    let merge = format!(
        "#!/bin/bash\n#SBATCH --job-name={name}_merge\n#SBATCH --output=\"{}.txt\"\n{given}\
         exec {program} sweep merge {folder_text} -o {}\n",
        log("merge"),
        quoted(&folder.join("merged.csv").to_string_lossy())
    );
    (array, merge)
}

/// A word of the shell.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_string()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_has_a_task_per_shard_and_all_options() {
        let options = ["--time=1:00:00".to_string(), "--partition=short".to_string()];
        let submission = Submission {
            folder: Path::new("/data/a campaign"),
            program: Path::new("/opt/stickslip"),
            shards: 12,
            jobs: 4,
            limits: vec!["--max-time".into(), "90".into()],
            options: &options,
        };
        let (array, merge) = script(&submission);
        for line in [
            "#SBATCH --array=1-12\n",
            "#SBATCH --cpus-per-task=4\n",
            "#SBATCH --time=1:00:00 --partition=short\n",
            "export STICKSLIP_SHARDS=12\n",
            "/opt/stickslip sweep run '/data/a campaign' -j \"${SLURM_CPUS_PER_TASK:-4}\" --max-time 90\n",
        ] {
            assert!(array.contains(line), "{line} is missing from\n{array}");
        }
        assert!(merge.contains("sweep merge '/data/a campaign' -o '/data/a campaign/merged.csv'"), "{merge}");
        assert!(merge.contains("--time=1:00:00"));
    }
}
