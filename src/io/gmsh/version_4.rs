//! Entities, nodes and elements of versions 4.0 (text) and 4.1 (text and binary).
//!
//! ```text
//! $Entities   points, curves, surfaces, volumes: tag, place or box, physical tags, boundary
//! $Nodes      blocks of one entity each: all tags, then all places (4.0: tag and place together)
//! $Elements   blocks of one entity and one type each: tag, nodes
//! ```
//!
//! An element is in all physical groups of its entity, and there once.

use std::collections::HashMap;

use super::mesh::{Contents, shape};
use super::source::{Fault, Source};

/// What differs between the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    V40,
    V41,
}

/// Physical tags of entities, by dimension and tag.
pub(super) type Entities = HashMap<(i64, i64), Vec<i64>>;

pub(super) fn entities(
    source: &mut Source<'_>,
    section: &str,
    layout: Layout,
    entities: &mut Entities,
) -> Result<(), Fault> {
    let partitioned = section == "$PartitionedEntities";
    if partitioned {
        source.size(section)?;
        for _ in 0..source.count(section, 2)? {
            source.integers(section, 2)?;
        }
    }
    let mut counts = [0; 4];
    for count in &mut counts {
        *count = source.count(section, 5)?;
    }
    for (dimension, count) in counts.into_iter().enumerate() {
        for _ in 0..count {
            let tag = source.integer(section)?;
            if partitioned {
                // The parent: dimension and tag; then the partitions.
                source.integers(section, 2)?;
                let partitions = source.count(section, 1)?;
                source.integers(section, partitions)?;
            }
            let is_place = dimension == 0 && layout == Layout::V41;
            for _ in 0..if is_place { 3 } else { 6 } {
                source.real(section)?;
            }
            let physical = source.count(section, 1)?;
            // A minus sign tells the orientation.
            let mut groups: Vec<i64> = source.integers(section, physical)?.into_iter().map(i64::abs).collect();
            if dimension > 0 {
                let boundary = source.count(section, 1)?;
                source.integers(section, boundary)?;
            }
            let own = entities.entry((dimension as i64, tag)).or_default();
            groups.retain(|group| !own.contains(group));
            own.extend(groups);
        }
    }
    Ok(())
}

pub(super) fn nodes(source: &mut Source<'_>, layout: Layout, contents: &mut Contents) -> Result<(), Fault> {
    const SECTION: &str = "$Nodes";
    let (blocks, total) = counts(source, SECTION, layout, 4)?;
    for _ in 0..blocks {
        let (dimension, _) = entity(source, SECTION, layout)?;
        let parametric = source.integer(SECTION)?;
        let count = source.count(SECTION, 4)?;
        let parameters = match (parametric, dimension) {
            (0, 0..=3) => 0,
            (1, 0..=3) => dimension as usize,
            _ => {
                let message = format!("{SECTION}: a block of dimension {dimension}, parametric {parametric}");
                return Err(source.fault("I106", message, "Dimensions are 0 to 3, and parametric is 0 or 1."));
            }
        };
        let tags = match layout {
            Layout::V41 => (0..count).map(|_| source.size(SECTION)).collect::<Result<Vec<i64>, Fault>>()?,
            Layout::V40 => Vec::new(),
        };
        for rank in 0..count {
            let tag = match tags.get(rank) {
                Some(tag) => *tag,
                None => source.size(SECTION)?,
            };
            let position = [source.real(SECTION)?, source.real(SECTION)?, source.real(SECTION)?];
            for _ in 0..parameters {
                source.real(SECTION)?;
            }
            contents.node(tag, position, source)?;
        }
    }
    announced(source, SECTION, total, contents.mesh.nodes.len())
}

pub(super) fn elements(
    source: &mut Source<'_>,
    layout: Layout,
    entities: &Entities,
    contents: &mut Contents,
) -> Result<(), Fault> {
    const SECTION: &str = "$Elements";
    let before = contents.mesh.cells.len();
    let (blocks, total) = counts(source, SECTION, layout, 2)?;
    for _ in 0..blocks {
        let entity = entity(source, SECTION, layout)?;
        let number = source.integer(SECTION)?;
        let (kind, size) = shape(number, source)?;
        let count = source.count(SECTION, 1 + size)?;
        let groups = entities.get(&entity).map_or(&[][..], Vec::as_slice);
        for _ in 0..count {
            let label = source.size(SECTION)?;
            let nodes = (0..size).map(|_| source.size(SECTION)).collect::<Result<Vec<i64>, Fault>>()?;
            let ranks = contents.ranks(label, kind, &nodes, source)?;
            let cell = contents.cell(label, kind, &ranks);
            groups.iter().for_each(|group| contents.join(cell, *group));
        }
    }
    announced(source, SECTION, total, contents.mesh.cells.len() - before)
}

/// Numbers of blocks and of entries that a section announces; an entry has so many words at least.
fn counts(source: &mut Source<'_>, section: &str, layout: Layout, words: usize) -> Result<(usize, usize), Fault> {
    let counts = (source.count(section, 4)?, source.count(section, words)?);
    if layout == Layout::V41 {
        // The least and the greatest tag.
        source.size(section)?;
        source.size(section)?;
    }
    Ok(counts)
}

/// Dimension and tag of the entity of a block.
fn entity(source: &mut Source<'_>, section: &str, layout: Layout) -> Result<(i64, i64), Fault> {
    let (first, second) = (source.integer(section)?, source.integer(section)?);
    Ok(if layout == Layout::V41 { (first, second) } else { (second, first) })
}

/// Blocks together hold what the section announces.
fn announced(source: &Source<'_>, section: &str, total: usize, found: usize) -> Result<(), Fault> {
    if total == found {
        return Ok(());
    }
    let message = format!("{section}: {total} are announced, and the blocks hold {found}");
    Err(source.fault("I106", message, "The section does not have its usual form."))
}
