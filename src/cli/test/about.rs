//! What the page of a test run says of the run itself: when, with which program, where and how; and where its studies are.

use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::source::build;

/// Names and values of the foot line.
pub fn foot() -> Vec<(&'static str, String)> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let words: Vec<String> = std::env::args().skip(1).map(quoted).collect();
    vec![
        ("run on", date(now)),
        ("by", format!("stickslip {}", build())),
        ("on", machine()),
        ("with", format!("stickslip {}", words.join(" "))),
    ]
}

/// A word of a command line as a shell reads it.
fn quoted(word: String) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

fn machine() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = name.or_else(|| ["HOSTNAME", "COMPUTERNAME"].into_iter().find_map(|name| std::env::var(name).ok()));
    let name = name.map(|name| name.trim().to_string()).filter(|name| !name.is_empty());
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let kind = format!(
        "{} {}, {cores} core{}",
        std::env::consts::OS,
        std::env::consts::ARCH,
        if cores == 1 { "" } else { "s" }
    );
    name.map_or(kind.clone(), |name| format!("{name} ({kind})"))
}

/// `2026-03-01 14:05 UTC` of a time since 1970.
fn date(since: Duration) -> String {
    let minutes = since.as_secs() / 60;
    let (mut day, minute) = (minutes / 1440, minutes % 1440);
    let leap = |year: u64| (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400);
    let mut year = 1970;
    while day >= 365 + u64::from(leap(year)) {
        day -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while day >= lengths[month] {
        day -= lengths[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02} {:02}:{:02} UTC", month + 1, day + 1, minute / 60, minute % 60)
}

/// The address of a file as seen from a page in a folder, both as paths of the current folder.
pub fn address(page: &Path, file: &Path) -> Option<String> {
    let absolute = |path: &Path| -> Option<Vec<PathBuf>> {
        let mut parts: Vec<PathBuf> = Vec::new();
        for part in std::path::absolute(path).ok()?.components() {
            match part {
                Component::ParentDir => {
                    parts.pop();
                }
                part => parts.push(part.as_os_str().into()),
            }
        }
        Some(parts)
    };
    let (mut folder, file) = (absolute(page)?, absolute(file)?);
    folder.pop();
    let same = folder.iter().zip(&file).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..".to_string(), folder.len() - same);
    let down = file[same..].iter().map(|part| encoded(&part.to_string_lossy()));
    Some(up.chain(down).collect::<Vec<_>>().join("/"))
}

/// A name in an address.
fn encoded(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    name.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_follow_the_calendar() {
        let at = |seconds| date(Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01 00:00 UTC");
        assert_eq!(at(951_827_700), "2000-02-29 12:35 UTC");
        assert_eq!(at(1_772_409_599), "2026-03-01 23:59 UTC");
        assert_eq!(at(4_107_542_400), "2100-03-01 00:00 UTC");
    }

    #[test]
    fn studies_have_addresses_as_seen_from_the_page() {
        let seen = |page: &str, file: &str| address(Path::new(page), Path::new(file)).unwrap();
        assert_eq!(seen("out.html", "deck/a b#1.comm"), "deck/a%20b%231.comm");
        assert_eq!(seen("reports/out.html", "./deck/a.comm"), "../deck/a.comm");
        assert_eq!(seen("/tmp/r/../out.html", "/tmp/a.comm"), "a.comm");
    }

    #[test]
    fn words_of_the_command_can_be_typed_again() {
        assert_eq!(quoted("-R".into()), "-R");
        assert_eq!(quoted("a b".into()), "'a b'");
        assert_eq!(quoted("it's".into()), "'it'\\''s'");
    }
}
