//! Text in aligned columns.

use crate::verdict::significant;

/// Rows of cells; the widest cell of a column gives its width.
#[derive(Default)]
pub struct Grid {
    rows: Vec<Vec<String>>,
}

impl Grid {
    pub fn with_heads<'h>(heads: impl IntoIterator<Item = &'h str>) -> Self {
        Grid { rows: vec![heads.into_iter().map(str::to_string).collect()] }
    }

    pub fn push(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The rows, that of the heads first where there is one.
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn text(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| self.rows.iter().filter_map(|r| r.get(column)).map(|c| c.chars().count()).max();
        let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
        let mut out = String::new();
        for row in &self.rows {
            let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
            out.push_str(&format!("  {}\n", cells.join("  ").trim_end()));
        }
        out
    }
}

/// A number as short as six digits allow.
pub fn number(x: f64) -> String {
    significant(x, 6)
}
