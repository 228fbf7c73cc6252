//! SYMETRIE='OUI': forces and contacts that are their own mirror images.

use crate::catalogue::{Call, CallError};
use crate::kernel::cycles::ReturnMap;
use crate::operators::response::transient::keywords::refuse;

pub(super) fn check(call: &Call, map: &ReturnMap, forced: bool) -> Result<(), CallError> {
    if !map.symmetric {
        return Ok(());
    }
    if !forced {
        let message = "SYMETRIE='OUI' halves a forced cycle, and this one is autonomous";
        return Err(refuse(call, "SYMETRIE", "R795", message, "remove SYMETRIE"));
    }
    if map.periods.is_multiple_of(2) {
        let message = format!("half of {} periods of the forcing does not reverse it", map.periods);
        return Err(refuse(call, "SYMETRIE", "R795", message, "give an odd NB_PERIODE"));
    }
    if let Some(rank) = map.forcing.first_not_odd(1.0 / map.frequency) {
        let message = format!("force {} is not reversed half a period later", rank + 1);
        return Err(refuse(call, "SYMETRIE", "R795", message, "symmetric cycles have odd harmonics alone"));
    }
    for (rank, (point, surface)) in map.points().iter().zip(map.surfaces()).enumerate() {
        let moving = *surface != [0.0; 2];
        let size = point.half_gap.unwrap_or(point.offset).abs();
        let middle = point.half_gap.is_some() && point.rest[0].abs() <= 1e-12 * size;
        let why = match () {
            () if moving => "its surface moves",
            () if point.moves && !middle => "the point does not rest midway between two planes",
            () => continue,
        };
        let message = format!("contact {} is not its own mirror image: {why}", rank + 1);
        return Err(refuse(call, "SYMETRIE", "R795", message, "remove SYMETRIE: the whole period is computed then"));
    }
    Ok(())
}
