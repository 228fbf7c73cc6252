//! Statistics of contacts over time: motion and forces, shocks, impacts, wear power, and the laws that turn
//! wear power into worn volumes and depths.
//!
//! * `history`: the samples of one contact in a trajectory, and the window asked for
//! * `statistics`: means, deviations, rms and extremes over blocks
//! * `shocks`: shocks and rebounds; `impacts`: one by one, with their histogram
//! * `power`: wear power `P = mean of N |v_t|` while slipping

mod history;
mod impacts;
mod power;
mod shocks;
mod statistics;

pub use history::{ContactHistory, Samples, StepClass, Window, WindowFault, select};
pub use impacts::{Impact, ImpactClass, ImpactSummary, classes, impacts};
pub use power::wear_power;
pub use shocks::ShockStatistics;
pub use statistics::{NormalForceStatistics, SignalStatistics, WearStatistics, wear_statistics};
