//! What `:plot` is asked: `A B`, `A vs B`, `RUN.VITE DX@TIP`, `MODES 3`, and the file.

/// One thing to draw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Item<'w> {
    pub name: &'w str,
    /// Columns, fields: what follows dots.
    pub parts: Vec<&'w str>,
    /// Number of a mode, order of a state.
    pub state: Option<i64>,
    /// Component and node: `DX@TIP`.
    pub place: Option<(&'w str, &'w str)>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked<'w> {
    pub items: Vec<Item<'w>>,
    /// The first against the second.
    pub versus: bool,
    pub file: Option<&'w str>,
}

impl Item<'_> {
    /// As it was typed.
    pub fn text(&self) -> String {
        let mut text = self.name.to_string();
        self.parts.iter().for_each(|part| text.push_str(&format!(".{part}")));
        if let Some(state) = self.state {
            text.push_str(&format!(" {state}"));
        }
        if let Some((component, node)) = self.place {
            text.push_str(&format!(" {component}@{node}"));
        }
        text
    }
}

/// Reads the words after `:plot`.
pub fn read<'w>(words: &[&'w str]) -> Result<Asked<'w>, String> {
    let mut asked = Asked::default();
    let mut words = words.to_vec();
    if let [_, .., last] = words.as_slice() {
        let extension = last.rsplit_once('.').map(|(_, e)| e.to_ascii_lowercase()).unwrap_or_default();
        match extension.as_str() {
            "svg" | "png" => asked.file = words.pop(),
            "pdf" | "jpg" | "jpeg" | "gif" | "eps" => {
                let stem = &last[..last.len() - extension.len()];
                return Err(format!("{last}: charts are written as SVG or PNG; use {stem}svg or {stem}png"));
            }
            _ if last.contains('/') => return Err(format!("{last}: charts are written to files named *.svg or *.png")),
            _ => {}
        }
    }
    for word in words {
        let first = asked.items.is_empty();
        match (asked.items.last_mut(), word.parse::<i64>(), word.split_once('@')) {
            (Some(_), ..) if word == "vs" && !asked.versus => asked.versus = true,
            (Some(item), Ok(state), _) => item.state = Some(state),
            (Some(item), _, Some(place)) => item.place = Some(place),
            _ => {
                let mut parts = word.split('.').filter(|part| !part.is_empty());
                let name = parts.next().unwrap_or("");
                if name.is_empty() || first && name == "vs" {
                    return Err("write :plot NAME, :plot A B or :plot A vs B".to_string());
                }
                asked.items.push(Item { name, parts: parts.collect(), ..Item::default() });
            }
        }
    }
    if asked.versus && asked.items.len() != 2 {
        return Err("write :plot A vs B: two names".to_string());
    }
    Ok(asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_names_numbers_places_and_a_file() {
        let asked = read(&["RUN.VITE", "DX@TIP", "F", "x.svg"]).unwrap();
        assert_eq!(asked.items.iter().map(Item::text).collect::<Vec<_>>(), ["RUN.VITE DX@TIP", "F"]);
        assert_eq!(asked.file, Some("x.svg"));
        let modes = read(&["MODES", "3"]).unwrap();
        assert_eq!((modes.items[0].state, modes.file), (Some(3), None));
        assert!(read(&["A", "vs", "B"]).unwrap().versus);
        assert!(read(&["A", "vs"]).is_err() && read(&["vs", "B"]).is_err());
        assert_eq!(read(&["A", "a.PNG"]).unwrap().file, Some("a.PNG"));
        assert!(read(&["A", "a.pdf"]).unwrap_err().contains("use a.svg or a.png"));
    }
}
