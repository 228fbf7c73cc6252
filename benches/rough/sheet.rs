//! The sheet of an acceptance: figures, each against its bounds.

/// Figures against bounds.
#[derive(Default)]
pub struct Sheet {
    shown: usize,
    missed: Vec<String>,
}

impl Sheet {
    /// A figure that must lie within bounds, ends included.
    pub fn within(&mut self, name: &str, figure: f64, low: f64, high: f64) {
        let kept = figure >= low && figure <= high;
        self.shown += 1;
        println!("{} {name}: {figure:.4}   [{low}, {high}]", if kept { "  " } else { "! " });
        if !kept {
            self.missed.push(format!("{name}: {figure:.4}, not in [{low}, {high}]"));
        }
    }

    /// A figure that must not exceed a bound.
    pub fn below(&mut self, name: &str, figure: f64, high: f64) {
        let kept = figure <= high;
        self.shown += 1;
        println!("{} {name}: {figure:.3e}   [<= {high:e}]", if kept { "  " } else { "! " });
        if !kept {
            self.missed.push(format!("{name}: {figure:.3e}, above {high:e}"));
        }
    }

    /// How many bounds are kept, and the figures that miss theirs.
    pub fn close(&self) {
        println!("{} of {} bounds kept", self.shown - self.missed.len(), self.shown);
        self.missed.iter().for_each(|line| println!("! {line}"));
    }
}
