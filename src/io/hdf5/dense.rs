//! Links of a large group: a fractal heap of one direct block, and two B-trees of one leaf, by name and by order of creation.

use super::blocks::{NOWHERE, align};
use super::checksum::lookup3;

/// What comes before the links in a direct block: signature, version, address of the heap, offset (4 bytes), sum.
const PREFIX: usize = 4 + 1 + 8 + 4 + 4;
/// Length of the header of a heap with its sum.
const HEAP_HEADER: usize = 4 + 1 + 2 + 2 + 1 + 4 + 8 * 12 + 2 + 8 + 8 + 2 + 2 + 8 + 2 + 4;
/// Smallest block.
const LEAST: usize = 512;
/// Kinds of the records of the two trees.
const BY_NAME: u8 = 5;
const BY_ORDER: u8 = 6;

/// Writes the links; addresses of the heap and of the two trees.
pub(super) fn write(file: &mut Vec<u8>, links: &[(&str, Vec<u8>)]) -> [u64; 3] {
    let used = PREFIX + links.iter().map(|(_, link)| link.len()).sum::<usize>();
    let size = used.next_power_of_two().max(LEAST);
    let heap = align(file);
    let block_at = (heap + HEAP_HEADER as u64).next_multiple_of(8);
    checked(file, heap_header(links.len(), size, used, block_at), 0);
    align(file);
    let mut block = b"FHDB\0".to_vec();
    block.extend(heap.to_le_bytes());
    block.extend([0; 8]);
    let mut ids = Vec::with_capacity(links.len());
    for (_, link) in links {
        let mut id = vec![0];
        id.extend((block.len() as u32).to_le_bytes());
        id.extend((link.len() as u16).to_le_bytes());
        ids.push(id);
        block.extend(link);
    }
    block.resize(size, 0);
    // The sum of a direct block is over the whole of it, with zeros in its own place.
    let sum = lookup3(&block);
    block[PREFIX - 4..PREFIX].copy_from_slice(&sum.to_le_bytes());
    file.extend(&block);
    let mut by_name: Vec<(u32, &str, &Vec<u8>)> =
        links.iter().zip(&ids).map(|((name, _), id)| (lookup3(name.as_bytes()), *name, id)).collect();
    by_name.sort_unstable();
    let names: Vec<Vec<u8>> = by_name.iter().map(|(hash, _, id)| [&hash.to_le_bytes()[..], id].concat()).collect();
    let orders: Vec<Vec<u8>> =
        ids.iter().enumerate().map(|(rank, id)| [&(rank as u64).to_le_bytes()[..], id].concat()).collect();
    [heap, tree(file, BY_NAME, &names), tree(file, BY_ORDER, &orders)]
}

fn heap_header(count: usize, size: usize, used: usize, block_at: u64) -> Vec<u8> {
    let size = size as u64;
    let mut header = b"FRHP\0".to_vec();
    // Length of an identifier, no filters; direct blocks have sums; objects of up to 4096 bytes are in blocks.
    header.extend(7_u16.to_le_bytes());
    header.extend([0, 0, 2]);
    header.extend(4096_u32.to_le_bytes());
    // No huge objects; free space, its manager; size of the heap, of its blocks, where the next one would be; objects; none huge or tiny.
    let free = size - used as u64;
    for word in [0, NOWHERE, free, NOWHERE, size, size, size, count as u64, 0, 0, 0, 0] {
        header.extend(word.to_le_bytes());
    }
    // A table of 4 columns, the first and the largest direct block, 32 bits of addresses, one row, the block, no indirect rows.
    header.extend(4_u16.to_le_bytes());
    header.extend(size.to_le_bytes());
    header.extend(size.max(65_536).to_le_bytes());
    header.extend(32_u16.to_le_bytes());
    header.extend(1_u16.to_le_bytes());
    header.extend(block_at.to_le_bytes());
    header.extend([0, 0]);
    header
}

/// A B-tree (version 2) of one leaf.
fn tree(file: &mut Vec<u8>, kind: u8, records: &[Vec<u8>]) -> u64 {
    let size = records.first().map_or(0, Vec::len);
    let room = (10 + size * records.len()).next_power_of_two().max(LEAST);
    let mut leaf = b"BTLF\0".to_vec();
    leaf.push(kind);
    records.iter().for_each(|record| leaf.extend(record));
    let leaf_at = checked(file, leaf, room);
    let mut header = b"BTHD\0".to_vec();
    header.push(kind);
    header.extend((room as u32).to_le_bytes());
    header.extend((size as u16).to_le_bytes());
    // Depth 0; nodes are split at 100 % and merged at 40 %.
    header.extend([0, 0, 100, 40]);
    header.extend(leaf_at.to_le_bytes());
    header.extend((records.len() as u16).to_le_bytes());
    header.extend((records.len() as u64).to_le_bytes());
    checked(file, header, 0)
}

/// Writes a block and its sum, in so much room; its address.
fn checked(file: &mut Vec<u8>, block: Vec<u8>, room: usize) -> u64 {
    let at = align(file);
    let sum = lookup3(&block);
    file.extend(block);
    file.extend(sum.to_le_bytes());
    file.resize((at as usize + room).max(file.len()), 0);
    at
}
