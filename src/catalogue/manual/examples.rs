//! An example for each operator: about ten lines that run and check themselves, from `grammar/examples/`. Those that need
//! a model begin after a study they share (`# after: modes` on the first line names one of `grammar/examples/before/`).

/// Studies and meshes of `grammar/examples/`, by name; written by `build.rs`.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// The example of one operator.
pub struct Example {
    name: String,
    /// The study that comes before; empty when the example is whole by itself.
    pub before: String,
    /// The lines of its own.
    pub own: &'static str,
    /// The mesh it reads.
    pub mesh: Option<&'static str>,
}

/// The example of a command, if it has one.
pub fn example(name: &str) -> Option<Example> {
    let (before, own, mesh) = parts(name)?;
    Some(Example { name: name.to_string(), before, own, mesh })
}

/// Names of the commands with an example, in alphabetical order.
pub fn examples() -> impl Iterator<Item = &'static str> {
    FILES.iter().filter_map(|(path, _)| path.strip_suffix(".comm").filter(|name| !name.contains('/')))
}

fn file(path: &str) -> Option<&'static str> {
    FILES.iter().find(|(own, _)| *own == path).map(|(_, text)| *text)
}

/// Lines that come before a study, its own lines, its mesh.
fn parts(path: &str) -> Option<(String, &'static str, Option<&'static str>)> {
    let text = file(&format!("{path}.comm"))?;
    let mesh = file(&format!("{path}.mail"));
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let Some(before) = first.strip_prefix("# after: ") else { return Some((String::new(), text, mesh)) };
    let (earlier, own, shared) = parts(&format!("before/{before}"))?;
    Some((format!("{earlier}{own}"), rest, mesh.or(shared)))
}

impl Example {
    /// The study and its mesh as files that run: name and text.
    pub fn files(&self) -> Vec<(String, String)> {
        let study = (format!("{}.comm", self.name), format!("{}{}", self.before, self.own));
        let mesh = self.mesh.map(|text| (format!("{}.mail", self.name), text.to_string()));
        std::iter::once(study).chain(mesh).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_an_example_or_comes_before_one() {
        let starts: Vec<&str> =
            FILES.iter().filter_map(|(_, text)| text.lines().next()?.strip_prefix("# after: ")).collect();
        for (path, _) in FILES {
            let (stem, _) = path.rsplit_once('.').unwrap();
            match stem.strip_prefix("before/") {
                Some(name) => assert!(starts.contains(&name), "nothing comes after {path}"),
                None => assert!(crate::catalogue::command(stem).is_some() && example(stem).is_some(), "{path}"),
            }
        }
        assert!(starts.iter().all(|name| file(&format!("before/{name}.comm")).is_some()));
    }
}
