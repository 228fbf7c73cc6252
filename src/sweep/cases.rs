//! Values of many cases in one text, so that millions of them have room.

/// Rows of texts, each with as many as there are names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cases {
    width: usize,
    count: usize,
    text: String,
    ends: Vec<u32>,
}

impl Cases {
    /// None yet, of `width` values each.
    pub fn of_width(width: usize) -> Self {
        Cases { width, ..Cases::default() }
    }

    /// Adds a case, which must have as many values as the others; false when the text becomes too long.
    pub fn push<'t>(&mut self, values: impl Iterator<Item = &'t str>) -> bool {
        for value in values {
            self.text.push_str(value);
            let Ok(end) = u32::try_from(self.text.len()) else { return false };
            self.ends.push(end);
        }
        self.count += 1;
        debug_assert_eq!(self.ends.len(), self.count * self.width);
        true
    }

    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The values of a case, counted from 0.
    pub fn get(&self, rank: usize) -> impl Iterator<Item = &str> {
        (rank * self.width..(rank + 1) * self.width).map(|place| self.value(place))
    }

    /// One value of a case.
    pub fn at(&self, rank: usize, column: usize) -> &str {
        self.value(rank * self.width + column)
    }

    fn value(&self, place: usize) -> &str {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.text[start..self.ends[place] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back() {
        let mut cases = Cases::of_width(2);
        for row in [["0.7", ""], ["", "1.3"], ["é", "x,y"]] {
            assert!(cases.push(row.into_iter()));
        }
        let all: Vec<Vec<&str>> = (0..cases.len()).map(|rank| cases.get(rank).collect()).collect();
        assert_eq!(all, [["0.7", ""], ["", "1.3"], ["é", "x,y"]]);
        assert_eq!((cases.at(2, 0), cases.is_empty()), ("é", false));
    }
}
