//! Sizes and style sheet of charts.

pub(super) const WIDTH: f64 = 760.0;

/// Height of the plotting area; the page grows with what stands above and below.
pub(super) const PLOT: f64 = 320.0;

/// Least margins.
pub(super) const LEFT: f64 = 76.0;

pub(super) const RIGHT: f64 = 24.0;

pub(super) const LINE: f64 = 18.0;

pub(super) const STYLE: &str = "text{font-family:Helvetica,Arial,sans-serif;fill:#222}.t{font-size:15px;font-weight:bold}\
.s{font-size:12px;fill:#555}.l{font-size:13px}.k{font-size:12px}.g{stroke:#e3e3e3;stroke-width:1}\
.m{stroke:#f2f2f2;stroke-width:1}.a{stroke:#444;stroke-width:1;fill:none}\
.c{fill:none;stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}";
