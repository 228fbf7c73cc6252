//! Campaigns: one study with many values of its variables. A plan lists the cases; any number of processes on any number
//! of machines run their share of it; what they found is merged in the order of the plan.
//!
//! A case is identified by its content (study, names, values, tables to collect), never by its rank or by who ran it. So
//! the merged file has the same bytes whatever the number of shards, their order and their interruptions.

mod axes;
mod case;
mod merge;
mod plan;
mod report;
mod run;
mod sampling;
mod shard;
mod slurm;
mod store;
mod under_way;

pub use axes::{Axes, Block, grid, range};
pub use merge::{Sheet, merge};
pub use plan::{Fault, Plan};
pub use report::page;
pub use run::{Campaign, Progress, run};
pub use shard::Shard;
pub use slurm::{Submission, script};
pub use store::{Store, Tally};
pub use under_way::{UnderWay, give_up};
