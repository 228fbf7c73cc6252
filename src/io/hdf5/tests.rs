//! The frame of a file, and what no file holds. What is in files, `io::med` reads with another library; `scripts/read_med.py` with the
//! library of the format itself.

use super::{Data, Group, MOST_MEMBERS, Oversize, Value, encode};

fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())
}

#[test]
fn the_superblock_says_where_the_file_ends_and_its_root_begins() {
    let mut root = Group::default();
    root.put("A", Value::Integer(-7)).put("B", Value::Real(0.7)).put("C", Value::Text("text".into()));
    root.group("inner").array("numbers", Data::Reals(vec![0.7, -1.3]), &[("NBR", 2)]);
    let bytes = encode(&root).unwrap();
    assert_eq!(&bytes[..12], b"\x89HDF\r\n\x1a\n\x02\x08\x08\x00");
    assert_eq!((word(&bytes, 12), word(&bytes, 20), word(&bytes, 28)), (0, u64::MAX, bytes.len() as u64));
    let at = word(&bytes, 36) as usize;
    assert_eq!(&bytes[at..at + 4], b"OHDR");
    // The two numbers, side by side.
    let numbers = [0.7_f64, -1.3].map(f64::to_le_bytes).concat();
    assert_eq!(bytes.windows(16).filter(|window| *window == numbers).count(), 1);
    assert_eq!(encode(&root).unwrap(), bytes);
}

#[test]
fn what_is_too_large_is_refused() {
    let message = |root: &Group| encode(root).unwrap_err().0;
    let mut root = Group::default();
    root.group(&"n".repeat(256));
    assert!(message(&root).ends_with("a name has 255 bytes at most"));
    let mut root = Group::default();
    root.put("T", Value::Text("t".repeat(70_000)));
    assert!(message(&root).contains("65535 are possible"));
    let mut many = Group::default();
    for rank in 0..=MOST_MEMBERS {
        many.group(&rank.to_string());
    }
    assert_eq!(encode(&many), Err(Oversize("/ has 65536 members, 65535 are possible".into())));
    many.groups.pop();
    assert!(encode(&many).is_ok());
}
