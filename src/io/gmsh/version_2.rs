//! Nodes and elements of versions 1 and 2.
//!
//! An element of an entity that is in several physical groups is there once for each, with the same nodes and the same second tag: all these
//! are one cell. Two elements of one first tag are two cells whatever they have in common.

use std::collections::HashMap;

use super::mesh::{Contents, shape};
use super::source::{Fault, Form, Source};

/// Cells by type, elementary entity and nodes, with the physical entities they are in.
type Known = HashMap<(i64, i64, Vec<usize>), Vec<(usize, Vec<i64>)>>;

pub(super) fn nodes(source: &mut Source<'_>, section: &str, contents: &mut Contents) -> Result<(), Fault> {
    for _ in 0..count(source, section, 4)? {
        if source.form != Form::Text {
            let label = source.integer(section)?;
            let position = [source.real(section)?, source.real(section)?, source.real(section)?];
            contents.node(label, position, source)?;
            continue;
        }
        let line = source.need(section)?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let &[label, x, y, z] = words.as_slice() else {
            return Err(incomplete(source, "a label and three coordinates"));
        };
        let position = [source.coordinate(x)?, source.coordinate(y)?, source.coordinate(z)?];
        contents.node(source.whole(label)?, position, source)?;
    }
    Ok(())
}

/// In version 1 (`$ELM`) the tags are two, the physical and the elementary entity, then the number of nodes; in version 2 their
/// number comes first.
pub(super) fn elements(source: &mut Source<'_>, section: &str, contents: &mut Contents) -> Result<(), Fault> {
    let mut known = Known::new();
    let count = count(source, section, 3)?;
    if source.form != Form::Text {
        return in_blocks(source, section, count, contents, &mut known);
    }
    for _ in 0..count {
        let mut numbers = source.whole_numbers(section)?;
        if section == "$ELM" && numbers.len() >= 5 {
            numbers.remove(4);
            numbers.insert(2, 2);
        }
        let [label, kind, tags, rest @ ..] = numbers.as_slice() else {
            return Err(incomplete(source, "a label, a type, a number of tags, tags and nodes"));
        };
        let (_, size) = shape(*kind, source)?;
        let split = usize::try_from(*tags).ok().and_then(|tags| rest.split_at_checked(tags));
        let Some((tags, nodes)) = split.filter(|(_, nodes)| nodes.len() == size) else {
            return Err(incomplete(source, &format!("{tags} tags and {size} nodes for the element {label}")));
        };
        element(source, (*label, *kind), tags, nodes, contents, &mut known)?;
    }
    Ok(())
}

/// Binary: headers (type, number of elements that follow, number of tags), and after each its elements.
fn in_blocks(
    source: &mut Source<'_>,
    section: &str,
    count: usize,
    contents: &mut Contents,
    known: &mut Known,
) -> Result<(), Fault> {
    let mut done = 0;
    while done < count {
        let kind = source.integer(section)?;
        let (_, size) = shape(kind, source)?;
        let (following, tags) = (source.integer(section)?, source.integer(section)?);
        let tags = source.fitting(section, tags, 1)?;
        let following = source.fitting(section, following, 1 + tags + size)?;
        if following == 0 || following > count - done {
            let message = format!("{section}: a header announces {following} elements, {} are left", count - done);
            return Err(source.fault("I106", message, "The section does not have its usual form."));
        }
        for _ in 0..following {
            let label = source.integer(section)?;
            let tags = source.integers(section, tags)?;
            let nodes = source.integers(section, size)?;
            element(source, (label, kind), &tags, &nodes, contents, known)?;
        }
        done += following;
    }
    Ok(())
}

fn element(
    source: &Source<'_>,
    (label, number): (i64, i64),
    tags: &[i64],
    nodes: &[i64],
    contents: &mut Contents,
    known: &mut Known,
) -> Result<(), Fault> {
    let (kind, _) = shape(number, source)?;
    let ranks = contents.ranks(label, kind, nodes, source)?;
    let &[physical, elementary, ..] = tags else {
        let cell = contents.cell(label, kind, &ranks);
        contents.join(cell, tags.first().copied().unwrap_or(0));
        return Ok(());
    };
    let alike = known.entry((number, elementary, ranks)).or_default();
    let cell = match alike.iter_mut().find(|(_, entities)| !entities.contains(&physical)) {
        Some((cell, entities)) => {
            entities.push(physical);
            *cell
        }
        None => {
            let ranks = contents.ranks(label, kind, nodes, source)?;
            let cell = contents.cell(label, kind, &ranks);
            alike.push((cell, vec![physical]));
            cell
        }
    };
    contents.join(cell, physical);
    Ok(())
}

/// The number of things in a section: a line of its own, in binary files too.
fn count(source: &mut Source<'_>, section: &str, numbers: usize) -> Result<usize, Fault> {
    match source.whole_numbers(section)?.as_slice() {
        &[count] => source.fitting(section, count, numbers),
        _ => Err(incomplete(source, "the number of lines of the section")),
    }
}

fn incomplete(source: &Source<'_>, expected: &str) -> Fault {
    source.fault("I106", format!("expected {expected}"), "The section does not have its usual form.")
}
