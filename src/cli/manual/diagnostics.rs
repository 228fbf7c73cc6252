//! The codes of messages: one page per stage.

use super::code;
use super::file::File;
use super::page::{escaped, framed, link};
use super::search::Index;
use crate::diag::{CodeInfo, Stage, all_codes};

/// The page on a stage.
fn address(stage: char) -> String {
    format!("diagnostics_{stage}.html")
}

pub fn pages(files: &mut Vec<File>, index: &mut Index) {
    let mut list = "<h1>Diagnostics</h1>\n<p>A message has a code, such as C002. Messages may change their words, never their code. \
        <code>stickslip explain C002</code> prints the same in a terminal.</p>\n"
        .to_string();
    for kind in Stage::ALL {
        let (stage, title) = (kind.letter(), kind.title());
        let mut codes: Vec<&CodeInfo> = all_codes().filter(|info| Stage::of(info.code) == Some(kind)).collect();
        if codes.is_empty() {
            continue;
        }
        codes.sort_by_key(|info| info.code);
        let address = address(stage);
        list.push_str(&format!("<h2 id=\"{stage}\">{}</h2>\n<table><tbody>\n", escaped(title)));
        let mut body = format!("<h1>{}</h1>\n", escaped(title));
        let mut contents = Vec::new();
        for info in codes {
            let (code, name) = (info.code, info.name);
            let place = format!("{address}#{code}");
            list.push_str(&format!(
                "<tr><td>{}</td><td>{name}</td><td>{}</td></tr>\n",
                link(&place, code),
                escaped(info.summary())
            ));
            contents.push((code.to_string(), format!("{code} {name}")));
            body.push_str(&section(info));
            index.add(&format!("{code} {name}"), "diagnostic", &place, &info.meaning);
        }
        list.push_str("</tbody></table>\n");
        files.push(framed(&address, &format!("{title}: diagnostics"), &contents, &body));
    }
    files.push(framed("diagnostics.html", "Diagnostics", &[], &list));
}

fn section(info: &CodeInfo) -> String {
    let mut out = format!(
        "<section class=\"code\"><h2 id=\"{0}\">{0} <small>{1}</small></h2>\n<p>{2}</p>\n",
        info.code,
        info.name,
        escaped(&info.meaning)
    );
    let files = info.files();
    if let Some(why) = info.unseen {
        out.push_str(&format!("<p>No example: {}</p>\n", escaped(why)));
    } else {
        out.push_str("<details><summary>A study that triggers it</summary>\n");
        if let Some(command) = info.command {
            out.push_str(&code::plain(command));
        }
        for (name, text) in &files {
            out.push_str(&format!("<p class=\"file\">{}</p>\n", escaped(name)));
            out.push_str(&if name.ends_with(".comm") { code::study(text) } else { code::plain(text) });
        }
        out.push_str("</details>\n");
    }
    out.push_str("</section>\n");
    out
}
