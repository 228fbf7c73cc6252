//! Errors of several parts, each of which is looked at although others are wrong.

use super::Diagnostic;

/// Errors noted so far, in the order of the parts.
#[derive(Debug, Default)]
pub struct Faults(Vec<Diagnostic>);

impl Faults {
    /// The value of a part; its errors are noted when it has none.
    pub fn keep<T>(&mut self, part: Result<T, Box<Diagnostic>>) -> Option<T> {
        part.map_err(|fault| self.0.extend(fault.parts())).ok()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One error with all that were noted, none twice.
    pub fn end(self) -> Result<(), Box<Diagnostic>> {
        let mut different: Vec<Diagnostic> = Vec::new();
        for fault in self.0 {
            if !different.contains(&fault) {
                different.push(fault);
            }
        }
        let mut all = different.into_iter();
        match all.next() {
            Some(first) => Err(Box::new(Diagnostic { also: all.collect(), ..first })),
            None => Ok(()),
        }
    }
}

/// The values of all parts, or one error with those of all of them.
pub fn every<T>(parts: impl IntoIterator<Item = Result<T, Box<Diagnostic>>>) -> Result<Vec<T>, Box<Diagnostic>> {
    let mut faults = Faults::default();
    let values = parts.into_iter().filter_map(|part| faults.keep(part)).collect();
    faults.end()?;
    Ok(values)
}

/// Looks at all parts; the errors of all of them are one error.
pub fn each<T>(
    parts: impl IntoIterator<Item = T>,
    look: impl FnMut(T) -> Result<(), Box<Diagnostic>>,
) -> Result<(), Box<Diagnostic>> {
    let mut faults = Faults::default();
    for part in parts.into_iter().map(look) {
        faults.keep(part);
    }
    faults.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_all_parts_are_told_once() {
        let wrong = |n: &i32| match n {
            0 => Ok(()),
            n => Err(Box::new(Diagnostic::error("R101", format!("{n} is wrong")))),
        };
        assert_eq!(each([&0, &0], wrong), Ok(()));
        let all = each([&0, &2, &0, &3, &2], wrong).unwrap_err().parts();
        assert_eq!(all.iter().map(|d| d.message.as_str()).collect::<Vec<_>>(), ["2 is wrong", "3 is wrong"]);
        // Parts may have parts.
        let nested = each([1, 2], |n| each([n, n + 1], |n| wrong(&n))).unwrap_err();
        assert_eq!(nested.parts().len(), 3);
    }
}
