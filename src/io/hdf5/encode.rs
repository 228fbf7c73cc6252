//! From a tree to the bytes of a file: what is inside comes before what holds it, the superblock last.

use super::attributes::{attribute, message, space, type_of};
use super::blocks::{NOWHERE, Oversize, align};
use super::checksum::lookup3;
use super::dense;
use super::tree::{Array, Data, Group};

/// Members up to which links stand in the header of their group.
const COMPACT: usize = 8;

/// Members of one group at most: one leaf of a B-tree counts them in two bytes.
pub const MOST_MEMBERS: usize = 65_535;

/// The bytes of the file with this root.
pub fn encode(root: &Group) -> Result<Vec<u8>, Oversize> {
    let mut file = vec![0; 48];
    let at = group(&mut file, root, "/")?;
    let mut start = b"\x89HDF\r\n\x1a\n\x02\x08\x08\x00".to_vec();
    for word in [0, NOWHERE, file.len() as u64, at] {
        start.extend(word.to_le_bytes());
    }
    let sum = lookup3(&start);
    start.extend(sum.to_le_bytes());
    file[..start.len()].copy_from_slice(&start);
    Ok(file)
}

/// Writes an object header of version 2; its address.
fn object(file: &mut Vec<u8>, messages: &[u8]) -> u64 {
    let at = align(file);
    file.extend(b"OHDR\x02\x02");
    file.extend((messages.len() as u32).to_le_bytes());
    file.extend(messages);
    let sum = lookup3(&file[at as usize..]);
    file.extend(sum.to_le_bytes());
    at
}

fn array(file: &mut Vec<u8>, array: &Array) -> Result<u64, Oversize> {
    let start = align(file);
    match &array.data {
        Data::Integers(values) => values.iter().for_each(|x| file.extend(x.to_le_bytes())),
        Data::Reals(values) => values.iter().for_each(|x| file.extend(x.to_le_bytes())),
        Data::Bytes { bytes, .. } => file.extend(bytes),
    }
    let length = file.len() as u64 - start;
    let at = if length == 0 { NOWHERE } else { start };
    let mut header = Vec::new();
    message(&mut header, 1, &space(Some(array.data.count())))?;
    message(&mut header, 3, &type_of(&array.data))?;
    // No fill value.
    message(&mut header, 5, &[3, 0x0a])?;
    // Contiguous.
    message(&mut header, 8, &[&[3, 1][..], &at.to_le_bytes(), &length.to_le_bytes()].concat())?;
    for (name, value) in &array.attributes {
        attribute(&mut header, name, value)?;
    }
    Ok(object(file, &header))
}

/// A link to a member, with its rank among them.
fn link(name: &str, rank: usize, at: u64) -> Result<Vec<u8>, Oversize> {
    let length = u8::try_from(name.len());
    let length = length.map_err(|_| Oversize(format!("{name}: a name has 255 bytes at most")))?;
    let mut body = vec![1, 0x04];
    body.extend((rank as u64).to_le_bytes());
    body.push(length);
    body.extend(name.as_bytes());
    body.extend(at.to_le_bytes());
    Ok(body)
}

fn group(file: &mut Vec<u8>, own: &Group, name: &str) -> Result<u64, Oversize> {
    let count = own.groups.len() + own.arrays.len();
    if count > MOST_MEMBERS {
        return Err(Oversize(format!("{name} has {count} members, {MOST_MEMBERS} are possible")));
    }
    let mut links: Vec<(&str, Vec<u8>)> = Vec::with_capacity(count);
    for (name, inner) in &own.groups {
        let at = group(file, inner, name)?;
        links.push((name, link(name, links.len(), at)?));
    }
    for (name, inner) in &own.arrays {
        let at = array(file, inner)?;
        links.push((name, link(name, links.len(), at)?));
    }
    let is_dense = count > COMPACT;
    let places = if is_dense { dense::write(file, &links) } else { [NOWHERE; 3] };
    let mut header = Vec::new();
    // The order of creation is tracked and indexed.
    let mut information = vec![0, 3];
    information.extend((count as u64).to_le_bytes());
    places.iter().for_each(|at| information.extend(at.to_le_bytes()));
    message(&mut header, 2, &information)?;
    message(&mut header, 0x0a, &[0, 0])?;
    for (_, body) in links.iter().filter(|_| !is_dense) {
        message(&mut header, 6, body)?;
    }
    for (name, value) in &own.attributes {
        attribute(&mut header, name, value)?;
    }
    Ok(object(file, &header))
}
