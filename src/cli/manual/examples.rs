//! The examples: page, studies, pictures, the other files.

use super::code;
use super::embedded::{self, EXAMPLES, LANGUAGE};
use super::file::File;
use super::language;
use super::markdown::{self, Html};
use super::page::{escaped, framed, link};
use super::play;
use super::search::Index;

/// The folders, in alphabetical order.
pub fn folders() -> Vec<&'static str> {
    let mut folders: Vec<&str> = EXAMPLES.iter().filter_map(|(path, _)| path.split('/').next()).collect();
    folders.dedup();
    folders
}

pub fn address(folder: &str) -> String {
    format!("example_{folder}.html")
}

/// The title of the folder's page.
pub fn title(folder: &str) -> String {
    let page = EXAMPLES.iter().find(|(path, _)| *path == format!("{folder}/README.md"));
    page.map(|(_, text)| language::title(text)).filter(|title| !title.is_empty()).unwrap_or(folder.replace('_', " "))
}

/// The name of a picture in the manual.
fn picture(path: &str) -> String {
    format!("picture_{}", path.replace('/', "_"))
}

pub fn pages(files: &mut Vec<File>, index: &mut Index) {
    let mut list = "<h1>Examples</h1>\n<p>Each is a folder below <code>examples/</code> of the program's sources; the tests run their \
        studies.</p>\n<div class=\"cards\">\n"
        .to_string();
    for folder in folders() {
        let inside = |(path, _): &&embedded::File| path.split('/').next() == Some(folder);
        let own: Vec<&embedded::File> = EXAMPLES.iter().filter(inside).collect();
        let page = page(folder, &own, index);
        let pictures: Vec<&&embedded::File> = own.iter().filter(|(path, _)| path.ends_with(".svg")).collect();
        let shown = pictures.first().map_or(String::new(), |(path, _)| {
            format!("<a href=\"{}\"><img src=\"{}\" alt=\"\" loading=\"lazy\"></a>", address(folder), picture(path))
        });
        list.push_str(&format!(
            "<section><h3>{}</h3>{shown}<p>{}</p></section>\n",
            link(&address(folder), &title(folder)),
            escaped(&first_paragraph(folder))
        ));
        files.extend(pictures.iter().map(|(path, text)| File { name: picture(path), text: text.to_string() }));
        files.push(page);
    }
    list.push_str("</div>\n");
    files.push(framed("examples.html", "Examples", &[], &list));
}

fn first_paragraph(folder: &str) -> String {
    let page = EXAMPLES.iter().find(|(path, _)| *path == format!("{folder}/README.md"));
    let text = page.map_or("", |(_, text)| text);
    let lines = text.lines().skip_while(|line| line.is_empty() || line.starts_with('#'));
    let words: Vec<&str> = lines.take_while(|line| !line.trim().is_empty()).collect();
    words.join(" ").replace(['*', '`'], "")
}

fn page(folder: &str, own: &[&embedded::File], index: &mut Index) -> File {
    let address = address(folder);
    let title = title(folder);
    let mut contents = Vec::new();
    let mut body = String::new();
    // The page of the folder comes first, other pages after it.
    let mut pages: Vec<&&embedded::File> = own.iter().filter(|(path, _)| path.ends_with(".md")).collect();
    pages.sort_by_key(|(path, _)| (!path.ends_with("/README.md"), *path));
    let mut shown = String::new();
    for (path, text) in &pages {
        let html = rendered(path, text);
        if !path.ends_with("README.md") {
            contents.push((file_anchor(path), language::title(text)));
            body.push_str(&format!("<div id=\"{}\">\n", file_anchor(path)));
        }
        contents.extend(language::contents(&html));
        body.push_str(&html.body);
        if !path.ends_with("README.md") {
            body.push_str("</div>\n");
        }
        shown.push_str(text);
        language::indexed(&title, "example", &address, &html, index);
    }
    if pages.is_empty() {
        body.push_str(&format!("<h1>{}</h1>\n", escaped(&title)));
        index.add(&title, "example", &address, "");
    }
    for (path, text) in own.iter().filter(|(path, _)| !path.ends_with(".md")) {
        let name = path.split_once('/').map_or(*path, |(_, name)| name);
        let anchor = file_anchor(path);
        contents.push((anchor.clone(), name.to_string()));
        if path.ends_with(".svg") {
            if !shown.contains(&format!("({name})")) {
                body.push_str(&format!(
                    "<h2 id=\"{anchor}\">{name}</h2>\n<p><img src=\"{}\" alt=\"{name}\"></p>\n",
                    picture(path)
                ));
            } else {
                contents.pop();
            }
            continue;
        }
        let block = match path.strip_suffix(".comm") {
            Some(example) => format!("{}{}", play::button(example), code::study(text)),
            None => code::plain(text),
        };
        body.push_str(&format!("<h2 id=\"{anchor}\">{name}</h2>\n{block}"));
        index.add(name, "example", &format!("{address}#{anchor}"), &text.lines().next().unwrap_or("").replace('#', ""));
    }
    framed(&address, &title, &contents, &body)
}

/// A page of a folder; anchors of pages other than the first one begin with their names.
fn rendered(path: &str, text: &str) -> Html {
    let target = |written: &str| -> Option<String> {
        let file = joined(path, written);
        if let Some(name) = file
            .strip_prefix("../tests/language/")
            .filter(|name| LANGUAGE.iter().any(|(n, _)| n == name && name.ends_with(".md")))
        {
            return Some(language::address(name));
        }
        let file = file.trim_end_matches('/');
        if folders().contains(&file) {
            return Some(address(file));
        }
        let (path, _) = EXAMPLES.iter().find(|(path, _)| *path == file)?;
        let other = path.split('/').next()?;
        Some(match path {
            path if path.ends_with(".svg") => picture(path),
            path if path.ends_with("/README.md") => address(other),
            path => format!("{}#{}", address(other), file_anchor(path)),
        })
    };
    let mut html = markdown::html(text, &target);
    if !path.ends_with("/README.md") {
        let prefix = file_anchor(path);
        html.body =
            html.body.replace(" id=\"", &format!(" id=\"{prefix}-")).replace("<h1>", "<h2>").replace("</h1>", "</h2>");
        html.sections.iter_mut().for_each(|section| section.anchor = format!("{prefix}-{}", section.anchor));
    }
    html
}

/// The anchor of a file on the page of its folder.
fn file_anchor(path: &str) -> String {
    path.split_once('/').map_or(path, |(_, name)| name).replace('/', "_")
}

/// A path of a page, seen from `examples/`.
fn joined(page: &str, written: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in written.split('#').next().unwrap_or("").split('/') {
        match part {
            "." | "" => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_seen_from_the_folder_of_the_examples() {
        assert_eq!(joined("a/README.md", "../b/c.md#x"), "b/c.md");
        assert_eq!(joined("a/README.md", "../../tests/language/1_text.md"), "../tests/language/1_text.md");
        assert_eq!(joined("a/b/c.md", "./d.svg"), "a/b/d.svg");
    }
}
