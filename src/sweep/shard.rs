//! Which part of a campaign a process runs: what the command line says, else what the engine that started it says.

/// Part `index` (from 0) of `count`: the cases whose rank leaves `index` when divided by `count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    pub index: usize,
    pub count: usize,
}

/// Number of shards; the tasks of the array are then numbered from 1.
const COUNT: &str = "STICKSLIP_SHARDS";

/// Variables of an engine: rank of the task, first rank, last rank, distance between ranks.
const ENGINES: &[[&str; 4]] = &[
    ["SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP"],
    ["SGE_TASK_ID", "SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE"],
    ["PBS_ARRAY_INDEX", "", "", ""],
    ["PBS_ARRAYID", "", "", ""],
    ["LSB_JOBINDEX", "", "LSB_JOBINDEX_END", "LSB_JOBINDEX_STEP"],
    ["HQ_TASK_ID", "", "", ""],
];

impl Shard {
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// `K/N`, K from 1.
    pub fn parse(text: &str) -> Result<Shard, String> {
        let number = |text: &str| text.trim().parse::<usize>().ok().filter(|n| *n > 0);
        match text.split_once('/').map(|(k, n)| (number(k), number(n))) {
            Some((Some(k), Some(count))) if k <= count => Ok(Shard { index: k - 1, count }),
            _ => Err(format!("{text} is no shard: write K/N with K from 1 to N")),
        }
    }

    /// The task of the engine's array, given its variables; the whole campaign outside of one.
    pub fn of_engine(variable: &dyn Fn(&str) -> Option<String>) -> Result<Shard, String> {
        let number = |name: &str| variable(name).and_then(|text| text.trim().parse::<i64>().ok());
        for [rank, first, last, step] in ENGINES {
            // SGE writes `undefined` outside an array, LSF 0.
            let Some(task) = number(rank) else { continue };
            if task == 0 && *rank == "LSB_JOBINDEX" {
                continue;
            }
            let told = number(COUNT).filter(|count| *count > 0);
            let first = if told.is_some() { 1 } else { number(first).unwrap_or(1) };
            let step = number(step).filter(|step| *step > 0 && told.is_none()).unwrap_or(1);
            let count = told.or_else(|| number(last).map(|last| (last - first) / step + 1));
            let index = (task - first) / step;
            return match count {
                Some(count) if task >= first && (0..count).contains(&index) => {
                    Ok(Shard { index: index as usize, count: count as usize })
                }
                Some(count) => Err(format!("{rank}={task} is no task of an array of 1 to {count} ({COUNT})")),
                None => Err(format!(
                    "{rank}={task} does not say how many tasks there are: set {COUNT}, or give --shard K/N"
                )),
            };
        }
        Ok(Shard::WHOLE)
    }

    pub fn has(&self, rank: usize) -> bool {
        rank % self.count == self.index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variables: &[(&str, &str)]) -> Result<Shard, String> {
        Shard::of_engine(&|name| variables.iter().find(|(n, _)| *n == name).map(|(_, v)| v.to_string()))
    }

    #[test]
    fn shards_are_counted_from_one() {
        assert_eq!(Shard::parse("3/4"), Ok(Shard { index: 2, count: 4 }));
        assert!(["0/4", "5/4", "1", "a/b", "1/0"].iter().all(|text| Shard::parse(text).is_err()));
    }

    #[test]
    fn each_engine_says_which_task_this_is() {
        assert_eq!(of(&[]), Ok(Shard::WHOLE));
        let slurm = [("SLURM_ARRAY_TASK_ID", "3"), ("SLURM_ARRAY_TASK_MIN", "1"), ("SLURM_ARRAY_TASK_MAX", "8")];
        assert_eq!(of(&slurm), Ok(Shard { index: 2, count: 8 }));
        // Part of an array submitted again: the script says how many there were.
        let again =
            [("SLURM_ARRAY_TASK_ID", "7"), ("SLURM_ARRAY_TASK_MIN", "1"), ("SLURM_ARRAY_TASK_MAX", "7"), (COUNT, "8")];
        assert_eq!(of(&again), Ok(Shard { index: 6, count: 8 }));
        let sge = [("SGE_TASK_ID", "5"), ("SGE_TASK_FIRST", "1"), ("SGE_TASK_LAST", "9"), ("SGE_TASK_STEPSIZE", "2")];
        assert_eq!(of(&sge), Ok(Shard { index: 2, count: 5 }));
        assert_eq!(of(&[("SGE_TASK_ID", "undefined")]), Ok(Shard::WHOLE));
        assert_eq!(of(&[("PBS_ARRAY_INDEX", "4"), (COUNT, "4")]), Ok(Shard { index: 3, count: 4 }));
        assert_eq!(of(&[("HQ_TASK_ID", "1"), (COUNT, "4")]), Ok(Shard { index: 0, count: 4 }));
        assert_eq!(of(&[("LSB_JOBINDEX", "2"), ("LSB_JOBINDEX_END", "3")]), Ok(Shard { index: 1, count: 3 }));
        assert!(of(&[("HQ_TASK_ID", "0"), (COUNT, "4")]).is_err());
        assert!(of(&[("PBS_ARRAY_INDEX", "4")]).is_err());
        assert_eq!(of(&[("LSB_JOBINDEX", "0")]), Ok(Shard::WHOLE));
        assert!(of(&[("HQ_TASK_ID", "9"), (COUNT, "4")]).is_err());
    }
}
