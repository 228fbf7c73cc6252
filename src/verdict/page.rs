//! A page of a test run that stands by itself: counts, filters, and per study the failed assertions beside their source
//! lines, the curves it wrote, its log. It needs no network, and its text is there without scripts.

use super::html::{escaped, filled};
use std::fmt::Write;

use super::record::{Criterion, Kind, Record};
use super::report::significant;
use super::study_result::{Ending, Picture, StudyResult};

const PAGE: &str = include_str!("page.html");
/// Curves shown per study, and the longest one, in bytes.
const MOST_PICTURES: usize = 24;
const LONGEST_PICTURE: usize = 3_000_000;

/// What a page says of the run as a whole.
#[derive(Default)]
pub struct About<'a> {
    /// The last line of the run.
    pub summary: &'a str,
    /// Names and values of the foot line: date, version, machine, command.
    pub foot: &'a [(&'static str, String)],
    /// Address of a study's file as seen from the page, if it can be told.
    pub link: Option<&'a dyn Fn(&str) -> Option<String>>,
}

/// The page of a test run.
pub fn page(studies: &[StudyResult], about: &About<'_>) -> String {
    let passed = studies.iter().filter(|study| study.ending == Ending::Held).count();
    let headline = format!("{passed} of {} studies passed", studies.len());
    let mut buttons = format!("<button type=\"button\" data-verdict=\"\">all {}</button>", studies.len());
    for ending in Ending::ALL {
        let count = studies.iter().filter(|study| study.ending == ending).count();
        if count > 0 {
            let word = ending.word();
            let title = ending.in_words();
            let _ = write!(
                buttons,
                "<button type=\"button\" data-verdict=\"{word}\" data-count=\"{count}\" title=\"{title}\">{word} {count}</button>"
            );
        }
    }
    // What needs attention comes first; each group in the order of the run.
    let mut order: Vec<&StudyResult> = studies.iter().collect();
    order.sort_by_key(|study| study.ending == Ending::Held);
    let studies: String = order.into_iter().map(|one| study(one, about)).collect();
    let foot: Vec<String> =
        about.foot.iter().map(|(name, text)| format!("<span>{name} {}</span>", escaped(text))).collect();
    let parts = [
        ("HEADLINE", &*escaped(&headline)),
        ("SUM", &escaped(about.summary)),
        ("BUTTONS", &buttons),
        ("STUDIES", &studies),
        ("FOOT", &foot.join(" · ")),
    ];
    filled(PAGE, &parts)
}

fn study(study: &StudyResult, about: &About<'_>) -> String {
    let word = study.ending.word();
    let tally = study.tally();
    let labels = study.labels.join(" ");
    let said: Vec<&str> = study.records.iter().map(|record| &*record.label).collect();
    let text = [study.name.as_str(), word, &labels, &study.why, &said.join(" ")].join(" ");
    let mut out = format!(
        "<details class=\"study {word}\" data-verdict=\"{word}\" data-text=\"{}\"><summary><span class=\"word\">{word}</span>\
         <span>{} <span class=\"labels\">{}</span></span><span class=\"num\">{} / {}</span><span class=\"num\">{}</span>\
         <span class=\"why\">{}</span></summary>\n<div class=\"inside\">\n",
        escaped(&text),
        escaped(&study.name),
        escaped(&labels),
        tally.passed,
        tally.passed + tally.failed,
        time(study.wall_s),
        escaped(&study.why_with_line()),
    );
    if let Some(address) = about.link.and_then(|link| link(&study.name)) {
        let _ = writeln!(out, "<p class=\"file\"><a href=\"{}\">{}</a></p>", escaped(&address), escaped(&study.name));
    }
    out.push_str(&diagnostics(study));
    for record in study.records.iter().filter(|record| record.passed == Some(false)) {
        out.push_str(&failure(study, record));
    }
    out.push_str(&curves(&study.pictures));
    if !study.records.is_empty() {
        let _ = writeln!(
            out,
            "<details><summary>{}</summary>{}</details>",
            match study.records.len() {
                1 => "1 comparison".to_string(),
                number => format!("all {number} comparisons"),
            },
            records(study)
        );
    }
    if !study.log.is_empty() {
        let _ =
            writeln!(out, "<details><summary>log</summary><pre class=\"log\">{}</pre></details>", escaped(&study.log));
    }
    out + "</div></details>\n"
}

fn time(seconds: f64) -> String {
    if seconds < 1.0 { format!("{:.0} ms", seconds * 1e3) } else { format!("{seconds:.1} s") }
}

/// Errors with their source lines.
fn diagnostics(study: &StudyResult) -> String {
    let mut out = String::new();
    for found in study.diagnostics.iter().filter(|found| found["severity"] == "error") {
        let text = |key: &str| found[key].as_str().unwrap_or_default();
        let _ = writeln!(out, "<h3>{} {}</h3>", escaped(text("code")), escaped(text("message")));
        if let Some(line) = found["line"].as_u64() {
            let number = |key: &str| found[key].as_u64().map(|n| n as usize);
            let last = number("end_column").filter(|_| found["end_line"] == found["line"]);
            let word = number("column").map(|first| (line as usize, first, last.unwrap_or(first + 1)));
            out.push_str(&source(study, text("file"), line as usize, word));
        }
        if !text("help").is_empty() {
            let _ = writeln!(out, "<p>{}</p>", escaped(text("help")));
        }
    }
    if out.is_empty() && !study.why.is_empty() && study.ending != Ending::Failed {
        let _ = writeln!(out, "<h3>{}</h3>", escaped(&study.why));
    }
    out
}

/// A word of a source line: the line, its first column and the one after its last (from 1).
type Word = (usize, usize, usize);

/// The lines of a call between the lines around them, with carets under a word.
fn source(study: &StudyResult, file: &str, line: usize, word: Option<Word>) -> String {
    let lines = study.excerpt(file, line);
    if lines.is_empty() {
        return format!("<p>{}:{line}</p>\n", escaped(file));
    }
    let last = lines.last().map_or(line, |(rank, _)| *rank);
    let [before, after] = study.around(file, line, last);
    let at = word.map_or(line, |(at, ..)| at);
    let mut out = format!("<pre title=\"{}:{line}\">", escaped(file));
    for (rank, text) in before.into_iter().chain(lines).chain(after) {
        let class = match rank {
            rank if rank == at => " class=\"at\"",
            rank if rank < line || rank > last => " class=\"by\"",
            _ => "",
        };
        let _ = write!(out, "<span{class}><span class=\"n\">{rank:>5} </span>{}", escaped(text));
        if let Some((_, first, end)) = word.filter(|(at, ..)| *at == rank) {
            // Tabs are as wide here as above.
            let pad: String = text.chars().take(first - 1).map(|c| if c == '\t' { c } else { ' ' }).collect();
            let carets = "^".repeat(end.saturating_sub(first).clamp(1, text.chars().count().max(1)));
            let _ = write!(out, "\n<span class=\"n\">{:6}</span>{pad}<span class=\"caret\">{carets}</span>", "");
        }
        out.push_str("</span>\n");
    }
    out + "</pre>\n"
}

/// The keyword that holds the value a failed assertion expects, if the call has it once.
fn guilty(study: &StudyResult, record: &Record) -> Option<Word> {
    let keyword = match record.kind {
        Kind::Reference => "VALE_REFE",
        Kind::Regression => "VALE_CALC",
    };
    let mut found = Vec::new();
    for (rank, text) in study.excerpt(&record.file, record.line) {
        let code = text.split('#').next().unwrap_or_default();
        for (at, _) in code.match_indices(keyword) {
            // VALE_CALC_I and the like too, with the value up to the next comma or bracket.
            let rest = &code[at..];
            let length = rest.find([',', ')']).unwrap_or(rest.trim_end().len());
            let first = code[..at].chars().count() + 1;
            found.push((rank, first, first + rest[..length].chars().count()));
        }
    }
    match found[..] {
        [one] => Some(one),
        _ => None,
    }
}

/// A failed assertion beside its source lines.
fn failure(study: &StudyResult, record: &Record) -> String {
    let rows = [
        ("found", record.computed.to_string()),
        ("expected", record.expected.to_string()),
        ("reference", reference(record).to_string()),
        ("error", record.error.map_or("the texts differ".to_string(), |error| percent(record, error))),
        ("tolerance", record.error.map_or(String::new(), |_| percent(record, record.tolerance))),
    ];
    let mut out = format!(
        "<h3>line {}: {} {}</h3>\n<div class=\"fail\" data-line=\"{}\">{}<table>",
        record.line,
        escaped(&record.command),
        escaped(&record.label),
        record.line,
        source(study, &record.file, record.line, guilty(study, record))
    );
    for (name, value) in rows {
        let _ = write!(out, "<tr><th>{name}</th><td class=\"{name}\">{}</td></tr>", escaped(&value));
    }
    out + "</table></div>\n"
}

fn reference(record: &Record) -> &str {
    match record.kind {
        Kind::Reference => &record.reference,
        Kind::Regression => "NON_REGRESSION",
    }
}

fn percent(record: &Record, x: f64) -> String {
    match record.criterion {
        Criterion::Relative if x.is_infinite() => "exact value asked".to_string(),
        Criterion::Relative => format!("{} %", significant(100.0 * x, 3)),
        Criterion::Absolute => significant(x, 3),
    }
}

/// Every comparison of a study.
fn records(study: &StudyResult) -> String {
    let mut out = "<table class=\"all\"><tr><th></th><th class=\"num\">line</th><th>value</th><th>reference</th><th class=\"num\">expected</th>\
                   <th class=\"num\">found</th><th class=\"num\">error</th><th class=\"num\">tolerance</th></tr>"
        .to_string();
    for record in &study.records {
        let error = record.error.map_or(String::new(), |error| percent(record, error));
        let tolerance = record.error.map_or(String::new(), |_| percent(record, record.tolerance));
        let _ = write!(
            out,
            "<tr><td>{}</td><td class=\"num\">{}</td><td>{}</td><td>{}</td><td class=\"num\">{}</td><td class=\"num\">{}</td>\
             <td class=\"num\">{error}</td><td class=\"num\">{tolerance}</td></tr>",
            record.status().trim(),
            record.line,
            escaped(&record.label),
            escaped(reference(record)),
            escaped(&record.expected.to_string()),
            escaped(&record.computed.to_string()),
        );
    }
    out + "</table>"
}

/// The curves a study wrote, as pictures: nothing inside them runs.
fn curves(pictures: &[Picture]) -> String {
    let shown: Vec<&Picture> =
        pictures.iter().filter(|p| p.address.len() <= LONGEST_PICTURE).take(MOST_PICTURES).collect();
    let mut out = String::new();
    if !shown.is_empty() {
        out.push_str("<div class=\"curves\">");
        for picture in &shown {
            let (name, address) = (escaped(&picture.name), &picture.address);
            let _ =
                write!(out, "<figure><img alt=\"{name}\" src=\"{address}\"><figcaption>{name}</figcaption></figure>");
        }
        out.push_str("</div>\n");
    }
    if shown.len() < pictures.len() {
        let left = pictures.len() - shown.len();
        let _ = writeln!(out, "<p>{left} more not shown: too large, or beyond {MOST_PICTURES}</p>");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_study_holds_cannot_break_the_page() {
        let mut result = StudyResult::new("<b>.comm", Ending::Error);
        result.why = "</script>{{STUDIES}}\u{7}\"".into();
        result.log = "<script>alert(1)</script>".into();
        result.pictures.push(Picture::of_svg("a.svg".into(), "<svg a='1' b=\"#fff\">100 %</svg>"));
        let foot = [("command", "a <b> {{SUM}}".to_string())];
        let text = page(&[result], &About { summary: "1 < 2", foot: &foot, ..About::default() });
        assert!(text.contains("<span>command a &lt;b&gt; {{SUM}}</span>"));
        assert_eq!(text.matches("<script").count(), 1);
        assert_eq!(text.matches("</script>").count(), 1);
        assert!(text.contains("1 &lt; 2") && text.contains("&lt;b&gt;.comm") && text.contains("%23fff%22%3E100 %25"));
        assert!(!text.contains('\u{7}'));
    }

    #[test]
    fn nothing_is_fetched() {
        let text = page(&[StudyResult::new("a", Ending::Held)], &About::default());
        assert!(!text.contains("http") && !text.contains("@import") && !text.contains("url("));
    }

    #[test]
    fn carets_stand_under_the_guilty_word_between_two_lines_of_context() {
        let mut result = StudyResult::new("deck/a.comm", Ending::Error);
        let text = "a = 1\nb = 2\nc = 3\n\tx = F(A, WRONG=7)\nd = 4\ne = 5\nf = 6";
        result.sources.insert("a.comm".into(), text.lines().map(String::from).collect());
        result
            .diagnostics
            .push(serde_json::json!({"severity": "error", "code": "C002", "message": "no", "file": "a.comm",
            "line": 4, "column": 11, "end_line": 4, "end_column": 16}));
        let link = |name: &str| Some(format!("../{name}"));
        let text = page(&[result], &About { link: Some(&link), ..About::default() });
        let excerpt = text.split("<pre title").nth(1).and_then(|rest| rest.split("</pre>").next()).unwrap();
        let plain: String = excerpt.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text).collect();
        let lines: Vec<&str> = plain.lines().collect();
        assert_eq!(
            lines,
            [
                "    2 b = 2",
                "    3 c = 3",
                "    4 \tx = F(A, WRONG=7)",
                "      \t         ^^^^^",
                "    5 d = 4",
                "    6 e = 5"
            ]
        );
        assert!(text.contains("<a href=\"../deck/a.comm\">deck/a.comm</a>"));
    }
}
