//! `stickslip graph`.

use std::path::Path;

use clap::ValueEnum;

use super::Settings;
use crate::source::World;

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Format {
    Svg,
    Dot,
    Json,
}

pub fn graph(_: &Path, _: Format, _: Option<&Path>, _: &Settings, _: &dyn World) -> u8 {
    2
}
