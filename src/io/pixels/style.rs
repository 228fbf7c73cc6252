//! How an element is painted: its own `style`, the rules of the style sheet, its attributes, those of the whole picture.

use tiny_skia::{LineCap, LineJoin, Stroke, StrokeDash};

use super::elements::Element;

/// Rules of a style sheet: what they apply to, property, value.
#[derive(Default)]
pub(super) struct Sheet<'s>(Vec<(&'s str, &'s str, &'s str)>);

/// Red, green, blue, and how much covers what is below.
pub(super) type Colour = ([u8; 3], f32);

impl<'s> Sheet<'s> {
    pub fn read(text: &'s str) -> Sheet<'s> {
        let mut rules = Vec::new();
        for rule in text.split('}') {
            let Some((what, values)) = rule.split_once('{') else { continue };
            rules.extend(pairs(values).map(|(name, value)| (what.trim(), name, value)));
        }
        Sheet(rules)
    }

    /// The value of a property.
    pub fn value(&self, element: &Element<'s>, root: &Element<'s>, name: &str) -> Option<&'s str> {
        let own = element.attribute("style").and_then(|style| pairs(style).find(|(n, _)| *n == name)).map(|(_, v)| v);
        let class = element.attribute("class");
        let rule = |applies: &dyn Fn(&str) -> bool| {
            self.0.iter().rev().find(|(what, n, _)| *n == name && applies(what)).map(|(_, _, value)| *value)
        };
        own.or_else(|| rule(&|what| what.strip_prefix('.').is_some_and(|what| Some(what) == class)))
            .or_else(|| rule(&|what| what == element.name))
            .or_else(|| element.attribute(name))
            .or_else(|| root.attribute(name))
    }

    /// The colour of `fill` or `stroke`; nothing where it is `none` or, for a stroke, not given.
    ///
    /// # Errors
    /// The text of a colour that is not known.
    pub fn colour(&self, element: &Element<'s>, root: &Element<'s>, name: &str) -> Result<Option<Colour>, String> {
        let default = if name == "fill" { "#000000" } else { "none" };
        let text = self.value(element, root, name).unwrap_or(default);
        if text == "none" {
            return Ok(None);
        }
        let opacity = self.value(element, root, if name == "fill" { "fill-opacity" } else { "stroke-opacity" });
        let opacity = opacity.and_then(|value| value.parse().ok()).unwrap_or(1.0);
        let parts = parts(text).ok_or_else(|| format!("the colour {text}"))?;
        Ok(Some((parts, opacity)))
    }

    pub fn stroke(&self, element: &Element<'s>, root: &Element<'s>) -> Stroke {
        let value = |name| self.value(element, root, name);
        let dash = value("stroke-dasharray").and_then(|text| {
            let lengths = text.split([' ', ',']).filter_map(|length| length.parse().ok()).collect();
            StrokeDash::new(lengths, 0.0)
        });
        Stroke {
            width: value("stroke-width").and_then(|text| text.parse().ok()).unwrap_or(1.0),
            line_cap: if value("stroke-linecap") == Some("round") { LineCap::Round } else { LineCap::Butt },
            line_join: if value("stroke-linejoin") == Some("round") { LineJoin::Round } else { LineJoin::Miter },
            dash,
            ..Stroke::default()
        }
    }
}

fn pairs(values: &str) -> impl Iterator<Item = (&str, &str)> {
    values.split(';').filter_map(|pair| pair.split_once(':')).map(|(name, value)| (name.trim(), value.trim()))
}

fn parts(text: &str) -> Option<[u8; 3]> {
    let digits = match text {
        "white" => "ffffff",
        "black" => "000000",
        _ => text.strip_prefix('#')?,
    };
    let value = u32::from_str_radix(digits, 16).ok()?;
    let byte = |shift: u32| (value >> shift & 0xff) as u8;
    let nibble = |shift: u32| (value >> shift & 0xf) as u8 * 0x11;
    match digits.len() {
        3 => Some([nibble(8), nibble(4), nibble(0)]),
        6 => Some([byte(16), byte(8), byte(0)]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::elements::{Event, events};
    use super::*;

    #[test]
    fn the_closest_place_decides() {
        let read = events(
            "<svg font-size=\"11\" fill=\"#111\"><text class=\"k\" style=\"x:1\" fill=\"#222\" font-size=\"9\"/>",
        );
        let [Event::Opened(root), Event::Opened(text), ..] = read.as_slice() else { panic!("{read:?}") };
        let sheet = Sheet::read("text{fill:#333}.k{font-size:12px;stroke:none}.other{fill:#444}");
        assert_eq!(sheet.value(text, root, "font-size"), Some("12px"));
        assert_eq!(sheet.value(text, root, "x"), Some("1"));
        assert_eq!(sheet.colour(text, root, "fill"), Ok(Some(([0x33; 3], 1.0))));
        assert_eq!(Sheet::default().colour(text, root, "fill"), Ok(Some(([0x22; 3], 1.0))));
        assert_eq!(sheet.colour(text, root, "stroke"), Ok(None));
        assert!(parts("#0072b2") == Some([0, 0x72, 0xb2]) && parts("blue").is_none() && parts("#12345").is_none());
    }
}
