//! The words behind the names, French and English, with the names they stand in.

use super::addresses::address;
use super::file::File;
use super::page::{escaped, framed, link};
use super::search::Index;
use crate::catalogue::{glossary, manual, names};

/// Names shown per word.
const MOST: usize = 8;

pub fn page(files: &mut Vec<File>, index: &mut Index) {
    let mut body = "<h1>Glossary</h1>\n<p>Names of commands and keywords are made of French words, most of them shortened: <code>RIGI_NOR</code> \
        is <em>rigidité normale</em>, normal stiffness.</p>\n<table class=\"glossary\"><thead><tr><th>in names</th><th>French</th>\
        <th>English</th><th>stands in</th></tr></thead><tbody>\n"
        .to_string();
    let mut keywords: Vec<(&str, &str)> = names()
        .flat_map(|command| manual::keyword_names(command).into_iter().map(move |keyword| (keyword, command)))
        .collect();
    keywords.sort_unstable();
    keywords.dedup_by_key(|(keyword, _)| *keyword);
    for word in glossary() {
        let commands = names().filter(|name| word.is_in(name)).map(|name| link(&address(name), name));
        let shown = keywords.iter().filter(|(name, _)| word.is_in(name));
        let shown = shown
            .map(|(keyword, command)| format!("<a href=\"{}\" title=\"{command}\">{keyword}</a>", address(command)));
        let all: Vec<String> = commands.chain(shown).collect();
        let more = if all.len() > MOST { format!(" and {} more", all.len() - MOST) } else { String::new() };
        let anchor = word.each().next().unwrap_or_default();
        body.push_str(&format!(
            "<tr id=\"{anchor}\"><td><code>{}</code></td><td lang=\"fr\">{}</td><td>{}</td><td><small>{}{more}</small></td></tr>\n",
            word.spellings,
            escaped(word.french),
            escaped(word.english),
            all[..all.len().min(MOST)].join(" ")
        ));
        index.add(
            word.spellings,
            "word",
            &format!("glossary.html#{anchor}"),
            &format!("{}: {}", word.french, word.english),
        );
    }
    body.push_str("</tbody></table>\n");
    files.push(framed("glossary.html", "Glossary", &[], &body));
}
