//! Campaigns: one study with many values of its variables. A plan lists the cases; any number of processes on any number
//! of machines run their share of it; what they found is merged in the order of the plan.
//!
//! A case is identified by its content (study, names, values, tables to collect), never by its rank or by who ran it. So
//! the merged file has the same bytes whatever the number of shards, their order and their interruptions. Each result tells
//! what it was computed from and by which build of the program; those of other inputs do not count.

mod aside;
mod axes;
mod case;
mod cases;
mod inputs;
mod long;
mod merge;
mod plan;
mod report;
mod results;
mod run;
mod sampling;
mod shard;
mod slurm;
mod store;
mod timed;
mod under_way;

pub use aside::Aside;
pub use axes::{Axes, Block, grid, range};
pub use case::LimitReached;
pub use inputs::{Now, Readings};
pub use long::long;
pub use merge::{Sheet, merge};
pub use plan::{Fault, Plan, allow_samples};
pub use report::page;
pub use results::{Again, Results, Wanted};
pub use run::{Campaign, Progress, run};
pub use shard::Shard;
pub use slurm::{Submission, script};
pub use store::{Store, Tally, moment};
pub use under_way::{UnderWay, give_up};
