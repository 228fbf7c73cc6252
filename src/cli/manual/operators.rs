//! The pages of the operators and the list of them.

use std::collections::BTreeSet;

use super::addresses::{address, macros};
use super::code;
use super::file::File;
use super::markdown::anchor;
use super::page::{escaped, framed, link, styled};
use super::pictures;
use super::search::Index;
use crate::answers::graph::Family;
use crate::catalogue::manual::{self, Entry, Former, Group, Page};
use crate::catalogue::{Effect, beyond, command, names, successor};
use crate::study::{Macros, is_built};

pub fn pages(files: &mut Vec<File>, index: &mut Index) {
    let former = |name: &str| command(name).is_some_and(|command| command.reconstructed);
    let of_catalogue = |test: &dyn Fn(&str) -> bool| names().filter(|name| test(name)).collect::<Vec<_>>();
    let today = of_catalogue(&|name| is_built(name) && !former(name));
    let of_family =
        |family: Family| today.iter().copied().filter(|name| Family::of(name) == family).collect::<Vec<_>>();
    let mut sections: Vec<(&str, Vec<&str>)> = Family::ALL.map(|family| (family.task(), of_family(family))).to_vec();
    sections.extend([
        ("Macro-commands of the program", macros().names()),
        ("Operators of former versions, accepted", of_catalogue(&|name| is_built(name) && former(name))),
        ("Known and not implemented", of_catalogue(&|name| !is_built(name))),
    ]);
    let mut list = "<h1>Operators</h1>\n<p>By task, in the order of a study.</p>\n".to_string();
    let mut contents = Vec::new();
    for (title, names) in sections.iter().filter(|(_, names)| !names.is_empty()) {
        let anchor = anchor(title);
        list.push_str(&format!("<h2 id=\"{anchor}\">{title}</h2>\n<table><tbody>\n"));
        contents.push((anchor, title.to_string()));
        for name in names {
            let Some(page) =
                macros().description(name).map_or_else(|| manual::page(name), |d| Some(manual::page_of(name, d)))
            else {
                continue;
            };
            list.push_str(&format!(
                "<tr><td>{}</td><td>{}</td></tr>\n",
                link(&address(name), name),
                styled(&page.gloss)
            ));
            let picture = pictures::of_example(name);
            files.push(operator(&page, picture.as_ref(), index));
            files.extend(picture);
        }
        list.push_str("</tbody></table>\n");
    }
    list.push_str("<h2 id=\"beyond\">Known by name only</h2>\n<p>A study that calls one of these is refused before anything runs.</p>\n<table><tbody>\n");
    for (name, way) in beyond() {
        list.push_str(&format!("<tr><td>{name}</td><td>{}</td></tr>\n", escaped(way)));
    }
    list.push_str("</tbody></table>\n");
    beyond().for_each(|(name, _)| index.add(name, "not implemented", "operators.html#beyond", ""));
    contents.push(("beyond".to_string(), "Known by name only".to_string()));
    files.push(framed("operators.html", "Operators", &contents, &list));
}

/// A page under way: anchors are given once, and what was found goes to the search.
struct Writer<'i> {
    name: String,
    address: String,
    anchors: BTreeSet<String>,
    contents: Vec<(String, String)>,
    index: &'i mut Index,
    body: String,
}

fn operator(page: &Page, picture: Option<&File>, index: &mut Index) -> File {
    let address = address(&page.name);
    index.add(&page.name, "operator", &address, &page.gloss);
    let mut writer = Writer {
        name: page.name.clone(),
        address,
        anchors: BTreeSet::new(),
        contents: Vec::new(),
        index,
        body: format!("<h1>{}</h1>\n<p class=\"gloss\">{}</p>\n", page.name, styled(&page.gloss)),
    };
    writer.facts(page);
    writer.body.push_str("<label class=\"all\"><input type=\"checkbox\" id=\"all\"> show keywords without effect, and those that are not implemented</label>\n");
    writer.group(&page.body, true);
    writer.notes(page);
    writer.example(&page.name, picture);
    writer.see_also(&page.name);
    framed(&writer.address, &page.name, &writer.contents, &writer.body)
}

impl Writer<'_> {
    fn facts(&mut self, page: &Page) {
        for fact in &page.facts {
            self.body.push_str(&format!("<p>{}</p>\n", styled(fact)));
        }
        if let Some(today) = successor(&page.name) {
            self.body.push_str(&format!("<p>Today: {}.</p>\n", styled(today)));
        }
        if !is_built(&page.name) && macros().description(&page.name).is_none() {
            self.body.push_str("<p class=\"refused\">Not implemented: a study that calls it is refused.</p>\n");
        }
    }

    fn group(&mut self, group: &Group, listed: bool) {
        if !group.rules.is_empty() {
            let rules: String = group.rules.iter().map(|rule| format!("<li>{}</li>\n", styled(rule))).collect();
            self.body.push_str(&format!("<ul class=\"rules\">\n{rules}</ul>\n"));
        }
        for entry in &group.entries {
            self.entry(entry, listed);
        }
        for inner in &group.groups {
            let class = if is_idle(inner) { "when idle" } else { "when" };
            self.body.push_str(&format!("<section class=\"{class}\"><p>when {}:</p>\n", styled(&inner.when)));
            self.group(inner, listed);
            self.body.push_str("</section>\n");
        }
        self.former(&group.former, "former");
    }

    fn former(&mut self, former: &[Former], class: &str) {
        if former.is_empty() {
            return;
        }
        self.body.push_str(&format!("<ul class=\"{class}\">\n"));
        for old in former {
            let line = format!("<li><code>{}</code> {}</li>\n", escaped(&old.name), styled(&old.today));
            self.body.push_str(&line);
            let title = format!("{}: {}", self.name, old.name);
            self.index.add(&title, "former", &self.address, &old.today);
        }
        self.body.push_str("</ul>\n");
    }

    fn entry(&mut self, entry: &Entry, listed: bool) {
        let first = entry.path.replace('/', ".");
        let numbered = (2..).map(|n| format!("{first}-{n}"));
        let fresh = |anchor: &String| !self.anchors.contains(anchor);
        let anchor = std::iter::once(first.clone()).chain(numbered).find(fresh).unwrap_or_default();
        self.anchors.insert(anchor.clone());
        let idle = if entry.effect == Effect::Used { "" } else { " idle" };
        if listed && idle.is_empty() && anchor == first {
            self.contents.push((anchor.clone(), entry.name.clone()));
        }
        if anchor == first {
            let meanings: Vec<String> = entry.values.iter().map(|v| format!("{} {}", v.text, v.meaning)).collect();
            let text = format!("{} {}", entry.gloss, meanings.join(" "));
            self.index.add(
                &format!("{} {}", self.name, entry.path),
                "keyword",
                &format!("{}#{anchor}", self.address),
                text.trim(),
            );
        }
        let facts = styled(&entry.facts.join("; "));
        let name = link(&format!("#{anchor}"), &entry.name);
        self.body.push_str(&format!(
            "<div class=\"keyword{idle}\" id=\"{anchor}\"><p><b>{name}</b> <span>{facts}</span></p>\n<div>{}\n",
            styled(&entry.gloss)
        ));
        self.values(entry);
        for line in [&entry.refused, &entry.instead].into_iter().filter(|line| !line.is_empty()) {
            self.body.push_str(&format!("<p class=\"refused\">{}</p>\n", styled(line)));
        }
        if let Some(inner) = &entry.inner {
            self.group(inner, false);
        }
        self.body.push_str("</div></div>\n");
    }

    /// Allowed texts: with their meanings, or folded up when there are many without.
    fn values(&mut self, entry: &Entry) {
        let explained: Vec<_> = entry.values.iter().filter(|value| !value.meaning.is_empty()).collect();
        if !explained.is_empty() {
            let row = |text: &str, meaning: &str| {
                format!("<tr><td><code>{}</code></td><td>{}</td></tr>\n", escaped(text), styled(meaning))
            };
            let rows: String = explained.iter().map(|value| row(&value.text, &value.meaning)).collect();
            let table = format!("<table class=\"values\"><tbody>\n{rows}</tbody></table>\n");
            self.body.push_str(&match explained.len() > 16 {
                true => format!("<details><summary>all {} values</summary>{table}</details>\n", explained.len()),
                false => table,
            });
        } else if entry.values.len() > 16 {
            let all: Vec<&str> = entry.values.iter().map(|value| value.text.as_str()).collect();
            self.body.push_str(&format!(
                "<details><summary>all {} values</summary><p>{}</p></details>\n",
                all.len(),
                escaped(&all.join(", "))
            ));
        }
    }

    fn notes(&mut self, page: &Page) {
        if !page.notes.is_empty() {
            self.body.push_str("<h2 id=\"notes\">Notes</h2>\n");
            let notes: String = page.notes.iter().map(|note| format!("<p>{}</p>\n", styled(note))).collect();
            self.body.push_str(&notes);
            self.contents.push(("notes".to_string(), "Notes".to_string()));
        }
        if !page.spellings.is_empty() {
            self.body.push_str("<h2 id=\"former-spellings\">Former spellings</h2>\n");
            self.former(&page.spellings, "spellings");
            self.contents.push(("former-spellings".to_string(), "Former spellings".to_string()));
        }
    }

    fn example(&mut self, name: &str, picture: Option<&File>) {
        let Some(example) = manual::example(name) else { return };
        self.contents.push(("example".to_string(), "Example".to_string()));
        self.body.push_str("<h2 id=\"example\">Example</h2>\n");
        if let Some(File { name: file, .. }) = picture {
            self.body.push_str(&format!(
                "<p class=\"graph\"><a href=\"{file}\"><img src=\"{file}\" alt=\"What goes into {name} and what comes out\" loading=\"lazy\"></a></p>\n"
            ));
        }
        let mut folded = String::new();
        if !example.before.is_empty() {
            folded.push_str(&code::study(&example.before));
        }
        if let Some(mesh) = example.mesh {
            folded.push_str(&format!("<p class=\"file\">{name}.mail</p>\n{}", code::plain(mesh)));
        }
        if !folded.is_empty() {
            self.body.push_str(&format!(
                "<details><summary>What comes before it, and its mesh</summary>\n{folded}</details>\n"
            ));
        }
        self.body.push_str(&code::study(example.own));
    }

    fn see_also(&mut self, name: &str) {
        let related = manual::related(name);
        let lists = [("Takes what these make", &related.before), ("Made for", &related.after)];
        if lists.iter().all(|(_, names)| names.is_empty()) {
            return;
        }
        self.contents.push(("see-also".to_string(), "See also".to_string()));
        self.body.push_str("<h2 id=\"see-also\">See also</h2>\n");
        for (title, names) in lists.into_iter().filter(|(_, names)| !names.is_empty()) {
            let names: Vec<String> = names.iter().map(|name| link(&address(name), name)).collect();
            self.body.push_str(&format!("<p>{title}: {}.</p>\n", names.join(", ")));
        }
    }
}

/// Whether nothing of a group has an effect here.
fn is_idle(group: &Group) -> bool {
    group.entries.iter().all(|entry| entry.effect != Effect::Used) && group.groups.iter().all(is_idle)
}
