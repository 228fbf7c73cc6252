//! Statistics of contacts over time: motion and forces, shocks, impacts, wear power, and the laws that turn
//! wear power into worn volumes and depths.
//!
//! * `history`: the samples of one contact in a trajectory, and the window asked for
//! * `statistics`: means, deviations, rms and extremes over blocks
//! * `shocks`: shocks and rebounds; `impacts`: one by one, with their histogram
//! * `power`: wear power `P = mean of N |v_t|` while slipping; `sectors`: by angular sector
//! * `sampling`: whether the kept states are enough for wear
//! * `volume`: wear laws; `depth`: depth of wear by geometry of contact, with the solvers of `roots`

mod depth;
mod history;
mod impacts;
mod power;
mod roots;
mod sampling;
mod sectors;
mod shocks;
mod statistics;
mod volume;

pub use depth::{MissingDimension, WearDimensions, WearGeometry};
pub use history::{ContactHistory, Samples, StepClass, Window, WindowFault, select};
pub use impacts::{Impact, ImpactClass, ImpactSummary, classes, impacts};
pub use power::wear_power;
pub use roots::FAILURE as NO_DEPTH;
pub use sampling::{SlidingSamples, pressed_way, sliding_samples};
pub use sectors::{Sector, SectorPower, sector_depth, sector_powers};
pub use shocks::ShockStatistics;
pub use statistics::{NormalForceStatistics, SignalStatistics, WearStatistics, wear_statistics};
pub use volume::{Histogram, VolumeFault, WearLaw};
