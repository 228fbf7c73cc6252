//! What studies need and this program has not: one line at the end of a study, one table at the end of a folder.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// What one study lacks, in the order of the study, each with its lines.
#[derive(Default)]
pub struct Missing(Vec<(String, Vec<u64>)>);

impl Missing {
    /// From diagnostics as reports give them.
    pub fn of<'d>(diagnostics: impl IntoIterator<Item = &'d Value>) -> Missing {
        let mut found: Vec<(String, Vec<u64>)> = Vec::new();
        for diagnostic in diagnostics {
            let Some(what) = diagnostic["missing"].as_str() else { continue };
            let line = diagnostic["line"].as_u64();
            match found.iter_mut().find(|(known, _)| known == what) {
                Some((_, lines)) => lines.extend(line),
                None => found.push((what.to_string(), line.into_iter().collect())),
            }
        }
        Missing(found)
    }

    pub fn names(&self) -> Vec<&str> {
        self.0.iter().map(|(what, _)| what.as_str()).collect()
    }

    /// `not available here: MAZARS of DEFI_MATERIAU (line 12), MODE_NON_LINE (lines 80, 95)`
    pub fn line(&self) -> Option<String> {
        let one = |(what, lines): &(String, Vec<u64>)| {
            let shown: Vec<String> = lines.iter().take(MOST_LINES).map(u64::to_string).collect();
            let more = if lines.len() > MOST_LINES { ", ..." } else { "" };
            match lines.len() {
                0 => what.clone(),
                1 => format!("{what} (line {})", shown[0]),
                _ => format!("{what} (lines {}{more})", shown.join(", ")),
            }
        };
        let parts: Vec<String> = self.0.iter().map(one).collect();
        (!parts.is_empty()).then(|| format!("not available here: {}", parts.join(", ")))
    }
}

/// Lines of one name that are listed.
const MOST_LINES: usize = 5;
/// Rows of the table.
const MOST_ROWS: usize = 30;

/// What several studies lack, that which most of them need first.
pub struct Table {
    rows: Vec<Row>,
    studies: usize,
    lacking: usize,
}

struct Row {
    what: String,
    studies: usize,
    /// Studies that lack nothing else.
    alone: usize,
}

impl Table {
    pub fn of(all: &[Missing]) -> Table {
        let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for one in all {
            for what in one.names() {
                let (studies, alone) = counts.entry(what).or_default();
                *studies += 1;
                *alone += usize::from(one.0.len() == 1);
            }
        }
        let row = |(what, (studies, alone)): (&str, (usize, usize))| Row { what: what.to_string(), studies, alone };
        let mut rows: Vec<Row> = counts.into_iter().map(row).collect();
        rows.sort_by_key(|row| (std::cmp::Reverse(row.studies), std::cmp::Reverse(row.alone)));
        Table { rows, studies: all.len(), lacking: all.iter().filter(|one| !one.0.is_empty()).count() }
    }

    /// Nothing where one study was looked at, or where none lacks anything.
    pub fn lines(&self) -> Vec<String> {
        if self.studies < 2 || self.rows.is_empty() {
            return Vec::new();
        }
        let mut lines = vec![
            format!("not available here, by number of studies ({} of {} need some of it):", self.lacking, self.studies),
            "studies  nothing else  what".to_string(),
        ];
        let rows = self.rows.iter().take(MOST_ROWS);
        lines.extend(rows.map(|row| format!("{:>7}  {:>12}  {}", row.studies, row.alone, row.what)));
        if self.rows.len() > MOST_ROWS {
            lines.push(format!("         and {} more", self.rows.len() - MOST_ROWS));
        }
        lines
    }

    pub fn json(&self) -> Value {
        let row = |row: &Row| json!({"what": row.what, "studies": row.studies, "nothing_else": row.alone});
        self.rows.iter().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_study_has_a_line_and_a_folder_a_table() {
        let said = |what: &str, line: u64| json!({"missing": what, "line": line});
        let first = Missing::of(&[said("A", 3), json!({"line": 4}), said("B of C", 7), said("A", 9)]);
        assert_eq!(first.line().unwrap(), "not available here: A (lines 3, 9), B of C (line 7)");
        let all = [first, Missing::of(&[said("B of C", 1)]), Missing::default()];
        let lines = Table::of(&all).lines();
        assert_eq!(lines[0], "not available here, by number of studies (2 of 3 need some of it):");
        assert_eq!(lines[2], "      2             1  B of C");
        assert_eq!(lines[3], "      1             0  A");
        assert!(Table::of(&all[..1]).lines().is_empty());
    }
}
